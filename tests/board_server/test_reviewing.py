"""Records reviewed on the board: the line of the command, and the curves without styles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import Pinochle
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.requests import ReviewRequest
from pinochle_solver.board_server.reviewing import review_hand
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks

SHORT = """[View "south"] [Dealer "north"] [Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]

1. AD 9S {dix +9C} 2. QC AD {dix +JS} 3. 9H JH {marriage:KH.QH S:+QS} 4. KS
"""
TABLE = """[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
[Bids "250 260 p 450 p"]
[Result "conceded"]
"""


def told(record: str, **asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    request = ReviewRequest(record=record, worlds=16, **asked)
    review_hand(
        request, KnownRulebooks(), 1, StopFlag(), lambda line: found.append(json.loads(line))
    )
    return found


def test_a_review_is_that_of_the_command(pinochle: Pinochle, tmp_path: Path) -> None:
    *progress, last = told(SHORT)
    file = tmp_path / "hand.pnr"
    file.write_text(SHORT)
    command = json.loads(pinochle("review", "--json", "--worlds", "16", str(file)).out)
    assert last["line"] == command
    of = len(command["decisions"])
    assert [(line["done"], line["of"]) for line in progress] == [
        (done, of) for done in range(1, of + 1)
    ]
    assert [curve["who"] for curve in last["curves"]] == ["south", "south"]
    assert "<style" not in last["curves"][0]["picture"]


def test_a_hand_of_three_is_reviewed_without_a_curve() -> None:
    last = told(TABLE)[-1]
    assert last["line"]["rules"] == "auction"
    assert last["curves"] == []


def test_of_several_hands_one_is_asked_for() -> None:
    assert told(f"{SHORT}\n{TABLE}", hand=2)[-1]["line"]["rules"] == "auction"
    with pytest.raises(PositionError, match="hand: 3, but there are 2"):
        told(f"{SHORT}\n{TABLE}", hand=3)


@pytest.mark.parametrize("text", ["", "no record", '[South "A9"]\n'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        told(text)
