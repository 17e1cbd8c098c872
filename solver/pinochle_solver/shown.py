"""How values are shown in notebooks and plotted: what positions and results inherit.

What draws them is in rooms further up, which are imported when first asked for. So those rooms are
named here by text.

May use: nothing.
"""

from importlib import import_module
from typing import Any

_VIEWS = "pinochle_solver.notebook"
_PLOTS = "pinochle_solver.plots"


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


class Plotted:
    """A value that can be plotted."""

    __slots__ = ()

    def plot(self, axes: Any = None) -> Any:
        """Plot it with matplotlib, with 95% intervals; return matplotlib's axes.

        An analysis is plotted move by move, a review trick by trick, an equity at scores all over
        the game.

        Args:
            axes: matplotlib's axes to draw in; those of a new figure if not given.

        Raises:
            ImportError: when matplotlib is not installed.
            ValueError: where there is no value to plot.
        """
        return import_module(_PLOTS).plot(self, axes)
