"""Going back in `pinochle new`: undoing the last answer, changing an earlier one or the deal."""

from __future__ import annotations

from pinochle_solver.cli.dialogues.notebook_file import NotebookFile
from pinochle_solver.cli.dialogues.question_words import QuestionWords
from pinochle_solver.cli.dialogues.reading import (
    CHANGE,
    changed_card,
    is_number,
    numbered,
    read_line,
)
from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.game.notebook import Correction, Notebook
from pinochle_solver.render.renderer import Renderer


class Corrections:
    """Takes back or changes what a notebook holds, and says what becomes of the rest.

    Args:
        file: the record, in its file.
        words: of its questions.
        renderer: shows what happens.
    """

    def __init__(self, file: NotebookFile, words: QuestionWords, renderer: Renderer) -> None:
        self._file, self._words, self._renderer = file, words, renderer

    @property
    def _notebook(self) -> Notebook:
        return self._file.notebook

    def undo(self) -> None:
        """Take back the last answer."""
        entry = self._notebook.undo()
        if entry is None:
            fact = f"nothing has been noted yet; {CHANGE} puts right a card or who leads"
            self._renderer.line(fact)
            return
        self._file.save()
        self._renderer.line(f"taken back: {self._words.noted(entry)}")

    def correct(self, argument: str) -> None:
        """Change something that was noted in a trick, which is named by its number.

        Raises:
            NotationError, IllegalMoveError: for no such trick or answer, and what it cannot be.
            QuitError: at the end of the input.
        """
        is_trick = argument.isdecimal() and len(argument) < 3
        places = self._notebook.of_trick(int(argument)) if is_trick else []
        if not places:
            raise NotationError("correct", "say in which trick: correct 3")
        for number, entry in enumerate((self._notebook.entries[each] for each in places), start=1):
            self._renderer.line(f"  {number}  {self._words.noted(entry)}")
        said = read_line("its number, and what it should be (Enter: leave it)> ").strip()
        number_text, _, text = said.partition(" ")
        if not said:
            return
        place = numbered(number_text, places) if is_number(number_text) else None
        if place is None:
            raise NotationError("correct", f"{quoted(number_text)} is none of these numbers")
        if not text.strip():
            asked = self._words.text(self._notebook.entries[place].question)
            text = read_line(f"{asked} (Enter: leave it)> ").strip()
            if not text:
                return
        self._take_over(self._notebook.corrected(place, text), "corrected")

    def change(self, argument: str) -> None:
        """Change a card that was noted before the first trick, or who leads.

        Raises:
            PositionError: for anything else, and for cards that cannot be.
            QuitError: at the end of the input.
        """
        leader = self._words.named_seat(argument) if argument else None
        if leader is not None:
            who = self._notebook.record.players.name(leader)
            leads = "you lead" if leader is self._notebook.seat else f"{who} leads"
            self._take_over(self._notebook.with_leader(leader), f"{leads} first")
        else:
            old, new = changed_card(argument)
            self._take_over(self._notebook.with_card_changed(old, new), f"{new}, not {old}")

    def _take_over(self, correction: Correction, done: str) -> None:
        """Change what was noted, if what no longer fits may go."""
        if correction.left_over and not self._gives_up(correction):
            self._renderer.line("nothing was changed")
            return
        self._notebook.take_over(correction.notebook)
        self._file.save()
        self._renderer.line(done)

    def _gives_up(self, correction: Correction) -> bool:
        """Whether what does not fit a correction may go."""
        trick = correction.left_over[0].question.trick
        place = f"trick {trick}" if trick else "what came before trick 1"
        self._renderer.line(f"then {place} does not fit: {self._words.addressed(correction.why)}")
        number = len(correction.left_over)
        answers = "last answer" if number == 1 else f"last {number} answers"
        said = read_line(f"forget the {answers} and note anew (yes or no)> ")
        return said.strip().lower() in ("y", "yes")
