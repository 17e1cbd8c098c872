"""Cards, the table of melds, and which copies serve, for the oracle of one whole hand.

Written from docs/RULES.md sections 1, 4 and 5 alone. A card is a string such as "QS". A copy of a
card that a seat might meld is a `Copy`: number 0 while it is in the hand, else the number it got
when it was laid on the table, with the services it has done there.

The services, one tag for each row of rule 3 that can stand in the way of a later meld:

- "marriage" and "run", the two kinds of the suit class;
- "around", since a card has one rank and so one kind of the class;
- "pinochle", for the single, the double and the grand one.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

RANKS = "ATKQJ9"
SUITS = "SHDC"
RULEBOOKS = ("scarne", "hayes", "macdougall", "macdougall-bonus")
DECK = [rank + suit for rank in RANKS for suit in SUITS for _copy in range(2)]

# Section 5.
COUNTS = {
    "old": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0},
    "compromise": {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 0, "9": 0},
    "simplified": {"A": 10, "T": 10, "K": 10, "Q": 0, "J": 0, "9": 0},
}
DEFAULT_COUNT = {
    "scarne": "old",
    "hayes": "compromise",
    "macdougall": "old",
    "macdougall-bonus": "old",
}
LAST_TRICK = 10
DIX = 10

AROUND = {"J": ("jacks", 40), "Q": ("queens", 60), "K": ("kings", 80), "A": ("aces", 100)}


class Copy(NamedTuple):
    """One copy of a card that a seat holds: number 0 in the hand, else its number on the table."""

    card: str
    number: int
    served: frozenset[str]


class Pattern(NamedTuple):
    """A meld that a rulebook knows, by its cards in canonical order (section 4, the table)."""

    kind: str
    cards: tuple[str, ...]
    all_at_once: bool

    @property
    def text(self) -> str:
        """`kind:cards` as in NOTATION.md, "Moves"."""
        return f"{self.kind}:{'.'.join(self.cards)}"


class Way(NamedTuple):
    """A choice of copies for a pattern, in the pattern's order, and what it scores."""

    pattern: Pattern
    copies: tuple[Copy, ...]
    credit: int


