"""Tune the move ordering of the solver of open hands by hill-climbing on node counts.

    python benchmarks/tune_double_dummy.py --steps 3000 --resume build/open_weights.npy

The weights (``ext/pinochle_solver/_core/open_ordering.pxd`` says what they mean) are changed one or
two at a time; a change is kept if a set of random deals, of three hands and of four, of several
lengths, is then solved in fewer nodes. What is added up is the root of the nodes for the two
questions that prove a deal's value, so that no single deal decides. The best weights so far are in
the file; started again, the program goes on from there, with other deals for another seed. At the
end it prints the header ``open_ordering_weights.h``.
"""

from __future__ import annotations

from starting import end_at_ctrl_c

if __name__ == "__main__":
    end_at_ctrl_c()

import random
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from double_dummy import random_deals
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy import DoubleDummySolver
from pinochle_solver._core.open_ordering import (
    FOLLOW_FEATURES,
    FOLLOW_KINDS,
    LEAD_FEATURES,
    LEAD_KINDS,
    tuned_open_weights,
)
from pinochle_solver.double_dummy.packing import packed

Weights = NDArray[np.int16]

# Game, cards each, deals, whether the trump is the first seat's longest suit.
_SETS = (
    ("auction", 11, 8, True),
    ("auction", 12, 4, False),
    ("auction", 13, 3, False),
    ("auction", 9, 10, False),
    ("check", 9, 8, False),
    ("check", 10, 3, False),
    ("check", 11, 2, False),
    ("check", 7, 10, False),
)
_STEPS = (1, 2, 4, 8, 16)

_HEADER = """\
/* Weights of the ordering of open hands (open_ordering.pxd), found by
 * benchmarks/tune_double_dummy.py. */
#ifndef PINOCHLE_SOLVER_OPEN_ORDERING_WEIGHTS_H
#define PINOCHLE_SOLVER_OPEN_ORDERING_WEIGHTS_H

#include <stdint.h>

typedef struct {{
    int16_t lead[6][14];
    int16_t follow[5][12];
}} OpenWeights;

static const OpenWeights TUNED_OPEN_WEIGHTS = {{
    {{
{lead}
    }},
    {{
{follow}
    }},
}};

#endif
"""


@click.command()
@click.option("--steps", default=3000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--resume", type=click.Path(path_type=Path), required=True, help="The best so far.")
def command(steps: int, seed: int, resume: Path) -> None:
    """Tune, and print the header."""
    weights = np.frombuffer(tuned_open_weights(), np.int16).copy()
    if resume.exists():
        weights = np.load(resume)
    solver, rng = DoubleDummySolver(), random.Random(seed)
    questions = list(_questions(solver, seed))
    best = first = _cost(solver, weights, questions, float("inf"))
    for step in range(steps):
        changed = weights.copy()
        for _ in range(rng.choice((1, 1, 2))):
            changed[rng.randrange(len(changed))] += rng.choice((-1, 1)) * rng.choice(_STEPS)
        cost = _cost(solver, changed, questions, best)
        if cost < best:
            best, weights = cost, changed
            _keep(weights, resume)
        if step % 100 == 99:
            click.echo(f"{step + 1}: {best / first:.3f} of the cost at the start", err=True)
    leads = LEAD_KINDS * LEAD_FEATURES
    click.echo(
        _HEADER.format(
            lead=_rows(weights[:leads].reshape(LEAD_KINDS, LEAD_FEATURES)),
            follow=_rows(weights[leads:].reshape(FOLLOW_KINDS, FOLLOW_FEATURES)),
        ),
        nl=False,
    )


def _keep(weights: Weights, file: Path) -> None:
    """Write the weights, at once or not at all."""
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as written:
        # Of a name `np.save` would make one that ends in .npy.
        np.save(written, weights)
    part.replace(file)


def _questions(solver: DoubleDummySolver, seed: int) -> list[tuple[bytes, int]]:
    """Deals, and what their first side wins."""
    questions = []
    for number, (game, cards, deals, longest) in enumerate(_SETS):
        for table in random_deals(game, cards, deals, 1000 * seed + number, longest):
            record = packed(table)
            [found] = solver.solve(record, False, 0, 5_000_000, 0.0, StopFlag())
            if found[0] == found[1]:
                questions.append((record, found[0]))
    return questions


def _cost(
    solver: DoubleDummySolver,
    weights: Weights,
    questions: Sequence[tuple[bytes, int]],
    limit: float,
) -> float:
    """The cost of all questions, or of as many as exceed the limit."""
    solver.order_by(weights)
    cost = 0.0
    for record, value in questions:
        nodes = 0
        for asked in (max(value, 1), value + 1):
            [found] = solver.solve(record, False, asked, 0, 0.0, StopFlag())
            nodes += found[6]
        cost += sqrt(nodes)
        if cost > limit:
            break
    return cost


def _rows(table: Weights) -> str:
    return "\n".join("        {" + ", ".join(map(str, row)) + "}," for row in table.tolist())


if __name__ == "__main__":
    sys.exit(command())
