"""A hand as replayed from its record: what happened, what was wrong, and what it scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from pinochle_solver.errors import NotationError
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.unknown_cards import UnknownCredit
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.moves import Doubling, Play, Show
from pinochle_solver.rules.rules import CallOutRule, Points, RenegePenalty, Seat

_WRONG_DRAWS = {
    Irregularity.MISSED_DRAW: "a hand is a card short",
    Irregularity.TWO_DRAWN: "a hand has a card too many",
    Irregularity.CARD_FACE_UP: "the next card of the stock is known",
}
"""Why there is no position to show for a while."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat showed.

    Attributes:
        seat: the seat that showed it.
        show: what it showed.
        points: the points for it.
        of_itself: whether it scored by being drawn, and was not a move.
    """

    seat: Seat
    show: Show
    points: int
    of_itself: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class ReplayedTrick:
    """A trick as it was played.

    Attributes:
        number: its number, from 1.
        leader: who led.
        plays: one or two plays, the leader's first.
        winner: who took it, None while it is open.
        shown: what was shown after it, in order.
        drawn: what each seat drew after it, the winner first. Empty in the playoff; without cards
            that the record does not have; if the draws were wrong, what was really drawn.
        points: both seats' points after it.
        said: what was then said about a double, in order; that there was no double only if that is
            written.
    """

    number: int
    leader: Seat
    plays: tuple[Play, ...]
    winner: Seat | None
    shown: tuple[Shown, ...]
    drawn: tuple[tuple[Seat, Card], ...]
    points: HandPoints
    said: tuple[tuple[Seat, Doubling], ...] = ()

    def __repr__(self) -> str:
        plays = " ".join(play.text() for play in self.plays)
        return f"<ReplayedTrick {self.number}. {plays}, points {self.points.text()}>"


class RecordedPosition(NamedTuple):
    """A position of a recorded hand.

    Attributes:
        position: the position.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which a hand can be stopped.

    Attributes:
        trick: the number of the trick.
        act: ``l`` before its lead, ``r`` before the reply, ``m`` before what its winner shows after
            it, ``d`` before a dix that its loser may show. At dix turns ``s`` is before the turn of
            the seat that leads next, and ``d`` before the other seat's turn. ``o`` is before its
            winner offers a double, ``a`` before the answer to it, ``b`` before the answer to a
            redouble. Trick 0 is before the first lead.
        seat: whose decision it is.
        is_choice: whether there is more than one legal move, as the cards lie.
        moves: how many moves were made before it.
    """

    trick: int
    act: str
    seat: Seat
    is_choice: bool
    moves: int

    @property
    def is_about_double(self) -> bool:
        """Whether a double is offered or answered."""
        return self.act in ("o", "a", "b")

    def text(self) -> str:
        """``7m``."""
        return f"{self.trick}{self.act}"


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A record played through.

    Attributes:
        record: the record.
        referee: the referee at the end of what can be replayed; None for a dead hand.
        opening: what was shown before the first lead.
        tricks: what was played.
        findings: what is wrong, in order.
        moments: where the hand can be stopped.
        points: what the hand scores by the rulebook, with everything wrong taken into account; None
            for a dead hand and for a void one.
        unknown: the part of these points that the record does not show.
        next_is_known: when both seats know a card that is drawn next: the number of the trick, and
            whether after its draws or before.
        unwritten_draw: the first trick after which the seat that wrote the record drew a card that
            is not written down, so that its hand is not known from there on; None if there is none.
    """

    record: HandRecord
    referee: Referee | None
    tricks: tuple[ReplayedTrick, ...]
    findings: tuple[Finding, ...]
    moments: tuple[Moment, ...]
    points: HandPoints | None
    unknown: tuple[UnknownCredit, ...] = ()
    unwritten_draw: int | None = None
    opening: tuple[Shown, ...] = ()
    next_is_known: frozenset[tuple[int, bool]] = frozenset()

    def has_position(self, referee: Referee) -> bool:
        """Whether there is a position to show where a referee of this hand stands.

        There is none while a hand has a wrong number of cards, or the next card is known.
        """
        at = (referee.completed_tricks, not referee.awaits_draws)
        return referee.has_whole_hands and at not in self.next_is_known

    @property
    def is_complete(self) -> bool:
        """Whether the hand came to its end: its last trick, or a refused double."""
        return self.referee is not None and self.referee.is_over and not self.is_void

    @property
    def is_void(self) -> bool:
        """Whether the hand is void: nothing in it is scored, and the same dealer deals again."""
        return any(finding.is_void for finding in self.findings)

    @property
    def next_dealer(self) -> Seat:
        """Who deals the next hand: the same dealer if this one is void or dead, else the other."""
        dealer = self.record.dealer
        return dealer if self.points is None else dealer.other

    @property
    def is_played_out(self) -> bool:
        """Whether the hand is complete and its points count: no double was refused.

        Nor has a seat reneged by a rulebook that names no price for it.
        """
        return self.is_complete and self.is_finished and self.refuser is None

    @property
    def is_finished(self) -> bool:
        """Whether the hand has a final score.

        After a renege without a price it has none. With a price it has one at its end, where the
        record ends with the trick of a renege, and anywhere if the renege has settled the count.
        """
        if self.is_void or self.has_unpriced_renege:
            return False
        if self.is_complete:
            return True
        reneges = self._reneges
        if not reneges or self.record.unread is not None:
            return False
        price = self.record.rules.penalties.renege
        return price is RenegePenalty.COUNT_TO_OPPONENT or len(self.record.tricks) in reneges

    @property
    def has_unpriced_renege(self) -> bool:
        """Whether a seat reneged by a rulebook that names no price: the hand is not scored."""
        price = self.record.rules.penalties.renege
        return bool(self._reneges) and price is RenegePenalty.NONE

    @property
    def _reneges(self) -> set[int]:
        """The tricks in which a seat reneged."""
        return {f.trick for f in self.findings if f.kind is Irregularity.RENEGE}

    @property
    def refuser(self) -> Seat | None:
        """Who has ended the hand by refusing a double; None if nobody has."""
        return None if self.referee is None else self.referee.refuser

    @property
    def payment(self) -> Points | None:
        """The payment in initial stakes, south first, by the points with penalties.

        None in a hand without doubles, and in a hand without a final score.
        """
        if self.referee is None or self.points is None or not self.is_finished:
            return None
        if self.refuser is not None:
            return self.referee.payment
        stakes = self.referee.stakes
        return None if stakes is None else stakes.paid(Points(*map(sum, self.points)))

    def __repr__(self) -> str:
        tricks = counted(len(self.tricks), "trick")
        nothing = "a void hand" if self.is_void else "a dead hand"
        points = nothing if self.points is None else f"points {self.points.text()}"
        wrong = counted(len(self.findings), "finding")
        return f"<Replay {self.record.rules.name}: {tricks}, {points}, {wrong}>"

    def at(self, trick: int, act: str = "l", view: Seat | None = None) -> Position:
        """The position at a moment.

        Args:
            trick: the number of the trick.
            act: ``l`` before its lead, ``r`` before the reply, ``m``, ``s`` or ``d`` before a seat
                has said what it shows, ``o``, ``a`` or ``b`` before what it says to a double, as
                `Moment` has them.
            view: the seat that sees the position; all cards are known if None is given.

        Raises:
            NotationError: when the hand has no such moment, or the record no such view.
        """
        written_by = self.record.view
        if written_by is not None and view is not written_by:
            raise NotationError("view", f"the record knows what {written_by.text()} saw, no more")
        moment = next((m for m in self.moments if (m.trick, m.act) == (trick, act)), None)
        referee = self.referee
        if moment is None or referee is None:
            last = self.moments[-1].text() if self.moments else "none"
            why = f"the last moment: {last}"
            if written_by is not None and self.unwritten_draw is not None:
                drawn = f"{written_by.text()}'s draw after trick {self.unwritten_draw}"
                why += f"; {drawn} is not written"
            for finding in self.findings:
                wrong = finding.trick if finding.kind in _WRONG_DRAWS else trick + 1
                if wrong <= trick and not any(wrong < m.trick < trick for m in self.moments):
                    why += f"; {_WRONG_DRAWS[finding.kind]} after trick {wrong}"
            raise NotationError("at", f"there is no {trick}{act} ({why})")
        with referee.after(moment.moves):
            position = referee.position() if view is None else referee.view(view)
        assert position is not None
        called = self._called_before(trick, position)
        # A changed position would be checked again, which takes as long as all the rest.
        if position.players != self.record.players or called:
            return replace(position, players=self.record.players, called=called)
        return position

    def _called_before(self, trick: int, position: Position) -> tuple[Seat, ...]:
        """Who has called out rightly before a trick, and must still win one that he leads."""
        calls, points = Calls.of(position), position.points
        if calls.rule is not CallOutRule.NEEDS_A_TRICK or points is None:
            return ()
        for call in self.record.call_outs:
            if call.trick < trick and calls.may_call(call.seat):
                calls.call(call.seat, points)
        return tuple(sorted(calls.waiting))
