"""JSON lines on standard output."""

from __future__ import annotations

import sys
from typing import Any


def write_json_line(value: Any) -> None:
    """Write `value` as one line, whole and at once, so that a reader or Ctrl-C never sees half."""
    import msgspec

    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()
