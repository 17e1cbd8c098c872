"""The end of the stock phase against the oracle: every move of random positions, to the last digit.

    python benchmarks/correctness/check_last_replies.py [--number 60] [--seed 1]

Positions of all rulebooks in turn, from hands played half at random: the reply to the last stock
trick, and what may be shown after it. The oracle (``tests/oracle/stock.py``) goes through the
worlds by the letter of the rules, with the solver's values of the playoffs. Exits with 1 if a
value differs by 0.01 points or more.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from pathlib import Path
from random import Random
from time import perf_counter

import click

from helpers.last_replies import TRICKS_BEFORE, expected, is_reply
from helpers.strategies import play_on
from oracle.beliefs import exchange_of
from pinochle_solver import Referee, StockPosition, analyze, random_deals
from pinochle_solver.bench import machine_line
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

TOLERANCE = 0.01


def last_decision(seed: int) -> StockPosition | None:
    """What the seat to decide sees at the end of a stock phase; None where nothing is decided.

    Left out are movers of whom the other seat knows a card that the position does not tell.
    """
    random = Random(seed)
    rules = list(PINOCHLE_BOOKS.values())[seed % len(PINOCHLE_BOOKS)]
    (deal,) = random_deals(1, seed, rules)
    referee = Referee.of_deal(deal)
    found = []
    while not referee.in_playoff:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        tokens = view.tokens()
        is_last = view.completed_tricks > TRICKS_BEFORE or (
            view.completed_tricks == TRICKS_BEFORE and is_reply(tokens)
        )
        if is_last and (rules.name == "hayes" or exchange_of(tokens, tokens["turn"]) is None):
            found.append(view)
        play_on(referee, 1, random)
    return random.choice(found) if found else None


@click.command()
@click.option("--number", default=60, show_default=True, help="Positions.")
@click.option("--seed", default=1, show_default=True)
def main(number: int, seed: int) -> None:
    """Compare `analyze` with the oracle."""
    print(machine_line())
    compared = wrong = 0
    furthest, seconds = 0.0, 0.0
    numbers = iter(range(1_000_000 * seed, 1_000_000 * (seed + 1)))
    for _ in range(number):
        view = next(view for view in map(last_decision, numbers) if view is not None)
        started = perf_counter()
        found = analyze(view, belief="uniform")
        seconds += perf_counter() - started
        # The oracle counts from here on.
        held = view.points
        turn, other = view.turn, view.turn.other
        before = sum(held[turn]) - sum(held[other]) if held else 0
        values = {move.move.text(): move.mean - before for move in found.moves}
        truth = expected(view.tokens())
        if values.keys() != truth.keys():
            sys.exit(f"{view}: the moves are {sorted(truth)}, found {sorted(values)}")
        for move, value in truth.items():
            compared += 1
            off = abs(values[move] - value)
            furthest = max(furthest, off)
            if off >= TOLERANCE:
                wrong += 1
                print(f"{view}: {move} is worth {value}, found {values[move]}")
    print(f"{number} positions, {compared} moves, {wrong} wrong; most {furthest:.7f} points apart")
    print(f"{1000 * seconds / number:.0f} ms a position")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
