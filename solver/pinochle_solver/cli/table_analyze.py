"""Which options of ``pinochle analyze`` say nothing of the games for three and four."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import BELIEFS

# Options that only the search of two hands knows, and their values when they are not given.
_TWO_HANDED = {
    "target_error": None,
    "threads": None,
    "belief": BELIEFS[0],
    "objective": OBJECTIVES[0],
    "engine": DEFAULT,
    "call_out": False,
    "moves": None,
    "open_average": False,
}


def check_options(options: Mapping[str, object]) -> None:
    """Raise `click.UsageError` for an option that says nothing of games for three and four."""
    for name, value in _TWO_HANDED.items():
        if options[name] != value:
            option = "--" + name.replace("_", "-")
            raise click.UsageError(f"{option}: goes with the two-handed game only")
