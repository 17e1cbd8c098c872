"""What the shell is shown besides answers: help with examples, topics, manual pages, colours."""

from __future__ import annotations

import os
import pty
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from helpers.commandline import Pinochle, bare_environment, read_all
from helpers.doc_pages import commands as commands_of
from helpers.doc_pages import differences, environment_in
from helpers.forked import forked_command
from helpers.games import record
from helpers.paths import ROOT
from pinochle_solver import cli
from pinochle_solver.cli import man_pages
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.help_pages import topics
from pinochle_solver.engines.registry import engine_names, installed_engines
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

MAN = ROOT / "man"
SMALL = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
# They ask on, take seconds or need an extra, which other tests are for.
QUICK = {
    "bench": "bench --help",
    "bid": "bid AS AS TS KS QS JS TH KH QH KD QD TC KC JC 9C --rules auction --worlds 2",
    "board": "board --help",
    "bulk deal": "bulk deal playoffs --number 3 --playoff 12",
    "puzzles make": "puzzles make --number 1 --seed 7 --theme throw-in --dealt",
    "serve-mcp": "serve-mcp --help",
}


LEAVES = {name: leaf for name, _, leaf in cli.pinochle.leaves(click.Context(cli.pinochle))}
# What examples begin with, and how work of many processes is run.
MADE_BEFORE = {
    "bulk solve": ["bulk deal playoffs --number 2 --playoff 3"],
    "bulk check": ["bulk deal playoffs --number 2 --playoff 3", "bulk solve playoffs solved"],
    "bulk analyze": ["bulk deal openings --number 1 --opening"],
    "ledger show": ["ledger add hand.pnr --worlds 16"],
    "ledger query": ["ledger add hand.pnr --worlds 16"],
}
ALONE = ("--workers", "0")


def command_named(name: str) -> PinochleCommand:
    found = LEAVES[name]
    assert isinstance(found, PinochleCommand), f"{name} is none, so it has no example"
    return found


@pytest.fixture(params=LEAVES)
def name(request: pytest.FixtureRequest) -> str:
    asked: str = request.param
    return asked


def test_every_example_runs(
    name: str,
    pinochle: Pinochle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    example = command_named(name).example
    assert f"pinochle {name}" in example
    (tmp_path / "hand.pnr").write_text(record("hayes", 4, moves=6).text())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for before in MADE_BEFORE.get(name, ()):
        assert pinochle(*before.split(), *ALONE).status == 0
    words = shlex.split(example)
    if words[0] == "pinochle" and "|" not in words:
        has_workers = any("--workers" in each.opts for each in command_named(name).params)
        with Path(os.devnull).open() as nothing:
            monkeypatch.setattr("sys.stdin", nothing)
            asked = shlex.split(QUICK.get(name, "")) or words[1:]
            run = pinochle(*asked, *ALONE * has_workers)
        status, written, told = run.status, run.out, run.err
    else:
        ended = subprocess.run(
            ["bash", "-c", example],
            env=environment_in(tmp_path, forked=True),
            capture_output=True,
            text=True,
        )
        status, written, told = ended.returncode, ended.stdout, ended.stderr
    assert status == 0
    assert written
    assert "error" not in told


def test_help_ends_with_the_example(name: str, pinochle: Pinochle) -> None:
    shown = pinochle(*name.split(), "--help").out
    _, _, end = shown.partition("\nExample:\n")
    assert " ".join(end.replace("\\\n", "").split()) == command_named(name).example
    assert "--color [auto|always|never]" in shown


@pytest.mark.parametrize("topic", topics())
def test_a_topic_shows_what_is_so(topic: str, tmp_path: Path) -> None:
    page = topics()[topic]
    text = f"# {page.title}\n{page.text}"
    assert commands_of(text)
    assert differences(text, tmp_path, forked=True) == []
    assert len(text.splitlines()) <= 50


def test_help_lists_topics_and_commands(pinochle: Pinochle) -> None:
    words = pinochle("help").out.split()
    assert [*topics()] == sorted(topics())
    assert {*topics(), *cli.all_commands()} <= set(words)


def test_help_shows_a_topic_whole(pinochle: Pinochle) -> None:
    for name, page in topics().items():
        shown = pinochle("help", name.upper())
        assert (shown.status, shown.err) == (0, "")
        assert shown.out.startswith(f"{page.title}\n\n")
        # The lines of a table are shown without what makes them one.
        text = re.sub(r"^\|.*\|$", _cells, f"{page.title}{page.text}", flags=re.M)
        assert "".join(shown.out.replace("\\\n", "").split()) == "".join(text.split())


def _cells(row: re.Match[str]) -> str:
    return row[0].replace("|---", "").replace("|", " ")


def test_every_game_for_three_and_four_has_a_page_of_one_screen(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for game in (*TABLE_RULEBOOKS, "table"):
        shown = pinochle("help", game)
        assert (shown.status, game in shown.out) == (0, True)
        assert len(shown.out.splitlines()) <= 25


@pytest.mark.parametrize("width", [40, 60])
def test_a_topic_fits(width: int, pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for name in topics():
        lines = pinochle("help", name).out.splitlines()
        assert [line for line in lines if len(line) > width] == []


def test_help_shows_the_help_of_a_command(pinochle: Pinochle) -> None:
    assert pinochle("help", "solve").out == pinochle("solve", "--help").out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("postions", "there is no page on 'postions'; did you mean positions?"),
        ("analyse", "there is no page on 'analyse'; did you mean analyze?"),
        ("a\x1bb", f"there is no page on 'a\\x1bb'; the topics are {', '.join(topics())}"),
    ],
)
def test_a_topic_that_is_none_is_one_line(asked: str, told: str, pinochle: Pinochle) -> None:
    run = pinochle("help", asked)
    assert (run.status, run.out, run.err) == (2, "", f"pinochle help: {told}\n")


# Manual pages


@pytest.mark.skipif(
    set(installed_engines()) - set(engine_names()) != set(), reason="more engines are installed"
)
def test_the_manual_pages_are_those_of_the_help() -> None:
    made = man_pages.pages()
    kept = {page.name: page.read_text("utf-8") for page in MAN.iterdir()}
    assert made.keys() == kept.keys()
    assert [name for name, text in made.items() if kept[name] != text] == [], "make man"


def test_every_option_is_in_the_manual() -> None:
    made = man_pages.pages()
    for name in LEAVES:
        page = made[f"pinochle-{name.replace(' ', '-')}.1"].replace("\\-", "-")
        for param in command_named(name).params:
            if isinstance(param, click.Option) and not param.hidden:
                assert all(option in page for option in param.opts), (name, param.name)
        assert command_named(name).example in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_pages_are_sound() -> None:
    pages = sorted(map(str, MAN.iterdir()))
    run = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", *pages], capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")


