"""Searches that are cut short: what the first card loses, and whether it secures what is proven.

    python benchmarks/correctness/cut_short.py --deals 1000 [--file FILE]
    python benchmarks/correctness/cut_short.py --open-hands --deals 200 [--file FILE]

Random playoffs of two hands, or with `--open-hands` random endings of the games for three and four,
are solved exactly, and then once for each limit in nodes. The loss is that of the first card of
the stopped search, in points of its player or of the player's side. Below proven: how often the
first card's exact value is less than the points that the search says are proven. Untrue: bounds,
of cards and positions, that do not hold the exact value. Exits with 1 if there is one of either.
With a file, a measurement that was stopped goes on.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from benchmarks.common.resumable import ResumeError, gather
from pinochle_solver import RULEBOOKS, Solution, solve
from pinochle_solver.bench import machine_line
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

NODES = (10, 100, 1_000, 10_000)
BATCH = 20
# In the longest hands of three and four an exact solution of every card takes a second.
CARDS = {False: (6, 8, 10, 12), True: (6, 8, 10)}
GAMES = {False: tuple(RULEBOOKS), True: ("auction", "partnership", "check")}


class Found(NamedTuple):
    """What a solution says for the player to move, or that player's side.

    Attributes:
        low, high: proven bounds of the points still to come.
        cards: the same after each card, in the order of the solution.
    """

    low: int
    high: int
    cards: list[tuple[Card, int, int]]


@dataclass(frozen=True)
class Batch:
    """Some positions of one game and one size.

    Attributes:
        number: which it is.
        losses: by limit: the loss of the first card in each position.
        below: by limit: how often the first card is worth less than is proven.
        untrue: by limit: how many bounds do not hold.
    """

    number: int
    losses: list[list[int]]
    below: list[int]
    untrue: list[int]


def of_solution(solution: Solution) -> Found:
    """The bounds of the player to move."""
    turn = solution.position.turn
    cards = [(move.card, *move.bounds[turn]) for move in solution.moves]
    return Found(*solution.bounds[turn], cards)


def of_open_solution(solution: TableSolution) -> Found:
    """The bounds of the side of the player to move."""
    side = 0 if solution.position.turn in solution.sides[0] else 1
    cards = [(move.card, *move.bounds[side]) for move in solution.moves]
    return Found(*solution.bounds[side], cards)


def solutions(
    open_hands: bool, game: str, cards: int, first: int, seed: int
) -> Iterator[tuple[Found, list[Found]]]:
    """The exact solution of each position of a batch, and those that were cut short."""
    if open_hands:
        endings = random_endings(cards, first + BATCH, seed, TABLE_RULEBOOKS[game])
        for ending in list(endings)[first:]:
            cut = [of_open_solution(solve_open(ending, nodes=nodes)) for nodes in NODES]
            yield of_open_solution(solve_open(ending)), cut
    else:
        playoffs = random_playoffs(cards, first + BATCH, seed, RULEBOOKS[game])
        for playoff in list(playoffs)[first:]:
            cut = [of_solution(solve(playoff, nodes=nodes)) for nodes in NODES]
            yield of_solution(solve(playoff)), cut


def measured(open_hands: bool, batches: int, seed: int, number: int) -> Batch:
    """The batch of a number: the first `batches` are of the first game and size, and so on."""
    kind, batch = divmod(number, batches)
    sizes = CARDS[open_hands]
    game, cards = GAMES[open_hands][kind // len(sizes)], sizes[kind % len(sizes)]
    losses: list[list[int]] = [[] for _ in NODES]
    below, untrue = [0] * len(NODES), [0] * len(NODES)
    for exact, cut in solutions(open_hands, game, cards, batch * BATCH, seed):
        values = {card: low for card, low, _ in exact.cards}
        for limit, found in enumerate(cut):
            first = values[found.cards[0][0]]
            losses[limit].append(exact.low - first)
            below[limit] += first < found.low
            untrue[limit] += not found.low <= exact.low <= found.high
            untrue[limit] += sum(not low <= values[card] <= high for card, low, high in found.cards)
    return Batch(number, losses, below, untrue)


def row(name: str, batches: list[Batch]) -> str:
    """A row of the table: losses by limit, then all that is wrong."""
    cells = []
    for limit in range(len(NODES)):
        losses = np.array([loss for batch in batches for loss in batch.losses[limit]])
        se = losses.std(ddof=1) / len(losses) ** 0.5
        cells.append(f"{losses.mean():.2f} ± {1.96 * se:.2f} ({losses.max()})")
    below = sum(sum(batch.below) for batch in batches)
    untrue = sum(sum(batch.untrue) for batch in batches)
    return f"| {name} | " + " | ".join(cells) + f" | {below} | {untrue} |"


@click.command()
@click.option("--deals", default=1000, show_default=True, type=click.IntRange(BATCH))
@click.option("--open-hands", is_flag=True, help="The games for three and four.")
@click.option("--seed", default=57, show_default=True)
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1))
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path))
def main(deals: int, open_hands: bool, seed: int, processes: int, file: Path | None) -> None:
    """Measure what searches that are cut short lose."""
    batches, sizes = -(-deals // BATCH), CARDS[open_hands]
    kinds = [(game, cards) for game in GAMES[open_hands] for cards in sizes]
    settings = {"open_hands": open_hands, "batches": batches, "seed": seed, "nodes": NODES}
    work = partial(measured, open_hands, batches, seed)
    try:
        found = gather(
            work,
            len(kinds) * batches,
            kind=Batch,
            settings=settings,
            path=file,
            processes=processes,
        )
    except ResumeError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{batches * BATCH} positions a row, seed {seed}; {machine_line()}")
    click.echo("mean loss of the first card, 95% interval, in brackets the worst\n")
    heads = " | ".join(f"{nodes:,} nodes" for nodes in NODES)
    click.echo(f"| game, cards | {heads} | below proven | untrue |")
    click.echo("|---|" + "--:|" * (len(NODES) + 2))
    for kind, (game, cards) in enumerate(kinds):
        of_kind = [batch for batch in found if batch.number // batches == kind]
        if of_kind:
            click.echo(row(f"{game}, {cards}", of_kind))
    sys.exit(any(sum(batch.below) + sum(batch.untrue) for batch in found))


if __name__ == "__main__":
    main()
