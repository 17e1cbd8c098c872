"""The same hands in the same deals by each of the three counts of the cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.handbook.macdougall.bought_hands import bought_hand, random_hand
from benchmarks.handbook.macdougall.claim import Found, Verdict, near
from benchmarks.handbook.macdougall.four_bids import LOWEST
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.regressions import HOLDINGS, NAMES, fitted, holdings_of
from benchmarks.handbook.macdougall.sums import with_half
from pinochle_solver.rules.cards import Suit

COUNTS = ("compromise", "old", "simplified")
_DEALS, _WITHIN = 32, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSettings:
    """In how many deals each hand is played, and their seed."""

    deals: int
    seed: int


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A random hand worth a bid.

    Attributes:
        number: which, from 0.
        hand: its cards.
        trump: the trump that is named most often by the first of `COUNTS`.
        points: what it wins in play by each of them, melds not counted, burial and all.
    """

    number: int
    hand: str
    trump: int
    points: list[float]


def counted_hand(number: int, settings: CountSettings) -> CountedHand:
    """Play the hand of this number by each count."""
    hand = random_hand(number, settings.seed, LOWEST)
    named, points = [], []
    for count in COUNTS:
        bought = bought_hand(hand, settings.deals, settings.seed + number, count=count)
        named.append(int(np.bincount(bought.named, minlength=len(Suit)).argmax()))
        points.append(round(float((bought.hidden() - bought.melds()).mean()), 3))
    return CountedHand(number, hand.text(), named[0], points)


def by_count(measured: Measured) -> Found:
    """Whether a holding is worth the same by each count."""
    settings = CountSettings(deals=_DEALS, seed=measured.seed)
    number = max(measured.hands // 20, 20)
    hands = measured.pieces("counts", counted_hand, CountedHand, settings, number)
    terms = np.array([holdings_of(hand.hand, Suit(hand.trump)) for hand in hands])
    parts, verdicts = [], []
    for place, count in enumerate(COUNTS[1:], start=1):
        more = np.array([hand.points[place] - hand.points[0] for hand in hands])
        line = fitted(NAMES, terms, more)
        each = {name: line.term(name) for name in HOLDINGS}
        verdicts += [near(*term, 0, within=_WITHIN) for term in each.values()]
        told = ", ".join(f"{name} {with_half(*term, '+.1f')}" for name, term in each.items())
        parts.append(f"by the {count} count {told}")
    text = f"What a holding brings more than by the compromise count: {'; '.join(parts)}."
    worst = next((v for v in (Verdict.REFUTED, Verdict.CLOSE) if v in verdicts), Verdict.CONFIRMED)
    return Found(worst, text, f"{number:,} hands worth a bid, the same {_DEALS} deals each, hidden")
