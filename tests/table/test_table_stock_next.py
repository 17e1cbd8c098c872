"""Positions after moves while there is a stock, beside the referee of whole hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from helpers.soak import some
from helpers.table_positions import NOTHING_LAID
from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.notation.table.move_reading import parse_stock_move
from pinochle_solver.notation.table.position_hands import position_after
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import StockHand, StockMove, UndrawnError, begun_with_stock

WITH_STOCK = [name for name, rules in TABLE_RULEBOOKS.items() if rules.stock is not None]
PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}


def random_steps(name: str, seed: int) -> Iterator[tuple[StockHand, StockMove]]:
    """A random hand as long as there is a stock; what can be shown mostly is."""
    rng = random.Random(f"{name}/{seed}")
    hand = begun_with_stock(random_deal(seed, 1, TABLE_RULEBOOKS[name]))
    while hand.upcard is not None:
        moves = list(hand.legal_moves())
        move = rng.choice(moves[1:] if len(moves) > 1 and rng.random() < 0.8 else moves)
        yield hand, move
        hand = hand.after(move)


def draws(before: StockHand, after: StockHand) -> dict[Seat, Card]:
    """The cards that were drawn face down."""
    if len(before.stock) == len(after.stock):
        return {}
    order = clockwise(after.players, after.leader)
    return dict(zip(order, filter(None, before.stock), strict=False))


def stepped(
    position: TablePosition, move: StockMove, hand: StockHand, drawn: dict[Seat, Card]
) -> TablePosition:
    """The position after a move; who is asked though it has nothing passes, and draws are told."""
    told: dict[Seat, Card | None] = {}
    while True:
        try:
            after = position_after(position, move, told)
            break
        except UndrawnError as error:
            assert error.seat not in told
            told[error.seat] = drawn[error.seat]
            assert told[error.seat] in error.choices
    assert after is not None
    if (after.act, after.turn) != (hand.act, hand.turn):
        assert after.hands[after.turn].hidden
        return stepped(after, PASSES[after.act], hand, drawn)
    return after


@pytest.mark.parametrize("name", WITH_STOCK)
def test_open_cards_go_on_as_the_referee_has_it(name: str) -> None:
    for hand, move in random_steps(name, 0):
        after = position_after(position_of(hand), move)
        assert after == position_of(hand.after(move)), (hand, move)


@pytest.mark.parametrize("name", some(WITH_STOCK, 3, 1))
def test_what_a_seat_sees_goes_on_as_it_sees_it(name: str) -> None:
    for hand, move in random_steps(name, 1):
        later = hand.after(move)
        drawn = draws(hand, later)
        for seat in hand.players:
            after = stepped(position_of(hand, seat), move, later, drawn)
            assert after == position_of(later, seat), (hand, move, seat)


def test_a_draw_that_is_seen_has_to_be_told() -> None:
    start = TablePosition.parse(NOTHING_LAID)
    cards = [Card.parse(text) for text in ("JS", "QS", "KS")]
    position = start
    for card in cards[:-1]:
        after = position_after(position, Play(card))
        assert after is not None
        position = after
    after = position_after(position, Play(cards[-1]))
    assert after is not None
    assert (after.act, after.turn) == (Act.MELD, Seat.NORTH)  # he may have something to show
    asked = position_after(after, Show())
    assert asked is not None
    assert (asked.act, asked.turn) == (Act.DIX, Seat.WEST)  # and there are nines unseen
    with pytest.raises(UndrawnError) as raised:
        position_after(asked, Dix(False))
    assert raised.value.seat is Seat.SOUTH
    assert Card.parse("TC") in raised.value.choices
    assert Card.parse("QC") in raised.value.choices  # the other one
    with pytest.raises(IllegalPositionError, match=r"^drawn: KC by south: not unseen$"):
        position_after(asked, Dix(False), {Seat.SOUTH: Card.parse("KC")})
    drawn = position_after(asked, Dix(False), {Seat.SOUTH: Card.parse("TC")})
    assert drawn is not None
    assert drawn.text().startswith(
        "rules=macdougall-3 dealer=north trump=C turn=north upcard=QC stock=8 "
        "south=AJ9.AAQ9.KQ.TKK west=+12 north=+12 tricks=JS-QS-KS"
    )


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (Play(Card.parse("TS")), "TS: it is not held"),
        (Show(), "pass: south has to play now"),
    ],
)
def test_moves_that_cannot_be_are_named(move: StockMove, message: str) -> None:
    with pytest.raises(IllegalMoveError) as raised:
        position_after(TablePosition.parse(NOTHING_LAID), move)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("line", "word", "message"),
    [
        (
            "rules=macdougall-3 dealer=north act=meld upcard=QC turn=south south=AJ9.AAQ9.KQ.KK "
            "west=+11 north=+11 tricks=KS-QS-JS",
            "run:AC.TC.KC.QC.JC",
            "run:AC.TC.KC.QC.JC: AC is not held",
        ),
        (
            "rules=macdougall-3 dealer=north act=dix upcard=QC turn=west south=+12 "
            "west=TKQ.Q9.TTQ9.QJJ north=+12",
            "dix",
            "dix: there is no 9C in the hand",
        ),
    ],
)
def test_what_cannot_be_shown_is_named(line: str, word: str, message: str) -> None:
    position = TablePosition.parse(line)
    move = parse_stock_move(word, position.act, laid_by(position, position.turn)[0])
    with pytest.raises(IllegalMoveError) as raised:
        position_after(position, move)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        (
            "south=AJ9.AAQ9.KQ.KK west=+11 north=+11 gone=KQJ.-.-.-",
            "gone: does not tell who won the last trick; give tricks=",
        ),
        (
            "south=AJ9.AAQ9.KQ.KK west=+11 north=+11 tricks=JS-QS-KS",
            "dealer: missing, who won the last trick follows from it",
        ),
        ("south=+12 west=+12 north=+12", "dealer: missing, and nobody has led"),
    ],
)
def test_who_won_the_last_trick_has_to_be_known_where_it_matters(line: str, fact: str) -> None:
    position = TablePosition.parse(
        f"rules=macdougall-3 upcard=QC act=dix turn=west stock=11 {line}"
    )
    with pytest.raises(IllegalPositionError) as raised:
        position_after(position, Dix(False))
    assert str(raised.value) == fact


@pytest.mark.parametrize(
    ("line", "card", "after"),
    [
        (
            "rules=macdougall-3 dealer=north turn=north led=JS,QS upcard=QC stock=11 "
            "south=AJ9.AAQ9.KQ.KK west=+11 north=+12 won=0/0/0",
            "KS",
            "rules=macdougall-3 dealer=north act=meld turn=north upcard=QC stock=11 "
            "south=AJ9.AAQ9.KQ.KK west=+11 north=+11 tricks=JS-QS-KS won=0/0/1",
        ),
        (
            "rules=macdougall-3 turn=south led=9H,TH upcard=QC stock=8 south=AJ9.AAQ9.KQ.TKK "
            "west=+11 north=+11 gone=KQJ.-.-.-",
            "AH",
            "rules=macdougall-3 act=meld turn=south upcard=QC stock=8 south=AJ9.AQ9.KQ.TKK "
            "west=+11 north=+11 gone=KQJ.AT9.-.-",
        ),
    ],
)
def test_a_trick_is_counted_as_it_is_told(line: str, card: str, after: str) -> None:
    assert position_after(TablePosition.parse(line), Play(Card.parse(card))) == (
        TablePosition.parse(after)
    )


def test_a_nine_that_is_drawn_last_scores_by_itself() -> None:
    position = TablePosition.parse(
        "rules=macdougall-3 dealer=north act=dix turn=north upcard=QC stock=2 "
        "south=AJ.Q.KQ9.ATKKJ west=+11 north=+11 tricks=JS-QS-KS,9H-AH-JH,AH-9H-TH,9S-JD-JD "
        "points=0+38/0+0/0+9"
    )
    ten, nine = Card.parse("TC"), Card.parse("9C")
    with pytest.raises(UndrawnError) as raised:
        position_after(position, Dix(False), {Seat.SOUTH: ten})
    assert (raised.value.seat, raised.value.choices) == (Seat.WEST, (nine, None))
    for card, points in ((nine, 10), (None, 0)):
        after = position_after(position, Dix(False), {Seat.SOUTH: ten, Seat.WEST: card})
        assert after is not None
        assert after.text() == (
            "rules=macdougall-3 dealer=north trump=C turn=south south=AJ.Q.KQ9.ATTKKJ west=+12 "
            "north=-.-.-.Q+11 tricks=JS-QS-KS,9H-AH-JH,AH-9H-TH,9S-JD-JD "
            f"points=0+38/{points}+0/0+9"
        )
