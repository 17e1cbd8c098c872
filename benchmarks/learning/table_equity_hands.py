"""Hands of three and four whose scores the tables of chances to win a game are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.strength.table_bidding import played_by_policy
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.equities.table.hands import from_left_of
from pinochle_solver.hidden_hands.stock_playing_out import StockTable
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Bury, Call, Concede
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, begun_with_stock
from pinochle_solver.table.views import AnyMove


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """What a hand brought to each unit that scores, from the dealer's left, the dealer's last.

    Attributes:
        number: of the hand, from 0.
        scores: what each unit adds to its score.
        bidder: the place of the bidding unit; -1: there is none.
        is_made: whether it made its contract.
    """

    number: int
    scores: tuple[int, ...]
    bidder: int
    is_made: bool


def hand_of_engine(number: int, name: str, worlds: int, seed: int) -> ScoredHand:
    """Play the hand of this number: calls, trump and burial by the default engine.

    The cards are played by the learned policy, with which its searches play hands out. In games
    with a stock it plays everything.

    Args:
        number: of the hand.
        name: the rulebook.
        worlds: in how many worlds the engine tries moves.
        seed: of the deals and the searches.
    """
    deal = random_deal(number, seed, TABLE_RULEBOOKS[name])
    if deal.rules.stock is not None:
        return _with_stock(number, deal)
    engine, limits = make_table_engine("default"), Limits(worlds=worlds)

    def chosen(hand: TableHand) -> AnyMove:
        assert hand.turn is not None
        return engine.choose(position_of(hand, hand.turn), limits, seed=number + 1).move

    def call(hand: TableHand) -> Call:
        move = chosen(hand)
        assert isinstance(move, Call)
        return move

    def bury(hand: TableHand) -> Bury | Concede:
        move = chosen(hand)
        assert isinstance(move, (Bury, Concede))
        return move

    result = played_by_policy(deal, call, bury).result()
    order = from_left_of(deal.dealer, result.units)
    scores = dict(zip(result.units, result.scores, strict=True))
    bidder = -1 if result.bidding_side is None else order.index(result.bidding_side)
    is_made = result.outcome is Outcome.MADE
    return ScoredHand(number, tuple(scores[unit] for unit in order), bidder, is_made)


def _with_stock(number: int, deal: TableDeal) -> ScoredHand:
    """A hand with a stock, played by the policy."""
    hand = begun_with_stock(deal)
    assert hand.turn is not None
    before = hand.score_so_far()
    seen = hand_of(position_of(hand, hand.turn))
    assert isinstance(seen, StockHand)
    cards = np.array([list(seat.hand.counts) for seat in hand.seats], dtype=np.uint8)
    stock = np.array([card.index for card in hand.stock if card is not None], dtype=np.uint8)
    ends = StockTable(seen).playouts().line(cards, stock)[-1]
    scores: dict[tuple[Seat, ...], int] = {
        (seat,): score + sum(end)
        for seat, score, end in zip(hand.players, before.scores, ends, strict=True)
    }
    order = from_left_of(deal.dealer, before.units)
    return ScoredHand(number, tuple(scores[unit] for unit in order), -1, is_made=False)
