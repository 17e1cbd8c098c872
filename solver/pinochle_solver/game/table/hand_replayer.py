"""A record of a game without a stock under way: its hand, its moments, and what is wrong so far."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.game.table.replayed_hand import Stop, StopError, TableFinding, TableMoment
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.irregularities import VOID_HAND, remedy
from pinochle_solver.table.moves import Bury, PlayCard, TableMove
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat


class HandReplayer:
    """Makes the moves of a record with the referee, and rules on what is wrong.

    Attributes:
        record: the record.
        hand: the hand so far.
        moments: its decisions so far.
        findings: what is wrong so far.

    Args: the record, and the hand after the deal.
    """

    def __init__(self, record: TableRecord, hand: TableHand) -> None:
        self.record, self.hand = record, hand
        self.moments: list[TableMoment] = []
        self.findings: list[TableFinding] = []

    def move(self, move: TableMove) -> None:
        """Make a move; raises `StopError` for an illegal one, unless the hand goes on after it."""
        hand = self.hand
        moment = TableMoment(hand, move)
        fact = hand.why_illegal(move)
        if fact is None:
            self.moments.append(moment)
            self.hand = hand.after(move)
            return
        if hand.turn is None:
            number = len(hand.tricks) + isinstance(move, PlayCard)
            raise StopError(TableFinding("illegal", number, None, move.text(), fact))
        kind = self._irregularity(move)
        if kind is None:
            raise StopError(TableFinding("illegal", moment.trick, hand.turn, move.text(), fact))
        if kind is Irregularity.RENEGE:
            fact = f"{fact}, a renege"
        self.rule(kind, hand.turn, moment.trick, move.text(), fact)

    def _irregularity(self, move: TableMove) -> Irregularity | None:
        """The row of section 10 that an illegal move falls under; None: none."""
        hand = self.hand
        assert hand.turn is not None
        held = hand.hands[hand.turn]
        if isinstance(move, PlayCard) and hand.act is Act.PLAY and move.card in held:
            return Irregularity.RENEGE
        if isinstance(move, Bury) and hand.act is Act.BURY and hand.rules.widow:
            return Irregularity.BURIAL
        return None

    def rule(self, kind: Irregularity, seat: Seat | None, trick: int, what: str, fact: str) -> None:
        """Rule on an irregularity; if the hand goes on, note the ruling, else raise `StopError`.

        Args: as the fields of `TableFinding`.
        """
        offender = self.hand.dealer if seat is None else seat
        facts = self.hand.facts()
        if facts.trump is None:
            facts = replace(facts, trump=self.record.trump)  # named with a burial that was wrong
        stop = Stop(facts, kind, offender)
        result = stop.result(0)
        ruling = remedy(facts, kind, offender) if result is None else _ruling(result)
        finding = TableFinding(kind.value, trick, seat, what, fact, ruling)
        if result is None:
            self.findings.append(finding)
        else:
            raise StopError(finding, stop)


def _ruling(result: HandResult) -> str:
    """The result of a stopped hand, in words."""
    if result.outcome is Outcome.VOID:
        return VOID_HAND
    if result.outcome is Outcome.PLAYED:
        return "the hand ends"
    return f"the contract counts as {result.outcome.value}"
