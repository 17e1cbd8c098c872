"""Estimates of open positions that are too much to be solved, and how far from the truth they are.

One tree grows over the open cards. Its values are averages over good and bad replies and over play
by a policy that does not look at the other hand. So they are farther from exact values than these
averages vary. How far was measured where positions can be solved
(``benchmarks/calibration/open_positions.py``) and is part of every error here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, isfinite, sqrt
from statistics import NormalDist
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.alike import published_alike
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Rulebook, Seat
from pinochle_solver.stock.analysis import WIN, MoveEstimate, in_order
from pinochle_solver.stock.beliefs import UNIFORM, Belief
from pinochle_solver.stock.chances import AnyChance, chance_of
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.observed_trees import SERIOUSLY, ObservedTrees, OpenSolving
from pinochle_solver.stock.sampling import PLAYOFF_SECONDS, playoff_seconds
from pinochle_solver.stock.settings import DEFAULTS, SearchSettings
from pinochle_solver.stock.trees import CHUNK

ITERATIONS = 4_000
"""Of the tree, at least, if there is time for so many."""

# Where a playoff takes longer than usual a tree grows by estimates: up to so many iterations, with
# so many plays of the policy, and about as much time to solve playoffs as so many usual ones take.
_MOST_ITERATIONS, _PLAYS, _PLAYOFFS = 20_000, 160_000, 7_600
# No more are solved after so many positions of them; that is some ten seconds.
_NODES_OF_PLAYOFFS = 1 << 24


@dataclass(frozen=True, slots=True)
class Effort:
    """How a tree grows where solving is out of reach.

    Attributes:
        iterations: how many.
        solve_every: of each move at the root, the playoff is solved in one of so many; in every
            iteration where the tree grows by exact values.
        nodes: none is solved after so many positions of playoffs.
    """

    iterations: int
    solve_every: int = 1
    nodes: int | None = None

    @classmethod
    def of(cls, deck: Deck, tricks: int) -> Effort:
        """What errs least in some seconds, with so many tricks of the stock left."""
        dearer = playoff_seconds(deck) / PLAYOFF_SECONDS
        if dearer <= 1:
            return cls(ITERATIONS)
        plays = 2 * max(tricks, 1)
        iterations = min(max(ITERATIONS, _PLAYS // plays), _MOST_ITERATIONS)
        return cls(iterations, max(2, round(iterations * dearer / _PLAYOFFS)), _NODES_OF_PLAYOFFS)


class TreeErrors(NamedTuple):
    """How far a tree's values are from exact ones, root mean square, in points.

    Attributes:
        alone: of a move,
        apart: and of how far it is behind the best.
    """

    alone: float
    apart: float


# Where one lead is to come, to a trick of the stock or to the playoff; they grow as the square root
# of the leads. From 24 to 40 positions each of games of 48 cards with two to four tricks of the
# stock left; of the others with two to four in hands of ten cards, and with one in whole hands.
_ERRORS = {"goulash": TreeErrors(11.0, 7.5), "glup": TreeErrors(11.0, 9.0)}
_USUAL_ERRORS = TreeErrors(13.0, 14.0)
# The errors themselves are known about as well as this: so many times as large, or as small.
_DOUBTFUL = 1.25
# What a value may be in truth: the middles of so many parts that are equally likely.
_PARTS = 128
_DEVIATIONS = tuple(NormalDist().inv_cdf((part + 0.5) / _PARTS) for part in range(_PARTS))


def tree_errors(rules: Rulebook, count: CardCount) -> TreeErrors:
    """How far values are from exact ones in a game, where one lead is to come."""
    return _ERRORS.get(published_alike(rules, count) or "", _USUAL_ERRORS)


def doubt_of(position: StockPosition) -> TreeErrors:
    """How far values are from exact ones in an open position."""
    alone, apart = tree_errors(position.rules, position.count)
    leads = position.rules.deck.stock_tricks - position.completed_tricks + 1
    return TreeErrors(alone * sqrt(leads), apart * sqrt(leads))


def estimate_open(
    position: StockPosition,
    effort: Effort,
    settings: SearchSettings = DEFAULTS,
    *,
    stop: StopFlag | None = None,
    deadline: Deadline | None = None,
) -> tuple[MoveEstimate, ...]:
    """Estimate every move of a position that names every card, the best first.

    Errors are those against exact values. A chance to win is the mean over all that the exact value
    may be.

    Args:
        position: the position, both hands and the stock in its order known.
        effort: how the tree grows.
        settings: what orders the moves, and whether the game is played with call-outs; the rest
            makes no difference.
        stop: end when this flag is set; every move is tried before.
        deadline: end then; every move is tried before.
    """
    deadline, stop = deadline or Deadline(None), stop or StopFlag()
    solve = OpenSolving(effort.solve_every, effort.nodes)
    belief = Belief(position, UNIFORM)
    trees = ObservedTrees(belief, settings, stop, 1, solve_open=solve)
    size = max(trees.chunk, min(CHUNK, effort.iterations))
    while trees.advance(size) and trees.worlds < effort.iterations and deadline.left > 0:
        size = min(CHUNK, effort.iterations - trees.worlds)
    return _Doubtful.of(position, trees, settings.call_out).moves(settings.objective)


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """The values of a tree, and all that speaks of how far they may be wrong.

    Attributes:
        tried: the tree's moves, the best of those that were tried seriously first.
        doubt: how far the values are from exact ones.
        points: for each move, what both seats have at the end, together.
        chance: of the seat to decide to win.
    """

    tried: Sequence[MoveEstimate]
    doubt: TreeErrors
    points: dict[Move, float]
    chance: AnyChance

    @classmethod
    def of(cls, position: StockPosition, trees: ObservedTrees, call_out: bool) -> _Doubtful:
        """What a tree came to in a position."""
        chance = chance_of(position, call_out)
        return cls(trees.moves(), doubt_of(position), trees.points_of_both(), chance)

    def moves(self, objective: str) -> tuple[MoveEstimate, ...]:
        """Every move with its error, the best first."""
        valued = [self._valued(move) for move in self.tried]
        best = valued[0]
        if objective == WIN:
            most = max(move.visits for move in valued)
            seriously = [move for move in valued if SERIOUSLY * move.visits >= most]
            best = max(seriously, key=lambda move: (move.win, move.mean))
        average = {move.move: move.mean_se for move in self.tried}
        apart = [
            self._behind(best, move, hypot(average[best.move], average[move.move]))
            for move in valued
            if move is not best
        ]
        return in_order(best.against(best), apart)

    def _valued(self, move: MoveEstimate) -> MoveEstimate:
        error = hypot(move.mean_se, self.doubt.alone)
        if not isfinite(error):
            return replace(move, win_se=error)
        win = self._win(move, error)
        return replace(move, mean_se=error, win=win.mean, win_se=win.se)

    def _behind(self, best: MoveEstimate, move: MoveEstimate, averages: float) -> MoveEstimate:
        """A move, and how far behind the best it is, with the error of both averages."""
        alike = move.against(best)
        points, win = alike.points_behind, alike.win_behind
        error = hypot(averages, self.doubt.apart)
        if not isfinite(error):
            return alike
        # By how much the chance differs if it is as far behind as that, or as far ahead.
        less, more = (self._chance(move, sign * error, move.mean_se) for sign in (-1, 1))
        return replace(
            alike,
            points_behind=points._replace(se=error),
            win_behind=win._replace(se=hypot(win.se, (more - less) / 2)),
        )

    def _win(self, move: MoveEstimate, error: float) -> Estimate:
        """The mean chance to win over all that a value may be, and how far that may be wrong."""
        less, more = (self._chance(move, sign * move.mean_se, error) for sign in (-1, 1))
        surer, vaguer = (self._chance(move, 0.0, error * of) for of in (1 / _DOUBTFUL, _DOUBTFUL))
        se = hypot(more - less, vaguer - surer) / 2
        return Estimate(self._chance(move, 0.0, error), se)

    def _chance(self, move: MoveEstimate, more: float, error: float) -> float:
        """The mean chance to win, if the value is so much more, and wrong by so much."""
        import numpy as np

        lead = move.mean + more + error * np.array(_DEVIATIONS)
        own, other = (self.points[move.move] + lead) / 2, (self.points[move.move] - lead) / 2
        souths = (own, other) if self.chance.seat is Seat.SOUTH else (other, own)
        points = np.rint(np.stack(souths, axis=1)).astype(np.int32)
        return float(self.chance.of_points(points).mean())
