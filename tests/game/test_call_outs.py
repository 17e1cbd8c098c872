"""Games with call-outs: in positions, records, engines, matches, at the table, in an analysis."""

from __future__ import annotations

import json
import re
import signal
import sys
from dataclasses import replace
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.commandline import Pinochle, piped
from helpers.rivals import SETTINGS
from helpers.strategies import play_on
from pinochle_solver import PlayoffPosition, Points, Seat, StockPosition, StopFlag, solve
from pinochle_solver._core.hand.game import beats
from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.engines.registry import ENGINES, make_engine
from pinochle_solver.equities.equity import GameSettings
from pinochle_solver.errors import GameError, IllegalPositionError, NotationError
from pinochle_solver.game.game import Ending, Game
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.results import GamePairResult, MatchSettings, records_text
from pinochle_solver.matches.sitting import Sitting
from pinochle_solver.notation.calls import known_points
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.playoff.race import Outcome, Race, race
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.claims import Claim, RecordedCall
from pinochle_solver.rules.doubles import Doubler, Stakes
from pinochle_solver.rules.moves import CALL_OUT, Play
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Doubles
from pinochle_solver.stock.analysis import POINTS, WIN
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.chances import CallOutChance, WinChance, chance_of
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.settings import SearchSettings

SCARNE = RULEBOOKS["scarne"]
CALLING = ("scarne", "macdougall")
GAMES = replace(SETTINGS, b="advice", game=True, target=600, call_out=True)


def view_after(moves: int, rules: str = "scarne", seed: int = 1, score: str = "0/0") -> Position:
    """What the seat to decide sees after some moves of a hand at a score."""
    south, north = map(int, score.split("/"))
    deal = random_deal(seed, 1, RULEBOOKS[rules])
    referee = play_on(Referee.of_deal(deal, Points(south, north)), moves, Random(seed))
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert position is not None
    return position


def near(position: Position, own: int, others: int = -500) -> Position:
    """The same at a score with which its seats have so much more than the target."""
    assert position.points is not None
    seat, has = position.turn, [sum(points) for points in position.points]
    lacks = Points.of(seat, own, others)
    return replace(
        position,
        score=Points(*(1000 + more - points for more, points in zip(lacks, has, strict=True))),
    )


# ---------------------------------------------------------------------------- positions and records


@pytest.mark.parametrize("moves", [20, 40])
def test_who_has_called_stands_in_a_position(moves: int) -> None:
    position = near(view_after(moves, "macdougall"), 10)
    other, mover = position.turn.other, position.turn
    called = replace(position, called=(mover,))
    text = called.text()
    assert f" called={mover.text()}" in text
    assert type(called).parse(text) == called
    assert called != position
    both = replace(near(position, 0, 0), called=(mover, other))
    assert " called=south,north" in both.text()
    unseen = called.unseen if isinstance(called, StockPosition) else ()
    referee = Referee.of_position(called, tuple(unseen))
    seen = referee.view(mover)
    assert seen is not None
    assert seen.called == (mover,)


@pytest.mark.parametrize(
    ("rules", "text", "fact"),
    [
        ("scarne", "called=south", "called: south, but a call-out ends the game in scarne"),
        ("hayes", "called=south", "called: south, but hayes has none"),
        ("macdougall", "called=south,east", "called: unknown seat 'east'"),
        ("macdougall", "called=south", "called: south, but south has 990, the target is 1000"),
        (
            "macdougall",
            "called=south score=1000/1000",
            "called: south, but both had 1000 before",
        ),
    ],
)
def test_who_cannot_have_called(rules: str, text: str, fact: str) -> None:
    line = f"rules={rules} trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    if "score" not in text and rules != "hayes":
        text += " score=790/100 points=40+160/20+24"
    with pytest.raises((IllegalPositionError, NotationError)) as raised:
        PlayoffPosition.parse(f"{line} {text}")
    assert str(raised.value).startswith(fact)


@pytest.mark.parametrize("rules", ["scarne", "macdougall", "goulash", "hayes"])
def test_the_points_follow_from_the_tricks(rules: str) -> None:
    for seed in range(6):
        for moves in (0, 7, 20, 33):
            position = view_after(moves, rules, seed)
            if isinstance(position, StockPosition):
                assert known_points(replace(position, points=None)) == position.points
                untold = replace(position, points=None, tricks=None)
                assert known_points(untold) is None or not position.gone


def test_a_record_keeps_its_call_outs() -> None:
    deal = random_deal(1, 1, RULEBOOKS["scarne"])
    text = replace(record_of_hand(deal.rules.name), call_outs=CALLS).text()
    assert '[CallOut "17:south 20:north"]' in text
    record = parse_record(text)
    assert record.call_outs == CALLS
    assert record.text() == text
    for bad in ("17", "south:17", "17:east", "17:south;"):
        with pytest.raises(NotationError, match="CallOut"):
            parse_record(text.replace("17:south 20:north", bad))


