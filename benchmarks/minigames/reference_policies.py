"""Reference policies for a `GameTree`, each by exact enumeration over its histories.

A policy here is a behaviour by views: for each slot of `GameTree.views` a probability. All of them
weigh the worlds that a view leaves open, value each move in each world, and play what is best on
the average. They differ in the worlds' weights and in how a world is valued:

- `naive`: every card known to both, the order of the stock as well (plain determinization);
- `chance`: both hands known to both, draws are chance;
- `recursion`: played on by the policy `chance`, which sees views only;
- `flat`: played on at random as long as the stock lasts.

Weights are either alike for all worlds or, *weighted*, in proportion to the probability with which
the policy `chance` would have played in the other seat as it did, when it lapses now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchmarks.minigames.equilibrium import Floats, Ints
from benchmarks.minigames.minigame_tree import GameTree, Groups

Ties = Literal["first", "last", "all"]
_EQUAL = 1e-9
_SIGNS = np.array([1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Reading:
    """What the names of the policies leave open.

    Attributes:
        ties: which of equally good moves is played: the first or the last in canonical order, or
            all alike.
        lapses: in weights, how often the other seat is thought to have played at random.
    """

    ties: Ties = "all"
    lapses: float = 0.05


def random_policy(tree: GameTree) -> Floats:
    """Every move alike."""
    return _alike(tree.views)


def _alike(groups: Groups) -> Floats:
    counts: Floats = np.repeat(1 / groups.counts, groups.counts)
    return counts


def _slots(tree: GameTree, groups: Groups, nodes: Ints) -> Ints:
    """The slots of the moves that led to `nodes`."""
    slots: Ints = groups.firsts[groups.of[tree.parent[nodes]]] + tree.choice[nodes]
    return slots


def _best(groups: Groups, worth: Floats, ties: Ties) -> Floats:
    """The behaviour that plays what is worth most in each group, by slot."""
    best = np.repeat(np.maximum.reduceat(worth, groups.firsts), groups.counts)
    equal = (worth >= best - _EQUAL).astype(float)
    if ties != "all":
        ranks = np.arange(groups.slots) * (1.0 if ties == "last" else -1.0)
        ranks[equal == 0] = -np.inf
        equal = (ranks == np.repeat(np.maximum.reduceat(ranks, groups.firsts), groups.counts)) * 1.0
    shares: Floats = equal / np.repeat(np.add.reduceat(equal, groups.firsts), groups.counts)
    return shares


def _mean_worth(
    tree: GameTree, groups: Groups, nodes: Ints, values: Floats, weights: Floats
) -> Floats:
    """For each slot what its move is worth to the mover, on the average of the parents.

    Args:
        tree: the tree.
        groups: the groups of the parents.
        nodes: the nodes that the moves lead to.
        values: for each node of the tree what south gains.
        weights: for each node of the tree its weight as a parent.
    """
    slots, parents = _slots(tree, groups, nodes), tree.parent[nodes]
    gains = _SIGNS[tree.seat[parents]] * values[nodes] * weights[parents]
    total = np.bincount(slots, weights[parents], groups.slots)
    mean: Floats = np.bincount(slots, gains, groups.slots) / np.where(total > 0, total, 1)
    return mean


def _ends(tree: GameTree) -> Floats:
    values = np.zeros(len(tree.parent))
    values[tree.ends] = tree.values
    return values


def open_values(tree: GameTree, groups: Groups) -> Floats:
    """What south gains from each node on when a mover knows to which of `groups` it belongs."""
    values, alike = _ends(tree), np.ones(len(tree.parent))
    for nodes in reversed(tree.levels[1:]):
        worth = _mean_worth(tree, groups, nodes, values, alike)
        _back_up(tree, groups, nodes, values, _best(groups, worth, "first"))
    return values


def played_values(tree: GameTree, policy: Floats) -> Floats:
    """What south gains from each node on when both play by a policy."""
    values = _ends(tree)
    for nodes in reversed(tree.levels[1:]):
        _back_up(tree, tree.views, nodes, values, policy)
    return values


def _back_up(
    tree: GameTree, groups: Groups, nodes: Ints, values: Floats, behaviour: Floats
) -> None:
    """Add to the parents' values, still 0, those of the nodes."""
    chances = behaviour[_slots(tree, groups, nodes)]
    values += np.bincount(tree.parent[nodes], chances * values[nodes], len(values))


