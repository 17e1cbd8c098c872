"""Plays random hands for three and four on the product's referee and the independent one.

    python benchmarks/correctness/table_hands.py --hands 300 --seed 1 --rules all

Options, count, an out dealer, the deal and the moves are drawn at random. After every move all is
compared: whose turn it is, every legal move, what each seat sees; at the end points, money and
checks (``tests/helpers/table_comparison.py``, with a stock
``tests/helpers/table_stock_comparison.py``). Exits with 1 and names the hands that differ.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
import time
from collections import Counter
from pathlib import Path

import click

from helpers.table_comparison import WITHOUT_STOCK, DifferenceError, compare_hand
from helpers.table_stock_comparison import WITH_STOCK, compare_stock_hand
from pinochle_solver.bench import machine_line

_SHOWN = 5
_RULEBOOKS = (*WITHOUT_STOCK, *WITH_STOCK)


def compare(rules: str, seeds: range) -> tuple[Counter[str], int]:
    """Compare these hands of a rulebook; what was met in them, and how many differ."""
    met: Counter[str] = Counter()
    differing = 0
    play_both = compare_stock_hand if rules in WITH_STOCK else compare_hand
    for seed in seeds:
        try:
            play_both(rules, seed, lambda what: met.update([what]))
        except DifferenceError as error:
            differing += 1
            if differing <= _SHOWN:
                click.echo(str(error))
    return met, differing


@click.command()
@click.option("--hands", default=300, show_default=True, help="Hands for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
@click.option("--rules", type=click.Choice(["all", *_RULEBOOKS]), default="all")
def main(hands: int, seed: int, rules: str) -> None:
    """Compare random hands of every rulebook, move by move."""
    click.echo(machine_line())
    failed = False
    for name in _RULEBOOKS if rules == "all" else (rules,):
        began = time.perf_counter()
        met, differing = compare(name, range(seed, seed + hands))
        failed |= differing > 0
        acts = ", ".join(f"{what} x{met[what]:,}" for what in sorted(met))
        took = time.perf_counter() - began
        click.echo(f"{name}: {hands:,} hands, {differing} differ ({acts}); {took:.0f} s")
    sys.exit(failed)


if __name__ == "__main__":
    main()
