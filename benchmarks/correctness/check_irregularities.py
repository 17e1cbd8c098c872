"""Hands with one to three irregularities, ruled by the product and by the independent oracle.

    python benchmarks/correctness/check_irregularities.py --number 500 --seed 1 --resume found.jsonl

Writes so many hands for each rulebook of two players, and half as many for each of three and four:
one to three irregularities in each, and at times one more that follows from them
(``tests/oracle/faulty_hands.py``, ``tests/oracle/table/faulty_hands.py`` and ``faulty_stock.py``).
Every one must be named, with its kind, trick and seat, and nothing else; the outcome, the points,
what the seats know, and the hand after it must be as the oracle says
(``tests/helpers/irregularity_checks.py``). Exits with 1 and names the hand if anything differs.
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
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from benchmarks.common.measurements import end_command, gathered, processes_option, resume_option
from benchmarks.common.starting import run
from helpers.irregularity_checks import (
    STOCK_TABLES,
    TABLES,
    check_faulty_record,
    check_faulty_table,
)
from oracle.faulty_hands import RULES
from pinochle_solver.bench import machine_line

NAMES = (*RULES, *RULES, *TABLES, *STOCK_TABLES)
"""A round of hands: of each rulebook of two players two, of each of three and four one."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand compared: its rulebook and seed, how much there was of each kind, what differs."""

    number: int
    rules: str
    seed: int
    made: dict[str, int]
    difference: str


def compared(first: int, number: int) -> Hand:
    """Compare the hand of a number."""
    place = number % len(NAMES)
    name, seed = NAMES[place], first + number // len(NAMES)
    made: Counter[str] = Counter()
    difference = ""
    try:
        if name in RULES:
            seed = 2 * seed + (place >= len(RULES))
            made = check_faulty_record(name, seed)
        else:
            made = check_faulty_table(name, seed)
    except Exception as error:
        # Nothing in a record may make a replay fail: that is a difference, too.
        difference = f"{type(error).__name__}: {error}"
    return Hand(number, name, seed, dict(made), difference)


@click.command()
@click.option("--number", default=500, show_default=True, help="Hands of two for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="Where the hands begin.")
@processes_option
@resume_option
def main(number: int, seed: int, processes: int, resume: Path | None) -> None:
    """Compare hands with irregularities in every rulebook."""
    click.echo(machine_line())
    rounds = (number + 1) // 2
    hands = gathered(
        partial(compared, seed), rounds * len(NAMES), Hand, {"seed": seed}, resume, processes
    )
    for hand in hands:
        if hand.difference:
            click.echo(f"{hand.rules} {hand.seed}: {hand.difference}")
    for name in dict.fromkeys(NAMES):
        mine = [hand for hand in hands if hand.rules == name]
        made: Counter[str] = Counter()
        for hand in mine:
            made += Counter(hand.made)
        differ = sum(bool(hand.difference) for hand in mine)
        told = ", ".join(f"{kind} x{made[kind]}" for kind in sorted(made))
        click.echo(f"{name}: {len(mine):,} hands, {differ} differ; {told}")
    two = [hand for hand in hands if hand.rules in RULES]
    click.echo(
        f"{len(two):,} hands of two, {sum(bool(hand.difference) for hand in two)} differ; "
        f"{len(hands) - len(two):,} of three and four, "
        f"{sum(bool(hand.difference) for hand in hands if hand not in two)} differ"
    )
    if len(hands) < rounds * len(NAMES):
        end_command(finished=False)
    sys.exit(any(hand.difference for hand in hands))


if __name__ == "__main__":
    run(main)
