"""The log of a match: what was said to the programs that play, and by them, whatever happens."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers.commandline import COMMAND, Pinochle
from helpers.paths import ROOT
from helpers.rivals import ENGINE, SETTINGS
from pinochle_solver import Referee, StockPosition, StopFlag, parse_position
from pinochle_solver.engines import external
from pinochle_solver.matches.log import MatchLog, MatchLogError
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.pairs import MatchTable
from pinochle_solver.matches.processes import play_in_processes
from pinochle_solver.matches.results import PairResult

EXAMPLE = ROOT / "examples" / "engine.py"
THUMB = f"cmd:{sys.executable} {EXAMPLE}"
LINE = re.compile(r"(\d+\.\d{3}) (-|[1-9]\d*/[12]) ([-AB]) ([<>!=]) (.*)")


class Line(NamedTuple):
    seconds: float
    hand: str
    player: str
    which: str
    text: str


def lines_of(file: Path) -> list[Line]:
    text = file.read_bytes().decode()
    assert text.endswith("\n")
    assert text.replace("\n", "").isprintable()
    found = []
    for line in text.removesuffix("\n").split("\n"):
        match = LINE.fullmatch(line)
        assert match, line
        seconds, *rest = match.groups()
        found.append(Line(float(seconds), *rest))
    return found


def words(lines: list[Line], which: str) -> list[str]:
    return [line.text.split(" ")[0] for line in lines if line.which == which]


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    # After an error it is listened to for a while.
    monkeypatch.setattr(external, "_AFTER_ERROR_SECONDS", 0.2)
    script = tmp_path / "engine.py"
    script.write_text(ENGINE)
    return lambda mode: f"cmd:{sys.executable} {script} {mode}"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "match.log"


def match(*players: str, pairs: int = 1) -> list[str]:
    return ["match", *players, "--pairs", str(pairs), "--worlds", "1"]


def test_all_that_was_said_is_there_in_order(
    pinochle: Pinochle, engine: Callable[[str], str], log: Path
) -> None:
    result = pinochle(*match("greedy", engine("good")), "--log", str(log), "--json")
    assert (result.status, result.err) == (0, "")
    header, *said = lines_of(log)
    assert (header.hand, header.player, header.which) == ("-", "-", "=")
    start = f"match of A greedy and B {engine('good')}, seed 1, "
    assert re.fullmatch(re.escape(start) + r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", header.text)
    assert {line.player for line in said} == {"B"}
    assert all(one.seconds <= other.seconds for one, other in pairwise(said))
    # It is asked for its name before the match, and plays in another process.
    before = [line for line in said if line.hand == "-"]
    assert words(before, ">") == ["pn", "new", "ready", "quit", "quit"]
    assert words(before, "<") == ["id", "option", "pnok", "readyok"]
    for hand in ("1/1", "1/2"):
        lines = [line for line in said if line.hand == hand]
        first = ["pn"] if hand == "1/1" else []
        begun = len(first) + 2
        assert words(lines, ">")[:begun] == [*first, "new", "ready"]
        asked = words(lines, ">")[begun:]
        decisions = len(asked) // 3
        assert decisions > 12
        assert asked == ["ready", "position", "go"] * decisions
        answers = [word for word in words(lines, "<") if word in ("readyok", "info", "bestmove")]
        assert answers == ["readyok", *["readyok", "info", "bestmove"] * decisions]
        order = [line.text for line in lines if line.text.startswith(("go ", "bestmove "))]
        assert all(text.startswith("go ") for text in order[::2])
        assert all(text.startswith("bestmove ") for text in order[1::2])
        assert len(order) == 2 * decisions


def test_it_changes_nothing_that_is_found(
    pinochle: Pinochle, engine: Callable[[str], str], log: Path
) -> None:
    run = (*match("random", engine("good"), pairs=2), "--json")
    without, logged = pinochle(*run), pinochle(*run, "--log", str(log))
    assert (without.status, without.err) == (logged.status, logged.err)
    one, other = json.loads(without.out), json.loads(logged.out)
    for key in ("points", "without_luck", "won", "lost", "tied", "failures", "finished"):
        assert one[key] == other[key]


@pytest.mark.parametrize(
    ("mode", "why", "last"),
    [
        ("illegal", "illegal move 'ZZ': unknown rank 'Z' in 'ZZ'", "bestmove ZZ"),
        ("error", "answered 'error no idea'", "error no idea"),
        ("crash", "ended with status 3", None),
    ],
)
def test_what_a_faulty_engine_said_last_is_there(
    pinochle: Pinochle, engine: Callable[[str], str], log: Path, mode: str, why: str, last: str
) -> None:
    result = pinochle(*match(engine(mode), "greedy"), "--log", str(log))
    assert result.status == 1
    said = lines_of(log)
    for hand in ("1/1", "1/2"):
        lines = [line for line in said if line.hand == hand]
        (remark,) = [line for line in lines if line.which == "="]
        assert (remark.player, remark.text) == ("A", f"lost the hand: {why}")
        heard = [line.text for line in lines[: lines.index(remark)] if line.which == "<"]
        if last is not None:
            assert heard[-1] == last
        assert words(lines, ">").count("go") == 3


FAULTY = r"""
import sys
print("id name Faulty\npnok", flush=True)
for line in sys.stdin:
    if line.startswith("ready"):
        print("readyok\r", flush=True)
    if line.startswith("go"):
        sys.stdout.buffer.write(b"info a\x1b[2Jb\xff\xe2\x80\xa8c\n\nbestmove without an end")
        sys.stdout.flush()
        sys.exit("it broke\nin two lines")
