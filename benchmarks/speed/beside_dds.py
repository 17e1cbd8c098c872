"""Sets the solvers beside DDS, the double-dummy solver of bridge, in one run.

    pip install '.[benchmarks]'
    python benchmarks/speed/beside_dds.py --boards 200 --seed 1

All solve random full deals on one thread, timed from Python, each board with what its program
finds at once: the best value (DDS: `SolveMode.OptimalOne`) and all cards (`SolveMode.Default`).
What is comparable is the user's wait for one board. The games are not: DDS has 52 cards in four
hands and counts 13 tricks, the playoff has 24 cards in two hands and counts up to 250 points, so
that its values are finer and its trees smaller. `check` has 48 cards in four hands and `auction`
45 in three, and count up to 250 points with obligations that bridge has not. `--open-boards` is
how many of these two are solved.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean, median
from typing import Any

import click

from pinochle_solver import RULEBOOKS, solve_many
from pinochle_solver.bench import machine_line
from pinochle_solver.double_dummy.solver import solve_open_many
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def milliseconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def bridge_boards(number: int, seed: int) -> list[Any]:
    from endplay.types import Deal, Denom, Player

    rng = random.Random(f"bridge/{seed}")
    boards = []
    for _ in range(number):
        cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
        rng.shuffle(cards)
        hands = [
            ".".join(
                "".join(
                    rank for rank in "AKQJT98765432" if suit + rank in cards[start : start + 13]
                )
                for suit in "SHDC"
            )
            for start in range(0, 52, 13)
        ]
        boards.append(
            Deal(
                "N:" + " ".join(hands),
                first=Player(rng.randrange(4)),
                trump=Denom(rng.randrange(5)),
            )
        )
    return boards


def time_dds(boards: Sequence[Any], all_cards: bool) -> list[float]:
    from endplay.dds.solve import SolveMode, solve_board

    mode = SolveMode.Default if all_cards else SolveMode.OptimalOne
    return [milliseconds(partial(solve_board, board, mode)) for board in boards]


def time_playoffs(rulebook: str, number: int, seed: int, all_cards: bool) -> list[float]:
    positions = random_playoffs(12, number, seed, RULEBOOKS[rulebook])
    solutions = solve_many(list(positions), moves=all_cards)  # on one thread: one at a time
    return [milliseconds(partial(next, solutions)) for _ in range(number)]


def time_open_hands(game: str, number: int, seed: int, all_cards: bool) -> list[float]:
    rules = TABLE_RULEBOOKS[game]
    deals = random_endings(rules.hand, number, seed, rules)
    solutions = solve_open_many(deals, moves=all_cards)
    return [milliseconds(partial(next, solutions)) for _ in range(number)]


@click.command()
@click.option("--boards", default=200, show_default=True, type=click.IntRange(1))
@click.option("--open-boards", default=40, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
def main(boards: int, open_boards: int, seed: int) -> None:
    """Time all programs and print a table in Markdown."""
    bridge = bridge_boards(boards, seed)
    rows = [
        (
            "DDS, bridge",
            time_dds(bridge, all_cards=False),
            time_dds(bridge, all_cards=True),
        )
    ]
    for rulebook in ("scarne", "hayes"):
        rows.append(
            (
                f"playoff, {rulebook}",
                time_playoffs(rulebook, boards, seed, all_cards=False),
                time_playoffs(rulebook, boards, seed, all_cards=True),
            )
        )
    for game in ("check", "auction"):
        rows.append(
            (
                f"{game}, open hands",
                time_open_hands(game, open_boards, seed, all_cards=False),
                time_open_hands(game, open_boards, seed, all_cards=True),
            )
        )
    click.echo(
        f"{boards} boards each, {open_boards} of open hands, seed {seed}, one thread; "
        f"{machine_line()}\n"
    )
    click.echo("| ms a board | value: mean | median | max | all cards: mean | median | max |")
    click.echo("|---|---|---|---|---|---|---|")
    for name, values, all_cards in rows:
        figures = [f(times) for times in (values, all_cards) for f in (mean, median, max)]
        click.echo(f"| {name} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |")


if __name__ == "__main__":
    main()