def _singles(tree: GameTree) -> Groups:
    """Every node a group of its own."""
    inner = np.flatnonzero(tree.seat >= 0)
    of = np.full(len(tree.seat), -1, np.intp)
    of[inner] = np.arange(len(inner))
    return Groups.make(of, tree.views.counts[tree.views.of[inner]])


def choose(tree: GameTree, values: Floats, ties: Ties, weigh_by: Floats | None = None) -> Floats:
    """The policy that plays what is best on the average of a view's worlds.

    Args:
        tree: the tree.
        values: for each node what south gains from there on.
        ties: which of the best moves to play.
        weigh_by: the policy by which the other seat is thought to have played; None: weigh all
            worlds alike. They are also weighed alike where it would never have played so.
    """
    reach = np.ones((2, len(tree.parent)))
    if weigh_by is not None:
        for nodes in tree.levels[1:]:
            parents = tree.parent[nodes]
            reach[:, nodes] = reach[:, parents]
            reach[tree.seat[parents], nodes] *= weigh_by[_slots(tree, tree.views, nodes)]
    views, inner = tree.views, tree.seat >= 0
    others = np.where(tree.seat == 0, reach[1], reach[0])
    possible = np.bincount(views.of[inner], others[inner], len(views.counts)) > 0
    weights = np.where(inner & possible[views.of], others, 1.0)
    nodes = np.concatenate(tree.levels[1:])
    return _best(views, _mean_worth(tree, views, nodes, values, weights), ties)


def naive(tree: GameTree, reading: Reading) -> Floats:
    """Worlds solved with the order of the stock known."""
    return choose(tree, open_values(tree, _singles(tree)), reading.ties)


def chance(tree: GameTree, reading: Reading) -> Floats:
    """Worlds solved with both hands known and draws as chance."""
    return choose(tree, open_values(tree, tree.joints), reading.ties)


def chance_weighted(tree: GameTree, reading: Reading) -> Floats:
    """The same, worlds weighted."""
    weigh_by = _lapsing(tree, chance(tree, reading), reading)
    return choose(tree, open_values(tree, tree.joints), reading.ties, weigh_by)


def recursion(tree: GameTree, reading: Reading) -> Floats:
    """Worlds played out by the policy `chance`."""
    return choose(tree, played_values(tree, chance(tree, reading)), reading.ties)


def recursion_weighted(tree: GameTree, reading: Reading) -> Floats:
    """The same, worlds weighted."""
    return _recurse(tree, reading, chance(tree, reading))


def two_recursions_weighted(tree: GameTree, reading: Reading) -> Floats:
    """Worlds weighted and played out by the policy `recursion_weighted`."""
    return _recurse(tree, reading, recursion_weighted(tree, reading))


def _recurse(tree: GameTree, reading: Reading, base: Floats) -> Floats:
    weigh_by = _lapsing(tree, base, reading)
    return choose(tree, played_values(tree, base), reading.ties, weigh_by)


def _lapsing(tree: GameTree, policy: Floats, reading: Reading) -> Floats:
    return (1 - reading.lapses) * policy + reading.lapses * random_policy(tree)


def flat(tree: GameTree, reading: Reading) -> Floats:
    """Worlds played out at random."""
    return choose(tree, played_values(tree, random_policy(tree)), reading.ties)


REFERENCES: dict[str, Callable[[GameTree, Reading], Floats]] = {
    "reference-random": lambda tree, _: random_policy(tree),
    "reference-flat": flat,
    "reference-naive": naive,
    "reference-chance": chance,
    "reference-chance-weighted": chance_weighted,
    "reference-recursion": recursion,
    "reference-recursion-weighted": recursion_weighted,
    "reference-recursion-2-weighted": two_recursions_weighted,
}
