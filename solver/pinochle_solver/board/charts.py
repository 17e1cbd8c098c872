"""How a hand stood after every decision, as a curve with its band, and marks on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from pinochle_solver.board.svg import element, picture, words

_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, 12.0, 24.0, 28.0
_TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
_MOST_TICKS = 6
STYLE = """
.ground{fill:none}
.grid{stroke:#c9cfc5;stroke-width:1}
.zero{stroke:#6b7566;stroke-width:1.5}
.band{fill:#5b8bb5;fill-opacity:.25}
.curve{fill:none;stroke:#27628f;stroke-width:2;stroke-linejoin:round}
.said{font:14px system-ui,sans-serif;fill:#4a5a46}
.mark{fill:#b3202a;stroke:#fff}
.draw{fill:#fff;stroke:#27628f;stroke-width:2}
.stop{stroke:#9aa694;stroke-dasharray:3 3}
@media (prefers-color-scheme:dark){
.grid{stroke:#3b463c}.zero{stroke:#8b9a86}.said{fill:#b7c6b1}.curve{stroke:#7fb5e0}
}
"""


class Point(NamedTuple):
    """A point of the curve.

    Attributes:
        value: what was expected; None: nothing is known here, and the line goes on.
        low: the lower end of its band.
        high: its upper end.
        label: what stands below it; empty for nothing.
        mark: the mark of what was done there; empty for none.
        tooltip: what is shown when the reader points at it.
        drawn: the same of what was drawn before; empty for nothing.
    """

    value: float | None
    low: float
    high: float
    label: str = ""
    mark: str = ""
    tooltip: str = ""
    drawn: str = ""


def chart(
    points: Sequence[Point],
    title: str,
    *,
    width: float = 640.0,
    height: float = 240.0,
    limits: tuple[float, float] | None = None,
) -> str:
    """An SVG picture of a curve, with a line at its first point that a script may move.

    Args:
        points: from left to right, the value of at least one of them known.
        title: what it shows, for who cannot see it.
        width: of the picture at its own size.
        height: of it.
        limits: the lowest and the highest value shown; found from the points if not given.
    """
    low, high, step = _scale(points, limits)

    def x(place: float) -> float:
        return _LEFT + (width - _LEFT - _RIGHT) * place / max(1, len(points) - 1)

    def y(value: float) -> float:
        part = (min(max(value, low), high) - low) / (high - low)
        return height - _BOTTOM - (height - _TOP - _BOTTOM) * part

    drawn = []
    value = low
    while value <= high + step / 1000:
        kind = "zero" if abs(value) < step / 1000 else "grid"
        drawn.append(
            element("line", x1=_LEFT, x2=width - _RIGHT, y1=y(value), y2=y(value), class_=kind)
        )
        drawn.append(_said(_LEFT - 6, y(value) + 4, f"{value:g}", "end"))
        value += step
    step_right = (width - _LEFT - _RIGHT) / max(1, len(points) - 1)
    cursor = {"y1": _TOP, "y2": height - _BOTTOM, "data_left": _LEFT, "data_step": step_right}
    drawn.append(element("line", x1=_LEFT, x2=_LEFT, class_="stop", **cursor))
    known = [(n, p, p.value) for n, p in enumerate(points) if p.value is not None]
    edge = [(x(n), y(p.high)) for n, p, _ in known]
    edge += [(x(n), y(p.low)) for n, p, _ in reversed(known)]
    drawn.append(element("polygon", points=_pairs(edge), class_="band"))
    line = [(x(n), y(value)) for n, _, value in known]
    drawn.append(element("polyline", points=_pairs(line), class_="curve"))
    for number, point in enumerate(points):
        if point.label:
            drawn.append(_said(x(number), height - 10, point.label, "middle"))
        if point.value is None:
            continue
        if point.drawn:
            tooltip = element("title", words(point.drawn))
            drawn.append(
                element("circle", tooltip, cx=x(number), cy=y(point.value), r=5.0, class_="draw")
            )
        if point.mark:
            tooltip = element("title", words(point.tooltip))
            dot = element("circle", tooltip, cx=x(number), cy=y(point.value), r=5.0, class_="mark")
            drawn += [dot, _said(x(number), y(point.value) - 9, point.mark, "middle")]
    return picture(width, height, STYLE, drawn, title)


def _scale(
    points: Sequence[Point], limits: tuple[float, float] | None
) -> tuple[float, float, float]:
    """The lowest and highest value, and the step between two lines: the first that is enough."""
    if limits is None:
        known = [point for point in points if point.value is not None]
        low = min(0.0, *(point.low for point in known))
        high = max(0.0, *(point.high for point in known))
    else:
        low, high = limits
    span = max(high - low, 1e-9)
    step = next((each for each in _TICKS if span / each <= _MOST_TICKS), float(_TICKS[-1]))
    if limits is not None:
        return low, high, span / 4
    return step * floor(low / step), step * max(ceil(high / step), floor(low / step) + 1), step


def _said(x: float, y: float, text: str, anchor: str) -> str:
    return element("text", words(text), x=x, y=y, text_anchor=anchor, class_="said")


def _pairs(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
