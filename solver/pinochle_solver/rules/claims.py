"""Call-outs: claims between two tricks to have reached the target, at a table of any size.

The rule is RULES.md, section 6. Hands are told by who led and who won each trick.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from pinochle_solver.errors import GameError, NotationError, quoted
from pinochle_solver.rules.agreed import HasGame
from pinochle_solver.rules.rules import CallOutRule, Seat

if TYPE_CHECKING:
    from typing_extensions import Self


class AnySeat(Protocol):
    """A seat at a table of any size."""

    def __index__(self) -> int:
        """Its place in rows of numbers."""

    def text(self) -> str:
        """Its name."""


_Seat = TypeVar("_Seat", bound=AnySeat)


# Claims as they are written


@dataclass(frozen=True, slots=True)
class AnyRecordedCall(Generic[_Seat]):
    """A seat's claim to have reached the target, as it stands in a record.

    Attributes:
        trick: the trick after which it was made; the claim counts what was shown and drawn after
            that trick. 0 before the first lead.
        seat: who claimed.
    """

    _seats: ClassVar[type[Any]]
    """The seats of the game."""

    trick: int
    seat: _Seat

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``TRICK:SEAT``; raises `NotationError` otherwise."""
        match = re.fullmatch(r"([0-9]{1,3}):([A-Za-z]+)", text)
        if match is None:
            raise NotationError("call-out", f"{quoted(text)} is not TRICK:SEAT")
        return cls(int(match[1]), cls._seats.parse(match[2]))

    def text(self) -> str:
        """``17:south``."""
        return f"{self.trick}:{self.seat.text()}"


