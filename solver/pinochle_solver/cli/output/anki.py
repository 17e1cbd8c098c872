"""Decisions as cards for Anki, in the text format that it imports.

docs.ankiweb.net has it under "Text Files".
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from html import escape
from io import BytesIO, TextIOWrapper

from pinochle_solver.ledger.answers import KeptDecision
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.all_games import (
    AnyPosition,
    is_table_position,
    parse_any_position,
)

# The first field of a note tells Anki which one it is: to import it again changes it.
_HEAD = "#separator:tab\n#html:true\n#columns:ID\tFront\tBack\tTags\n#tags column:4\n"
_STYLE = "text-align:left;font-family:monospace"


def anki_text(decisions: Iterable[KeptDecision], rulebooks: KnownRulebooks) -> str:
    """The file: a note for each position, with what was done, best and lost on its back.

    Args:
        decisions: marked ones.
        rulebooks: by which their positions are read.
    """
    notes = {each.position: _note(each, rulebooks) for each in decisions}
    return _HEAD + "".join(notes.values())


def _note(decision: KeptDecision, rulebooks: KnownRulebooks) -> str:
    position = parse_any_position(decision.position, rulebooks)
    front = f'<pre style="{_STYLE}">{_in_a_line(_shown(position))}</pre>'
    back = [
        f"<b>{escape(decision.best)}</b>",
        f"{escape(decision.player)}: {escape(decision.played)} {decision.mark or ''}, "
        f"{escape(decision.lost)}",
    ]
    if decision.reason:
        back.append(escape(f"{decision.best} {decision.reason}"))
    tags = ["pinochle", decision.kind, decision.rulebook.partition(" ")[0]]
    name = blake2b(decision.position.encode(), digest_size=8).hexdigest()
    return "\t".join([name, front, "<br>".join(back), " ".join(tags)]) + "\n"


def _shown(position: AnyPosition) -> str:
    """The position as a terminal shows it."""
    output = TextIOWrapper(BytesIO(), encoding="utf-8")
    if is_table_position(position):
        from pinochle_solver.render.table.renderer import TableRenderer

        tables = TableRenderer(output, color=False)
        tables.play_as(position.turn, position.names)
        tables.play_table(position, position.turn)
    else:
        from pinochle_solver.render.renderer import Renderer

        Renderer(output, color=False).explored_position(position)
    output.seek(0)
    return output.read().strip("\n")


def _in_a_line(text: str) -> str:
    return escape(text).replace("\t", " ").replace("\n", "<br>")
