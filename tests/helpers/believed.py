"""The worlds of a view, as the oracle counts them and as the program has them."""

from __future__ import annotations

from fractions import Fraction

from helpers.oracle_decks import oracle_deck, oracle_tokens
from oracle import beliefs as oracle
from oracle.beliefs import World
from oracle.hand_melds import canonical
from pinochle_solver import Card
from pinochle_solver.notation.stock_position import StockPosition

MOST_ARRANGEMENTS = 3_000


def world_of(cards: tuple[Card, ...] | bytes, hidden: int) -> World:
    names = [
        card.text() if isinstance(card, Card) else Card.from_index(card).text() for card in cards
    ]
    return World(tuple(sorted(names[:hidden], key=canonical)), tuple(names[hidden:]))


def expected_worlds(view: StockPosition) -> dict[World, Fraction]:
    return oracle.worlds(oracle.view_of(oracle_tokens(view)), oracle_deck(view.rules))


def arrangements(view: StockPosition) -> int:
    """How many ways the oracle goes through."""
    unseen = len(view.unseen)
    number = 1
    for place in range(view.face_down):
        number *= unseen - place
    return number
