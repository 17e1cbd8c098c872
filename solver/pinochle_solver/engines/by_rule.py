"""The engines that choose without searching, and give no values."""

from __future__ import annotations

from abc import abstractmethod
from random import Random

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.advice import advice_move
from pinochle_solver.engines.engine import Decision, StockEngine
from pinochle_solver.engines.greedy import greedy_move
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.doubling import doubling_by_points
from pinochle_solver.stock.settings import Request, SearchSettings

_ANNOTATIONS = ("id", "bm", "value")


class RuleEngine(StockEngine):
    """Chooses a move by a rule."""

    @abstractmethod
    def _move(self, position: StockPosition, seed: int) -> Move:
        """The move that it chooses."""

    def _say(self, position: StockPosition, seed: int) -> Move:
        """What it says about a double."""
        return doubling_by_points(position)

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        choose = self._say if position.act.doubles else self._move
        return self._only_choice(position, choose(position, settings.seed), settings.seed)


class AdviceEngine(RuleEngine):
    """Follows the books' maxims."""

    name = "advice"
    summary = "the maxims of the books, weighted"

    def _move(self, position: StockPosition, seed: int) -> Move:
        return advice_move(position)


class GreedyEngine(RuleEngine):
    """Takes the most points now."""

    name = "greedy"
    summary = "the most points now"

    def _move(self, position: StockPosition, seed: int) -> Move:
        return greedy_move(position)


class RandomEngine(RuleEngine):
    """Makes any legal move, in the playoff as well."""

    name = "random"
    summary = "any legal move"
    plays_exactly = False

    def _move(self, position: StockPosition, seed: int) -> Move:
        return random_move(position, seed)

    def _say(self, position: StockPosition, seed: int) -> Move:
        return random_move(position, seed)

    def _choose_card(
        self, position: PlayoffPosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> Decision:
        return Decision(random_move(position, seed))


def random_move(position: Position, seed: int) -> Move:
    """A random legal move, all equally likely; it depends only on the seed and the position."""
    return random_of(position, seed).choice(position.legal_moves())


def random_of(position: Position, seed: int) -> Random:
    """The source of chance of one decision: it depends only on the seed and the position."""
    tokens = [entry for entry in position.tokens().items() if entry[0] not in _ANNOTATIONS]
    return Random(f"{seed} {tokens}")
