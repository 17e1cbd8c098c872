"""Goes through the decisions of a hand that was recorded, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.game.replay import Moment, Replay
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.reviews.annotations import Notes
from pinochle_solver.reviews.decisions import Decision, MoveWorth
from pinochle_solver.reviews.marks import Loss
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Points, Seat
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.search import analyze

# To find the best move, and then to measure what another one lost.
_SHARE_TO_CHOOSE = 0.6
# The worlds of the comparison are others than those of the choice, which has the seed before.
_SEEDS_A_DECISION = 2
# The moments of a trick by number: what a seat shows at a dix turn has the worlds of its melds.
_SEEDED = {"l": 0, "r": 1, "m": 2, "s": 2, "d": 3}
_SEEDED_A_TRICK = 4
_SEEDS = 2**64


def choices(replay: Replay, seat: Seat | None = None) -> list[Moment]:
    """The decisions between several moves of a hand, in order.

    What is said to doubles is left out: a hand is reviewed by points, and that by stakes.

    Args:
        replay: the hand.
        seat: whose; both seats' if None is given. Of the record of one seat only its own are known.
    """
    whose = [each for each in (seat, replay.record.view) if each is not None]
    return [
        moment
        for moment in replay.moments
        if moment.is_choice
        and not moment.is_about_double
        and _was_made(replay, moment)
        and all(each is moment.seat for each in whose)
    ]


def _was_made(replay: Replay, moment: Moment) -> bool:
    referee = replay.referee_of(moment.trick)
    return referee is not None and moment.moves < len(referee.history)


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
        position, played = _made(replay, moment)
        if isinstance(position, PlayoffPosition):
            yield _in_playoff(moment, position, played, replay.record.dealer)
            continue
        noted = notes.decision(moment.trick, moment.act, moment.seat, position, played)
        if noted is not None:
            yield noted
            continue
        found = _in_stock_phase(moment, position, played, settings, _seed(settings, moment), stop)
        if not stop.is_set:
            yield found


def _seed(settings: ReviewSettings, moment: Moment) -> int:
    """The seed of a decision: the same whoever else's decisions are reviewed or known."""
    number = _SEEDED_A_TRICK * moment.trick + _SEEDED[moment.act]
    return (settings.seed + _SEEDS_A_DECISION * number) % _SEEDS


def _made(replay: Replay, moment: Moment) -> tuple[Position, Move]:
    """What a seat saw, and what it did."""
    referee = replay.referee_of(moment.trick)
    assert referee is not None
    position = replay.at(moment.trick, moment.act, moment.seat)
    played = referee.history[moment.moves]
    if isinstance(position, PlayoffPosition):
        return position, played
    # Of hands with doubles the points are reviewed.
    return as_mover_sees(replace(position, stakes=None)), played


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
    )


def _in_stock_phase(
    moment: Moment,
    position: StockPosition,
    played: Move,
    settings: ReviewSettings,
    seed: int,
    stop: StopFlag,
) -> Decision:
    choosing, comparing = _parts(settings.limits)
    analysis = analyze(
        position,
        seconds=choosing.seconds,
        worlds=choosing.worlds,
        seed=seed,
        threads=settings.threads,
        belief=settings.belief,
        stop=stop,
    )
    best, none = analysis.choice, Estimate(0.0, 0.0)
    unit = position.rules.meld_unit
    loss = Loss(none, none, analysis.exact, unit)
    if played != best:
        ahead = compare(
            position,
            best,
            played,
            seconds=comparing.seconds,
            worlds=comparing.worlds,
            seed=(seed + 1) % _SEEDS,
            threads=settings.threads,
            belief=settings.belief,
            stop=stop,
        )
        loss = Loss(ahead.points, ahead.win, ahead.exact, unit)
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
        values=tuple(
            MoveWorth(each.move, Estimate(each.mean, each.mean_se), each.points_behind)
            for each in analysis.moves
        ),
    )


def _parts(limits: Limits) -> tuple[Limits, Limits]:
    """What is spent on choosing the best move, and on measuring what another one lost."""
    if limits.seconds is None:
        return limits, limits
    choosing = _SHARE_TO_CHOOSE * limits.seconds
    return Limits(seconds=choosing), Limits(seconds=limits.seconds - choosing)
