"""The engine protocol: every phase, limits, stops, bad lines; as a class and as a process."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import COMMAND
from helpers.forked import forked_command
from helpers.strategies import some_move
from pinochle_solver import (
    ENGINES,
    RULEBOOKS,
    Act,
    PlayoffPosition,
    Referee,
    StockPosition,
    StopFlag,
    random_deals,
    solve,
)
from pinochle_solver.engines import engine as engine_module
from pinochle_solver.engines import searching as searching_module
from pinochle_solver.engines.engine import Decision, as_mover_sees
from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_lines import Position, parse_position
from pinochle_solver.sizes import MOST_POSITION
from pinochle_solver.stock.analysis import POINTS, SELDOM
from pinochle_solver.stock.sampling import LEAST_WORLDS

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
FIRST_LEAD = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
REPLY = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+11 led=TD"
MELD = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 "
    "north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD "
    "gone=-.T9.J9.AAT9 points=40+31/20+13 dealer=north"
)
DIX = (
    "rules=macdougall upcard=TS stock=23 act=dix turn=south south=AK9.KQ.-.QQJJ99 "
    "north=+11 tricks=TD-9D dealer=south"
)
# All worlds of it take seconds to go through.
BEFORE_THE_LAST_TRICK = (
    "rules=scarne upcard=9S stock=3 act=meld turn=north south=-.-.Q.-+10 north=K.AK.TKQ.KQJJ9 "
    "melds.south=marriage:KD*.QD@1 melds.north=dix@6 tricks=QC-9H,KD-KH,AC-9D,AS-QS,JH-JH,9H-TH,"
    "JD-9S,AD-QS,JS-QH,KS-TH,TS-TS points=20+42/10+63 dealer=north"
)
PHASES = {"lead": FIRST_LEAD, "reply": REPLY, "meld": MELD, "dix": DIX, "playoff": PLAYOFF}
AN_ANSWER = re.compile(r"bestmove \S+( mean -?\d+\.\d+( se \d+\.\d+)?)?")
SOON = 0.3


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines, each `go` answered before the next line."""
    said: list[str] = []
    engine = Conversation(said.append)
    for line in lines:
        engine.handle(line)
        engine.wait()
    return said


def best_move(*lines: str) -> str:
    last = talk(*lines)[-1]
    assert AN_ANSWER.fullmatch(last), last
    return last.split()[1]


# ------------------------------------------------------------------------------------- the class


