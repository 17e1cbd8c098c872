"""Random deals in which every seat is tried as the bidder, so that any auction can be settled.

In every deal each seat takes up the widow, names each trump and buries by a rule of thumb, and the
hand is played out by the learned policy: that is all that can come of an auction, whoever buys for
how much. Which trump a bidder names, and whether he gives up, follows from the contract and from
his guess. So bidders of all kinds meet over the same deals, played alike, as often as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.playouts import CardPlayouts
from pinochle_solver._core.hidden_hands.policy import SIDES, TABLES
from pinochle_solver.double_dummy.outcomes import Contract
from pinochle_solver.hidden_hands.laying import shown_by_laying
from pinochle_solver.hidden_hands.passing import SPREAD
from pinochle_solver.hidden_hands.playing_out import KnownToAll, known_at_first_lead
from pinochle_solver.hidden_hands.policies import family_of, learnt
from pinochle_solver.hidden_hands.settling import PlayedHands, Settling, hands_played
from pinochle_solver.hidden_hands.taking_up import finder_of, found_burials
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.auction import Auction, may_bid, opened
from pinochle_solver.table.deals import TableDeal, random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import STEP, TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.valuation import HandValue, best_value

NOBODY = -1
_RANKS = 6


class Simple(Enum):
    """Who plays simply, by the sets of weights: the bidding side has the first."""

    NOBODY = ()
    BIDDER = (0,)
    OTHERS = (1,)


@dataclass(frozen=True, slots=True)
class Sale:
    """How an auction ended.

    Attributes:
        deal: the number of the deal.
        bidder: who bought the hand, by seat; `NOBODY`: it was passed out.
        contract: for how much.
    """

    deal: int
    bidder: int
    contract: int


@dataclass(frozen=True)
class SoldDeals:
    """Deals and what each seat makes of them as the bidder.

    Attributes:
        rules: the game.
        deals: the deals.
        values: of each deal the hand of each seat, as he values it.
        guesses: (deals, seats, 4) what a bidder guesses to make with each trump.
        played: what comes of it, arrays of (deals, seats, 4, units).
    """

    rules: TableRules
    deals: Sequence[TableDeal]
    values: Sequence[Sequence[HandValue]]
    guesses: NDArray[np.float64]
    played: PlayedHands

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def units(self) -> tuple[tuple[Seat, ...], ...]:
        """Who scores together."""
        return self.rules.score_units

    def unit_of(self, seat: int) -> int:
        """The place of a seat's unit."""
        return next(place for place, unit in enumerate(self.units) if Seat(seat) in unit)

    def worths(self, sales: Sequence[Sale]) -> NDArray[np.float64]:
        """(sales, units) what the hands are worth to each unit.

        Cents, or the difference in checks, or what it scores more than the others on average.
        """
        found = np.zeros((len(sales), len(self.units)))
        for bought in self._bought(sales):
            for place in range(len(self.units)):
                settling = self._settling(bought.seat, place)
                worth = settling(bought.hands, bought.trumps, bought.bids).means
                if self.rules.melds_win:
                    worth = np.where(bought.given_up, settling.conceded(bought.bids), worth)
                found[bought.chosen, place] = worth
        return found

    def scores(self, sales: Sequence[Sale]) -> NDArray[np.int64]:
        """(sales, units) the points that each unit scores, in games where points are scored."""
        found = np.zeros((len(sales), len(self.units)), np.int64)
        for bought in self._bought(sales):
            bidding = self.unit_of(bought.seat)
            counted = bought.hands.counted(self.rules, bidding)
            scores = counted.melds + counted.cards
            is_made = scores[:, bidding] >= bought.bids
            scores[:, bidding] = np.where(is_made, scores[:, bidding], -bought.bids)
            found[bought.chosen] = scores
        return found

    def made(self, sales: Sequence[Sale]) -> NDArray[np.bool_]:
        """(sales,) whether the contract is made if it is played; not where nobody bid."""
        found = np.zeros(len(sales), np.bool_)
        for bought in self._bought(sales):
            settling = self._settling(bought.seat, self.unit_of(bought.seat))
            found[bought.chosen] = settling(bought.hands, bought.trumps, bought.bids).made
        return found

    def hands(self, sales: Sequence[Sale]) -> PlayedHands:
        """What is laid and won, arrays of (sales, units); 0 where nobody bid."""
        found = [np.zeros((len(sales), len(self.units)), np.int64) for _ in self.played]
        for bought in self._bought(sales):
            for array, of in zip(found, bought.hands, strict=True):
                array[bought.chosen] = of
        return PlayedHands(*found)

    def trumps(self, sales: Sequence[Sale]) -> NDArray[np.int64]:
        """(sales,) the suit that the bidder names; `NOBODY` where nobody bid."""
        found = np.full(len(sales), NOBODY)
        for bought in self._bought(sales):
            found[bought.chosen] = bought.trumps
        return found

    def _bought(self, sales: Sequence[Sale]) -> Iterator[_Bought]:
        """The sales that each seat bought."""
        for seat in range(len(self.rules.table)):
            chosen = np.flatnonzero([sale.bidder == seat for sale in sales])
            if not len(chosen):
                continue
            numbers = np.array([sale.deal for sale in sales])[chosen]
            bids = np.array([sale.contract for sale in sales], np.int64)[chosen]
            settling = self._settling(seat, self.unit_of(seat))
            spread = np.full(len(chosen), SPREAD)
            named = settling.named(self.guesses[numbers, seat], spread, bids[:, None])
            trumps = named.trumps[:, 0]
            hands = PlayedHands(*(array[numbers, seat, trumps] for array in self.played))
            yield _Bought(seat, chosen, bids, trumps, named.given_up[:, 0], hands)

    def _settling(self, bidder: int, own: int) -> Settling:
        units = self.units
        return Settling(self.rules, units, units[own], Contract(Seat(bidder), 0))


