"""How strong the opponent is: a level by name, by points, or the player's own, from reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.options import Decorated
from pinochle_solver.engines.levels import LEAST, MOST, NAMED, Level
from pinochle_solver.errors import NotationError, quoted

if TYPE_CHECKING:
    from pinochle_solver.reviews.own_level import PlayerLevel

MINE = "mine"
_NAMES = f"{', '.join(NAMED)} or a number"
_HOW = "add --reviews FILE, with hands that pinochle review --annotate FILE has reviewed"


def level_options(command: Decorated) -> Decorated:
    """Give a command its `level` and `reviews`."""
    known = ", ".join(f"{name} ({points:g})" for name, points in NAMED.items())
    command = click.option(
        "--reviews",
        metavar="FILE",
        multiple=True,
        shell_complete=completion.files,
        help="With --level mine: your hands as pinochle review --annotate or --json wrote them. "
        "May be given several times.",
    )(command)
    return click.option(
        "--level",
        metavar="LEVEL",
        shell_complete=completion.names((*NAMED, MINE)),
        help="How strong the opponent is, by the points that it loses a decision: "
        f"{known}, a number from {LEAST:g} to {MOST:g}, or mine, as strong as you. At a table of "
        "three or four all others have it, by the points of 500 at stake.",
    )(command)


def asked_level(text: str | None, files: Sequence[str]) -> tuple[Level | None, PlayerLevel | None]:
    """The level that is asked for, None for none, and for ``mine`` what it was taken from.

    Args:
        text: the value of ``--level``.
        files: those of ``--reviews``.

    Raises:
        click.UsageError: for no level, and for ``mine`` without reviews of one's own.
        click.ClickException: for a file that cannot be read or holds no review.
    """
    if text is None or text.lower() != MINE:
        if files:
            raise click.UsageError("--reviews: goes with --level mine")
        return None if text is None else _of_text(text), None
    if not files:
        raise click.UsageError(f"--level mine: {_HOW}")
    from pinochle_solver.cli.input.reviewed_files import own_level  # most users ask for a number

    own = own_level(files)
    return Level.nearest(own.points.mean), own


def asked_table_level(text: str | None) -> Level | None:
    """The level that is asked for at a table of three or four, None for none.

    Raises:
        click.UsageError: for no level, and for ``mine``.
    """
    if text is not None and text.lower() == MINE:
        raise click.UsageError(f"--level mine: goes with the two-handed game only. Type {_NAMES}")
    return None if text is None else _of_text(text)


def _of_text(text: str) -> Level:
    try:
        return Level.parse(text)
    except NotationError:
        known = ", ".join((*NAMED, MINE))
        fact = f"{quoted(text)}, expected {known}, or points lost a decision, {LEAST:g} to {MOST:g}"
        raise click.UsageError(f"--level: {fact}") from None
