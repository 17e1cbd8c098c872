"""Deals of the cards that a seat does not see, every one equally likely.

A seat that sees a position knows the cards named in it. The others lie in places of known size: the
hidden cards of each hand, the widow, the burial, and in an ending the cards already played. Only
two things are used as evidence: the `absent_cards`, and that the widow, once turned, went to its
bidder (RULES-TABLE.md, section 9).
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple

from pinochle_solver.double_dummy.absent import absent_cards
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import less
from pinochle_solver.table.seats import Seat

WIDOW, BURIED, GONE = "widow", "buried", "gone"
Place = Seat | str
"""A seat, `WIDOW`, `BURIED`, or `GONE`: cards played that are not named."""


class DealGraph(NamedTuple):
    """How many deals of the unseen cards there are, as a graph that compiled code can walk.

    A state is a group of cards with the room left in each place; state 0 is the first. Each split
    of its group over the places leads to another state.

    Attributes:
        places: the places; a split goes to them in this order.
        cards: the cards of the groups, by index, one group after the other.
        starts: where each group starts in `cards`, and its end at last.
        splits: where the splits of each state start, and their end at last.
        before: how many deals the splits of a state have up to each one, itself included.
        following: the state after each split; after those of the last group 0.
        sizes: how many cards each split puts into each place.
    """

    places: tuple[Place, ...]
    cards: bytes
    starts: list[int]
    splits: list[int]
    before: list[float]
    following: list[int]
    sizes: list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards that may lie in the same places."""

    cards: tuple[Card, ...]
    places: tuple[int, ...]


