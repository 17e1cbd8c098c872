"""What terminals of different widths show: no line is broken by the terminal itself."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from commandline import COMMAND, bare_environment, read_all
from games import record
from oracle.slips import Slips, slipped_record
from pinochle_solver import Seat
from pinochle_solver.bench import (
    BenchResult,
    Distribution,
    HandsResult,
    SetResult,
    bench_sets,
)
from pinochle_solver.game.replaying import replay_record
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.render.tables import NARROW, WIDE, Table
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

WIDTHS = (40, 60, 80, 120)
at_each_width = pytest.mark.parametrize("width", WIDTHS)

STOCK = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)
SMALL = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
FULL = "rules=scarne trump=D south=T9.AT.TJJ9.KKJ9 north=K.AQQJ9.ATKQQ.A turn=north"
MISSED = Slips(out_of_turn=frozenset({3}), missed=(5, True), shuffled=7)
NAMES = ["solve", "analyze", "show", "melds", "replay", "score", "play", "engine", "deal"]
NAMES += ["match", "bench", "verify", "rules", "explore", "settings", "help"]

# A bench takes seconds, and is as wide whatever it has measured.
_FIGURES = Distribution(3_644.2, 2_871, 31_502, 123_456)
_MILLISECONDS = Distribution(0.512, 0.301, 4.514, 123.456)
BENCHED = BenchResult(
    machine="A processor with a long name @ 2.80GHz, Linux x86_64, CPython 3.11.7",
    table_mib=8.0,
    peak_mib=123.4,
    signature=12_345_678,
    sets=tuple(
        SetResult(name, 100, _FIGURES, _MILLISECONDS, 2.61, 2.52, 1_234_567)
        for name in bench_sets()
    ),
    hands=tuple(HandsResult(name, 5_000, 269_312, 10.2, 1_234_567_890) for name in PINOCHLE_BOOKS),
    hand_signature=1_234_567_890,
)

# Runs commands one after another in one process, each followed by a line of its own.
RUN = f"""
import json, sys
import msgspec
from pinochle_solver import cli
from pinochle_solver.bench import BenchResult
from pinochle_solver.cli import bench
BENCHED = {msgspec.json.encode(BENCHED)!r}
bench.run_bench = lambda *_: msgspec.json.decode(BENCHED, type=BenchResult)
for command in json.loads(sys.argv[1]):
    cli.run(command)
    print("END OF", *command[:1], flush=True)
