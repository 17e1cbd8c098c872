"""What the help of a command promises of its options is tried: the least values, and the games."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from helpers.commandline import piped
from helpers.games import record
from helpers.paths import DATA
from helpers.table_positions import BID, ENDING
from helpers.table_records import SPECIMEN
from pinochle_solver import cli
from pinochle_solver.cli.command import TWO_HANDED, PinochleCommand
from pinochle_solver.cli.input.options import Whole

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STOCK = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
CALLS = """[Rules "auction"]
[Dealer "north"]
[South "KKQJ.TK.ATTKJ.TKQ9"]
[West "AAQ.KQJ9.AKQ.ATKJJ"]
[North "TTJ9.AAQJ9.Q99.AQ9"]
[Widow "9.T.J.-"]
[Bids "250"]
"""

WORKERS, WORLDS, ONE = ["--workers", "0"], ["--worlds", "16"], ["--number", "1"]
# The shortest run of each command. FILE is a hand of scarne played for a few tricks, GLUP one of
# glup, LINES a file of a playoff, CALLS an auction, LEDGER a ledger, OUT a name that is free.
RUNS = {
    "solve": ["solve", PLAYOFF],
    "analyze": ["analyze", "--seconds", "60", STOCK],
    "bid": ["bid", "--seconds", "60", BID],
    "explore": ["explore", PLAYOFF],
    "show": ["show", STOCK],
    "melds": ["melds", "AQ.KQ.J.KQJ9", "--trump", "S"],
    "review": ["review", "FILE"],
    "replay": ["replay", "FILE"],
    "quiz": ["quiz"],
    "score": ["score", "FILE"],
    "equity": ["equity", "0/0"],
    "play": ["play", "--engine", "greedy"],
    "bulk solve": ["bulk", "solve", "LINES", "OUT"],
    "bulk analyze": ["bulk", "analyze", "STOCK", "OUT"],
    "bulk review": ["bulk", "review", "FILE", "OUT"],
    "bulk deal": ["bulk", "deal", "OUT", "--playoff", "2"],
    "deal": ["deal"],
    "match": ["match", "greedy", "random", "--worlds", "1", "--pairs", "1"],
    "new": ["new"],
    "verify": ["verify", PLAYOFF],
    "openings": ["openings", "AAT9.KQ.-.QQJJ99", "--upcard", "9S", "--worlds", "0"],
    "ledger add": ["ledger", "add", "FILE", "--ledger", "OUT", "--worlds", "16", "--workers", "0"],
    "ledger query": ["ledger", "query", "lead", "--ledger", "LEDGER"],
    "puzzles make": ["puzzles", "make", "--number", "1", "--dealt", "--cards", "4"],
    "tournament": ["tournament", "greedy", "random", "--pairs", "1", "--worlds", "1", *WORKERS],
}
# What an option needs besides, or a run of its own.
WITH = {
    "solve --hand": ["solve", "ENDED"],
    "verify --hand": ["verify", "ENDED"],
    "analyze --hand": ["analyze", "--worlds", "1", "FILE"],
    "show --hand": ["show", "FILE"],
    "melds --hand": ["melds", "FILE"],
    "explore --hand": ["explore", "--worlds", "1", "FILE"],
    "explore --line": ["explore", "-f", "LINES"],
    "bid --hand": ["bid", "--worlds", "1", "CALLS"],
    "bid --seed": ["bid", "--worlds", "1", BID],
    "bid --threads": ["bid", "--worlds", "1", BID],
    "analyze --seed": ["analyze", "--worlds", "1", STOCK],
    "analyze --threads": ["analyze", "--worlds", "1", STOCK],
    "melds --draws": [*RUNS["melds"], "--turns", "1"],
    "review --hand": [*RUNS["review"], *WORLDS],
    "review --seed": [*RUNS["review"], *WORLDS],
    "review --threads": [*RUNS["review"], *WORLDS],
    "score --ahead": ["score", "GLUP"],
    "equity --ahead": [*RUNS["equity"], "--rules", "glup"],
    "bulk deal --number": [*RUNS["bulk deal"], *WORKERS],
    "bulk deal --playoff": ["bulk", "deal", "OUT", *ONE, *WORKERS],
    "match --target": [*RUNS["match"], "--game"],
    "match --ahead": [*RUNS["match"], "--game", "--rules", "glup"],
    "play --target": [*RUNS["play"], "--game"],
    "play --ahead": [*RUNS["play"], "--game", "--rules", "glup"],
    "play --hands": [*RUNS["play"], "--rules", "auction"],
    "new --ahead": ["new", "--rules", "glup"],
    "match --pairs": ["match", "greedy", "random", "--worlds", "1"],
    "match --worlds": ["match", "greedy", "random", "--pairs", "1"],
    **{
        f"bulk {job} --{name}": [*RUNS[f"bulk {job}"], *more]
        for job, more in (
            ("solve", WORKERS),
            ("analyze", ["--worlds", "1", *WORKERS]),
            ("review", [*WORLDS, *WORKERS]),
            ("deal", [*ONE, *WORKERS]),
        )
        for name in ("nodes", "seed", "shard-rows", "worlds", "workers")
    },
}
ASKING = ("explore", "quiz", "play", "new")


def commands(group: click.Group, name: str = "") -> Iterator[tuple[str, PinochleCommand]]:
    """All commands, by the words that call them."""
    context = click.Context(group, info_name=name or "pinochle")
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        called = f"{name} {word}".strip()
        if isinstance(command, click.Group):
            yield from commands(command, called)
        else:
            assert isinstance(command, PinochleCommand)
            yield called, command


def options(command: PinochleCommand) -> list[click.Option]:
    return [each for each in command.params if isinstance(each, click.Option)]


RANGES = [
    (name, option.opts[0], option.type.min, option.type.max)
    for name, command in commands(cli.pinochle)
    for option in options(command)
    # The bench's signatures are numbers to compare with; the board serves until it is ended.
    if isinstance(option.type, Whole) and name not in ("bench", "board")
]


@cache
def ledger() -> bytes:
    return gzip.decompress((DATA / "ledger-1.duckdb.gz").read_bytes())


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The files of runs, by what stands for them."""
    written = {
        "FILE": record("scarne", 1, moves=2).text(),
        "ENDED": record("scarne", 1, moves=40).text(),
        "GLUP": record("glup", 1).text(),
        "LINES": f"{PLAYOFF}\n",
        "STOCK": f"{STOCK}\n",
        "CALLS": CALLS,
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "LEDGER").write_bytes(ledger())
    return {name: str(tmp_path / name) for name in (*written, "LEDGER", "OUT")}


