r"""Measures policies for the stock phase on mini-games that are solved to equilibrium.

    python benchmarks/minigames/minigames.py --games hand2,hand3 \
        --engines reference-naive,reference-chance

The games are those of ``minigame_tree.py``: eight cards, hands of two (and a stock of four) or of
three (and a stock of two); in ``hand2-draw-first`` both draw before the winner melds, so that
there are melds with hands of two as well. ``hand5`` has twelve cards, hands of five and a stock of
two. Each is solved by CFR+ (``equilibrium.py``).

A policy is asked once for each view that it can come to: `Policy`. What is printed is, in points a
deal, how much a perfect opponent gains on it above the game's value, and what it gains itself
against the equilibrium found (a loss, being negative), both on the average of the two seats. In
the playoff everybody plays exactly. Both figures are exact for the probabilities that the policy
gave; one that plays at random must give its probabilities, or it is measured as it happened to
answer.

Engines are those of ``pinochle_solver.engines.registry``; ``reference-...`` are the policies of
``reference_policies.py``.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from pathlib import Path

import click
import numpy as np

from benchmarks.minigames.equilibrium import NORTH, SOUTH, Equilibrium, Floats, Plans, solve_game
from benchmarks.minigames.minigame_tree import MINI_GAMES, GameTree
from benchmarks.minigames.reference_policies import REFERENCES, Reading, Ties, random_policy
from pinochle_solver.bench import machine_line
from pinochle_solver.engines.registry import installed_engines, make_engine
from pinochle_solver.errors import visible
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move

Policy = Callable[[StockPosition], Mapping[Move, float]]
"""A view to the probabilities of its legal moves; those left out have none."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a policy came to in one game.

    Attributes:
        exploitability: what a perfect opponent gains on it above the game's value, in points a
            deal on the average of the two seats.
        result: what it gains itself, above the game's value, against the equilibrium.
        views: how many views it was asked for, 0 for a built-in policy.
        seconds: how long it took to answer.
    """

    exploitability: float
    result: float
    views: int
    seconds: float

    def text(self) -> str:
        """``0.38 / -0.28``, as the tables have it."""
        return f"{self.exploitability:.3f} / {self.result:+.3f}"


def plans_of(tree: GameTree, behaviour: Floats) -> Plans:
    """The plans of both seats that play by a behaviour by views."""
    south, north = (
        tree.game.seats[seat].plan(tree.behaviour(seat, behaviour)) for seat in (SOUTH, NORTH)
    )
    return south, north


def measure(tree: GameTree, behaviour: Floats, equilibrium: Equilibrium) -> tuple[float, float]:
    """The exploitability of a behaviour by views, and its result against the equilibrium."""
    plans = plans_of(tree, behaviour)
    return tree.game.exploitability(plans), tree.game.result(plans, equilibrium.plans)


def answers(
    tree: GameTree, policy: Policy, report: Callable[[int], None] | None = None
) -> tuple[Floats, int]:
    """Ask a policy what it does in each view that it can come to.

    Args:
        tree: the game.
        policy: the policy, for both seats.
        report: is told now and then how many views have been asked for.

    Returns:
        the behaviour by views, every move alike where it was not asked, and how many views it was
        asked for.

    Raises:
        ValueError: naming the view, for answers that are no probabilities of legal moves.
    """
    behaviour = random_policy(tree)
    asked: set[int] = set()
    for view in _reachable(tree, behaviour):
        if view in asked:
            continue
        position, moves = tree.view(view)
        first = tree.views.firsts[view]
        behaviour[first : first + len(moves)] = _checked(position, moves, policy(position))
        asked.add(view)
        if report:
            report(len(asked))
    return behaviour, len(asked)


def _reachable(tree: GameTree, behaviour: Floats) -> Iterator[int]:
    """The views that a behaviour can come to; it may be filled in as they are given."""
    for seat in (SOUTH, NORTH):
        treeplex, views = tree.game.seats[seat], tree.view_of_set[seat]
        for level in treeplex.levels:
            plan = treeplex.plan(tree.behaviour(seat, behaviour))
            yield from map(int, views[level.sets[plan[level.parents] > 0]])


def _checked(
    position: StockPosition, moves: tuple[Move, ...], answer: Mapping[Move, float]
) -> list[float]:
    chances = [float(answer.get(move, 0.0)) for move in moves]
    strange = [move.text() for move in answer if move not in moves]
    if strange:
        raise ValueError(f"{position}: {strange[0]} is not legal")
    if min(chances) < 0 or not isclose(sum(chances), 1, abs_tol=1e-6):
        raise ValueError(f"{position}: {chances} are no probabilities")
    return [chance / sum(chances) for chance in chances]


def as_policy(tree: GameTree, behaviour: Floats) -> Policy:
    """A behaviour by views as a policy, to be asked for the views of this game."""
    table: dict[str, dict[Move, float]] = {}
    for view, first in enumerate(tree.views.firsts):
        position, moves = tree.view(view)
        chances = behaviour[first : first + len(moves)]
        table[position.text()] = dict(zip(moves, map(float, chances), strict=True))
    return lambda position: table[position.text()]


def equilibrium_of(tree: GameTree, within: float, cache: Path | None = None) -> Equilibrium:
    """Solve a game, or take its plans from a file; its bounds are computed anew in any case.

    Args:
        tree: the game.
        within: the exploitability of the plans, at most.
        cache: a ``.npz`` file of plans, made or added to.
    """
    saved: dict[str, Floats] = {}
    keys = [f"{tree.rules.name}/{seat}" for seat in ("south", "north")]
    if cache and cache.exists():
        with np.load(cache) as file:
            saved = {key: file[key] for key in file.files}
    plans = tuple(saved[key] for key in keys if key in saved)
    if [len(plan) for plan in plans] == [treeplex.size for treeplex in tree.game.seats]:
        known = Equilibrium((plans[0], plans[1]), *tree.game.bounds((plans[0], plans[1])))
        if known.exploitability <= within:
            return known
    found = solve_game(tree.game, within)
    if cache:
        saved |= zip(keys, found.plans, strict=True)
        np.savez_compressed(cache, **saved)  # type: ignore[arg-type]  # one of them is no plan
    return found


def engine_policy(name: str, worlds: int, seed: int) -> Policy:
    """The policy of an engine of the project: of equally good moves each with the same chance."""
    if name not in installed_engines():
        known = ", ".join((*installed_engines(), *REFERENCES))
        raise click.ClickException(f"{visible(name)}: no such policy (known: {known})")
    engine = make_engine(name)

    def choose(position: StockPosition) -> Mapping[Move, float]:
        if name == "random":
            moves: Sequence[Move] = position.legal_moves()
        else:
            analysis = engine.analyze(position, Limits(worlds=worlds), seed=seed)
            best = [move.move for move in analysis.moves if move.is_equal]
            moves = best if analysis.choice in best else [analysis.choice]
        return {move: 1 / len(moves) for move in moves}

    return choose


def run(
    tree: GameTree,
    name: str,
    policy: Policy | None,
    equilibrium: Equilibrium,
    reading: Reading,
) -> Measured:
    """Measure one policy; without one the reference of this name."""

    def report(views: int) -> None:
        if views % 100 == 0:
            click.echo(f"\r{tree.rules.name} {name} {views:,} views ", nl=False, err=True)

    started = time.perf_counter()
    if policy is None:
        behaviour, views = REFERENCES[name](tree, reading), 0
    else:
        behaviour, views = answers(tree, policy, report)
    seconds = time.perf_counter() - started
    measured = Measured(*measure(tree, behaviour, equilibrium), views, seconds)
    asked = f" for {views:,} views" if views else ""
    click.echo(f"\r{tree.rules.name} {name}: {measured.text()}, {seconds:.1f} s{asked}", err=True)
    return measured


def _names(_: click.Context, parameter: click.Parameter, text: str) -> list[str]:
    names = [name for name in text.split(",") if name]
    if parameter.name == "games" and not set(names) <= set(MINI_GAMES):
        raise click.BadParameter(f"{visible(text)}, expected some of {', '.join(MINI_GAMES)}")
    return names


@click.command()
@click.option("--games", default=",".join(MINI_GAMES), show_default=True, callback=_names)
@click.option("--engines", default=",".join(REFERENCES), show_default=True, callback=_names)
@click.option("--worlds", default=40, show_default=True, help="For each decision of an engine.")
@click.option("--seed", default=1, show_default=True, help="Of the engines.")
@click.option(
    "--ties", default="all", show_default=True, type=click.Choice(["first", "last", "all"])
)
@click.option("--lapses", default=0.05, show_default=True, help="In the weights of references.")
@click.option("--within", default=0.0005, show_default=True, help="Of the equilibrium, in points.")
@click.option("--cache", type=click.Path(dir_okay=False, path_type=Path), help="Keep equilibria.")
def main(
    games: list[str],
    engines: list[str],
    worlds: int,
    seed: int,
    ties: Ties,
    lapses: float,
    within: float,
    cache: Path | None,
) -> None:
    """Print exploitability and result of each policy in each game, in Markdown."""
    policies = {
        name: None if name in REFERENCES else engine_policy(name, worlds, seed) for name in engines
    }
    columns: list[list[str]] = []
    click.echo(f"{machine_line()}\n")
    for game in games:
        started = time.perf_counter()
        tree = GameTree(MINI_GAMES[game])
        equilibrium = equilibrium_of(tree, within, cache)
        click.echo(_game_line(tree, equilibrium, time.perf_counter() - started))
        measured = [
            run(tree, name, policy, equilibrium, Reading(ties, lapses))
            for name, policy in policies.items()
        ]
        columns.append([one.text() for one in measured])
        columns.append([f"{one.seconds:.1f} s" for one in measured])
    heads = [head for game in games for head in (game, "time")]
    click.echo(f"\n| exploitability / result | {' | '.join(heads)} |")
    click.echo("|---|" + "--:|" * len(heads))
    for name, *row in zip(policies, *columns, strict=True):
        click.echo(f"| {name} | {' | '.join(row)} |")


def _game_line(tree: GameTree, equilibrium: Equilibrium, seconds: float) -> str:
    south, north = (len(treeplex.counts) for treeplex in tree.game.seats)
    return (
        f"{tree.rules.name}: value for south {equilibrium.value:.4f} "
        f"({equilibrium.low:.4f} to {equilibrium.high:.4f}), {tree.deals:,} deals, "
        f"information sets {south:,} and {north:,}, {len(tree.views.counts):,} views, "
        f"{seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
