"""Records of the games with a stock, played through by the referee."""

from __future__ import annotations

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.record_reading import named_trick
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.irregularities import RULINGS, Irregularity
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import StockHand, StockMove
from pinochle_solver.table_notation.move_reading import parse_stock_move
from pinochle_solver.table_notation.records import TableRecord, TableTrick
from pinochle_solver.table_notation.replays import (
    StopError,
    TableFinding,
    TableMoment,
    TableReplay,
)

_SEATS = {seat.letter: seat for seat in Seat}
_NAMES = {seat.text(): seat for seat in Seat}
_IRREGULARITIES = {kind.value: kind for kind in Irregularity}


class StockReplayer:
    """Plays a record of a game with a stock.

    Args:
        record: the record.
        hand: the hand after the deal.
    """

    def __init__(self, record: TableRecord, hand: StockHand) -> None:
        self._record, self._hand = record, hand
        self._moments: list[TableMoment] = []
        self._findings: list[TableFinding] = []
        # Who has drawn what after the last trick.
        self._drawn: dict[Seat, Card | None] = {}

    def replay(self) -> TableReplay:
        """Play it as far as it is legal."""
        try:
            self._play()
            if self._hand.act is not Act.OVER:
                self._moments.append(TableMoment(self._hand, None))
        except StopError as error:
            self._findings.append(error.finding)
        moments, findings = tuple(self._moments), tuple(self._findings)
        return TableReplay(self._record, self._hand, moments, findings)

    def _play(self) -> None:
        record = self._record
        self._show(record.opening)
        for trick in record.tricks:
            for card in trick.plays:
                if self._hand.act is not Act.PLAY:
                    self._pass_all()
                self._move(card)
            self._show(trick)
        if record.unread is not None:
            fact, number = record.unread.fact, named_trick(record.unread)
            raise StopError(TableFinding("unreadable", number, None, "the text", fact))

    # What stands in braces

    def _show(self, trick: TableTrick) -> None:
        """What was shown and drawn after a trick, or before the first lead."""
        words = self._told(trick)
        winner = self._hand.leader
        for word in words:
            seat, text = self._whose(word, winner, trick.number)
            if text.startswith("+"):
                self._check_draw(seat, text, trick.number)
            elif not self._is_asked(seat):
                if text.lower() != "pass":
                    fact = "nothing may be shown there"
                    raise StopError(TableFinding("illegal", trick.number, seat, text, fact))
            else:
                self._move(text)
        if words and trick is not self._last():
            self._pass_all()

    def _told(self, trick: TableTrick) -> list[str]:
        """The words of a trick without those that tell of irregularities, which are findings."""
        words, rest = list[str](), [word for note in trick.notes for word in note.words]
        while rest:
            word = rest.pop(0)
            kind = _IRREGULARITIES.get(word.lower())
            if kind is None:
                words.append(word)
                continue
            whose = rest.pop(0) if rest and rest[0].lower() in _NAMES else None
            seat = None if whose is None else _NAMES[whose.lower()]
            what = word if whose is None else f"{word} {whose}"
            fact = RULINGS[kind].meaning
            self._findings.append(TableFinding(kind.value, trick.number, seat, what, fact))
        return words

    def _last(self) -> TableTrick:
        return self._record.tricks[-1] if self._record.tricks else self._record.opening

    def _whose(self, word: str, winner: Seat, number: int) -> tuple[Seat, str]:
        """Whose word it is, and the word without the letter of its seat."""
        letter, colon, rest = word.partition(":")
        if colon and letter.upper() in _SEATS:
            return _SEATS[letter.upper()], rest
        if not number:
            fact = "needs the letter of its seat before the first lead"
            raise StopError(TableFinding("unreadable", number, None, word, fact))
        return winner, word

    def _is_asked(self, seat: Seat) -> bool:
        """Whether a seat is asked now, those before it passing."""
        while self._hand.act in (Act.MELD, Act.DIX) and self._hand.turn is not seat:
            if self._hand.act is Act.DIX and seat not in self._hand.waiting:
                return False
            self._make(_PASSES[self._hand.act])
        return self._hand.act in (Act.MELD, Act.DIX)

    def _pass_all(self) -> None:
        """Have everybody pass who is asked and of whom nothing is written."""
        while self._hand.act in (Act.MELD, Act.DIX):
            self._make(_PASSES[self._hand.act])

    def _check_draw(self, seat: Seat, text: str, number: int) -> None:
        self._pass_all()
        try:
            card = Card.parse(text[1:])
        except PositionError as error:
            fact = error.fact
            raise StopError(TableFinding("unreadable", number, seat, text, fact)) from None
        drawn = self._drawn.get(seat)
        if drawn != card:
            fact = "nothing is drawn there" if drawn is None else f"the card drawn is {drawn}"
            raise StopError(TableFinding("illegal", number, seat, text, fact))

    # Moves

    def _move(self, text: str) -> None:
        """Make a move that is written; one that is not legal ends the hand."""
        hand = self._hand
        number = len(hand.tricks) + (hand.act is Act.PLAY)
        if hand.turn is None:
            raise StopError(TableFinding("illegal", number, None, text, "the hand is over"))
        try:
            move = parse_stock_move(text, hand.act, hand.seats[hand.turn].laid)
        except PositionError as error:
            finding = TableFinding("unreadable", number, hand.turn, text, error.fact)
            raise StopError(finding) from None
        fact = hand.why_illegal(move)
        if fact is not None:
            is_renege = hand.upcard is None and move.text() in map(Card.text, hand.hands[hand.turn])
            kind = "renege" if is_renege else "illegal"
            raise StopError(TableFinding(kind, number, hand.turn, text, fact))
        self._make(move)

    def _make(self, move: StockMove) -> None:
        before = self._hand
        self._moments.append(TableMoment(before, move))
        self._hand = before.after(move)
        if before.upcard is not None and len(self._hand.stock) < len(before.stock):
            order = clockwise(before.players, self._hand.leader)
            if self._hand.upcard is None:
                self._drawn = dict(zip(order, (*before.stock, None), strict=False))
                self._drawn[order[-1]] = self._upcard_taken(before, move)
            else:
                self._drawn = dict(zip(order, before.stock, strict=False))

    def _upcard_taken(self, before: StockHand, move: StockMove) -> Card | None:
        """The upcard as it lay for the last draw: after an exchange it is the nine."""
        is_dix = isinstance(move, Dix) and move.shown
        return before.seats[0].laid.book.dix if is_dix else before.upcard


_PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}
