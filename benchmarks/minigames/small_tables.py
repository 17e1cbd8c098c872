r"""Measures engines for three at small tables, whose best play is known.

    python benchmarks/minigames/small_tables.py --tables two,two-trumps,three \
        --engines default,open-average,advice,greedy,random --resume tables.jsonl

The tables are those of ``small_table_tree.py``: the end of a hand of `auction`, two or three cards
each, south on lead against two defenders who cannot talk. An engine is asked once for each view
that it can come to, and is held to its answers; one that plays at random plays each card alike.

What a table is worth is the card points that south takes where south, who draws lots over plans,
makes the most of the worst, and the defenders agree beforehand on plans, which they may draw lots
over together (a team's max-min equilibrium). No quick way is known to find it for a team. It is
told between bounds, each of which is exact by itself: what south's plan takes against any defence,
and what a defence lets any south take. The plans are those of CFR+, played by each seat for
itself, and of the game in which the defenders see each other's cards; CFR+ promises nothing for
three seats, and the bounds do not rest on it.

Of an engine it is told what it takes as the bidder from the best defence against it
(``team_response.py``), between bounds too where that is not settled; what the best bidder takes
from its defence, both defenders being the engine; each also as a loss, by how far it is behind the
table's worth; and what the engine takes from itself.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path

import click
import numpy as np

from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    resume_option,
)
from benchmarks.minigames.equilibrium import Floats, Learner, solve_game
from benchmarks.minigames.small_table_tree import BIDDER, SMALL_TABLES, SmallTree
from benchmarks.minigames.team_response import BestDefence
from pinochle_solver import __version__
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.errors import visible
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition

Policy = Callable[[TablePosition], Mapping[str, float]]
"""A view to the probabilities of its legal cards, by text; those left out have none."""

Bounds = tuple[float, float]
ENGINES = "default,open-average,advice,greedy,random"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the figures depend on.

    Attributes:
        tables, engines: which, in order.
        worlds: for each decision of an engine.
        passes: of CFR+ by each seat for itself.
        nodes: how far the best defence is looked for.
        seed: of the engines.
    """

    tables: tuple[str, ...]
    engines: tuple[str, ...]
    worlds: int
    passes: int
    nodes: int
    seed: int


@dataclass(frozen=True, slots=True)
class Measured:
    """An engine at a table, in card points that the bidder takes; bounds are least and most.

    Attributes:
        number: which piece of work it was.
        worth: of the table.
        bidder: what the engine takes from the best defence against it.
        defence: what the best bidder takes from its defence.
        itself: what it takes from its own defence.
        views: how many views it was asked for.
    """

    number: int
    worth: Bounds
    bidder: Bounds
    defence: float
    itself: float
    views: int


@cache
def tree_of(name: str) -> SmallTree:
    """The tree of a table."""
    return SmallTree(SMALL_TABLES[name])


@cache
def worth_of(name: str, passes: int, nodes: int) -> Bounds:
    """What a table is worth, between bounds."""
    tree = tree_of(name)
    own = by_each_for_itself(tree, passes)
    opened = solve_game(tree.with_open_defence(), within=0.001, most_passes=passes)
    # Less than with open cards south cannot be held to, whatever the defenders agree on.
    least = [opened.low]
    least += [BestDefence(tree, plan).find(nodes).least for plan in (own[BIDDER], opened.plans[0])]
    return max(least), best_bidder(tree, own)


def by_each_for_itself(tree: SmallTree, passes: int) -> list[Floats]:
    """The average plans of so many passes of CFR+, each seat learning against the two others."""
    learners = [Learner(treeplex) for treeplex in tree.seats]
    for number in range(1, passes + 1):
        for seat, learner in enumerate(learners):
            learner.update(tree.gains(seat, [each.plan for each in learners]), number)
    return [learner.average for learner in learners]


def best_bidder(tree: SmallTree, plans: Sequence[Floats]) -> float:
    """What the best bidder takes from the defence of these plans."""
    return tree.seats[BIDDER].best_response(tree.gains(BIDDER, plans))


