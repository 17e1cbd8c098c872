"""Games for stakes with the trump named before the widow, and with a kitty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.bidding_games import limit_of
from benchmarks.handbook.macdougall.bought_hands import (
    AUCTION,
    BoughtHand,
    bought_hand,
    random_hand,
)
from benchmarks.handbook.macdougall.claim import Found, Verdict, above
from benchmarks.handbook.macdougall.four_bids import LOWEST, foot_of, valued
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from benchmarks.strength.table_bidding import played_by_policy
from pinochle_solver.engines.table.bidding import call_up_to
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.money import stakes_of
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import MoneyRules
from pinochle_solver.table.scoring import Outcome

_OPPONENTS, _DEALS, SESSION = 2, 64, 40
_TABLES = (("wild", "normal", "normal"), ("normal", "normal", "normal"))
"""Who bids how at the tables with a kitty."""


def money(*, has_kitty: bool = False) -> MoneyRules:
    """What the game for stakes pays."""
    assert AUCTION.money is not None
    return replace(AUCTION.money, kitty=has_kitty)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchSettings:
    """In how many deals a hand is bought, and their seed."""

    deals: int
    seed: int


@dataclass(frozen=True, slots=True)
class SwitchHand:
    """What a hand bought for its normal bid is worth, in cents of both opponents.

    Attributes:
        number: which, from 0.
        in_spades: whether spades are named if it must be done before the widow.
        free: with the trump named after the widow.
        fixed: with the trump named before.
        mild: the same, and a hand in spades that is set costs twice the base, not four times.
    """

    number: int
    in_spades: bool
    free: float
    fixed: float
    mild: float


def switch(number: int, settings: SwitchSettings) -> SwitchHand:
    """Buy a random hand for its normal bid, and name trump after and before the widow."""
    hand = random_hand(number, settings.seed, LOWEST)
    bought = bought_hand(hand, settings.deals, settings.seed + number)
    contract = foot_of(valued(hand).normal)
    every = list(Suit)
    expected = [_payments(bought, contract, [suit], 4)[0].mean() for suit in every]
    first = every[int(np.argmax(expected))]
    return SwitchHand(
        number,
        first is Suit.SPADES,
        round(float(_payments(bought, contract, every, 4)[1].mean()), 3),
        round(float(_payments(bought, contract, [first], 4)[1].mean()), 3),
        round(float(_payments(bought, contract, [first], 2)[1].mean()), 3),
    )


def _payments(
    bought: BoughtHand, contract: int, suits: Sequence[Suit], spades_set: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What he can expect in each deal with the best of some suits, or giving up, and what he gets.

    Args:
        bought: the hand.
        contract: what he has bid.
        suits: those that he may name.
        spades_set: how many times the base spades cost if they are set.
    """
    expected, got = [], []
    for suit in suits:
        stakes = stakes_of(money(), contract, suit)
        lost = stakes.conceded * spades_set if suit is Suit.SPADES else stakes.lost
        over = (bought.taken.expected[:, suit] - contract) / bought.taken.spread
        made = np.array([(1 + erf(each / sqrt(2))) / 2 for each in over])
        expected.append(made * stakes.made - (1 - made) * lost)
        got.append(np.where(bought.totals[:, suit] >= contract, stakes.made, -lost))
    given_up = -float(stakes_of(money(), contract, Suit.CLUBS).conceded)
    best = np.argmax(expected, axis=0)
    rows = np.arange(len(best))
    chance = np.array(expected)[best, rows]
    paid = np.where(chance < given_up, given_up, np.array(got)[best, rows])
    return _OPPONENTS * np.maximum(chance, given_up), _OPPONENTS * paid


