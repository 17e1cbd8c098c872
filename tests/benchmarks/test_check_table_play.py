"""The command that has engines play hands on both referees."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.correctness.check_table_play import main
from helpers import table_play_comparison
from helpers.table_comparison import DifferenceError
from helpers.table_play_comparison import compare_played
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.views import AnyMove

QUICK = ("auction", "check", "partnership", "macdougall-3", "hayes-3")


@pytest.mark.parametrize("rules", QUICK)
def test_a_hand_of_each_kind_is_played_alike(rules: str) -> None:
    met = compare_played(rules, 77)
    whole = len(TABLE_RULEBOOKS[rules].deck) - TABLE_RULEBOOKS[rules].widow
    assert met["play"] in (0, whole)


def test_an_illegal_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheats(_position: TablePosition, _seed: int) -> AnyMove:
        return PASS

    monkeypatch.setattr(table_play_comparison, "player", lambda _: cheats)
    with pytest.raises(DifferenceError, match="plays p: "):
        compare_played("partnership", 1)


def test_it_goes_on_with_what_is_done(tmp_path: Path) -> None:
    run = ["--rules", "corners", "--processes", "1", "--resume", str(tmp_path / "played.jsonl")]
    for hands in ("1", "2"):
        result = CliRunner().invoke(main, [*run, "--hands", hands])
        assert result.exit_code == 0
    assert "corners: 2 hands, 0 differ (bid x" in result.output
