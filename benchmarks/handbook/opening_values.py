"""What opening hands are worth: millions of hands of the policy, checked by some of the engine.

    python benchmarks/handbook/opening_values.py FOLDER [--rules scarne] [--hands 10000000] ...

The policy plays hands against itself, its playoffs estimated; they are kept in FOLDER, an output of
``pinochle bulk``, with which the same command goes on. Told are what dealing is worth, each card
turned up, and each kind of card held in place of a plain nine: the coefficients of a least-squares
line through all hands, both seats' cards at once. The default engine then plays ``--engine-hands``
others against itself, which says how far its own dealer's advantage is from the policy's. With
``--plots`` the figures are drawn there.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from dataclasses import asdict
from functools import partial
from math import sqrt
from pathlib import Path

import click
import numpy as np

from benchmarks.common.measurements import echo_head, echo_table, end_command, gathered
from benchmarks.common.starting import run
from benchmarks.handbook.opening_hands import (
    BASE,
    SEATS,
    Openings,
    PolicyHandsJob,
    Worth,
    made_so_far,
    openings,
)
from benchmarks.learning.equity_hands import PlayedHand, engine_settings, hand_of_engine
from pinochle_solver import RULEBOOKS, __version__
from pinochle_solver.cli.commands.bulk_runs import RunOptions, run_job

_MOST_ERROR = 0.3
_SUITS = "SHDC"


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--rules",
    type=click.Choice([name for name, each in RULEBOOKS.items() if each.deck.upcard]),
    default="scarne",
    show_default=True,
)
@click.option("--hands", default=10_000_000, show_default=True, type=click.IntRange(1000))
@click.option("--engine-hands", default=500, show_default=True, type=click.IntRange(0))
@click.option("--worlds", default=32, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(0))
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Draw there.")
@click.option("--so-far", is_flag=True, help="Play none; sum up those that are there.")
def main(
    folder: Path,
    rules: str,
    hands: int,
    engine_hands: int,
    worlds: int,
    seed: int,
    workers: int,
    plots: Path | None,
    so_far: bool,
) -> None:
    """Play, sum up and draw, as the head of this file says."""
    rulebook = RULEBOOKS[rules]
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / f"{rules}-hands"
    job = PolicyHandsJob(rules=rulebook, seed=seed)
    status = 0 if so_far else run_job(job, hands, output, RunOptions(workers, None, None))
    if status:
        sys.exit(status)
    made, found = made_so_far(output), openings(output, rulebook)
    header = {"measured": "opening hands", "version": made.asked.program, **made.asked.settings}
    echo_head(header, f"{found.hands:,} hands of the policy", made.finished)
    _tell(found)
    if plots is not None:
        from benchmarks.handbook.value_plots import draw_openings

        draw_openings(found, rules, plots / f"opening-values-{rules}.svg")
    if engine_hands and not so_far:
        settings = engine_settings(rules, worlds, seed)
        work, file = partial(hand_of_engine, settings=settings), folder / f"{rules}-engine.jsonl"
        about = {"measured": "opening hands", "version": __version__, **asdict(settings)}
        played = gathered(work, engine_hands, PlayedHand, about, file, max(workers, 1))
        _tell_engine(played, found, worlds)
        end_command(len(played) == engine_hands)


def _tell(found: Openings) -> None:
    errors = [
        found.dealer.se,
        *(each.se for each in found.upcards.values()),
        *(each.se for kinds in found.cards.values() for each in kinds.values()),
    ]
    fact = "all" if max(errors) < _MOST_ERROR else "not all"
    click.echo(f"dealer less other {found.dealer}, both together {found.points.mean:.1f} points")
    click.echo(f"largest standard error {max(errors):.2f}, {fact} under {_MOST_ERROR}")
    kinds = list(found.cards[SEATS[0]])
    worth = ([kind, *(str(found.cards[seat][kind]) for seat in SEATS)] for kind in kinds)
    echo_table(f"in place of a {BASE}", SEATS, worth)
    ranks = [rank for rank in "ATKQJ987" if f"{rank}S" in found.upcards]
    by_rank = ([rank, *(str(found.upcards[rank + suit]) for suit in _SUITS)] for rank in ranks)
    echo_table("upcard, for the dealer", tuple(_SUITS), by_rank)


def _tell_engine(played: list[PlayedHand], found: Openings, worlds: int) -> None:
    leads = np.array([sum(each.dealer) - sum(each.other) for each in played], np.float64)
    if len(leads) < 2:
        return
    engine = Worth(float(leads.mean()), float(leads.std(ddof=1) / sqrt(len(leads))))
    difference = Worth(engine.mean - found.dealer.mean, sqrt(engine.se**2 + found.dealer.se**2))
    hands = f"{len(leads)} hands of the default engine in {worlds} worlds"
    click.echo(f"\n{hands}: dealer less other {engine}; less the policy's {difference}")


if __name__ == "__main__":
    run(main)
