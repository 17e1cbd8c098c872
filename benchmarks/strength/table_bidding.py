"""Plays hands in which seats bid in different ways, all cards played alike: what bidding brings.

    python benchmarks/strength/table_bidding.py --rules auction --deals 500 --results bids.res

In every deal one seat, or with partners one side, bids as the engine ``default`` does, and the
others by MacDougall's valuation, as the engine ``advice``; each seat or side in its turn. Trump and
burial are chosen by the same rule for all, and the cards are played by the learned policy. Printed
is what a seat of the first kind wins a hand, in the currency of the game: 0 if its bids were
neither better nor worse.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import click
import numpy as np

from benchmarks.common.resumable import gather
from benchmarks.common.starting import run
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.engines.table.bidding import advised_burial, advised_call
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import Call, Lay, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True)
class Settings:
    """What decides the results."""

    rules: str
    worlds: int
    seed: int


def bid_and_played(
    deal: TableDeal, searching: tuple[Seat, ...], worlds: int, seed: int
) -> TableHand:
    """A hand in which these seats bid by a search, and the others as advised."""
    engine = make_table_engine("default")

    def call(hand: TableHand) -> Call:
        assert hand.turn is not None
        if hand.turn not in searching:
            return advised_call(hand)
        seen = position_of(hand, hand.turn)
        found = engine.choose(seen, Limits(worlds=worlds), seed=seed).move
        assert isinstance(found, Call)
        return found

    return played_by_policy(deal, call)


def played_by_policy(deal: TableDeal, call: Callable[[TableHand], Call]) -> TableHand:
    """A hand with these calls, trump and burial as advised, and the cards played by the policy."""
    hand = begun(deal)
    while hand.turn is not None and hand.act is not Act.PLAY:
        if hand.act is Act.BURY:
            hand = hand.after(advised_burial(hand))
        elif hand.act is Act.MELD:
            hand = hand.after(Lay())
        else:
            hand = hand.after(call(hand))
    if hand.turn is None:
        return hand
    playouts = playouts_from(known_to_all(position_of(hand, hand.turn)))
    held = np.array([list(hand.hands[seat].counts) for seat in hand.players], dtype=np.uint8)
    for index in playouts.line(held):
        hand = hand.after(PlayCard(Card.from_index(index)))
    return hand


def won(hand: TableHand, side: tuple[Seat, ...]) -> float:
    """What a seat or side won: money, or its checks or points minus those of the others."""
    result = hand.result()
    if hand.rules.money is not None:
        return float(result.score_of(side[0]))
    scores = dict(zip(result.units, result.checks or result.scores, strict=True))
    others = [score for unit, score in scores.items() if unit != side]
    return scores[side] - sum(others) / len(others)


@dataclass(frozen=True)
class BidDeal:
    """A deal played once for each seat or side.

    Attributes:
        number: the number of the deal.
        won: what the seat or side that bids by a search has won, on average.
    """

    number: int
    won: float


def played_deal(number: int, settings: Settings) -> BidDeal:
    """A deal, played once for each seat or side."""
    rules = TABLE_RULEBOOKS[settings.rules]
    deal = random_deal(number, settings.seed, rules)
    results = [
        won(bid_and_played(deal, unit, settings.worlds, settings.seed), unit)
        for unit in rules.units(deal.dealer)
    ]
    return BidDeal(number, mean(results))


@click.command()
@click.option("--rules", "name", default="auction", show_default=True)
@click.option("--deals", default=500, show_default=True)
@click.option("--worlds", default=256, show_default=True, help="Worlds of a search.")
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", default=1, show_default=True)
@click.option("--results", type=click.Path(path_type=Path, dir_okay=False))
def main(
    name: str, deals: int, worlds: int, seed: int, processes: int, results: Path | None
) -> None:
    """Measure what bidding by a search brings against MacDougall's valuation."""
    settings = Settings(name, worlds, seed)
    found = gather(
        partial(played_deal, settings=settings),
        deals,
        kind=BidDeal,
        settings=asdict(settings),
        path=results,
        processes=processes,
    )
    each = [deal.won for deal in found]
    error = stdev(each) / sqrt(len(each))
    click.echo(f"{name}: {mean(each):+.2f} +- {1.96 * error:.2f} a hand, {len(each)} deals")


if __name__ == "__main__":
    run(main)
