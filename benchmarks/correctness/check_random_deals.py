"""Solves random full deals twice, with the table as it is and with a plain one, and compares.

    python benchmarks/correctness/check_random_deals.py --number 100000 --seed 1

The plain table knows a position only by its very cards; the usual one also uses the bounds of
positions of the same structure. Every value must be the same. The obligations and
counts take turns, no deal comes twice. What both searches have in common, dominance and sure
tricks, is for the tests and `pinochle verify` to check.
Exits with 1 and prints the positions if any value differs.
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
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, product

import click

from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    PackedPositions,
    PlayoffPosition,
    Seat,
    StopFlag,
    solve_many,
)
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver.bench import machine_line
from pinochle_solver.hand.deals import random_playoffs, rich_playoffs
from pinochle_solver.playoff.packing import pack
from pinochle_solver.rules.rules_table import rules_table

BATCH = 1000


def mixed_deals(number: int, seed: int) -> Iterator[PlayoffPosition]:
    """Random and rich deals, with and without the duty to head plain suits, all counts in turn."""
    kinds = list(product(("scarne", "hayes"), COUNTS.values()))
    each = -(-number // (2 * len(kinds)))
    streams: list[Iterator[PlayoffPosition]] = []
    for kind, (name, count) in enumerate(kinds):
        # Other deals for every kind.
        own_seed = seed * len(kinds) + kind
        streams.append(random_playoffs(12, each, own_seed, RULEBOOKS[name], count))
        streams.append(rich_playoffs(each, own_seed, RULEBOOKS[name], count))
    return islice((position for group in zip(*streams, strict=True) for position in group), number)


def plain_values(positions: list[PlayoffPosition]) -> list[int]:
    """South's points, found with a plain table."""
    solver = PlayoffSolver()
    solver.use_plain_table()
    records, rules = pack(positions)
    answers = solver.solve(records, rules_table(rules), False, 0, 0.0, StopFlag())
    return [
        low if position.turn is Seat.SOUTH else position.outstanding - low
        for position, (low, *_) in zip(positions, answers, strict=True)
    ]


@click.command()
@click.option("--number", default=100_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
def main(number: int, seed: int) -> None:
    """Compare the values and print how many differ."""
    deals = mixed_deals(number, seed)
    compared = wrong = 0
    with ThreadPoolExecutor(2) as pool:
        while batch := list(islice(deals, BATCH)):
            plain = pool.submit(plain_values, batch)
            usual = pool.submit(solve_many, PackedPositions.of(batch), moves=False)
            for position, expected, found in zip(
                batch, plain.result(), usual.result().values[:, 0], strict=True
            ):
                compared += 1
                if expected != found:
                    wrong += 1
                    click.echo(f"{position}: {found}, plain table {expected}")
            click.echo(f"\r{compared:,} compared, {wrong} differ", nl=False, err=True)
    click.echo(err=True)
    click.echo(f"{compared:,} deals, seed {seed}: {wrong} values differ; {machine_line()}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
