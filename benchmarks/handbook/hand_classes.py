"""How well features of a hand as it was dealt tell what comes of it.

    python benchmarks/handbook/hand_classes.py --rules auction --deals 6000 --seed 1
    python benchmarks/handbook/hand_classes.py --rules hayes-3 --rows FOLDER/hayes-3-0-1499

In games with an auction every seat of each deal buys the hand, names trump and buries by a rule of
thumb, and the learned policy plays it out; what counts is the points made. In games with a
turned-up trump the hands are rows that `opening_tables.py` has made, and what counts is the margin.
Hands are sorted into classes by some features; what is left of the standard deviation tells how
much a class leaves open.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.starting import run
from benchmarks.handbook.macdougall.sold_deals import SoldDeals, sold_deals
from benchmarks.handbook.opening_hands import shards_of
from pinochle_solver.bulk.openings import played_openings
from pinochle_solver.openings.classes import OpeningClass
from pinochle_solver.openings.table.classes import sum_of
from pinochle_solver.openings.table.dealt_classes import class_of_played, sum_with
from pinochle_solver.openings.tallies import PlayedOpening
from pinochle_solver.rules.cards import Hand, Rank
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.valuation import best_value

_Features = TypeVar("_Features")
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


@dataclass(frozen=True, slots=True)
class DealtFeatures:
    """What a hand with a turned-up trump may be sorted by.

    Attributes:
        kind: its class as a hand of two, in games with a stock.
        sum: its sum by the rule of thumb with that trump.
        melds: the points of its melds in that sum.
        trumps, aces: how many it has.
        place: how many seats lead before it.
    """

    kind: OpeningClass | None
    sum: int
    melds: int
    trumps: int
    aces: int
    place: int


_DEALT_MELDS = (20, 60)
DEALT_CLASSES: dict[str, Callable[[DealtFeatures], object]] = {
    "all hands": lambda _: None,
    "trumps": lambda hand: hand.trumps,
    "aces": lambda hand: hand.aces,
    "trumps and aces": lambda hand: (hand.trumps, hand.aces),
    "melds of the sum": lambda hand: hand.melds,
    "place": lambda hand: hand.place,
    "sum in steps of 10": lambda hand: hand.sum // 10,
    "sum in steps of 20": lambda hand: hand.sum // 20,
    "sum in steps of 20, and place": lambda hand: (hand.sum // 20, hand.place),
    "melds, trumps and aces": lambda hand: (
        _group(hand.melds, _DEALT_MELDS),
        _group(hand.trumps, (2, 3, 4)),
        _group(hand.aces, (2, 3)),
    ),
    "as for two, whoever leads": lambda hand: hand.kind,
    "as for two": lambda hand: (hand.kind, hand.place == 0),
}


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option(
    "--rules", type=click.Choice([*TABLE_RULEBOOKS]), default="auction", show_default=True
)
@click.option("--deals", default=6000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@click.option("--rows", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(rules: str, deals: int, seed: int, rows: Path | None) -> None:
    """Print what each way to sort hands leaves open."""
    game = TABLE_RULEBOOKS[rules]
    if game.auction is None:
        if rows is None:
            raise click.UsageError("--rows: missing. Type a folder that opening_tables.py has made")
        played = [each for table in shards_of(rows) for each in played_openings(table)]
        click.echo(f"{rules}: {len(played):,} hands")
        features = [_dealt_features(game, each) for each in played]
        _tell(DEALT_CLASSES, features, np.array([each.margin for each in played]))
        return
    sold = sold_deals(rules, deals, seed)
    made, hands = [], []
    for number, deal in enumerate(sold.deals):
        for seat in sold.rules.table:
            made.append(_made(sold, number, seat))
            hands.append(_features(sold, deal.hands[seat]))
    click.echo(f"{rules}: {len(made):,} hands, seed {seed}")
    _tell(CLASSES, hands, np.array(made))


def _tell(
    classes: Mapping[str, Callable[[_Features], object]],
    hands: Sequence[_Features],
    points: NDArray[np.float64],
) -> None:
    """Print what is left of the deviation of the points, and what part of the variance is not."""
    for name, class_of in classes.items():
        numbers: dict[object, int] = {}
        which = np.array([numbers.setdefault(class_of(hand), len(numbers)) for hand in hands])
        sizes = np.bincount(which)
        means = np.bincount(which, points) / sizes
        left = sqrt(float(((points - means[which]) ** 2).sum()) / (len(points) - len(sizes)))
        few = int(sizes[sizes < _FEW].sum())
        explained = 1 - left**2 / float(points.var(ddof=1))
        click.echo(
            f"{name:32} {len(sizes):4} classes, {left:5.1f} points left, "
            f"{explained:6.1%} explained, {few} in small ones"
        )


def _dealt_features(rules: TableRules, played: PlayedOpening) -> DealtFeatures:
    kind = class_of_played(rules, played).cards
    found = sum_with(rules, played.hand, played.trump)
    aces = sum(card.rank is Rank.ACE for card in played.hand)
    return DealtFeatures(kind, found.points, found.melds, found.numbers[0], aces, played.place)


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
