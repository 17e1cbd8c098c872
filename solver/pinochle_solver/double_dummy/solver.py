"""Exact values of open hands for three and four: what each side still wins.

All cards lie open and two sides play for the most card points (RULES-TABLE.md, section 9); in
bridge this is called double dummy. The search is compiled
(`pinochle_solver._core.double_dummy.solver`); this module passes positions in and takes answers
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic

from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.open_hands import OpenHands, SolverStoppedError
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.double_dummy.solution import SideBounds, SideMoveValue, TableSolution
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, expect_table_position
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.acts import Act
from pinochle_solver.threads import check_threads, in_order

# The compiled solver's answer for one record; see there.
_Answer = tuple[int, int, int, list[tuple[int, int, int]], bytes, bytes, int, float, bool]

# Positions read ahead for each thread: a hard one takes as long as dozens of others.
_AHEAD = 32


class CompiledSolver:
    """Implements `OpenSolver`; one thread at a time may use it.

    Args:
        table_mb: memory for the transposition table, in MiB; 64 if not given.
        stop: ends whatever is under way when set.
        until: the moment, by `time.monotonic`, that does the same.
    """

    def __init__(
        self,
        table_mb: float | None = None,
        stop: StopFlag | None = None,
        until: float | None = None,
    ) -> None:
        self._solver = DoubleDummySolver() if table_mb is None else DoubleDummySolver(table_mb)
        self._stop, self._until = stop or StopFlag(), until

    def values(self, position: OpenHands) -> dict[Card, int]:
        """What the side still wins by each legal card of the seat on turn."""
        moves = self._solve(position, moves=True)[3]
        return {Card.from_index(card): low for card, low, _ in moves}

    def value(self, position: OpenHands) -> int:
        """What the side still wins."""
        return self._solve(position)[0]

    def reaches(self, position: OpenHands, points: int) -> bool:
        """Whether the side wins this many points or more."""
        return points <= 0 or self._solve(position, asked=points)[0] >= points

    def halt(self) -> None:
        """End whatever is under way, and whatever is asked from now on."""
        self._solver.halt()

    def _solve(self, position: OpenHands, *, moves: bool = False, asked: int = 0) -> _Answer:
        seconds = 0.0
        if self._until is not None:
            seconds = self._until - monotonic()
            if seconds <= 0:
                raise SolverStoppedError
        [answer] = self._solver.solve(packed(position), moves, asked, 0, seconds, self._stop)
        low, high, _, cards = answer[:4]
        if asked:
            is_known = low >= asked or high < asked
        else:
            is_known = low == high and all(least == most for _, least, most in cards)
        if not is_known or not answer[-1]:
            raise SolverStoppedError
        return answer


def solve_open(
    position: TablePosition,
    *,
    moves: bool = True,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
) -> TableSolution:
    """Solve a position in play whose hands are all known, or as far as the limits allow.

    Args:
        position: the position.
        moves: whether to value every legal card and find the best line, too.
        nodes: stop after this many nodes.
        seconds: stop after this time.
        table_mb: memory for the transposition table, in MiB; a small one only costs time. 64 if not
            given.
        stop: stop when this flag is set, from a signal handler or another thread.

    Raises:
        TypeError: for anything but a `TablePosition`.
        IllegalPositionError: for a position whose hands are not all known, in which no card is to
            be played, or which does not say who plays with whom.
        ValueError: for limits that are not positive.
        MemoryError: when there is no memory for the table.
    """
    expect_table_position(position)
    found = solve_open_many(
        [position], moves=moves, nodes=nodes, seconds=seconds, table_mb=table_mb, stop=stop
    )
    for solution in found:
        return solution
    # If stopped before the start, the search is started and ends at once.
    return next(solve_open_many([position], moves=moves, nodes=1, table_mb=table_mb))


def solve_open_many(
    positions: Iterable[TablePosition],
    *,
    moves: bool = True,
    threads: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    stop: StopFlag | None = None,
) -> Iterator[TableSolution]:
    """Solve any number of such positions, in order and lazily, without the GIL.

    The results do not depend on `threads`. The limits apply to each position, `table_mb` to each
    thread. Once `stop` is set, no further position is begun. The other arguments and the errors are
    those of `solve_open`.
    """
    Limits(nodes=nodes, seconds=seconds)  # refuses those that are none
    check_threads(threads)
    solvers = [
        DoubleDummySolver() if table_mb is None else DoubleDummySolver(table_mb)
        for _ in range(threads)
    ]
    return _solve_lazily(positions, solvers, moves, nodes or 0, seconds or 0.0, stop or StopFlag())


def _solve_lazily(
    positions: Iterable[TablePosition],
    solvers: list[DoubleDummySolver],
    moves: bool,
    nodes: int,
    seconds: float,
    stop: StopFlag,
) -> Iterator[TableSolution]:
    def work(solver: DoubleDummySolver, position: TablePosition) -> TableSolution | None:
        record = packed(open_hands_of(position))
        [answer] = solver.solve(record, moves, 0, nodes, seconds, stop)
        if not answer[-1] and not stop.is_set:  # its time ran out at once
            [answer] = solver.solve(record, moves, 0, 1, 0.0, stop)
        return _solution(position, answer) if answer[-1] else None

    def halt() -> None:
        for solver in solvers:
            solver.halt()

    def asked() -> Iterator[TablePosition]:
        for position in positions:
            expect_table_position(position)
            yield position

    for solution in in_order(work, solvers, asked(), halt, ahead=_AHEAD):
        if solution is None:
            return
        yield solution


def check_open(position: TablePosition) -> None:
    """Raise `IllegalPositionError`, with token and fact, for a position that cannot be solved."""
    if position.act is not Act.PLAY:
        fact = "only positions in which a card is to be played can be solved"
        raise IllegalPositionError("act", f"{position.act.value}: {fact}")
    if position.has_stock:
        raise IllegalPositionError("upcard", "there is still a stock: the playoff can be solved")
    for seat, hand in position.hands.items():
        if hand.hidden:
            fact = f"{hand.hidden} hidden: only hands that are wholly known can be solved"
            raise IllegalPositionError(seat.text(), fact)
    if position.sides is None:
        raise IllegalPositionError("sides", "missing, as in sides=south/west+north")


def open_hands_of(position: TablePosition) -> OpenHands:
    """The open hands of a position, asking for its first side's points; raises as `check_open`."""
    check_open(position)
    assert position.trump is not None
    assert position.sides is not None
    return OpenHands(
        rules=position.rules,
        trump=position.trump,
        turn=position.turn,
        hands={seat: position.hands[seat].known for seat in position.players},
        side=position.sides[0],
        led=position.led,
    )


def _solution(position: TablePosition, answer: _Answer) -> TableSolution:
    low, high, total, move_bounds, line, winners, nodes, seconds, _ = answer
    sides = position.sides
    assert sides is not None
    leads_first = position.turn in sides[0]
    moves = []
    for index, move_low, move_high in move_bounds:
        is_proven = low == high and move_low == move_high
        behind = low - move_low if leads_first else move_low - low
        moves.append(
            SideMoveValue(
                Card.from_index(index),
                SideBounds.of(move_low, move_high, total),
                behind if is_proven else None,
            )
        )
    return TableSolution(
        position=position,
        sides=sides,
        bounds=SideBounds.of(low, high, total),
        moves=tuple(moves),
        line=tuple(map(Card.from_index, line)),
        nodes=nodes,
        seconds=seconds,
        _winners=tuple(position.players[seat] for seat in winners),
    )
