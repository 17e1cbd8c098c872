"""Playing hand records of the table games through with the referee, and what is wrong in them.

A record with an error is played as far as it is legal; the error is named with its trick and its
seat. RULES-TABLE.md, section 10, says what follows from an irregularity.
"""

from __future__ import annotations

from pinochle_solver.errors import NotationError, PositionError, expect_type
from pinochle_solver.game.table.auction_replayer import NONE_WRONG, AuctionReplayer, WrongBids
from pinochle_solver.game.table.dealt_hands import whole_record
from pinochle_solver.game.table.hand_replayer import HandReplayer
from pinochle_solver.game.table.recording import deal_of_record
from pinochle_solver.game.table.replayed_hand import (
    TableFinding,
    TableMoment,
    TableReplay,
)
from pinochle_solver.game.table.shown_cards import ShownCards
from pinochle_solver.game.table.stock_replayer import StockReplayer
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.hand_tags import melds_tag
from pinochle_solver.notation.table.irregularity_words import declared
from pinochle_solver.notation.table.record_parts import StatedResult, TableTrick
from pinochle_solver.rules.cards import Card, Hand, Rank
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.irregularities import RULINGS
from pinochle_solver.table.melds import EXCHANGE, TableMelds, is_lawful
from pinochle_solver.table.moves import CONCEDE, Bury, Dix, Lay, PlayCard
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import begun_with_stock


def replay_table_record(record: TableRecord) -> TableReplay:
    """Play a record through; everything wrong with it is a finding.

    Raises:
        NotationError: for the record of one seat from which the other hands do not follow.
        TypeError: for anything but a `TableRecord`.
    """
    expect_type(record, TableRecord, "parse_table_record reads text")
    record = whole_record(record)
    try:
        deal = deal_of_record(record)
    except PositionError as error:
        finding = TableFinding(Irregularity.ILLEGAL, 0, None, error.token, error.fact)
        return TableReplay(record, None, (), (finding,))
    if record.rules.stock is not None:
        return StockReplayer(record, begun_with_stock(deal)).replay()
    return DealtReplayer(record, begun(deal)).replay()


