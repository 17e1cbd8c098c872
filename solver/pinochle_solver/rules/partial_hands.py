"""Hands of which some cards may be hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.rules.checks import cards_text

_HIDDEN_IN_WORDS = re.compile(
    r"(?:^|\band +|(?<=[ ,]))([0-9]{1,2}) +"
    r"(?:others?|unknown|hidden|more|unseen|cards)(?: cards?)?$"
)


@dataclass(frozen=True, slots=True, repr=False)
class PartialHand:
    """The known cards of a seat, those on the table included.

    Attributes:
        known: the cards that are known.
        hidden: how many more it holds.

    Raises:
        IllegalPositionError: for a number of hidden cards below 0.
    """

    known: Hand
    hidden: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.known, Hand) or type(self.hidden) is not int or self.hidden < 0:
            raise IllegalPositionError("hand", "expected known cards and a number of hidden ones")

    def __len__(self) -> int:
        return len(self.known) + self.hidden

    def with_known(self, cards: Iterable[Card]) -> PartialHand:
        """The hand of which these cards, hidden so far, have become known."""
        told = tuple(cards)
        return PartialHand(Hand.of((*self.known, *told)), self.hidden - len(told))

    def with_card(self, card: Card) -> PartialHand:
        """The hand after a card that is seen has come to it."""
        return PartialHand(self.known.with_card(card), self.hidden)

    def without(self, card: Card) -> PartialHand:
        """The hand after a card has left it, one of the hidden cards if it is not known there."""
        if card in self.known:
            return PartialHand(self.known.without(card), self.hidden)
        return PartialHand(self.known, self.hidden - 1)

    def text(self) -> str:
        """The known cards, and ``+n`` when n are hidden: ``-.-.KQ.-+9``."""
        return self.known.text() + (f"+{self.hidden}" if self.hidden else "")

    @property
    def hidden_fact(self) -> str:
        """``1 card of that hand is unknown``, ``12 cards of that hand are unknown``."""
        are = "is" if self.hidden == 1 else "are"
        return f"{cards_text(self.hidden)} of that hand {are} unknown"

    @classmethod
    def parse(cls, text: str) -> PartialHand:
        """Read a hand that may end in ``+n``, or is ``+n`` alone; raises `NotationError`.

        In words, ``+n`` is ``and 9 others``, or ``12 cards``.
        """
        known, plus, hidden = text.partition("+")
        in_words = None if plus else _HIDDEN_IN_WORDS.search(text)
        if in_words:
            known, plus, hidden = text[: in_words.start()].rstrip(), "+", in_words[1]
        if plus and not re.fullmatch(r"[0-9]{1,2}", hidden.strip()):
            raise NotationError("hand", f"{quoted(text)} does not end in + and a number of cards")
        return cls(Hand.parse(known) if known or not plus else NO_CARDS, int(hidden or 0))

    def __repr__(self) -> str:
        return f"PartialHand.parse({self.text()!r})"


EMPTY = PartialHand(NO_CARDS)
