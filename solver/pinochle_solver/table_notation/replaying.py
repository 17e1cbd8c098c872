"""Hand records of the table games played through by the referee, and what is wrong in them.

A record with an error is played as far as it is legal; the error is named with its trick and its
seat. What an irregularity comes to is told by RULES-TABLE.md, section 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.record_reading import named_trick
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.irregularities import RULINGS, Irregularity, result_after
from pinochle_solver.table.moves import CONCEDE, NO_CARDS, Bury, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.scoring import HandFacts, HandResult, Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table_notation.positions import TablePosition
from pinochle_solver.table_notation.records import TableRecord, TableTrick
from pinochle_solver.table_notation.seen import position_of

_KINDS = {kind.value: kind for kind in Irregularity}


@dataclass(frozen=True, slots=True)
class TableFinding:
    """Something wrong in a record.

    Attributes:
        kind: an `Irregularity` in its word; or ``illegal`` for what the rules forbid and no row
            names, ``unreadable`` for text.
        trick: the number of the trick; 0 before the first lead.
        seat: whose it is; None: nobody's.
        what: the move, the word or the tag.
        fact: what is wrong with it.
        ruling: what it comes to; empty where nothing is told.
    """

    kind: str
    trick: int
    seat: Seat | None
    what: str
    fact: str
    ruling: str = ""

    def __str__(self) -> str:
        place = f"trick {self.trick}" if self.trick else "before the first trick"
        whose = "" if self.seat is None else f"{self.seat.text()}, "
        ruling = f"; {self.ruling}" if self.ruling else ""
        return f"{place}: {whose}{self.what}: {self.fact}{ruling}"


@dataclass(frozen=True, slots=True)
class TableMoment:
    """A decision of a hand that was recorded.

    Attributes:
        hand: the hand before it.
        move: what was decided; None: the record ends here.
    """

    hand: TableHand
    move: TableMove | None

    @property
    def trick(self) -> int:
        """The number of the trick, 0 before the first lead."""
        return len(self.hand.tricks) + 1 if self.hand.act is Act.PLAY else 0

    @property
    def seat(self) -> Seat:
        """Who decides."""
        assert self.hand.turn is not None
        return self.hand.turn


@dataclass(frozen=True, slots=True)
class Stop:
    """An irregularity that ends a hand.

    Attributes:
        facts: the hand so far.
        irregularity: what happened.
        offender: whose fault it was.
    """

    facts: HandFacts
    irregularity: Irregularity
    offender: Seat

    def result(self, kitty: int) -> HandResult | None:
        """What the hand comes to; None: it goes on after all."""
        return result_after(self.facts, self.irregularity, self.offender, kitty)


@dataclass(frozen=True, slots=True)
class TableReplay:
    """A record played through.

    Attributes:
        record: the record.
        hand: the hand as far as it is legal; None where even the deal cannot be.
        moments: its decisions in order, those that follow without one left out.
        findings: what is wrong.
        stop: the irregularity that ended it; None: none did.
    """

    record: TableRecord
    hand: TableHand | None
    moments: tuple[TableMoment, ...]
    findings: tuple[TableFinding, ...]
    stop: Stop | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the hand is over."""
        return self.stop is not None or (self.hand is not None and self.hand.act is Act.OVER)

    @property
    def result(self) -> HandResult | None:
        """What the hand comes to, with the kitty of its record; None: it is not over."""
        return self.result_with(self.record.kitty or 0)

    def result_with(self, kitty: int) -> HandResult | None:
        """What the hand comes to where so much is in the kitty before it; None: it is not over."""
        if self.stop is not None:
            return self.stop.result(kitty)
        if self.hand is None or self.hand.act is not Act.OVER:
            return None
        return self.hand.result(kitty)

    def position(self, moment: TableMoment, view: Seat | None) -> TablePosition:
        """The position at one of its moments, as a seat sees it; None for all cards."""
        record = self.record
        position = position_of(
            moment.hand, view, score=record.score, checks=record.checks, kitty=record.kitty
        )
        return replace(position, names=record.names)


@dataclass(frozen=True, slots=True)
class RecordedTablePosition:
    """A position taken out of a record.

    Attributes:
        position: the position.
    """

    position: TablePosition


