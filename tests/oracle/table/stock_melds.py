"""Melds of the games with a stock: from hand and table, copy by copy (section 8, and R4).

macdougall-3 melds as macdougall, hayes-n as hayes. Every copy of a card is a card of its own.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .cards import SUITS
from .melds import AROUND, VALUES, item

PINOCHLE = ("QS", "JD")
DOUBLE_PINOCHLE = "double-pinochle"
SERVICES = ("run", "marriage", "pinochle", "around")

Copy = tuple[str, int]  # a card and its number on the table; 0 for one from the hand


@dataclass(frozen=True)
class Laid:
    """A copy on the table: what it served in; `pair` numbers the pinochle it was laid in."""

    served: frozenset[str] = frozenset()
    pair: int | None = None


@dataclass(frozen=True)
class Way:
    """One choice of copies for a meld, and what it scores."""

    copies: tuple[Copy, ...]
    score: int


def patterns(trump: str, *, hayes: bool) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every meld but the dix, as written: its kind and cards."""
    found = [("run", tuple(r + trump for r in "ATKQJ"))]
    found += [
        ("royal-marriage" if suit == trump else "marriage", ("K" + suit, "Q" + suit))
        for suit in SUITS
    ]
    found += [(kind, tuple(r + suit for suit in SUITS)) for kind, r in AROUND.items()]
    found.append(("pinochle", PINOCHLE))
    if hayes:
        found.append((DOUBLE_PINOCHLE, ("QS", "QS", "JD", "JD")))
    return {item(kind, cards): (kind, cards) for kind, cards in found}


def service(kind: str) -> str:
    """What serving in a meld of this kind is called."""
    if kind == "royal-marriage":
        return "marriage"
    if kind == DOUBLE_PINOCHLE:
        return "pinochle"
    return "around" if kind in AROUND else kind


def may_serve(kind: str, laid: Laid) -> bool:
    """Whether a copy on the table may serve in a meld of this kind, looked at alone (R4, 2-3)."""
    if kind in ("marriage", "royal-marriage"):
        return not {"marriage", "run"} & laid.served
    if kind == DOUBLE_PINOCHLE:
        return DOUBLE_PINOCHLE not in laid.served
    return service(kind) not in laid.served


def ways(
    kind: str,
    cards: Iterable[str],
    hand: Iterable[str],
    table: Mapping[Copy, Laid],
    *,
    hayes: bool,
) -> Iterator[Way]:
    """Every lawful choice of copies, at least one of them from the hand (R4, 1)."""
    in_hand = Counter(hand)
    choices = []
    for card, times in Counter(cards).items():
        there = [copy for copy in sorted(table) if copy[0] == card and may_serve(kind, table[copy])]
        ready = [*there, *([(card, 0)] * min(times, in_hand[card]))]
        choices.append(list(dict.fromkeys(itertools.combinations(ready, times))))
    for chosen in itertools.product(*choices):
        copies = tuple(copy for group in chosen for copy in group)
        score = _score(kind, copies, table, hayes=hayes)
        if score is not None and any(number == 0 for _card, number in copies):
            yield Way(copies, score)


def _score(
    kind: str, copies: tuple[Copy, ...], table: Mapping[Copy, Laid], *, hayes: bool
) -> int | None:
    """What the choice scores; None if it is none (R4, 5 and 6)."""
    if kind == DOUBLE_PINOCHLE:
        old = [copy for copy in copies if copy in table and "pinochle" in table[copy].served]
        if not old:
            return 300
        pairs = {table[copy].pair for copy in old}
        made_one = len(old) == 2 and len(pairs) == 1 and None not in pairs
        return 260 if made_one and {card for card, _n in old} == set(PINOCHLE) else None
    if kind == "run" and hayes:
        married = [
            copy
            for copy in copies
            if copy[0][0] in "KQ" and copy in table and "marriage" in table[copy].served
        ]
        return 110 if len(married) == 2 else 150
    return VALUES[kind]


def best_way(
    kind: str,
    cards: tuple[str, ...],
    hand: Iterable[str],
    table: Mapping[Copy, Laid],
    *,
    hayes: bool,
) -> Way | None:
    """The choice that the rules take (R4, 8); None if the meld cannot be laid."""

    def preference(copy: Copy) -> tuple[int, ...]:
        if copy not in table:
            return (1,)
        served = table[copy].served
        alike = [name in served for name in SERVICES]
        return (0, -sum(alike), *(-a for a in alike[:3]), copy[1])

    def order(way: Way) -> tuple[object, ...]:
        new = sum(number == 0 for _card, number in way.copies)
        # Of two copies of a card the one used sooner comes first, whatever their numbers.
        ranked = sorted((cards.index(copy[0]), preference(copy)) for copy in way.copies)
        return (-way.score, new, ranked)

    return min(ways(kind, cards, list(hand), table, hayes=hayes), key=order, default=None)


def lay(
    way: Way, kind: str, table: Mapping[Copy, Laid], numbers: Mapping[str, int], pair: int
) -> tuple[dict[Copy, Laid], tuple[Copy, ...]]:
    """The table after a meld, and its copies as numbered there.

    `numbers` are the copies of each card that the seat has laid in this hand so far, `pair` a
    number that no pinochle has yet.
    """
    after = dict(table)
    count = Counter(numbers)
    copies = []
    for card, number in way.copies:
        copy = (card, number)
        if not number:
            count[card] += 1
            copy = (card, count[card])
        old = after.get(copy, Laid())
        served = old.served | {service(kind)}
        if kind == DOUBLE_PINOCHLE:
            served |= {DOUBLE_PINOCHLE}
        after[copy] = Laid(served, pair if kind == "pinochle" else old.pair)
        copies.append(copy)
    return after, tuple(copies)
