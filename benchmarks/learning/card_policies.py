"""Policies for the cards of three and four that are written by hand: learning begins with one.

Weights are in 64ths of a point (``ext/pinochle_solver/_core/hidden_hands/policy.pxd``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pinochle_solver._core.hidden_hands import policy
from pinochle_solver._core.hidden_hands.policy import SIDES, TABLES, WEIGHT_UNIT, WEIGHTS

Tables = dict[str, NDArray[np.float64]]  # points, views of the weights of one side

# By kind: nine, jack, queen, king, ten, ace; of a plain suit, then of trumps.
POINTS = np.array([0, 0, 5, 5, 10, 10] * 2, np.float64)
# What a card is worth to keep.
WORTH = np.array([0, 1, 1, 2, 3, 14, 4, 5, 6, 8, 10, 18], np.float64)
STAKES = np.array([0, 5, 10, 18, 30], np.float64)
# By outlook: the chance to win the trick.
CHANCES = np.array([1, 0.9, 0.5, 0.4, 0.2, 1, 0.6, 0.4, 0])


def weights_of(fill: object) -> NDArray[np.int16]:
    """The record of a policy whose two sides are filled in alike."""
    assert callable(fill)
    row = np.zeros(WEIGHTS)
    fill({name: row[at : at + np.prod(shape)].reshape(shape) for name, (at, shape) in views()})
    row = np.clip(np.rint(row * WEIGHT_UNIT), -32768, 32767)
    return np.tile(row.astype(np.int16), SIDES)


def views() -> list[tuple[str, tuple[int, tuple[int, ...]]]]:
    return list(TABLES.items())


def by_hand() -> NDArray[np.int16]:
    """A sound player: cashes, draws trumps, smears points, takes what is worth its card."""

    def fill(tables: Tables) -> None:
        gains = (2 * CHANCES - 1)[:, None]
        stake = tables["follow.stake"]
        stake += gains[:, :, None] * (STAKES + POINTS[:, None])
        stake -= WORTH[:, None]
        # A trick that is lost anyhow, or won anyhow, does not need the card.
        stake[policy.FRIENDS :] -= 0.3 * WORTH[:, None]
        lead = tables["lead.length"]
        chances = np.array([0.85, 0.45, 0.25, 0.1])
        lead += ((2 * chances - 1) * 12 + chances * 6)[None, :, None]
        lead += ((2 * chances - 1)[None, :] * POINTS[:, None])[:, :, None]
        lead -= 0.5 * WORTH[:, None, None]
        lead[6:] -= 6
        # Draw trumps with many; lead plain suits late if they are out.
        drawing = tables["lead.drawing"]
        drawing[1, 1:, 2:] += 5
        drawing[1, 1:, 3:] += 6
        drawing[1, 0] -= 8
        ruffs = tables["lead.ruffs"]
        ruffs[0, :, :, 1:] -= 9
        ruffs[0, :, 1:, 0, 1] += 3
        tables["lead.suit"][0, :2, 1:] -= 3

    return weights_of(fill)


def greedy() -> NDArray[np.int16]:
    """Takes each trick with the cheapest card that does, else throws the cheapest; leads high."""

    def fill(tables: Tables) -> None:
        rank = np.arange(policy.KINDS, dtype=np.float64)
        won = tables["follow.stake"]
        won += 100.0 * (np.arange(policy.OUTLOOKS) < policy.FRIENDS)[:, None, None]
        won -= (rank + POINTS)[:, None]
        tables["lead.length"][:] += 20.0 * (np.arange(policy.HIGHERS) == 0)[:, None]
        tables["lead.length"][:] -= POINTS[:, None, None]
        tables["lead.length"][:, 0] += 2 * POINTS[:, None]

    return weights_of(fill)
