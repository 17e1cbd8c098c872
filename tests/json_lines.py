"""What is written as JSON of a value, as Python's own dictionaries and lists."""

from __future__ import annotations

from typing import Any

import msgspec

from pinochle_solver.schema.making import line_of


def as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(line_of(value)))
