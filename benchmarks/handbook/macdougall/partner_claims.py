"""Partners: what answers and cues promise, how far to bid at a score, and the rules of the kin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.check_claims import (
    CONVENTIONS,
    has_aces,
    has_run,
    melds_by_trump,
    openings,
    suits_of,
)
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, share, truth
from benchmarks.handbook.macdougall.conventions import conventional, natural, sales_of
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.score_games import Worth, bidding, by_shift, chances_after
from benchmarks.handbook.macdougall.sold_deals import (
    NOBODY,
    Sale,
    SoldDeals,
    sale_of,
    sold_deals,
    tried_deals,
)
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.equities.table.games import ended
from pinochle_solver.equities.table.hands import hands_of
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.auction import Auction, has_marriage
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.valuation import PARTNER

_CHECK = "check"
_GAME_CHECKS = 10
_MUCH = 0.25
_OPENINGS_OF_200 = (
    "six solid trumps, an outside ace and 60",
    "five fair trumps and 60",
    "a weak suit and 100",
)
_HIGHER_OPENINGS = ("100 whoever names trump", "a run", "aces")
_DEALT, _MOST = 2, 400
"""So many deals are looked through for each hand studied, and so many played at most."""


def opens_200(hand: Hand) -> bool:
    """Whether a hand fits an opening of 200, and no higher one."""
    return (
        has_marriage(hand)
        and not any(CONVENTIONS[name].fits(hand) for name in _HIGHER_OPENINGS)
        and any(CONVENTIONS[name].fits(hand) for name in _OPENINGS_OF_200)
    )


def _rank_in_all(hand: Hand, rank: Rank) -> bool:
    return all(Card(rank, suit) in hand for suit in Suit)


def _aces_of(hand: Hand) -> int:
    return "".join(suits_of(hand)).count("A")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to an opening of 200.

    Attributes:
        name: in words.
        level: what it bids.
        fits: the hands for it.
        plays: whether who answers names trump then, and not who opened.
    """

    name: str
    level: int
    fits: Callable[[Hand], bool]
    plays: bool


ANSWERS = (
    Answer(
        "two aces and 40",
        210,
        lambda hand: _aces_of(hand) >= 2 and max(melds_by_trump(hand)) >= 40,
        plays=False,
    ),
    Answer(
        "a suit of six",
        220,
        lambda hand: has_marriage(hand) and max(map(len, suits_of(hand))) >= 6,
        plays=True,
    ),
    Answer("aces", 260, has_aces, plays=False),
    Answer("a run", 270, has_run, plays=True),
)
CUES = (
    ("queens", 160, lambda hand: _rank_in_all(hand, Rank.QUEEN)),
    ("kings", 180, lambda hand: _rank_in_all(hand, Rank.KING)),
    ("aces", 200, lambda hand: _rank_in_all(hand, Rank.ACE)),
    ("a run", 210, has_run),
)
"""What an opening at Corners names, and the hands for it."""


@lru_cache(maxsize=2)
def _openers(number: int, seed: int) -> list[tuple[TableDeal, int]]:
    """Deals of check, each with a seat that opens with 200."""
    deals = (random_deal(each, seed, TABLE_RULEBOOKS[_CHECK]) for each in range(number))
    return [(deal, seat) for deal in deals for seat in range(4) if opens_200(deal.hands[seat])]


def _made_share(bought: Sequence[tuple[TableDeal, int]], level: int) -> tuple[float, float]:
    """How often contracts of one level are made, in 100, by the seat beside each deal."""
    deals = tried_deals([deal for deal, _ in bought])
    sales = [Sale(number, seat, level) for number, (_, seat) in enumerate(bought)]
    return share(int(deals.made(sales).sum()), len(sales))


def _promise(rows: list[str], found: list[tuple[float, float]], text: str, dealt: int) -> Found:
    verdicts = {above(mean, se, 75) for mean, se in found}
    verdict = verdicts.pop() if len(verdicts) == 1 else Verdict.CLOSE
    return Found(verdict, f"{text}: {'; '.join(rows)}.", f"{dealt:,} deals; right from 75 on")


def _answers(measured: Measured) -> Found:
    rows, found, dealt = [], [], measured.hands * _DEALT
    for answer in ANSWERS:
        bought = [
            (deal, partner if answer.plays else seat)
            for deal, seat in _openers(dealt, measured.seed)
            if answer.fits(deal.hands[partner := (seat + 2) % 4])
        ][:_MOST]
        found.append(_made_share(bought, answer.level))
        rows.append(f"{answer.name} {answer.level} {with_half(*found[-1])} ({len(bought)} hands)")
    return _promise(rows, found, "Made in 100 after an opening of 200", dealt)


