"""A policy for the stock phase of three and four that is written by hand: learning begins with it.

Weights are in 64ths of a point; those of shares of melds in 1024ths
(``ext/pinochle_solver/_core/hidden_hands/stock_policy.pxd``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pinochle_solver._core.hidden_hands.stock_policy import (
    LOOKED_UP,
    STOCK_TABLES,
    STOCK_WEIGHT_UNIT,
    STOCK_WEIGHTS,
)

# By kind: nine, jack, queen, king, ten, ace; of a plain suit, then of trumps.
POINTS = np.array([0, 0, 5, 5, 10, 10] * 2, np.float64)
# What a card is worth to keep, apart from melds.
WORTH = np.array([0, 1, 2, 3, 6, 12, 8, 8, 9, 10, 14, 18], np.float64)
STAKES = np.array([0, 5, 10, 18, 30], np.float64)
WANTS = np.array([0, 15, 40, 70, 120], np.float64)
CHANCES = np.array([0, 1, 0.8, 0.5, 0.25])  # by outlook


def stock_by_hand() -> NDArray[np.int16]:
    """Keeps what may still be melded and what will win tricks; wins if it has a meld to lay."""
    row = np.zeros(STOCK_WEIGHTS)
    tables = {
        name: row[at : at + int(np.prod(shape))].reshape(shape)
        for name, (at, shape) in STOCK_TABLES.items()
    }
    lacks = np.array([0.7, 0.35, 0.12, 0.04])[:, None, None]
    rares = np.array([0.6, 1.0, 1.3])[:, None]
    lefts = np.array([0.1, 0.5, 0.8, 1.0, 1.0])
    tables["meld.shares"] += np.minimum(lacks * rares * lefts, 0.9) * LOOKED_UP
    gains = 2 * CHANCES - 1
    tables["follow.stakes"] += gains[:, None, None] * (STAKES + POINTS[:, None])
    tables["follow.stakes"] -= WORTH[:, None]
    tables["follow.want"] += 0.6 * (CHANCES[:, None] * WANTS)[:, :, None, None]
    chances = np.array([0.7, 0.4, 0.25, 0.1])
    lead = tables["lead.kind"]
    lead += ((2 * chances - 1)[None, :] * (POINTS[:, None] + 8))[:, :, None]
    lead -= WORTH[:, None, None]
    tables["lead.want"] += 0.6 * (WANTS[:, None, None] * chances)[..., None]
    tables["dix.upcard"] += np.array([0, 4, 5, 6, 10, 14], np.float64)[:, None]
    return np.clip(np.rint(row * STOCK_WEIGHT_UNIT), -32768, 32767).astype(np.int16)
