"""Texts of any size are refused by stated limits, or read in time that grows with their length."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from commandline import Pinochle, piped, started
from pinochle_solver import sizes
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.record_files import read_records
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.notation.sources import lines_of
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table_notation.position_lines import parse_any_position
from pinochle_solver.table_notation.record_files import read_table_records
from pinochle_solver.table_notation.record_reading import parse_table_record
from pinochle_solver.table_notation.replaying import replay_table_record

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
        (f"{TAGS}\n1. AD 9S {{{'dix ' * 1_500_000}}}", "a line is longer than 1,000,000 bytes"),
        (f"{TAGS}\n1. AD 9S\n{'{pass}' * 900}\n" + "{dix} \n" * 900_000, "1,000,000 characters"),
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
    # Measured: at most 0.5 seconds, for 6 MB in one trick.
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
        (["score", "/dev/zero"], "/dev/zero: a line is longer than 1,000,000 bytes"),
        (["solve", "-f", "/dev/zero"], "/dev/zero: a line is longer than 1,000,000 bytes"),
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
    with pytest.raises(NotationError, match="line: longer than 1,000,000 bytes"):
        [*read_records("/dev/zero")]
    with pytest.raises(NotationError, match="line: longer than 1,000,000 bytes"):
        [*read_table_records("/dev/zero")]


@POSIX
def test_what_comes_through_a_pipe_is_read(tmp_path: Path) -> None:
    record = f"{TAGS}\n{MOVES}\n"
    rulebook = Path(__file__).parent / "rulebooks" / "two-suits.toml"
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
    page = (Path(__file__).parents[1] / "docs" / "NOTATION.md").read_text()
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
        "a position": sizes.MOST_POSITION,
        "a hand of cards": sizes.MOST_HAND,
        "a rulebook": sizes.MOST_TOML,
    }


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
    rulebook = (Path(__file__).parent / "rulebooks" / "two-suits.toml").read_text()
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
