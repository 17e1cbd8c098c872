"""Games for stakes in which the seats bid in different styles, and play the cards alike.

Every deal is played four times, each time without one of the four styles; who sits where goes round
with the deals. Trump and burial, and when to give up, are chosen by one rule for all, and
the cards are played by the learned policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from benchmarks.handbook.macdougall.bought_hands import AUCTION
from benchmarks.handbook.macdougall.four_bids import KINDS, LOWEST, four_bids
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error
from benchmarks.strength.table_bidding import played_by_policy, won
from pinochle_solver.engines.table.bidding import call_up_to
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Call
from pinochle_solver.table.seats import Seat

STYLES = KINDS


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """What decides the results: the seed of the deals, and the game."""

    seed: int
    rules: str


@dataclass(frozen=True, slots=True)
class StyleDeal:
    """A deal played four times.

    Attributes:
        number: which, from 0.
        won: what each of `STYLES` won on average, in cents.
        bought: how often each bought the hand.
        made: how often it was made then.
    """

    number: int
    won: list[float]
    bought: list[int]
    made: list[int]


def limit_of(hand: Hand, style: str) -> int:
    """How far a style bids; 0 below the lowest bid."""
    limit = four_bids(hand)[KINDS.index(style)]
    return limit if limit >= LOWEST else 0


def play_styles(number: int, settings: GameSettings) -> StyleDeal:
    """Play the deal of this number by three of the four styles, four times."""
    deal = random_deal(number, settings.seed, AUCTION, AUCTION.table[number % AUCTION.seats])
    sums = {style: [0.0, 0, 0, 0] for style in STYLES}
    orders = list(permutations(STYLES))
    order = orders[number % len(orders)]
    for without in STYLES:
        seated = [style for style in order if style != without]
        of_seat = dict(zip(AUCTION.table, seated, strict=True))

        def call(hand: TableHand, of_seat: Mapping[Seat, str] = of_seat) -> Call:
            assert hand.turn is not None
            return call_up_to(hand, limit_of(hand.hands[hand.turn], of_seat[hand.turn]))

        hand = played_by_policy(deal, call)
        for seat, style in of_seat.items():
            amount = won(hand, (seat,)) if hand.bidder is not None else 0.0
            sums[style][0] += amount
            sums[style][1] += 1
            if hand.bidder is seat:
                sums[style][2] += 1
                sums[style][3] += amount > 0
    return StyleDeal(
        number,
        [round(sums[style][0] / sums[style][1], 3) for style in STYLES],
        [int(sums[style][2]) for style in STYLES],
        [int(sums[style][3]) for style in STYLES],
    )


def game_of_styles(measured: Measured) -> dict[str, tuple[float, float]]:
    """What each style wins a hand, in cents, with its standard error."""
    settings = GameSettings(seed=measured.seed, rules=AUCTION.name)
    deals = measured.pieces("styles", play_styles, StyleDeal, settings, measured.hands * 2 // 5)
    return {
        style: mean_and_error([deal.won[place] for deal in deals])
        for place, style in enumerate(STYLES)
    }
