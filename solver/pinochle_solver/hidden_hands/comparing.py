"""Two moves of a table position compared in worlds in which neither was chosen.

The move that a search calls best was lucky in the worlds in which it was found. Measured again in
other worlds, one move's lead over another is right on average, whoever chose the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch, ComparedCalls
from pinochle_solver.hidden_hands.decisions import (
    BurialDecision,
    CardDecision,
    Decision,
    LayingDecision,
)
from pinochle_solver.hidden_hands.payoffs import Outcomes
from pinochle_solver.hidden_hands.search import TableSearch, analyze_hidden
from pinochle_solver.hidden_hands.stock_beliefs import StockBeliefs
from pinochle_solver.hidden_hands.stock_decisions import StockDecision
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Bury, Call, Concede, Lay
from pinochle_solver.table.views import AnyMove


class Comparison(NamedTuple):
    """How much more one move is worth than another, for the seat to decide.

    Attributes:
        ahead: how much more, in the currency of the game; below 0 it is worth less.
        worlds: in how many worlds both were tried.
    """

    ahead: Estimate
    worlds: int


def compare(
    position: TablePosition,
    first: AnyMove,
    second: AnyMove,
    limits: Limits,
    seed: int,
    threads: int = 1,
    stop: StopFlag | None = None,
    *,
    bids_up_to: int | None = None,
) -> Comparison | None:
    """Compare two moves; neither is assumed to be the better one.

    Calls are compared with what the others may still call: who is overcalled does not play the
    contract that it has bid.

    Args:
        position: the position as its seat to decide sees it, with hidden cards.
        first: a legal move.
        second: another one.
        limits: when the comparison ends.
        seed: the seed of the worlds, another than that by which the moves were chosen.
        threads: how many threads try worlds.
        stop: ends it with the worlds so far.
        bids_up_to: how far the seat bids on if it is overcalled; None: up to the lower bid.

    Returns:
        None if one of the moves has no value, as a pass.

    Raises:
        IllegalPositionError: as `analyze_hidden`.
    """
    stop = stop or StopFlag()
    if isinstance(first, Call) and isinstance(second, Call):
        if bids_up_to is None:
            bids_up_to = min(each.bid for each in (first, second) if each.bid is not None)
        compared = ComparedCalls((first, second), bids_up_to)
        bids = BidSearch(position, Beliefs(position), seed, threads, compared=compared)
        bids.run(limits, stop)
        return Comparison(*bids.ahead())
    if position.act is Act.DIX and not position.has_stock:
        return difference(analyze_hidden(position, limits, seed, threads, stop), first, second)
    moves = first, second
    search: TableSearch[Any]
    if position.has_stock:
        pair = _Pair(StockDecision(position), moves)
        search = TableSearch(pair, StockBeliefs(position), limits, seed, threads, stop)
    else:
        either = _Pair(_decision(position, moves), moves)
        search = TableSearch(either, Beliefs(position), limits, seed, threads, stop)
    search.run_all()
    tried = search.standings.tried
    return Comparison(search.standings.behind(*tried), min(each.worlds for each in tried))


def difference(analysis: ChanceAnalysis, first: AnyMove, second: AnyMove) -> Comparison | None:
    """How much more the first of two moves is worth by an analysis; None if it does not say."""
    found = {move.move: move for move in analysis.moves}
    if not (first in found and second in found):
        return None
    one, other = found[first], found[second]
    if one.mean is None or other.mean is None:
        return None
    errors = one.mean.se, other.mean.se
    if one.behind is not None and other.behind is not None:
        errors = one.behind.se, other.behind.se  # from the same worlds
    ahead = Estimate(one.mean.mean - other.mean.mean, hypot(*errors))
    return Comparison(ahead, min(one.worlds, other.worlds))


class _Pair(Decision[Any]):
    """Two moves of a decision.

    Args:
        decision: the decision.
        moves: the moves.
    """

    def __init__(self, decision: Decision[Any], moves: Sequence[AnyMove]) -> None:
        self._decision, self.moves = decision, moves
        self.stake, self.is_settled = decision.stake, decision.is_settled
        self._numbers = [list(decision.moves).index(move) for move in moves]

    def evaluate(self, batch: Any, numbers: bytes, stop: StopFlag) -> Outcomes | None:
        """As in `Decision`."""
        return self._decision.evaluate(batch, bytes(self._numbers[n] for n in numbers), stop)


def _decision(position: TablePosition, moves: Sequence[AnyMove]) -> Decision[Any]:
    if position.has_stock:
        return StockDecision(position)
    if position.act is Act.BURY:
        return BurialDecision(position, [m for m in moves if isinstance(m, (Bury, Concede))])
    if position.act is Act.MELD:
        return LayingDecision(position, [move for move in moves if isinstance(move, Lay)])
    return CardDecision(position)