def test_a_seat_calls_out_once_in_a_hand(pinochle: Pinochle, tmp_path: Path) -> None:
    record = record_of_hand("macdougall", Points(990, 300))
    text = replace(record, call_outs=CALLS).text()
    fact = "20:south: south has called out already, after trick 17; leave one out"
    with pytest.raises(NotationError, match=f"^CallOut: {fact}$"):
        parse_record(text.replace("20:north", "20:south"))
    file = tmp_path / "game.pnr"
    file.write_text(text.replace("20:north", "20:south"))
    for command in ("score", "replay"):
        run = pinochle(command, str(file))
        assert (run.status, run.err) == (2, f"{file}:8: CallOut: {fact}\n")
    again = RecordedCall(20, Seat.SOUTH)
    # Whoever makes a record in a program is told, too.
    game = score_game([replay_record(replace(record, call_outs=(*CALLS[:1], again)))])
    waits = "call-out 1.20:south: south has called out already, after trick 17; leave one out"
    assert game.hands[0].faults == (waits,)
    assert game.winner is Seat.SOUTH
    file.write_text(replace(record, call_outs=CALLS[:1]).text())
    given = [f"--call-out=1.{trick}:south" for trick in (20, 17)]
    run = pinochle("score", *given, str(file))
    assert (run.status, run.out) == (2, "")
    assert f"--call-out: 1.{fact}" in run.err
    # One of the record and one that is given.
    run = pinochle("score", given[0], str(file))
    assert run.status == 1
    assert "hand 1: call-out 1.20:south: " in run.err


def test_a_position_names_who_has_called_once() -> None:
    position = near(view_after(40, "macdougall"), 10)
    text = replace(position, called=(position.turn,)).text()
    seat = position.turn.text()
    with pytest.raises(NotationError, match=f"^called: {seat} stands twice; leave one out$"):
        PlayoffPosition.parse(text.replace(f"called={seat}", f"called={seat},{seat}"))


CALLS = (RecordedCall(17, Seat.SOUTH), RecordedCall(20, Seat.NORTH))


def record_of_hand(rules: str, score: Points = NO_SCORE) -> HandRecord:
    hand = HandInPlay(random_deal(1, 1, RULEBOOKS[rules]), Seat.SOUTH, score, 1000)
    for move in play_on(Referee.of_deal(hand._deal), 100, Random(1)).history:
        hand.push(move)
    return hand.record()


def test_a_position_of_a_record_says_who_has_called_out_rightly() -> None:
    record = record_of_hand("macdougall", Points(990, 300))
    calls = (*CALLS[:1], RecordedCall(18, Seat.NORTH))
    replay = replay_record(replace(record, call_outs=calls))
    for trick, act, called in (
        (17, "r", ()),
        (18, "l", (Seat.SOUTH,)),
        (18, "r", (Seat.SOUTH,)),
        (20, "l", (Seat.SOUTH,)),  # north's claim was wrong
    ):
        for view in (None, *Seat):
            assert replay.at(trick, act, view).called == called
    wins = replay_record(replace(record_of_hand("scarne", Points(990, 300)), call_outs=calls))
    assert wins.at(20).called == ()


@pytest.mark.parametrize("rules", CALLING)
def test_a_game_is_scored_by_the_calls_of_its_records(rules: str) -> None:
    """As by those that are given; one given as well counts once, one that cannot be is told."""
    record = record_of_hand(rules, Points(990, 300))

    def scored(*calls: RecordedCall) -> Game:
        return score_game([replay_record(replace(record, call_outs=calls))])

    late = scored(RecordedCall(20, Seat.NORTH))
    assert (late.winner, late.ending) == (Seat.SOUTH, Ending.WRONG_CALL)
    right = scored(RecordedCall(20, Seat.SOUTH))
    assert right.winner is Seat.SOUTH
    assert right.hands[0].notes[0].startswith("south calls out after trick 20")
    assert not right.has_faults
    (fault,) = scored(RecordedCall(25, Seat.SOUTH)).hands[0].faults
    assert fault == "CallOut: 1.25:south: the hand ends after trick 24"


