"""What a match is played by, and what its hands came to: values that are written as JSON lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from pinochle_solver.game.recording import record_of
from pinochle_solver.hand.deals import Deal, random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat

SIDES = ("A", "B")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """What decides how a match goes; a match can be gone on with by the same ones only.

    Attributes:
        a, b: the players, as they are written.
        rules: the names of the rulebooks, played in turn.
        rulebooks: those of them that are not published.
        count: what cards count; None for each rulebook's own.
        seed: of the deals and of what is random in the players.
        seconds: for each move; None where `worlds` is given.
        worlds: for each move.
        timeout: the seconds after which an external player that gives no answer has lost the hand.
        sprt: the bounds of the sequential test, in points a hand; None without one.
        version: of the package.
        names: what the players call themselves.
        doubles: ``every`` or ``first-last`` where hands are played with doubles and count in
            stakes; None where they count in points.
    """

    a: str
    b: str
    rules: tuple[str, ...]
    count: str | None
    seed: int
    seconds: float | None
    worlds: int | None
    timeout: float
    sprt: tuple[float, float] | None = None
    version: str
    names: tuple[str, str]
    rulebooks: tuple[Rulebook, ...] = ()
    doubles: str | None = None

    @property
    def with_doubles(self) -> Doubles | None:
        """The doubles of each hand."""
        return None if self.doubles is None else Doubles.parse(self.doubles)

    @property
    def limits(self) -> Limits:
        """How long each may think about a move of the stock phase, unless its options say."""
        return Limits(seconds=self.seconds, worlds=self.worlds)

    def deal(self, pair: int) -> Deal:
        """The cards of a pair of hands, numbered from 1; the deal alternates."""
        round_, place = divmod(pair - 1, len(self.rules))
        known = RULEBOOKS | {rules.name: rules for rules in self.rulebooks}
        rules = known[self.rules[place]]
        count = COUNTS[self.count] if self.count is not None else None
        return replace(random_deal(pair - 1, self.seed, rules, count), dealer=Seat(round_ % 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """What one player did in one hand.

    Attributes:
        melds: its points for melds,
        tricks: and in tricks; of a hand that was broken off, as far as it went.
        shown: by kind of meld, how often it was laid and the points for it.
        decisions: how many it made in the stock phase,
        seconds: the time it took for them,
        slowest: and for the longest of them.
    """

    melds: int
    tricks: int
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """One hand.

    Attributes:
        a_sits: the seat of player A.
        margin: A's points less B's; where one has failed, what the hand counts as.
        a, b: what they did.
        moves: all moves, in order.
        luck: what A drew better than B, in points (`draw_luck`).
        failed: ``A`` or ``B`` where that player has failed, which ended the hand,
        failure: and why.
        payment: with doubles what is paid to A, in initial stakes; else None.
    """

    a_sits: str
    margin: int
    a: SideResult
    b: SideResult
    moves: tuple[str, ...]
    luck: float = 0.0
    failed: str | None = None
    failure: str | None = None
    payment: int | None = None

    @property
    def counts(self) -> int:
        """What the hand counts for A: the payment with doubles, else the margin."""
        return self.margin if self.payment is None else self.payment

    def side(self, side: str) -> SideResult:
        """What A or B did."""
        return self.a if side == "A" else self.b


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """The same cards played twice, the players having changed seats.

    Attributes:
        pair: its number, from 1.
        rules: the rulebook.
        hands: the two hands; A sits south in the first.
    """

    pair: int
    rules: str
    hands: tuple[HandResult, HandResult]

    @property
    def mean(self) -> float:
        """The points of A over B in a hand, with doubles the stakes paid to A."""
        return sum(hand.counts for hand in self.hands) / 2

    @property
    def without_luck(self) -> float:
        """The same less what A drew better than B; of stakes that is not known, and nothing less.

        What luck was worth there hangs on the stake.
        """
        if any(hand.payment is not None for hand in self.hands):
            return self.mean
        return self.mean - sum(hand.luck for hand in self.hands) / 2


def records_text(settings: MatchSettings, pair: PairResult) -> str:
    """The records of both hands, each with a comment that says who sat where."""
    deal = settings.deal(pair.pair)
    texts = []
    for number, hand in enumerate(pair.hands, start=1):
        seats = (settings.a, settings.b) if number == 1 else (settings.b, settings.a)
        remarks = [
            f"; pair {pair.pair}, hand {number}: south {seats[0]}, north {seats[1]}",
            f"; {hand.failed} failed: {hand.failure}" if hand.failed else "",
        ]
        doubles = settings.with_doubles
        moves = _read_moves(deal, hand.moves, doubles)
        record = record_of(deal, moves, doubles=doubles).text()
        texts.append("".join(f"{remark}\n" for remark in remarks if remark) + record)
    return "\n".join(texts)


def _read_moves(deal: Deal, texts: tuple[str, ...], doubles: Doubles | None) -> tuple[Move, ...]:
    referee = Referee.of_deal(deal, doubles=doubles)
    for text in texts:
        referee.push(text)
    return tuple(referee.history)


def encoded(value: Any) -> bytes:
    """A settings or result value as one line of JSON, without the end of the line."""
    import msgspec

    return msgspec.json.encode(value)
