"""Records of goulash and glup: written, read again, replayed, and scored as the oracles have it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pinochle_solver import Referee, Seat, parse_record, record_of, replay_record
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.match.sitting import HandInPlay
from pinochle_solver.notation.stock_position import StockPosition
from variant_hands import VARIANTS, deal_of, variant_hand


def _without_copies(text: str) -> str:
    """A record without the numbers of copies: which the other seat has laid may show only later."""
    return re.sub(r"@[1-4]", "", text)


def _played(rules: str, seed: int) -> Referee:
    """A hand played at random by the oracle and by a referee."""
    from variant_comparison import _choose

    oracle, kept, random = variant_hand(rules, seed)
    referee = Referee.of_deal(deal_of(oracle))
    while oracle.due() is not None:
        move = _choose(oracle, kept, random)
        oracle.apply(move)
        referee.push(move)
    south, north = referee.points
    assert oracle.points == {"south": tuple(south), "north": tuple(north)}
    return referee


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(12))
def test_a_record_is_the_same_hand_again(rules: str, seed: int) -> None:
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    for moves in (len(referee.history), *range(0, len(referee.history), 17)):
        record = record_of(deal, referee.history[:moves])
        text = record.text()
        again = parse_record(text)
        assert again == record
        assert again.text() == text
        replay = replay_record(again)
        assert replay.findings == ()
        halfway = Referee.of_deal(deal)
        for move in referee.history[:moves]:
            halfway.push(move)
        assert replay.points == halfway.points
        assert replay.referee is not None
        assert replay.referee.position() == halfway.position()


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("view", Seat)
def test_the_record_of_one_seat_shows_what_it_saw(rules: str, seed: int, view: Seat) -> None:
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    record = parse_record(record_of(deal, referee.history, view).text())
    assert record.stock is None
    replay = replay_record(record)
    assert replay.findings == ()
    assert replay.points == referee.points
    whole = replay_record(record_of(deal, referee.history))
    seen = {(m.trick, m.act) for m in replay.moments if m.seat is view}
    for moment in whole.moments:
        if moment.seat is view and (moment.trick, moment.act) in seen:
            there, truth = (each.at(moment.trick, moment.act, view) for each in (replay, whole))
            # Which of its copies the other seat laid may show only later.
            hidden = {view.other.text(), f"melds.{view.other.text()}"}
            for token, value in truth.tokens().items():
                assert token in hidden or there.tokens()[token] == value


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_position_of_a_record_goes_round(rules: str) -> None:
    referee = _played(rules, 3)
    deal = deal_of(variant_hand(rules, 3)[0])
    replay = replay_record(record_of(deal, referee.history))
    for moment in replay.moments:
        position = replay.at(moment.trick, moment.act)
        if isinstance(position, StockPosition):
            assert StockPosition.parse(position.text()) == position
            assert replace(position, dealer=deal.dealer) == position


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_a_notebook_asks_for_all_that_happens(rules: str, seed: int) -> None:
    """Noted as it is asked for, the record of a seat becomes the one that was written at once."""
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    record = record_of(deal, referee.history, Seat.SOUTH)
    notebook = Notebook(record)
    assert notebook.is_over
    assert _without_copies(notebook.record.text()) == _without_copies(record.text())
    half = len(notebook.noted) // 2
    while len(notebook.noted) > half and notebook.undo():
        pass
    assert Notebook(notebook.record).asked == notebook.asked


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_gone_on_with_where_its_record_ends(rules: str, seed: int) -> None:
    referee = _played(rules, seed)
    deal = deal_of(variant_hand(rules, seed)[0])
    for moves in range(0, len(referee.history), 13):
        record = record_of(deal, referee.history[:moves])
        hand = HandInPlay.of_replay(replay_record(record), Seat.SOUTH, record.score, record.target)
        assert hand.record() == record
        there = Referee.of_deal(deal)
        for move in referee.history[:moves]:
            there.push(move)
        assert hand.referee.position() == there.position()