def test_score_reads_them(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = replace(record_of_hand("scarne", Points(990, 300)), call_outs=CALLS[:1])
    file.write_text(record.text())
    run = pinochle("score", str(file))
    assert (run.status, run.err) == (0, "")
    assert "he called out rightly" in run.out
    again = pinochle("score", "--call-out", "1.17:south", str(file))
    assert again.out == run.out


# -------------------------------------------------------------------------------------- the engines


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(("rules", "moves"), [("scarne", 40), ("macdougall", 11)])
def test_an_engine_calls_out_when_that_is_right(name: str, moves: int, rules: str) -> None:
    engine = make_engine(name, call_out=True)
    limits, position = Limits(worlds=8), view_after(moves, rules)
    assert engine.choose(near(position, 0), limits).move == CALL_OUT
    assert engine.choose(near(position, -1), limits).move in position.legal_moves()
    assert make_engine(name).choose(near(position, 0), limits).move != CALL_OUT
    # Both were there before: a tie is being broken.
    tied = replace(position, score=Points(1000, 1000))
    assert engine.choose(tied, limits).move != CALL_OUT
    untold = replace(near(position, 0), points=None)
    if isinstance(untold, StockPosition):
        untold = replace(untold, tricks=None)
    assert engine.choose(untold, limits).move != CALL_OUT
    if rules == "macdougall":
        called = replace(near(position, 0), called=(position.turn,))
        assert engine.choose(called, limits).move != CALL_OUT


def test_who_plays_to_win_plays_for_points_where_no_race_decides() -> None:
    """Both were there before: a tie is being broken, and nobody can call out."""
    playoff = replace(view_after(40), score=Points(1000, 1000))
    assert isinstance(playoff, PlayoffPosition)
    racing = make_engine("default", objective="win", call_out=True)
    decision = racing.choose(playoff, Limits())
    assert decision == make_engine("default").choose(playoff, Limits())
    assert decision.exact


def test_a_race_may_be_decided_where_the_points_are_not_known() -> None:
    playoff = near(view_after(34), -4, -240)
    assert isinstance(playoff, PlayoffPosition)
    limits = Limits(nodes=100)
    found = race(playoff, nodes=100)
    assert found.cards is not None
    racing = make_engine("default", objective="win", call_out=True)
    decision = racing.choose(playoff, limits)
    assert decision.mean is None
    assert decision.win == float(found.best is Outcome.WINS)
    assert decision.move in [Play(card) for card, outcome in found.cards if outcome is found.best]


def test_the_protocol_has_an_option_for_it() -> None:
    said: list[str] = []
    talk = Conversation(said.append)

    def answers(*lines: str) -> list[str]:
        said.clear()
        for line in lines:
            assert talk.handle(line)
        talk.wait()
        return said

    assert "option CallOut type check default false" in answers("pn")
    position = near(view_after(40), 0).text()
    assert not answers(f"position {position}", "go", "moves")[0].startswith("bestmove call-out")
    assert "call-out" not in said[-1]
    assert answers("setoption CallOut true", "moves", "go")[1] == "bestmove call-out"
    assert said[0].endswith(" call-out")
    assert answers("setoption name callout value FALSE", "go")[0] != "bestmove call-out"
    assert answers("setoption CallOut 1") == ["error CallOut: '1', expected one of false, true"]


# ------------------------------------------------------------------------------------------ matches


def pairs_of(settings: MatchSettings, number: int = 1) -> list[GamePairResult]:
    found = play_pairs(settings, range(1, number + 1), 1, StopFlag())
    return [pair for pair in found if isinstance(pair, GamePairResult)]


@pytest.mark.parametrize("rules", ["scarne", "macdougall", "goulash"])
def test_games_with_call_outs_are_those_that_the_records_score(rules: str) -> None:
    """Everyone calls at his first decision with the points for it, and rightly."""
    settings = replace(GAMES, rules=(rules,), target=300)
    endings = set()
    for pair in pairs_of(settings, 1):
        found = [record for _, record in numbered_records(records_text(settings, pair).split("\n"))]
        records = iter(found)
        for game in pair.games:
            hands = [next(records) for _ in game.hands]
            replays = [replay_record(hand) for hand in hands if isinstance(hand, HandRecord)]
            scored = score_game(replays)
            assert not scored.has_faults
            assert scored.winner is not None
            assert (scored.winner.text() == game.a_sits) == (game.winner == "A")
            assert [hand.points is None for hand in scored.hands] == [False] * len(hands)
            assert not any(hand.call_outs for hand in game.hands[:-1])
            endings.add(scored.ending)
            for call in map(RecordedCall.parse, game.hands[-1].call_outs):
                assert call_count(scored, replays[-1], call.trick, call.seat) >= scored.target
                # Two tricks before each had a decision since.
                assert call_count(scored, replays[-1], call.trick - 2, call.seat) < scored.target
    assert Ending.RIGHT_CALL in endings
    assert Ending.WRONG_CALL not in endings


def call_count(game: Game, replay: Replay, trick: int, seat: Seat) -> int:
    """What a seat had after a trick of the last hand, of which this is the replay."""
    before = game.hands[-2].score if len(game.hands) > 1 else game.begins_at
    tricks = [each for each in replay.tricks if each.number <= trick]
    return before[seat] + (sum(tricks[-1].points[seat]) if tricks else 0)


CALLER = """
import sys
announced = sys.argv[1] == "announced"
for line in sys.stdin:
    word = line.split()[0]
    if word == "pn":
        print("option Legal type check default false")
        if announced:
            print("option CallOut type check default false")
        print("pnok", flush=True)
    elif word == "ready":
        print("readyok", flush=True)
    elif word == "setoption":
        print(line.strip(), file=sys.stderr, flush=True)
    elif word == "legal":
        moves = line.split()[1:]
    elif word == "go":
        print("bestmove", moves[-1], flush=True)
"""


@pytest.fixture
def caller(tmp_path: Path) -> str:
    """A program that plays the last of its legal moves: if it may call out, that."""
    (tmp_path / "caller.py").write_text(CALLER)
    return f"cmd:{sys.executable} {tmp_path / 'caller.py'}"


def test_a_program_calls_out_where_it_has_said_that_it_can(caller: str) -> None:
    (pair,) = pairs_of(replace(GAMES, a=f"{caller} announced", b="greedy"))
    for game in pair.games:
        assert (game.winner, len(game.hands)) == ("B", 1)
        assert game.hands[0].call_outs == (f"0:{game.a_sits}",)
        assert game.hands[0].failed is None
    (pair,) = pairs_of(replace(GAMES, a=f"{caller} silent", b="greedy"))
    called = [call for hand in pair.hands for call in hand.call_outs]
    assert all(hand.failed is None for hand in pair.hands)
    assert called
    for game in pair.games:
        assert not any(call.endswith(game.a_sits) for hand in game.hands for call in hand.call_outs)
    # Without the agreement it is no move.
    (pair,) = pairs_of(replace(GAMES, a=f"{caller} announced", b="greedy", call_out=False))
    assert not any(hand.call_outs or hand.failed for hand in pair.hands)


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (["--call-out"], "--call-out: goes with --game"),
        (["--game", "--call-out", "--rules", "hayes"], "--call-out: hayes has none"),
        (["--game", "--call-out", "--rules", "glup", "--ahead", "9"], "--call-out: a game won by"),
    ],
)
def test_bad_arguments_are_one_line(pinochle: Pinochle, arguments: list[str], fact: str) -> None:
    result = pinochle("match", "random", "greedy", *arguments)
    assert (result.status, result.out) == (2, "")
    assert fact in result.err
    assert len(result.err.splitlines()) == 1


