"""The kinds of values that tokens of two-handed positions hold: read, written and made exact."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import attrgetter, index
from typing import TYPE_CHECKING

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.players import parse_player
from pinochle_solver.notation.position_fields import (
    Act,
    HandPoints,
    SeatPoints,
    called_text,
    parse_called,
    parse_cards,
    parse_glups,
    parse_number,
    parse_points,
    parse_target,
    parse_upcard,
)
from pinochle_solver.notation.token_table import Converted, Kind, Typed
from pinochle_solver.notation.tokens import name_parser
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.doubles import Doubler, parse_stake
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.melds import LaidMeld, laid_melds_text, parse_laid_melds
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Doubles, Points, Rulebook, Seat

if TYPE_CHECKING:
    from pinochle_solver.notation.stock_fields import PlayedTrick

# Reading: text to values


def _parse_known_hand(text: str) -> Hand:
    if "+" in text:
        raise NotationError(
            "hand", f"unknown cards in {quoted(text)}, in a playoff every card is known"
        )
    return Hand.parse(text)


def _parse_stock(text: str) -> int | tuple[Card, ...]:
    return parse_number(text) if re.fullmatch(r"[0-9]{1,3}", text) else _parse_pile(text)


def _parse_pile(text: str) -> tuple[Card, ...]:
    return () if text == "-" else parse_cards(text)


def _parse_tricks(text: str) -> tuple[PlayedTrick, ...]:
    """Read tricks, ``9D-AD,TS-QH``: a blank may stand for a comma, or for the hyphens.

    Numbers before the tricks are skipped.
    """
    text = re.sub(r"(?<![^\s,])[0-9]{1,2}[.)]\s*", "", text).strip()
    if len(text.split()) > 1 and "-" not in text:
        words = text.replace(",", " ").split()
        if len(words) % 2:
            raise NotationError("tricks", f"{len(words)} cards, expected two a trick")
        cards = [Card.parse(word) for word in words]
        return tuple(zip(cards[::2], cards[1::2], strict=True))
    tricks = []
    for trick in re.split(r"\s*,\s*|(?<![\s-])\s+(?![\s-])", text):
        led, dash, reply = trick.partition("-")
        if not dash:
            raise NotationError("tricks", f"{quoted(trick)} is not two cards joined by a hyphen")
        tricks.append((Card.parse(led.strip()), Card.parse(reply.strip())))
    return tuple(tricks)


def _parse_words(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


# Writing: values to text


def _cards_text(cards: Iterable[Card]) -> str:
    """``AS,9D``."""
    return ",".join(map(Card.text, cards))


def _pile_text(cards: Iterable[Card]) -> str:
    return _cards_text(cards) or "-"


def _stock_text(stock: int | Iterable[Card]) -> str:
    return str(stock) if isinstance(stock, int) else _cards_text(stock)


def _tricks_text(tricks: Iterable[PlayedTrick]) -> str:
    return ",".join(f"{led}-{reply}" for led, reply in tricks)


def _agreed_text(agreed: Agreed) -> str:
    return ",".join(agreed.words)


# Exact values: what a constructor makes of something similar


def _exact_int(number: int) -> int:
    return int(index(number))


def _exact_points(points: Points) -> Points:
    return Points(*map(_exact_int, points))


def _exact_hand_points(points: HandPoints) -> HandPoints:
    return HandPoints(*(SeatPoints(*map(_exact_int, seat)) for seat in points))


def _exact_glups(glups: Glups) -> Glups:
    return Glups(*map(_exact_int, glups))


def _exact_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    cards = tuple(cards)
    if not all(isinstance(card, Card) for card in cards):
        raise TypeError
    return cards


def _exact_seats(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The same seats in their order, each once."""
    if isinstance(seats, str):  # else its letters would be taken for seats
        raise TypeError
    return tuple(sorted({Seat(seat) for seat in seats}))


def _exact_stock(stock: int | Iterable[Card]) -> int | tuple[Card, ...]:
    return _exact_cards(stock) if isinstance(stock, Iterable) else _exact_int(stock)


def _exact_tricks(tricks: Iterable[Iterable[Card]]) -> tuple[PlayedTrick, ...] | None:
    def exact_trick(trick: Iterable[Card]) -> PlayedTrick:
        led, reply = _exact_cards(trick)
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


# What can be written


def _cards_of(rules: Rulebook) -> list[str]:
    return [card.text() for card in rules.deck.cards().distinct()]


def _seats(_: Rulebook) -> list[str]:
    return [seat.text() for seat in Seat]


RULEBOOK = Kind(str, attrgetter("name"), Typed((Rulebook,), "Rulebook"))
"""`KnownRulebooks` finds the rulebook of a name, before any other token is read."""
COUNT = Kind(
    name_parser("count", COUNTS),
    attrgetter("name"),
    Typed((CardCount,), "CardCount"),
    lambda _: COUNTS,
)
SUIT = Kind(
    Suit.parse,
    attrgetter("letter"),
    Converted(Suit, "a suit"),
    lambda _: [suit.letter for suit in Suit],
)
SEAT = Kind(Seat.parse, Seat.text, Converted(Seat, "a seat"), _seats)
SEATS = Kind(parse_called, called_text, Converted(_exact_seats, "seats"), _seats)
ACT = Kind(Act.parse, Act.text, Converted(Act, "an act"), lambda _: map(Act.text, Act))
CARD = Kind(Card.parse, Card.text, Typed((Card,), "Card"), _cards_of)
UPCARD = CARD._replace(read=parse_upcard)
CARDS = Kind(parse_cards, _cards_text, Converted(_exact_cards, "cards"))
PILE = Kind(_parse_pile, _pile_text)
STOCK = Kind(_parse_stock, _stock_text, Converted(_exact_stock, "a number of cards or cards"))
HAND = Kind(Hand.parse, Hand.text, Typed((Hand,), "Hand"))
KNOWN_HAND = HAND._replace(read=_parse_known_hand)
PARTIAL_HAND = Kind(PartialHand.parse, PartialHand.text, Typed((PartialHand, Hand), "PartialHand"))
TRICKS = Kind(_parse_tricks, _tricks_text, Converted(_exact_tricks, "pairs of cards"))
MELDS = Kind(parse_laid_melds, laid_melds_text, Converted(_exact_melds, "melds"))
MOVES = Kind(_parse_words, ",".join, Converted(_exact_words, "moves"))
HAND_POINTS = Kind(
    HandPoints.parse,
    HandPoints.text,
    Converted(_exact_hand_points, "melds and tricks of both seats"),
)
POINTS = Kind(parse_points, Points.text, Converted(_exact_points, "points of both seats"))
TARGET = Kind(parse_target, str, Converted(_exact_int, "a number of points"))
NUMBER_OF_CARDS = Kind(parse_number, str, Converted(_exact_int, "a number of cards"))
GLUPS = Kind(parse_glups, Glups.text, Converted(_exact_glups, "glups of both seats"))
AGREED = Kind(
    Agreed.parse,
    _agreed_text,
    Converted(Agreed, "what is agreed on"),
    lambda _: Agreed.all_words(),
)
DOUBLES = Kind(Doubles.parse, Doubles.text, words=lambda _: [doubles.text() for doubles in Doubles])
STAKE = Kind(parse_stake, str)
DOUBLER = Kind(Doubler.parse, Doubler.text, words=lambda _: [doubler.text() for doubler in Doubler])
NAME = Kind(parse_player, str)
ID = Kind(str, str, Typed((str,), "text"))
