"""Playing records of the games with a stock through with the referee."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NoReturn, TypeAlias

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.record_reading import named_trick
from pinochle_solver.notation.trick_words import check_shown, kinds_shown
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import named_kind
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.acts import Act
from pinochle_solver.table.irregularities import (
    DECLARED,
    NO_FAULTS,
    RULINGS,
    Irregularity,
    stock_renege_ruling,
    wrong_meld_ruling,
)
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import StockHand, StockMove
from pinochle_solver.table.stock_options import why_not_shown
from pinochle_solver.table_notation.move_reading import parse_stock_move
from pinochle_solver.table_notation.records import Note, TableRecord, TableTrick
from pinochle_solver.table_notation.replays import (
    StopError,
    TableFinding,
    TableMoment,
    TableReplay,
)

_SEATS = {seat.letter: seat for seat in Seat}
_NAMES = {seat.text(): seat for seat in Seat}

_Declared: TypeAlias = tuple[Irregularity, "Seat | None", str]
"""An irregularity in braces: what it is, whose, and its words."""
_Shown: TypeAlias = tuple[Seat, str]
"""Who did what: a draw with its ``+``, or something shown."""


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
        self._faults = NO_FAULTS
        self._kinds = kinds_shown(self._book)

    def replay(self) -> TableReplay:
        """Play it as far as it is legal."""
        is_broken_off = False
        try:
            self._play()
            if self._hand.act is not Act.OVER and not self._faults.reneged:
                self._moments.append(TableMoment(self._hand, None))
            is_broken_off = self._goes_on_after_renege()
        except StopError as error:
            self._findings.append(error.finding)
            is_broken_off = True
        return TableReplay(
            self._record,
            self._hand,
            tuple(self._moments),
            tuple(self._findings),
            faults=self._faults,
            is_broken_off=is_broken_off,
        )

    def _goes_on_after_renege(self) -> bool:
        """Whether the record goes on after a renege, and does not end with the trick of another."""
        reneges = {f.trick for f in self._findings if f.kind == Irregularity.RENEGE.value}
        is_over = self._hand.act is Act.OVER
        return bool(self._faults.reneged) and not is_over and self._last().number not in reneges

    def _play(self) -> None:
        record = self._record
        self._show(record.opening)
        for trick in record.tricks:
            if not trick.plays:  # its number alone says that nothing more was shown before it
                self._pass_all()
            for card in trick.plays:
                if self._hand.act is not Act.PLAY:
                    self._pass_all()
                self._drawn = {}
                self._move(card)
            self._show(trick)
        if record.unread is not None:
            fact, number = record.unread.fact, named_trick(record.unread)
            raise StopError(TableFinding("unreadable", number, None, "the text", fact))

    # What stands in braces

    def _show(self, trick: TableTrick) -> None:
        """What was shown and drawn after a trick, or before the first lead."""
        winner, is_told = self._hand.leader, False
        for note in trick.notes:
            # All of it is read first: of a brace with an unreadable word nothing is scored.
            declared, happened = self._read(note, winner, trick.number)
            for kind, seat, what in declared:
                self._declared(kind, trick.number, seat, what)
            for seat, text in happened:
                self._happened(trick.number, seat, text)
            is_told = is_told or bool(happened)
        if is_told and trick is not self._last():
            self._pass_all()

    def _happened(self, number: int, seat: Seat, text: str) -> None:
        """Make what a seat showed, or check what it drew."""
        if text.startswith("+"):
            self._check_draw(seat, text, number)
            return
        text = self._without_wrong_meld(number, seat, text)
        if not text:
            return
        if self._is_asked(seat):
            self._move(text)
        elif text.lower() != "pass":
            fact = "nothing may be shown there"
            raise StopError(TableFinding("illegal", number, seat, text, fact))

    def _without_wrong_meld(self, number: int, seat: Seat, text: str) -> str:
        """What is left of a show without a wrong meld and without a wrong dix."""
        text = self._without_wrong_dix(number, seat, text)
        parts = text.split("+")
        melds = "+".join(part for part in parts if part.lower() not in ("dix", ""))
        fact = self._why_no_meld(seat, text) if melds and melds.lower() != "pass" else None
        if fact is None:
            return text
        self._find_wrong_meld(number, seat, melds, sum(self._face_values(melds)), fact)
        return "dix" if "dix" in map(str.lower, parts) else ""

    def _without_wrong_dix(self, number: int, seat: Seat, text: str) -> str:
        """What is left of a show without the dix of a seat that has no nine of trumps."""
        parts, dix = text.split("+"), self._hand.seats[seat].laid.book.dix
        rest = [part for part in parts if part.lower() != "dix"]
        if rest == parts or self._hand.upcard is None or dix in self._hand.seats[seat].hand:
            return text
        points = self._hand.seats[seat].laid.book.dix_points
        self._find_wrong_meld(number, seat, "dix", points, f"there is no {dix} in the hand")
        return "+".join(rest)

    def _face_values(self, melds: str) -> Iterator[int]:
        """What melds are worth by the names of their kinds; a text without one is worth nothing."""
        for meld in melds.split("+"):
            with suppress(NotationError):
                yield named_kind(meld.partition(":")[0], self._book).points

    def _why_no_meld(self, seat: Seat, text: str) -> str | None:
        """What is wrong with a meld of this seat now; None: the seat may lay it."""
        hand = self._hand
        if hand.upcard is None:
            return "nothing is shown in the playoff"
        if seat is not hand.leader:
            return "only the winner of the trick may meld"
        try:
            show = parse_stock_move(text, Act.MELD, hand.seats[seat].laid)
        except PositionError as error:
            return error.fact
        assert isinstance(show, Show)
        fact = why_not_shown(show, hand.seats[seat], hand.upcard, hand.rules)
        if fact is None and hand.act is not Act.MELD:
            return "nothing may be melded there"
        return fact

    def _find_wrong_meld(self, number: int, seat: Seat, melds: str, points: int, fact: str) -> None:
        """Note a wrong meld; its cards go back, and the hand goes on."""
        ruling = wrong_meld_ruling(self._hand.rules, points)
        self._findings.append(TableFinding("wrong meld", number, seat, melds, fact, ruling))
        wrong = (*self._faults.wrong_melds, (seat, points))
        self._faults = replace(self._faults, wrong_melds=wrong)

    def _read(self, note: Note, winner: Seat, number: int) -> tuple[list[_Declared], list[_Shown]]:
        """What stands in a brace: irregularities, which are findings, and what seats did."""
        declared, happened = list[_Declared](), list[_Shown]()
        rest = list(note.words)
        while rest:
            word = rest.pop(0)
            kind = DECLARED.get(word.lower())
            if kind is None:
                seat, text = self._whose(word, winner, number)
                self._check_item(number, seat, text, word)
                happened.append((seat, text))
                continue
            whose = rest.pop(0) if rest and rest[0].lower() in _NAMES else None
            what = word if whose is None else f"{word} {whose}"
            offender = None if whose is None else _NAMES[whose.lower()]
            if offender is not None:
                self._check_seat(offender, number, what)
            elif kind is Irregularity.RENEGE and self._hand.upcard is None:
                self._unreadable(number, what, "without its seat, such as renege west")
            declared.append((kind, offender, what))
        return declared, happened

    def _check_item(self, number: int, seat: Seat, text: str, word: str) -> None:
        """Stop at a word that is nothing that happens after a trick."""
        is_draw = text.startswith("+")
        try:
            if is_draw:
                Card.parse(text[1:])
            else:
                check_shown(text, self._kinds)
        except PositionError as error:
            self._unreadable(number, word, error.fact, seat if is_draw else None)

    def _unreadable(self, number: int, word: str, fact: str, seat: Seat | None = None) -> NoReturn:
        raise StopError(TableFinding("unreadable", number, seat, word, fact)) from None

    def _declared(self, kind: Irregularity, number: int, seat: Seat | None, what: str) -> None:
        """Note an irregularity written in braces; a renege in the playoff has its usual cost."""
        fact = RULINGS[kind].meaning
        if kind is not Irregularity.RENEGE or seat is None or self._hand.upcard is not None:
            self._findings.append(TableFinding(kind.value, number, seat, what, fact))
        else:
            self._find_renege(number, seat, what, fact)

    def _last(self) -> TableTrick:
        return self._record.tricks[-1] if self._record.tricks else self._record.opening

    def _whose(self, word: str, winner: Seat, number: int) -> tuple[Seat, str]:
        """Whose word it is, and the word without the letter of its seat."""
        letter, colon, rest = word.partition(":")
        if colon and letter.upper() in _SEATS:
            seat = _SEATS[letter.upper()]
            self._check_seat(seat, number, word)
            return seat, rest
        if not number:
            self._unreadable(number, word, "needs the letter of its seat before the first lead")
        return winner, word

    def _check_seat(self, seat: Seat, number: int, word: str) -> None:
        """Stop at a word of a seat that is not at the table."""
        if seat not in self._hand.rules.table:
            at_table = len(self._hand.rules.table)
            self._unreadable(number, word, f"there is no {seat.text()} at a table of {at_table}")

    def _is_asked(self, seat: Seat) -> bool:
        """Whether a seat is asked now, once those before it pass."""
        while self._hand.act in (Act.MELD, Act.DIX) and self._hand.turn is not seat:
            if self._hand.act is Act.DIX and seat not in self._hand.waiting:
                return False
            self._make(_PASSES[self._hand.act])
        return self._hand.act in (Act.MELD, Act.DIX)

    def _pass_all(self) -> None:
        """Let every seat pass that is asked and has nothing written."""
        while self._hand.act in (Act.MELD, Act.DIX):
            self._make(_PASSES[self._hand.act])

    def _check_draw(self, seat: Seat, text: str, number: int) -> None:
        self._pass_all()
        card = Card.parse(text[1:])
        drawn = self._drawn.get(seat)
        if drawn != card:
            fact = "nothing is drawn there" if drawn is None else f"the card drawn is {drawn}"
            raise StopError(TableFinding("illegal", number, seat, text, fact))

    # Moves

    def _move(self, text: str) -> None:
        """Make a written move; an illegal move ends the hand."""
        hand = self._hand
        number = len(hand.tricks) + (hand.act in (Act.PLAY, Act.OVER))
        if hand.turn is None:
            raise StopError(TableFinding("illegal", number, None, text, "the hand is over"))
        try:
            move = parse_stock_move(text, hand.act, hand.seats[hand.turn].laid)
        except PositionError as error:
            finding = TableFinding("unreadable", number, hand.turn, text, error.fact)
            raise StopError(finding) from None
        if hand.is_renege(move):
            assert isinstance(move, Play)
            self._renege(number, hand.turn, move)
            return
        fact = hand.why_illegal(move)
        if fact is not None:
            raise StopError(TableFinding("illegal", number, hand.turn, text, fact))
        self._make(move)

    def _renege(self, number: int, seat: Seat, play: Play) -> None:
        """Note a renege. The cards go on counting for who takes them."""
        fact = f"{self._hand.why_illegal(play)}, a renege"
        self._find_renege(number, seat, play.text(), fact)
        self._hand = self._hand.after_renege(play)

    def _find_renege(self, number: int, seat: Seat, what: str, fact: str) -> None:
        kind, again = Irregularity.RENEGE.value, seat in self._faults.reneged
        if any(
            (found.kind, found.trick, found.seat) == (kind, number, seat)
            for found in self._findings
        ):
            return  # seen in the cards, and written in braces too
        ruling = stock_renege_ruling(self._hand.rules, again=again)
        finding = TableFinding(kind, number, seat, what, fact, ruling)
        self._faults = replace(self._faults, reneged=(*self._faults.reneged, seat))
        if self._faults.result(self._hand) is None:
            raise StopError(finding)
        self._findings.append(finding)

    def _make(self, move: StockMove) -> None:
        before = self._hand
        if before.turn is not None and before.last_draw and isinstance(move, Dix):
            self._find_forgotten_dix(len(before.tricks), before.turn, shown=move.shown)
        if not self._faults.reneged:
            self._moments.append(TableMoment(before, move))
        self._hand = before.after(move)
        if before.upcard is not None and len(self._hand.stock) < len(before.stock):
            order = clockwise(before.players, self._hand.leader)
            if self._hand.upcard is None:
                self._drawn = dict(zip(order, (*before.stock, None), strict=False))
                self._drawn[order[-1]] = self._upcard_taken(before, move)
            else:
                self._drawn = dict(zip(order, before.stock, strict=False))

    def _find_forgotten_dix(self, number: int, seat: Seat, *, shown: bool) -> None:
        """Note the nines of trumps that a seat did not show when it was last asked."""
        dix = self._hand.seats[seat].laid.book.dix
        left = self._hand.seats[seat].hand.count(dix) - shown
        if not self._book.penalties.forgotten_dix_is_lost or not left:
            return
        fact, ruling = "not claimed before the playoff", "its points are lost"
        if left > 1:
            ruling = "their points are lost"
        what = ", ".join([dix.text()] * left)
        self._findings.append(TableFinding("forgotten dix", number, seat, what, fact, ruling))

    @property
    def _book(self) -> Rulebook:
        """The two-handed rulebook by which the stock phase is played."""
        assert self._hand.rules.stock is not None
        return self._hand.rules.stock.book

    def _upcard_taken(self, before: StockHand, move: StockMove) -> Card | None:
        """The upcard as it lay for the last draw: after an exchange it is the nine."""
        is_dix = isinstance(move, Dix) and move.shown
        return before.seats[0].laid.book.dix if is_dix else before.upcard


_PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}
