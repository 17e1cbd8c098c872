"""Plays random hands through the compiled state and the independent one, and compares every step.

    python benchmarks/correctness/check_random_hands.py --number 10000 --seed 1 --processes 2

After every move, and after taking it back: what is due, every legal move, what each meld scores,
the points, and all that each seat can see (``tests/helpers/hand_comparison.py``; goulash and glup:
``tests/helpers/variant_comparison.py``). Every eighth hand is taken back move by move to its
beginning, and set up anew from each position on the way. Exits with 1 and names the hand if
anything differs.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from benchmarks.common.measurements import processes_option
from benchmarks.common.resumable import process_pool
from benchmarks.common.starting import run
from benchmarks.correctness.hand_batches import Comparison, compare_hands
from helpers.hand_comparison import compare_hand
from helpers.variant_comparison import VARIANTS, compare_variant_hand
from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import RULEBOOKS


def comparisons(rules: str, seed: int) -> Iterator[Comparison]:
    """The hand of a seed, step by step."""
    compare = compare_variant_hand if rules in VARIANTS else compare_hand
    yield Comparison(f"{rules} {seed}", partial(compare, rules, seed))


@click.command()
@click.option("--number", default=10000, show_default=True, help="Hands for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
@processes_option
@click.option(
    "--rules",
    "names",
    type=click.Choice(list(RULEBOOKS)),
    multiple=True,
    help="Only this rulebook; may be given several times.",
)
def main(number: int, seed: int, processes: int, names: tuple[str, ...]) -> None:
    """Compare random hands of every rulebook, step by step."""
    click.echo(machine_line())
    failed = False
    with process_pool(processes) as pool:
        for rules in names or RULEBOOKS:
            made, differs = compare_hands(
                pool, comparisons, rules, range(seed, seed + number), told="moves"
            )
            failed |= differs
            shown = ", ".join(f"{name} x{made[name]}" for name in sorted(made) if name != "moves")
            click.echo(f"{rules}: {number:,} hands, {made['moves']:,} moves; shown: {shown}")
    sys.exit(failed)


if __name__ == "__main__":
    run(main)
