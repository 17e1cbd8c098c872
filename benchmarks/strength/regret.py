r"""What engines lose a decision, measured by the cards that were really there.

    python benchmarks/strength/regret.py default \
        "$(python benchmarks/strength/release.py 74d4727)" --decisions 5000

Engines are written as for ``pinochle match``. Decisions of hands of every rulebook are put to all
of them. A move is valued by playing on with the policy in worlds of the true hand, and an engine
loses what its move comes to less than the best of the moves chosen, in points of the final
difference. That best move is known with hindsight, so that an engine alone loses nothing, and the
losses say little by themselves. Their differences do: *A over B* is what A's choices gain
over B's. Errors are standard errors by hand.

``--resume FILE`` keeps what is done and goes on with it; Ctrl-C prints what there is, and the
status is 130. With ``--worlds`` the figures depend on the settings alone, not on the number of
processes.
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
from math import ceil
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import click
import numpy as np

from benchmarks.common.hand_means import Floats, mean_by_hand
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
from benchmarks.strength.regret_hands import (
    DECISIONS_OF_A_HAND,
    DecisionLosses,
    HandLosses,
    LossSettings,
    measure_hand,
)
from pinochle_solver import __version__
from pinochle_solver.cli.input.options import Positive
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.external import engine_name
from pinochle_solver.errors import NotationError, visible
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.stock.estimates import Estimate

DEFAULT_SECONDS = 0.1
THIRDS = ("first third of the stock", "second third", "last third")
_START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class LossSummary:
    """Some decisions summed up.

    Attributes:
        hands: of how many hands they are,
        decisions: how many they are,
        disputed: and in what share of them not all engines chose the same.
        losses: the mean loss of each engine, and its standard error.
        gains: what the first engine loses less than each other one, and the standard error of that.
    """

    hands: int
    decisions: int
    disputed: float
    losses: list[Estimate]
    gains: list[Estimate]

    @classmethod
    def of(cls, decisions: Sequence[tuple[int, DecisionLosses]]) -> LossSummary:
        """Sum up decisions, each with the number of its hand; at least one."""
        hands = np.array([number for number, _ in decisions], np.int64)
        losses: Floats = np.array([each.losses for _, each in decisions], np.float64)
        return cls(
            hands=len(np.unique(hands)),
            decisions=len(decisions),
            disputed=float(np.mean([each.is_disputed for _, each in decisions])),
            losses=[mean_by_hand(column, hands) for column in losses.T],
            gains=[mean_by_hand(column - losses[:, 0], hands) for column in losses.T[1:]],
        )


def groups(hands: Sequence[HandLosses]) -> Iterator[tuple[str, LossSummary]]:
    """Summaries by rulebook, by third of the stock phase, and of all; none of empty ones."""
    decisions = [(hand, decision) for hand in hands for decision in hand.decisions]
    parts = [
        *((name, [each for each in decisions if each[0].rules == name]) for name in RULEBOOKS),
        *(
            (label, [each for each in decisions if _third(*each) == place])
            for place, label in enumerate(THIRDS)
        ),
        ("all", decisions),
    ]
    for label, part in parts:
        if part:
            yield label, LossSummary.of([(hand.number, decision) for hand, decision in part])


def _third(hand: HandLosses, decision: DecisionLosses) -> int:
    """The third of the stock phase that a decision belongs to, from 0."""
    return (decision.trick - 1) * len(THIRDS) // RULEBOOKS[hand.rules].deck.stock_tricks


def _specs(
    _context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]
) -> tuple[PlayerSpec, ...]:
    if not 2 <= len(texts) <= len(ascii_uppercase):
        raise click.BadParameter("expected two engines or more")
    try:
        return tuple(map(PlayerSpec.parse, texts))
    except NotationError as error:
        raise click.BadParameter(error.fact) from None


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("engines", nargs=-1, required=True, callback=_specs)
@click.option(
    "--decisions",
    default=5000,
    show_default=True,
    type=click.IntRange(1),
    help=f"Rounded up to whole hands, of {DECISIONS_OF_A_HAND} each.",
)
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option("--seconds", type=Positive(), help=f"For each; {DEFAULT_SECONDS:g} without --worlds.")
@click.option("--worlds", type=click.IntRange(1), help="For each, instead of --seconds.")
@click.option(
    "--valued-in",
    default=128,
    show_default=True,
    type=click.IntRange(1),
    help="Worlds of the true hand in which moves are valued.",
)
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
@json_option
def main(
    engines: tuple[PlayerSpec, ...],
    decisions: int,
    rules: tuple[str, ...],
    seconds: float | None,
    worlds: int | None,
    valued_in: int,
    seed: int,
    resume: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    if seconds is not None and worlds is not None:
        raise click.UsageError("--worlds or --seconds, not both")
    settings = LossSettings(
        engines=tuple(spec.text() for spec in engines),
        names=tuple(map(_name, engines)),
        rules=rules,
        seconds=DEFAULT_SECONDS if seconds is None and worlds is None else seconds,
        worlds=worlds,
        valued_in=valued_in,
        seed=seed,
    )
    header = {"measured": "regret", "version": __version__, **asdict(settings)}
    wanted = ceil(decisions / DECISIONS_OF_A_HAND)
    work = partial(measure_hand, settings=settings)
    try:
        hands = gathered(work, wanted, HandLosses, header, resume, processes)
    except EngineError as error:
        raise click.ClickException(visible(str(error))) from None
    finished = len(hands) == wanted
    if as_json:
        summaries = [{"group": label, **asdict(summary)} for label, summary in groups(hands)]
        done = {"hands": len(hands), "finished": finished, "groups": summaries}
        click.echo(json_text({**header, **done}))
    else:
        _echo(hands, header, finished)
    end_command(finished)


def _name(spec: PlayerSpec) -> str:
    """What an engine calls itself; an external one has to answer."""
    if spec.command is None:
        return spec.text()
    try:
        return engine_name(spec.command, _START_SECONDS)
    except EngineError as error:
        raise click.ClickException(visible(f"{spec.text()}: {error}")) from None


def _echo(hands: Sequence[HandLosses], header: dict[str, Any], finished: bool) -> None:
    """Write the tables."""
    settings = {key: value for key, value in header.items() if key not in ("engines", "names")}
    echo_head(settings, f"{len(hands)} hands", finished)
    letters = ascii_uppercase[: len(header["engines"])]
    for letter, engine, name in zip(letters, header["engines"], header["names"], strict=True):
        click.echo(f"{letter}: {engine}" if name == engine else f"{letter}: {engine} ({name})")
    heads = [
        "decisions",
        "disputed",
        *(f"{letter} loses" for letter in letters),
        *(f"{letters[0]} over {letter}" for letter in letters[1:]),
    ]
    echo_table("points a decision", heads, (_row(*group) for group in groups(hands)))
    if hands:
        of_a_seat = np.mean([hand.made for hand in hands]) / 2
        click.echo(f"\nA seat makes {of_a_seat:.1f} decisions a hand.")


def _row(label: str, summary: LossSummary) -> Row:
    return (
        label,
        f"{summary.decisions}",
        f"{100 * summary.disputed:.0f}%",
        *(with_error(loss.mean, loss.se, ".2f") for loss in summary.losses),
        *(with_error(gain.mean, gain.se, "+.2f") for gain in summary.gains),
    )


if __name__ == "__main__":
    run(main)
