"""Are predictions of the stock phase true, and what do short searches lose?

    python benchmarks/calibration/calibration.py predictions --hands 100 --worlds 64
    python benchmarks/calibration/calibration.py regret --positions 60 --worlds 256 --times 100

``predictions``: an engine plays fresh deals against itself, and what it predicted at each decision
is compared with what the hand came to, the playoff played exactly. Bias, spread, coverage and the
scores of the chances to win, by stock trick and kind of decision, and by what predicts: the search
itself (``search``), and fresh worlds of the move it chose, under each belief (``inferred``,
``uniform``). With ``--engine policy`` the hands are played by the policy of the playouts: what is
wrong with fresh worlds then is the belief.

``regret``: positions of the stock phase are searched shortly and a hundred times as long.

Both keep what is done in a file (``--resume``) and go on with it; Ctrl-C prints what there is, and
the status is 130. With ``--worlds`` the figures depend on the settings alone, not on the number of
processes.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from benchmarks.calibration.calibration_hands import (
    PREDICTORS,
    Decisions,
    HandRecord,
    HandSettings,
    play_hand,
)
from benchmarks.calibration.calibration_regret import (
    Compared,
    RegretSettings,
    RegretSummary,
    compare,
)
from benchmarks.calibration.calibration_statistics import Bin, Summary, win_bins
from benchmarks.common.decisions import KINDS, PLURALS, POLICY
from benchmarks.common.hand_means import mean_by_hand
from benchmarks.common.measurements import (
    Row,
    echo_head,
    echo_table,
    end_command,
    gathered,
    json_option,
    json_text,
    number_text,
    processes_option,
    resume_option,
    rulebook_names,
    with_error,
)
from benchmarks.common.starting import run
from pinochle_solver import __version__
from pinochle_solver.cli.input.options import Positive
from pinochle_solver.engines.registry import DEFAULT, ENGINES
from pinochle_solver.stock.beliefs import BELIEFS

FEWEST_WORLDS = 64
# All other engines do not try moves in worlds.
_SEARCHING = (DEFAULT, "pimc", "ismcts")
Function = TypeVar("Function", bound=Callable[..., Any])


def _shared(function: Function) -> Function:
    """The options of both commands."""
    for option in (
        click.option("--by-kind", is_flag=True, help="Each kind of decision by trick, too."),
        json_option,
        processes_option,
        resume_option,
        click.option("--seed", default=1, show_default=True),
        click.option("--belief", default=BELIEFS[0], type=click.Choice(BELIEFS)),
        click.option("--rules", default="scarne", show_default=True, callback=rulebook_names),
    ):
        function = option(function)
    return function


@click.group(help=(__doc__ or "").splitlines()[0])
def main() -> None:
    """Two parts, each a command."""


@main.command()
@click.option("--hands", default=100, show_default=True, type=click.IntRange(1))
@click.option("--engine", default=DEFAULT, show_default=True, type=click.Choice((*ENGINES, POLICY)))
@click.option("--worlds", type=click.IntRange(1), help="Of each search; 64 without --seconds.")
@click.option("--seconds", type=Positive(), help="Of each search.")
@click.option(
    "--fresh", default=64, show_default=True, type=click.IntRange(0), help="Worlds, 0 for none."
)
@_shared
def predictions(
    hands: int,
    engine: str,
    worlds: int | None,
    seconds: float | None,
    fresh: int,
    by_kind: bool,
    rules: tuple[str, ...],
    belief: str,
    seed: int,
    resume: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    """Compare predictions with outcomes, on hands that an engine plays against itself."""
    if worlds is not None and seconds is not None:
        raise click.UsageError("--worlds or --seconds, not both")
    is_searching = engine in _SEARCHING
    if not is_searching and (worlds is not None or seconds is not None):
        raise click.UsageError(f"--worlds, --seconds: {engine} does not search")
    if is_searching and worlds is None and seconds is None:
        worlds = FEWEST_WORLDS
    settings = HandSettings(
        rules=rules,
        engine=engine,
        worlds=worlds,
        seconds=seconds,
        belief=belief,
        fresh=fresh,
        seed=seed,
    )
    header = _header("predictions", settings)
    work = partial(play_hand, settings=settings)
    records = gathered(work, hands, HandRecord, header, resume, processes)
    decisions = Decisions.of(records)
    finished = len(records) == hands
    if as_json:
        done = {"hands": len(records), "finished": finished}
        click.echo(json_text({**header, **done, **_predictions_json(decisions)}))
        end_command(finished)
    done_line = f"{len(records)} hands, {len(decisions.tricks)} decisions"
    echo_head(header, done_line, finished)
    for name in decisions.predictions:
        for kind in (None, *KINDS) if by_kind else (None,):
            echo_table(
                f"{name}, {PLURALS[kind]} by stock trick" if kind else f"{name}, by stock trick",
                _SUMMARY_HEADS,
                (_summary_row(*group) for group in _groups(decisions, name, kind)),
            )
    _echo_optimism(decisions, belief)
    _echo_bins(decisions)
    end_command(finished)


@main.command()
@click.option("--positions", default=60, show_default=True, type=click.IntRange(1))
@click.option("--worlds", type=click.IntRange(FEWEST_WORLDS), help="256 without --seconds.")
@click.option("--seconds", type=Positive(), help="Of the short search.")
@click.option("--times", default=100, show_default=True, type=click.IntRange(2))
@_shared
def regret(
    positions: int,
    worlds: int | None,
    seconds: float | None,
    times: int,
    rules: tuple[str, ...],
    belief: str,
    seed: int,
    resume: Path | None,
    processes: int,
    by_kind: bool,
    as_json: bool,
) -> None:
    """Compare short searches with long ones: do intervals hold, what do choices lose."""
    if worlds is not None and seconds is not None:
        raise click.UsageError("--worlds or --seconds, not both")
    if worlds is None and seconds is None:
        worlds = 256
    settings = RegretSettings(
        rules=rules, worlds=worlds, seconds=seconds, times=times, belief=belief, seed=seed
    )
    header = _header("regret", settings)
    work = partial(compare, settings=settings)
    compared = gathered(work, positions, Compared, header, resume, processes)
    finished = len(compared) == positions
    if as_json:
        found = [
            {"kind": kind or "all", "group": label, **asdict(summary)}
            for kind in (None, *KINDS)
            for label, summary in _regret_groups(compared, kind)
        ]
        done = {"positions": len(compared), "finished": finished}
        click.echo(json_text({**header, **done, "groups": found}))
        end_command(finished)
    echo_head(header, f"{len(compared)} positions", finished)
    for kind in (None, *KINDS) if by_kind else (None,):
        rows = [_regret_row(*group) for group in _regret_groups(compared, kind)]
        echo_table(
            f"{PLURALS[kind]} by stock trick" if kind else "stock trick", _REGRET_HEADS, rows
        )
    end_command(finished)


def _header(measured: str, settings: HandSettings | RegretSettings) -> dict[str, Any]:
    """What the figures depend on."""
    return {"measured": measured, "version": __version__, **asdict(settings)}


# Predictions

_SUMMARY_HEADS = (
    "decisions",
    "bias",
    "slope",
    "SD of error",
    "SD predicted",
    "in 50%",
    "in 90%",
    "Brier",
    "if true",
    "above that",
    "log loss",
)


def _groups(
    decisions: Decisions, name: str, kind: str | None = None
) -> Iterator[tuple[str, Summary]]:
    """Summaries by trick, then of the kinds if none is given, then of all; none of empty ones."""
    tricks = sorted(set(decisions.tricks.tolist()))
    parts: list[tuple[str, str | None, int | None]] = [
        (f"{trick}", kind, trick) for trick in tricks
    ]
    parts += [] if kind else [(PLURALS[each], each, None) for each in KINDS]
    for label, of_kind, trick in (*parts, ("all", kind, None)):
        group = decisions.group(name, of_kind, trick)
        if len(group):
            yield label, Summary.of(group)


def _summary_row(label: str, summary: Summary) -> Row:
    return (
        label,
        f"{summary.number}",
        with_error(summary.bias, summary.bias_se, "+.1f"),
        number_text(summary.slope, ".2f"),
        number_text(summary.error_sd, ".0f"),
        number_text(summary.predicted_sd, ".0f"),
        number_text(100 * summary.in_half, ".0f", "%"),
        number_text(100 * summary.in_most, ".0f", "%"),
        with_error(summary.brier, summary.brier_se, ".3f"),
        number_text(summary.brier_expected, ".3f"),
        with_error(summary.brier_above, summary.brier_above_se, "+.3f"),
        f"{summary.log_loss:.3f}",
    )


def _optimism(decisions: Decisions, belief: str) -> Iterator[tuple[str, int, float, float]]:
    """By kind, then of all: what a search predicts above fresh worlds of the same belief."""
    search, *others = PREDICTORS
    if search not in decisions.predictions or belief not in others:
        return
    for kind in (*KINDS, None):
        chosen = decisions.group(search, kind, None)
        if belief in decisions.predictions and len(chosen):
            fresh = decisions.group(belief, kind, None)
            above = mean_by_hand(chosen.mean - fresh.mean, chosen.hands)
            yield PLURALS[kind] if kind else "all", len(chosen), above.mean, above.se


def _echo_optimism(decisions: Decisions, belief: str) -> None:
    rows = [
        (label, f"{number}", with_error(mean, se, "+.2f"))
        for label, number, mean, se in _optimism(decisions, belief)
    ]
    if rows:
        echo_table(f"search above fresh worlds, {belief}", ("decisions", "points"), rows)


def _echo_bins(decisions: Decisions) -> None:
    """The bins of all predictors side by side."""
    columns = {name: win_bins(group) for name, group in decisions.predictions.items()}
    heads = [head for name in columns for head in (f"{name}: decisions", "predicted", "won")]
    rows = []
    for bins in zip(*columns.values(), strict=True):
        cells = [cell for each in bins for cell in _bin_cells(each)]
        rows.append((f"{bins[0].low:.1f} to {bins[0].high:.1f}", *cells))
    if rows:
        echo_table("chance to win", heads, rows)


def _bin_cells(part: Bin) -> Row:
    if not part.number:
        return "0", "", ""
    return f"{part.number}", f"{part.predicted:.3f}", with_error(part.won, part.won_se, ".3f")


def _predictions_json(decisions: Decisions) -> dict[str, Any]:
    predictors = {
        name: {
            "groups": [
                {"kind": kind or "all", "group": label, **asdict(summary)}
                for kind in (None, *KINDS)
                for label, summary in _groups(decisions, name, kind)
            ],
            "bins": {
                kind or "all": [
                    asdict(part) for part in win_bins(decisions.group(name, kind, None))
                ]
                for kind in (None, *KINDS)
            },
        }
        for name in decisions.predictions
    }
    return {"decisions": len(decisions.tricks), "predictors": predictors}


# Regret

_REGRET_HEADS = (
    "positions",
    "moves",
    "hold",
    "second moves",
    "same pair",
    "half width",
    "SE of leading",
    "choice loses",
    "best mean loses",
    "not the best",
)


def _regret_groups(
    compared: Sequence[Compared], kind: str | None = None
) -> Iterator[tuple[str, RegretSummary]]:
    """Summaries by trick, then of the kinds if none is given, then of all; none of empty ones."""
    chosen = [one for one in compared if kind in (None, one.kind)]
    tricks = sorted({one.trick for one in chosen})
    groups = [(f"{trick}", [one for one in chosen if one.trick == trick]) for trick in tricks]
    if kind is None:
        groups += [(PLURALS[each], [o for o in chosen if o.kind == each]) for each in KINDS]
    for label, group in (*groups, ("all", chosen)):
        if group:
            yield label, RegretSummary.of(group)


def _regret_row(label: str, summary: RegretSummary) -> Row:
    return (
        label,
        f"{summary.positions}",
        f"{summary.moves}",
        f"{100 * summary.holds:.1f}%",
        f"{100 * summary.second_holds:.1f}%",
        f"{100 * summary.pair_holds:.1f}%",
        f"{summary.width:.1f}",
        f"{summary.leading:.2f}",
        with_error(summary.regret, summary.regret_se, ".2f"),
        with_error(summary.best_regret, summary.best_regret_se, ".2f"),
        f"{100 * summary.wrong:.0f}%",
    )


if __name__ == "__main__":
    run(main)
