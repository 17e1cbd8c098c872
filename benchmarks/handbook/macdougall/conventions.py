"""Sides that bid at check by his conventions, against sides that bid what they have.

Both know what a partner brings on average who has called so (learnt from other deals). With the
conventions a call tells more: its level names a run, aces, melds or a long suit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from benchmarks.handbook.macdougall.check_claims import (
    CONVENTIONS,
    has_aces,
    has_run,
    melds_by_trump,
    suits_of,
)
from benchmarks.handbook.macdougall.sold_deals import (
    Limit,
    Sale,
    SoldDeals,
    Way,
    lowest_of,
    sale_of,
    sold_deals,
)
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.auction import Auction, has_marriage, opened
from pinochle_solver.table.moves import Call
from pinochle_solver.table.valuation import PARTNER

OPENINGS = (
    "aces",
    "a run",
    "100 whoever names trump",
    "six solid trumps, an outside ace and 60",
    "five fair trumps and 60",
    "a weak suit and 100",
)
"""The highest bid comes first."""
RUN_LEVELS, ACES_LEVELS = (270, 300, 320, 350), (260, 280, 310, 360)
_TAUGHT = 1000
_SILENT, _NATURAL, _PASSES = "does not open", "has bid", "has passed"
_MARGIN = 30
"""So far both stay below what they expect: a contract that is set costs twice what it pays."""


def opening_of(hand: Hand) -> str:
    """What a hand opens with by the conventions; `_SILENT` if it does not."""
    if not has_marriage(hand):
        return _SILENT
    return next((name for name in OPENINGS if CONVENTIONS[name].fits(hand)), _SILENT)


def answer_of(hand: Hand, lowest: int) -> int | None:
    """The level with which a hand answers an opening, at least so high; None if it has none."""
    if not has_marriage(hand):
        return None
    levels: tuple[int, ...] = ()
    if has_run(hand):
        levels = RUN_LEVELS
    elif has_aces(hand):
        levels = ACES_LEVELS
    elif max(map(len, suits_of(hand))) >= 6:
        levels = (220,)
    elif "".join(suits_of(hand)).count("A") >= 2 and max(melds_by_trump(hand)) >= 40:
        levels = (210,)
    return next((level for level in levels if level >= lowest), None)


@lru_cache(maxsize=2)
def brought_by_partner(seed: int) -> Mapping[str, float]:
    """What a side makes beyond the safe value of its bidder, by what the partner opens with."""
    deals = sold_deals("check", _TAUGHT, seed)
    rows = defaultdict[str, list[float]](list)
    for seat in range(4):
        sales = [Sale(number, seat, 200) for number in range(len(deals))]
        hands, unit = deals.hands(sales), deals.unit_of(seat)
        totals = (hands.melds + hands.cards)[:, unit]
        for number, total in enumerate(totals):
            partner = (seat + 2) % 4
            brought = float(total) - deals.values[number][seat].safe
            rows[opening_of(deals.deals[number].hands[partner])].append(brought)
            bids = deals.values[number][partner].safe + PARTNER >= 200
            rows[_NATURAL if bids else _PASSES].append(brought)
    return {name: float(np.mean(each)) for name, each in rows.items()}


def _first_bids(deals: SoldDeals, number: int, auction: Auction) -> dict[int, int]:
    """The first bid of each seat that has bid."""
    found, replayed = dict[int, int](), opened(deals.rules, deals.deals[number].dealer)
    for call in auction.calls:
        assert replayed.turn is not None
        if call.bid is not None:
            found.setdefault(int(replayed.turn), call.bid)
        replayed = replayed.after(call)
    return found


def natural(seed: int) -> Limit:
    """Bids what the hand is worth with what a partner brings who has bid, or has not."""
    brought = brought_by_partner(seed)

    def limit(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int:
        if auction.bidder is not None and int(auction.bidder) == (seat + 2) % 4:
            return 0
        has_bid = (seat + 2) % 4 in _first_bids(deals, number, auction)
        value = deals.values[number][seat].safe
        return int(value + brought[_NATURAL if has_bid else _PASSES] - _MARGIN)

    return limit


def conventional(seed: int) -> Way:
    """Opens and answers by the conventions, then bids what both hands are worth as they tell."""
    brought = brought_by_partner(seed)

    def limit(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int | Call:
        hands, value = deals.deals[number].hands, deals.values[number][seat].safe
        partner, lowest = (seat + 2) % 4, lowest_of(auction)
        bids = _first_bids(deals, number, auction)
        if seat not in bids and partner not in bids:
            opening = opening_of(hands[seat])
            if opening != _SILENT and CONVENTIONS[opening].bid >= lowest:
                return Call(CONVENTIONS[opening].bid)
            return int(value + brought[_SILENT] - _MARGIN)
        told = opening_of(hands[partner]) if partner in bids else _SILENT
        most = int(value + brought[told] - _MARGIN)
        if seat not in bids:
            level = answer_of(hands[seat], lowest)
            if level is not None and level <= most:
                return Call(level)
        return 0 if auction.bidder is not None and int(auction.bidder) == partner else most

    return limit


def sales_of(deals: SoldDeals, ways: tuple[Way, Way]) -> list[Sale]:
    """The auctions of all deals, each side bidding in its way."""
    limits = [ways[seat % 2] for seat in range(4)]
    return [sale_of(deals, number, limits) for number in range(len(deals))]
