"""Positions in which the bidder names trump and buries, solved with all hands open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.burials import BurialSearch, BurialValue, BuryingHands
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.field_readers import side_text
from pinochle_solver.notation.table.positions import TablePosition, expect_table_position
from pinochle_solver.rows import Row
from pinochle_solver.shown import ShownAsText
from pinochle_solver.table.acts import Act
from pinochle_solver.table.seats import Seat
from pinochle_solver.threads import check_threads


@dataclass(frozen=True, slots=True, repr=False)
class BurialSolution(ShownAsText):
    """The result of a search of the bidder's decision, with all melds made.

    Attributes:
        position: the position.
        side: the bidder's side, whose points are counted.
        total: what is proven of the most that the side can reach with melds, burial and play
            together: at least, at most. One value unless a limit stopped the search.
        best: the decision for which most is proven. If the total is exact, it is the best decision;
            among equals the one with more melds, then the first in canonical order.
        moves: all decisions, those first that may reach the most; among equals proven ones, then
            those with more melds, then in canonical order. If cards are buried, the best is exact,
            and most others are proven to be no better; if only trump is named, all are exact. Empty
            if not asked for.
        nodes: nodes of the search.
        seconds: time taken.
    """

    position: TablePosition
    side: tuple[Seat, ...]
    total: tuple[int, int]
    best: BurialValue
    moves: tuple[BurialValue, ...]
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the total is proven."""
        return self.total[0] == self.total[1]

    def loss_of(self, move: BurialValue) -> int | None:
        """How much less than the best a decision brings; None if that is not proven."""
        return self.total[0] - move.total[0] if self.exact and move.exact else None

    def to_rows(self) -> list[Row]:
        """A row of plain values for each of `moves`, in their order, as table libraries take them.

        All rows have the same keys. Points are those of the bidder's side:

        - ``id``, ``position``: the position's name (None if it has none) and its line.
        - ``mover``: the bidder, ``south``, ``west``, ``north`` or ``east``.
        - ``side``: his side, such as ``south+north``.
        - ``order``: from 1; 1 is the best.
        - ``move``: the trump and the burial.
        - ``melds``, ``buried``, ``cards``: the points for melds, in the burial and in the play;
          ``cards`` is None if not proven.
        - ``total``: their sum; None if not proven.
        - ``loss``: how much less than the best that is; None if not proven.
        - ``total_low``, ``total_high``: what is proven of the sum.
        - ``exact``: whether the sum is proven.
        - ``nodes``, ``seconds``: those of the search, the same in all rows.
        """
        position = self.position.text()
        return [
            {
                "id": self.position.id,
                "position": position,
                "mover": self.position.turn.text(),
                "side": side_text(self.side),
                "order": order,
                "move": move.move.text(),
                "melds": move.melds,
                "buried": move.buried,
                "cards": move.cards[0] if move.exact else None,
                "total": move.total[0] if move.exact else None,
                "loss": self.loss_of(move),
                "total_low": move.total[0],
                "total_high": move.total[1],
                "exact": move.exact,
                "nodes": self.nodes,
                "seconds": self.seconds,
            }
            for order, move in enumerate(self.moves, start=1)
        ]

    def __repr__(self) -> str:
        low, high = self.total
        total = str(low) if self.exact else f"{low} to {high}"
        return f"<BurialSolution {self.best.move} {total}; {self.position.text()}>"


def check_burial(position: TablePosition) -> None:
    """Raise `IllegalPositionError` for a position in which not every hand is known."""
    for seat, hand in position.hands.items():
        if hand.hidden:
            fact = f"{hand.hidden} hidden: only hands that are wholly known can be solved"
            raise IllegalPositionError(seat.text(), fact)


def solve_burial(
    position: TablePosition,
    *,
    moves: bool = True,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: float | None = None,
    threads: int = 1,
    stop: StopFlag | None = None,
    progress: Callable[[Iterable[None], int], Iterable[None]] = lambda steps, _: steps,
) -> BurialSolution:
    """Find the trump and the burial that bring the most, or as far as the limits allow.

    Args:
        position: a position with ``act=bury`` and all hands known.
        moves: whether to list every decision, too.
        nodes: stop after this many nodes.
        seconds: stop after this time.
        table_mb: memory for the transposition table of a thread, in MiB; 64 if not given.
        threads: how many threads to use; without a limit the answer does not depend on it.
        stop: stop when this flag is set, from a signal handler or another thread.
        progress: wraps the steps of the search; it is given the greatest number of steps.

    Raises:
        TypeError: for anything but a `TablePosition`.
        IllegalPositionError: for a position in which nothing is buried or a hand is not known.
        ValueError: for limits that are not positive, and for an invalid number of threads.
        MemoryError: when there is no memory for the table.
    """
    Limits(nodes=nodes, seconds=seconds)  # refuses those that are none
    check_threads(threads)
    expect_table_position(position)
    if position.act is not Act.BURY:
        raise IllegalPositionError("act", f"{position.act.value}, expected bury")
    check_burial(position)
    assert position.sides is not None  # there is a bidder
    began = monotonic()
    rules, side = position.rules, position.sides[0]
    hands = {seat: position.hands[seat].known for seat in position.players}
    search = BurialSearch(
        BuryingHands(rules, position.turn, hands, side, rules.widow),
        every=moves and not rules.widow,
        nodes=nodes,
        seconds=seconds,
        table_mb=table_mb,
        stop=stop,
        threads=threads,
    )
    for _ in progress(search.run(), search.steps):
        pass
    return BurialSolution(
        position=position,
        side=side,
        total=search.total,
        best=search.best,
        moves=tuple(search.values()) if moves else (),
        nodes=search.nodes,
        seconds=monotonic() - began,
    )
