"""Suits and ranks, and the names and signs by which they are read."""

from __future__ import annotations

from enum import IntEnum

from pinochle_solver.errors import NotationError, quoted

EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
"""The character that may follow a suit's symbol to have it drawn in colour."""


class Suit(IntEnum):
    """The four suits, in the order S H D C."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """``S``, ``H``, ``D`` or ``C``."""
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        """``♠``, ``♥``, ``♦`` or ``♣``."""
        return "♠♥♦♣"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit's letter, symbol or name, in either case; else raise `NotationError`."""
        suit = SUIT_OF_TEXT.get(lowered(text).removesuffix(EMOJI_STYLE))
        if suit is None:
            raise NotationError("suit", f"unknown suit {quoted(text)}")
        return suit


class Rank(IntEnum):
    """The ranks from low to high: the ten stands above the king (RULES.md, section 1)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    JACK = 3
    QUEEN = 4
    KING = 5
    TEN = 6
    ACE = 7

    @property
    def letter(self) -> str:
        """``7``, ``8``, ``9``, ``J``, ``Q``, ``K``, ``T`` or ``A``."""
        return "789JQKTA"[self]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank's `letter` or name in either case, ``10``, ``X`` (ten) or ``N`` (nine).

        Raises `NotationError` for anything else.
        """
        rank = RANK_OF_TEXT.get(lowered(text))
        if rank is None:
            raise NotationError("rank", f"unknown rank {quoted(text)}")
        return rank


def lowered(text: str) -> str:
    """Text in lower case, except what is not ASCII: the Kelvin sign is not a k."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in text)


def _names(names: str) -> tuple[str, ...]:
    """The singular and the plural of a noun."""
    return (names, names + "s")


SUIT_OF_TEXT = {
    text: suit
    for suit in Suit
    for text in (
        suit.letter.lower(),
        suit.symbol,
        "♤♡♢♧"[suit],
        *_names(suit.name.lower().removesuffix("s")),
    )
}
"""Every sign and name of a suit, in lower case."""

RANK_OF_TEXT = (
    {rank.letter.lower(): rank for rank in Rank}
    | {name: rank for rank in Rank for name in _names(rank.name.lower())}
    | {"10": Rank.TEN, "x": Rank.TEN, "n": Rank.NINE}
)
"""Every sign and name of a rank, in lower case."""
