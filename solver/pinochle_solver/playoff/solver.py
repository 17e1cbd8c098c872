"""Exact values of playoff positions.

From the first card of the playoff both players can know every card. So a position has a value: the
card points that each seat still wins if both play perfectly. The search itself is compiled
(`pinochle_solver._core.playoff.solver`); this module passes positions in and takes answers out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from operator import index
from typing import Literal, TypeVar, overload

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver.errors import PositionError
from pinochle_solver.limits import MOST_NODES
from pinochle_solver.notation.many import (
    Bad,
    Errors,
    check_errors,
    check_many,
    given_positions,
    with_errors,
)
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.packing import PackedPositions, PackedSolutions, pack
from pinochle_solver.playoff.solution import Bounds, MoveValue, Solution
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.rules import Seat
from pinochle_solver.rules.rules_table import rules_table
from pinochle_solver.threads import MOST_THREADS, check_threads, in_order

__all__ = ["MOST_NODES", "MOST_THREADS", "solve", "solve_chunks", "solve_many"]

_CHUNK = 16
_PACKED_CHUNK = 64

_Asked = TypeVar("_Asked")
_Found = TypeVar("_Found")
_Given = PlayoffPosition | str | PositionError

# The compiled solver's answer for one position: the lowest and the highest that the mover's points
# can be; the points outstanding; (card index, low, high) of each legal card, in order; the best
# line by card index; the seats that win its tricks; nodes; seconds; whether the search was begun
# before a stop.
_Answer = tuple[int, int, int, list[tuple[int, int, int]], bytes, bytes, int, float, bool]


@dataclass(frozen=True, slots=True)
class _Task:
    """The settings with which every position of a call is solved."""

    moves: bool
    nodes: int
    seconds: float
    stop: StopFlag

    def run(self, solver: PlayoffSolver, records: bytes, rules: bytes) -> list[_Answer]:
        return solver.solve(records, rules, self.moves, self.nodes, self.seconds, self.stop)


def _task(moves: bool, nodes: int | None, seconds: float | None, stop: StopFlag | None) -> _Task:
    if nodes is not None and not 1 <= index(nodes) <= MOST_NODES:
        raise ValueError(f"nodes is {nodes}, expected 1 to {MOST_NODES}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds is {seconds}, expected more than 0")
    return _Task(moves, nodes or 0, seconds or 0.0, stop or StopFlag())


def solve(
    position: PlayoffPosition,
    *,
    moves: bool = True,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
) -> Solution:
    """Solve one position exactly, or as far as the limits allow.

    Args:
        position: the position.
        moves: whether to value every legal card and find the best line, too.
        nodes: stop after this many nodes; with it the answer is the same on every machine.
        seconds: stop after this time.
        table_mb: memory for the transposition table, in MiB; a small one only costs time. If not
            given, it is 2 MiB for hands of up to 12 cards, doubled for each further card up to 16
            MiB.
        stop: stop when this flag is set, from a signal handler or another thread.

    Raises:
        TypeError: for anything but a `PlayoffPosition`.
        ValueError: for limits that are not positive.
        MemoryError: when there is no memory for the table.
    """
    task = _task(moves, nodes, seconds, stop)
    records, rules = pack([position])
    [answer] = task.run(PlayoffSolver(table_mb), records, rules_table(rules))
    return _solution(position, answer)


@overload
def solve_many(
    positions: Iterable[_Given],
    *,
    moves: bool = True,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Solution]: ...


@overload
def solve_many(
    positions: Iterable[_Given],
    *,
    moves: bool = True,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
    errors: Literal["yield"],
) -> Iterator[Solution | Bad]: ...


@overload
def solve_many(
    positions: PackedPositions,
    *,
    moves: bool = True,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
) -> PackedSolutions: ...


def solve_many(
    positions: Iterable[_Given] | PackedPositions,
    *,
    moves: bool = True,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
    errors: Errors = "raise",
) -> Iterator[Solution] | Iterator[Solution | Bad] | PackedSolutions:
    """Solve any number of positions, in order, without the GIL.

    Positions given as objects or lines are solved lazily: with one thread none is read ahead, with
    more threads some dozens for each. `PackedPositions` are solved at once and give arrays. The
    results do not depend on `threads`. The limits apply to each position, `table_mb` to each
    thread. Once `stop` is set, no further position is begun; packed positions that were not begun
    keep the widest bounds. The arguments and errors are otherwise those of `solve`.

    Args:
        positions: the positions, or lines of a position file; blank lines and comments are skipped.
            A `PositionError` among them, from a reader, stands for a position that is wrong.
        moves: whether to value every legal card and find the best line, too.
        threads: how many threads to use.
        nodes: stop each after this many nodes.
        seconds: stop each after this time.
        table_mb: memory for the transposition table of each thread, in MiB.
        stop: stop when this flag is set.
        errors: what to do with a wrong position: ``raise`` raises its error in its place, ``skip``
            leaves it out, ``yield`` gives the error instead of a solution. The errors are
            `PositionError`, naming the line of text, and `TypeError` for anything that is not a
            position.

    Raises:
        ValueError: also for `threads` below 1 or above 256, and for an unknown value of `errors`.
        TypeError: for one text instead of many.
        MemoryError: when there is no memory for the tables.
    """
    task = _task(moves, nodes, seconds, stop)
    check_errors(errors)
    check_many(positions)
    solvers = _solvers(threads, table_mb)
    if isinstance(positions, PackedPositions):
        return _solve_packed(positions, solvers, task)
    return _solve_lazily(positions, solvers, task, errors)


def _solve_lazily(
    positions: Iterable[_Given], solvers: list[PlayoffSolver], task: _Task, errors: Errors
) -> Iterator[Solution | Bad]:
    given = given_positions(positions, PlayoffPosition)
    chunks = _chunks(given, 1 if len(solvers) == 1 else _CHUNK, task.stop)
    with closing(_answers(chunks, solvers, _answer_chunk, task)) as answered:
        yield from with_errors(chain.from_iterable(answered), errors)


def _chunks(given: Iterable[_Asked], size: int, stop: StopFlag) -> Iterator[list[_Asked]]:
    """Cut the input into chunks; if it ends in an error, what came before it is still given."""
    remaining = iter(given)
    failure: Exception | None = None
    while failure is None and not stop.is_set:
        chunk: list[_Asked] = []
        try:
            for each in islice(remaining, size):
                chunk.append(each)
        except Exception as error:  # raised again below
            failure = error
        if chunk:
            yield chunk
        if len(chunk) < size:
            break
    if failure is not None:
        raise failure


def solve_chunks(
    chunks: Iterable[list[PlayoffPosition]],
    *,
    moves: bool = True,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
) -> Iterator[list[Solution]]:
    """Solve positions as they come: chunk by chunk, in order, the chunks on several threads.

    An empty chunk says that there is nothing more for now. It is answered with the oldest chunk
    under way, once that is done, so that no answer has to wait until there is more to ask. After a
    stop the answers end at the first position that was not begun. The arguments and errors are
    those of `solve_many`.
    """
    task = _task(moves, nodes, seconds, stop)
    return _answers(chunks, _solvers(threads, table_mb), _solve_chunk, task)


def _answers(
    chunks: Iterable[list[_Asked]],
    solvers: list[PlayoffSolver],
    answer: Callable[[PlayoffSolver, list[_Asked], _Task], list[_Found]],
    task: _Task,
) -> Generator[list[_Found], None, None]:
    """Answer chunks in order, until one was not begun or not finished."""

    def work(solver: PlayoffSolver, chunk: list[_Asked]) -> tuple[list[_Found], bool]:
        answers = answer(solver, chunk, task)
        return answers, len(answers) == len(chunk)

    asked = (chunk or None for chunk in chunks)
    for answers, whole in in_order(work, solvers, asked, _halting(solvers)):
        yield answers
        if not whole:
            return


def _halting(solvers: list[PlayoffSolver]) -> Callable[[], None]:
    def halt() -> None:
        for solver in solvers:
            solver.halt()

    return halt


def _solvers(threads: int, table_mb: float | None) -> list[PlayoffSolver]:
    check_threads(threads)
    return [PlayoffSolver(table_mb) for _ in range(threads)]


def _solve_packed(
    positions: PackedPositions, solvers: list[PlayoffSolver], task: _Task
) -> PackedSolutions:
    import numpy as np

    number = len(positions)
    bounds = np.zeros((number, 2, 2), np.int16)
    legal = np.zeros((number, CARDS), np.bool_)
    moves = np.zeros((number, CARDS, 2), np.int16)
    nodes = np.zeros(number, np.int64)
    outstanding = np.zeros((number, 1), np.int16)
    rules = rules_table(positions.rules)

    def work(solver: PlayoffSolver, start: int) -> None:
        records = positions.chunk(start, start + _PACKED_CHUNK)
        for row, answer in enumerate(task.run(solver, records, rules), start):
            low, high, outstanding[row], move_bounds, _, _, nodes[row], _, _ = answer
            bounds[row, 0] = low, high
            for card, *move in move_bounds:
                legal[row, card] = True
                moves[row, card] = move

    for _ in in_order(work, solvers, range(0, number, _PACKED_CHUNK), _halting(solvers)):
        pass
    # So far the first seat's place holds the bounds of the seat to decide.
    bounds[:, 1] = outstanding - bounds[:, 0, ::-1]
    north_decides = positions.records["turn"] == Seat.NORTH
    bounds[north_decides] = bounds[north_decides, ::-1]
    return PackedSolutions(bounds, legal, moves, nodes)


def _solve_chunk(
    solver: PlayoffSolver, positions: list[PlayoffPosition], task: _Task
) -> list[Solution]:
    records, rules = pack(positions)
    answers = task.run(solver, records, rules_table(rules))
    # A search that was not begun although there was no stop had too little time: its bounds are the
    # widest.
    is_stopped = task.stop.is_set
    begun = takewhile(lambda answer: answer[-1] or not is_stopped, answers)
    return [_solution(position, answer) for position, answer in zip(positions, begun, strict=False)]


def _answer_chunk(
    solver: PlayoffSolver, given: list[PlayoffPosition | Bad], task: _Task
) -> list[Solution | Bad]:
    """The solutions, with errors in their places, up to the first position that was not begun."""
    positions = [each for each in given if isinstance(each, PlayoffPosition)]
    solutions = iter(_solve_chunk(solver, positions, task) if positions else ())
    answers: list[Solution | Bad] = []
    for each in given:
        answer = next(solutions, None) if isinstance(each, PlayoffPosition) else each
        if answer is None:
            break
        answers.append(answer)
    return answers


def _solution(position: PlayoffPosition, answer: _Answer) -> Solution:
    low, high, outstanding, move_bounds, line, winners, nodes, seconds, _ = answer
    best = low if low == high else None
    return Solution(
        position=position,
        bounds=Bounds.of(position.turn, low, high, outstanding),
        moves=tuple(
            MoveValue(
                Card.from_index(index),
                Bounds.of(position.turn, move_low, move_high, outstanding),
                best - move_low if best is not None and move_low == move_high else None,
            )
            for index, move_low, move_high in move_bounds
        ),
        line=tuple(map(Card.from_index, line)),
        nodes=nodes,
        seconds=seconds,
        _winners=winners,
    )
