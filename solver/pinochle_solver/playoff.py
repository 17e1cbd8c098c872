"""Exact values of playoff positions.

From the first card of the playoff both players can know every card, so a position has a value:
the card points each seat still wins when both play as well as can be. The search itself is
compiled (`pinochle_solver._core.playoff`); this module puts positions in and takes answers out.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from queue import SimpleQueue
from typing import Any, NamedTuple

from pinochle_solver._core.playoff import PlayoffSolver
from pinochle_solver.cards import Card
from pinochle_solver.position import PlayoffPosition
from pinochle_solver.rules import CardCount, Points, Rulebook, Seat

DEFAULT_TABLE_BITS = 18
_CHUNK = 16

# The mover's points; (card index, mover's points) of each legal card; the best line by card index;
# the seats that win its tricks; nodes; seconds.
_Answer = tuple[int, list[tuple[int, int]], bytes, bytes, int, float]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal card and what it is worth.

    Attributes:
        card: the card; it stands for all its identical copies.
        value: the points still to come for both seats after it, under best play.
        loss: how many points fewer it brings its player than his best card.
    """

    card: Card
    value: Points
    loss: int


class Trick(NamedTuple):
    """A completed trick.

    Attributes:
        led: the leader's card.
        reply: the other seat's card.
        winner: the seat that takes it.
        points: the card points in it, the last trick's included.
    """

    led: Card
    reply: Card
    winner: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found of a position.

    Attributes:
        position: the position.
        exact: whether the values are proven to be the values.
        value: the points still to come for both seats under best play, the last trick's and those
            of the cards of an open trick included.
        moves: every legal card, identical copies once; best first, among equals the one of fewer
            card points, then of lower rank, then in the order S H D C. Empty if not asked for.
        line: the best line to the last card, ties broken as in `moves`. Empty if not asked for.
        tricks: the tricks of `line`, the open one (if a card is led) first.
        nodes: search calls at trick boundaries; the same position always takes the same number.
        seconds: time taken by the search.
    """

    position: PlayoffPosition
    exact: bool
    value: Points
    moves: tuple[MoveValue, ...]
    line: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    nodes: int
    seconds: float

    @property
    def final(self) -> Points | None:
        """Both seats' points of the whole hand, melds included; None if `points` is not known."""
        points = self.position.points
        if points is None:
            return None
        return Points(
            sum(points.south) + self.value.south,
            sum(points.north) + self.value.north,
        )

    def as_json(self) -> dict[str, Any]:
        """The object that ``pinochle solve --json`` prints of this solution."""
        found: dict[str, Any] = {"id": self.position.id} if self.position.id else {}
        found |= {
            "position": self.position.text(),
            "exact": self.exact,
            "value": self.value._asdict(),
        }
        if self.final is not None:
            found["final"] = self.final._asdict()
        found["moves"] = [
            {"card": move.card.text(), "value": move.value._asdict(), "loss": move.loss}
            for move in self.moves
        ]
        found["line"] = [card.text() for card in self.line]
        return found | {"nodes": self.nodes, "seconds": round(self.seconds, 6)}


def solve(
    position: PlayoffPosition, *, moves: bool = True, table_bits: int = DEFAULT_TABLE_BITS
) -> Solution:
    """Solve one position exactly.

    Args:
        position: the position.
        moves: whether to value every legal card and find the best line, too.
        table_bits: the transposition table has 2**table_bits entries, from 1 to 32; a small one
            only costs time.

    Raises:
        ValueError: for `table_bits` out of range.
        MemoryError: when there is no memory for the table.
    """
    return _solve_chunk(PlayoffSolver(table_bits), [position], moves)[0]


