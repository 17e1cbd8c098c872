"""What seats lay in worlds, if they lay all that they can: many hands at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_solver.double_dummy.outcomes import laid_by
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.melds import MeldClass, melds_with
from pinochle_solver.table.rules import TableRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RUN, _ROYAL_MARRIAGE = 0, 1
_BITS = 5  # for how often a meld is laid; five hold any number of copies in a deck


def most_laid(rules: TableRules, trump: Suit, counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What the most that a hand can meld brings.

    Args:
        rules: the game.
        trump: the trump suit.
        counts: (hands, CARDS) the copies of each card held.

    Returns:
        (hands, 2) the points and the checks; no checks where none are paid.
    """
    import numpy as np

    melds, times = melds_with(trump), _times(trump, counts)
    keys = times.astype(np.int64) @ (1 << _BITS * np.arange(len(melds)))
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    laid = [
        laid_by(rules, tuple(m for m, n in zip(melds, way, strict=True) for _ in range(n)))
        for way in times[first].tolist()
    ]
    return np.array(laid, dtype=np.int64).reshape(-1, 2)[which.reshape(-1)]


def shown_by_laying(trump: Suit, counts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(hands, CARDS) the copies of each card shown by that, as `shown_cards` says.

    Args: as of `most_laid`.
    """
    import numpy as np

    times = _times(trump, counts)
    shown = np.zeros_like(counts)
    for kind in MeldClass:
        of_class = np.zeros_like(counts)
        for meld, number in zip(melds_with(trump), times.T, strict=True):
            if meld.kind.meld_class is kind:
                for card in meld.cards:
                    of_class[:, card.index] += number
        np.maximum(shown, of_class, out=shown)
    return shown


def _times(trump: Suit, counts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(hands, melds) how often each of `melds_with` is laid."""
    import numpy as np

    cards = [[card.index for card in meld.cards] for meld in melds_with(trump)]
    times = np.stack([counts[:, each].min(axis=1) for each in cards], axis=1)
    # A run's king and queen are in no royal marriage.
    times[:, _ROYAL_MARRIAGE] -= times[:, _RUN]
    return times
