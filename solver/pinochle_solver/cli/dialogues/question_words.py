"""What `pinochle new` asks and notes, in words said to the person who keeps the record."""

from __future__ import annotations

from pinochle_solver.cli.dialogues.addressing import addressed
from pinochle_solver.cli.dialogues.notebook_file import NotebookFile
from pinochle_solver.errors import NotationError
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.notebook_entries import Entry, EntryKind, Question
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.marks import FACE_UP
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.rules import Seat

# What a player does, where the word is not that of the kind.
_VERBS = {EntryKind.SHOW: "meld"}


class QuestionWords:
    """Questions and entries of a notebook in words, and the seats that words name.

    Args:
        file: the record, in its file.
    """

    def __init__(self, file: NotebookFile[Notebook, HandRecord]) -> None:
        self._file = file

    @property
    def _notebook(self) -> Notebook:
        return self._file.notebook

    @property
    def _person(self) -> Seat:
        return self._notebook.seat

    def addressed(self, text: str) -> str:
        """A sentence about seats, said to the person."""
        return addressed(text, self._person, self._notebook.record.players)

    def seat_of(self, who: str) -> Seat:
        """The seat of the player who is named before what he did; nobody named is the person."""
        seat = self.named_seat(who)
        if seat is not None:
            return seat
        name = self._notebook.record.players.name(self._person.other)
        raise NotationError(who, f"does not play; write {name}, or nothing for yourself")

    def named_seat(self, who: str) -> Seat | None:
        """The seat that a word names, the person's for none; None for other words."""
        other = self._person.other
        name = self._notebook.record.players.name(other).casefold()
        if who.casefold() in (other.text(), other.text()[0], name):
            return other
        own = ("", "i", "me", "you", self._person.text(), self._person.text()[0])
        return self._person if who.casefold() in own else None

    def prompt(self, question: Question, default: str | None) -> str:
        """What is asked, with what Enter says in brackets; None for nothing."""
        brackets = "" if default is None else f" [{default}]"
        choices = ""
        if question.kind is EntryKind.SAY:
            *words, last = (move.text() for move in self._notebook.referee.moves())
            choices = f", {', '.join(words)} or {last}"
        return f"{self.text(question)}{choices}{brackets}> "

    def who(self, question: Question) -> str:
        """Who a question is about: you, or the opponent by name."""
        own = question.seat is self._person
        return "you" if own else self._notebook.record.players.name(question.seat)

    def text(self, question: Question) -> str:
        """What is asked: ``you lead``, ``north drew``."""
        own = question.seat is self._person
        name = self.who(question)
        if question.kind in (EntryKind.LOOK, EntryKind.CALL, EntryKind.STOCK):
            return name
        if question.kind is EntryKind.DRAW:
            return f"{name} drew"
        if question.kind is EntryKind.CREDIT:
            points = " or ".join(map(str, question.credits))
            what = "a dix drawn last" if question.scored_for == DIX else question.scored_for
            return f"what {name} scored for {what}, {points}"
        verb = "lead" if question.leads else _VERBS.get(question.kind, question.kind.value)
        return f"{name} {verb}" if own else f"{name} {verb}s"

    def noted(self, entry: Entry) -> str:
        """What was noted, with whose it is."""
        is_nobodys = entry.text.startswith(FACE_UP.word)
        if is_nobodys or entry.question.kind is EntryKind.VOID:
            return entry.text
        return f"{self.text(entry.question)} {entry.text}"

    def help_to(self, question: Question) -> str:
        """What can be answered to a question."""
        own = question.seat is self._person
        who = self.who(question)
        if question.kind is EntryKind.PLAY:
            verb = ("lead" if question.leads else "play") + ("" if own else "s")
            return f"the card {who} {verb}: QS, 10s, queen of spades; QS@1 if it is on the table"
        if question.kind is EntryKind.DRAW:
            return "the card you drew: QS, 10s, queen of spades; no-draw if you drew none"
        if question.kind is EntryKind.CREDIT:
            points = " or ".join(map(str, question.credits))
            return f"the points {who} scored, {points}; unknown if you do not know"
        if question.kind is EntryKind.SAY:
            words = ", ".join(move.text() for move in self._notebook.referee.moves())
            return f"what {who} said: {words}; the first letters are enough"
        if not own:
            return f"what {who} melds: marriage hearts, KH QH, dix and run; or nothing, no meld"
        return "what you meld, or nothing, or its number:"