def switching(measured: Measured) -> Found:
    """Whether naming trump after the widow is worth a great deal."""
    settings = SwitchSettings(deals=_DEALS, seed=measured.seed)
    number = max(measured.hands // 25, 2)
    hands = measured.pieces("switch", switch, SwitchHand, settings, number)
    spades = [hand for hand in hands if hand.in_spades]
    gain = mean_and_error([hand.free - hand.fixed for hand in hands])
    in_spades = mean_and_error([hand.free - hand.fixed for hand in spades])
    left = mean_and_error([hand.free - hand.mild for hand in spades])
    text = (
        f"To name trump after the widow is worth {with_half(*gain, '+.1f')} cents a hand bought "
        f"for its normal bid, {with_half(*in_spades, '+.1f')} where it would have been spades. If "
        f"spades named before cost twice the base when set, not four times, it is "
        f"{with_half(*left, '+.1f')} there."
    )
    settings_text = f"{number:,} hands, {len(spades):,} of them for spades, {_DEALS} deals each"
    return Found(above(*gain), text, settings_text)


@dataclass(frozen=True, slots=True, kw_only=True)
class KittySettings:
    """What decides the results: the seed of the deals, and which of the tables plays."""

    seed: int
    table: int


@dataclass(frozen=True, slots=True)
class KittyDeal:
    """A deal at a table with a kitty; the kitty decides nothing but what is paid.

    Attributes:
        number: which, from 0.
        bidder: which of the styles of the table bought it; below 0: nobody.
        contract: what for.
        trump: the trump suit; below 0 if the hand was given up.
        is_made: whether it was made.
    """

    number: int
    bidder: int
    contract: int
    trump: int
    is_made: bool


def play_for_kitty(number: int, settings: KittySettings) -> KittyDeal:
    """Play a deal; who sits where goes round."""
    deal = random_deal(number, settings.seed, AUCTION, AUCTION.table[number % AUCTION.seats])
    shift = number // AUCTION.seats % AUCTION.seats
    styles = _TABLES[settings.table]
    of_seat = {seat: (place + shift) % len(styles) for place, seat in enumerate(AUCTION.table)}

    def call(hand: TableHand) -> Call:
        assert hand.turn is not None
        return call_up_to(hand, limit_of(hand.hands[hand.turn], styles[of_seat[hand.turn]]))

    hand = played_by_policy(deal, call)
    if hand.bidder is None:
        return KittyDeal(number, -1, 0, -1, False)
    assert hand.contract is not None
    trump = -1 if hand.trump is None else int(hand.trump)
    made = hand.result().outcome is Outcome.MADE
    return KittyDeal(number, of_seat[hand.bidder], hand.contract, trump, made)


@dataclass(frozen=True, slots=True)
class Session:
    """So many hands from an empty kitty; what is left of it is shared.

    Attributes:
        without: what each of the three won without a kitty, in cents a hand.
        with_kitty: the same with it.
        left: what was left in it.
    """

    without: list[float]
    with_kitty: list[float]
    left: int


def session(deals: Sequence[KittyDeal]) -> Session:
    """Pay for deals in their order."""
    seats = len(_TABLES[0])
    without, more, kitty = np.zeros(seats), np.zeros(seats), 0
    for deal in deals:
        if deal.bidder < 0:
            continue
        suit = Suit.CLUBS if deal.trump < 0 else Suit(deal.trump)
        stakes = stakes_of(money(has_kitty=True), deal.contract, suit, kitty)
        if deal.is_made:
            each, to_kitty = stakes.made, -stakes.kitty_made
        elif deal.trump < 0:
            each, to_kitty = -stakes.conceded, stakes.kitty_conceded
        else:
            each, to_kitty = -stakes.lost, stakes.kitty_lost
        without -= each
        without[deal.bidder] += seats * each
        more[deal.bidder] -= to_kitty
        kitty += to_kitty
    more += kitty / seats
    hands = len(deals)
    return Session((without / hands).tolist(), ((without + more) / hands).tolist(), kitty)


def _sessions(measured: Measured, table: int) -> list[Session]:
    settings = KittySettings(seed=measured.seed, table=table)
    sessions = max(measured.hands // 250, 2)
    name = f"kitty-{'-'.join(_TABLES[table])}"
    deals = measured.pieces(name, play_for_kitty, KittyDeal, settings, sessions * SESSION)
    return [session(deals[SESSION * n : SESSION * (n + 1)]) for n in range(sessions)]


def _told(found: Sequence[Session]) -> str:
    return (
        f"{len(found):,} sessions of {SESSION} hands, what is left in the kitty shared; nobody "
        f"bids or gives up with an eye to it"
    )


def wild_with_kitty(measured: Measured) -> Found:
    """What the kitty takes from a wild bidder."""
    found = _sessions(measured, 0)
    without = mean_and_error([each.without[0] for each in found])
    with_it = mean_and_error([each.with_kitty[0] for each in found])
    loss = mean_and_error([each.without[0] - each.with_kitty[0] for each in found])
    text = (
        f"Against two who bid normally a wild bidder wins {with_half(*without, '+.1f')} cents a "
        f"hand without a kitty, {with_half(*with_it, '+.1f')} with one: it costs him "
        f"{with_half(*loss)}."
    )
    return Found(above(*loss), text, _told(found))


def fair_kitty(measured: Measured) -> Found:
    """Whether what three equal bidders pay in is taken out again."""
    found = _sessions(measured, 1)
    left = mean_and_error([each.left / SESSION for each in found])
    moved = mean_and_error(
        [float(np.abs(np.subtract(each.with_kitty, each.without)).mean()) for each in found]
    )
    text = (
        f"By symmetry three equal bidders lose nothing by it. What they pay in and do not take out "
        f"comes to {with_half(*left, '+.1f')} cents a hand after {SESSION} hands, and it moves "
        f"{with_half(*moved)} cents a hand to or from each."
    )
    return Found(Verdict.UNTESTABLE, text, _told(found))
