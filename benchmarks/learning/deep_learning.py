"""OpenSpiel's DQN learns the game from the tensors of observations, and is measured against chance.

    python benchmarks/learning/deep_learning.py [--rules hayes] [--hands 2500] [--measured 600]

The program that learns is the library's own, ``open_spiel.python.pytorch.dqn``. It plays hands
against a player that makes any legal move, from both seats in turn, the first lead being south's,
and is told the points of the hand minus the opponent's at the end. Then it plays more hands without
exploring and without learning. Those are measured, and as many between two players that make any
legal move, so that one sees how much points vary. Errors are standard errors by hand.

It needs ``pip install 'pinochle-solver[deep]'``; PyTorch is imported when the command runs. With
one thread, the same seed gives the same result on the same machine.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from time import perf_counter
from typing import Any

import click
import numpy as np

from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import RULEBOOKS

# Returns are points; the agent is told them in hundreds, so that its network need not grow large.
_UNIT = 100.0
_HIDDEN = (64,)
_REPLAY = 50_000
# About as many decisions as a seat has in a hand.
_DECISIONS = 28
_SHOWN = 8


class Hands:
    """Hands of a rulebook by the library's learning environment, one after the other."""

    def __init__(self, rules: str, seed: int) -> None:
        import pyspiel
        from open_spiel.python import rl_environment

        from pinochle_solver.openspiel.game import NAME

        self._environment = rl_environment.Environment(
            pyspiel.load_game(NAME, {"rules": rules}),
            observation_type=rl_environment.ObservationType.OBSERVATION,
        )
        self._environment.seed(seed)
        self._random = np.random.RandomState(seed)
        self.observation: int = self._environment.observation_spec()["info_state"][0]
        self.actions: int = self._environment.action_spec()["num_actions"]

    def play(self, agent: Any, seat: int, *, learning: bool) -> float:
        """Play a hand; what `agent` made more than its opponent, who makes any legal move.

        Args:
            agent: an agent of the library; None for another one that makes any legal move.
            seat: its seat, 0 or 1.
            learning: whether it explores and learns.
        """
        if agent is not None:
            agent.player_id = seat
        step = self._environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            if player == seat and agent is not None:
                action = agent.step(step, is_evaluation=not learning).action
            else:
                action = self._random.choice(step.observations["legal_actions"][player])
            step = self._environment.step([int(action)])
        if agent is not None and learning:
            agent.step(step._replace(rewards=[reward / _UNIT for reward in step.rewards]))
        return float(step.rewards[seat])


def learned(hands: Hands, number: int, seed: int) -> Any:
    """An agent that has learned in so many hands; it tells how it goes on."""
    import torch
    from open_spiel.python.pytorch.dqn import DQN

    torch.set_num_threads(1)
    # The library takes what is random from the one generator that numpy shares.
    np.random.seed(seed)
    agent = DQN(
        0,
        hands.observation,
        hands.actions,
        hidden_layers_sizes=_HIDDEN,
        batch_size=64,
        replay_buffer_capacity=_REPLAY,
        learning_rate=1e-3,
        update_target_network_every=200,
        learn_every=8,
        discount_factor=1.0,
        min_buffer_size_to_learn=1000,
        epsilon_start=1.0,
        epsilon_end=0.05,
        epsilon_decay_duration=_DECISIONS * number // 2,
        epsilon_decay_schedule_str="linear",
        optimizer_str="adam",
        loss_str="huber",
        seed=seed,
    )
    started, scores = perf_counter(), list[float]()
    for hand in range(number):
        scores.append(hands.play(agent, hand % 2, learning=True))
        if (hand + 1) * _SHOWN % number < _SHOWN:
            click.echo(
                f"  {hand + 1:>6,} hands  {np.mean(scores):+7.1f} points a hand while learning"
                f"  {perf_counter() - started:6.0f} s"
            )
            scores = []
    return agent


def measured(hands: Hands, agent: Any, number: int) -> str:
    """The mean of so many hands and its standard error, from both seats in turn, as text."""
    scores = [hands.play(agent, hand % 2, learning=False) for hand in range(number)]
    error = float(np.std(scores, ddof=1)) / number**0.5
    won = sum((score > 0) + (score == 0) / 2 for score in scores) / number
    return f"{np.mean(scores):+7.1f} ± {error:.1f} points a hand, {won:.1%} of the hands won"


@click.command(help=__doc__ and __doc__.splitlines()[0])
@click.option("--rules", default="hayes", show_default=True, type=click.Choice(tuple(RULEBOOKS)))
@click.option("--hands", "number", default=2500, show_default=True, type=click.IntRange(min=2))
@click.option("--measured", "tested", default=600, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0))
def main(rules: str, number: int, tested: int, seed: int) -> None:
    """Let it learn, and say how it plays."""
    hands = Hands(rules, seed)
    click.echo(machine_line())
    click.echo(f"{rules}: {hands.observation:,} numbers, {hands.actions} actions, seed {seed}")
    agent = learned(hands, number, seed)
    again = Hands(rules, seed + 1_000_003)
    click.echo(f"two at random  {measured(again, None, tested)}")
    click.echo(f"DQN            {measured(again, agent, tested)}")


if __name__ == "__main__":
    main()
