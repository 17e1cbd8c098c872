"""What is found wrong while a record is replayed, in order."""

from __future__ import annotations

from pinochle_solver.game.rulings import VOID, Claim, Finding
from pinochle_solver.notation.hand_records import RecordedTrick
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Seat

READ_SO_FAR = "the hand is read as far as it is legal"


class StopReplayError(Exception):
    """The hand cannot be played on."""


class FindingLog:
    """Notes what is wrong, and what was claimed without a right to it.

    Attributes:
        findings: what is wrong, in order.
        claims: the wrong claims among it.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.claims: list[Claim] = []

    def find(
        self, kind: Irregularity, trick: int, seat: Seat | None, what: str, fact: str, ruling: str
    ) -> None:
        """Note something wrong."""
        self.findings.append(Finding(kind, trick, seat, what, fact, ruling))

    def add(self, finding: Finding) -> None:
        """Note something wrong that is known already."""
        self.findings.append(finding)

    def stop(
        self,
        kind: Irregularity,
        trick: int,
        seat: Seat | None,
        what: str,
        fact: str,
        ruling: str = READ_SO_FAR,
    ) -> StopReplayError:
        """Note something wrong after which the hand cannot be played on; the error to raise."""
        self.find(kind, trick, seat, what, fact, ruling)
        return StopReplayError()

    def void(
        self, kind: Irregularity, trick: int, seat: Seat | None, what: str, fact: str
    ) -> StopReplayError:
        """Note what makes the hand void; the error to raise."""
        self.findings.append(Finding(kind, trick, seat, what, fact, VOID, is_void=True))
        return StopReplayError()

    def draw_slip(
        self, trick: RecordedTrick, seat: Seat, card: Card, fact: str, ruling: str
    ) -> StopReplayError:
        """Note a wrong draw, after which the hand cannot be played on; the error to raise."""
        return self.stop(Irregularity.DRAW_SLIP, trick.number, seat, f"+{card}", fact, ruling)
