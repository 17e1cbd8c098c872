r"""What a ledger says of engines: their ratings in order, and whether halves of one's hands agree.

    python benchmarks/strength/rated.py FOLDER [--hands 50] [--worlds 64] [--seed 11]

The players of each match of `MATCHES` play pairs of scarne, each as many hands as asked for. Their
records are added to a ledger by ``pinochle ledger add``, which shows the players side by side. Then
the hands of each are cut in halves at random, many times; told is how often the ratings of both
halves agree within their 95% intervals. FOLDER keeps the hands and the ledger: the same command
goes on after an interruption.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import re
from math import hypot
from pathlib import Path

import click
import numpy as np

from benchmarks.common.measurements import echo_head, echo_table
from benchmarks.common.starting import run
from pinochle_solver import cli
from pinochle_solver.ledger.file import open_ledger
from pinochle_solver.ledger.numbers import rating_of
from pinochle_solver.ledger.report import hands_of

MATCHES = (("greedy", "random"), ("default", "advice"))
_CUTS = 1000


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--hands", type=click.IntRange(4), default=50, show_default=True)
@click.option("--worlds", type=click.IntRange(16), default=64, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=11, show_default=True)
def main(folder: Path, hands: int, worlds: int, seed: int) -> None:
    """Rate engines by a ledger."""
    folder.mkdir(parents=True, exist_ok=True)
    ledger = folder / "ledger.duckdb"
    for number, (a, b) in enumerate(MATCHES):
        played, named = folder / f"{a}-{b}.pnr", folder / f"{a}-{b}-named.pnr"
        words = ["match", a, b, "--pairs", str(hands // 2), "--worlds", str(worlds)]
        words += ["--seed", str(seed + number), "--record", str(played)]
        words += ["--resume", str(folder / f"{a}-{b}.jsonl")]
        if cli.run(words):
            raise SystemExit(1)
        text = re.sub(r'Player "A"', f'Player "{a}"', played.read_text("utf-8"))
        named.write_text(re.sub(r'Player "B"', f'Player "{b}"', text), "utf-8")
        added = ["ledger", "add", str(named), "--ledger", str(ledger), "--worlds", str(worlds)]
        if cli.run(added):
            raise SystemExit(1)
    cli.run(["ledger", "show", "--ledger", str(ledger)])
    header = {"measured": "halves", "hands": hands, "worlds": worlds, "seed": seed}
    echo_head(header, f"{_CUTS} cuts", True)
    rows = []
    with open_ledger(ledger) as opened:
        for player in opened.players():
            lost, decisions = hands_of(opened, player)
            share = _agreement(lost, decisions, np.random.default_rng(seed))
            rating = rating_of(lost, decisions)
            low, high = rating.interval
            rows.append([player, f"{rating.mean:.2f} ({low:.2f} to {high:.2f})", f"{share:.1%}"])
    echo_table("player", ("lost a decision", "halves agree"), rows)


def _agreement(lost: np.ndarray, decisions: np.ndarray, random: np.random.Generator) -> float:
    """How often both halves of the hands agree within their intervals."""
    apart = 0
    for _ in range(_CUTS):
        order = random.permutation(len(lost))
        one, two = (rating_of(lost[half], decisions[half]) for half in (order[::2], order[1::2]))
        apart += abs(one.mean - two.mean) > hypot(one.half, two.half)
    return 1 - apart / _CUTS


if __name__ == "__main__":
    run(main)
