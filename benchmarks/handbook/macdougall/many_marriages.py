"""Hands with more than three marriages, which are too rare to meet among random ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.handbook.macdougall.bought_hands import AUCTION, bought_hand
from benchmarks.handbook.macdougall.measured_hands import unseen_total
from pinochle_solver.rules.cards import CARDS, RANKS, Hand, Rank, Suit

_AT_ONCE, _TRIES, _HAND, _MORE_THAN = 4096, 64, 15, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageSettings:
    """In how many deals each hand is played, and the seed of all."""

    deals: int
    seed: int


@dataclass(frozen=True, slots=True)
class MarriageHand:
    """Such a hand.

    Attributes:
        number: which, from 0.
        hand: its cards.
        gain: what he makes more with the widow taken up and used than with it buried as it lies.
    """

    number: int
    hand: str
    gain: float


def marriage_hand(
    number: int, settings: MarriageSettings, is_wanted: Callable[[Hand], bool]
) -> MarriageHand:
    """Study the first such hand from here of which something is so."""
    cards = np.repeat(np.arange(CARDS), list(AUCTION.deck.counts))
    for block in range(number * _TRIES, (number + 1) * _TRIES):
        random = np.random.default_rng([settings.seed, block])
        order = np.argsort(random.random((_AT_ONCE, len(cards))), axis=1)[:, :_HAND]
        held = np.zeros((_AT_ONCE, CARDS), np.uint8)
        np.add.at(held, (np.arange(_AT_ONCE)[:, None], cards[order]), 1)
        suits = held.reshape(_AT_ONCE, len(Suit), RANKS)
        marriages = np.minimum(suits[..., Rank.KING], suits[..., Rank.QUEEN]).sum(axis=1)
        for row in np.flatnonzero(marriages > _MORE_THAN):
            hand = Hand(held[row].tobytes())
            if is_wanted(hand):
                bought = bought_hand(hand, settings.deals, settings.seed + number)
                gain = float(bought.hidden().mean()) - unseen_total(bought)
                return MarriageHand(number, hand.text(), round(gain, 3))
    raise ValueError("no such hand")
