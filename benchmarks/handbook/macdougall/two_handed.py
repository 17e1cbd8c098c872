"""Hands for two with a stock, by the learned policy and move by move by a player of maxims."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.learning.equity_hands import (
    RANDOM_DEALS,
    PolicyHands,
    hands_of_policy,
    policy_hands,
)
from pinochle_solver import RULEBOOKS, PlayoffPosition, Seat, solve
from pinochle_solver._core.stock.learning import SIZES
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import RANKS, SUITS
from pinochle_solver.rules.moves import Move, Play, Show

GAME = "macdougall"


@lru_cache(maxsize=4)
def hands_by_policy(name: str, number: int, seed: int) -> PolicyHands:
    """So many hands of the policy against itself, playoffs estimated."""
    return hands_of_policy(RULEBOOKS[name], seed, number, solve_playoffs=False)


@dataclass(frozen=True)
class Playoffs:
    """Playoffs of hands of the policy.

    Attributes:
        points: (hands,) what is still to be won in them.
        plain: (hands, ranks) how many plain cards of each rank 7 8 9 J Q K T A are left.
        trumps: the same of trumps.
    """

    points: NDArray[np.int16]
    plain: NDArray[np.int64]
    trumps: NDArray[np.int64]


@lru_cache(maxsize=2)
def playoffs_by_policy(name: str, number: int, seed: int) -> Playoffs:
    """The playoffs of the first of these hands."""
    rows = np.zeros((number, SIZES["held"]), np.uint8)
    points, solved, estimated = np.zeros((3, number), np.int16)
    policy_hands(RULEBOOKS[name], seed).playoffs(RANDOM_DEALS, rows, points, solved, estimated)
    # Trumps are the last of the four suits there.
    left = rows.reshape(number, -1, SUITS, RANKS).sum(axis=1, dtype=np.int64)
    return Playoffs(points, left[:, :-1].sum(axis=1), left[:, -1])


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseSettings:
    """Who plays, and the seed of the deals."""

    engine: str
    seed: int


@dataclass(frozen=True, slots=True)
class Course:
    """A hand for two, trick by trick; of both seats south comes first.

    Attributes:
        number: which, from 0.
        melds: how many melds each laid, dixes not counted.
        leaders: who leads each trick of the stock phase, and the playoff.
        points: what each has then.
        end: what each has at the end, the playoff solved.
    """

    number: int
    melds: tuple[int, int]
    leaders: list[int]
    points: list[tuple[int, int]]
    end: tuple[int, int]

    def has_led_and_won(self, seat: int, first: int) -> bool:
        """Whether a seat leads and wins a trick of the stock phase, from this one on."""
        pairs = zip(self.leaders[first:], self.leaders[first + 1 :], strict=False)
        return any(leader == winner == seat for leader, winner in pairs)

    def reaches(self, seat: int, points: int) -> int | None:
        """After how many tricks of the stock phase a seat has so many points; None: not then."""
        return next((n for n, each in enumerate(self.points) if each[seat] >= points), None)


def course_of(number: int, settings: CourseSettings) -> Course:
    """Play the hand of this number."""
    deal = random_deal(number, settings.seed, RULEBOOKS[GAME])
    referee, engine = Referee.of_deal(deal), make_engine(settings.engine)
    melds, leaders, points = [0, 0], list[int](), list[tuple[int, int]]()
    while not referee.in_playoff:
        if referee.due is Act.PLAY and referee.led is None:
            _note(referee, leaders, points)
        moves = referee.moves()
        move: Move = moves[0]
        if len(moves) > 1:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            chosen = engine.choose(view, Limits(worlds=1), seed=number).move
            assert isinstance(chosen, Play | Show)
            move = chosen
        if isinstance(move, Show) and move.meld is not None:
            assert referee.turn is not None
            melds[referee.turn] += 1
        referee.push(move)
    _note(referee, leaders, points)
    view = referee.view(referee.leader)
    assert isinstance(view, PlayoffPosition)
    value = solve(view).value
    end = tuple(have + value[seat] for have, seat in zip(points[-1], Seat, strict=True))
    return Course(number, (melds[0], melds[1]), leaders, points, (end[0], end[1]))


def _note(referee: Referee, leaders: list[int], points: list[tuple[int, int]]) -> None:
    leaders.append(int(referee.leader))
    south, north = (referee.points[seat] for seat in Seat)
    points.append((south.melds + south.tricks, north.melds + north.tricks))


def courses(measured: Measured) -> list[Course]:
    """Hands between players of the books' maxims."""
    settings = CourseSettings(engine="advice", seed=measured.seed)
    return measured.pieces("courses", course_of, Course, settings, max(measured.hands // 20, 4))
