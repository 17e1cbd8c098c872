"""What the network of a rulebook's policy wins from the linear policy, in hands without a search.

    python benchmarks/learning/policy_duel.py RULEBOOK [--pairs 8000] [--seed 1]

Each deal is played twice, the seats changed; playoffs are estimated, for both alike. Prints the
points a hand that the policy with its network has over the linear policy that it adds to.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import click
import numpy as np

from benchmarks.learning.compiled_duel import duel
from pinochle_solver import RULEBOOKS, Suit
from pinochle_solver.bench import machine_line
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.stock.nets import nets_of, weights_of


@click.command()
@click.argument("rulebook", type=click.Choice(list(RULEBOOKS)))
@click.option("--pairs", default=8000, show_default=True, type=click.IntRange(2))
@click.option("--seed", default=1, show_default=True)
def main(rulebook: str, pairs: int, seed: int) -> None:
    """Play the policy's network against the linear policy."""
    rules = RULEBOOKS[rulebook]
    nets, weights = nets_of(rules, rules.count), weights_of(rules, rules.count)
    if nets is None:
        raise click.UsageError(f"{rulebook} has no networks")
    linear = np.zeros(0, np.int16) if weights is None else weights
    records = [hand_rules_record(rules, rules.count, trump) for trump in Suit]
    gains = np.zeros((pairs, 2), np.int32)
    duel(records, linear, linear, seed, gains, nets[1])
    by_pair = gains.mean(axis=1)
    click.echo(
        f"{rulebook}: {by_pair.mean():+.1f} +- {by_pair.std(ddof=1) / pairs**0.5:.1f} points a "
        f"hand, {pairs:,} pairs, seed {seed}; {machine_line()}"
    )


if __name__ == "__main__":
    main()
