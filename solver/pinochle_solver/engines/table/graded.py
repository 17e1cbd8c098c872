"""The opponent of graded strength at a table: it errs as a person does, as much as its level says.

It looks at every move in a fixed number of worlds, so that its answer depends on the seed and not
on the clock. Then it draws: a move that is behind by the *temperature* of its level is chosen *e*
times more rarely than the best. Temperatures are parts of what is at stake, as the marks of a
review are, so that a level is as strong in games for cents and checks as in those for points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import ClassVar, NamedTuple

import numpy as np

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.bid_advice import bids_of
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.engines.engine import Choice, Number
from pinochle_solver.engines.levels import DEFAULT, Level, LevelOption
from pinochle_solver.engines.table.engine import TableDecision
from pinochle_solver.engines.table.hidden_hands import HiddenHandsEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.moves import Play
from pinochle_solver.stock.analysis import POINTS
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import PASS, PlayCard
from pinochle_solver.table.views import AnyMove

WHOLE_STAKE = 500.0
"""What is at stake in a level: the points between winning all card points and winning none."""
WORLDS = 64

# Temperatures in points of `WHOLE_STAKE`, and what the engine loses a decision at each, as it was
# measured (benchmarks/strength/table_levels.py). Between them both are interpolated by logarithms.
# So few worlds lose 0.57 by themselves, so `expert` is a little weaker than its level says.
MEASURED = ((0.25, 0.79), (2.0, 1.03), (4.0, 1.43), (8.0, 2.35), (16.0, 3.8), (32.0, 5.7))


class WeighedTableMove(NamedTuple):
    """A move that may be chosen.

    Attributes:
        move: the move.
        behind: how far it is behind the best, as far as the engine knows, in points of
            `WHOLE_STAKE`.
    """

    move: AnyMove
    behind: float


class TableGradedEngine(HiddenHandsEngine):
    """Errs as much as its level says. In the auction it bids too high, or passes too soon.

    Args:
        level: how much it loses a decision, from 0.5 to 4 points of 500 at stake, or the name of a
            level.
        objective, threads: as for `TableEngine`; it plays for what the hand is worth.

    Raises:
        ValueError: for no such level.
    """

    name = "graded"
    summary = "errs like a person, as much as its level says"
    options: ClassVar[Mapping[str, Choice | Number]] = {
        "level": LevelOption(Level.parse(DEFAULT).points)
    }
    limits: ClassVar[Mapping[str, str]] = {}

    def __init__(
        self, *, level: float | str = DEFAULT, objective: str = POINTS, threads: int = 1
    ) -> None:
        super().__init__(objective=objective, threads=threads)
        self._objective = POINTS
        self.level = Level.parse(level) if isinstance(level, str) else Level(level)

    def choose(
        self,
        position: TablePosition,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[TableDecision], None] | None = None,
    ) -> TableDecision:
        """As `TableEngine.choose`."""
        decision, analysis = self.advise(position, Limits(worlds=WORLDS), seed=seed, stop=stop)
        if analysis is None:
            return decision
        weighed = weigh(analysis, decision.move)
        chances = drawing_chances([each.behind for each in weighed], temperature(self.level))
        random = Random(f"graded/{seed}/{position.text()}")
        move = random.choices([each.move for each in weighed], chances)[0]
        if isinstance(move, PlayCard) and position.rules.stock is not None:
            return TableDecision(Play(move.card))
        return TableDecision(move)


def weigh(analysis: ChanceAnalysis, best: AnyMove) -> list[WeighedTableMove]:
    """The moves that may be chosen, the best first.

    Args:
        analysis: the values of the moves.
        best: the move that the default engine would make. In the auction the choice is between it
            and a pass, or of a pass the lowest bid.
    """
    moves = {each.move: each for each in analysis.moves}
    if analysis.position.act is Act.BID:
        others = [PASS] if best != PASS else [each.move for each in bids_of(analysis)[:1]]
        means = {move: found.mean for move, found in moves.items()}
        own = means.get(best)
        behind = {
            move: own.mean - other.mean
            for move in others
            if own is not None and (other := means.get(move)) is not None
        }
    else:
        behind = {each.move: each.behind.mean for each in analysis.moves if each.behind is not None}
    behind.pop(best, None)
    weighed = [WeighedTableMove(best, 0.0)]
    for move, lost in behind.items():
        stake = stake_of(analysis.position, best, move)
        weighed.append(WeighedTableMove(move, max(0.0, lost) / stake * WHOLE_STAKE))
    return weighed


def drawing_chances(behind: list[float], temperature: float) -> list[float]:
    """How likely each move is chosen; together 1.

    Args:
        behind: how far each is behind the best.
        temperature: by how much a move must be behind to be *e* times less likely.
    """
    weights = np.exp(-np.array(behind) / temperature)
    chances: list[float] = (weights / weights.sum()).tolist()
    return chances


def temperature(level: Level) -> float:
    """The temperature of a level, in points of `WHOLE_STAKE`."""
    temperatures, losses = np.log(MEASURED).T
    return float(np.exp(np.interp(np.log(level.points), losses, temperatures)))
