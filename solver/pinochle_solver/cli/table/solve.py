"""What ``pinochle solve`` does with positions of the games for three and four."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, groupby, takewhile
from typing import Any

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.output import stated_values
from pinochle_solver.cli.output.progress import with_progress
from pinochle_solver.double_dummy.burial_solutions import (
    BurialSolution,
    check_burial,
    solve_burial,
)
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import check_open, solve_open_many
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.acts import Act


def read_open(tokens: dict[str, str], rulebooks: KnownRulebooks) -> TablePosition:
    """A position that can be solved; raises `PositionError`."""
    position = TablePosition.from_tokens(tokens, rulebooks)
    if position.act is Act.BURY:
        check_burial(position)
    else:
        check_open(position)
    return position


def solved_tables(
    chunks: Iterable[list[TablePosition]],
    *,
    moves: bool,
    threads: int,
    nodes: int | None,
    seconds: float | None,
    table_mb: float | None,
    stop: StopFlag,
    alone: bool,
) -> Iterator[TableSolution | BurialSolution]:
    """The solutions of positions as they come, in order.

    Where the bidder has still to bury, threads work on one position, and if it stands alone its
    progress is shown.
    """
    limits: dict[str, Any] = {"nodes": nodes, "seconds": seconds, "table_mb": table_mb}
    given = chain.from_iterable(chunks)
    for act, positions in groupby(given, key=lambda position: position.act):
        if act is not Act.BURY:
            yield from solve_open_many(
                positions, moves=moves, threads=1 if alone else threads, stop=stop, **limits
            )
            continue
        for position in takewhile(lambda _: not stop.is_set, positions):
            shown = partial(with_progress, written=False) if alone else _not_shown
            yield solve_burial(
                position, moves=moves, threads=threads, stop=stop, progress=shown, **limits
            )


def _not_shown(steps: Iterable[None], number: int) -> Iterable[None]:
    return steps


def has_annotations(solution: TableSolution | BurialSolution) -> bool:
    """Whether a value or best cards are stated, of a card to be played, that can be compared."""
    return isinstance(solution, TableSolution) and stated_values.has_annotations(solution)


def agrees_with_annotations(solution: TableSolution | BurialSolution, place: str) -> bool:
    """Whether nothing that is proven differs from what is stated of a card that is to be played."""
    if not isinstance(solution, TableSolution):
        return True
    return stated_values.agrees_with_annotations(solution, place)