@dataclass(frozen=True, slots=True)
class AnyCallOut(Generic[_Seat]):
    """A seat's claim in a game of any size. Attributes: as of `CallOut`."""

    _seats: ClassVar[type[Any]]
    """The seats of the game."""

    hand: int
    trick: int
    seat: _Seat

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``HAND.TRICK:SEAT``; raises `NotationError` otherwise."""
        match = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,3}):([A-Za-z]+)", text)
        if match is None:
            raise NotationError("call-out", f"{quoted(text)} is not HAND.TRICK:SEAT")
        return cls(int(match[1]), int(match[2]), cls._seats.parse(match[3]))

    def text(self) -> str:
        """``3.17:south``."""
        return f"{self.hand}.{self.trick}:{self.seat.text()}"


@dataclass(frozen=True, slots=True)
class RecordedCall(AnyRecordedCall[Seat]):
    """A claim in a two-handed record. Attributes: as of `AnyRecordedCall`."""

    _seats = Seat


def called_before(text: str, before: AnyCallOut[_Seat] | AnyRecordedCall[_Seat]) -> str:
    """Why a call-out, of which this is the text, cannot be: its seat has called out before."""
    seat = before.seat.text()
    return f"{text}: {seat} has called out already, after trick {before.trick}; leave one out"


def check_called_once(calls: Iterable[AnyRecordedCall[_Seat]]) -> None:
    """Refuse a second claim of a seat in the record of a hand; raises `NotationError`."""
    made: dict[_Seat, AnyRecordedCall[_Seat]] = {}
    for call in sorted(calls, key=lambda call: call.trick):
        if call.seat in made:
            raise NotationError("call-out", called_before(call.text(), made[call.seat]))
        made[call.seat] = call


def check_given_once(calls: Iterable[AnyCallOut[_Seat]]) -> None:
    """Refuse a second claim of a seat in a hand, of claims in order; raises `GameError`."""
    made: dict[tuple[int, _Seat], AnyCallOut[_Seat]] = {}
    for call in calls:
        if (call.hand, call.seat) in made:
            fact = called_before(call.text(), made[call.hand, call.seat])
            raise GameError("call-out", fact)
        made[call.hand, call.seat] = call


def check_has_calls(rules: HasGame) -> None:
    """Refuse a claim in a game that has none; raises `GameError`."""
    if rules.game.call_out is CallOutRule.NONE:
        raise GameError("call-out", f"{rules.name} has none")


def check_is_played(call: AnyCallOut[Any], tricks: int | None) -> None:
    """Refuse a claim that does not fit its hand; raises `GameError`.

    Args:
        call: the claim.
        tricks: how many tricks of its hand were played; None: the hand was not played.
    """
    if tricks is None:
        raise GameError("call-out", f"{call.text()}: hand {call.hand} was not played")
    if not 0 <= call.trick <= tricks:
        raise GameError("call-out", f"{call.text()}: the hand ends after trick {tricks}")


def check_are_dealt(calls: Iterable[AnyCallOut[_Seat]], hands: int) -> None:
    """Refuse a claim in a hand that a game of so many hands has not; raises `GameError`."""
    for call in calls:
        if not 1 <= call.hand <= hands:
            are = "is 1 hand" if hands == 1 else f"are {hands:,} hands"
            raise GameError("call-out", f"{call.text()}: there {are}")


# What follows from them


class Claim(Enum):
    """What follows from a claim.

    ``WRONG``: the claim loses the game; ``WINS``: it wins the game; ``WAITS``: it is right, and
    wins as soon as the caller wins a trick that he led.
    """

    WRONG = "wrong"
    WINS = "wins"
    WAITS = "waits"


@dataclass(slots=True)
class Claims(Generic[_Seat]):
    """The call-outs of one hand.

    Attributes:
        rule: what a right claim needs.
        score: the game score before the hand, by seat.
        target: the points that end the game.
        waiting: the seats that have claimed rightly and must still win a trick that they lead.
        winner: who has won the game by a claim of any seat; None as long as nobody has.
    """

    rule: CallOutRule
    score: Sequence[int]
    target: int
    waiting: set[_Seat] = field(default_factory=set)
    winner: _Seat | None = None

    @property
    def are_possible(self) -> bool:
        """Whether any claim can be made; not while a tie at the target is being broken."""
        at_target = sum(score >= self.target for score in self.score)
        return self.rule is not CallOutRule.NONE and at_target < _TIED

    def may_call(self, seat: _Seat) -> bool:
        """Whether a seat may call out before its next move."""
        return self.are_possible and self.winner is None and seat not in self.waiting

    def claim(self, seat: _Seat, has: int, heir: _Seat) -> Claim:
        """Let a seat call out, and return what follows.

        Args:
            seat: the seat.
            has: its points: the score before the hand, and those of the hand so far.
            heir: who wins the game if the claim is wrong.
        """
        if has < self.target:
            self.winner = heir
            return Claim.WRONG
        if self.rule is CallOutRule.WINS:
            self.winner = seat
            return Claim.WINS
        self.waiting.add(seat)
        return Claim.WAITS

    def take(self, leader: _Seat, winner: _Seat) -> bool:
        """Take note of a completed trick; return whether it has won the game."""
        if self.winner is None and winner is leader and winner in self.waiting:
            self.winner = winner
            return True
        return False


_TIED = 2

_CAME = {
    Claim.WRONG: "wrong",
    Claim.WINS: "right",
    Claim.WAITS: "right, he must still win a trick that he leads",
}


@dataclass(frozen=True, slots=True)
class Decided(Generic[_Seat]):
    """The end of a game by a claim.

    Attributes:
        winner: who has won it.
        caller: whose claim has decided it.
        trick: after which trick.
    """

    winner: _Seat
    caller: _Seat
    trick: int

    @property
    def is_right(self) -> bool:
        """Whether the claim was right."""
        return self.winner == self.caller


@dataclass(slots=True)
class HandWithClaims(Generic[_Seat]):
    """A hand with claims, followed trick by trick until a claim decides the game.

    Attributes:
        claims: the claims of the hand.
        tricks: who led to each trick, and who won it; None for one that is not complete.
        is_finished: whether the hand was played to its end.
        has: a seat's points, the score before the hand included, after the trick of a number.
        heir: who wins the game if this seat's claim after that trick is wrong.
        name: what a seat is called.
        notes: collects what the rules say about the claims.
        faults: collects what is wrong with them.
    """

    claims: Claims[_Seat]
    tricks: Sequence[tuple[_Seat, _Seat | None]]
    is_finished: bool
    has: Callable[[_Seat, int], int]
    heir: Callable[[_Seat, int], _Seat]
    name: Callable[[_Seat], str]
    notes: list[str]
    faults: list[str]

    def decided(self, calls: Sequence[AnyCallOut[_Seat]]) -> Decided[_Seat] | None:
        """Judge the claims made in the hand; None: none of them decides the game.

        Args:
            calls: the claims, in the order of their tricks.
        """
        if not self.claims.are_possible:
            # Having reached the target gives no right to claim then.
            who = "both" if len(self.claims.score) == _TIED else "several"
            fact = f"{who} were at the target before this hand"
            self.faults += (f"call-out {call.text()}: {fact}" for call in calls)
            return None
        decided: Decided[_Seat] | None = None
        made: dict[_Seat, AnyCallOut[_Seat]] = {}
        for number in range(len(self.tricks) + 1) if calls else ():
            leader, winner = self.tricks[number - 1] if number else (None, None)
            if leader is not None and winner is not None and self.claims.take(leader, winner):
                self.notes.append(f"{self.name(leader)} wins trick {number}, which he led")
                decided = Decided(leader, leader, number)
            for call in calls:
                if call.trick != number:
                    continue
                if decided is not None:
                    self.faults.append(f"call-out {call.text()}: the game was over before it")
                elif call.seat in made:
                    fact = called_before(call.text(), made[call.seat])
                    self.faults.append(f"call-out {fact}")
                else:
                    made[call.seat] = call
                    decided = self._claimed(call)
        if decided is None and self.claims.waiting and self.is_finished:
            self.notes.append("no caller has won a trick that he led")
        return decided

    def _claimed(self, call: AnyCallOut[_Seat]) -> Decided[_Seat] | None:
        """Judge one claim; None if it is right but does not win by itself."""
        has = self.has(call.seat, call.trick)
        heir = self.heir(call.seat, call.trick)
        came = self.claims.claim(call.seat, has, heir)
        claim = f"{self.name(call.seat)} calls out after trick {call.trick} with {has}"
        self.notes.append(f"{claim}: {_CAME[came]}")
        if came is Claim.WAITS:
            return None
        winner = call.seat if came is Claim.WINS else heir
        return Decided(winner, call.seat, call.trick)
