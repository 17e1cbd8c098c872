"""Tune the move ordering of the solver of open hands by hill-climbing on node counts.

    python benchmarks/speed/tune_double_dummy.py --sides lone --seconds 1800 --resume open.npy
    python benchmarks/speed/tune_double_dummy.py --sides partners --seconds 1800 --resume open.npy

The weights of a seat alone and of those against it, or of partners (``double_dummy/ordering.pxd``
says what they mean), are changed one or two at a time; a change is kept if a set of random deals,
most of them whole, is then solved in fewer nodes. What is added up is by how much the root of each
deal's nodes for the two questions that prove its value grows or falls, so that no single deal
decides. A change is given up as soon as it is behind after the first few deals. The best weights so
far are in the file, the other sets as they were; started again, the program goes on from there,
with other deals for another seed. At the end it prints the header
``double_dummy/ordering_weights.h``.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import random
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.speed.double_dummy import random_deals
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy.ordering import (
    AGAINST_ONE,
    ALONE,
    FOLLOW_FEATURES,
    FOLLOW_KINDS,
    LEAD_FEATURES,
    LEAD_KINDS,
    PARTNERS,
    SIDINGS,
    tuned_open_weights,
)
from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver.double_dummy.packing import packed

Weights = NDArray[np.int16]

_SIDES = {"lone": (ALONE, AGAINST_ONE), "partners": (PARTNERS,)}
# Game, cards each, deals, whether the trump is the first seat's longest suit.
_SETS = {
    "lone": (("auction", 15, 16, False), ("auction", 13, 8, False), ("auction", 15, 8, True)),
    "partners": (("check", 12, 20, False), ("check", 10, 10, False), ("check", 12, 4, True)),
}
_STEPS = (2, 4, 8, 16, 32)
_LEADS, _FOLLOWS = LEAD_KINDS * LEAD_FEATURES, FOLLOW_KINDS * FOLLOW_FEATURES
_WEIGHTS = _LEADS + _FOLLOWS  # of a set
# A change may be behind by this part in the first deals, and not at all later.
_TRIED, _BEHIND, _JUDGED = 4, 0.01, 16


class Question(NamedTuple):
    """A deal, what its first side wins, and the nodes to prove that at the start."""

    record: bytes
    value: int
    nodes: int


_HEADER = """\
/* Weights of the ordering of open hands (ordering.pxd), found by
 * benchmarks/speed/tune_double_dummy.py. */
#ifndef PINOCHLE_SOLVER_OPEN_ORDERING_WEIGHTS_H
#define PINOCHLE_SOLVER_OPEN_ORDERING_WEIGHTS_H

#include <stdint.h>

typedef struct {{
    int16_t lead[{lead_kinds}][{lead_features}];
    int16_t follow[{follow_kinds}][{follow_features}];
}} OpenWeights;

static const OpenWeights TUNED_OPEN_WEIGHTS[{sidings}] = {{
{sets}
}};