# ------------------------------------------------------------------------------------- at the table


def hand_at(score: Points, rules: str = "macdougall") -> HandInPlay:
    """A hand as far as somebody, whose turn it is, has reached the target."""
    deal = random_deal(1, 1, RULEBOOKS[rules])
    hand = HandInPlay(deal, Seat.SOUTH, score, 1000, agreed=Agreed.CALL_OUT)
    while hand.referee.turn is None or not hand.calls.is_right(
        hand.referee.turn, hand.referee.points
    ):
        hand.push(hand.referee.moves()[0])
    return hand


def test_a_call_waits_and_is_taken_back() -> None:
    hand = hand_at(Points(999, 0))
    made = len(hand.referee.history)
    assert hand.call_out(Seat.SOUTH) is Claim.WAITS
    assert not hand.calls.may_call(Seat.SOUTH)
    assert hand.view().called == (Seat.SOUTH,)
    assert hand.record().call_outs == (RecordedCall(hand.referee.completed_tricks, Seat.SOUTH),)
    hand.push(hand.referee.moves()[0])
    assert hand.take_back()
    assert len(hand.referee.history) == made
    assert not hand.record().call_outs
    assert not hand.view().called
    assert hand.call_out(Seat.SOUTH) is Claim.WAITS
    while not hand.is_over:
        hand.push(hand.referee.moves()[0])
    game = score_game([replay_record(hand.record())])
    assert game.winner is hand.calls.winner is Seat.SOUTH
    assert game.ending is Ending.RIGHT_CALL


def test_a_call_just_made_is_taken_back_alone() -> None:
    deal = replace(random_deal(1, 1, RULEBOOKS["macdougall"]), dealer=Seat.NORTH)
    hand = HandInPlay(deal, Seat.SOUTH, Points(1000, 0), 1000, agreed=Agreed.CALL_OUT)
    assert hand.call_out(Seat.SOUTH) is Claim.WAITS
    assert hand.take_back()
    assert hand.calls.may_call(Seat.SOUTH)
    assert not hand.take_back()
    hand.push(hand.referee.moves()[0])
    while not hand.is_persons_turn:
        hand.push(hand.referee.moves()[0])
    made = len(hand.referee.history)
    hand.call_out(Seat.SOUTH)
    assert hand.take_back()
    assert len(hand.referee.history) == made
    assert not hand.record().call_outs


def test_undo_goes_back_to_a_call_before_an_only_card() -> None:
    deal = random_deal(1, 1, RULEBOOKS["macdougall"])
    hand = HandInPlay(deal, Seat.SOUTH, Points(0, 0), 1000, agreed=Agreed.CALL_OUT)
    while not (hand.referee.in_playoff and hand.is_persons_turn and len(hand.referee.moves()) == 1):
        hand.push(hand.referee.moves()[0])
    made = len(hand.referee.history)
    hand.calls.score = Points(1000, 0)
    hand.call_out(Seat.SOUTH)
    hand.push(hand.referee.moves()[0])
    assert hand.take_back(choices_only=True)
    assert len(hand.referee.history) == made
    assert not hand.record().call_outs


def test_a_game_with_calls_is_gone_on_with() -> None:
    hand = hand_at(Points(999, 0))
    hand.call_out(Seat.SOUTH)
    hand.push(hand.referee.moves()[0])
    record = hand.record()
    rules = record.rules
    sitting = Sitting(rules, rules.count, 1, Seat.SOUTH, True, [record])
    assert sitting.agreed is Agreed.CALL_OUT
    assert sitting.hand.calls.waiting == {Seat.SOUTH}
    assert sitting.hand.record() == record


def test_a_game_won_by_a_lead_is_not_gone_on_with_by_calls() -> None:
    """It has no target that could be claimed."""
    rules = replace(SCARNE, name="both", game=replace(SCARNE.game, ahead=300))
    hand = HandInPlay(random_deal(1, 1, rules), Seat.SOUTH, Points(1200, 950), 1000, 300)
    hand.push(hand.referee.moves()[0])
    sitting = Sitting(rules, rules.count, 1, Seat.SOUTH, True, [hand.record()])
    assert not sitting.hand.calls.are_possible
    calls = GameTerms(agreed=Agreed.CALL_OUT)
    with pytest.raises(GameError, match=r"^call-out: the game was begun without; leave it out"):
        Sitting(rules, rules.count, 1, Seat.SOUTH, True, [hand.record()], terms=calls)


