"""``pinochle verify``: the search against the whole space of a deal."""

from __future__ import annotations

from functools import partial

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.output.progress import with_progress
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS, PlayoffPosition
from pinochle_solver.playoff.verify import MOST_CARDS, verify


@click.command(
    "verify",
    cls=PinochleCommand,
    example="pinochle deal --playoff 5 --seed 7 | pinochle verify",
)
@position_input(*PLAYOFF_TOKENS)
@partial(writes, symbols=False)
def command(source: PositionSource, writer: Writer) -> int:
    """Check the search of playoff positions against all states of their deals.

    Every state is valued backwards from the last card, and every bound the search proves on its
    way is compared with that value. Status 1 when one is wrong.
    """
    all_agree = True
    refused = False
    with open_positions(source, PlayoffPosition.parse_line) as positions:
        for position in with_progress(positions, positions.total):
            place = positions.place_of_next()
            size = len(position.hand(position.turn))
            if size > MOST_CARDS:
                refused = True
                tell(
                    f"{place}: {position.turn.text()}: {size} cards, expected at most {MOST_CARDS}"
                )
                continue
            verification = verify(position)
            all_agree &= verification.agrees
            writer.write(verification)
        if positions.failed or refused:
            return BAD_INPUT
    return DONE if all_agree else CHECK_FAILED
