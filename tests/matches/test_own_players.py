"""A user's own players in `match`, in the same process."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.paths import ROOT
from pinochle_solver import (
    RULEBOOKS,
    Doubles,
    Engine,
    EngineError,
    GameError,
    IllegalPositionError,
    Move,
    NotationError,
    PlayoffPosition,
    StockPosition,
    StopFlag,
    analyze,
    match,
)
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_lines import Position

HOUSE = replace(RULEBOOKS["scarne"], name="house", must_head_plain=True)
POSITION = StockPosition.parse("south=AAT9.KQ.-.QQJJ99 upcard=9S")


class First(Engine):
    """The first legal move; it notes what it sees, and calls no other `__init__`."""

    plays_exactly = True

    def __init__(self) -> None:
        self.seen: list[Position] = []

    def move(self, position: Position, random: Random) -> Move:
        self.seen.append(position)
        return position.legal_moves()[0]


class Anything(Engine):
    """Any legal move, by its text, in the playoff as well."""

    name = "anything"

    def move(self, position: Position, random: Random) -> str:
        return random.choice(position.legal_moves()).text()


class Cheat(Engine):
    """Plays what it is never dealt."""

    def move(self, position: Position, random: Random) -> str:
        return "AS@hand@hand"


class Broken(Engine):
    """Has a fault in it."""

    def move(self, position: Position, random: Random) -> Move:
        raise ZeroDivisionError("a fault of its own")


def test_a_player_of_ones_own_plays_a_match_by_what_its_seat_sees() -> None:
    first = First()
    report = match(first, "greedy", pairs=3, worlds=1, seed=5)
    assert (report.finished, report.failures) == (True, ())
    assert report.points.number == 3
    assert report.won + report.lost + report.tied == 6
    assert report.a.decisions == len(first.seen) > 6 * 12
    assert report.points.mean < -50
    assert repr(report).startswith("<MatchReport First against greedy: -")
    assert repr(report).endswith(" a hand; 3 pairs, scarne>")
    for position in first.seen:
        assert isinstance(position, StockPosition)  # the playoff is played for it
        assert isinstance(position.stock, int)
        assert not position.hand(position.turn).hidden


def test_the_same_seed_gives_the_same_match() -> None:
    reports = [match(Anything(), Anything(), pairs=1, rules="glup", seed=9) for _ in range(2)]
    assert reports[0].points == reports[1].points
    # The same player in both seats: what a pair gives to one hand it takes from the other.
    assert reports[0].points.mean == 0
    other = match(Anything(), "random", pairs=1, rules="glup", seed=9)
    assert other.points != reports[0].points
    assert other.settings.names == ("anything", "random")


def test_names_play_as_in_the_command(pinochle: Pinochle) -> None:
    report = match("advice", "greedy", pairs=3, worlds=8, seed=3)
    words = ("advice", "greedy", "--pairs", "3", "--worlds", "8", "--seed", "3", "--json")
    told = json.loads(pinochle("match", *words).out)
    assert report.points.mean == pytest.approx(told["points"]["mean"], abs=0.05)
    assert report.points.interval == pytest.approx(told["points"]["interval"], abs=0.05)
    assert (report.won, report.lost, report.tied) == (told["won"], told["lost"], told["tied"])
    assert report.won + report.lost + report.tied == 6


def test_games_are_played_to_their_target_and_by_rules_of_ones_own() -> None:
    report = match("greedy", Anything(), pairs=1, rules=HOUSE, game=True, target=300)
    assert report.games is not None
    assert report.games.number == 2
    assert f"greedy against anything: {report.games.won} of 2 games; 1 pair" in repr(report)


def test_processes_change_nothing() -> None:
    alone = match("greedy", "random", pairs=3, rules="hayes", seed=4)
    told = list[int]()
    together = match(
        "greedy", "random", pairs=3, rules="hayes", seed=4, processes=2, progress=told.append
    )
    assert told == [1, 2, 3]
    assert (together.points, together.won) == (alone.points, alone.won)


def test_hands_for_stakes_and_games_with_call_outs() -> None:
    doubled = match("greedy", "random", pairs=1, rules="macdougall", doubles="every")
    assert doubled.settings.with_doubles is Doubles.EVERY
    assert abs(doubled.points.mean) < 30  # initial stakes
    called = match("greedy", "random", pairs=1, game=True, target=200, call_out=True)
    assert called.settings.call_out
    assert called.games is not None
    assert called.games.number == 2
    lead = match("greedy", "random", pairs=1, rules="glup", game=True, ahead=100)
    assert (lead.settings.ahead, lead.finished) == (100, True)


def test_an_illegal_move_loses_the_hand() -> None:
    report = match(Cheat(), "greedy", pairs=1)
    assert [(each.side, each.hand) for each in report.failures] == [("A", 1), ("A", 2)]
    assert report.failures[0].why.startswith("illegal move AS@hand@hand: expected ")
    assert report.points.mean <= -250
    assert report.a.failed_always


def test_a_fault_of_the_player_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="a fault of its own"):
        match("greedy", Broken(), pairs=1)


def test_progress_is_told_and_a_stop_ends_it() -> None:
    told, stop = list[int](), StopFlag()

    def progress(pairs: int) -> None:
        told.append(pairs)
        if pairs == 2:
            stop.set()

    report = match("greedy", "random", pairs=9, stop=stop, progress=progress)
    assert told == [1, 2]
    assert (report.points.number, report.finished) == (2, False)


@pytest.mark.parametrize(
    ("arguments", "error", "fact"),
    [
        ({"b": "chess"}, NotationError, "player: 'chess' is no engine (default, "),
        ({"rules": "hoyle"}, NotationError, "rules: unknown rulebook 'hoyle' (for two: scarne, "),
        ({"b": First}, TypeError, "expected an Engine or its name, not the class First"),
        ({"b": 7}, TypeError, "expected an Engine or its name, not 7"),
        ({"pairs": 0}, ValueError, "pairs is 0, expected 1 or more"),
        ({"seconds": 1, "worlds": 1}, ValueError, "seconds or worlds, not both"),
        ({"target": 500}, ValueError, "target is for game=True"),
        ({"ahead": 300}, ValueError, "ahead is for game=True"),
        ({"call_out": True}, ValueError, "call_out is for game=True"),
        ({"game": True, "ahead": 300}, GameError, "ahead: "),
        ({"game": True, "doubles": "every"}, ValueError, "doubles are for single hands"),
        ({"doubles": "every"}, IllegalPositionError, "doubles: every, but in scarne there are no"),
        ({"processes": 0}, ValueError, "processes is 0, expected 1 or more"),
        ({"b": First(), "processes": 2}, ValueError, "processes is 2, but a First plays in this "),
        ({"worlds": 0}, ValueError, "worlds is 0, expected more than 0"),
        ({"b": "cmd:./no-such-engine"}, EngineError, "cannot be started: "),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: dict[str, Any], error: type[Exception], fact: str
) -> None:
    with pytest.raises(error) as caught:
        match("greedy", **{"b": "greedy", **arguments})
    assert str(caught.value).startswith(fact)


def test_it_is_an_engine_as_others_are() -> None:
    analysis = First().analyze(POSITION, Limits())
    assert (analysis.engine, str(analysis.choice)) == ("First", "AS")
    assert {move.move for move in analysis.moves} <= set(POSITION.legal_moves())
    playoff = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
    assert str(First().choose(playoff, Limits()).move) == "KD"  # the best, by `solve`
    assert Anything().choose(playoff, Limits(), seed=3).move in playoff.legal_moves()
    assert analyze(POSITION, worlds=1).engine == "default"


def test_the_example_is_short() -> None:
    """What it prints is on the page that names it, and tried with that page."""
    file = ROOT / "examples" / "own_player.py"
    assert len(file.read_text().splitlines()) < 40
    assert f"$ python3 {file.name}\n" in (ROOT / "docs" / "PYTHON.md").read_text()
