r"""How many whole hands a second the policies for the stock games of three and four play out.

    python benchmarks/speed/stock_playouts.py [--hands 20000] [--seed 1] [--json]

Hands from the first lead to the last trick, every card, meld and dix chosen by the learnt policies,
on one thread: hands a second of the processor's time.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
from time import process_time

import click
import numpy as np

from benchmarks.common.measurements import json_option
from benchmarks.common.starting import run
from benchmarks.learning.learn_stock_play import FAMILIES, deals_of
from pinochle_solver._core.hidden_hands.stock_learning import duel
from pinochle_solver.hidden_hands.policies import learnt, learnt_for_stock
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def hands_a_second(family: str, name: str, hands: int, seed: int) -> float:
    """At least so many hands of a rulebook; each deal is played as often as it has seats."""
    rules, weights, cards = TABLE_RULEBOOKS[name], learnt_for_stock(family), learnt(family)
    seconds, played = 0.0, 0
    for each in deals_of(rules, -(-hands // rules.seats), seed):
        results = np.zeros((len(each.hands), rules.seats, rules.seats), np.int16)
        started = process_time()
        args = each.record, each.playoff, weights, weights, cards, each.hands, each.stock
        duel(*args, results)
        seconds += process_time() - started
        played += len(each.hands) * rules.seats
    return played / seconds


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=20_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@json_option
def main(hands: int, seed: int, as_json: bool) -> None:
    for family, names in FAMILIES.items():
        for name in names:
            speed = hands_a_second(family, name, hands, seed)
            if as_json:
                click.echo(json.dumps({"rules": name, "hands": round(speed)}))
            else:
                click.echo(f"{name:20} {speed:9,.0f} hands a second")


if __name__ == "__main__":
    run(main)
