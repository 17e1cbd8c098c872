"""How much differences of moves vary from world to world, and how wrong learned values are.

    python benchmarks/calibration/search_errors.py --write positions.pn --number 3
    python benchmarks/calibration/spreads.py positions.pn [--leads 3] [--worlds 1536] [--seed 7]

The best moves of each position, four at most, are tried in the same worlds, the hand played on from
the lead that is valued by the linear policy and by the network. *Played* is the standard deviation
of what the best comes to more than another, *valued* the same of the value of the lead, both as
they are and with the luck of the draws taken off. *Wrong* is by how much the mean of the values is
off that of the playouts, root mean square less their noise, where these are less than 30 points
apart. *Design* is how many times the variance of the mean of values less luck is what it would be
of worlds that know nothing of one another. One row for each quarter of the stock.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration.search_errors import read
from pinochle_solver import StockPosition, StopFlag, analyze
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.sampling import CHUNK

Floats = NDArray[np.float64]
QUARTERS, MOST_MOVES, CLOSE = 4, 4, 30.0


class Came(NamedTuple):
    """What moves came to, south's points less north's, arrays of (worlds, moves).

    Attributes:
        played: at the end of the hand.
        valued: as the lead is valued.
        luck: south's up to that lead,
        later_luck: and after it.
    """

    played: Floats
    valued: Floats
    luck: Floats
    later_luck: Floats


@dataclass
class Spreads:
    """What was seen in a quarter of the stock: of each pair of moves the variances of `HEADS`."""

    pairs: list[tuple[float, ...]] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)
    designs: list[float] = field(default_factory=list)

    def row(self) -> list[str]:
        """The cells of a row."""
        spreads = np.sqrt(np.mean(self.pairs, axis=0))
        wrong = max(0.0, float(np.mean(self.wrong))) ** 0.5 if self.wrong else np.nan
        return [
            str(len(self.pairs)),
            *(f"{each:.1f}" for each in spreads),
            f"{wrong:.1f}",
            f"{np.mean(self.designs):.1f}",
        ]


def played(
    search: Playouts, belief: Belief, moves: bytes, worlds: NDArray[np.uint8], leads: int
) -> Came:
    """The mean of both ways to play on."""
    number, kinds = (len(worlds), len(moves)), len(belief.problem.kinds)
    by_each = []
    for by_network in (False, True):
        points, valued = np.zeros((*number, 4), np.int32), np.zeros(number, np.int32)
        luck = np.zeros((*number, 2))
        search.evaluate(
            worlds,
            moves,
            np.zeros(len(worlds), np.uint8),
            points,
            np.zeros((0, len(moves), 2), np.int32),
            np.zeros((len(moves), 2, kinds), np.int64),
            StopFlag(),
            valued,
            leads,
            by_network,
            luck=luck,
        )
        by_each.append((points[..., 0] - points[..., 1], valued, luck[..., 0], luck[..., 1]))
    return Came(*(np.mean([each[i] for each in by_each], axis=0) for i in range(4)))


def of_chunks(values: Floats) -> tuple[float, float]:
    """The variance of the mean of chunks, and that of the mean of as many unlike worlds."""
    means = values.reshape(-1, CHUNK).mean(axis=1)
    return float(means.var(ddof=1)) / len(means), float(values.var(ddof=1)) / len(values)


def look_at(
    position: StockPosition, number: int, seed: int, leads: int, into: Sequence[Spreads]
) -> None:
    """Try the moves of a position, and write down what is seen."""
    belief = Belief(position, INFERRED)
    search = belief.playouts()
    if not search.has_nets or search.leads_to_come < leads:
        return
    best = analyze(position, worlds=CHUNK, seed=seed).moves[:MOST_MOVES]
    moves = belief.numbers([move.move for move in best])
    chunks = range(0, number, CHUNK)
    worlds = np.concatenate([belief.sample(search, seed, first, CHUNK) for first in chunks])
    came = played(search, belief, moves, worlds, leads)
    quarter = QUARTERS * position.completed_tricks // position.rules.deck.stock_tricks
    spreads = into[quarter]
    for other in range(1, len(moves)):
        ends, values, luck, later = (each[:, 0] - each[:, other] for each in came)
        less = ends - luck - later
        spreads.pairs.append((ends.var(), less.var(), values.var(), (values - luck).var()))
        noise, alone = of_chunks(values - luck)
        spreads.designs.append(noise / alone if alone else 1.0)
        if abs(less.mean()) < CLOSE:
            wrong = less - (values - luck)
            spreads.wrong.append(float(wrong.mean()) ** 2 - of_chunks(wrong)[0])


HEADS = ("pairs", "played", "less luck", "valued", "less luck", "wrong", "design")


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--leads", default=3, show_default=True, type=click.IntRange(1))
@click.option("--worlds", default=24 * CHUNK, show_default=True, type=click.IntRange(4 * CHUNK))
@click.option("--seed", default=7, show_default=True)
def main(file: Path, leads: int, worlds: int, seed: int) -> None:
    """Look at the positions of FILE."""
    seen = [Spreads() for _ in range(QUARTERS)]
    for position in read(file):
        look_at(position, worlds // CHUNK * CHUNK, seed, leads, seen)
    if not any(spreads.pairs for spreads in seen):
        raise click.UsageError(f"no position of {file} has two moves and {leads} leads to come")
    click.echo(f"| quarter | {' | '.join(HEADS)} |")
    click.echo("|--:|" + "--:|" * len(HEADS))
    for quarter, spreads in enumerate(seen, start=1):
        if spreads.pairs:
            click.echo(f"| {quarter} | {' | '.join(spreads.row())} |")


if __name__ == "__main__":
    main()
