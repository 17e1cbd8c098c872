"""Melds laid from the hand all at once (section 4).

A laying is a tuple of items, each `kind:cards` as in NOTATION, in its order: run, royal-marriage,
marriage, aces, kings, queens, jacks, pinochle, dix, and by suit.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

from .cards import SUITS

VALUES = {
    "run": 150,
    "royal-marriage": 40,
    "marriage": 20,
    "aces": 100,
    "kings": 80,
    "queens": 60,
    "jacks": 40,
    "pinochle": 40,
    "dix": 10,
}
KINDS = tuple(VALUES)
CLASSES = {
    "run": "suit",
    "royal-marriage": "suit",
    "marriage": "suit",
    "aces": "around",
    "kings": "around",
    "queens": "around",
    "jacks": "around",
    "pinochle": "pinochle",
    "dix": "dix",
}
AROUND = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}

Laying = tuple[str, ...]


def kind_of(item: str) -> str:
    """The kind of an item."""
    return item.partition(":")[0]


def cards_of(item: str) -> list[str]:
    """The cards of an item."""
    return item.partition(":")[2].split(".")


def item(kind: str, cards: Iterable[str]) -> str:
    """An item as written."""
    return f"{kind}:{'.'.join(cards)}"


def in_order(items: Iterable[str]) -> Laying:
    """Items in the order of NOTATION; an exchange, `dix` alone, before a nine laid."""
    return tuple(
        sorted(
            items, key=lambda i: (KINDS.index(kind_of(i)), SUITS.find(cards_of(i)[0][1:] or "-"))
        )
    )


def value(laying: Laying) -> int:
    """What the items are worth together."""
    return sum(VALUES[kind_of(i)] for i in laying)


def shown(laying: Laying) -> Counter[str]:
    """The cards that lie on the table: of each as many as its busiest class uses."""
    uses: dict[str, Counter[str]] = {name: Counter() for name in dict.fromkeys(CLASSES.values())}
    for i in laying:
        uses[CLASSES[kind_of(i)]].update(cards_of(i))
    cards: Counter[str] = Counter()
    for counted in uses.values():
        cards |= counted
    return cards


def limits(hand: Iterable[str], trump: str, dixes: int | None = None) -> dict[str, int]:
    """How often each item can be laid at most, run and royal marriages each for itself.

    `dixes`: how many dixes the seat has, if not the nines of trumps in the hand (partnership).
    """
    n = Counter(hand)
    most = {item("run", (r + trump for r in "ATKQJ")): min(n[r + trump] for r in "ATKQJ")}
    for suit in SUITS:
        kind = "royal-marriage" if suit == trump else "marriage"
        most[item(kind, ("K" + suit, "Q" + suit))] = min(n["K" + suit], n["Q" + suit])
    for kind, rank in AROUND.items():
        most[item(kind, (rank + s for s in SUITS))] = min(n[rank + s] for s in SUITS)
    most["pinochle:QS.JD"] = min(n["QS"], n["JD"])
    most["dix:9" + trump] = n["9" + trump] if dixes is None else dixes
    return most


def most(hand: Iterable[str], trump: str, dixes: int | None = None) -> Laying:
    """All that the hand can meld: the laying that is worth the most."""
    numbers = limits(hand, trump, dixes)
    run, royal = _trump_items(trump)
    numbers[royal] -= numbers[run]
    return in_order(i for i, number in numbers.items() for _time in range(number))


def lawful(laying: Laying, hand: Iterable[str], trump: str, dixes: int | None = None) -> bool:
    """Whether the hand can lay just this: all, fewer of any kind, or nothing."""
    numbers = limits(hand, trump, dixes)
    wanted = Counter(laying)
    run, royal = _trump_items(trump)
    return (
        all(item in numbers and wanted[item] <= numbers[item] for item in wanted)
        and wanted[run] + wanted[royal] <= numbers[royal]
    )


def layings(hand: Iterable[str], trump: str, dixes: int | None = None) -> list[Laying]:
    """Every laying that is lawful, `most` first, the empty one last."""
    numbers = limits(hand, trump, dixes)
    ranges = [range(number, -1, -1) for number in numbers.values()]
    run, royal = _trump_items(trump)
    found = []
    for chosen in itertools.product(*ranges):
        times = dict(zip(numbers, chosen, strict=True))
        if times[run] + times[royal] <= numbers[royal]:
            found.append(in_order(i for i, time in times.items() for _time in range(time)))
    return found


def _trump_items(trump: str) -> tuple[str, str]:
    return item("run", (r + trump for r in "ATKQJ")), item(
        "royal-marriage", ("K" + trump, "Q" + trump)
    )


def laying_text(laying: Laying) -> str:
    """A laying as NOTATION writes it in a position."""
    return "+".join(laying) or "none"


def read_laying(text: str) -> Laying:
    """A laying from its text, items in any order; ValueError if one is no meld."""
    if text == "none":
        return ()
    items = text.split("+")
    for each in items:
        if kind_of(each) not in VALUES or any(len(card) != 2 for card in cards_of(each)):
            raise ValueError(f"{each}: no meld")
    return in_order(items)
