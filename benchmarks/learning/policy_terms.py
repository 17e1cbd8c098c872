"""What those that learn weights of the policy's terms know of these."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

CARD_TERMS, RANKS, LOWEST = 48, 8, 2  # of the deck of 48 cards: its nine


def with_lower_ranks(weights: NDArray[Any]) -> NDArray[Any]:
    """The same weights, sevens and eights, which were not played, as nines.

    Args:
        weights: a row a term, the terms of cards first, rank by rank.
    """
    whole: NDArray[Any] = weights.copy()
    cards = whole[:CARD_TERMS].reshape(-1, RANKS, whole.shape[1])
    cards[:, :LOWEST] = cards[:, LOWEST : LOWEST + 1]
    return whole
