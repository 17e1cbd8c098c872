"""Pages of documentation run: what they show is what the program does.

A page is read as Markdown. In its blocks of code, indented or fenced,

- a line that begins with ``$`` and a blank is a command of the shell, and what follows it, up to
  the next command or the end of the block, is what it prints on standard output and standard
  error. Where nothing follows only its success is asked for. A backslash at the end continues it.
- ``>>>`` is Python, as in a doctest.

Both run in one folder, all commands before all Python, so that a page can make the files that it
reads. ``...`` stands for anything, and one length of time is like another.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from commandline import bare_environment

PROMPT = "$ "
_FENCE = re.compile(r"\s*(```|~~~)")
_TIME = re.compile(r"\b\d+(?:\.\d+)?(?:e-\d+)? (?:ms|s|seconds)\b")
_SECONDS = 50


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


def differences(page: str, folder: Path) -> list[str]:
    """What is not as a page shows it, when its commands and its Python are run in a folder."""
    return [*_differences_of_commands(page, folder), *_differences_of_python(page, folder)]


def _differences_of_commands(page: str, folder: Path) -> Iterator[str]:
    found = commands(page)
    if not found:
        return
    environment = _environment(folder)
    for command in found:
        run = subprocess.run(
            ["bash", "-c", command.text],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=_SECONDS,
        )
        printed = "\n".join(map(str.rstrip, run.stdout.splitlines())).rstrip()
        if command.output is None:
            if run.returncode:
                yield f"line {command.line}: status {run.returncode}: {printed}"
        elif not is_as_shown(command.output, printed):
            yield f"line {command.line}: $ {command.text}\n{printed}"


def is_as_shown(shown: str, printed: str) -> bool:
    """Whether a text is the one shown, but for what ``...`` stands for and lengths of time."""
    shown, printed = (_TIME.sub("1 s", text) + "\n" for text in (shown, printed))
    return doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)


def _environment(folder: Path) -> Mapping[str, str]:
    """What a shell needs to find ``pinochle``, as it is tested here."""
    programs = folder / "bin"
    programs.mkdir()
    program = programs / "pinochle"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pinochle_solver "$@"\n')
    program.chmod(0o755)
    return bare_environment(PATH=f"{programs}{os.pathsep}{os.environ['PATH']}")


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
