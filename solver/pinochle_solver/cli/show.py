"""``pinochle show``: check positions and show them."""

from __future__ import annotations

import click

from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.writers import Writer, writes
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.stock_position import STOCK_TOKENS


@click.command("show")
@position_input(*STOCK_TOKENS)
@writes
def command(source: PositionSource, writer: Writer) -> int:
    """Check positions; print the canonical line and a readable view of each."""
    with open_positions(source, parse_position) as positions:
        for position in positions:
            writer.write(position)
        return BAD_INPUT if positions.failed else DONE
