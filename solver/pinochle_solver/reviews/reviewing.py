"""Goes through the decisions of a hand that was recorded, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import hypot

import numpy as np

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.game.replayed_hand import Moment, Replay
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.reasons import playoff_reason
from pinochle_solver.playoff.solver import solve
from pinochle_solver.reviews.annotations import Notes
from pinochle_solver.reviews.choices import choices, doubling_choices, made
from pinochle_solver.reviews.decisions import Decision, MoveWorth, worths
from pinochle_solver.reviews.doublings import DoublingDecision
from pinochle_solver.reviews.marks import Loss
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.rules.moves import Doubling, Move, Play
from pinochle_solver.rules.rules import Points, Seat
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.comparing import Comparison, compare
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.search import analyze_position
from pinochle_solver.stock.settings import Request


def reviewed(
    replay: Replay,
    settings: ReviewSettings,
    notes: Notes,
    seat: Seat | None = None,
    stop: StopFlag | None = None,
) -> Iterator[Decision]:
    """Review the decisions of a hand, lazily, in order.

    Args:
        replay: the hand, up to whatever is wrong in it.
        settings: how long to think, and by what.
        notes: what is known of it already.
        seat: whose decisions; both seats' if None is given.
        stop: ends it; the decision under way is left out.
    """
    stop = stop or StopFlag()
    for moment in choices(replay, seat):
        if stop.is_set:
            return
        position, played = made(replay, moment)
        if isinstance(position, StockPosition):
            # Of hands with doubles the points are reviewed.
            position = as_mover_sees(replace(position, stakes=None))
        if isinstance(position, PlayoffPosition):
            yield _in_playoff(moment, position, played, replay.record.dealer)
            continue
        found = notes.decision(moment.trick, moment.act, moment.seat, position, played)
        if found is None:
            found = _in_stock_phase(moment, position, played, settings, stop)
            if stop.is_set:
                return
        yield _with_cards(found, position, replay, moment, settings) if settings.cards else found


def reviewed_doublings(
    replay: Replay,
    settings: ReviewSettings,
    notes: Notes,
    seat: Seat | None = None,
    stop: StopFlag | None = None,
) -> Iterator[DoublingDecision]:
    """Review what was said to doubles, lazily, in order; arguments as for `reviewed`."""
    stop = stop or StopFlag()
    for moment in doubling_choices(replay, seat):
        if stop.is_set:
            return
        position, played = made(replay, moment)
        assert isinstance(position, StockPosition)
        assert isinstance(played, Doubling)
        position = as_mover_sees(position)
        found = notes.doubling(moment.trick, moment.act, moment.seat, position, played)
        if found is None:
            found = _of_stake(moment, position, played, settings, stop)
        if not stop.is_set:
            yield found


def _in_playoff(moment: Moment, position: PlayoffPosition, played: Move, dealer: Seat) -> Decision:
    solution = solve(position)
    assert isinstance(played, Play)
    points = solution.final or solution.value
    lead = float(points[moment.seat] - points[moment.seat.other])
    chance = replace(WinChance.of(position), dealer=dealer)
    # What one seat loses the other wins.
    values = tuple(
        MoveWorth(Play(move.card), Estimate(lead - lost, 0.0), Estimate(lost, 0.0))
        for move in solution.moves
        for lost in (2.0 * move.loss,)
    )
    own = next(each for each in values if each.move == played)
    lost = round(own.behind.mean / 2)
    after = Points.of(moment.seat, points[moment.seat] - lost, points[moment.seat.other] + lost)
    best, left = chance.of_points(np.array([points, after]))
    of_game = None if chance.score is None else Estimate(float(best - left), 0.0)
    return Decision(
        moment.trick,
        moment.act,
        moment.seat,
        position,
        played,
        best=values[0].move if own.behind.mean else played,
        loss=Loss(own.behind, of_game, True, position.rules.meld_unit),
        expected=Estimate(lead, 0.0),
        win=Estimate(float(best), 0.0),
        values=values,
        worlds=0,
        reason=playoff_reason(solution, played.card) if lost else None,
    )


def _in_stock_phase(
    moment: Moment,
    position: StockPosition,
    played: Move,
    settings: ReviewSettings,
    stop: StopFlag,
) -> Decision:
    choosing, comparing = settings.searches(moment)
    analysis = analyze_position(position, choosing, Request(stop=stop))
    best, none = analysis.choice, Estimate(0.0, 0.0)
    unit = position.rules.meld_unit
    loss = Loss(none, none, analysis.exact, unit)
    searches: list[Analysis | Comparison] = [analysis]
    reason = None
    if played != best:
        ahead = compare(position, best, played, comparing, stop=stop)
        loss, reason = Loss(ahead.points, ahead.win, ahead.exact, unit), ahead.reason
        searches.append(ahead)
    chosen = next(each for each in analysis.moves if each.move == best)
    return Decision(
        moment.trick,
        moment.act,
        moment.seat,
        position,
        played,
        best,
        loss,
        expected=Estimate(chosen.mean, chosen.mean_se),
        win=Estimate(chosen.win, chosen.win_se),
        values=worths(
            (
                MoveWorth(each.move, Estimate(each.mean, each.mean_se), each.points_behind)
                for each in analysis.moves
            ),
            best,
            played,
            loss.points,
        ),
        worlds=_fewest(searches),
        reason=reason,
    )


def _with_cards(
    decision: Decision,
    position: StockPosition,
    replay: Replay,
    moment: Moment,
    settings: ReviewSettings,
) -> Decision:
    """The decision with where the cards were that its seat had not seen, and what was held."""
    from pinochle_solver.stock.card_chances import card_chances

    held, referee, other = None, replay.referee, moment.seat.other
    if referee is not None and replay.record.view is None:
        with referee.after(moment.moves):
            held = referee.hand(other)
    chances = card_chances(position, seed=settings.seed, belief=settings.belief)
    return replace(decision, cards=chances, held=held)


def _fewest(searches: Iterable[Analysis | Comparison]) -> int:
    """The number of worlds of the search that sampled the fewest; 0 if none sampled any."""
    return min((each.worlds for each in searches if each.sampled), default=0)


def _of_stake(
    moment: Moment,
    position: StockPosition,
    played: Doubling,
    settings: ReviewSettings,
    stop: StopFlag,
) -> DoublingDecision:
    choosing, comparing, request = *settings.searches(moment), Request(stop=stop)
    analysis = analyze_position(position, choosing, request)
    best, lost = analysis.choice, Estimate(0.0, 0.0)
    assert isinstance(best, Doubling)
    searches = [analysis]
    if played != best:
        found = analysis if analysis.exact else analyze_position(position, comparing, request)
        lost = _stake_lost(found, best, played)
        searches.append(found)
    return DoublingDecision(
        moment.trick,
        moment.act,
        moment.seat,
        position,
        played,
        best,
        lost,
        analysis.exact,
        worths(
            (
                MoveWorth(
                    each.move,
                    Estimate(each.mean, each.mean_se),
                    Estimate(each.behind, each.behind_se),
                )
                for each in analysis.moves
            ),
            best,
            played,
            lost,
        ),
        _fewest(searches),
    )


def _stake_lost(analysis: Analysis, best: Move, played: Move) -> Estimate:
    """How much more one choice is expected to pay than another."""
    found = {each.move: each for each in analysis.moves}
    error = hypot(*(found[move].behind_se for move in (best, played)))
    return Estimate(found[best].mean - found[played].mean, error)
