"""What scores by being played in the stock phase: a dix, and the follower's glups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pinochle_solver._core.hand import game
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.rules import Points, Rulebook, Seat

MOST_GLUPS_A_TRICK = 3


class Glups(NamedTuple):
    """How many glups both seats have, south first."""

    south: int
    north: int

    def text(self) -> str:
        """``0/4``, south first."""
        return f"{self.south}/{self.north}"


class ScoredInPlay(NamedTuple):
    """What cards have scored as they were played, and the glups after them."""

    glups: Glups
    points: Points


NOTHING_SCORED = ScoredInPlay(Glups(0, 0), Points(0, 0))


def score_plays(rules: Rulebook, trump: Suit, plays: Iterable[Card], leader: Seat) -> ScoredInPlay:
    """What the cards of a stock phase score as they are played.

    Args:
        rules: the rulebook.
        trump: the trump suit.
        plays: the cards in the order in which they are played, from the first lead on.
        leader: who leads the first.
    """
    if not rules.glups and not rules.played_dix:
        return NOTHING_SCORED
    record = hand_rules_record(rules, rules.count, trump)
    indices = bytes(card.index for card in plays)
    glups, points = game.score_plays(record, indices, leader)
    return ScoredInPlay(Glups(*glups), Points(*points))
