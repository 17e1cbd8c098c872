"""What an analysis has found so far, in a passing line on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pinochle_solver.cli.output.colors import error_console
from pinochle_solver.intervals import SURE
from pinochle_solver.rules.checks import counted
from pinochle_solver.stock.analysis import STAKE, WIN, Analysis


@contextmanager
def thinking(number: int, total: int | None) -> Iterator[Callable[[Analysis], None] | None]:
    """Show what is passed to the function given; None where standard error is no terminal.

    Args:
        number: which position is thought about, from 1.
        total: how many there are, None if that is not known.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.text import Text

    place = "" if total == 1 else f"{number}: " if total is None else f"{number}/{total}: "
    with error_console().status(Text(f"{place}thinking")) as status:
        yield lambda analysis: status.update(Text(f"{place}{_so_far(analysis)}"))


def _so_far(analysis: Analysis) -> str:
    text = f"{counted(analysis.worlds, 'world')}: {analysis.best.move.text()} is best"
    if len(analysis.moves) == 1:
        return text
    second = analysis.moves[1]
    if analysis.objective == WIN:
        loss = f"{second.behind:.1%} ({second.win_behind_interval.per_cent})"
    else:
        digits = 2 if analysis.objective == STAKE else 1
        loss = f"{second.behind:.{digits}f} ± {SURE * second.behind_se:.{digits}f}"
    return f"{text}, {second.move.text()} loses {loss}"
