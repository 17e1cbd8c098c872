"""Do the chances that `analyze --cards` gives come true?

    python -m benchmarks.calibration.card_chances --decisions 10000 --rules all --seed 95

The default engine plays fresh deals against itself. At every decision of the stock phase from which
anything can be inferred, each card that the player to move has not seen has a chance to be in the
opponent's hand: at least one copy, and both copies if both are unseen. These chances are compared
with the hand that the opponent held, in ten bins, and by two scores: log loss (natural logarithms)
and the Brier score. Counting alone, by which every way to deal the unseen cards is equally likely,
stands beside. Known cards take no part.

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
from math import ceil, log, sqrt
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

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
from pinochle_solver import RULEBOOKS, Referee, Seat, StockPosition, __version__, analyze
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.rules.cards import Hand
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM
from pinochle_solver.stock.card_chances import CHAINS, card_chances

INFERRING, COUNTING = PREDICTORS = INFERRED, UNIFORM
ONE, BOTH = KINDS = "at least one", "both copies"
BINS, PARTS = 10, 3
# The columns of a bin: chances, their sum, how many of them came true, and the sums of both scores.
NUMBER, PREDICTED, HELD, LOG_LOSS, BRIER = range(5)
# About so many decisions are in a hand; so many hands are played in a row.
_DECISIONS_A_HAND = 30
_LEAST = 1e-6
Cells = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSettings:
    """How hands are played, and chances found.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        worlds: the worlds of each search by which a move is chosen.
        chains: the chains of each decision.
        seed: of deals, searches and chains.
    """

    rules: tuple[str, ...]
    worlds: int
    chains: int
    seed: int


@dataclass(frozen=True, slots=True)
class CardRecord:
    """A hand.

    Attributes:
        number: which, from 0.
        decisions: the number of its decisions.
        cells: sums, shape (predictors, kinds, thirds of the stock phase, bins, columns).
    """

    number: int
    decisions: int
    cells: list[list[list[list[list[float]]]]]


def play_hand(number: int, settings: CardSettings) -> CardRecord:
    """Play the hand of this number, and compare the chances at each decision with the truth."""
    rules = RULEBOOKS[settings.rules[number % len(settings.rules)]]
    referee = Referee.of_deal(random_deal(number, settings.seed, rules))
    cells = np.zeros((len(PREDICTORS), len(KINDS), PARTS, BINS, BRIER + 1))
    decisions = 0
    while not referee.in_playoff:
        moves = referee.moves()
        if len(moves) == 1:
            referee.push(moves[0])
            continue
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        seed = settings.seed * 1_000_003 + number * 1_009 + len(referee.history)
        part = PARTS * view.completed_tricks // (rules.deck.stock_tricks + 1)
        truth = _hand_of(referee, referee.turn.other)
        decisions += _compare(view, truth, seed, settings.chains, cells[:, :, part])
        referee.push(analyze(view, worlds=settings.worlds, seed=seed).choice)
    return CardRecord(number, decisions, cells.tolist())


def _hand_of(referee: Referee, seat: Seat) -> Hand:
    """What a seat holds."""
    view = referee.view(seat)
    assert isinstance(view, StockPosition)
    return view.hand(seat).known


def _compare(view: StockPosition, truth: Hand, seed: int, chains: int, cells: Cells) -> bool:
    """Add the chances at a decision to the cells; False if nothing could be inferred."""
    found = card_chances(view, seed=seed, chains=chains, reasons=False)
    if found.belief != INFERRED or not found.worlds:
        return False
    for card in found.cards:
        held = truth.count(card.card)
        for copies in range(card.known, card.copies):
            kind = copies - card.known
            if kind >= len(KINDS):
                continue
            chances = card.at_least[copies], card.by_counting[copies]
            for place, chance in enumerate(chances):
                add(cells[place, kind], chance, held > copies)
    return True


def add(bins: Cells, chance: float, came: bool) -> None:
    """Add a chance and what came of it to the bins."""
    its = bins[min(int(chance * BINS), BINS - 1)]
    kept = min(max(chance, _LEAST), 1 - _LEAST)
    its += (1, chance, came, -log(kept if came else 1 - kept), (chance - came) ** 2)


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances between two bounds.

    Attributes:
        low, high: the bounds.
        number: how many chances.
        predicted: their mean; NaN of none.
        held: which share of them came true,
        held_se: and the standard error of its difference from what was predicted, by hand.
    """

    low: float
    high: float
    number: int
    predicted: float
    held: float
    held_se: float


