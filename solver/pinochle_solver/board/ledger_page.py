"""A player's own numbers as one page: no other file, no server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import floor
from typing import TYPE_CHECKING

from pinochle_solver.board.charts import STYLE, Point, chart
from pinochle_solver.board.pages import page

if TYPE_CHECKING:
    from pinochle_solver.ledger.report import Part, PlayerReport
    from pinochle_solver.matches.statistics import Mean

_MARKS = ("?!", "?", "??")
_LABELS = 8
_PLAYERS = {2: "two", 3: "three", 4: "four"}

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Curve:
    """A curve.

    Attributes:
        picture: SVG.
        words: what it shows.
    """

    picture: str
    words: str


def ledger_page(report: PlayerReport) -> str:
    """The page of a player, as HTML: one file, which needs no network."""
    return page(
        "ledger.html.j2",
        title=f"{report.player}: the ledger",
        report=report,
        rating=_within(report.rating),
        marks=[(mark, report.marks.get(mark, 0)) for mark in _MARKS],
        curves=list(_curves(report)),
        tables=list(_tables(report)),
        settings=[
            f"{each.hands:,} of the hands: {each.engine} of {each.program}, "
            f"{each.worlds:,} worlds a decision, seed {each.seed}"
            for each in report.settings
        ],
        style=STYLE,
    )


def _curves(report: PlayerReport) -> Iterator[_Curve]:
    periods = [each for each in report.periods if each.rating.number > 1]
    if len(periods) > 1:
        points = [
            Point(
                each.rating.mean,
                each.rating.interval.low,
                each.rating.interval.high,
                label=f"{each.last:,}",
            )
            for each in periods
        ]
        words = "Points lost a decision, up to each hand, with 95% intervals: lower is better."
        yield _Curve(chart(points, words), words)
    if len(report.course) > 1:
        lines = (
            ("as scored", [scored for scored, _ in report.course]),
            ("without luck", [skill for _, skill in report.course]),
        )
        order = ", those without a date first" if report.undated else ""
        limits = _limits([0.0, *(value for _, values in lines for value in values)])
        for name, values in lines:
            words = f"Margins of the hands for two added up, {name}{order}."
            yield _Curve(chart(_course(values), words, limits=limits), words)


def _limits(values: Sequence[float]) -> tuple[float, float]:
    """The ends of a scale of four steps, round numbers, that has room for these values and 0."""
    low, high = min(values), max(values)
    steps = (factor * 10**power for power in count() for factor in (1, 2, 2.5, 5))
    for step in steps:
        first = step * floor(low / step)
        if first + 4 * step >= high:
            return first, first + 4 * step
    raise AssertionError("numbers have no end")


def _course(values: Sequence[float]) -> list[Point]:
    """The points of a sum after every hand; some have their number below."""
    step = max(1, -(-len(values) // _LABELS))
    return [
        Point(value, value, value, label=str(number) if number % step == 0 else "")
        for number, value in enumerate((0.0, *values))
    ]


def _tables(report: PlayerReport) -> Iterator[Rows]:
    yield _parts("by kind", report.kinds)
    yield _parts("by trick", report.tricks)
    if len(report.rulebooks) > 1:
        yield _parts("by rulebook", report.rulebooks)
    if report.results:
        rows = [("result a hand", "hands", "won", "as scored", "without luck")]
        for each in report.results:
            skill = each.without_luck
            rows.append(
                (
                    f"{_PLAYERS[each.players]}, {each.unit}",
                    f"{each.mean.number:,}",
                    f"{each.won:,}",
                    _plus_minus(each.mean),
                    "–" if skill is None else _plus_minus(skill),
                )
            )
        yield tuple(rows)


def _parts(name: str, parts: Sequence[Part]) -> Rows:
    rows = [(name, "decisions", "points lost", "a decision")]
    for each in parts:
        decisions, lost = f"{each.decisions:,}", f"{each.lost:.1f}"
        rows.append((each.name, decisions, lost, _within(each.rating)))
    return tuple(rows)


def _within(mean: Mean) -> str:
    if mean.number < 2:
        return f"{mean.mean:.2f}" if mean.number else "–"
    low, high = mean.interval
    return f"{mean.mean:.2f} ({low:.2f} to {high:.2f})"


def _plus_minus(mean: Mean) -> str:
    return f"{mean.mean:+.1f}" if mean.number < 2 else f"{mean.mean:+.1f} ± {mean.half:.1f}"
