"""Moves of a hand and their text: a card played, a show after a trick, a double; call-outs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import Meld

CopyNumber = Literal[1, 2, 3, 4]
Source = Literal["hand"] | CopyNumber


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """A card played.

    Attributes:
        card: the card.
        source: where it comes from, if a copy of it lies on its holder's table: ``"hand"``, or the
            number of the copy on the table. None if no copy lies there.
    """

    card: Card
    source: Source | None = None

    def text(self) -> str:
        """``QS``, ``QS@hand`` or ``QS@1``."""
        return self.card.text() if self.source is None else f"{self.card.text()}@{self.source}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        source = "" if self.source is None else f", {self.source!r}"
        return f"Play({self.card!r}{source})"


@dataclass(frozen=True, slots=True, repr=False)
class Show:
    """The melds of a seat after a trick: a dix, a meld, both, or neither (a pass).

    Attributes:
        dix: whether it shows a dix, by exchanging it for the upcard or laying it.
        meld: the meld it lays, or None.
    """

    dix: bool = False
    meld: Meld | None = None

    def text(self) -> str:
        """``pass``, ``dix``, ``marriage:KS.QS`` or ``dix+marriage:KS.QS``."""
        shown = ["dix"] if self.dix else []
        if self.meld is not None:
            shown.append(self.meld.text())
        return "+".join(shown) or "pass"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Show {self.text()}>"  # not an expression: the rulebook says which meld it is


class Doubling(Enum):
    """A word about doubles: an offer or none, or the answer to one."""

    NO_DOUBLE = "no-double"
    DOUBLE = "double"
    REFUSE = "refuse"
    ACCEPT = "accept"
    REDOUBLE = "redouble"

    def text(self) -> str:
        """``no-double``, ``double``, ``refuse``, ``accept`` or ``redouble``."""
        return self.value

    @classmethod
    def read(cls, text: str) -> Doubling | None:
        """The one with this text, in either case; None for any other text."""
        return _DOUBLING_OF_TEXT.get(text.lower())

    def __str__(self) -> str:
        return self.text()


_DOUBLING_OF_TEXT = {each.value: each for each in Doubling}

Move = Play | Show | Doubling


@dataclass(frozen=True, slots=True)
class CallingOut:
    """A seat's claim to have reached the target: made before a move of its own, and not a move."""

    def text(self) -> str:
        """``call-out``."""
        return "call-out"

    def __str__(self) -> str:
        return self.text()


CALL_OUT = CallingOut()
