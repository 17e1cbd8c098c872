"""``pinochle equity``: the chance to win a game, by its score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.input.game_options import ahead_option, chips_option, target_option
from pinochle_solver.cli.input.options import card_count_option
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_option,
    refuse_table_options,
    rulebook_files,
    table_rules_options,
)
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of, replace_file
from pinochle_solver.equities.equity import Equity, equity
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.rules import Rulebook, Seat


@click.command(
    "equity",
    cls=PinochleCommand,
    example="pinochle equity 620/840 --dealer south",
    two_handed=("ahead", "chips", "svg"),
)
@click.argument("score", metavar="[SCORE]", required=False)
@click.option(
    "--dealer",
    metavar="SEAT",
    help="The next dealer: south, north and so on. Default: the mean of all.",
)
@any_rulebook_option
@rulebook_files
@table_rules_options
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
    score: str | None,
    dealer: str | None,
    rulebook: AnyRulebook,
    card_count: str | None,
    svg: Path | None,
    writer: Writer,
    table_options: str | None,
    four: bool,
    target: int | None,
    **options: Any,
) -> None:
    """Show the chances to win a game from SCORE, and the value of points there.

    SCORE is the game score before the next hand, south's points first: 620/840; in games for three
    and four those of each side or seat, from south on. The chances assume that all play like the
    default engine.
    """
    if not isinstance(rulebook, Rulebook):
        refuse_two_handed_options()
        from pinochle_solver.cli.table.deals import asked_table_rules
        from pinochle_solver.cli.table.equities import show_table_equity

        rules = asked_table_rules(rulebook, table_options, card_count, four)
        show_table_equity(rules, score, dealer, target, writer)
        return
    refuse_table_options(rulebook, table_options, four=four)
    count = None if card_count is None else COUNTS[card_count]
    try:
        deals = None if dealer is None else Seat.parse(dealer)
    except NotationError as error:
        raise click.UsageError(f"--dealer: {error.fact}") from None
    try:
        found = equity(score or "0/0", deals, rulebook, count=count, target=target, **options)
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
