"""A game of several hands: the running score, how it ends, and what does not fit together.

The rules are RULES.md, section 6, as `Rulebook.target` and `Rulebook.game` have them. Hands come as
replays of their records, in the order they were played; what each scores, penalties included, is
the replay's to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from pinochle_solver.errors import GameError, NotationError, quoted
from pinochle_solver.game.replay import Replay, replay_record
from pinochle_solver.game.rulings import Irregularity
from pinochle_solver.notation.position_fields import NO_SCORE, HandPoints, SeatPoints
from pinochle_solver.notation.records import HandRecord
from pinochle_solver.rules.rules import (
    MOST_POINTS,
    CallOutRule,
    CardCount,
    Points,
    RenegePenalty,
    Rulebook,
    Seat,
    SingleHandTie,
)


@dataclass(frozen=True, slots=True)
class CallOut:
    """A seat's claim to have reached the target, made between two tricks.

    Attributes:
        hand: the number of the hand, from 1; every record of the game counts as one.
        trick: the trick after which it is made, what was shown and drawn after it included; 0
            before the first lead.
        seat: who claims.
    """

    hand: int
    trick: int
    seat: Seat

    def text(self) -> str:
        """``3.17:south``."""
        return f"{self.hand}.{self.trick}:{self.seat.text()}"

    @classmethod
    def parse(cls, text: str) -> CallOut:
        """Read ``HAND.TRICK:SEAT``; raises `NotationError` otherwise."""
        match = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,3}):([A-Za-z]+)", text)
        if match is None:
            raise NotationError("call-out", f"{quoted(text)} is not HAND.TRICK:SEAT")
        return cls(int(match[1]), int(match[2]), Seat.parse(match[3]))


class HandOutcome(Enum):
    """What becomes of a hand in its game.

    ``SCORED``: it adds to the score; ``CALLED_OUT``: a call-out ended the game in it, and it adds
    what was scored up to then; all others score nothing. ``AFTER_THE_GAME``: the game was over.
    """

    SCORED = "scored"
    CALLED_OUT = "called out"
    UNFINISHED = "not finished"
    DEAD = "dead hand"
    UNREAD = "does not read"
    AFTER_THE_GAME = "after the game"


class Ending(Enum):
    """How a game was decided."""

    TARGET_REACHED = "target reached"
    RIGHT_CALL = "right call-out"
    WRONG_CALL = "wrong call-out"


@dataclass(frozen=True, slots=True)
class GameHand:
    """A hand in its game.

    Attributes:
        number: its number, from 1; every record counts as one.
        replay: the hand; None for a record that does not read.
        outcome: what becomes of it.
        points: what it adds to the score of each seat, in chips where the game is played so; None
            if it adds nothing.
        score: the game score after it; games won where each hand is a game of its own.
        target: the points that end the game, after it.
        notes: what the rules made of it.
        faults: what does not fit the game; what is wrong within the hand, the replay knows.
    """

    number: int
    replay: Replay | None
    outcome: HandOutcome
    points: HandPoints | None
    score: Points
    target: int
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def says_why_it_adds_nothing(self) -> bool:
        """Whether the outcome has to be told: it adds nothing, and no note says why."""
        return self.outcome in (HandOutcome.UNFINISHED, HandOutcome.DEAD, HandOutcome.UNREAD)

    def as_json(self) -> dict[str, Any]:
        """The hand as the command line writes it."""
        return {
            "hand": self.number,
            "dealer": self.replay.record.dealer.text() if self.replay else None,
            "outcome": self.outcome.value,
            "points": _points_json(self.points) if self.points else None,
            "score": self.score._asdict(),
            "target": self.target,
            "notes": list(self.notes),
            "faults": list(self.faults),
            "findings": [str(finding) for finding in self.replay.findings] if self.replay else [],
        }


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as far as its hands go.

    Attributes:
        rules: the rulebook, the first record's.
        count: what cards count, as in the first record.
        chips: whether each hand's card points are rounded to tens.
        single_hand: whether each hand is a game of its own.
        begins_at: the game score before the first hand, as its record says.
        hands: all hands in order.
        score: the game score at the end; games won where each hand is a game of its own.
        target: the points that end the game, after every raise.
        target_raised: whether ties have raised it.
        ending: how the game was decided; None if it is not over, or each hand is a game.
        winner: who won it; None if it is not over, or each hand is a game.
    """

    rules: Rulebook
    count: CardCount
    chips: bool
    single_hand: bool
    begins_at: Points
    hands: tuple[GameHand, ...]
    score: Points
    target: int
    target_raised: bool
    ending: Ending | None
    winner: Seat | None

    @property
    def has_faults(self) -> bool:
        """Whether a hand does not fit the game, does not read, or has something wrong in it."""
        return any(
            hand.faults or hand.replay is None or hand.replay.findings for hand in self.hands
        )

    @property
    def verdict(self) -> str:
        """How the game stands, in one sentence."""
        south, north = self.score
        if self.single_hand:
            games = sum(hand.outcome is HandOutcome.SCORED for hand in self.hands)
            return f"games won: south {south}, north {north}, tied {games - south - north}"
        score = f"south {south}, north {north}"
        if self.winner is None:
            tied = south == north >= self.target
            return f"{'tied' if tied else 'not over'}: {score}; the target is {self.target}"
        if self.ending is Ending.WRONG_CALL:
            how = f"{self.winner.other.text()} was wrong to call out"
        elif self.ending is Ending.RIGHT_CALL:
            how = "he called out rightly"
        else:
            how = f"the target of {self.target} is reached"
        return f"{self.winner.text()} wins: {score}; {how}"

    def as_json(self) -> dict[str, Any]:
        """The game as the command line writes it."""
        return {
            "rules": self.rules.name,
            "count": self.count.name,
            "chips": self.chips,
            "single_hand": self.single_hand,
            "begins_at": self.begins_at._asdict(),
            "hands": [hand.as_json() for hand in self.hands],
            "score": self.score._asdict(),
            "target": self.target,
            "target_reached": not self.single_hand and max(self.score) >= self.target,
            "target_raised": self.target_raised,
            "winner": self.winner.text() if self.winner is not None else None,
            "ending": self.ending.value if self.ending else None,
            "verdict": self.verdict,
        }


