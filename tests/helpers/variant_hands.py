"""Hands of goulash and glup as positions: the product's referee beside the oracles.

After every move both must agree on the whole position, on what each seat sees of it, and on what
may be done; and a referee set up from the text of the position goes on alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from helpers.variant_comparison import chosen_move, deck_to_deal
from oracle.glup import GlupHand
from oracle.goulash import GoulashHand
from oracle.hand import SEATS
from oracle.variants import COUNTS, VariantHand
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rules import Seat

VARIANTS = ("goulash", "glup")


def variant_hand(rules: str, seed: int) -> tuple[VariantHand, Counter[str], Random]:
    """A hand just dealt, what its players keep, and the dice to go on with."""
    random = Random(f"{rules}/{seed}")
    dealer, count = random.choice(SEATS), random.choice(list(COUNTS))
    lifted = rules == "glup" and random.random() < 0.3
    deck, kept = deck_to_deal(rules, random, seed % 2 == 1)
    if rules == "glup":
        return GlupHand(deck, dealer, count, lifted), kept, random
    return GoulashHand(deck, dealer, count), kept, random


def deal_of(oracle: VariantHand) -> Deal:
    """The deal of a hand in which nobody has moved; of goulash no dix may have been shown."""
    position = StockPosition.from_tokens(oracle.full())
    stock = position.stock
    assert not isinstance(stock, int)
    assert position.dealer is not None
    return Deal(
        rules=position.rules,
        count=position.count,
        dealer=position.dealer,
        south=position.south.known,
        north=position.north.known,
        upcard=position.upcard,
        stock=stock,
        trump=position.trump,
        cut=position.cut,
    )


def played_out(rules: str, seed: int) -> Iterator[tuple[VariantHand, Referee, str]]:
    """A hand played at random by the oracle and a referee: each place, and the move made there."""
    oracle, kept, random = variant_hand(rules, seed)
    referee = Referee.of_deal(deal_of(oracle))
    while oracle.due() is not None:
        move = chosen_move(oracle, kept, random)
        yield oracle, referee, move
        oracle.apply(move)
        referee.push(move)
    yield oracle, referee, ""


def compare_positions(rules: str, seed: int) -> int:
    """Play one hand; the number of its moves. Raises `AssertionError` where the two differ."""
    moves, again = 0, None
    for oracle, referee, move in played_out(rules, seed):
        place = oracle.full()
        if again is not None:
            assert again.position() == referee.position(), place
            assert again.points == referee.points, place
        south, north = referee.points
        assert oracle.points == {"south": tuple(south), "north": tuple(north)}, place
        if not move:
            assert referee.is_over
            break
        moves += 1
        assert sorted(each.text() for each in referee.moves()) == oracle.moves(), place
        position = referee.position()
        assert position is not None
        assert position == parse_position(_line(place)), place
        assert parse_position(position.text()) == position
        for seat in Seat:
            assert referee.view(seat) == parse_position(_line(oracle.view(seat.text()))), place
        _compare_credits(oracle, referee)
        again = Referee.of_position(position)
        assert again.moves() == referee.moves(), place
        again.push(move)
    return moves


def _line(tokens: dict[str, str]) -> str:
    return " ".join(f"{token}={text}" for token, text in tokens.items())


def _compare_credits(oracle: VariantHand, referee: Referee) -> None:
    shows = oracle.moves() if oracle.full().get("act", "play") != "play" else []
    credits = {move: oracle.credit(move) for move in shows if move != "pass"}
    assert {each.show.text(): each.points for each in referee.options()} == credits, oracle.full()
