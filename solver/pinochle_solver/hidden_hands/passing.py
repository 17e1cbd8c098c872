"""What follows a call: the others bid on, and somebody plays the hand, or nobody.

Each of them bids the lowest that it may, up to what MacDougall's system says its cards are worth
(``table/valuation.py``), and at least what it has bid; nobody overcalls a partner. Who buys the
hand names trump and buries by a rule of thumb, and gives up a contract for which that says it is
too weak. Then the hand is played out. The seat that has bid bids on in the same way, up to a limit
of its own; what the hand is worth if it buys it, ``bidding`` knows better.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.outcomes import Contract
from pinochle_solver.double_dummy.unseen import WIDOW
from pinochle_solver.hidden_hands.beliefs import WorldBatch
from pinochle_solver.hidden_hands.corrections import vary
from pinochle_solver.hidden_hands.game_worths import GameWorth
from pinochle_solver.hidden_hands.settling import Settling, hands_played
from pinochle_solver.hidden_hands.taking_up import finder_of, found_burials, played_out
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.auction import Auction, may_bid
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rules import STEP
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.valuation import advised_limit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPREAD = 30.0
"""How far the total of a hand lies from the rule of thumb (a standard deviation)."""


class Passed(NamedTuple):
    """What came of a call in some worlds.

    Attributes:
        worth: (worlds,) what the hand is worth to the seat that called, if another seat has bought
            it, or nobody has.
        bidders: in how many worlds each seat bought the hand; None: nobody did.
        bought: (worlds,) the contract at which the seat that bid has bought the hand itself; 0: it
            has not, or it had passed.
    """

    worth: NDArray[np.float64]
    bidders: Counter[Seat | None]
    bought: NDArray[np.int64]


class Passing:
    """Goes on after a call.

    Args:
        position: a position in the auction.
        game: as in `Ending`.
    """

    def __init__(self, position: TablePosition, game: GameWorth | None = None) -> None:
        import numpy as np

        hand = hand_of(position)
        assert isinstance(hand, TableHand)
        assert hand.auction is not None
        self._position, self._auction = position, hand.auction
        self._finder = finder_of(position.rules)
        self._settlings = {
            seat: Settling(
                position.rules,
                tuple(position.units),
                next(unit for unit in position.units if position.turn in unit),
                Contract(seat, 0, position.kitty or 0, score=position.score),
                game,
            )
            for seat in position.players
        }
        nothing = np.zeros(len(position.units), dtype=np.int64)
        self._passed_out = 0.0 if game is None else float(game(nothing))

    def after(
        self,
        batch: WorldBatch,
        more: NDArray[np.int16],
        stop: StopFlag,
        call: Call = PASS,
        limit: int = 0,
    ) -> Passed | None:
        """What comes of a call in worlds; None if it was stopped.

        Args:
            batch: the worlds.
            more: (worlds,) the points that a bidder's side wins above the playout.
            stop: ends it early.
            call: a legal call.
            limit: how far the seat bids on after a bid; after a pass it passes again.
        """
        import numpy as np

        limit = 0 if call == PASS else limit
        sold = [self._sold(batch, number, call, limit) for number in range(len(batch))]
        worth = np.full(len(batch), self._passed_out)
        bought = np.zeros(len(batch), dtype=np.int64)
        for seat in self._position.players:
            chosen = [number for number, auction in enumerate(sold) if auction.bidder == seat]
            if not chosen:
                continue
            bids = np.array([sold[number].contract for number in chosen], dtype=np.int64)
            if seat == self._position.turn and call != PASS:
                bought[chosen] = bids
                continue
            worlds = WorldBatch(batch.places, batch.counts[chosen])
            of_seat = self._played(seat, worlds, more[chosen], bids, stop)
            if of_seat is None:
                return None
            worth[chosen] = of_seat
        return Passed(worth, Counter(auction.bidder for auction in sold), bought)

    def _sold(self, batch: WorldBatch, number: int, call: Call, own_limit: int) -> Auction:
        """The auction after a call, to its end."""
        position = self._position
        hands = {
            seat: Hand(batch.counts[number, place].tobytes())
            for place, seat in enumerate(position.players)
        }
        limits = dict[Seat, int]()
        auction = self._auction.after(call)
        while (seat := auction.turn) is not None:
            if seat not in limits:
                limits[seat] = advised_limit(hands[seat], position.rules)
            limit = own_limit if seat == position.turn else limits[seat]
            auction = auction.after(self._call(auction, seat, hands[seat], limit))
        return auction

    def _call(self, auction: Auction, seat: Seat, hand: Hand, limit: int) -> Call:
        """The lowest bid that a seat may make, if it must or its limit allows it; else a pass."""
        rules = auction.rules
        if auction.is_forced:
            assert rules.forced is not None
            return Call(rules.forced)
        lowest = rules.lowest if auction.contract is None else auction.contract + STEP
        holder = auction.bidder
        is_partners = holder is not None and any(
            seat in unit and holder in unit for unit in self._position.units
        )
        is_good = lowest <= min(limit, rules.highest) and not is_partners
        may = is_good and seat not in auction.barred and may_bid(auction, hand)
        return Call(lowest) if may else PASS

    def _played(
        self,
        bidder: Seat,
        worlds: WorldBatch,
        more: NDArray[np.int16],
        bids: NDArray[np.int64],
        stop: StopFlag,
    ) -> NDArray[np.float64] | None:
        """(worlds,) what hands are worth that a seat has bought; None if it was stopped."""
        import numpy as np

        position, place = self._position, self._position.players.index(bidder)
        found = found_burials(self._finder, worlds.at(bidder) + worlds.at(WIDOW), 1, stop)
        guesses, settling = found.guesses[:, :, 0], self._settlings[bidder]
        worth = settling.expected(guesses, np.full(len(bids), SPREAD), bids[:, None])[:, 0]
        trumps = worth.argmax(axis=1)
        given_up = settling.conceded(bids) if position.rules.melds_win else None
        paid = np.empty(len(bids))
        for trump in Suit:
            chosen = np.flatnonzero(trumps == trump)
            if not len(chosen):
                continue
            deals = worlds.hands()[chosen].copy()
            deals[:, place] = found.kept[chosen, trump, 0]
            results = played_out(position, bidder, trump, deals, stop)
            if results is None:
                return None
            vary(results, position, bidder, more[chosen])
            hands = hands_played(
                position, bidder, trump, deals, results, found.brought[chosen, trump, 0, 1]
            )
            paid[chosen] = settling(hands, trumps[chosen], bids[chosen]).means
        if given_up is not None:
            best = worth.max(axis=1)
            paid = np.where(settling.gives_up(best, bids), given_up, paid)
        return paid