def score_game(
    replays: Iterable[Replay | None],
    *,
    target: int | None = None,
    chips: bool = False,
    single_hand: bool = False,
    call_outs: Iterable[CallOut] = (),
    call_out_at_once: bool = False,
) -> Game:
    """Score a game.

    It begins at the score of the first record, is played by that record's rulebook, and every
    other record has to agree with it. Nothing after the end of the game is scored.

    Args:
        replays: the hands in order; None stands for a record that does not read.
        target: the points that end the game; the first record's if None is given.
        chips: round each hand's card points to tens.
        single_hand: each hand is a game of its own.
        call_outs: the claims to have reached the target. The target is tested at the end of each
            hand all the same.
        call_out_at_once: a right claim wins without another trick.

    Raises:
        GameError: naming the option, for one that the rulebook or the hands do not have.
    """
    hands = list(replays)
    first = next((replay.record for replay in hands if replay is not None), None)
    if first is None:
        raise GameError("game", "no hand in it")
    call_out_rule = first.rules.game.call_out
    if call_out_at_once and call_out_rule is not CallOutRule.NEEDS_A_TRICK:
        raise GameError("call-out-at-once", f"in {first.rules.name} a call-out needs no trick")
    calls = sorted(call_outs, key=lambda call: (call.hand, call.trick))
    options = _Options(
        target=first.target if target is None else target,
        chips_up_from=first.rules.game.chips_up_from if chips else 0,
        single_hand=single_hand,
        calls=tuple(calls),
        call_out=CallOutRule.WINS if call_out_at_once else call_out_rule,
    )
    if chips and not first.rules.game.chips_up_from:
        raise GameError("chips", f"{first.rules.name} has none")
    if single_hand:
        _check_single_hand(first.rules, has_target=target is not None, has_calls=bool(calls))
    if not 1 <= options.target <= MOST_POINTS:
        raise GameError("target", f"{options.target} is not within 1 to {MOST_POINTS}")
    for call in calls:
        _check_call(call, first.rules, hands)
    keeper = _ScoreKeeper(first, options)
    for number, replay in enumerate(hands, start=1):
        keeper.add(number, replay, is_last=number == len(hands))
    return keeper.game()


