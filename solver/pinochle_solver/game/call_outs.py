"""Call-outs: claims between two tricks to have reached the target, and what follows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pinochle_solver.errors import GameError, NotationError, quoted
from pinochle_solver.game.game import Ending, Remarks
from pinochle_solver.game.replay import Replay
from pinochle_solver.game.replaying import replay_record
from pinochle_solver.notation.calls import Calls, Claim
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.records import RecordedCall, RecordedTrick, called_before
from pinochle_solver.rules.rules import CallOutRule, Points, Rulebook, Seat

_CAME = {
    Claim.WRONG: "wrong",
    Claim.WINS: "right",
    Claim.WAITS: "right, he must still win a trick that he leads",
}


@dataclass(frozen=True, slots=True)
class CallOut:
    """A seat's claim to have reached the target, made between two tricks.

    Attributes:
        hand: the number of the hand, from 1; every record of the game counts as one.
        trick: the trick after which it is made; the claim counts what was shown and drawn after
            that trick. 0 before the first lead.
        seat: who claims.
    """

    hand: int
    trick: int
    seat: Seat

    def text(self) -> str:
        """``3.17:south``."""
        return f"{self.hand}.{self.trick}:{self.seat.text()}"

    @property
    def recorded(self) -> RecordedCall:
        """The same claim as the record of its hand has it."""
        return RecordedCall(self.trick, self.seat)

    @classmethod
    def parse(cls, text: str) -> CallOut:
        """Read ``HAND.TRICK:SEAT``; raises `NotationError` otherwise."""
        match = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,3}):([A-Za-z]+)", text)
        if match is None:
            raise NotationError("call-out", f"{quoted(text)} is not HAND.TRICK:SEAT")
        return cls(int(match[1]), int(match[2]), Seat.parse(match[3]))


def check_call_out(call: CallOut, rules: Rulebook, replay: Replay | None) -> None:
    """Refuse a claim that does not fit the rulebook or its hand; raises `GameError`."""
    if rules.game.call_out is CallOutRule.NONE:
        raise GameError("call-out", f"{rules.name} has none")
    if replay is not None and replay.is_void:
        raise GameError("call-out", f"{call.text()}: hand {call.hand} is void")
    if replay is None or replay.points is None:
        raise GameError("call-out", f"{call.text()}: hand {call.hand} was not played")
    played = sum(trick.winner is not None for trick in replay.tricks)
    if not 0 <= call.trick <= played:
        raise GameError("call-out", f"{call.text()}: the hand ends after trick {played}")


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
        calls_of_hand = Calls(self.rule, self.score, self.target)
        if not calls_of_hand.are_possible:
            # A tie is being broken; then having reached the target gives no right to claim.
            self.remarks.faults.extend(
                f"call-out {call.text()}: both were at the target before this hand"
                for call in calls
            )
            return None
        decision = None
        made: dict[Seat, RecordedCall] = {}
        for number in range(len(self.replay.tricks) + 1) if calls else ():
            trick = self.replay.tricks[number - 1] if number else None
            winner = None if trick is None else trick.winner
            if trick and winner is not None and calls_of_hand.take(trick.leader, winner):
                leader = self.players.name(trick.leader)
                self.remarks.notes.append(f"{leader} wins trick {number}, which he led")
                points = self._points_after(number)
                decision = Decision(trick.leader, Ending.RIGHT_CALL, points)
            for call in calls:
                if call.trick != number:
                    continue
                if decision is not None:
                    self.remarks.faults.append(
                        f"call-out {call.text()}: the game was over before it"
                    )
                elif call.seat in made:
                    fact = called_before(call.text(), made[call.seat])
                    self.remarks.faults.append(f"call-out {fact}")
                else:
                    made[call.seat] = call.recorded
                    decision = self._claimed(call, calls_of_hand)
        if decision is None and calls_of_hand.waiting and self.replay.is_finished:
            self.remarks.notes.append("no caller has won a trick that he led")
        return decision

    def _claimed(self, call: CallOut, calls: Calls) -> Decision | None:
        """Judge one claim; None if it is right but does not win by itself."""
        points = self._points_after(call.trick)
        has = calls.has(call.seat, points)
        claim = f"{self.players.name(call.seat)} calls out after trick {call.trick} with {has}"
        came = calls.call(call.seat, points)
        self.remarks.notes.append(f"{claim}: {_CAME[came]}")
        if came is Claim.WAITS:
            return None
        right = came is Claim.WINS
        winner = call.seat if right else call.seat.other
        return Decision(winner, Ending.RIGHT_CALL if right else Ending.WRONG_CALL, points)

    def _points_after(self, trick: int) -> HandPoints:
        """What both seats have at this point of a hand, as the rulebook would score it."""
        record = self.replay.record
        # Another trick, though without its cards, says that nothing more was shown before it.
        following = [RecordedTrick(trick + 1, ())] if len(record.tricks) > trick else []
        record = replace(record, tricks=(*record.tricks[:trick], *following), unread=None)
        points = replay_record(record).points
        assert points is not None
        return self.counted(points)
