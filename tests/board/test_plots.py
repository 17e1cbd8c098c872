"""Plots of results by matplotlib; what they show is read back from its axes."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from helpers.table_positions import BID, ENDING
from pinochle_solver import (
    Referee,
    Seat,
    StockPosition,
    TablePosition,
    analyze,
    analyze_table,
    analyze_with,
    equity,
    random_deals,
    record_of,
    review,
)

STOCK = StockPosition.parse("south=AAT9.KQ.-.QQJJ99 upcard=9S")


@pytest.fixture
def axes() -> Any:
    """Axes of a figure that no window shows."""
    figure = pytest.importorskip("matplotlib.figure").Figure()
    return figure.add_subplot()


def labels(axes: Any) -> list[str]:
    return [label.get_text() for label in axes.get_yticklabels()]


def spans(axes: Any) -> list[tuple[float, float]]:
    """The intervals drawn, from the top."""
    return [
        (segment[0][0], segment[1][0])
        for lines in axes.collections
        for segment in lines.get_segments()
    ]


def test_an_analysis_has_each_move_with_its_interval(axes: Any) -> None:
    analysis = analyze(STOCK, worlds=16, seed=1)
    assert analysis.plot(axes) is axes
    assert labels(axes) == [str(move.move) for move in analysis.moves]
    assert axes.yaxis_inverted()
    assert [line.get_xdata()[0] for line in axes.lines] == [move.mean for move in analysis.moves]
    reach = 1.96 * analysis.best.mean_se
    assert spans(axes)[0] == pytest.approx((analysis.best.mean - reach, analysis.best.mean + reach))
    assert axes.get_xlabel() == "points, south's minus north's"
    assert axes.get_title() == "scarne, 16 worlds"


def test_played_for_the_win_it_has_chances(axes: Any) -> None:
    analysis = analyze(STOCK, worlds=16, objective="win")
    analysis.plot(axes)
    low, high = analysis.best.win_interval
    assert spans(axes)[0] == pytest.approx((100 * low, 100 * high))
    assert axes.get_xlabel() == "south's chance to win, %"


def test_an_analysis_of_a_table_game_leaves_out_what_has_no_mean(axes: Any) -> None:
    analysis = analyze_table(TablePosition.parse(ENDING), worlds=1)
    analysis.plot(axes)
    assert labels(axes) == ["JS", "QS", "AS"]
    assert spans(axes)[0] == (32.5, 32.5)
    assert axes.get_xlabel() == f"{analysis.objective} for south"


def test_of_many_bids_some_are_named(axes: Any) -> None:
    analysis = analyze_table(TablePosition.parse(BID), worlds=2)
    analysis.plot(axes)
    with_mean = [str(move.move) for move in analysis.moves if move.mean is not None]
    assert len(axes.lines) == len(with_mean) == 41
    assert labels(axes) == with_mean[::2]


def test_a_review_has_the_course_of_the_hand(axes: Any) -> None:
    deal = next(random_deals(1, 7, "scarne"))
    referee = Referee.of_deal(deal)
    for _ in range(6):
        referee.push(referee.moves()[0])
    found = review(record_of(deal, referee.history), worlds=16)
    found.plot(axes)
    course = axes.lines[-1]
    assert list(course.get_xdata()) == [standing.trick for standing in found.course()]
    assert list(course.get_ydata()) == [standing.expected.mean for standing in found.course()]
    assert axes.get_ylabel() == "points at the end, south's minus north's"
    marks = [mark for standing in found.course() for mark in standing.marks]
    assert [text.get_text() for text in axes.texts] == [mark.value for _, mark in marks]
    assert axes.get_title() == "scarne; marks: south above, north below"


def test_an_equity_is_a_table_of_chances(axes: Any) -> None:
    found = equity("620/480")
    found.plot(axes)
    (image,) = axes.images
    _, _, chances = found.grid()
    assert image.get_array().tolist() == [[100 * chance for chance in row] for row in chances]
    assert axes.get_title() == f"scarne: {found.chance(Seat.SOUTH):.1%} at 620/480"


def test_without_values_there_is_nothing_to_plot(axes: Any) -> None:
    with pytest.raises(ValueError, match=r"^greedy gives no values to plot$"):
        analyze_with("greedy", STOCK).plot(axes)


def test_without_matplotlib_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError) as caught:
        equity("620/480").plot()
    fact = "matplotlib is not installed (pip install 'pinochle-solver[plot]')"
    assert str(caught.value) == fact


def test_new_axes_are_made_where_none_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    axes = analyze(STOCK, worlds=4).plot()
    assert len(axes.figure.axes) == 1
    matplotlib.pyplot.close(axes.figure)
