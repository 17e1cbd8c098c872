"""Hands for two of players who lean one way: they hold what may meld, or play it freely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.two_handed import GAME
from pinochle_solver import RULEBOOKS, PlayoffPosition, Seat, solve
from pinochle_solver._core.networks.policy import TERMS
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.deals import Deal, random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.hand.states import stock_state
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.stock.nets import weights_of
from pinochle_solver.table.melds import MELD_VALUES, most_meld_points

RULES = RULEBOOKS[GAME]
HOLDS, FREE = 1.0, -1.0
_MELD_TERMS = slice(48, 51)
"""The policy's terms that count the melds, complete or with one or two cards missing, in which the
card played serves (``policy.pxd``)."""
_POINTS = np.array([10.0, 10.0, 5.0])
"""How much dearer a player who holds takes such a card than the policy does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaningSettings:
    """The seed of the deals."""

    seed: int


@dataclass(frozen=True, slots=True)
class LeaningHand:
    """A deal in which each seat in turn holds and plays freely, against the policy.

    Attributes:
        number: which, from 0.
        melds: what each seat could meld as dealt, south first.
        gains: how much further ahead each ends if it holds than if it plays freely.
    """

    number: int
    melds: tuple[int, int]
    gains: tuple[int, int]


def leaning_hand(number: int, settings: LeaningSettings) -> LeaningHand:
    """Play the deal of this number four times."""
    deal = random_deal(number, settings.seed, RULES)
    melds = [most_meld_points(hand, deal.trump, MELD_VALUES) for hand in (deal.south, deal.north)]
    gains = []
    for seat in Seat:
        held, free = (_ahead(deal, {seat: leaning}, seat) for leaning in (HOLDS, FREE))
        gains.append(held - free)
    return LeaningHand(number, (melds[0], melds[1]), (gains[0], gains[1]))


def _ahead(deal: Deal, leanings: Mapping[Seat, float], own: Seat) -> int:
    """How far a seat ends ahead of the other, the playoff solved."""
    referee = Referee.of_deal(deal)
    while not referee.in_playoff:
        assert referee.turn is not None
        if len(referee.moves()) == 1:
            referee.push(referee.moves()[0])
            continue
        position = referee.view(referee.turn)
        assert isinstance(position, StockPosition)
        referee.push_number(_chosen(position, leanings.get(referee.turn, 0.0)))
    view = referee.view(referee.leader)
    assert isinstance(view, PlayoffPosition)
    value = solve(view).value
    total = {
        seat: referee.points[seat].melds + referee.points[seat].tricks + value[seat]
        for seat in Seat
    }
    return total[own] - total[own.other]


def _chosen(position: StockPosition, leaning: float) -> int:
    """The move of a player who leans so far, by its number."""
    state, pile = stock_state(position, tuple(position.unseen))
    search = Playouts(
        hand_rules_record(position.rules, position.count, position.trump),
        state.pack(),
        bytes(card.index for card in pile),
        weights=weights_of(position.rules, position.count),
    )
    moves = search.legal()
    terms = np.zeros((len(moves), TERMS), np.int16)
    scores = np.array(search.scores(terms)) - leaning * (terms[:, _MELD_TERMS] @ _POINTS)
    return int(moves[int(scores.argmax())])


def leaning_hands(measured: Measured) -> list[LeaningHand]:
    """Hands of the two leanings."""
    settings = LeaningSettings(seed=measured.seed)
    number = max(measured.hands // 10, 2)
    return measured.pieces("leanings", leaning_hand, LeaningHand, settings, number)
