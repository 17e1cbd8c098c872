"""Hands to bid with, made at random, from clear ones to close ones."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import count
from random import Random
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import bid_advice, bids_of
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.hidden_hands.comparing import difference
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.reviews.exercises import Exercise
from pinochle_solver.reviews.table.losses import STAKE_SHARES, TableLoss
from pinochle_solver.reviews.table.reviewing import best_of
from pinochle_solver.rules.rules import MOST_POINTS
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.valuation import advised_limit

WORLDS = 128
"""In how many worlds it is tried how clear a hand is."""
_AROUND = range(-60, 70, 10)
"""How far the bid before is from MacDougall's value of the hand."""
_OPENING = 1 / 3
"""In this part of the hands nobody has bid."""


class Level(Enum):
    """How clear it is whether to bid: by how much, as a share of what is at stake.

    By a short search a hand of a level loses at least the first share by the wrong choice, and less
    than the second.
    """

    EASY = "easy", 0.25, float("inf")
    MEDIUM = "medium", 0.10, 0.25
    HARD = "hard", STAKE_SHARES[1][0], 0.10

    def __init__(self, text: str, least: float, most: float) -> None:
        self.text, self.least, self.most = text, least, most

    @classmethod
    def of(cls, share: float) -> Level | None:
        """The level of a hand with this share; None if it hardly matters."""
        return next((level for level in cls if level.least <= share < level.most), None)


def bid_exercises(
    rules: TableRules,
    level: Level | None,
    seed: int,
    threads: int = 1,
    stop: StopFlag | None = None,
) -> Iterator[Exercise]:
    """Hands to bid with, without end; each is searched for a while before it is given.

    Args:
        rules: a rulebook with an auction.
        level: their level; None: any.
        seed: of the hands.
        threads: how many threads try worlds; the hands are the same.
        stop: ends them.
    """
    stop = stop or StopFlag()
    for number in count():
        position = _position(rules, number, seed)
        if position is None:
            continue
        analysis = analyze_hidden(position, Limits(worlds=WORLDS), seed, threads, stop)
        if stop.is_set:
            return
        found = level_of(analysis)
        if found is not None and level in (None, found):
            yield Exercise(position, (), f"{rules.name}, hand {number}")


def level_of(analysis: ChanceAnalysis) -> Level | None:
    """How clear it is whether to bid; None if it is not known, or hardly matters."""
    bids = [move for move in bids_of(analysis) if move.mean is not None]
    passing = analysis.moves[-1]
    if not bids or passing.move != PASS or passing.mean is None:
        return None
    best = max(bids, key=_mean)
    assert best.mean is not None
    apart = abs(best.mean.mean - passing.mean.mean)
    return Level.of(apart / stake_of(analysis.position, best.move, PASS))


class GoodCalls(NamedTuple):
    """The calls that count as right.

    Attributes:
        calls: all of them, in their order, a pass last.
        close: those among them that count only because they are too close to the best to call.
    """

    calls: list[Call]
    close: list[Call]


def good_calls(analysis: ChanceAnalysis, answer: Call | None = None) -> GoodCalls:
    """The calls that count as right: the best, and what no mark of a review would be given for.

    No bid above the highest that is advised is among them; if a pass is advised, and the lowest bid
    is too close to it to call, no other bid than that.

    Args:
        analysis: of a position in the auction.
        answer: the best call if it is known. Whether to bid or to pass is known by it, too.
    """
    best, most = best_of(analysis).move, _highest_advised(analysis)
    found = GoodCalls([], [])
    for move in analysis.moves:
        call, lost = move.move, difference(analysis, best, move.move)
        if not isinstance(call, Call) or lost is None:
            continue
        is_other = answer is not None and (call == PASS) is not (answer == PASS)
        if is_other or (call.bid is not None and call.bid > most and call not in (answer, best)):
            continue
        loss = TableLoss(lost.ahead, False, stake_of(analysis.position, best, call))
        is_right = call == answer or loss.is_small
        if is_right or not loss.is_significant:
            found.calls.append(call)
        if not is_right and not loss.is_significant:
            found.close.append(call)
    return found


def _highest_advised(analysis: ChanceAnalysis) -> int:
    """The highest bid that may count as right; 0 if none may."""
    advice = bid_advice(analysis)
    if advice is None:
        return MOST_POINTS
    limit = advice.limit or (advice.lowest if advice.is_close else None)
    call = None if limit is None else limit.move
    return call.bid or 0 if isinstance(call, Call) else 0


def _mean(move: MoveChance) -> float:
    assert move.mean is not None
    return move.mean.mean


def _position(rules: TableRules, number: int, seed: int) -> TablePosition | None:
    """What a seat sees that may bid or pass; None if a random hand gives no such decision."""
    random = Random(f"bids/{seed}/{rules.name}/{number}")
    hand = begun(random_deal(number, seed, rules))
    before = random.randrange(len(hand.players))
    opening = not before or random.random() < _OPENING
    order = [*hand.players, *hand.players]
    assert hand.turn is not None
    asked = order[order.index(hand.turn) + before]
    price = advised_limit(hand.hands[asked], rules) + random.choice(_AROUND)
    for left in range(before, 0, -1):
        calls = list(hand.legal_moves())
        call = PASS if opening or left > 1 else _bid_near(hand, price)
        if call not in calls:
            return None
        hand = hand.after(call)
        if hand.turn is None:
            return None
    calls = [move for move in hand.legal_moves() if isinstance(move, Call)]
    return position_of(hand, hand.turn) if PASS in calls and len(calls) > 1 else None


def _bid_near(hand: TableHand, price: int) -> Call:
    """The bid nearest to a price that may be made; a pass if there is none."""
    bids = [move.bid for move in hand.legal_moves() if isinstance(move, Call) and move.bid]
    return Call(min(bids, key=lambda bid: abs(bid - price))) if bids else PASS
