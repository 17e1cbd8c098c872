"""A hand as far as its notebook goes, and what has to be entered next."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.game.draw_order import DrawOrder
from pinochle_solver.game.game import Game, HandOutcome
from pinochle_solver.game.notebook_entries import (
    PASS,
    Entry,
    EntryKind,
    Question,
    record_of_entries,
    winner_of,
)
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.marks import NO_DRAW
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Seat


class _Followed(NamedTuple):
    """A hand followed through some of its entries: the attributes of `EnteredHand`, as they were.

    Nothing in it is changed later.
    """

    replay: Replay
    referee: Referee
    game: Game | None
    question: Question | None


class EnteredHand:
    """A hand as one seat has entered it, followed through the rules.

    Args:
        blank: the record of that seat, without what was played and shown.
        seat: who keeps it.

    Attributes:
        seat: who keeps it.
        entries: all that was noted, in order.
        replay: the hand so far.
        question: what has to be entered next; None: the hand is over.
        game: the game with this hand, once somebody has called out in it; None before that.
    """

    def __init__(self, blank: HandRecord, seat: Seat) -> None:
        self.seat = seat
        self.entries: list[Entry] = []
        self._blank = blank
        # After none of the entries, after the first, and so on, to go back to. A new entry cannot
        # go on from the last of them: by what it tells, other cards lie in the hidden places.
        self._followed: list[_Followed] = []
        self._follow_record()

    @property
    def record(self) -> HandRecord:
        """The record as far as it goes."""
        return self.replay.record

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been noted."""
        return self.question is None

    @property
    def is_called_out(self) -> bool:
        """Whether a call-out has decided the game in this hand."""
        return self.game is not None and self.game.hands[-1].outcome is HandOutcome.CALLED_OUT

    @property
    def is_own_choice(self) -> bool:
        """Whether the seat that keeps the record has to decide between several moves now."""
        return self._is_own_decision and len(self._referee.numbers()) > 1

    @property
    def _is_own_decision(self) -> bool:
        question = self.question
        return question is not None and question.seat is self.seat and question.kind in _DECISIONS

    @property
    def has_position(self) -> bool:
        """Whether the hands have the right number of cards, and no card is known that is next."""
        return self.replay.has_position(self._referee)

    @property
    def referee(self) -> Referee:
        """The hand as it stands; what the record does not know is made up in it."""
        return self._referee

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat that keeps the record, if it has to decide; else none."""
        return self._referee.moves() if self._is_own_decision else ()

    def view(self) -> Position:
        """What the seat that keeps the record sees where its hand is known.

        Raises:
            ValueError: when the hand is over, while its draw is not noted, and while a hand has a
                wrong number of cards or the next card of the stock is known.
        """
        is_known = self.question is not None and self.has_position
        view = None if not is_known else self._referee.view(self.seat)
        if view is None or (self.question is not None and self.question.kind is EntryKind.DRAW):
            raise ValueError("the hand is over, or its cards are not known")
        called = {call.seat for call in self.record.call_outs}  # a wrong one would have ended it
        return replace(view, players=self.record.players, called=tuple(sorted(called)))

    # What comes next

    def _follow_record(self) -> None:
        """Follow the record through the rules, and find what is asked for next."""
        self.replay = replay_record(record_of_entries(self._blank, self.entries, self.seat))
        if self.replay.referee is None:
            (finding, *_) = self.replay.findings
            raise IllegalMoveError(finding.what, finding.fact)
        self._referee = self.replay.referee
        self.game = score_game([self.replay]) if self.replay.record.call_outs else None
        self.question = None if self.is_called_out else self._next()
        self._followed.append(_Followed(self.replay, self._referee, self.game, self.question))

    def _go_back(self, entries: int) -> None:
        """Take back all but this many entries."""
        del self.entries[entries:], self._followed[entries + 1 :]
        self.replay, self._referee, self.game, self.question = self._followed[-1]

    def _next(self) -> Question | None:
        """What has to be noted next; brings the referee to where that is."""
        rules = self._blank.rules
        if self.replay.is_void:
            return None
        plays = sum(entry.question.kind is EntryKind.PLAY for entry in self.entries)
        number = (plays + 1) // 2
        is_in_stock = 0 < number <= self._stock_tricks or (number == 0 and rules.dix_turns)
        of_trick = [entry.question for entry in self.entries if entry.question.trick == number]
        if is_in_stock and plays % 2 == 0:
            self._take_back_passes(sum(question.kind in _MADE for question in of_trick))
        credit = self._open_credit()
        if credit is not None:
            return credit
        if is_in_stock and plays % 2 == 0:
            has_drawn = number == 0 or self._has_drawn(number)
            due, turn = self._referee.due, self._referee.turn
            doubles = due is not None and due.doubles
            if doubles and turn is not None and has_drawn:
                return Question(EntryKind.SAY, turn, number)
            shows = due not in (None, Act.PLAY) and not doubles
            after_draws = rules.draws_before_melding or (rules.dix_turns and due is not Act.MELD)
            if shows and turn is not None and (has_drawn or not after_draws):
                return Question(EntryKind.SHOW, turn, number)
            if not has_drawn:
                return Question(EntryKind.DRAW, self.seat, number)
        if self._referee.is_over or self._referee.turn is None:
            return None
        return Question(EntryKind.PLAY, self._referee.turn, plays // 2 + 1, leads=plays % 2 == 0)

    def _take_back_passes(self, shown: int) -> None:
        """Go back to before the passes that nobody has noted yet."""
        history = self._referee.history
        made = 0
        for move in reversed(history):
            if isinstance(move, Play):
                break
            made += 1
        if made > shown:
            self._referee = copy(self._referee)  # the replay keeps its own
        for _ in range(made - shown):
            self._referee.pop()

    def _open_credit(self) -> Question | None:
        """The points that nobody has told or said not to know."""
        answered = {
            (question.trick, question.seat, question.scored_for)
            for question in (entry.question for entry in self.entries)
        }
        for unknown in self.replay.unknown:
            if (unknown.trick, unknown.seat, unknown.what) not in answered:
                return Question(
                    EntryKind.CREDIT,
                    unknown.seat,
                    unknown.trick,
                    scored_for=unknown.what,
                    credits=unknown.possible,
                )
        return None

    def _following(self) -> Entry | None:
        """What follows of itself; None where somebody has to say what comes next."""
        credit = self._credit_of_last_show()
        if credit is not None:
            return credit
        question = self.question
        if question is None:
            return None
        if question.kind is EntryKind.DRAW and question.trick == self._stock_tricks:
            if not self._own_draws(question.trick) and self._last_drawers[0] is self.seat:
                # The upcard is drawn last.
                drawn = reversed(self._referee.draws)
                card = next(card for drawer, card in drawn if drawer is self.seat)
                return Entry(question, card.text(), True)
            return None
        if (
            question.kind is EntryKind.SHOW
            and question.seat is self.seat
            and not self.is_own_choice
        ):
            return Entry(question, PASS, True)
        return None

    def _credit_of_last_show(self) -> Entry | None:
        """The points of the other seat's last show, where cards that it hides might make others."""
        last = self.entries[-1] if self.entries else None
        if last is None:
            return None
        answered = last.question
        if answered.kind is not EntryKind.SHOW or answered.seat is self.seat or not answered.trick:
            return None
        if self.question is not None and self.question.kind is EntryKind.CREDIT:
            return None
        for shown in self.replay.tricks[-1].shown:
            meld = shown.show.meld
            is_last = shown.seat is answered.seat and shown.show.text() == last.text
            if is_last and meld is not None and meld.kind.replaces is not None:
                question = Question(
                    EntryKind.CREDIT, shown.seat, answered.trick, scored_for=meld.text()
                )
                return Entry(question, str(shown.points), True)
        return None

    def _asks(self, kind: EntryKind) -> bool:
        return self.question is not None and self.question.kind is kind

    @property
    def _asks_for_last_dix(self) -> bool:
        return self.question is not None and self.question.scored_for == DIX

    def _is_renege(self, play: str) -> bool:
        """Whether this play, asked for now, would be a renege."""
        return self._asks(EntryKind.PLAY) and self._referee.is_renege(play)

    # The stock

    def _winner(self) -> Seat:
        """Who took the last trick."""
        plays = [each.text for each in self.entries if each.question.kind is EntryKind.PLAY]
        return winner_of(self._blank, plays)

    @property
    def _stock_tricks(self) -> int:
        return self._blank.rules.deck.stock_tricks

    @property
    def _dix(self) -> Card | None:
        return dix_card(self._blank.rules, self._blank.upcard.suit)

    def _own_draws(self, trick: int) -> list[Entry]:
        """What this seat has drawn after a trick, or that it drew nothing, as far as noted."""
        draw = Question(EntryKind.DRAW, self.seat, trick)
        word = Question(EntryKind.STOCK, self.seat, trick)
        return [
            entry
            for entry in self.entries
            if entry.question == draw
            or (entry.question == word and entry.text.startswith(("+", NO_DRAW.word)))
        ]

    def _has_extra(self, trick: int) -> bool:
        """Whether this seat had a card too many before the draws of a trick."""
        drawn = DrawOrder(self.replay.record).of(trick)
        return drawn is not None and drawn.extra[0][self.seat] > 0

    @property
    def _last_drawers(self) -> tuple[Seat | None, list[Seat]]:
        """Who takes the upcard, and who draws face down, after the last trick of the stock."""
        order = DrawOrder(self.replay.record)
        last = order.of(self._stock_tricks)
        return (None, []) if last is None else order.last_drawers(last)

    def _has_drawn(self, trick: int) -> bool:
        """Whether all this seat's draws after a trick are noted that must be."""
        drawn = len(self._own_draws(trick))
        if trick != self._stock_tricks:
            return drawn > 0
        upcard_to, seats = self._last_drawers
        return drawn >= seats.count(self.seat) + (upcard_to is self.seat)


_DECISIONS = (EntryKind.PLAY, EntryKind.SHOW, EntryKind.SAY)
# What a seat does after a trick.
_MADE = (EntryKind.SHOW, EntryKind.SAY)