@dataclass(frozen=True, slots=True)
class _Options:
    """How a game is played, beyond its rulebook: see `score_game`."""

    target: int
    chips_up_from: int
    single_hand: bool
    calls: tuple[CallOut, ...]
    call_out: CallOutRule


def _check_single_hand(rules: Rulebook, has_target: bool, has_calls: bool) -> None:
    if rules.game.single_hand_tie is SingleHandTie.NO_SUCH_GAME:
        raise GameError("single-hand", f"{rules.name} has no single-hand game")
    for option, given in (("target", has_target), ("call-out", has_calls)):
        if given:
            raise GameError(option, "a single-hand game has no target to reach")


def _check_call(call: CallOut, rules: Rulebook, hands: list[Replay | None]) -> None:
    if rules.game.call_out is CallOutRule.NONE:
        raise GameError("call-out", f"{rules.name} has none")
    if not 1 <= call.hand <= len(hands):
        raise GameError("call-out", f"{call.text()}: there are {len(hands)} hands")
    replay = hands[call.hand - 1]
    if replay is None or replay.points is None:
        raise GameError("call-out", f"{call.text()}: hand {call.hand} was not played")
    played = sum(trick.winner is not None for trick in replay.tricks)
    if not 0 <= call.trick <= played:
        raise GameError("call-out", f"{call.text()}: the hand ends after trick {played}")


@dataclass(frozen=True, slots=True)
class _Decision:
    """What a call-out came to: the game's end after some trick of a hand."""

    winner: Seat
    ending: Ending
    points: HandPoints


