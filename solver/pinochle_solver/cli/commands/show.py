"""``pinochle show``: check positions and show them."""

from __future__ import annotations

from pathlib import Path

import click

from pinochle_solver.cli import BAD_INPUT, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.output.writers import Writer, writes_tables
from pinochle_solver.cli.whole_files import fact_of, replace_file
from pinochle_solver.notation.stock_position import STOCK_TOKENS
from pinochle_solver.notation.table.all_games import (
    AnyPosition,
    is_table_position,
    parse_any_position,
)


@click.command(
    "show",
    cls=PinochleCommand,
    example="pinochle show AS AS TS 9S KH QH QC QC JC JC 9C 9C up 9S",
)
@position_input(*STOCK_TOKENS, tables=True)
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    shell_complete=completion.files,
    help="Also draw each position: the first to FILE, such as a.svg, the next to a-2.svg and so "
    "on.",
)
@writes_tables
def command(source: PositionSource, svg: Path | None, writer: Writer) -> int:
    """Check positions; print the canonical line and a readable view of each."""
    with open_positions(source, parse_any_position) as positions:
        for number, position in enumerate(positions, start=1):
            if svg is not None:
                _draw(svg if number == 1 else svg.with_stem(f"{svg.stem}-{number}"), position)
            writer.write(position)
        return BAD_INPUT if positions.failed else DONE


def _draw(path: Path, position: AnyPosition) -> None:
    if is_table_position(position):
        from pinochle_solver.board.round_table import round_table_picture

        drawn = round_table_picture(position)
    else:
        from pinochle_solver.board.table_pictures import position_picture

        drawn = position_picture(position)
    try:
        replace_file(path, drawn)
    except OSError as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None
