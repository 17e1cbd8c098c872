"""Measurements that many claims share: random hands that are bought, by number and seed.

``dealt_hand`` studies a bidder's random hand with the cards hidden; ``opened_hand`` plays one deal
of such a hand face up, which takes many times as long.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.bought_hands import (
    AUCTION,
    BIDDER,
    BoughtHand,
    bought_hand,
    held,
    random_hand,
)
from benchmarks.handbook.macdougall.four_bids import four_bids
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.hidden_hands.laying import most_laid
from pinochle_solver.hidden_hands.taking_up import played_out
from pinochle_solver.limits import Limits
from pinochle_solver.rules.cards import RANKS, Rank, Suit
from pinochle_solver.table.moves import PASS, Call

PRICES = tuple(range(250, 610, 10))
"""The contracts of which a measurement tells what buying for them is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSettings:
    """How random hands are studied.

    Attributes:
        least: what MacDougall's normal value of a hand is at least.
        deals: in how many deals the hand is played out.
        worlds: in how many its calls are tried.
        seed: of hands and deals.
    """

    least: int
    deals: int
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A random hand studied with the cards hidden.

    Attributes:
        number: which, from 0.
        hand: its fifteen cards.
        named: how often each trump S H D C is named.
        by_trump: the mean of what he makes with each.
        total: the mean with the trump named.
        spread: the standard deviation of that.
        melds: the mean of what he lays with it.
        unseen: the mean of what he would make with the widow buried as it lies.
        melds_dealt: the most that he could lay of his fifteen cards.
        melds_with_widow: the mean of the most that he could lay of eighteen.
        tens_buried, trumps_buried, melds_broken: in what part of the deals he buries a ten, a
            trump, or a card that would have melded with the trump he names.
        meets_short: in what part of the deals the longest plain suit of the opponent on his left
            is his own shortest; of equals each counts its part.
        costs_lead: how much less he would make if that opponent led.
        bids: the four bids (`four_bids`).
        made: how likely each is made.
        worth: what buying it for each of `PRICES` is worth, in cents.
        passing: what a pass is worth.
    """

    number: int
    hand: str
    named: list[int]
    by_trump: list[float]
    total: float
    spread: float
    melds: float
    unseen: float
    melds_dealt: int
    melds_with_widow: float
    tens_buried: float
    trumps_buried: float
    melds_broken: float
    meets_short: float
    costs_lead: float
    bids: list[int]
    made: list[float]
    worth: list[float]
    passing: float


def dealt_hand(number: int, settings: HandSettings) -> DealtHand:
    """Study the hand of this number."""
    hand = random_hand(number, settings.seed, settings.least)
    seed = _seed(settings.seed, number)
    bought, bids = bought_hand(hand, settings.deals, seed), four_bids(hand)
    totals, buried = bought.hidden(), _buried(bought)
    tens = [suit * RANKS + Rank.TEN for suit in Suit]
    dealt, with_widow = held(hand)[None], bought.eighteen()
    worth, passing = _calls(bought, settings.worlds, seed)
    return DealtHand(
        number=number,
        hand=hand.text(),
        named=np.bincount(bought.named, minlength=len(Suit)).tolist(),
        by_trump=bought.totals.mean(axis=0).round(2).tolist(),
        total=_mean(totals),
        spread=round(float(totals.std(ddof=1)), 2),
        melds=_mean(bought.melds()),
        unseen=unseen_total(bought),
        melds_dealt=int(_most_melds(dealt)[0]),
        melds_with_widow=_mean(_most_melds(with_widow)),
        tens_buried=_mean(buried[:, tens].sum(axis=1) > 0),
        trumps_buried=_mean(_in_suit(buried, bought.named) > 0),
        melds_broken=_mean(_melds(with_widow, bought.named) > bought.melds()),
        meets_short=_meets_short(bought),
        costs_lead=_mean(totals - _led_to(bought)),
        bids=list(bids),
        made=[_mean(totals >= bid) for bid in bids],
        worth=worth,
        passing=passing,
    )


@dataclass(frozen=True, slots=True)
class OpenedHand:
    """One deal of a random hand, played in three ways (``bought_hands``).

    Attributes:
        number: which, from 0; the hand is that of `DealtHand`.
        hidden, half_open, open: what the bidder makes.
    """

    number: int
    hidden: int
    half_open: int
    open: int


def opened_hand(number: int, settings: HandSettings) -> OpenedHand:
    """Play the first deal of the hand of this number."""
    hand = random_hand(number, settings.seed, settings.least)
    bought = bought_hand(hand, 1, _seed(settings.seed, number))
    half_open = bought.half_open(0)
    return OpenedHand(number, int(bought.hidden()[0]), half_open, max(half_open, bought.open(0)))


def _seed(seed: int, number: int) -> int:
    """Deals of hands are not alike."""
    return seed * 1_000_003 + number


def _mean(values: NDArray[np.generic]) -> float:
    return round(float(values.mean(dtype=np.float64)), 4)


def _calls(bought: BoughtHand, worlds: int, seed: int) -> tuple[list[float], float]:
    """What buying for each price is worth, and passing."""
    search = BidSearch(bought.position, Beliefs(bought.position), seed)
    search.run(Limits(worlds=worlds), StopFlag())
    means = {chance.move: chance.mean for chance in search.chances()}
    worth = [means[Call(price)] for price in PRICES]
    passing = means[PASS]
    assert passing is not None
    return [round(each.mean, 2) for each in worth if each is not None], round(passing.mean, 2)


def _buried(bought: BoughtHand) -> NDArray[np.uint8]:
    """(deals, CARDS) what he buries."""
    kept = bought.taken.kept[np.arange(len(bought)), bought.named]
    return bought.eighteen() - kept


def _in_suit(cards: NDArray[np.uint8], suits: NDArray[np.int64]) -> NDArray[np.int64]:
    """(deals,) how many of the cards are of a suit, which differs from deal to deal."""
    found: NDArray[np.int64] = _lengths(cards)[np.arange(len(cards)), suits]
    return found


def _lengths(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(deals, 4) how many cards there are of each suit."""
    found: NDArray[np.int64] = cards.reshape(-1, len(Suit), RANKS).sum(axis=2, dtype=np.int64)
    return found


