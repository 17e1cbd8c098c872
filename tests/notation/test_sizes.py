"""Texts of any size are refused by stated limits, or read in time that grows with their length."""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
import tracemalloc
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from time import process_time

import pytest

from helpers.commandline import Pinochle, piped, started
from helpers.paths import ROOT, TESTS
from pinochle_solver import sizes
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.position_lines import read_positions
from pinochle_solver.notation.record_files import read_records
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.notation.sources import LineReader, lines_of
from pinochle_solver.notation.table.all_games import parse_any_position
from pinochle_solver.notation.table.record_files import read_table_records
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.cards import Card, Hand

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="has no such files")
TAGS = """\
[View "south"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
"""
MOVES = "1. AD 9S {dix +9C} 2. QC AD {dix +JS}"
STOCK = "rules=scarne upcard=9S stock=19 turn=south south=KQ.KQ.AKQJ.AKQJ north=-.-.-.-+11 led=9C "
TABLE = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.- "
BIDDING = (
    "rules=auction dealer=north act=bid turn=west south=+15 west=TK.AATK9.TQ9.AKQJ9 north=+15"
    " widow=+3 "
)
AUCTION = '[Rules "auction"]\n[Dealer "north"]\n[View "south"]\n[South "AAKQJ9.KQ.AATKQJ.K"]\n'


def position(text: str) -> object:
    return parse_any_position(text)


LONG: dict[str, tuple[Callable[[str], object], str, str]] = {
    "hand, letters": (Hand.parse, "", "A"),
    "hand, no cards": (Hand.parse, "", "x"),
    "hand, of": (Hand.parse, "", "A of S "),
    "hand, labels": (Hand.parse, "", "S:A "),
    "hand, voids": (Hand.parse, "", "S- "),
    "hand, counts": (Hand.parse, "", "two "),
    "hand, dots": (Hand.parse, "", "."),
    "card": (Card.parse, "", "of "),
    "position, words": (position, STOCK, "a "),
    "position, melds": (position, f"{STOCK}melds.south=dix", "+dix"),
    "position, copies": (position, f"{STOCK}melds.south=marriage:KS", ".KS"),
    "position, tricks": (position, f"{STOCK}tricks=9D-AD", ",9D-AD"),
    "position, stock": (position, f"{STOCK.replace('stock=19', '')}stock=AS", ",AS"),
    "position, gone": (position, f"{STOCK}gone=", "A"),
    "position, points": (position, f"{STOCK}points=", "1"),
    "position, player": (position, f"{STOCK}player.south=", "a "),
    "table, bids": (position, f"{BIDDING}bids=250", ",260"),
    "table, passes": (position, f"{BIDDING}bids=p", ",p"),
    "table, tricks": (position, f"{TABLE}tricks=9D-AD-AD", ",9D-AD-AD"),
    "table, melds": (position, f"{TABLE}melds.south=marriage:KS.QS", "+marriage:KS.QS"),
    "table, won": (position, f"{TABLE}won=1", "/1"),
    "tags of a line": (parse_record, TAGS.replace("\n", " "), '[Ax "y"] '),
    "tag": (parse_record, f'{TAGS}[Note "', "x"),
    "stock": (parse_record, f'{TAGS}[Stock "', "AS "),
    "call-outs": (parse_record, f'{TAGS}[CallOut "', "1:south "),
    "brackets": (parse_record, TAGS, "["),
    "quotation marks": (parse_record, f"{TAGS}\n{MOVES} ", '"'),
    "cards": (parse_record, f"{TAGS}\n{MOVES} 3. ", "AS "),
    "commas": (parse_record, f"{TAGS}\n{MOVES} 3. ", ","),
    "braces": (parse_record, f"{TAGS}\n{MOVES} ", "{} "),
    "digits": (parse_record, f"{TAGS}\n{MOVES} ", "1"),
    "comments": (parse_record, f"{TAGS}\n{MOVES}\n", "; a comment\n"),
    "blank lines": (parse_record, TAGS, "\n"),
    "table record, bids": (parse_table_record, f'{AUCTION}[Bids "250', " 260"),
    "table record, cards": (parse_table_record, f"{AUCTION}1. ", "AS "),
    "table record, braces": (parse_table_record, f"{AUCTION}1. AD ", "{} "),
}


