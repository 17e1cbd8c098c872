"""What a referee shows of a hand while it is played: positions, and what each seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.strategies import some_move
from pinochle_solver import RULEBOOKS, Card, Hand, PlayoffPosition, Rulebook, Seat
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

PUBLISHED = list(PINOCHLE_BOOKS.values())
rulebook = pytest.mark.parametrize("rules", PUBLISHED, ids=PINOCHLE_BOOKS)
a_hand = st.integers(0, 10_000)
few = settings(max_examples=3)


def played(rules: Rulebook, seed: int, share: float = 1) -> Iterator[tuple[Referee, Random]]:
    """A hand before each of its moves, or before a share of them."""
    (deal,) = random_deals(1, seed, rules)
    referee, random = Referee.of_deal(deal), Random(seed)
    while not referee.is_over:
        if random.random() < share:
            yield referee, Random(f"{seed}/{len(referee.history)}")
        referee.push(some_move(referee, random))


def position_of(referee: Referee) -> StockPosition | PlayoffPosition:
    position = referee.position()
    assert position is not None
    return position


def view_of(referee: Referee, seat: Seat) -> StockPosition | PlayoffPosition:
    view = referee.view(seat)
    assert view is not None
    return view


def hidden_cards(referee: Referee, viewer: Seat) -> tuple[list[Card], list[Card]]:
    """What a seat does not see: of the other hand, and of the stock in its order."""
    position, view = position_of(referee), view_of(referee, viewer)
    assert isinstance(position, StockPosition)
    assert isinstance(view, StockPosition)
    assert isinstance(position.stock, tuple)
    hand = referee.hand(viewer.other)
    for card in view.hand(viewer.other).known:
        hand = hand.without(card)
    return list(hand), list(position.stock)


@rulebook
@few
@given(a_hand)
def test_positions_and_views_go_round(rules: Rulebook, seed: int) -> None:
    for referee, _ in played(rules, seed, share=0.4):
        for position in (position_of(referee), *(view_of(referee, seat) for seat in Seat)):
            assert type(position).parse(position.text()) == position
            assert type(position).parse(position.text()).text() == position.text()


@rulebook
@few
@given(a_hand)
def test_a_position_says_what_the_referee_does(rules: Rulebook, seed: int) -> None:
    for referee, _ in played(rules, seed, share=0.4):
        position = position_of(referee)
        assert (position.turn, position.points) == (referee.turn, referee.points)
        assert isinstance(position, PlayoffPosition) == referee.in_playoff
        for seat in Seat:
            if isinstance(position, StockPosition):
                assert position.hand(seat).known == referee.hand(seat)
                assert position.on_table(seat) == referee.on_table(seat)
                assert position.melds(seat) == referee.melds(seat)
            else:
                assert position.hand(seat) == referee.hand(seat)
        if isinstance(position, StockPosition):
            assert position.act == referee.due
            assert (position.tricks or ()) == referee.tricks
            assert position.unseen == Hand.of(())


def check_a_referee_of_the_position(referee: Referee, random: Random) -> None:
    """Play on from a position: all is the same in both hands, and the way back is the same."""
    again = Referee.of_position(position_of(referee))
    for _ in range(12):
        assert again.moves() == referee.moves()
        assert again.position() == referee.position()
        assert again.points == referee.points
        if referee.is_over:
            break
        move = some_move(referee, random)
        referee.push(move)
        again.push(move.text())
    while again.history:
        assert again.pop() == referee.pop()
    assert again.position() == referee.position()


@rulebook
@few
@given(a_hand)
def test_a_referee_of_a_position_is_the_same(rules: Rulebook, seed: int) -> None:
    for referee, random in played(rules, seed, share=0.1):
        if not referee.in_playoff:
            check_a_referee_of_the_position(referee, random)


@rulebook
def test_a_referee_of_a_playoff_is_the_same(rules: Rulebook) -> None:
    for referee, random in played(rules, seed=1):
        if referee.in_playoff:
            check_a_referee_of_the_position(referee, random)


@rulebook
@few
@given(a_hand)
def test_unseen_is_the_hidden_hand_and_the_stock(rules: Rulebook, seed: int) -> None:
    for referee, _ in played(rules, seed):
        if referee.in_playoff:
            assert all(view_of(referee, seat) == referee.position() for seat in Seat)
            break
        for seat in Seat:
            view = view_of(referee, seat)
            assert isinstance(view, StockPosition)
            hand, stock = hidden_cards(referee, seat)
            assert view.unseen == Hand.of((*hand, *stock))
            assert view.hand(seat.other).hidden == len(hand)
            assert view.stock == len(stock)
            assert view.hand(seat).known == referee.hand(seat)
            assert view.on_table(seat.other) == referee.on_table(seat.other)


@rulebook
@few
@given(a_hand)
def test_a_view_is_the_same_whatever_is_hidden(rules: Rulebook, seed: int) -> None:
    for referee, random in played(rules, seed, share=0.25):
        if referee.in_playoff:
            break
        for seat in Seat:
            view = view_of(referee, seat)
            hand, stock = hidden_cards(referee, seat)
            unseen = hand + stock
            random.shuffle(unseen)
            other = Referee.of_position(view, unseen)
            assert view_of(other, seat).text() == view.text()
            assert other.hand(seat.other) == Hand.of(
                (*view_hand(view, seat.other), *unseen[: len(hand)])
            )
            position = position_of(other)
            assert isinstance(position, StockPosition)
            assert position.stock == tuple(unseen[len(hand) :])
            if referee.turn is seat:
                assert other.moves() == referee.moves()
                assert other.options() == referee.options()


def view_hand(view: StockPosition | PlayoffPosition, seat: Seat) -> Hand:
    assert isinstance(view, StockPosition)
    return view.hand(seat).known


@rulebook
@few
@given(a_hand)
def test_with_the_true_cards_a_view_is_played_on_alike(rules: Rulebook, seed: int) -> None:
    for referee, random in played(rules, seed, share=0.1):
        if referee.in_playoff:
            break
        seat = random.choice(list(Seat))
        hand, stock = hidden_cards(referee, seat)
        again = Referee.of_position(view_of(referee, seat), [*hand, *stock])
        made = 0
        while not referee.is_over and made < 15:
            assert again.moves() == referee.moves()
            assert again.position() == referee.position()
            assert again.view(seat) == referee.view(seat)
            move = some_move(referee, random)
            referee.push(move)
            again.push(move)
            made += 1
        assert again.points == referee.points
        for _ in range(made):
            referee.pop()


@rulebook
@few
@given(a_hand)
def test_the_way_back_is_the_way_forth(rules: Rulebook, seed: int) -> None:
    (deal,) = random_deals(1, seed, rules)
    referee, random = Referee.of_deal(deal), Random(seed)
    steps = []
    while not referee.is_over:
        steps.append((referee.moves(), referee.points, referee.hand(Seat.SOUTH), referee.due))
        referee.push(some_move(referee, random))
    assert (referee.moves(), referee.options()) == ((), [])
    assert (referee.due, referee.turn, referee.position()) == (None, None, None)
    assert all(referee.view(seat) is None for seat in Seat)
    made = referee.history[:]
    while steps:
        assert referee.pop() == made[len(steps) - 1]
        assert steps.pop() == (
            referee.moves(),
            referee.points,
            referee.hand(Seat.SOUTH),
            referee.due,
        )
    assert Referee.of_deal(deal).position() == referee.position()


@rulebook
@few
@given(a_hand)
def test_an_option_is_laid_as_it_says(rules: Rulebook, seed: int) -> None:
    for referee, _ in played(rules, seed):
        assert [option.show for option in referee.options()] == [
            move for move in referee.moves() if isinstance(move, Show) and move != Show()
        ]
        for option in referee.options():
            before, seat = referee.points, referee.turn
            assert seat is not None
            seen, laid = referee.melds(seat), referee.on_table(seat)
            referee.push(option.show)
            if not referee.in_playoff:  # there a nine just drawn may have scored as well
                assert referee.points[seat].melds == before[seat].melds + option.points
                assert referee.points[seat.other] == before[seat.other]
                assert len(referee.melds(seat)) == len(seen) + option.show.dix + (
                    option.show.meld is not None
                )
            if option.show.meld is not None:
                cards = [copy.card for copy in option.from_table]
                melded = option.from_hand[option.show.dix :]
                assert Hand.of([*cards, *melded]) == Hand.of(option.show.meld.cards)
                if not option.show.dix and not referee.in_playoff:
                    assert referee.on_table(seat) == Hand.of([*laid, *option.from_hand])
            referee.pop()


@pytest.mark.parametrize("extra", [[], ["AS"]])
def test_unseen_cards_are_just_those_that_are_missing(extra: list[str]) -> None:
    (deal,) = random_deals(1, 1, RULEBOOKS["scarne"])
    view = view_of(Referee.of_deal(deal), Seat.SOUTH)
    assert isinstance(view, StockPosition)
    unseen = [*view.unseen][1:] + [Card.parse(card) for card in extra * 2]
    with pytest.raises(ValueError, match=r"unseen: .*, expected "):
        Referee.of_position(view, unseen)
    with pytest.raises(ValueError, match=r"unseen: .*, expected "):
        Referee.of_position(position_of(Referee.of_deal(deal)), [Card.parse("AS")])