def bins_of(cells: Cells) -> Iterator[Bin]:
    """The bins, of sums with the shape (hands, bins, columns)."""
    for place in range(cells.shape[1]):
        its = cells[:, place]
        number = float(its[:, NUMBER].sum())
        if not number:
            yield Bin(place / BINS, (place + 1) / BINS, 0, np.nan, np.nan, np.nan)
            continue
        predicted, held = (float(its[:, column].sum()) / number for column in (PREDICTED, HELD))
        off = its[:, HELD] - its[:, PREDICTED] - (held - predicted) * its[:, NUMBER]
        error = sqrt(len(its) / max(1, len(its) - 1) * float(off @ off)) / number
        yield Bin(place / BINS, (place + 1) / BINS, int(number), predicted, held, error)


@dataclass(frozen=True, slots=True)
class Scores:
    """How good chances were, the lower the better; and how much better than by counting alone.

    Attributes:
        number: of how many chances.
        log_loss, brier: both scores.
        counting_log_loss, counting_brier: those of counting alone.
        gain, gain_se: the difference of the log losses, and its standard error by hand.
    """

    number: int
    log_loss: float
    brier: float
    counting_log_loss: float
    counting_brier: float
    gain: float
    gain_se: float

    @classmethod
    def of(cls, cells: Cells) -> Scores:
        """Of sums with the shape (hands, predictors, bins, columns)."""
        sums = cells.sum(axis=2)
        number = float(sums[:, 0, NUMBER].sum())
        (log_loss, brier), (of_counting, brier_of_counting) = (
            map(float, scores) for scores in sums.sum(axis=0)[:, LOG_LOSS:] / number
        )
        gains = sums[:, 1, LOG_LOSS] - sums[:, 0, LOG_LOSS]
        gain = float(gains.sum()) / number
        off = gains - gain * sums[:, 0, NUMBER]
        error = sqrt(len(off) / max(1, len(off) - 1) * float(off @ off)) / number
        return cls(int(number), log_loss, brier, of_counting, brier_of_counting, gain, error)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--decisions", default=10_000, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option("--worlds", default=32, show_default=True, type=click.IntRange(16))
@click.option("--chains", default=CHAINS, show_default=True, type=click.IntRange(2))
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
@json_option
def main(
    decisions: int,
    rules: tuple[str, ...],
    worlds: int,
    chains: int,
    seed: int,
    resume: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    """See the docstring of the module."""
    settings = CardSettings(rules=rules, worlds=worlds, chains=chains, seed=seed)
    header = {"measured": "cards", "version": __version__, **asdict(settings)}
    hands = ceil(decisions / _DECISIONS_A_HAND)
    records = gathered(
        partial(play_hand, settings=settings), hands, CardRecord, header, resume, processes
    )
    finished = len(records) == hands
    done = sum(record.decisions for record in records)
    cells = np.array([record.cells for record in records])
    if as_json:
        click.echo(json_text({**header, "decisions": done, "finished": finished, **_json(cells)}))
        end_command(finished)
    echo_head(header, f"{len(records)} hands, {done} decisions", finished)
    if len(records):
        echo_table("chance", _BIN_HEADS, _bin_rows(cells))
        echo_table("scores", _SCORE_HEADS, _score_rows(cells))
    end_command(finished)


_BIN_HEADS = ("chances", "predicted", "held", "off, points", "counting: chances", "off, points")
_SCORE_HEADS = ("chances", "log loss", "by counting", "better by", "Brier", "by counting")


def _groups(cells: Cells) -> Iterator[tuple[str, Cells]]:
    """What scores are told of, with the sums (hands, predictors, bins, columns)."""
    for place, kind in enumerate(KINDS):
        yield kind, cells[:, :, place].sum(axis=2)
    for part in range(PARTS):
        yield f"third {part + 1} of the stock phase", cells[:, :, :, part].sum(axis=2)
    yield "all", cells.sum(axis=(2, 3))


def _bin_rows(cells: Cells) -> Iterator[Row]:
    sums = cells.sum(axis=(2, 3))
    columns = [list(bins_of(sums[:, place])) for place in range(len(PREDICTORS))]
    for inferring, counting in zip(*columns, strict=True):
        yield (
            f"{inferring.low:.1f} to {inferring.high:.1f}",
            f"{inferring.number:,}",
            f"{inferring.predicted:.3f}",
            f"{inferring.held:.3f}",
            _off(inferring),
            f"{counting.number:,}",
            _off(counting),
        )


def _off(part: Bin) -> str:
    """How far a bin is off, in percentage points: predicted minus held."""
    return with_error(100 * (part.predicted - part.held), 100 * part.held_se, "+.1f")


def _score_rows(cells: Cells) -> Iterator[Row]:
    for label, group in _groups(cells):
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


def _json(cells: Cells) -> dict[str, Any]:
    if not len(cells):
        return {}
    sums = cells.sum(axis=(2, 3))
    bins = {
        name: [asdict(each) for each in bins_of(sums[:, place])]
        for place, name in enumerate(PREDICTORS)
    }
    scores = {label: asdict(Scores.of(group)) for label, group in _groups(cells)}
    return {"bins": bins, "scores": scores}


if __name__ == "__main__":
    run(main)
