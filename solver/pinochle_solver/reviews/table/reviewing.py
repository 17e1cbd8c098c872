"""Goes through the decisions of a hand of three or four that was recorded."""

from __future__ import annotations

from collections.abc import Iterator

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import bid_advice
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.hidden_hands.comparing import Comparison, compare, difference
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.reviews.table.annotations import TableNotes
from pinochle_solver.reviews.table.choices import Choice, choices
from pinochle_solver.reviews.table.decisions import JudgedDecision
from pinochle_solver.reviews.table.losses import TableLoss
from pinochle_solver.reviews.table.unlaid import laying_all_instead, unlaid_by
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Call
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

BID_SHARE = 8
"""The best call is chosen in one world of so many: each takes as long as several cards."""
_COMPARED_BIDS = 2
"""In one world of so many it is measured what another call loses: calls differ by little."""
LEAST_BID_WORLDS = 64


def reviewed(
    replay: TableReplay,
    settings: ReviewSettings,
    seat: Seat | None = None,
    stop: StopFlag | None = None,
    notes: TableNotes | None = None,
) -> Iterator[JudgedDecision]:
    """Review the decisions of a hand, lazily, in order.

    Args:
        replay: the hand, up to whatever is wrong in it.
        settings: how long to think, and by what.
        seat: whose decisions; all seats' if None is given.
        stop: ends it; the decision under way is left out.
        notes: what is known of the decisions already.
    """
    stop = stop or StopFlag()
    for choice in choices(replay, seat):
        noted = None if notes is None else notes.decision(choice)
        if noted is not None:
            yield noted
            continue
        found = None if stop.is_set else judged(choice, settings, stop)
        if found is None or stop.is_set:
            return
        yield found[1]


def judged(
    choice: Choice, settings: ReviewSettings, stop: StopFlag, known: AnyMove | None = None
) -> tuple[ChanceAnalysis, JudgedDecision] | None:
    """Judge a decision; None if the search was stopped before it knew anything.

    Args:
        choice: the decision.
        settings: how long to think, and by what.
        stop: ends it.
        known: the best move if it is known; None: the search finds it.

    Returns:
        the analysis that chose the best move, and the decision.
    """
    position, played = choice.position, choice.played
    first, second = settings.seeds_of(choice.number)
    choosing, comparing = settings.parts
    if position.act is Act.BID:
        choosing, comparing = _share(choosing, BID_SHARE), _share(comparing, _COMPARED_BIDS)
    threads = settings.threads
    analysis = analyze_hidden(position, choosing, first, threads, stop)
    if not analysis.moves:
        return None
    best = next((move for move in analysis.moves if move.move == known), best_of(analysis))
    lost: Comparison | None = Comparison(Estimate(0.0, 0.0), analysis.worlds)
    if best.mean is None or _is_unknown(analysis, played):
        lost = None
    elif choice.calls_again and _is_below(played, best.move):
        # A bid has the value of its contract. Who bid on after it did not get that contract, and
        # gave up nothing yet: else one hesitation would be charged at every call.
        lost = None
    elif known is None and _does_better(
        analysis, best.move, played, choosing, first, threads, stop
    ):
        best = next(move for move in analysis.moves if move.move == played)
    elif played != best.move and not stop.is_set:
        lost = _compared(analysis, best.move, played, comparing, second, threads, stop)
    unlaid = unlaid_by(position, played)
    if unlaid is not None and not stop.is_set:
        whole, cost = laying_all_instead(played), lost
        if whole != best.move and whole is not None:
            cost = _compared(analysis, whole, played, comparing, second, threads, stop)
        unlaid = unlaid._replace(loss=None if cost is None else cost.ahead)
    stake = stake_of(position, best.move, played)
    return analysis, JudgedDecision(
        number=choice.number,
        trick=choice.trick,
        position=position,
        played=played,
        best=best.move,
        loss=None if lost is None else TableLoss(lost.ahead, analysis.exact, stake),
        expected=best.mean,
        win=best.win,
        values=analysis.moves,
        objective=analysis.objective,
        worlds=0 if analysis.is_open else analysis.worlds,
        unlaid=unlaid,
    )


def _does_better(
    analysis: ChanceAnalysis,
    best: AnyMove,
    played: AnyMove,
    limits: Limits,
    seed: int,
    threads: int,
    stop: StopFlag,
) -> bool:
    """Whether a call is worth more than the best, counted what the others may still call.

    The best call is that of the highest value if its bid wins. If nobody would let it win, another
    may be better, as a pass with which nothing is lost. These are the worlds that choose.
    """
    if analysis.position.act is not Act.BID or analysis.is_open or played == best or stop.is_set:
        return False
    found = _compared(analysis, best, played, limits, seed, threads, stop)
    return found is not None and found.ahead.mean < 0


def _compared(
    analysis: ChanceAnalysis,
    first: AnyMove,
    second: AnyMove,
    limits: Limits,
    seed: int,
    threads: int,
    stop: StopFlag,
) -> Comparison | None:
    """How much more one move is worth than another: if cards are hidden, in other worlds."""
    if analysis.is_open:
        return difference(analysis, first, second)
    advice = bid_advice(analysis) if analysis.position.act is Act.BID else None
    limit = None if advice is None or advice.limit is None else advice.limit.move
    up_to = limit.bid if isinstance(limit, Call) else 0
    return compare(
        analysis.position, first, second, limits, seed, threads, stop, bids_up_to=up_to or 0
    )


def _share(limits: Limits, share: int) -> Limits:
    """One world of so many for a call, but not too few; a limit in seconds stays."""
    if limits.worlds is None:
        return limits
    return Limits(worlds=max(limits.worlds // share, min(limits.worlds, LEAST_BID_WORLDS)))


def best_of(analysis: ChanceAnalysis) -> MoveChance:
    """The best move; in the auction that with the highest mean, the lowest bid of equals."""
    if analysis.position.act is not Act.BID:
        return analysis.moves[0]
    known = [move for move in analysis.moves if move.mean is not None]
    return max(known, key=_mean) if known else analysis.moves[-1]


def _is_below(played: AnyMove, best: AnyMove) -> bool:
    """Whether a bid is lower than the best one; a pass is no bid."""
    if not isinstance(played, Call) or not isinstance(best, Call):
        return False
    return played.bid is not None and best.bid is not None and played.bid < best.bid


def _is_unknown(analysis: ChanceAnalysis, played: AnyMove) -> bool:
    """Whether a move was tried and no value found, as of a pass."""
    return any(move.move == played and move.mean is None for move in analysis.moves)


def _mean(move: MoveChance) -> float:
    assert move.mean is not None
    return move.mean.mean
