"""What `pinochle new` asks for before a hand, in any game: the loop, and the cards of the hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pinochle_solver.cli.dialogues.reading import CHANGE, QuitError, changed_card, read_line
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.render.page import Page
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.checks import counted

_Notebook = TypeVar("_Notebook")
_HAND_EXAMPLE = "AAT9.KQ.-.QQJJ99, or AS AS TS 9S KH QH ..., or S:AAT9 H:KQ C:QQJJ99"


class BackError(Exception):
    """The question before is to be asked again."""


class SetupDialogue(ABC, Generic[_Notebook]):
    """Asks for what is known before a hand.

    Args:
        renderer: shows what is said.
    """

    def __init__(self, renderer: Page) -> None:
        self._renderer = renderer
        # As far as it has been said.
        self._hand = Hand.of(())

    @abstractmethod
    def _told(self, error: PositionError) -> str:
        """What is wrong, said to the person."""

    @property
    @abstractmethod
    def _own_seat(self) -> str:
        """The seat of the person, as errors name it."""

    def _ask_all(
        self, questions: Sequence[Callable[[], None]], begin: Callable[[], _Notebook]
    ) -> _Notebook:
        """Ask these questions, and for the hand, until there is a notebook.

        Args:
            questions: each asks one; they raise `PositionError` for what cannot be.
            begin: asks for the hand, and makes the notebook.

        Raises:
            QuitError: when the person quits, or the input ends.
        """
        place = 0
        while True:
            try:
                if place < len(questions):
                    questions[place]()
                    place += 1
                    continue
                return begin()
            except PositionError as error:
                fact = self._told(error)
                is_hand = error.token == self._own_seat
                self._renderer.line(
                    f"{fact}; {CHANGE} 9D 9S changes a card of it" if is_hand else fact
                )
            except BackError:
                place = max(0, place - 1)

    def _asked_cards(self, question: str) -> str:
        """What is said of the cards of a hand."""
        return self._asked(question, "all of them: " + _HAND_EXAMPLE)

    def _asked(self, question: str, what: str) -> str:
        while True:
            text = read_line(f"{question}> ").strip()
            word = text.lower()
            if word in ("quit", "q"):
                raise QuitError
            if word == "undo":
                raise BackError
            if word in ("?", "help"):
                self._renderer.line(what)
                continue
            return text

    def _whole_hand(self, text: str, size: int) -> Hand:
        """The hand of this many cards, of what was said now and before.

        Raises:
            PositionError: as long as it is not whole.
        """
        # A slip in what was to be added leaves the hand as it was.
        said = (self._hand_said(text, size), self._hand)
        hand = self._hand = min(said, key=lambda hand: abs(len(hand) - size))
        if len(hand) != size:
            fact = f"{counted(len(hand), 'card')}, expected {size}: {hand.text()}"
            what = "those that are missing" if len(hand) < size else "which to leave out"
            raise NotationError("hand", f"{fact}; say {what}, or all again")
        return hand

    def _hand_said(self, text: str, size: int) -> Hand:
        """The hand: what was said may be all of it, what was missing or too much, or a change."""
        word, _, argument = text.partition(" ")
        if word.lower() == CHANGE:
            old, new = changed_card(argument)
            return self._hand.without(old).with_card(new)
        if not text:
            raise NotationError("hand", f"say all your cards: {_HAND_EXAMPLE}")
        said = Hand.parse(text)
        if len(said) == size:
            return said
        is_held = all(self._hand.count(card) >= said.count(card) for card in said)
        if is_held and len(self._hand) - len(said) == size:
            left = self._hand
            for card in said:
                left = left.without(card)
            return left
        return Hand.of((*self._hand, *said)) if len(self._hand) + len(said) == size else said