@pytest.mark.parametrize("name", LONG)
def test_nothing_long_takes_long(name: str) -> None:
    """Half of what a record may have, and many times what anything else may have."""
    read, begins, unit = LONG[name]
    begun = process_time()
    try:
        read(begins + unit * (sizes.MOST_RECORD // 2 // len(unit)))
    except PositionError as error:
        assert len(str(error)) < 250
    # Measured: at most 0.4 seconds.
    assert process_time() - begun < 4


def many_tricks(number: int) -> str:
    return "".join(f"{trick}. AS AS " for trick in range(1, number + 1))


def test_many_tricks_and_many_hands_take_time_by_their_number() -> None:
    begun = process_time()
    record = parse_record(f"{TAGS}\n{many_tricks(9999)}\n")
    assert len(record.tricks) == 9999
    hands = [*numbered_records(f"{TAGS}\n{MOVES}\n\n".splitlines(keepends=True) * 2000)]
    assert len(hands) == 2000
    assert [line for line, _ in hands[:3]] == [1, 8, 15]
    # Measured: 0.9 seconds.
    assert process_time() - begun < 10


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{TAGS}\n1. AD 9S {{{'dix ' * 500_000}}}", "record: longer than 1,000,000 characters"),
        (f"{TAGS}\n1. AD 9S\n{'{pass}' * 900}\n" + "{dix} \n" * 300_000, "1,000,000 characters"),
        ("".join(f'[A{n} "x"]\n' for n in range(200_000)), "record: longer than 1,000,000"),
        ("".join(f'[A{n} "x"]\n' for n in range(50_000)), "A1000: more than 1,000 tags"),
        (f"{STOCK}{'a ' * 40_000}", "position: longer than 65,536 characters"),
        (f"{TAGS.replace('KKJ9', 'K' * 5000)}", "South: longer than 4,096 characters"),
    ],
)
def test_what_is_too_large_is_refused_at_once(
    pinochle: Pinochle, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "large"
    file.write_text(text)
    command = "score" if text.startswith("[") else "show"
    begun = process_time()
    ended = pinochle(command, str(file))
    # Measured: at most 0.5 seconds, for 6 MB in one trick; here 2 MB.
    assert process_time() - begun < 5
    assert ended.status == 2
    assert [told in line for line in ended.err.splitlines()][-1:] == [True]


def test_a_record_that_is_too_large_does_not_hide_the_next(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "two.pnr"
    large = f"{TAGS}\n" + "; a long comment that says the same again and again\n" * 30_000
    file.write_text(f"{large}\n{TAGS}\n{MOVES}\n")
    found = [*numbered_records(file.read_text().splitlines(keepends=True))]
    assert [line for line, _ in found] == [1, 30_007]
    assert str(found[0][1]) == "record: longer than 1,000,000 characters"
    assert "2 tricks" in repr(found[1][1])


@POSIX
def test_what_never_ends_is_refused(tmp_path: Path) -> None:
    pipe, position, hand = (tmp_path / name for name in ("pipe", "some.pn", "hand.pnr"))
    os.mkfifo(pipe)
    position.write_text("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south\n")
    hand.write_text(f"{TAGS}\n{MOVES}\n")
    rules = ["rules", "--rulebook"]
    for arguments, told in (
        (["score", "/dev/zero"], "/dev/zero: line 1: longer than 100,000,000 bytes"),
        (["solve", "-f", "/dev/zero"], "/dev/zero: line 1: longer than 100,000,000 bytes"),
        ([*rules, "/dev/zero"], "/dev/zero: longer than 1,000,000 bytes"),
        ([*rules, str(pipe)], f"{pipe}: nobody writes to this pipe"),
        (["new", "/dev/zero"], "/dev/zero: no regular file"),
        (["bench", "--compare", "/dev/zero"], "/dev/zero: longer than 1,000,000 bytes"),
        (["quiz", str(position), "--state", "/dev/zero"], "/dev/zero: no regular file"),
        (["review", str(hand), "--quiz", "/dev/zero"], "/dev/zero: no regular file"),
    ):
        begun = process_time()
        ended = started(arguments, "")
        assert (ended.status, ended.out, ended.err) == (2, "", f"{told}\n")
        assert process_time() - begun < 5
    with pytest.raises(NotationError, match=r"^line 1: longer than 100,000,000 bytes$"):
        [*read_records("/dev/zero")]
    with pytest.raises(NotationError, match=r"^line 1: longer than 100,000,000 bytes$"):
        [*read_table_records("/dev/zero")]


@POSIX
def test_what_comes_through_a_pipe_is_read(tmp_path: Path) -> None:
    record = f"{TAGS}\n{MOVES}\n"
    rulebook = TESTS / "rulebooks" / "two-suits.toml"
    for arguments, content in (
        (["replay"], record.encode()),
        (["rules", "two-suits", "--rulebook"], rulebook.read_bytes()),
    ):
        read, write = os.pipe()
        os.write(write, content)
        os.close(write)
        ended = piped([*arguments, f"/dev/fd/{read}"], "")
        os.close(read)
        assert ended.status == 0, ended.err
    assert "two-suits" in ended.out


def test_pages_state_the_limits() -> None:
    page = (ROOT / "docs" / "NOTATION.md").read_text()
    _, _, table = page.partition("**Limits.**")
    rows = re.findall(
        r"^\| (.+) \| ([0-9,]+)(?: \w+)? \|$", table.partition("## ")[0], re.MULTILINE
    )
    stated = {what.split(",")[0]: int(number.replace(",", "")) for what, number in rows}
    assert stated == {
        "a hand record": sizes.MOST_RECORD,
        "its tags": sizes.MOST_TAGS,
        "the items in the braces of a trick": sizes.MOST_ITEMS,
        "a line of a file": sizes.MOST_LINE,
        "a line of a file that is passed over": sizes.MOST_PASSED,
        "a position": sizes.MOST_POSITION,
        "a hand of cards": sizes.MOST_HAND,
        "a rulebook": sizes.MOST_TOML,
    }


# Lines that are too long

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
LONG_LINES = {
    "word": f"{PLAYOFF} id={'x' * 1_100_000}",
    "letters": f"{PLAYOFF} id={'ö' * 1_100_000}",
    "blanks": f"{PLAYOFF}{' ' * 1_100_000}north=A.-.K.TK",
    "blanks before": f"{' ' * 1_100_000}{PLAYOFF}",
    "JSON": f'{{"position": "{PLAYOFF}", "more": "{"x" * 1_100_000}"}}',
    "one too many": f"{PLAYOFF} id=".ljust(sizes.MOST_LINE + 1, "x"),
}


@pytest.mark.parametrize(
    ("name", "line_end", "encoding"),
    [*zip(LONG_LINES, cycle(["\n", "\r\n", "\r"]), cycle(["utf-8", "utf-16"]), strict=False)],
)
def test_a_line_that_is_too_long_stops_no_other(
    pinochle: Pinochle, tmp_path: Path, name: str, line_end: str, encoding: str
) -> None:
    file, good = tmp_path / "some.pn", tmp_path / "good.pn"
    lines = (PLAYOFF, LONG_LINES[name], PLAYOFF, f"#{'x' * 1_100_000}", PLAYOFF)
    file.write_bytes(line_end.join(lines).encode(encoding))
    good.write_text(f"{PLAYOFF}\n" * 3)
    expected = pinochle("solve", "--json", "-f", str(good))
    ended = pinochle("solve", "--json", "-f", str(file))
    assert ended.err == f"{file}:2: line: longer than 1,000,000 characters\n"
    without_times = [re.sub(r'"seconds":[^,}]*', "", each.out) for each in (ended, expected)]
    assert without_times[0] == without_times[1]
    assert (ended.status, ended.out.count("\n"), expected.status) == (2, 3, 0)
    assert [number for number, _ in read_positions(file)] == [1, 2, 3, 5]


def test_a_line_that_is_as_long_as_it_may_be_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "some"
    for line_end in ("", "\n", "\r\n", "\r"):
        text = "ö" * sizes.MOST_LINE
        file.write_bytes(f"{text}{line_end}".encode())
        assert [*lines_of(file)] == [text + ("\n" if line_end else "")]
        file.write_bytes(f"{text}öö{line_end}a".encode())
        cut, *others = lines_of(file)
        assert others == (["a"] if line_end else [])
        assert len(cut.rstrip("\n")) == sizes.MOST_LINE + 1


def test_utf_16_of_many_blocks_is_read_as_it_comes(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "some.pn"
    ids = range(2000)
    file.write_text("".join(f"{PLAYOFF} id=♠{number}\n" for number in ids), "utf-16")
    ended = pinochle("solve", "--json", "-f", str(file))
    assert (ended.status, ended.err) == (0, "")
    assert [json.loads(line)["id"] for line in ended.out.splitlines()] == [f"♠{n}" for n in ids]


def test_long_lines_take_little_memory() -> None:
    reader = LineReader()
    line = [*reader.read(b"good\n")]
    tracemalloc.start()
    for _ in range(900):
        line += reader.read(b"x" * 100_000)
    line += reader.read(b"x\ngood\n")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [each[-5:] for each in line] == ["good\n", "xxxx\n", "good\n"]
    assert reader.error is None
    # Of 90 MB; measured: 17 MB.
    assert most < 30_000_000


def test_in_bulk_a_long_line_is_a_wrong_row(pinochle: Pinochle, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    file, out = tmp_path / "some.pn", tmp_path / "out"
    file.write_text("\n".join((PLAYOFF, *LONG_LINES.values(), PLAYOFF)))
    ended = pinochle("bulk", "solve", str(file), str(out), "--workers", "0")
    assert ended.status == 2
    wrong = "line: longer than 1,000,000 characters"
    assert pq.read_table(out)["error"].to_pylist() == [None, *[wrong] * len(LONG_LINES), None]


@pytest.mark.parametrize("long", ["x" * 1_500_000, f"9H{' ' * 1_500_000}JH", f";{'x' * 1_500_000}"])
def test_a_record_with_a_long_line_hides_no_other(
    pinochle: Pinochle, tmp_path: Path, long: str
) -> None:
    file, annotated = tmp_path / "some.pnr", tmp_path / "annotated.pnr"
    file.write_text(f"{TAGS}\n{MOVES}\n\n{TAGS}\n{MOVES}\n3. {long}\n\n{TAGS}\n{MOVES}\n")
    ended = pinochle("replay", "--json", str(file))
    assert f"{file}:8: record: longer than 1,000,000 characters" in ended.err
    assert ended.out.count("\n") == 2
    before = file.read_bytes()
    # Written again it would be cut.
    ended = pinochle("review", "--worlds", "16", "--annotate", str(annotated), str(file))
    assert (ended.status, annotated.exists()) == (2, False)
    assert ended.err == f"{file}:14: line: longer than 1,000,000 characters\n"
    assert file.read_bytes() == before


# Encodings

ENCODINGS = {
    "utf-8": b"",
    "utf-8-sig": b"",
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
}


def encoded(text: str, encoding: str, mark: bool = True) -> bytes:
    return (ENCODINGS[encoding] if mark else b"") + text.encode(encoding)


@pytest.mark.parametrize("mark", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_unicode_is_read_everywhere(encoding: str, mark: bool, tmp_path: Path) -> None:
    record = f'[SouthPlayer "Zoë"]\n{TAGS}\n{MOVES}\n'
    positions = "upcard=9S south=AAT9.KQ.-.QQJJ99 player.south=Zoë\n" * 2
    file, several = tmp_path / "hand.pnr", tmp_path / "some.pn"
    file.write_bytes(encoded(record, encoding, mark))
    several.write_bytes(encoded(positions, encoding, mark))
    plain, plain_positions = tmp_path / "plain.pnr", tmp_path / "plain.pn"
    plain.write_text(record, "utf-8")
    plain_positions.write_text(positions, "utf-8")
    expected = piped(["replay", str(plain)], "")
    assert "Zoë" in expected.out
    assert piped(["replay", str(file)], "").out == expected.out
    assert piped(["replay", "-"], file.read_bytes()).out == expected.out
    shown = piped(["show", "--json", "-f", str(several)], "")
    assert shown.out == piped(["show", "--json", "-f", str(plain_positions)], "").out
    assert shown.status == 0
    assert [*read_records(file)] == [*read_records(plain)]
    assert [*lines_of(file)] == [*lines_of(plain)]
    noted = piped(["new", str(file), "--no-advice"], "q\n")
    assert noted.status == 0
    assert parse_record(file.read_text("utf-8")) == parse_record(record)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_rulebooks_and_settings_as_well(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pinochle: Pinochle
) -> None:
    rulebook = (TESTS / "rulebooks" / "two-suits.toml").read_text()
    file, settings = tmp_path / "own.toml", tmp_path / "settings.toml"
    file.write_bytes(encoded(rulebook, encoding))
    assert pinochle("rules", "two-suits", "--rulebook", str(file)).status == 0
    settings.write_bytes(encoded('name = "Zoë"\n', encoding))
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(settings))
    assert pinochle("settings", "name").out == "name: Zoë\n"


def test_zeros_at_the_end_are_no_line(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_bytes(f"{TAGS}\n{MOVES}\n".encode() + b"\0" * 5000)
    assert [*read_records(file)] == [parse_record(f"{TAGS}\n{MOVES}\n")]
    table = tmp_path / "table.pnr"
    text = f"{AUCTION}\n1. AD"
    table.write_bytes(text.encode() + b"\0" * 5000)
    (record,) = read_table_records(table)
    assert record == parse_table_record(text)
    assert record.unread is None
    with pytest.raises(NotationError):
        replay_table_record(record)  # of one seat, from which the others do not follow


def test_zeros_of_any_number_are_no_line(tmp_path: Path) -> None:
    text = f"{PLAYOFF}\n{PLAYOFF}"
    for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
        for zeros in (1, 2, 10_000_001):
            reader = LineReader()
            content = text.encode(encoding) + b"\0" * zeros
            blocks = [content[at : at + 60_001] for at in range(0, len(content), 60_001)]
            lines = [line for block in (*blocks, b"") for line in reader.read(block)]
            assert lines == [f"{PLAYOFF}\n", PLAYOFF]
            assert (reader.zeros, reader.error) == (zeros, None)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100_000])
@pytest.mark.parametrize("mark", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_blocks_of_any_size_make_the_same_lines(encoding: str, mark: bool, size: int) -> None:
    text = "ab\r\nZoë\r\r\n\n♠😀\rlast"
    content = encoded(text, encoding, mark)
    reader = LineReader()
    blocks = [content[at : at + size] for at in range(0, len(content), size)]
    lines = [line for block in (*blocks, b"") for line in reader.read(block)]
    assert lines == ["ab\r\n", "Zoë\r", "\r\n", "\n", "♠😀\r", "last"]
    assert reader.error is None


@pytest.mark.parametrize(
    ("content", "told", "answers"),
    [
        (f"{PLAYOFF}\n".encode("utf-32"), "encoding: UTF-32 text; save it as UTF-8", 0),
        (f"\ufeff{PLAYOFF}\n".encode("utf-32-be"), "encoding: UTF-32 text; save it as UTF-8", 0),
        (f"{PLAYOFF}\n".encode("utf-32-le"), "encoding: UTF-32 text; save it as UTF-8", 0),
        (f"{PLAYOFF}\n".encode("utf-16") + b"x", "line 2: not UTF-16 text", 1),
        (f"{PLAYOFF}\n{PLAYOFF}".encode("utf-16")[:-1], "line 2: not UTF-16 text", 1),
        (f"{PLAYOFF}\n".encode("utf-16") + b"\0\xd8a\0\n\0", "line 2: not UTF-16 text", 1),
    ],
)
def test_what_is_no_text_is_named_behind_what_is(
    pinochle: Pinochle, tmp_path: Path, content: bytes, told: str, answers: int
) -> None:
    file = tmp_path / "some.pn"
    file.write_bytes(content)
    ended = pinochle("solve", "--json", "-f", str(file))
    assert (ended.status, ended.err, ended.out.count("\n")) == (2, f"{file}: {told}\n", answers)
    with pytest.raises(NotationError, match=f"^{told}$"):
        [*read_positions(file)]
    record = tmp_path / "hand.pnr"
    record.write_bytes(content)
    noted = pinochle("new", str(record))
    assert noted.err == f"{record}: {told.partition(': ')[2]}\n"
    assert record.read_bytes() == content