def test_it_introduces_itself() -> None:
    said = talk("pn")
    assert said[0].startswith("id name pinochle-solver ")
    assert said[-1] == "pnok"
    options = [line.split()[1] for line in said if line.startswith("option ")]
    names = ["Engine", "Belief", "Objective", "Level", "Threads", "Seed", "MultiPV", "CallOut"]
    assert options == names
    assert all(engine in said[2].split() for engine in ENGINES)
    assert talk("ready", "new", "stop") == ["readyok"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_is_answered_legally(phase: str, engine: str) -> None:
    said = talk(f"setoption Engine {engine}", f"position {PHASES[phase]}", "go worlds 16")
    assert AN_ANSWER.fullmatch(said[-1])
    position = parse_position(PHASES[phase])
    unseen = position.unseen if isinstance(position, StockPosition) else ()
    assert said[-1].split()[1] in map(str, Referee.of_position(position, tuple(unseen)).moves())
    assert all(line.startswith("info worlds ") for line in said[:-1])
    if phase != "playoff":
        assert ("mean" in said[-1]) == (engine in ("default", "pimc", "ismcts"))


def test_info_lines_tell_the_best_so_far() -> None:
    *infos, last = talk(f"position {MELD}", "go worlds 600")
    worlds = [int(line.split()[2]) for line in infos]
    assert worlds == [32, 64, 128, 256, 512, 600]
    assert all(
        re.fullmatch(r"info worlds \d+ move \S+ mean -?\d+\.\d+ se \d+\.\d+", line)
        for line in infos
    )
    assert infos[-1].split(" move ")[1] == last.removeprefix("bestmove ")


@pytest.mark.parametrize("position", [*random_playoffs(6, 5, 1, RULEBOOKS["scarne"])])
def test_a_playoff_is_exact_and_its_ties_broken_as_everywhere(position: PlayoffPosition) -> None:
    solution = solve(position)
    mean = solution.value[position.turn] - solution.value[position.turn.other]
    assert talk(f"position {position}", "go movetime 1") == [
        f"bestmove {solution.moves[0].card} mean {mean}.0 se 0.0"
    ]
    with_points = replace(position, points=None)
    assert (
        talk(f"position {with_points}", "go", f"position {with_points}", "go seed 7")[0]
        == (talk(f"position {position}", "go worlds 1")[0])
    )


def test_points_held_already_are_in_the_mean() -> None:
    said = talk(f"position {PLAYOFF} points=40+90/20+90", "go")
    assert said == ["bestmove KD mean 60.0 se 0.0"]


def test_a_playoff_cut_short_by_nodes_is_still_answered() -> None:
    (position,) = random_playoffs(12, 1, 3, RULEBOOKS["scarne"])
    (answer,) = talk(f"position {position}", "go nodes 1")
    assert re.fullmatch("bestmove [^ ]+", answer)
    assert answer.split()[1] in map(str, Referee.of_position(position).moves())


def test_the_random_engine_is_random_in_the_playoff_too() -> None:
    found = {
        best_move("setoption Engine random", f"position {PLAYOFF}", f"go seed {seed}")
        for seed in range(40)
    }
    assert found == {"KD", "TH", "QD", "TS"}


@pytest.mark.parametrize("phase", ["lead", "meld"])
def test_worlds_and_seed_repeat_the_answer(phase: str) -> None:
    asked = (f"position {PHASES[phase]}", "go worlds 200 seed 5")
    first = talk(*asked)
    assert talk("setoption Threads 2", *asked) == first
    assert talk("setoption Seed 5", f"position {PHASES[phase]}", "go worlds 200") == first
    assert talk(f"position {PHASES[phase]}", "go worlds 200 seed 6") != first


def test_options_matter() -> None:
    assert best_move(f"position {MELD}", "setoption engine GREEDY", "go") == "dix+marriage:KH.QH"
    asked = (f"position {MELD} tricks=", "go")
    assert talk(*asked)[0].startswith("error tricks")
    for option in ("Belief uniform", "Objective win", "Threads 2", "Seed 0"):
        assert best_move(f"setoption {option}", f"position {REPLY}", "go worlds 64")


@pytest.mark.alone
def test_alone_go_takes_a_second() -> None:
    started = time.monotonic()
    best_move(f"position {FIRST_LEAD}", "go")
    assert 0.9 < time.monotonic() - started < 2.5


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["go"], "error no position"),
        (["position"], "error trump: missing"),
        (["position south"], "error south: not a key=value token"),
        (["position {"], "error position: not a JSON object"),
        (["position " + PLAYOFF.replace("T.T", "T.TT")], "error north: 4 cards"),
        (["position " + FIRST_LEAD.replace("turn=south", "turn=north")], "error turn: north"),
        ([f"position {PLAYOFF}", "position bad", "go"], "error no position"),
        ([f"position {PLAYOFF}", "new", "go"], "error no position"),
        (["fly"], "error unknown command 'fly'"),
        (["PN"], "error unknown command 'PN'"),
        (["\x00\x01\udcff"], "error unknown command "),
        (["setoption"], "error unknown option ''"),
        (["setoption Speed 3"], "error unknown option 'Speed' (known: Engine, "),
        (["setoption Engine best"], "error Engine: 'best', expected one of default"),
        (["setoption Threads"], "error Threads: no number, expected 1 to 256"),
        (["setoption Threads 257"], "error Threads: '257', expected 1 to 256"),
        (["setoption Seed -1"], "error Seed: '-1'"),
        (["setoption Seed ²"], "error Seed: '²'"),
        ([f"position {PLAYOFF}", "go fast"], "error unknown limit 'fast'"),
        ([f"position {PLAYOFF}", "go worlds"], "error worlds: no number"),
        ([f"position {PLAYOFF}", "go worlds 0"], "error worlds: '0'"),
        ([f"position {PLAYOFF}", "go movetime 1.5"], "error movetime: '1.5'"),
        ([f"position {PLAYOFF}", "go movetime 1 movetime 1"], "error movetime: given twice"),
        (["ready " * MOST_POSITION], "error line: too long"),
    ],
)
def test_a_bad_line_is_an_error_and_no_more(lines: list[str], error: str) -> None:
    said = talk(*lines, f"position {PLAYOFF}", "go")
    assert said[-1] == "bestmove KD mean 40.0 se 0.0"
    assert said[-2].startswith(error)
    assert said[-3:-2] in ([], ["error bad: not a key=value token"])
    assert "\n" not in said[-2]


