"""What the search of open hands for three and four found."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from pinochle_solver.double_dummy.solution import SideBounds, SideMoveValue, TableSolution
from pinochle_solver.schema.objects import JsonObject


class SideCardObject(JsonObject, kw_only=True):
    """A legal card: what each side wins after it and what it loses; of a stopped search, bounds."""

    card: str
    value: dict[str, int] | UnsetType = UNSET
    bounds: dict[str, tuple[int, int]] | UnsetType = UNSET
    loss: int | UnsetType = UNSET


class TableSolutionLine(JsonObject, kw_only=True):
    """Open hands solved: points still to come by side, seats joined by ``+``."""

    id: str | UnsetType = UNSET
    position: str
    exact: bool
    value: dict[str, int] | UnsetType = UNSET
    bounds: dict[str, tuple[int, int]] | UnsetType = UNSET
    moves: list[SideCardObject]
    line: list[str]
    nodes: int
    seconds: float


def table_solution_line(solution: TableSolution) -> TableSolutionLine:
    """The line of ``solve``: values where all is proven, otherwise bounds."""
    names = ["+".join(seat.text() for seat in side) for side in solution.sides]
    is_exact = solution.exact
    return TableSolutionLine(
        id=solution.position.id or UNSET,
        position=solution.position.text(),
        exact=is_exact,
        value=_value(names, solution.bounds) if is_exact else UNSET,
        bounds=UNSET if is_exact else _bounds(names, solution.bounds),
        moves=[_card(names, move, is_exact) for move in solution.moves],
        line=[card.text() for card in solution.line],
        nodes=solution.nodes,
        seconds=round(solution.seconds, 6),
    )


def _value(names: list[str], bounds: SideBounds) -> dict[str, int]:
    return dict(zip(names, bounds.value, strict=True))


def _bounds(names: list[str], bounds: SideBounds) -> dict[str, tuple[int, int]]:
    return dict(zip(names, bounds, strict=True))


def _card(names: list[str], move: SideMoveValue, is_exact: bool) -> SideCardObject:
    if not is_exact:
        return SideCardObject(card=move.card.text(), bounds=_bounds(names, move.bounds))
    return SideCardObject(
        card=move.card.text(),
        value=_value(names, move.bounds),
        loss=UNSET if move.loss is None else move.loss,
    )
