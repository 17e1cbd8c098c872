"""What is learned of a rulebook, as the compiled searches take it.

Each file of ``weights/`` holds what is of the rulebook of its name, whole numbers but for slips:
networks for the value of a lead (``_core.networks.value_net``), the policy
(``_core.networks.policy_net``) and the estimate of a playoff (``_core.networks.playoff_net``), or
weights of its own for the terms of the linear policy and for those by which the other seat is taken
to choose (``_core.networks.policy``) with its slips (`behaviour`), or all of these. They serve
every rulebook that plays and scores a hand alike. Where there is none, or cards count otherwise,
searches do without: the linear policy and the other seat have weights for any rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pinochle_solver._core.networks import playoff_net, policy_net, value_net
from pinochle_solver._core.networks.policy import KNOTS, TERMS
from pinochle_solver.rules.alike import published_alike
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_VALUE, _PLAYOFF = "value.bias", "playoff.start"
POLICY, BEHAVIOUR, SLIPS = "policy.terms", "behaviour.terms", "behaviour.slips"

Shapes = Mapping[str, tuple[tuple[int, ...], str]]
Nets = tuple[bytes, bytes, bytes | None]
_LINEAR: Shapes = {
    POLICY: ((TERMS, 2), "int16"),
    BEHAVIOUR: ((TERMS, KNOTS), "int16"),
    SLIPS: ((2,), "float64"),
}


@lru_cache(maxsize=32)
def nets_of(rules: Rulebook, count: CardCount) -> Nets | None:
    """Records of the value, the policy and the playoff's estimate; None where none were learned."""
    data = _learnt_of(rules, count)
    return None if data is None or _VALUE not in _names_in(data) else read_nets(data)


def weights_of(rules: Rulebook, count: CardCount) -> NDArray[np.int16] | None:
    """Weights of its own for the linear policy; None where none were learned.

    Raises:
        ValueError: when an array of the file is of another shape than searches take.
    """
    weights = linear_of(rules, count).get(POLICY)
    return None if weights is None else weights.ravel()


def behaviour_weights_of(rules: Rulebook, count: CardCount) -> NDArray[np.int16] | None:
    """The same by which the other seat is taken to choose."""
    weights = linear_of(rules, count).get(BEHAVIOUR)
    return None if weights is None else weights.ravel()


def slips_of(rules: Rulebook, count: CardCount) -> tuple[float, float] | None:
    """In what share of its choices it makes any move, and of its plays to the last stock trick."""
    slips = linear_of(rules, count).get(SLIPS)
    return None if slips is None else (float(slips[0]), float(slips[1]))


@lru_cache(maxsize=32)
def linear_of(rules: Rulebook, count: CardCount) -> Mapping[str, NDArray[Any]]:
    """What else than networks was learned: arrays by name, as the file has them.

    Raises:
        ValueError: when an array of the file is of another shape than searches take.
    """
    import numpy as np

    data = _learnt_of(rules, count)
    if data is None:
        return {}
    with np.load(BytesIO(data)) as arrays:
        found = {name: arrays[name] for name in _LINEAR if name in arrays}
    for name, array in found.items():
        shape, kind = _LINEAR[name]
        if array.shape != shape or array.dtype != kind:
            raise ValueError(f"{name}: expected {kind} of shape {shape}")
    return {name: np.ascontiguousarray(array) for name, array in found.items()}


def _learnt_of(rules: Rulebook, count: CardCount) -> bytes | None:
    """The file of the rulebook that plays and scores alike."""
    file = files("pinochle_solver.stock") / "weights" / f"{published_alike(rules, count)}.npz"
    return file.read_bytes() if file.is_file() else None


def _names_in(data: bytes) -> list[str]:
    import numpy as np

    with np.load(BytesIO(data)) as arrays:
        return list(arrays.files)


def read_nets(data: bytes) -> Nets:
    """The records that a file holds; it may do without an estimate of playoffs.

    Raises:
        ValueError: when an array is missing or of another shape than the searches take.
    """
    import numpy as np

    with np.load(BytesIO(data)) as arrays:

        def record(name: str, shapes: Shapes) -> bytes:
            parts = []
            for part, (shape, kind) in shapes.items():
                key = f"{name}.{part}"
                array = arrays.get(key)  # unpacked anew each time that it is asked for
                if array is None or array.shape != shape or array.dtype != kind:
                    raise ValueError(f"{key}: expected {kind} of shape {shape}")
                parts.append(np.ascontiguousarray(array).tobytes())
            return b"".join(parts)

        return (
            record("value", value_net.SHAPES),
            record("policy", policy_net.SHAPES),
            record("playoff", playoff_net.SHAPES) if _PLAYOFF in arrays else None,
        )
