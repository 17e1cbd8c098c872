"""Writes random hand records independently, reads and replays them, and compares everything.

    python benchmarks/check_records.py --number 2000 --seed 1 --processes 2

Every hand is written whole and from both seats' views, ending anywhere, and with an error planted,
of four kinds in turn where it gives an occasion for them (``tests/oracle/records.py``). The replay
must come to the writer's points and show its positions at every moment, and must find the error,
with its kind and trick (``tests/record_checks.py``). Exits with 1 and names the hand if anything
differs. In a record of one seat it may stay undecided which copies the other seat melded, and what
that scored where no credit is written; such records are counted, and those that leave a draw of
their own seat out.
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

from oracle.records import KINDS
from record_checks import check_planted_error, check_right_records

BATCH = 10
PLANTS = 4


def check_batch(rules: str, first: int, number: int) -> tuple[Counter[str], list[str]]:
    """Check hands `first` and so on; what was compared and planted in them, and the failures."""
    done: Counter[str] = Counter()
    failures = []
    for seed in range(first, first + number):
        try:
            done += check_right_records(rules, seed)
        except AssertionError as error:
            failures.append(f"{rules} {seed}: {error}")
        for turn in range(PLANTS):
            kind = KINDS[(PLANTS * seed + turn) % len(KINDS)]
            try:
                done[kind] += check_planted_error(rules, seed, kind)
            except AssertionError as error:
                failures.append(f"{rules} {seed} {kind}: {error}")
    return done, failures


@click.command()
@click.option("--number", default=2000, show_default=True, help="Hands for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
@click.option("--processes", default=2, show_default=True)
def main(number: int, seed: int, processes: int) -> None:
    """Compare records of random hands, right ones and ones with an error, in every rulebook."""
    click.echo(machine_line())
    failed = False
    with ProcessPoolExecutor(processes) as pool:
        for rules in RULEBOOKS:
            done: Counter[str] = Counter()
            for batch, failures in pool.map(check_batch, *_batches(rules, seed, number)):
                done += batch
                for failure in failures:
                    failed = True
                    click.echo(failure)
                if sys.stderr.isatty():
                    click.echo(f"\r{rules} {done['records']:,} records ", nl=False, err=True)
            planted = ", ".join(f"{kind} x{done[kind]}" for kind in KINDS if done[kind])
            click.echo(
                f"{rules}: {number:,} hands, {done['records']:,} right records, "
                f"{done['moments']:,} moments, {done['undecided']} records with undecided copies, "
                f"{done['unknown']} with points not known, {done['gaps']} without a draw; "
                f"planted: {planted}"
            )
    sys.exit(failed)


def _batches(rules: str, seed: int, number: int) -> Iterator[tuple[object, ...]]:
    starts = range(seed, seed + number, BATCH)
    yield tuple(rules for _ in starts)
    yield tuple(starts)
    yield tuple(min(BATCH, seed + number - start) for start in starts)


if __name__ == "__main__":
    main()
