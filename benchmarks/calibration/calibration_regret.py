"""Short searches against long ones of the same positions, with different worlds.

Does a short search's 95% interval of how far a move is behind contain what the long one finds, and
what does a short search's choice lose by the long one's values? The long one's own error is small
beside the short one's, but it is there: the best of several estimates is somewhat too high, and so
is every loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import hypot
from random import Random
from statistics import mean, median

import numpy as np

from benchmarks.common.decisions import KINDS, kind_of, policy_choice, trick_of
from benchmarks.common.hand_means import mean_by_hand
from pinochle_solver import RULEBOOKS, Referee, StockPosition, analyze
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.intervals import SURE
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.analysis import MoveEstimate
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.expectation import has_few_worlds

RANDOM_MOVES = 0.1
# Equal differences may have been added up in another order.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class RegretSettings:
    """What is compared.

    Attributes:
        rules: rulebooks, which the positions take in turn.
        worlds: of the short search,
        seconds: or its time.
        times: in how many times as many worlds the long one tries the best move.
        belief: what both believe.
        seed: of deals, moves and worlds.
    """

    rules: tuple[str, ...]
    worlds: int | None
    seconds: float | None
    times: int
    belief: str
    seed: int


@dataclass(frozen=True, slots=True)
class Compared:
    """One position.

    Attributes:
        number: which, from 0.
        kind: one of `KINDS`.
        trick: the stock trick it belongs to, from 1.
        holds: of every move but the short search's best, whether its interval of how far it is
            behind, wider by the long search's error, holds how far that has it behind its own best,
        pair_holds: and how far it has it behind the same move as the short one.
        widths: the half widths.
        leading: the standard error of how far the second move is behind.
        regret: what the move that the short search plays loses by the long one's values,
        best_regret: and what its best mean loses.
    """

    number: int
    kind: str
    trick: int
    holds: list[bool]
    pair_holds: list[bool]
    widths: list[float]
    leading: float
    regret: float
    best_regret: float


@dataclass(frozen=True, slots=True)
class RegretSummary:
    """Some positions summed up.

    Attributes:
        positions: how many,
        moves: and how many moves behind the best.
        holds, second_holds: the share of intervals that hold, and of those of second moves.
        pair_holds: the share of intervals that hold against the same move.
        width: the median half width.
        leading: the median standard error of the leading difference.
        regret: the mean loss of the moves played, and its standard error,
        best_regret: the same of the best means.
        wrong: the share of moves played that are not the long search's best.
    """

    positions: int
    moves: int
    holds: float
    second_holds: float
    pair_holds: float
    width: float
    leading: float
    regret: float
    regret_se: float
    best_regret: float
    best_regret_se: float
    wrong: float

    @classmethod
    def of(cls, compared: Sequence[Compared]) -> RegretSummary:
        """Sum up positions; at least one."""
        holds = [hold for one in compared for hold in one.holds]
        numbers = np.array([one.number for one in compared], np.int64)
        regret, best = (
            mean_by_hand(np.array(losses, np.float64), numbers)
            for losses in (
                [one.regret for one in compared],
                [one.best_regret for one in compared],
            )
        )
        return cls(
            positions=len(compared),
            moves=len(holds),
            holds=mean(holds),
            second_holds=mean(one.holds[0] for one in compared),
            pair_holds=mean(hold for one in compared for hold in one.pair_holds),
            width=median(width for one in compared for width in one.widths),
            leading=median(one.leading for one in compared),
            regret=regret.mean,
            regret_se=regret.se,
            best_regret=best.mean,
            best_regret_se=best.se,
            wrong=mean(one.regret > _ROUNDING for one in compared),
        )


def compare(number: int, settings: RegretSettings) -> Compared:
    """Search the position of this number twice."""
    position = some_position(number, settings)
    random = Random(f"regret/{settings.seed}/{number}/worlds")
    seeds = [int(random.random() * 2**53) for _ in range(2)]
    short = analyze(
        position,
        worlds=settings.worlds,
        seconds=settings.seconds,
        belief=settings.belief,
        seed=seeds[0],
    )
    worlds = short.worlds * settings.times
    long = analyze(position, worlds=worlds, belief=settings.belief, seed=seeds[1])
    behind = {move.move: Estimate(move.behind, move.behind_se) for move in long.moves}
    others = short.moves[1:]
    reference = behind[short.best.move]
    return Compared(
        number=number,
        kind=kind_of(position),
        trick=trick_of(position),
        holds=[_holds(move, behind[move.move]) for move in others],
        pair_holds=[
            _holds(
                move,
                Estimate(
                    behind[move.move].mean - reference.mean,
                    max(behind[move.move].se, reference.se),
                ),
            )
            for move in others
        ],
        widths=[SURE * move.behind_se for move in others],
        leading=others[0].behind_se,
        regret=behind[short.choice].mean,
        best_regret=reference.mean,
    )


def _holds(found: MoveEstimate, truth: Estimate) -> bool:
    error = hypot(found.behind_se, truth.se)
    return abs(found.behind - truth.mean) <= SURE * error + _ROUNDING


def some_position(number: int, settings: RegretSettings) -> StockPosition:
    """A decision between several moves, of each kind in turn, from any trick.

    It is from a hand that the policy plays with a random move now and then: the first of its kind
    from a random trick on. Where all worlds are gone through no search is shorter than another;
    there is none from there.
    """
    kind = KINDS[number % len(KINDS)]
    rules = RULEBOOKS[settings.rules[number // len(KINDS) % len(settings.rules)]]
    attempts = (f"regret/{settings.seed}/{number}/{attempt}" for attempt in count())
    found = (_from_some_trick(kind, rules, number, Random(text)) for text in attempts)
    return next(position for position in found if position is not None)


def _from_some_trick(
    kind: str, rules: Rulebook, number: int, random: Random
) -> StockPosition | None:
    """The first decision of a kind from a random trick of a random deal on, if there is one."""
    trick = 1 + int(random.random() * rules.deck.stock_tricks)
    deal = random_deal(number, int(random.random() * 2**53), rules)
    return _first(Referee.of_deal(deal), kind, trick, random)


def _first(referee: Referee, kind: str, trick: int, random: Random) -> StockPosition | None:
    """The first decision of a kind from a trick on, as a hand is played; None if none comes."""
    while not referee.in_playoff:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        if has_few_worlds(Belief(view)):
            return None
        moves = referee.moves()
        if kind_of(view) == kind and trick_of(view) >= trick and len(moves) > 1:
            return view
        if random.random() < RANDOM_MOVES:
            referee.push(moves[int(random.random() * len(moves))])
        else:
            referee.push_number(policy_choice(view))
    return None
