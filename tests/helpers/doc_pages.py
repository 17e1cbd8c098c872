"""Pages of documentation run: what they show is what the program does.

A page is read as Markdown. In its blocks of code, indented or fenced,

- a line that begins with ``$`` and a blank is a command of the shell, and what follows it, up to
  the next command or the end of the block, is what it prints on standard output and standard
  error. Where nothing follows only its success is asked for. A backslash at the end continues it.
- ``>>>`` is Python, as in a doctest.
- A block whose first line is a comment with nothing but a file's name, ``; hand.pnr`` or
  ``# house.toml``, is that file.

Both run in one folder, all commands before all Python, so that a page can make the files that it
reads; what is in `examples/` lies there, too. ``...`` stands for anything, one length of time is
like another, and empty lines before what is printed do not count. A search of some seconds is one
of a tenth of a second.

This writes anew what the commands print, in the pages and in README.md; where ``...`` stands for
lines, the others are those that are most like what stood there:

    PYTHONPATH=tests python tests/helpers/doc_pages.py
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import dropwhile, groupby, takewhile
from pathlib import Path

from helpers.commandline import COMMAND, bare_environment
from helpers.forked import forked_command
from helpers.paths import ROOT

PROMPT = "$ "
_FENCE = re.compile(r"\s*(```|~~~)")
_TIME = re.compile(r"\b\d+(?:\.\d+)?(?:e-\d+)? (?:ms|s|seconds)\b")
_FILE = re.compile(r"[;#] ([\w-]+\.\w+)")
_SECONDS = 50
# What a search finds in some seconds no page can show, so that it need not take them.
_SEARCHING, _BRIEFLY = re.compile(r"--seconds \d+\b(?!\.)"), "--seconds 0.1"
_LEFT_OUT = "..."


@dataclass(frozen=True)
class Command:
    """A command that a page shows.

    Attributes:
        line: the number of its line, from 1.
        text: the command.
        output: what the page says it prints; None where it does not say.
    """

    line: int
    text: str
    output: str | None


def blocks(page: str) -> Iterator[list[tuple[int, str]]]:
    """The blocks of code: of each the numbers of its lines and the lines without indentation."""
    fenced = False
    block: list[tuple[int, str]] = []
    for number, line in enumerate(page.splitlines(), start=1):
        if _FENCE.match(line):
            yield block
            block, fenced = [], not fenced
        elif fenced or line.startswith("    "):
            block.append((number, line if fenced else line[4:]))
        elif not line.strip():
            block.append((number, ""))
        else:
            yield block
            block = []
    yield block


def commands(page: str) -> list[Command]:
    """The commands that a page shows."""
    found = []
    for block in blocks(page):
        lines = iter(block)
        command: Command | None = None
        shown: list[str] = []
        for number, line in lines:
            if line.startswith(PROMPT):
                if command is not None:
                    found.append(_with_output(command, shown))
                text, shown = line.removeprefix(PROMPT), []
                while text.endswith("\\"):
                    text += f"\n{next(lines)[1]}"
                command = Command(number, text, None)
            else:
                shown.append(line)
        if command is not None:
            found.append(_with_output(command, shown))
    return found


def _with_output(command: Command, shown: list[str]) -> Command:
    output = "\n".join(shown).rstrip()
    return Command(command.line, command.text, output or None)


def differences(page: str, folder: Path, forked: bool = False) -> list[str]:
    """What is not as a page shows it, when its commands and its Python are run in a folder.

    With `forked` the program is not started anew for each of them.
    """
    return [
        *_differences_of_commands(page, folder, forked),
        *_differences_of_python(page, folder),
    ]


def files(page: str) -> dict[str, str]:
    """The files that a page holds, by name."""
    found = {}
    for block in blocks(page):
        lines = [*dropwhile(lambda line: not line, (line for _, line in block))]
        named = _FILE.fullmatch(lines[0]) if lines else None
        if named:
            text = takewhile(lambda line: not line.startswith(PROMPT), lines)
            found[named[1]] = "\n".join(text).rstrip() + "\n"
    return found


def _differences_of_commands(page: str, folder: Path, forked: bool) -> Iterator[str]:
    for command, status, printed in _runs(page, folder, forked):
        if command.output is None:
            if status:
                yield f"line {command.line}: status {status}: {printed}"
        elif not is_as_shown(command.output, printed):
            yield f"line {command.line}: $ {command.text}\n{printed}"


def _runs(page: str, folder: Path, forked: bool = False) -> Iterator[tuple[Command, int, str]]:
    """Every command of a page, run after its files are there: its status and what it prints."""
    found = commands(page)
    if not found:
        return
    for name, text in files(page).items():
        (folder / name).write_text(text, "utf-8")
    for example in (ROOT / "examples").glob("*.py"):
        (folder / example.name).write_text(example.read_text("utf-8"), "utf-8")
    environment = environment_in(folder, forked)
    for command in found:
        run = subprocess.run(
            ["bash", "-c", _SEARCHING.sub(_BRIEFLY, command.text)],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=_SECONDS,
        )
        printed = "\n".join(map(str.rstrip, run.stdout.splitlines())).rstrip()
        yield command, run.returncode, printed


def rewritten(page: str, folder: Path) -> str:
    """A page with what its commands print now, as much of it as it shows."""
    lines = page.splitlines()
    for command, _, printed in reversed(list(_runs(page, folder))):
        shown = command.output
        if shown is None or is_as_shown(shown, printed):
            continue
        printed = "\n".join(_most_like(shown.strip("\n").split("\n"), printed.split("\n")))
        first = command.line + command.text.count("\n")
        begin = next(n for n in range(first, len(lines)) if lines[n].strip())
        end = begin + len(shown.strip("\n").split("\n"))
        indent = " " * (len(lines[begin]) - len(lines[begin].lstrip(" ")))
        indent = indent[:4] if lines[command.line - 1].startswith("    ") else ""
        # What is printed may begin with an empty line, which a page needs not.
        new = [f"{indent}{line}".rstrip() for line in printed.strip("\n").split("\n")]
        lines[begin:end] = new
    return "\n".join(lines) + "\n"


def _most_like(shown: list[str], printed: list[str]) -> list[str]:
    """Of the printed lines those that stand where ``...`` leaves some of them out."""
    parts = [
        list(part)
        for left_out, part in groupby(shown, lambda line: line == _LEFT_OUT)
        if not left_out
    ]
    if len(parts) == 1 and _LEFT_OUT not in shown:
        return printed
    found, start = list[str](), 0
    for number, part in enumerate(parts):
        last = len(printed) - len(part)
        if number == 0 and shown[0] != _LEFT_OUT:
            place = 0
        elif number == len(parts) - 1 and shown[-1] != _LEFT_OUT:
            place = last
        else:
            place = max(
                range(start, last + 1),
                key=lambda at: sum(
                    SequenceMatcher(None, *pair).ratio()
                    for pair in zip(part, printed[at:], strict=False)
                ),
            )
        found += [_LEFT_OUT] * (number > 0 or shown[0] == _LEFT_OUT)
        found += printed[place : place + len(part)]
        start = place + len(part)
    return found + [_LEFT_OUT] * (shown[-1] == _LEFT_OUT)


def is_as_shown(shown: str, printed: str) -> bool:
    """Whether a text is the one shown, but for what ``...`` stands for and lengths of time."""
    shown, printed = (_TIME.sub("1 s", text).strip("\n") + "\n" for text in (shown, printed))
    return doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)


def environment_in(folder: Path, forked: bool = False) -> Mapping[str, str]:
    """What a shell needs to find ``pinochle``, as it is tested here, and the tests' Python."""
    programs = folder / "bin"
    programs.mkdir()
    called = {"pinochle": forked_command() if forked else COMMAND, "python3": [sys.executable]}
    for name, words in called.items():
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        program.chmod(0o755)
    return bare_environment(
        PATH=f"{programs}{os.pathsep}{os.environ['PATH']}",
        PINOCHLE_SETTINGS=str(folder / "settings.toml"),
        XDG_DATA_HOME=str(folder),
    )


def _differences_of_python(page: str, folder: Path) -> list[str]:
    # The fence after a session would be read as what its last line gives.
    text = "\n".join("" if _FENCE.match(line) else line for line in page.splitlines())
    session = doctest.DocTestParser().get_doctest(text, {}, "page", "page", 0)
    told: list[str] = []
    before = Path.cwd()
    os.chdir(folder)
    try:
        doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
            session, out=told.append
        )
    finally:
        os.chdir(before)
    return told


def _rewrite_pages() -> None:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text("utf-8")
        if commands(text):
            with tempfile.TemporaryDirectory() as folder:
                new = rewritten(text, Path(folder))
            if new != text:
                page.write_text(new, "utf-8")
                print(page.name)


if __name__ == "__main__":
    _rewrite_pages()
