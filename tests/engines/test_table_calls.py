"""What an engine for three and four calls, given what it takes the calls to be worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random

from helpers.soak import tried
from pinochle_solver import TablePosition
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.engines.table.analysing import AnalysisEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

MOST_MADE = 300
HANDS = {"partnership-auction": tried(120, 920), "corners": 20, "check": 20}


class Opinionated(AnalysisEngine):
    """Takes every bid and a pass to be worth the same in all hands.

    Args:
        of_bid: what a bid is worth, and how often it is made.
        of_pass: what a pass is worth.
    """

    name, summary = "opinionated", "for tests"

    def __init__(self, of_bid: Callable[[int], tuple[float, float]], of_pass: float) -> None:
        super().__init__()
        self._of_bid, self._of_pass = of_bid, of_pass

    def _analysis(
        self, position: TablePosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> ChanceAnalysis:
        moves: list[MoveChance] = []
        # The first bids and the pass will do.
        for move in (*islice(position.legal_moves(), 3), PASS):
            if not isinstance(move, Call) or move in {each.move for each in moves}:
                continue
            value, chance = (self._of_pass, None) if move.bid is None else self._of_bid(move.bid)
            made = None if chance is None else Estimate(chance, 0.01)
            moves.append(MoveChance(move=move, mean=Estimate(value, 1), chance=made, worlds=100))
        return ChanceAnalysis(
            position=position,
            moves=tuple(sorted(moves, key=lambda each: each.move == PASS)),
            objective="points",
            worlds=100,
            seed=1,
            seconds=0.0,
            is_open=False,
            exact=False,
            finished=True,
        )


def with_melds(name: str) -> Iterator[tuple[TablePosition, int]]:
    """Positions after a bid of the seat before, with the melds that the seat to call has."""
    random, found, dealt, rules = Random(7), 0, 0, TABLE_RULEBOOKS[name]
    while found < HANDS[name]:
        hand = begun(random_deal(dealt, 5, rules))
        dealt += 1
        assert rules.auction is not None
        after = hand.players[(hand.players.index(hand.turn or hand.players[0]) + 1) % 4]
        melds = max(most_meld_points(hand.hands[after], trump, rules.melds) for trump in Suit)
        before = [*range(rules.auction.lowest, melds, 10)]
        if not before:
            continue
        call = Call(random.choice(before))
        if hand.why_illegal(call) is not None:
            continue
        hand = hand.after(call)
        if hand.why_illegal(Call(call.bid and call.bid + 10)) is None:
            found += 1
            yield position_of(hand, after), melds


def test_a_partner_never_passes_a_bid_that_its_own_melds_make() -> None:
    pessimist = Opinionated(lambda bid: (-500.0, 0.0), 500.0)
    raised = 0
    for position, melds in chain.from_iterable(map(with_melds, HANDS)):
        move = pessimist.choose(position, Limits(worlds=1)).move
        assert isinstance(move, Call)
        assert position.bids is not None
        raised += move.bid == (position.bids[-1].bid or 0) + 10 <= melds
    assert raised == sum(HANDS.values())


def test_no_bid_is_called_that_is_made_in_no_deal() -> None:
    optimist = Opinionated(lambda bid: (float(bid), float(bid <= MOST_MADE)), 0.0)
    passed = 0
    for number in range(100):
        hand = begun(random_deal(number, 3, TABLE_RULEBOOKS["auction"]))
        hand = hand.after(Call(250 + 10 * (number % 30)))
        move = optimist.choose(position_of(hand, hand.turn), Limits(worlds=1)).move
        assert isinstance(move, Call)
        assert move.bid is None or move.bid <= MOST_MADE
        passed += move == PASS
    assert passed > 50
