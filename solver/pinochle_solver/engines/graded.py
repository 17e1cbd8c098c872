"""The opponent of graded strength: it errs as a person does, as much as its level says.

It looks at every move in a fixed number of worlds, so that its answer depends on the seed and not
on the clock, and in the playoff at their exact values. Then it draws: a move that is behind by the
*temperature* of the level is chosen *e* times more rarely than the best. A move that a beginner
sees to be wrong (`blunders`) is not drawn unless it is clearly the best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp, inf
from random import Random
from typing import ClassVar, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.blunders import blunders
from pinochle_solver.engines.by_rule import random_of
from pinochle_solver.engines.engine import (
    Choice,
    Decision,
    Number,
    StockEngine,
    as_mover_sees,
    best_card,
)
from pinochle_solver.engines.levels import DEFAULT, Level, LevelOption
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, Analysis
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.doubling import doubling_by_points
from pinochle_solver.stock.search import analyze_position
from pinochle_solver.stock.settings import Request, SearchSettings

_WORLDS = 64
# By how many points a move must be ahead of all that are no blunders to be made though it is one.
# In so few worlds less may be chance.
_CLEARLY = 10.0


class WeighedMove(NamedTuple):
    """A move that `graded` may choose.

    Attributes:
        move: the move.
        behind: how many points it is behind the best move, as far as the engine knows.
        blunder: what a beginner sees to be wrong with it; None for nothing.
        is_ruled_out: whether it is never chosen: a blunder that is not clearly the best all the
            same.
    """

    move: Move
    behind: float
    blunder: str | None
    is_ruled_out: bool


class GradedEngine(StockEngine):
    """Errs as much as its level says, in the playoff as well.

    It plays for points. What it says about doubles follows the points so far.

    Args:
        level: how much it loses a decision, from 0.5 to 4 points, or the name of a level.
        belief, objective, threads, call_out: as for `StockEngine`; the first two make no
            difference.

    Raises:
        ValueError: for no such level.
    """

    name = "graded"
    summary = "errs like a person, as much as its level says"
    options: ClassVar[Mapping[str, Choice | Number]] = {
        "level": LevelOption(Level.parse(DEFAULT).points)
    }
    plays_exactly = False

    def __init__(
        self,
        *,
        level: float | str = DEFAULT,
        belief: str = BELIEFS[0],
        objective: str = OBJECTIVES[0],
        threads: int = 1,
        call_out: bool = False,
    ) -> None:
        super().__init__(belief=belief, objective=objective, threads=threads, call_out=call_out)
        self.level = Level.parse(level) if isinstance(level, str) else Level(level)

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        if position.act.doubles:
            move: Move = doubling_by_points(position)
        else:
            weighed = weigh(position, settings.seed, settings.threads, request.stop)
            move = drawn(weighed, self.level.temperature, random_of(position, settings.seed))
        analysis = self._only_choice(position, move, settings.seed)
        return replace(analysis, model=f"a choice at the level {self.level.text()}, no values")

    def _choose_card(
        self, position: PlayoffPosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> Decision:
        weighed = weigh(position, seed, stop=stop)
        return Decision(drawn(weighed, self.level.temperature, random_of(position, seed)))


def weigh(
    position: Position, seed: int, threads: int = 1, stop: StopFlag | None = None
) -> list[WeighedMove]:
    """What `graded` makes of the moves of a position, the best first.

    Args:
        position: the position; anything in it that is hidden from the seat to decide is ignored.
        seed: of the worlds.
        threads: how many threads to use.
        stop: ends the search with what was found so far.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
    """
    if isinstance(position, PlayoffPosition):
        cards = best_card(position, Limits(), stop).candidates
        if cards[0].behind is None:  # it was stopped
            return [WeighedMove(cards[0].move, 0.0, None, is_ruled_out=False)]
        behind = {each.move: each.behind or 0.0 for each in cards}
        clearly = 0.0
    else:
        # Cards are played for points in a hand with doubles, too.
        position = as_mover_sees(replace(position, stakes=None))
        settings = SearchSettings(
            limits=Limits(worlds=_WORLDS), seed=seed, threads=threads, objective=POINTS
        )
        analysis = analyze_position(position, settings, Request.of(stop=stop))
        behind = {each.move: each.points_behind.mean for each in analysis.moves}
        behind[analysis.choice] = 0.0
        clearly = 0.0 if analysis.exact else _CLEARLY
    wrong = blunders(position)
    # The best of the moves that are no blunders.
    other = min((lost for move, lost in behind.items() if move not in wrong), default=inf)
    return [
        WeighedMove(move, lost, wrong.get(move), move in wrong and other - lost <= clearly)
        for move, lost in sorted(behind.items(), key=lambda each: each[1])
    ]


def drawn(weighed: Sequence[WeighedMove], temperature: float, random: Random) -> Move:
    """The move that is made; arguments as for `chances`."""
    return random.choices([each.move for each in weighed], chances(weighed, temperature))[0]


def chances(weighed: Sequence[WeighedMove], temperature: float) -> list[float]:
    """How likely each move is chosen; together 1.

    Args:
        weighed: the moves of a position.
        temperature: the points by which a move must be behind to be *e* times less likely.
    """
    weights = [
        0.0 if each.is_ruled_out else exp(-max(0.0, each.behind) / temperature) for each in weighed
    ]
    return [weight / sum(weights) for weight in weights]
