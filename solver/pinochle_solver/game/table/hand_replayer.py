"""A record of a game without a stock under way: its hand, its moments, and what is wrong so far."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.game.table.replayed_hand import Stop, TableMoment
from pinochle_solver.game.table.table_replayer import TableReplayer
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.irregularities import VOID_HAND, remedy
from pinochle_solver.table.moves import Bury, PlayCard, TableMove
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat


class HandReplayer(TableReplayer[TableHand, TableMove]):
    """Makes the moves of a record with the referee, and rules on what is wrong."""

    def trick_of(self, move: TableMove) -> int:
        """The number of the trick under way; before the play 0."""
        is_in_play = self.hand.act is Act.PLAY
        is_behind_the_end = self.hand.turn is None and isinstance(move, PlayCard)
        return len(self.hand.tricks) + (is_in_play or is_behind_the_end)

    def move(self, move: TableMove) -> None:
        """Make a move; raises `StopReplayError` for an illegal one, unless the hand goes on."""
        self.make_written(move, move.text())

    def make(self, move: TableMove) -> str | None:
        """Have the referee make a move; why it is illegal, or None."""
        fact = self.hand.why_illegal(move)
        if fact is None:
            self.moments.append(TableMoment(self.hand, move))
            self.hand = self.hand.after(move)
        return fact

    def rule_on(self, move: TableMove, fact: str) -> bool:
        """Rule on an illegal move by the row of section 10 that it falls under."""
        kind = self._irregularity(move)
        if kind is None:
            return False
        if kind is Irregularity.RENEGE:
            fact = f"{fact}, a renege"
        self.rule(kind, self.hand.turn, self.trick_of(move), move.text(), fact)
        return True

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
        """Note an irregularity with its ruling; raises `StopReplayError` if it ends the hand.

        Args: as the fields of `Finding`.
        """
        offender = self.record.dealer if seat is None else seat
        facts = self.hand.facts()
        if facts.trump is None:
            facts = replace(facts, trump=self.record.trump)  # named with a burial that was wrong
        stop = Stop(facts, kind, offender)
        result = stop.result(0)
        if result is not None:
            self.stop = stop
            raise self.log.stop(kind, trick, seat, what, fact, _ruling(result))
        self.log.find(kind, trick, seat, what, fact, remedy(facts, kind, offender))


def _ruling(result: HandResult) -> str:
    """The result of a stopped hand, in words."""
    if result.outcome is Outcome.VOID:
        return VOID_HAND
    if result.outcome is Outcome.PLAYED:
        return "the hand ends"
    return f"the contract counts as {result.outcome.value}"
