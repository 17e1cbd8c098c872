"""What is written as JSON of a value, as Python's own dictionaries and lists."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from pinochle_solver.schema.lines import line_of


def as_json(value: object) -> Any:
    """What a reader of JSON is given; a number that is none is no JSON, and an error."""
    made = msgspec.to_builtins(line_of(value))
    return json.loads(json.dumps(made, allow_nan=False))
