"""Positions after moves while there is a stock, beside the referee of whole hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import StockHand, StockMove, begun_with_stock
from pinochle_solver.table_notation.next_position import position_after
from pinochle_solver.table_notation.positions import TablePosition
from pinochle_solver.table_notation.seen import position_of
from pinochle_solver.table_notation.stock_next import UndrawnError

WITH_STOCK = [name for name, rules in TABLE_RULEBOOKS.items() if rules.stock is not None]
PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}
NOTHING_LAID = (
    "rules=macdougall-3 dealer=north upcard=QC turn=south south=AJJ9.AAQ9.KQ.KK west=+12 north=+12"
)


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
    return dict(zip(order, before.stock, strict=False))


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
            card = drawn[error.seat]
            assert error.seat not in told
            told[error.seat] = card if card in error.choices else None
            assert told[error.seat] in error.choices
    assert after is not None
    if (after.act, after.turn) != (hand.act, hand.turn):
        assert after.hands[after.turn].hidden
        return stepped(after, PASSES[after.act], hand, drawn)
    return after


@pytest.mark.parametrize("name", WITH_STOCK)
def test_open_cards_go_on_as_the_referee_has_it(name: str) -> None:
    for seed in range(6):
        for hand, move in random_steps(name, seed):
            after = position_after(position_of(hand), move)
            assert after == position_of(hand.after(move)), (hand, move)


@pytest.mark.parametrize("name", WITH_STOCK)
def test_what_a_seat_sees_goes_on_as_it_sees_it(name: str) -> None:
    for seed in range(2):
        for hand, move in random_steps(name, seed):
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


def test_who_won_the_last_trick_has_to_be_known_where_it_matters() -> None:
    position = TablePosition.parse(
        "rules=macdougall-3 upcard=QC act=dix turn=west south=AJ9.AAQ9.KQ.KK west=+11 north=+11 "
        "gone=KQJ.-.-.- stock=11"
    )
    with pytest.raises(IllegalPositionError, match=r"^gone: does not tell who won the last trick"):
        position_after(position, Dix(False))
