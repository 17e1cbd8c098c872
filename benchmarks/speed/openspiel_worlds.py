"""How many worlds OpenSpiel's game draws a second, and whether they look the same to their player.

    python benchmarks/speed/openspiel_worlds.py [--rules NAME] [--hands 20] [--seed 1]

Random hands of each rulebook are played; at one decision in five a state is drawn for each player
(``resample_from_infostate``). It must have the player's information state and tensor, the points,
the turn and the legal actions. Times are processor seconds, the states drawn and nothing else.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from random import Random
from time import process_time
from typing import TYPE_CHECKING

import click

from benchmarks.common.measurements import echo_table
from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import RULEBOOKS

if TYPE_CHECKING:
    from pinochle_solver.openspiel.game import PinochleState

_SHARE = 0.2


@click.command(help=__doc__ and __doc__.splitlines()[0])
@click.option("--hands", default=20, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0))
@click.option("--rules", multiple=True, type=click.Choice(tuple(RULEBOOKS)))
def main(hands: int, seed: int, rules: tuple[str, ...]) -> None:
    """Draw worlds, compare them and print a row for each rulebook."""
    click.echo(machine_line())
    rows = [measured(name, hands, seed) for name in rules or RULEBOOKS]
    echo_table("rulebook", ("worlds", "look otherwise", "a second", "slowest, ms"), rows)


def measured(rules: str, hands: int, seed: int) -> tuple[str, ...]:
    """The row of a rulebook."""
    import pyspiel

    from pinochle_solver.openspiel.game import NAME

    game, random = pyspiel.load_game(NAME, {"rules": rules}), Random(seed)
    times, otherwise = [], 0
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            for player in (0, 1) if random.random() < _SHARE else ():
                started = process_time()
                other = state.resample_from_infostate(player, random.random)
                times.append(process_time() - started)
                otherwise += seen(other, player) != seen(state, player)
            state.apply_action(random.choice(state.legal_actions()))
    rate = len(times) / sum(times)
    return rules, f"{len(times):,}", f"{otherwise}", f"{rate:.0f}", f"{1000 * max(times):.1f}"


def seen(state: PinochleState, player: int) -> tuple[object, ...]:
    """What must be the same in every world."""
    turn = state.current_player()
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.hand.points,
        turn,
        state.legal_actions() if turn == player else None,
    )


if __name__ == "__main__":
    main()
