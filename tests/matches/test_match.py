"""Matches: duplicate deals, what they come to, what keeps them, and players that fail."""

from __future__ import annotations

import errno
import gc
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from inspect import getgeneratorlocals
from io import StringIO
from itertools import count, permutations
from multiprocessing import Pipe, active_children, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from helpers.commandline import COMMAND, Pinochle
from helpers.json_lines import as_json
from helpers.paths import TESTS
from helpers.rivals import ENGINE, SETTINGS
from helpers.strategies import play_on
from helpers.terminals import at_terminal
from pinochle_solver import (
    RULEBOOKS,
    PlayoffPosition,
    Rank,
    Referee,
    Seat,
    StopFlag,
    solve,
)
from pinochle_solver.engines import external
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.external import ExternalEngine, engine_name
from pinochle_solver.engines.program import Program
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.errors import NotationError, WorkerError
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.deals import Deal, random_deals
from pinochle_solver.limits import Limits
from pinochle_solver.matches.file import MatchFile
from pinochle_solver.matches.locked_file import LockedFile
from pinochle_solver.matches.luck import draw_luck
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.pairs import MatchTable
from pinochle_solver.matches.players import EnginePlayer, PlayerSpec, make_player
from pinochle_solver.matches.processes import _start, play_in_processes
from pinochle_solver.matches.report import MatchReport
from pinochle_solver.matches.results import (
    HandResult,
    MatchSettings,
    PairResult,
    SideResult,
)
from pinochle_solver.matches.sequencer import PairSequencer
from pinochle_solver.matches.statistics import Mean, SequentialTest, Verdict
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.processes import how_it_ended, receive
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.moves import CALL_OUT, CallingOut, Doubling, Move
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.estimates import student

FORFEIT = 250  # what a hand is lost by at least when a player fails in it: its tricks count so much
CHEAP = ("match", "greedy", "random", "--worlds", "64")


def played(settings: MatchSettings, pairs: int, processes: int = 1) -> list[PairResult]:
    found = play_pairs(settings, range(1, pairs + 1), processes, StopFlag())
    hands = (pair for pair in found if isinstance(pair, PairResult))
    return sorted(hands, key=lambda pair: pair.pair)


@cache
def by_the_rules(pairs: int) -> list[PairResult]:
    return played(replace(SETTINGS, a="advice", b="greedy"), pairs)


def without_times(pair: PairResult) -> PairResult:
    def hand(found: HandResult) -> HandResult:
        a, b = (replace(side, seconds=0.0, slowest=0.0) for side in (found.a, found.b))
        return replace(found, a=a, b=b)

    return replace(pair, hands=(hand(pair.hands[0]), hand(pair.hands[1])))


def made_up(pair: int, mean: float) -> PairResult:
    side = SideResult(melds=0, tricks=125)
    south = HandResult(a_sits="south", margin=round(2 * mean), a=side, b=side, moves=())
    return PairResult(
        pair=pair, rules="scarne", hands=(south, replace(south, a_sits="north", margin=0))
    )


# ---------------------------------------------------------------------------------- the two hands


def test_equal_players_are_equal_in_every_pair() -> None:
    """Chance is the same in both hands of a pair, so that only the players make a difference."""
    for name in ("advice", "random"):
        for pair in played(replace(SETTINGS, a=name, b=name), 2):
            first, second = pair.hands
            assert first.margin == -second.margin
            assert first.moves == second.moves
            assert pair.without_luck == pair.mean == 0


def test_the_same_cards_from_either_seat_and_the_deal_alternates() -> None:
    settings = replace(SETTINGS, rules=tuple(PINOCHLE_BOOKS))
    deals = [settings.deal(pair) for pair in range(1, 13)]
    assert [deal.rules.name for deal in deals] == 3 * list(PINOCHLE_BOOKS)
    assert [deal.dealer for deal in deals] == 4 * [Seat.SOUTH] + 4 * [Seat.NORTH] + 4 * [Seat.SOUTH]
    (pair,) = played(SETTINGS, 1)
    assert [hand.a_sits for hand in pair.hands] == ["south", "north"]
    assert pair.mean == (pair.hands[0].margin + pair.hands[1].margin) / 2


def test_results_do_not_depend_on_processes_and_repeat() -> None:
    for settings, pairs, processes in (
        (replace(SETTINGS, a="default:worlds=16", b="advice"), 1, 1),
        (SETTINGS, 3, 2),
    ):
        alone = list(map(without_times, played(settings, pairs)))
        assert alone == list(map(without_times, played(settings, pairs, processes)))
    assert len({pair.hands[0].moves for pair in alone}) == 3
    other = played(replace(SETTINGS, seed=2), 1)
    assert other[0].hands[0].moves != played(SETTINGS, 1)[0].hands[0].moves


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_what_was_shown_is_all_the_meld_points(rules: str) -> None:
    for pair in played(replace(SETTINGS, rules=(rules,), a="advice", b="greedy"), 2):
        for hand in pair.hands:
            assert hand.a.tricks + hand.b.tricks == 250
            assert hand.margin == hand.a.melds + 250 - 2 * hand.b.tricks - hand.b.melds
            for side in (hand.a, hand.b):
                assert side.melds == sum(points for _, points in side.shown.values())
                assert 12 <= side.decisions < 36
                assert 0 < side.slowest <= side.seconds


def test_both_nines_that_score_of_themselves_are_counted() -> None:
    """The dealer turns one up and draws the other with the last cards."""
    rules = RULEBOOKS["macdougall"]
    table = MatchTable(replace(SETTINGS, rules=("macdougall",), b="greedy"), StopFlag())
    both = 0
    for deal in random_deals(2000, 5, rules):
        nine, stock = deal.upcard, list(deal.stock)
        if nine is None or nine.rank is not Rank.NINE or nine not in stock or both:
            continue
        stock.remove(nine)
        hand = table._play_hand(1, replace(deal, stock=(*stock, nine)), Seat.SOUTH)
        for side in (hand.a, hand.b):
            number, points = side.shown.get("dix", (0, 0))
            assert points == 10 * number
            both += number == 2
    assert both


def test_every_dix_counts_once_and_glups_are_no_dixes() -> None:
    """Whole hands of glup bring four points for dixes, those of goulash ten for each."""
    for rules, each in (("glup", 1), ("goulash", 10)):
        numbers, glups = [], 0
        for pair in played(replace(SETTINGS, rules=(rules,), a="random"), 3):
            for hand in pair.hands:
                sides = (hand.a, hand.b)
                dixes = [side.shown.get("dix", (0, 0)) for side in sides]
                assert all(points == each * number for number, points in dixes)
                numbers.append(sum(number for number, _ in dixes))
                glups += sum(side.shown.get("glups", (0, 0))[0] for side in sides)
                for side in sides:
                    assert side.melds == sum(points for _, points in side.shown.values())
        assert set(numbers) == {4} if rules == "glup" else max(numbers) == 2
        assert (glups > 0) is (rules == "glup")


