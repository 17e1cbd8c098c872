"""Playing hand records of the table games through with the referee, and what is wrong in them.

A record with an error is played as far as it is legal; the error is named with its trick and its
seat. RULES-TABLE.md, section 10, says what follows from an irregularity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pinochle_solver.errors import PositionError, expect_type
from pinochle_solver.notation.record_reading import named_trick
from pinochle_solver.notation.trick_words import COMMENTS
from pinochle_solver.rules.cards import Card, Hand, Rank
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.irregularities import RULINGS, Irregularity
from pinochle_solver.table.melds import EXCHANGE
from pinochle_solver.table.moves import CONCEDE, NO_CARDS, Bury, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import begun_with_stock
from pinochle_solver.table_notation.one_seat import whole_record
from pinochle_solver.table_notation.records import TableRecord, TableTrick, melds_tag
from pinochle_solver.table_notation.replays import (
    Stop,
    StopError,
    TableFinding,
    TableMoment,
    TableReplay,
)
from pinochle_solver.table_notation.stock_replaying import StockReplayer

_KINDS = {kind.value: kind for kind in Irregularity}
_UNDECIDED = {
    Ending.PASSED_OUT: "all have passed",
    Ending.CONCEDED: "the hand was conceded",
}


def replay_table_record(record: TableRecord) -> TableReplay:
    """Play a record through; everything wrong with it is a finding.

    Raises:
        NotationError: for the record of one seat from which the other hands do not follow.
        TypeError: for anything but a `TableRecord`.
    """
    expect_type(record, TableRecord, "parse_table_record reads text")
    record = whole_record(record)
    try:
        deal = _deal(record)
    except PositionError as error:
        finding = TableFinding("illegal", 0, None, error.token, error.fact)
        return TableReplay(record, None, (), (finding,))
    if record.rules.stock is not None:
        return StockReplayer(record, begun_with_stock(deal)).replay()
    return _Replayer(record, begun(deal)).replay()


def _deal(record: TableRecord) -> TableDeal:
    return TableDeal(
        rules=record.rules,
        dealer=record.dealer,
        hands=tuple(record.hands.get(seat, NO_CARDS) for seat in record.rules.table),
        widow=record.widow or NO_CARDS,
        upcard=record.upcard,
        stock=record.stock or (),
    )


class _Replayer:
    """Plays a record of a game without a stock."""

    def __init__(self, record: TableRecord, hand: TableHand) -> None:
        self.record, self.hand = record, hand
        self.moments: list[TableMoment] = []
        self.findings: list[TableFinding] = []

    def replay(self) -> TableReplay:
        """Play it."""
        stop = None
        try:
            self._play()
            if self.hand.act is not Act.OVER:
                self.moments.append(TableMoment(self.hand, None))
        except StopError as error:
            self.findings.append(error.finding)
            stop = error.stop
        moments, findings = tuple(self.moments), tuple(self.findings)
        return TableReplay(self.record, self.hand, moments, findings, stop)

    def _play(self) -> None:
        record = self.record
        for call in record.calls or ():
            self._move(call)
        while self.hand.act is Act.DIX:
            self._move(Dix(self.hand.turn is record.exchange))
        self._check_exchange()
        is_decided = self.hand.act is not Act.BURY or self._bury()
        if is_decided:
            self._check_decided()
            while self.hand.act is Act.MELD:
                assert self.hand.turn is not None
                self._move(Lay(record.melds.get(self.hand.turn, ())))
            self._check_laid()
        self._notes(record.opening, 0)
        if not is_decided:
            self._expect_nothing_played()
        for trick in record.tricks:
            for place, card in enumerate(trick.plays):
                self._notes(trick, place)
                self._move(PlayCard(Card.parse(card)))
            self._notes(trick, len(trick.plays))
        if record.unread is not None:
            error = record.unread
            raise StopError(
                TableFinding("unreadable", named_trick(error), None, "the text", error.fact)
            )

    def _bury(self) -> bool:
        """Make the bidder's decision; return whether the record has it."""
        record, bidder = self.record, self.hand.turn
        assert bidder is not None
        if record.conceded:
            self._move(CONCEDE)
            return True
        if record.trump is None:
            return False
        melds = record.melds.get(bidder, ())
        self._move(Bury(record.trump, record.buried or Hand.of(()), melds))
        return True

    def _expect_nothing_played(self) -> None:
        if self.record.tricks:
            fact = "missing, and cards were played"
            raise StopError(TableFinding("illegal", 1, None, "Trump", fact))

    def _check_exchange(self) -> None:
        """Refuse an exchange by a seat that has not been asked."""
        seat, upcard = self.record.exchange, self.record.upcard
        if seat is None or upcard is None or self.hand.exchanger is seat:
            return
        nine = Card(Rank.NINE, upcard.suit)
        fact = f"{nine} was turned up" if upcard == nine else f"{seat.text()} has no {nine}"
        raise StopError(TableFinding("illegal", 0, seat, "Exchange", fact))

    def _check_decided(self) -> None:
        """Refuse a bidder's decision in the record if the hand never came to that decision."""
        record, hand = self.record, self.hand
        if hand.act is Act.BID and hand.turn is not None:
            fact = f"the auction is not over, {hand.turn.text()} is to call"
        elif hand.ending in _UNDECIDED:
            fact = _UNDECIDED[hand.ending]
        else:
            return
        given = {
            "Trump": record.trump is not None,
            "Buried": record.buried is not None,
            **{melds_tag(seat): melds != () for seat, melds in record.melds.items()},
            "Result": record.conceded and hand.ending is not Ending.CONCEDED,
        }
        for tag, is_given in given.items():
            if is_given:
                raise StopError(TableFinding("illegal", 0, None, tag, f"given, but {fact}"))

    def _check_laid(self) -> None:
        """Refuse melds of a seat that does not lay, or had nothing to lay."""
        rules, bidder = self.record.rules, self.hand.bidder
        for seat, melds in self.record.melds.items():
            if rules.only_bidder_melds and seat is not bidder:
                fact = f"in {rules.name} only the bidder melds"
                is_wrong = melds != ()
            else:
                fact = f"{seat.text()} has not these melds"
                is_wrong = bool(melds) and set(self.hand.laid[seat] or ()) <= {EXCHANGE}
            if is_wrong:
                raise StopError(TableFinding("illegal", 0, seat, melds_tag(seat), fact))

    # Moves

    def _move(self, move: TableMove) -> None:
        """Make a move; an illegal move ends the hand."""
        hand = self.hand
        moment = TableMoment(hand, move)
        fact = hand.why_illegal(move)
        if fact is None:
            self.moments.append(moment)
            self.hand = hand.after(move)
            return
        if hand.turn is None:
            number = len(hand.tricks) + isinstance(move, PlayCard)
            raise StopError(TableFinding("illegal", number, None, move.text(), fact))
        kind = self._irregularity(move)
        if kind is None:
            raise StopError(TableFinding("illegal", moment.trick, hand.turn, move.text(), fact))
        if kind is Irregularity.RENEGE:
            fact = f"{fact}, a renege"
        self._stop(kind, hand.turn, moment.trick, move.text(), fact)

    def _irregularity(self, move: TableMove) -> Irregularity | None:
        """The row of section 10 that an illegal move falls under; None: none."""
        hand = self.hand
        assert hand.turn is not None
        held = hand.hands[hand.turn]
        if isinstance(move, PlayCard) and hand.act is Act.PLAY and move.card in held:
            return Irregularity.RENEGE
        if isinstance(move, Bury) and hand.act is Act.BURY and hand.rules.widow:
            return Irregularity.BURIAL
        return None

    # What stands in braces

    def _notes(self, trick: TableTrick, place: int) -> None:
        for note in trick.notes:
            if note.after == place:
                # All of it is read first: of a brace with an unreadable word nothing is ruled on.
                for kind, seat in [*self._irregularities(note.words, trick.number)]:
                    text = kind.value if seat is None else f"{kind.value} {seat.text()}"
                    self._stop(kind, seat, trick.number, text, RULINGS[kind].meaning)

    def _irregularities(
        self, words: tuple[str, ...], trick: int
    ) -> Iterator[tuple[Irregularity, Seat | None]]:
        """Words in pairs: what went wrong, and whose fault it was."""
        rest = list(words)
        while rest:
            word = rest.pop(0)
            kind = _KINDS.get(word.lower())
            if kind is None:
                fact = f"not one of {', '.join(_KINDS)}; {COMMENTS}"
                raise StopError(TableFinding("unreadable", trick, None, word, fact))
            seat = None
            if rest and rest[0].lower() not in _KINDS:
                try:
                    seat = Seat.parse(rest.pop(0))
                except PositionError as error:
                    raise StopError(
                        TableFinding("unreadable", trick, None, word, error.fact)
                    ) from None
                if seat not in self.hand.rules.table:
                    fact = f"there is no {seat.text()} at a table of {len(self.hand.rules.table)}"
                    raise StopError(
                        TableFinding("unreadable", trick, None, f"{word} {seat.text()}", fact)
                    )
            if seat is None and kind is not Irregularity.MISDEAL:
                fact = f"without its seat, such as {word} west"
                raise StopError(TableFinding("unreadable", trick, None, word, fact))
            yield kind, seat

    def _stop(
        self, kind: Irregularity, seat: Seat | None, trick: int, what: str, fact: str
    ) -> None:
        """Rule on an irregularity; if the hand goes on, report the ruling, else end the hand."""
        offender = self.hand.dealer if seat is None else seat
        facts = self.hand.facts()
        if facts.trump is None:
            facts = replace(facts, trump=self.record.trump)  # named with a burial that was wrong
        stop = Stop(facts, kind, offender)
        result = stop.result(0)
        ruling = RULINGS[kind].remedy if result is None else _ruling(result)
        finding = TableFinding(kind.value, trick, seat, what, fact, ruling)
        if result is None:
            self.findings.append(finding)
        else:
            raise StopError(finding, stop)


def _ruling(result: HandResult) -> str:
    """The result of a stopped hand, in words."""
    if result.outcome is Outcome.VOID:
        return "the hand is void"
    if result.outcome is Outcome.PLAYED:
        return "the hand ends"
    return f"the contract counts as {result.outcome.value}"