class _Bought(NamedTuple):
    """The sales of one bidder; arrays of (sales,) but for the hands.

    Attributes:
        seat: the bidder.
        chosen: which sales they are.
        bids: the contracts.
        trumps: the suits that he names.
        given_up: whether he gives up.
        hands: what comes of the play.
    """

    seat: int
    chosen: NDArray[np.int64]
    bids: NDArray[np.int64]
    trumps: NDArray[np.int64]
    given_up: NDArray[np.bool_]
    hands: PlayedHands


@lru_cache(maxsize=6)
def sold_deals(
    name: str,
    number: int,
    seed: int,
    simple: Simple = Simple.NOBODY,
    alone: Seat | None = None,
) -> SoldDeals:
    """So many random deals of a rulebook, the dealer random, too; as `tried_deals`."""
    rules = TABLE_RULEBOOKS[name]
    deals = [random_deal(each, seed, rules) for each in range(number)]
    return tried_deals(deals, simple, alone)


def tried_deals(
    deals: Sequence[TableDeal], simple: Simple = Simple.NOBODY, alone: Seat | None = None
) -> SoldDeals:
    """Deals of one rulebook, every seat tried as the bidder of each.

    Args:
        deals: the deals.
        simple: who plays simply.
        alone: a seat against which the others play together, whoever bids; None: against the
            bidder.
    """
    rules, stop = deals[0].rules, StopFlag()
    seats, weights = len(rules.table), _weights(rules, simple)
    hand = begun(deals[0])
    assert hand.turn is not None
    position = position_of(hand, hand.turn)
    held = np.array([[list(each.counts) for each in deal.hands] for deal in deals], np.uint8)
    widows = np.array([list(deal.widow.counts) for deal in deals], np.uint8)
    shape = (len(deals), seats, len(Suit))
    guesses = np.empty(shape)
    played = [np.empty((*shape, len(rules.score_units)), np.int64) for _ in PlayedHands._fields]
    for seat in rules.table:
        found = found_burials(finder_of(rules), held[:, seat] + widows, 1, stop)
        guesses[:, seat] = found.guesses[:, :, 0]
        for trump in Suit:
            cards = held.copy()
            cards[:, seat] = found.kept[:, trump, 0]
            results = _played_out(position, seat, trump, cards, weights, alone)
            buried = found.brought[:, trump, 0, 1]
            hands = hands_played(position, seat, trump, cards, results, buried)
            for array, of in zip(played, hands, strict=True):
                array[:, seat, trump] = of
    values = [
        [best_value(each, has_widow=bool(rules.widow), values=rules.melds) for each in deal.hands]
        for deal in deals
    ]
    return SoldDeals(rules, deals, values, guesses, PlayedHands(*played))


@dataclass(frozen=True, slots=True, kw_only=True)
class OneAlone(KnownToAll):
    """What everybody knows where two play together against one, who need not be the bidder."""

    alone: Seat

    def units(self) -> tuple[int, ...]:
        """As `KnownToAll.units`."""
        of_bidder = self.bidder is self.alone
        return tuple(int((seat is self.alone) != of_bidder) for seat in self.players)