def _cues(measured: Measured) -> Found:
    rules = TABLE_RULEBOOKS["corners"]
    deals = [random_deal(each, measured.seed, rules) for each in range(measured.hands)]
    rows, found = [], []
    for name, level, fits in CUES:
        bought = [(deal, seat) for deal in deals for seat in range(4) if fits(deal.hands[seat])]
        found.append(_made_share(bought[:_MOST], level))
        rows.append(f"{name} {level} {with_half(*found[-1])} ({len(bought[:_MOST])} hands)")
    return _promise(rows, found, "Made in 100 by who has opened", len(deals))


def _melds_of_opener(measured: Measured) -> Found:
    """What an opener melds if another suit is named."""
    rows, melds = [], list[float]()
    openers = _openers(measured.hands * _DEALT, measured.seed)
    for name in _OPENINGS_OF_200:
        hands = [deal.hands[seat] for deal, seat in openers]
        of_kind = [
            sum(sorted(melds_by_trump(hand))[:-1]) / 3
            for hand in hands
            if CONVENTIONS[name].fits(hand)
        ]
        melds += of_kind
        rows.append(f"{name} {with_half(*mean_and_error(of_kind), '.0f')}")
    mean, se = mean_and_error(melds)
    text = (
        f"With another suit than his best as trump an opener of 200 melds {with_half(mean, se)} "
        f"points: {'; '.join(rows)}."
    )
    return Found(above(20 - mean, se), text, f"{len(openers):,} hands that open")


# ------------------------------------------------------------------------------- at a score

_SHIFTS = (-80, -40, 0, 40, 80)


def _deals(measured: Measured, name: str = _CHECK) -> SoldDeals:
    return sold_deals(name, measured.hands, measured.seed)


def _settings(deals: SoldDeals) -> str:
    return f"{len(deals):,} deals, bids up to the safe value and {PARTNER} for the partner"


def checks_at(deals: SoldDeals, score: tuple[int, int]) -> Worth:
    """What sales are worth in checks at a score, with what they do for the game."""

    def worth(sales: Sequence[Sale]) -> NDArray[np.float64]:
        chances = chances_after(deals, sales, score)
        return deals.worths(sales) + _GAME_CHECKS * (2 * chances - 1)

    return worth


def _by_score(measured: Measured, score: tuple[int, int]) -> NDArray[np.float64]:
    """(deals, shifts) what it is worth to the side of the first score to bid so much higher."""
    deals = _deals(measured)
    return by_shift(deals, _SHIFTS, 0, checks_at(deals, score))


def _told(gains: NDArray[np.float64]) -> str:
    best = _SHIFTS[int(gains.mean(axis=0).argmax())]
    return f"best limit {best:+d}" if best else "best limit the usual one"


def _liberal(measured: Measured) -> Found:
    late, early = (_by_score(measured, score) for score in ((850, 850), (0, 0)))
    place = _SHIFTS.index(40)
    more = [each[:, place] - each[:, _SHIFTS.index(0)] for each in (late, early)]
    (at_end, at_end_se), (begun, begun_se) = map(mean_and_error, more)
    text = (
        f"At 850/850 bids 40 higher than usual win {with_half(at_end, at_end_se, '+.2f')} checks a "
        f"hand, at 0/0 {with_half(begun, begun_se, '+.2f')} ({_told(late)}; {_told(early)})."
    )
    return Found(above(*mean_and_error(more[0] - more[1])), text, _settings(_deals(measured)))


def _behind(measured: Measured) -> Found:
    gains = _by_score(measured, (280, 900))
    usual = gains[:, _SHIFTS.index(0)]
    lower, se = mean_and_error(gains[:, _SHIFTS.index(-80)] - usual)
    higher, higher_se = mean_and_error(gains[:, _SHIFTS.index(80)] - usual)
    text = (
        f"At 280/900 bids 80 lower than usual win {with_half(lower, se, '+.2f')} checks a hand, "
        f"80 higher {with_half(higher, higher_se, '+.2f')} ({_told(gains)})."
    )
    return Found(above(lower, se), text, _settings(_deals(measured)))


