"""What the burials that `analyze` leaves out would bring, and whether it errs on open hands.

    python benchmarks/calibration/table_burials.py --deals 200 --file burials.jsonl --processes 2

The bidder of each random deal is the seat whose hand and widow look best by guess. The best total
of all burials, proven by the search of `solve`, is compared with the best of those that `analyze`
tries when cards are hidden, in a burial and in a bid. This is the loss in one deal with all cards
known. Over the deals that a player has to reckon with, the best of all burials on average is behind
the best in each, so the list loses less. Then `analyze` is asked of the open hands, with the
highest contract that this total makes: it must find a burial that makes it and not concede. Of the
first deals (`--bids`) it is asked for the call too: the highest bid that it says can be made must
be this contract. The deals of two games take turns: that for stakes, and the one with partners.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import click

from benchmarks.common.resumable import ResumeError, gather
from benchmarks.common.starting import run
from pinochle_solver.bench import machine_line
from pinochle_solver.double_dummy import bidding, burying
from pinochle_solver.double_dummy.burials import BurialSearch, BuryingHands
from pinochle_solver.double_dummy.choices import Choice, likely_choices
from pinochle_solver.double_dummy.searching import analyze_with_open_cards
from pinochle_solver.double_dummy.sides import unit_of
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.moves import CONCEDE, PASS, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

GAMES = ("auction", "partnership-auction")


@dataclass(frozen=True)
class Deal:
    """What is found of a deal.

    Attributes:
        number: which deal.
        game: its rulebook.
        total: the most that melds, burial and play bring.
        burial_loss, bid_loss: how much less the best burial brings that is tried if cards are
            hidden, in a burial and in a bid.
        contract: the highest contract that the total makes; None: it is below the lowest bid.
        is_made: whether the first move of `analyze` makes it.
        is_conceded: whether that move is to concede.
        highest_bid: the highest bid that can be made by `analyze`, 0 for none; None: not asked.
    """

    number: int
    game: str
    total: int
    burial_loss: int
    bid_loss: int
    contract: int | None
    is_made: bool
    is_conceded: bool
    highest_bid: int | None


def measured(number: int, *, seed: int, bids: int) -> Deal:
    """Measure a deal; of those below `bids` the call too."""
    rules = TABLE_RULEBOOKS[GAMES[number % len(GAMES)]]
    deal = random_deal(number, seed, rules)
    hands = dict(zip(rules.players(deal.dealer), deal.hands, strict=True))
    with_widow = {seat: joined(hand, deal.widow) for seat, hand in hands.items()}
    bidder = max(hands, key=lambda seat: _by_hand(with_widow[seat], rules, 1)[0].guess)
    asked = position_of(_asked(begun(deal), bidder))
    side = unit_of(asked, bidder)
    known = hands | {bidder: with_widow[bidder]}
    search = BurialSearch(BuryingHands(rules, bidder, known, side, rules.widow))
    for _ in search.run():
        pass
    total = search.total[0]
    in_a_burial = _by_hand(known[bidder], rules, burying.MOST_CHOICES)
    in_a_bid = bidding.likely_in_deal(asked, known, known[bidder], bidding.MOST_CHOICES)
    assert rules.auction is not None
    contract = total // 10 * 10
    is_biddable = contract >= rules.auction.lowest
    first = None
    if is_biddable:
        hand = _bought(begun(deal), bidder, contract)
        first = analyze_with_open_cards(position_of(hand), worlds=1).moves[0]
    highest = None
    if number < bids:
        analysis = analyze_with_open_cards(asked, worlds=1)
        made = [
            move.move.bid or 0
            for move in analysis.moves
            if isinstance(move.move, Call) and move.chance is not None and move.chance.mean == 1
        ]
        highest = max(made, default=0)
    return Deal(
        number=number,
        game=rules.name,
        total=total,
        burial_loss=total - best_tried(search, in_a_burial),
        bid_loss=total - best_tried(search, in_a_bid),
        contract=contract if is_biddable else None,
        is_made=first is not None and first.win is not None and first.win.mean == 1,
        is_conceded=first is not None and first.move == CONCEDE,
        highest_bid=highest,
    )


def _by_hand(hand: Hand, rules: TableRules, most: int) -> list[Choice]:
    return likely_choices(hand, rules, most)


def best_tried(search: BurialSearch, tried: Iterable[Choice]) -> int:
    """The highest total of these choices, once the best of all is known."""
    bounds = {value.move: value.total for value in search.values()}
    best = 0
    for choice in tried:
        if bounds[choice.move][1] > best:
            value = search.settle(choice.move)
            assert value is not None
            best = max(best, value.total[0])
    return best


def _asked(hand: TableHand, bidder: Seat) -> TableHand:
    """The hand when the bidder has his first call, and all before him have passed."""
    while hand.turn is not bidder:
        hand = hand.after(PASS)
    return hand


def _bought(hand: TableHand, bidder: Seat, contract: int) -> TableHand:
    """The hand when the bidder has bought it for this contract."""
    hand = _asked(hand, bidder).after(Call(contract))
    while hand.act is Act.BID:
        hand = hand.after(PASS)
    return hand


HEADS = (
    "deals",
    "loss of a burial",
    "standard error",
    "worst",
    "loss of a bid",
    "standard error",
    "worst",
    "contracts",
    "not made",
    "conceded",
    "bids",
    "too low",
    "too high",
)


def row(deals: Sequence[Deal]) -> list[str]:
    """The cells of a row: losses in points (mean, its error, worst), and errors on open hands."""
    bought = [deal for deal in deals if deal.contract is not None]
    asked = [deal for deal in deals if deal.highest_bid is not None]
    steps = [(deal.highest_bid or 0) - (deal.contract or 0) for deal in asked]
    cells = [str(len(deals))]
    for losses in ([deal.burial_loss for deal in deals], [deal.bid_loss for deal in deals]):
        error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
        cells += [f"{mean(losses):.2f}", f"{error:.2f}", str(max(losses))]
    cells += [str(len(bought)), str(sum(not deal.is_made for deal in bought))]
    cells += [str(sum(deal.is_conceded for deal in bought)), str(len(asked))]
    return [*cells, str(sum(step < 0 for step in steps)), str(sum(step > 0 for step in steps))]


def table(deals: Sequence[Deal]) -> Iterable[str]:
    """The lines of a table, a row for each game."""
    yield f"| game | {' | '.join(HEADS)} |"
    yield "|---|" + "--:|" * len(HEADS)
    for game in GAMES:
        of_game = [deal for deal in deals if deal.game == game]
        if of_game:
            yield f"| {game} | {' | '.join(row(of_game))} |"


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--deals", default=200, show_default=True, type=click.IntRange(1))
@click.option("--bids", default=30, show_default=True, type=click.IntRange(0))
@click.option("--seed", default=1, show_default=True)
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="Go on with it.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1))
def main(deals: int, bids: int, seed: int, file: Path | None, processes: int) -> None:
    """Measure so many deals."""
    settings = {
        "seed": seed,
        "bids": bids,
        "tried": [burying.MOST_CHOICES, bidding.MOST_CHOICES],
    }
    try:
        found = gather(
            partial(measured, seed=seed, bids=bids),
            deals,
            kind=Deal,
            settings=settings,
            path=file,
            processes=processes,
        )
    except (ResumeError, OSError) as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"{len(found)} deals, seed {seed}; {machine_line()}\n")
    for line in table(found):
        click.echo(line)


if __name__ == "__main__":
    run(main)
