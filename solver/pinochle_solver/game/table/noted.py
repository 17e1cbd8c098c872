"""What has to be noted of a hand of three or four, and what was: questions and entries.

Besides the answers to questions there are entries that nobody asks for: who gives up, who calls
out, and what goes wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pinochle_solver.notation.table.record_parts import StatedResult
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.melds import TableMelds
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

OTHER_CARD = "other"
"""What is said where a card is drawn that does not matter."""


class NoteKind(Enum):
    """What an answer is about; the last ones are never asked for."""

    CALL = "call"
    WIDOW = "widow"
    TRUMP = "trump"
    MELDS = "melds"
    DIX = "dix"
    SHOW = "show"
    PLAY = "play"
    DRAW = "draw"
    GIVEN_UP = "given up"
    CALL_OUT = "call-out"
    WRONG = "wrong"


UNASKED = frozenset((NoteKind.GIVEN_UP, NoteKind.CALL_OUT, NoteKind.WRONG))
"""What nobody asks for."""


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """What has to be noted next.

    Attributes:
        kind: what it is.
        seat: whose it is.
        trick: the number of the trick in or after which it happens; 0 before the first lead.
        leads: whether the card is led.
        choices: the cards that may have been drawn; None among them stands for any unseen card.
    """

    kind: NoteKind
    seat: Seat
    trick: int = 0
    leads: bool = False
    choices: tuple[Card | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that went wrong.

    Attributes:
        words: what stands in braces for it (NOTATION-TABLE.md); empty if `move` says it.
        move: a call, a card or a meld that was made against the rules, and is written as it was.
    """

    words: tuple[str, ...] = ()
    move: AnyMove | None = None

    def text(self) -> str:
        """Its words."""
        if self.move is None:
            return " ".join(self.words)
        return f"{self.move.text()}, against the rules"


Said = AnyMove | Hand | Suit | TableMelds | Card | StatedResult | Wrong | None
"""What an answer says, by the kind of its question."""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One thing that was noted.

    Attributes:
        question: what it answers.
        said: what was noted: a move; the widow's cards; the trump of another seat and then its
            melds; a card drawn, None for an unseen one; who has given up; what went wrong. Of a
            call-out nothing more.
    """

    question: TableQuestion
    said: Said

    @property
    def text(self) -> str:
        """What was noted, as it is shown."""
        said = self.said
        if said is None:
            return OTHER_CARD
        if isinstance(said, tuple):
            return "+".join(meld.text() for meld in said) or "none"
        if isinstance(said, Hand):
            return " ".join(card.text() for card in said)
        if isinstance(said, Suit):
            return said.letter
        if isinstance(said, StatedResult):
            return f"given up: {said.value}"
        return "pass" if said == PASS else said.text()