def _all_tricks(measured: Measured) -> Found:
    """Good hands of one side, bought for 300 or passed, at a score far behind."""
    deals, score, contract = _deals(measured), (280, 900), 300
    good = [
        Sale(number, seat, contract)
        for number in range(len(deals))
        for seat in (0, 2)
        if deals.values[number][seat].safe + PARTNER >= contract
    ]
    passing = [_passed if seat in (0, 2) else bidding for seat in range(4)]
    passed = [sale_of(deals, sale.deal, passing) for sale in good]
    worth = checks_at(deals, score)
    played, left = worth(good)[:, 0], worth(passed)[:, 0]
    swept = checks_at(all_tricks_won(deals, 0), score)(good)[:, 0]
    gain, se = mean_and_error(played - left)
    more, more_se = mean_and_error(swept - left)
    text = (
        f"At 280/900 a good hand that plays for {contract} does {with_half(gain, se, '+.1f')} "
        f"checks better than one that passes, with all tricks it would do "
        f"{with_half(more, more_se, '+.1f')} better."
    )
    if gain < 0 < more:
        text += f" So it should bid if all tricks come {100 * gain / (gain - more):.0f} in 100."
    return Found(above(more, more_se), text, f"{len(good):,} hands worth {contract}")


def _passed(_: SoldDeals, __: int, ___: int, ____: Auction) -> int:
    return 0


def all_tricks_won(deals: SoldDeals, unit: int) -> SoldDeals:
    """The same deals as if one unit had won all tricks."""
    cards, tricks = np.zeros_like(deals.played.cards), np.zeros_like(deals.played.tricks)
    cards[..., unit], tricks[..., unit] = deals.rules.whole_count, deals.rules.hand
    return replace(deals, played=deals.played._replace(cards=cards, tricks=tricks))


def _ahead_in_checks(_: Measured) -> Found:
    text = (
        f"What has been won is paid, whatever comes. So a lead in checks changes nothing in what "
        f"the next hand is worth: the game lost costs {_GAME_CHECKS} checks, ahead or not."
    )
    return Found(truth(is_right=False), text, "the table of checks")


# ---------------------------------------------------------------------------------- rules

_A_RULE = "It is a rule, and no claim."


def _usual_sales(deals: SoldDeals) -> list[Sale]:
    return [sale_of(deals, number, [bidding] * 4) for number in range(len(deals))]


def _speaks_first(measured: Measured) -> Found:
    deals = _deals(measured, "partnership-auction")
    sales = _usual_sales(deals)
    rows = np.arange(len(deals))
    dealers = [deals.unit_of(deal.dealer) for deal in deals.deals]
    worth, se = mean_and_error(deals.worths(sales)[rows, dealers])
    text = f"{_A_RULE} It is worth {with_half(worth, se, '+.1f')} points a hand to his side."
    return Found(Verdict.UNTESTABLE, text, _settings(deals))


def _no_lowest(measured: Measured) -> Found:
    deals = _deals(measured, "partnership-auction")
    bids = [sale.contract for sale in _usual_sales(deals) if sale.bidder != NOBODY]
    low, se = share(sum(bid < 100 for bid in bids), len(bids))
    text = (
        f"{_A_RULE} It matters little: {with_half(low, se)} of 100 hands are bought under 100, and "
        f"the mean contract is {np.mean(bids):.0f}."
    )
    return Found(Verdict.UNTESTABLE, text, _settings(deals))


def _sweep(measured: Measured) -> Found:
    deals = _deals(measured, "corners")
    hands = deals.hands(_usual_sales(deals))
    swept = (hands.tricks == 0).any(axis=1)
    times, se = share(int(swept.sum()), len(deals))
    lost = hands.melds[swept][hands.tricks[swept] == 0]
    text = (
        f"{_A_RULE} One side takes all twelve tricks in {with_half(times, se)} of 100 hands, and "
        f"the other loses {lost.mean() if len(lost) else 0:.0f} points in melds then."
    )
    return Found(Verdict.UNTESTABLE, text, f"{_settings(deals)}; Corners")


def _ends(_: Measured) -> Found:
    score = 900
    hands = hands_of(TABLE_RULEBOOKS["firehouse"]).hands
    scores, bidder = hands.scores.astype(np.int64) + score, hands.bidder.astype(np.int64)
    ends = [
        ended(with_options("firehouse", options), scores, bidder, hands.is_made)
        for options in ((), ("bidderfirst",), ("mustbid",))
    ]
    highest, first, must = ends
    other = (first.shares[:, 0] != highest.shares[:, 0]) & highest.is_over
    goes_on = highest.is_over & ~must.is_over
    text = (
        f"{_A_RULE} At {score}/{score} at Firehouse another side wins in "
        f"{with_half(*share(int(other.sum()), len(other)))} of 100 hands if the bidders' score "
        f"counts first, not the higher one; if they must bid to win, "
        f"{with_half(*share(int(goes_on.sum()), len(other)))} games that would be over go on."
    )
    return Found(Verdict.UNTESTABLE, text, f"{len(other):,} hands of the engine")


