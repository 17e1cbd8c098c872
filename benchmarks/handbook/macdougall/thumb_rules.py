"""Rules of thumb for a bid, and what each loses against the full analysis.

A rule tells what a hand is good for, and a bidder who follows it goes on up to that, less a margin
that suits the rule. To compare rules, the others are taken to bid up to a price, each from 250 to
450 as often: at a price within the rule's limit the hand is bought, else passed. Coefficients and
margins are fitted to some hands, and the losses are those of others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.common.hand_means import Floats
from benchmarks.handbook.macdougall.bought_hands import before_calls, random_hand
from benchmarks.handbook.macdougall.four_bids import LOWEST, valued
from benchmarks.handbook.macdougall.measured_hands import PRICES, DealtHand
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.regressions import fitted, named_trump
from benchmarks.handbook.macdougall.sums import mean_and_error
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.limits import Limits
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.melds import MELD_VALUES, most_meld_points
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.thumb_rule import TERMS, ThumbRule, terms_of
from pinochle_solver.table.valuation import value_of

LAST_PRICE = 450
_PRICES = [price for price in PRICES if price <= LAST_PRICE]
_MARGINS = range(-100, 130, 10)
_STEP = 5
_OTHER_WORLDS = 1 << 40


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceSettings:
    """How the full analysis is asked: of what hands, in how many worlds, by which seed."""

    least: int
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class Advised:
    """How far the full analysis bids with the hand of a `DealtHand`; 0: it passes."""

    number: int
    limit: int


def advise(number: int, settings: AdviceSettings) -> Advised:
    """Ask the full analysis, in other worlds than those in which its advice is judged."""
    position = before_calls(random_hand(number, settings.seed, settings.least))
    search = BidSearch(position, Beliefs(position), settings.seed + _OTHER_WORLDS)
    search.run(Limits(worlds=settings.worlds), StopFlag())
    calls = {chance.move: chance for chance in search.chances()}
    passing = calls[PASS].mean
    limit = 0
    for price in PRICES:
        chance = calls[Call(price)]
        is_made = chance.chance is not None and chance.chance.mean > 0
        if is_made and passing and chance.mean and chance.mean.mean >= passing.mean:
            limit = price
    return Advised(number, limit)


def fit_table(hands: Sequence[DealtHand]) -> ThumbRule:
    """The table of these hands, with the trump that is named most, in fives."""
    terms, rest = [], []
    for each in hands:
        hand, trump = Hand.parse(each.hand), named_trump(each)
        terms.append(terms_of(hand, trump))
        rest.append(each.total - most_meld_points(hand, trump, MELD_VALUES))
    line = fitted(TERMS, np.array(terms, np.float64), np.array(rest))
    start, *points = (_STEP * round(float(value) / _STEP) for value in line.values)
    return ThumbRule(start, tuple(points))


@dataclass(frozen=True, slots=True)
class Rated:
    """What a rule comes to on hands that it was not fitted to.

    Attributes:
        name: of the rule.
        margin: how far below what it says one bids; None where that is no part of it.
        off: by how much it misses the mean that hands make, as a standard deviation; None where it
            tells no such mean.
        losses: how much less it wins with each hand than the full analysis, in cents.
    """

    name: str
    margin: int | None
    off: float | None
    losses: list[float]

    @property
    def loss(self) -> tuple[float, float]:
        """The mean loss and its error."""
        return mean_and_error(self.losses)


@dataclass(frozen=True, slots=True)
class ThumbStudy:
    """The table, and how the rules compare; `few` are the hands judged, `many` those fitted."""

    table: ThumbRule
    rated: list[Rated]
    few: int
    many: int


def won_up_to(hand: DealtHand, limit: float) -> float:
    """What a hand is worth on average over the prices, if it is bought up to a limit."""
    worth = [
        hand.worth[place] if price <= limit else hand.passing for place, price in enumerate(_PRICES)
    ]
    return sum(worth) / len(worth)


def study_rules(measured: Measured) -> ThumbStudy:
    """Fit the rules and judge them."""
    judged = measured.hands * 3 // 50
    random, biddable = measured.dealt(), measured.biddable()
    many = random[judged:] + biddable[judged:]
    few = random[:judged] + biddable[:judged]
    advised = [
        each.limit
        for least, name in ((0, "advised-dealt"), (LOWEST, "advised-biddable"))
        for each in measured.pieces(
            name,
            advise,
            Advised,
            AdviceSettings(least=least, worlds=64, seed=measured.seed),
            judged,
        )
    ]
    best = np.array([won_up_to(*each) for each in zip(few, advised, strict=True)])
    table = fit_table(many)
    rules: dict[str, Callable[[Hand], float]] = {
        "melds held and 100": lambda hand: 100 + _melds(hand),
        "his safe value": lambda hand: max(_value(hand, trump).safe for trump in Suit),
        "his normal value": lambda hand: valued(hand).normal,
        "the table to learn": lambda hand: table.best_of(hand).points,
    }
    rated = [Rated("pass always", None, None, _loss(best, few, [0.0] * len(few)))]
    for name, rule in rules.items():
        says = [rule(Hand.parse(hand.hand)) for hand in few]
        if name.startswith("his"):
            rated.append(Rated(f"{name}, as he bids", None, None, _loss(best, few, says)))
        margin = _margin(many, rule)
        limits = [each - margin for each in says]
        off = float(np.std([hand.total - each for hand, each in zip(few, says, strict=True)]))
        rated.append(Rated(f"{name}{_shifted(margin)}", margin, off, _loss(best, few, limits)))
    return ThumbStudy(table, rated, len(few), len(many))


def _shifted(margin: int) -> str:
    if not margin:
        return ""
    return f", {abs(margin)} points {'below' if margin > 0 else 'above'} it"


_value = partial(value_of, has_widow=True)


def _melds(hand: Hand) -> int:
    return max(most_meld_points(hand, trump, MELD_VALUES) for trump in Suit)


def _margin(hands: Sequence[DealtHand], rule: Callable[[Hand], float]) -> int:
    """The margin by which a rule wins most with hands."""
    says = [rule(Hand.parse(hand.hand)) for hand in hands]

    def won(margin: int) -> float:
        return sum(won_up_to(hand, each - margin) for hand, each in zip(hands, says, strict=True))

    return max(_MARGINS, key=won)


def _loss(best: Floats, hands: Sequence[DealtHand], limits: Sequence[float]) -> list[float]:
    won = [won_up_to(hand, limit) for hand, limit in zip(hands, limits, strict=True)]
    losses: list[float] = (best - np.array(won)).tolist()
    return losses
