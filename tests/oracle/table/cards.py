"""Cards, seats, counts and the winner of a trick (section 1, and R1, R3, R5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
RANKS = "ATKQJ9"
SEATS = ("south", "west", "north", "east")

COUNTS = {
    "old": dict(zip(RANKS, (11, 10, 4, 3, 2, 0), strict=True)),
    "compromise": dict(zip(RANKS, (10, 10, 5, 5, 0, 0), strict=True)),
    "simplified": dict(zip(RANKS, (10, 10, 10, 0, 0, 0), strict=True)),
}
LAST_TRICK = 10


def deck(copies: int) -> list[str]:
    """`copies` of each of the 24 cards (section 1)."""
    return [rank + suit for suit in SUITS for rank in RANKS for _copy in range(copies)]


def canonical(cards: Iterable[str]) -> list[str]:
    """Rank high to low, then S H D C (NOTATION)."""
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))


def points(cards: Iterable[str], count: str) -> int:
    """What cards count, the last trick not included (R5)."""
    return sum(COUNTS[count][card[0]] for card in cards)


def whole_count(copies: int, count: str) -> int:
    """All card points of a hand with the last trick: 250 with two copies (section 1)."""
    return points(deck(copies), count) + LAST_TRICK


def beats(card: str, best: str, trump: str) -> bool:
    """Whether a later card takes the trick from the best so far; an equal one does not (R1)."""
    if card[1] == best[1]:
        return RANKS.index(card[0]) < RANKS.index(best[0])
    return card[1] == trump


def best_place(trick: Sequence[str], trump: str) -> int:
    """Which card of a trick wins it: the place in the order played (sections 1 and 5)."""
    place = 0
    for i in range(1, len(trick)):
        if beats(trick[i], trick[place], trump):
            place = i
    return place


def clockwise(seats: Sequence[str], start: str) -> list[str]:
    """The seats in order, the given one first (section 1)."""
    i = list(seats).index(start)
    return [*seats[i:], *seats[:i]]


def left_of(seats: Sequence[str], seat: str) -> str:
    """The next seat clockwise among `seats`, of which `seat` may be none (an out dealer)."""
    i = SEATS.index(seat)
    return next(s for s in (*SEATS[i + 1 :], *SEATS[: i + 1]) if s in seats)


def without(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """The cards less the gone ones, copy by copy; ValueError if one is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def hand_text(cards: Iterable[str], unknown: int = 0) -> str:
    """A hand as in NOTATION: suits S.H.D.C, ranks high to low, `+n` unknown ones."""
    held = canonical(cards)
    if not held and unknown:
        return f"+{unknown}"
    suits = ["".join(card[0] for card in held if card[1] == suit) or "-" for suit in SUITS]
    return ".".join(suits) + (f"+{unknown}" if unknown else "")


def hand_cards(text: str) -> list[str]:
    """The known cards of a hand in canonical writing (NOTATION)."""
    known = text.partition("+")[0]
    if not known:
        return []
    suits = zip(known.split("."), SUITS, strict=True)
    return canonical(rank + suit for ranks, suit in suits for rank in ranks if rank != "-")