def test_what_would_be_a_request_is_none() -> None:
    assert man_pages.line(".TH") == "\\&.TH"
    assert man_pages.line("'a\\b-c' ±") == "\\(aqa\\eb\\-c\\(aq \\[+-]"


def test_pages_of_what_is_gone_are_taken_away(tmp_path: Path) -> None:
    (tmp_path / "pinochle-gone.1").touch()
    (tmp_path / "another.1").touch()
    man_pages.write(tmp_path)
    assert {page.name for page in tmp_path.iterdir()} == {*man_pages.pages(), "another.1"}


# Colours


def colored(*options: str, **variables: str) -> bool:
    """Whether what a terminal is shown has colours."""
    terminal, child_end = pty.openpty()
    environment = bare_environment(TERM="xterm-256color", **variables)
    command = [*forked_command(), "solve", SMALL, *options]
    subprocess.run(command, stdout=child_end, env=environment, check=True)
    os.close(child_end)
    return b"\x1b[" in read_all(terminal)


def test_color_goes_before_terminal_and_environment(pinochle: Pinochle) -> None:
    assert colored("--color", "auto")
    assert not colored("--color", "never", FORCE_COLOR="1")
    assert colored("--color", "ALWAYS", NO_COLOR="1")
    plain = pinochle("show", SMALL).out
    assert pinochle("show", SMALL, "--color", "auto").out == plain
    always = pinochle("show", SMALL, "--color", "always").out
    assert "\x1b[31m" in always
    assert click.unstyle(always) == plain
    assert "\x1b" not in pinochle("solve", SMALL, "--color", "always", "--json").out


def test_progress_has_no_colours_where_none_are_wanted(tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    file.write_text(f"{SMALL}\n" * 3)
    terminal, child_end = pty.openpty()
    command = [*forked_command(), "solve", "-f", str(file), "--color", "never"]
    environment = bare_environment(TERM="xterm-256color")
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=child_end, env=environment, check=True
    )
    os.close(child_end)
    shown = read_all(terminal).decode()
    assert "3/3" in shown
    assert not re.search(r"\x1b\[[\d;]+m", shown)


def test_a_colour_that_is_none_is_one_line(pinochle: Pinochle) -> None:
    run = pinochle("rules", "--color", "red")
    assert run.status == 2
    assert run.err.count("\n") == 1
    assert "--color" in run.err


def test_manual_pages_are_made_by_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["man_pages", str(tmp_path)])
    with pytest.warns(RuntimeWarning, match="found in sys.modules"):
        runpy.run_module("pinochle_solver.cli.man_pages", run_name="__main__")
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in MAN.iterdir()}


def test_the_first_line_of_help_names_all_the_games(pinochle: Pinochle) -> None:
    first = pinochle("--help").out.partition("Options:")[0]
    assert "Analyse pinochle for two, and the games for three and four." in first