class _Watcher(EnginePlayer):
    """Greedy, and notes what it is shown."""

    def __init__(self) -> None:
        self.seen: list[Position] = []
        super().__init__(make_engine("greedy"), Limits(), StopFlag())

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        self.seen.append(position)
        return super().move(position, seed)


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_every_decision_is_made_from_what_its_seat_has_seen(
    monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    watchers = [_Watcher(), _Watcher()]
    players = iter(watchers)
    monkeypatch.setattr("pinochle_solver.matches.pairs.make_player", lambda *_: next(players))
    MatchTable(replace(SETTINGS, rules=(rules,)), StopFlag()).play(1)
    for watcher in watchers:
        assert len(watcher.seen) > 24
        for position in watcher.seen:
            assert isinstance(position, StockPosition)
            assert isinstance(position.stock, int)
            assert not position.hand(position.turn).hidden
            other = position.turn.other
            assert position.hand(other).hidden >= 12 - len(position.on_table(other)) - 2


def test_the_playoff_is_worth_what_it_is_solved_for() -> None:
    (pair,) = played(replace(SETTINGS, a="advice", b="greedy"), 1)
    for hand in pair.hands:
        referee = Referee.of_deal(SETTINGS.deal(1))
        moves = iter(hand.moves)
        while not referee.in_playoff:
            referee.push(next(moves))
        position = referee.position()
        assert isinstance(position, PlayoffPosition)
        value, before = solve(position, moves=False).value, referee.points
        south, north = (hand.a, hand.b) if hand.a_sits == "south" else (hand.b, hand.a)
        assert south.tricks == before.south.tricks + value.south
        assert north.tricks == before.north.tricks + value.north


class _Noting(_Watcher):
    """Greedy, and notes the seed of each of its decisions by its seat and how far the hand was."""

    def __init__(self) -> None:
        self.seeds: list[tuple[Seat, int]] = []
        super().__init__()

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        self.seeds.append((position.turn, seed))
        return super().move(position, seed)


def seeds_of(
    monkeypatch: pytest.MonkeyPatch, settings: MatchSettings, pair: int
) -> list[list[tuple[Seat, int]]]:
    """The seats and seeds of all decisions in a pair, in order: of its first hand, its second."""
    noting = [_Noting(), _Noting()]
    players = iter(noting)
    monkeypatch.setattr("pinochle_solver.matches.pairs.make_player", lambda *_: next(players))
    table, found = MatchTable(settings, StopFlag()), []
    for a_sits in Seat:
        table._play_hand(pair, settings.deal(pair), a_sits)
        found.append(sorted(noting[0].seeds + noting[1].seeds))
        for player in noting:
            player.seeds.clear()
    return found


def test_chance_is_the_same_in_a_pair_and_another_in_every_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A random player that did the same in all pairs would make them depend on one another."""
    seen: set[int] = set()
    decisions = 0
    for settings, pair in ((SETTINGS, 1), (SETTINGS, 2), (replace(SETTINGS, seed=2), 1)):
        first, second = seeds_of(monkeypatch, settings, pair)
        assert first == second
        seen.update(seed for _, seed in first)
        decisions += len(first)
    assert decisions > 3 * 24
    assert len(seen) == decisions


# ----------------------------------------------------------------------------- players that fail


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    # After an error it is listened to for a while.
    monkeypatch.setattr(external, "_AFTER_ERROR_SECONDS", 0.2)
    script = tmp_path / "engine.py"
    script.write_text(ENGINE)
    return lambda mode: f"cmd:{sys.executable} {script} {mode}"


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("illegal", "illegal move 'ZZ': unknown rank 'Z'"),
        ("crash", "ended with status 3"),
        pytest.param("silent", "gave no answer within 0.5 s", marks=pytest.mark.alone),
        ("error", "answered 'error no idea'"),
    ],
)
def test_who_fails_loses_the_hand_and_the_match_goes_on(
    engine: Callable[[str], str], mode: str, why: str
) -> None:
    settings = replace(
        SETTINGS, a=engine(mode), b="greedy", timeout=0.5 if mode == "silent" else 60
    )
    (pair,) = played(settings, 1)
    for hand in pair.hands:
        assert hand.failed == "A"
        assert hand.failure is not None
        assert hand.failure.startswith(why)
        assert hand.margin == min(
            -FORFEIT, hand.a.melds + hand.a.tricks - hand.b.melds - hand.b.tricks
        )
        assert hand.a.decisions in (2, 3)
    report = MatchReport.of(settings, [pair], finished=True)
    assert (report.lost, report.a.failures, report.b.failures) == (2, 2, 0)
    assert [(failure.pair, failure.hand, failure.side) for failure in report.failures] == [
        (1, 1, "A"),
        (1, 2, "A"),
    ]


class _GivesUp(EnginePlayer):
    """Plays at random, and fails when it is so far behind."""

    def __init__(self, behind: int) -> None:
        self._behind = behind
        super().__init__(make_engine("random"), Limits(), StopFlag())

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        assert position.points is not None
        own, others = position.points[position.turn], position.points[position.turn.other]
        if sum(others) - sum(own) >= self._behind:
            raise EngineError("gives up")
        return super().move(position, seed)


@pytest.mark.parametrize("a_fails", [True, False])
@pytest.mark.parametrize("behind", [1, FORFEIT + 30])
def test_a_forfeit_costs_what_it_was_behind_if_that_is_more(
    monkeypatch: pytest.MonkeyPatch, behind: int, a_fails: bool
) -> None:
    """Who is hopelessly behind gains nothing by failing; who is not loses the forfeit."""
    greedy = EnginePlayer(make_engine("greedy"), Limits(), StopFlag())
    pair = (_GivesUp(behind), greedy) if a_fails else (greedy, _GivesUp(behind))
    players = iter(pair)
    monkeypatch.setattr("pinochle_solver.matches.pairs.make_player", lambda *_: next(players))
    table, lost = MatchTable(SETTINGS, StopFlag()), []
    for number in range(1, 60):
        hand = table._play_hand(number, SETTINGS.deal(number), Seat.SOUTH)
        if hand.failed is not None:
            assert hand.failed == ("A" if a_fails else "B")
            loser, winner = (hand.a, hand.b) if a_fails else (hand.b, hand.a)
            was_behind = winner.melds + winner.tricks - loser.melds - loser.tricks
            assert was_behind >= behind
            lost.append(was_behind)
            assert hand.margin * (-1 if a_fails else 1) == max(was_behind, FORFEIT)
        if len(lost) == 2:
            break
    assert len(lost) == 2
    assert (min(lost) > FORFEIT) == (behind > FORFEIT)


class _NotReady(EnginePlayer):
    """Cannot begin a hand."""

    def __init__(self) -> None:
        super().__init__(make_engine("greedy"), Limits(), StopFlag())

    def new_hand(self) -> None:
        raise EngineError("ended with status 3")


class _CallsOut(EnginePlayer):
    """Calls out where that is not agreed."""

    def __init__(self) -> None:
        super().__init__(make_engine("greedy"), Limits(), StopFlag())

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        return CALL_OUT


@pytest.mark.parametrize(
    ("make", "why"),
    [(_NotReady, "ended with status 3"), (_CallsOut, "illegal move 'call-out': ")],
)
@pytest.mark.parametrize("a_fails", [True, False])
def test_who_does_not_come_to_a_move_loses_the_hand(
    monkeypatch: pytest.MonkeyPatch, make: Callable[[], EnginePlayer], why: str, a_fails: bool
) -> None:
    greedy = EnginePlayer(make_engine("greedy"), Limits(), StopFlag())
    players = iter((make(), greedy) if a_fails else (greedy, make()))
    monkeypatch.setattr("pinochle_solver.matches.pairs.make_player", lambda *_: next(players))
    hand = MatchTable(SETTINGS, StopFlag())._play_hand(1, SETTINGS.deal(1), Seat.SOUTH)
    assert hand.failed == ("A" if a_fails else "B")
    assert hand.failure is not None
    assert hand.failure.startswith(why)
    assert hand.margin == (-FORFEIT if a_fails else FORFEIT)
    assert len(hand.moves) <= 1


class _Says(EnginePlayer):
    """Greedy, and says these words about doubles; fails where it has none."""

    def __init__(self, **words: Doubling) -> None:
        self._words = words
        super().__init__(make_engine("greedy"), Limits(), StopFlag())

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        if not isinstance(position, StockPosition) or not position.act.doubles:
            return super().move(position, seed)
        if position.act.name not in self._words:
            raise EngineError("gives up")
        return self._words[position.act.name]


@pytest.mark.parametrize(
    ("a", "b", "paid"),
    [
        # A is doubled, and has no answer.
        (_Says(DOUBLE=Doubling.NO_DOUBLE), _Says(DOUBLE=Doubling.DOUBLE), -1),
        # A doubles, is redoubled, and has none.
        (
            _Says(DOUBLE=Doubling.DOUBLE),
            _Says(DOUBLE=Doubling.NO_DOUBLE, ANSWER=Doubling.REDOUBLE),
            -2,
        ),
    ],
)
def test_who_fails_pays_what_he_would_pay_who_refuses(
    monkeypatch: pytest.MonkeyPatch, a: _Says, b: _Says, paid: int
) -> None:
    settings = replace(SETTINGS, rules=("macdougall",), doubles="every")
    for one, other, side in ((a, b, "A"), (b, a, "B")):
        players = iter((one, other))
        monkeypatch.setattr(
            "pinochle_solver.matches.pairs.make_player", lambda *_, p=players: next(p)
        )
        table = MatchTable(settings, StopFlag())
        for seat in Seat:
            hand = table._play_hand(1, settings.deal(1), seat)
            assert (hand.failed, hand.failure) == (side, "gives up")
            assert hand.payment == (paid if side == "A" else -paid)


def test_a_program_plays_whole_hands(
    pinochle: Pinochle, engine: Callable[[str], str], tmp_path: Path
) -> None:
    records = tmp_path / "hands.pnr"
    result = pinochle(
        "match", "greedy", engine("good"), "--pairs", "1", "--json", "--record", str(records)
    )
    assert result.status == 0
    found = json.loads(result.out)
    assert found["names"] == ["greedy", "Tester"]
    assert found["failures"] == []
    assert found["players"]["b"]["decisions"] > 20
    assert pinochle("replay", str(records)).status == 0


def test_errors_before_an_answer_and_answers_after_it_do_no_harm(
    pinochle: Pinochle, engine: Callable[[str], str]
) -> None:
    result = pinochle("match", "greedy", engine("careless"), "--pairs", "1", "--json")
    found = json.loads(result.out)
    assert found["failures"] == []
    assert found["players"]["b"]["decisions"] > 20


def test_the_name_of_a_program_is_printable(engine: Callable[[str], str]) -> None:
    assert engine_name(engine("colour").removeprefix("cmd:"), 60) == "Te[31mster"


def test_a_program_that_floods_its_output_hears_of_ctrl_c(engine: Callable[[str], str]) -> None:
    stop = StopFlag()
    program = ExternalEngine(engine("flood").removeprefix("cmd:"), 60, stop)
    program.new_hand()
    Timer(0.3, stop.set).start()
    begun = time.monotonic()
    with pytest.raises(InterruptedError):
        program.best_move("upcard=9S", "worlds 1")
    program.close()
    assert time.monotonic() - begun < 30


def test_a_program_that_says_too_much_has_failed(
    engine: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pinochle_solver.engines.external._MOST_LINES", 1000)
    program = ExternalEngine(engine("flood").removeprefix("cmd:"), 60, StopFlag())
    program.new_hand()
    with pytest.raises(EngineError, match="wrote 1,000 lines without an answer"):
        program.best_move("upcard=9S", "worlds 1")


@pytest.mark.alone
@pytest.mark.skipif(sys.platform == "win32", reason="has no such shell")
def test_a_program_that_does_not_read_does_not_block_the_match() -> None:
    program = ExternalEngine("sh -c 'echo pnok; yes readyok'", 0.5, StopFlag())
    program.new_hand()
    with pytest.raises(EngineError, match="gave no answer within"):
        program.best_move("x" * 1_000_000, "worlds 1")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such program")
def test_what_nobody_asked_for_is_not_heaped_up() -> None:
    program = Program(["yes"])
    assert program.next_line(60) == "y"
    time.sleep(0.5)
    assert program._unread.qsize() <= 256
    assert program.next_line(60) == "y"
    program.end()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such shell")
@pytest.mark.parametrize("mode", ["good", "error"])
def test_what_a_program_started_ends_with_it(
    engine: Callable[[str], str], tmp_path: Path, mode: str
) -> None:
    beat = tmp_path / "beat"
    command = engine(mode).removeprefix("cmd:")
    beating = f"while :; do echo >> {beat}; sleep 0.02; done"
    program = ExternalEngine(f"sh -c '({beating}) & {command}; true'", 60, StopFlag())
    program.new_hand()
    wait_for_lines(beat, 1)
    if mode == "error":
        for _ in range(2):
            assert program.best_move("act=meld", "worlds 1") == "pass"
        with pytest.raises(EngineError, match="error no idea"):
            program.best_move("act=meld", "worlds 1")
    else:
        program.close()
    beats = beat.stat().st_size
    time.sleep(0.3)
    assert beat.stat().st_size == beats


# Children that leave the process group: in a session of their own, and orphaned at once as well.
LEAVE = {
    "session": "import os; os.setsid()",
    "daemon": "import os; os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="no process group, no trace elsewhere")
@pytest.mark.parametrize("how", LEAVE)
def test_what_has_left_the_process_group_ends_with_it(
    engine: Callable[[str], str], tmp_path: Path, how: str
) -> None:
    beat, script = tmp_path / "beat", tmp_path / "child.py"
    script.write_text(
        f"{LEAVE[how]}; import time\n"
        f"while True: open({str(beat)!r}, 'a').write('x\\n'); time.sleep(0.02)\n"
    )
    command = engine("good").removeprefix("cmd:")
    program = ExternalEngine(f"sh -c '{sys.executable} {script} & {command}'", 60, StopFlag())
    program.new_hand()
    wait_for_lines(beat, 1)
    program.close()
    beats = beat.stat().st_size
    time.sleep(0.3)
    assert beat.stat().st_size == beats


def test_what_a_program_writes_to_standard_error_cannot_act_on_a_terminal(
    pinochle: Pinochle, engine: Callable[[str], str], tmp_path: Path
) -> None:
    command = engine("good").removeprefix("cmd:")
    last = "printf 'last\\033[2Jwords'"
    words = f"cmd:sh -c \"printf 'a\\033[31m\\tb\\377\\n' >&2; {command}; {last} >&2\""
    result = pinochle("match", words, "greedy", "--pairs", "1", "--worlds", "1")
    assert result.status == 0
    lines = result.err.splitlines()
    assert set(lines) == {r"a\x1b[31m\tb\xff", r"last\x1b[2Jwords"}
    assert result.err.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", ["", "  ", "''"])
def test_no_command_is_told(command: str) -> None:
    with pytest.raises(EngineError, match="names no command"):
        ExternalEngine(command, 1, StopFlag()).new_hand()


def test_a_failed_hand_is_told_and_its_record_replays(
    pinochle: Pinochle, engine: Callable[[str], str], tmp_path: Path
) -> None:
    records = tmp_path / "hands.pnr"
    result = pinochle("match", "random", engine("crash"), "--pairs", "1", "--record", str(records))
    assert result.status == 1
    assert "B lost hand 2 of pair 1: ended with status 3" in result.out
    assert "; B failed: ended with status 3" in records.read_text()
    assert pinochle("replay", str(records)).status == 0


@pytest.mark.parametrize("failing", ["A", "B"])
def test_a_player_that_lost_every_hand_by_failing_is_told(
    pinochle: Pinochle, engine: Callable[[str], str], failing: str
) -> None:
    players = [engine("illegal"), "greedy"]
    if failing == "B":
        players.reverse()
    result = pinochle("match", *players, "--pairs", "2", "--worlds", "1", "--json")
    assert (result.status, result.err) == (1, f"{failing} lost every hand by failing\n")
    report = json.loads(result.out)
    assert report["finished"]
    assert report["players"][failing.lower()]["failures"] == 4


def test_what_does_not_start_is_refused_at_once(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "results"
    result = pinochle("match", "random", "cmd:/no/such/engine", "--resume", str(file))
    assert (result.status, result.out) == (2, "")
    assert result.err == "cmd:/no/such/engine: cannot be started: no such file or directory\n"
    assert not file.exists()


# ------------------------------------------------------------------------------ luck and statistics


def draws_of(deal: Deal, seed: int) -> float:
    referee = play_on(Referee.of_deal(deal), 40, Random(seed))
    return draw_luck(deal, referee.history)


@pytest.mark.parametrize(
    ("rules", "is_valued"), [*((rules, True) for rules in PINOCHLE_BOOKS), ("scarne", False)]
)
def test_luck_is_nothing_over_all_orders_of_the_next_cards(
    rules: str, is_valued: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The expectation is 0 exactly: every pair of cards may come next."""
    if not is_valued:
        monkeypatch.setattr("pinochle_solver.matches.luck.nets_of", lambda rules, count: None)
    (deal,) = random_deals(1, 5, RULEBOOKS[rules])
    referee = play_on(Referee.of_deal(deal), 19, Random(3))
    first = len(referee.draws)
    while len(referee.draws) == first:
        play_on(referee, 1, Random(4))
    made, others = tuple(referee.history), deal.stock[first:]
    assert len(others) > 5
    before, lucks = draw_luck(deal, made[:-1]), []
    for one, two in permutations(range(len(others)), 2):
        rest = [card for place, card in enumerate(others) if place not in (one, two)]
        stock = (*deal.stock[:first], others[one], others[two], *rest)
        lucks.append(draw_luck(replace(deal, stock=stock), made) - before)
    assert sum(lucks) == pytest.approx(0, abs=1e-6)
    assert max(lucks) > 5


def test_luck_is_nothing_on_average() -> None:
    lucks = [
        draws_of(deal, seed) for seed, deal in enumerate(random_deals(50, 9, RULEBOOKS["scarne"]))
    ]
    found = Mean.of(lucks)
    assert abs(found.mean) < 3 * found.estimate.se
    assert found.deviation > 20


def test_the_value_tells_more_luck_than_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = by_the_rules(20)

    def deviation() -> float:
        found = []
        for pair in pairs:
            deal = SETTINGS.deal(pair.pair)
            south, north = (draw_luck(deal, hand.moves) for hand in pair.hands)
            found.append(pair.mean - (south - north) / 2)
        return Mean.of(found).deviation

    by_value = deviation()
    monkeypatch.setattr("pinochle_solver.matches.luck.nets_of", lambda rules, count: None)
    assert by_value < deviation()


@pytest.mark.parametrize(("rules", "count"), [("goulash", None), ("scarne", "simplified")])
def test_luck_is_told_where_no_value_tells_it(rules: str, count: str | None) -> None:
    """Of piles of one's own, and of cards that count otherwise."""
    settings = replace(SETTINGS, a="advice", b="greedy", rules=(rules,), count=count)
    for pair in played(settings, 2):
        assert all(hand.luck for hand in pair.hands)


def test_without_luck_the_points_are_surer() -> None:
    settings = replace(SETTINGS, a="advice", b="greedy")
    report = MatchReport.of(settings, by_the_rules(20), finished=True)
    assert report.a.hands == report.b.hands == report.a.contests == 40
    assert report.adjusted.deviation < 0.85 * report.points.deviation
    apart = report.points.mean - report.adjusted.mean
    assert abs(apart) < 4 * report.points.estimate.se


def test_who_takes_more_than_the_time_is_told(pinochle: Pinochle) -> None:
    run = ("match", "greedy", "random", "--pairs", "1", "--seconds")
    assert "times the time allowed" in pinochle(*run, "0.0001").out
    assert "times the time allowed" not in pinochle(*run, "1").out


def test_the_time_is_that_of_each_player(pinochle: Pinochle) -> None:
    settings = replace(SETTINGS, a="default:seconds=5", b="greedy", seconds=0.25, worlds=None)
    assert MatchReport.of(settings, [], finished=True).allowed == (5, 0.25)
    worlds = pinochle("match", "default:worlds=4", "random", "--pairs", "1", "--seconds", "0.00001")
    lines = [line for line in worlds.out.splitlines() if "decisions in" in line]
    assert ["times the time allowed" in line for line in lines] == [False, True]


def test_what_was_not_played_is_not_known(pinochle: Pinochle) -> None:
    settings = replace(SETTINGS, rules=tuple(PINOCHLE_BOOKS), sprt=(0.0, 10.0))
    found = as_json(MatchReport.of(settings, [made_up(1, 30)], finished=False))
    assert found["by_rules"]["scarne"]["mean"] == 30
    assert [each["pairs"] for each in found["by_rules"].values()] == [1, 0, 0, 0]
    assert found["by_rules"]["hayes"]["mean"] is None
    nothing = as_json(MatchReport.of(settings, [], finished=False))
    assert nothing["points"]["mean"] is nothing["without_luck"]["mean"] is None
    assert {nothing["players"]["a"][key] for key in ("melds", "tricks", "seconds_a_decision")} == {
        None
    }
    table = pinochle(*CHEAP, "--pairs", "1", "--rules", "all", "--ascii").out
    (row,) = (line for line in table.splitlines() if "hayes, without luck" in line)
    assert row.split()[-4:] == ["0", "-", "-", "-"]


def test_an_open_sequential_test_says_what_it_waits_for(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ("match", "greedy", "random", "--worlds", "1", "--pairs", "2", "--sprt", "0", "1")
    early = pinochle(*run)
    assert "is not decided before 20 pairs that are no ties, of 2 so far" in early.out
    found = json.loads(pinochle(*run, "--json").out)["sprt"]
    assert (found["fewest"], found["differing"], found["verdict"]) == (20, 2, "open")
    monkeypatch.setattr(SequentialTest, "FEWEST", 2)
    decided = pinochle("match", "greedy", "random", "--worlds", "1", "--sprt", "0", "100").out
    assert "ended the match: do not rely on its mean" in decided
    assert "not to be relied on" not in early.out


def lines_of(report: MatchReport) -> list[str]:
    page = StringIO()
    Renderer(page, ascii=True).match(report)
    return page.getvalue().splitlines()


def test_before_the_first_pair_is_done_there_is_only_what_is_played() -> None:
    assert lines_of(MatchReport.of(SETTINGS, [], finished=False)) == [
        "A: greedy",
        "B: random",
        "0 pairs of hands so far, scarne, 64 worlds a move, seed 1",
    ]


def test_a_sequential_test_under_way_tells_its_ratio() -> None:
    settings = replace(SETTINGS, sprt=(0.0, 10.0))
    pairs = [made_up(number, 60 if number % 2 else -45) for number in range(1, 21)]
    told = lines_of(MatchReport.of(settings, pairs, finished=False))
    assert "+0 or +10 points a hand is not decided: ratio +0.17 of 2.94" in told


def test_hands_with_doubles_are_told_in_stakes(pinochle: Pinochle) -> None:
    run = ("--rules", "macdougall", "--doubles", "every", "--pairs", "1", "--ascii")
    told = pinochle(*CHEAP, *run).out.splitlines()
    assert told[2] == "1 pair of hands, macdougall, 64 worlds a move, seed 1, doubles every"
    (head,) = (line for line in told if line.startswith(" stakes a hand, paid to A "))
    _, row, after = told[told.index(head) + 1 :][:3]
    assert (row.split()[:3], after) == (["as", "paid", "1"], "")
    assert "without the luck of the draws" not in "".join(told)


def test_the_statistics_are_those_of_numpy() -> None:
    values = np.random.default_rng(1).normal(3, 44, 57)
    found = Mean.of(values.tolist())
    assert found.mean == pytest.approx(values.mean())
    assert found.deviation == pytest.approx(values.std(ddof=1))
    assert found.estimate.se == pytest.approx(values.std(ddof=1) / math.sqrt(57))
    low, high = found.interval
    assert (low + high) / 2 == pytest.approx(values.mean())
    assert (high - low) / 2 == pytest.approx(2.0032 * found.estimate.se, rel=1e-4)
    assert Mean.of([1.0]).interval == (-math.inf, math.inf)
    assert Mean.of([]).mean == 0


def test_students_quantiles() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 9: 2.262, 29: 2.045, 99: 1.984}
    for freedom, quantile in table.items():
        assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_the_report_does_not_depend_on_the_order() -> None:
    pairs = [made_up(number, mean) for number, mean in enumerate((3, -20, 55, 8), start=1)]
    report = MatchReport.of(SETTINGS, pairs, finished=True)
    assert report == MatchReport.of(SETTINGS, pairs[::-1], finished=True)
    assert report.points == Mean.of([3, -20, 55, 8])
    assert (report.won, report.lost, report.tied) == (3, 1, 4)


def test_every_figure_of_a_report_is_of_its_own_hands() -> None:
    """Of two rulebooks, with luck in the draws; each figure is worked out by hand."""

    def hand(a_sits: str, margin: int, luck: float, melds: int, seconds: float) -> HandResult:
        a = SideResult(melds=melds, tricks=130, shown={"run": (1, 150)}, decisions=7)
        b = SideResult(
            melds=20, tricks=120, shown={}, decisions=9, seconds=seconds, slowest=seconds
        )
        return HandResult(a_sits=a_sits, margin=margin, a=a, b=b, moves=(), luck=luck)

    def pair(number: int, rules: str, first: HandResult, second: HandResult) -> PairResult:
        return PairResult(pair=number, rules=rules, hands=(first, second))

    pairs = [
        pair(1, "scarne", hand("south", 40, 10, 100, 0.5), hand("north", -10, -20, 60, 0.25)),
        pair(2, "hayes", hand("south", 0, -4, 80, 1.5), hand("north", 30, 6, 40, 0.125)),
        pair(3, "scarne", hand("south", -60, -30, 0, 2.0), hand("north", 10, 0, 20, 0.75)),
    ]
    settings = replace(SETTINGS, rules=("scarne", "hayes"), sprt=(-5.0, 5.0))
    report = MatchReport.of(settings, pairs, finished=False)
    # Pairs with luck 15, 15 and -25, without it 20, 14 and -10.
    assert report.points == Mean.of([15, 15, -25])
    assert report.adjusted == Mean.of([20, 14, -10])
    assert report.by_rules == {"scarne": Mean.of([20, -10]), "hayes": Mean.of([14])}
    assert (report.won, report.lost, report.tied) == (3, 2, 1)
    assert (report.a.melds, report.a.tricks, report.a.shown) == (300, 780, {"run": (6, 900)})
    assert (report.a.decisions, report.b.decisions, report.b.melds) == (42, 54, 120)
    assert (report.b.seconds, report.b.slowest, report.a.seconds) == (5.125, 2.0, 0.0)
    # (5 - -5) * 3 pairs * mean 8 over the variance, 252.
    assert report.test is not None
    assert report.test.ratio == pytest.approx(240 / 252)
    assert report.test.differing == 3


@pytest.mark.parametrize(("truth", "wrong"), [(0, Verdict.HIGH), (15, Verdict.LOW)])
def test_the_sequential_test_is_seldom_wrong(truth: float, wrong: Verdict) -> None:
    random = np.random.default_rng(7)
    mistakes, pairs, runs = 0, 0, 400
    for _ in range(runs):
        test = SequentialTest(0, 15)
        while test.verdict is Verdict.OPEN:
            test.add(truth + 44 * float(random.standard_normal()))
            pairs += 1
        mistakes += test.verdict is wrong
    # 5% are allowed; three standard deviations of 400 runs are 3.3%.
    assert mistakes / runs < 0.083
    assert 30 < pairs / runs < 80


def odds_for_high(values: list[float], low: float, high: float) -> float:
    """How many times likelier values are with one mean than with another, their spread known."""
    spread = float(np.std(values, ddof=1))
    one, other = (
        np.exp(-((np.array(values) - mean) ** 2) / (2 * spread**2)) for mean in (low, high)
    )
    return float(np.prod(other / one))


@pytest.mark.parametrize("truth", [0, 5])
def test_the_sequential_test_decides_at_wald_s_bound(truth: float) -> None:
    """With at most 5% of errors either way it waits for odds of 95 to 5, and no longer."""
    random = np.random.default_rng(7)
    last: list[tuple[float, float]] = []
    for _ in range(150):
        test, values = SequentialTest(0, 5), list[float]()
        while test.verdict is Verdict.OPEN:
            values.append(truth + 30 * float(random.standard_normal()))
            test.add(values[-1])
        before, after = (odds_for_high(part, 0, 5) for part in (values[:-1], values))
        if test.verdict is Verdict.LOW:
            before, after = 1 / before, 1 / after
        assert after >= 95 / 5
        if len(values) > SequentialTest.FEWEST:
            assert before < 95 / 5
            last.append((before, after))
    assert len(last) > 100
    # Other bounds than this one would lie between the two.
    assert max(before for before, _ in last) > 0.99 * 95 / 5
    assert min(after for _, after in last) < 1.01 * 95 / 5


@pytest.mark.parametrize(("truth", "wrong"), [(0, Verdict.HIGH), (5, Verdict.LOW)])
def test_pairs_exactly_tied_do_not_hurry_the_sequential_test(truth: float, wrong: Verdict) -> None:
    """An engine and a small change of it do the same in most pairs."""
    random, share = np.random.default_rng(7), 0.1
    mistakes, runs = 0, 200
    for _ in range(runs):
        test = SequentialTest(0, 5)
        while test.verdict is Verdict.OPEN:
            differs = random.random() < share
            test.add(truth / share + 60 * float(random.standard_normal()) if differs else 0.0)
        assert test.differing >= SequentialTest.FEWEST
        mistakes += test.verdict is wrong
    assert mistakes / runs < 0.1


def test_the_sequential_test_knows_no_haste() -> None:
    test = SequentialTest(0, 10)
    for _ in range(1000):
        test.add(0.0)
    assert (test.verdict, test.differing) == (Verdict.OPEN, 0)
    surely = SequentialTest(0, 10)
    for number in range(100):
        surely.add(30.0)
        assert (surely.verdict is Verdict.OPEN) == (number < SequentialTest.FEWEST - 1)


def test_the_verdict_does_not_depend_on_who_is_done_first() -> None:
    settings = replace(SETTINGS, sprt=(0.0, 20.0))
    pairs = [made_up(number, 30 + number % 7) for number in range(1, 41)]
    reports = []
    for order in (pairs, pairs[::-1]):
        progress = PairSequencer(settings, 1000)
        for pair in order:
            progress.add(pair)
        assert progress.is_over
        reports.append(as_json(progress.report()))
    assert reports[0] == reports[1]
    assert reports[0]["pairs"] == SequentialTest.FEWEST
    assert reports[0]["sprt"]["verdict"] == "high"


# --------------------------------------------------------------------------------- the command line


def test_json_and_table_and_records(pinochle: Pinochle, tmp_path: Path) -> None:
    records, results = tmp_path / "hands.pnr", tmp_path / "results.jsonl"
    run = (*CHEAP, "--pairs", "3", "--rules", "all", "--count", "simplified")
    kept = pinochle(*run, "--json", "--record", str(records), "--resume", str(results))
    assert (kept.status, kept.err) == (0, "")
    found = json.loads(kept.out)
    assert (found["a"], found["b"], found["pairs"], found["finished"]) == (
        "greedy",
        "random",
        3,
        True,
    )
    assert found["won"] + found["lost"] + found["tied"] == 6
    low, high = found["points"]["interval"]
    assert low < found["points"]["mean"] < high
    assert set(found["by_rules"]) == set(RULEBOOKS)
    assert found["players"]["a"]["tricks"] + found["players"]["b"]["tricks"] == 250

    lines = [json.loads(line) for line in results.read_text().splitlines()[1:]]
    replays = [
        replay_record(record)
        for _, record in numbered_records(records.read_text().splitlines())
        if isinstance(record, HandRecord)
    ]
    hands = [hand for line in lines for hand in line["hands"]]
    assert len(replays) == len(hands) == 6
    for replay, hand in zip(replays, hands, strict=True):
        assert replay.is_complete
        assert not replay.findings
        assert replay.points is not None
        south, north = map(sum, replay.points)
        margin = south - north if hand["a_sits"] == "south" else north - south
        assert margin == hand["margin"]
    assert pinochle("replay", str(records)).status == 0

    shown = pinochle(*run, "--ascii")
    assert shown.out.isascii()
    assert f"{found['points']['mean']:+.1f}" in shown.out
    assert f"hands for A: {found['won']} won" in shown.out
    assert "without the luck of the draws" in shown.out
    refused = pinochle(*run, "--record", str(records))
    assert (refused.status, refused.err) == (2, f"{records}: file exists\n")


def test_the_sequential_test_ends_the_match(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SequentialTest, "FEWEST", 4)
    run = ("match", "greedy", "random", "--worlds", "1", "--sprt", "0", "100")
    found = json.loads(pinochle(*run, "--json").out)
    assert found["sprt"]["verdict"] == "high"
    assert 4 <= found["pairs"] < 20
    assert found["finished"]


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (["chess", "random"], "'chess' is no engine"),
        (["default:speed=1", "random"], "unknown option 'speed'"),
        (["default:worlds=0", "random"], "'0' is no worlds"),
        ([f"default:worlds={'9' * 5000}", "random"], "' is no worlds"),
        (["advice:belief=uniform", "random"], "advice has no options"),
        (["default:worlds=1,seconds=1", "random"], "worlds or seconds, not both"),
        (["cmd: ", "random"], "names no command"),
        (["cmd:./x\n-f", "random"], "'cmd:./x\\n-f' has an unprintable character"),
        (["cmd:./x\x1b[1m", "random"], "'cmd:./x\\x1b[1m' has an unprintable character"),
        (["cmd:./x\udcff", "random"], "'cmd:./x\\xff' has an unprintable character"),
        (["openspiel-ismcts:worlds=1", "random"], "unknown option 'worlds' (known: uct_c, sec"),
        (["openspiel-ismcts:sims=0", "random"], "'0' is no sims"),
        (["openspiel-ismcts:uct_c=-1", "random"], "'-1' is no uct_c"),
        (["openspiel-ismcts:sims=1,seconds=1", "random"], "sims or seconds, not both"),
        (["random", "random", "--seconds", "1", "--worlds", "1"], "--seconds or --worlds"),
        (["random", "random", "--sprt", "5", "5"], "LOW has to be below HIGH"),
        (["random", "random", "--sprt", "0", "inf"], "LOW and HIGH have to be finite"),
        (["random", "random", "--sprt", "nan", "1"], "LOW and HIGH have to be finite"),
    ],
)
def test_bad_arguments_are_one_line(pinochle: Pinochle, arguments: list[str], fact: str) -> None:
    result = pinochle("match", *arguments)
    assert (result.status, result.out) == (2, "")
    assert fact in result.err
    assert len(result.err.splitlines()) == 1


