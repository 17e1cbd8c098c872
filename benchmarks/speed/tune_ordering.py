"""Tune the weights of the move ordering by hill-climbing on node counts.

    python benchmarks/speed/tune_ordering.py [--set free|head|long] [--scale 1.0]

The weights (``ext/pinochle_solver/_core/playoff/ordering.pxd`` says what they mean) are tuned apart
for deals where plain suits need not be headed (scarne), where they must be (hayes), and for long
hands (goulash, with two cards less than it is played with: such deals take a third of the time).
Starting from a few weights set by hand, for long hands from those of scarne, a step changes one to
three of them at random and keeps the change if a batch of random deals is then solved in fewer
nodes; batches are replaced every so often, so that no batch is learned by heart. Node counts repeat
exactly, so the result depends on the seed and on the stages only, not on the machine: the header
``playoff/ordering_weights.h`` is what this program prints,

    python benchmarks/speed/tune_ordering.py > ext/pinochle_solver/_core/playoff/ordering_weights.h

in three quarters of an hour on two cores. `--scale 0.01` is for a quick look. A change of the
search itself is a reason to run it again.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import click

from benchmarks.common.resumable import process_pool
from benchmarks.common.starting import run
from pinochle_solver import RULEBOOKS, StopFlag
from pinochle_solver._core.playoff.ordering import (
    CONTESTED,
    DISCARDS,
    LEAD_BASE,
    LEAD_CHEAPEST_LOSS,
    LEAD_CHEAPEST_WIN,
    LEAD_FEATURES,
    LEAD_KINDS,
    LEAD_LENGTH,
    LEAD_POINTS,
    LEAD_SINGLETON,
    LEAD_THEIR_HIGHER,
    LEAD_THEIR_TRUMPS,
    LEAD_TRUMPS,
    LEAD_UNDER_WINNER,
    LOSES_PLAIN,
    LOSES_TRUMPS,
    MASTER,
    PLAIN_KINDS,
    REPLY_BASE,
    REPLY_FEATURES,
    REPLY_KINDS,
    REPLY_LED_POINTS,
    REPLY_LENGTH,
    REPLY_POINTS,
    RUFFED,
    RUFFS,
    SURE_LOSER,
    SURE_WINNER,
    WINS_PLAIN,
    WINS_TRUMPS,
    tuned_weights,
)
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.playoff.packing import pack
from pinochle_solver.rules.rules_table import rules_table

SEED = 2026

LEADS = LEAD_KINDS * LEAD_FEATURES
SET = LEADS + REPLY_KINDS * REPLY_FEATURES

SIZES = (1, 2, 3, 5, 8, 13, 21, 40)


@dataclass(frozen=True)
class Task:
    """What one set of weights is tuned for.

    Attributes:
        deals: what they are, in words.
        hands: rulebooks, and the cards of a hand; a batch has as many deals of each.
        stages: deals of each in a batch, steps with one batch, batches.
        table_mb: memory for the table.
        start: the set to start from; None for weights set by hand.
    """

    deals: str
    hands: Mapping[str, int]
    stages: tuple[tuple[int, int, int], ...] = ((60, 500, 10), (150, 600, 6), (300, 600, 4))
    table_mb: float = 1.0
    start: str | None = None


TASKS = {
    "free": Task("plain suits need not be headed", {"scarne": 12}),
    "head": Task("plain suits must be headed", {"hayes": 12}),
    "long": Task(
        "long hands, plain suits need not be headed",
        {"goulash": 14},
        ((50, 300, 4), (100, 300, 2), (250, 400, 6)),
        table_mb=8.0,
        start="free",
    ),
}


def lead(kind: int, feature: int) -> int:
    return kind * LEAD_FEATURES + feature


def reply(kind: int, feature: int) -> int:
    return LEADS + kind * REPLY_FEATURES + feature


def by_hand() -> list[int]:
    """Where tuning starts: cash rich winners, then lose cheap cards, then the rest."""
    weights = [0] * SET
    for trumps in (0, PLAIN_KINDS):
        for kind, base, points in (
            (SURE_WINNER, 240, 1), (MASTER, 240, 1), (SURE_LOSER, 120, -2), (RUFFED, 120, -2),
            (CONTESTED, 110, -1),
        ):  # fmt: skip
            weights[lead(kind + trumps, LEAD_BASE)] = base - (70 if trumps and base == 240 else 0)
            weights[lead(kind + trumps, LEAD_POINTS)] = points
            weights[lead(kind + trumps, LEAD_CHEAPEST_WIN)] = 8 if kind == SURE_LOSER else 0
            weights[lead(kind + trumps, LEAD_CHEAPEST_LOSS)] = 4 if kind == SURE_WINNER else 0
    for kind in (WINS_PLAIN, WINS_TRUMPS, RUFFS):
        weights[reply(kind, REPLY_BASE)] = 75
        weights[reply(kind, REPLY_LED_POINTS)] = 3
    for kind in (LOSES_PLAIN, LOSES_TRUMPS, DISCARDS):
        weights[reply(kind, REPLY_BASE)] = 50
        weights[reply(kind, REPLY_POINTS)] = -2
        weights[reply(kind, REPLY_LENGTH)] = 3
    return weights


def matters(index: int, must_head: bool) -> bool:
    """Whether a weight can change an order at all."""
    if index >= LEADS:
        kind, feature = divmod(index - LEADS, REPLY_FEATURES)
        if feature in (REPLY_BASE, REPLY_LED_POINTS):
            return kind in (WINS_PLAIN, LOSES_PLAIN) and not must_head
        return True
    kind, feature = divmod(index, LEAD_FEATURES)
    if kind >= PLAIN_KINDS and feature in (LEAD_TRUMPS, LEAD_THEIR_TRUMPS):
        return False
    kind_of_suit = kind % PLAIN_KINDS
    if kind_of_suit == SURE_WINNER:
        return feature not in (LEAD_CHEAPEST_WIN, LEAD_THEIR_HIGHER, LEAD_UNDER_WINNER)
    if kind_of_suit == SURE_LOSER:
        return feature != LEAD_CHEAPEST_LOSS
    if kind_of_suit == CONTESTED:
        return not must_head
    if kind_of_suit == RUFFED:
        return kind < PLAIN_KINDS and feature in (
            LEAD_BASE, LEAD_POINTS, LEAD_LENGTH, LEAD_SINGLETON, LEAD_TRUMPS, LEAD_THEIR_TRUMPS
        )  # fmt: skip
    return feature in (LEAD_BASE, LEAD_POINTS, LEAD_LENGTH, LEAD_TRUMPS)


class Climber:
    """Hill-climbing for one set of weights, from those given."""

    def __init__(self, name: str, weights: list[int]) -> None:
        task = self.task = TASKS[name]
        self.weights = weights
        must_head = any(RULEBOOKS[rules].must_head_plain for rules in task.hands)
        self.indices = [index for index in range(SET) if matters(index, must_head)]
        self.random = Random(f"tune/{SEED}/{name}")
        self.solver = PlayoffSolver(task.table_mb)
        self.batches = 0
        self.records: list[tuple[bytes, bytes]] = []

    def deal(self, deals: int) -> int:
        """Take new deals; return their nodes with the weights so far."""
        seed = SEED * 1000 + self.batches
        self.batches += 1
        self.records = []
        for name, cards in self.task.hands.items():
            for position in random_playoffs(cards, deals, seed, RULEBOOKS[name]):
                record, rules = pack([position])
                self.records.append((record, rules_table(rules)))
        return self.nodes(self.weights, 1 << 62)

    def nodes(self, weights: list[int], limit: int) -> int:
        """The nodes of the batch, or some number above `limit`."""
        self.solver.order_by(array("h", weights * len(TASKS)))
        total = 0
        for record, rules in self.records:
            [answer] = self.solver.solve(record, rules, False, limit - total + 1, 0.0, StopFlag())
            nodes = answer[6]
            total += nodes
            if total > limit:
                break
        return total

    def change(self) -> list[int]:
        """The weights with one to three changed."""
        weights = list(self.weights)
        for _ in range(1 + self.below(3)):
            index = self.indices[self.below(len(self.indices))]
            size = SIZES[self.below(len(SIZES))]
            base = index in BASES
            if base:
                size *= 1 + self.below(3)
            choice = self.below(8)
            if choice == 0 and not base:
                weights[index] = 0
            else:
                weights[index] += size if choice % 2 else -size
        return weights

    def below(self, bound: int) -> int:
        """A random number from 0, less than `bound`."""
        # Python promises the sequence of random() for a seed, but not that of its other methods.
        return int(self.random.random() * bound)

    def climb(self, deals: int, steps: int) -> tuple[float, float]:
        """Nodes a deal of a fresh batch before and after `steps` steps."""
        first = best = self.deal(deals)
        for _ in range(steps):
            weights = self.change()
            nodes = self.nodes(weights, best - 1)
            if nodes < best:
                best, self.weights = nodes, weights
        return first / deals, best / deals


BASES = {lead(kind, LEAD_BASE) for kind in range(LEAD_KINDS)} | {
    reply(kind, REPLY_BASE) for kind in range(REPLY_KINDS)
}


def tune(name: str, weights: list[int], scale: float) -> list[int]:
    climber = Climber(name, weights)
    for deals, steps, batches in TASKS[name].stages:
        for _ in range(batches):
            before, after = climber.climb(deals, max(1, round(steps * scale)))
            print(f"{name}: {before:.0f} nodes a fresh deal, {after:.0f} tuned", file=sys.stderr)
    return climber.weights


def header(sets: dict[str, list[int]]) -> str:
    lines = [
        "/* Weights of the move ordering (ordering.pxd), found by",
        " * benchmarks/speed/tune_ordering.py. */",
        "#ifndef PINOCHLE_SOLVER_ORDERING_WEIGHTS_H",
        "#define PINOCHLE_SOLVER_ORDERING_WEIGHTS_H",
        "",
        "#include <stdint.h>",
        "",
        "typedef struct {",
        f"    int16_t lead[{LEAD_KINDS}][{LEAD_FEATURES}];",
        f"    int16_t reply[{REPLY_KINDS}][{REPLY_FEATURES}];",
        "} Weights;",
        "",
        f"static const Weights TUNED_WEIGHTS[{len(sets)}] = {{",
    ]
    for name, weights in sets.items():
        lines += [f"    {{   /* {TASKS[name].deals} */", "        {"]
        lines += _rows(weights[:LEADS], LEAD_FEATURES)
        lines += ["        },", "        {"]
        lines += _rows(weights[LEADS:], REPLY_FEATURES)
        lines += ["        },", "    },"]
    return "\n".join([*lines, "};", "", "#endif"])


def _rows(weights: list[int], width: int) -> list[str]:
    return [
        f"            {{{', '.join(map(str, weights[i : i + width]))}}},"
        for i in range(0, len(weights), width)
    ]


def built_in() -> dict[str, list[int]]:
    """The weights the search has been compiled with."""
    weights = list(array("h", tuned_weights()))
    return {name: weights[i * SET : (i + 1) * SET] for i, name in enumerate(TASKS)}


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--set", "only", type=click.Choice(list(TASKS)), help="Only these; keep the others.")
@click.option(
    "--scale",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Part of the steps to take.",
)
def main(only: str | None, scale: float) -> None:
    sets = built_in()
    names = [only] if only else list(TASKS)
    with process_pool(len(sets)) as pool:
        running = {
            name: pool.apply_async(tune, (name, by_hand(), scale))
            for name in names
            if TASKS[name].start is None
        }
        for name in names:
            start = TASKS[name].start
            if start is not None:
                weights = running[start].get() if start in running else sets[start]
                running[name] = pool.apply_async(tune, (name, weights, scale))
        for name, tuned in running.items():
            sets[name] = tuned.get()
    print(header(sets))


if __name__ == "__main__":
    run(main)
