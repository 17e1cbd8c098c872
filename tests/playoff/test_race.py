"""The race of a playoff with call-outs, held against a search of every line without any cut."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pinochle_solver import PlayoffPosition, Points, Seat, StopFlag
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.playoff.race import Outcome, race
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import CALL_OUT, Move, Play
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import CallOutRule

CARDS = 4


def positions(
    rules: str, number: int, cards: int = CARDS, agreed: Agreed = Agreed.NOTHING
) -> list[PlayoffPosition]:
    """Playoffs in which at least one can get to the target, some with a card led."""
    made = []
    for k, dealt in enumerate(random_playoffs(cards, number, 7, RULEBOOKS[rules])):
        random = Random(k)
        gone = dealt.count.of_hand(dealt.rules.deck) - dealt.outstanding
        south = random.randrange(gone + 1)
        points = HandPoints(SeatPoints(40, south), SeatPoints(20, gone - south))
        lacks = [random.randrange(-10, dealt.outstanding + 10) for _ in Seat]
        score = Points(*(1000 - sum(each) - lack for each, lack in zip(points, lacks, strict=True)))
        if Agreed.CHIPS in agreed:
            score = Points(*(each // 10 * 10 for each in score))
        position = replace(dealt, points=points, score=score, agreed=agreed)
        calls = Calls.of(position)
        if calls.rule is CallOutRule.NEEDS_A_TRICK:
            reached = [seat for seat in Seat if calls.is_right(seat, points)]
            called = tuple(seat for seat in reached if random.random() < 0.5)
            position = replace(position, called=called)
        if k % 3 == 0:
            referee = Referee.of_position(position)
            referee.push(random.choice(referee.moves()))
            led = referee.position()
            assert isinstance(led, PlayoffPosition)
            position = replace(led, called=position.called)
        made.append(position)
    return made


def played_out(referee: Referee, calls: Calls, to_call: bool) -> Outcome:
    """What both come to for south who always call as soon as they may, by every line there is."""
    turn = referee.turn
    if turn is None:
        # Who has more of two that reach it with the last trick is told before points are rounded.
        points = referee.points
        lacks = [sum(points[seat]) - calls.needs(seat, points) for seat in Seat]
        if max(lacks) < 0 or lacks[0] == lacks[1]:
            return Outcome.GOES_ON
        return Outcome.WINS if lacks[0] > lacks[1] else Outcome.LOSES
    if to_call and calls.may_call(turn) and calls.is_right(turn, referee.points):
        calls = replace(calls, waiting={*calls.waiting})
        calls.call(turn, referee.points)
        if calls.winner is not None:
            return outcome_of(calls.winner)
    outcomes = [after(referee, calls, move) for move in referee.moves() if isinstance(move, Play)]
    return max(outcomes) if turn is Seat.SOUTH else min(outcomes)


def after(referee: Referee, calls: Calls, move: Play) -> Outcome:
    leader, tricks = referee.leader, referee.completed_tricks
    referee.push(move)
    mine = replace(calls, waiting={*calls.waiting})
    if referee.completed_tricks > tricks and mine.take(leader, referee.leader):
        found = outcome_of(referee.leader)
    else:
        found = played_out(referee, mine, to_call=True)
    referee.pop()
    return found


def outcome_of(winner: Seat) -> Outcome:
    return Outcome.WINS if winner is Seat.SOUTH else Outcome.LOSES


def by_every_line(position: PlayoffPosition) -> dict[Card, Outcome]:
    referee, calls = Referee.of_position(position), Calls.of(position)
    found = {
        move.card: after(referee, calls, move) for move in referee.moves() if isinstance(move, Play)
    }
    if position.turn is Seat.NORTH:
        return {card: outcome.for_the_other for card, outcome in found.items()}
    return found


@pytest.mark.parametrize(
    ("rules", "agreed"),
    [
        ("scarne", Agreed.NOTHING),
        ("macdougall", Agreed.NOTHING),
        ("macdougall", Agreed.AT_ONCE),
        ("macdougall", Agreed.CHIPS),
        ("macdougall", Agreed.CHIPS | Agreed.AT_ONCE),
    ],
)
def test_every_card_is_what_all_lines_together_say(rules: str, agreed: Agreed) -> None:
    outcomes = set()
    for position in positions(rules, 30, agreed=agreed):
        found = race(position)
        assert found.cards is not None
        assert dict(found.cards) == by_every_line(position), position
        outcomes |= {outcome for _, outcome in found.cards}
        if found.call is None or found.has < 1000:
            assert found.call in (None, Outcome.LOSES)
        elif Calls.of(position).rule is CallOutRule.WINS:
            assert found.call is Outcome.WINS
        else:
            waits = replace(position, called=(*position.called, position.turn))
            assert found.call is max(by_every_line(waits).values())
            # A right call takes nothing away.
            assert found.call >= max(dict(found.cards).values())
    assert outcomes == {*Outcome}


def test_a_wrong_call_loses() -> None:
    wrong = [each for each in positions("scarne", 20) if race(each).has < 1000]
    assert wrong
    assert {race(each).call for each in wrong} == {Outcome.LOSES}


def test_whole_playoffs_are_searched_soon_and_a_limit_is_kept() -> None:
    for rules in ("scarne", "macdougall"):
        for position in positions(rules, 6, cards=12):
            assert race(position).cards is not None
            assert race(position, nodes=1).cards is None
    stop = StopFlag()
    stop.set()
    assert race(positions("scarne", 2, cards=12)[1], stop=stop).cards is None


def test_the_engine_plays_what_wins_the_race() -> None:
    """The card of the most points is another one in some of these."""
    for_points = make_engine("default")
    for_the_game = make_engine("default", objective="win", call_out=True)
    differ = 0
    for position in positions("scarne", 60):
        found = race(position)
        choice = for_the_game.choose(position, Limits())
        if found.has >= 1000:
            assert choice.move == CALL_OUT
            continue
        assert found.cards is not None
        assert isinstance(choice.move, Play)
        assert dict(found.cards)[choice.move.card] is found.best
        assert (
            choice.win
            == {Outcome.WINS: 1.0, Outcome.GOES_ON: None, Outcome.LOSES: 0.0}[
                Outcome(found.best or 0)
            ]
        )
        differ += for_points.choose(position, Limits()).move != choice.move
    assert differ


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_all_cards_are_told_by_the_race(rules: str) -> None:
    """The card that is played is the first, and no card before another one wins less often."""
    for_the_game = make_engine("default", objective="win", call_out=True)
    chances = {Outcome.WINS: 1.0, Outcome.GOES_ON: None, Outcome.LOSES: 0.0}
    reordered = 0
    for position in positions(rules, 60):
        found, choice = race(position), for_the_game.choose(position, Limits())
        if choice.move == CALL_OUT:
            continue
        assert found.cards is not None
        outcomes: dict[Move, Outcome] = {Play(card): outcome for card, outcome in found.cards}
        told = choice.candidates
        assert [outcomes[each.move] for each in told] == sorted(outcomes.values(), reverse=True)
        first = told[0]
        assert (choice.move, choice.mean, choice.win) == (first.move, first.mean, first.win)
        assert (first.behind, first.behind_se) == (0.0, 0.0)
        for each in told:
            outcome = outcomes[each.move]
            assert each.win == chances[outcome]
            is_known = outcome is found.best or None not in (first.win, each.win)
            assert each.behind == ((outcome is not found.best) if is_known else None)
            assert each.behind_se == (0.0 if is_known else None)
        reordered += told != tuple(sorted(told, key=lambda each: -(each.mean or 0.0)))
    assert reordered


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
@pytest.mark.parametrize("nodes", [1, 300, 3000])
def test_a_race_that_is_cut_short_keeps_what_is_proven(rules: str, nodes: int) -> None:
    engine = make_engine("default", objective="win", call_out=True)
    unfinished = partly = 0
    for position in positions(rules, 12, cards=10):
        found, whole = race(position, nodes=nodes), race(position, nodes=0)
        assert whole.cards is not None
        outcomes = dict(whole.cards)
        assert [card for card, _, _ in found.proven] == list(outcomes)
        for card, worst, best in found.proven:
            assert worst <= outcomes[card] <= best
        assert found.best in (None, whole.best)
        move = engine.choose(position, Limits(nodes=nodes)).move
        if isinstance(move, Play):
            assert outcomes[move.card] >= max(worst for _, worst, _ in found.proven)
        unfinished += found.cards is None
        partly += found.cards is None and found.best is not None
    assert unfinished if nodes == 1 else unfinished < 12
    assert partly or nodes != 300
