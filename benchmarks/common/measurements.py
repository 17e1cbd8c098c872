"""What the commands of long measurements share: options, the file gone on with, tables, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TypeAlias, TypeVar

import click

from benchmarks.common.resumable import Piece, ResumeError, gather
from pinochle_solver.bench import machine_line
from pinochle_solver.cli import BAD_INPUT, INTERRUPTED
from pinochle_solver.errors import visible
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, RULEBOOKS

Row: TypeAlias = Sequence[str]
Given = ParamSpec("Given")
Found = TypeVar("Found")


class BadFileError(click.ClickException):
    """A file that cannot be gone on with."""

    exit_code = BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__(visible(message))


def rulebook_names(
    _context: click.Context, _parameter: click.Parameter, text: str
) -> tuple[str, ...]:
    """Read the value of ``--rules``: names with commas between, or all that have 48 cards."""
    names = tuple(PINOCHLE_BOOKS) if text == "all" else tuple(text.split(","))
    if not set(names) <= set(RULEBOOKS):
        raise click.BadParameter(f"{visible(text)}, expected all or some of {', '.join(RULEBOOKS)}")
    return names


processes_option = click.option("--processes", default=2, show_default=True, type=click.IntRange(1))
json_option = click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
resume_option = click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what is done in this file, and go on with what it holds.",
)


def gathered(
    work: Callable[[int], Piece],
    number: int,
    kind: type[Piece],
    header: Mapping[str, Any],
    resume: Path | None,
    processes: int,
) -> list[Piece]:
    """`gather`; what is wrong with the file is told in one line (`BadFileError`)."""
    try:
        return gather(work, number, kind=kind, settings=header, path=resume, processes=processes)
    except ResumeError as error:
        raise BadFileError(str(error)) from None
    except OSError as error:
        if resume is None or error.filename != str(resume):
            raise
        raise BadFileError(f"{resume}: {(error.strerror or str(error)).lower()}") from None


def in_a_thread(work: Callable[Given, Found], *given: Given.args, **more: Given.kwargs) -> Found:
    """Do compiled work in a thread of its own: in the main one Ctrl-C comes in the middle of it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *given, **more).result()


def end_command(finished: bool) -> NoReturn:
    """End with the status of what was done."""
    click.get_current_context().exit(0 if finished else INTERRUPTED)


def echo_head(header: Mapping[str, Any], done: str, finished: bool) -> None:
    """Write the machine, what was measured by which settings, and how much of it is done."""
    words = [
        f"{name}={','.join(value) if isinstance(value, tuple) else value}"
        for name, value in header.items()
        if value is not None and name != "measured"
    ]
    stopped = "" if finished else "; interrupted before all were done"
    click.echo(f"{machine_line()}\n{header['measured']} {' '.join(words)}: {done}{stopped}")


def echo_table(title: str, heads: Sequence[str], rows: Iterable[Row]) -> None:
    """Write a table in Markdown."""
    click.echo(f"\n| {title} | {' | '.join(heads)} |\n|---|{'--:|' * len(heads)}")
    for row in rows:
        click.echo(f"| {' | '.join(row)} |")


def number_text(value: float, form: str, unit: str = "") -> str:
    """A number; nothing where it is not known."""
    return f"{value:{form}}{unit}" if isfinite(value) else ""


def with_error(mean: float, se: float, form: str) -> str:
    """A mean and its standard error, where there is one; nothing where there is no mean."""
    if not isfinite(mean):
        return ""
    error = number_text(se, form.lstrip("+"))
    return f"{mean:{form}} ± {error}" if error else f"{mean:{form}}"


def json_text(value: Mapping[str, Any]) -> str:
    """As JSON, null for the numbers that it has no word for."""
    return json.dumps(_known(value))


def _known(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _known(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_known(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
