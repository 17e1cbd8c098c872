r"""What the engine `graded` loses a decision at its levels, by the measure of a review.

    python benchmarks/strength/levels.py --decisions 2000 --seed 1

The engine plays both seats of hands of every rulebook, hand by hand at another of its named levels.
At each decision with more than one legal move the default engine chooses the best move in some
worlds. How far every move that might have been chosen is behind it is measured in others, so that
losses are right on average; in the playoff they are exact. A level loses the mean over what it may
choose, so all decisions tell about all levels. Errors are standard errors by hand.

``--temperatures`` shows the same at temperatures (`Level.temperature`), which takes no new
measurement with ``--resume``. *would be* is how often a move that a beginner sees to be wrong would
be made if such moves were not ruled out, and *is* how often one is made because it is clearly the
best, with what that loses.

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

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil, nan
from pathlib import Path

import click
import numpy as np

from benchmarks.common.hand_means import mean_by_hand
from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    number_text,
    processes_option,
    resume_option,
    rulebook_names,
    with_error,
)
from benchmarks.common.starting import run
from benchmarks.strength.level_hands import JudgedDecision, JudgedHand, judged_hand
from pinochle_solver import __version__
from pinochle_solver.engines.levels import NAMED, Level
from pinochle_solver.reviews.decisions import DecisionKind
from pinochle_solver.stock.estimates import Estimate

# A hand has some 50 decisions with more than one legal move.
_DECISIONS_OF_A_HAND = 45


def _temperatures(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> tuple[float, ...]:
    try:
        found = tuple(float(each) for each in text.split(",")) if text else ()
    except ValueError:
        raise click.BadParameter("expected numbers with commas between") from None
    if not all(each > 0 for each in found):
        raise click.BadParameter("expected numbers above 0")
    return found


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option(
    "--decisions",
    default=2000,
    show_default=True,
    type=click.IntRange(1),
    help="At least so many, in whole hands; as many of every rulebook.",
)
@click.option("--temperatures", callback=_temperatures, help="Show these instead of the levels.")
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option(
    "--worlds",
    default=256,
    show_default=True,
    type=click.IntRange(1),
    help="In which the best move is chosen.",
)
@click.option(
    "--measured-in",
    default=64,
    show_default=True,
    type=click.IntRange(2),
    help="Worlds in which losses are measured.",
)
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    decisions: int,
    temperatures: tuple[float, ...],
    rules: tuple[str, ...],
    worlds: int,
    measured_in: int,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    header = {
        "measured": "levels",
        "version": __version__,
        "rules": rules,
        "worlds": worlds,
        "measured_in": measured_in,
        "seed": seed,
    }
    hands = len(rules) * ceil(decisions / (_DECISIONS_OF_A_HAND * len(rules)))
    work = partial(judged_hand, rules=rules, worlds=worlds, measured_in=measured_in, seed=seed)
    done = gathered(work, hands, JudgedHand, header, resume, processes)
    echo_head(header, f"{len(done)} hands", len(done) == hands)
    if done:
        levels = [(each.text(), each.temperature) for each in map(Level, NAMED.values())]
        _echo(done, [("", each) for each in temperatures] or levels)
    end_command(len(done) == hands)


def _echo(hands: Sequence[JudgedHand], levels: Sequence[tuple[str, float]]) -> None:
    made = [(hand, each) for hand in hands for each in hand.decisions]
    parts = {"all": made}
    for kind in DecisionKind:
        parts[kind.plural] = [each for each in made if each[1].kind == kind.value]
    for rules in dict.fromkeys(hand.rules for hand in hands):
        parts[rules] = [each for each in made if each[0].rules == rules]
    parts["at this level"] = []
    rows = []
    for name, temperature in levels:
        own = [each for each in made if each[0].level == name]
        cells = (_lost(part, temperature) for part in {**parts, "at this level": own}.values())
        rows.append((name, f"{temperature:.2f}", *(with_error(*cell, ".2f") for cell in cells)))
    title = f"points lost a decision ({len(made)} decisions)"
    echo_table(title, ["temperature", *parts], rows)
    decisions = [each for _, each in made]
    echo_table(
        "seen to be wrong",
        ["would be made", "is made", "points that this loses"],
        ((name, *_blunders(decisions, temperature)) for name, temperature in levels),
    )


def _lost(decisions: Sequence[tuple[JudgedHand, JudgedDecision]], temperature: float) -> Estimate:
    if not decisions:
        return Estimate(nan, nan)
    lost = np.array([each.expected_loss(temperature) for _, each in decisions])
    return mean_by_hand(lost, np.array([hand.number for hand, _ in decisions], np.int64))


def _blunders(decisions: Sequence[JudgedDecision], temperature: float) -> tuple[str, str, str]:
    """How often blunders would be made and are made, and what those that are made lose."""

    def each_chance(rules_out: bool) -> Iterator[tuple[float, float]]:
        for decision in decisions:
            chances = decision.chances(temperature, rules_out=rules_out)
            for chance, move in zip(chances, decision.moves, strict=True):
                if move.blunder is not None:
                    yield chance, move.lost

    would_be = sum(chance for chance, _ in each_chance(rules_out=False)) / len(decisions)
    made = list(each_chance(rules_out=True))
    share = sum(chance for chance, _ in made)
    lost = sum(chance * points for chance, points in made) / share if share else nan
    return (
        f"{100 * would_be:.1f}%",
        f"{100 * share / len(decisions):.1f}%",
        number_text(lost, ".1f"),
    )


if __name__ == "__main__":
    run(main)
