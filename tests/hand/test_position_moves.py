"""The legal moves of positions: the referee's, and those that are valued."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.strategies import play_on, playoff_positions, some_move
from pinochle_solver import (
    RULEBOOKS,
    Card,
    Deck,
    IllegalMoveError,
    IllegalPositionError,
    Move,
    PartialHand,
    Play,
    PlayoffPosition,
    Rank,
    Referee,
    Rulebook,
    Seat,
    Show,
    StockPosition,
    analyze,
    plan_position,
    position_options,
    random_deals,
    solve,
)
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.moves import Source
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

rulebook = pytest.mark.parametrize("rules", PINOCHLE_BOOKS.values(), ids=PINOCHLE_BOOKS)
FIRST = StockPosition.parse("upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12")


@rulebook
@settings(max_examples=5)
@given(st.integers(0, 10_000))
def test_they_are_the_referees_whoever_sees_the_position(rules: Rulebook, seed: int) -> None:
    (deal,) = random_deals(1, seed, rules)
    referee, random = Referee.of_deal(deal), Random(seed)
    while not referee.is_over:
        position, turn = referee.position(), referee.turn
        assert position is not None
        assert turn is not None
        view = referee.view(turn)
        assert view is not None
        assert position.legal_moves() == view.legal_moves() == referee.moves()
        referee.push(some_move(referee, random))


@rulebook
@settings(max_examples=4)
@given(st.integers(0, 10_000), st.integers(0, 45))
def test_the_referee_makes_these_and_no_others(rules: Rulebook, seed: int, moves: int) -> None:
    (deal,) = random_deals(1, seed, rules)
    referee = play_on(Referee.of_deal(deal), moves, Random(seed))
    position = referee.position()
    assert position is not None
    legal = position.legal_moves()
    melds = melds_of(rules, deal.trump)
    shows = [Show(dix, meld) for dix in (False, True) for meld in (None, *melds)]
    plays = [Play(card) for card in rules.deck.cards().distinct()]
    sources: list[Source] = ["hand", 1, 2]
    copies = [Play(play.card, source) for play in plays for source in sources]
    made = set()
    tried: list[Move] = [*shows, *plays, *copies]
    for move in tried:
        with suppress(IllegalMoveError):
            referee.push(move)
            made.add(referee.pop())
    assert made == set(legal)


@given(playoff_positions())
def test_of_a_playoff_they_are_the_cards_that_are_valued(position: PlayoffPosition) -> None:
    moves = position.legal_moves()
    assert all(isinstance(move, Play) and move.source is None for move in moves)
    cards = [move.card for move in moves if isinstance(move, Play)]
    assert cards == sorted(cards, key=lambda card: (-card.rank, card.suit))
    assert set(cards) == {move.card for move in solve(position, nodes=1).moves}
    assert len(cards) == len(set(cards))


@rulebook
@settings(max_examples=4)
@given(st.integers(0, 10_000), st.integers(0, 35))
def test_of_the_stock_phase_they_are_the_moves_that_are_valued(
    rules: Rulebook, seed: int, moves: int
) -> None:
    (deal,) = random_deals(1, seed, rules)
    referee = play_on(Referee.of_deal(deal), moves, Random(seed))
    while referee.in_playoff:
        referee.pop()
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    analysis = analyze(view, worlds=1)
    assert {move.move for move in analysis.moves} == set(view.legal_moves())
    assert analysis.choice in view.legal_moves()


def test_a_copy_on_the_table_is_a_move_of_its_own() -> None:
    position = StockPosition.parse(
        "upcard=TS stock=21 turn=south south=QQT9.KQ.JJ.QJ99 north=+12 dealer=south "
        "melds.south=pinochle:QS.JD@1 tricks=KC-AC points=40+15/0+0"
    )
    texts = [move.text() for move in position.legal_moves()]
    assert {"QS@hand", "QS@1", "JD@hand", "JD@1", "TS"} <= set(texts)
    assert Play(Card.parse("QS"), 1) in position.legal_moves()


def test_a_pass_that_is_no_decision_is_all_there_is() -> None:
    position = StockPosition.parse(
        "rules=scarne upcard=TD stock=21 act=meld turn=south south=ATK.ATQ.KQQ.KK north=+11 "
        "melds.south=royal-marriage:KD.QD@1 tricks=9H-9D,JS-JC points=40+4/0+0 dealer=south"
    )
    assert position.legal_moves() == (Show(),)
    assert [move.move for move in analyze(position, worlds=2).moves] == [Show()]


def test_of_what_may_be_shown_a_pass_is_the_first() -> None:
    position = StockPosition.parse(
        "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 "
        "north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD "
        "gone=-.T9.J9.AAT9 points=40+31/20+13 dealer=north"
    )
    assert [move.text() for move in position.legal_moves()] == [
        "pass",
        "marriage:KH.QH",
        "marriage:KC.QC",
        "dix",
        "dix+marriage:KH.QH",
        "dix+marriage:KC.QC",
    ]


def test_only_positions_of_the_stock_phase_have_options_and_plans() -> None:
    (playoff,) = random_playoffs(3, 1, 1, RULEBOOKS["scarne"])
    fact = "^expected StockPosition, not PlayoffPosition: solve takes that$"
    with pytest.raises(TypeError, match=fact):
        position_options(playoff)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=fact):
        plan_position(playoff, 2)  # type: ignore[arg-type]


def test_a_hand_that_is_not_known_has_none() -> None:
    hidden = StockPosition.parse(FIRST.text().replace("turn=south", "turn=north"))
    with pytest.raises(IllegalPositionError) as raised:
        hidden.legal_moves()
    assert str(raised.value) == "turn: north, but 12 cards of that hand are unknown"
    assert PartialHand.parse("+1").hidden_fact == "1 card of that hand is unknown"


def test_three_copies_of_a_card_are_more_than_the_referee_knows() -> None:
    deck = Deck("three copies", tuple(reversed(Rank))[:6], copies=3, hand=12, stock=0)
    rules = Rulebook("house", "", RULEBOOKS["hayes"].count, deck=deck)
    (position,) = random_playoffs(4, 1, 1, rules)
    with pytest.raises(IllegalPositionError, match="rules: the three copies deck has more"):
        position.legal_moves()


@pytest.mark.parametrize("seat", Seat)
def test_annotations_make_no_difference(seat: Seat) -> None:
    line = f"rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn={seat.text()}"
    plain, annotated = PlayoffPosition.parse(line), PlayoffPosition.parse(f"{line} id=a bm=KD")
    assert plain.legal_moves() == annotated.legal_moves()


def test_before_the_last_trick_there_is_no_dix_where_dix_turns_follow_the_draws() -> None:
    late = replace(RULEBOOKS["goulash"], name="late", melds_after_last_stock_trick=True)
    position = StockPosition.parse(
        "rules=late upcard=JC stock=1 turn=south south=AQJ.J998.KJ9977.KJ7 north=+16 tricks=JH-QS,"
        "AH-KS,9C-QD,JS-8D,QH-QD,QC-9S,KS-QC,AC-KD,TS-7H,AH-8D,8C-KC,8H-8S,8C-TD,TD-TH,7H-TC",
        [late],
    )
    shown = [option.show.text() for option in position_options(position)]
    assert shown == ["jacks:JS.JH.JD.JC", "pinochle:QS.JD"]
