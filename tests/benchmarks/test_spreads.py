"""How much moves vary from world to world, as `spreads.py` tells it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.calibration.spreads import HEADS, Spreads, main, of_chunks
from helpers.oracle_decks import views
from pinochle_solver import RULEBOOKS
from pinochle_solver.stock.sampling import CHUNK


def test_a_row_for_each_quarter_with_a_lead_to_value(tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    some = [view.text() for _, view in views(RULEBOOKS["scarne"], 1, seed=1)]
    file.write_text("\n".join([some[0], some[12]]) + "\n", "utf-8")
    result = CliRunner().invoke(main, [str(file), "--worlds", "256"])
    assert result.exit_code == 0, result.output
    head, _, *rows = result.output.splitlines()
    assert head == f"| quarter | {' | '.join(HEADS)} |"
    for row in rows:
        number, pairs, played, less, valued, less_valued, *_ = row.strip("| ").split(" | ")
        assert number in "1234"
        assert int(pairs) > 0
        assert float(less) < float(played)
        assert float(less_valued) < float(valued)


def test_a_file_of_nothing_is_told(tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    file.write_text("garbage\n", "utf-8")
    result = CliRunner().invoke(main, [str(file)])
    assert result.exit_code == 2
    assert "line 1: garbage" in result.output


def test_worlds_that_are_like_one_another_tell_less() -> None:
    """Chunks of one value each have no more to say than their number."""
    alike = np.repeat([0.0, 10.0, 0.0, 10.0], CHUNK)
    noise, alone = of_chunks(alike)
    assert noise / alone == pytest.approx(CHUNK * 4 / 3, rel=0.02)


def test_a_row_has_roots_of_what_is_squared() -> None:
    spreads = Spreads([(100.0, 25.0, 16.0, 4.0)], [9.0], [2.0])
    assert spreads.row() == ["1", "10.0", "5.0", "4.0", "2.0", "3.0", "2.0"]
