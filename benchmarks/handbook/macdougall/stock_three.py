"""Three with a stock: hands of the policy against a simpler player, and two against one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sold_deals import OneAlone
from pinochle_solver._core.hidden_hands.stock_playouts import StockPlayouts
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.hidden_hands.policies import family_of, learnt, learnt_for_stock
from pinochle_solver.hidden_hands.stock_playing_out import StockTable, playoff_record
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, StockMove, begun_with_stock

RULES = TABLE_RULEBOOKS["macdougall-3"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillSettings:
    """Against whom the policy plays, and the seed of the deals."""

    against: str
    seed: int


@dataclass(frozen=True, slots=True)
class SkillDeal:
    """A deal played with the policy in each seat in turn.

    Attributes:
        number: which, from 0.
        ahead: how many points the policy makes more than the others do on average.
    """

    number: int
    ahead: float


def skill_deal(number: int, settings: SkillSettings) -> SkillDeal:
    """Play the deal of this number."""
    deal = random_deal(number, settings.seed, RULES)
    engine = make_table_engine(settings.against)
    ahead = []
    for own in RULES.table:
        hand = begun_with_stock(deal)
        while hand.turn is not None:
            if hand.turn == own:
                hand = hand.after(policy_move(hand))
                continue
            position = position_of(hand, hand.turn)
            move = engine.choose(position, Limits(worlds=1), seed=number + 1).move
            assert isinstance(move, StockMove)
            hand = hand.after(move)
        scores = hand.result().scores
        ahead.append(scores[own] - (sum(scores) - scores[own]) / (len(scores) - 1))
    return SkillDeal(number, round(mean(ahead), 3))


def policy_move(hand: StockHand) -> StockMove:
    """What the policy does in a hand of which all cards are known."""
    assert hand.turn is not None
    position = position_of(hand, hand.turn)
    held = np.array([list(seat.hand.counts) for seat in hand.seats], np.uint8)
    if hand.upcard is None and hand.act is Act.PLAY:
        card = Card.from_index(playouts_from(known_to_all(position)).line(held)[0])
        return next(
            move for move in hand.legal_moves() if isinstance(move, Play) and move.card == card
        )
    seen = hand_of(position)
    assert isinstance(seen, StockHand)
    table = StockTable(seen)
    stock = np.array([card.index for card in hand.stock if card is not None], np.uint8)
    row = table.playouts().line(held, stock)[0]
    return next(move for move in hand.legal_moves() if table.move(move) == tuple(row[2:]))


def skill(measured: Measured, against: str) -> list[SkillDeal]:
    """What the policy is ahead of another engine."""
    settings = SkillSettings(against=against, seed=measured.seed)
    number = max(measured.hands // 100, 2)
    return measured.pieces(f"skill-{against}", skill_deal, SkillDeal, settings, number)


# ------------------------------------------------------------------------------- two against one


def hands_played(number: int, seed: int, alone: Seat | None = None) -> NDArray[np.int64]:
    """(hands, seats) the points of hands of the policy, the dealer being the last seat.

    Args:
        number: how many hands.
        seed: of the deals.
        alone: a seat against which the others play together in the playoff; None: each for himself.
    """
    found = np.empty((number, len(RULES.table)), np.int64)
    for each in range(number):
        hand = begun_with_stock(random_deal(each, seed, RULES, RULES.table[-1]))
        found[each] = _points(hand, alone)
    return found


def _points(hand: StockHand, alone: Seat | None) -> Sequence[int]:
    assert hand.turn is not None
    cards = np.array([list(seat.hand.counts) for seat in hand.seats], np.uint8)
    stock = np.array([card.index for card in hand.stock if card is not None], np.uint8)
    family = family_of(RULES)
    playouts = StockPlayouts(
        StockTable(hand).record,
        playoff_record(hand) if alone is None else _against_one(hand, alone),
        learnt_for_stock(family),
        learnt(family),
    )
    before = hand.score_so_far().scores
    ends = playouts.line(cards, stock)[-1]
    return [score + sum(end) for score, end in zip(before, ends, strict=True)]


def _against_one(hand: StockHand, alone: Seat) -> bytes:
    """`playoff_record` where two play together."""
    known = OneAlone(
        rules=hand.rules,
        trump=hand.trump,
        players=hand.players,
        leader=hand.players[0],
        gone=hand.rules.deck,
        alone=alone,
    )
    return known.pack()
