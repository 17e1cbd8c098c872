"""What the players of many hands got in all. The hands are no game: each counts by itself.

Such are the hands of a match. A deal is played several times, with the players at other seats, so
errors are found from deals and not from hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.intervals import is_guess
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.rules.rules import Points, Seat

if TYPE_CHECKING:
    from pinochle_solver.notation.hand_records import HandRecord

_FOR_TWO = "two-handed"


class SeatGot(NamedTuple):
    """What a hand brought the player at a seat.

    Attributes:
        seat: the seat.
        name: the player; the seat if it has no name.
        amount: in the currency of the hand.
    """

    seat: str
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A finished hand as it is counted.

    Attributes:
        rules: the name of its rulebook.
        game: what hands have in common that may be added up.
        currency: ``points``, ``stakes``, ``cents`` or ``checks``.
        deal: the cards and the dealer. Hands that follow each other with the same are of one deal.
        got: what each seat got.
    """

    rules: str
    game: str
    currency: str
    deal: object
    got: tuple[SeatGot, ...]

    def why_not_with(self, first: CountedHand) -> str | None:
        """Why the hand cannot be added to another one; None if it can."""
        if (self.game, self.currency) == (first.game, first.currency):
            return None
        if self.game == first.game:
            return f"counted in {self.currency}, the hands before it in {first.currency}"
        return f"Rules: {self.rules}, the hands before it are of {first.rules}"


@dataclass(frozen=True, slots=True)
class TotalHand:
    """One of the hands that were added up.

    Attributes:
        number: its number among all records, from 1.
        deal: the number of its deal, from 1.
        got: what each seat got.
    """

    number: int
    deal: int
    got: tuple[SeatGot, ...]


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """What a player got.

    Attributes:
        name: the player.
        hands: how many hands were held; two of one deal by a player at two seats.
        total: what they brought in all.
        each: what one brought.
        ahead: how much more a hand of the player brought than one of the others at the table; None
            if nobody else sat there.
    """

    name: str
    hands: int
    total: int
    each: Mean
    ahead: Mean | None


@dataclass(frozen=True, slots=True)
class RecordTotals:
    """What the players of many records got.

    Attributes:
        rules: the rulebooks, in the order in which they were first played.
        currency: what is counted.
        hands: how many hands were added up.
        deals: of how many deals they are.
        players: the players, the best a hand first.
        each_hand: the hands; empty if they were not asked for.
    """

    rules: tuple[str, ...]
    currency: str
    hands: int
    deals: int
    players: tuple[PlayerTotal, ...]
    each_hand: tuple[TotalHand, ...] = ()

    @property
    def is_guess(self) -> bool:
        """Whether the means are hardly more than a guess."""
        return is_guess(self.deals)


class TotalsKeeper:
    """Adds hands up, one after the other.

    Args:
        keeps_hands: whether `RecordTotals.each_hand` is wanted.
    """

    def __init__(self, *, keeps_hands: bool = False) -> None:
        self._keeps_hands = keeps_hands
        self._first: CountedHand | None = None
        self._deal: object = None
        self._rules = dict[str, None]()
        self._kept = list[TotalHand]()
        self._hands = self._deals = 0
        # By the name in lower case: the name as it came first, and what each deal brought.
        self._names = dict[str, str]()
        self._got = dict[str, dict[int, list[int]]]()
        self._ahead = dict[str, dict[int, list[float]]]()

    def add(self, number: int, hand: CountedHand) -> str | None:
        """Count a hand; in words why it cannot be counted with those before, None if it was.

        Args:
            number: its number among all records.
            hand: the hand.
        """
        fault = None if self._first is None else hand.why_not_with(self._first)
        if fault is not None:
            return fault
        if self._first is None or hand.deal != self._deal:
            self._deals += 1
        self._first, self._deal = self._first or hand, hand.deal
        self._rules[hand.rules] = None
        self._hands += 1
        if self._keeps_hands:
            self._kept.append(TotalHand(number, self._deals, hand.got))
        by_name = dict[str, list[int]]()
        for each in hand.got:
            key = each.name.casefold()
            self._names.setdefault(key, each.name)
            by_name.setdefault(key, []).append(each.amount)
        for key, amounts in by_name.items():
            self._got.setdefault(key, {}).setdefault(self._deals, []).extend(amounts)
            others = [each for name, more in by_name.items() if name != key for each in more]
            if others:
                ahead = fmean(amounts) - fmean(others)
                self._ahead.setdefault(key, {}).setdefault(self._deals, []).append(ahead)
        return None

    def totals(self) -> RecordTotals | None:
        """What the hands come to; None if there is none."""
        if self._first is None:
            return None
        players = [
            PlayerTotal(
                self._names[key],
                sum(map(len, got.values())),
                sum(map(sum, got.values())),
                _mean(got),
                _mean(self._ahead[key]) if key in self._ahead else None,
            )
            for key, got in self._got.items()
        ]
        players.sort(key=lambda each: (-each.each.mean, each.name))
        return RecordTotals(
            tuple(self._rules),
            self._first.currency,
            self._hands,
            self._deals,
            tuple(players),
            tuple(self._kept),
        )


def _mean(by_deal: Mapping[int, Sequence[float]]) -> Mean:
    return Mean.of_ratio([*map(sum, by_deal.values())], [*map(len, by_deal.values())])


def counted_hand(replay: Replay) -> CountedHand | None:
    """A hand of two as it is counted; None if it was not finished, or nobody scores."""
    record = replay.record
    paid = replay.payment
    if record.doubles is None and replay.points is not None and replay.is_finished:
        paid = Points(*map(sum, replay.points))
    if paid is None:
        return None
    currency = "points" if record.doubles is None else "stakes"
    got = tuple(SeatGot(seat.text(), record.players.name(seat), paid[seat]) for seat in Seat)
    return CountedHand(record.rules.name, _FOR_TWO, currency, deal_of(record), got)


def deal_of(record: HandRecord) -> object:
    """The cards and the dealer of a record."""
    hands = record.south, record.north, record.stock
    return record.rules.name, record.dealer, record.upcard, hands


def is_played_again(first: HandRecord, second: HandRecord) -> bool:
    """Whether hands are one deal with other players at the seats, as no two hands of a game are."""
    return deal_of(first) == deal_of(second) and first.players != second.players
