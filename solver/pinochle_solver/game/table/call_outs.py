"""Call-outs in records of three: claims to have reached the target (RULES-TABLE.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.errors import GameError
from pinochle_solver.game.replay_loop import begun_until
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.record_parts import TableTrick
from pinochle_solver.rules.claims import AnyCallOut, check_has_calls, check_is_played
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class TableCallOut(AnyCallOut[Seat]):
    """A seat's claim to have reached the target, in a game for three or four.

    Attributes: as of `CallOut`.
    """

    _seats = Seat


def check_table_call(call: TableCallOut, replay: TableReplay | None) -> None:
    """Refuse a claim that does not fit the rulebook or its hand; raises `GameError`."""
    if replay is not None:
        check_has_calls(replay.record.rules)
    hand = None if replay is None else replay.stock_hand
    if hand is not None and call.seat not in hand.players:
        raise GameError("call-out", f"{call.text()}: {call.seat.text()} does not play")
    check_is_played(call, None if hand is None else len(hand.tricks))


def score_after(replay: TableReplay, trick: int) -> HandResult:
    """Melds and cards of each seat after a trick of a hand with a stock, as the rules score it.

    What was shown and drawn after the trick counts.

    Args:
        replay: the hand.
        trick: the number of the trick; 0 before the first lead.
    """
    begun = begun_until(replay.record, trick, TableTrick(trick + 1))
    before = replay_table_record(begun)
    assert before.stock_hand is not None
    return before.faults.score_so_far(before.stock_hand)
