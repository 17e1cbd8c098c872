"""What holds of every player that only follows rules: it looks nowhere but at its position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rivals import (
    SMALL_RULES,
    Player,
    decisions,
    duplicate_margins,
    legal_moves,
    random_player,
)
from helpers.strategies import stock_positions
from pinochle_solver import IllegalPositionError
from pinochle_solver.engines.advice import advice_move
from pinochle_solver.engines.greedy import greedy_move
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition

each_player = pytest.mark.parametrize("player", [advice_move, greedy_move])


@each_player
@given(position=stock_positions())
def test_moves_are_legal_and_always_the_same(player: Player, position: StockPosition) -> None:
    if position.hand(position.turn).hidden:
        with pytest.raises(IllegalPositionError, match="cards of that hand are unknown"):
            player(position)
        return
    move = player(position)
    assert move in legal_moves(position)
    assert player(StockPosition.parse(position.text())) == move


@each_player
@given(seed=st.integers(0, 9999))
def test_a_small_game_is_played(player: Player, seed: int) -> None:
    (deal,) = random_deals(1, seed, SMALL_RULES)
    for position in decisions(Referee.of_deal(deal), player, player):
        assert player(position) in legal_moves(position)


@pytest.mark.parametrize(("player", "points"), [(advice_move, 90), (greedy_move, 60)])
def test_it_is_better_than_chance(player: Player, points: int) -> None:
    margins = duplicate_margins(player, random_player(1), deals=12, seed=1)
    assert sum(margins) / len(margins) > points
