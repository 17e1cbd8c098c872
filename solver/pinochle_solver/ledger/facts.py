"""What is known of a decision besides its loss: numbers and words that questions can be about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import isfinite

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit

Fact = str | int | float | bool | None
Facts = dict[str, Fact]
"""Facts by the name of their column."""

ENGINE = "default"
"""By which hands are reviewed: the search of `pinochle review`."""
SCALE = 500.0
"""Losses of all games are compared in points of the two-handed game.

There 500 points lie between winning all card points and winning none; at other tables it is what is
at stake (`reviews.table.losses`).
"""
TRIVIAL = 5.0
"""A decision is trivial if no legal move loses so many of these points: from here on losses get
marks."""

RANKS = {
    Rank.ACE: "aces",
    Rank.TEN: "tens",
    Rank.KING: "kings",
    Rank.QUEEN: "queens",
    Rank.JACK: "jacks",
    Rank.NINE: "nines",
    Rank.EIGHT: "eights",
    Rank.SEVEN: "sevens",
}
"""The columns of how many cards of a rank are held."""
SUITS = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}
"""The columns of how many cards of a suit are held."""


def holding(hand: Hand, trump: Suit | None) -> Facts:
    """What a player holds, cards on the table included.

    Args:
        hand: the cards.
        trump: the trump suit; None before it is named.
    """
    ranks = Counter(card.rank for card in hand)
    suits = Counter(card.suit for card in hand)
    return {
        "cards": len(hand),
        "trump": None if trump is None else trump.letter,
        "trumps": None if trump is None else suits[trump],
        **{name: ranks[rank] for rank, name in RANKS.items()},
        **{name: suits[suit] for suit, name in SUITS.items()},
    }


def moves(led: Card | None, played: object, best: object) -> Facts:
    """The cards of a decision; None for what is no card.

    Args:
        led: the card led to the open trick.
        played: the move made.
        best: the best move.
    """
    return {"led": _text(led), "played_card": _card(played), "best_card": _card(best)}


def spread(behind: Iterable[float | None], factor: float) -> float | None:
    """How many points of the common scale the worst move loses; None if that is not known.

    Args:
        behind: how far each move is behind the best, None for a move that has no value.
        factor: by which a loss is multiplied.
    """
    known = list(behind)
    if not known or any(each is None for each in known):
        return None
    return factor * max(each for each in known if each is not None)


def number(value: float | None) -> float | None:
    """A number as JSON has it: None for one that is not known."""
    return value if value is not None and isfinite(value) else None


def _card(move: object) -> str | None:
    return _text(getattr(move, "card", None))


def _text(card: Card | None) -> str | None:
    return None if card is None else card.text()
