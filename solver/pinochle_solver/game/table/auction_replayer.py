"""Playing the auction of a record through: calls that stand, and calls that went wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pinochle_solver.errors import NotationError
from pinochle_solver.game.table.hand_replayer import HandReplayer
from pinochle_solver.game.table.replayed_hand import Stop, TableMoment
from pinochle_solver.game.table.shown_cards import ShownCards
from pinochle_solver.notation.table.irregularity_words import (
    CallNote,
    Choice,
    NoMarriage,
    VoidCall,
    call_notes,
)
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import Auction, may_bid, why_not_call
from pinochle_solver.table.irregularities import RULINGS, VOID_HAND
from pinochle_solver.table.moves import Call
from pinochle_solver.table.scoring import Unit
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class WrongBids:
    """Bids without a marriage.

    Attributes:
        by: who has bid so.
        is_chosen: whether the opponents have chosen what follows.
    """

    by: frozenset[Seat] = frozenset()
    is_chosen: bool = False


NONE_WRONG = WrongBids()


class AuctionReplayer:
    """Makes the calls of a record, and rules on those that went wrong.

    Args:
        replayer: the record under way.
        shown: the shown cards of the hand.
        wrong: the bids without a marriage so far.

    Attributes:
        wrong: the same up to now.
    """

    def __init__(
        self, replayer: HandReplayer, shown: ShownCards, wrong: WrongBids = NONE_WRONG
    ) -> None:
        self._replayer, self._shown, self.wrong = replayer, shown, wrong

    def replay(self) -> None:
        """Make them; raises `StopReplayError` for what ends the reading or the hand."""
        record = self._replayer.record
        calls = record.calls or ()
        for place in range(len(calls) + 1):
            for note in record.call_notes:
                if note.after == place:
                    self.take(note.words)
            for call in calls[place : place + 1]:
                self.call(call, is_last=place == len(calls) - 1)

    # Calls that stand

    def call(self, call: Call, *, is_last: bool) -> None:
        """Make a call that stands, also one that might not be made.

        Args:
            call: the call.
            is_last: whether no call stands behind it.

        Raises:
            StopReplayError: for one that cannot stand.
        """
        hand = self._replayer.hand
        if hand.act is not Act.BID:
            self._replayer.move(call)
            return
        auction, seat = hand.auction, hand.turn
        assert auction is not None
        assert seat is not None
        held = hand.held[seat]
        has_marriage = held.hidden > 0 or may_bid(auction, held.known)
        fact = why_not_call(auction, call)
        if fact is None and call in auction.legal_calls(has_marriage):
            self._replayer.move(call)
            return
        if fact is not None and not auction.is_too_low(call):
            raise self._replayer.log.stop(Irregularity.BID, 0, seat, call.text(), fact, "void")
        if fact is not None and is_last:
            ruling = "to be mended, unless the next seat bids or passes over it"
            self._find(Irregularity.BID, seat, call.text(), fact, ruling)
            return
        standing = auction.with_standing(call)
        if fact is not None:
            assert standing.turn is not None or not is_last
            ruling = "it stands, for the next seat has called over it"
            self._find(Irregularity.BID, seat, call.text(), fact, ruling)
        if not has_marriage and not (auction.is_forced and call.bid == auction.rules.forced):
            self._find_no_marriage(seat, call)
        self._replayer.moments.append(TableMoment(hand, call))
        self._replayer.hand = hand.with_auction(standing)

    def _find_no_marriage(self, seat: Seat, call: Call) -> None:
        self.wrong = replace(self.wrong, by=self.wrong.by | {seat})
        first, second = self._opponents(seat)
        ruling = (
            f"{first.text()} and {second.text()} choose, all melds shown: {seat.text()} plays at "
            "the highest bid, a redeal, or one of them plays at the highest or the lowest bid"
        )
        fact = RULINGS[Irregularity.MARRIAGE].meaning
        self._find(Irregularity.MARRIAGE, seat, call.text(), fact, ruling)

    # What stands in braces

    def take(self, words: tuple[str, ...]) -> None:
        """Rule on what a brace says; raises `StopReplayError` for what ends the reading."""
        try:
            notes = call_notes(words, self._replayer.hand.rules)
        except NotationError as error:
            raise self._replayer.unreadable(error.token, error.fact) from None
        for note in notes:
            self._rule_on(note)

    def _rule_on(self, note: CallNote) -> None:
        if isinstance(note, VoidCall):
            self._void(note)
        elif isinstance(note, NoMarriage):
            self._choose(note)
        elif note.kind is Irregularity.SEEN:
            assert note.seat is not None
            self._bar_who_saw(note.seat, note.text)
        elif not self._shown.takes(self._replayer, note, 0):
            self._replayer.rule(note.kind, note.seat, 0, note.text, RULINGS[note.kind].meaning)

    def _void(self, note: VoidCall) -> None:
        """Rule on a call that did not count."""
        hand, call = self._replayer.hand, note.call
        auction, text = hand.auction, note.call.text()
        if auction is None or hand.turn is None or hand.act is not Act.BID:
            self._find(Irregularity.BID, note.seat, text, "the auction is over", "void")
            return
        seat = hand.turn if note.seat is None else note.seat
        if seat not in hand.players:
            self._find(Irregularity.BID, seat, text, f"{seat.text()} is out", "void")
        elif seat is hand.turn:
            fact = why_not_call(auction, call)
            if fact is None:
                fact = f"in braces, but {seat.text()} may call it; write it without braces"
                raise self._replayer.refused(text, fact, seat)
            ruling = "to be mended" if auction.is_too_low(call) else "void"
            self._find(Irregularity.BID, seat, text, fact, ruling)
        elif seat not in auction.waiting and seat is not auction.bidder:
            self._find(Irregularity.BID, seat, text, f"{seat.text()} may call no more", "void")
        else:
            self._rule_out_of_turn(auction, seat, hand.turn, call)

    def _rule_out_of_turn(self, auction: Auction, seat: Seat, turn: Seat, call: Call) -> None:
        fact, ruling = f"out of turn, {turn.text()} is to call", "void"
        if auction.rules.bars_out_of_turn:
            (partner,) = (s for s in self._unit(seat) if s is not seat)
            barred = partner if call.bid is not None else seat
            self._bar(barred)
            ruling = f"void, {barred.text()} is barred from bidding"
        self._find(Irregularity.BID, seat, call.text(), fact, ruling)

    def _bar_who_saw(self, seat: Seat, text: str) -> None:
        hand, fact, ruling = self._replayer.hand, RULINGS[Irregularity.SEEN].meaning, ""
        if not hand.rules.widow:
            fact = f"there is no widow in {hand.rules.name}"
            raise self._replayer.refused(text, fact, seat)
        if hand.act is Act.BID:
            self._bar(seat)
            ruling = f"{seat.text()} is barred from bidding"
        self._find(Irregularity.SEEN, seat, text, fact, ruling)

    def _bar(self, seat: Seat) -> None:
        hand = self._replayer.hand
        assert hand.auction is not None
        self._replayer.hand = replace(hand, auction=hand.auction.with_barred(seat))

    def _choose(self, note: NoMarriage) -> None:
        """Let a hand be played as the opponents of a bid without a marriage have chosen."""
        hand, seat, kind = self._replayer.hand, note.seat, Irregularity.MARRIAGE
        auction, fact = hand.auction, None
        if seat not in self.wrong.by and not self._is_shown_up(note):
            fact = f"{seat.text()} has not bid without a marriage"
        elif note.choice is None:
            return
        elif hand.act is not Act.BURY:
            fact = "chosen before the auction is over"
        elif self.wrong.is_chosen:
            fact = "a second choice"
        elif note.player is not None and note.player not in self._opponents(seat):
            fact = f"{note.player.text()} is no opponent of {seat.text()}"
        if fact is not None:
            raise self._replayer.refused(note.text, fact, seat)
        assert auction is not None
        self.wrong = replace(self.wrong, is_chosen=True)
        chosen = "chosen by the opponents"
        if note.choice is Choice.REDEAL:
            self._replayer.stop = Stop(hand.facts(), kind, seat)
            raise self._replayer.log.stop(kind, 0, seat, note.text, chosen, VOID_HAND)
        player = seat if note.player is None else note.player
        contract = (min if note.choice is Choice.LOWEST else max)(auction.bids)
        self._find(kind, seat, note.text, chosen, f"{player.text()} plays at {contract}")
        self._replayer.hand = hand.with_auction(auction.played_by(player, contract))

    def _is_shown_up(self, note: NoMarriage) -> bool:
        """Whether the highest bidder, whose cards are hidden, is now found to have no marriage."""
        hand, seat = self._replayer.hand, note.seat
        auction = hand.auction
        if auction is None or auction.bidder is not seat or not hand.held[seat].hidden:
            return False
        self._find_no_marriage(seat, Call(auction.contract))
        return True

    # What is wrong

    def _find(
        self, kind: Irregularity, seat: Seat | None, what: str, fact: str, ruling: str
    ) -> None:
        self._replayer.log.find(kind, 0, seat, what, fact, ruling)

    def _unit(self, seat: Seat) -> Unit:
        hand = self._replayer.hand
        return next(unit for unit in hand.rules.units(hand.dealer) if seat in unit)

    def _opponents(self, seat: Seat) -> Unit:
        hand = self._replayer.hand
        return next(unit for unit in hand.rules.units(hand.dealer) if seat not in unit)
