"""Plays hands in which seats bid in different ways, all cards played alike: what bidding brings.

    python benchmarks/strength/table_bidding.py --rules auction --deals 500 --results bids.res
    python benchmarks/strength/table_bidding.py --bidders default,safe,normal,risk,wild,open-average

Every two of the bidders meet. In every deal one seat, or with partners one side, bids as the first
and all others as the second, each seat or side in its turn; with three seats also the other way
round. Trump and burial are chosen by the same rule for all, and the cards are played by the learned
policy. Printed is what a seat of the first kind wins a hand more than one of the second would in
its place among seats of the first, in the currency of the game, with its 95% interval: 0 if they
bid equally well.

Bidders: `default`, the engine's calls by a search; `advice`, MacDougall's valuation as the engine
bids by it; `safe`, `normal`, `risk` and `wild`, his four bids, in games for stakes; `open-average`,
which bids as far as a contract is made in half of the deals with all cards face up.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import click
import numpy as np

from benchmarks.common.resumable import gather
from benchmarks.common.starting import run
from benchmarks.handbook.macdougall.four_bids import KINDS, four_bids
from pinochle_solver.double_dummy.bid_advice import bids_of
from pinochle_solver.double_dummy.searching import analyze_with_open_cards
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.engines.table.bidding import advised_burial, advised_call, call_up_to
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import Bury, Call, Concede, Lay, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

BIDDERS = ("default", "advice", *KINDS, "open-average")
_OFTEN = 0.5


@dataclass(frozen=True)
class Settings:
    """What decides the results.

    Attributes:
        rules: the rulebook.
        first, second: who meet.
        worlds: in how many worlds a search tries calls.
        open_worlds: in how many deals with all cards face up a hand is tried.
        seed: of the deals and the searches.
    """

    rules: str
    first: str
    second: str
    worlds: int
    open_worlds: int
    seed: int


class Bidders:
    """The calls of all bidders in one deal; what was searched once is kept.

    Args:
        deal: the deal.
        settings: how they search.
    """

    def __init__(self, deal: TableDeal, settings: Settings) -> None:
        self._deal, self._settings = deal, settings
        self._engine = make_table_engine("default")
        self._searched: dict[str, Call] = {}
        self._open_limits: dict[Seat, int] = {}

    def call(self, name: str, hand: TableHand) -> Call:
        """What a bidder calls, who is on turn."""
        assert hand.turn is not None
        cards = hand.hands[hand.turn]
        if name == "advice":
            return advised_call(hand)
        if name == "open-average":
            return call_up_to(hand, self._open_limit(hand.turn))
        if name in KINDS:
            return call_up_to(hand, four_bids(cards)[KINDS.index(name)])
        seen = position_of(hand, hand.turn)
        key = seen.text()
        if key not in self._searched:
            limits = Limits(worlds=self._settings.worlds)
            found = self._engine.choose(seen, limits, seed=self._settings.seed).move
            assert isinstance(found, Call)
            self._searched[key] = found
        return self._searched[key]

    def _open_limit(self, seat: Seat) -> int:
        """The highest bid of a seat that is made in half of the deals with all cards face up."""
        if seat not in self._open_limits:
            order = self._deal.rules.table
            dealers = [replace(self._deal, dealer=dealer) for dealer in order]
            hand = next(each for each in map(begun, dealers) if each.turn == seat)
            analysis = analyze_with_open_cards(
                position_of(hand, seat),
                worlds=self._settings.open_worlds,
                seed=self._settings.seed,
            )
            made = [
                move.move.bid
                for move in bids_of(analysis)
                if isinstance(move.move, Call) and move.chance and move.chance.mean >= _OFTEN
            ]
            self._open_limits[seat] = max((bid for bid in made if bid is not None), default=0)
        return self._open_limits[seat]


def played_by_policy(
    deal: TableDeal,
    call: Callable[[TableHand], Call],
    bury: Callable[[TableHand], Bury | Concede] = advised_burial,
) -> TableHand:
    """A hand with these calls, trump and burial, and the cards played by the policy."""
    hand = begun(deal)
    while hand.turn is not None and hand.act is not Act.PLAY:
        if hand.act is Act.BURY:
            hand = hand.after(bury(hand))
        elif hand.act is Act.DIX:
            hand = hand.after(next(hand.legal_moves()))
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
    """A deal played in all seatings of two bidders.

    Attributes:
        number: the number of the deal.
        won: what a seat or side of the first has won more, on average.
    """

    number: int
    won: float


def played_deal(number: int, settings: Settings) -> BidDeal:
    """A deal, played in all seatings."""
    rules = TABLE_RULEBOOKS[settings.rules]
    deal = random_deal(number, settings.seed, rules)
    bidders, units = Bidders(deal, settings), rules.units(deal.dealer)
    ways = [(1, settings.first, settings.second)]
    if len(units) > 2:  # else a side of the second against the first is the same
        ways.append((-1, settings.second, settings.first))
    results = [
        sign * _won_by(deal, bidders, unit, alone, others)
        for sign, alone, others in ways
        for unit in units
    ]
    return BidDeal(number, mean(results))


def _won_by(
    deal: TableDeal, bidders: Bidders, unit: tuple[Seat, ...], alone: str, others: str
) -> float:
    """What a unit that bids in one way wins against others that bid in another."""

    def call(hand: TableHand) -> Call:
        return bidders.call(alone if hand.turn in unit else others, hand)

    return won(played_by_policy(deal, call), unit)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rules", "name", default="auction", show_default=True)
@click.option("--bidders", default="default,advice", show_default=True, help=", ".join(BIDDERS))
@click.option("--deals", default=500, show_default=True, help="Of every two.")
@click.option("--worlds", default=256, show_default=True, help="Worlds of a search.")
@click.option("--open-worlds", default=8, show_default=True, help="Deals with open cards.")
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", default=1, show_default=True)
@click.option("--results", type=click.Path(path_type=Path, dir_okay=False))
def main(
    name: str,
    bidders: str,
    deals: int,
    worlds: int,
    open_worlds: int,
    seed: int,
    processes: int,
    results: Path | None,
) -> None:
    names = bidders.split(",")
    known = BIDDERS if TABLE_RULEBOOKS[name].money else ("default", "advice", "open-average")
    if len(names) < 2 or not set(names) <= set(known):
        expected = f"{bidders!r}, expected two or more of {', '.join(known)}"
        raise click.BadParameter(expected, param_hint="--bidders")
    for first, second in combinations(names, 2):
        settings = Settings(name, first, second, worlds, open_worlds, seed)
        found = gather(
            partial(played_deal, settings=settings),
            deals,
            kind=BidDeal,
            settings=asdict(settings),
            path=results and results.with_name(f"{results.name}.{first}-{second}"),
            processes=processes,
        )
        each = [deal.won for deal in found]
        error = stdev(each) / sqrt(len(each))
        figure = f"{mean(each):+.2f} +- {SURE * error:.2f} a hand"
        click.echo(f"{name}, {first} against {second}: {figure}, {len(each)} deals")


if __name__ == "__main__":
    run(main)
