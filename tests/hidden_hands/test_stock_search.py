"""The stock phase of three and four: playouts beside the referee, worlds, and the search."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pinochle_solver import StopFlag, analyze_table
from pinochle_solver._core.hidden_hands.stock_hands import NOTHING
from pinochle_solver._core.hidden_hands.stock_playouts import StockPlayouts
from pinochle_solver._core.hidden_hands.stock_policy import STOCK_TABLES, STOCK_WEIGHTS
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.policies import learnt
from pinochle_solver.hidden_hands.stock_beliefs import StockBeliefs
from pinochle_solver.hidden_hands.stock_playing_out import StockTable, playoff_record
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.stock_hands import StockHand, begun_with_stock
from pinochle_solver.table.views import stock_view_of

GAMES = ("macdougall-3", "hayes-3", "hayes-4", "hayes-3x", "hayes-4x")
ACTS = (Act.PLAY, Act.MELD, Act.DIX)


def under_way(name: str, seed: int) -> StockHand:
    """A hand in its stock phase after random moves, melds likelier than a pass."""
    random = Random(f"{name} {seed}")
    hand = begun_with_stock(random_deal(seed, 7, TABLE_RULEBOOKS[name]))
    for _ in range(random.randrange(60)):
        moves = list(hand.legal_moves())
        if hand.act is Act.MELD and seed % 2:
            moves = moves[1:]
        after = hand.after(random.choice(moves))
        if after.upcard is None:
            break
        hand = after
    return hand


def seen(hand: StockHand) -> StockHand:
    return stock_view_of(hand, hand.turn)


def world_of(hand: StockHand) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The true cards of a hand as playouts take them."""
    hands = np.array([list(seat.hand.counts) for seat in hand.seats], np.uint8)
    return hands, np.array([card.index for card in hand.stock if card is not None], np.uint8)


def playouts_of(hand: StockHand, seed: int) -> StockPlayouts:
    """Playouts by which all do anything: so any move comes up in any situation."""
    weights = np.random.default_rng(seed).integers(-999, 999, STOCK_WEIGHTS, dtype=np.int16)
    record = StockTable(seen(hand)).record
    return StockPlayouts(record, playoff_record(hand), weights, learnt("macdougall-3"))


@pytest.mark.parametrize("name", GAMES)
def test_the_referee_takes_every_move_of_a_playout_and_scores_it_alike(name: str) -> None:
    for seed in range(8):
        hand = under_way(name, seed)
        *rows, ends = playouts_of(hand, seed).line(*world_of(hand))
        before = [(hand.melds_made(seat), hand.cards_won(seat)) for seat in hand.players]
        for act, seat, *move in rows:
            if ACTS[act] is Act.MELD and hand.act is not Act.MELD:
                assert move[2:] == [NOTHING, 0]  # a seat with nothing to show is asked, too
                continue
            assert (ACTS[act], hand.players[seat]) == (hand.act, hand.turn)
            table = StockTable(seen(hand))
            legal = {table.move(legal): legal for legal in hand.legal_moves()}
            hand = hand.after(legal[tuple(move)])
        assert hand.upcard is None
        melds = [hand.melds_made(seat) for seat in hand.players]
        assert melds == [had + more for (had, _), (more, _) in zip(before, ends, strict=True)]
        cards = sum(had + more for (_, had), (_, more) in zip(before, ends, strict=True))
        assert cards == hand.rules.whole_count


@pytest.mark.parametrize("name", GAMES)
def test_all_legal_moves_can_be_tried_and_no_others(name: str) -> None:
    for seed in range(12, 20):
        hand = under_way(name, seed)
        table, playouts = StockTable(seen(hand)), playouts_of(hand, seed)
        hands, stock = (part[None] for part in world_of(hand))
        moves = np.array([table.move(move) for move in hand.legal_moves()], np.uint8)
        results = np.zeros((1, len(moves), len(hand.players), 2), np.int16)
        assert playouts.evaluate(hands, stock, moves, results, StopFlag()) == 1
        played = sum(map(hand.cards_won, hand.players))
        assert set(results[..., 1].sum(axis=2).ravel()) == {hand.rules.whole_count - played}
        wrong = {
            Act.PLAY: [31, NOTHING, NOTHING, 0],
            Act.MELD: [0, NOTHING, 90, 0],
            Act.DIX: [0, NOTHING, 0, 0],
        }[hand.act]
        if hand.act is Act.PLAY:
            held = [card.index for card in hand.seats[hand.players.index(hand.turn)].hand]
            wrong[0] = next(index for index in range(32) if index not in held)
        row, result = np.array([wrong], np.uint8), results[:, :1].copy()
        with pytest.raises(ValueError, match="world 0"):
            playouts.evaluate(hands, stock, row, result, StopFlag())


