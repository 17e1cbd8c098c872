"""Hands of three and four that engines play, through the product's referee and the oracle's.

    python benchmarks/correctness/check_table_play.py --hands 500 --seed 1 --resume played.jsonl

Options, count, an out dealer and the deal are drawn at random, and for each seat who plays it:
`advice`, `greedy`, `random`, or any of the moves that a program is offered in steps. With `--also
default` that engine is drawn as well, and tries its moves in as few worlds as it can. Each decides
from the line of the position that its seat sees. After every move everything is compared; a move
that is not legal is a difference. Every record is replayed (`tests/helpers/table_play_comparison`).
Exits with 1 and names the hands that differ.
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
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from benchmarks.common.measurements import gathered, processes_option, resume_option
from benchmarks.common.starting import run
from helpers.table_comparison import DifferenceError
from helpers.table_play_comparison import PLAYERS, compare_played
from pinochle_solver.bench import machine_line
from pinochle_solver.engines.registry import table_engine_names
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand.

    Attributes:
        number: which it was, from 0; hands of all rulebooks are counted together.
        rules: its rulebook.
        met: how many moves were made, by act, and the outcome.
        differs: what differs first; empty if nothing does.
    """

    number: int
    rules: str
    met: dict[str, int] = field(default_factory=dict)
    differs: str = ""


def play(names: tuple[str, ...], seed: int, also: tuple[str, ...], number: int) -> PlayedHand:
    """Play the hand of a number: the rulebooks take turns."""
    index, place = divmod(number, len(names))
    try:
        met = compare_played(names[place], seed + index, (*PLAYERS, *also))
    except DifferenceError as error:
        return PlayedHand(number, names[place], differs=str(error))
    return PlayedHand(number, names[place], dict(met))


@click.command()
@click.option("--hands", default=500, show_default=True, help="Hands for each rulebook.")
@click.option("--seed", default=1, show_default=True, help="The first hand's; they count up.")
@click.option(
    "--rules",
    "names",
    type=click.Choice(list(TABLE_RULEBOOKS)),
    multiple=True,
    help="Only this rulebook; may be given several times.",
)
@click.option(
    "--also",
    type=click.Choice(table_engine_names()),
    multiple=True,
    help="Draw this engine, too; may be given several times.",
)
@processes_option
@resume_option
def main(
    hands: int,
    seed: int,
    names: tuple[str, ...],
    also: tuple[str, ...],
    processes: int,
    resume: Path | None,
) -> None:
    """Play hands of every rulebook by engines, and compare every step."""
    click.echo(machine_line())
    names = names or tuple(TABLE_RULEBOOKS)
    header = {"seed": seed, "rules": names} | ({"also": also} if also else {})
    number = hands * len(names)
    found = gathered(
        partial(play, names, seed, also), number, PlayedHand, header, resume, processes
    )
    differing = [hand for hand in found if hand.differs]
    for hand in differing[:_SHOWN]:
        click.echo(hand.differs)
    for name in names:
        of = [hand for hand in found if hand.rules == name]
        met = sum((Counter(hand.met) for hand in of), Counter[str]())
        acts = ", ".join(f"{what} x{met[what]:,}" for what in sorted(met))
        wrong = sum(bool(hand.differs) for hand in of)
        click.echo(f"{name}: {len(of):,} hands, {wrong} differ ({acts})")
    sys.exit(bool(differing) or len(found) < number)


if __name__ == "__main__":
    run(main)