def _most_melds(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(hands,) the most that can be laid with any trump."""
    each = np.stack([most_laid(AUCTION, trump, cards)[:, 0] for trump in Suit])
    found: NDArray[np.int64] = each.max(axis=0)
    return found


def _melds(cards: NDArray[np.uint8], trumps: NDArray[np.int64]) -> NDArray[np.int64]:
    """(hands,) the most that can be laid with these trumps."""
    each = np.stack([most_laid(AUCTION, trump, cards)[:, 0] for trump in Suit], axis=1)
    found: NDArray[np.int64] = each[np.arange(len(cards)), trumps]
    return found


def unseen_total(bought: BoughtHand) -> float:
    """What he makes on average if the widow is buried as it lies, with the best trump for that."""
    hands, place = bought.worlds.hands().copy(), bought.position.players.index(BIDDER)
    points = np.array(AUCTION.count.by_rank())
    widow = bought.widows().reshape(-1, len(Suit), RANKS).sum(axis=1) @ points
    means = []
    for trump in Suit:
        won = played_out(bought.position, BIDDER, trump, hands, StopFlag())
        assert won is not None
        laid = most_laid(AUCTION, trump, hands[:, place])[:, 0]
        means.append(_mean(won[:, place, 0] + laid + widow))
    return max(means)


def _led_to(bought: BoughtHand) -> NDArray[np.int64]:
    """(deals,) what he makes by the same trump and burial if his left-hand opponent leads."""
    totals = np.empty_like(bought.totals)
    for trump in Suit:
        totals[:, trump] = bought.played(trump, leader=AUCTION.table[1])
    found: NDArray[np.int64] = totals[np.arange(len(bought)), bought.named]
    return found


def _meets_short(bought: BoughtHand) -> float:
    """How often an opponent's longest plain suit is the bidder's shortest."""
    own = _lengths(bought.taken.kept[np.arange(len(bought)), bought.named]).astype(np.float64)
    theirs = _lengths(bought.worlds.at(AUCTION.table[1])).astype(np.float64)
    rows = np.arange(len(bought))
    own[rows, bought.named], theirs[rows, bought.named] = np.inf, -np.inf
    shortest = own == own.min(axis=1, keepdims=True)
    longest = theirs == theirs.max(axis=1, keepdims=True)
    return _mean((shortest & longest).sum(axis=1) / longest.sum(axis=1))