WORDS = """
    pn setoption ready new position go stop quit Engine Threads Seed movetime worlds nodes seed
    greedy 1 -1 1e9 upcard=9S turn=south south=AAT9.KQ.-.QQJJ99 north=+12 trump=S act=meld stock=23
    {} north=A
"""
words = st.sampled_from(WORDS.split())
junk = st.one_of(
    st.text(max_size=80), st.lists(words, max_size=6).map(" ".join), st.just(f"position {PLAYOFF}")
)


@given(st.lists(junk, max_size=8))
def test_junk_never_ends_it(lines: list[str]) -> None:
    said: list[str] = []
    engine = Conversation(said.append)
    engine.handle("setoption Engine greedy")
    for line in lines:
        assert engine.handle(line) == (line.split()[:1] != ["quit"])
        engine.wait()
    known = ("id ", "option ", "pnok", "readyok", "error ", "info ", "bestmove ")
    assert all(line.startswith(known) and len(line.splitlines()) == 1 for line in said)
    engine.handle(f"position {PLAYOFF}")
    engine.handle("go")
    engine.wait()
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("line", [f"position {PLAYOFF}", "go", "new", "setoption Seed 3"])
def test_while_it_thinks_it_is_busy(line: str) -> None:
    said: list[str] = []
    engine = Conversation(said.append)
    engine.handle(f"position {FIRST_LEAD}")
    engine.handle("go worlds 1000000")
    engine.handle(line)
    engine.handle("ready")
    engine.handle("stop")
    answers = [word for word in said if not word.startswith("info")]
    assert answers[:2] == ["error busy: thinking, stop first", "readyok"]
    assert AN_ANSWER.fullmatch(answers[2])
    engine.handle(line)
    engine.close()
    assert said[-1] != "error busy: thinking, stop first"


@pytest.mark.alone
@pytest.mark.parametrize("wait", [0.0, 0.05, 0.5])
@pytest.mark.parametrize("name", ["default", "pimc", "ismcts"])
@pytest.mark.parametrize("position", [FIRST_LEAD, BEFORE_THE_LAST_TRICK], ids=["first", "late"])
def test_a_stop_is_heard_at_once(position: str, name: str, wait: float) -> None:
    said: list[str] = []
    engine = Conversation(said.append)
    engine.handle(f"setoption Engine {name}")
    engine.handle(f"position {position}")
    engine.handle("go worlds 10000000")
    time.sleep(wait)
    started = time.monotonic()
    engine.handle("stop")
    assert AN_ANSWER.fullmatch(said[-1])
    assert time.monotonic() - started < SOON + 0.4  # the machine may be busy


def late_position(seed: int = 1) -> StockPosition:
    """Before the lead to the last trick of the stock."""
    (deal,) = random_deals(1, seed, RULEBOOKS["scarne"])
    referee, random = Referee.of_deal(deal), Random(seed)
    while referee.completed_tricks < 11 or referee.due is not Act.PLAY:
        referee.push(some_move(referee, random))
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert isinstance(position, StockPosition)
    return position


def decide(
    position: Position, limits: Limits, stop: StopFlag | None = None, **options: str
) -> Decision:
    return make_engine("default", **options).choose(position, limits, stop=stop)


def test_where_all_worlds_are_gone_through_a_stop_gets_a_short_look() -> None:
    position = late_position()
    stop = StopFlag()
    stop.set()
    decision = decide(position, Limits(), stop)
    assert decision.worlds == LEAST_WORLDS
    assert decision.mean is not None
    late = decide(position, Limits(seconds=0.001))
    assert late.worlds == LEAST_WORLDS
    late = decide(position, Limits(seconds=1e-9), belief="uniform")
    assert late.worlds == LEAST_WORLDS
    assert decide(position, Limits(), belief="uniform").se == 0


