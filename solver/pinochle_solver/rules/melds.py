"""Melds and their text: the melds there are, and those that lie on the table.

A `Meld` is a kind and its cards, as a move names it: ``marriage:KH.QH``. A `LaidMeld` is one that
has been laid. In it the copies of a card are told apart by number, in the order in which their
holder laid them, because on the table they differ by what they have served in (RULES.md, section
4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import NamedTuple

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.meld_kinds import DIX, MeldKind
from pinochle_solver.rules.rules import Rulebook

_MOST_NAMED, _MOST_NEAR = 16, 4
_NAME = re.compile(r"[a-z0-9-]+")
_MELD = re.compile(r"([A-Za-z0-9-]+)(?::([^:@]*))?(?:@([0-9]{1,2}))?")
_COPY = re.compile(r"(.+?[^0-9*])([1-9]?)(\*?)")


@dataclass(frozen=True, slots=True, repr=False)
class Meld:
    """A meld as a move names it.

    Attributes:
        kind: what it is and scores.
        cards: its cards in canonical order, identical ones side by side.
    """

    kind: MeldKind
    cards: tuple[Card, ...]

    def text(self) -> str:
        """``kind:cards``, the cards joined by dots: ``double-pinochle:QS.QS.JD.JD``."""
        return f"{self.kind.name}:{'.'.join(card.text() for card in self.cards)}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Meld {self.text()}>"


@lru_cache(maxsize=256)
def melds_of(rules: Rulebook, trump: Suit) -> tuple[Meld, ...]:
    """All melds of a rulebook with one suit as trump; the dix is shown, and so not among them."""
    return tuple(
        Meld(kind, cards)
        for kind in rules.melds
        if kind.name != DIX
        for cards in pattern_cards(kind.cards, rules.deck, trump)
    )


def pattern_cards(pattern: str, deck: Deck, trump: Suit) -> tuple[tuple[Card, ...], ...]:
    """The sets of cards that a pattern of `MeldKind` stands for, each in canonical order.

    One set for every plain suit if the pattern has a ``p``, else one set. Sets with cards that the
    deck does not have, or not in that number, are left out.
    """
    plain_suits = [suit for suit in deck.suits if suit != trump] if "p" in pattern else [trump]
    sets = (
        [
            Card(Rank.parse(word[0]), suit)
            for word in pattern.split(" ")
            for suit in _suits(word[1], deck, trump, plain)
        ]
        for plain in plain_suits
    )
    return tuple(
        tuple(Hand.of(cards))
        for cards in sets
        if all(card in deck and cards.count(card) <= deck.copies for card in cards)
    )


def _suits(place: str, deck: Deck, trump: Suit, plain: Suit) -> tuple[Suit, ...]:
    if place == "*":
        return deck.suits
    if place in "tp":
        return (trump if place == "t" else plain,)
    return (Suit.parse(place),)


@lru_cache(maxsize=256)
def dix_card(rules: Rulebook, trump: Suit) -> Card | None:
    """The card that is a dix, the lowest trump; None if the rulebook or its deck has no dix."""
    kind = rules.meld(DIX)
    sets = pattern_cards(kind.cards, rules.deck, trump) if kind else ()
    return sets[0][0] if sets else None


def parse_meld(text: str, rules: Rulebook, trump: Suit) -> Meld:
    """Read ``kind:cards`` with the cards in any order; raises `NotationError` for no such meld."""
    name, colon, cards_text = text.partition(":")
    kind = named_kind(name, rules)
    if not colon:
        raise NotationError("meld", f"{quoted(text)} is not kind:cards")
    cards = tuple(Hand.of(Card.parse(card) for card in cards_text.split(".")))
    return _meld_with(kind, cards, rules, trump, text)


def named_kind(name: str, rules: Rulebook) -> MeldKind:
    """The kind of meld of this name; raises `NotationError` if the rulebook has none."""
    kind = rules.meld(name.lower()) if name.isascii() else None  # the Kelvin sign is no k
    if kind is None:
        known = [kind.name for kind in rules.melds]
        what = "its melds"
        if len(known) > _MOST_NAMED:
            from difflib import get_close_matches  # not needed for a known name

            what, known = "near it", get_close_matches(name, known, _MOST_NEAR, cutoff=0)
        fact = f"{quoted(name)} is no meld of {rules.name} ({what}: {', '.join(known)})"
        raise NotationError("meld", fact)
    return kind


def _meld_with(
    kind: MeldKind, cards: tuple[Card, ...], rules: Rulebook, trump: Suit, text: str
) -> Meld:
    for meld in melds_of(rules, trump):
        if meld.kind == kind and meld.cards == cards:
            return meld
    raise NotationError(
        "meld", f"{quoted(text)} is no {kind.name} with {trump.name.lower()} as trump"
    )


class Copy(NamedTuple):
    """One of the identical copies of a card that a seat has laid.

    Attributes:
        card: the card.
        number: which copy of it this is, counted from 1 in the order the seat laid them.
        played: whether it has been played since.
    """

    card: Card
    number: int
    played: bool = False

    def text(self) -> str:
        """``QS``, ``QS2``, ``KH*``: a number from 2 on, a star if it has been played since."""
        number = str(self.number) if self.number > 1 else ""
        return f"{self.card.text()}{number}{'*' if self.played else ''}"

    @classmethod
    def parse(cls, text: str) -> Copy:
        """Read a laid copy; raises `NotationError`."""
        match = _COPY.fullmatch(text)
        if match is None:
            raise NotationError("copy", f"{quoted(text)} is no laid card")
        return cls(Card.parse(match[1]), int(match[2] or 1), bool(match[3]))


def in_canonical_order(copies: Iterable[Copy]) -> tuple[Copy, ...]:
    """Copies by rank high to low, then S H D C, then their number."""
    return tuple(sorted(copies, key=lambda copy: (-copy.card.rank, copy.card.suit, *copy[1:])))


@dataclass(frozen=True, slots=True, repr=False)
class LaidMeld:
    """A meld that has been laid.

    Attributes:
        name: the name of its kind.
        copies: the copies it was made of, in canonical order; none for a dix that was exchanged
            for the upcard.
        trick: the number of the trick it followed, from 1, or None if that is not known.

    Raises:
        IllegalPositionError: for a name that is not a lower-case word, and for copies or a trick of
            a wrong type.
    """

    name: str
    copies: tuple[Copy, ...]
    trick: int | None = None

    def __post_init__(self) -> None:
        try:
            copies = in_canonical_order(map(_exact_copy, self.copies))
            trick = None if self.trick is None else int(index(self.trick))
            if not _NAME.fullmatch(self.name):
                raise ValueError
        except (TypeError, ValueError):
            raise IllegalPositionError(
                "meld", "expected the name of a kind, copies by number and perhaps a trick"
            ) from None
        object.__setattr__(self, "copies", copies)
        object.__setattr__(self, "trick", trick)

    def text(self) -> str:
        """``kind:cards@k``: ``pinochle:QS.JD2*@3``."""
        cards = ".".join(copy.text() for copy in self.copies)
        trick = f"@{self.trick}" if self.trick is not None else ""
        return f"{self.name}{':' if cards else ''}{cards}{trick}"

    def __repr__(self) -> str:
        return f"LaidMeld.parse({self.text()!r})"

    @classmethod
    def parse(cls, text: str) -> LaidMeld:
        """Read ``kind:cards@k``; raises `NotationError`."""
        match = _MELD.fullmatch(text.strip())
        if match is None:
            raise NotationError("meld", f"{quoted(text)} is not kind:cards")
        name, cards, trick = match.groups()
        copies = () if cards is None else tuple(map(Copy.parse, cards.split(".")))
        return cls(name.lower(), copies, None if trick is None else int(trick))

    def meld(self, rules: Rulebook, trump: Suit) -> Meld | None:
        """The rulebook's meld that it is, None for a dix; raises `NotationError` for no meld."""
        kind = named_kind(self.name, rules)
        cards = tuple(copy.card for copy in self.copies)
        if kind.name != DIX:
            return _meld_with(kind, cards, rules, trump, self.text())
        dix = dix_card(rules, trump)
        if dix is None or cards not in ((), (dix,)):
            suit = trump.name.lower()
            raise NotationError("meld", f"{quoted(self.text())} is no dix with {suit} as trump")
        return None


def _exact_copy(copy: Copy) -> Copy:
    """The same copy with a plain number; raises `TypeError` or `ValueError` for anything else."""
    card, number, played = copy
    if not isinstance(card, Card) or index(number) < 1:
        raise ValueError
    return Copy(card, int(index(number)), bool(played))


def parse_laid_melds(text: str) -> tuple[LaidMeld, ...]:
    """Read melds joined by ``+``; raises `NotationError`."""
    return tuple(map(LaidMeld.parse, text.split("+")))


def laid_melds_text(melds: Iterable[LaidMeld]) -> str:
    """The text of melds, joined by ``+``."""
    return "+".join(meld.text() for meld in melds)
