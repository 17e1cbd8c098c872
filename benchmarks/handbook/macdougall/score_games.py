"""Games to a target by bidders of different kinds: who wins them, and how far to bid at a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.sold_deals import NOBODY, Limit, Sale, SoldDeals, sale_of
from pinochle_solver.equities.table.games import ended, game_chances
from pinochle_solver.equities.table.hands import from_left_of
from pinochle_solver.table.auction import Auction
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.valuation import PARTNER

Worth = Callable[[Sequence[Sale]], NDArray[np.float64]]

_MOST_HANDS = 200


def bidding(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int:
    """Bids up to the safe value, with partners what they bring on average besides.

    Nobody bids over his partner.
    """
    unit = deals.unit_of(seat)
    if auction.bidder is not None and deals.unit_of(auction.bidder) == unit:
        return 0
    value = deals.values[number][seat].safe
    return value + PARTNER * deals.rules.partners


def shifted(way: Limit, points: int) -> Limit:
    """The same so many points higher or lower."""

    def limit(deals: SoldDeals, number: int, seat: int, auction: Auction) -> int:
        return way(deals, number, seat, auction) + points

    return limit


def chances_after(
    deals: SoldDeals, sales: Sequence[Sale], score: Sequence[int], rules: TableRules | None = None
) -> NDArray[np.float64]:
    """(sales, units) the chance of each unit to win the game after the hand.

    Args:
        deals: the deals.
        sales: how they were sold.
        score: what each unit has before the hand.
        rules: how the game ends; None: as that of the deals.
    """
    chances = game_chances(rules or deals.rules)
    scores, made = deals.scores(sales) + np.array(score), deals.made(sales)
    found = np.empty(scores.shape)
    dealers = [deals.deals[sale.deal].dealer for sale in sales]
    for dealer in deals.rules.table:
        chosen = np.flatnonzero([each == dealer for each in dealers])
        if not len(chosen):
            continue
        order = [deals.units.index(unit) for unit in from_left_of(dealer, deals.units)]
        bidders = [sales[int(n)].bidder for n in chosen]
        places = [
            NOBODY if seat == NOBODY else order.index(deals.unit_of(seat)) for seat in bidders
        ]
        after = chances.after(scores[chosen][:, order], np.array(places), made[chosen])
        found[chosen[:, None], order] = after
    return found


def by_shift(
    deals: SoldDeals, shifts: Sequence[int], unit: int, worth: Worth
) -> NDArray[np.float64]:
    """(deals, shifts) what hands are worth to a unit that bids so much higher than `bidding`.

    Args:
        deals: the deals.
        shifts: by how much; the others bid as usual.
        unit: the place of the unit.
        worth: (sales, units) what sales are worth.
    """
    found = []
    for shift in shifts:
        own = shifted(bidding, shift)
        limits = [own if deals.unit_of(seat) == unit else bidding for seat in deals.rules.table]
        sales = [sale_of(deals, number, limits) for number in range(len(deals))]
        found.append(worth(sales)[:, unit])
    return np.stack(found, axis=1)


def games_won(
    rules: TableRules,
    scores: NDArray[np.int64],
    bidders: NDArray[np.int64],
    made: NDArray[np.bool_],
    games: int,
    seed: int,
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]]:
    """Games of hands that are drawn from these, as often as it takes.

    Args:
        rules: how the game ends.
        scores: (hands, units) what each unit scores.
        bidders: (hands,) the place of the bidding unit, or `NOBODY`.
        made: (hands,) whether its contract is made.
        games: how many.
        seed: of the draws.

    Returns:
        (games, units) the shares of the winners, (games,) how many hands they took, and whether
        somebody fell too far.
    """
    random, units = np.random.default_rng(seed), scores.shape[1]
    shares, lengths = np.zeros((games, units)), np.zeros(games, np.int64)
    has_fallen = np.zeros(games, np.bool_)
    totals, going = np.zeros((games, units), np.int64), np.arange(games)
    for _ in range(_MOST_HANDS):
        drawn = random.integers(len(scores), size=len(going))
        totals[going] += scores[drawn]
        lengths[going] += 1
        over = ended(rules, totals[going], bidders[drawn], made[drawn])
        shares[going[over.is_over]] = over.shares[over.is_over]
        assert rules.target is not None
        below = totals[going].max(axis=1) < rules.target
        has_fallen[going[over.is_over & below]] = True
        going = going[~over.is_over]
        if not len(going):
            break
    return shares, lengths, has_fallen
