"""How the other seat chooses: the weights of the policy's terms that make its moves likeliest.

The model is that of the beliefs (``_core.stock.inference``): a softmax over the terms of the moves
(``_core.networks.policy``), weighted, and in a small share of the choices any legal move. The
weights of each term change evenly from knot to knot over the stages of a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.decisions import trick_of
from benchmarks.learning.policy_terms import with_lower_ranks
from benchmarks.learning.posterior_hands import BeliefSettings, played
from pinochle_solver._core.networks.policy import (
    KNOTS,
    STAGES,
    TERMS,
    WEIGHT_UNIT,
    behaviour_weights,
    knots,
    policy_weights,
)
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.behaviour import FITTED, behaviour_in
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.nets import BEHAVIOUR, SLIPS, behaviour_weights_of, weights_of

HELD_OUT = 4
"""Of so many rounds of four hands one is held out."""
STEPS, _AT_A_TIME, _RATE = 1_500, 1_024, 0.002
"""Few and small: the weights begin as the policy's, and more of it fits what happened to happen."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision.

    Attributes:
        stage: of the hand, from `STAGES` at the beginning to 0.
        is_last: whether it is a play to the last stock trick.
        moves: for each legal move, the one made first, its terms that are not 0: number and value
            in turn.
    """

    stage: int
    is_last: bool
    moves: list[list[int]]


@dataclass(frozen=True, slots=True)
class HandChoices:
    """A hand: its number from 0, the name of its rulebook, and the decisions of both seats."""

    number: int
    rules: str
    choices: list[Choice]


def choices_of_hand(number: int, settings: BeliefSettings) -> HandChoices:
    """Play the hand of this number, and take the terms of its moves."""
    choices = []
    for _, referee, view, move in played(number, settings):
        search = Belief(view).playouts()
        numbers = list(search.legal())
        terms = np.zeros((len(numbers), TERMS), np.int16)
        search.scores(terms)
        made = numbers.index(referee.number_of(move))
        rows = [terms[made], *np.delete(terms, made, axis=0)]
        tricks = view.rules.deck.stock_tricks
        stage = STAGES * (tricks - view.completed_tricks) // tricks
        is_last = view.act is Act.PLAY and trick_of(view) == tricks
        choices.append(Choice(stage, is_last, [_sparse(row) for row in rows]))
    return HandChoices(number, settings.rules[number % len(settings.rules)], choices)


def _sparse(row: NDArray[np.int16]) -> list[int]:
    places = np.flatnonzero(row)
    return [int(each) for place in places for each in (place, row[place])]


@dataclass(frozen=True, slots=True)
class Weighing:
    """A behaviour.

    Attributes:
        weights: (knots, terms), in units of the temperature.
        slips: in what share of the choices any move is made,
        last_slips: and of the plays to the last stock trick.
    """

    weights: Floats
    slips: float
    last_slips: float

    @classmethod
    def of_policy(cls, rules: Rulebook) -> Weighing:
        """The policy's own weights."""
        its = weights_of(rules, rules.count)
        end, more = np.reshape(policy_weights() if its is None else its, (TERMS, 2)).T
        parts = np.divide(knots(), STAGES)[:, None]
        return cls._in_units(end + more * parts, rules)

    @classmethod
    def believed_in(cls, rules: Rulebook) -> Weighing:
        """The behaviour that beliefs are found with."""
        its = behaviour_weights_of(rules, rules.count)
        weights = np.reshape(behaviour_weights() if its is None else its, (TERMS, KNOTS))
        return cls._in_units(weights.T, rules)

    @classmethod
    def _in_units(cls, weights: Floats, rules: Rulebook) -> Weighing:
        unit, believed = WEIGHT_UNIT * FITTED.temperature, behaviour_in(rules, rules.count)
        return cls(weights / unit, believed.slips, believed.last_slips)

    def to_be_believed(self) -> Weighing:
        """The same with no fewer slips than `FITTED` has: not every seat makes as few."""
        slips = max(self.slips, FITTED.slips), max(self.last_slips, FITTED.last_slips)
        return replace(self, slips=slips[0], last_slips=slips[1])

    def integers(self) -> NDArray[np.int16]:
        """The weights as searches take them, a row for each term."""
        integers = np.rint(self.weights.T * FITTED.temperature * WEIGHT_UNIT)
        limits = np.iinfo(np.int16)
        clipped: NDArray[np.int16] = integers.clip(limits.min, limits.max).astype(np.int16)
        return clipped

    def header(self) -> str:
        """The header ``behaviour_weights.h``."""
        whole = with_lower_ranks(self.integers())
        rows = "".join(f"    {', '.join(map(str, row))},\n" for row in whole.tolist())
        return (
            "/* How the other seat is taken to choose (policy.pxd), from posterior.py fit. */\n"
            "#include <stdint.h>\n"
            f"static const int16_t LEARNT_BEHAVIOUR[] = {{\n{rows}}};\n"
        )

    def put_into(self, file: Path) -> None:
        """Put it among what is learned of a rulebook (``stock/weights``).

        Args:
            file: the rulebook's; what else it holds stays.

        Raises:
            OSError: when it cannot be read or written.
            ValueError: when it is no such file.
        """
        try:
            with np.load(BytesIO(file.read_bytes())) as learned:
                arrays: dict[str, Any] = dict(learned)
        except (BadZipFile, EOFError, TypeError) as error:
            raise ValueError("holds no arrays") from error
        slips, whole = np.array([self.slips, self.last_slips]), BytesIO()
        np.savez_compressed(whole, **{**arrays, BEHAVIOUR: self.integers(), SLIPS: slips})
        file.write_bytes(whole.getvalue())


