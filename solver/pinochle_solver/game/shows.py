"""What a record says was shown after a trick, made through the referee or found to be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from weakref import WeakMethod

from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.game.draw_order import DrawOrder
from pinochle_solver.game.findings import Finding, FindingLog
from pinochle_solver.game.last_dix import last_drawer, may_tell_last_dix, tells_last_dix
from pinochle_solver.game.replayed_hand import Shown
from pinochle_solver.game.rulings import Claim
from pinochle_solver.game.turns import (
    Turn,
    answers,
    comes_after_own_draw,
    is_shown_when_drawn,
    turns_after,
)
from pinochle_solver.game.unknown_cards import CompletedDeal, UnknownCredit
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card, named_kind
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rules import Seat


def is_credit_for(credit: UnknownCredit, trick: int, seat: Seat, show: Show) -> bool:
    """Whether these are the points of a meld shown."""
    what = None if show.meld is None else show.meld.text()
    return (credit.trick, credit.seat, credit.what) == (trick, seat, what)


class Shows:
    """Makes what was shown after the tricks of a record, and notes what is wrong with it.

    Args:
        record: the record.
        completed: its deal.
        referee: plays it.
        log: takes what is wrong.
        tell_dix: a method called with the number of a trick when a seat is asked for a dix alone;
            weak, because its object has this one, and no hand may be kept until such circles are
            collected.
        order: who drew; says whom a wrong number of cards bars from melding.

    Attributes:
        unknown: the points that the record does not tell.
        claims: what was claimed without a right to it.
        referee: the referee.
        drawn_last: who drew which card face down at the last draw, where that was not as the rules
            have it; None where it was, or is not known yet.
    """

    def __init__(
        self,
        record: HandRecord,
        completed: CompletedDeal,
        referee: Referee,
        log: FindingLog[Finding],
        tell_dix: WeakMethod[Callable[[int], None]],
        order: DrawOrder,
    ) -> None:
        deal = completed.deal
        self.record = record
        self.rules = record.rules
        self.dix = dix_card(deal.rules, deal.trump)
        self.last_drawn = deal.stock[-1]
        self.unknown = completed.unknown
        self.referee = referee
        self.drawn_last: tuple[tuple[Seat, Card], ...] | None = None
        self.claims: list[Claim] = []
        self._told_last: Counter[Seat] = Counter()
        self._log, self._tell_dix, self._order = log, tell_dix, order

    @property
    def is_due(self) -> bool:
        """Whether a seat is asked what it shows."""
        return self.referee.due is not None and self.referee.due.shows

    def stays_open(self, trick: RecordedTrick) -> bool:
        """Whether the record ends before what the seat whose turn it is shows here, if anything."""
        is_last = not self.record.tricks or trick is self.record.tricks[-1]
        if not is_last or self.record.view not in (None, self.referee.turn):
            return False
        if any(event.said is not None for event in trick.events):
            return False  # doubles come after all that is shown
        has_drawn = bool(self._told_last) or any(event.tells_draw for event in trick.events)
        may_show = len(self.referee.moves()) > 1
        comes_after_draws = self.rules.draws_before_melding or (
            self.rules.dix_turns and self.referee.due is not Act.MELD
        )
        return may_show and (comes_after_draws or not has_drawn)

    def _push(self, trick: int, move: Show | str) -> None:
        before = self.referee.due
        self.referee.push(move)
        if self.referee.due in (Act.SHOW, Act.DIX) and self.referee.due is not before:
            tell_dix = self._tell_dix()
            assert tell_dix is not None
            tell_dix(trick)

    def push_pass(self, trick: int) -> None:
        """Say nothing more; before the playoff that may be a dix forgotten."""
        seat = self.referee.turn
        # Asked before the pass, after which the last cards may be in the hand as well.
        is_forgotten = (
            self.rules.penalties.forgotten_dix_is_lost
            and trick == self.rules.deck.stock_tricks
            and any(isinstance(move, Show) and move.dix for move in self.referee.moves())
            and self.record.view in (None, seat)
        )
        self._push(trick, "pass")
        if is_forgotten:
            self._log.find(
                Irregularity.FORGOTTEN_DIX,
                trick,
                seat,
                DIX,
                "not claimed before the playoff",
                "its points are lost",
            )

    def happened(self, trick: RecordedTrick, place: int, winner: Seat) -> Shown | None:
        """Make what happened after a trick, other than a draw."""
        event = trick.events[place]
        seat = self.record.seat_of(event, winner)
        if self._is_last_dix(trick, place, winner):
            return self._last_dix(trick.number, seat, event)
        if comes_after_own_draw(self.record, trick, place, winner):
            fact = f"melded after {seat.text()} drew"
            if is_shown_when_drawn(self.record, trick, place, winner):
                while self.is_due:
                    self.push_pass(trick.number)
                if self.referee.has_shown_drawn(trick.number, seat):
                    return self._drawn_dix(trick.number, seat, event)
                fact += f", who drew no {self.dix}"
            self._wrong_meld(trick.number, seat, event, fact, is_forbidden=True)
            return None
        return self._event(trick.number, place, seat, event)

    def _drawn_dix(self, trick: int, seat: Seat, event: RecordedEvent) -> Shown:
        """Check the credit of a dix shown as it was drawn, which the referee has made."""
        kind = self.rules.meld(DIX)
        points = 0 if kind is None else kind.points
        self._check_credit(trick, seat, event, points, (points,))
        return Shown(seat, Show(dix=True), points)

    def _is_last_dix(self, trick: RecordedTrick, place: int, winner: Seat) -> bool:
        """Whether it is a dix drawn last, which scores of itself, and none held before."""
        upcard = self.referee.upcard
        if self.drawn_last is not None:
            has_drawn = any(event.tells_draw for event in trick.events[:place])
            is_dix = trick.events[place].text.lower() == DIX
            return has_drawn and is_dix and trick.number == self.rules.dix_draw_trick
        if not may_tell_last_dix(self.record, trick, place, winner) or self.dix is None:
            return False
        if upcard is None or tells_last_dix(self.record, trick, place, winner, upcard, self.dix):
            return True
        return self.last_drawn == self.dix and not self._may_show_dix(trick.number, winner)

    def _may_show_dix(self, trick: int, winner: Seat) -> bool:
        """Whether who draws last has a dix from before, and yet a turn to show it."""
        seat = last_drawer(self.rules, winner)
        if self.referee.turn is seat:
            return any(option.show.dix for option in self.referee.options())
        in_hand = Counter(self.referee.hand(seat)) - Counter(self.referee.on_table(seat))
        has_turn = any(answers(turn, self.rules, seat, DIX) for turn in self._turns_left(trick))
        return has_turn and self.dix in in_hand

    def _last_dix(self, trick: int, seat: Seat, event: RecordedEvent) -> Shown | None:
        """Check what is said of a dix drawn last; its points the referee gives by himself."""
        if self.drawn_last is None:
            number = int(self.last_drawn == self.dix)
        else:
            number = self.drawn_last.count((seat, self.dix)) if self.dix is not None else 0
        if self._told_last[seat] >= max(number, 1):
            self._wrong_meld(trick, seat, event, "it has been told before")
            return None
        self._told_last[seat] += 1
        points = self.rules.last_draw_dix if number else 0
        if not points:
            if event.credit != 0:
                self._wrong_meld(trick, seat, event, f"{seat.text()} did not draw {self.dix} last")
            return None
        self._check_credit(trick, seat, event, points, (points,))
        return Shown(seat, Show(dix=True), points, of_itself=True)

    def _event(self, trick: int, place: int, seat: Seat, event: RecordedEvent) -> Shown | None:
        """Make what was shown, or find what is wrong with it."""
        word = event.text.lower().partition("+")[0]
        is_turn = self._goes_on_to(trick, seat, event.text)
        if word == "pass":
            if is_turn:
                self._pass(trick, seat)
            return None
        if not is_turn:
            fact = self._why_not_now(trick, seat)
            self._wrong_meld(trick, seat, event, fact, is_forbidden=True)
            return None
        points = {option.show: option.points for option in self.referee.options()}
        barred = self._why_barred(trick, place, seat, event.text)
        is_forbidden = barred is not None or self._may_not_meld(trick, event.text)
        try:
            if barred is not None:
                raise IllegalMoveError(event.text, barred)
            self._push(trick, event.text)
        except IllegalMoveError as error:
            dix = Show(dix=True)
            if word == DIX and "+" in event.text and dix in points:
                self._push(trick, dix)
                credit = None if event.credit is None else max(0, event.credit - points[dix])
                meld = replace(event, text=event.text.partition("+")[2], credit=credit)
                self._wrong_meld(trick, seat, meld, error.fact, is_forbidden)
                return Shown(seat, dix, points[dix])
            self._wrong_meld(trick, seat, event, error.fact, is_forbidden)
            return None
        show = self.referee.history[-1]
        assert isinstance(show, Show)
        possible = self._possible(trick, seat, show, points[show])
        self._check_credit(trick, seat, event, points[show], possible)
        return Shown(seat, show, points[show])

    def _goes_on_to(self, trick: int, seat: Seat, text: str) -> bool:
        """Pass what stands before the turn that this answers; whether there is such a turn."""
        left = self._turns_left(trick)
        turn = next((turn for turn in left if answers(turn, self.rules, seat, text)), None)
        if turn is None:
            return False
        while (self.referee.due, self.referee.turn) != turn:
            self.push_pass(trick)
        return True

    def _turns_left(self, trick: int) -> tuple[Turn, ...]:
        """The turns from the one on that is due; none where none is."""
        turns = turns_after(self.rules, trick, self.referee.leader)
        due = (self.referee.due, self.referee.turn)
        return turns[turns.index(due) :] if due in turns else ()

    def _pass(self, trick: int, seat: Seat) -> None:
        """Pass for a seat: at its first turn at which it could do anything else."""
        while len(self.referee.moves()) == 1:
            self.push_pass(trick)
            if not self._goes_on_to(trick, seat, "pass"):
                return
        self.push_pass(trick)

    def _may_not_meld(self, trick: int, text: str) -> bool:
        """Whether the seat whose turn it is may not lay what is written, whatever its cards are."""
        has_dix, has_meld = _parts(text)
        is_second = has_dix and self.rules.dix_is_a_meld
        is_time = self.referee.due is Act.MELD and trick <= self.rules.last_meld_trick
        return has_meld and (is_second or not is_time)

    def _why_barred(self, trick: int, place: int, seat: Seat, text: str) -> str | None:
        """Why a wrong number of cards bars a seat from what it shows; None if it does not."""
        has_dix, has_meld = _parts(text)
        if not has_meld and not (has_dix and self.rules.dix_is_a_meld):
            return None
        return self._order.why_barred(trick, place, seat)

    def _possible(self, trick: int, seat: Seat, show: Show, points: int) -> tuple[int, ...]:
        """What a show that is counted with `points` may have scored, ascending."""
        for credit in self.unknown:
            if is_credit_for(credit, trick, seat, show):
                # With a dix the show scores more than its meld.
                return tuple(possible - credit.counted + points for possible in credit.possible)
        return (points,)

    def _check_credit(
        self, trick: int, seat: Seat, event: RecordedEvent, points: int, possible: Iterable[int]
    ) -> None:
        """Compare what was claimed for a show, if anything is written, with what it scores."""
        if event.credit is None or event.credit == points:
            return
        claim = Claim(len(self._log.findings), seat, event.credit - points, is_meld=False)
        self.claims.append(claim)
        fact = f"{event.credit} claimed, it scores {' or '.join(map(str, possible))}"
        self._log.find(Irregularity.WRONG_CREDIT, trick, seat, event.text, fact, "")

    def _why_not_now(self, trick: int, seat: Seat) -> str:
        if not trick:
            may = "one dix a seat, and no meld," if self.rules.dix_turns else "nothing"
            return f"{may} may be melded before the first lead"
        if trick > self.rules.deck.stock_tricks:
            return "nothing is melded in the playoff"
        if seat is not self.referee.leader:
            what = "meld" if self.rules.dix_by_loser else "meld anything"
            return f"only the winner of the trick may {what}"
        return "nothing more may be melded after this trick"

    def _wrong_meld(
        self, trick: int, seat: Seat, event: RecordedEvent, fact: str, is_forbidden: bool = False
    ) -> None:
        """Note a meld or dix that goes back, because of its cards or because it is forbidden."""
        points = self._face_value(event.text) if event.credit is None else event.credit
        claim = Claim(len(self._log.findings), seat, points, True, is_forbidden)
        self.claims.append(claim)
        kind = Irregularity.FORBIDDEN_MELD if is_forbidden else Irregularity.WRONG_MELD
        self._log.find(kind, trick, seat, event.text, fact, "")

    def _face_value(self, text: str) -> int:
        total = 0
        for part in text.split("+"):
            try:
                total += named_kind(part.partition(":")[0], self.rules).points
            except NotationError:
                continue
        return total


def _parts(text: str) -> tuple[bool, bool]:
    """Whether a dix and whether a meld is shown by what is written."""
    parts = text.lower().split("+")
    has_dix = parts[0] == DIX
    return has_dix, len(parts) > has_dix
