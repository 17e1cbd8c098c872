"""Hands whose points equity tables are made of: many of the policy, some of the default engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import in_a_thread
from benchmarks.learning.posterior_hands import BeliefSettings, played
from pinochle_solver import RULEBOOKS, PlayoffPosition, Seat, solve
from pinochle_solver._core.stock.learning import Hands
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.doubling_policy import Courses
from pinochle_solver.stock.nets import nets_of, weights_of

RANDOM_DEALS = 1 << 44
"""Far from the numbers of the hands that networks are learned from."""
_AT_A_TIME = 2_000


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """What both seats had at the end of a hand of the default engine.

    Attributes:
        number: of the hand, from 0.
        dealer: the points of who dealt: in melds and in tricks,
        other: and of the other seat.
    """

    number: int
    dealer: tuple[int, int]
    other: tuple[int, int]


def hand_of_engine(number: int, settings: BeliefSettings) -> PlayedHand:
    """Let the engine play the hand of this number against itself."""
    dealer, referee = Seat.SOUTH, None
    for deal, hand, _, _ in played(number, settings):
        dealer, referee = deal.dealer, hand
    assert referee is not None
    assert referee.turn is not None
    points = referee.points
    view = referee.view(referee.turn)
    assert isinstance(view, PlayoffPosition)
    value = solve(view).value
    south, north = (
        (points[seat].melds, points[seat].tricks + value[seat]) for seat in (Seat.SOUTH, Seat.NORTH)
    )
    return PlayedHand(number, *((south, north) if dealer is Seat.SOUTH else (north, south)))


@dataclass(frozen=True, slots=True)
class PolicyHands:
    """Hands of the policy, trick by trick.

    Attributes:
        leads: (hands, tricks + 1): whether the dealer leads each trick of the stock phase, and the
            playoff.
        ahead: the same shape: the dealer's points less the other's then.
        values: (hands, tricks): how many more points the dealer is expected to make from there on.
        melds: (hands, 2): the dealer's melds and the other's at the end,
        tricks: and what their tricks came to.
    """

    leads: NDArray[np.bool_]
    ahead: NDArray[np.int16]
    values: NDArray[np.int16]
    melds: NDArray[np.int16]
    tricks: NDArray[np.int16]

    @property
    def points(self) -> NDArray[np.int64]:
        """The dealer's points at the end, and the other's: shape (hands, 2)."""
        return self.melds.astype(np.int64) + self.tricks


def hands_of_policy(
    rules: Rulebook, seed: int, number: int, *, solve_playoffs: bool
) -> PolicyHands:
    """Let the policy play so many hands against itself, by its network where there is one.

    Args:
        rules: the rulebook.
        seed: of the deals.
        number: of hands.
        solve_playoffs: whether they are solved, else estimated.
    """
    hands = policy_hands(rules, seed)
    parts = [
        _some_hands(hands, first, min(_AT_A_TIME, number - first), solve_playoffs)
        for first in range(0, number, _AT_A_TIME)
    ]
    whole = [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
    return PolicyHands(*whole)


def playoffs_told(estimated: bool) -> str | None:
    """How figures tell that the policy's playoffs were not solved; None where they were."""
    return "estimated" if estimated else None


def policy_hands(rules: Rulebook, seed: int) -> Hands:
    """Hands of the policy, by its network where there is one."""
    records = [hand_rules_record(rules, rules.count, trump) for trump in rules.deck.suits]
    hands = Hands(records, seed, 0, weights_of(rules, rules.count))
    nets = nets_of(rules, rules.count)
    if nets is not None:
        value, policy, playoff = nets
        hands.use_value(value)
        hands.use_policy(policy)
        if playoff is not None:
            hands.use_playoff(playoff)
    return hands


def _some_hands(
    hands: Hands, first: int, number: int, solve_playoffs: bool
) -> tuple[NDArray[np.generic], ...]:
    tricks = hands.tricks
    leaders = np.zeros((number, tricks + 1), np.uint8)
    ahead = np.zeros((number, tricks + 1), np.int16)
    values = np.zeros((number, tricks), np.int16)
    ends = np.zeros((number, 4), np.int16)
    first += RANDOM_DEALS
    in_a_thread(hands.results, first, leaders, ahead, values, ends, solve_playoffs)
    dealers = (first + np.arange(number)) & 1
    # From the dealer's side: south's points less north's change their sign where north deals.
    sign = np.where(dealers == 0, 1, -1).astype(np.int16)[:, None]
    by_seat = np.where(leaders[:, :-1] == 0, 1, -1).astype(np.int16)
    north_deals = (dealers == 1)[:, None]
    melds, taken = ends[:, ::2], ends[:, 1::2]
    return (
        leaders == dealers[:, None],
        ahead * sign,
        values * by_seat * sign,
        np.where(north_deals, melds[:, ::-1], melds),
        np.where(north_deals, taken[:, ::-1], taken),
    )


def engine_settings(rules: str, worlds: int, seed: int) -> BeliefSettings:
    """How the default engine plays the hands of a rulebook."""
    assert rules in RULEBOOKS
    return BeliefSettings(
        rules=(rules,), engine="default", worlds=worlds, seconds=None, at_random=0.0, seed=seed
    )


def courses_of_policy(
    rules: Rulebook,
    seed: int,
    number: int,
    *,
    scales: NDArray[np.float64],
    seen_in: int,
    solve_playoffs: bool,
) -> Courses:
    """What both seats think of their chances in so many hands of the policy.

    Args:
        rules: the rulebook, of which there are networks.
        seed: of the deals.
        number: of hands.
        scales: (tricks,): how far hands end from what leads are valued at.
        seen_in: in how many deals each seat imagines what it does not see.
        solve_playoffs: whether they are solved, else estimated.
    """
    hands, tricks = policy_hands(rules, seed), rules.deck.stock_tricks
    leaders = np.zeros((number, tricks + 1), np.uint8)
    ahead = np.zeros((number, tricks + 1), np.int16)
    values = np.zeros((number, tricks), np.int16)
    ends = np.zeros((number, 4), np.int16)
    chances = np.zeros((number, tricks, 3), np.float32)
    hands.results(
        RANDOM_DEALS, leaders, ahead, values, ends, solve_playoffs, chances, scales, seen_in
    )
    lead = ends[:, :2].sum(axis=1, dtype=np.int64) - ends[:, 2:].sum(axis=1, dtype=np.int64)
    return Courses(leaders, chances, np.sign(lead).astype(np.float64))
