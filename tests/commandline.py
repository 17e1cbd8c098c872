"""How tests speak of a run of the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

COMMAND = [sys.executable, "-m", "pinochle_solver"]


@dataclass
class Run:
    """What a command did."""

    status: int
    out: str
    err: str


Pinochle = Callable[..., Run]
