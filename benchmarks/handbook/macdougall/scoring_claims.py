"""The game in which hands score: how far to bid for points, at a score, and when to unite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.bidding_claims import NORMAL, SAFE
from benchmarks.handbook.macdougall.bought_hands import before_calls, random_hand
from benchmarks.handbook.macdougall.claim import (
    Claim,
    Found,
    Verdict,
    above,
    near,
    share,
    untestable,
)
from benchmarks.handbook.macdougall.four_bids import LOWEST
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.once_set import gain_once_set
from benchmarks.handbook.macdougall.score_games import (
    bidding,
    by_shift,
    chances_after,
    games_won,
    shifted,
)
from benchmarks.handbook.macdougall.sold_deals import (
    NOBODY,
    Limit,
    Sale,
    SoldDeals,
    gains,
    sale_of,
    sold_deals,
)
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.limits import Limits
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rulebooks import with_options
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

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


# ------------------------------------------------------------------------------ whole games

_GAME, _TARGET = "auction-score", 1000
_STYLES: dict[str, Limit] = {
    name: shifted(bidding, points)
    for name, points in (("safe", 0), ("a bracket more", 50), ("two more", 100))
}
_BLOCKS, _GAMES = 20, 500
_LEADER, _LOW = Seat.SOUTH, (Seat.WEST, Seat.NORTH)
_NEAR_END = (950, 600, 500)
_LATE = (700, 900, 900)
_SHIFTS = (-40, 0, 40, 80, 120)


def _deals(measured: Measured, alone: Seat | None = None) -> SoldDeals:
    return sold_deals(_GAME, measured.hands, measured.seed, alone=alone)


def _settings(deals: SoldDeals) -> str:
    return f"{len(deals):,} deals, trump and burial by one rule"


def _by_style(measured: Measured) -> Found:
    """The shares of games that styles win, and what they win a hand for stakes."""
    deals = _deals(measured)
    names = list(_STYLES)
    won = np.zeros((_BLOCKS, len(names)))
    for order in permutations(range(len(names))):
        sales = [
            sale_of(deals, number, [_STYLES[names[style]] for style in order])
            for number in range(len(deals))
        ]
        for block in range(_BLOCKS):
            shares = _games_of(deals, sales[block::_BLOCKS], deals.rules, block)[0]
            won[block, list(order)] += 100 * shares.mean(axis=0) / 6
    stakes = sold_deals("auction", measured.hands, measured.seed)
    normal, se = mean_and_error(gains(stakes, NORMAL, SAFE))
    over, over_se = mean_and_error(won[:, 1] - won[:, 0])
    rows = ", ".join(
        f"{name} {with_half(*mean_and_error(column))}"
        for name, column in zip(names, won.T, strict=True)
    )
    text = (
        f"Of 100 games to {_TARGET} at a table of three styles they win: {rows}. For stakes the "
        f"normal bids win {with_half(normal, se, '+.1f')} cents a hand more than the safe ones."
    )
    return Found(above(-over, over_se), text, _settings(deals))


def _games_of(
    deals: SoldDeals, sales: list[Sale], rules: TableRules, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]]:
    bidders = np.array([sale.bidder for sale in sales])
    return games_won(rules, deals.scores(sales), bidders, deals.made(sales), _GAMES, seed)


def _over_safe(measured: Measured) -> Found:
    """What a bracket over the safe value brings, by the kind of hand."""
    deals = _deals(measured)
    of_kind: dict[bool, list[float]] = {True: [], False: []}
    seats = range(len(deals.units))
    for seat in seats:
        way = [_STYLES["a bracket more"] if each == seat else bidding for each in seats]
        more = [sale_of(deals, number, way) for number in range(len(deals))]
        safe = [sale_of(deals, number, [bidding] * len(seats)) for number in range(len(deals))]
        gain = (deals.worths(more) - deals.worths(safe))[:, seat]
        for number in range(len(deals)):
            if more[number] != safe[number]:
                of_kind[_is_special(deals.deals[number].hands[seat])].append(gain[number])
    special, special_se = mean_and_error(of_kind[True])
    plain, plain_se = mean_and_error(of_kind[False])
    text = (
        f"Where it matters, a bracket over the safe value brings "
        f"{with_half(special, special_se, '+.0f')} points ahead of the others with a run, four "
        f"cards of one, or a suit of seven; {with_half(plain, plain_se, '+.0f')} with other hands."
    )
    return Found(above(-plain, plain_se), text, _settings(deals))


_RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_LONG = 7


def _is_special(hand: Hand) -> bool:
    """Whether a hand has most of a run, or a very long suit."""
    return any(
        sum(Card(rank, suit) in hand for rank in _RUN) >= len(_RUN) - 1
        or len(hand.ranks_text(suit)) >= _LONG
        for suit in Suit
    )


def _no_trick(measured: Measured) -> Found:
    deals = _deals(measured)
    sales = [sale_of(deals, number, [bidding] * 3) for number in range(len(deals))]
    rows, strong = [], 0
    for low, high in ((250, 300), (300, 350), (350, 1000)):
        chosen = [
            sale
            for sale in sales
            if sale.bidder != NOBODY and low <= _own_value(deals, sale) < high
        ]
        tricks = deals.hands(chosen).tricks
        strong, number = int((tricks == 0).any(axis=1).sum()), len(chosen)
        rows.append(f"{low} or more: {with_half(*share(strong, number))} ({number} hands)")
    last, se = share(strong, number)
    text = (
        f"So many of 100 bidders leave an opponent without a trick, though nobody aims at it, by "
        f"the safe value of their hands: {', '.join(rows)}. It would be worth keeping in mind from "
        f"5 in 100 on."
    )
    return Found(above(last, se, 5), text, _settings(deals))


def _own_value(deals: SoldDeals, sale: Sale) -> int:
    return deals.values[sale.deal][sale.bidder].safe


def _unite(measured: Measured) -> Found:
    usual, united = _deals(measured), _deals(measured, _LEADER)
    sales = [sale_of(usual, number, [bidding] * 3) for number in range(len(usual))]
    low = [sale for sale in sales if sale.bidder in _LOW]
    gain = 100 * (chances_after(united, low, _NEAR_END) - chances_after(usual, low, _NEAR_END))
    bidders = np.array([sale.bidder for sale in low])
    rows = np.arange(len(low))
    both = mean_and_error(gain[:, _LOW[0]] + gain[:, _LOW[1]])
    own = mean_and_error(gain[rows, bidders])
    helper = mean_and_error(gain[rows, sum(_LOW) - bidders])
    text = (
        f"At {'/'.join(map(str, _NEAR_END))}, when one of the two behind has bought the hand: if "
        f"the other plays with him against the leader, and not with the leader against him, the "
        f"two win {with_half(*both, '+.1f')} more of 100 games together, the bidder "
        f"{with_half(*own, '+.1f')}, the one who helps him {with_half(*helper, '+.1f')}. When the "
        f"leader has bought it they are united by the rules."
    )
    return Found(above(*both), text, f"{len(low):,} such hands of {_settings(usual)}")


def _must_bid(measured: Measured) -> Found:
    """How far to go near the end, with the rule and without."""
    deals = _deals(measured)
    rows, over = [], []
    for options, name in (((), "without the rule"), (("mustbid",), "with it")):
        rules = with_options(_GAME, options)

        def worth(sales: Sequence[Sale], rules: TableRules = rules) -> NDArray[np.float64]:
            return 100 * chances_after(deals, sales, _LATE, rules)

        won = by_shift(deals, _SHIFTS, 1, worth)
        best = _SHIFTS[int(won.mean(axis=0).argmax())]
        over.append(won[:, _SHIFTS.index(80)] - won[:, _SHIFTS.index(0)])
        rows.append(f"{best:+d} {name}")
    usual, must = (with_half(*mean_and_error(each), "+.1f") for each in over)
    text = (
        f"At {'/'.join(map(str, _LATE))} the best limit of the second, from his safe value, is "
        f"{', '.join(rows)}. To go 80 points over it wins him {usual} more of 100 games without "
        f"the rule, {must} with it."
    )
    return Found(above(*mean_and_error(over[1] - over[0])), text, _settings(deals))


def _floor(measured: Measured) -> Found:
    deals = _deals(measured)
    limits = [_STYLES["safe"], _STYLES["a bracket more"], shifted(bidding, 150)]
    sales = [sale_of(deals, number, limits) for number in range(len(deals))]
    assert deals.rules.end is not None
    endless = replace(deals.rules, end=replace(deals.rules.end, floor=False))
    with_floor, without = [], []
    fallen = 0
    for block in range(_BLOCKS):
        part = sales[block::_BLOCKS]
        _, lengths, has_fallen = _games_of(deals, part, deals.rules, block)
        with_floor.append(float(lengths.mean()))
        fallen += int(has_fallen.sum())
        without.append(float(_games_of(deals, part, endless, block)[1].mean()))
    text = (
        f"It is a rule, and no claim. A safe player, a bolder one and a wild one need "
        f"{with_half(*mean_and_error(with_floor))} hands a game with it and "
        f"{with_half(*mean_and_error(without))} without; it ends "
        f"{with_half(*share(fallen, _BLOCKS * _GAMES))} of 100 games."
    )
    return Found(Verdict.UNTESTABLE, text, _settings(deals))


# ---------------------------------------------------------------------- a contract that is lost

_MOST_LOST = 200


def _throw_away(measured: Measured) -> Found:
    """What it brings to give points to the bidder once he is set, by a defender each."""
    deals = _deals(measured)
    sales = [
        sale_of(deals, number, [_STYLES["a bracket more"]] * 3) for number in range(len(deals))
    ]
    made = deals.made(sales)
    lost = [
        sale
        for sale, is_made in zip(sales, made, strict=True)
        if sale.bidder != NOBODY and not is_made
    ][:_MOST_LOST]
    gain = [
        each for sale in lost if (each := gain_once_set(deals.deals[sale.deal], sale)) is not None
    ]
    mean, se = mean_and_error(gain)
    text = (
        f"From the moment when the bidder cannot make it, a defender who gives his points to the "
        f"bidder and none to the other defender ends {with_half(mean, se, '+.1f')} points further "
        f"ahead of him."
    )
    settings = f"{len(gain)} hands of {len(lost)} lost ones, certain before the last trick"
    return Found(above(mean, se), text, settings)


CLAIMS = (
    Claim(
        "G1",
        "With aces or a round house and no trump wanted, pass: you do as well.",
        "HAND",
        _aces,
    ),
    Claim(
        "G4",
        "Safe bids are best where points are scored, normal ones for stakes.",
        "GAME",
        _by_style,
    ),
    Claim("G5", "Go over the safe value only for a run or a very long suit.", "GAME", _over_safe),
    Claim(
        "G6",
        "A strong hand may keep an opponent from any trick, and his melds do not count.",
        "GAME",
        _no_trick,
    ),
    Claim(
        "G7",
        "Once the bidder is certain to be set, give your points to nobody but him.",
        "GAME",
        _throw_away,
    ),
    Claim("G8", "Near the end the two who are behind should unite.", "GAME", _unite),
    untestable("G9", "The bidder's score counts first.", "EXACT", "It is a rule, and no claim."),
    Claim("G10", "That one must bid to win the game makes for bad bids.", "GAME", _must_bid),
    Claim("G11", "The minus valve: a score cannot fall too far.", "GAME", _floor),
)
