"""OpenSpiel's information-set Monte Carlo tree search, asked for one decision.

The program is OpenSpiel's own, ``open_spiel.python.algorithms.ismcts``, with its random rollouts:
here are only the way from what the seat sees to a state of the game (`openspiel.game`), how the
search ends in time, and what is told of it. The state's unseen cards are made up, and the search
puts others there before each simulation; so it knows no more than the seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import nan
from time import perf_counter

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openspiel.game import PinochleGame, PinochleState, state_of
from pinochle_solver.openspiel.worlds import hand_of_view
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.estimates import Estimate

_FEWEST = 2  # the first simulation only makes the root
_FIRST_MILESTONE = 64
_NO_LIMIT = 10**9


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of the position searched.

    Attributes:
        move: the move.
        visits: how many simulations began with it.
        value: the mean of what these came to, and its standard error as if they were independent:
            in points from here on, the mover's minus the opponent's. NaN where nothing is known.
    """

    move: Move
    visits: int
    value: Estimate


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has found.

    Attributes:
        moves: every legal move.
        choice: the move visited most, of equals a random one.
        simulations: how many there were, the one that only makes the root included.
        finished: whether the limits ended the search, and no stop.
    """

    moves: tuple[Tried, ...]
    choice: Move
    simulations: int
    finished: bool


def search(
    position: StockPosition,
    uct_c: float,
    limits: Limits,
    seed: int,
    stop: StopFlag,
    progress: Callable[[Searched], None] | None = None,
) -> Searched:
    """Search a position.

    Args:
        position: what the seat to decide sees.
        uct_c: the exploration constant.
        limits: worlds are simulations, of which two are made in any case.
        seed: of what is random.
        stop: ends the search.
        progress: called with what was found after 64 simulations, and whenever they have doubled.
    """
    # To make the state takes time, too.
    deadline = None if limits.seconds is None else perf_counter() + limits.seconds
    random = np.random.RandomState(seed % 2**32)
    running = _Search(state_of_view(position, random), uct_c, random)
    most = _NO_LIMIT if limits.worlds is None else max(_FEWEST, limits.worlds)
    milestone = _FIRST_MILESTONE
    while running.simulations < most:
        if running.simulations >= _FEWEST:
            if stop.is_set:
                return running.found(finished=False)
            if deadline is not None and perf_counter() >= deadline:
                break
        running.simulate()
        if progress is not None and running.simulations == milestone:
            milestone *= 2
            progress(running.found(finished=True))
    return running.found(finished=True)


def state_of_view(position: StockPosition, random: np.random.RandomState) -> PinochleState:
    """A state of the game in which the seat to decide sees this position."""
    hand = hand_of_view(position, random.random_sample)
    game = PinochleGame(
        {"rules": hand.rules.name, "count": hand.count.name, "dealer": hand.dealer.text()}
    )
    return state_of(game, hand)


class _Search:
    """OpenSpiel's bot at one decision, one simulation at a time, and what these came to."""

    def __init__(self, state: PinochleState, uct_c: float, random: np.random.RandomState) -> None:
        self._state, self._random = state, random
        self._player = state.current_player()
        own, other = state.hand.points if self._player == 0 else reversed(state.hand.points)
        self._so_far = sum(own) - sum(other)
        self._bot = ISMCTSBot(
            game=state.get_game(),
            evaluator=RandomRolloutEvaluator(n_rollouts=1, random_state=random),
            uct_c=uct_c,
            max_simulations=_NO_LIMIT,
            random_state=random,
            final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        self._root = self._bot.create_new_node(state)
        self._returns: dict[int, list[float]] = {action: [] for action in state.legal_actions()}
        self.simulations = 0

    def simulate(self) -> None:
        """Run a simulation in a world of its own."""
        world = self._state.resample_from_infostate(self._player, self._random.random_sample)
        # Worlds differ in what the other seat was asked and passed.
        depth = len(world.history())
        returns = self._bot.run_simulation(world)
        self.simulations += 1
        begun = world.history()[depth:]
        if begun:
            self._returns[begun[0]].append(returns[self._player] - self._so_far)

    def found(self, *, finished: bool) -> Searched:
        """What it has found so far."""
        actions, chances = zip(*self._bot.get_final_policy(self._state, self._root), strict=True)
        choice = int(self._random.choice(actions, p=chances))
        moves = tuple(
            Tried(self._state.hand.move(action), len(returns), _estimate(returns))
            for action, returns in self._returns.items()
        )
        return Searched(moves, self._state.hand.move(choice), self.simulations, finished)


def _estimate(returns: list[float]) -> Estimate:
    """Their mean and its standard error."""
    if not returns:
        return Estimate(nan, nan)
    error = float(np.std(returns, ddof=1)) / len(returns) ** 0.5 if len(returns) > 1 else nan
    return Estimate(float(np.mean(returns)), error)
