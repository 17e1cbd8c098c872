"""Call-outs in records of three: claims to have reached the target (RULES-TABLE.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pinochle_solver.errors import GameError
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.hand_records import TableTrick
from pinochle_solver.rules.claims import AnyCallOut, call_out_parts
from pinochle_solver.rules.rules import CallOutRule
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class TableCallOut(AnyCallOut[Seat]):
    """A seat's claim to have reached the target, made between two tricks.

    Attributes:
        hand: the number of the hand, from 1; every record of the game counts as one.
        trick: the trick after which it is made; the claim counts what was shown and drawn after
            that trick. 0 before the first lead.
        seat: who claims, by the seats of the hand's record.
    """

    @classmethod
    def parse(cls, text: str) -> TableCallOut:
        """Read ``HAND.TRICK:SEAT``; raises `NotationError` otherwise."""
        hand, trick, seat = call_out_parts(text)
        return cls(hand, trick, Seat.parse(seat))


def check_table_call(call: TableCallOut, replay: TableReplay | None) -> None:
    """Refuse a claim that does not fit the rulebook or its hand; raises `GameError`."""
    played = None if replay is None else replay.stock_hand
    if replay is not None and replay.record.rules.game.call_out is CallOutRule.NONE:
        raise GameError("call-out", f"{replay.record.rules.name} has none")
    if played is None:
        raise GameError("call-out", f"{call.text()}: hand {call.hand} was not played")
    if call.seat not in played.players:
        raise GameError("call-out", f"{call.text()}: {call.seat.text()} does not play")
    if not 0 <= call.trick <= len(played.tricks):
        fact = f"the hand ends after trick {len(played.tricks)}"
        raise GameError("call-out", f"{call.text()}: {fact}")


def score_after(replay: TableReplay, trick: int) -> HandResult:
    """Melds and cards of each seat after a trick of a hand with a stock, as the rules score it.

    What was shown and drawn after the trick counts.

    Args:
        replay: the hand.
        trick: the number of the trick; 0 before the first lead.
    """
    record = replay.record
    # Another trick, though without its cards, says that nothing more was shown before it.
    following = [TableTrick(trick + 1)] if len(record.tricks) > trick else []
    begun = replace(record, tricks=(*record.tricks[:trick], *following), unread=None)
    before = replay_table_record(begun)
    assert before.stock_hand is not None
    return before.faults.score_so_far(before.stock_hand)