"""


def test_last_words_and_standard_error_are_there_and_cannot_act_on_a_terminal(
    pinochle: Pinochle, tmp_path: Path, log: Path
) -> None:
    script = tmp_path / "faulty.py"
    script.write_text(FAULTY)
    player = f"cmd:{sys.executable} {script}"
    result = pinochle(*match(player, "greedy"), "--log", str(log))
    assert result.status == 1
    # It is still told where it was told before.
    assert result.err.splitlines()[:2] == ["it broke", "in two lines"]
    for hand in ("1/1", "1/2"):
        lines = [line for line in lines_of(log) if line.hand == hand]
        heard = [line.text for line in lines if line.which == "<" and "ready" not in line.text]
        assert heard[-3:] == [r"info a\x1b[2Jb\xff\u2028c", "", "bestmove without an end"]
        assert [line.text for line in lines if line.which == "!"] == ["it broke", "in two lines"]
        (remark,) = [line for line in lines if line.which == "="]
        assert remark.text == "lost the hand: ended with status 1"


def test_both_players_and_the_moves_they_are_told(pinochle: Pinochle, log: Path) -> None:
    result = pinochle(*match(THUMB, THUMB), "--rules", "hayes", "--log", str(log))
    assert result.status == 0
    said = lines_of(log)
    for player in "AB":
        lines = [line.text for line in said if line.player == player and line.which == ">"]
        assert lines.count("setoption Legal true") == 2
        told = 0
        for one, other in pairwise(lines):
            assert one.startswith("position ") == other.startswith("legal ")
            if one.startswith("position "):
                position = parse_position(one.removeprefix("position "))
                unseen = position.unseen if isinstance(position, StockPosition) else ()
                moves = Referee.of_position(position, tuple(unseen)).moves()
                assert other.split()[1:] == [move.text() for move in moves]
                assert len(moves) > 1
                told += 1
        assert told > 24


@pytest.mark.parametrize(
    ("option", "is_told"),
    [("option Legal", True), ("option name Legal type check", True), ("option Illegal", False)],
)
def test_who_asks_for_the_legal_moves_is_told_them(
    pinochle: Pinochle, tmp_path: Path, log: Path, option: str, is_told: bool
) -> None:
    script = tmp_path / "asks.py"
    text = EXAMPLE.read_text().replace("option Legal type check default false", option)
    script.write_text(text)
    pinochle(*match(f"cmd:{sys.executable} {script}", "greedy"), "--log", str(log))
    told = words(lines_of(log), ">")
    assert ("legal" in told) == is_told
    assert ("setoption" in told) == is_told


def test_several_processes_write_whole_lines_of_every_hand(
    pinochle: Pinochle, engine: Callable[[str], str], log: Path
) -> None:
    pairs = 4
    run = match(engine("good"), THUMB, pairs=pairs)
    result = pinochle(*run, "--processes", "2", "--log", str(log))
    assert (result.status, result.err) == (0, "")
    said = lines_of(log)
    assert words(said, "=") == ["match"]
    hands = {f"{pair}/{hand}" for pair in range(1, pairs + 1) for hand in (1, 2)}
    assert {line.hand for line in said} == {"-", *hands}
    for hand in hands:
        for player in "AB":
            lines = [line for line in said if (line.hand, line.player) == (hand, player)]
            asked = [line.text for line in lines if line.text.startswith(("go ", "bestmove "))]
            assert len(asked) > 24
            assert all(text.startswith("go ") for text in asked[::2])
            assert all(text.startswith("bestmove ") for text in asked[1::2])
    # Whoever was asked for its name was asked to quit.
    asked = words(said, ">")
    assert asked.count("quit") == asked.count("pn") >= 2 + 2


def test_what_a_file_holds_stays(pinochle: Pinochle, log: Path) -> None:
    log.write_text("a line of mine\n")
    for seed in ("5", "6"):
        run = (*match(THUMB, "random"), "--seed", seed, "--log", str(log))
        assert pinochle(*run).status == 0
    mine, *said = log.read_text().splitlines()
    assert mine == "a line of mine"
    headers = [line for line in said if " = match of A " in line]
    assert [header.split(", seed ")[1].split(",")[0] for header in headers] == ["5", "6"]
    assert all(LINE.fullmatch(line) for line in said)


def test_without_a_program_it_holds_the_players(pinochle: Pinochle, log: Path) -> None:
    assert pinochle(*match("greedy", "random"), "--log", str(log)).status == 0
    (header,) = lines_of(log)
    assert header.text.startswith("match of A greedy and B random, seed 1, ")


@pytest.mark.parametrize("place", ["no/such.log", "."])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    pinochle: Pinochle, tmp_path: Path, place: str
) -> None:
    file, marker = tmp_path / place, tmp_path / "started"
    player = f"cmd:{sys.executable} -c \"open(r'{marker}', 'w')\""
    results = tmp_path / "results"
    run = (*match(player, "greedy"), "--resume", str(results), "--log", str(file))
    result = pinochle(*run)
    fact = "is a directory" if place == "." else "no such file or directory"
    assert (result.status, result.out, result.err) == (2, "", f"{file}: {fact}\n")
    assert not marker.exists()
    assert not results.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full device")
def test_a_full_disk_is_told_before_anything_is_played(pinochle: Pinochle) -> None:
    result = pinochle(*match(THUMB, "greedy"), "--log", "/dev/full")
    assert (result.status, result.out) == (2, "")
    assert result.err == "/dev/full: no space left on device\n"


@pytest.mark.parametrize("other", ["--record", "--resume"])
def test_a_log_is_no_other_file(pinochle: Pinochle, log: Path, other: str) -> None:
    again = log.parent / "." / log.name
    result = pinochle(*match(THUMB, "greedy"), "--log", str(log), other, str(again))
    assert (result.status, result.out) == (2, "")
    assert result.err == f"pinochle match: {other} and --log name the same file\n"
    assert not log.exists()


def test_what_does_not_start_is_told_in_it(pinochle: Pinochle, log: Path) -> None:
    result = pinochle(*match("random", "cmd:/no/such/engine"), "--log", str(log))
    assert result.status == 2
    said = lines_of(log)
    assert [(line.player, line.which, line.text) for line in said[1:]] == [
        ("B", "=", "cannot be started: no such file or directory")
    ]


def filling(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Let the disk be full after so many bytes of logs."""
    write = MatchLog._write
    left = [size]

    def limited(self: MatchLog, line: bytes) -> None:
        left[0] -= len(line)
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        write(self, line)

    monkeypatch.setattr(MatchLog, "_write", limited)


