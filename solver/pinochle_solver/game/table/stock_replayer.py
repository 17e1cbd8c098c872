"""Playing records of the games with a stock through with the referee."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.table.replayed_hand import TableMoment
from pinochle_solver.game.table.table_replayer import TableReplayer
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.irregularity_words import Declared
from pinochle_solver.notation.table.move_reading import parse_stock_move
from pinochle_solver.notation.table.record_parts import Note, TableTrick
from pinochle_solver.notation.table.stock_items import DrawError, Happened, ItemReader, says_misdeal
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import named_kind
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import asks_for_dix, stock_tricks
from pinochle_solver.table.irregularities import (
    RULINGS,
    VOID_HAND,
    looking_ruling,
    stock_renege_ruling,
    wrong_meld_ruling,
)
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import StockHand, StockMove
from pinochle_solver.table.stock_options import dix_is_a_meld, why_not_shown


class _Fault(NamedTuple):
    """What is wrong with a meld or dix, and whether it is its time or its seat."""

    fact: str
    is_forbidden: bool


class StockReplayer(TableReplayer[StockHand, StockMove]):
    """Plays a record of a game with a stock."""

    def __init__(self, record: TableRecord, hand: StockHand) -> None:
        super().__init__(record, hand)
        # Who has drawn what after the last trick.
        self._drawn: dict[Seat, Card | None] = {}
        # Who has shown something after the last trick, and who has told a dix of the last draw.
        self._has_shown: set[Seat] = set()
        self._has_told_dix: set[Seat] = set()
        self._items = ItemReader(hand.rules)

    def open(self) -> None:
        """What is shown before the first lead."""
        self._show(self.record.opening)

    def begin(self, trick: TableTrick) -> None:
        """A number without cards says by itself that nothing more was shown before it."""
        if not trick.plays:
            self._pass_all()

    def before_card(self, trick: TableTrick, place: int) -> None:
        """What nobody has shown before a card; a misdeal that stands before it ends the hand."""
        if any(note.after == place and says_misdeal(note.words) for note in trick.notes):
            self._show(trick)
        if self.hand.act is not Act.PLAY:
            self._pass_all()
        self._drawn = {}
        self._has_shown.clear()

    def card(self, _trick: TableTrick, text: str) -> None:
        """Play a card."""
        self._move(text)

    def after_cards(self, trick: TableTrick) -> None:
        """What was shown and drawn after a trick."""
        self._show(trick)

    def close(self) -> None:
        """Keep the decision at the end of the record, and whether it ends with a renege."""
        if self.hand.act is not Act.OVER and not self.faults.reneged:
            self.moments.append(TableMoment(self.hand, None))
        self.faults = replace(self.faults, ends_there=self._ends_with_renege())

    def _ends_with_renege(self) -> bool:
        """Whether the last trick of the record has a renege."""
        kind, number = Irregularity.RENEGE, self._last().number
        reneges = ((found.kind, found.trick) for found in self.log.findings)
        return bool(self.faults.reneged) and (kind, number) in reneges

    # What stands in braces

    def _show(self, trick: TableTrick) -> None:
        """What was shown and drawn after a trick, or before the first lead.

        Where melds come before the draws, a seat's own draw ends its turn.
        """
        number, winner = trick.number, self.hand.leader
        assert winner is not None
        draws, late = list[Happened](), list[Happened]()
        is_told = False
        for note in trick.notes:
            # All of it is read first: of a brace with an unreadable word nothing is scored.
            for item in self._read(note, winner, number):
                if isinstance(item, Declared):
                    self.declare(item, number)
                    continue
                is_told = True
                if item.is_draw:
                    draws.append(item)
                elif self._melds_first and any(item.seat is draw.seat for draw in draws):
                    late.append(item)
                else:
                    self.show(number, *item)
        if draws and self._melds_first:
            self._pass_all()
        for draw in draws:
            self._check_draw(*draw, number)
        for show in late:
            self.show(number, *show, has_drawn=True)
        if is_told and trick is not self._last():
            self._pass_all()

    @property
    def _melds_first(self) -> bool:
        """Whether melds and dixes come before the draws of their trick."""
        return not self._book.draws_before_melding

    def show(self, number: int, seat: Seat, text: str, *, has_drawn: bool = False) -> None:
        """Make what a seat showed; what is wrong or forbidden goes back, and the hand goes on."""
        if text.lower() == "pass":
            if self._is_asked(seat):
                self._move(text)
            return
        parts = text.split("+")
        melds = [part for part in parts if part.lower() != DIX]
        if len(melds) < len(parts) and (
            self._is_last_dix(number, seat)
            or self._finds_wrong(number, seat, DIX, self._why_no_dix(number, seat, has_drawn))
        ):
            parts = melds
        if melds:
            fault = self._why_no_meld(number, seat, "+".join(parts), has_drawn)
            if self._finds_wrong(number, seat, "+".join(melds), fault):
                parts = [part for part in parts if part.lower() == DIX]
        if parts and self._is_asked(seat):
            self._move("+".join(parts))
            self._has_shown.add(seat)

    def _finds_wrong(self, number: int, seat: Seat, what: str, fault: _Fault | None) -> bool:
        """Note what is wrong with a meld or dix; whether anything is."""
        if fault is None:
            return False
        points = sum(self._face_values(what))
        ruling = wrong_meld_ruling(self.hand.rules, points, fault.is_forbidden)
        kind = Irregularity.FORBIDDEN_MELD if fault.is_forbidden else Irregularity.WRONG_MELD
        self.log.find(kind, number, seat, what, fault.fact, ruling)
        wrong = (*self.faults.wrong_melds, (seat, points))
        self.faults = replace(self.faults, wrong_melds=wrong)
        return True

    def _is_last_dix(self, number: int, seat: Seat) -> bool:
        """Whether a dix is the nine of trumps drawn last, which scores of itself."""
        hand, dix = self.hand, self._dix
        if number != stock_tricks(hand.rules) or not self._book.last_draw_dix:
            return False
        order = clockwise(hand.players, hand.leader)
        drawn: dict[Seat, Card | None] = dict(zip(order, hand.stock, strict=False))
        if hand.upcard is None:
            drawn = self._drawn
        elif dix in hand.seats[seat].hand:
            return False  # a nine held before may still be shown
        if seat is order[-1] or drawn.get(seat) != dix:
            return False
        is_first = seat not in self._has_told_dix
        self._has_told_dix.add(seat)
        return is_first

    def _why_not_now(
        self, number: int, seat: Seat, has_drawn: bool, *, is_meld: bool
    ) -> str | None:
        """Why a seat may show nothing of the kind at this time, whatever its cards."""
        rules, dix_by_loser = self.hand.rules, asks_for_dix(self.hand.rules)
        assert rules.stock is not None
        if number > stock_tricks(rules):
            return "nothing is melded in the playoff"
        if has_drawn:
            return f"melded after {seat.text()} drew"
        if not number and (is_meld or not rules.stock.dixes_before_lead):
            return "nothing is melded before the first lead"
        if number and seat is not self.hand.leader and (is_meld or not dix_by_loser):
            return f"only the winner of the trick may {'meld' if is_meld else 'meld anything'}"
        if number == stock_tricks(rules) and (is_meld or not dix_by_loser):
            return "nothing may be melded after the last trick of the stock"
        if seat in self._has_shown:
            return f"{seat.text()} has melded at this turn"
        return None

    def _why_no_dix(self, number: int, seat: Seat, has_drawn: bool) -> _Fault | None:
        """What is wrong with a dix of this seat now; None: the seat may show it."""
        fact = self._why_not_now(number, seat, has_drawn, is_meld=False)
        if fact is not None:
            return _Fault(fact, is_forbidden=True)
        held = self.hand.seats[seat].hand.count(self._dix)
        if self.hand.upcard is None:
            held -= self._drawn.get(seat) == self._dix
        if held <= 0:
            return _Fault(f"there is no {self._dix} in the hand", is_forbidden=False)
        if self._is_asked(seat):
            return None
        return _Fault(f"{seat.text()}'s turn is past", is_forbidden=True)

    def _why_no_meld(self, number: int, seat: Seat, text: str, has_drawn: bool) -> _Fault | None:
        """What is wrong with a meld of this seat now; None: the seat may lay it.

        Args:
            number: the number of the trick.
            seat: whose it is.
            text: the meld, with the dix beside it that the seat may show.
            has_drawn: whether the seat's draw stands before it.
        """
        hand = self.hand
        fact = self._why_not_now(number, seat, has_drawn, is_meld=True)
        if fact is not None:
            return _Fault(fact, is_forbidden=True)
        try:
            show = parse_stock_move(text, Act.MELD, hand.seats[seat].laid)
        except PositionError as error:
            return _Fault(error.fact, is_forbidden=False)
        assert isinstance(show, Show)
        assert hand.upcard is not None
        fact = why_not_shown(show, hand.seats[seat], hand.upcard, hand.rules)
        if fact is not None:
            return _Fault(fact, is_forbidden=show.dix and dix_is_a_meld(hand.rules))
        if hand.act is not Act.MELD:
            return _Fault(f"{seat.text()}'s turn is past", is_forbidden=True)
        return None

    def _face_values(self, melds: str) -> Iterator[int]:
        """What melds are worth by the names of their kinds; a text without one is worth nothing."""
        for meld in melds.split("+"):
            with suppress(NotationError):
                yield named_kind(meld.partition(":")[0], self._book).points

    def _read(self, note: Note, winner: Seat, number: int) -> list[Declared | Happened]:
        """The items of a brace, in order; one that cannot be read ends the hand."""
        try:
            return self._items.read(
                note.words, winner if number else None, in_playoff=self._in_playoff
            )
        except NotationError as error:
            seat = error.seat if isinstance(error, DrawError) else None
            raise self.unreadable(error.token, error.fact, seat, number) from None

    @property
    def _in_playoff(self) -> bool:
        """Whether the stock is gone."""
        return self.hand.upcard is None

    def declare(self, declared: Declared, number: int) -> None:
        """Rule on an irregularity written in braces; a misdeal makes the hand void.

        A renege in the playoff has its usual cost.
        """
        kind, seat, what = declared.kind, declared.seat, declared.text
        fact, ruling = RULINGS[kind].meaning, ""
        if seat is not None and kind is Irregularity.RENEGE and self._in_playoff:
            self._find_renege(number, seat, what, fact)
            return
        if seat is not None and kind is Irregularity.LOOKED:
            fact, ruling = "a look through tricks taken", looking_ruling(self.hand.rules)
            self.faults = replace(self.faults, looked=self.faults.looked | {seat})
        elif kind is Irregularity.MISDEAL:
            self.faults = replace(self.faults, is_void=True)
            raise self.log.stop(kind, number, seat, what, fact, VOID_HAND)
        self.log.find(kind, number, seat, what, fact, ruling)

    def _last(self) -> TableTrick:
        return self.record.tricks[-1] if self.record.tricks else self.record.opening

    def _is_asked(self, seat: Seat) -> bool:
        """Whether a seat is asked now, once those before it pass."""
        while self.hand.act in (Act.MELD, Act.DIX) and self.hand.turn is not seat:
            if self.hand.act is Act.DIX and seat not in self.hand.waiting:
                return False
            self._apply(_PASSES[self.hand.act])
        return self.hand.act in (Act.MELD, Act.DIX)

    def _pass_all(self) -> None:
        """Let every seat pass that is asked and has nothing written."""
        while self.hand.act in (Act.MELD, Act.DIX):
            self._apply(_PASSES[self.hand.act])

    def _check_draw(self, seat: Seat, text: str, number: int) -> None:
        card = Card.parse(text[1:])
        drawn = self._drawn.get(seat)
        if drawn != card:
            fact = "nothing is drawn there" if drawn is None else f"the card drawn is {drawn}"
            raise self.refused(text, fact, seat, number)

    # Moves

    def trick_of(self, _move: StockMove) -> int:
        """The number of the trick under way; of a show that of the trick before it."""
        return self._number

    @property
    def _number(self) -> int:
        return len(self.hand.tricks) + (self.hand.act in (Act.PLAY, Act.OVER))

    def _move(self, text: str) -> None:
        """Make a written move; an illegal move ends the hand."""
        hand, number = self.hand, self._number
        if hand.turn is None:
            raise self.refused(text, "the hand is over", trick=number)
        try:
            move = parse_stock_move(text, hand.act, hand.seats[hand.turn].laid)
        except PositionError as error:
            raise self.unreadable(text, error.fact, hand.turn, number) from None
        self.make_written(move, text)

    def make(self, move: StockMove) -> str | None:
        """Have the referee make a move; why it is illegal, or None."""
        fact = self.hand.why_illegal(move)
        if fact is None:
            self._apply(move)
        return fact

    def rule_on(self, move: StockMove, fact: str) -> bool:
        """Rule on a renege. The cards go on counting for who takes them."""
        hand = self.hand
        if hand.turn is None or not hand.is_renege(move):
            return False
        assert isinstance(move, Play)
        self._find_renege(self._number, hand.turn, move.text(), f"{fact}, a renege")
        self.hand = hand.after_renege(move)
        return True

    def _find_renege(self, number: int, seat: Seat, what: str, fact: str) -> None:
        kind, again = Irregularity.RENEGE, seat in self.faults.reneged
        if any(
            (found.kind, found.trick, found.seat) == (kind, number, seat)
            for found in self.log.findings
        ):
            return  # seen in the cards, and written in braces too
        ruling = stock_renege_ruling(self.hand.rules, again=again)
        self.log.find(kind, number, seat, what, fact, ruling)
        self.faults = replace(self.faults, reneged=(*self.faults.reneged, seat))

    def _apply(self, move: StockMove) -> None:
        before = self.hand
        if before.turn is not None and before.last_draw and isinstance(move, Dix):
            self._find_forgotten_dix(len(before.tricks), before.turn, shown=move.shown)
        if not self.faults.reneged:
            self.moments.append(TableMoment(before, move))
        self.hand = before.after(move)
        if before.upcard is not None and len(self.hand.stock) < len(before.stock):
            order = clockwise(before.players, self.hand.leader)
            if self.hand.upcard is None:
                self._drawn = dict(zip(order, (*before.stock, None), strict=False))
                self._drawn[order[-1]] = self._upcard_taken(before, move)
            else:
                self._drawn = dict(zip(order, before.stock, strict=False))

    def _find_forgotten_dix(self, number: int, seat: Seat, *, shown: bool) -> None:
        """Note the nines of trumps that a seat did not show when it was last asked."""
        dix = self._dix
        left = self.hand.seats[seat].hand.count(dix) - shown
        if not self._book.penalties.forgotten_dix_is_lost or not left:
            return
        fact, ruling = "not claimed before the playoff", "its points are lost"
        if left > 1:
            ruling = "their points are lost"
        what = ", ".join([dix.text()] * left)
        self.log.find(Irregularity.FORGOTTEN_DIX, number, seat, what, fact, ruling)

    @property
    def _book(self) -> Rulebook:
        """The two-handed rulebook by which the stock phase is played."""
        assert self.hand.rules.stock is not None
        return self.hand.rules.stock.book

    @property
    def _dix(self) -> Card:
        """The nine of trumps."""
        return self.hand.seats[0].laid.book.dix

    def _upcard_taken(self, before: StockHand, move: StockMove) -> Card | None:
        """The upcard as it lay for the last draw: after an exchange it is the nine."""
        is_dix = isinstance(move, Dix) and move.shown
        return self._dix if is_dix else before.upcard


_PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}
