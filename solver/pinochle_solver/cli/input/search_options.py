"""Options that say how long, in how many worlds and on how many threads to search."""

from __future__ import annotations

from collections.abc import Callable

import click

from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import Decorated, Positive, Whole
from pinochle_solver.limits import MOST_SEED, MOST_WORLDS, Limits
from pinochle_solver.playoff.solver import MOST_THREADS

seed_option = click.option(
    "--seed",
    metavar="N",
    type=Whole(0, MOST_SEED),
    default=1,
    show_default=True,
    help="Another seed, other worlds.",
)


def seconds_option(text: str) -> Callable[[Decorated], Decorated]:
    """``--seconds``, given as `seconds`, with this help."""
    return click.option("--seconds", metavar="S", type=Positive(), help=text)


def with_kept_seconds(limits: Limits) -> Limits:
    """These, or the seconds of the settings where none of them ends a search."""
    kept = settings().seconds
    return limits if kept is None else limits.or_seconds(kept)


def worlds_option(text: str, least: int = 1) -> Callable[[Decorated], Decorated]:
    """``--worlds``, given as `worlds`, with this help."""
    return click.option("--worlds", metavar="N", type=Whole(least, MOST_WORLDS), help=text)


def threads_option(text: str) -> Callable[[Decorated], Decorated]:
    """``--threads``, given as `threads`, with this help."""
    return click.option("--threads", metavar="N", type=Whole(1, MOST_THREADS), help=text)


def check_one_limit(seconds: float | None, worlds: int | None) -> None:
    """Refuse `seconds` and `worlds` together: a `click.UsageError`."""
    if seconds is not None and worlds is not None:
        raise click.UsageError("--seconds or --worlds, not both")
