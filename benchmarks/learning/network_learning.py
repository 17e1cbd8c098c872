"""The networks of the stock phase while they are learned: numbers, gradients, rounded weights.

The estimate of a playoff (``playoff_net.pxd``), the value of a lead (``value_net.pxd``) and the
score of a move (``policy_net.pxd``) in floating point: clipped hidden layers, two for the playoff
and else one, and a linear part beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pinochle_solver._core.networks import playoff_net, policy_net, value_net
from pinochle_solver._core.stock.learning import SIZES, stock_parts

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
Record = dict[str, NDArray[np.int16 | np.int32]]

FEATURES, TRICKS = SIZES["features"], SIZES["tricks"]
PARTS = SIZES["parts"]  # of the policy
CONTEXT, MOVE, CARDS_HELD = SIZES["context"], SIZES["move"], SIZES["held"]
HUNDRED = 100.0  # values are learned in hundreds of points
TEMPERATURE = 10.0  # of the choices that a policy is learned as, in points


@dataclass
class Adam:
    """Steps downhill (Kingma, Ba 2015)."""

    weights: Weights
    rate: float
    steps: int = 0
    first: Weights = field(default_factory=dict)
    second: Weights = field(default_factory=dict)

    def step(self, gradient: Weights, share: float) -> None:
        """Go a step, at this share of the rate."""
        self.steps += 1
        for name, of in gradient.items():
            first = self.first.setdefault(name, np.zeros_like(of))
            second = self.second.setdefault(name, np.zeros_like(of))
            first += 0.1 * (of - first)
            second += 0.001 * (of * of - second)
            mean, square = 1 - 0.9**self.steps, 1 - 0.999**self.steps
            self.weights[name] -= (
                self.rate * share * (first / mean) / (np.sqrt(second / square) + 1e-8)
            )


# What the leader makes of a playoff more than half of its points, in hundreds of points


def new_playoff(random: np.random.Generator) -> Weights:
    """Where learning begins."""
    (held, first), _ = playoff_net.SHAPES["inputs"]
    (_, second), _ = playoff_net.SHAPES["between"]
    return {
        "first_bias": np.full(first, 0.3, np.float32),
        "second_bias": np.full(second, 0.3, np.float32),
        "start": np.zeros(1, np.float32),
        "inputs": random.normal(0, 0.15, (held, first)).astype(np.float32),
        "between": random.normal(0, 0.15, (first, second)).astype(np.float32),
        "outputs": random.normal(0, 0.05, (second, 1)).astype(np.float32),
        "linear": np.zeros((held, 1), np.float32),
    }


def playoffs_of(weights: Weights, rows: Floats) -> tuple[Floats, Floats, Floats]:
    """Estimates of playoffs, (playoffs,), and both hidden layers before they are clipped.

    Args:
        weights: of the network.
        rows: (playoffs, features).
    """
    first = rows @ weights["inputs"] + weights["first_bias"]
    second = np.clip(first, 0, 1) @ weights["between"] + weights["second_bias"]
    found = np.clip(second, 0, 1) @ weights["outputs"] + rows @ weights["linear"]
    return found[:, 0] + weights["start"], first, second


def playoff_gradient(weights: Weights, rows: Floats, targets: Floats) -> Weights:
    """The gradient of the mean square by which estimates miss the `targets`, (playoffs,)."""
    found, first, second = playoffs_of(weights, rows)
    columns = ((found - targets) * np.float32(2 / len(targets)))[:, None]
    behind_second = columns @ weights["outputs"].T * ((second > 0) & (second < 1))
    behind_first = behind_second @ weights["between"].T * ((first > 0) & (first < 1))
    return {
        "first_bias": behind_first.sum(axis=0),
        "second_bias": behind_second.sum(axis=0),
        "start": columns.sum(axis=0),
        "inputs": rows.T @ behind_first,
        "between": np.clip(first, 0, 1).T @ behind_second,
        "outputs": np.clip(second, 0, 1).T @ columns,
        "linear": rows.T @ columns,
    }


def _playoff_units() -> dict[str, float]:
    inside, points = float(playoff_net.INPUT), HUNDRED * playoff_net.POINT
    return {
        "first_bias": inside,
        "second_bias": inside,
        "start": points,
        "inputs": inside,
        "between": inside,
        "outputs": points,
        "linear": points,
    }


# The value of a lead, in hundreds of points


def new_value(random: np.random.Generator) -> Weights:
    """Where learning begins."""
    parts, _, hidden = value_net.SHAPES["inputs"][0]
    return {
        "bias": np.full((parts, 1, hidden), 0.3, np.float32),
        "start": np.zeros((TRICKS, 1, 1), np.float32),
        "inputs": random.normal(0, 0.12, (parts, FEATURES, hidden)).astype(np.float32),
        "outputs": random.normal(0, 0.05, (TRICKS, hidden, 1)).astype(np.float32),
        "linear": np.zeros((TRICKS, FEATURES, 1), np.float32),
    }


def parts_of(weights: Weights, tricks: int) -> list[slice]:
    """The tricks of a stock phase of so many that each hidden layer is for (``value_net.pxd``)."""
    firsts = np.searchsorted(stock_parts(tricks), np.arange(len(weights["inputs"]) + 1))
    return [slice(*pair) for pair in pairwise(firsts.tolist())]


def values_of(weights: Weights, rows: Floats) -> tuple[Floats, Floats]:
    """Values of leads for who leads, and the hidden layer before it is clipped.

    Args:
        weights: of the network.
        rows: (tricks, hands, features).

    Returns:
        (tricks, hands), and (tricks, hands, hidden).
    """
    hidden: Floats = np.empty((*rows.shape[:2], weights["inputs"].shape[-1]), np.float32)
    for part, tricks in enumerate(parts_of(weights, len(rows))):
        hidden[tricks] = rows[tricks] @ weights["inputs"][part] + weights["bias"][part]
    linear, outputs, start = (weights[name][: len(rows)] for name in ("linear", "outputs", "start"))
    values: Floats = rows @ linear + np.clip(hidden, 0, 1) @ outputs + start
    return values[:, :, 0], hidden


def value_gradient(weights: Weights, rows: Floats, hidden: Floats, slopes: Floats) -> Weights:
    """The gradient of a loss that changes by `slopes`, (tricks, hands), with each value."""
    number, columns = len(rows), slopes[:, :, None]
    inside = (hidden > 0) & (hidden < 1)
    behind = columns @ weights["outputs"][:number].transpose(0, 2, 1) * inside
    gradient = {name: np.zeros_like(of) for name, of in weights.items()}
    for part, tricks in enumerate(parts_of(weights, number)):
        gradient["bias"][part] = behind[tricks].sum(axis=(0, 1))
        of_part = behind[tricks].reshape(-1, behind.shape[-1])
        gradient["inputs"][part] = rows[tricks].reshape(-1, FEATURES).T @ of_part
    gradient["start"][:number] = columns.sum(axis=1, keepdims=True)
    gradient["outputs"][:number] = np.clip(hidden, 0, 1).transpose(0, 2, 1) @ columns
    gradient["linear"][:number] = rows.transpose(0, 2, 1) @ columns
    return gradient


def _value_units() -> dict[str, float]:
    inside, points = float(value_net.INPUT), HUNDRED * value_net.POINT
    return {
        "bias": inside,
        "start": points,
        "inputs": inside,
        "outputs": points,
        "linear": points,
    }


# The score of a move, in points


@dataclass(frozen=True)
class Decisions:
    """Some decisions, and what each move comes to.

    Attributes:
        contexts: (decisions, context).
        kinds: of each decision 0 for a lead, 1 for a reply, 2 for a show.
        owners: of each move the number of its decision, rising.
        moves: (all moves, features of a move).
        scores: of each move the linear policy's, in points.
        values: of each move, for the mover, in points.
    """

    contexts: Floats
    kinds: NDArray[np.int32]
    owners: NDArray[np.intp]
    moves: Floats
    scores: Floats
    values: Floats


def new_policy(random: np.random.Generator) -> Weights:
    """Where learning begins: the linear policy, for nothing comes through the layer yet."""
    parts, kinds, hidden = policy_net.SHAPES["outputs"][0]
    return {
        "bias": np.full((parts, hidden), 0.3, np.float32),
        "context": random.normal(0, 0.1, (parts, CONTEXT, hidden)).astype(np.float32),
        "move": random.normal(0, 0.1, (parts, MOVE, hidden)).astype(np.float32),
        "outputs": random.normal(0, 0.1, (parts, kinds, hidden)).astype(np.float32),
        "linear": np.zeros((parts, kinds, MOVE), np.float32),
    }


def part_of_policy(weights: Weights, part: int) -> Weights:
    """The weights of a part: views, so that who changes them changes the whole."""
    return {name: of[part] for name, of in weights.items()}


def policy_step(weights: Weights, decisions: Decisions) -> tuple[Weights, float, float]:
    """The gradient of what is lost by choosing at the scores' softmax.

    Args:
        weights: of one part of the network.
        decisions: all of that part.

    Returns:
        the gradient; and how many points a decision the softmax, and the highest score, come to
        more than a random move.
    """
    owners, kinds = decisions.owners, decisions.kinds[decisions.owners]
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    number = len(firsts)
    before = (decisions.contexts @ weights["context"] + weights["bias"])[owners]
    before += decisions.moves @ weights["move"]
    active = np.clip(before, 0, 1)
    added = (active * weights["outputs"][kinds]).sum(axis=1)
    added += (decisions.moves * weights["linear"][kinds]).sum(axis=1)
    scores = (decisions.scores + added) / TEMPERATURE
    chances = np.exp(scores - np.maximum.reduceat(scores, firsts)[owners])
    chances /= np.add.reduceat(chances, firsts)[owners]
    values = decisions.values
    means = np.add.reduceat(chances * values, firsts)
    at_random = np.add.reduceat(values, firsts) / np.bincount(owners, minlength=number)
    order = np.lexsort((-scores, owners))
    highest = values[order[firsts]]
    slopes = -chances * (values - means[owners]) / TEMPERATURE / number
    columns = slopes[:, None].astype(np.float32)
    behind = columns * weights["outputs"][kinds] * ((before > 0) & (before < 1))
    of_decisions = np.add.reduceat(behind, firsts, axis=0)
    gradient = {
        "bias": behind.sum(axis=0),
        "context": decisions.contexts.T @ of_decisions,
        "move": decisions.moves.T @ behind,
        "outputs": np.stack([(columns * active)[kinds == kind].sum(axis=0) for kind in range(3)]),
        "linear": np.stack(
            [(columns * decisions.moves)[kinds == kind].sum(axis=0) for kind in range(3)]
        ),
    }
    softly, choosing = ((of - at_random).mean(dtype=np.float64) for of in (means, highest))
    return gradient, float(softly), float(choosing)


def _policy_units() -> dict[str, float]:
    inside, points = float(policy_net.INPUT), float(policy_net.POINT)
    return {
        "bias": inside,
        "context": inside,
        "move": inside,
        "outputs": points,
        "linear": points,
    }


# Whole numbers


@dataclass(frozen=True)
class Kind:
    """One of the three networks.

    Attributes:
        new: where its learning begins.
        shapes: of its weights in whole numbers.
        units: how many parts each of them counts.
    """

    new: Callable[[np.random.Generator], Weights]
    shapes: dict[str, tuple[tuple[int, ...], str]]
    units: dict[str, float]

    def record(self, weights: Weights) -> Record:
        """The weights as the compiled network has them."""
        record: Record = {}
        for name, (shape, kind) in self.shapes.items():
            limits = np.iinfo(kind)
            whole = np.rint(weights[name].astype(np.float64) * self.units[name])
            record[name] = np.clip(whole, limits.min, limits.max).reshape(shape).astype(kind)
        return record

    def weights(self, record: Record) -> Weights:
        """The weights that a record was made from, rounded."""
        like = self.new(np.random.default_rng(0))
        return {
            name: (record[name] / self.units[name]).astype(np.float32).reshape(of.shape)
            for name, of in like.items()
        }


KINDS = {
    "playoff": Kind(new_playoff, playoff_net.SHAPES, _playoff_units()),
    "value": Kind(new_value, value_net.SHAPES, _value_units()),
    "policy": Kind(new_policy, policy_net.SHAPES, _policy_units()),
}


def as_bytes(record: Record) -> bytes:
    """A record as the compiled network reads it."""
    return b"".join(np.ascontiguousarray(of).tobytes() for of in record.values())
