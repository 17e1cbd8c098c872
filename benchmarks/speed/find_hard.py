"""Finds the positions that take the solver the most nodes.

    python benchmarks/speed/find_hard.py --number 50000 --seed 1 --keep 10 > hard.pn

Random and rich full deals of each kind of obligations and each count are solved for their value;
the ones with the most nodes are printed as position lines with their values. The hard set of
`pinochle bench` (`solver/pinochle_solver/hard.pn`) was made this way.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import heapq
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import click

from pinochle_solver import COUNTS, RULEBOOKS, CardCount, PlayoffPosition, Rulebook, solve_many
from pinochle_solver.hand.deals import random_playoffs, rich_playoffs


def candidates(
    number: int, seed: int, rules: Rulebook, count: CardCount
) -> Iterator[PlayoffPosition]:
    half = number // 2
    return chain(
        random_playoffs(rules.deck.hand, number - half, seed, rules, count),
        rich_playoffs(half, seed, rules, count),
    )


def hardest(positions: Iterator[PlayoffPosition], keep: int, threads: int) -> list[str]:
    solutions = solve_many(positions, moves=False, threads=threads)
    ranked = ((solution.nodes, index, solution) for index, solution in enumerate(solutions))
    return [
        replace(solution.position, value=solution.value).text()
        for _, _, solution in heapq.nlargest(keep, ranked)
    ]


@click.command()
@click.option("--number", default=10_000, show_default=True, help="Deals of each kind.")
@click.option("--seed", default=1, show_default=True)
@click.option("--keep", default=10, show_default=True, help="How many of each kind to print.")
@click.option("--threads", default=2, show_default=True)
def main(number: int, seed: int, keep: int, threads: int) -> None:
    """Print the hardest positions found."""
    click.echo(f"# find_hard.py --number {number} --seed {seed} --keep {keep}")
    for name in ("scarne", "hayes"):
        for count in COUNTS.values():
            positions = candidates(number, seed, RULEBOOKS[name], count)
            click.echo("\n".join(hardest(positions, keep, threads)))


if __name__ == "__main__":
    main()