class DealtReplayer(HandReplayer):
    """Plays a record of a game without a stock.

    Args:
        record: the record.
        hand: the hand after the deal, or in the middle if only a ruling is wanted.
        shown: the shown cards that bind their holders then; None: none.
        wrong: the bids without a marriage until then.

    Attributes:
        shown: the shown cards up to now.
        auction: rules on the calls.
    """

    def __init__(
        self,
        record: TableRecord,
        hand: TableHand,
        shown: ShownCards | None = None,
        wrong: WrongBids = NONE_WRONG,
    ) -> None:
        super().__init__(record, hand)
        self.shown = ShownCards(shown)
        self.auction = AuctionReplayer(self, self.shown, wrong)

    def open(self) -> None:
        """The auction, the burial and the melds, and what stands before the first trick."""
        record = self.record
        self.auction.replay()
        while self.hand.act is Act.DIX:
            self.move(Dix(self.hand.turn is record.exchange))
        self._check_exchange()
        is_decided = self.hand.act is not Act.BURY or self._bury()
        if is_decided:
            self._check_decided()
            while self.hand.act is Act.MELD:
                assert self.hand.turn is not None
                self.move(Lay(self._melds(self.hand.turn)))
            self._check_laid()
        self._notes(record.opening, 0)
        if not is_decided:
            self._expect_nothing_played()
        elif record.result is StatedResult.CONCEDED:
            self._concede()

    def before_card(self, trick: TableTrick, place: int) -> None:
        """Rule on what stands in braces before a card."""
        self._notes(trick, place)

    def after_cards(self, trick: TableTrick) -> None:
        """Rule on what stands in braces behind the last card."""
        self._notes(trick, len(trick.plays))

    def close(self) -> None:
        """Compare the result that the record states, and keep the decision at its end."""
        if self.record.result is StatedResult.MADE:
            self._let_defenders_concede()
        elif self.record.result is StatedResult.SET:
            self._let_bidder_give_up()
        if self.hand.act is not Act.OVER:
            self.moments.append(TableMoment(self.hand, None))

    def _bury(self) -> bool:
        """Make the bidder's decision; return whether the record has it."""
        record, bidder = self.record, self.hand.turn
        assert bidder is not None
        melds = record.melds.get(bidder, ())
        is_complete = record.trump is not None and not (
            self.hand.rules.widow and record.buried is None
        )
        if record.result is StatedResult.CONCEDED and not is_complete:
            # He has conceded before burying, whatever he has named and laid.
            held = self.hand.hands[bidder]
            if record.trump is not None and not is_lawful(melds or (), held, record.trump):
                fact = f"{bidder.text()} has not these melds"
                raise self.refused(melds_tag(bidder), fact, bidder)
            self.move(CONCEDE)
            return True
        if record.trump is None:
            return False
        self.move(Bury(record.trump, record.buried or Hand.of(()), melds))
        return True

    def _expect_nothing_played(self) -> None:
        if self.record.tricks:
            fact = "missing, and cards were played"
            raise self.refused("Trump", fact, trick=1)

    def _check_exchange(self) -> None:
        """Refuse an exchange by a seat that has not been asked."""
        seat, upcard = self.record.exchange, self.record.upcard
        if seat is None or upcard is None or self.hand.exchanger is seat:
            return
        nine = Card(Rank.NINE, upcard.suit)
        fact = f"{nine} was turned up" if upcard == nine else f"{seat.text()} has no {nine}"
        raise self.refused("Exchange", fact, seat)

    def _check_decided(self) -> None:
        """Refuse a bidder's decision in the record if the hand never came to that decision."""
        record, hand = self.record, self.hand
        if hand.act is Act.BID and hand.turn is not None:
            fact = f"the auction is not over, {hand.turn.text()} is to call"
        elif hand.ending is Ending.PASSED_OUT:
            fact = "all have passed"
        else:
            return
        given = {
            "Trump": record.trump is not None,
            "Buried": record.buried is not None,
            **{melds_tag(seat): melds != () for seat, melds in record.melds.items()},
            "Result": record.result is not None,
        }
        for tag, is_given in given.items():
            if is_given:
                raise self.refused(tag, f"given, but {fact}")

    def _melds(self, seat: Seat) -> TableMelds | None:
        """What a seat lays from its hand by the record; None: all that it can."""
        melds = self.record.melds.get(seat, ())
        if melds is not None and self.hand.exchanger is seat:
            melds = tuple(meld for meld in melds if meld != EXCHANGE)  # it is laid already
        return melds

    def _check_laid(self) -> None:
        """Refuse melds of a seat that does not lay, or had nothing to lay."""
        rules, bidder = self.record.rules, self.hand.bidder
        has_conceded = self.hand.ending is Ending.CONCEDED
        for seat, melds in self.record.melds.items():
            if seat is bidder and has_conceded:
                continue
            if rules.only_bidder_melds and seat is not bidder:
                fact = f"in {rules.name} only the bidder melds"
                is_wrong = melds != ()
            else:
                fact = f"{seat.text()} has not these melds"
                is_wrong = bool(self._melds(seat)) and set(self.hand.laid[seat] or ()) <= {EXCHANGE}
            if is_wrong:
                raise self.refused(melds_tag(seat), fact, seat)

    # Hands that are given up

    def _concede(self) -> None:
        """Let the bidder give up a hand for which he has buried and laid his melds."""
        if self.hand.ending is Ending.MADE_BY_MELDS:
            raise self._wrong_result("conceded, but the melds alone make the contract")
        if self.hand.act is Act.PLAY:
            self.hand = self.hand.conceded()

    def _wrong_result(self, fact: str) -> Exception:
        """Note that the result stated is not the hand's; the error to raise."""
        return self.refused("Result", fact)

    def _let_defenders_concede(self) -> None:
        """Let the defenders give up, unless the contract is made or cannot be made any more."""
        if self._is_played_out(Outcome.MADE):
            return
        hand = self.hand
        over = hand.conceded_by_defenders()
        bidder = hand.bidder
        assert bidder is not None
        if over.result().outcome is not Outcome.MADE:
            unit = next(unit for unit in hand.rules.units(hand.dealer) if bidder in unit)
            whose = "+".join(seat.text() for seat in unit)
            fact = f"made, but with every trick that is left {whose} has {over.facts().total(unit)}"
            raise self._wrong_result(f"{fact}, not {hand.contract}")
        self.hand = over

    def _let_bidder_give_up(self) -> None:
        """Let the bidder give the rest up in the play, unless the contract is made."""
        if self._is_played_out(Outcome.SET):
            return
        hand = self.hand
        if not (hand.tricks or hand.led):
            raise self._wrong_result("set, but no card is led; before that a bidder concedes")
        if hand.settled() is Outcome.MADE:
            raise self._wrong_result("set, but the contract is made already")
        self.hand = hand.given_up()

    def _is_played_out(self, stated: Outcome) -> bool:
        """Whether the hand has this result without anybody giving up; an error for another one."""
        hand = self.hand
        if hand.act is Act.BURY:
            raise self._wrong_result(f"{stated.value}, but no trump is named; add Trump")
        if hand.act is not Act.OVER:
            return False
        outcome = hand.result().outcome
        if outcome is not stated:
            raise self._wrong_result(f"{stated.value}, but the contract is {outcome.value}")
        return True

    # The play

    def card(self, _trick: TableTrick, text: str) -> None:
        """Play a card; a seat that does not do what was said about a shown card has reneged."""
        hand, card, fact = self.hand, Card.parse(text), None
        if hand.act is Act.PLAY and hand.is_legal(PlayCard(card)):
            fact = self.shown.why_disobeyed(hand, card)
        if fact is None:
            self.move(PlayCard(card))
        else:
            trick = len(hand.tricks) + 1
            self.rule(Irregularity.RENEGE, hand.turn, trick, card.text(), f"{fact}, a renege")

    def _notes(self, trick: TableTrick, place: int) -> None:
        """Rule on what stands in braces."""
        for note in trick.notes:
            if note.after == place:
                self.take(note.words, trick.number)

    def take(self, words: tuple[str, ...], trick: int) -> None:
        """Rule on what a brace says in a trick; raises `StopReplayError` for what ends the hand."""
        try:
            items = declared(words, self.hand.rules)
        except NotationError as error:
            raise self.unreadable(error.token, error.fact, trick=trick) from None
        for item in items:
            if not self.shown.takes(self, item, trick):
                self.rule(item.kind, item.seat, trick, item.text, RULINGS[item.kind].meaning)