def test_tables_of_weights_follow_one_another_without_a_gap() -> None:
    ends = [at + int(np.prod(shape)) for at, shape in STOCK_TABLES.values()]
    assert [at for at, _ in STOCK_TABLES.values()] == [0, *ends[:-1]]
    assert ends[-1] == STOCK_WEIGHTS


def test_worlds_hold_the_unseen_cards_each_place_as_often_as_it_has_cards() -> None:
    hand = under_way("hayes-3", 5)
    view, position = seen(hand), position_of(hand, hand.turn)
    beliefs = StockBeliefs(position, kept_back=1.0)
    drawn = beliefs.worlds(4_000, 3)
    unseen = Counter(card.index for card in view.unseen)
    known = np.array([list(seat.hand.counts) for seat in view.seats])
    total = np.zeros(32, np.int64)
    total[list(unseen)] = list(unseen.values())
    hidden = (drawn.hands - known).sum(axis=1)
    in_stock = np.stack([np.bincount(row, minlength=32) for row in drawn.stock])
    assert (hidden + in_stock == total).all()
    for place, seat in enumerate(view.seats):
        expected = total * seat.hidden / total.sum()
        found = (drawn.hands[:, place] - known[place]).mean(axis=0)
        assert abs(found - expected).max() < 0.05
    # World i is the same whoever draws it.
    assert (beliefs.worlds(10, 3, 90).stock == drawn.stock[90:100]).all()


def test_a_seat_that_laid_nothing_at_its_turn_seldom_had_a_meld_then() -> None:
    # South has won the first trick, laid nothing, drawn one card and led.
    position = TablePosition.parse(
        "rules=macdougall-3 dealer=north trump=D turn=north tricks=AH-JH-9H led=TH,9S upcard=9D"
        " stock=8 south=+11 west=+11 north=AATT.KQ.AT.AKQJ"
    )
    queen, jack = Card.parse("QS").index, Card.parse("JD").index

    def pinochles(kept_back: float) -> float:
        south = StockBeliefs(position, kept_back=kept_back).worlds(3_000).hands[:, 0]
        return float(((south[:, queen] > 0) & (south[:, jack] > 0)).mean())

    assert pinochles(0.1) < 0.6 * pinochles(1.0)


def told(analysis: ChanceAnalysis) -> list[dict[str, object]]:
    return [{**row, "seconds": None} for row in analysis.to_rows()]


@pytest.mark.parametrize("name", ["macdougall-3", "hayes-4"])
def test_the_answer_in_worlds_is_the_same_on_any_number_of_threads(name: str) -> None:
    hand = under_way(name, 2)
    position = position_of(hand, hand.turn)
    alone = analyze_table(position, worlds=300, seed=5)
    assert told(analyze_table(position, worlds=300, seed=5, threads=3)) == told(alone)
    assert told(analyze_table(position, worlds=300, seed=6)) != told(alone)
    assert {move.move for move in alone.moves} == set(position.legal_moves())
    assert alone.has_hidden_play
    assert not alone.exact


def test_a_meld_worth_most_is_laid_and_a_dix_is_shown_unless_hiding_it_is_surely_better() -> None:
    position = TablePosition.parse(
        "rules=macdougall-3 dealer=west act=meld trump=C turn=north upcard=9C stock=11 south=+11"
        " west=+11 north=TQ9.-.ATKKQJ.KK tricks=9C-JH-TH points=0+0/10+0/0+12"
    )
    analysis = analyze_table(position, worlds=400)
    assert [str(move.move) for move in analysis.moves] == [
        "pinochle:QS.JD",
        "marriage:KD.QD",
        "pass",
    ]
    assert analysis.moves[1].behind is not None
    assert 8 < analysis.moves[1].behind.mean < 20
    dix = TablePosition.parse(
        "rules=macdougall-3 dealer=west act=dix trump=C turn=north upcard=9C stock=11 south=+12"
        " west=+12 north=TQ9.-.ATKKQJ.KK9 points=0+0/10+0/0+0"
    )
    assert analyze_table(dix, worlds=100).moves[0].move == Dix(True)


def test_with_all_cards_face_up_there_are_no_values_while_there_is_a_stock() -> None:
    hand = under_way("hayes-3", 4)
    with pytest.raises(IllegalPositionError, match="face up, moves have values only"):
        analyze_table(position_of(hand, hand.turn), worlds=10, open_average=True)
