"""``pinochle show``: check positions and show them."""

from __future__ import annotations

from typing import Any

import click

from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.options import ascii_only, json_lines
from pinochle_solver.cli.output import write_json_line
from pinochle_solver.cli.positions import open_positions, position_input
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position, parse_position
from pinochle_solver.notation.stock_position import STOCK_TOKENS


@click.command("show")
@position_input(*STOCK_TOKENS)
@json_lines
@ascii_only
def command(
    words: tuple[str, ...], files: tuple[str, ...], strict: bool, as_json: bool, ascii_only: bool
) -> int:
    """Check positions; print the canonical line and a readable view of each."""
    with open_positions(words, files, strict, parse_position) as positions:
        if as_json:
            for position in positions:
                write_json_line(_as_json(position))
        else:
            from pinochle_solver.render.renderer import Renderer

            renderer = Renderer(ascii_only)
            for number, position in enumerate(positions):
                if number:
                    renderer.line()
                renderer.notation(position.text())
                if isinstance(position, PlayoffPosition):
                    renderer.position(position)
                else:
                    renderer.stock_position(position)
        return BAD_INPUT if positions.failed else DONE


def _as_json(position: Position) -> dict[str, Any]:
    if isinstance(position, PlayoffPosition):
        return {"position": position.text(), "outstanding": position.outstanding}
    return {
        "position": position.text(),
        "tricks": position.completed_tricks,
        "unseen": position.unseen.text(),
    }