def answers(tree: SmallTree, policy: Policy) -> tuple[list[Floats], int]:
    """The plans of a policy in every seat, and how many views it was asked for.

    It is asked for the views that it can come to by what it has answered before.

    Raises:
        ValueError: naming the view, for answers that are no probabilities of legal cards.
    """
    plans, asked = [], 0
    for seat, treeplex in enumerate(tree.seats):
        behaviour = treeplex.uniform()
        for level in treeplex.levels:
            reached = treeplex.plan(behaviour)[level.parents] > 0
            for number in map(int, level.sets[reached]):
                decision = tree.decisions[seat][number]
                view = tree.table.view(seat, decision.held, decision.played)
                answer = policy(view)
                chances = [answer.get(card.text(), 0.0) for card in decision.moves]
                if min(chances) < 0 or not np.isclose(sum(answer.values()), sum(chances) + 0.0):
                    raise ValueError(f"{view}: {dict(answer)} are no probabilities")
                first = int(treeplex.firsts[number])
                behaviour[first : first + len(chances)] = np.array(chances) / sum(chances)
                asked += 1
        plans.append(treeplex.plan(behaviour))
    return plans, asked


def policy_of(engine: str, worlds: int, seed: int) -> Policy:
    """The policy of an engine."""
    player = make_table_engine(engine)

    def choose(view: TablePosition) -> Mapping[str, float]:
        if engine == "random":
            moves = [move.text() for move in view.legal_moves()]
            return dict.fromkeys(moves, 1 / len(moves))
        return {player.choose(view, Limits(worlds=worlds), seed=seed).move.text(): 1.0}

    return choose


def measure(number: int, settings: Settings) -> Measured:
    """Measure an engine at a table."""
    table = settings.tables[number // len(settings.engines)]
    engine = settings.engines[number % len(settings.engines)]
    tree = tree_of(table)
    plans, views = answers(tree, policy_of(engine, settings.worlds, settings.seed))
    found = BestDefence(tree, plans[BIDDER]).find(settings.nodes)
    return Measured(
        number,
        worth_of(table, settings.passes, settings.nodes),
        (found.least, found.points),
        best_bidder(tree, plans),
        tree.value(plans),
        views,
    )


def _names(_: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
    names = tuple(name for name in text.split(",") if name)
    if parameter.name == "tables" and not set(names) <= set(SMALL_TABLES):
        raise click.BadParameter(f"{visible(text)}, expected some of {', '.join(SMALL_TABLES)}")
    if parameter.name == "engines":
        for name in names:
            try:
                make_table_engine(name)
            except ValueError as error:
                raise click.BadParameter(str(error)) from None
    return names


@click.command()
@click.option("--tables", default=",".join(SMALL_TABLES), show_default=True, callback=_names)
@click.option("--engines", default=ENGINES, show_default=True, callback=_names)
@click.option("--worlds", default=64, show_default=True, help="For each decision of an engine.")
@click.option("--passes", default=1000, show_default=True, help="Of CFR+ for the table's worth.")
@click.option("--nodes", default=500, show_default=True, help="For the best defence, at most.")
@click.option("--seed", default=1, show_default=True, help="Of the engines.")
@resume_option
def main(
    tables: tuple[str, ...],
    engines: tuple[str, ...],
    worlds: int,
    passes: int,
    nodes: int,
    seed: int,
    resume: Path | None,
) -> None:
    """See the docstring of the module."""
    settings = Settings(tables, engines, worlds, passes, nodes, seed)
    header = {"measured": "small tables", "version": __version__, **asdict(settings)}
    number = len(tables) * len(engines)
    found = gathered(partial(measure, settings=settings), number, Measured, header, resume, 1)
    echo_head(header, f"{len(found)} of {number} done", len(found) == number)
    for place, table in enumerate(tables):
        here = [each for each in found if each.number // len(engines) == place]
        if here:
            title = f"{table}: worth {_between(here[0].worth)}"
            echo_table(title, _HEADS, [_row(each, engines) for each in here])
    end_command(len(found) == number)


_HEADS = ("takes as bidder", "loss", "best bidder takes", "loss", "from itself", "views")


def _row(each: Measured, engines: tuple[str, ...]) -> tuple[str, ...]:
    low, high = each.worth
    least, most = each.bidder
    return (
        engines[each.number % len(engines)],
        _between(each.bidder),
        _between((max(0.0, low - most), max(0.0, high - least))),
        f"{each.defence:.3f}",
        _between((max(0.0, each.defence - high), max(0.0, each.defence - low))),
        f"{each.itself:.3f}",
        f"{each.views:,}",
    )


def _between(bounds: Bounds) -> str:
    """``12.345``, or both bounds where they differ: ``12.345 to 12.351``."""
    low, high = (f"{bound:.3f}" for bound in bounds)
    return low if low == high else f"{low} to {high}"


if __name__ == "__main__":
    main()
