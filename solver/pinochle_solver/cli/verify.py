"""``pinochle verify``: the search against the whole space of a deal."""

from __future__ import annotations

import click

from pinochle_solver.cli import BAD_INPUT, CHECK_FAILED, DONE
from pinochle_solver.cli.options import json_lines
from pinochle_solver.cli.output import tell, write_json_line
from pinochle_solver.cli.positions import open_positions, position_input
from pinochle_solver.cli.progress import with_progress
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS, PlayoffPosition
from pinochle_solver.playoff.verify import MOST_CARDS, verify
from pinochle_solver.render.terminal import folded, notation, notation_width, output_width


@click.command("verify")
@position_input(*PLAYOFF_TOKENS)
@json_lines
def command(words: tuple[str, ...], files: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """Check the search of playoff positions against all states of their deals.

    Every state is valued backwards from the last card, and every bound the search proves on its
    way is compared with that value. Status 1 when one is wrong.
    """
    all_agree = True
    refused = False
    width = output_width()
    with open_positions(words, files, strict, PlayoffPosition.parse_line) as positions:
        for position in with_progress(positions, positions.total):
            place = positions.place_of_next()
            size = len(position.hand(position.turn))
            if size > MOST_CARDS:
                refused = True
                tell(f"{place}: {position.turn.text()}: {size} cards, too many")
                continue
            found = verify(position)
            all_agree &= found.agrees
            if as_json:
                write_json_line(found.as_json())
            else:
                verdict = "all agree" if found.agrees else f"{found.wrong:,} are wrong"
                sentence = (
                    f"  {found.states:,} states valued; {found.searched:,} searched and "
                    f"{found.answered} of the line compared: {verdict}"
                )
                click.echo(notation(position.text(), notation_width()))
                for line in folded(sentence, width):
                    click.echo(line)
        if positions.failed or refused:
            return BAD_INPUT
    return DONE if all_agree else CHECK_FAILED