# ------------------------------------------------------------------------- one hand searched


def _second_seat(measured: Measured) -> Found:
    found = openings(measured, "weaker, in second seat")
    gain, se = mean_and_error([each.worth - each.passing for each in found])
    made, made_se = mean_and_error([100 * each.made for each in found])
    text = (
        f"With such a hand 200 is worth {with_half(gain, se, '+.1f')} checks more than a pass "
        f"before a partner who deals. It is made {with_half(made, made_se)} times in 100."
    )
    return Found(above(gain, se), text, f"{len(found)} hands, 64 deals each")


def _forced_at_corners(measured: Measured) -> Found:
    found = openings(measured, "forced at Corners", times=3)
    worth, se = mean_and_error([each.worth for each in found])
    made, made_se = mean_and_error([100 * each.made for each in found])
    text = (
        f"A dealer after three passes makes his 190 {with_half(made, made_se)} times in 100; it is "
        f"worth {with_half(worth, se, '+.0f')} points, ahead of the others."
    )
    return Found(above(-worth, se), text, f"{len(found)} hands, 64 deals each")


def _conventions(measured: Measured) -> Found:
    """Sides by the conventions against sides that bid naturally, each in both places."""
    deals, other = _deals(measured), measured.seed + 1
    ways = conventional(other), natural(other)
    gains, rows = [], []
    for unit in (0, 1):
        sales = sales_of(deals, ways if unit == 0 else ways[::-1])
        gains.append(deals.worths(sales)[:, unit])
        rows += [
            (sale, is_made, deals.unit_of(sale.bidder) == unit)
            for sale, is_made in zip(sales, deals.made(sales), strict=True)
        ]
    gain, se = mean_and_error((gains[0] + gains[1]) / 2)
    told = []
    for is_told in (True, False):
        chosen = [(sale, made) for sale, made, own in rows if own == is_told]
        made = with_half(*share(sum(made for _, made in chosen), len(chosen)))
        told.append(f"{made} of 100 at {np.mean([sale.contract for sale, _ in chosen]):.0f}")
    text = (
        f"A side that opens and answers by the conventions wins {with_half(gain, se, '+.2f')} "
        f"checks a hand more than one that bids what it has. It makes {told[0]} on average, the "
        f"other {told[1]}. Much would be a quarter of a check or more."
    )
    settings = f"{len(deals):,} deals, played in both seatings"
    return Found(above(gain, se, _MUCH), text, settings)


CLAIMS = (
    Claim(
        "C2",
        "If the partner becomes the bidder, an opening of 200 brings him 20 in melds at most.",
        "SURVEY",
        _melds_of_opener,
    ),
    Claim(
        "C3",
        "A weaker opening of 200 in second seat protects a dealer who would be forced.",
        "HAND",
        _second_seat,
    ),
    Claim("C6", "The level that an answer shows is made.", "HAND", _answers),
    Claim("C7", "Conventions make a side bid much more accurately.", "GAME", _conventions),
    Claim("C8", "When both sides have 800 or more, bid very freely.", "GAME", _liberal),
    Claim("C9", "Below 300 against 900 pass even good hands.", "GAME", _behind),
    Claim("C11", "But bid when all tricks are likely: their melds are void.", "HAND", _all_tricks),
    Claim("C14", "Far ahead in checks, let them win the game.", "EXACT", _ahead_in_checks),
    Claim(
        "C17",
        "To be forced to 190 at Corners costs something.",
        "HAND",
        _forced_at_corners,
    ),
    Claim(
        "C18",
        "At Corners an opening names what it melds: 160 queens, 180 kings, 200 aces, 210 a run. "
        "It is made.",
        "HAND",
        _cues,
    ),
    Claim("C19", "At Partnership Auction the dealer speaks first.", "GAME", _speaks_first),
    Claim("C20", "There is no lowest bid.", "SURVEY", _no_lowest),
    Claim("C21", "All tricks make the other side's melds void.", "GAME", _sweep),
    Claim("C22", "There are three ways to end a game.", "GAME", _ends),
)