class Choices:
    """Decisions as arrays."""

    def __init__(self, records: Sequence[HandChoices]) -> None:
        choices = [choice for record in records for choice in record.choices]
        counts = np.array([len(choice.moves) for choice in choices], np.intp)
        self.terms = np.zeros((len(choices), counts.max(initial=1), TERMS), np.float32)
        for decision, choice in zip(self.terms, choices, strict=True):
            for row, move in zip(decision, choice.moves, strict=False):
                row[move[::2]] = move[1::2]
        self.illegal = np.arange(self.terms.shape[1]) >= counts[:, None]
        self.alike = 1 / counts
        self.is_last = np.array([choice.is_last for choice in choices], bool)
        stages = [choice.stage for choice in choices]
        # How much each knot counts.
        ends = np.eye(KNOTS)
        self.parts = np.stack([np.interp(stages, knots(), end) for end in ends], axis=1)

    def shares(self, rows: NDArray[np.intp], weights: Floats) -> Floats:
        """The softmax of the scores of each decision's moves."""
        scores = np.einsum("imt,it->im", self.terms[rows], self.parts[rows] @ weights)
        scores[self.illegal[rows]] = -np.inf
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares: Floats = chances / chances.sum(axis=1, keepdims=True)
        return shares

    def mean_log(self, behaviour: Weighing) -> float:
        """The mean logarithm of the likelihood of a move made; NaN of none."""
        logs = []
        for rows in np.array_split(np.arange(len(self.alike)), 1 + len(self.alike) // 4_096):
            slips = np.where(self.is_last[rows], behaviour.last_slips, behaviour.slips)
            share = self.shares(rows, behaviour.weights)[:, 0]
            logs.append(np.log(slips * self.alike[rows] + (1 - slips) * share))
        return float(np.concatenate(logs).mean()) if len(self.alike) else float("nan")


def is_held_out(record: HandChoices) -> bool:
    """Whether nothing is learned from a hand."""
    return record.number // len(PINOCHLE_BOOKS) % HELD_OUT == HELD_OUT - 1


def fitted(records: Sequence[HandChoices], start: Weighing, steps: int = STEPS) -> Weighing:
    """The behaviour under which the moves are likeliest of the hands that are not held out.

    Args:
        records: hands.
        start: where the search for it begins.
        steps: how many it takes.
    """
    choices = Choices([record for record in records if not is_held_out(record)])
    random = np.random.default_rng(1)
    # The weights, and the log odds of slips.
    slips = np.array([start.slips, start.last_slips])
    odds = np.log(slips / (1 - slips))
    now = np.concatenate([start.weights.ravel(), odds])
    first, second = np.zeros_like(now), np.zeros_like(now)
    # What is often or much counted changes its weight by little.
    usual = np.sqrt((choices.terms[:4_096] ** 2).mean(axis=(0, 1)))
    paces = np.concatenate([np.tile(1 / np.maximum(usual, 0.1), KNOTS), np.full(2, 3.0)])
    for step in range(1, steps + 1):
        rows = random.choice(len(choices.alike), _AT_A_TIME)
        gradient = _gradient(choices, rows, now)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        size = np.sqrt(second / (1 - 0.999**step)) + 1e-6
        now += _RATE * (1 - step / steps) * paces * first / (1 - 0.9**step) / size
    often, at_last = 1 / (1 + np.exp(-now[-2:]))
    return Weighing(now[:-2].reshape(KNOTS, TERMS), float(often), float(at_last))


def _gradient(choices: Choices, rows: NDArray[np.intp], now: Floats) -> Floats:
    """How the mean log likelihood of some decisions grows with each number."""
    shares = choices.shares(rows, now[:-2].reshape(KNOTS, TERMS))
    is_last, alike = choices.is_last[rows], choices.alike[rows]
    slips = 1 / (1 + np.exp(-np.where(is_last, now[-1], now[-2])))
    likelihood = slips * alike + (1 - slips) * shares[:, 0]
    by_share = (1 - slips) * shares[:, 0] / likelihood
    of_moves = -shares * by_share[:, None]
    of_moves[:, 0] += by_share
    of_terms = np.einsum("im,imt->it", of_moves, choices.terms[rows])
    of_weights = choices.parts[rows].T @ of_terms
    of_slips = (alike - shares[:, 0]) / likelihood * slips * (1 - slips)
    of_odds = [of_slips[~is_last].sum(), of_slips[is_last].sum()]
    return np.concatenate([of_weights.ravel(), of_odds]) / len(rows)