def run_of(name: str, option: str, files: dict[str, str]) -> list[str]:
    words = WITH.get(f"{name} {option}", RUNS[name])
    if option in words:
        place = words.index(option)
        words = [*words[:place], *words[place + 2 :]]
    return [files.get(word, word) for word in words]


def status_of(name: str, words: list[str]) -> tuple[int, str]:
    run = piped(words, "quit\n" * 3 if name in ASKING else "")
    return run.status, run.err


@pytest.mark.parametrize(("name", "option", "least", "most"), RANGES)
def test_a_range_that_is_promised_is_taken(
    name: str, option: str, least: int, most: int | None, files: dict[str, str]
) -> None:
    words = run_of(name, option, files)
    status, told = status_of(name, [*words, option, str(least)])
    assert status == 0, told
    if option == "--seed":
        words = [f"{word}-2" if word == files["OUT"] else word for word in words]
        assert status_of(name, [*words, option, str(most or 10**30)])[0] == 0
    below, told = status_of(name, [*words, option, str(least - 1)])
    assert below == 2
    assert f"'{least - 1}', expected a whole number, " in told
    assert f"from {least}" in told or f"at least {least}" in told


# Runs with games for three and four, and what is given to the options.
AT_TABLE = {
    "solve": ["solve", ENDING],
    "analyze": ["analyze", "--worlds", "1", ENDING],
    "explore": ["explore", ENDING],
    "show": ["show", ENDING],
    "deal": ["deal", "--rules", "auction"],
    "score": ["score", "TABLE"],
    "replay": ["replay", "TABLE"],
}
IN_A_GAME = "dealer=north contract=250 score=100/200/300 points=200+0/0+0/0+0 won=9/1/2"
GIVEN = {
    "--ahead": "100",
    "--belief": "uniform",
    "--call-out": "1.1:south",
    "--cards": "3",
    "--count": "old",
    "--engine": "greedy",
    "--moves": "AS,JS",
    "--nodes": "1000000",
    "--north": "AS",
    "--number": "2",
    "--objective": "win",
    "--options": "kitty",
    "--pays": "difference",
    "--player": "Ann",
    "--playoff": "3",
    "--seconds": "5",
    "--seed": "2",
    "--south": "AS",
    "--table-mb": "1",
    "--target": "900",
    "--target-error": "1",
    "--threads": "2",
    "--upcard": "AS",
    "--where": "south has 2 aces",
    "--worlds": "1",
}
# They are about files and records, stand in the run, or have tests that say more than a status.
ELSEWHERE = frozenset(
    [
        "--at",
        "--hand",
        "--file",
        "-f",
        "--line",
        "--rulebook",
        "--output",
        "--svg",
        "--rules",
        "--view",
        "--check",
        "--color",
        "--card-count",
    ]
)


def option_words(option: click.Option) -> list[str]:
    """An option with a value, if it takes one."""
    if option.is_flag:
        return [option.opts[0]]
    return [option.opts[0], GIVEN[option.opts[0]]]


@pytest.mark.parametrize(
    ("name", "words", "is_two_handed"),
    [
        pytest.param(
            name,
            option_words(option),
            TWO_HANDED in (option.help or ""),
            id=f"{name} {option.opts[0]}",
        )
        for name, command in commands(cli.pinochle)
        for option in options(command)
        if name in AT_TABLE
        and option.opts[0] not in ELSEWHERE
        and not (name == "deal" and option.opts[0] == "--json")
    ],
)
def test_an_option_is_taken_in_games_for_three_and_four_unless_the_help_says_otherwise(
    name: str, words: list[str], is_two_handed: bool, tmp_path: Path
) -> None:
    file = tmp_path / "table.pnr"
    text = (
        SPECIMEN.replace("auction", "auction-score")
        if words[0] in ("--target", "--pays")
        else SPECIMEN
    )
    if words[0] in ("--chips", "--single-hand", "--call-out", "--call-out-at-once"):
        text = (DATA / "macdougall-3.pnr").read_text("utf-8")
    file.write_text(text)
    run = [str(file) if word == "TABLE" else word for word in AT_TABLE[name]]
    if words[0] == "--seconds" and "--worlds" in run:
        run = [name, run[-1]]
    if words[0] == "--objective":
        run[-1] = f"{ENDING} {IN_A_GAME}".replace("rules=auction", "rules=auction-score")
    status, told = status_of(name, [*run, *words])
    if is_two_handed:
        assert status == 2
        assert told == f"pinochle {name}: {words[0]}: goes with the two-handed game only\n"
    else:
        assert status in (0, 1), told
        assert "two-handed" not in told