def test_a_disk_that_fills_up_ends_the_match_with_its_report(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    run = (*match(THUMB, "random", pairs=50), "--log", str(log), "--json")
    filling(monkeypatch, 100_000)
    result = pinochle(*run)
    assert (result.status, result.err) == (2, f"{log}: no space left on device\n")
    found = json.loads(result.out)
    assert 1 <= found["pairs"] < 50
    assert not found["finished"]
    assert lines_of(log)[-1].hand.startswith(f"{found['pairs'] + 1}/")


def test_a_log_that_a_process_cannot_open_ends_the_match(tmp_path: Path) -> None:
    settings = replace(SETTINGS, a=THUMB)
    gone = MatchLog(tmp_path / "no" / "log")
    playing = play_in_processes(settings, range(1, 9), 2, StopFlag(), gone)
    with pytest.raises(MatchLogError, match="no such file or directory"):
        list(playing)


def test_a_log_goes_on_elsewhere_with_the_same_clock(log: Path) -> None:
    here = MatchLog(log, time.monotonic() - 100)
    here.begin(("x", "y"), 1)
    there = pickle.loads(pickle.dumps(here))
    there.hand = "7/2"
    there.listener("B")(">", "go")
    for each in (here, there):
        each.close()
    header, line = lines_of(log)
    assert 100 <= header.seconds <= line.seconds < 160
    assert line[1:] == ("7/2", "B", ">", "go")
    # What is said after the end is not kept, and not written to another file of that number.
    with (log.parent / "other").open("wb") as other:
        here.remark("A", "late")
        assert os.fstat(other.fileno()).st_size == 0
    assert len(lines_of(log)) == 2


def test_threads_write_whole_lines(log: Path) -> None:
    kept = MatchLog(log)
    texts = {f"{name} " + name * 5000 for name in "abcd"}

    def say(text: str) -> None:
        for _ in range(50):
            kept.listener("A")("<", text)

    threads = [threading.Thread(target=say, args=(text,)) for text in sorted(texts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept.close()
    lines = lines_of(log)
    assert len(lines) == 200
    assert {line.text for line in lines} == texts


def wait_for(file: Path, text: bytes) -> None:
    deadline = time.monotonic() + 60
    while not file.exists() or text not in file.read_bytes():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(("processes", "number"), [("1", signal.SIGINT), ("2", signal.SIGTERM)])
def test_ctrl_c_keeps_what_was_said(log: Path, processes: str, number: int) -> None:
    run = match(THUMB, "random", pairs=100_000)
    process = subprocess.Popen(
        [*COMMAND, *run, "--processes", processes, "--json", "--log", str(log)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    for hand in (b" 1/1 ", b" 2/1 "):
        wait_for(log, hand)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert not json.loads(out)["finished"]
    said = lines_of(log)
    asked = words(said, ">")
    assert asked.count("quit") == asked.count("pn") == 1 + int(processes)
    assert said[-1].hand == "-"


def test_a_match_that_is_killed_keeps_what_was_said(log: Path) -> None:
    run = match(THUMB, "random", pairs=100_000)
    process = subprocess.Popen([*COMMAND, *run, "--log", str(log)], stdout=subprocess.DEVNULL)
    wait_for(log, b" 2/1 ")
    process.kill()
    process.wait()
    assert "bestmove" in words(lines_of(log), "<")


def test_an_engine_that_says_too_much_is_not_waited_for(
    engine: Callable[[str], str], log: Path
) -> None:
    """What it says after the end of the match is not kept for ever."""
    stop = StopFlag()
    kept = MatchLog(log)
    table = MatchTable(replace(SETTINGS, a=engine("flood")), stop, kept)
    threading.Timer(0.5, stop.set).start()
    begun = time.monotonic()
    with pytest.raises(InterruptedError):
        table.play(1)
    table.close()
    kept.close()
    assert time.monotonic() - begun < 30
    size = log.stat().st_size
    time.sleep(0.2)
    assert log.stat().st_size == size
    assert words(lines_of(log), "<").count("info") > 1000


def test_pairs_that_are_played_do_not_need_a_log() -> None:
    (pair,) = play_pairs(replace(SETTINGS, a=THUMB), [1], 1, StopFlag())
    assert isinstance(pair, PairResult)
    assert [hand.failed for hand in pair.hands] == [None, None]
