"""Going back in `pinochle new`: undoing the last answer, changing an earlier one or the deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pinochle_solver.cli.dialogues.reading import (
    CHANGE,
    QuitError,
    changed_card,
    read_line,
    typed_token,
)
from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.render.page import Page
from pinochle_solver.rules.cards import Card, Hand, Suit

CORRECT = ("correct", "fix")
"""What asks for a correction."""
_HOW = "  type its number and the right answer, such as 1 KC, or its number alone"


def how_to_change(hand: Hand) -> str:
    """How a card that was read wrongly is put right, with one of the hand as an example."""
    *_, old = hand
    new = Card(old.rank, next(suit for suit in Suit if suit is not old.suit))
    return f"if a card is wrong, change it: {CHANGE} {old} {new}"


class AnyCorrection(Protocol):
    """What becomes of a notebook after something in it was changed; see `Correction`."""

    @property
    def notebook(self) -> Any:
        """The notebook, as far as what was noted later still fits."""

    @property
    def left_over(self) -> Sequence[Any]:
        """What does not fit any more."""

    @property
    def why(self) -> str:
        """Why the first of it does not."""


class AnyNotebook(Protocol):
    """The notebook of a hand of any game; see `Notebook`."""

    entries: list[Any]

    def undo(self) -> Any:
        """Take back what was noted last; None if nothing was."""

    def of_trick(self, trick: int) -> list[int]:
        """The places of what was noted in a trick."""

    def corrected(self, place: int, text: str) -> AnyCorrection:
        """What becomes of all that was noted if something in it was otherwise."""

    def with_card_changed(self, old: Card, new: Card) -> AnyCorrection:
        """What becomes of it if a card was another one from the start."""

    def take_over(self, other: Any) -> None:
        """Hold what another one holds from now on."""


class AnyNotebookFile(Protocol):
    """The file of such a notebook."""

    @property
    def notebook(self) -> AnyNotebook:
        """The notebook."""

    def save(self) -> None:
        """Write the record."""


class NoteWords(Protocol):
    """Questions and entries of a notebook in words."""

    def addressed(self, text: str) -> str:
        """A sentence about seats, said to the person."""

    def text(self, question: Any) -> str:
        """What is asked."""

    def noted(self, entry: Any) -> str:
        """What was noted, with whose it is."""


class Corrections:
    """Takes back or changes what a notebook holds, and says what becomes of the rest.

    Args:
        file: the record, in its file.
        words: of its questions.
        renderer: shows what happens.
        change_seat: given what is to be changed, changes a seat (who leads or who dealt): what
            becomes of the notebook, and what was done in words. None if no seat is meant.
        seat_said: gives the seat that a word means, or raises `PositionError`; then an answer may
            be chosen by its seat. None: only by its number.
    """

    def __init__(
        self,
        file: AnyNotebookFile,
        words: NoteWords,
        renderer: Page,
        change_seat: Callable[[str], tuple[AnyCorrection, str] | None],
        seat_said: Callable[[str], object] | None = None,
    ) -> None:
        self._file, self._words, self._renderer = file, words, renderer
        self._change_seat, self._seat_said = change_seat, seat_said

    @property
    def _notebook(self) -> AnyNotebook:
        return self._file.notebook

    def undo(self) -> None:
        """Take back the last answer."""
        entry = self._notebook.undo()
        if entry is None:
            fact = f"nothing has been noted yet; {CHANGE} puts right a card or who leads"
            self._renderer.line(fact)
            return
        self._file.save()
        self._say(f"taken back: {self._words.noted(entry)}")

    def _say(self, text: str) -> None:
        """Write a line, its cards in symbols."""
        self._renderer.line(self._renderer.in_symbols(text))

    def correct(self, argument: str) -> None:
        """Change something that was noted in a trick, which is named by its number.

        Raises:
            NotationError: for no such trick.
            QuitError: at the end of the input.
        """
        is_trick = argument.isdecimal() and len(argument) < 3
        places = self._notebook.of_trick(int(argument)) if is_trick else []
        if not places:
            is_early = is_trick and bool(self._notebook.entries)
            nothing = f"nothing is noted in trick {argument}; " if is_early else ""
            raise NotationError("correct", f"{nothing}say in which trick: correct 3")
        self._list(places)
        while said := read_line("its number, and what it should be (Enter: leave it)> ").strip():
            number_text, _, text = said.partition(" ")
            place = self._place_said(number_text, places)
            if said.lower() in ("q", "quit"):
                raise QuitError
            if number_text.lower() in CORRECT:
                self.correct(text.strip())
                return
            if said in ("?", "help"):
                self._list(places)
                self._renderer.line(_HOW)
            elif place is None:
                fact = "is none of these numbers (? lists them, Enter leaves all as it is)"
                self._renderer.line(f"{quoted(number_text)} {fact}")
            elif self._is_corrected(place, text.strip()):
                return

    def _place_said(self, word: str, places: list[int]) -> int | None:
        """The one of these places that a number means, or the only answer of a seat."""
        if is_number(word):
            return numbered(word, places)
        if self._seat_said is None:
            return None
        try:
            seat = self._seat_said(word)
        except PositionError:
            return None
        entries = self._notebook.entries
        own = [place for place in places if entries[place].question.seat is seat]
        return own[0] if len(own) == 1 else None

    def _list(self, places: Sequence[int]) -> None:
        for number, place in enumerate(places, start=1):
            self._say(f"  {number}  {self._words.noted(self._notebook.entries[place])}")

    def _is_corrected(self, place: int, text: str) -> bool:
        """Take an answer; return False if it cannot be, which the person is told."""
        if not text:
            asked = self._words.text(self._notebook.entries[place].question)
            text = read_line(f"{asked} (Enter: leave it)> ").strip()
            if not text:
                return True
        try:
            correction = self._notebook.corrected(place, text)
        except PositionError as error:
            fact = self._words.addressed(error.fact)
            self._say(f"{typed_token(error, text)}: {fact} (Enter leaves all as it is)")
            return False
        self._take_over(correction, "corrected")
        return True

    def change(self, argument: str) -> None:
        """Change a card that was noted before the first trick, or who leads or dealt.

        Raises:
            PositionError: for anything else, and for cards that cannot be.
            QuitError: at the end of the input.
        """
        changed = self._change_seat(argument) if argument else None
        if changed is not None:
            self._take_over(*changed)
        else:
            old, new = changed_card(argument)
            self._take_over(self._notebook.with_card_changed(old, new), f"{new}, not {old}")

    def _take_over(self, correction: AnyCorrection, done: str) -> None:
        """Change what was noted, if what no longer fits may go."""
        if correction.left_over and not self._gives_up(correction):
            self._renderer.line("nothing was changed")
            return
        self._notebook.take_over(correction.notebook)
        self._file.save()
        self._say(done)

    def _gives_up(self, correction: AnyCorrection) -> bool:
        """Whether what does not fit a correction may go."""
        trick = correction.left_over[0].question.trick
        place = f"trick {trick}" if trick else "what came before trick 1"
        self._say(f"then {place} does not fit: {self._words.addressed(correction.why)}")
        number = len(correction.left_over)
        answers = "last answer" if number == 1 else f"last {number} answers"
        said = read_line(f"forget the {answers} and note anew (yes or no)> ")
        return said.strip().lower() in ("y", "yes")
