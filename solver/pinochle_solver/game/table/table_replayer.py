"""What playing a record through is in all games for three and four."""

from __future__ import annotations

from typing import Generic, TypeVar

from pinochle_solver.errors import PositionError
from pinochle_solver.game.findings import FindingLog, StopReplayError
from pinochle_solver.game.replay_loop import Replayer
from pinochle_solver.game.table.replayed_hand import Stop, TableFinding, TableMoment, TableReplay
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.record_parts import TableTrick
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.irregularities import NO_FAULTS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyHand

_Hand = TypeVar("_Hand", bound=AnyHand)
_Move = TypeVar("_Move")


class TableReplayer(Replayer[TableTrick, _Move, TableFinding], Generic[_Hand, _Move]):
    """A record of a game for three or four under way.

    Args:
        record: the record.
        hand: the hand after the deal.

    Attributes:
        record: the record.
        hand: the hand so far.
        moments: its decisions so far.
        stop: the irregularity that has ended the hand; None: none has.
        faults: what went wrong in a hand with a stock.
    """

    illegal = Irregularity.ILLEGAL

    def __init__(self, record: TableRecord, hand: _Hand) -> None:
        super().__init__(FindingLog(TableFinding, ""))
        self.record = record
        self.hand = hand
        self.moments: list[TableMoment] = []
        self.stop: Stop | None = None
        self.faults = NO_FAULTS

    def replay(self) -> TableReplay:
        """Play the record as far as it can be played."""
        self.play_through(self.record.tricks, self.record.unread)
        moments, findings = tuple(self.moments), tuple(self.log.findings)
        return TableReplay(self.record, self.hand, moments, findings, self.stop, self.faults)

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is."""
        return self.hand.turn

    def refused(
        self, what: str, fact: str, seat: Seat | None = None, trick: int = 0
    ) -> StopReplayError:
        """Note what cannot be, and no rule has a ruling on; the error to raise.

        Args: as the fields of `Finding`.
        """
        return self.log.stop(self.illegal, trick, seat, what, fact)

    def unreadable(
        self, what: str, fact: str, seat: Seat | None = None, trick: int = 0
    ) -> StopReplayError:
        """Note a word that cannot be read; the error to raise.

        Args: as the fields of `Finding`.
        """
        return self.log.stop(Irregularity.UNREADABLE, trick, seat, what, fact)

    def named_unread(self, unread: PositionError) -> str:
        """What a finding on text behind the tricks that cannot be read names as wrong."""
        return "the text"
