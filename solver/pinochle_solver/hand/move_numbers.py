"""Moves as the compiled hand counts them, and copies of cards as it has them in planes of bits."""

from __future__ import annotations

from pinochle_solver._core.hand import SOURCE
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.melds import Copy
from pinochle_solver.rules.moves import Play, Source


def play_of(number: int, table: int) -> Play:
    """The play of this number, its holder having these copies on the table."""
    card = Card.from_index(number % SOURCE)
    if number >= SOURCE:
        return Play(card, source_of(number // SOURCE))
    on_table = has_copy(table, Copy(card, 1)) or has_copy(table, Copy(card, 2))
    return Play(card, "hand" if on_table else None)


def source_of(number: int) -> Source:
    """The copy of this number, 1 or 2, as the source of a play."""
    return 1 if number == 1 else 2


def has_copy(planes: int, copy: Copy) -> bool:
    """Whether a copy is among these, a bit for each."""
    return bool(planes >> (copy.card.index + CARDS * (copy.number - 1)) & 1)
