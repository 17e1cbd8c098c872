"""OpenSpiel's information-set Monte Carlo tree search, asked for one decision.

The program is OpenSpiel's own, ``open_spiel.python.algorithms.ismcts``, with its random rollouts:
here are only the way from what the seat sees to a state of the game (`openspiel.game`), and how the
search ends in time. The state's unseen cards are made up, and the search puts others there before
each simulation; so it knows no more than the seat.
"""

from __future__ import annotations

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

_FEWEST = 2  # the first simulation only makes the root
_NO_LIMIT = 10**9


def most_visited_move(
    position: StockPosition, uct_c: float, limits: Limits, seed: int, stop: StopFlag
) -> Move:
    """The move that the search has visited most, of equals a random one.

    Args:
        position: what the seat to decide sees.
        uct_c: the exploration constant.
        limits: worlds are simulations, of which two are made in any case.
        seed: of what is random.
        stop: ends the search.
    """
    # To make the state takes time, too.
    deadline = None if limits.seconds is None else perf_counter() + limits.seconds
    random = np.random.RandomState(seed % 2**32)
    state = state_of_view(position, random)
    search = _Search(state, uct_c, random)
    return state.hand.move(search.run(limits.worlds, deadline, stop))


def state_of_view(position: StockPosition, random: np.random.RandomState) -> PinochleState:
    """A state of the game in which the seat to decide sees this position."""
    hand = hand_of_view(position, random.random_sample)
    game = PinochleGame(
        {"rules": hand.rules.name, "count": hand.count.name, "dealer": hand.dealer.text()}
    )
    return state_of(game, hand)


class _TimeIsUpError(Exception):
    """No more simulations."""


class _Search:
    """One decision of OpenSpiel's bot, which may be stopped after any simulation."""

    def __init__(self, state: PinochleState, uct_c: float, random: np.random.RandomState) -> None:
        self._state, self._uct_c, self._random = state, uct_c, random

    def run(self, simulations: int | None, deadline: float | None, stop: StopFlag) -> int:
        """The action visited most, of equals a random one."""
        most = _NO_LIMIT if simulations is None else max(_FEWEST, simulations)
        done = 0

        def sample(state: PinochleState, player: int) -> PinochleState:
            nonlocal done
            late = deadline is not None and perf_counter() >= deadline
            if done >= _FEWEST and (late or stop.is_set):
                raise _TimeIsUpError
            done += 1
            return state.resample_from_infostate(player, self._random.random_sample)

        bot = ISMCTSBot(
            game=self._state.get_game(),
            evaluator=RandomRolloutEvaluator(n_rollouts=1, random_state=self._random),
            uct_c=self._uct_c,
            max_simulations=most,
            random_state=self._random,
            final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        bot.set_resampler(sample)
        try:
            policy = bot.get_policy(self._state)
        except _TimeIsUpError:
            policy = bot.get_final_policy(self._state, bot.lookup_node(self._state))
        actions, chances = zip(*policy, strict=True)
        return int(self._random.choice(actions, p=chances))
