"""Times the playoffs of a rulebook on one thread, and compares smaller ones with all their states.

    python benchmarks/speed/playoffs.py RULEBOOK [--deals 3000] [--played] [--every-card] ...
    python benchmarks/speed/playoffs.py RULEBOOK --check 500 [--cards 9]

Deals are random, every one equally likely, or with `--played` those that hands come to in which
both seats follow the policy. The table is cold for each deal, and as large as it is by itself if no
size is given. Nodes repeat on every machine. With `--check` smaller random deals are solved by
retrograde analysis as well, state by state, and every bound that the search proves on its way is
held against that; exits with 1 if any is wrong.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Iterable
from functools import partial

import click
import numpy as np

from benchmarks.common.resumable import process_pool
from benchmarks.common.starting import run
from pinochle_solver import RULEBOOKS, PlayoffPosition, StockPosition, random_deals, solve_many
from pinochle_solver.bench import machine_line
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.hand.referee import Referee
from pinochle_solver.playoff.verify import verify
from pinochle_solver.stock.beliefs import UNIFORM, Belief

_BATCH = 50


def played_to_the_playoff(rules: str, seed: int, first: int) -> list[PlayoffPosition]:
    """The playoffs of `_BATCH` hands from one on, which the policy plays."""
    found = []
    for number in range(first, first + _BATCH):
        [deal] = random_deals(1, seed * 1_000_000 + number, RULEBOOKS[rules])
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            search = Belief(view, UNIFORM).playouts()
            referee.push_number(search.legal()[int(np.argmax(search.scores()))])
        position = referee.position()
        assert isinstance(position, PlayoffPosition)
        found.append(position)
    return found


def played(rules: str, deals: int, seed: int) -> list[PlayoffPosition]:
    """The playoffs of so many hands."""
    with process_pool(2) as pool:
        batches = pool.imap(partial(played_to_the_playoff, rules, seed), range(0, deals, _BATCH))
        return [position for batch in batches for position in batch][:deals]


def timed(positions: Iterable[PlayoffPosition], every_card: bool, table_mb: float | None) -> str:
    """A row of times and nodes."""
    solved = list(solve_many(positions, moves=every_card, table_mb=table_mb))
    times = 1e3 * np.array([solution.seconds for solution in solved])
    nodes = np.array([solution.nodes for solution in solved])
    middle, most = np.percentile(times, [50, 99])
    return (
        f"{times.mean():.1f} | {middle:.1f} | {most:.0f} | {times.max():.0f} | "
        f"{nodes.mean():,.0f} | {nodes.max():,}"
    )


def wrong_bounds(rules: str, number: int, cards: int, seed: int) -> int:
    """Check deals state by state; how many bounds and values were wrong."""
    wrong = searched = 0
    for position in random_playoffs(cards, number, seed, RULEBOOKS[rules]):
        found = verify(position)
        searched += found.searched
        wrong += found.wrong
        if found.wrong:
            click.echo(f"{position}: {found.wrong} wrong")
    click.echo(
        f"{rules}: {number:,} deals of {cards} cards, seed {seed}: {searched:,} bounds, "
        f"{wrong} wrong; {machine_line()}"
    )
    return wrong


@click.command()
@click.argument("rules", type=click.Choice(list(RULEBOOKS)))
@click.option("--deals", default=3000, show_default=True, type=click.IntRange(1))
@click.option("--played", "is_played", is_flag=True, help="Playoffs of hands that were played.")
@click.option("--every-card", is_flag=True, help="Every card and the line, not the value alone.")
@click.option("--table-mb", type=click.FloatRange(0, min_open=True), help="Memory for the table.")
@click.option("--check", type=click.IntRange(1), help="Check so many smaller deals instead.")
@click.option("--cards", default=9, show_default=True, type=click.IntRange(1, 12))
@click.option("--seed", default=1, show_default=True)
def main(
    rules: str,
    deals: int,
    is_played: bool,
    every_card: bool,
    table_mb: float | None,
    check: int | None,
    cards: int,
    seed: int,
) -> None:
    """Time the playoffs of a rulebook, or check smaller ones."""
    if check is not None:
        sys.exit(wrong_bounds(rules, check, cards, seed) > 0)
    hand = RULEBOOKS[rules].deck.hand
    positions = (
        played(rules, deals, seed)
        if is_played
        else list(random_playoffs(hand, deals, seed, RULEBOOKS[rules]))
    )
    click.echo(f"{machine_line()}, seed {seed}\n")
    click.echo("| | mean, ms | median | 99 of 100 | largest | mean nodes | largest |")
    click.echo("|---|--:|--:|--:|--:|--:|--:|")
    what = "every card" if every_card else "the value"
    kind = "played" if is_played else "random"
    click.echo(f"| {rules}, {deals:,} {kind}, {what} | {timed(positions, every_card, table_mb)} |")


if __name__ == "__main__":
    run(main)
