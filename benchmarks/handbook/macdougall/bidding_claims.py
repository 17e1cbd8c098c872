"""Auction for stakes: what other ways to bid win against bidders by the normal value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.claim import Claim, Found, above
from benchmarks.handbook.macdougall.four_bids import BRACKET, LOWEST, foot_of
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sold_deals import (
    Limit,
    Sale,
    Simple,
    SoldDeals,
    gains,
    sale_of,
    sold_deals,
)
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.auction import Auction
from pinochle_solver.table.rules import STEP
from pinochle_solver.table.valuation import HandValue

ABOUT = """\
How to bid against players who bid in their own ways. Three players for stakes, the same deals for
all ways to bid, and the cards played alike: each seat in its turn bids in the way that is studied,
and the two others bid up to their normal values; then the other way round. The figures are cents a
hand that the one way wins more than the other."""

_GAME = "auction"
_GREAT = 1.0
_FOUGHT_FOR = 3
"""After so many bids somebody has gone on against another."""


# ---------------------------------------------------------------------------------- ways to bid


def by_value(foot: Callable[[HandValue], float]) -> Limit:
    """Bids to the foot of the bracket of something that follows from the value of the hand."""

    def limit(deals: SoldDeals, number: int, seat: int, _: Auction) -> int:
        return foot_of(foot(deals.values[number][seat]))

    return limit


def _is_in_spades(value: HandValue) -> bool:
    return value.trump is Suit.SPADES


SAFE = by_value(lambda value: value.safe)
NORMAL = by_value(lambda value: value.normal)
RISK = by_value(lambda value: value.normal + BRACKET)
LOW_IN_SPADES = by_value(lambda value: value.safe if _is_in_spades(value) else value.normal)
HIGH_IN_SPADES = by_value(
    lambda value: value.normal + BRACKET if _is_in_spades(value) else value.normal
)
LOW_OR_HIGH = by_value(lambda value: value.safe if _is_in_spades(value) else value.normal + BRACKET)


def pushing(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int:
    """A bracket over the normal value against another who has gone on before."""
    limit = NORMAL(deals, number, seat, auction)
    is_fought_for = len(auction.bids) >= _FOUGHT_FOR and auction.bidder != seat
    return max(limit, LOWEST) + BRACKET if is_fought_for else limit


def _pushing_up_to(known: Limit) -> Limit:
    """Bids on against others who are still in, up to just below what they are believed to bid."""

    def limit(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int:
        still_in = (*auction.waiting, auction.bidder)
        others = {int(each) for each in still_in if each is not None} - {seat}
        highest = max((known(deals, number, each, auction) for each in others), default=0)
        return max(NORMAL(deals, number, seat, auction), highest - STEP)

    return limit


KNOWING = _pushing_up_to(NORMAL)
"""Takes every other to be a normal bidder, and knows what his hand is worth to him."""


def varied(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int:
    """Safe, normal or risk, by turns from deal to deal."""
    return (SAFE, NORMAL, RISK)[(number + seat) % 3](deals, number, seat, auction)


# ------------------------------------------------------------------------------- what they win


def _deals(measured: Measured, simple: Simple = Simple.NOBODY) -> SoldDeals:
    return sold_deals(_GAME, measured.hands, measured.seed, simple)


def _settings(deals: SoldDeals) -> str:
    return f"{len(deals):,} deals, trump, burial and concessions by one rule"


def _more(first: Limit, second: Limit, text: str, bar: float = 0.0) -> Callable[[Measured], Found]:
    """Whether the first way wins so much more than the second; the text has a place for it."""

    def find(measured: Measured) -> Found:
        deals = _deals(measured)
        gain, se = mean_and_error(gains(deals, first, second))
        said = text.format(with_half(gain, se, "+.1f"))
        return Found(above(gain, se, bar), said, _settings(deals))

    return find


def _each(measured: Measured, *ways: Limit) -> tuple[list[str], list[tuple[float, float]]]:
    """What each of these ways wins more than the normal one: as text, and as numbers."""
    deals = _deals(measured)
    found = [mean_and_error(gains(deals, way, NORMAL)) for way in ways]
    return [with_half(*each, "+.1f") for each in found], found


def _spades(measured: Measured) -> Found:
    (safe, risk), found = _each(measured, LOW_IN_SPADES, HIGH_IN_SPADES)
    text = (
        f"With spades as the best trump, bids up to the safe value win {safe} cents a hand "
        f"more than bids up to the normal one, bids a bracket over the normal one {risk}."
    )
    over, se = found[1]
    return Found(above(-over, se), text, _settings(_deals(measured)))


def _bluff(measured: Measured) -> Found:
    deals = _deals(measured)
    before, on, stuck = list[Sale](), list[Sale](), list[Sale]()
    seats, goes_on = list[int](), list[bool]()
    for number in range(len(deals)):
        sale = sale_of(deals, number, [NORMAL] * len(deals.units))
        if sale.contract == 0:
            continue
        bluff = sale.contract // BRACKET * BRACKET + BRACKET
        limit = foot_of(deals.values[number][sale.bidder].normal)
        for seat in set(range(len(deals.units))) - {sale.bidder}:
            before.append(sale)
            on.append(Sale(number, sale.bidder, bluff + STEP))
            stuck.append(Sale(number, seat, bluff))
            seats.append(seat)
            goes_on.append(limit >= bluff + STEP)
    rows = np.arange(len(seats))
    base, pushed, alone = (deals.worths(each)[rows, seats] for each in (before, on, stuck))
    is_on = np.array(goes_on)
    gain, se = mean_and_error((pushed - base)[is_on])
    cost, cost_se = mean_and_error((alone - base)[~is_on])
    text = (
        f"You bid the next bracket on a hand that you would have passed. If the other goes on you "
        f"win {with_half(gain, se, '+.1f')} cents by it, if he does not "
        f"{with_half(cost, cost_se, '+.1f')}."
    )
    if gain > 0 > cost:
        text += f" So he must go on {100 * cost / (cost - gain):.0f} times in 100."
    return Found(above(gain, se), text, _settings(deals))


def _known(measured: Measured) -> Found:
    deals = _deals(measured)
    gain, se = mean_and_error(gains(deals, KNOWING, NORMAL))
    text = (
        f"Who knew the limits of two normal bidders to the last ten points, and bid on until just "
        f"below them, would win {with_half(gain, se, '+.1f')} cents a hand more than they do."
    )
    return Found(above(gain, se), text, _settings(deals))


def _varied(measured: Measured) -> Found:
    deals = _deals(measured)
    seats = range(len(deals.units))

    def won(way: Limit) -> NDArray[np.float64]:
        whole = np.zeros(len(deals))
        for seat in seats:
            limits = [way if each == seat else KNOWING for each in seats]
            sales = [sale_of(deals, number, limits) for number in range(len(deals))]
            whole += deals.worths(sales)[:, seat]
        return whole / len(seats)

    gain, se = mean_and_error(won(varied) - won(NORMAL))
    plain, plain_se = mean_and_error(gains(deals, varied, NORMAL))
    text = (
        f"Safe, normal and risk bids in turn win {with_half(gain, se, '+.1f')} cents a hand more "
        f"than normal ones against players who take you for a normal bidder and bid on until just "
        f"below that; against normal bidders {with_half(plain, plain_se, '+.1f')}."
    )
    return Found(above(gain, se), text, _settings(deals))


# ------------------------------------------------------------------------- bidding and playing


def _as_wide(part: Callable[[HandValue], float]) -> Callable[[SoldDeals], Limit]:
    """Bids by a part of the value, to which the rest is added as it is on average."""

    def of(deals: SoldDeals) -> Limit:
        rest = float(np.mean([each.normal - part(each) for hand in deals.values for each in hand]))
        return by_value(lambda value: part(value) + rest)

    return of


_WITHOUT_WIDOW = _as_wide(lambda value: value.suits + value.cards + value.melds)
_BY_MELDS = _as_wide(lambda value: value.melds)


def _play_brings(measured: Measured) -> NDArray[np.float64]:
    """(deals,) what good play wins more than simple play, all bids being normal."""
    deals = _deals(measured)
    limits = [NORMAL] * len(deals.units)
    sales = [sale_of(deals, number, limits) for number in range(len(deals))]
    simple = _of_simple(measured, sales)
    gain: NDArray[np.float64] = (deals.worths(sales) - simple).mean(axis=1)
    return gain


def _of_simple(measured: Measured, sales: Sequence[Sale]) -> NDArray[np.float64]:
    """(sales, seats) what a seat wins if it alone plays simply.

    Beside a good defender a simple one is taken to lose half of what two simple ones lose.
    """
    good, bidding, defending = (
        _deals(measured, simple).worths(sales)
        for simple in (Simple.NOBODY, Simple.BIDDER, Simple.OTHERS)
    )
    is_bidder = np.arange(good.shape[1]) == np.array([[sale.bidder] for sale in sales])
    found: NDArray[np.float64] = np.where(is_bidder, bidding, (good + defending) / 2)
    return found


def _simple_settings(deals: SoldDeals) -> str:
    return f"{_settings(deals)}; the other defender of a simple player plays well"


def _widow_or_play(measured: Measured) -> Found:
    deals = _deals(measured)
    bids = gains(deals, NORMAL, _WITHOUT_WIDOW(deals))
    play = _play_brings(measured)
    (widow, widow_se), (well, well_se) = mean_and_error(bids), mean_and_error(play)
    text = (
        f"To value the widow by his system, hand by hand and not always the same, wins "
        f"{with_half(widow, widow_se, '+.1f')} cents a hand; to play well, not simply (take each "
        f"trick as cheaply as you can), {with_half(well, well_se, '+.1f')}."
    )
    return Found(above(*mean_and_error(bids - play)), text, _simple_settings(deals))


def _bidder_or_player(measured: Measured) -> Found:
    deals = _deals(measured)
    seats, by_melds = range(len(deals.units)), _BY_MELDS(deals)
    whole = np.zeros(len(deals))
    for seat in seats:
        limits = [NORMAL if each == seat else by_melds for each in seats]
        sales = [sale_of(deals, number, limits) for number in range(len(deals))]
        whole += _of_simple(measured, sales)[:, seat]
    won, se = mean_and_error(whole / len(seats))
    text = (
        f"One bids by MacDougall's normal values and plays simply, two bid by their melds alone "
        f"and play well: the good bidder wins {with_half(won, se, '+.1f')} cents a hand."
    )
    return Found(above(won, se), text, _simple_settings(deals))


CLAIMS = (
    Claim(
        "B1",
        "To judge what the widow may bring matters more than to play well.",
        "GAME",
        _widow_or_play,
    ),
    Claim("B2", "The good bidder beats the good player.", "GAME", _bidder_or_player),
    Claim(
        "B3",
        "To bid only so that another pays more for his hand wins a great deal.",
        "GAME",
        _more(
            pushing,
            NORMAL,
            "Who bids a bracket over his normal value whenever another goes on wins {} cents a "
            "hand more than who does not. A great deal would be a cent or more.",
            _GREAT,
        ),
    ),
    Claim(
        "B4",
        "A bluff pays if there is reason to believe that the other goes on.",
        "GAME",
        _bluff,
    ),
    Claim(
        "B5",
        "With spades in sight do not bid over the safe or the normal value.",
        "GAME",
        _spades,
    ),
    Claim(
        "B7",
        "Bid low when spades will be trump, high otherwise.",
        "GAME",
        _more(
            LOW_OR_HIGH,
            NORMAL,
            "Bids up to the safe value with spades and a bracket over the normal one with other "
            "suits win {} cents a hand more than normal bids.",
        ),
    ),
    Claim("B9", "A normal bidder whose bids are known is taken advantage of.", "GAME", _known),
    Claim("B10", "Vary your style.", "GAME", _varied),
)
