"""The types of a stock-phase position's fields, and which other values are converted to them."""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType

from pinochle_solver.notation.position_fields import (
    COMMON_CONVERSIONS,
    Act,
    Conversion,
    exact_cards,
    exact_glups,
    exact_int,
)
from pinochle_solver.notation.stock_fields import StockFields
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import check_types
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.doubles import Stakes
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Rulebook, Seat


def check_field_types(position: StockFields) -> None:
    """Refuse fields of a wrong type."""
    check_types(
        (
            ("rules", position.rules, Rulebook, "Rulebook"),
            ("count", position.count, (CardCount, NoneType), "CardCount"),
            ("south", position.south, (PartialHand, Hand), "PartialHand"),
            ("north", position.north, (PartialHand, Hand), "PartialHand"),
            ("led", position.led, (Card, NoneType), "Card"),
            ("upcard", position.upcard, (Card, NoneType), "Card"),
            ("gone", position.gone, (Hand, NoneType), "Hand"),
            ("doubles", position.stakes, (Stakes, NoneType), "Stakes"),
            ("id", position.id, (str, NoneType), "text"),
        )
    )


def _exact_stock(stock: int | Iterable[Card]) -> int | tuple[Card, ...]:
    return exact_cards(stock) if isinstance(stock, Iterable) else exact_int(stock)


def _exact_tricks(tricks: Iterable[Iterable[Card]]) -> tuple[tuple[Card, Card], ...] | None:
    def exact_trick(trick: Iterable[Card]) -> tuple[Card, Card]:
        led, reply = exact_cards(trick)
        return led, reply

    return tuple(map(exact_trick, tricks)) or None


def _exact_melds(melds: Iterable[LaidMeld]) -> tuple[LaidMeld, ...]:
    melds = tuple(melds)
    if not all(isinstance(meld, LaidMeld) for meld in melds):
        raise TypeError
    return melds


def _exact_words(words: Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):  # else its letters would be taken for words
        raise TypeError
    words = tuple(words)
    for word in words:
        if not isinstance(word, str):
            raise TypeError
        if not word.isprintable() or word.split() != [word] or "," in word:
            raise ValueError
    return words


CONVERSIONS: tuple[Conversion, ...] = (
    *COMMON_CONVERSIONS,
    ("act", "act", Act, "an act"),
    ("dealer", "dealer", Seat, "a seat"),
    ("glups", "glups", exact_glups, "glups of both seats"),
    ("cut", "cut", exact_int, "a number of cards"),
    ("stock", "stock", _exact_stock, "a number of cards or cards"),
    ("tricks", "tricks", _exact_tricks, "pairs of cards"),
    ("melds_south", "melds.south", _exact_melds, "melds"),
    ("melds_north", "melds.north", _exact_melds, "melds"),
    ("best_moves", "bm", _exact_words, "moves"),
)
