"""Is what the seats believe true? How the other seat behaves, and worlds inferred from its moves.

    python benchmarks/learning/posterior.py fit --hands 800 --header behaviour_weights.h
    python benchmarks/learning/posterior.py fit --hands 300 --rules glup --put-into weights/glup.npz
    python benchmarks/learning/posterior.py score --hands 120 --rules scarne
    python benchmarks/learning/posterior.py ranks --decisions 2000

``fit``: an engine plays fresh deals against itself. The weights of the policy's terms and the slips
are looked for under which its moves are likeliest (`Behaviour`), on three hands of four; how likely
they make the others is said, beside the behaviour that is believed in and the policy's own weights.
``--header FILE`` writes the weights; put it into ``ext/pinochle_solver/_core/networks/``, and the
slips into ``stock/behaviour.py``. ``--put-into FILE`` puts weights and slips of one rulebook among
what the package has learned of it (``solver/pinochle_solver/stock/weights``), if they explain the
moves held out better than what is believed in; with no fewer slips than the games of 48 cards have.

``score``: an engine plays fresh deals against itself, and what the seat to decide believes of the
other hand is compared with the truth: for each kind of unseen card the squared difference between
the share of its unseen copies that the other seat holds and the share believed, weighted by copies.
The share believed is taken from two independent samples, and the product of the differences, so
that the noise of finite worlds is taken out. Decisions before the first trick tell nothing.

``ranks``: hands are played by the behaviour itself, with the temperature and the slips that are
believed in. At one decision of each the truth is put among 63 deals, each the first of a chain of
its own: if these are drawn from the posterior, every rank is equally likely (simulation-based
calibration: Talts et al. 2018). A chi-square test of sixteen bins says whether they are.

All keep what is done in a file (``--resume``) and go on with it. Ctrl-C shows what there is, of
which ``fit`` writes nothing, and the status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from benchmarks.common.measurements import (
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
from benchmarks.learning.posterior_fit import (
    STEPS,
    Choices,
    HandChoices,
    Weighing,
    choices_of_hand,
    fitted,
    is_held_out,
)
from benchmarks.learning.posterior_hands import (
    STATISTICS,
    BeliefSettings,
    HandScores,
    Ranks,
    chi_square,
    mean_score,
    rank_decision,
    scores_of_hand,
)
from pinochle_solver import __version__
from pinochle_solver.cli.input.options import Positive
from pinochle_solver.engines.registry import DEFAULT, ENGINES
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.behaviour import FITTED
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.nets import behaviour_weights_of, weights_of

Function = TypeVar("Function", bound=Callable[..., Any])


def _shared(function: Function) -> Function:
    """The options of all commands."""
    for option in (
        json_option,
        processes_option,
        resume_option,
        click.option("--seed", default=1, show_default=True),
        click.option("--rules", default="all", show_default=True, callback=rulebook_names),
    ):
        function = option(function)
    return function


def _of_hands(function: Function) -> Function:
    """The options of hands that an engine plays."""
    for option in (
        click.option(
            "--at-random",
            default=0.0,
            show_default=True,
            type=click.FloatRange(0, 1),
            help="In what share of its decisions the engine makes any move.",
        ),
        click.option("--worlds", type=click.IntRange(1), help="Of each search; 64 if none."),
        click.option("--seconds", type=Positive(), help="Of each search."),
        click.option("--engine", default=DEFAULT, show_default=True, type=click.Choice(ENGINES)),
        click.option("--hands", default=100, show_default=True, type=click.IntRange(1)),
    ):
        function = option(function)
    return function


def _settings(
    rules: tuple[str, ...],
    seed: int,
    engine: str,
    worlds: int | None,
    seconds: float | None,
    at_random: float,
) -> BeliefSettings:
    if worlds is not None and seconds is not None:
        raise click.UsageError("--worlds or --seconds, not both")
    if engine == DEFAULT and worlds is None and seconds is None:
        worlds = 64
    return BeliefSettings(
        rules=rules, engine=engine, worlds=worlds, seconds=seconds, at_random=at_random, seed=seed
    )


@click.group(help=(__doc__ or "").splitlines()[0])
def main() -> None:
    """Three parts, each a command."""


@main.command()
@click.option("--header", "file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--put-into",
    "learned",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file of what is learned of the rulebook.",
)
@click.option("--steps", default=STEPS, show_default=True, type=click.IntRange(1))
@_of_hands
@_shared
def fit(
    hands: int,
    file: Path | None,
    learned: Path | None,
    steps: int,
    resume: Path | None,
    processes: int,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the behaviour under which an engine's moves are likeliest."""
    settings = _settings(**options)
    if learned is not None and len(settings.rules) > 1:
        raise click.UsageError("--put-into: expected one rulebook, --rules NAME")
    rules = _of_the_same_weights(settings.rules)
    header = _header("fit", asdict(settings))
    work = partial(choices_of_hand, settings=settings)
    records = gathered(work, hands, HandChoices, header, resume, processes)
    finished = len(records) == hands
    if not any(not is_held_out(each) and each.choices for each in records):
        if as_json:
            click.echo(json_text({**header, "hands": len(records)}))
        else:
            echo_head(header, f"{len(records)} hands, none to learn from", finished)
        end_command(finished)
    found = fitted(records, Weighing.of_policy(rules), steps)
    put = found.to_be_believed()
    logs = _mean_logs(
        records,
        settings.rules,
        {
            "the policy's own weights": Weighing.of_policy(rules),
            _BELIEVED: Weighing.believed_in(rules),
            "fitted": found,
            _FITTED: put,
        },
    )
    is_better = logs[_FITTED].get(_HELD_OUT, 0.0) > logs[_BELIEVED].get(_HELD_OUT, 0.0)
    if file is not None and finished:
        _writing("--header", file, partial(file.write_text, found.header()))
    if learned is not None and is_better and finished:
        _writing("--put-into", learned, partial(put.put_into, learned))
    if as_json:
        fit = {"slips": found.slips, "last_slips": found.last_slips, "mean_log": logs}
        click.echo(json_text({**header, "hands": len(records), **fit, "better": is_better}))
        end_command(finished)
    echo_head(header, f"{len(records)} hands", finished)
    click.echo(f"fitted: slips={found.slips:.4f}, last_slips={found.last_slips:.3f}\n")
    echo_table(
        "mean log likelihood of a move",
        tuple(logs[_FITTED]),
        ((name, *(f"{log:.4f}" for log in row.values())) for name, row in logs.items()),
    )
    if learned is not None and finished:
        done = "the fitted are in it" if is_better else "left as it is, the fitted are no better"
        click.echo(f"\n{learned}: {done}")
    end_command(finished)


