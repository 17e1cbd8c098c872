"""``pinochle solve``: exact values of playoff positions."""

from __future__ import annotations

from collections.abc import Callable

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE
from pinochle_solver.cli.options import ascii_only, json_lines, usable_processors
from pinochle_solver.cli.output import write_json_line
from pinochle_solver.cli.positions import open_positions, position_input
from pinochle_solver.cli.progress import with_progress
from pinochle_solver.playoff import Solution, solve_many


@click.command("solve")
@position_input
@json_lines
@ascii_only
@click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1, 256),
    help="Threads for many positions; as many as there are processors if not given.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Compare with the positions' bm= and value=; status 1 when one is wrong.",
)
def command(
    words: tuple[str, ...],
    file: str | None,
    strict: bool,
    as_json: bool,
    ascii_only: bool,
    threads: int | None,
    check: bool,
) -> int:
    """Solve playoff positions: the exact value of every legal card, and the best line."""
    write = _json_writer() if as_json else _table_writer(ascii_only)
    all_right = True
    with open_positions(words, file, strict) as positions:
        solutions = solve_many(positions, threads=threads or usable_processors())
        for solution in with_progress(solutions, positions.total):
            write(solution)
            place = positions.place_of_next()
            if check:
                all_right &= _agrees_with_annotations(solution, place)
    if positions.failed:
        return BAD_INPUT
    return DONE if all_right else CHECK_FAILED


def _json_writer() -> Callable[[Solution], None]:
    return lambda solution: write_json_line(solution.as_json())


def _table_writer(ascii_only: bool) -> Callable[[Solution], None]:
    from pinochle_solver.render import Renderer

    renderer = Renderer(ascii_only)
    written = 0

    def write(solution: Solution) -> None:
        nonlocal written
        if written:
            renderer.line()
        renderer.solution(solution)
        written += 1

    return write


def _agrees_with_annotations(solution: Solution, place: str) -> bool:
    stated = solution.position
    best = {move.card for move in solution.moves if move.loss == 0}
    wrong = []
    if stated.value is not None and stated.value != solution.value:
        wrong.append(f"value: {stated.value.text()} is stated, it is {solution.value.text()}")
    if stated.best_moves and set(stated.best_moves) != best:
        cards = ",".join(move.card.text() for move in solution.moves if move.loss == 0)
        wrong.append(f"bm: {','.join(map(str, stated.best_moves))} is stated, it is {cards}")
    for fact in wrong:
        click.echo(f"{place}: {fact}", err=True)
    return not wrong