def test_a_person_calls_out(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    options = ["--seed", "3", "--engine", "greedy", "--game", "--record", str(file)]
    run = piped(["play", *options, "--call-out"], "help\nhint\nCall out\n")
    assert run.status == 0
    assert "wrong to call out: you have 10 of 1000" in run.out
    assert "call out           say before a move that you have reached the target" in run.out
    assert "you call out with 10: wrong, which loses the game" in run.out
    assert "north wins: south 10, north 0; south was wrong to call out" in run.out
    assert '[CallOut "0:south"]' in file.read_text()
    other = piped(["play", "--seed", "3", "--engine", "greedy", "--game"], "call out\n")
    assert "call out: " not in other.out
    assert "(? lists the moves)" in other.out
    refused = piped(["play", "--call-out"], "")
    assert refused.err == "pinochle play: --call-out: goes with --game\n"


def test_a_hint_in_the_playoff_tells_who_can_win_the_game() -> None:
    """The best card by points may lose the race."""
    position = PlayoffPosition.parse(
        "rules=scarne trump=S south=-.K.A9.Q north=-.A.TQQ.- turn=north points=40+23/20+172 "
        "score=922/799"
    )
    solution, page = solve(position), StringIO()
    Renderer(page, ascii=True).advice(replace(solution, race=race(position)), Seat.NORTH)
    lines = page.getvalue().splitlines()
    assert lines[0] == "best by points: QD"
    assert lines[-2:] == [
        "wins the game in this hand: AH",
        "loses the game in this hand: TD, QD",
    ]
    for without in (solution, replace(solution, race=race(replace(position, score=NO_SCORE)))):
        page = StringIO()
        Renderer(page, ascii=True).advice(without, Seat.NORTH)
        assert page.getvalue().startswith("best: QD\n")
        assert "the game" not in page.getvalue()


@pytest.mark.parametrize("call_out", [True, False])
def test_what_the_cards_of_a_playoff_are_worth_tells_the_race(call_out: bool) -> None:
    deal = random_deal(1, 1, RULEBOOKS["scarne"])
    agreed = Agreed.of(call_out=call_out)
    hand = HandInPlay(deal, Seat.SOUTH, Points(880, 870), 1000, agreed=agreed)
    while not hand.referee.in_playoff:
        hand.push(hand.referee.moves()[0])
    values = hand.values(make_engine("greedy"), Limits(worlds=4))
    view = hand.view()
    assert isinstance(values, Solution)
    assert isinstance(view, PlayoffPosition)
    assert values.race == (race(view) if call_out else None)


def test_nobody_wins_the_hand_that_a_call_out_ends() -> None:
    """Who is ahead in it may have lost the game."""
    options = ["--seed", "3", "--engine", "greedy", "--game", "--call-out"]
    out = piped(["play", *options], "call out\n").out
    ended = out.split("wrong, which loses the game\n")[1].splitlines()
    assert ended[1] == "the hand is over: you 10 melds + 0 cards = 10, north 0 + 0 = 0"
    assert ended[2] == ""
    assert "you win" not in out


def test_the_engine_calls_out_against_a_person(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    hand = hand_at(Points(0, 999), "scarne")
    file.write_text(hand.record().text())
    options = ["--engine", "greedy", "--game", "--call-out", "--record", str(file)]
    run = piped(["play", *options], "")
    assert re.search("north calls out with 10[0-9]+: right, which wins the game", run.out)
    assert run.status == 0


# -------------------------------------------------------------------------------------- an analysis


FEW = ("--worlds", "32", "--threads", "1", "--call-out")


def line_of(moves: int, own: int, rules: str = "scarne") -> str:
    return near(view_after(moves, rules), own).text()


@pytest.mark.parametrize(("own", "win"), [(12, 1.0), (-1, 0.0)])
def test_a_call_stands_beside_the_moves(pinochle: Pinochle, own: int, win: float) -> None:
    line = line_of(20, own)
    (found,) = map(json.loads, pinochle("analyze", "--json", *FEW, line).out.splitlines())
    assert found["call_out"] == {
        "count": 1000 + own,
        "target": 1000,
        "right": own >= 0,
        "win": win,
        "win_se": 0.0,
        "win_low": win,
        "win_high": win,
    }
    shown = pinochle("analyze", *FEW, line).out
    verdict = "so it wins the game" if own >= 0 else "so it loses the game"
    assert f"call-out: {1000 + own} of 1000, {verdict}; playing on wins " in shown
    without = pinochle("analyze", "--json", *FEW[:-1], line).out
    assert "call_out" not in json.loads(without)
    assert "call-out" not in pinochle("analyze", *FEW[:-1], line).out


def test_a_call_that_needs_a_trick_has_a_chance(pinochle: Pinochle) -> None:
    """It is that of a caller who has to win a trick that he leads: more than that of going on."""
    line = line_of(20, 5, "macdougall")
    (found,) = map(json.loads, pinochle("analyze", "--json", *FEW, line).out.splitlines())
    assert found["call_out"]["right"]
    assert 0.5 < found["call_out"]["win"] <= 1
    assert found["call_out"]["win_se"] > 0
    shown = pinochle("analyze", *FEW, line).out
    assert "call-out: 1005 of 1000, so it wins with a trick that he leads: wins " in shown
    by_another = pinochle("analyze", "--json", "--engine", "pimc", *FEW, line).out
    assert json.loads(by_another)["call_out"]["win"] is None
    shown = pinochle("analyze", "--engine", "pimc", "--worlds", "1", "--call-out", line).out
    waits = "so it wins with a trick that he leads"
    assert f"call-out: 1005 of 1000, {waits}\n" in shown


def test_a_call_that_needs_a_trick_is_not_said_to_win_at_once(pinochle: Pinochle) -> None:
    """Both have reached the target when the playoff begins: all worlds are estimated alike."""
    line = (
        "rules=macdougall upcard=9D stock=1 turn=south south=ATKKJ.-.TK.AKQJ9 north=-.-.T.-+11"
        " melds.south=royal-marriage:KD.QD*@2+marriage:KC.QC@11 melds.north=dix@9"
        " tricks=QS-QH,TC-9D,QD-KH,QD-QC,TC-9H,TH-KD,AC-TS,JD-9C,JH-AH,JS-JC,KC-JH score=990/990"
    )
    shown = pinochle("analyze", *FEW, line).out
    waits = "so it wins with a trick that he leads: wins 50.0%"
    assert f"call-out: 1106 of 1000, {waits}; playing on wins 50.0%\n" in shown


def test_the_points_may_follow_from_the_tricks_or_are_asked_for(pinochle: Pinochle) -> None:
    told = near(view_after(20), 3)
    assert isinstance(told, StockPosition)
    by_tricks = pinochle("analyze", "--json", *FEW, replace(told, points=None).text()).out
    assert json.loads(by_tricks)["call_out"]["count"] == 1003
    untold = replace(told, points=None, tricks=None).text()
    run = pinochle("analyze", *FEW, untold)
    assert (run.status, run.out) == (2, "")
    assert run.err == "position: call-out: points= or tricks= is needed to judge it\n"
    playoff = replace(near(view_after(40), 0), points=None).text()
    run = pinochle("solve", "--call-out", playoff)
    assert (run.status, run.err) == (2, "position: call-out: points= is needed to judge it\n")
    hayes = pinochle("analyze", *FEW, line_of(20, 0, "hayes"))
    assert hayes.err == "position: call-out: hayes has none\n"


def test_with_doubles_nobody_calls_out(pinochle: Pinochle) -> None:
    """Each hand is a game of its own then: there is no target, whatever a hand comes to."""
    game = replace(near(view_after(40, "goulash"), 0), score=NO_SCORE)
    assert isinstance(game, PlayoffPosition)
    assert game.points is not None
    points = Points(*map(sum, game.points))
    game = replace(game, target=points[game.turn])
    rich = replace(game, rules=replace(game.rules, name="rich", target=game.target))
    doubled = replace(rich, stakes=Stakes(Doubles.EVERY, doubler=Doubler.BOTH))
    engine, limits = make_engine("default", call_out=True), Limits(worlds=8)
    assert engine.choose(rich, limits).move is CALL_OUT
    assert engine.choose(doubled, limits).move is not CALL_OUT
    with pytest.raises(IllegalPositionError, match="called: south, but with doubles each hand"):
        replace(doubled, called=(Seat.SOUTH,))
    line = replace(game, target=game.rules.target, stakes=doubled.stakes).text()
    refused = pinochle("solve", "--call-out", line)
    assert refused.err == "position: call-out: with doubles no target is played for\n"


@pytest.mark.parametrize("rules", CALLING)
def test_a_playoff_tells_what_wins_in_this_hand(pinochle: Pinochle, rules: str) -> None:
    line = near(view_after(44, rules), -20, -30).text()
    found = json.loads(pinochle("solve", "--json", "--call-out", line).out)
    assert (found["race"]["count"], found["race"]["call_out"]) == (980, "loses")
    assert set(found["race"]["cards"]) == {move["card"] for move in found["moves"]}
    shown = pinochle("solve", "--call-out", line).out
    assert "call-out: 980 of 1000, so it loses the game" in shown
    for outcome in {*found["race"]["cards"].values()}:
        assert f"{outcome} the game in this hand: " in shown
    assert "race" not in json.loads(pinochle("solve", "--json", line).out)


def test_where_nobody_wins_in_this_hand_that_is_told(pinochle: Pinochle) -> None:
    far = near(view_after(44), -300, -300)
    shown = pinochle("solve", "--call-out", far.text()).out
    assert "call-out: 700 of 1000, so it loses the game\n" in shown
    assert "call-outs: with every card the game goes on after this hand\n" in shown
    tied = replace(far, score=Points(1010, 1010)).text()
    shown = pinochle("solve", "--call-out", tied).out
    assert "call-outs: none, for both were at the target before this hand\n" in shown
    found = json.loads(pinochle("solve", "--json", "--call-out", tied).out)["race"]
    assert (found["call_out"], found["cards"]) == (None, None)


def test_a_race_that_takes_too_long_is_told_as_such() -> None:
    position, page = near(view_after(40), -20, -30), StringIO()
    assert isinstance(position, PlayoffPosition)
    found = replace(solve(position), race=race(position, nodes=1))
    Renderer(page, ascii=True).solution(found)
    told = [line for line in page.getvalue().splitlines() if line.startswith("call-out")]
    assert told == [
        "call-out: 980 of 1000, so it loses the game",
        "call-outs: the search was stopped before it found who wins in this hand",
    ]


def test_ctrl_c_ends_the_race_as_well(pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch) -> None:
    """In goulash it may take seconds."""

    def interrupted(position: PlayoffPosition, *, stop: StopFlag, **_: object) -> Race:
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set
        return race(position, nodes=1, stop=stop)

    monkeypatch.setattr("pinochle_solver.cli.commands.solve.race", interrupted)
    run = pinochle("solve", "--call-out", near(view_after(40), -20, -30).text())
    assert (run.status, run.err) == (130, "")
    assert "call-outs: the search was stopped before it found who wins in this hand\n" in run.out


# ----------------------------------------------------------------------------------------- the race


Playout = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The ends of every move in some worlds, and when each seat would have won by a claim."""


def followed(
    position: StockPosition, needs: tuple[int, int], needs_a_trick: bool = False, called: int = 0
) -> Playout:
    """Playouts of every move, which are the same without following the claims."""
    belief = Belief(position, "uniform")
    search, moves = belief.playouts(), belief.problem.numbers
    worlds = np.zeros((6, len(search.unseen)), np.uint8)
    search.sample(1, 0, worlds)
    solved, none = np.zeros(len(worlds), np.uint8), np.zeros((0, len(moves), 2), np.int32)
    shown = np.zeros((len(moves), 2, len(belief.problem.kinds)), np.int64)
    points, again, claimed = (np.zeros((6, len(moves), 4), np.int32) for _ in range(3))
    search.evaluate(worlds, moves, solved, points, none, shown, StopFlag())
    search.evaluate(
        worlds,
        moves,
        solved,
        again,
        none,
        shown,
        StopFlag(),
        claimed=claimed,
        needs=needs,
        needs_a_trick=needs_a_trick,
        called=called,
    )
    assert (points == again).all()
    return points, claimed


def test_playouts_tell_when_each_has_what_it_needs() -> None:
    """Nothing else changes; more is needed later; never is what is not there at the playoff."""
    position = view_after(9)
    assert isinstance(position, StockPosition)
    assert position.points is not None
    held = [sum(points) for points in position.points]
    trajectories = []
    for more in range(0, 400, 40):
        points, claimed = followed(position, (held[0] + more, held[1] + more))
        times, begins = claimed[..., :2], claimed[..., 2:]
        reached = begins >= np.array(held) + more
        assert ((times >= 0) == reached).all()
        assert (times[reached] >= 2 * position.completed_tricks).all()
        assert (times[reached] <= 25).all()
        assert (begins <= points[..., :2]).all()
        trajectories.append(np.where(reached, times, 99))
    for before, after in pairwise(trajectories):
        assert (before <= after).all()
    assert {0, 1} == {int(time) % 2 for each in trajectories for time in each[each < 99]}


def last_reply() -> StockPosition:
    """Before the reply to the last trick of the stock."""
    for moves in range(20, 40):
        position = view_after(moves, seed=2)
        if not isinstance(position, StockPosition):
            break
        if position.led is not None and position.completed_tricks == 11:
            return position
    pytest.fail("no such position")


def test_the_winner_of_a_trick_is_before_its_loser() -> None:
    position = last_reply()
    assert position.points is not None
    assert position.led is not None
    needs = tuple(sum(points) + 1 for points in position.points)
    _, claimed = followed(position, (needs[0], needs[1]))
    won = set()
    problem = Belief(position, "uniform").problem
    for place, number in enumerate(problem.numbers):
        move = problem.moves[number]
        assert isinstance(move, Play)
        is_taken = beats(position.led.index, move.card.index, position.trump)
        winner = position.turn if is_taken else position.turn.other
        won.add(winner)
        reached = claimed[:, place, 2:] >= np.array(needs)
        assert (claimed[:, place, winner][reached[:, winner]] == 24).all()
        assert (claimed[:, place, winner.other][reached[:, winner.other]] == 25).all()
        assert reached[:, winner].any()
    assert won == {*Seat}


def test_who_must_win_a_trick_that_he_leads_wins_later() -> None:
    """Never before he has what he needs, and at the end of a trick."""
    position = view_after(9)
    assert isinstance(position, StockPosition)
    assert position.points is not None
    held = [sum(points) for points in position.points]
    needs = (held[0] + 40, held[1] + 40)
    _, at_once = followed(position, needs)
    _, later = followed(position, needs, needs_a_trick=True)
    won = later[..., :2] >= 0
    assert won.any()
    assert (later[..., :2][won] % 2 == 0).all()
    assert (later[..., :2][won] > at_once[..., :2][won]).all()
    assert (at_once[..., :2][won] >= 0).all()
    # Who has called before needs no more than the trick.
    never = (held[0] + 5000, held[1] + 5000)
    for called in (0, 1, 2, 3):
        _, found = followed(position, never, needs_a_trick=True, called=called)
        for seat in Seat:
            assert (found[..., seat] >= 0).any() == bool(called >> seat & 1)


def test_who_is_first_wins() -> None:
    chance = CallOutChance(
        WinChance(Seat.SOUTH, Points(800, 900), GameSettings(SCARNE, SCARNE.count, 1000)),
        Points(0, 0),
        Points(200, 100),
        False,
        (),
    )
    ends = np.array([[250, 250], [200, 400], [250, 120], [210, 90], [150, 130], [100, 90]])
    # South has 80% and 40% of it, 100% and 25%, 80% and 83%, or gets there alone or not at all.
    expected = [0.0, 0.0, 1.0, 1.0, 0.0]
    assert chance.of_points(ends)[:5].tolist() == expected
    assert chance.of_points(ends)[5] == chance.otherwise.of_points(ends)[5]
    never = [-1, -1]
    claimed = np.array(
        [[20, 22, 210, 90], [24, 21, 200, 120], [22, -1, 200, 90], [*never, 190, 20]], np.int32
    )
    ends = np.array([[300, 200], [400, 200], [230, 300], [300, 200]])
    assert chance.of_points(ends, 0.0, claimed).tolist() == [1.0, 0.0, 1.0, 1.0]


@pytest.mark.parametrize("seat", Seat)
def test_a_lead_that_is_smaller_than_it_looks_is_half_of_it_in_each_seats_points(
    seat: Seat,
) -> None:
    """Worked out by hand: of 40 points too much in the lead 20 are the mover's, 20 the other's."""
    settings = GameSettings(SCARNE, SCARNE.count, 1000)
    chance = CallOutChance(
        WinChance(seat, Points(800, 800), settings), Points(0, 0), Points(200, 200), False, ()
    )
    # The mover has, the other has, and what the mover's chance then is with so much too much.
    rows = [
        (230, 210, 0.0, 1.0),  # both get there, he with the smaller share
        (230, 210, 40.0, 0.0),  # 210 to 230
        (230, 210, 20.0, 0.5),  # 220 to 220
        (210, 190, 0.0, 1.0),  # he alone
        (210, 190, 30.0, 0.0),  # 195 to 205
        (190, 210, -30.0, 1.0),  # 205 to 195
    ]
    for own, others, less, expected in rows:
        ends = np.array([[own, others] if seat is Seat.SOUTH else [others, own]])
        assert chance.of_points(ends, less).tolist() == [expected], (own, others, less)
        # As they are told by playouts, from the beginning of the playoff on.
        claimed = np.array([[-1, -1, 100, 100]], np.int32)
        assert chance.of_points(ends, less, claimed).tolist() == [expected], (own, others, less)
        # The lead that decides where nobody gets there is the same.
        short = chance.of_points(ends - 100, less)
        assert short == chance.otherwise.of_points(ends - 100, less)


def test_without_call_outs_or_points_the_chance_is_as_it_was() -> None:
    position = near(view_after(20), -20)
    assert isinstance(position, StockPosition)
    assert chance_of(position, call_out=False) == WinChance.of(position)
    untold = replace(position, points=None, tricks=None)
    assert chance_of(untold, call_out=True) == WinChance.of(untold)
    assert isinstance(chance_of(position, call_out=True), CallOutChance)


@pytest.mark.parametrize("call_out", [False, True])
def test_a_network_does_not_judge_a_race(call_out: bool) -> None:
    """It values the lead at the end, which says nothing of who was first to the target."""
    position = near(view_after(4), -150, -150)
    assert isinstance(position, StockPosition)
    settings = SearchSettings(limits=Limits(worlds=32), objective=WIN, call_out=call_out)
    search = PlayoutSearch(Belief(position, "inferred"), settings)
    search.run()
    best = search.standings.best()
    assert search.standings.samples(best, POINTS).learned is not None
    assert (search.standings.samples(best, WIN).learned is None) is call_out


def test_the_chance_to_win_is_that_of_the_race() -> None:
    """Who needs little wins, however much the other makes by the end of the hand."""
    position = view_after(24)
    assert isinstance(position, StockPosition)
    ahead = near(position, -4, -240)
    assert isinstance(ahead, StockPosition)
    race = make_engine("default", objective="win", call_out=True)
    end = make_engine("default", objective="win")
    limits = Limits(worlds=64)
    first, last = race.analyze(ahead, limits).best.win, end.analyze(ahead, limits).best.win
    assert first >= last
    assert first > 0.9


def test_a_game_won_by_a_lead_has_no_target_to_claim(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "leads.toml"
    text = pinochle("rules", "scarne", "--toml").out.replace('name = "scarne"', 'name = "leads"')
    file.write_text(text.replace("ahead = 0", "ahead = 1000"))
    line = "rules=leads trump=S south=T.T.KQ.- north=A.-.K.TK turn=south score=5/0 ahead=1000"
    result = pinochle("solve", "--call-out", "--rulebook", str(file), line)
    fact = "call-out: this game has no target: it is won by points ahead"
    assert (result.status, result.out, result.err) == (2, "", f"position: {fact}\n")


def test_who_has_called_or_cannot_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    for score, words, told in (
        (Points(999, 0), "call out\ncall out\nq\n", "you have called out already"),
        (
            Points(1010, 1010),
            "call out\nq\n",
            "both were at the target before this hand: there is no call-out",
        ),
    ):
        hand = hand_at(score) if score.north == 0 else None
        record = hand.record() if hand else replace(hand_at(Points(999, 0)).record(), score=score)
        file.write_text(record.text())
        options = ("--engine", "greedy", "--game", "--call-out", "--record", str(file))
        run = piped(["play", *options, "--rules", "macdougall"], words)
        assert told in run.out
