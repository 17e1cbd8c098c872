"""The engine in ``examples``: one short file, that plays whole matches and fails in none."""

from __future__ import annotations

import ast
import json
import sys
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.paths import ROOT
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, RULEBOOKS

EXAMPLE = ROOT / "examples" / "engine.py"
PLAYER = f"cmd:{sys.executable} {EXAMPLE}"


def test_it_is_short_and_needs_nothing_but_python() -> None:
    text = EXAMPLE.read_text()
    assert len(text.splitlines()) < 60
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import)]
    assert [name.name for node in imports for name in node.names] == ["sys"]
    assert "from " not in text.replace("from pinochle", "")


def played(pinochle: Pinochle, rival: str, rules: str, pairs: int) -> dict[str, Any]:
    """The result of a match of the example, in which nobody failed."""
    run = ("match", PLAYER, rival, "--rules", rules, "--pairs", str(pairs))
    result = pinochle(*run, "--worlds", "1", "--json")
    assert (result.status, result.err) == (0, "")
    found: dict[str, Any] = json.loads(result.out)
    assert found["names"] == ["Thumb", rival]
    assert (found["finished"], found["failures"]) == (True, [])
    assert found["won"] + found["lost"] + found["tied"] == 2 * pairs
    return found


def test_it_plays_by_every_rulebook_and_loses_no_hand_by_failing(pinochle: Pinochle) -> None:
    played(pinochle, "greedy", "all", len(RULEBOOKS))


@pytest.mark.parametrize("rules", ["scarne", "hayes"])
def test_it_wins_from_random_play(pinochle: Pinochle, rules: str) -> None:
    found = played(pinochle, "random", rules, 10)
    assert found["without_luck"]["interval"][0] > 60
    # A few hands of so many may be dealt badly enough.
    assert found["won"] >= 17
    # What it can lay it lays.
    assert found["players"]["a"]["melds"] > found["players"]["b"]["melds"]


@pytest.mark.parametrize("rules", sorted(set(RULEBOOKS) - set(PINOCHLE_BOOKS)))
def test_it_wins_from_random_play_with_other_decks(pinochle: Pinochle, rules: str) -> None:
    found = played(pinochle, "random", rules, 2)
    assert found["points"]["mean"] > 0
    assert found["players"]["a"]["melds"] > found["players"]["b"]["melds"]


def test_two_of_them_play_each_other(pinochle: Pinochle) -> None:
    result = pinochle("match", PLAYER, PLAYER, "--pairs", "1", "--worlds", "1", "--json")
    assert result.status == 0
    found = json.loads(result.out)
    assert found["failures"] == []
    assert found["points"]["mean"] == 0