def test_players_read_back() -> None:
    for text in ("default", "ismcts:worlds=2000", "default:belief=uniform,worlds=64", "cmd:./x -f"):
        assert PlayerSpec.parse(text).text() == text
    spec = PlayerSpec.parse("openspiel-ismcts:sims=9,uct_c=50.5")
    assert spec.text() == "openspiel-ismcts:sims=9,uct_c=50.5"
    assert spec.limits(Limits(seconds=1.0)) == Limits(worlds=9)
    with pytest.raises(NotationError):
        PlayerSpec.parse("default:belief")


def test_a_missing_openspiel_is_one_line(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pinochle_solver.engines.registry.find_spec", lambda name: None)
    result = pinochle("match", "greedy", "openspiel-ismcts:sims=9,uct_c=50.5", "--pairs", "1")
    assert (result.status, result.out) == (2, "")
    assert "openspiel-ismcts:sims=9,uct_c=50.5: OpenSpiel is not installed (pip " in result.err
    assert len(result.err.splitlines()) == 1
    with pytest.raises(EngineError, match="not installed"):
        make_player(PlayerSpec.parse("openspiel-ismcts"), Limits(worlds=1), 60.0, StopFlag())


# --------------------------------------------------------------------------- broken off and gone on


def start(*arguments: str, alone: bool = False) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
        start_new_session=alone,
    )


