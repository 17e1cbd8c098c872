"""Goulash with hands of 15 and piles of 16: two lines of a rulebook of one's own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from helpers.commandline import Pinochle
from helpers.paths import TESTS
from helpers.strategies import play_on
from pinochle_solver import Seat
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.rulebook_text import parse_rulebook
from pinochle_solver.rules.piles import Piles

FILE = TESTS / "rulebooks" / "goulash-15.toml"


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_has_seventeen_tricks_of_the_stock_and_fifteen_of_the_playoff(
    seed: int, pinochle: Pinochle, tmp_path: Path
) -> None:
    rules = parse_rulebook(FILE.read_text())
    deck = rules.deck
    assert (deck.hand, deck.stock, deck.stock_tricks, deck.size) == (15, 33, 17, 64)
    deal = random_deal(seed, 1, rules)
    south, north, dead = Piles.of_row(deal.stock)
    assert (len(deal.south), len(south), len(north), dead is not None) == (15, 16, 16, True)
    moves = play_on(Referee.of_deal(deal), 10**4, Random(seed)).history
    record = record_of(deal, moves)
    file = tmp_path / "hand.pnr"
    file.write_text(record.text())
    assert parse_record(record.text(), [rules]) == record
    replay = replay_record(record)
    assert replay.is_complete
    assert len(replay.tricks) == 32
    assert len(replay.tricks[16].drawn) == 2
    assert replay.tricks[17].drawn == ()
    assert replay.points is not None
    assert sum(replay.points[seat].tricks for seat in Seat) == 250
    run = pinochle("score", "--rulebook", str(FILE), "--ascii", str(file))
    assert run.status == 0, run.err
    assert f"south {sum(replay.points.south)}, north {sum(replay.points.north)}" in run.out
