"""``pinochle play`` for all games: its commands, and the loop that asks a person for moves."""

from __future__ import annotations

import contextlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.dialogues.reading import QuitError, read_line
from pinochle_solver.cli.output.kept_records import KeptRecords, RecordKeeper
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.errors import quoted
from pinochle_solver.render.page import Page

CALLS = ("call out", "call-out", "callout")
"""What says that one has reached the target."""
Progress = Callable[[int, int, Any], None]
"""What a review tells of each decision: its number, how many there are, and the decision."""
_REVIEWS = "y reviews the hand, which takes half a minute; n or Enter does not"
_NOTHING_TYPED = "say what you do: ? lists the moves, help tells what else can be said"


class PlayedHand(Protocol):
    """A hand between a person and engines."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be decided."""

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person has to decide."""

    @property
    def is_choice(self) -> bool:
        """Whether the seat to decide has something to choose."""

    def take_back(self, *, choices_only: bool = False) -> bool:
        """Go back to the person's last decision; False if there is none."""


class PlayedHands(KeptRecords, Protocol):
    """Hands between a person and engines, one after the other."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play after the hand that is over."""

    def begin_hand(self) -> None:
        """Deal another hand after a finished one."""


class PlayDialogue(ABC):
    """What is said and asked while hands are played.

    Args:
        sitting: the hands.
        renderer: shows what happens.
        keeper: keeps the records.
        ask_all: whether to ask for cards that leave no choice, too.

    Attributes:
        help_text: what can be said; ``{kept}`` stands for what becomes of the record.
    """

    help_text: ClassVar[str]

    def __init__(
        self, sitting: PlayedHands, renderer: Page, keeper: RecordKeeper[Any], ask_all: bool
    ) -> None:
        self._hands, self._page, self._keeper = sitting, renderer, keeper
        self._ask_all = ask_all
        self._commands: dict[str, Callable[[], None]] = {
            "?": self._tell_moves,
            "hint": self._hint,
            "undo": self._undo,
            "table": self._tell_table,
            "score": self._tell_score,
            "help": self._help,
            "quit": self._quit,
            "q": self._quit,
        }

    def play(self) -> int:
        """Play; whatever ends it, nothing of the hand is lost. Returns the exit status."""
        is_heard = True
        try:
            self._play_hands()
            sys.stdout.flush()
        except BrokenPipeError:
            is_heard = False
            raise
        finally:
            is_kept = self._keeper.close(self._hands, is_heard)
        return DONE if is_kept else BAD_INPUT

    def _play_hands(self) -> None:
        """Play until the hand or the game is over, or the person quits."""
        with contextlib.suppress(QuitError):
            while True:
                self._play_hand()
                self._end_hand()
                if self._hands.is_over:
                    return
                self._hands.begin_hand()

    def _offer_review(self, review: Callable[[StopFlag, Progress | None], None]) -> None:
        """Review the hand that is over if the person, at a terminal, wants it.

        Args:
            review: reviews it and shows the review; it takes what ends the search, and what to
                tell of each decision, if that is shown.
        """
        if sys.stdin is None or not sys.stdin.isatty():
            return
        self._page.line(_REVIEWS)
        while (word := read_line("review> ").strip().lower()) not in ("y", "yes"):
            if word in ("q", "quit"):
                raise QuitError
            if word in ("", "n", "no"):
                return
            self._page.line(f"{quoted(word)}: {_REVIEWS}")
        # Most hands are not reviewed.
        from pinochle_solver.cli.output.review_progress import review_progress

        with stopping_searches() as stop, review_progress(1) as report:
            review(stop, None if report is None else partial(report, 0))

    def _play_hand(self) -> None:
        self._page.line()
        self._page.line(self._who_dealt())
        is_shown = False
        while not self._played.is_over:
            if not self._played.is_persons_turn:
                self._move_for_the_engine()
                is_shown = False
                continue
            if not (self._ask_all or self._played.is_choice):
                self._make_forced()
                is_shown = False
                continue
            if not is_shown:
                self._tell_table()
            is_shown = not self._take_word(read_line(self._prompt()))

    def _take_word(self, line: str) -> bool:
        """Do what was asked for; return whether the table has changed."""
        word, before = line.strip(), self._state()
        asked = self._commands.get(word.lower())
        if asked is not None:
            asked()
        elif word:
            self._make_said(word)
        else:
            self._say_nothing()
        return self._state() != before

    def _say_nothing(self) -> None:
        """Answer an empty line."""
        self._page.line(_NOTHING_TYPED)

    # What differs between the games

    @property
    @abstractmethod
    def _played(self) -> PlayedHand:
        """The hand being played."""

    @abstractmethod
    def _state(self) -> object:
        """What is unlike before if the table has changed."""

    @abstractmethod
    def _who_dealt(self) -> str:
        """The line that begins a hand."""

    @abstractmethod
    def _prompt(self) -> str:
        """What the person is asked."""

    @abstractmethod
    def _make_said(self, word: str) -> None:
        """Make the move that a word says, or tell why it is none."""

    @abstractmethod
    def _make_forced(self) -> None:
        """Make the only move there is, and tell it."""

    @abstractmethod
    def _move_for_the_engine(self) -> None:
        """Let an engine move, and tell its move."""

    @abstractmethod
    def _end_hand(self) -> None:
        """Score a hand that is over, and tell what it comes to."""

    @abstractmethod
    def _tell_moves(self) -> None:
        """List the legal moves."""

    @abstractmethod
    def _tell_table(self) -> None:
        """Show what lies before the person."""

    @abstractmethod
    def _tell_score(self) -> None:
        """Show the points."""

    @abstractmethod
    def _hint(self) -> None:
        """Show what the default engine would do, and why."""

    # What is the same

    def _save(self) -> None:
        self._keeper.save(self._hands)

    def _undo(self) -> None:
        if self._played.take_back(choices_only=not self._ask_all):
            self._save()
        else:
            self._page.line("nothing to take back in this hand")

    def _help_lines(self) -> str:
        """What can be said."""
        return self.help_text.format(kept=self._keeper.promise)

    def _help(self) -> None:
        for line in self._help_lines().splitlines():
            self._page.line(line)

    def _quit(self) -> None:
        raise QuitError
