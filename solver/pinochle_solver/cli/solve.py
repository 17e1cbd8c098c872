"""``pinochle solve``: exact values of playoff positions."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, takewhile

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE, INTERRUPTED
from pinochle_solver.cli.call_outs import expect_call_outs
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.interrupts import stopping_searches
from pinochle_solver.cli.options import Positive, usable_processors
from pinochle_solver.cli.output import tell
from pinochle_solver.cli.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.progress import with_progress
from pinochle_solver.cli.writers import Writer, writes_tables
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS, PlayoffPosition
from pinochle_solver.playoff.race import race
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import MOST_NODES, MOST_THREADS, solve_chunks
from pinochle_solver.rules.cards import Card

_CHUNK = 16
# A thread that comes back from the search waits this long for the GIL while positions are read and
# written. Python's own 5 ms are many searches.
_SWITCH_SECONDS = 0.001


@click.command(
    "solve",
    cls=PinochleCommand,
    example="pinochle solve rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south",
)
@position_input(*PLAYOFF_TOKENS)
@writes_tables
@click.option("--values", is_flag=True, help="The values only: no cards, no line; much faster.")
@click.option(
    "--nodes", metavar="N", type=click.IntRange(1, MOST_NODES), help="Stop each after N nodes."
)
@click.option("--seconds", metavar="S", type=Positive(), help="Stop each after S seconds.")
@click.option(
    "--table-mb",
    metavar="MB",
    type=Positive(65536),
    help="Memory for each thread's table; less only costs time. If not given 2 for hands of 12 "
    "cards, up to 16 for longer ones.",
)
@click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1, MOST_THREADS),
    help="Threads for many positions; as many as there are processors if not given.",
)
@click.option(
    "--call-out",
    is_flag=True,
    help="The game is played with call-outs: which cards win it in this hand, and what a call-out "
    "comes to.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Compare with the positions' bm= and value=; status 1 when one is wrong.",
)
def command(
    source: PositionSource,
    writer: Writer,
    values: bool,
    nodes: int | None,
    seconds: float | None,
    table_mb: float | None,
    threads: int | None,
    call_out: bool,
    check: bool,
) -> int:
    """Solve playoff positions: the exact value of every legal card, and the best line.

    A search that --nodes, --seconds or Ctrl-C stops gives what it has proven: bounds.
    """
    all_right = True
    compared = 0
    with (
        stopping_searches() as stop,
        open_positions(
            source, _parse_with_calls if call_out else PlayoffPosition.parse_line
        ) as positions,
    ):
        threads = 1 if positions.total == 1 else threads or usable_processors()
        sys.setswitchinterval(_SWITCH_SECONDS)
        chunks = solve_chunks(
            takewhile(lambda _: not stop.is_set, positions.chunks(1 if threads == 1 else _CHUNK)),
            moves=not values,
            threads=threads,
            nodes=nodes,
            seconds=seconds,
            table_mb=table_mb,
            stop=stop,
        )
        for solved in with_progress(chain.from_iterable(chunks), positions.total):
            place = positions.place_of_next()
            solution = replace(solved, race=race(solved.position)) if call_out else solved
            writer.write(solution)
            if check:
                compared += _has_annotations(solution)
                all_right &= _agrees_with_annotations(solution, place)
    if check:
        tell(f"{compared} compared with bm= or value=")
    if stop.is_set:
        return INTERRUPTED
    if positions.failed:
        return BAD_INPUT
    return DONE if all_right else CHECK_FAILED


def _parse_with_calls(line: str, rulebooks: KnownRulebooks) -> PlayoffPosition:
    """A position in which a seat could call out; raises `PositionError`."""
    position = PlayoffPosition.parse_line(line, rulebooks)
    expect_call_outs(position)
    return position


def _has_annotations(solution: Solution) -> bool:
    return solution.position.value is not None or bool(solution.position.best_moves)


def _agrees_with_annotations(solution: Solution, place: str) -> bool:
    """Whether nothing that is proven differs from what is stated."""
    stated = solution.position
    wrong = []
    if stated.value and solution.bounds.exact and stated.value != solution.value:
        wrong.append(f"value: {stated.value.text()} is stated, it is {solution.value.text()}")
    best = [move.card for move in solution.moves if move.loss == 0] if solution.exact else []
    if stated.best_moves and best and set(stated.best_moves) != set(best):
        wrong.append(f"bm: {_cards(stated.best_moves)} is stated, it is {_cards(best)}")
    for fact in wrong:
        tell(f"{place}: {fact}")
    return not wrong


def _cards(cards: Iterable[Card]) -> str:
    return ",".join(card.text() for card in cards)
