"""The 400 playoffs solved by two independent programs, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from helpers.paths import DATA

ROWS = DATA / "playoff-solved.jsonl"


def test_every_card_of_every_row_is_valued_right() -> None:
    rows = [json.loads(line) for line in ROWS.read_text().splitlines()]
    run = subprocess.run(
        [sys.executable, "-m", "pinochle_solver", "solve", "--json", "-f", str(ROWS)],
        capture_output=True,
        text=True,
        check=True,
    )
    solutions = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(solutions) == len(rows) == 400
    assert run.stderr == ""
    for row, solution in zip(rows, solutions, strict=True):
        assert_solves(row, solution)


def assert_solves(row: dict[str, Any], solution: dict[str, Any]) -> None:
    tokens = dict(word.split("=") for word in row["position"].split())
    assert solution["exact"] is True
    assert solution["value"] == row["value"]
    own_points = {move["card"]: move["value"][tokens["turn"]] for move in solution["moves"]}
    assert own_points == row["moves"], row["position"]
    best = max(own_points.values())
    assert [best - own_points[move["card"]] for move in solution["moves"]] == [
        move["loss"] for move in solution["moves"]
    ]
