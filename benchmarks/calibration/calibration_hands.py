"""Hands that an engine plays against itself: what was predicted at each decision, and what came.

Each move played is predicted by the search that chose it, and again by fresh playouts of that move
alone under each belief. A search takes the move that looks best, and so one that was rather lucky
in its worlds; fresh worlds know nothing of the choice. What the search predicts above them is that
optimism, and what they predict above the outcome is the fault of the model: of the policy that
plays on, and of the belief.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration.calibration_statistics import Predictions, place_of
from benchmarks.common.decisions import (
    KINDS,
    POLICY,
    final_points,
    kind_of,
    policy_choice,
    trick_of,
)
from pinochle_solver import RULEBOOKS, Referee, StockPosition
from pinochle_solver.engines.registry import analyze_with
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.beliefs import BELIEFS, Belief
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.sampling import CHUNKS

SEARCH = "search"
PREDICTORS = (SEARCH, *BELIEFS)
_SEED_BITS = 53


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSettings:
    """How hands are played and predicted.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        engine: one of ``pinochle_solver.engines.registry``, or `POLICY`, for both seats.
        worlds: the limit of each search,
        seconds: or its time.
        belief: what the engine believes.
        fresh: in how many fresh worlds the move played is predicted again; 0 for not at all.
        seed: of deals, searches and fresh worlds.
    """

    rules: tuple[str, ...]
    engine: str
    worlds: int | None
    seconds: float | None
    belief: str
    fresh: int
    seed: int


@dataclass(frozen=True, slots=True)
class Predicted:
    """What a final difference was thought to be, for the seat to decide.

    Attributes:
        mean: its mean.
        win: the chance to win.
        sd: its standard deviation, None where it is not known.
        place: where the one that came lies in the predicted distribution (`place_of`).
        worlds: how many independent worlds they are means over, None where that is not known.
    """

    mean: float
    win: float
    sd: float | None = None
    place: float | None = None
    worlds: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision between several moves.

    Attributes:
        trick: the stock trick, from 1, that the card was played to or the meld followed.
        kind: one of `KINDS`.
        actual: the final difference, the deciding seat's points less the other's.
        predicted: by predictor, of the move played.
    """

    trick: int
    kind: str
    actual: int
    predicted: dict[str, Predicted]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand.

    Attributes:
        number: which, from 0.
        decisions: those of its stock phase, of both seats.
    """

    number: int
    decisions: list[Decision]


@dataclass(frozen=True, slots=True)
class _Open:
    """A decision made in a hand that is not over yet; of fresh worlds all final differences."""

    seat: Seat
    trick: int
    kind: str
    search: Predicted | None
    fresh: dict[str, tuple[NDArray[np.int64], float]]

    def closed(self, actual: int) -> Decision:
        """With the final difference, known at last."""
        predicted = {} if self.search is None else {SEARCH: self.search}
        for belief, (differences, win) in self.fresh.items():
            sd = float(differences.std(ddof=1)) if len(differences) > 1 else None
            place = place_of(actual, differences)
            mean, number = float(differences.mean()), len(differences)
            predicted[belief] = Predicted(mean, win, sd, place, number)
        return Decision(self.trick, self.kind, actual, predicted)


def play_hand(number: int, settings: HandSettings) -> HandRecord:
    """Play the hand of this number; with `worlds` it depends on the settings alone."""
    rules = RULEBOOKS[settings.rules[number % len(settings.rules)]]
    referee = Referee.of_deal(random_deal(number, settings.seed, rules))
    made: list[_Open] = []
    while not referee.in_playoff:
        moves = referee.moves()
        if len(moves) == 1:
            referee.push(moves[0])
            continue
        decision, move = _decide(referee, number, settings)
        made.append(decision)
        referee.push(move)
    position = referee.position()
    assert isinstance(position, PlayoffPosition)
    for card in solve(position).line:
        referee.push(Play(card))
    points = referee.points
    south = sum(points.south) - sum(points.north)
    closed = [each.closed(south if each.seat is Seat.SOUTH else -south) for each in made]
    return HandRecord(number, closed)


def _decide(referee: Referee, number: int, settings: HandSettings) -> tuple[_Open, Move]:
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    # Searches and fresh worlds differ in their seeds, and so do all decisions.
    seeds = _seeds(f"{settings.seed}/{number}/{len(referee.history)}")
    move, search = _choose(referee, view, settings, next(seeds))
    fresh = {
        belief: _play_out(Belief(view, belief), move, settings.fresh, seed)
        for belief, seed in zip(BELIEFS, seeds, strict=False)
        if settings.fresh
    }
    return _Open(view.turn, trick_of(view), kind_of(view), search, fresh), move


def _seeds(text: str) -> Iterator[int]:
    random = Random(f"calibration/{text}")
    while True:
        yield int(random.random() * 2**_SEED_BITS)


def _choose(
    referee: Referee, view: StockPosition, settings: HandSettings, seed: int
) -> tuple[Move, Predicted | None]:
    """The move that the engine plays, and what it predicts of it; None where it does not value."""
    if settings.engine == POLICY:
        number = policy_choice(view)
        return next(move for move in referee.moves() if referee.number_of(move) == number), None
    analysis = analyze_with(
        settings.engine,
        view,
        worlds=settings.worlds,
        seconds=settings.seconds,
        belief=settings.belief,
        seed=seed,
    )
    played = next(move for move in analysis.moves if move.move == analysis.choice)
    known = isfinite(played.mean)
    return played.move, Predicted(played.mean, played.win) if known else None


def _play_out(
    belief: Belief, move: Move, number: int, seed: int
) -> tuple[NDArray[np.int64], float]:
    """The final differences after a move in so many worlds, and the chance to win."""
    search = belief.playouts()
    chain = (belief.sample(search, seed, *chunk) for chunk in CHUNKS.between(0, number))
    points = final_points(search, belief, move, np.concatenate(list(chain)))
    turn = belief.position.turn
    win = float(WinChance.of(belief.position).of_points(points).mean())
    return points[:, turn] - points[:, turn.other], win


@dataclass(frozen=True)
class Decisions:
    """The decisions of many hands, as arrays.

    Attributes:
        tricks: their tricks.
        kinds: their kinds, by place in `KINDS`.
        predictions: by predictor; of those that predict nothing there is none.
    """

    tricks: NDArray[np.int64]
    kinds: NDArray[np.int64]
    predictions: dict[str, Predictions]

    @classmethod
    def of(cls, hands: Sequence[HandRecord]) -> Decisions:
        """All decisions of these hands."""
        numbers = [hand.number for hand in hands for _ in hand.decisions]
        decisions = [decision for hand in hands for decision in hand.decisions]
        return cls(
            np.array([decision.trick for decision in decisions], np.int64),
            np.array([KINDS.index(decision.kind) for decision in decisions], np.int64),
            {
                name: _predictions(name, numbers, decisions)
                for name in PREDICTORS
                if decisions and name in decisions[0].predicted
            },
        )

    def group(self, predictor: str, kind: str | None, trick: int | None) -> Predictions:
        """The predictions of one kind and trick; of all for None."""
        chosen = np.full(len(self.tricks), fill_value=True)
        if kind is not None:
            chosen &= self.kinds == KINDS.index(kind)
        if trick is not None:
            chosen &= self.tricks == trick
        return self.predictions[predictor].where(chosen)


def _predictions(name: str, numbers: Sequence[int], decisions: Sequence[Decision]) -> Predictions:
    predicted = [decision.predicted[name] for decision in decisions]
    # None becomes NaN.
    sd, place, worlds = (
        np.array([getattr(each, key) for each in predicted], np.float64)
        for key in ("sd", "place", "worlds")
    )
    return Predictions(
        hands=np.array(numbers, np.int64),
        mean=np.array([each.mean for each in predicted], np.float64),
        win=np.array([each.win for each in predicted], np.float64),
        actual=np.array([decision.actual for decision in decisions], np.float64),
        sd=sd,
        place=place,
        worlds=worlds,
    )
