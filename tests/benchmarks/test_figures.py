"""The pages of the benchmarks: the commands on them are there, and take these words."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from helpers.paths import BENCHMARKS, ROOT
from pinochle_solver import cli

PAGE = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
ROWS = "".join(line for line in PAGE.splitlines() if line.startswith("|"))
COMMANDS = sorted(set(re.findall(r"`((?:pinochle |make |[a-z]+/[a-z_]+\.py)[^`]*)`", ROWS)))
FILES = ("deals.txt", "positions.pn", "coverage.jsonl", "results.res", "weights.npz")
ROOMS = sorted(file.parent for file in BENCHMARKS.glob("*/README.md"))


def command_of(program: str) -> click.Command:
    """What a file of the benchmarks runs."""
    module = import_module(f"benchmarks.{program.removesuffix('.py').replace('/', '.')}")
    found = module.main if hasattr(module, "main") else module.command
    assert isinstance(found, click.Command)
    return found


@pytest.mark.parametrize("line", [line for line in COMMANDS if not line.startswith("make ")])
def test_every_command_takes_these_words(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in FILES:
        (tmp_path / name).touch()
    monkeypatch.setattr(click.Command, "invoke", lambda *_: None)  # read, and not run
    program, *words = shlex.split(re.sub(r"\$\(.*\)", "random", line))  # any player
    command = cli.pinochle if program == "pinochle" else command_of(program)
    result = CliRunner().invoke(command, words)
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_every_target_is_there(line: str) -> None:
    targets = re.findall(
        r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert line.removeprefix("make ") in targets


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_every_command_of_a_room_is_told_on_its_page(room: Path) -> None:
    told = re.findall(
        r"^\| `(\w+)\.py", (room / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    commands = {
        file.stem
        for file in room.glob("*.py")
        if '\nif __name__ == "__main__"' in file.read_text(encoding="utf-8")
    }
    assert set(told) == commands
