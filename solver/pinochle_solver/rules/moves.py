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
        source: where it comes from when a copy of it lies on its holder's table: ``"hand"``, or
            the number of the copy on the table; None when no copy lies there.
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
    """What a seat shows after a trick: a dix, a meld, both, or neither (a pass).

    Attributes:
        dix: whether it shows a dix: exchanges it for the upcard, or lays it.
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
        return f"<Show {self.text()}>"  # no expression: which meld it is, the rulebook says


class Doubling(Enum):
    """What a seat says where there are doubles: to offer one or not, and to answer one."""

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
        """The one that is written so, in either case; None for any other text."""
        return next((each for each in cls if text.lower() == each.value), None)

    def __str__(self) -> str:
        return self.text()


Move = Play | Show | Doubling


@dataclass(frozen=True, slots=True)
class CallingOut:
    """A seat's claim to have reached the target, made before a move of its own and no move."""

    def text(self) -> str:
        """``call-out``."""
        return "call-out"

    def __str__(self) -> str:
        return self.text()


CALL_OUT = CallingOut()
