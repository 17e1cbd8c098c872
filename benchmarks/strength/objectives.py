"""Does playing for the game win more games? Decisions near a game's end, where points disagree.

    python benchmarks/strength/objectives.py [--hands 400] [--worlds 200] [--resume FILE]

The default engine plays hands against itself, of games that stand 850 to 700 or 950 to 900, either
seat ahead. Every decision between several moves is put to it twice, with the same seed: to make the
most points, and to win the game. Where it chooses differently, both moves are played on with by the
policy in worlds of the true hand: the other seat has the cards that it really has, and the stock
lies in a random order, the same orders for both. Their chances to win the game, by the equity
tables, are compared, and their points; *told* is what the search itself says of that. Errors are
standard errors by hand.

``--resume FILE`` keeps what is done and goes on with it; Ctrl-C prints what there is, and the
status is 130. The figures depend on the settings alone, not on the number of processes.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

import click
import numpy as np

from benchmarks.common.decisions import final_points, trick_of
from benchmarks.common.hand_means import mean_by_hand
from benchmarks.common.measurements import (
    Row,
    echo_head,
    echo_table,
    end_command,
    gathered,
    json_option,
    json_text,
    processes_option,
    resume_option,
    rulebook_names,
    with_error,
)
from benchmarks.common.starting import run
from benchmarks.strength.regret_hands import decisions_of, stock_view, true_worlds
from pinochle_solver import RULEBOOKS, Points, Referee, __version__, analyze
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.chances import WinChance

SCORES = (Points(850, 700), Points(700, 850), Points(950, 900), Points(900, 950))
_TEXTS = tuple(score.text() for score in SCORES)
_SEEDS = 2**53
# The row of decisions in which the search says that the move for the game is surely better for it.
_SURE = "surely so"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is compared.

    Attributes:
        rules: rulebooks, which the hands take in turn, each with every score before the next.
        worlds: in which a move is chosen,
        valued_in: and in how many of the true hand it is valued.
        seed: of deals, searches and worlds.
    """

    rules: tuple[str, ...]
    worlds: int
    valued_in: int
    seed: int


@dataclass(frozen=True, slots=True)
class Differing:
    """A decision in which the two objectives choose differently.

    Attributes:
        trick: the stock trick it belongs to, from 1.
        win: how much higher the chance to win the game is by the move that goes for it,
        points: and how many points more that move makes: mostly fewer.
        told: how much higher the chance is by the search that goes for the game,
        sure: and whether it is surely higher by that.
    """

    trick: int
    win: float
    points: float
    told: float
    sure: bool


@dataclass(frozen=True, slots=True)
class HandDecisions:
    """A hand: its number from 0, rulebook and score, decisions made, and those that differ."""

    number: int
    rules: str
    score: str
    made: int
    differing: list[Differing]


def measure_hand(number: int, settings: Settings) -> HandDecisions:
    """Play the hand of this number, and put its decisions to both objectives."""
    score = SCORES[number % len(SCORES)]
    name = settings.rules[number // len(SCORES) % len(settings.rules)]
    rules = RULEBOOKS[name]
    random = Random(f"objectives/{settings.seed}/{number}")
    deal = random_deal(number, settings.seed, rules)
    made = decisions_of(Referee.of_deal(deal, score), random)
    found = [_differing(referee, settings, random.randrange(_SEEDS)) for referee in made]
    differing = [each for each in found if each is not None]
    return HandDecisions(number, name, score.text(), len(made), differing)


def _differing(referee: Referee, settings: Settings, seed: int) -> Differing | None:
    view = stock_view(referee)
    analyses = [
        analyze(view, worlds=settings.worlds, seed=seed, objective=objective)
        for objective in OBJECTIVES
    ]
    by_points, by_game = (analysis.choice for analysis in analyses)
    if by_points == by_game:
        return None
    left = next(move for move in analyses[-1].moves if move.move == by_points)
    worlds = true_worlds(referee, settings.valued_in, seed)
    belief, chance = Belief(view), WinChance.of(view)
    win, points = [], []
    for move in (by_game, by_points):
        ends = final_points(belief.playouts(), belief, move, worlds)
        win.append(float(chance.of_points(ends).mean()))
        points.append(float((ends[:, view.turn] - ends[:, view.turn.other]).mean()))
    return Differing(
        trick_of(view),
        win[0] - win[1],
        points[0] - points[1],
        left.win_behind.mean,
        not left.is_close,
    )


def _groups(hands: Sequence[HandDecisions]) -> Iterator[Row]:
    parts = [
        *((name, [hand for hand in hands if hand.rules == name]) for name in RULEBOOKS),
        *(
            (score.text(), [hand for hand in hands if hand.score == score.text()])
            for score in SCORES
        ),
        (_SURE, list(hands)),
        ("all", list(hands)),
    ]
    for label, part in parts:
        differing = [
            (hand.number, each)
            for hand in part
            for each in hand.differing
            if each.sure or label != _SURE
        ]
        if not differing:
            continue
        numbers = np.array([number for number, _ in differing])
        win = mean_by_hand(np.array([100 * each.win for _, each in differing]), numbers)
        points = mean_by_hand(np.array([each.points for _, each in differing]), numbers)
        share = len(differing) / sum(hand.made for hand in part)
        yield (
            label,
            str(len(differing)),
            f"{share:.1%}",
            f"{100 * float(np.mean([each.told for _, each in differing])):+.2f}",
            with_error(*win, "+.2f"),
            with_error(*points, "+.2f"),
        )


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option(
    "--hands",
    default=400,
    show_default=True,
    type=click.IntRange(1),
    help="Of each some 20 to 30 decisions; the objectives differ in a fifth or so.",
)
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option("--worlds", default=200, show_default=True, type=click.IntRange(16))
@click.option("--valued-in", default=256, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
@json_option
def main(
    hands: int, resume: Path | None, processes: int, as_json: bool, **options: int | tuple[str, ...]
) -> None:
    """Choose, value and compare, as the head of this file says."""
    settings = Settings(**options)  # type: ignore[arg-type]
    header = {"measured": "objectives", "version": __version__, **asdict(settings)}
    work = partial(measure_hand, settings=settings)
    records = gathered(work, hands, HandDecisions, header, resume, processes)
    finished = len(records) == hands
    rows = list(_groups(records))
    if as_json:
        names = ("group", "differing", "share", "told", "win", "points")
        groups = [dict(zip(names, row, strict=True)) for row in rows]
        click.echo(json_text({**header, "hands": len(records), "groups": groups}))
        end_command(finished)
    echo_head(header, f"{len(records)} hands", finished)
    heads = ("differ", "of all", "told", "per cent of a game", "points")
    echo_table("for the game less for points", heads, rows)
    end_command(finished)


if __name__ == "__main__":
    run(main)