def solve_many(
    positions: Iterable[PlayoffPosition],
    *,
    moves: bool = True,
    threads: int = 1,
    table_bits: int = DEFAULT_TABLE_BITS,
) -> Iterator[Solution]:
    """Solve any number of positions, lazily and in order.

    Only as many positions are read ahead as keep the threads busy. Values do not depend on
    `threads`. The arguments and errors are otherwise those of `solve`.

    Raises:
        ValueError: also for `threads` below 1.
    """
    if threads < 1:
        raise ValueError(f"threads is {threads}, expected at least 1")
    solvers = [PlayoffSolver(table_bits) for _ in range(threads)]
    chunks = _chunks(positions)
    if threads == 1:
        return chain.from_iterable(_solve_chunk(solvers[0], chunk, moves) for chunk in chunks)
    return _solve_chunks_on_threads(solvers, chunks, moves)


def _chunks(positions: Iterable[PlayoffPosition]) -> Iterator[list[PlayoffPosition]]:
    remaining = iter(positions)
    while chunk := list(islice(remaining, _CHUNK)):
        yield chunk


def _solve_chunks_on_threads(
    solvers: list[PlayoffSolver], chunks: Iterator[list[PlayoffPosition]], moves: bool
) -> Iterator[Solution]:
    idle: SimpleQueue[PlayoffSolver] = SimpleQueue()
    for solver in solvers:
        idle.put(solver)

    def work(chunk: list[PlayoffPosition]) -> list[Solution]:
        solver = idle.get()
        try:
            return _solve_chunk(solver, chunk, moves)
        finally:
            idle.put(solver)

    pool = ThreadPoolExecutor(len(solvers))
    pending: deque[Future[list[Solution]]] = deque()
    try:
        for chunk in chunks:
            pending.append(pool.submit(work, chunk))
            if len(pending) > 2 * len(solvers):
                yield from pending.popleft().result()
        while pending:
            yield from pending.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _solve_chunk(
    solver: PlayoffSolver, positions: list[PlayoffPosition], moves: bool
) -> list[Solution]:
    rows: dict[tuple[Rulebook, CardCount], int] = {}
    records = b"".join(
        _record(position, rows.setdefault((position.rules, position.count), len(rows)))
        for position in positions
    )
    table = b"".join(_rules_row(rules, count) for rules, count in rows)
    answers = solver.solve(records, table, moves)
    return [
        _solution(position, answer) for position, answer in zip(positions, answers, strict=True)
    ]


def _record(position: PlayoffPosition, rules_row: int) -> bytes:
    """The position as the compiled modules read it (``ext/.../layout.pxd``)."""
    led = 255 if position.led is None else position.led.index
    tail = bytes((position.trump, position.turn, led, rules_row))
    return position.south.counts + position.north.counts + tail


def _rules_row(rules: Rulebook, count: CardCount) -> bytes:
    """What the compiled modules know of the rules (``ext/.../layout.pxd``)."""
    return struct.pack(
        "=12h",
        *count.by_rank(),
        count.last_trick,
        rules.must_head_plain,
        rules.must_head_trumps,
        rules.must_trump,
    )


def _solution(position: PlayoffPosition, answer: _Answer) -> Solution:
    best, move_values, line_indices, winners, nodes, seconds = answer
    outstanding = position.outstanding
    by_rank = position.count.by_rank()

    def points_of(own: int) -> Points:
        return Points.of(position.turn, own, outstanding - own)

    moves = [
        MoveValue(Card.from_index(index), points_of(own), best - own) for index, own in move_values
    ]
    moves.sort(
        key=lambda move: (move.loss, by_rank[move.card.rank], move.card.rank, move.card.suit)
    )
    line = tuple(map(Card.from_index, line_indices))
    return Solution(
        position=position,
        exact=True,
        value=points_of(best),
        moves=tuple(moves),
        line=line,
        tricks=_tricks(position, line, winners),
        nodes=nodes,
        seconds=seconds,
    )


def _tricks(position: PlayoffPosition, line: tuple[Card, ...], winners: bytes) -> tuple[Trick, ...]:
    if not line:
        return ()
    cards = line if position.led is None else (position.led, *line)
    pairs = zip(cards[::2], cards[1::2], winners, strict=True)
    tricks = [
        Trick(led, reply, Seat(winner), position.count.of((led, reply)))
        for led, reply, winner in pairs
    ]
    last = tricks.pop()
    return (*tricks, last._replace(points=last.points + position.count.last_trick))