#endif
"""


@click.command()
@click.option("--sides", type=click.Choice([*_SIDES]), default="lone", show_default=True)
@click.option("--seconds", default=1800.0, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--nodes",
    type=(int, int),
    default=(12_000, 250_000),
    show_default=True,
    help="At least and at most, to solve a deal that is of use.",
)
@click.option("--resume", type=click.Path(path_type=Path), required=True, help="The best so far.")
def command(sides: str, seconds: float, seed: int, nodes: tuple[int, int], resume: Path) -> None:
    """Tune, and print the header."""
    weights = _kept(resume)
    solver, rng = DoubleDummySolver(), random.Random(seed)
    solver.order_by(weights)
    questions = _questions(solver, sides, seed, nodes)
    rng.shuffle(questions)
    best = first = _costs(solver, weights, questions, [])
    end = monotonic() + seconds
    step = 0
    while monotonic() < end:
        changed = weights.copy()
        for _ in range(rng.choice((1, 1, 2))):
            place = rng.choice(_SIDES[sides]) * _WEIGHTS + rng.randrange(_WEIGHTS)
            changed[place] += rng.choice((-1, 1)) * rng.choice(_STEPS)
        costs = _costs(solver, changed, questions, best)
        if len(costs) == len(best) and costs[-1] < best[-1]:
            best, weights = costs, changed
            _keep(weights, resume)
        step += 1
        if step % 100 == 0:
            click.echo(f"{step}: {best[-1] / first[-1]:.3f} of the cost at the start", err=True)
    click.echo(_header(weights), nl=False)


def _kept(file: Path) -> Weights:
    """The best weights so far, or those the search is built with."""
    built: Weights = np.frombuffer(tuned_open_weights(), np.int16).copy()
    if not file.exists():
        return built
    try:
        with file.open("rb") as opened:
            kept: Weights = np.lib.format.read_array(opened)
    except ValueError:
        raise click.UsageError(f"--resume: {file} holds no weights") from None
    if (kept.dtype, kept.shape) != (built.dtype, built.shape):
        fact = f"{kept.size} numbers of {kept.dtype}, expected {built.size} of {built.dtype}"
        raise click.UsageError(f"--resume: {file} has {fact}")
    return kept


def _keep(weights: Weights, file: Path) -> None:
    """Write the weights, at once or not at all."""
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as written:
        # Of a name `np.save` would make one that ends in .npy.
        np.save(written, weights)
    part.replace(file)


def _questions(
    solver: DoubleDummySolver, sides: str, seed: int, limits: tuple[int, int]
) -> list[Question]:
    """Deals that are neither too simple nor too hard."""
    questions: list[Question] = []
    for number, (game, cards, deals, longest) in enumerate(_SETS[sides]):
        wanted = len(questions) + deals
        for table in random_deals(game, cards, 100 * deals, 1000 * seed + number, longest):
            record = packed(table)
            [found] = solver.solve(record, False, 0, limits[1], 0.0, StopFlag())
            if found[0] != found[1]:
                continue
            nodes = _nodes(solver, record, found[0])
            if nodes >= limits[0]:
                questions.append(Question(record, found[0], nodes))
            if len(questions) == wanted:
                break
    if not questions:
        raise click.UsageError(f"--nodes: no deal takes {limits[0]} to {limits[1]} nodes")
    return questions


def _nodes(solver: DoubleDummySolver, record: bytes, value: int) -> int:
    """What it takes to prove a value."""
    return sum(
        solver.solve(record, False, asked, 0, 0.0, StopFlag())[0][6]
        for asked in (max(value, 1), value + 1)
    )


def _costs(
    solver: DoubleDummySolver,
    weights: Weights,
    questions: Sequence[Question],
    best: Sequence[float],
) -> list[float]:
    """The cost of the first question, of the first two and so on; fewer if `best` is better."""
    solver.order_by(weights)
    cost, costs = 0.0, list[float]()
    for number, question in enumerate(questions):
        cost += sqrt(_nodes(solver, question.record, question.value) / question.nodes)
        costs.append(cost)
        allowed = 1 + _BEHIND if number < _JUDGED else 1
        if best and number >= _TRIED and cost > best[number] * allowed:
            break
    return costs


def _header(weights: Weights) -> str:
    sets = weights.reshape(SIDINGS, _WEIGHTS)
    return _HEADER.format(
        lead_kinds=LEAD_KINDS,
        lead_features=LEAD_FEATURES,
        follow_kinds=FOLLOW_KINDS,
        follow_features=FOLLOW_FEATURES,
        sidings=SIDINGS,
        sets="\n".join(
            "    {\n"
            + _rows(one[:_LEADS].reshape(LEAD_KINDS, LEAD_FEATURES))
            + _rows(one[_LEADS:].reshape(FOLLOW_KINDS, FOLLOW_FEATURES))
            + "    },"
            for one in sets
        ),
    )


def _rows(table: Weights) -> str:
    rows = "".join(f"            {{{', '.join(map(str, row))}}},\n" for row in table.tolist())
    return f"        {{\n{rows}        }},\n"


if __name__ == "__main__":
    sys.exit(command())
