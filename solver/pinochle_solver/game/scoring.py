"""Scoring a game of several hands: the running score, how it ends, what does not fit.

The rules are those of RULES.md, section 6, as held in `Rulebook.target` and `Rulebook.game`. Hands
are given as replays of their records, in the order they were played. The replay says what each hand
scores, including penalties. If the players change seats, as their names tell, points follow them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pinochle_solver.errors import GameError
from pinochle_solver.game.call_outs import CallOut, CallOutJudge, check_call_out
from pinochle_solver.game.game import (
    Ending,
    Game,
    GameHand,
    HandOutcome,
    Remarks,
    exchanged,
    totals,
)
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.many import hands_of_game
from pinochle_solver.notation.players import Players, Seated, Seating
from pinochle_solver.notation.position_fields import NO_SCORE, HandPoints, SeatPoints
from pinochle_solver.rules.agreed import (
    EACH_IS_A_GAME,
    Agreed,
    GameTerms,
    call_out_rule,
    chips_up_from,
    in_chips,
)
from pinochle_solver.rules.claims import check_are_dealt, check_given_once
from pinochle_solver.rules.doubles import Stakes
from pinochle_solver.rules.rules import (
    MOST_POINTS,
    Doubles,
    Pays,
    Points,
    Seat,
    SingleHandTie,
)


def score_game(
    replays: Iterable[Replay | None],
    *,
    target: int | None = None,
    ahead: int | None = None,
    chips: bool = False,
    single_hand: bool = False,
    call_outs: Iterable[CallOut] = (),
    call_out_at_once: bool = False,
    pays: Pays | None = None,
    drop_last_digit: bool = False,
) -> Game:
    """Score a game.

    The game begins at the score of the first record and is played by that record's rulebook. Every
    other record must agree with it. Nothing after the end of the game is scored.

    Args:
        replays: the hands in order, taken one by one and not kept; None stands for a record that
            cannot be read.
        target: the points that end the game; the first record's if None is given.
        ahead: how many points ahead a seat must be to win, instead of a target; as in the first
            record if neither is given.
        chips: round each hand's card points to tens.
        single_hand: each hand is a game of its own.
        call_outs: the claims to have reached the target, besides those in the records. The target
            is still tested at the end of each hand.
        call_out_at_once: a right claim wins without another trick.
        pays: what the loser pays; as in the first record if None is given.
        drop_last_digit: drop the last digit of each hand's card points.

    Raises:
        GameError: naming the option, for an option that does not fit the rulebook or the hands.
        TypeError: for anything but replays.
    """
    begun, hands = hands_of_game(replays, Replay, "replay_record makes one")
    first = begun.record
    calls = sorted(call_outs, key=lambda call: (call.hand, call.trick))
    check_given_once(calls)
    given = Agreed.of(
        call_out=bool(calls),
        call_out_at_once=call_out_at_once,
        chips=chips,
        single_hand=single_hand,
        drop_last_digit=drop_last_digit,
    )
    has_doubles = first.doubles is not None
    if has_doubles and pays is not None:
        raise GameError("pays", EACH_IS_A_GAME)
    options = _Options(
        target=first.target if target is None else target,
        ahead=first.ahead if ahead is None and target is None else ahead,
        agreed=first.agreed | given,
        calls=tuple(calls),
        pays=first.pays if pays is None else pays,
        doubles=first.doubles,
    )
    terms = GameTerms(target, options.ahead, options.agreed)
    terms.check(first.rules, has_doubles=has_doubles)
    if not 1 <= options.target <= MOST_POINTS:
        raise GameError("target", f"{options.target} is not within 1 to {MOST_POINTS}")
    keeper = _ScoreKeeper(first, options)
    for replay in hands:
        keeper.add(replay)
    check_are_dealt(calls, len(keeper.hands))
    return keeper.game()


@dataclass(frozen=True, slots=True)
class _Options:
    """How a game is played, beyond its rulebook: see `score_game`."""

    target: int
    ahead: int | None
    agreed: Agreed
    calls: tuple[CallOut, ...]
    pays: Pays | None
    doubles: Doubles | None

    @property
    def single_hand(self) -> bool:
        """Whether each hand is a game of its own by agreement, and not for doubles."""
        return Agreed.SINGLE_HAND in self.agreed

    @property
    def has_target(self) -> bool:
        """Whether points end the game."""
        return self.ahead is None and not self.each_is_a_game

    @property
    def each_is_a_game(self) -> bool:
        """Whether each hand is a game of its own."""
        return self.single_hand or self.doubles is not None


class _ScoreKeeper:
    """Keeps the score of a game, hand by hand, by the seats of its first hand."""

    def __init__(self, first: HandRecord, options: _Options) -> None:
        self.first = first
        self.options = options
        self.rules = first.rules
        self.hands: list[GameHand] = []
        self.score = self.begins_at = NO_SCORE if options.each_is_a_game else first.score
        self.target = options.target
        self.ending: Ending | None = None
        self.winner: Seat | None = None
        self.next_dealer: Seat | None = None
        self.seating = Seating(tuple(Seat))
        self.seated = Seated({seat: seat for seat in Seat})
        self.opening = Remarks()
        if not options.each_is_a_game:
            self._test_target(self.opening)

    def add(self, replay: Replay | None) -> None:
        """Take the next hand; raises `GameError` for a given claim that does not fit it."""
        remarks = Remarks() if self.hands else self.opening
        number = len(self.hands) + 1
        given = [call for call in self.options.calls if call.hand == number]
        for call in given:
            check_call_out(call, self.rules, replay)
        self._miss_the_end()
        points = payment = dealer = None
        if replay is None:
            outcome = HandOutcome.UNREAD
        else:
            calls = [*given, *self._recorded_calls(number, replay, given, remarks)]
            calls.sort(key=lambda call: call.trick)
            outcome, points = self._played(replay, calls, remarks)
            if outcome in (HandOutcome.SCORED, HandOutcome.REFUSED):
                payment = self._pay(replay, remarks)
            if not self.seated.faults:
                dealer = self._place(replay.record.dealer)
        self.next_dealer = None if replay is None else self._next_dealer(replay, dealer)
        self.hands.append(
            GameHand(
                number=number,
                dealer=dealer,
                outcome=outcome,
                points=points,
                score=self.score,
                target=self.target,
                notes=tuple(remarks.notes),
                faults=tuple(remarks.faults),
                findings=() if replay is None else replay.findings,
                payment=payment,
                seats_changed=replay is not None and self.changed,
                has_unpriced_renege=outcome is HandOutcome.UNFINISHED
                and replay is not None
                and replay.has_unpriced_renege,
            )
        )

    def _miss_the_end(self) -> None:
        """Say of the last hand, as another one follows, that it should have been finished."""
        last = self.hands[-1] if self.hands else None
        if last is None or last.has_unpriced_renege:
            return
        if last.outcome is HandOutcome.UNFINISHED:
            fault = "not finished: what it would have scored is missing"
            self.hands[-1] = replace(last, faults=(*last.faults, fault))

    def game(self) -> Game:
        """The game so far."""
        return Game(
            rules=self.rules,
            count=self.first.count,
            chips=Agreed.CHIPS in self.options.agreed,
            drops_last_digit=Agreed.DROPPED in self.options.agreed,
            single_hand=self.options.single_hand,
            begins_at=self.begins_at,
            hands=tuple(self.hands),
            score=self.score,
            target=self.target,
            target_raised=self.target != self.options.target,
            ahead=self.options.ahead,
            ending=self.ending,
            winner=self.winner,
            players=self.players,
            pays=self.options.pays,
            doubles=self.options.doubles,
        )

    def _played(
        self, replay: Replay, calls: list[CallOut], remarks: Remarks
    ) -> tuple[HandOutcome, HandPoints | None]:
        """What becomes of a hand, and what it adds to the score."""
        names = zip(Seat, replay.record.players, strict=True)
        self.seated = self.seating.take({seat: name for seat, name in names if name is not None})
        if self.winner is not None:
            remarks.faults.append("the game was over before it")
            return HandOutcome.AFTER_THE_GAME, None
        remarks.notes.extend(self.seated.notes)
        remarks.faults.extend(self.seated.faults)
        if self.seated.faults:
            return HandOutcome.OTHER_PLAYERS, None
        remarks.faults.extend(self._differences(replay.record))
        if replay.points is None:
            return HandOutcome.VOID if replay.is_void else HandOutcome.DEAD, None
        remarks.notes.extend(map(str, replay.unknown))
        judge = CallOutJudge(
            replay,
            self._in_turn(self.score),
            self.target,
            call_out_rule(self.rules, self.options.agreed),
            self._counted,
            remarks,
            Players(*(self._name(self._place(seat)) for seat in Seat)),
        )
        decision = judge.decision(calls)
        if decision is not None:
            points = self._hand_points(decision.points)
            self._add(points)
            self.winner, self.ending = self._place(decision.winner), decision.ending
            return HandOutcome.CALLED_OUT, points
        if not replay.is_finished:
            if replay.has_unpriced_renege:
                remarks.notes.append(f"not scored: {self.rules.name} names no penalty for a renege")
            return HandOutcome.UNFINISHED, None
        if replay.refuser is not None:
            return HandOutcome.REFUSED, None
        points = self._hand_points(self._counted(replay.points))
        if self.options.doubles is not None:
            return HandOutcome.SCORED, points
        if self.options.single_hand:
            self._add_game(totals(points), remarks)
        else:
            self._add(points)
            self._test_target(remarks)
        return HandOutcome.SCORED, points

    def _recorded_calls(
        self, number: int, replay: Replay, given: Sequence[CallOut], remarks: Remarks
    ) -> Iterator[CallOut]:
        """The claims of a record that are not also given; impossible ones are reported."""
        recorded = [CallOut(number, call.trick, call.seat) for call in replay.record.call_outs]
        calls = [call for call in recorded if call not in given]
        if calls and not self.options.has_target:
            remarks.faults.append("CallOut: the game has no target to reach")
            return
        for call in sorted(calls, key=lambda call: call.trick):
            try:
                check_call_out(call, self.rules, replay)
            except GameError as error:
                remarks.faults.append(f"CallOut: {error.fact}")
            else:
                yield call

    # Who sits where

    @property
    def players(self) -> Players:
        """The names that are known so far."""
        return Players(*(self.seating.names.get(seat) for seat in Seat))

    @property
    def changed(self) -> bool:
        """Whether the players of the hand have changed seats since the first one."""
        return self.seated.is_changed and not self.seated.faults

    def _place(self, seat: Seat) -> Seat:
        """Where the player at a seat of the hand sits in the game; the same the other way."""
        return seat.other if self.changed else seat

    def _in_turn(self, points: Points) -> Points:
        """Points by the seats of the hand from those of the game; the same the other way."""
        return exchanged(points) if self.changed else points

    def _hand_points(self, points: HandPoints) -> HandPoints:
        """The points of a hand by the seats of the game."""
        return HandPoints(*reversed(points)) if self.changed else points

    # What does not fit

    def _differences(self, record: HandRecord) -> Iterator[str]:
        """Where a record disagrees with the game."""
        if record.rules != self.rules:
            yield f"Rules: {record.rules.name}, the game is {self.rules.name}"
        if record.count != self.first.count:
            yield f"Count: {record.count.name}, the game has {self.first.count.name}"
        # After a tie has raised the target, a record may state the new one or the first.
        has_target = self.options.has_target
        if record.target not in (self.first.target, self.target) and has_target:
            yield f"Target: {record.target}, the game has {self.target}"
        if record.ahead not in (None, self.options.ahead):
            won_by = f"{self.options.ahead}" if self.options.ahead else f"a target of {self.target}"
            yield f"Ahead: {record.ahead}, the game has {won_by}"
        if record.agreed not in (Agreed.NOTHING, self.first.agreed, self.options.agreed):
            theirs, ours = (
                " and ".join(agreed.words) or "nothing agreed"
                for agreed in (record.agreed, self.options.agreed)
            )
            yield f"Agreed: {theirs}, the game has {ours}"
        if self.next_dealer not in (None, self._place(record.dealer)):
            dealt, whose = record.dealer.text(), "the other's"
            if self.next_dealer is not None and any(self.players):
                dealt += f" ({self._name(self.next_dealer.other)})"
                whose = f"{self._name(self.next_dealer)}'s"
            yield f"Dealer: {dealt}, it is {whose} turn to deal"
        before = NO_SCORE if self.options.each_is_a_game else self._in_turn(self.score)
        if record.score not in (NO_SCORE, before):
            yield f"Score: {record.score.text()}, it is {before.text()}"
        if record.doubles is not self.options.doubles:
            given, agreed = (
                "none" if doubles is None else doubles.text()
                for doubles in (record.doubles, self.options.doubles)
            )
            yield f"Doubles: {given}, the game has {agreed}"
        if record.pays not in (None, self.options.pays):
            agreed = self.options.pays.value if self.options.pays else "nothing agreed"
            yield f"Pays: {record.pays.value}, the game has {agreed}"

    # What a hand adds

    def _counted(self, points: HandPoints) -> HandPoints:
        """The points of a hand as the game counts them."""
        up_from = chips_up_from(self.rules, self.options.agreed)
        return HandPoints(
            *(SeatPoints(melds, in_chips(tricks, up_from)) for melds, tricks in points)
        )

    def _name(self, seat: Seat) -> str:
        return self.players.name(seat)

    def _add(self, points: HandPoints) -> None:
        south, north = totals(points)
        self.score = Points(self.score.south + south, self.score.north + north)

    def _add_game(self, totals: Points, remarks: Remarks) -> None:
        """Add a hand that is a game of its own."""
        winner = _higher(totals)
        if winner is not None:
            won, lost = self.score[winner] + 1, self.score[winner.other]
            self.score = Points.of(winner, won, lost)
            remarks.notes.append(f"{self._name(winner)} wins")
            if self.options.pays is Pays.DIFFERENCE:
                difference = totals[winner] - totals[winner.other]
                remarks.notes[-1] += f": {self._name(winner.other)} pays {difference}"
        elif self.rules.game.single_hand_tie is SingleHandTie.DEAL_AGAIN:
            remarks.notes.append("a tie: deal again")
        else:
            remarks.notes.append("a tie: nobody wins")

    def _pay(self, replay: Replay, remarks: Remarks) -> Points | None:
        """Add what is paid for a hand, where hands are paid for."""
        if self.options.doubles is None or replay.points is None:
            return None
        # A hand played without doubles is played for the initial stake.
        payment = self._in_turn(
            replay.payment or Stakes(self.options.doubles).paid(totals(replay.points))
        )
        self.score = Points(self.score.south + payment.south, self.score.north + payment.north)
        winner = _higher(payment)
        if winner is None:
            remarks.notes.append("a tie: nobody pays")
        else:
            how = "refuses and pays" if replay.refuser is not None else "pays"
            remarks.notes.append(f"{self._name(winner.other)} {how} {payment[winner]}")
        return payment

    def _test_target(self, remarks: Remarks) -> None:
        """Test at the end of a hand whether the game is over."""
        if self.options.ahead is not None:
            if abs(self.score.south - self.score.north) >= self.options.ahead:
                self.winner, self.ending = _higher(self.score), Ending.AHEAD_REACHED
            return
        if max(self.score) < self.target:
            return
        winner = _higher(self.score)
        if winner is None:
            self._tie(self.score.south, remarks)
            return
        if min(self.score) >= self.target:
            remarks.notes.append("both have reached the target: the higher score wins")
        self.winner, self.ending = winner, Ending.TARGET_REACHED

    def _tie(self, points: int, remarks: Remarks) -> None:
        """Continue after a tie at the target or over it."""
        step = self.rules.game.tie_raises_target_by
        if step:
            self.target += step * ((points - self.target) // step + 1)
            remarks.notes.append(f"a tie: the target becomes {self.target}")
        else:
            remarks.notes.append("a tie: more hands are played until it is broken")

    def _next_dealer(self, replay: Replay, dealer: Seat | None) -> Seat | None:
        """Who deals the hand after this one; None if that cannot be said.

        A hand whose record stops early may have been played to its end, or thrown in.
        """
        if dealer is None or not (replay.points is None or replay.is_finished):
            return None
        return self._place(replay.next_dealer)


def _higher(points: Points) -> Seat | None:
    """The seat with more points, None for a tie."""
    if points.south == points.north:
        return None
    return Seat.SOUTH if points.south > points.north else Seat.NORTH
