"""Plots of results, by matplotlib, which the extra ``plot`` installs.

May use: double_dummy, equities, intervals, reviews, rules, stock.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from pinochle_solver.intervals import SURE
from pinochle_solver.rules.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis
    from pinochle_solver.equities.equity import Equity
    from pinochle_solver.reviews.review import Review
    from pinochle_solver.stock.analysis import Analysis

_PER_CENT = 100
_BLUE, _RED = "#27628f", "#b3202a"
_MOST_LABELS = 25
_WIN, _STAKE = "win", "stake"


def plot(value: object, axes: Any = None) -> Any:
    """Draw a result, in these axes or in new ones; return the axes.

    Raises:
        ImportError: when there is no matplotlib, saying how to install it.
        ValueError: for an analysis without values.
    """
    draw = _DRAWN[type(value).__name__]
    axes = _new_axes() if axes is None else axes
    draw(value, axes)
    return axes


def _new_axes() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError:
        install = "pip install 'pinochle-solver[plot]'"
        raise ImportError(f"matplotlib is not installed ({install})", name="matplotlib") from None
    return pyplot.figure(layout="constrained").add_subplot()


class _Point(NamedTuple):
    """A move, its value and the 95% interval of that."""

    move: str
    value: float
    low: float
    high: float


def _analysis(analysis: Analysis, axes: Any) -> None:
    moves = analysis.moves
    if analysis.objective == _WIN:
        points = [_in_per_cent(str(move.move), move.win, *move.win_interval) for move in moves]
        says = f"{analysis.mover.text()}'s chance to win, %"
    else:
        points = [_around(str(move.move), move.mean, move.mean_se) for move in moves]
        unit = "stakes" if analysis.objective == _STAKE else "points"
        own, other = analysis.mover.text(), analysis.mover.other.text()
        says = f"{unit}, {own}'s minus {other}'s"
    _moves(axes, points, says, analysis.engine)
    axes.set_title(f"{analysis.position.rules.name}, {analysis.worlds} worlds")


def _chances(analysis: ChanceAnalysis, axes: Any) -> None:
    points = [
        _around(
            str(move.move),
            move.mean.mean,
            move.mean.se if analysis.tells_errors(move) else float("nan"),
        )
        for move in analysis.moves
        if move.mean is not None
    ]
    _moves(axes, points, f"{analysis.objective} for {analysis.position.turn.text()}", "analysis")
    axes.set_title(f"{analysis.position.rules.name}, {analysis.worlds} deals")


def _around(move: str, mean: float, se: float) -> _Point:
    """A mean with its interval; without one where the error is not known."""
    reach = SURE * se if isfinite(se) else 0.0
    return _Point(move, mean, mean - reach, mean + reach)


def _in_per_cent(move: str, *chances: float) -> _Point:
    return _Point(move, *(_PER_CENT * chance for chance in chances))


def _moves(axes: Any, points: Iterable[_Point], says: str, engine: str) -> None:
    """The moves below each other, the first at the top, each with its interval."""
    known = [point for point in points if isfinite(point.value)]
    if not known:
        raise ValueError(f"{engine} gives no values to plot")
    for place, (_, value, low, high) in enumerate(known):
        axes.hlines(place, low, high, color=_BLUE)
        axes.plot(value, place, "o", color=_BLUE)
    step = ceil(len(known) / _MOST_LABELS)  # an auction may have fifty bids
    axes.set_yticks(range(0, len(known), step), [point.move for point in known[::step]])
    axes.invert_yaxis()
    axes.set_xlabel(says)


def _review(review: Review, axes: Any) -> None:
    """The course of the hand: what was expected at each trick, with its band and the marks."""
    course, name = review.course(), review.replay.record.players.name
    if not course:
        raise ValueError("nothing was decided in the hand: no values to plot")
    tricks = [standing.trick for standing in course]
    means = [standing.expected.mean for standing in course]
    reaches = [SURE * standing.expected.se for standing in course]
    low = [mean - reach for mean, reach in zip(means, reaches, strict=True)]
    high = [mean + reach for mean, reach in zip(means, reaches, strict=True)]
    axes.axhline(0, color="#6b7566", linewidth=1)
    axes.fill_between(tricks, low, high, color=_BLUE, alpha=0.25, linewidth=0)
    axes.plot(tricks, means, color=_BLUE)
    side = review.side
    for standing in course:
        for seat, mark in standing.marks:
            at, above = (standing.trick, standing.expected.mean), (0, 8 if seat is side else -16)
            axes.annotate(
                mark.value, at, above, textcoords="offset points", color=_RED, ha="center"
            )
    axes.set_xlabel("trick")
    axes.set_ylabel(f"points at the end, {name(side)}'s minus {name(side.other)}'s")
    rules = review.replay.record.rules.name
    axes.set_title(f"{rules}; marks: {name(side)} above, {name(side.other)} below")


def _equity(equity: Equity, axes: Any) -> None:
    """South's chance at scores all over the game."""
    south, north, chances = equity.grid()
    per_cent = [[_PER_CENT * chance for chance in row] for row in chances]
    image = axes.imshow(per_cent, cmap="RdBu", vmin=0, vmax=_PER_CENT, aspect="auto")
    axes.figure.colorbar(image, ax=axes, label="south's chance to win, %")
    axes.set_xticks(range(len(north)), north)
    axes.set_yticks(range(len(south)), south)
    axes.set_xlabel("north has")
    axes.set_ylabel("south has")
    here = f"{equity.chance(Seat.SOUTH):.1%} at {equity.score.text()}"
    axes.set_title(f"{equity.settings.rules.name}: {here}")


_DRAWN: dict[str, Any] = {
    "Analysis": _analysis,
    "ChanceAnalysis": _chances,
    "Equity": _equity,
    "Review": _review,
}
