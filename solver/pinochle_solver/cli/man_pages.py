"""Manual pages, made of what ``--help`` and ``pinochle help`` show.

    python -m pinochle_solver.cli.man_pages FOLDER

writes ``pinochle.1``, one page for each command (``pinochle-solve.1``) and one for each topic
(``pinochle-cards.7``), and takes pages of others that were there away.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from pinochle_solver.cli import pinochle
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.help_pages import Topic, topics
from pinochle_solver.cli.input.kept_settings import VARIABLE

_STATUS = {
    "0": "done",
    "1": "a check failed",
    "2": "bad input: a line on stderr names it",
    "70": "an internal error",
    "130": "interrupted",
    "141": "the reader of a pipe has gone",
}
_ENVIRONMENT = {
    "NO_COLOR": "If it is set to anything, there are no colours unless --color asks for them.",
    "COLUMNS": "How wide tables and sentences may be.",
    VARIABLE: "The file of settings, in place of your own; empty for none.",
    "_PINOCHLE_COMPLETE": "Set to bash_source, zsh_source or fish_source: the shell function that "
    "completes commands, options and tokens.",
}

_ESCAPES = str.maketrans({"\\": "\\e", "-": "\\-", "'": "\\(aq", "±": "\\[+-]"})


def pages() -> dict[str, str]:
    """The text of every page, by the name of its file."""
    with pinochle.make_context("pinochle", [], resilient_parsing=True) as ctx:
        leaves = {name: short for name, short, _ in pinochle.leaves(ctx)}
        made = {"pinochle.1": _main_page(leaves)}
        for name, short, command in pinochle.leaves(ctx):
            assert isinstance(command, PinochleCommand)
            made[f"pinochle-{_joined(name)}.1"] = _command_page(ctx, name, short, command)
        for topic in topics().values():
            made[f"pinochle-{topic.name}.7"] = _topic_page(topic)
    return made


def write(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in (*folder.glob("pinochle*.1"), *folder.glob("pinochle*.7")):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")


def _joined(name: str) -> str:
    return name.replace(" ", "-")


def _main_page(leaves: dict[str, str]) -> str:
    lines = [
        *_head("pinochle", 1, pinochle.help or ""),
        *_synopsis("pinochle", "COMMAND [ARGS]..."),
    ]
    lines += _section("COMMANDS", _terms(_linked(leaves, 1)))
    titles = {name: topic.title for name, topic in topics().items()}
    lines += _section("TOPICS", _terms(_linked(titles, 7)))
    lines += _section("ENVIRONMENT", _terms(_ENVIRONMENT.items()))
    lines += _section("EXIT STATUS", _terms(_STATUS.items()))
    return _page(lines)


def _linked(known: dict[str, str], section: int) -> Iterator[tuple[str, str]]:
    for name, text in known.items():
        yield f"pinochle-{_joined(name)}({section})", text


def _command_page(parent: click.Context, name: str, short: str, command: PinochleCommand) -> str:
    ctx = command.context_class(command, info_name=name, parent=parent)
    lines = [*_head(f"pinochle-{_joined(name)}", 1, short)]
    lines += _synopsis(f"pinochle {name}", " ".join(command.collect_usage_pieces(ctx)))
    parts = inspect.cleandoc(command.help or "").split("\n\n")
    lines += _section("DESCRIPTION", _paragraphs(" ".join(part.split()) for part in parts))
    options = (each for each in command.get_params(ctx) if isinstance(each, click.Option))
    records = (each.get_help_record(ctx) for each in options)
    lines += _section("OPTIONS", _terms(filter(None, records)))
    lines += _section("EXAMPLE", _block([command.example]))
    return _page([*lines, *_see_also("pinochle", 1)])


def _topic_page(topic: Topic) -> str:
    lines = [*_head(f"pinochle-{topic.name}", 7, topic.title), ".SH DESCRIPTION"]
    for part in topic.parts():
        if isinstance(part, str):
            lines += _paragraphs([part])
        else:
            lines += _terms(part.items()) if isinstance(part, dict) else _block(part)
    return _page([*lines, *_see_also("pinochle", 1)])


def _head(name: str, section: int, short: str) -> Iterator[str]:
    kind = "User Commands" if section == 1 else "Pinochle"
    yield f'.TH {_text(name.upper())} {section} "" pinochle\\-solver "{kind}"'
    yield from _section("NAME", [f"{_text(name)} \\- {_text(short.rstrip('.'))}"])


def _synopsis(name: str, rest: str) -> Iterator[str]:
    return _section("SYNOPSIS", [f".B {_text(name)}", line(rest)])


def _see_also(name: str, section: int) -> Iterator[str]:
    return _section("SEE ALSO", [f".BR {name} ({section})"])


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f'.SH "{title}"' if " " in title else f".SH {title}"
    yield from lines


def _terms(terms: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, meaning in terms:
        yield from (".TP", f"\\fB{_text(term)}\\fR", line(meaning))


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from (".PP", line(paragraph))


def _block(lines: Iterable[str]) -> Iterator[str]:
    yield from (".PP", ".RS 4", ".nf", *map(line, lines), ".fi", ".RE")


def line(text: str) -> str:
    """Text as a line of its own, which is no request whatever it begins with."""
    return re.sub(r"^(?=[.'])", r"\\&", _text(text))


def _text(text: str) -> str:
    return text.translate(_ESCAPES)


def _page(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
