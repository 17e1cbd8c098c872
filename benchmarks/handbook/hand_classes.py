"""How well features of a hand before the auction tell what its bidder makes.

    python benchmarks/handbook/hand_classes.py --rules auction --deals 6000 --seed 1

Every seat of each deal buys the hand, names trump and buries by a rule of thumb, and the learned
policy plays it out. Hands are sorted into classes by some features; what is left of the standard
deviation of the points made tells how much a class leaves open.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import click
import numpy as np

from benchmarks.common.starting import run
from benchmarks.handbook.macdougall.sold_deals import SoldDeals, sold_deals
from pinochle_solver.openings.table.classes import sum_of
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.valuation import best_value

_GAMES = [name for name, rules in TABLE_RULEBOOKS.items() if rules.auction is not None]
_FEW = 100


@dataclass(frozen=True, slots=True)
class Features:
    """What a hand may be sorted by.

    Attributes:
        sum: its highest sum by the rule of thumb.
        normal: MacDougall's normal value.
        melds: the points of its melds with the trump of that sum.
        trumps: how many trumps it has then.
        aces: how many aces.
    """

    sum: int
    normal: float
    melds: int
    trumps: int
    aces: int


_MELDS, _TRUMPS, _ACES = (40, 100, 150, 200), (5, 6, 7), (2, 3, 4)
CLASSES: dict[str, Callable[[Features], object]] = {
    "all hands": lambda _: None,
    "sum in steps of 10": lambda hand: hand.sum // 10,
    "sum in steps of 20": lambda hand: hand.sum // 20,
    "sum in steps of 50": lambda hand: hand.sum // 50,
    "sum in steps of 20, and trumps": lambda hand: (hand.sum // 20, _group(hand.trumps, _TRUMPS)),
    "normal value in steps of 20": lambda hand: hand.normal // 20,
    "melds, trumps and aces": lambda hand: (
        _group(hand.melds, _MELDS),
        _group(hand.trumps, _TRUMPS),
        _group(hand.aces, _ACES),
    ),
}


def _group(number: int, bounds: tuple[int, ...]) -> int:
    return bisect_right(bounds, number)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rules", type=click.Choice(_GAMES), default="auction", show_default=True)
@click.option("--deals", default=6000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
def main(rules: str, deals: int, seed: int) -> None:
    """Print what each way to sort hands leaves open."""
    sold = sold_deals(rules, deals, seed)
    made, hands = [], []
    for number, deal in enumerate(sold.deals):
        for seat in sold.rules.table:
            made.append(_made(sold, number, seat))
            hands.append(_features(sold, deal.hands[seat]))
    click.echo(f"{rules}: {len(made):,} hands, seed {seed}")
    points = np.array(made)
    for name, class_of in CLASSES.items():
        numbers: dict[object, int] = {}
        which = np.array([numbers.setdefault(class_of(hand), len(numbers)) for hand in hands])
        sizes = np.bincount(which)
        means = np.bincount(which, points) / sizes
        left = sqrt(float(((points - means[which]) ** 2).sum()) / (len(points) - len(sizes)))
        few = int(sizes[sizes < _FEW].sum())
        click.echo(
            f"{name:32} {len(sizes):4} classes, {left:5.1f} points left, {few} in small ones"
        )


def _made(sold: SoldDeals, number: int, seat: int) -> float:
    """What a seat's side makes with the trump that the rule for burials likes best."""
    trump, unit = int(sold.guesses[number, seat].argmax()), sold.unit_of(seat)
    played = sold.played
    return float(played.melds[number, seat, trump, unit] + played.cards[number, seat, trump, unit])


def _features(sold: SoldDeals, hand: Hand) -> Features:
    best, rules = sum_of(sold.rules, hand), sold.rules
    value = best_value(hand, has_widow=bool(rules.widow), values=rules.melds)
    aces = best.numbers[1] + best.numbers[3]
    return Features(best.points, value.normal, best.melds, best.numbers[0], aces)


if __name__ == "__main__":
    run(main)
