"""Writes random hand records independently, reads and replays them, and compares everything.

    python benchmarks/correctness/check_records.py --number 2000 --seed 1 --processes 2

Every hand is written whole and from both seats' views, ending anywhere, and with an error planted,
of four kinds in turn where it gives an occasion for them (``tests/oracle/records.py``). The replay
must come to the writer's points and show its positions at every moment, and must find the error,
with its kind and trick (``tests/helpers/record_checks.py``). Exits with 1 and names the hand if
anything differs. In a record of one seat it may stay undecided which copies the other seat melded,
and what that scored where no credit is written; such records are counted, and those that leave a
draw of their own seat out.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from benchmarks.common.measurements import processes_option
from benchmarks.common.resumable import process_pool
from benchmarks.common.starting import run
from benchmarks.correctness.hand_batches import Comparison, compare_hands
from helpers.record_checks import check_planted_error, check_right_records
from oracle.records import KINDS
from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

PLANTS = 4


def comparisons(rules: str, seed: int) -> Iterator[Comparison]:
    """The records of a hand, right ones and some with an error."""
    yield Comparison(f"{rules} {seed}", partial(check_right_records, rules, seed))
    for turn in range(PLANTS):
        kind = KINDS[(PLANTS * seed + turn) % len(KINDS)]
        yield Comparison(f"{rules} {seed} {kind}", partial(_planted, rules, seed, kind))


def _planted(rules: str, seed: int, kind: str) -> Counter[str]:
    """A record with an error of a kind; none where the hand gives no occasion for it."""
    return Counter({kind: check_planted_error(rules, seed, kind)})


@click.command()
@click.option("--number", default=2000, show_default=True, help="Hands for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
@processes_option
def main(number: int, seed: int, processes: int) -> None:
    """Compare records of random hands, right ones and ones with an error, in every rulebook."""
    click.echo(machine_line())
    failed = False
    with process_pool(processes) as pool:
        for rules in PINOCHLE_BOOKS:
            done, differs = compare_hands(
                pool, comparisons, rules, range(seed, seed + number), told="records"
            )
            failed |= differs
            planted = ", ".join(f"{kind} x{done[kind]}" for kind in KINDS if done[kind])
            click.echo(
                f"{rules}: {number:,} hands, {done['records']:,} right records, "
                f"{done['moments']:,} moments, {done['undecided']} records with undecided copies, "
                f"{done['unknown']} with points not known, {done['gaps']} without a draw; "
                f"planted: {planted}"
            )
    sys.exit(failed)


if __name__ == "__main__":
    run(main)
