"""Every burial of a bidder's eighteen cards tried: what it costs to keep melds together.

The trump is the one that he names. All burials are played out in a few deals of the other cards,
the likeliest of either kind in more, and the best of each is then judged in deals of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.bought_hands import (
    AUCTION,
    BIDDER,
    bought_hand,
    held,
    random_hand,
)
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, share
from benchmarks.handbook.macdougall.four_bids import LOWEST
from benchmarks.handbook.macdougall.later_tricks import OFTEN
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.taking_up import played_out
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import MELD_VALUES, most_meld_points

MARRIAGE, JACKS = "marriage", "jacks"
_FIRST, _MORE, _LIKELY, _TRIES = 12, 48, 6, 64


@dataclass(frozen=True, slots=True, kw_only=True)
class BurialSettings:
    """What hands are tried: with which meld, `MARRIAGE` or `JACKS`, and by which seed."""

    meld: str
    seed: int


@dataclass(frozen=True, slots=True)
class BurialTrial:
    """A hand of eighteen cards that could be melded from.

    Attributes:
        number: which, from 0.
        play: what he wins in play, the burial included, if he breaks the meld more than if he keeps
            it, by the best burial of either kind.
        total: the same with the melds.
    """

    number: int
    play: float
    total: float


def try_burials(number: int, settings: BurialSettings) -> BurialTrial:
    """Try all burials of the hand of this number: the first from here that has such melds."""
    for each in range(number * _TRIES, (number + 1) * _TRIES):
        hand = random_hand(each, settings.seed, LOWEST)
        bought = bought_hand(hand, 1, settings.seed + each)
        eighteen, trump = Hand(bought.eighteen()[0].tobytes()), Suit(int(bought.named[0]))
        if melded(eighteen, trump, settings.meld):
            play, total = _broken(bought.position, eighteen, trump, settings, each)
            return BurialTrial(number, play, total)
    raise ValueError("no hand has such melds")


def melded(hand: Hand, trump: Suit, meld: str) -> int:
    """How many plain marriages, or sets of four jacks, a hand can lay."""
    if meld == JACKS:
        return min(hand.count(Card(Rank.JACK, suit)) for suit in Suit)
    return sum(
        min(hand.count(Card(rank, suit)) for rank in (Rank.KING, Rank.QUEEN))
        for suit in Suit
        if suit != trump
    )


def burials_of(hand: Hand) -> list[Hand]:
    """What is kept by every burial of three cards."""
    return [
        less(hand, Hand.of(burial)) for burial in dict.fromkeys(combinations(hand, AUCTION.widow))
    ]


def _broken(
    position: TablePosition, hand: Hand, trump: Suit, settings: BurialSettings, number: int
) -> tuple[float, float]:
    """What the best burial that breaks the meld brings more in play, and in all."""
    kept = burials_of(hand)
    melds = np.array([most_meld_points(each, trump, MELD_VALUES) for each in kept])
    buried = np.array([AUCTION.count.of(less(hand, each)) for each in kept])
    whole = melded(hand, trump, settings.meld)
    keeps = np.array([melded(each, trump, settings.meld) == whole for each in kept])
    others = held(less(AUCTION.deck, hand))
    random = np.random.default_rng([settings.seed, number])

    def won(places: Sequence[int], deals: int) -> NDArray[np.float64]:
        rows = _dealt(others, deals, random)
        played = [_played(position, trump, kept[place], rows) for place in places]
        found: NDArray[np.float64] = buried[places] + np.array(played)
        return found

    first = won(range(len(kept)), _FIRST) + melds
    best = {}
    for is_kept in (True, False):
        order = sorted(np.flatnonzero(keeps == is_kept), key=lambda place: -first[place])
        places = [int(place) for place in order[:_LIKELY]]
        more = won(places, _MORE) + melds[places]
        best[is_kept] = places[int(more.argmax())]
    play = won([best[False], best[True]], _MORE)
    laid = melds[best[False]] - melds[best[True]]
    return round(float(play[0] - play[1]), 3), round(float(play[0] - play[1] + laid), 3)


def _dealt(others: NDArray[np.uint8], deals: int, random: np.random.Generator) -> NDArray[np.uint8]:
    """(deals, 2, CARDS) deals of thirty cards to two hands."""
    cards = np.repeat(np.arange(len(others)), others)
    found = np.zeros((deals, 2, len(others)), np.uint8)
    for deal in range(deals):
        order = random.permutation(cards)
        for place, each in enumerate(np.split(order, 2)):
            np.add.at(found[deal, place], each, 1)
    return found


def _played(position: TablePosition, trump: Suit, kept: Hand, others: NDArray[np.uint8]) -> float:
    """What he wins on average in deals."""
    deals = np.empty((len(others), 3, others.shape[2]), np.uint8)
    deals[:, 0], deals[:, 1:] = held(kept), others
    results = played_out(position, BIDDER, trump, deals, StopFlag())
    assert results is not None
    return float(results[:, 0, 0].mean())


def _trials(measured: Measured, meld: str) -> list[BurialTrial]:
    settings = BurialSettings(meld=meld, seed=measured.seed)
    number = max(measured.hands // 50, 2)
    return measured.pieces(f"burials-{meld}", try_burials, BurialTrial, settings, number)


def _settings(trials: Sequence[BurialTrial]) -> str:
    return f"{len(trials):,} hands worth a bid, every burial tried, cards hidden"


def _marriage(measured: Measured) -> Found:
    trials = _trials(measured, MARRIAGE)
    cost, se = mean_and_error([trial.play for trial in trials])
    dear = share(sum(trial.play >= 40 for trial in trials), len(trials))
    worth = share(sum(trial.total > 0 for trial in trials), len(trials))
    text = (
        f"To keep all plain marriages costs {with_half(cost, se)} points in play on average, and "
        f"40 or more in {with_half(*dear)} of 100 hands; in {with_half(*worth)} of 100 it is "
        f"better to break one."
    )
    return Found(above(*dear, OFTEN), text, _settings(trials))


def _jacks(measured: Measured) -> Found:
    trials = _trials(measured, JACKS)
    right, se = share(sum(trial.total > 0 for trial in trials), len(trials))
    mean = mean_and_error([trial.total for trial in trials])
    text = (
        f"With four different jacks it is better to break them in {with_half(right, se)} of 100 "
        f"hands; on average to break them brings {with_half(*mean, '+.1f')} points."
    )
    some, most = above(right, se), above(50 - right, se)
    verdict = some if some is most else Verdict.CLOSE
    return Found(verdict, text, _settings(trials))


CLAIMS = (
    Claim(
        "P20",
        "A marriage melded beside the rest often costs 40 or more in play.",
        "HAND-b",
        _marriage,
    ),
    Claim(
        "P21",
        "To bury jacks rather than meld all four is sometimes right, mostly wrong.",
        "HAND-b",
        _jacks,
    ),
)
