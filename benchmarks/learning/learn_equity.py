"""Make the equity table of a rulebook: what both seats score in a hand, as chances.

    python benchmarks/learning/learn_equity.py scarne [--hands 500000] [--engine-hands 2000] ...

The learned policy plays hands against itself. They are weighed so that the means of the dealer's
points and of the other's, their variances and their covariance are those of hands of the default
engine: the weights that do this and change least else (exponential tilting). The chances of every
pair of scores are written to where the package has them,
``solver/pinochle_solver/equities/hands``; the games themselves are worked out from them when they
are asked for (``equities/tables.py``). The hands of the engine are kept in a file (``--resume``),
and the same command goes on from there. Ctrl-C ends it with status 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from io import BytesIO
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    processes_option,
    resume_option,
)
from benchmarks.common.starting import run
from benchmarks.learning.equity_hands import (
    PlayedHand,
    engine_settings,
    hand_of_engine,
    hands_of_policy,
    playoffs_told,
)
from benchmarks.learning.equity_statistics import (
    Moments,
    chances_of,
    in_chips,
    moments_of,
    weights_for,
)
from pinochle_solver import RULEBOOKS, Rulebook, __version__

WRITTEN = Path(__file__).parents[2] / "solver" / "pinochle_solver" / "equities" / "hands"
_FINE_STEP = 5
_FEWEST = 10
"""Of fewer hands of the engine there are no moments to speak of."""
_UNITS = 1 << 28


def step_of(rules: Rulebook) -> int:
    """How many points the lines of the grid lie apart: melds lie on them, where these are large."""
    return rules.meld_unit if rules.meld_unit > 1 else _FINE_STEP


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("name", metavar="RULEBOOK", type=click.Choice(tuple(RULEBOOKS)))
@click.option("--hands", default=500_000, show_default=True, type=click.IntRange(100))
@click.option(
    "--engine-hands",
    default=2_000,
    show_default=True,
    type=click.IntRange(0),
    help="0: the hands of the policy as they are.",
)
@click.option("--worlds", default=32, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=91, show_default=True)
@click.option("--estimate", is_flag=True, help="Estimate the policy's playoffs, not solve them.")
@resume_option
@processes_option
def main(
    name: str,
    hands: int,
    engine_hands: int,
    worlds: int,
    seed: int,
    estimate: bool,
    resume: Path | None,
    processes: int,
) -> None:
    """Play, weigh and write, as the head of this file says."""
    if 0 < engine_hands < _FEWEST:
        raise click.BadParameter(
            f"{engine_hands}, expected 0 or {_FEWEST} at least", param_hint="--engine-hands"
        )
    settings = engine_settings(name, worlds, seed)
    header = {"measured": "equity", "version": __version__, **asdict(settings)}
    work = partial(hand_of_engine, settings=settings)
    played = gathered(work, engine_hands, PlayedHand, header, resume, processes)
    if len(played) < engine_hands:
        end_command(finished=False)
    rules = RULEBOOKS[name]
    of_policy = hands_of_policy(rules, seed, hands, solve_playoffs=not estimate)
    before = wanted = moments_of(of_policy.points)
    if played:
        of_engine = [[sum(hand.dealer), sum(hand.other)] for hand in played]
        wanted = moments_of(np.array(of_engine, np.float64))
    try:
        weights = weights_for(of_policy.points, wanted)
    except ValueError as error:
        raise click.ClickException(f"{error}: more hands are needed") from None
    step = step_of(rules)
    arrays: dict[str, NDArray[np.generic]] = {"step": np.array(step, np.int32)}
    kinds = {"points": of_policy.points}
    if rules.game.chips_up_from:
        rounded = in_chips(of_policy.tricks, rules.game.chips_up_from)
        kinds["chips"] = of_policy.melds.astype(np.int64) + rounded
    for kind, points in kinds.items():
        chances, ties = chances_of(points, weights, step)
        arrays[f"{kind}.chances"] = np.rint(chances * _UNITS).astype(np.uint32)
        arrays[f"{kind}.ties"] = np.array(ties)
    file = BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    path = WRITTEN / f"{name}.npz"
    path.write_bytes(file.getvalue())
    after = moments_of(of_policy.points, weights)
    told = header | {"playoffs": playoffs_told(estimate)}
    echo_head(told, f"{hands} hands of the policy", finished=True)
    _echo_moments({"policy": before, "engine": wanted, "written": after})
    effective = weights.sum() ** 2 / (weights**2).sum()
    checksum = hashlib.sha256(file.getvalue()).hexdigest()[:16]
    click.echo(f"\n{effective:,.0f} hands by weight, {len(file.getvalue()):,} bytes, {checksum}")


def _echo_moments(moments: dict[str, Moments]) -> None:
    def texts(each: Moments) -> Sequence[str]:
        return (*(f"{value:.1f}" for value in (*each.means, *each.deviations)), f"{each.both:.3f}")

    heads = ("dealer", "other", "SD dealer", "SD other", "correlation")
    echo_table("points of a hand", heads, ((name, *texts(each)) for name, each in moments.items()))


if __name__ == "__main__":
    run(main)
