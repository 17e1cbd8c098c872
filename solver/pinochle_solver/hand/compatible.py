"""Whether any deal can meet several conditions at once, by the numbers of cards that they ask for.

Points of melds are not looked into, nor are melds that can be had in several ways, nor the stock.
Points of cards are by themselves: each hand may have so many, or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from pinochle_solver.hand.condition_values import Values
from pinochle_solver.hand.deal_conditions import (
    BOTH,
    EITHER,
    NEITHER,
    STOCK,
    CardPoints,
    Condition,
    SomeCards,
)
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.decks import MOST_HELD
from pinochle_solver.rules.rules import Rulebook, Seat

# What takes more is left to chance.
_MOST_WAYS, _MOST_STEPS = 64, 200


class _Bound(NamedTuple):
    """How many of these cards a seat must hold at least, and may at most."""

    seat: Seat
    cards: frozenset[Card]
    least: int
    most: int = MOST_HELD


class _Sum(NamedTuple):
    """What the numbers in these places must come to at least, and may at most."""

    places: tuple[int, ...]
    least: int
    most: int


def may_all_be_met(
    conditions: Iterable[Condition],
    values: Values,
    rules: Rulebook,
    trump: Suit,
    size: int,
    fixed: Mapping[Seat, Hand],
    upcard: Card | None,
) -> bool:
    """Whether two hands may meet all conditions on what they hold; if in doubt, True.

    Args:
        conditions: what they must hold.
        values: what hands hold with this suit as trump.
        rules: the rulebook.
        trump: the trump suit.
        size: how many cards a hand has.
        fixed: cards that the seats hold for sure.
        upcard: a card that neither can hold; None if no card is turned up.
    """
    left = Counter(rules.deck.cards())
    if upcard is not None:
        left[upcard] -= 1
    counts = _counts(values, size, fixed, left)
    if not all(_may_count(each, counts) for each in conditions):
        return False
    always = [
        _Bound(seat, frozenset([card]), number)
        for seat, hand in fixed.items()
        for card, number in Counter(hand).items()
    ]
    always += [_Bound(seat, frozenset(left), size, size) for seat in Seat]
    ways = product(*(_ways(condition, values, rules, trump) for condition in conditions))
    some, steps = list(islice(ways, _MOST_WAYS + 1)), iter(range(_MOST_STEPS))
    return len(some) > _MOST_WAYS or any(
        _may_hold([*always, *(bound for bounds in way for bound in bounds)], left, steps)
        for way in some
    )


def _counts(
    values: Values, size: int, fixed: Mapping[Seat, Hand], left: Mapping[Card, int]
) -> list[range]:
    """What the cards of each hand may count, from the least to the most."""
    others = Counter(left)
    others.subtract(card for hand in fixed.values() for card in hand)
    by_value = sorted(values.card_points([card]) for card in others.elements())
    counts = []
    for hand in (fixed[seat] for seat in Seat):
        sure, open_cards = values.card_points(hand), size - len(hand)
        lowest, highest = by_value[:open_cards], by_value[len(by_value) - open_cards :]
        counts.append(range(sure + sum(lowest), sure + sum(highest) + 1))
    return counts


def _may_count(condition: Condition, counts: Sequence[range]) -> bool:
    """Whether hands that count so much may meet a condition; True if it is about other things."""
    if not isinstance(condition.what, CardPoints) or condition.subject == STOCK:
        return True
    least, most = condition.least, condition.most
    may = [each[-1] >= least and (most is None or each[0] <= most) for each in counts]
    if condition.subject == NEITHER:
        return all(each[0] < least or (most is not None and each[-1] > most) for each in counts)
    if condition.subject in (BOTH, EITHER):
        return all(may) if condition.subject == BOTH else any(may)
    return may[Seat.parse(condition.subject)]


def _ways(
    condition: Condition, values: Values, rules: Rulebook, trump: Suit
) -> Iterator[list[_Bound]]:
    """The ways to meet a condition; each bounds what hands hold, as far as that is looked into."""
    what, least, most = condition.what, condition.least, condition.most
    if not isinstance(what, SomeCards) or condition.subject == STOCK:
        for forced in values.forced(condition):
            yield [
                _Bound(seat, frozenset([card]), number)
                for seat, needed in forced.items()
                for card, number in needed.items()
            ]
        return
    cards = frozenset(what.cards(rules, trump))
    within = [_Bound(seat, cards, least, MOST_HELD if most is None else most) for seat in Seat]
    if condition.subject == BOTH:
        yield within
    elif condition.subject == EITHER:
        yield from ([bound] for bound in within)
    elif condition.subject != NEITHER:
        yield [within[Seat.parse(condition.subject)]]
    else:
        fewer = [_Bound(seat, cards, 0, least - 1) for seat in Seat] if least else []
        more = [_Bound(seat, cards, most + 1) for seat in Seat] if most is not None else []
        for south, north in product(Seat, Seat) if fewer and more else ():
            yield [(fewer, more)[south][Seat.SOUTH], (fewer, more)[north][Seat.NORTH]]
        if not (fewer and more):
            yield fewer or more


def _may_hold(bounds: Sequence[_Bound], left: Mapping[Card, int], steps: Iterator[int]) -> bool:
    """Whether both hands can be within all bounds, with so many copies left of each card."""
    # Cards in the same bounds are alike, but for how many there are.
    alike: Counter[tuple[bool, ...]] = Counter()
    for card, number in left.items():
        alike[tuple(card in bound.cards for bound in bounds)] += number
    kinds = list(alike)
    sums = [_Sum((place, place + len(kinds)), 0, alike[kind]) for place, kind in enumerate(kinds)]
    for number, bound in enumerate(bounds):
        first = len(kinds) * bound.seat
        places = (first + place for place, kind in enumerate(kinds) if kind[number])
        sums.append(_Sum(tuple(places), bound.least, bound.most))
    highest = 2 * [alike[kind] for kind in kinds]
    return _may_come_to(len(highest) * [0], highest, sums, steps)


def _may_come_to(
    low: list[int], high: list[int], sums: Sequence[_Sum], steps: Iterator[int]
) -> bool:
    """Whether numbers within these ranges have all these sums; True when out of steps."""
    is_narrowed = True
    while is_narrowed:
        is_narrowed = False
        for places, least, most in sums:
            lowest, highest = (sum(each[place] for place in places) for each in (low, high))
            if lowest > most or highest < least:
                return False
            for place in places:
                at_least = max(low[place], least - highest + high[place])
                at_most = min(high[place], most - lowest + low[place])
                if (at_least, at_most) != (low[place], high[place]):
                    lowest, highest = (
                        lowest + at_least - low[place],
                        highest + at_most - high[place],
                    )
                    low[place], high[place] = at_least, at_most
                    is_narrowed = True
    widest = max(range(len(low)), key=lambda place: high[place] - low[place])
    if low[widest] == high[widest] or next(steps, None) is None:
        return True
    middle = (low[widest] + high[widest]) // 2
    upper, lower = list(low), list(high)
    upper[widest], lower[widest] = middle + 1, middle
    return _may_come_to(upper, list(high), sums, steps) or _may_come_to(
        list(low), lower, sums, steps
    )
