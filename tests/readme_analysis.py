"""The example of an analysis in README.md, which changes when the search does.

This writes it again, as it is printed now:

    python tests/readme_analysis.py
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from commandline import COMMAND

README = Path(__file__).parents[1] / "README.md"
PROMPT, END = "    $ pinochle analyze ", "\n\n`behind` is"


class Example(NamedTuple):
    """README.md taken apart: what stands before the arguments, and what after the output."""

    before: str
    arguments: str
    output: str
    after: str


def read() -> Example:
    before, rest = README.read_text().split(PROMPT, 1)
    shown, after = rest.split(END, 1)
    arguments, *lines = shown.splitlines()
    output = "\n".join(line.removeprefix("    ") for line in lines)
    return Example(before, arguments, output, after)


def without_position(printed: str) -> str:
    """What is printed below the table of the position."""
    return printed[printed.index("\n move ") :].rstrip()


def main() -> None:
    example = read()
    command = [*COMMAND, "analyze", *example.arguments.split()]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = without_position(run.stdout).splitlines()
    output = "\n".join(f"    {line}".rstrip() for line in lines)
    text = f"{example.before}{PROMPT}{example.arguments}\n{output}{END}{example.after}"
    README.write_text(text)


if __name__ == "__main__":
    main()
