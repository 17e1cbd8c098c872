"""Call-outs in records of three: claims to have reached the target (RULES-TABLE.md, section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.errors import GameError
from pinochle_solver.game.replay_loop import begun_until
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.record_parts import TableTrick
from pinochle_solver.rules.claims import (
    AnyCallOut,
    Claims,
    Decided,
    HandWithClaims,
    check_has_calls,
    check_is_played,
)
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import StockHand


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


class JudgedCalls(NamedTuple):
    """What follows from the claims made in a hand.

    Attributes:
        decided: how one of them has decided the game; None: none has.
        notes: what the rules say about them.
        faults: what is wrong with them.
    """

    decided: Decided[Seat] | None
    notes: tuple[str, ...]
    faults: tuple[str, ...]


def judged_calls(
    hand: StockHand,
    claims: Claims[Seat],
    calls: Iterable[TableCallOut],
    score_after: Callable[[int], HandResult],
    name: Callable[[Seat], str] = Seat.text,
    *,
    is_finished: bool,
) -> JudgedCalls:
    """Judge the claims made in a hand.

    Args:
        hand: the hand as far as it was played.
        claims: by which rule, from what score and for what target.
        calls: the claims, in any order.
        score_after: what each seat has after the trick of a number.
        name: what a seat is called.
        is_finished: whether the hand was played to its end.
    """

    def has(seat: Seat, trick: int) -> int:
        return claims.score[seat] + score_after(trick).scores[seat]

    def heir(seat: Seat, trick: int) -> Seat:
        others = clockwise(hand.rules.table, seat)[1:]
        return max(others, key=lambda other: has(other, trick))

    notes, faults = list[str](), list[str]()
    decided = HandWithClaims[Seat](
        claims=claims,
        tricks=[(trick.leader, trick.winner) for trick in hand.tricks],
        is_finished=is_finished,
        has=has,
        heir=heir,
        name=name,
        notes=notes,
        faults=faults,
    ).decided(sorted(calls, key=lambda call: call.trick))
    return JudgedCalls(decided, tuple(notes), tuple(faults))