@pytest.mark.alone
def test_the_time_is_kept_and_used_at_the_end_of_the_stock() -> None:
    seconds = 1.0
    for text in (BEFORE_THE_LAST_TRICK, late_position().text()):
        position = parse_position(text)
        started = time.monotonic()
        decision = decide(position, Limits(seconds=seconds))
        assert time.monotonic() - started < seconds + 0.4  # the machine may be busy
        assert decision.worlds != LEAST_WORLDS


MELD_UNIT = RULEBOOKS["scarne"].meld_unit


def test_equal_outcomes_of_some_worlds_are_not_exact() -> None:
    stop = StopFlag()
    stop.set()
    errors = [decide(late_position(seed), Limits(), stop).se for seed in range(1, 9)]
    assert (
        min(error for error in errors if error is not None)
        == SELDOM[POINTS] * MELD_UNIT / LEAST_WORLDS
    )


def test_annotations_do_not_move_the_random_engine() -> None:
    for position in PHASES.values():
        bare, noted = (
            best_move("setoption Engine random", f"position {position}{more}", "go seed 5")
            for more in ("", " id=noted")
        )
        assert bare == noted


def test_options_are_told_apart_by_any_blank() -> None:
    assert talk("setoption\tEngine\tgreedy") == []
    assert talk("setoption Engine") == [
        "error Engine: '', expected one of default, pimc, ismcts, advice, greedy, random, "
        "graded, open-average"
    ]


def test_an_engine_that_fails_still_gives_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("no memory\nat all")

    monkeypatch.setattr(searching_module, "analyze_position", fail)
    monkeypatch.setattr(engine_module, "solve", fail)
    said = talk(f"position {MELD}", "go", f"position {PLAYOFF}", "go")
    assert said == [
        "error MemoryError: no memory at all",
        "bestmove dix+marriage:KH.QH",
        "error MemoryError: no memory at all",
        "bestmove TS",
    ]


def test_what_is_hidden_is_not_looked_at() -> None:
    """A position that names the other hand and the stock is answered as without them."""
    (deal,) = random_deals(1, 4, RULEBOOKS["scarne"])
    referee = Referee.of_deal(deal)
    random = Random(4)
    compared = 0
    while not referee.in_playoff:
        assert referee.turn is not None
        opened, seen = referee.position(), referee.view(referee.turn)
        assert isinstance(opened, StockPosition)
        assert isinstance(seen, StockPosition)
        assert as_mover_sees(seen) == seen
        hidden = as_mover_sees(opened)
        assert hidden.stock == opened.face_down
        assert as_mover_sees(hidden) == hidden
        if hidden == seen:  # but for an upcard taken, which an open hand does not tell apart
            compared += 1
            if compared % 8 == 0:
                asked = "go worlds 64"
                assert talk(f"position {opened}", asked) == talk(f"position {seen}", asked)
        referee.push(some_move(referee, random))
    assert compared > 10


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ({"name": "best"}, f"engine is 'best', expected one of {', '.join(ENGINES)}"),
        (
            {"name": "greedy", "belief": "mine"},
            "belief is 'mine', expected one of inferred, uniform",
        ),
    ],
)
def test_an_engine_is_made_of_what_there_is(asked: dict[str, Any], fact: str) -> None:
    with pytest.raises(ValueError, match=f"^{fact}$"):
        make_engine(**asked)


# ----------------------------------------------------------------------------------- the process


