"""The game in which hands score: whether to bid with a hand that melds without a trump."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.handbook.macdougall.bought_hands import before_calls, random_hand
from benchmarks.handbook.macdougall.claim import Claim, Found, near
from benchmarks.handbook.macdougall.four_bids import LOWEST
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.limits import Limits
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.moves import PASS, Call

_WORLDS = 64
_TRIES = 1 << 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringSettings:
    """The seed of hands and deals."""

    seed: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand with four different aces in the game with scores.

    Attributes:
        number: which, from 0.
        bought: what it scores more than the others on average if it is bought for the lowest bid,
        passed: and if it passes.
    """

    number: int
    bought: float
    passed: float


def score_hand(number: int, settings: ScoringSettings) -> Scored:
    """Study the hand of this number."""
    hand = next(
        hand
        for each in range(number * _TRIES, (number + 1) * _TRIES)
        if _has_aces(hand := random_hand(each, settings.seed))
    )
    position = before_calls(hand, "auction-score")
    search = BidSearch(position, Beliefs(position), settings.seed * 1_000_003 + number)
    search.run(Limits(worlds=_WORLDS), StopFlag())
    means = {chance.move: chance.mean for chance in search.chances()}
    bought, passed = means[Call(LOWEST)], means[PASS]
    assert bought is not None
    assert passed is not None
    return Scored(number, bought.mean, passed.mean)


def _has_aces(hand: Hand) -> bool:
    return all("A" in hand.ranks_text(suit) for suit in Suit)


def _aces(measured: Measured) -> Found:
    settings = ScoringSettings(seed=measured.seed)
    hands = measured.pieces("scored", score_hand, Scored, settings, max(measured.hands // 50, 2))
    gain, se = mean_and_error([hand.bought - hand.passed for hand in hands])
    text = (
        f"With four aces, {LOWEST} bid and bought brings {with_half(gain, se, '+.0f')} points "
        f"more, ahead of the others, than a pass. His own points may be as many then, but whoever "
        f"buys scores, too."
    )
    return Found(near(gain, se, 0, within=20), text, f"{len(hands)} hands, {_WORLDS} deals each")


CLAIMS = (
    Claim(
        "G1",
        "With aces or a round house and no trump wanted, pass: you do as well.",
        "HAND",
        _aces,
    ),
)
