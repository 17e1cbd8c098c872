"""What is written as JSON is what the schema says: every command, every field, none besides.

``docs/schema.json`` is the schema for other programs. This writes it anew:

    python tests/test_schema.py
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec
import pytest

from commandline import Pinochle
from pinochle_solver import cli
from pinochle_solver.schema.lines import LINES, json_schema

SCHEMA = Path(__file__).parents[1] / "docs" / "schema.json"

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south points=40+100/20+80 id=a"
STOCK = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north id=b"
)
FEW = ("--worlds", "64", "--threads", "1")


def schema_text() -> str:
    return json.dumps(json_schema(), indent=1) + "\n"


@pytest.fixture
def record(pinochle: Pinochle, tmp_path: Path) -> str:
    """A file of two hands that were played."""
    file = tmp_path / "hands.pnr"
    played = pinochle("match", "greedy", "random", "--pairs", "1", "--record", str(file))
    assert played.status == 0
    return str(file)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", PLAYOFF),
        ("solve", "--nodes", "1", PLAYOFF),
        ("solve", "--values", PLAYOFF),
        ("verify", PLAYOFF),
        ("show", PLAYOFF),
        ("show", STOCK),
        ("analyze", *FEW, STOCK),
        ("analyze", *FEW, "--open-average", "--objective", "win", STOCK),
        ("analyze", "--engine", "random", STOCK),
        ("melds", STOCK),
        ("melds", "--turns", "2", STOCK),
        ("melds", "ATKQJ.-.J.-", "--trump", "S", "--turns", "3", "--draws", "4"),
        ("melds", "KQ.-.-.-", "--trump", "S", "--table", "royal-marriage:KS.QS"),
        ("rules",),
        ("match", "greedy", "random", "--pairs", "2", "--rules", "all"),
        ("match", "greedy", "random", "--pairs", "1", "--sprt", "0", "5"),
        ("bench",),
    ],
    ids=" ".join,
)
def test_every_line_is_of_the_schema(pinochle: Pinochle, arguments: tuple[str, ...]) -> None:
    assert_of_schema(pinochle, *arguments)


@pytest.mark.parametrize(
    "options", [("replay",), ("replay", "--at", "7m"), ("score",), ("score", "--single-hand")]
)
def test_lines_of_records_are_of_the_schema(
    pinochle: Pinochle, record: str, options: tuple[str, ...]
) -> None:
    assert_of_schema(pinochle, *options, record)


def assert_of_schema(pinochle: Pinochle, *arguments: str) -> None:
    """Every line reads as one of the command's, and is written again as it was."""
    command, *rest = arguments
    lines = pinochle(command, "--json", *rest).out.splitlines()
    assert lines
    for line in lines:
        assert any(reads_as(line, kind) for kind in LINES[command])


def reads_as(line: str, kind: type) -> bool:
    try:
        value: object = msgspec.json.decode(line, type=kind, strict=True)
    except msgspec.ValidationError:
        return False
    return bool(json.loads(msgspec.json.encode(value)) == json.loads(line))


def test_a_line_with_another_field_is_none_of_the_schema(pinochle: Pinochle) -> None:
    (line,) = pinochle("show", "--json", PLAYOFF).out.splitlines()
    changed = json.dumps({**json.loads(line), "more": 1}, separators=(",", ":"))
    assert not any(reads_as(changed, kind) for kind in LINES["show"])


def test_every_command_that_writes_json_is_in_the_schema(pinochle: Pinochle) -> None:
    names = cli.pinochle.list_commands(click.Context(cli.pinochle))
    writing = {name for name in names if "--json " in pinochle(name, "--help").out}
    assert writing == LINES.keys()


def test_the_page_of_the_schema_is_of_today() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
