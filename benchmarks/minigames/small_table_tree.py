"""Small tables of three, every way they can go: the games of ``small_tables.py``.

A small table is the end of a hand of `auction` at which south, the bidder, is on lead against west
and north. Trump, the burial and all tricks before are known to everybody. The cards that are left
come to the three seats in every way alike. The tricks before were all led by the highest card left
of a suit, and all who followed had the suit: nobody showed by them what he did not hold.

A seat knows its cards and all that was played. That is its *information set*, with perfect recall,
and its *view*, a position of the notation, tells the same. South is paid the card points that it
takes; the defenders, who are paid alike, want them to be few. They cannot talk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from benchmarks.minigames.equilibrium import Floats, SequenceGame, Treeplex
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import legal_cards, winner_of

AUCTION = TABLE_RULEBOOKS["auction"]
SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH)
BIDDER, WEST, NORTH = range(3)
COUNT = COUNTS["old"]
TRUMP = Suit.SPADES
LAST_TRICK = 10

Cards = tuple[Card, ...]


def cards_of(text: str) -> Cards:
    """Cards apart by blanks: ``KS QS KH``."""
    return tuple(map(Card.parse, text.split()))


@dataclass(frozen=True)
class SmallTable:
    """A small table.

    Attributes:
        name: what it is called.
        live: the cards that are left, all different.
        buried: the burial.
    """

    name: str
    live: Cards
    buried: Cards

    @property
    def hand(self) -> int:
        """How many cards each seat has left."""
        return len(self.live) // len(SEATS)

    @cached_property
    def past(self) -> str:
        """The tricks before, each led by the highest card left of a suit."""
        left = AUCTION.deck
        for card in (*self.live, *self.buried):
            left = left.without(card)
        tricks = []
        for suit in reversed(Suit):
            cards = sorted((card for card in left if card.suit == suit), key=lambda c: -c.rank)
            leads, others = cards[: len(cards) // 3], cards[len(cards) // 3 :]
            tricks += [
                f"{led}-{others[2 * number]}-{others[2 * number + 1]}"
                for number, led in enumerate(leads)
            ]
        return ",".join(tricks)

    def deals(self) -> Iterator[tuple[Cards, Cards, Cards]]:
        """Every way in which the cards can be, all as likely."""
        for south in combinations(self.live, self.hand):
            rest = [card for card in self.live if card not in south]
            for west in combinations(rest, self.hand):
                yield south, west, tuple(card for card in rest if card not in west)

    def view(self, seat: int, held: Cards, played: Cards) -> TablePosition:
        """What a seat that has to play sees."""
        size, done = len(SEATS), len(played) // len(SEATS) * len(SEATS)
        led = played[done:]
        hands = []
        for number, other in enumerate(SEATS):
            has_played = (number - _leader(played)) % size < len(led)
            left = self.hand - done // size - has_played
            text = Hand.of(held).text() if number == seat else f"+{left}"
            hands.append(f"{other.text()}={text}")
        tricks = [played[start : start + size] for start in range(0, done, size)]
        past = [self.past, *("-".join(map(str, trick)) for trick in tricks)]
        words = [
            f"rules=auction count={COUNT.name} bidder=south trump={TRUMP.letter}",
            f"turn={SEATS[seat].text()}",
            *hands,
            f"buried={Hand.of(self.buried).text()}",
            f"tricks={','.join(past)}",
        ]
        if led:
            words.append(f"led={','.join(map(str, led))}")
        return TablePosition.parse(" ".join(words))


SMALL_TABLES = {
    table.name: table
    for table in (
        SmallTable("two", cards_of("KS QS KH QH KD QD"), cards_of("9S 9H 9D")),
        SmallTable("two-trumps", cards_of("KS QS JS 9S KH QH"), cards_of("JS 9S 9H")),
        SmallTable("three", cards_of("KS QS JS KH QH JH KD QD JD"), cards_of("JC 9C 9C")),
    )
}


def _leader(played: Cards) -> int:
    """The seat that leads the trick which is under way, or comes next."""
    leader = BIDDER
    for start in range(0, len(played) - len(played) % len(SEATS), len(SEATS)):
        leader = (leader + winner_of(played[start : start + len(SEATS)], TRUMP)) % len(SEATS)
    return leader


@dataclass(slots=True)
class _Sets:
    """The information sets of a seat, or of both defenders with their cards on the table."""

    of: dict[object, int] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    size: int = 1

    def first(self, key: object, moves: int, before: int) -> int:
        """The sequence that the first move of a set makes; the next ones follow it."""
        number = self.of.setdefault(key, len(self.parents))
        if number == len(self.parents):
            self.parents.append(before)
            self.counts.append(moves)
            self.firsts.append(self.size)
            self.size += moves
        return self.firsts[number]

    def treeplex(self) -> Treeplex:
        return Treeplex.of(self.parents, self.counts)


@dataclass(frozen=True, slots=True)
class Decision:
    """An information set with a choice: what the seat holds, what was played, what it may play."""

    held: Cards
    played: Cards
    moves: Cards


class SmallTree:
    """Every history of a small table.

    Where a seat has one legal card there is no decision.

    Attributes:
        table: the table.
        deals: how many deals there are.
        seats: what each seat can do: the bidder's, west's and north's `Treeplex`.
        together: what the defenders can do if they see each other's cards.
        decisions: for each seat its information sets.
        ends: for each way that the game can go the last sequence of each seat.
        joint: for each way the last sequence of the defenders together.
        points: for each way what the bidder takes, over the number of deals.
        parts: for each information set of the defenders together which of whose it is: the seat
            and the set's number among its own.
    """

    def __init__(self, table: SmallTable) -> None:
        self.table = table
        self._sets = tuple(_Sets() for _ in SEATS)
        self._together = _Sets()
        self.decisions: tuple[list[Decision], ...] = tuple([] for _ in SEATS)
        self.parts: list[tuple[int, int]] = []
        self._ends: list[Sequence[int]] = []
        self._points: list[int] = []
        self.deals = 0
        for hands in table.deals():
            self.deals += 1
            self._hands = hands
            self._visit((), [0] * (1 + len(SEATS)), 0)
        self.seats = tuple(sets.treeplex() for sets in self._sets)
        self.together = self._together.treeplex()
        ends = np.array(self._ends, np.intp)
        self.ends = tuple(ends[:, seat] for seat in range(len(SEATS)))
        self.joint = ends[:, len(SEATS)]
        self.points: Floats = np.array(self._points) / self.deals

    def _visit(self, played: Cards, last: Sequence[int], points: int) -> None:
        size = len(SEATS)
        leader, led = _leader(played), played[len(played) // size * size :]
        if len(played) == len(self.table.live):
            self._ends.append(last)
            self._points.append(points)
            return
        seat = (leader + len(led)) % size
        held = tuple(card for card in self._hands[seat] if card not in played)
        moves = legal_cards(Hand.of(held), led, TRUMP, AUCTION.obligation)
        first = together = None
        if len(moves) > 1:
            first, together = self._decide(seat, Decision(held, played, moves), last)
        for choice, card in enumerate(moves):
            after = list(last)
            if first is not None:
                after[seat] = first + choice
            if together is not None:
                after[size] = together + choice
            self._visit((*played, card), after, points + self._taken(leader, led, card, held))

    def _taken(self, leader: int, led: Cards, card: Card, held: Cards) -> int:
        """What the bidder takes by the trick that this card completes."""
        trick = (*led, card)
        if len(trick) < len(SEATS) or (leader + winner_of(trick, TRUMP)) % len(SEATS) != BIDDER:
            return 0
        return COUNT.of(trick) + LAST_TRICK * (len(held) == 1)

    def _decide(self, seat: int, decision: Decision, last: Sequence[int]) -> tuple[int, int | None]:
        sets, (known, moves) = self._sets[seat], ((decision.held, decision.played), decision.moves)
        first = sets.first(known, len(moves), last[seat])
        if len(sets.of) > len(self.decisions[seat]):
            self.decisions[seat].append(decision)
        if seat == BIDDER:
            return first, None
        hands = (*self._hands[WEST], *self._hands[NORTH])
        key = (seat, hands, decision.played)
        together = self._together.first(key, len(moves), last[len(SEATS)])
        if len(self._together.of) > len(self.parts):
            self.parts.append((seat, sets.of[known]))
        return first, together

    def gains(self, seat: int, plans: Sequence[Floats]) -> Floats:
        """What each sequence of a seat is worth to it, the others playing these plans."""
        weights = self.points * (1 if seat == BIDDER else -1)
        for other, plan in enumerate(plans):
            if other != seat:
                weights = weights * plan[self.ends[other]]
        return np.bincount(self.ends[seat], weights, self.seats[seat].size).astype(np.float64)

    def value(self, plans: Sequence[Floats]) -> float:
        """The points that the bidder takes."""
        return float(plans[BIDDER] @ self.gains(BIDDER, plans))

    def with_open_defence(self) -> SequenceGame:
        """The game for two in which the defenders see each other's cards."""
        seats = (self.seats[BIDDER], self.together)
        return SequenceGame.of(seats, self.ends[BIDDER], self.joint, self.points)

    def views(self, seat: int) -> Iterator[TablePosition]:
        """For each information set of a seat what it sees."""
        for each in self.decisions[seat]:
            yield self.table.view(seat, each.held, each.played)
