"""``pinochle show``: check positions and show them."""

from __future__ import annotations

import click

from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.options import ascii_only, json_lines
from pinochle_solver.cli.output import write_json_line
from pinochle_solver.cli.positions import open_positions, position_input


@click.command("show")
@position_input
@json_lines
@ascii_only
def command(
    words: tuple[str, ...], files: tuple[str, ...], strict: bool, as_json: bool, ascii_only: bool
) -> int:
    """Check positions; print the canonical line and a readable view of each."""
    with open_positions(words, files, strict) as positions:
        if as_json:
            for position in positions:
                write_json_line({"position": position.text(), "outstanding": position.outstanding})
        else:
            from pinochle_solver.render import Renderer

            renderer = Renderer(ascii_only)
            for number, position in enumerate(positions):
                if number:
                    renderer.line()
                renderer.line(position.text())
                renderer.position(position)
        return BAD_INPUT if positions.failed else DONE
