"""What the engine `graded` loses a decision at a table, at each temperature and level.

    python benchmarks/strength/table_levels.py --hands 8 --seed 1 --resume levels.jsonl

Hands of every rulebook are played by `advice`, and of each some decisions with more than one legal
move are drawn. The engine weighs the moves of each in its worlds. What every move loses is measured
as in a review: the best is chosen in some worlds, and compared in others, in points of 500 at
stake. A temperature loses the mean over what it may choose, so every decision tells about all of
them. Errors are standard errors by hand.

``--resume FILE`` keeps what is done and goes on with it.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import click
import numpy as np

from benchmarks.common.measurements import gathered, processes_option, resume_option
from benchmarks.common.starting import run
from pinochle_solver.bench import machine_line
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.engines.levels import NAMED
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.engines.table.graded import (
    WHOLE_STAKE,
    WORLDS,
    TableGradedEngine,
    drawing_chances,
    weigh,
)
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.matches.table.hand_in_play import TableHandInPlay
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

TEMPERATURES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
_DECISIONS = 4
"""Of each hand."""


@dataclass(frozen=True, slots=True)
class WeighedHand:
    """Some decisions of a hand.

    Attributes:
        number: which hand it was, from 0.
        rules: its rulebook.
        decisions: how many decisions were weighed.
        best: what the first choice of the engine loses, summed over them.
        lost: what is lost at each of `TEMPERATURES`, summed over them.
    """

    number: int
    rules: str
    decisions: int
    best: float
    lost: list[float]


def decisions_of(name: str, index: int, seed: int) -> list[TablePosition]:
    """Decisions drawn from a hand that `advice` plays, each as its seat sees it."""
    hand = TableHandInPlay(random_deal(index, seed, TABLE_RULEBOOKS[name]), Seat.SOUTH)
    engine, views = make_table_engine("advice"), list[TablePosition]()
    while not hand.is_over:
        if hand.is_choice:
            views.append(hand.view())
            hand.push(hand.decision(engine, Limits()).move)
        else:
            (move,) = hand.hand.legal_moves()
            hand.push(move)
    return Random(f"{name}/{index}/{seed}").sample(views, min(_DECISIONS, len(views)))


def weighed(position: TablePosition, worlds: int, seed: int) -> tuple[float, list[float]] | None:
    """What a decision loses at its first choice, and at each temperature; None: it has no values.

    Args:
        position: the position.
        worlds: in which the best is chosen, and as many in which it is compared.
        seed: of all of them.
    """
    engine = TableGradedEngine()
    decision, analysis = engine.advise(position, Limits(worlds=WORLDS), seed=seed)
    choosing, comparing = (
        analyze_hidden(position, Limits(worlds=worlds), other) for other in (seed + 1, seed + 2)
    )
    if analysis is None or not (choosing.moves and comparing.moves):
        return None
    best = engine._decision(choosing).move
    means = {each.move: each.mean.mean for each in comparing.moves if each.mean is not None}
    moves = [each for each in weigh(analysis, decision.move) if each.move in means]
    if best not in means or not moves or moves[0].move not in means:
        return None
    losses = np.array(
        [
            (means[best] - means[each.move]) / stake_of(position, best, each.move) * WHOLE_STAKE
            for each in moves
        ]
    )
    behind = [each.behind for each in moves]
    lost = [float(np.dot(drawing_chances(behind, each), losses)) for each in TEMPERATURES]
    return float(losses[0]), lost


def weigh_hand(names: tuple[str, ...], seed: int, worlds: int, number: int) -> WeighedHand:
    """Weigh decisions of the hand of a number: the rulebooks take turns."""
    index, place = divmod(number, len(names))
    found = [
        weighed(position, worlds, 10 * (seed + each))
        for each, position in enumerate(decisions_of(names[place], index, seed))
    ]
    known = [each for each in found if each is not None]
    lost = np.sum([each[1] for each in known], axis=0) if known else np.zeros(len(TEMPERATURES))
    best = sum(each[0] for each in known)
    return WeighedHand(number, names[place], len(known), best, lost.tolist())


def mean_by_hand(hands: list[WeighedHand], values: list[float]) -> tuple[float, float]:
    """The mean a decision, and its standard error by hand."""
    counts = np.array([hand.decisions for hand in hands], dtype=float)
    sums = np.array(values)
    mean = sums.sum() / counts.sum()
    residuals = sums - mean * counts
    number = len(hands)
    error = np.sqrt(number / max(1, number - 1) * (residuals**2).sum()) / counts.sum()
    return float(mean), float(error)


@click.command()
@click.option("--hands", default=8, show_default=True, help="Hands of each rulebook.")
@click.option("--seed", default=1, show_default=True, help="Another seed, other hands.")
@click.option("--worlds", default=256, show_default=True, help="Worlds that measure a decision.")
@processes_option
@resume_option
def main(hands: int, seed: int, worlds: int, processes: int, resume: Path | None) -> None:
    """Measure what temperatures lose, and interpolate those of the levels."""
    click.echo(machine_line())
    names = tuple(TABLE_RULEBOOKS)
    found = gathered(
        partial(weigh_hand, names, seed, worlds),
        hands * len(names),
        WeighedHand,
        {"seed": seed, "worlds": worlds, "temperatures": TEMPERATURES},
        resume,
        processes,
    )
    found = [hand for hand in found if hand.decisions]
    count = sum(hand.decisions for hand in found)
    click.echo(f"{len(found)} hands, {count} decisions; lost a decision, in points of 500 at stake")
    mean, error = mean_by_hand(found, [hand.best for hand in found])
    click.echo(f"  first choice in {WORLDS} worlds: {mean:.2f} ± {error:.2f}")
    means = []
    for place, each in enumerate(TEMPERATURES):
        mean, error = mean_by_hand(found, [hand.lost[place] for hand in found])
        means.append(mean)
        click.echo(f"  temperature {each:g}: {mean:.2f} ± {error:.2f}")
    for name, points in NAMED.items():
        known = [(m, t) for m, t in zip(means, TEMPERATURES, strict=True) if m > 0]
        logs = np.log(known).T
        found_at = np.exp(np.interp(np.log(points), logs[0], logs[1]))
        click.echo(f"  {name} ({points:g}): temperature {found_at:.2g}")


if __name__ == "__main__":
    run(main)
