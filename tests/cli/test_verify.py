"""The whole-space check as a command."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from helpers.commandline import Pinochle
from helpers.endless import ENDLESS
from helpers.retrograde_deals import retrograde_deal
from helpers.soak import some
from helpers.strategies import playoff_positions
from pinochle_solver import RULEBOOKS, Bounds, PlayoffPosition, Solution, solve
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.playoff.verify import verify


@given(playoff_positions(most_cards=7))
def test_every_searched_state_agrees(position: PlayoffPosition) -> None:
    found = verify(position)
    assert found.agrees, position
    assert found.answered == len(position.hand(position.turn)) + (position.led is None)


def test_a_wrong_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    (position,) = random_playoffs(6, 1, 5, RULEBOOKS["scarne"])

    def solve_wrongly(position: PlayoffPosition, **_: object) -> Solution:
        right = solve(position)
        south, north = right.value
        return replace(right, bounds=Bounds((south + 1, south + 1), (north - 1, north - 1)))

    monkeypatch.setattr("pinochle_solver.playoff.verify.solve", solve_wrongly)
    found = verify(position)
    assert not found.agrees
    assert found.wrong == found.answered


# Scarne's: playoff/test_retrograde.py.
@pytest.mark.parametrize(("rulebook", "table_mb"), some([("hayes", 0.001), ("macdougall", 8.0)], 1))
def test_whole_deals_agree_with_tables_of_any_size(
    rulebook: str, table_mb: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pinochle_solver.playoff.verify.RetrogradeDeal", retrograde_deal)
    (position,) = random_playoffs(12, 1, 5, RULEBOOKS[rulebook])
    found = verify(position, table_mb=table_mb)
    assert found.agrees
    assert found.states == 5_408_310
    assert found.searched > 1000


def test_hands_too_long_are_refused() -> None:
    with pytest.raises(ValueError, match="32 cards a hand"):
        verify(ENDLESS)


def test_the_command_says_how_long_a_hand_may_be(pinochle: Pinochle) -> None:
    (position,) = random_playoffs(13, 1, 5, RULEBOOKS["goulash"])
    result = pinochle("verify", position.text())
    assert (result.status, result.out) == (2, "")
    told = f"position: {position.turn.text()}: 13 cards, expected at most 12\n"
    assert result.err == told


def test_the_command_tells_what_was_compared(pinochle: Pinochle) -> None:
    line = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    result = pinochle("verify", line)
    assert result.status == 0
    assert "138 states valued" in result.out
    found = json.loads(pinochle("verify", "--json", line).out)
    assert found["agrees"] is True
    assert found["wrong"] == 0
    bad = pinochle("verify", "trump=S")
    assert (bad.status, bad.err) == (2, "position: south: missing\n")


def test_the_command_passes_over_hands_too_long(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    (long,) = random_playoffs(15, 1, 1, RULEBOOKS["glup"])
    short = "rules=scarne trump=S south=A.-.-.- north=T.-.-.- turn=south"
    file.write_text(f"{long.text()}\n{short}\n")
    result = pinochle("verify", "-f", str(file))
    told = f"{file}:1: {long.turn.text()}: 15 cards, expected at most 12\n"
    assert (result.status, result.err) == (2, told)
    assert "states valued" in result.out
