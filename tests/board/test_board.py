"""Pictures: positions, cards and curves as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import Pinochle
from helpers.strategies import playoff_positions
from pinochle_solver import RULEBOOKS, PlayoffPosition, Referee, Seat, random_deals
from pinochle_solver.board.charts import Point, chart
from pinochle_solver.board.table_pictures import position_picture, seen_cards
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

SVG = "{http://www.w3.org/2000/svg}"


def uses(picture: str) -> list[str]:
    """The cards that a picture shows, in order; ``back`` for one face down."""
    root = ET.fromstring(picture)
    return [
        use.attrib["href"].removeprefix("#").removeprefix("card-") for use in root.iter(f"{SVG}use")
    ]


def check(position: Position, hidden: int) -> None:
    picture = position_picture(position)
    shown = uses(picture)
    assert sorted(each for each in shown if each != "back") == sorted(
        card.text() for card in seen_cards(position)
    )
    assert shown.count("back") == hidden
    ids = [
        each.attrib["id"].removeprefix("card-")
        for each in ET.fromstring(picture).iter(f"{SVG}g")
        if "id" in each.attrib
    ]
    assert set(shown) <= set(ids)


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_a_hand_is_drawn_with_the_cards_that_its_seat_sees(rules: str) -> None:
    (deal,) = random_deals(1, 5, RULEBOOKS[rules])
    referee = Referee.of_deal(deal)
    while not referee.is_over:
        for seat in Seat:
            view = referee.view(seat)
            assert view is not None
            hidden = 0
            if not referee.in_playoff:
                assert not hasattr(view, "missing")
                stock = getattr(view, "face_down", 0)
                hidden = sum(getattr(view.hand(each), "hidden", 0) for each in Seat) + bool(stock)
            check(view, hidden)
        referee.push(referee.moves()[0])


@pytest.mark.parametrize(
    ("south", "north", "told"),
    [
        ("Ann", "Bob", "Ann 120+100, Bob 40+80"),
        ("A" * 40, "Bobby", f"{'A' * 38}… 120+100, Bobby 40+80"),
        ("A" * 40, "B" * 40, f"{'A' * 21}… 120+100, {'B' * 21}… 40+80"),
    ],
)
def test_long_names_leave_room_for_trumps(south: str, north: str, told: str) -> None:
    position = PlayoffPosition.parse(
        "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south points=120+100/40+80"
    )
    named = replace(position, players=Players(south, north))
    drawn = ET.fromstring(position_picture(named))
    texts = [text for each in drawn.iter(f"{SVG}text") if (text := each.text) and "+" in text]
    assert texts == [told]


@given(playoff_positions())
def test_a_playoff_is_drawn_with_all_its_cards(position: Position) -> None:
    check(position, 0)


def test_a_curve_shows_its_marks_and_escapes_what_is_told() -> None:
    points = [
        Point(0, -1, 1, "1"),
        Point(5, 4, 6, "2", "??", "a<b"),
        Point(-3, -3, -3, drawn="x&y"),
    ]
    root = ET.fromstring(chart(points, "a & b"))
    titles = [each.text for each in root.iter(f"{SVG}title")]
    assert titles == ["a & b", "a<b", "x&y"]
    assert "??" in [each.text for each in root.iter(f"{SVG}text")]
    (curve,) = root.iter(f"{SVG}polyline")
    heights = [float(pair.split(",")[1]) for pair in curve.attrib["points"].split()]
    assert heights[1] < heights[0] < heights[2]


@given(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=40))
def test_a_curve_stays_within_its_picture(values: list[float]) -> None:
    root = ET.fromstring(chart([Point(v, v - 1, v + 1) for v in values], "any"))
    (curve,) = root.iter(f"{SVG}polyline")
    for pair in curve.attrib["points"].split():
        x, y = map(float, pair.split(","))
        assert 0 <= x <= float(root.attrib["width"])
        assert 0 <= y <= float(root.attrib["height"])


def test_show_draws_each_position(pinochle: Pinochle, tmp_path: Path) -> None:
    file, svg = tmp_path / "two.pn", tmp_path / "hand.svg"
    line = "rules=scarne trump=S south=A.-.-.9 north=T.-.-.A turn=south"
    file.write_text(f"{line}\n{line}\n")
    result = pinochle("show", "--svg", str(svg), "-f", str(file))
    assert result.status == 0
    assert uses(svg.read_text()) == ["TS", "AC", "AS", "9C"]
    assert (tmp_path / "hand-2.svg").read_text() == svg.read_text()
    wrong = pinochle("show", "--svg", str(tmp_path / "none" / "a.svg"), *line.split())
    assert wrong.status == 2
    assert len(wrong.err.splitlines()) == 1
