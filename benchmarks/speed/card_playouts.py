r"""How many whole hands a second the policy for the cards of three and four plays out.

    python benchmarks/speed/card_playouts.py [FAMILY ...] [--hands 50000] [--seed 1] [--json]

Hands from the first lead, after the bidding (``benchmarks/learning/card_deals.py``), every card
chosen by the learnt policy, on one thread: hands and cards a second of the processor's time.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
from itertools import groupby
from time import process_time

import click
import numpy as np

from benchmarks.common.measurements import json_option
from benchmarks.common.starting import run
from benchmarks.learning.card_deals import FAMILIES, Deals, deals_of
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.playing_out import playouts_from


def seconds_of(dealt: Deals) -> float:
    """The time of the processor that it takes to play them out."""
    playouts = playouts_from(dealt.known)
    results = np.zeros((*dealt.worlds.shape[:2], 2), np.int16)
    started = process_time()
    playouts.play_out(dealt.worlds, results, StopFlag(), dealt.shown)
    return process_time() - started


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("families", nargs=-1, type=click.Choice(list(FAMILIES)))
@click.option("--hands", default=50_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@json_option
def main(families: tuple[str, ...], hands: int, seed: int, as_json: bool) -> None:
    for family in families or tuple(FAMILIES):
        for rules, lots in groupby(deals_of(family, hands, seed), lambda lot: lot.known.rules):
            speed = hands / sum(map(seconds_of, lots))
            cards = speed * rules.seats * rules.hand
            if as_json:
                row = {"rules": rules.name, "hands": round(speed), "cards": round(cards)}
                click.echo(json.dumps(row))
            else:
                click.echo(f"{rules.name:20} {speed:9,.0f} hands {cards:12,.0f} cards a second")


if __name__ == "__main__":
    run(main)
