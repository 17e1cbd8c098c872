"""What terminals of different widths show: no line is broken by the terminal itself."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from helpers.benched import BENCHED
from helpers.commandline import bare_environment, piped, read_all
from helpers.forked import forked_command, run_forked
from helpers.games import record
from oracle.slips import Slips, slipped_record
from pinochle_solver import Seat
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.render.grids import NARROW, WIDE, Table
from pinochle_solver.render.holdings import Holding, HoldingViews
from pinochle_solver.render.page import Page
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

WIDTHS = (40, 60, 80, 120)
at_each_width = pytest.mark.parametrize("width", WIDTHS)

STOCK = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)
FIVE_TRICKS = (
    "rules=scarne upcard=9S stock=13 turn=south south=Q.KKJ9.AQJJ.Q99 north=9.-.-.-+11 "
    "melds.south=dix@1+pinochle:QS.JD@5 melds.north=dix:9S@2 tricks=JC-QC,TD-TS,TC-9D,JS-JC,TH-JS "
    "points=50+17/10+34 dealer=south"
)
SMALL = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
SAMPLED = ["analyze", "--worlds", "200", "--threads", "1", STOCK]
LONG_NAMES = "player.south=Wilhelmina van Dort player.north=Maximilian de Groot"
OFFERED = (
    "rules=macdougall doubles=every upcard=TS stock=19 act=double turn=south north=+12 "
    "south=AK9.TKJJ.ATJ.K9 gone=-.-.A9.QJ points=0+16/0+0"
)
FULL = "rules=scarne trump=D south=T9.AT.TJJ9.KKJ9 north=K.AQQJ9.ATKQQ.A turn=north"
MISSED = Slips(out_of_turn=frozenset({3}), missed=(5, True), shuffled=7)
NAMES = ["solve", "analyze", "show", "melds", "replay", "score", "play", "engine", "deal"]
NAMES += ["match", "bench", "verify", "rules", "explore", "settings", "help"]


def commands(directory: Path) -> list[list[str]]:
    """Every command that only writes, with what it takes."""
    game = directory / "game.pnr"
    hands = [record("macdougall-bonus", seed, Seat(seed % 2)).text() for seed in (2, 3)]
    game.write_text("\n".join([*hands, record("hayes", 4, Seat(0), moves=30).text()]))
    hand = directory / "hand.pnr"
    hand.write_text("\n".join(record(name, 7, view=view).text() for name, view in VIEWS))
    slips = directory / "slips.pnr"
    slips.write_text(slipped_record("macdougall", 7, MISSED, notes=True).text)
    return [
        ["solve", SMALL],
        ["solve", f"{SMALL} {LONG_NAMES}"],
        ["analyze", "--worlds", "16", "--threads", "1", f"{OFFERED} {LONG_NAMES}"],
        ["analyze", "--worlds", "8", "--threads", "1", f"{STOCK} {LONG_NAMES}"],
        ["solve", f"{FULL} points=150+60/120+60 score=120/240"],
        SAMPLED,
        ["analyze", "--open-average", "--worlds", "8", "--threads", "1", STOCK],
        ["analyze", "--cards", "--worlds", "8", "--threads", "1", FIVE_TRICKS],
        [*SAMPLED, "--engine", "advice"],
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


END = "THE END OF ONE"


def in_terminal(
    commands: list[list[str]],
    width: int | None,
    words: str = "",
    seen_by: str = "stdout",
    between: str = "",
) -> str:
    """What commands write where some streams are a terminal; into a pipe with no width."""
    environment = bare_environment(TERM="xterm", NO_COLOR="1")
    benched = msgspec.json.encode(BENCHED).decode()
    with ExitStack() as stack:
        given, shown = (stack.enter_context(TemporaryFile()) for _ in range(2))
        given.write(words.encode())
        given.seek(0)
        if width is None:
            streams = (given.fileno(), shown.fileno(), 2)
            assert run_forked(commands, streams, environment, between, benched) == 0
            shown.seek(0)
            return shown.read().decode()
        master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        nothing = stack.enter_context(Path(os.devnull).open("wb"))
        if seen_by == "stdout":
            streams = (given.fileno(), terminal, nothing.fileno())
        else:
            streams = (terminal, shown.fileno(), terminal)
        # What the terminal shows has to be read while it is written.
        reader = stack.enter_context(ThreadPoolExecutor(1)).submit(read_all, master)
        try:
            run_forked(commands, streams, environment, between, benched)
        finally:
            # Or the reader would wait for more.
            os.close(terminal)
        seen = reader.result()
        if seen_by != "stdout":
            shown.seek(0)
            seen = shown.read()
    return re.sub(r"\x1b\[[0-9;]*m", "", seen.decode().replace("\r\n", "\n"))


@cache
def in_pipe(*command: str, words: str) -> str:
    """What a command writes into a pipe."""
    return in_terminal([list(command)], None, words)


def all_of(asked: list[list[str]], width: int | None) -> list[str]:
    """What each of some commands writes at a width."""
    written = in_terminal(asked, width, between=END)
    *outputs, rest = written.split(f"{END}\n")
    assert rest == ""
    assert len(outputs) == len(asked)
    assert all(outputs)
    return outputs


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("widths")


def with_letters(asked: list[list[str]]) -> list[list[str]]:
    return [
        [*command, "--ascii"]
        for command in asked
        if command[0] not in ("verify", "deal", "bench") and "--at" not in command
    ]


def words_of(text: str, apart: str = "") -> set[str]:
    """The words of a text, parted also at these letters; figures are all alike."""
    figures = re.sub(r"[0-9]+([.,][0-9]+)*", "0", text.replace("\\\n", ""))
    return set(re.split(rf"[\s{apart}]+", re.sub("[─-]{2,}", " ", figures)))


def told_as_lost(text: str) -> set[str]:
    """The words of the lines that tell what was left out."""
    told = re.findall(r"left out at this width: (?:.+\n(?:  .+\n)*)", text)
    return words_of(" ".join(told))


@pytest.mark.parametrize("ascii", [False, True], ids=["symbols", "ascii"])
def test_nothing_is_wider_than_the_terminal_and_no_word_is_broken(
    directory: Path, ascii: bool
) -> None:
    asked = with_letters(commands(directory)) if ascii else commands(directory)
    whole = all_of(asked, None)
    for width in WIDTHS:
        for output, unfolded in zip(all_of(asked, width), whole, strict=True):
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


ODD_NAMES = "player.south=José-María player.north=王小明王小明"
UNSEEN = "rules=glup upcard=9H turn=south south=AT9.AATTJJ99.9K.TJJ99 dealer=north score=1/2"


@pytest.mark.parametrize("ascii", [False, True], ids=["symbols", "ascii"])
def test_names_and_many_cards_of_a_suit_fit(ascii: bool) -> None:
    """Escaped a name is longer, and some letters take two columns."""
    asked = [["show", f"{position} {ODD_NAMES}"] for position in (SMALL, STOCK, UNSEEN)]
    asked = with_letters(asked) if ascii else asked
    for width in WIDTHS:
        for output in all_of(asked, width):
            assert [line for line in output.splitlines() if cell_len(line) > width] == []
            assert output.isascii() == ascii


@at_each_width
def test_help_fits(width: int) -> None:
    wide = in_pieces(120)
    for output, widest in zip(in_pieces(width), wide, strict=True):
        assert [line for line in output.splitlines() if len(line.rstrip()) > width] == []
        # Help is folded at hyphens, too, and between the values of an option.
        assert words_of(output, "|-") <= words_of(widest, "|-")


@pytest.mark.parametrize("columns", ["1", "2", "3"])
def test_help_is_written_where_it_cannot_fit(columns: str) -> None:
    with TemporaryFile() as out, TemporaryFile() as err:
        streams = (0, out.fileno(), err.fileno())
        assert run_forked(HELP, streams, bare_environment(COLUMNS=columns)) == 0
        out.seek(0)
        err.seek(0)
        assert err.read() == b""
        written = re.sub(r"\s", "", out.read().decode())
    assert written.count("Usage:pinochle") == len(HELP)
    assert written.count("Showthismessageandexit.") == len(HELP)


@cache
def in_pieces(width: int) -> list[str]:
    return all_of(HELP, width)


@at_each_width
def test_a_hand_played_fits(width: int) -> None:
    words = "help\n?\nmelds\nscore\n" + "1\n" * 12 + "table\nhint\nnonsense\nquit\n"
    asked = ["play", "--seed", "3", "--engine", "greedy", "--worlds", "8"]
    shown = in_terminal([asked], width, words)
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
    asked = ["explore", position, "--worlds", "8", "--threads", "1"]
    shown, whole = in_terminal([asked], width, words), in_pipe(*asked, words=words)
    assert [line for line in shown.splitlines() if len(line) > width] == []
    assert words_of(shown) - words_of(whole) - told_as_lost(shown) == set()


@at_each_width
def test_the_engine_is_read_by_programs(width: int) -> None:
    # What is answered while it thinks would come before or after its move, as it happens.
    words = f"pn\nposition {STOCK}\nfacts\nready\ngo worlds 8\nstop\nquit\n"
    at_terminal = in_terminal([["engine"]], width, words)
    assert max(map(len, at_terminal.splitlines())) > min(WIDTHS)
    protocol = [line for line in at_terminal.splitlines() if not line.startswith("info ")]
    piped = in_pipe("engine", words=words).splitlines()
    assert protocol == [line for line in piped if not line.startswith("info ")]


def test_columns_go_in_the_order_stated() -> None:
    def told(width: int) -> list[str]:
        (analysis,) = all_of([SAMPLED], width)
        lost = re.findall(r"left out at this width: ((?:.+\n)(?:  .+\n)*)", analysis)
        return [" ".join(text.split()) for text in lost]

    stated = [
        "worlds, win hand, the mean's error",
        "from hand, melds given up, melds gained",
    ]
    assert told(120) == told(80) == []
    for text, order in zip(told(60), stated, strict=True):
        assert order.startswith(f"{text}, ")
    assert told(40) == stated


def test_the_essential_stays() -> None:
    wide, narrow = (all_of([[*SAMPLED, "--ascii"]], width)[0] for width in (120, 40))
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
    shown = in_terminal([["show", position]], 40)
    line = re.match(r"(?:.*\\\n)+.*\n", shown)
    assert line is not None
    shell = f"printf '%s\\n' show --json {line[0].strip()}"
    for script in (shell, shell.replace("rules=", '"rules=') + '"'):
        found = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        assert json.loads(piped(found.stdout.splitlines(), "").out)["position"] == position


def test_a_pipe_does_not_depend_on_the_terminal(directory: Path) -> None:
    """Where standard input and error are one, and standard output is none."""
    asked = [command for command in commands(directory) if command[0] in ("replay", "rules")]
    asked += [["show", STOCK], ["deal"], ["analyze", "--help"]]
    alone = in_terminal(asked, None)
    assert in_terminal(asked, 40, seen_by="others") == alone
    assert in_terminal(asked, 200, seen_by="others") == alone
    assert STOCK in alone


@pytest.mark.parametrize("columns", [None, "40", "60"])
def test_notation_in_a_pipe_reads_whatever_columns_says(columns: str | None) -> None:
    """Shells export ``COLUMNS``, and their scripts have it as well."""
    environment = {} if columns is None else {"COLUMNS": columns}

    def run(*arguments: str, given: str = "") -> str:
        with patch.dict(os.environ, environment):
            ended = piped([*arguments], given)
        assert (ended.status, ended.err) == (0, "")
        return ended.out

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
    shown = in_terminal([["deal"]], 40)
    assert parse_record(shown) == parse_record(in_terminal([["deal"]], None))


@pytest.mark.parametrize(("columns", "is_heeded"), [("50", True), ("0", False), ("no", False)])
def test_columns_of_the_environment_are_heeded(columns: str, is_heeded: bool) -> None:
    run = subprocess.run(
        [*forked_command(), "melds", STOCK],
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
    table.may_shorten("the move", [Text("x")] * len(cells), lost="moves")
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


def test_a_name_of_wide_letters_is_whole() -> None:
    """Each takes two columns of a terminal."""
    table = Table()
    for seat in ("王小明", "Bob"):
        table.add_column(f"{seat}\nmelds", justify="right")
    table.add_row("10", "60")
    assert [share for _, share in table.fitted(None).columns] == [6, 5]
    assert [share for _, share in table.fitted(9).columns] == [6, 5]
    written = BytesIO()
    shown = TextIOWrapper(written, encoding="utf-8")
    Page(shown)._print(table)
    shown.flush()
    assert written.getvalue().decode().splitlines()[1:3] == [" 王小明     Bob", "  melds   melds"]


def test_a_column_that_is_gone_gives_up_nothing_more() -> None:
    table = table_of([("a b c d", "e f g h", "i")])
    table.may_lose("last")
    table.may_fold("last")
    table.may_lose("in two lines")
    fitted = table.fitted(8)
    assert [column.name for column, _ in fitted.columns] == ["the move"]
    assert fitted.lost == ("last", "in two lines")


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


def test_the_widest_column_that_can_gives_way_first() -> None:
    table = Table()
    for cell in ("a b c d e", "f g h", "wider than all"):
        table.add_column("", no_wrap=cell == "wider than all")
    table.add_row("a b c d e", "f g h", "wider than all")
    for width, shares in ((31, [8, 5, 14]), (28, [5, 5, 14]), (26, [4, 4, 14])):
        assert [share for _, share in table.fitted(width).columns] == shares


def test_hands_side_by_side_are_as_many_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    suits = tuple(map(Text, ("AT", "K", "-", "9")))
    holdings = [Holding(who, "hand", suits) for who in ("south", "south", "north")]

    def lines(width: int | None) -> list[str]:
        page = StringIO()
        monkeypatch.setattr(Page, "_width", width)
        HoldingViews(page, ascii=True)._holdings(holdings)
        return [line.strip() for line in page.getvalue().splitlines()]

    row = "hand   AT   K   -   9"
    assert lines(None) == [f"south   {row}", row, f"north   {row}"]
    shown = lines(20)
    assert [shown[0].split(), shown[6].split()] == [["south", "south"], ["north"]]
    assert [shown[2].split(), shown[8].split()] == [["AT", "AT"], ["AT"]]
    assert [line for line in lines(12) if "th" in line] == ["south", "south", "north"]
