"""What the search of open hands for three and four found."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from pinochle_solver.double_dummy.burial_solutions import BurialSolution
from pinochle_solver.double_dummy.burials import BurialValue
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


class BurialObject(JsonObject, kw_only=True):
    """A trump and a burial, all melds laid: what the side melds, what is buried, what it wins.

    ``total`` is their sum, and ``loss`` how much less it is than the best. Where the cards are not
    known, ``bounds`` has the total: at least, at most.
    """

    move: str
    melds: int
    buried: int
    cards: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    bounds: tuple[int, int] | UnsetType = UNSET
    loss: int | UnsetType = UNSET


class BurialSolutionLine(JsonObject, kw_only=True):
    """The bidder's decision solved with open hands: the most it can come to, and by which move."""

    id: str | UnsetType = UNSET
    position: str
    side: str
    exact: bool
    total: int | UnsetType = UNSET
    bounds: tuple[int, int] | UnsetType = UNSET
    best: BurialObject
    moves: list[BurialObject]
    nodes: int
    seconds: float


def burial_solution_line(solution: BurialSolution) -> BurialSolutionLine:
    """The line of ``solve`` for a position in which the bidder buries."""
    return BurialSolutionLine(
        id=solution.position.id or UNSET,
        position=solution.position.text(),
        side="+".join(seat.text() for seat in solution.side),
        exact=solution.exact,
        total=solution.total[0] if solution.exact else UNSET,
        bounds=UNSET if solution.exact else solution.total,
        best=_burial(solution, solution.best),
        moves=[_burial(solution, move) for move in solution.moves],
        nodes=solution.nodes,
        seconds=round(solution.seconds, 6),
    )


def _burial(solution: BurialSolution, value: BurialValue) -> BurialObject:
    loss = solution.loss_of(value)
    return BurialObject(
        move=value.move.text(),
        melds=value.melds,
        buried=value.buried,
        cards=value.cards[0] if value.exact else UNSET,
        total=value.total[0] if value.exact else UNSET,
        bounds=UNSET if value.exact else value.total,
        loss=UNSET if loss is None else loss,
    )
