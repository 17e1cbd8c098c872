"""The values of moves when cards are hidden, for callers that only give limits."""

from __future__ import annotations

from time import monotonic

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, expect_table_position

DEFAULT_SECONDS = 2.0
"""After this time no further deal is begun if no limit is given."""


def analyze_with_open_cards(
    position: TablePosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    stop: StopFlag | None = None,
) -> ChanceAnalysis:
    """The mean of each move with all cards face up, over deals of the unseen cards.

    Without any limit no further deal is begun after two seconds, and two deals are finished. If no
    card is hidden there is one deal, and of trumps and burials the best of all is sought.
    With `worlds` and without `seconds` the answer is the same on every machine.

    Args:
        position: the position as its player to move sees it; in a game with a stock, the stock must
            be gone.
        seconds: the time limit, which ends even the search of a deal.
        worlds: how many deals to try.
        seed: the seed of the deals.
        stop: ends the search with the deals that are finished.

    Raises:
        TypeError: for anything but a `TablePosition`.
        IllegalPositionError: (a seat) if the hand to decide is not wholly known; (``upcard``) while
            there is a stock; (``tricks``, ``bids``) if no deal explains the cards played, or the
            bids.
        ValueError: for limits that are not positive.
    """
    expect_table_position(position)
    limits = Limits(seconds=seconds, worlds=worlds)
    until = None if seconds is None else monotonic() + seconds
    solver = CompiledSolver(stop=stop, until=until)
    return analyze_chances(position, solver, limits.or_seconds(DEFAULT_SECONDS), seed, stop)
