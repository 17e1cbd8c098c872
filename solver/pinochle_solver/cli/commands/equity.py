"""``pinochle equity``: the chance to win a game, by its score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.game_options import ahead_option, chips_option, target_option
from pinochle_solver.cli.input.options import card_count_option
from pinochle_solver.cli.input.rulebooks import rulebook_files, rulebook_option
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of, replace_file
from pinochle_solver.equities.equity import Equity, equity
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.rules import Rulebook, Seat


@click.command(
    "equity",
    cls=PinochleCommand,
    example="pinochle equity 620/840 --dealer south",
)
@click.argument("score", metavar="[SCORE]", default="0/0")
@click.option(
    "--dealer",
    metavar="SEAT",
    help="The next dealer, south or north. Default: the mean of both.",
)
@rulebook_option
@rulebook_files
@card_count_option()
@target_option()
@ahead_option()
@chips_option()
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw the table to FILE.",
)
@writes
def command(
    score: str,
    dealer: str | None,
    rulebook: Rulebook,
    card_count: str | None,
    svg: Path | None,
    writer: Writer,
    **options: Any,
) -> None:
    """Show the chances to win a game from SCORE, and the value of points there.

    SCORE is the game score before the next hand, south's points first: 620/840. The chances assume
    that both players play like the default engine.
    """
    count = None if card_count is None else COUNTS[card_count]
    try:
        deals = None if dealer is None else Seat.parse(dealer)
    except NotationError as error:
        raise click.UsageError(f"--dealer: {error.fact}") from None
    try:
        found = equity(score, deals, rulebook, count=count, **options)
    except PositionError as error:
        raise click.ClickException(str(error)) from None
    if found.is_modelled:
        tell(f"rules: no hands of {rulebook.name} were played for this; what they bring is a guess")
    if svg is not None:
        _draw(found, svg)
    writer.write(found)


def _draw(found: Equity, file: Path) -> None:
    from pinochle_solver.board.equity_picture import equity_picture

    try:
        replace_file(file, equity_picture(found))
    except OSError as error:
        raise click.ClickException(f"{file}: {fact_of(error)}") from None