def _weights(rules: TableRules, simple: Simple) -> NDArray[np.int16]:
    """The learned weights, some of them those of a player who plays simply.

    He leads his aces, and tens when the aces are gone, or else his lowest card; he takes every
    trick that he can, with the lowest card that does it, and else throws his lowest one. He gives
    his partner no points.
    """
    weights = learnt(family_of(rules)).reshape(SIDES, -1).copy()
    plain = np.zeros_like(weights[0])
    rank = np.tile(np.arange(_RANKS), 2)[:, None, None]
    is_trump = (np.arange(2 * _RANKS) >= _RANKS)[:, None, None]
    first, shape = TABLES["lead.length"]
    lead = np.broadcast_to(-rank - _RANKS * is_trump, shape).copy()
    lead[:, 0] += 2 * _RANKS + 2 * rank[:, 0]
    plain[first : first + lead.size] = lead.ravel()
    first, shape = TABLES["follow.length"]
    follow = np.broadcast_to(-rank - _RANKS * is_trump, shape).copy()
    follow[0] += 4 * _RANKS
    plain[first : first + follow.size] = follow.ravel()
    for side in simple.value:
        weights[side] = plain
    return np.ascontiguousarray(weights).ravel()


def _played_out(
    position: TablePosition,
    bidder: Seat,
    trump: Suit,
    deals: NDArray[np.uint8],
    weights: NDArray[np.int16],
    alone: Seat | None,
) -> NDArray[np.int16]:
    """(deals, seats, 2) the card points and tricks of each seat, all melds laid at first."""
    shown = np.zeros_like(deals)
    for place, seat in enumerate(position.players):
        if seat == bidder or not position.rules.only_bidder_melds:
            shown[:, place] = shown_by_laying(trump, deals[:, place])
    known = known_at_first_lead(position, trump, bidder)
    if alone is not None:
        known = OneAlone(
            rules=position.rules,
            trump=trump,
            players=position.players,
            leader=known.leader,
            bidder=bidder,
            alone=alone,
        )
    playouts = CardPlayouts(known.pack(), weights)
    results = np.empty((*deals.shape[:2], 2), np.int16)
    playouts.play_out(deals, results, StopFlag(), shown)
    return results


# ------------------------------------------------------------------------------- the auctions

Limit = Callable[[SoldDeals, int, int, Auction], int]
"""How far a seat would bid now: by the deals, the number of the deal, the seat and the auction."""
Way = Callable[[SoldDeals, int, int, Auction], int | Call]
"""A limit, or a call that is made if it may be."""


def sale_of(deals: SoldDeals, number: int, limits: Sequence[Way]) -> Sale:
    """The auction of a deal: every seat bids the lowest that it may, up to its limit.

    Args:
        deals: the deals.
        number: which.
        limits: how each seat bids.
    """
    deal = deals.deals[number]
    auction = opened(deals.rules, deal.dealer)
    while (seat := auction.turn) is not None:
        limit = limits[seat](deals, number, seat, auction)
        auction = auction.after(_call(auction, deal, limit))
    if auction.bidder is None or auction.contract is None:
        return Sale(number, NOBODY, 0)
    return Sale(number, int(auction.bidder), auction.contract)


def _call(auction: Auction, deal: TableDeal, limit: int | Call) -> Call:
    """The call if it may be made, or the lowest bid that a limit allows; else a pass."""
    rules = auction.rules
    if auction.is_forced:
        assert rules.forced is not None
        return Call(rules.forced)
    assert auction.turn is not None
    lowest = lowest_of(auction)
    highest = (limit.bid or 0) if isinstance(limit, Call) else limit
    is_good = lowest <= min(highest, rules.highest)
    if not is_good or not may_bid(auction, deal.hands[auction.turn]):
        return PASS
    return limit if isinstance(limit, Call) else Call(lowest)


def lowest_of(auction: Auction) -> int:
    """The lowest bid that may be made."""
    return auction.rules.lowest if auction.contract is None else auction.contract + STEP


def gains(
    deals: SoldDeals,
    first: Way,
    second: Way,
    worths: Callable[[Sequence[Sale]], NDArray[np.float64]] | None = None,
) -> NDArray[np.float64]:
    """(deals,) what a unit that bids in the first way has more than one that bids in the second.

    In every deal one unit bids in the first way and all others in the second, each unit in its
    turn; with more than two units also the other way round.

    Args:
        deals: the deals.
        first: the one way to bid.
        second: the other.
        worths: (sales, units) what sales are worth; if None, `SoldDeals.worths`.
    """
    units = range(len(deals.units))
    ways = [(1, first, second)]
    if len(units) > 2:  # else a side of the second against the first is the same
        ways.append((-1, second, first))
    whole = np.zeros(len(deals))
    for sign, alone, others in ways:
        for unit in units:
            limits = [
                alone if deals.unit_of(seat) == unit else others for seat in deals.rules.table
            ]
            sales = [sale_of(deals, number, limits) for number in range(len(deals))]
            whole += sign * (worths or deals.worths)(sales)[:, unit]
    mean: NDArray[np.float64] = whole / (len(ways) * len(units))
    return mean