def canonical(card: str) -> tuple[int, int]:
    """Sort key: rank high to low, then S H D C (NOTATION.md)."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def wins(led: str, card: str, trump: str) -> bool:
    """Whether `card`, played second, takes the trick from `led` (section 2, 2).

    Higher in the suit led wins, a trump beats a non-trump, the first of two identical cards wins,
    and a card of a third suit never wins.
    """
    if card[1] == led[1]:
        return RANKS.index(card[0]) < RANKS.index(led[0])
    return card[1] == trump


def patterns(rules: str, trump: str) -> list[Pattern]:
    """Every meld of a rulebook (section 4, the table; rule 4 for those laid all at once)."""
    found = []
    for suit in SUITS:
        kind = "royal-marriage" if suit == trump else "marriage"
        found.append(Pattern(kind, ("K" + suit, "Q" + suit), False))
    found.append(Pattern("run", tuple(rank + trump for rank in "ATKQJ"), False))
    for rank, (kind, _score) in AROUND.items():
        found.append(Pattern(kind, tuple(rank + suit for suit in SUITS), False))
    found.append(Pattern("pinochle", ("QS", "JD"), False))
    if rules == "hayes":
        found.append(Pattern("double-pinochle", ("QS", "QS", "JD", "JD"), False))
    if rules == "macdougall-bonus":
        found.append(Pattern("double-pinochle", ("QS", "QS", "JD", "JD"), True))
        found.append(Pattern("grand-pinochle", ("KS", "QS", "JD"), True))
    if rules in ("scarne", "macdougall-bonus"):
        kings_and_queens = tuple(rank + suit for rank in "KQ" for suit in SUITS)
        found.append(Pattern("roundhouse", kings_and_queens, True))
    return found


def services(kind: str, card: str) -> frozenset[str]:
    """What a card has served in once it lay in a meld of this kind (rules 3 and 4)."""
    if kind in ("marriage", "royal-marriage"):
        return frozenset({"marriage"})
    if kind == "run":
        return frozenset({"run"})
    if kind in ("jacks", "queens", "kings", "aces"):
        return frozenset({"around"})
    if kind in ("pinochle", "double-pinochle"):
        return frozenset({"pinochle"})
    if kind == "roundhouse":
        return frozenset({"marriage", "around"})
    if kind == "grand-pinochle":
        return {
            "K": frozenset({"marriage"}),
            "Q": frozenset({"marriage", "pinochle"}),
            "J": frozenset({"pinochle"}),
        }[card[0]]
    if kind == "dix":
        return frozenset()
    raise ValueError(f"unknown meld {kind!r}")


def credit(
    rules: str,
    pattern: Pattern,
    copies: tuple[Copy, ...],
    pinochles: list[frozenset[tuple[str, int]]],
) -> int | None:
    """What these copies score as this meld now, None if they do not make it (section 4).

    Args:
        rules: The rulebook.
        pattern: The meld.
        copies: The copies, in the pattern's order.
        pinochles: The single pinochles laid so far by the seat, as table copies.
    """
    kind = pattern.kind
    laid_now = [copy for copy in copies if copy.number == 0]
    # Rule 1.
    if not laid_now:
        return None
    # Rule 4: all of it from the hand, so that no card can have served yet.
    if pattern.all_at_once:
        if len(laid_now) < len(copies):
            return None
        return {
            "double-pinochle": 300,
            "grand-pinochle": 80,
            "roundhouse": 240 if rules == "scarne" else 250,
        }[kind]
    # Rule 3.
    if kind in ("marriage", "royal-marriage"):
        if any(copy.served & {"marriage", "run"} for copy in copies):
            return None
        return 40 if kind == "royal-marriage" else 20
    if kind == "run":
        if any("run" in copy.served for copy in copies):
            return None
        king = next(copy for copy in copies if copy.card[0] == "K")
        queen = next(copy for copy in copies if copy.card[0] == "Q")
        # Rule 5.
        if rules == "hayes" and "marriage" in king.served and "marriage" in queen.served:
            return 110
        return 150
    if kind == "pinochle":
        if any("pinochle" in copy.served for copy in copies):
            return None
        return 40
    # Rule 6.
    if kind == "double-pinochle":
        served = frozenset((copy.card, copy.number) for copy in copies if "pinochle" in copy.served)
        if not served:
            return 300
        return 260 if served in pinochles else None
    if any("around" in copy.served for copy in copies):
        return None
    return dict(AROUND.values())[kind]


def preference(copy: Copy) -> tuple[int, ...]:
    """Smaller is taken first (rule 8, its ties).

    A table copy goes before one from the hand; of two table copies the one that has served in more
    of run, marriage, pinochle and around, then the one with the run, else the marriage, else the
    pinochle, else the lower number.
    """
    if copy.number == 0:
        return (1,)
    return (
        0,
        -len(copy.served),
        0 if "run" in copy.served else 1,
        0 if "marriage" in copy.served else 1,
        0 if "pinochle" in copy.served else 1,
        copy.number,
    )


def best_way(
    rules: str,
    pattern: Pattern,
    hand: list[str],
    table: list[Copy],
    pinochles: list[frozenset[tuple[str, int]]],
) -> Way | None:
    """The copies that serve when a seat names this meld, None if it cannot make it (rule 8).

    Every choice of copies is tried: the most points, then the fewest new cards, then card by card
    in canonical order the preferred copy, which leaves the last named to come from the hand.

    Args:
        rules: The rulebook.
        pattern: The meld.
        hand: The seat's cards that are not on the table.
        table: The seat's copies that lie on the table.
        pinochles: The single pinochles laid so far by the seat, as table copies.
    """
    slots: list[list[tuple[int, Copy]]] = []
    for card in pattern.cards:
        held = [copy for copy in table if copy.card == card]
        held += [Copy(card, 0, frozenset()) for _copy in range(hand.count(card))]
        slots.append(list(enumerate(held)))
    ways = []
    for choice in product(*slots):
        used = {(index, copy.card) for index, copy in choice}
        if len(used) < len(choice):
            continue
        copies = tuple(copy for _index, copy in choice)
        score = credit(rules, pattern, copies, pinochles)
        if score is not None:
            ways.append(Way(pattern, copies, score))
    if not ways:
        return None
    return min(
        ways,
        key=lambda way: (
            -way.credit,
            sum(copy.number == 0 for copy in way.copies),
            [preference(copy) for copy in way.copies],
        ),
    )
