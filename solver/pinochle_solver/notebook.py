"""Views of values in notebooks: the pictures of `board`, and the text of `render` as HTML.

May use: board, equities, notation, render.
"""

from __future__ import annotations

from html import escape
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING

from pinochle_solver.notation.known_rulebooks import is_two_handed

if TYPE_CHECKING:
    from pinochle_solver.equities.equity import Equity
    from pinochle_solver.notation.position_lines import Position
    from pinochle_solver.render.page import Page

# Tables need their lines to meet.
_STYLE = "line-height:1.25;white-space:pre"


def html_of(value: object) -> str:
    """A value as the command line shows it, with suit symbols and without colours."""
    from pinochle_solver.render.page import views_of

    kind = type(value)
    page = _page(kind)
    output = TextIOWrapper(BytesIO(), encoding="utf-8")
    getattr(page(output, color=False), views_of(page)[kind.__name__].name)(value)
    output.seek(0)
    return f'<pre style="{_STYLE}">{escape(output.read().strip(), quote=False)}</pre>'


def _page(kind: type) -> type[Page]:
    """What shows values of a class; a two-handed one loads nothing of the table games."""
    if is_two_handed(kind):
        from pinochle_solver.render.renderer import Renderer

        return Renderer
    from pinochle_solver.render.table.renderer import TableRenderer

    return TableRenderer


def svg_of(value: Position | Equity) -> str:
    """The picture of a position, or of the chances to win at every score."""
    from pinochle_solver.board.equity_picture import equity_picture
    from pinochle_solver.board.table_pictures import position_picture
    from pinochle_solver.equities.equity import Equity

    return equity_picture(value) if isinstance(value, Equity) else position_picture(value)
