"""Do the intervals of short analyses hold? Against analyses a hundred times as long.

    python benchmarks/intervals.py [--positions 60] [--worlds 256] [--times 100] [--seed 1]

Positions of the middle of the stock phase, from hands that the policy plays with a random move now
and then, all rulebooks in turn. Each is analysed twice, with different worlds. For every move but
the short run's best: does the short run's 95% interval of how far it is behind contain what the
long run finds? Printed are the share that does (the long run's own error is small beside it), how
wide the intervals are, and what a short run's choice loses by the long run's values.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import mean, median
from typing import NamedTuple

from pinochle_solver import RULEBOOKS, Referee, StockPosition, analyze, random_deals
from pinochle_solver.beliefs import Belief
from pinochle_solver.estimates import SURE

RANDOM_MOVES = 0.1
FIRST_TRICK, LAST_TRICK = 2, 9


class Found(NamedTuple):
    """One position: of its moves whether the interval holds and its half width, and the regret."""

    holds: list[bool]
    widths: list[float]
    leading: float
    regret: float


def some_position(seed: int) -> StockPosition:
    """A decision between more than one move, in the middle of a stock phase."""
    random = Random(seed)
    (deal,) = random_deals(1, seed, list(RULEBOOKS.values())[seed % len(RULEBOOKS)])
    referee = Referee.of_deal(deal)
    trick = random.randint(FIRST_TRICK, LAST_TRICK)
    while True:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        moves = referee.moves()
        if referee.completed_tricks >= trick and len(moves) > 2:
            return view
        if random.random() < RANDOM_MOVES:
            referee.push(random.choice(moves))
        else:
            search = Belief(view).playouts()
            scores = search.scores()
            referee.push_number(search.legal()[scores.index(max(scores))])


def compare(seed: int, worlds: int, times: int, belief: str) -> Found:
    position = some_position(seed)
    short = analyze(position, worlds=worlds, seed=seed, belief=belief)
    long = analyze(position, worlds=worlds * times, seed=seed + 1_000_000, belief=belief)
    truth = {move.move: move.behind for move in long.moves}
    others = short.moves[1:]
    return Found(
        holds=[abs(move.behind - truth[move.move]) <= SURE * move.behind_se for move in others],
        widths=[SURE * move.behind_se for move in others],
        leading=others[0].behind_se,
        regret=truth[short.move_to_play],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--belief", default="inferred")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    seeds = range(arguments.seed * 1000, arguments.seed * 1000 + arguments.positions)
    work = partial(compare, worlds=arguments.worlds, times=arguments.times, belief=arguments.belief)
    found: list[Found] = []
    with ProcessPoolExecutor(arguments.processes) as pool:
        for one in pool.map(work, seeds):
            found.append(one)
            print(f"\r{len(found)} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    holds = [hold for one in found for hold in one.holds]
    first = [one.holds[0] for one in found]
    print(f"{len(found)} positions, {len(holds)} moves behind the best")
    print(
        f"intervals that hold: {100 * mean(holds):.1f}%, of second moves {100 * mean(first):.1f}%"
    )
    print(f"median half width: {median(w for one in found for w in one.widths):.1f} points")
    print(
        f"standard error of the leading difference: median {median(o.leading for o in found):.2f}"
    )
    print(f"what the choice loses: {mean(one.regret for one in found):.2f} points a decision")


if __name__ == "__main__":
    main()
