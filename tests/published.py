"""The published rulebooks of the 48-card deck; those of other decks have tests of their own."""

from __future__ import annotations

from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import PINOCHLE_DECK

PINOCHLE_BOOKS = {name: book for name, book in RULEBOOKS.items() if book.deck == PINOCHLE_DECK}
