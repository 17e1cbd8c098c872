"""Call-outs: claims between two tricks to have reached the target, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pinochle_solver.errors import GameError
from pinochle_solver.game.game import Ending, Remarks
from pinochle_solver.game.replay_loop import begun_until
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.hand_records import RecordedTrick
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.rules.claims import (
    AnyCallOut,
    HandWithClaims,
    check_has_calls,
    check_is_played,
)
from pinochle_solver.rules.rules import CallOutRule, Points, Rulebook, Seat


@dataclass(frozen=True, slots=True)
class CallOut(AnyCallOut[Seat]):
    """A seat's claim to have reached the target, made between two tricks.

    Attributes:
        hand: the number of the hand, from 1; every record of the game counts as one.
        trick: the trick after which it is made; the claim counts what was shown and drawn after
            that trick. 0 before the first lead.
        seat: who claims, by the seats of the hand's record.
    """

    _seats = Seat


def check_call_out(call: CallOut, rules: Rulebook, replay: Replay | None) -> None:
    """Refuse a claim that does not fit the rulebook or its hand; raises `GameError`."""
    check_has_calls(rules)
    if replay is not None and replay.is_void:
        raise GameError("call-out", f"{call.text()}: hand {call.hand} is void")
    is_played = replay is not None and replay.points is not None
    tricks = replay.tricks if replay is not None else ()
    completed = sum(trick.winner is not None for trick in tricks)
    check_is_played(call, completed if is_played else None)


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of a call-out: the end of the game after a trick of a hand."""

    winner: Seat
    ending: Ending
    points: HandPoints


@dataclass(frozen=True, slots=True)
class CallOutJudge:
    """Judges the claims made in one hand.

    Attributes:
        replay: the hand.
        score: the game score before the hand.
        target: the points that end the game.
        rule: what a right claim needs.
        counted: the points of a hand as the game counts them.
        remarks: collects what there is to say about the claims.
        players: the names of the players.
    """

    replay: Replay
    score: Points
    target: int
    rule: CallOutRule
    counted: Callable[[HandPoints], HandPoints]
    remarks: Remarks
    players: Players

    def decision(self, calls: list[CallOut]) -> Decision | None:
        """Follow a hand with claims, trick by trick, until a claim decides the game."""
        claims = Calls(self.rule, self.score, self.target)
        hand = HandWithClaims[Seat](
            claims=claims,
            tricks=[(trick.leader, trick.winner) for trick in self.replay.tricks],
            is_finished=self.replay.is_finished,
            has=lambda seat, trick: claims.has(seat, self._points_after(trick)),
            heir=lambda seat, _: seat.other,
            name=self.players.name,
            notes=self.remarks.notes,
            faults=self.remarks.faults,
        )
        decided = hand.decided(calls)
        if decided is None:
            return None
        ending = Ending.RIGHT_CALL if decided.is_right else Ending.WRONG_CALL
        return Decision(decided.winner, ending, self._points_after(decided.trick))

    def _points_after(self, trick: int) -> HandPoints:
        """What both seats have at this point of a hand, as the rulebook would score it."""
        record = begun_until(self.replay.record, trick, RecordedTrick(trick + 1, ()))
        points = replay_record(record).points
        assert points is not None
        return self.counted(points)
