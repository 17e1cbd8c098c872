r"""Whether playouts of three and four should end with the open solver.

    python benchmarks/learning/card_ends.py [FAMILY ...] [--deals 1000] [--seed 1]

Hands are played out by the learned policy. For the last 1 to 5 tricks the table says by how many
points of the bidding side (where nobody bids, of the leader's) the value with open cards differs:
its mean, its root mean square, in what share of the deals it does not differ, and the processor's
time that the solver takes. Above it stands the standard deviation of a playout from deal to deal,
and its time. Exact ends can take no more noise away than these differences.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterable, Iterator
from itertools import groupby
from time import process_time

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.starting import run
from benchmarks.learning.card_deals import FAMILIES, Deals, deals_of
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver._core.hidden_hands.playouts import CardPlayouts
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.hidden_hands.playing_out import playouts_from
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.tricks import winner_of

LAST = (1, 2, 3, 4, 5)  # tricks


def tricks_of(
    dealt: Deals, playouts: CardPlayouts, world: NDArray[np.uint8]
) -> Iterator[tuple[OpenHands, int]]:
    """The hands before each trick of a playout, and the points that the side wins by it."""
    known = dealt.known
    rules, players, units = known.rules, known.players, known.units()
    side = tuple(seat for seat, unit in zip(players, units, strict=True) if unit == units[0])
    line = [Card.from_index(index) for index in playouts.line(world)]
    hands = {seat: Hand(row.tobytes()) for seat, row in zip(players, world, strict=True)}
    turn = 0
    for first in range(0, len(line), len(players)):
        cards = line[first : first + len(players)]
        before = OpenHands(rules, known.trump, players[turn], dict(hands), side)
        for place, card in enumerate(cards):
            seat = players[(turn + place) % len(players)]
            hands[seat] = hands[seat].without(card)
        turn = (turn + winner_of(cards, known.trump)) % len(players)
        is_last = first + len(players) == len(line)
        points = rules.count.of(cards) + rules.count.last_trick * is_last
        yield before, points * (players[turn] in side)


def report(lots: Iterable[Deals], name: str) -> Iterator[str]:
    solver, stop = DoubleDummySolver(1), StopFlag()
    whole, differences = list[int](), {last: list[int]() for last in LAST}
    spent, played = dict.fromkeys(LAST, 0.0), 0.0
    for dealt in lots:
        playouts = playouts_from(dealt.known)
        for world in dealt.worlds:
            before, points = zip(*tricks_of(dealt, playouts, world), strict=True)
            whole.append(sum(points))
            for last in LAST:
                record, started = packed(before[-last]), process_time()
                [found] = solver.solve(record, False, 0, 0, 0.0, stop)
                spent[last] += process_time() - started
                differences[last].append(found[0] - sum(points[-last:]))
        results, started = np.zeros((*dealt.worlds.shape[:2], 2), np.int16), process_time()
        playouts.play_out(dealt.worlds, results, stop)
        played += process_time() - started
    time = 1e6 * played / len(whole)
    yield f"{name}: SD {np.std(whole):.1f} points, {time:.1f} µs a playout"
    yield "  tricks   mean    RMS  equal  time, µs"
    for last, row in differences.items():
        error = np.array(row)
        yield (
            f"  {last:6} {error.mean():+6.2f} {np.sqrt((error**2).mean()):6.2f}"
            f" {(error == 0).mean():6.1%} {1e6 * spent[last] / len(row):9.1f}"
        )


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("families", nargs=-1, type=click.Choice(list(FAMILIES)))
@click.option("--deals", default=1_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
def main(families: tuple[str, ...], deals: int, seed: int) -> None:
    for family in families or tuple(FAMILIES):
        for name, lots in groupby(deals_of(family, deals, seed), lambda lot: lot.known.rules.name):
            for line in report(lots, name):
                click.echo(line)


if __name__ == "__main__":
    run(main)
