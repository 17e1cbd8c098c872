"""How the policies for the stock phase of three and four are learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.learning import learn_stock_play
from benchmarks.learning.learn_stock_play import ALIKE, FAMILIES, deals_of, gain
from benchmarks.learning.stock_policies import stock_by_hand
from pinochle_solver._core.hidden_hands.stock_policy import STOCK_WEIGHTS
from pinochle_solver.hidden_hands.policies import (
    STOCK,
    STOCK_FAMILIES,
    family_of,
    learnt_for_stock,
)
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.holdings import holds
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def test_every_rulebook_with_a_stock_has_a_family_with_weights() -> None:
    families = {family_of(rules) for rules in TABLE_RULEBOOKS.values() if rules.stock}
    assert families == set(FAMILIES) == set(STOCK_FAMILIES)
    for family in families:
        assert learnt_for_stock(family).shape == (STOCK_WEIGHTS,)
        assert not learnt_for_stock(family).flags.writeable


@pytest.mark.parametrize("name", ["macdougall-3", "hayes-4x"])
def test_deals_are_whole(name: str) -> None:
    rules = TABLE_RULEBOOKS[name]
    assert rules.stock is not None
    dealt = next(deals_of(rules, ALIKE, 1))
    assert dealt.hands.shape == (ALIKE, rules.seats, 32)
    assert (dealt.hands.sum(axis=2) == rules.hand).all()
    assert dealt.stock.shape == (ALIKE, rules.stock.cards - 1)
    for hands, stock in zip(dealt.hands, dealt.stock, strict=True):
        counts = hands.sum(axis=0) + np.bincount(stock, minlength=32)
        assert holds(rules.deck, Hand(counts.astype(np.uint8).tobytes()))


def test_a_policy_gains_nothing_on_itself_and_the_learnt_one_on_the_one_by_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learn_stock_play, "MEASURED", 200)
    for family, (name, *_) in FAMILIES.items():
        assert gain(name, stock_by_hand(), family)[0] == 0.0
        points, error = gain(name, learnt_for_stock(family), family)
        assert points > 3 * error


def test_the_command_learns_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_stock_play, "MEASURED", ALIKE)
    options = ["macdougall-3", "--rounds", "1", "--deals", "1000", "--save", str(tmp_path)]
    done = CliRunner().invoke(learn_stock_play.main, options)
    assert done.exit_code == 0
    assert "macdougall-3, round 1: " in done.stderr
    assert "    macdougall-3 +" in done.stderr
    saved = np.load(tmp_path / "macdougall-3-stock.npz")[STOCK]
    assert saved.shape == (STOCK_WEIGHTS,)
    assert saved.dtype == np.int16
    assert (saved != stock_by_hand()).any()
