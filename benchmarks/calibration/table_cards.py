"""Do worlds of three and four say where the cards are?

    python benchmarks/calibration/table_cards.py --hands 1000 --rules all --seed 1

Hands are called, buried and melded by `--caller`, and the cards are played by `--player`. At one
card of every trick, each card that the seat on turn has not seen has a chance to be in each of the
other hands: the share of worlds in which it is there. These chances are compared with the hands, in
ten bins and by two scores: log loss (natural logarithms) and the Brier score. Counting alone, by
which every deal that explains the cards played is equally likely, stands beside. Known cards take
no part. With `--no-auction` calls, trump and burial are taken to tell nothing; if `advice` both
calls and plays, the hands of a run with it and of one without are the same.

What is done is kept in a file (``--resume``), and a run with the same settings goes on with it.
Ctrl-C prints what there is, and the status is 130. The figures depend on the settings alone, not on
the number of processes.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click
import numpy as np

from benchmarks.calibration.card_chances import BINS, BRIER, Bin, Cells, Scores, add, bins_of
from benchmarks.common.measurements import (
    Row,
    echo_head,
    echo_table,
    end_command,
    gathered,
    processes_option,
    resume_option,
    with_error,
)
from benchmarks.common.starting import run
from pinochle_solver import __version__
from pinochle_solver.engines.registry import make_table_engine, table_engine_names
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

RULES = ("auction", "partnership-auction", "corners", "check")
PREDICTORS = "inferred", "counting"
PARTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCardSettings:
    """How hands are played, and chances found.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        caller: the engine that calls, buries and melds.
        player: the engine that plays the cards.
        worlds: the worlds of each of its searches.
        drawn: the worlds from which chances are told.
        auction: whether calls, trump and burial are taken to tell of the hands.
        seed: of deals, searches and worlds.
    """

    rules: tuple[str, ...]
    caller: str
    player: str
    worlds: int
    drawn: int
    auction: bool
    seed: int


@dataclass(frozen=True, slots=True)
class TableCardRecord:
    """A hand.

    Attributes:
        number: which, from 0.
        decisions: at how many decisions chances were told.
        cells: sums, shape (predictors, thirds of the tricks, bins, columns).
    """

    number: int
    decisions: int
    cells: list[list[list[list[float]]]]


def play_hand(number: int, settings: TableCardSettings) -> TableCardRecord:
    """Play the hand of this number, and compare the chances with the truth."""
    rules = TABLE_RULEBOOKS[settings.rules[number % len(settings.rules)]]
    caller, player = make_table_engine(settings.caller), make_table_engine(settings.player)
    hand = begun(random_deal(number, settings.seed, rules))
    cells, decisions = np.zeros((len(PREDICTORS), PARTS, BINS, BRIER + 1)), 0
    limits = Limits(worlds=settings.worlds)
    while hand.turn is not None:
        position = position_of(hand, hand.turn)
        seed = settings.seed * 1_000_003 + number * 1_009 + len(hand.tricks) * 5 + len(hand.led)
        if hand.act is not Act.PLAY:
            hand = hand.after(caller.choose(position, limits, seed=seed).move)  # type: ignore[arg-type]
            continue
        is_asked = (len(hand.tricks) + number) % len(hand.players) == len(hand.led)
        if is_asked and Beliefs(position).number > 1:
            part = PARTS * len(hand.tricks) // rules.hand
            _compare(hand, position, settings, seed, cells[:, part])
            decisions += 1
        hand = hand.after(player.choose(position, limits, seed=seed).move)  # type: ignore[arg-type]
    return TableCardRecord(number, decisions, cells.tolist())


def _compare(
    hand: TableHand, position: TablePosition, settings: TableCardSettings, seed: int, cells: Cells
) -> None:
    """Add the chances at a decision to the cells."""
    drawn = settings.drawn
    counting = Beliefs(position, kept_back=1.0, trust=0.0, hears_auction=False)
    alone = counting.worlds(drawn, seed).hands() > 0
    beliefs = Beliefs(position, hears_auction=settings.auction)
    inferred = beliefs.worlds(drawn, seed).hands() > 0
    for place, seat in enumerate(hand.players):
        if seat == hand.turn:
            continue
        held = hand.hands[seat].counts
        some = alone[:, place].mean(axis=0)
        for card in np.flatnonzero((some > 0) & (some < 1)).tolist():
            for bins, worlds in zip(cells, (inferred, alone), strict=True):
                # As if one more world had had the card, and one more not.
                chance = (float(worlds[:, place, card].sum()) + 1) / (drawn + 2)
                add(bins, chance, held[card] > 0)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=1_000, show_default=True, type=click.IntRange(1))
@click.option("--rules", default=",".join(RULES), show_default=True)
@click.option("--caller", default="advice", type=click.Choice(table_engine_names()))
@click.option("--player", default="default", type=click.Choice(table_engine_names()))
@click.option("--worlds", default=64, show_default=True, type=click.IntRange(32))
@click.option("--drawn", default=400, show_default=True, type=click.IntRange(50))
@click.option("--auction/--no-auction", default=True, show_default=True)
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    hands: int,
    rules: str,
    caller: str,
    player: str,
    worlds: int,
    drawn: int,
    auction: bool,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    """See the docstring of the module."""
    names = RULES if rules == "all" else tuple(rules.split(","))
    if unknown := [name for name in names if name not in TABLE_RULEBOOKS]:
        raise click.BadParameter(f"{unknown[0]!r} is no game for three or four", param_hint="rules")
    settings = TableCardSettings(
        rules=names,
        caller=caller,
        player=player,
        worlds=worlds,
        drawn=drawn,
        auction=auction,
        seed=seed,
    )
    header = {"measured": "table cards", "version": __version__, **asdict(settings)}
    records = gathered(
        partial(play_hand, settings=settings), hands, TableCardRecord, header, resume, processes
    )
    finished = len(records) == hands
    decisions = sum(record.decisions for record in records)
    echo_head(header, f"{len(records)} hands, {decisions} decisions", finished)
    cells = np.array([record.cells for record in records if record.decisions])
    if len(cells):
        echo_table("chance", _BIN_HEADS, _bin_rows(cells))
        places = [record.number % len(names) for record in records if record.decisions]
        echo_table("scores", _SCORE_HEADS, _score_rows(cells, np.array(places), names))
    end_command(finished)


_BIN_HEADS = ("chances", "number", "predicted", "held", "off, points", "counting: off, points")
_SCORE_HEADS = ("chances of", "number", "log loss", "by counting", "better by", "Brier", "counting")


def _bin_rows(cells: Cells) -> Iterator[Row]:
    sums = cells.sum(axis=2)
    columns = [list(bins_of(sums[:, place])) for place in range(len(PREDICTORS))]
    for inferred, alone in zip(*columns, strict=True):
        yield (
            f"{inferred.low:.1f} to {inferred.high:.1f}",
            f"{inferred.number:,}",
            f"{inferred.predicted:.3f}",
            f"{inferred.held:.3f}",
            _off(inferred),
            _off(alone),
        )


def _off(part: Bin) -> str:
    """How far a bin is off, in percentage points: predicted minus held."""
    return with_error(100 * (part.predicted - part.held), 100 * part.held_se, "+.1f")


def _score_rows(cells: Cells, places: Cells, names: tuple[str, ...]) -> Iterator[Row]:
    whole = cells.sum(axis=2)
    groups = [(f"third {part + 1} of the tricks", cells[:, :, part]) for part in range(PARTS)]
    groups += [(name, whole[places == place]) for place, name in enumerate(names)]
    for label, group in [*groups, ("all", whole)]:
        if not len(group):
            continue
        scores = Scores.of(group)
        yield (
            label,
            f"{scores.number:,}",
            f"{scores.log_loss:.4f}",
            f"{scores.counting_log_loss:.4f}",
            with_error(scores.gain, scores.gain_se, ".4f"),
            f"{scores.brier:.4f}",
            f"{scores.counting_brier:.4f}",
        )


if __name__ == "__main__":
    run(main)
