"""What ``pinochle analyze`` does with positions of the games for three and four."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.limits import Limits
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.search import DEFAULT_SECONDS
from pinochle_solver.table_notation.positions import TablePosition

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


def analyze_table(
    position: TablePosition, limits: Limits, seed: int, stop: StopFlag
) -> ChanceAnalysis:
    """What each move comes to with the cards open, on average over deals of the unseen ones.

    Seconds that are asked for end even the search of a deal. Without any limit no other deal is
    begun after `DEFAULT_SECONDS`, and two are finished.

    Args:
        position: the position.
        limits: seconds and deals, as far as they are asked for.
        seed: for the deals.
        stop: ends the search with the deals that are finished.

    Raises:
        IllegalPositionError: as `analyze_chances`.
    """
    until = None if limits.seconds is None else monotonic() + limits.seconds
    solver = CompiledSolver(stop=stop, until=until)
    return analyze_chances(position, solver, limits.or_seconds(DEFAULT_SECONDS), seed, stop)
