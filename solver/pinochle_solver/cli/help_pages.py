"""The pages of ``pinochle help``: what a card player reads once, each in a file of `topics/`.

A page is Markdown: a title, paragraphs, tables of words with their meanings, and blocks indented by
four blanks, whose lines that begin with ``$`` are commands that can be typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

_INDENT = " " * 4
_TABLE_HEAD = 2
"""Lines of a table before its rows."""

Terms = dict[str, str]
"""Words with their meanings."""


@dataclass(frozen=True)
class Topic:
    """A page.

    Attributes:
        name: what it is asked for by.
        title: what it is about, in a few words.
        text: all that follows the title.
    """

    name: str
    title: str
    text: str

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, and those of the rulebooks that its title ends with in brackets."""
        rulebooks = self.title.removesuffix(")").partition(" (")[2].split(", ")
        return tuple(dict.fromkeys((self.name, *filter(None, rulebooks))))

    def parts(self) -> Iterator[str | list[str] | Terms]:
        """Its paragraphs, each one line, its blocks, without their indent, and its tables."""
        for part in self.text.strip("\n").split("\n\n"):
            lines = part.splitlines()
            if lines[0].startswith(_INDENT):
                yield [line.removeprefix(_INDENT) for line in lines]
            elif lines[0].startswith("|"):
                rows = (line.strip("| ").split(" | ") for line in lines[_TABLE_HEAD:])
                yield {row[0]: row[1] for row in rows}
            else:
                yield " ".join(lines)


def topics() -> dict[str, Topic]:
    """All pages by name, in alphabetical order."""
    found = {}
    folder = files("pinochle_solver.cli") / "topics"
    for file in sorted(folder.iterdir(), key=lambda file: file.name.removesuffix(".md")):
        name = file.name.removesuffix(".md")
        title, _, text = file.read_text("utf-8").partition("\n")
        found[name] = Topic(name, title.removeprefix("# "), text)
    return found
