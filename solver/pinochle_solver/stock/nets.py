"""The learned networks of a rulebook, as the compiled searches take them.

Each file of ``weights/`` holds those of the rulebook of its name, as whole numbers: the value of a
lead (``_core.value_net``), the policy (``_core.policy_net``) and the estimate of a playoff
(``_core.playoff_net``). They serve every rulebook that
plays and scores a hand alike. Where there is none, or cards count otherwise, searches do without.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from pinochle_solver._core import playoff_net, policy_net, value_net
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import CardCount, Rulebook

Shapes = Mapping[str, tuple[tuple[int, ...], str]]


@lru_cache(maxsize=32)
def nets_of(rules: Rulebook, count: CardCount) -> tuple[bytes, bytes, bytes] | None:
    """Records of the value, the policy and the playoff's estimate; None where none were learnt."""
    wanted = hand_rules_record(rules, count, Suit.SPADES)
    for name, book in RULEBOOKS.items():
        if hand_rules_record(book, book.count, Suit.SPADES) == wanted:
            file = files("pinochle_solver.stock") / "weights" / f"{name}.npz"
            return read_nets(file.read_bytes()) if file.is_file() else None
    return None


def read_nets(data: bytes) -> tuple[bytes, bytes, bytes]:
    """The records that a file holds.

    Raises:
        ValueError: when an array is missing or of another shape than the searches take.
    """
    import numpy as np

    with np.load(BytesIO(data)) as arrays:

        def record(name: str, shapes: Shapes) -> bytes:
            parts = []
            for part, (shape, kind) in shapes.items():
                key = f"{name}.{part}"
                if key not in arrays or arrays[key].shape != shape or arrays[key].dtype != kind:
                    raise ValueError(f"{key}: expected {kind} of shape {shape}")
                parts.append(np.ascontiguousarray(arrays[key]).tobytes())
            return b"".join(parts)

        return (
            record("value", value_net.SHAPES),
            record("policy", policy_net.SHAPES),
            record("playoff", playoff_net.SHAPES),
        )
