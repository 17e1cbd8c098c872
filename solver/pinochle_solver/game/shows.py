"""What a record says was shown after a trick, made through the referee or found to be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.game.drawing import Short
from pinochle_solver.game.finding_log import FindingLog
from pinochle_solver.game.last_dix import last_drawer, may_tell_last_dix, tells_last_dix
from pinochle_solver.game.replay import Shown
from pinochle_solver.game.rulings import Claim, Irregularity
from pinochle_solver.game.turns import Turn, answers, turns_after
from pinochle_solver.game.unknown_cards import CompletedDeal, UnknownCredit
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card, named_kind
from pinochle_solver.rules.moves import Move, Show
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
        tell_dix: called with the number of a trick when a seat is asked for a dix alone.

    Attributes:
        unknown: the points that the record does not tell.
        referee: the referee.
        short: a seat that has missed a draw, and holds a card that it has not drawn yet.
        drawn_last: who drew which card face down at the last draw, where that was not as the rules
            have it; None where it was, or is not known yet.
    """

    def __init__(
        self,
        record: HandRecord,
        completed: CompletedDeal,
        referee: Referee,
        log: FindingLog,
        tell_dix: Callable[[int], None],
    ) -> None:
        deal = completed.deal
        self.record = record
        self.rules = record.rules
        self.dix = dix_card(deal.rules, deal.trump)
        self.last_drawn = deal.stock[-1]
        self.unknown = completed.unknown
        self.referee = referee
        self.short: Short | None = None
        self.drawn_last: tuple[tuple[Seat, Card], ...] | None = None
        self._told_last: Counter[Seat] = Counter()
        self._log, self._tell_dix = log, tell_dix

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
            self._tell_dix(trick)

    def push_pass(self, trick: int) -> None:
        """Say nothing more; before the playoff that may be a dix forgotten."""
        seat = self.referee.turn
        # Asked before the pass, after which the last cards may be in the hand as well.
        is_forgotten = (
            self.rules.penalties.forgotten_dix_is_lost
            and trick == self.rules.deck.stock_tricks
            and any(isinstance(move, Show) and move.dix for move in self.referee.moves())
            and not (self.dix is not None and self.is_not_drawn(seat, self.dix))
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

    def is_not_drawn(self, seat: Seat | None, card: Card) -> bool:
        """Whether the only copy of a card in a seat's hand is one that it has yet to draw."""
        short = self.short
        if short is None or (seat, card) != (short.seat, short.filler):
            return False
        held, on_table = self.referee.hand(short.seat), self.referee.on_table(short.seat)
        return list(held).count(card) - list(on_table).count(card) == 1

    def happened(self, trick: RecordedTrick, place: int, winner: Seat) -> Shown | None:
        """Make what happened after a trick, other than a draw."""
        event = trick.events[place]
        seat = self.record.seat_of(event, winner)
        if self._is_last_dix(trick, place, winner):
            return self._last_dix(trick.number, seat, event)
        return self._event(trick.number, seat, event)

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

    def _event(self, trick: int, seat: Seat, event: RecordedEvent) -> Shown | None:
        """Make what was shown, or find what is wrong with it."""
        word = event.text.lower().partition("+")[0]
        is_turn = self._goes_on_to(trick, seat, event.text)
        if word == "pass":
            if is_turn:
                self._pass(trick, seat)
            return None
        if not is_turn:
            self._wrong_meld(trick, seat, event, self._why_not_now(trick, seat))
            return None
        points = {
            option.show: option.points
            for option in self.referee.options()
            if self._why_not_short(seat, option.show) is None
        }
        try:
            fact = self._why_not_short(seat, self.referee.parse_move(event.text))
            if fact is not None:
                raise IllegalMoveError(event.text, fact)
            self._push(trick, event.text)
        except IllegalMoveError as error:
            dix = Show(dix=True)
            if word == DIX and "+" in event.text and dix in points:
                self._push(trick, dix)
                credit = None if event.credit is None else max(0, event.credit - points[dix])
                meld = replace(event, text=event.text.partition("+")[2], credit=credit)
                self._wrong_meld(trick, seat, meld, error.fact)
                return Shown(seat, dix, points[dix])
            self._wrong_meld(trick, seat, event, error.fact)
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

    def _why_not_short(self, seat: Seat, show: Move) -> str | None:
        """Why a seat may not show this with a card too few in its hand; None if it may."""
        if self.short is None or self.short.seat is not seat or not isinstance(show, Show):
            return None
        if show.meld is not None or (show.dix and self.rules.dix_is_a_meld):
            return f"{seat.text()} is a card short after trick {self.short.since} (RULES.md 7)"
        if show.dix and self.dix is not None and self.is_not_drawn(seat, self.dix):
            return f"{seat.text()} has no {self.dix} in the hand"
        return None

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
        self._log.claims.append(claim)
        fact = f"{event.credit} claimed, it scores {' or '.join(map(str, possible))}"
        self._log.find(Irregularity.WRONG_CREDIT, trick, seat, event.text, fact, "")

    def _why_not_now(self, trick: int, seat: Seat) -> str:
        if trick > self.rules.deck.stock_tricks:
            return "nothing is shown in the playoff"
        if seat is not self.referee.leader:
            what = "meld" if self.rules.dix_by_loser else "show anything"
            return f"only the winner of the trick may {what}"
        return "nothing more may be shown after this trick"

    def _wrong_meld(self, trick: int, seat: Seat, event: RecordedEvent, fact: str) -> None:
        points = self._face_value(event.text) if event.credit is None else event.credit
        self._log.claims.append(Claim(len(self._log.findings), seat, points, is_meld=True))
        self._log.find(Irregularity.WRONG_MELD, trick, seat, event.text, fact, "")

    def _face_value(self, text: str) -> int:
        total = 0
        for part in text.split("+"):
            try:
                total += named_kind(part.partition(":")[0], self.rules).points
            except NotationError:
                continue
        return total