class _StopError(Exception):
    """The hand does not go on."""

    def __init__(self, finding: TableFinding, stop: Stop | None = None) -> None:
        super().__init__()
        self.finding, self.stop = finding, stop


def replay_table_record(record: TableRecord) -> TableReplay:
    """Play a record through; whatever is wrong with it is a finding.

    Raises:
        NotationError: (``View``) for the record of one seat, whose other hands are not known.
    """
    if record.view is not None:
        fact = f"{record.view.text()}, but a hand is replayed only with all cards"
        raise NotationError("View", fact)
    try:
        hand = begun(_deal(record))
    except PositionError as error:
        finding = TableFinding("illegal", 0, None, error.token, error.fact)
        return TableReplay(record, None, (), (finding,))
    return _Replayer(record, hand).replay()


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
        except _StopError as error:
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
        self._notes(record.opening, 0)
        if self.hand.act is Act.BURY and not self._bury():
            self._expect_nothing_played()
            return
        while self.hand.act is Act.MELD:
            assert self.hand.turn is not None
            self._move(Lay(record.melds.get(self.hand.turn, ())))
        self._check_laid()
        for trick in record.tricks:
            for place, card in enumerate(trick.plays):
                self._notes(trick, place)
                self._move(PlayCard(Card.parse(card)))
            self._notes(trick, len(trick.plays))
        if record.unread is not None:
            error = record.unread
            raise _StopError(
                TableFinding("unreadable", named_trick(error), None, "the text", error.fact)
            )

    def _bury(self) -> bool:
        """Make the bidder's decision; whether the record has it."""
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
            raise _StopError(TableFinding("illegal", 1, None, "Trump", fact))

    def _check_laid(self) -> None:
        """Refuse melds of a seat that has not been asked."""
        for seat, melds in self.record.melds.items():
            if melds and not self.hand.laid[seat]:
                tag = f"Melds{seat.text().capitalize()}"
                raise _StopError(
                    TableFinding("illegal", 0, seat, tag, f"{seat.text()} has not these melds")
                )

    # Moves

    def _move(self, move: TableMove) -> None:
        """Make a move; one that is not legal ends the hand."""
        hand = self.hand
        moment = TableMoment(hand, move)
        fact = hand.why_illegal(move)
        if fact is None:
            self.moments.append(moment)
            self.hand = hand.after(move)
            return
        if hand.turn is None:
            raise _StopError(TableFinding("illegal", len(hand.tricks), None, move.text(), fact))
        kind = self._irregularity(move)
        if kind is None:
            raise _StopError(TableFinding("illegal", moment.trick, hand.turn, move.text(), fact))
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
                for kind, seat in self._irregularities(note.words, trick.number):
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
                fact = f"not one of {', '.join(_KINDS)}"
                raise _StopError(TableFinding("unreadable", trick, None, word, fact))
            seat = None
            if rest and rest[0].lower() not in _KINDS:
                try:
                    seat = Seat.parse(rest.pop(0))
                except PositionError as error:
                    raise _StopError(
                        TableFinding("unreadable", trick, None, word, error.fact)
                    ) from None
            if seat is None and kind is not Irregularity.MISDEAL:
                fact = f"without its seat, such as {word} west"
                raise _StopError(TableFinding("unreadable", trick, None, word, fact))
            yield kind, seat

    def _stop(
        self, kind: Irregularity, seat: Seat | None, trick: int, what: str, fact: str
    ) -> None:
        """Have an irregularity ruled; where the hand goes on it is told, else it ends."""
        offender = self.hand.dealer if seat is None else seat
        stop = Stop(self.hand.facts(), kind, offender)
        result = stop.result(0)
        ruling = RULINGS[kind].remedy if result is None else _ruling(result)
        finding = TableFinding(kind.value, trick, seat, what, fact, ruling)
        if result is None:
            self.findings.append(finding)
        else:
            raise _StopError(finding, stop)


def _ruling(result: HandResult) -> str:
    """What a hand that was stopped comes to, in words."""
    if result.outcome is Outcome.VOID:
        return "the hand is void"
    if result.outcome is Outcome.PLAYED:
        return "the hand ends"
    return f"the contract counts as {result.outcome.value}"
