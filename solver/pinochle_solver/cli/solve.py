"""``pinochle solve``: exact values of playoff positions."""

from __future__ import annotations

import sys

import click

from pinochle_solver.cli.positions import open_positions, position_input


@click.command("solve")
@position_input
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(words: tuple[str, ...], file: str | None, strict: bool, as_json: bool) -> int:
    """Solve playoff positions: the exact value of every legal card and the best line."""
    import msgspec

    from pinochle_solver.playoff import solve_many

    with open_positions(words, file, strict) as positions:
        for solution in solve_many(positions):
            sys.stdout.buffer.write(msgspec.json.encode(solution.as_json()) + b"\n")
            sys.stdout.buffer.flush()
        return 2 if positions.failed else 0
