"""Deals that meet conditions: some cards are fixed, the others drawn until the conditions hold.

Every deal that meets them is equally likely. Most deals are found by drawing until one meets the
conditions. Where hands must hold certain cards, such as those of a run, these are dealt first. Each
deal is then kept with a chance that makes up for the number of ways in which it could have come
about. What is drawn depends only on the seed, on every machine and version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from math import comb
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.hand.compatible import may_all_be_met
from pinochle_solver.hand.condition_values import Forced, Values
from pinochle_solver.hand.deal_conditions import (
    BOTH,
    STOCK,
    TRUMP,
    UPCARD,
    Condition,
    MeldPoints,
    SomeCards,
    parse_condition,
)
from pinochle_solver.hand.deals import Deal, NoDealError, random_deals, random_playoffs
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.rules.cards import CARDS, NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.checks import cards_text, check_copies
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rulebooks import as_rulebook
from pinochle_solver.rules.rules import Rulebook, Seat

MOST_SECONDS = 60.0
"""How long deals are searched for by default."""
_MOST_BRANCHES = 64
_FIRST_BATCH, _LARGEST_BATCH = 256, 1 << 14
_EXTRA = 4
"""Random words of a deal besides those that shuffle it."""
_BRANCH, _UPCARD, _KEPT, _SEAT = range(_EXTRA)


def find_deals(
    number: int,
    seed: int,
    rules: Rulebook | str,
    count: CardCount | None = None,
    *,
    where: Iterable[str] = (),
    south: Hand = NO_CARDS,
    north: Hand = NO_CARDS,
    upcard: Card | None = None,
    seconds: float = MOST_SECONDS,
) -> Iterator[Deal]:
    """Deal `number` hands that meet conditions, each such deal equally likely.

    Deal k depends only on the seed, on what is asked for and on k. If nothing is asked for, the
    deals are those of `random_deals`.

    Args:
        number: how many.
        seed: the seed; another seed gives other deals.
        rules: the rulebook, or the name of a published one.
        count: what cards count; the rulebook's own if None is given.
        where: conditions in words, such as ``south holds a run``; all of them must hold.
        south: cards that south is certain to be dealt; its other cards are drawn from the rest.
        north: the same for north.
        upcard: the card that is turned up; any if None is given.
        seconds: after how many to give up.

    Raises:
        NotationError: for a condition that cannot be read, and for an unknown rulebook.
        IllegalPositionError: naming the token and the fact, for cards that cannot be dealt like
            this and for conditions that no deal meets.
        NoDealError: when time is up.
    """
    rules = as_rulebook(rules)
    wanted = _Wanted(rules, count or rules.count, rules.deck.hand, where, south, north, upcard)
    if wanted.is_all:
        yield from random_deals(number, seed, rules, count)
        return
    for found in islice(_Search(wanted, seed, number, seconds), number):
        yield Deal(
            rules=rules,
            count=wanted.count,
            dealer=found.seat,
            south=found.south,
            north=found.north,
            upcard=found.upcard,
            stock=found.rest[: rules.deck.stock],
            trump=found.trump,
        )


def find_playoffs(
    cards: int,
    number: int,
    seed: int,
    rules: Rulebook | str,
    count: CardCount | None = None,
    *,
    where: Iterable[str] = (),
    south: Hand = NO_CARDS,
    north: Hand = NO_CARDS,
    seconds: float = MOST_SECONDS,
) -> Iterator[PlayoffPosition]:
    """Deal `number` playoff positions of `cards` cards a hand that meet conditions.

    It works like `find_deals`. If nothing is asked for, the positions are those of
    `random_playoffs`. There is no upcard to ask for.

    Raises:
        NotationError, IllegalPositionError, NoDealError: as `find_deals` does.
    """
    rules = as_rulebook(rules)
    wanted = _Wanted(rules, count or rules.count, cards, where, south, north, None, playoff=True)
    if wanted.is_all:
        yield from random_playoffs(cards, number, seed, rules, count)
        return
    for found in islice(_Search(wanted, seed, number, seconds), number):
        yield PlayoffPosition(
            rules=rules,
            count=wanted.count,
            trump=found.trump,
            south=found.south,
            north=found.north,
            turn=found.seat,
        )


class _Wanted:
    """What is asked for, and the ways in which it can be dealt.

    Attributes:
        rules, count: the rulebook, and what cards count.
        size: the cards of a hand.
        fixed: the cards that each seat is certain to be dealt.
        upcard: the card that is turned up, if it is fixed.
        has_upcard: whether a card is turned up.
        conditions: the conditions on what hands hold.
        branches: the ways to deal; each deal that meets the conditions comes about in one of them.
        is_all: whether nothing is asked for.
    """

    def __init__(
        self,
        rules: Rulebook,
        count: CardCount,
        size: int,
        where: Iterable[str],
        south: Hand,
        north: Hand,
        upcard: Card | None,
        playoff: bool = False,
    ) -> None:
        self.rules, self.count, self.size = rules, count, size
        self.fixed = {Seat.SOUTH: south, Seat.NORTH: north}
        self.upcard, self.has_upcard = upcard, rules.deck.upcard and not playoff
        conditions = [parse_condition(text, rules) for text in where]
        self._is_fixed = bool(south or north or upcard)
        self.is_all = not conditions and not self._is_fixed
        self._check()
        for condition in conditions:
            if condition.subject == UPCARD and not self.has_upcard:
                raise _impossible(condition, "no card is turned up")
            if condition.subject == STOCK and playoff:
                raise _impossible(condition, "in a playoff there is no stock")
        self.conditions = [each for each in conditions if each.subject not in (UPCARD, TRUMP)]
        self.branches = self._branches(conditions)
        if not self._may_be_met(conditions):
            for condition in conditions:
                if not self._may_be_met([condition]):
                    fixed = ", with the cards that are fixed" if self._is_fixed else ""
                    raise _impossible(condition, f"no deal meets this{fixed}")
            raise IllegalPositionError("where", "no deal meets all of these conditions")

    def _check(self) -> None:
        deck = self.rules.deck
        for seat, hand in self.fixed.items():
            if len(hand) > self.size:
                fact = f"{cards_text(len(hand))}, a hand has {self.size}"
                raise IllegalPositionError(seat.text(), fact)
        if self.upcard is not None and not self.has_upcard:
            raise IllegalPositionError("upcard", f"{self.upcard}, but no card is turned up")
        upcard = () if self.upcard is None else (self.upcard,)
        named = [(seat.text(), hand) for seat, hand in self.fixed.items()]
        check_copies(deck, [*named, ("upcard", upcard)])

    def values(self, trump: Suit) -> Values:
        """What hands hold with this suit as trump."""
        return Values(self.rules, self.count, trump)

    def _branches(self, conditions: Sequence[Condition]) -> list[_Branch]:
        """The ways to deal that cannot be left out."""
        branches = []
        for trump in self.rules.deck.suits:
            if self._contradict(trump, conditions):
                continue
            ways: list[list[Forced]] = []
            number = 1
            for condition in conditions:
                if condition.subject in (UPCARD, TRUMP):
                    continue
                forced = self.values(trump).forced(condition)
                if not forced:
                    break
                # Anything not looked into is left to chance.
                if number * len(forced) <= _MOST_BRANCHES:
                    ways.append(forced)
                    number *= len(forced)
            else:
                upcards = self._upcards(trump, conditions)
                if upcards is None:
                    continue
                for way in product(*ways):
                    branch = self._branch(trump, upcards, way)
                    if branch.weight and branch not in branches:
                        branches.append(branch)
        return branches

    def _may_be_met(self, conditions: Sequence[Condition]) -> bool:
        """Whether some deal may meet all of these conditions; if in doubt, True."""
        of_hands = [each for each in conditions if each.subject not in (UPCARD, TRUMP)]
        return bool(self._branches(conditions)) and any(
            may_all_be_met(
                of_hands,
                self.values(trump),
                self.rules,
                trump,
                self.size,
                self.fixed,
                upcard if self.has_upcard else None,
            )
            for trump in self.rules.deck.suits
            for upcard in self._upcards(trump, conditions) or ()
        )

    def _contradict(self, trump: Suit, conditions: Sequence[Condition]) -> bool:
        """Whether one condition asks for more of some cards in a hand than another allows."""
        of_cards = [
            (each, set(each.what.cards(self.rules, trump)))
            for each in conditions
            if isinstance(each.what, SomeCards)
        ]
        return any(
            allowed.most is not None
            and asked.least > allowed.most
            and cards <= others
            and _hands_of(asked) & _hands_of(allowed)
            for (asked, cards), (allowed, others) in permutations(of_cards, 2)
        )

    def _upcards(self, trump: Suit, conditions: Sequence[Condition]) -> tuple[Card, ...] | None:
        """The cards that may be turned up with this suit as trump; None if it cannot be trump."""
        cards = [card for card in self.rules.deck.cards().distinct() if card.suit is trump]
        if self.upcard is not None:
            cards = [card for card in cards if card == self.upcard]
        for condition in conditions:
            what = condition.what
            if condition.subject not in (UPCARD, TRUMP):
                continue
            assert isinstance(what, SomeCards)
            wanted = what.cards(self.rules, trump)
            cards = [card for card in cards if (card in wanted) == (condition.least == 1)]
        return tuple(cards) if cards else None

    def _branch(self, trump: Suit, upcards: tuple[Card, ...], way: Iterable[Forced]) -> _Branch:
        forced: dict[Seat, dict[Card, int]] = {seat: {} for seat in Seat}
        for each in way:
            for seat, needed in each.items():
                for card, number in needed.items():
                    missing = number - self.fixed[seat].count(card)
                    if missing > forced[seat].get(card, 0):
                        forced[seat][card] = missing
        return _Branch.of(self, trump, upcards, forced)


def _hands_of(condition: Condition) -> set[str]:
    """The seats whose hand must meet a condition, whatever the other hand does."""
    seats = {seat.text() for seat in Seat}
    return seats if condition.subject == BOTH else seats & {condition.subject}


@dataclass(frozen=True)
class _Branch:
    """One way to deal.

    Attributes:
        trump: the trump suit.
        forced: by seat, the cards that it is dealt besides the fixed ones, sorted.
        upcards: the cards that may be turned up.
        pool: the cards that are then left, by index.
        places: where the cards that may be turned up are in the pool; empty if the upcard is fixed,
            or if there is none.
        weight: how many deals come about in this way, in the same measure for all ways.
    """

    trump: Suit
    forced: tuple[tuple[tuple[int, int], ...], ...]
    upcards: tuple[Card, ...]
    pool: tuple[int, ...]
    places: tuple[int, ...]
    weight: int

    @classmethod
    def of(
        cls,
        wanted: _Wanted,
        trump: Suit,
        upcards: tuple[Card, ...],
        forced: Mapping[Seat, Mapping[Card, int]],
    ) -> _Branch:
        left = bytearray(wanted.rules.deck.cards().counts)
        for hand in wanted.fixed.values():
            for card in hand:
                left[card.index] -= 1
        if wanted.upcard is not None:
            left[wanted.upcard.index] -= 1
        weight = 1
        taken = {seat: len(wanted.fixed[seat]) + sum(forced[seat].values()) for seat in Seat}
        for seat in Seat:
            for card, number in forced[seat].items():
                weight *= comb(left[card.index], number)
                left[card.index] = max(0, left[card.index] - number)
        pool = tuple(index for index in range(CARDS) for _ in range(left[index]))
        draws_upcard = wanted.has_upcard and wanted.upcard is None
        turned = [card.index for card in upcards] if draws_upcard else []
        places = tuple(place for place, index in enumerate(pool) if index in turned)
        open_cards = [wanted.size - taken[seat] for seat in Seat]
        if min(open_cards) < 0:
            weight = 0
        else:
            others = len(pool) - draws_upcard
            weight *= comb(others, open_cards[0]) * comb(others - open_cards[0], open_cards[1])
            weight *= len(places) if draws_upcard else 1
        sorted_ = tuple(
            tuple(sorted((card.index, number) for card, number in forced[seat].items()))
            for seat in Seat
        )
        return cls(trump, sorted_, upcards, pool, places, weight)


@dataclass(frozen=True)
class _Found:
    """A deal that was found.

    Attributes:
        trump, south, north, upcard: the trump, the hands and the upcard as dealt.
        rest: the other cards in order.
        seat: one of the two seats, both equally likely.
    """

    trump: Suit
    south: Hand
    north: Hand
    upcard: Card | None
    rest: tuple[Card, ...]
    seat: Seat


class _Search:
    """Looks for deals, many at a time.

    Args:
        wanted: what is asked for.
        seed: the seed of what is drawn.
        number: how many are needed.
        seconds: after how many to give up.
    """

    def __init__(self, wanted: _Wanted, seed: int, number: int, seconds: float) -> None:
        self._wanted, self._number, self._seconds = wanted, number, seconds
        digest = hashlib.sha256(f"where/{seed}".encode()).digest()
        self._bits = np.random.PCG64(int.from_bytes(digest, "big"))
        weights = [branch.weight for branch in wanted.branches]
        total = sum(weights)
        ends = [sum(weights[: number + 1]) / total for number in range(len(weights) - 1)]
        self._ends = np.array(ends)
        self._values = {branch.trump: wanted.values(branch.trump) for branch in wanted.branches}

    def __iter__(self) -> Iterator[_Found]:
        begun = monotonic()
        size, tried, found = _FIRST_BATCH, 0, 0
        while found < self._number:
            for deal in self._batch(size):
                found += 1
                yield deal
            tried += size
            size = min(2 * size, _LARGEST_BATCH)
            if found < self._number and monotonic() - begun > self._seconds:
                raise NoDealError(found, tried, self._seconds)

    def _batch(self, size: int) -> list[_Found]:
        """Among this many deals, those that meet the conditions, in order."""
        # Every batch uses the same number of words for a deal, so that what is drawn does not
        # depend on the batches.
        words = self._bits.random_raw(size * (self._wanted.rules.deck.size + _EXTRA))
        words = words.reshape(size, -1)
        chosen = np.searchsorted(self._ends, _fractions(words[:, _BRANCH]), side="right")
        found: list[tuple[int, _Found]] = []
        for number, branch in enumerate(self._wanted.branches):
            rows = np.flatnonzero(chosen == number)
            if len(rows):
                found += zip(*self._of_branch(branch, rows, words[rows]), strict=True)
        return [deal for _, deal in sorted(found, key=lambda each: each[0])]

    def _of_branch(
        self, branch: _Branch, rows: NDArray[np.int64], words: NDArray[np.uint64]
    ) -> tuple[list[int], list[_Found]]:
        """The rows of a branch that are kept, and their deals."""
        pool = np.array(branch.pool, np.uint8)
        keys = words[:, _EXTRA : _EXTRA + len(pool)].copy()
        upcards = None
        if branch.places:
            places = np.array(branch.places)
            turned = places[(_fractions(words[:, _UPCARD]) * len(places)).astype(np.int64)]
            upcards = pool[turned]
            keys[np.arange(len(keys)), turned] = np.iinfo(np.uint64).max  # it comes last
        order = pool[np.argsort(keys, axis=1, kind="stable")]
        drawn, start = {}, 0
        for seat in Seat:
            forced = branch.forced[seat]
            end = start + self._wanted.size - len(self._wanted.fixed[seat])
            end -= sum(number for _, number in forced)
            drawn[seat] = _counted(order[:, start:end])
            for index, number in forced:
                drawn[seat][:, index] += number
            start = end
        kept = self._chance(branch, drawn) > _fractions(words[:, _KEPT])
        rows, words, order = rows[kept], words[kept], order[kept]
        upcards = None if upcards is None else upcards[kept]
        hands = {
            seat: drawn[seat][kept] + np.frombuffer(self._wanted.fixed[seat].counts, np.uint8)
            for seat in Seat
        }
        met = np.arange(len(rows))
        # The points of melds take the most time, so they come last, for what is left.
        for condition in sorted(self._wanted.conditions, key=_costs):
            held = {seat: hands[seat][met] for seat in Seat}
            stock = None
            if condition.subject == STOCK:
                end = start + self._wanted.rules.deck.stock
                stock = _counted(order[met, start:end])
            met = met[self._values[branch.trump].meets(condition, held, stock)]
        return [int(rows[row]) for row in met], [
            _Found(
                trump=branch.trump,
                south=Hand(hands[Seat.SOUTH][row].tobytes()),
                north=Hand(hands[Seat.NORTH][row].tobytes()),
                upcard=self._wanted.upcard
                if upcards is None
                else Card.from_index(int(upcards[row])),
                rest=tuple(Card.from_index(int(index)) for index in order[row, start:]),
                seat=Seat(int(words[row, _SEAT]) >> 63),
            )
            for row in met
        ]

    def _chance(
        self, branch: _Branch, drawn: Mapping[Seat, NDArray[np.uint8]]
    ) -> NDArray[np.float64]:
        """The chance with which deals are kept, so that all are equally likely.

        A card that must be in a hand is dealt as one particular copy, although in a hand with more
        copies it could have been another one. A deal may also come about in several ways.
        """
        chance = np.ones(len(drawn[Seat.SOUTH]))
        for seat in Seat:
            for index, number in branch.forced[seat]:
                held = drawn[seat][:, index]
                ways = np.array([comb(copies, number) or 1 for copies in range(256)])
                chance /= ways[held]
        several = np.zeros(len(chance))
        for other in self._wanted.branches:
            if other.trump is branch.trump:
                comes_so = np.ones(len(chance), np.bool_)
                for seat in Seat:
                    for index, number in other.forced[seat]:
                        comes_so &= drawn[seat][:, index] >= number
                several += comes_so
        return chance / several


def _costs(condition: Condition) -> bool:
    return isinstance(condition.what, MeldPoints)


def _counted(indices: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rows of cards as counts of each card."""
    counts = np.zeros((len(indices), CARDS), np.uint8)
    rows = np.arange(len(indices))
    for column in indices.T:
        counts[rows, column] += 1
    return counts


def _fractions(words: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Random words as numbers from 0 to below 1."""
    fractions: NDArray[np.float64] = (words >> np.uint64(11)) * 2.0**-53
    return fractions


def _impossible(condition: Condition, fact: str) -> PositionError:
    return IllegalPositionError("where", f"{condition.text!r}: {fact}")