class Session:
    """An engine process; what it says comes by a thread, so that a test never waits for ever."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.listener = threading.Thread(target=self._listen)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout:
            for line in self.process.stdout:
                self._said.put(line.decode().rstrip("\n"))
        self._said.put(None)

    def say(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            raw = line if isinstance(line, bytes) else line.encode()
            self.process.stdin.write(raw + b"\n")
        self.process.stdin.flush()

    def hear(self, seconds: float = 30) -> str | None:
        return self._said.get(timeout=seconds)

    def answer(self, seconds: float = 30) -> str:
        """The next line that is no info."""
        while (line := self.hear(seconds)) is not None:
            if not line.startswith("info"):
                return line
        raise AssertionError("it said no more")


@contextmanager
def conversation() -> Iterator[Session]:
    talking = Session()
    try:
        yield talking
    finally:
        talking.process.kill()
        talking.process.wait()
        talking.listener.join()
        for pipe in (talking.process.stdin, talking.process.stderr):
            assert pipe is not None
            pipe.close()


@pytest.mark.alone
def test_a_process_talks_and_quits() -> None:
    with conversation() as engine:
        engine.say("ready")
        assert engine.hear() == "readyok"
        engine.say("\r", b"\xff\xfe\x00 junk", b"x" * 300_000, f"position {PLAYOFF}\r", "go\r")
        assert str(engine.hear()).startswith("error unknown command ")
        assert engine.hear() == "error line: too long"
        assert engine.hear() == "bestmove KD mean 40.0 se 0.0"
        engine.say(f"position {FIRST_LEAD}", "go worlds 10000000")
        time.sleep(0.3)
        started = time.monotonic()
        engine.say("stop")
        assert AN_ANSWER.fullmatch(engine.answer(5))
        assert time.monotonic() - started < SOON + 0.4  # the machine may be busy
        engine.say("quit")
        assert engine.hear() is None
        assert engine.process.wait(10) == 0
        assert engine.process.stderr is not None
        assert engine.process.stderr.read() == b""


def test_quitting_stops_what_is_under_way() -> None:
    with conversation() as engine:
        engine.say(f"position {FIRST_LEAD}", "go worlds 10000000", "ready")
        assert engine.answer() == "readyok"
        engine.say("quit")
        assert AN_ANSWER.fullmatch(engine.answer())
        assert engine.hear() is None
        assert engine.process.wait(60) == 0


def piped(*lines: str) -> list[str]:
    """What the engine says to lines that are all there when it starts."""
    run = subprocess.run(
        [*forked_command(), "engine"],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


@pytest.mark.parametrize("go", ["go", "go infinite", "go movetime 1", "go nodes 1000"])
def test_the_end_of_input_lets_a_playoff_be_solved(go: str) -> None:
    assert piped(f"position {PLAYOFF}", go) == ["bestmove KD mean 40.0 se 0.0"]


def test_the_end_of_input_lets_a_search_reach_its_limit() -> None:
    asked = f"position {FIRST_LEAD}", "go worlds 700 seed 3"
    with conversation() as engine:
        engine.say(*asked)
        answer = engine.answer()
        engine.say("quit")
        while engine.hear() is not None:
            pass
    said = piped(*asked)
    assert said[-1] == answer
    assert said[-2].startswith("info worlds 700 ")


@pytest.mark.parametrize(
    ("position", "end"),
    [
        *((PLAYOFF, end) for end in ("stop", "quit", "end of input", "Ctrl-C")),
        *((FIRST_LEAD, end) for end in ("stop", "Ctrl-C")),
    ],
)
def test_what_goes_on_without_end_is_answered_at_the_end(position: str, end: str) -> None:
    with conversation() as engine:
        engine.say("uci", f"position {position}", "go infinite")
        while engine.answer() != "uciok":
            pass
        # Long enough to know the answer of the playoff.
        time.sleep(0.2)
        engine.say("isready")
        assert engine.answer() == "readyok"
        assert engine.process.stdin is not None
        if end == "end of input":
            engine.process.stdin.close()
        elif end == "Ctrl-C":
            engine.process.send_signal(signal.SIGINT)
        else:
            engine.say(end)
        assert AN_ANSWER.fullmatch(engine.answer())
        if end == "stop":
            engine.say("quit")
        assert engine.hear() is None
        assert engine.process.wait(60) == (130 if end == "Ctrl-C" else 0)


@pytest.mark.parametrize("position", [PLAYOFF, FIRST_LEAD], ids=["playoff", "lead"])
def test_a_reader_that_has_gone_ends_what_goes_on_without_end(position: str) -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [*COMMAND, "engine"], stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE
    )
    os.close(write)
    os.close(read)
    assert process.stdin is not None
    assert process.stderr is not None
    with process.stdin, process.stderr:
        # Of the playoff nothing is said, so that it finds out when it is asked.
        process.stdin.write(f"position {position}\ngo infinite\nisready\n".encode())
        process.stdin.flush()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


def test_a_last_line_needs_no_end() -> None:
    result = subprocess.run(
        [*forked_command(), "engine"], input=b"ready\nready", capture_output=True, check=True
    )
    assert result.stdout == b"readyok\nreadyok\n"


def test_a_byte_order_mark_is_passed_over() -> None:
    result = subprocess.run(
        [*forked_command(), "engine"], input=b"\xef\xbb\xbfready\n", capture_output=True, check=True
    )
    assert result.stdout == b"readyok\n"


def test_a_line_may_come_in_pieces_however_wide_its_characters() -> None:
    name = "\u00e9" * 40_000
    wide = f"position id={name} {PLAYOFF}".encode()
    with conversation() as engine:
        assert engine.process.stdin is not None
        for first in range(0, len(wide), 30_000):
            engine.process.stdin.write(wide[first : first + 30_000])
            engine.process.stdin.flush()
            time.sleep(0.05)
        engine.say("", "go")
        assert engine.hear() == "bestmove KD mean 40.0 se 0.0"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes there always wait")
def test_input_that_does_not_wait_is_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with subprocess.Popen([*COMMAND, "engine"], stdin=reading, stdout=subprocess.PIPE) as engine:
        os.close(reading)
        time.sleep(0.7)
        os.write(writing, b"ready\n")
        os.close(writing)
        assert engine.communicate(timeout=60)[0] == b"readyok\n"
    assert engine.returncode == 0


def test_ctrl_c_ends_it_with_130() -> None:
    with conversation() as engine:
        engine.say(f"position {FIRST_LEAD}", "go worlds 10000000", "ready")
        assert engine.answer() == "readyok"
        engine.process.send_signal(signal.SIGINT)
        assert AN_ANSWER.fullmatch(engine.answer())
        assert engine.process.wait(60) == 130


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_ctrl_c_is_heeded_though_the_tests_run_in_the_background() -> None:
    """A shell has its background jobs ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        result = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                f"{__file__}::{test_ctrl_c_ends_it_with_130.__name__}",
            ],
            capture_output=True,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.returncode == 0, result.stdout


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [*COMMAND, "engine"], stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE
    )
    os.close(write)
    os.close(read)
    assert process.stdin is not None
    assert process.stderr is not None
    with process.stdin, process.stderr:
        # It thinks, and finds out while nothing more is said to it.
        process.stdin.write(f"position {FIRST_LEAD}\ngo movetime 100\n".encode())
        process.stdin.flush()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_two_processes_play_a_hand(rules: str) -> None:
    (deal,) = random_deals(1, 11, RULEBOOKS[rules])
    referee = Referee.of_deal(deal)
    with conversation() as first, conversation() as second:
        first.say("setoption Engine default")
        second.say("setoption Engine advice")
        while not referee.is_over:
            assert referee.turn is not None
            mover = (first, second)[referee.turn]
            seen: Position | None = referee.view(referee.turn)
            mover.say(f"position {seen}", "go worlds 16")
            word, move, *_ = mover.answer().split()
            assert word == "bestmove"
            referee.push(move)
    assert sum(seat.tricks for seat in referee.points) == 250


def test_the_end_waits_for_the_last_line_of_an_answer() -> None:
    said: list[str] = []
    is_answering = threading.Event()

    def write(line: str) -> None:
        if line.startswith("info"):
            is_answering.set()
            time.sleep(0.05)
        said.append(line)

    engine = Conversation(write)
    engine.handle(
        "position rules=macdougall doubles=every stake=2 doubler=north trump=C act=double"
        " turn=north south=+12 north=QJ9.AAKJ.QQ9.AK gone=ATQJ.TKQJ9.AATTKKJ9.ATKJJ99"
    )
    engine.handle("go")
    assert is_answering.wait(60)
    engine.close()
    assert [line.split()[0] for line in said] == ["info", "bestmove"]
