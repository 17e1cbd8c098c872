"""The auction: whose call it is, what may be called, who won it for how much (section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rules import STEP, AuctionRules, TableRules
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction after some calls.

    Attributes:
        rules: the rules of bidding.
        dealer: who dealt; he need not be one of those who bid.
        order: the seats in the order in which they speak first.
        calls: all calls so far, in order.
        waiting: the seats still to be asked if nobody bids again, the next one first.
        bidder: who made the highest bid; None: nobody has bid.
        contract: the highest bid.
        barred: the seats that may bid no more after an irregularity; they still must bid if forced.
        is_irregular: whether a call stands that might not be made, or the bidder and the contract
            were chosen otherwise than by the calls (section 10).
    """

    rules: AuctionRules
    dealer: Seat
    order: tuple[Seat, ...]
    calls: tuple[Call, ...] = ()
    waiting: tuple[Seat, ...] = ()
    bidder: Seat | None = None
    contract: int | None = None
    barred: tuple[Seat, ...] = ()
    is_irregular: bool = False

    @property
    def bids(self) -> tuple[int, ...]:
        """The bids made so far, in order."""
        return tuple(call.bid for call in self.calls if call.bid is not None)

    @property
    def turn(self) -> Seat | None:
        """Whose call it is; None: the auction is over."""
        return self.waiting[0] if self.waiting else None

    @property
    def is_passed_out(self) -> bool:
        """Whether all have passed."""
        return not self.waiting and self.bidder is None

    @property
    def is_forced(self) -> bool:
        """Whether the seat to call must bid: all others have passed, and nobody has bid."""
        return self.bidder is None and self._is_begun_by_force

    @property
    def needs_marriage(self) -> bool:
        """Whether the seat on turn needs a marriage to bid, or to bid more than it is forced to."""
        if not self.rules.needs_marriage or self.turn is None:
            return False
        is_free = self.turn is self.dealer and not self._is_begun_by_force
        return not is_free or self.rules.dealer_needs_marriage

    @property
    def _is_begun_by_force(self) -> bool:
        """Whether all but the last have passed at first, so that the last must, or had to, bid."""
        others = len(self.order) - 1
        return (
            self.rules.forced is not None
            and len(self.calls) >= others
            and all(call == PASS for call in self.calls[:others])
        )

    def legal_calls(self, may_bid: bool = True) -> tuple[Call, ...]:
        """What the seat on turn may call: the bids, lowest first, then the pass.

        Args:
            may_bid: whether the seat has the marriage that it may need; see `may_bid`.
        """
        if not self.waiting:
            return ()
        rules = self.rules
        may_bid = may_bid and self.turn not in self.barred
        if self.is_forced:
            assert rules.forced is not None
            highest = rules.highest if may_bid else rules.forced
            return _bids(rules.forced, highest)
        lowest = rules.lowest if self.contract is None else self.contract + STEP
        return (*(_bids(lowest, rules.highest) if may_bid else ()), PASS)

    def after(self, call: Call) -> Auction:
        """The auction after a legal call."""
        caller, calls = self.waiting[0], (*self.calls, call)
        if call.bid is None:
            return replace(self, calls=calls, waiting=self.waiting[1:])
        return replace(
            self,
            calls=calls,
            waiting=self._asked_after_bid(caller),
            bidder=caller,
            contract=call.bid,
        )

    def is_too_low(self, call: Call) -> bool:
        """Whether only a higher bid was needed, so that the bid may be mended or called over."""
        legal = [other.bid for other in self.legal_calls() if other.bid is not None]
        return (
            call.bid is not None
            and call.bid % STEP == 0
            and self.rules.lowest <= call.bid
            and bool(legal)
            and call.bid < min(legal)
        )

    def with_standing(self, call: Call) -> Auction:
        """The auction after a call that might not be made, and stands all the same."""
        return replace(self.after(call), is_irregular=True)

    def with_barred(self, seat: Seat) -> Auction:
        """The auction in which this seat bids no more."""
        return replace(self, barred=(*self.barred, seat))

    def played_by(self, bidder: Seat, contract: int) -> Auction:
        """The auction that is over, with the hand played by this seat for so much."""
        return replace(self, bidder=bidder, contract=contract, is_irregular=True)

    def _asked_after_bid(self, caller: Seat) -> tuple[Seat, ...]:
        """The seats that may overcall a bid, in order; if passes are final, only those still in."""
        rules = self.rules
        if rules.calls_once:
            return self.waiting[1:]
        place = self.order.index(caller)
        others = self.order[place + 1 :] + self.order[:place]
        if not rules.passes_final or (self.is_forced and rules.forced_reopens):
            return others
        return tuple(seat for seat in others if seat in self.waiting or seat == self.bidder)


def _bids(lowest: int, highest: int) -> tuple[Call, ...]:
    return tuple(map(Call, range(lowest, highest + 1, STEP)))


def opened(rules: TableRules, dealer: Seat) -> Auction:
    """The auction of a hand before the first call; the rules must have an auction."""
    assert rules.auction is not None
    order = rules.from_left_of(dealer)
    if rules.auction.dealer_first:
        order = (dealer, *order[:-1])
    return Auction(rules.auction, dealer, order, waiting=order)


def has_marriage(hand: Hand) -> bool:
    """Whether these cards have the king and the queen of a suit."""
    return any(Card(Rank.KING, suit) in hand and Card(Rank.QUEEN, suit) in hand for suit in Suit)


def may_bid(auction: Auction, hand: Hand) -> bool:
    """Whether the seat on turn may bid with these cards: if it needs a marriage, it has one."""
    return not auction.needs_marriage or has_marriage(hand)


def why_not_call(auction: Auction, call: Call, may_bid: bool = True) -> str | None:
    """What is wrong with a call, in a few words; None: it may be made.

    Args:
        auction: the auction before it.
        call: the call.
        may_bid: as in `Auction.legal_calls`.
    """
    if auction.turn is None:
        return "the auction is over"
    legal = auction.legal_calls(may_bid)
    if call in legal:
        return None
    bids = [str(other.bid) for other in legal if other.bid is not None]
    can = f"bid {bids[0]}" if bids else ""
    if len(bids) > 1:
        can += f" to {bids[-1]} in tens"
    can = " or ".join(filter(None, (can, "pass" if PASS in legal else "")))
    why = "" if may_bid else "without a marriage "
    if auction.turn in auction.barred:
        why = "barred from bidding, "
    return f"{why}{auction.turn.text()} can {can}"


def why_no_bid(auction: Auction, hand: Hand) -> str | None:
    """Why the seat on turn may only pass, in a few words; None: it may bid."""
    if any(call != PASS for call in auction.legal_calls(may_bid(auction, hand))):
        return None
    if auction.turn in auction.barred:
        return "barred from bidding"
    return "no higher bid is allowed" if may_bid(auction, hand) else "no marriage to bid with"


def held(auction: Auction, calls: Iterable[Call]) -> Auction:
    """The auction after these calls, judged without knowing anybody's cards.

    Raises:
        IllegalMoveError: naming the first call that is too low, too high, forbidden or too late.
    """
    for call in calls:
        fact = why_not_call(auction, call)
        if fact is not None:
            raise IllegalMoveError(call.text(), fact)
        auction = auction.after(call)
    return auction
