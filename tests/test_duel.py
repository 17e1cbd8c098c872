"""Duels of policies, for which ``benchmarks/learn_policy.py`` compiles a module of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from pinochle_solver import RULEBOOKS, Suit
from pinochle_solver._core.policy import WEIGHTS
from pinochle_solver.rules.hand_packing import hand_rules_record

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from compiled_duel import duel

RECORDS = [hand_rules_record(RULEBOOKS["scarne"], RULEBOOKS["scarne"].count, suit) for suit in Suit]
LEARNT = np.zeros(0, np.int16)


def test_a_policy_gains_nothing_on_itself_and_much_on_none() -> None:
    gains = np.zeros((50, 2), np.int32)
    duel(RECORDS, LEARNT, LEARNT, 1, gains)
    assert gains.any()
    assert (gains[:, 0] == -gains[:, 1]).all()
    duel(RECORDS, LEARNT, np.zeros(WEIGHTS, np.int16), 1, gains)
    assert gains.mean() > 20
    with pytest.raises(ValueError, match="expected"):
        duel(RECORDS, LEARNT, np.zeros(3, np.int16), 1, gains)
