"""Whether a review finds blunders that were planted in good play, and marks no other moves.

    python benchmarks/strength/planted_blunders.py --hands 200 --seconds 1 --seed 1

In each hand of the default engine one decision is replaced by a move that a long search calls worse
by at least 30 points at 99%. Shown is how many of these a review marks, in how many hands the
planted move is the largest loss, and how many other moves of the stock phase it marks as mistakes
(``?`` or ``??``) that the long search says lose less than 5 points.

With rulebooks for three and four the blunders are calls, burials and cards in turn, and losses are
in per cent of what is at stake: a blunder loses 6%.

``--resume FILE`` keeps what is done and goes on with it; Ctrl-C prints what there is, and the
status is 130.
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
    rulebook_names,
)
from benchmarks.common.starting import run
from benchmarks.strength.planted_hands import LONG_WORLDS, PlantedHand, planted_hand
from benchmarks.strength.planted_table_hands import planted_table_hand
from pinochle_solver import __version__
from pinochle_solver.cli.input.options import Positive
from pinochle_solver.reviews.decisions import DecisionKind
from pinochle_solver.reviews.table.decisions import TableKind
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def _names(context: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
    """Rulebooks for three and four, or two-handed ones."""
    names = tuple(text.split(","))
    return names if set(names) <= set(TABLE_RULEBOOKS) else rulebook_names(context, parameter, text)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=200, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="all", show_default=True, callback=_names)
@click.option("--seconds", type=Positive(), help="For each decision; 1 without --worlds.")
@click.option("--worlds", type=click.IntRange(1), help="For each, instead of --seconds.")
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    hands: int,
    rules: tuple[str, ...],
    seconds: float | None,
    worlds: int | None,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    if seconds is not None and worlds is not None:
        raise click.UsageError("--worlds or --seconds, not both")
    if seconds is None and worlds is None:
        seconds = 1.0
    header = {
        "measured": "planted blunders",
        "version": __version__,
        "rules": rules,
        "seconds": seconds,
        "worlds": worlds,
        "long_worlds": LONG_WORLDS,
        "seed": seed,
    }
    is_table = rules[0] in TABLE_RULEBOOKS
    planted = planted_table_hand if is_table else planted_hand
    work = partial(planted, rules=rules, seed=seed, seconds=seconds, worlds=worlds)
    done = gathered(work, hands, PlantedHand, header, resume, processes)
    echo_head(header, f"{len(done)} hands", len(done) == hands)
    _echo(
        [each for each in done if each.moment], "% of the stake lost" if is_table else "points lost"
    )
    end_command(len(done) == hands)


def _echo(hands: Sequence[PlantedHand], lost: str) -> None:
    rows = []
    plurals = {f"{kind.value}s": kind.value for kind in TableKind}
    plurals |= {kind.plural: kind.value for kind in DecisionKind}
    for name, of_kind in (*plurals.items(), ("all", "")):
        found = [each for each in hands if each.kind == of_kind or not of_kind]
        if not found:
            continue
        rows.append(
            (
                name,
                f"{len(found)}",
                f"{np.mean([each.long for each in found]):.0f}",
                f"{100 * np.mean([bool(each.mark) for each in found]):.0f}%",
                f"{100 * np.mean([each.is_largest for each in found]):.0f}%",
            )
        )
    echo_table("planted", ["hands", lost, "marked", "largest loss of its hand"], rows)
    others = sum(each.decisions for each in hands)
    false = sum(len(each.false_marks) for each in hands)
    if others:
        slow = np.median([each.seconds for each in hands])
        click.echo(
            f"\nFalse marks: {false} of {others} other decisions, {100 * false / others:.2f}%. "
            f"A hand took {slow:.0f} s (median)."
        )


if __name__ == "__main__":
    run(main)
