"""What conditions count, for many hands at once: arrays of the number of copies of each card.

Everything here is with one suit as trump.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from pinochle_solver.hand.deal_conditions import (
    BOTH,
    EITHER,
    NEITHER,
    STOCK,
    CardPoints,
    Condition,
    MeldPoints,
    SomeCards,
    SomeMelds,
    What,
)
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldState, MeldTable
from pinochle_solver.rules.rules import Rulebook, Seat

Counts = NDArray[np.uint8]
"""Hands, one in each row: how many copies of each card, by `Card.index`."""
Forced = dict[Seat, dict[Card, int]]
"""Cards that seats must hold, and how many copies of each."""


class Values:
    """What hands hold, with one suit as trump.

    Args:
        rules: the rulebook.
        count: what cards count.
        trump: the trump suit.
    """

    def __init__(self, rules: Rulebook, count: CardCount, trump: Suit) -> None:
        self._rules, self._count, self._trump = rules, count, trump

    def meets(
        self, condition: Condition, hands: Mapping[Seat, Counts], stock: Counts | None = None
    ) -> NDArray[np.bool_]:
        """Which of the deals meet a condition on what hands hold, or the stock, if it is given."""
        subject = condition.subject
        if subject == STOCK:
            assert stock is not None
            return self.holds(condition, stock)
        if subject not in (EITHER, BOTH, NEITHER):
            return self.holds(condition, hands[Seat.parse(subject)])
        south, north = (self.holds(condition, hands[seat]) for seat in Seat)
        if subject == BOTH:
            return south & north
        return south | north if subject == EITHER else ~(south | north)

    def holds(self, condition: Condition, hands: Counts) -> NDArray[np.bool_]:
        """Which of these hands hold what a condition says, whoever its subject is."""
        what, least, most = condition.what, condition.least, condition.most
        if isinstance(what, MeldPoints):
            return self._melds_come_to(hands, least, most)
        values = self._values(what, hands)
        held = values >= least
        return held if most is None else held & (values <= most)

    def _values(self, what: What, hands: Counts) -> NDArray[np.int64]:
        terms = self.terms(what)
        if isinstance(what, SomeMelds):
            times = (_times(needed, hands) for needed in terms)
            return sum(times, np.zeros(len(hands), np.int64))
        values: NDArray[np.int64] = hands @ terms[0]
        return values

    def terms(self, what: What) -> NDArray[np.int64]:
        """What is counted, as numbers by `Card.index`, shape (terms, cards).

        Of melds each row is one of them: how many copies of each card it takes. For anything else
        there is one row: what each card counts. Points of melds have no rows.
        """
        terms = np.zeros((0, CARDS), np.int64)
        if isinstance(what, SomeMelds):
            sets = what.sets(self._rules, self._trump)
            terms = np.zeros((len(sets), CARDS), np.int64)
            for term, needed in zip(terms, sets, strict=True):
                term[:] = _row_of(needed)
        elif isinstance(what, CardPoints):
            terms, by_rank = np.zeros((1, CARDS), np.int64), self._count.by_rank()
            for card in self._rules.deck.cards().distinct():
                terms[0, card.index] = by_rank[card.rank]
        elif isinstance(what, SomeCards):
            terms = np.zeros((1, CARDS), np.int64)
            for card in what.cards(self._rules, self._trump):
                terms[0, card.index] = 1
        return terms

    def _melds_come_to(self, hands: Counts, least: int, most: int | None) -> NDArray[np.bool_]:
        """Which hands have melds of that many points; possible ones are looked at one by one."""
        held = self._most_meld_points(hands) >= least
        for row in np.flatnonzero(held):
            points = meld_points(self._rules, self._trump, Hand(hands[row].tobytes()))
            held[row] = least <= points and (most is None or points <= most)
        return held

    def _most_meld_points(self, hands: Counts) -> NDArray[np.int64]:
        """An upper bound on the points of the melds in hands."""
        most = np.zeros(len(hands), np.int64)
        for kind in self._rules.melds:
            bars_itself = kind.all_at_once or any(
                cards == kind.cards and service in kind.barred_by for service, cards in kind.serves
            )
            for needed in SomeMelds(kind).sets(self._rules, self._trump):
                times = _times(_row_of(needed), hands)
                takes_all = all(number == self._rules.deck.copies for number in needed.values())
                if not bars_itself and not takes_all and kind.name != DIX:
                    # Each of them lays one more card; no more than that is known.
                    cards = hands[:, [card.index for card in needed]].sum(axis=1, dtype=np.int64)
                    times = np.where(times > 0, cards, 0)
                most += kind.points * times
        return most

    def card_points(self, cards: Iterable[Card]) -> int:
        """What these cards count in tricks."""
        return self._count.of(cards)

    def forced(self, condition: Condition) -> list[Forced]:
        """Cards that hands hold wherever a condition is met: each such deal has one of these ways.

        Only what is easy to find: cards and melds that can be had in just one way. For other
        conditions nothing is known, ``[{}]``; for conditions that cannot be met there is no way,
        ``[]``.
        """
        if condition.subject == STOCK:
            return [] if self._needed(condition.what, condition.least) is None else [{}]
        if condition.least == 0 or condition.subject == NEITHER:
            holds_always = condition.least == 0 and condition.most is None
            return [] if holds_always and condition.subject == NEITHER else [{}]
        needed = self._needed(condition.what, condition.least)
        if needed is None:
            return []
        if not needed:
            return [{}]
        if condition.subject == BOTH:
            return [dict.fromkeys(Seat, needed)]
        if condition.subject == EITHER:
            return [{seat: needed} for seat in Seat]
        return [{Seat.parse(condition.subject): needed}]

    def _needed(self, what: What, least: int) -> dict[Card, int] | None:
        """The cards that every hand with that many must hold; None if there is no such hand."""
        copies = self._rules.deck.copies
        if isinstance(what, SomeMelds):
            sets = what.sets(self._rules, self._trump)
            if len(sets) == 1:
                needed = {card: least * number for card, number in sets[0].items()}
                return needed if max(needed.values()) <= copies else None
            return {} if sets else None
        if isinstance(what, SomeCards):
            cards = what.cards(self._rules, self._trump)
            if least > len(cards) * copies:
                return None
            if len(cards) == 1:
                return {cards[0]: least}
            if least == len(cards) * copies:
                return dict.fromkeys(cards, copies)
        return {}


def _row_of(needed: Mapping[Card, int]) -> NDArray[np.int64]:
    """How many copies of each card are needed, by `Card.index`."""
    row = np.zeros(CARDS, np.int64)
    for card, number in needed.items():
        row[card.index] = number
    return row


def _times(needed: NDArray[np.int64], hands: Counts) -> NDArray[np.int64]:
    """How many times hands hold the cards of a row of `Values.terms`."""
    cards = np.flatnonzero(needed)
    times: NDArray[np.int64] = (hands[:, cards] // needed[cards]).min(axis=1)
    return times


def meld_points(rules: Rulebook, trump: Suit, hand: Hand) -> int:
    """The points of a hand's melds, laid one by one in the best order.

    A dix scores its points and brings nothing into the hand, because the upcard is not known.
    """
    best: dict[object, int] = {}

    def points_from(state: MeldState) -> int:
        key = state.key
        if key not in best:
            best[key] = max(
                (
                    option.points + points_from(state.after(option))
                    for option in state.options()
                    if not option.show.dix or option.show.meld is None
                ),
                default=0,
            )
        return best[key]

    return points_from(MeldState(MeldTable(rules, trump), hand, None))