"""


def commands(directory: Path) -> list[list[str]]:
    """Every command that only writes, with what it takes."""
    game = directory / "game.pnr"
    hands = [record("macdougall-bonus", seed, Seat(seed % 2)).text() for seed in (2, 3)]
    game.write_text("\n".join([*hands, record("hayes", 4, Seat(0), moves=30).text()]))
    hand = directory / "hand.pnr"
    hand.write_text("\n".join(record(name, 7, view=view).text() for name, view in VIEWS))
    slips = directory / "slips.pnr"
    slips.write_text(slipped_record("macdougall", 7, MISSED, notes=True).text)
    sampled = ["analyze", "--worlds", "200", "--threads", "1", STOCK]
    return [
        ["solve", SMALL],
        ["solve", f"{FULL} points=150+60/120+60 score=120/240"],
        sampled,
        ["analyze", "--open-average", "--worlds", "8", "--threads", "1", STOCK],
        [*sampled, "--engine", "advice"],
        ["show", STOCK],
        ["show", FULL],
        ["melds", STOCK, "--turns", "3"],
        ["melds", "AATTKKQQJJ9.-.J.-", "--trump", "S", "--turns", "4", "--draws", "4"],
        ["replay", str(hand)],
        ["replay", "--at", "9m", str(hand)],
        ["replay", str(slips)],
        ["score", str(game)],
        ["score", "--single-hand", str(game)],
        ["score", "--pays", "difference", "--target", "300", str(game)],
        ["deal"],
        ["deal", "--playoff", "12"],
        ["match", "greedy", "random", "--worlds", "1", "--pairs", "2", "--rules", "all"],
        ["bench"],
        ["verify", SMALL],
        ["rules"],
    ]


VIEWS = [*((name, None) for name in PINOCHLE_BOOKS), ("scarne", Seat.NORTH)]
HELP = [["--help"], *([name, "--help"] for name in NAMES)]


def in_terminal(
    command: list[str], width: int | None, words: str = "", seen_by: str = "stdout"
) -> str:
    """What a command writes where some streams are a terminal; into a pipe with no width."""
    environment = bare_environment(TERM="xterm", NO_COLOR="1")
    if width is None:
        return subprocess.run(
            command, input=words.encode(), stdout=subprocess.PIPE, env=environment, check=True
        ).stdout.decode()
    terminal, child_end = pty.openpty()
    fcntl.ioctl(child_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE if seen_by == "stdout" else child_end,
        stdout=child_end if seen_by == "stdout" else subprocess.PIPE,
        stderr=subprocess.DEVNULL if seen_by == "stdout" else child_end,
        env=environment,
    ) as process:
        os.close(child_end)
        if process.stdin is not None:
            process.stdin.write(words.encode())
            process.stdin.close()
        if process.stdout is None:
            shown = read_all(terminal)
        else:
            shown = process.stdout.read()
            os.close(terminal)
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode().replace("\r\n", "\n"))


@cache
def in_pipe(*command: str, words: str) -> str:
    """What a command writes into a pipe."""
    return in_terminal(list(command), None, words)


def all_of(asked: list[list[str]], width: int | None) -> list[str]:
    """What each of some commands writes at a width."""
    written = in_terminal([sys.executable, "-c", RUN, json.dumps(asked)], width)
    *outputs, rest = re.split(r"(?m)^END OF.*\n", written)
    assert rest == ""
    assert len(outputs) == len(asked)
    assert all(outputs)
    return outputs


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("widths")


@cache
def outputs_of(directory: Path, width: int | None, ascii: bool) -> list[str]:
    asked = commands(directory)
    if ascii:
        asked = [
            [*command, "--ascii"]
            for command in asked
            if command[0] not in ("verify", "deal", "bench") and "--at" not in command
        ]
    return all_of(asked, width)


def words_of(text: str, apart: str = "") -> set[str]:
    """The words of a text, parted also at these letters; figures are all alike."""
    figures = re.sub(r"[0-9]+([.,][0-9]+)*", "0", text.replace("\\\n", ""))
    return set(re.split(rf"[\s{apart}]+", re.sub("[─-]{2,}", " ", figures)))


def told_as_lost(text: str) -> set[str]:
    """The words of the lines that tell what was left out."""
    told = re.findall(r"left out at this width: (?:.+\n(?:  .+\n)*)", text)
    return words_of(" ".join(told))


@at_each_width
@pytest.mark.parametrize("ascii", [False, True], ids=["symbols", "ascii"])
def test_nothing_is_wider_than_the_terminal_and_no_word_is_broken(
    directory: Path, width: int, ascii: bool
) -> None:
    whole = outputs_of(directory, None, ascii)
    for output, unfolded in zip(outputs_of(directory, width, ascii), whole, strict=True):
        # A tag of a record is one line, or it does not read.
        lines = [line for line in output.splitlines() if not line.startswith("[")]
        assert [line for line in lines if len(line) > width] == []
        assert output.isascii() or not ascii
        assert words_of(output) - words_of(unfolded) - told_as_lost(output) == set()


@at_each_width
def test_a_word_longer_than_a_line_is_cut(width: int) -> None:
    name = "abcdefghij" * 13
    asked = [["show", f"{SMALL} id={name}"], ["solve", f"{SMALL} id={name}"]]
    asked += [["show", f"{STOCK} id={name}"]]
    for output, times in zip(all_of(asked, width), (2, 1, 2), strict=True):
        assert [line for line in output.splitlines() if len(line) > width] == []
        # In its line and in the headline.
        assert re.sub(r"\\?\n *", "", output).count(name) == times


@at_each_width
def test_help_fits(width: int) -> None:
    wide = in_pieces(120)
    for output, widest in zip(in_pieces(width), wide, strict=True):
        assert [line for line in output.splitlines() if len(line.rstrip()) > width] == []
        # Help is folded at hyphens, too, and between the values of an option.
        assert words_of(output, "|-") <= words_of(widest, "|-")


@pytest.mark.parametrize("columns", ["1", "2", "3"])
def test_help_is_written_where_it_cannot_fit(columns: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(HELP)],
        env=bare_environment(COLUMNS=columns),
        capture_output=True,
        check=True,
    )
    assert run.stderr == b""
    written = re.sub(r"\s", "", run.stdout.decode())
    assert written.count("Usage:pinochle") == len(HELP)
    assert written.count("Showthismessageandexit.") == len(HELP)


@cache
def in_pieces(width: int) -> list[str]:
    return all_of(HELP, width)


@at_each_width
def test_a_hand_played_fits(width: int) -> None:
    words = "help\n?\nmelds\nscore\n" + "1\n" * 12 + "table\nhint\nnonsense\nquit\n"
    asked = [*COMMAND, "play", "--seed", "3", "--engine", "greedy", "--worlds", "8"]
    shown = in_terminal(asked, width, words)
    assert "best: " in shown
    assert [line for line in shown.splitlines() if len(line) > width] == []
    whole = words_of(in_pipe(*asked, words=words))
    assert words_of(shown) - told_as_lost(shown) <= whole


@at_each_width
@pytest.mark.parametrize(
    ("position", "words"),
    [
        (SMALL, "help\n?\nfly\n99\nTH\nstart\nKD\ntrail\nline\nposition\nend\nq\n"),
        (STOCK, "?\nmarriage of hearts\n\n?\nAS\n1\n?\n9S\n\nKS\ntrail\nposition\nq\n"),
    ],
)
def test_a_position_explored_fits(position: str, words: str, width: int) -> None:
    asked = [*COMMAND, "explore", position, "--worlds", "8", "--threads", "1"]
    shown, whole = in_terminal(asked, width, words), in_pipe(*asked, words=words)
    assert [line for line in shown.splitlines() if len(line) > width] == []
    assert words_of(shown) - words_of(whole) - told_as_lost(shown) == set()


@at_each_width
def test_the_engine_is_read_by_programs(width: int) -> None:
    # What is answered while it thinks would come before or after its move, as it happens.
    words = f"pn\nposition {STOCK}\nfacts\nready\ngo worlds 8\nstop\nquit\n"
    at_terminal = in_terminal([*COMMAND, "engine"], width, words)
    assert max(map(len, at_terminal.splitlines())) > min(WIDTHS)
    protocol = [line for line in at_terminal.splitlines() if not line.startswith("info ")]
    piped = in_pipe(*COMMAND, "engine", words=words).splitlines()
    assert protocol == [line for line in piped if not line.startswith("info ")]


def test_columns_go_in_the_order_stated(directory: Path) -> None:
    def told(width: int) -> list[str]:
        analysis = outputs_of(directory, width, False)[2]
        lost = re.findall(r"left out at this width: ((?:.+\n)(?:  .+\n)*)", analysis)
        return [" ".join(text.split()) for text in lost]

    stated = [
        "worlds, win hand, the mean's error",
        "cards laid, melds given up, melds gained",
    ]
    assert told(120) == told(80) == []
    for text, order in zip(told(60), stated, strict=True):
        assert order.startswith(f"{text}, ")
    assert told(40) == stated


def test_the_essential_stays(directory: Path) -> None:
    wide, narrow = (outputs_of(directory, width, True)[2] for width in (120, 40))
    table = wide[wide.index("\n move ") :].lstrip("\n").split("\n\n")[0]
    rows = re.findall(r"(?m)^ (\S.*?)  +(-?\d+\.\d) \+- .*?(-|\d+\.\d \+- +\d+\.\d)  ", table)
    assert len(rows) == 6
    for move, mean, behind in rows:
        row = rf"{re.escape(move)} +{re.escape(mean)} +{re.escape(behind)}"
        assert re.search(rf"(?m)^{row} *$", narrow), row


LATE = str(replay_record(record("macdougall-bonus", 7)).at(9, "m", None).text())

NAMED = {f"id of {size}": f"{SMALL} id={'x' * size}" for size in (34, 35, 36, 37, 75, 76, 120)}
NAMED |= {f"{name}, more": f"{position} bm=KD" for name, position in NAMED.items()}
FOLDED = {"stock": STOCK, "playoff": FULL, "long tokens": LATE} | NAMED


@pytest.mark.parametrize("position", FOLDED.values(), ids=FOLDED)
def test_a_folded_position_can_be_copied(position: str) -> None:
    shown = in_terminal([*COMMAND, "show", position], 40)
    line = re.match(r"(?:.*\\\n)+.*\n", shown)
    assert line is not None
    shell = f"{sys.executable} -m pinochle_solver show --json {line[0].strip()}"
    for script in (shell, shell.replace("rules=", '"rules=') + '"'):
        found = subprocess.run(["sh", "-c", script], capture_output=True, check=True)
        assert json.loads(found.stdout)["position"] == position


def test_a_pipe_does_not_depend_on_the_terminal(directory: Path) -> None:
    """Where standard input and error are one, and standard output is none."""
    asked = [command for command in commands(directory) if command[0] in ("replay", "rules")]
    asked += [["show", STOCK], ["deal"], ["analyze", "--help"]]
    command = [sys.executable, "-c", RUN, json.dumps(asked)]
    piped = in_terminal(command, None)
    assert in_terminal(command, 40, seen_by="others") == piped
    assert in_terminal(command, 200, seen_by="others") == piped
    assert STOCK in piped


@pytest.mark.parametrize("columns", [None, "40", "60"])
def test_notation_in_a_pipe_reads_whatever_columns_says(columns: str | None) -> None:
    """Shells export ``COLUMNS``, and their scripts have it as well."""
    environment = os.environ | ({} if columns is None else {"COLUMNS": columns})

    def run(*arguments: str, given: str = "") -> str:
        return subprocess.run(
            [*COMMAND, *arguments],
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    hands = run("deal", "--count", "2", "--seed", "5")
    assert run("replay", "--json", "-", given=hands).count('"line":') == 2
    playoffs = run("deal", "--playoff", "12", "--count", "2")
    assert len(run("solve", "--json", "-", given=playoffs).splitlines()) == 2
    for line in (
        run("show", STOCK),
        run("verify", SMALL),
        run("replay", "--at", "9m", "-", given=record("macdougall-bonus", 7).text()),
    ):
        position = f"{line.splitlines()[0]}\n"
        assert json.loads(run("show", "--json", "-", given=position))["position"] in line


def test_a_record_copied_from_a_terminal_reads() -> None:
    shown = in_terminal([*COMMAND, "deal"], 40)
    assert parse_record(shown) == parse_record(in_terminal([*COMMAND, "deal"], None))


@pytest.mark.parametrize(("columns", "is_heeded"), [("50", True), ("0", False), ("no", False)])
def test_columns_of_the_environment_are_heeded(columns: str, is_heeded: bool) -> None:
    run = subprocess.run(
        [*COMMAND, "melds", STOCK],
        env=bare_environment(COLUMNS=columns),
        stdout=subprocess.PIPE,
        check=True,
    )
    longest = max(map(len, run.stdout.decode().splitlines()))
    assert longest <= 50 if is_heeded else longest > 100


# ------------------------------------------------------------------------------------ the tables

cell = st.text("ab ♠9\n", max_size=12)
rows = st.lists(st.tuples(cell, cell, cell), min_size=1, max_size=4)


def table_of(cells: list[tuple[str, str, str]]) -> Table:
    table = Table()
    table.add_column("the move", no_wrap=True)
    table.add_column("in\ntwo lines")
    table.add_column("last", no_wrap=True)
    for row in cells:
        table.add_row(*row)
    return table


@given(rows, st.integers(1, 60))
def test_a_table_gives_way_no_further_than_it_has_to(
    cells: list[tuple[str, str, str]], width: int
) -> None:
    table = table_of(cells)
    table.may_lose("last")
    table.may_shorten("the move", [Text("x")] * len(cells), told="moves")
    table.may_fold("the move")
    fitted = table.fitted(width)
    total = sum(share for _, share in fitted.columns) + fitted.spacing.edge
    total += fitted.spacing.gap * (len(fitted.columns) - 1)
    least = [column.least for column, _ in fitted.columns]
    assert all(share >= low for (_, share), low in zip(fitted.columns, least, strict=True))
    if total > width:
        # All has been given.
        assert fitted.lost == ("last", "moves")
        assert [share for _, share in fitted.columns] == least
    if fitted.lost:
        # It was not wide enough for all.
        whole = table_of(cells).fitted(width)
        assert sum(share for _, share in whole.columns) + 2 * whole.spacing.gap > width
    assert table.fitted(None).lost == ()
    assert table.fitted(None).spacing == WIDE


def test_gaps_go_before_words_are_parted_and_these_before_columns() -> None:
    table = table_of([("a b c d", "e f g h", "i")])
    table.may_lose("last")
    for width, spacing, shares in (
        (28, WIDE, [8, 9, 4]),
        (27, NARROW, [8, 9, 4]),
        (25, NARROW, [8, 9, 4]),
        (24, NARROW, [8, 8, 4]),
        (21, NARROW, [8, 5, 4]),
        (20, NARROW, [8, 9]),
        (15, NARROW, [8, 5]),
        (9, NARROW, [8, 5]),
    ):
        fitted = table.fitted(width)
        assert fitted.spacing == spacing, width
        assert [share for _, share in fitted.columns] == shares
