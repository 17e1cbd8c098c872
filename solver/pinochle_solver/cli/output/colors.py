"""Whether what is shown is coloured: ``--color``, the settings, or what the terminal can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinochle_solver.cli.input.kept_settings import COLORS, settings

if TYPE_CHECKING:
    from rich.console import Console

_ASKED = dict(zip(COLORS, (None, True, False), strict=True))


def color_option() -> click.Option:
    """``--color``; what it says is kept in the context, where `asked_color` finds it."""
    return click.Option(
        ["--color"],
        type=click.Choice(COLORS, case_sensitive=False),
        expose_value=False,
        is_eager=True,
        callback=_keep,
        help="Colours: auto has them on a terminal, unless NO_COLOR is set.",
    )


def _keep(ctx: click.Context, _: click.Parameter, asked: str | None) -> None:
    # Every command comes by here: settings that cannot be read are told by all alike.
    ctx.color = _ASKED[asked or settings(ctx).color]


def asked_color() -> bool | None:
    """Whether to colour what the current command shows; None where the terminal says it."""
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else ctx.color


def error_console() -> Console:
    """Standard error, for passing lines."""
    from rich.console import Console

    if asked_color() is False:
        return Console(stderr=True, color_system=None)
    return Console(stderr=True, no_color=False if asked_color() else None)
