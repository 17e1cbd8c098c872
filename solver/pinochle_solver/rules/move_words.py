"""Cards and melds in a player's words, for sentences: ``the ten of spades``, ``a run``."""

from __future__ import annotations

from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import Meld

_FOUR = frozenset(("aces", "kings", "queens", "jacks"))
_OF_A_SUIT = "marriage"


def card_words(card: Card) -> str:
    """A card in words.

    >>> card_words(Card.parse("TS"))
    'ten of spades'
    """
    return f"{card.rank.name.lower()} of {card.suit.name.lower()}"


def meld_words(meld: Meld) -> str:
    """A meld in words, with its article.

    For example ``a run``, ``the marriage in hearts``, ``four aces``, ``double kings``.
    """
    name = meld.kind.name.replace("-", " ")
    if name in _FOUR:
        return f"four {name}"
    if name == _OF_A_SUIT:
        return f"the marriage in {meld.cards[0].suit.name.lower()}"
    if name.endswith("s"):
        return name
    return f"a {name}"


def dix_words() -> str:
    """The dix in words."""
    return f"the {DIX}"
