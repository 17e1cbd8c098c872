"""The engine in ``examples``: one short file, that plays whole matches and fails in none."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest

from commandline import Pinochle
from pinochle_solver.rules.rulebooks import RULEBOOKS

EXAMPLE = Path(__file__).parents[1] / "examples" / "engine.py"
PLAYER = f"cmd:{sys.executable} {EXAMPLE}"


def test_it_is_short_and_needs_nothing_but_python() -> None:
    text = EXAMPLE.read_text()
    assert len(text.splitlines()) < 40
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import)]
    assert [name.name for node in imports for name in node.names] == ["sys"]
    assert "from " not in text.replace("from pinochle", "")


@pytest.mark.parametrize("rival", ["random", "greedy"])
def test_it_plays_by_every_rulebook_and_loses_no_hand_by_failing(
    pinochle: Pinochle, rival: str
) -> None:
    run = ("match", PLAYER, rival, "--rules", "all", "--pairs", str(2 * len(RULEBOOKS)))
    result = pinochle(*run, "--worlds", "1", "--json")
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert found["names"] == ["Thumb", rival]
    assert (found["finished"], found["failures"]) == (True, [])
    assert found["won"] + found["lost"] + found["tied"] == 4 * len(RULEBOOKS)
    if rival == "random":
        assert found["without_luck"]["interval"][0] > 50
        assert found["lost"] < found["won"] / 5
        # What it can lay it lays.
        assert found["players"]["a"]["melds"] > found["players"]["b"]["melds"]


def test_two_of_them_play_each_other(pinochle: Pinochle) -> None:
    result = pinochle("match", PLAYER, PLAYER, "--pairs", "1", "--worlds", "1", "--json")
    assert result.status == 0
    found = json.loads(result.out)
    assert found["failures"] == []
    assert found["points"]["mean"] == 0
