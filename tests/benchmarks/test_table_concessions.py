"""How far below its contract a hand is when an engine concedes it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.learning import table_concessions
from benchmarks.learning.table_concessions import FAR, ConcessionSettings, find_concession, fitted


def test_the_curve_that_made_the_hands_is_found() -> None:
    random = Random(1)
    over = [random.uniform(-FAR, FAR) for _ in range(20_000)]
    plays = [random.random() < 1 / (1 + np.exp(-(guess + 20) / 8)) for guess in over]
    middle, spread = fitted(over, plays)
    assert middle == pytest.approx(-20, abs=1)
    assert spread == pytest.approx(8, abs=0.5)


def test_hands_far_above_the_contract_are_played_and_far_below_conceded() -> None:
    settings = ConcessionSettings(rules=("auction",), engine="advice", worlds=16, seed=77)
    found = [find_concession(number, settings) for number in range(60)]
    assert found[7] == find_concession(7, settings)
    asked = [record for record in found if record.plays is not None]
    assert len(asked) > 40
    # The lowest bid may be farther above a weak hand.
    assert max(record.over for record in asked) <= FAR + 5
    assert {record.plays for record in asked if record.over > 20} == {True}
    # One has the four aces, for which he is paid in any case.
    far_below = [bool(record.plays) for record in asked if record.over < -40]
    assert sum(far_below) <= 1 < len(far_below)


def test_the_table_says_how_many_were_played() -> None:
    options = ["--engine", "advice", "--hands", "40", "--processes", "1"]
    shown = CliRunner().invoke(table_concessions.main, options).output
    assert "| auction | 40 |" in shown or "| auction | 39 |" in shown
    assert "middle" in shown
