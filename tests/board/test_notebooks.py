"""What notebooks show of values: pictures of positions, and the text of results."""

from __future__ import annotations

import pickle
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from helpers.burials import CHECK
from helpers.paths import ROOT
from helpers.table_positions import BURY, ENDING
from pinochle_solver import (
    PlayoffPosition,
    Referee,
    StockPosition,
    TablePosition,
    analyze,
    analyze_table,
    equity,
    match,
    random_deals,
    record_of,
    review,
    solve,
    solve_burial,
    solve_open,
)

PLAYOFF = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
STOCK = StockPosition.parse("south=AAT9.KQ.-.QQJJ99 upcard=9S")
DEAL = next(random_deals(1, 7, "scarne"))
REFEREE = Referee.of_deal(DEAL)
REFEREE.push(REFEREE.moves()[0])
HAND = record_of(DEAL, REFEREE.history)
SHOWN = {
    "solution": (lambda: solve(PLAYOFF), "still to come: south 55, north 15"),
    "analysis": (lambda: analyze(STOCK, worlds=4), "only 4 worlds: this is hardly more than a"),
    "review": (lambda: review(HAND, worlds=16), "upcard Q♦ · south dealt"),
    "match": (lambda: match("greedy", "random", pairs=1), "A: greedy\nB: random\n1 pair of hands"),
    "position": (lambda: TablePosition.parse(BURY), "auction"),
    "table solution": (lambda: solve_open(TablePosition.parse(ENDING)), " J♠        40  "),
    "burial": (lambda: solve_burial(TablePosition.parse(CHECK)), "350"),
    "table analysis": (lambda: analyze_table(TablePosition.parse(ENDING), worlds=1), "J♠"),
}


@pytest.mark.parametrize(("make", "part"), SHOWN.values(), ids=SHOWN)
def test_results_are_shown_as_in_a_terminal(make: Callable[[], Any], part: str) -> None:
    html = make()._repr_html_()
    assert html.startswith('<pre style="line-height:1.25;white-space:pre">')
    assert html.endswith("</pre>")
    text = ET.fromstring(html).text
    assert text is not None
    assert part in text
    assert text == text.strip()
    assert "\x1b" not in text


def test_a_solution_is_what_the_command_shows() -> None:
    shown = ET.fromstring(solve(PLAYOFF)._repr_html_()).text or ""
    printed = subprocess.run(
        [sys.executable, "-m", "pinochle_solver", "solve", PLAYOFF.text()],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT / "solver")},
    ).stdout
    assert shown.splitlines()[:-1] == printed.strip().splitlines()[:-1]


@pytest.mark.parametrize("value", [PLAYOFF, STOCK, equity("620/480")], ids=str)
def test_positions_and_equities_are_pictures(value: Any) -> None:
    picture = ET.fromstring(value._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert not hasattr(value, "_repr_html_")
    if not isinstance(value, PlayoffPosition | StockPosition):
        return
    title = picture.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == value.text()


def test_values_stay_as_small_and_as_plain_as_they_were() -> None:
    for value in (PLAYOFF, STOCK, solve(PLAYOFF)):
        assert not hasattr(value, "__dict__")
        assert pickle.loads(pickle.dumps(value)) == value


def test_a_two_handed_view_loads_nothing_of_the_table_games() -> None:
    code = (
        "import sys\n"
        "from pinochle_solver import PlayoffPosition, solve\n"
        f"solution = solve(PlayoffPosition.parse({PLAYOFF.text()!r}))\n"
        "assert 'pinochle_solver.notebook' not in sys.modules\n"
        "solution._repr_html_()\n"
        "print([name for name in sys.modules if name.startswith('pinochle_solver.table')])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "solver")},
    )
    assert ran.stdout == "[]\n"
