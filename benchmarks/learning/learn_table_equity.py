"""Make the table of chances to win a game of three or four: the scores of many hands.

    python benchmarks/learning/learn_table_equity.py check --hands 2000 --seed 91 --resume FILE

The default engine calls, names trump and buries, each move tried in `--worlds` worlds; the learned
policy plays the cards, with a stock everything. The scores of the hands are written to where the
package has them, ``solver/pinochle_solver/equities/table/hands``; the games are worked out from
them when they are asked for (``equities/table/games.py``). Printed are chances with their standard
errors, from tenths of the hands left out in turn. The hands are kept in a file (``--resume``), and
the same command goes on from there. Ctrl-C ends it with status 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Sequence
from functools import partial
from math import sqrt
from pathlib import Path

import click
import numpy as np

from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    processes_option,
    resume_option,
)
from benchmarks.common.starting import run
from benchmarks.learning.table_equity_hands import ScoredHand, hand_of_engine
from pinochle_solver import __version__
from pinochle_solver.equities.table.games import GameChances
from pinochle_solver.equities.table.hands import TableHands
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules

WRITTEN = Path(__file__).parents[2] / "solver/pinochle_solver/equities/table/hands"
GROUPS = 10
_PER_CENT = 100.0
_SHARES = ((0.0, 0.0), (0.5, 0.5), (0.7, 0.3), (0.9, 0.8), (0.8, 0.9))
"""At what shares of the target: the dealer's unit, and all others."""


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument(
    "name",
    metavar="RULEBOOK",
    type=click.Choice([name for name, rules in TABLE_RULEBOOKS.items() if rules.target]),
)
@click.option("--hands", default=2_000, show_default=True, type=click.IntRange(GROUPS))
@click.option("--worlds", default=64, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=91, show_default=True)
@resume_option
@processes_option
def main(
    name: str, hands: int, worlds: int, seed: int, resume: Path | None, processes: int
) -> None:
    """Play and write, as the head of this file says."""
    header = {
        "measured": "table equity",
        "version": __version__,
        "rules": name,
        "worlds": worlds,
        "seed": seed,
    }
    work = partial(hand_of_engine, name=name, worlds=worlds, seed=seed)
    played = gathered(work, hands, ScoredHand, header, resume, processes)
    finished = len(played) == hands
    echo_head(header, f"{len(played)} hands", finished)
    if finished:
        table = table_of(played)
        WRITTEN.mkdir(exist_ok=True)
        with (WRITTEN / f"{name}.npz").open("wb") as file:
            np.savez_compressed(
                file, scores=table.scores, bidder=table.bidder, is_made=table.is_made
            )
        _echo(TABLE_RULEBOOKS[name], played)
    end_command(finished)


def table_of(played: Sequence[ScoredHand]) -> TableHands:
    """Hands as arrays."""
    return TableHands(
        np.array([hand.scores for hand in played], np.int16),
        np.array([hand.bidder for hand in played], np.int8),
        np.array([hand.is_made for hand in played], np.bool_),
    )


def _echo(rules: TableRules, played: Sequence[ScoredHand]) -> None:
    target = rules.target or 0
    units = len(played[0].scores)
    scores = np.array(
        [
            [*[round(target * others)] * (units - 1), round(target * dealer)]
            for dealer, others in _SHARES
        ]
    )
    whole = _dealers(rules, played, scores)
    left = [
        _dealers(rules, [each for each in played if each.number % GROUPS != group], scores)
        for group in range(GROUPS)
    ]
    apart = np.array(left) - np.mean(left, axis=0)
    errors = np.sqrt((GROUPS - 1) / GROUPS * (apart**2).sum(axis=0))
    rows = [
        ("/".join(map(str, score)), f"{_PER_CENT * chance:.1f} ± {_PER_CENT * error:.1f}")
        for score, chance, error in zip(scores.tolist(), whole, errors, strict=True)
    ]
    echo_table("score, the dealer's last", ["the dealer's side wins, %"], rows)
    made = [each.is_made for each in played if each.bidder >= 0]
    means = np.mean([each.scores for each in played], axis=0)
    bid = f"; {_PER_CENT * np.mean(made):.0f}% of {len(made)} contracts made" if made else ""
    texts = ", ".join(f"{mean:.0f}" for mean in means)
    error = max(np.std([each.scores for each in played], axis=0)) / sqrt(len(played))
    click.echo(f"\nScores of a hand: {texts} (± {error:.0f}){bid}")


def _dealers(rules: TableRules, played: Sequence[ScoredHand], scores: np.ndarray) -> np.ndarray:
    """The chances of the dealer's side at these scores."""
    return GameChances(rules, table_of(played)).at(scores)[:, -1]


if __name__ == "__main__":
    run(main)