def wait_for_lines(file: Path, number: int) -> None:
    deadline = time.monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def stored(file: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    for line in lines:
        for hand in line["hands"]:
            for side in "ab":
                del hand[side]["seconds"], hand[side]["slowest"]
    return sorted(lines, key=lambda line: int(line["pair"]))


def test_a_killed_match_neither_loses_nor_repeats_a_deal(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file, whole = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    process = start(*CHEAP, "--pairs", "100000", "--processes", "2", "--resume", str(file))
    wait_for_lines(file, 4)
    process.kill()
    process.communicate()
    time.sleep(0.1)
    kept = file.read_bytes().splitlines(keepends=True)[:4]
    file.write_bytes(b"".join(kept)[:-40])  # killed while it wrote the third pair
    run = (*CHEAP, "--pairs", "5", "--json")
    resumed = json.loads(pinochle(*run, "--resume", str(file)).out)
    straight = json.loads(pinochle(*run, "--resume", str(whole)).out)
    assert stored(file)[:5] == stored(whole)
    assert len(file.read_text().splitlines()) >= 6
    for key in ("points", "without_luck", "won", "pairs"):
        assert resumed[key] == straight[key]
    again = file.read_bytes()
    assert json.loads(pinochle(*run, "--resume", str(file)).out)["points"] == resumed["points"]
    assert file.read_bytes() == again


def test_pairs_missing_in_the_middle_are_played(pinochle: Pinochle, tmp_path: Path) -> None:
    """With several processes a later pair may be done first, and then the match be killed."""
    file, whole = tmp_path / "gaps.jsonl", tmp_path / "whole.jsonl"
    run = (*CHEAP, "--pairs", "5", "--json")
    straight = json.loads(pinochle(*run, "--resume", str(whole)).out)
    header, *lines = whole.read_bytes().splitlines(keepends=True)
    for kept in (1, 3, 5), (3, 4), (5, 1, 2):
        begun = b"".join([header, *(lines[pair - 1] for pair in kept)])
        file.write_bytes(begun)
        resumed = json.loads(pinochle(*run, "--resume", str(file)).out)
        assert stored(file) == stored(whole)
        assert file.read_bytes().startswith(begun)
        for key in ("points", "without_luck", "won", "pairs", "finished"):
            assert resumed[key] == straight[key]


def test_a_header_half_written_is_written_again(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "results"
    run = (*CHEAP, "--pairs", "1", "--resume", str(file))
    assert pinochle(*run).status == 0
    content = file.read_bytes()
    file.write_bytes(content[:30])
    assert pinochle(*run).status == 0
    assert len(stored(file)) == 1


def test_other_settings_and_other_files_are_refused(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "results"
    assert pinochle(*CHEAP, "--pairs", "1", "--resume", str(file)).status == 0
    content = file.read_bytes()
    other = pinochle(*CHEAP, "--pairs", "1", "--seed", "2", "--resume", str(file))
    assert (other.status, other.out) == (2, "")
    assert other.err == f"{file}: it is of a match with other settings: seed is 1 there, not 2\n"
    assert file.read_bytes() == content
    for text in (
        b"a letter\n",
        b"a letter",
        b"{}\n",
        content + b"more",
        content + b"{}\n",
        content + content.splitlines()[1] + b"\n",
        b"\xff\n",
    ):
        file.write_bytes(text)
        result = pinochle(*CHEAP, "--pairs", "1", "--resume", str(file))
        assert (result.status, result.out) == (2, "")
        assert result.err.startswith(f"{file}: ")
        assert len(result.err.splitlines()) == 1
        assert file.read_bytes() == text
    folder = pinochle(*CHEAP, "--resume", str(tmp_path))
    assert (folder.status, folder.err) == (2, f"{tmp_path}: no regular file\n")
    missing = pinochle(*CHEAP, "--resume", str(tmp_path / "no" / "file"))
    assert missing.err == f"{tmp_path / 'no' / 'file'}: no such file or directory\n"


def test_no_other_match_writes_to_the_same_file(pinochle: Pinochle, tmp_path: Path) -> None:
    file, records = tmp_path / "results", tmp_path / "hands.pnr"
    run = (*CHEAP, "--pairs", "1", "--resume", str(file), "--record", str(records))
    assert pinochle(*run).status == 0
    content = file.read_bytes() + b'{"pair":2,"ru'
    file.write_bytes(content)
    for held in (file, records):
        other = LockedFile(held)
        result = pinochle(*run)
        assert (result.status, result.out) == (2, "")
        assert result.err == f"{held}: another match is writing to it\n"
        assert file.read_bytes() == content
        other.close()
    assert pinochle(*run).status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.EIO])
def test_where_the_system_has_no_locks_results_are_kept_all_the_same(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    def refuse(*_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", refuse)
    file = tmp_path / "results"
    result = pinochle(*CHEAP, "--pairs", "1", "--resume", str(file))
    if number == errno.EIO:
        assert (result.status, result.out) == (2, "")
        assert result.err == f"{file}: input/output error\n"
    else:
        assert (result.status, result.err) == (0, "")
        assert len(file.read_bytes().splitlines()) == 2


def test_one_file_for_results_and_records_is_refused(pinochle: Pinochle, tmp_path: Path) -> None:
    file, link = tmp_path / "results", tmp_path / "link"
    run = (*CHEAP, "--pairs", "1", "--resume", str(file))
    result = pinochle(*run, "--record", str(tmp_path / "." / "results"))
    assert (result.status, file.exists()) == (2, False)
    assert pinochle(*run).status == 0
    content = file.read_bytes()
    link.hardlink_to(file)
    for other in (file, link):
        result = pinochle(*run, "--record", str(other))
        assert (result.status, result.out) == (2, "")
        assert result.err == "pinochle match: --record and --resume name the same file\n"
        assert file.read_bytes() == content


def test_records_are_gone_on_with(pinochle: Pinochle, tmp_path: Path) -> None:
    file, records, whole = tmp_path / "results", tmp_path / "hands.pnr", tmp_path / "whole.pnr"
    assert pinochle(*CHEAP, "--pairs", "3", "--record", str(whole)).status == 0
    run = (*CHEAP, "--resume", str(file), "--record", str(records), "--pairs")
    assert pinochle(*run, "1").status == 0
    first = records.read_bytes()
    header = file.read_bytes().splitlines(keepends=True)[0]
    file.write_bytes(header)
    records.write_bytes(b"")  # killed before the first pair was done
    assert pinochle(*run, "1").status == 0
    assert records.read_bytes() == first
    for killed in (first, first[:-30], b""):
        records.write_bytes(killed)
        assert pinochle(*run, "3").status == 0
        assert records.read_bytes() == whole.read_bytes()
    assert pinochle(*run, "1").status == 0
    assert records.read_bytes() == whole.read_bytes()
    for other in (b"a letter", first + b"a letter", b"; pair 1, hand 1: south greedy"):
        records.write_bytes(other)
        result = pinochle(*run, "4")
        status = 0 if first.startswith(other) else 2
        assert result.status == status, result.err
        if status:
            assert result.err == f"{records}: holds other records than those of this match\n"
            assert records.read_bytes() == other


def test_files_that_cannot_be_used_leave_nothing_behind(pinochle: Pinochle, tmp_path: Path) -> None:
    file, records, no = tmp_path / "results", tmp_path / "hands.pnr", tmp_path / "no" / "file"
    for one, other in ((file, no), (no, records)):
        result = pinochle(*CHEAP, "--pairs", "1", "--resume", str(one), "--record", str(other))
        assert (result.status, result.err) == (2, f"{no}: no such file or directory\n")
        assert not list(tmp_path.iterdir())
    records.write_bytes(b"a letter")
    result = pinochle(*CHEAP, "--pairs", "1", "--resume", str(file), "--record", str(records))
    assert (result.status, result.err) == (2, f"{records}: file exists\n")
    assert records.read_bytes() == b"a letter"
    assert not file.exists()


def test_results_that_cannot_be_written_are_told_after_the_report(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, add = tmp_path / "results", MatchFile.add

    def fail(self: MatchFile, pair: PairResult) -> None:
        if pair.pair == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        add(self, pair)

    monkeypatch.setattr(MatchFile, "add", fail)
    result = pinochle(*CHEAP, "--pairs", "5", "--json", "--resume", str(file))
    assert (result.status, result.err) == (2, f"{file}: no space left on device\n")
    found = json.loads(result.out)
    assert (found["pairs"], found["finished"]) == (1, False)


@pytest.mark.parametrize(("processes", "number"), [("1", signal.SIGINT), ("2", signal.SIGTERM)])
def test_ctrl_c_shows_what_was_found(tmp_path: Path, processes: str, number: int) -> None:
    file = tmp_path / "results"
    process = start(
        *CHEAP, "--pairs", "100000", "--processes", processes, "--json", "--resume", str(file)
    )
    wait_for_lines(file, 5)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    found = json.loads(out)
    assert not found["finished"]
    kept = [pair["pair"] for pair in stored(file)]
    # Of several processes one may have been slow, so that a pair before those kept is missing.
    before_the_first_gap = next(pair for pair in count() if pair + 1 not in kept)
    assert found["pairs"] == before_the_first_gap
    assert processes == "2" or found["pairs"] == len(kept) >= 4


@pytest.mark.skipif(sys.platform == "win32", reason="has no process groups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_in_a_terminal_while_processes_start(tmp_path: Path, number: int) -> None:
    """A terminal sends it to all processes of the match."""
    file = tmp_path / "results"
    process = start(*CHEAP, "--processes", "2", "--json", "--resume", str(file), alone=True)
    wait_for_lines(file, 1)
    time.sleep(0.1)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert not json.loads(out)["finished"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_a_process_does_not_heed_ctrl_c_from_its_start_on() -> None:
    connection, worker = _start(SETTINGS)
    connection.send(1)
    assert worker.pid is not None
    while not connection.poll(0.02):
        os.kill(worker.pid, signal.SIGINT)
    assert receive(connection) is not None
    connection.close()
    worker.join()


def test_a_process_that_ends_with_the_match_is_no_error() -> None:
    stop = StopFlag()
    playing = play_in_processes(SETTINGS, range(1, 100), 2, stop)
    next(playing)
    for worker in active_children():
        worker.kill()
        worker.join()
    stop.set()
    assert len(list(playing)) <= 1


def test_a_process_that_neither_answers_nor_ends_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pinochle_solver.processes._END_SECONDS", 0.01)
    connection, worker = _start(SETTINGS)
    assert how_it_ended(worker) == "answers no more"
    worker.kill()
    worker.join()
    assert how_it_ended(worker) == f"ended by signal {signal.SIGKILL:d}"
    connection.close()


def test_only_pairs_before_the_first_gap_are_reported() -> None:
    """Short pairs are done first, and would be too many."""
    progress = PairSequencer(SETTINGS, 10)
    for number in (1, 4, 2, 5):
        progress.add(made_up(number, 10 * number))
    report = progress.report()
    assert isinstance(report, MatchReport)
    assert report.points == Mean.of([10, 20])
    assert not report.finished
    progress.add(made_up(3, 30))
    report = progress.report()
    assert isinstance(report, MatchReport)
    assert report.points.number == 5


def test_how_a_match_stands_is_told_in_short() -> None:
    for settings, told in (
        (SETTINGS, ["+10.0", "+15.0 ± 63.5"]),
        (replace(SETTINGS, doubles="every"), ["+10.00", "+15.00 ± 63.53"]),
        (replace(SETTINGS, sprt=(0.0, 5.0)), ["+10.0, ratio +0.00", "+15.0 ± 63.5, ratio +2.50"]),
    ):
        progress = PairSequencer(settings, 10)
        for number, text in enumerate(told, start=1):
            progress.add(made_up(number, 10 * number))
            assert (progress.number, progress.text()) == (number, text)


def test_a_process_that_is_killed_loses_no_finished_pair() -> None:
    playing = play_in_processes(SETTINGS, range(1, 100), 2, StopFlag())
    done = [next(playing).pair]
    # Until the other one has finished a pair as well.
    assert wait(getgeneratorlocals(playing)["asked"], 60)
    for worker in active_children():
        worker.kill()
        worker.join()
    with pytest.raises(WorkerError, match="ended by signal 9"):
        done.extend(pair.pair for pair in playing)
    assert sorted(done) == [1, 2]


def test_pairs_done_when_another_process_fails_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    for result in (RuntimeError("in pair 1"), made_up(2, 5)):
        ours, theirs = Pipe()
        theirs.send(result)
        started.append((ours, Mock(BaseProcess)))
    start_one = Mock(side_effect=started)
    monkeypatch.setattr("pinochle_solver.matches.processes._start", start_one)
    playing = play_in_processes(SETTINGS, range(1, 9), 2, StopFlag())
    assert next(playing) == made_up(2, 5)
    with pytest.raises(RuntimeError, match="in pair 1"):
        next(playing)


def test_a_process_that_is_killed_leaves_the_report(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def playing(*_: object) -> Iterator[PairResult]:
        yield from played(SETTINGS, 2)
        raise WorkerError("a process that played hands ended by signal 9")

    monkeypatch.setattr("pinochle_solver.cli.commands.match.play_pairs", playing)
    result = pinochle(*CHEAP, "--json", "--processes", "2")
    assert (result.status, result.err) == (1, "a process that played hands ended by signal 9\n")
    assert json.loads(result.out)["pairs"] == 2


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="does not list open files")
def test_a_process_that_cannot_be_started_leaves_no_pipe_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    resource_tracker.ensure_running()
    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", fail)
    open_files = Path("/proc/self/fd")
    gc.collect()  # what an earlier test has let go of is not closed meanwhile
    before = len(list(open_files.iterdir()))
    with pytest.raises(WorkerError) as failed:
        _start(SETTINGS)
    # The error holds what the function held.
    assert failed.value.__context__ is not None
    assert len(list(open_files.iterdir())) == before


def test_a_process_that_cannot_be_started_is_told_as_such(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", fail)
    result = pinochle(*CHEAP, "--json", "--processes", "2")
    assert result.status == 1
    assert result.err == (
        "a process to play hands cannot be started: resource temporarily unavailable\n"
    )
    assert json.loads(result.out)["pairs"] == 0


# Asked to end again and again, it comes to heed signals no more, as it does at its end.
_ENDING = """\
import signal, time
from pinochle_solver.processes import _ignore
heard = []
_ignore((signal.SIGTERM,))
print("ready", flush=True)
until = time.monotonic() + 1
while time.monotonic() < until:
    signal.signal(signal.SIGTERM, lambda *_: heard.append(1))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    for _ in range(50):  # while it is heeded
        pass
    _ignore((signal.SIGTERM,))
print(len(heard))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent there")
def test_a_signal_that_comes_when_none_is_heeded_any_more_is_not_told() -> None:
    """Between two lines of `_ignore` as it was the interpreter wrote a traceback."""
    pipe, command = subprocess.PIPE, [sys.executable, "-c", _ENDING]
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        while process.poll() is None:
            process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert int(out) > 0


def test_at_a_terminal_it_is_shown_how_a_match_stands() -> None:
    book = str(TESTS / "rulebooks" / "two-suits.toml")
    options = ("--pairs", "3", "--seed", "1", "--json", "--rulebook", book)
    with at_terminal("never", "match", "greedy", "random", *options, forked=True) as shown:
        assert shown.read_to_prompt() is None
        assert shown.process.wait(60) == 0
    assert "3/3" in shown.text
