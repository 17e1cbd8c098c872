"""What a hand is worth in the auction, studied further than its calls.

Besides what each call comes to: how the points that a bidder makes are spread, and which cards in
the widow help him.
"""

from __future__ import annotations

from time import monotonic

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.bid_advice import BidStudy, bid_advice
from pinochle_solver.double_dummy.outcomes import POINTS
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.hidden_hands.game_worths import game_of
from pinochle_solver.hidden_hands.search import SECONDS, analysis_of_bids
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, expect_table_position
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import check_known
from pinochle_solver.table.moves import Call
from pinochle_solver.threads import check_threads


def study_bid(
    position: TablePosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    threads: int = 1,
    open_average: bool = False,
    objective: str = POINTS,
    stop: StopFlag | None = None,
) -> BidStudy:
    """What to bid with a hand, and why.

    Args:
        position: a position in the auction, as its seat sees it.
        seconds: the time limit; without any limit it takes `SECONDS`.
        worlds: in how many deals the bids are tried.
        seed: the seed of the deals.
        threads: how many threads try deals; within a limit of deals the answer is the same.
        open_average: whether it is found, too, how often the bids are made if the cards lie face
            up, within the same limits.
        objective: as of `analyze_table`.
        stop: ends the search with the deals that are finished.

    Raises:
        TypeError: for anything but a `TablePosition`.
        IllegalPositionError: (``act``) if no call is to be made; (a seat) if the hand to call is
            not wholly known, or all others are; (``bids``) if no deal explains the bids; and
            others as `analyze_table` for the objective.
        ValueError: for limits that are not positive, and for a number of threads that is none.
    """
    expect_table_position(position)
    check_threads(threads)
    limits = Limits(seconds=seconds, worlds=worlds).or_seconds(SECONDS)
    if position.act is not Act.BID:
        raise IllegalPositionError("act", f"{position.act.value}, no call is to be made")
    check_known(position.hands[position.turn].hidden, position.turn)
    game = game_of(position, objective)
    beliefs, started, stop = Beliefs(position), monotonic(), stop or StopFlag()
    if beliefs.number == 1:
        raise IllegalPositionError(position.turn.text(), "sees all cards; analyze solves the deal")
    search = BidSearch(position, beliefs, seed, threads, game)
    if not search.has_bids:
        raise IllegalPositionError("bids", f"{position.turn.text()} can only pass")
    search.run(limits, stop)
    analysis = analysis_of_bids(position, search, seed, started, stop, game)
    advice = bid_advice(analysis)
    assert advice is not None
    bid = _bid_of(advice.limit or advice.lowest)
    widow = search.widow_cards(bid) if position.rules.widow else []
    opened = search.open_chances(limits, stop) if open_average and not stop.is_set else None
    return BidStudy(
        analysis=analysis,
        advice=advice,
        bid=bid,
        totals=search.totals(bid),
        widow=tuple(widow),
        open_chances=opened,
    )


def _bid_of(move: MoveChance) -> int:
    assert isinstance(move.move, Call)
    assert move.move.bid is not None
    return move.move.bid
