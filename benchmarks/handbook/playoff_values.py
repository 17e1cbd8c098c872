"""What random playoffs are worth, by rulebook: the mean, its spread, the lead, each trump more.

    python benchmarks/handbook/playoff_values.py FOLDER [--rules scarne,hayes] [--number 1000000]

Playoffs of full hands are dealt (``pinochle bulk deal``) and their values found (``bulk solve
--values``), both kept in FOLDER, with which the same command goes on. Each deal is as likely as any
other, and so is the seat on lead: so the mean of what who leads makes more is what the lead is
worth. What cards are worth are the coefficients of a least-squares line. With ``--plots`` the
figures are drawn there.
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
from pathlib import Path

import click
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from benchmarks.common.measurements import echo_head, echo_table, rulebook_names
from benchmarks.handbook.opening_hands import made_so_far, shards_of
from pinochle_solver import RULEBOOKS, Seat
from pinochle_solver.bulk.columns import held_of
from pinochle_solver.bulk.jobs import PLAYOFFS, DealJob, SolveJob
from pinochle_solver.cli.commands.bulk_runs import RunOptions, run_job
from pinochle_solver.rules.cards import RANKS, SUITS, Suit

_MOST_TRUMPS = 20
_TERMS = ("trump", "trump ace", "ace of another suit", "ten of another suit")
_HEADS = (
    "playoffs",
    "lead",
    "SD",
    "leader ahead",
    "level",
    *(f"each {term} more" for term in _TERMS),
)


@dataclass
class Values:
    """What the playoffs of a rulebook come to, for the seat on lead.

    Attributes:
        number: how many.
        leads: how many ended with each lead, by points; as a dict.
        by_trumps: by trumps more than the other seat: number, sum and sum of squares of the leads.
        squares, products: of the least-squares line: a constant and what the seat on lead holds
            more of each of `_TERMS`.
        total: number, sum and sum of squares of the leads.
    """

    number: int
    leads: dict[int, int]
    by_trumps: NDArray[np.float64]
    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    total: NDArray[np.float64]

    @property
    def mean(self) -> tuple[float, float]:
        """What the lead is worth, and the standard error of that."""
        return _mean(self.total)

    @property
    def spread(self) -> float:
        """The standard deviation of the leads."""
        number, total, squares = self.total
        return float(np.sqrt(squares / number - (total / number) ** 2))

    def share(self, sign: int) -> float:
        """How often who leads is ahead (1), level (0) or behind (-1)."""
        return sum(n for lead, n in self.leads.items() if np.sign(lead) == sign) / self.number

    def coefficients(self) -> list[tuple[float, float]]:
        """Of each of `_TERMS` what one more of it is worth, and the standard error of that."""
        inverse = np.linalg.inv(self.squares)
        found = inverse @ self.products
        left = (self.total[2] - found @ self.products) / (self.number - len(found))
        errors = np.sqrt(left * np.diag(inverse))
        return [(float(a), float(b)) for a, b in zip(found[1:], errors[1:], strict=True)]

    def trumps(self, least: int) -> Iterator[tuple[int, float, float]]:
        """By trumps more: the mean lead and its error, where there are so many playoffs."""
        for row, moments in enumerate(self.by_trumps):
            if moments[0] >= least:
                yield (row - _MOST_TRUMPS, *_mean(moments))


def _mean(moments: NDArray[np.float64]) -> tuple[float, float]:
    number, total, squares = moments
    mean = total / number
    return float(mean), float(np.sqrt(max(squares / number - mean**2, 0.0) / number))


def values_in(folder: Path) -> Values:
    """What the solved playoffs of an output come to, read shard by shard, as many as are there."""
    width = 1 + len(_TERMS)
    found = Values(
        0,
        {},
        np.zeros((2 * _MOST_TRUMPS + 1, 3)),
        np.zeros((width, width)),
        np.zeros(width),
        np.zeros(3),
    )
    for table in shards_of(folder):
        _add(found, table)
    return found


def _add(found: Values, table: pa.Table) -> None:
    south, north = (table[f"{seat.text()}_value"].to_numpy().astype(np.int64) for seat in Seat)
    is_south = np.array(table["turn"].to_pylist()) == Seat.SOUTH.text()
    sign = np.where(is_south, 1, -1)
    leads = sign * (south - north)
    held = held_of(table, Seat.SOUTH).astype(np.int64) - held_of(table, Seat.NORTH)
    more = (sign[:, None] * held).reshape(-1, SUITS, RANKS)
    letters = table["trump"].to_pylist()
    suits = {suit.letter: int(suit) for suit in Suit}
    trumps = more[np.arange(len(more)), [suits[letter] for letter in letters]]
    aces, tens = more[:, :, RANKS - 1].sum(axis=1), more[:, :, RANKS - 2].sum(axis=1)
    more_trumps = trumps.sum(axis=1)
    terms = np.stack(
        [
            np.ones(len(leads)),
            more_trumps,
            trumps[:, RANKS - 1],
            aces - trumps[:, RANKS - 1],
            tens - trumps[:, RANKS - 2],
        ],
        axis=1,
    )
    found.number += len(leads)
    found.squares += terms.T @ terms
    found.products += terms.T @ leads
    found.total += [len(leads), leads.sum(), (leads**2).sum()]
    for lead, times in zip(*np.unique(leads, return_counts=True), strict=True):
        found.leads[int(lead)] = found.leads.get(int(lead), 0) + int(times)
    for column, values in enumerate((np.ones(len(leads)), leads, leads**2)):
        np.add.at(found.by_trumps[:, column], more_trumps + _MOST_TRUMPS, values)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--rules", default="scarne,hayes", show_default=True, callback=rulebook_names)
@click.option("--number", default=1_000_000, show_default=True, type=click.IntRange(100))
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=2, show_default=True, type=click.IntRange(0))
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Draw there.")
@click.option("--so-far", is_flag=True, help="Solve none; sum up those that are there.")
def main(
    folder: Path,
    rules: tuple[str, ...],
    number: int,
    seed: int,
    workers: int,
    plots: Path | None,
    so_far: bool,
) -> None:
    """Deal, solve, sum up and draw, as the head of this file says."""
    folder.mkdir(parents=True, exist_ok=True)
    how = RunOptions(workers, None, None)
    found, finished, seeds = {}, True, dict[str, None]()
    for name in rules:
        rulebook = RULEBOOKS[name]
        deals, values = folder / f"{name}-deals", folder / f"{name}-values"
        deal = DealJob(
            what=PLAYOFFS,
            rules=rulebook,
            count=rulebook.count,
            seed=seed,
            cards=rulebook.deck.hand,
        )
        solve = SolveJob(moves=False)
        status = 0
        if not so_far:
            status = run_job(deal, number, deals, how) or run_job(solve, deals, values, how)
        if status:
            sys.exit(status)
        found[name] = values_in(values)
        finished &= made_so_far(values).finished
        seeds[str(made_so_far(deals).asked.settings["seed"])] = None
    header = {"measured": "random playoffs", "rules": rules, "seed": tuple(seeds)}
    playoffs = sum(each.number for each in found.values())
    echo_head(header, f"{playoffs:,} playoffs", finished)
    rows = (
        [
            name,
            f"{each.number:,}",
            f"{each.mean[0]:+.2f} ± {each.mean[1]:.2f}",
            f"{each.spread:.1f}",
            f"{each.share(1):.1%}",
            f"{each.share(0):.1%}",
            *(f"{worth:+.2f} ± {error:.2f}" for worth, error in each.coefficients()),
        ]
        for name, each in found.items()
    )
    echo_table("the seat on lead, less the other", _HEADS, rows)
    if plots is not None:
        from benchmarks.handbook.value_plots import draw_playoffs

        draw_playoffs(found, plots / "playoff-values.svg")


if __name__ == "__main__":
    main()
