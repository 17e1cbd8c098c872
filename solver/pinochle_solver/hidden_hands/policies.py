"""The policies that were learnt for the cards of three and four, by family of rulebooks.

Each file of ``weights/`` holds one: whole numbers, two sets (``_core.hidden_hands.policy``), the
bidding side's and the others'. A family plays alike: one against two, partners, each for himself
with one obligation or the other. So a house rulebook has its family's. Families with a stock have
one more file, for the stock phase (``_core.hidden_hands.stock_policy``).
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from pinochle_solver._core.hidden_hands.policy import SIDES, WEIGHTS
from pinochle_solver._core.hidden_hands.stock_policy import STOCK_WEIGHTS
from pinochle_solver.table.rules import Obligation, TableRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AUCTION, PARTNERS, MACDOUGALL, HAYES = "auction", "partners", "macdougall-3", "hayes"
FAMILIES = (AUCTION, PARTNERS, MACDOUGALL, HAYES)
CARDS = "policy.cards"
"""The name of the array in a file: (`SIDES`, `WEIGHTS`) int16."""
STOCK = "policy.stock"
"""And in a file for the stock phase: (`STOCK_WEIGHTS`,) int16."""
STOCK_FAMILIES = (MACDOUGALL, HAYES)
"""The families with a stock."""


def family_of(rules: TableRules) -> str:
    """The family whose policy plays a rulebook."""
    if rules.partners:
        return PARTNERS
    if rules.stock is None:
        return AUCTION
    return HAYES if rules.obligation is Obligation.HAYES else MACDOUGALL


@lru_cache(maxsize=len(FAMILIES))
def learnt(family: str) -> NDArray[np.int16]:
    """The weights of a family, as `CardPlayouts` takes them.

    Raises:
        ValueError: when the array is of another shape than playouts take.
    """
    return _weights(f"{family}.npz", CARDS, (SIDES, WEIGHTS))


@lru_cache(maxsize=2)
def learnt_for_stock(family: str) -> NDArray[np.int16]:
    """The weights of a family for the stock phase, as `StockPlayouts` takes them.

    Raises:
        ValueError: as `learnt` does.
    """
    return _weights(f"{family}-stock.npz", STOCK, (STOCK_WEIGHTS,))


def _weights(name: str, array: str, shape: tuple[int, ...]) -> NDArray[np.int16]:
    import numpy as np

    file = files("pinochle_solver.hidden_hands") / "weights" / name
    with np.load(BytesIO(file.read_bytes())) as arrays:
        weights = np.asarray(arrays[array])
    if weights.shape != shape or weights.dtype != np.int16:
        raise ValueError(f"{array}: expected int16 of shape {shape}")
    weights = np.ascontiguousarray(weights).ravel()
    weights.setflags(write=False)
    return weights
