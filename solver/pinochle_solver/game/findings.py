"""What is found wrong while a record is replayed, in order; of hands of all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pinochle_solver.rules.claims import AnySeat
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Seat

_Seat = TypeVar("_Seat", bound=AnySeat)

READ_SO_FAR = "the hand is read as far as it is legal"
VOID = "void: nothing is scored, and the same dealer deals again"
"""The ruling on what makes a two-handed hand void."""


@dataclass(frozen=True, slots=True)
class AnyFinding(Generic[_Seat]):
    """Something wrong in a hand of any game. Attributes: as of `Finding`."""

    kind: str
    trick: int
    seat: _Seat | None
    what: str
    fact: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Finding(AnyFinding[Seat]):
    """Something wrong in a hand, or in its record.

    Attributes:
        kind: what kind of irregularity it is.
        trick: the number of the trick in or after which it happened; 0 for the deal and for what
            came before the first trick.
        seat: whose fault it is; None if nobody's.
        what: the card, meld, move, word or tag that is wrong.
        fact: what is wrong.
        ruling: what the rules make of it; empty if they do not say.
        is_void: whether it makes the hand void. Then the reading ends with it.
    """

    kind: Irregularity
    is_void: bool = False

    def __str__(self) -> str:
        place = f"trick {self.trick}" if self.trick else "deal"
        seat = f"{self.seat.text()}, " if self.seat is not None else ""
        what = f"{self.what}: " if self.what != place else ""
        return f"{place}: {seat}{self.kind.value}: {what}{self.fact} ({self.ruling})"


_Finding = TypeVar("_Finding", bound=AnyFinding[Any])


class StopReplayError(Exception):
    """The hand cannot be played on."""


class FindingLog(Generic[_Finding]):
    """Notes what is wrong in a hand.

    Args:
        made_of: the findings of its game.
        ending: the ruling on what ends the reading where no rule has one.

    Attributes:
        findings: what is wrong, in order.
    """

    def __init__(self, made_of: type[_Finding], ending: str) -> None:
        self.findings: list[_Finding] = []
        self._made_of, self._ending = made_of, ending

    def add(self, finding: _Finding) -> None:
        """Note something wrong that is known already."""
        self.findings.append(finding)

    def find(
        self,
        kind: Irregularity,
        trick: int,
        seat: AnySeat | None,
        what: str,
        fact: str,
        ruling: str = "",
    ) -> None:
        """Note something wrong; the arguments are the fields of `Finding`."""
        self.findings.append(self._made_of(kind, trick, seat, what, fact, ruling))

    def stop(
        self,
        kind: Irregularity,
        trick: int,
        seat: AnySeat | None,
        what: str,
        fact: str,
        ruling: str | None = None,
    ) -> StopReplayError:
        """Note something wrong after which the hand cannot be played on; the error to raise."""
        self.find(kind, trick, seat, what, fact, self._ending if ruling is None else ruling)
        return StopReplayError()
