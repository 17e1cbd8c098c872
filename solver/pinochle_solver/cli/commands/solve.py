"""``pinochle solve``: exact values of playoff positions."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, takewhile
from typing import Any

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE, INTERRUPTED
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.input.call_outs import expect_call_outs
from pinochle_solver.cli.input.options import Positive, Whole, usable_processors
from pinochle_solver.cli.input.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.output.progress import stopping_searches, with_progress
from pinochle_solver.cli.output.stated_values import agrees_with_annotations, has_annotations
from pinochle_solver.cli.output.writers import Writer, writes_tables
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS, PlayoffPosition
from pinochle_solver.notation.table.all_games import is_table_game
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.playoff.race import MOST_NODES as MOST_RACE_NODES
from pinochle_solver.playoff.race import race
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import MOST_NODES, MOST_THREADS, solve_chunks

_CHUNK = 16
# A thread that comes back from the search waits this long for the GIL while positions are read and
# written. Python's own 5 ms are many searches.
_SWITCH_SECONDS = 0.001


@click.command(
    "solve",
    cls=PinochleCommand,
    example="pinochle solve rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south",
    two_handed=("call_out",),
)
@position_input(*PLAYOFF_TOKENS, tables=True)
@writes_tables
@click.option(
    "--values", is_flag=True, help="Show only the values, without cards and line. Much faster."
)
@click.option(
    "--nodes", metavar="N", type=Whole(1, MOST_NODES), help="Stop each search after N nodes."
)
@click.option("--seconds", metavar="S", type=Positive(), help="Stop each search after S seconds.")
@click.option(
    "--table-mb",
    metavar="MB",
    type=Positive(65536),
    help="Memory for each thread's table. With a smaller one the search takes longer. Default: 2 "
    "for "
    "hands of 12 cards, up to 16 for longer ones, 64 for three and four hands.",
)
@click.option(
    "--threads",
    metavar="N",
    type=Whole(1, MOST_THREADS),
    help="Number of threads, for many positions or a burial. Default: one for each processor.",
)
@click.option(
    "--call-out",
    is_flag=True,
    help="Play with call-outs: show which cards win the game in this hand, and whether a call-out "
    "wins it.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Compare with the positions' bm= and value=. Status 1 if one is wrong.",
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

    In the games for three and four all cards must be face up; the command solves them side against
    side. With act=bury it finds the trump and burial with the highest total.

    If --nodes, --seconds or Ctrl-C stops the search, it shows the bounds proven so far.
    """
    all_right = True
    compared = 0
    reader = _Reader(call_out)
    with stopping_searches() as stop, open_positions(source, reader.read) as positions:
        threads, alone = threads or usable_processors(), positions.total == 1
        sys.setswitchinterval(_SWITCH_SECONDS)
        chunks = takewhile(
            lambda _: not stop.is_set, positions.chunks(1 if alone or threads == 1 else _CHUNK)
        )
        begun = list(_until_first(chunks))
        solve = reader.room.solved_tables if reader.room else _solved
        if reader.room:
            solve = partial(solve, alone=alone)
        elif alone:
            threads = 1
        solutions = solve(
            chain(begun, chunks),
            moves=not values,
            threads=threads,
            nodes=nodes,
            seconds=seconds,
            table_mb=table_mb,
            stop=stop,
        )
        for solved in with_progress(solutions, positions.total):
            place = positions.place_of_next()
            solution = solved
            if call_out:
                found = race(
                    solved.position, nodes=nodes or MOST_RACE_NODES, seconds=seconds, stop=stop
                )
                solution = replace(solved, race=found)
            writer.write(solution)
            if check:
                compared += reader.has_annotations(solution)
                all_right &= reader.agrees(solution, place)
    if check:
        tell(f"{compared} compared with bm= or value=")
    if stop.is_set:
        return INTERRUPTED
    if positions.failed:
        return BAD_INPUT
    return DONE if all_right else CHECK_FAILED


class _Reader:
    """Reads positions of two hands, or of three and four: whichever the first one is of.

    Attributes:
        room: what solves those of three and four, once one has been read; None for two hands.
    """

    def __init__(self, call_out: bool) -> None:
        self.room: Any = None
        self._parse = _parse_with_calls if call_out else PlayoffPosition.parse_line
        self._two_handed = False

    def read(self, line: str, rulebooks: KnownRulebooks) -> Any:
        """A position that can be solved; raises `PositionError`."""
        try:
            position = self._parse(line, rulebooks)
        except PositionError:
            tokens = line_tokens(line)
            if not is_table_game(tokens.get("rules"), rulebooks):
                raise
            refuse_two_handed_options()
            if self._two_handed:
                fact = "a game for three or four among those for two; solve them apart"
                raise NotationError("rules", fact) from None
            from pinochle_solver.cli.table import solve as table_solve

            table = table_solve.read_open(tokens, rulebooks)
            self.room = table_solve
            return table
        if self.room is not None:
            fact = "a game for two among those for three and four; solve them apart"
            raise NotationError("rules", fact)
        self._two_handed = True
        return position

    def has_annotations(self, solution: Any) -> bool:
        """Whether the position states a value or the best cards."""
        ask = self.room.has_annotations if self.room else has_annotations
        return bool(ask(solution))

    def agrees(self, solution: Any, place: str) -> bool:
        """Whether nothing that is proven differs from what is stated."""
        ask = self.room.agrees_with_annotations if self.room else agrees_with_annotations
        return bool(ask(solution, place))


def _until_first(chunks: Iterable[list[Any]]) -> Iterator[list[Any]]:
    """The chunks up to the first that has a position: it tells what game is solved."""
    for chunk in chunks:
        yield chunk
        if chunk:
            return


def _solved(chunks: Iterable[list[PlayoffPosition]], **limits: Any) -> Iterator[Solution]:
    return chain.from_iterable(solve_chunks(chunks, **limits))


def _parse_with_calls(line: str, rulebooks: KnownRulebooks) -> PlayoffPosition:
    """A position in which a seat could call out; raises `PositionError`."""
    position = PlayoffPosition.parse_line(line, rulebooks)
    expect_call_outs(position)
    return position
