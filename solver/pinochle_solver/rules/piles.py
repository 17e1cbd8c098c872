"""Which face-down cards the seats draw, and the piles of decks where each seat has its own.

The face-down cards are one row, the next to be drawn first. Where each seat has a pile of its own,
the cards of both piles alternate in the row, south's first, whoever wins the tricks. If a card is
turned up, the card under it, the dead card, is the last of the row.
"""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import cards_text
from pinochle_solver.rules.rules import Rulebook, Seat


class Piles(NamedTuple):
    """The piles of both seats, the next card first, and the dead card (None if there is none)."""

    south: tuple[Card, ...]
    north: tuple[Card, ...]
    dead: Card | None

    @classmethod
    def of_row(cls, row: tuple[Card, ...]) -> Piles:
        """The piles that make up a row of face-down cards."""
        dead = row[-1] if len(row) % 2 else None
        drawn = row[:-1] if dead else row
        return cls(drawn[::2], drawn[1::2], dead)

    def of(self, seat: Seat) -> tuple[Card, ...]:
        """The pile of a seat."""
        return self.south if seat is Seat.SOUTH else self.north

    def row(self) -> tuple[Card, ...]:
        """The row; raises `IllegalPositionError` for piles of different sizes."""
        if len(self.south) != len(self.north):
            fact = f"{cards_text(len(self.north))}, south's pile has {len(self.south)}"
            raise IllegalPositionError("pile.north", fact)
        pairs = zip(self.south, self.north, strict=True)
        dead = () if self.dead is None else (self.dead,)
        return (*(card for pair in pairs for card in pair), *dead)


def draw_places(rules: Rulebook, drawn: int, winner: Seat) -> dict[Seat, int | None]:
    """Where the next two cards to be drawn lie.

    Args:
        rules: the rulebook.
        drawn: how many cards have been drawn.
        winner: who has won the trick.

    Returns:
        the place of each seat's card in the row of all face-down cards, from 0, the winner's first;
        None for the upcard.
    """
    deck, loser = rules.deck, winner.other
    if deck.upcard and drawn == deck.draws - len(Seat):
        last = deck.stock - 1
        return (
            {winner: None, loser: last} if rules.upcard_to_winner else {winner: last, loser: None}
        )
    if deck.own_piles:
        return {seat: drawn + seat for seat in (winner, loser)}
    return {winner: drawn, loser: drawn + 1}