class Unseen:
    """The unseen cards of a position, and where they may be.

    Args:
        position: the position as its seat to decide sees it.

    Raises:
        IllegalPositionError: (``tricks``) if no deal of these cards explains the cards played.
    """

    def __init__(self, position: TablePosition) -> None:
        sizes: dict[Place, int] = {
            seat: hand.hidden for seat, hand in position.hands.items() if hand.hidden
        }
        if position.act is Act.BID:
            sizes[WIDOW] = _hidden_widow(position)
        elif position.rules.widow:
            known = 0 if position.buried is None else len(position.buried.known)
            bidder_buries = position.act is not Act.BURY and position.buried is not None
            sizes[BURIED] = position.rules.widow - known if bidder_buries else 0
        pool = _not_named(position)
        sizes[GONE] = len(pool) - sum(sizes.values())
        self._places = tuple(place for place, size in sizes.items() if size)
        self._sizes = tuple(sizes[place] for place in self._places)
        self._groups = tuple(_groups(position, pool, self._places))
        self._later: dict[tuple[int, tuple[int, ...]], int] = {}
        if not self.number:
            fact = "no deal of the unseen cards explains the cards played"
            raise IllegalPositionError("tricks", fact)

    @cached_property
    def number(self) -> int:
        """How many deals there are, identical cards told apart."""
        return self._ways(0, self._sizes)

    def deal(self, random: Random) -> dict[Place, Hand]:
        """One of these deals, every one equally likely."""
        dealt: dict[int, list[Card]] = {place: [] for place in range(len(self._places))}
        sizes = self._sizes
        for number, group in enumerate(self._groups):
            splits, deals = zip(*self._splits(number, sizes), strict=True)
            before = list(accumulate(deals))
            split = splits[bisect(before, int(random.random() * before[-1]))]
            cards = iter(_shuffled(group.cards, random))
            for place, size in enumerate(split):
                dealt[place] += (next(cards) for _ in range(size))
            sizes = tuple(map(int.__sub__, sizes, split))
        return {place: Hand.of(dealt[i]) for i, place in enumerate(self._places)}

    def graph(self) -> DealGraph:
        """All these deals as a graph."""
        states, numbers = [(0, self._sizes)], {(0, self._sizes): 0}
        splits, following = [0], list[int]()
        before, sizes_of = list[float](), list[tuple[int, ...]]()
        last = len(self._groups) - 1
        for group, sizes in states if self._groups else ():
            deals = 0
            for split, number in self._splits(group, sizes):
                deals += number
                before.append(float(deals))
                sizes_of.append(split)
                rest = group + 1, tuple(map(int.__sub__, sizes, split))
                if group < last and rest not in numbers:
                    numbers[rest] = len(states)
                    states.append(rest)
                following.append(numbers.get(rest, 0))
            splits.append(len(before))
        cards = [card.index for group in self._groups for card in group.cards]
        starts = [0, *accumulate(len(group.cards) for group in self._groups)]
        return DealGraph(self._places, bytes(cards), starts, splits, before, following, sizes_of)

    def _ways(self, number: int, sizes: tuple[int, ...]) -> int:
        """In how many ways the groups from this one on fill places of these sizes."""
        if number == len(self._groups):
            return int(not any(sizes))
        key = number, sizes
        if key not in self._later:
            self._later[key] = sum(ways for _, ways in self._splits(number, sizes))
        return self._later[key]

    def _splits(self, number: int, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """How a group may be spread over places of these sizes, and the deals of each way.

        The last group fills what the others have left.
        """
        group = self._groups[number]
        is_last = number == len(self._groups) - 1
        for split in _spread(len(group.cards), group.places, sizes, fills=is_last):
            left, deals = len(group.cards), 1
            for size in split:
                deals *= comb(left, size)
                left -= size
            rest = tuple(map(int.__sub__, sizes, split))
            later = 1 if is_last else self._ways(number + 1, rest)
            if later:
                yield split, deals * later


def _spread(
    number: int, places: tuple[int, ...], sizes: tuple[int, ...], *, fills: bool
) -> Iterator[tuple[int, ...]]:
    """Every way to put this many cards into places of these sizes; all full if it `fills`."""
    if fills:
        split = tuple(size if place in places else 0 for place, size in enumerate(sizes))
        if split == sizes and sum(sizes) == number:
            yield split
        return
    if not places:
        if not number:
            yield (0,) * len(sizes)
        return
    first, *others = places
    room = sum(sizes[place] for place in others)
    for here in range(max(0, number - room), min(number, sizes[first]) + 1):
        for split in _spread(number - here, tuple(others), sizes, fills=False):
            yield (*split[:first], here, *split[first + 1 :])


def _shuffled(cards: tuple[Card, ...], random: Random) -> list[Card]:
    """The cards in random order; uses only what gives the same numbers everywhere in `Random`."""
    pack = list(cards)
    for place in range(len(pack) - 1, 0, -1):
        other = int(random.random() * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def _hidden_widow(position: TablePosition) -> int:
    return position.rules.widow if position.widow is None else position.widow.hidden


def _not_named(position: TablePosition) -> list[Card]:
    """The cards of the deck that a position does not place; a turned widow's are not placed."""
    cards = position.rules.deck
    for _, named in position.piles():
        cards = less(cards, named)
    return list(cards)


def _groups(
    position: TablePosition, pool: list[Card], places: tuple[Place, ...]
) -> Iterator[_Group]:
    """The unseen cards by where they may lie, the most restricted first."""
    absent: Mapping[Seat, frozenset[Card]] = absent_cards(hand_of(position))
    turned = _still_with_bidder(position)
    groups: dict[tuple[int, ...], list[Card]] = defaultdict(list)
    for card in pool:
        allowed = [
            place for place in places if not (isinstance(place, Seat) and card in absent[place])
        ]
        if turned.get(card, 0):
            turned[card] -= 1
            allowed = [place for place in allowed if place in (position.bidder, BURIED, GONE)]
        groups[tuple(map(places.index, allowed))].append(card)
    for where in sorted(groups, key=lambda where: (len(where), where)):
        yield _Group(tuple(groups[where]), where)


def _still_with_bidder(position: TablePosition) -> dict[Card, int]:
    """How many unseen copies of each card of the turned widow the bidder holds or has buried.

    In an ending that does not tell what was played, he may also have played them.

    A copy that the bidder is known to hold, or has played, may have been the widow's.
    """
    if position.act is Act.BID or position.widow is None or position.bidder is None:
        return {}
    seen = list(position.hands[position.bidder].known)
    seen += hand_of(position).played_by(position.bidder)
    if position.buried is not None:
        seen += position.buried.known
    if position.gone is not None and not position.taken:
        seen += position.gone  # by whom is not known
    turned = position.widow.known
    return {card: max(0, turned.count(card) - seen.count(card)) for card in turned.distinct()}