@dataclass
class _Remarks:
    """What there is to say of a hand."""

    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class _ScoreKeeper:
    """Keeps the score of a game, hand by hand."""

    def __init__(self, first: HandRecord, options: _Options) -> None:
        self.first = first
        self.options = options
        self.rules = first.rules
        self.hands: list[GameHand] = []
        self.score = self.begins_at = NO_SCORE if options.single_hand else first.score
        self.target = options.target
        self.ending: Ending | None = None
        self.winner: Seat | None = None
        self.next_dealer: Seat | None = None
        self.opening = _Remarks()
        if not options.single_hand:
            self._test_target(self.opening)

    def add(self, number: int, replay: Replay | None, is_last: bool) -> None:
        """Take the next hand."""
        remarks = _Remarks() if self.hands else self.opening
        points = None
        if replay is None:
            outcome = HandOutcome.UNREAD
        else:
            calls = [call for call in self.options.calls if call.hand == number]
            outcome, points = self._played(replay, calls, is_last, remarks)
        self.next_dealer = _next_dealer(replay)
        self.hands.append(
            GameHand(
                number=number,
                replay=replay,
                outcome=outcome,
                points=points,
                score=self.score,
                target=self.target,
                notes=tuple(remarks.notes),
                faults=tuple(remarks.faults),
            )
        )

    def game(self) -> Game:
        """The game so far."""
        return Game(
            rules=self.rules,
            count=self.first.count,
            chips=self.options.chips_up_from > 0,
            single_hand=self.options.single_hand,
            begins_at=self.begins_at,
            hands=tuple(self.hands),
            score=self.score,
            target=self.target,
            target_raised=self.target != self.options.target,
            ending=self.ending,
            winner=self.winner,
        )

    def _played(
        self, replay: Replay, calls: list[CallOut], is_last: bool, remarks: _Remarks
    ) -> tuple[HandOutcome, HandPoints | None]:
        """What becomes of a hand, and what it adds to the score."""
        if self.winner is not None:
            remarks.faults.append("the game was over before it")
            return HandOutcome.AFTER_THE_GAME, None
        remarks.faults.extend(self._differences(replay.record))
        if replay.points is None:
            return HandOutcome.DEAD, None
        remarks.notes.extend(map(str, replay.unknown))
        decision = self._called(replay, calls, remarks)
        if decision is not None:
            self._add(decision.points)
            self.winner, self.ending = decision.winner, decision.ending
            return HandOutcome.CALLED_OUT, decision.points
        if not _is_finished(replay):
            if not is_last:
                remarks.faults.append("not finished: what it would have scored is missing")
            return HandOutcome.UNFINISHED, None
        points = self._counted(replay.points)
        if self.options.single_hand:
            self._add_game(_totals(points), remarks)
        else:
            self._add(points)
            self._test_target(remarks)
        return HandOutcome.SCORED, points

    # What does not fit

    def _differences(self, record: HandRecord) -> Iterator[str]:
        """What a record says otherwise than the game."""
        if record.rules != self.rules:
            yield f"Rules: {record.rules.name}, the game is {self.rules.name}"
        if record.count != self.first.count:
            yield f"Count: {record.count.name}, the game has {self.first.count.name}"
        # After a tie has raised the target, a record may state the new one or the first.
        if record.target not in (self.first.target, self.target) and not self.options.single_hand:
            yield f"Target: {record.target}, the game has {self.target}"
        if self.next_dealer not in (None, record.dealer):
            yield f"Dealer: {record.dealer.text()}, it is the other's turn to deal"
        before = NO_SCORE if self.options.single_hand else self.score
        if record.score not in (NO_SCORE, before):
            yield f"Score: {record.score.text()}, it is {before.text()}"

    # What a hand adds

    def _counted(self, points: HandPoints) -> HandPoints:
        """The points of a hand as the game counts them."""
        up_from = self.options.chips_up_from
        if not up_from:
            return points
        return HandPoints(
            *(SeatPoints(melds, _in_chips(tricks, up_from)) for melds, tricks in points)
        )

    def _add(self, points: HandPoints) -> None:
        south, north = _totals(points)
        self.score = Points(self.score.south + south, self.score.north + north)

    def _add_game(self, totals: Points, remarks: _Remarks) -> None:
        """Add a hand that is a game of its own."""
        winner = _higher(totals)
        if winner is not None:
            won, lost = self.score[winner] + 1, self.score[winner.other]
            self.score = Points.of(winner, won, lost)
            remarks.notes.append(f"{winner.text()} wins")
        elif self.rules.game.single_hand_tie is SingleHandTie.DEAL_AGAIN:
            remarks.notes.append("a tie: deal again")
        else:
            remarks.notes.append("a tie: nobody wins")

    def _test_target(self, remarks: _Remarks) -> None:
        """Test at the end of a hand whether the game is over."""
        if max(self.score) < self.target:
            return
        winner = _higher(self.score)
        if winner is None:
            self._tie(self.score.south, remarks)
            return
        if min(self.score) >= self.target:
            remarks.notes.append("both have reached the target: the higher score wins")
        self.winner, self.ending = winner, Ending.TARGET_REACHED

    def _tie(self, points: int, remarks: _Remarks) -> None:
        """Go on after a tie at the target or over it."""
        step = self.rules.game.tie_raises_target_by
        if step:
            self.target += step * ((points - self.target) // step + 1)
            remarks.notes.append(f"a tie: the target becomes {self.target}")
        else:
            remarks.notes.append("a tie: more hands are played until it is broken")

    # Call-outs

    def _called(self, replay: Replay, calls: list[CallOut], remarks: _Remarks) -> _Decision | None:
        """Follow a hand in which the target was claimed, trick by trick, until that decides it."""
        if min(self.score) >= self.target:
            # A tie is being broken; to have reached the target is no claim then.
            remarks.faults.extend(
                f"call-out {call.text()}: both were there before" for call in calls
            )
            return None
        decision = None
        # Who has claimed rightly, and still has to win a trick that he leads.
        waiting: set[Seat] = set()
        for number in range(len(replay.tricks) + 1) if calls else ():
            trick = replay.tricks[number - 1] if number else None
            if decision is None and trick and trick.winner in waiting & {trick.leader}:
                remarks.notes.append(f"{trick.leader.text()} wins trick {number}, which he led")
                points = self._points_after(replay, number)
                decision = _Decision(trick.leader, Ending.RIGHT_CALL, points)
            for call in calls:
                if call.trick != number:
                    continue
                if decision is not None:
                    remarks.faults.append(f"call-out {call.text()}: the game was over before it")
                else:
                    decision = self._claimed(replay, call, waiting, remarks)
        if decision is None and waiting:
            remarks.notes.append("no caller has won a trick that he led")
        return decision

    def _claimed(
        self, replay: Replay, call: CallOut, waiting: set[Seat], remarks: _Remarks
    ) -> _Decision | None:
        """Judge one claim; it joins `waiting` when it is right and does not win by itself."""
        points = self._points_after(replay, call.trick)
        has = self.score[call.seat] + _totals(points)[call.seat]
        claim = f"{call.seat.text()} calls out after trick {call.trick} with {has}"
        if has < self.target:
            remarks.notes.append(f"{claim}: wrong")
            return _Decision(call.seat.other, Ending.WRONG_CALL, points)
        if self.options.call_out is CallOutRule.WINS:
            remarks.notes.append(f"{claim}: right")
            return _Decision(call.seat, Ending.RIGHT_CALL, points)
        remarks.notes.append(f"{claim}: right, he must still win a trick that he leads")
        waiting.add(call.seat)
        return None

    def _points_after(self, replay: Replay, trick: int) -> HandPoints:
        """What both seats have in the middle of a hand, as the rulebook would score it there."""
        record = replace(replay.record, tricks=replay.record.tricks[:trick], unread=None)
        points = replay_record(record).points
        assert points is not None
        return self._counted(points)


def _is_finished(replay: Replay) -> bool:
    """Whether a hand has come to its score: played out, or ended by a renege that has a price."""
    if replay.is_complete:
        return True
    reneged = any(finding.kind is Irregularity.RENEGE for finding in replay.findings)
    has_price = replay.record.rules.penalties.renege is not RenegePenalty.NONE
    return reneged and has_price and replay.record.unread is None


def _next_dealer(replay: Replay | None) -> Seat | None:
    """Who deals the hand after this one; None if that cannot be said.

    A hand that was not written to its end may have been played to it, or thrown in.
    """
    if replay is None:
        return None
    if replay.points is None:
        return replay.record.dealer
    return replay.record.dealer.other if _is_finished(replay) else None


def _in_chips(points: int, up_from: int) -> int:
    """Card points rounded to tens: up from this last digit on, else down."""
    return points // 10 * 10 + (10 if points % 10 >= up_from else 0)


def _totals(points: HandPoints) -> Points:
    return Points(*(seat.melds + seat.tricks for seat in points))


def _higher(points: Points) -> Seat | None:
    """The seat that has more, None for a tie."""
    if points.south == points.north:
        return None
    return Seat.SOUTH if points.south > points.north else Seat.NORTH


def _points_json(points: HandPoints) -> dict[str, dict[str, int]]:
    return {seat.text(): {**points[seat]._asdict(), "total": sum(points[seat])} for seat in Seat}
