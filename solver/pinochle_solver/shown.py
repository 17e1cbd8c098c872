"""How values are shown in a notebook: what the classes of positions and results inherit.

The views are in a room further up, which is imported when a notebook first asks for one. So that
room is named here by text.

May use: nothing.
"""

from importlib import import_module

_VIEWS = "pinochle_solver.notebook"


class ShownAsText:
    """A value that a notebook shows as a terminal does."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module(_VIEWS).html_of(self)
        return html


class ShownAsPicture:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        svg: str = import_module(_VIEWS).svg_of(self)
        return svg
