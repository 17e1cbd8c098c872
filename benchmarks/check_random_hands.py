"""Plays random hands through the compiled state and the independent one, and compares every step.

    python benchmarks/check_random_hands.py --number 10000 --seed 1 --processes 2

After every move, and after taking it back: what is due, every legal move, what each meld scores,
the points, and all that each seat can see (``tests/hand_comparison.py``). Every eighth hand is
taken back move by move to its beginning, and set up anew from each position on the way. Exits with
1 and names the hand if anything differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import RULEBOOKS

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from hand_comparison import compare_hand

BATCH = 50


def compare_batch(rules: str, first: int, number: int) -> tuple[Counter[str], list[str]]:
    """Compare hands `first` and so on; what was made in them, and the failures."""
    made: Counter[str] = Counter()
    failures = []
    for seed in range(first, first + number):
        try:
            made += compare_hand(rules, seed)
        except AssertionError as error:
            failures.append(f"{rules} {seed}: {error}")
    return made, failures


@click.command()
@click.option("--number", default=10000, show_default=True, help="Hands for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
@click.option("--processes", default=2, show_default=True)
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
    with ProcessPoolExecutor(processes) as pool:
        for rules in names or RULEBOOKS:
            made: Counter[str] = Counter()
            for batch, failures in pool.map(compare_batch, *_batches(rules, seed, number)):
                made += batch
                for failure in failures:
                    failed = True
                    click.echo(failure)
                if sys.stderr.isatty():
                    click.echo(f"\r{rules} {made['moves']:,} moves ", nl=False, err=True)
            shown = ", ".join(f"{name} x{made[name]}" for name in sorted(made) if name != "moves")
            click.echo(f"{rules}: {number:,} hands, {made['moves']:,} moves; shown: {shown}")
    sys.exit(failed)


def _batches(rules: str, seed: int, number: int) -> Iterator[tuple[object, ...]]:
    starts = range(seed, seed + number, BATCH)
    yield tuple(rules for _ in starts)
    yield tuple(starts)
    yield tuple(min(BATCH, seed + number - start) for start in starts)


if __name__ == "__main__":
    main()
