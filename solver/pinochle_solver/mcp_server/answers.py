"""What a tool answers: the lines of the command, as JSON, and a 95% interval of each value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any

import msgspec

from pinochle_solver.intervals import SURE
from pinochle_solver.schema.lines import json_schema, line_of
from pinochle_solver.schema.objects import JsonObject

_REFERENCE = "#/$defs/"
# Of all fractions in an answer: more would only make it longer.
_DIGITS = 4


class IntervalObject(JsonObject, kw_only=True):
    """A value, and its 95% interval from ``low`` to ``high``, in ``unit``.

    ``of`` is a card or a move; in a review a decision (``5r south``) or a seat. ``what`` is the
    field of the line that has the value: ``value``, ``total``, ``mean``, ``behind``, ``lost`` or
    ``loss``. If the value is proven, both ends are the value. ``value`` is null if only the bounds
    are proven; the ends are null if they are not known.
    """

    of: str
    what: str
    unit: str
    value: float | None
    low: float | None
    high: float | None


class AnswerObject(JsonObject, kw_only=True):
    """An answer: ``lines`` as the command writes them with --json, and the intervals of values.

    ``intervals`` is empty where nothing is estimated or searched.
    """

    lines: list[Any]
    intervals: list[IntervalObject]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool found.

    Attributes:
        lines: the lines that the command would write.
        intervals: the intervals of the values that they tell.
    """

    lines: tuple[object, ...]
    intervals: tuple[IntervalObject, ...] = ()

    @classmethod
    def of(cls, value: object, intervals: Iterable[IntervalObject] = ()) -> Answer:
        """The answer with the line of one value."""
        return cls((line_of(value),), tuple(intervals))

    def plain(self) -> dict[str, Any]:
        """The answer by `output_schema` of its command, its fractions rounded."""
        answer = AnswerObject(lines=list(self.lines), intervals=list(self.intervals))
        plain: dict[str, Any] = _rounded(msgspec.to_builtins(answer))
        return plain


def _rounded(plain: Any) -> Any:
    if isinstance(plain, float):
        return round(plain, _DIGITS)
    if isinstance(plain, dict):
        return {name: _rounded(value) for name, value in plain.items()}
    return [_rounded(value) for value in plain] if isinstance(plain, (list, tuple)) else plain


def bounded(of: str, what: str, unit: str, low: float, high: float) -> IntervalObject:
    """The interval of a value of which the bounds are proven; they are equal if it is exact."""
    return IntervalObject(
        of=of, what=what, unit=unit, value=low if low == high else None, low=low, high=high
    )


def estimated(of: str, what: str, unit: str, mean: float, error: float) -> IntervalObject:
    """The interval of an estimate with this standard error, both NaN if they are not known."""
    return IntervalObject(
        of=of,
        what=what,
        unit=unit,
        value=_known(mean),
        low=_known(mean - SURE * error),
        high=_known(mean + SURE * error),
    )


def _known(number: float) -> float | None:
    return number if isfinite(number) else None


def output_schema(command: str) -> dict[str, Any]:
    """The JSON schema of the answers of a tool: the lines are those of its command.

    Args:
        command: the command, as in docs/schema.json.
    """
    schema = _schema()
    _, own = msgspec.json.schema_components([IntervalObject], ref_template=f"{_REFERENCE}{{name}}")
    [interval] = own
    known = {**schema["$defs"], **own}
    lines = schema["properties"][command]
    return {
        "type": "object",
        "properties": {
            "lines": {"type": "array", "items": lines},
            "intervals": {"type": "array", "items": {"$ref": f"{_REFERENCE}{interval}"}},
        },
        "required": ["lines", "intervals"],
        "additionalProperties": False,
        "$defs": {name: known[name] for name in sorted({interval, *_referred(lines, known)})},
    }


@cache
def _schema() -> dict[str, Any]:
    return json_schema()


def _referred(schema: object, known: dict[str, Any]) -> set[str]:
    """The names of all definitions that a schema needs."""
    found: set[str] = set()
    left = [schema]
    while left:
        part = left.pop()
        if isinstance(part, list):
            left += part
        elif isinstance(part, dict):
            left += part.values()
            reference = part.get("$ref")
            if isinstance(reference, str):
                name = reference.removeprefix(_REFERENCE)
                if name not in found:
                    found.add(name)
                    left.append(known[name])
    return found
