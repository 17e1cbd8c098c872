"""What the records of the games for three and four are made of, besides their tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pinochle_solver.rules.claims import AnyRecordedCall
from pinochle_solver.table.seats import Seat


class StatedResult(Enum):
    """How a hand ends before its cards end it; the value is the word in the tag ``Result``.

    The bidder has conceded before the first lead, the defenders have conceded, and the contract is
    made, or the bidder has given the rest up in the play, and it is set.
    """

    CONCEDED = "conceded"
    MADE = "made"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Note:
    """A note in braces inside a trick, or among the calls.

    Attributes:
        after: how many cards of the trick, or how many calls, stand before it.
        words: the words in the braces.
    """

    after: int
    words: tuple[str, ...]

    def text(self) -> str:
        """``{renege west}``."""
        return f"{{{' '.join(self.words)}}}"


@dataclass(frozen=True, slots=True, repr=False)
class TableTrick:
    """A trick as it is written; the entry before the first lead has the number 0 and no cards.

    Attributes:
        number: its number, from 1.
        plays: the texts of the cards, the leader's first.
        notes: what stands in braces, in order.
    """

    number: int
    plays: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    def words(self) -> Iterator[str]:
        """Number, cards and braces in their order."""
        if self.number:
            yield f"{self.number}."
        for place in range(len(self.plays) + 1):
            yield from (note.text() for note in self.notes if note.after == place)
            yield from self.plays[place : place + 1]

    def text(self) -> str:
        """``1. AD {renege west} 9H 9D``."""
        return " ".join(self.words())

    def __repr__(self) -> str:
        return f"<TableTrick {self.text()}>"


@dataclass(frozen=True, slots=True)
class RecordedTableCall(AnyRecordedCall[Seat]):
    """A claim in a record of a game for three or four. Attributes: as of `AnyRecordedCall`."""

    _seats = Seat
