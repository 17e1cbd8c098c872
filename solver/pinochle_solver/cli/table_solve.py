"""What ``pinochle solve`` does with positions of the games for three and four."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.output import tell
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import check_open, solve_open_many
from pinochle_solver.rules.cards import Card
from pinochle_solver.table_notation.positions import TablePosition


def read_open(tokens: dict[str, str]) -> TablePosition:
    """A position that can be solved; raises `PositionError`."""
    position = TablePosition.from_tokens(tokens)
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
) -> Iterator[TableSolution]:
    """The solutions of positions as they come, in order."""
    if threads == 1:
        for chunk in chunks:
            yield from solve_open_many(
                chunk, moves=moves, nodes=nodes, seconds=seconds, table_mb=table_mb, stop=stop
            )
        return
    yield from solve_open_many(
        (position for chunk in chunks for position in chunk),
        moves=moves,
        threads=threads,
        nodes=nodes,
        seconds=seconds,
        table_mb=table_mb,
        stop=stop,
    )


def has_annotations(solution: TableSolution) -> bool:
    """Whether the position states a value or the best cards."""
    return solution.position.value is not None or bool(solution.position.best_moves)


def agrees_with_annotations(solution: TableSolution, place: str) -> bool:
    """Whether nothing that is proven differs from what is stated."""
    stated = solution.position
    wrong = []
    if stated.value is not None and solution.bounds.exact and stated.value != solution.value:
        wrong.append(f"value: {_slashed(stated.value)} is stated, it is {_slashed(solution.value)}")
    best = [move.card for move in solution.moves if move.loss == 0] if solution.exact else []
    if stated.best_moves and best and set(stated.best_moves) != set(best):
        wrong.append(f"bm: {_cards(stated.best_moves)} is stated, it is {_cards(best)}")
    for fact in wrong:
        tell(f"{place}: {fact}")
    return not wrong


def _slashed(value: tuple[int, ...]) -> str:
    return "/".join(map(str, value))


def _cards(cards: Iterable[Card]) -> str:
    return ",".join(card.text() for card in cards)
