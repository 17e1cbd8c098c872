"""Goes through the decisions of a hand that was recorded, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.game.replay import Moment, Replay
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.review.decisions import Decision
from pinochle_solver.review.marks import NO_LOSS, Loss
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.beliefs import INFERRED
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.search import analyze

# To find the best move, and then to measure what another one lost.
_SHARE_TO_CHOOSE = 0.6
# The worlds of the comparison are others than those of the choice, which has the seed before.
_SEEDS_A_DECISION = 2


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How a hand is reviewed.

    Attributes:
        limits: of each decision of the stock phase: seconds or worlds.
        seed: of the worlds.
        threads: how many to use.
        belief: what is believed of hidden cards.
    """

    limits: Limits
    seed: int = 1
    threads: int = 1
    belief: str = INFERRED


def choices(replay: Replay, seat: Seat | None = None) -> list[Moment]:
    """The decisions between several moves of a hand, in order.

    Args:
        replay: the hand.
        seat: whose; both seats' if None is given. Of the record of one seat only its own are known.
    """
    whose = [each for each in (seat, replay.record.view) if each is not None]
    return [
        moment
        for moment in replay.moments
        if moment.is_choice
        and _was_made(replay, moment)
        and all(each is moment.seat for each in whose)
    ]


def _was_made(replay: Replay, moment: Moment) -> bool:
    return replay.referee is not None and moment.moves < len(replay.referee.history)


def reviewed(
    replay: Replay,
    settings: ReviewSettings,
    seat: Seat | None = None,
    stop: StopFlag | None = None,
) -> Iterator[Decision]:
    """Review the decisions of a hand, lazily, in order.

    Args:
        replay: the hand, up to whatever is wrong in it.
        settings: how long to think, and by what.
        seat: whose decisions; both seats' if None is given.
        stop: ends it after the decision under way.
    """
    stop = stop or StopFlag()
    for number, moment in enumerate(choices(replay, seat)):
        if stop.is_set:
            return
        yield _decision(replay, moment, settings, settings.seed + _SEEDS_A_DECISION * number, stop)


def _decision(
    replay: Replay, moment: Moment, settings: ReviewSettings, seed: int, stop: StopFlag
) -> Decision:
    assert replay.referee is not None
    position = replay.at(moment.trick, moment.act, moment.seat)
    played = replay.referee.history[moment.moves]
    if isinstance(position, PlayoffPosition):
        return _in_playoff(moment, position, played)
    return _in_stock_phase(moment, as_mover_sees(position), played, settings, seed, stop)


def _in_playoff(moment: Moment, position: PlayoffPosition, played: Move) -> Decision:
    solution = solve(position)
    assert isinstance(played, Play)
    value = next(move for move in solution.moves if move.card == played.card)
    best = Play(solution.moves[0].card) if value.loss else played
    # What one seat loses the other wins.
    loss = Loss(Estimate(2.0 * value.loss, 0.0), None, exact=True)
    return Decision(moment.trick, moment.act, moment.seat, position, played, best, loss, solution)


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
    best, loss = analysis.choice, NO_LOSS
    if played != best:
        ahead = compare(
            position,
            best,
            played,
            seconds=comparing.seconds,
            worlds=comparing.worlds,
            seed=seed + 1,
            threads=settings.threads,
            belief=settings.belief,
            stop=stop,
        )
        loss = Loss(ahead.points, ahead.win, ahead.exact)
    return Decision(moment.trick, moment.act, moment.seat, position, played, best, loss, analysis)


def _parts(limits: Limits) -> tuple[Limits, Limits]:
    """What is spent on choosing the best move, and on measuring what another one lost."""
    if limits.seconds is None:
        return limits, limits
    choosing = _SHARE_TO_CHOOSE * limits.seconds
    return Limits(seconds=choosing), Limits(seconds=limits.seconds - choosing)
