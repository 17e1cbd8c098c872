"""The chances to win a game at every score, as a table in colours."""

from __future__ import annotations

from bisect import bisect_right

from pinochle_solver.board.svg import element, picture, words
from pinochle_solver.equities.equity import Equity

_CELL, _LEFT, _TOP, _EDGE = 44.0, 84.0, 56.0, 12.0
STYLE = """
.said{font:13px system-ui,sans-serif;fill:#2c352a}
.head{font:600 13px system-ui,sans-serif;fill:#4a5a46}
.axis{font:13px system-ui,sans-serif;fill:#4a5a46}
.here{fill:none;stroke:#b3202a;stroke-width:3}
@media (prefers-color-scheme:dark){.head,.axis{fill:#b7c6b1}}
"""


def equity_picture(equity: Equity) -> str:
    """An SVG picture of south's chances, south's scores down and north's across.

    A ring marks the score, where it lies within the table.

    Args:
        equity: the game, and its score.
    """
    rows, columns, chances = equity.grid()
    drawn = [
        _said(_LEFT + _CELL * len(columns) / 2, 18, "north has", "head"),
        _said(_LEFT / 2, _TOP - 12, "south has", "head"),
    ]
    drawn += [
        _said(_middle(place), _TOP - 12, f"{score}", "axis") for place, score in enumerate(columns)
    ]
    for place, (score, row) in enumerate(zip(rows, chances, strict=True)):
        y = _TOP + _CELL * place
        drawn.append(_said(_LEFT / 2, y + _CELL / 2 + 5, f"{score}", "axis"))
        for column, chance in enumerate(row):
            tooltip = element("title", words(f"{score} to {columns[column]}: {chance:.1%}"))
            at = {"x": _LEFT + _CELL * column, "y": y, "width": _CELL, "height": _CELL}
            drawn.append(element("rect", tooltip, fill=_colour(chance), **at))
            drawn.append(_said(_middle(column), y + _CELL / 2 + 5, f"{100 * chance:.0f}"))
    south, north = equity.score
    if equity.settings.ahead is not None:
        south, north = south - north, 0  # it is south's lead that counts
    down, across = _place(south, rows), _place(north, columns)
    if down is not None and across is not None:
        x, y = _middle(across), _TOP + _CELL * (down + 0.5)
        drawn.append(element("circle", cx=x, cy=y, r=_CELL * 0.46, class_="here"))
    width = _LEFT + _CELL * len(columns) + _EDGE
    height = _TOP + _CELL * len(rows) + _EDGE
    settings = equity.settings
    won = f"to {settings.target}" if settings.ahead is None else f"won by {settings.ahead} ahead"
    title = f"{settings.rules.name}, {won}: south's chance to win the game, per cent"
    return picture(width, height, STYLE, drawn, title)


def _middle(place: float) -> float:
    return _LEFT + _CELL * (place + 0.5)


def _place(score: int, scores: tuple[int, ...]) -> float | None:
    """Where a score lies among the rows or columns; None outside."""
    if len(scores) == 1:
        return 0.0
    # They are whole numbers, and need not lie equally far apart.
    after = min(max(bisect_right(scores, score), 1), len(scores) - 1)
    low, high = scores[after - 1], scores[after]
    place = after - 1 + (score - low) / (high - low)
    return place if -0.5 <= place <= len(scores) - 0.5 else None


def _colour(chance: float) -> str:
    """From red, where south loses, over white to green, where he wins."""
    far = abs(2 * chance - 1)
    end = (94, 168, 112) if chance > 0.5 else (214, 112, 100)
    red, green, blue = (round(255 + far * (part - 255)) for part in end)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _said(x: float, y: float, text: str, kind: str = "said") -> str:
    return element("text", words(text), x=x, y=y, text_anchor="middle", class_=kind)
