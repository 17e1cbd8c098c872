"""Moves by their numbers in the compiled hand, and copies of cards by its planes of bits."""

from __future__ import annotations

from functools import cache

from pinochle_solver._core.hand.hand import ACCEPT, DOUBLE, NO_DOUBLE, REDOUBLE, REFUSE, SOURCE
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.melds import Copy
from pinochle_solver.rules.moves import CopyNumber, Doubling, Play, Source

_NUMBERS: tuple[CopyNumber, ...] = (1, 2, 3, 4)
_ANY_COPY = sum(1 << CARDS * (number - 1) for number in _NUMBERS)

DOUBLING_NUMBERS = {
    Doubling.NO_DOUBLE: NO_DOUBLE,
    Doubling.DOUBLE: DOUBLE,
    Doubling.REFUSE: REFUSE,
    Doubling.ACCEPT: ACCEPT,
    Doubling.REDOUBLE: REDOUBLE,
}
"""What is said about doubles, by number; no other move is legal at such a decision."""


def play_of(number: int, table: int) -> Play:
    """The play of this number, its holder having these copies on the table."""
    if number >= SOURCE:
        return _play(number % SOURCE, source_of(number // SOURCE))
    return _play(number, "hand" if table >> number & _ANY_COPY else None)


@cache
def _play(index: int, source: Source | None) -> Play:
    # Cached, because hands are replayed and analysed by the thousand.
    return Play(Card.from_index(index), source)


def doubling_of(number: int) -> Doubling:
    """What this number says about a double."""
    return next(each for each, its in DOUBLING_NUMBERS.items() if its == number)


def source_of(number: int) -> Source:
    """The copy of this number, from 1, as the source of a play."""
    return _NUMBERS[number - 1]


def numbers_of(planes: int, card: Card) -> tuple[int, ...]:
    """The numbers of the copies of a card that are among these."""
    if not planes >> card.index & _ANY_COPY:
        return ()
    return tuple(number for number in _NUMBERS if has_copy(planes, Copy(card, number)))


def numbers_named(copies: int) -> str:
    """The numbers that a copy of a card may have, for people: ``1 or 2``."""
    *others, last = map(str, _NUMBERS[:copies])
    return f"{', '.join(others)} or {last}" if others else last


def has_copy(planes: int, copy: Copy) -> bool:
    """Whether a copy is among these, a bit for each."""
    return bool(planes >> (copy.card.index + CARDS * (copy.number - 1)) & 1)
