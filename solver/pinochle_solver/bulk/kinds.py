"""What values go into one table, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pyarrow as pa


class Kind(NamedTuple):
    """Values that go into one table.

    Attributes:
        schema: the name of what its columns are.
        position_of: the position of a value.
        table: the columns of values and their positions.
    """

    schema: str
    position_of: Callable[[Any], Any]
    table: Callable[[Sequence[Any], Sequence[Any]], pa.Table]


def position_of(answer: Any) -> Any:
    """The position that was answered."""
    return answer.position


def itself(position: Any) -> Any:
    """The position that a position is of."""
    return position