_BELIEVED, _HELD_OUT = "believed in", "held out"
_FITTED = f"fitted, slips of at least {FITTED.slips} and {FITTED.last_slips}"


def _of_the_same_weights(names: tuple[str, ...]) -> Rulebook:
    """One of some rulebooks, all of which have the same weights; refuses others."""
    books = [RULEBOOKS[name] for name in names]
    for book in books if len(books) > 1 else ():
        if any(of(book, book.count) is not None for of in (weights_of, behaviour_weights_of)):
            raise click.UsageError(f"--rules: {book.name} has weights of its own, fit it alone")
    return books[0]


def _mean_logs(
    records: Sequence[HandChoices], rules: tuple[str, ...], behaviours: Mapping[str, Weighing]
) -> dict[str, dict[str, float]]:
    """For each behaviour how likely the moves are in each part of the hands that there is."""
    parts = {
        "learned from": [each for each in records if not is_held_out(each)],
        _HELD_OUT: [each for each in records if is_held_out(each)],
    }
    if len(rules) > 1:
        parts |= {name: [each for each in parts[_HELD_OUT] if each.rules == name] for name in rules}
    choices = {name: Choices(part) for name, part in parts.items() if part}
    return {
        name: {part: its.mean_log(behaviour) for part, its in choices.items()}
        for name, behaviour in behaviours.items()
    }


def _writing(option: str, file: Path, write: Callable[[], object]) -> None:
    """Write a file; what is wrong is told in one line."""
    try:
        write()
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        raise click.ClickException(f"{option}: {what}: {file}") from None


@main.command()
@_of_hands
@_shared
def score(hands: int, resume: Path | None, processes: int, as_json: bool, **options: Any) -> None:
    """Compare what is believed of the other hand with what it holds."""
    settings = _settings(**options)
    header = _header("score", asdict(settings))
    work = partial(scores_of_hand, settings=settings)
    records = gathered(work, hands, HandScores, header, resume, processes)
    finished = len(records) == hands
    rows = [
        (f"{first} to {last}" if last < 99 else "all", first, last)
        for first, last in ((1, 99), (1, 4), (5, 8), (9, 12))
    ]
    table = {
        label: [mean_score(records, kind, first, last) for kind in (*BELIEFS, None)]
        for label, first, last in rows
    }
    if as_json:
        groups = [
            {"tricks": label, **dict(zip((*BELIEFS, "gain"), map(list, means), strict=True))}
            for label, means in table.items()
        ]
        click.echo(json_text({**header, "hands": len(records), "groups": groups}))
        end_command(finished)
    echo_head(header, f"{len(records)} hands", finished)
    echo_table(
        "after trick",
        (*BELIEFS, "uniform less inferred"),
        ((label, *(with_error(*mean, ".4f") for mean in means)) for label, means in table.items()),
    )
    end_command(finished)


@main.command()
@click.option("--decisions", default=2000, show_default=True, type=click.IntRange(1))
@_shared
def ranks(
    decisions: int,
    rules: tuple[str, ...],
    seed: int,
    resume: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    """Put the truth among worlds that are drawn, where the other seat behaves as is believed."""
    header = _header("ranks", {"rules": rules, "seed": seed})
    work = partial(rank_decision, rules=rules, seed=seed)
    records = gathered(work, decisions, Ranks, header, resume, processes)
    finished = len(records) == decisions
    found = {name: chi_square(records, name) for name in STATISTICS}
    if as_json:
        tests = {name: list(test) for name, test in found.items()}
        click.echo(json_text({**header, "decisions": len(records), "chi_square": tests}))
        end_command(finished)
    echo_head(header, f"{len(records)} decisions", finished)
    echo_table(
        "rank of the true",
        ("chi-square, 15 degrees of freedom", "chance to be so high"),
        (
            (name, number_text(value, ".1f"), number_text(chance, ".3f"))
            for name, (value, chance) in found.items()
        ),
    )
    end_command(finished)


def _header(measured: str, settings: dict[str, Any]) -> dict[str, Any]:
    """What the figures depend on."""
    return {"measured": measured, "version": __version__, **settings}


if __name__ == "__main__":
    run(main)
