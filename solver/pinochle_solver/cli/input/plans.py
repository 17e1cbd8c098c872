"""The plan of melds as options, and as a graph in a file."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.options import Whole
from pinochle_solver.cli.whole_files import fact_of, replace_file
from pinochle_solver.melding.graph import GRAPH_FORMATS
from pinochle_solver.melding.planner import Plan

_Command = TypeVar("_Command", bound=Callable[..., object])


class _GraphFile(click.ParamType):  # type: ignore[type-arg]  # older click has none
    """A file to write a graph to, of a format that is known by its ending."""

    name = "file"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Take the path; another ending is a usage error."""
        file = Path(str(value))
        if file.suffix.lower() not in GRAPH_FORMATS:
            self.fail(f"{value} ends in none of {', '.join(GRAPH_FORMATS)}", param, ctx)
        return file


def plan_options(command: _Command) -> _Command:
    """Give a command ``--turns``, ``--draws``, ``--gone`` and ``--graph``."""
    for decorate in (
        click.option(
            "--graph",
            metavar="FILE",
            shell_complete=completion.files,
            type=_GraphFile(),
            help="Write all possible melds of these turns as a graph, .graphml or .dot.",
        ),
        click.option("--gone", metavar="CARDS", help="Cards seen elsewhere, as a hand."),
        click.option(
            "--draws",
            metavar="D",
            type=Whole(min=0),
            help="For a hand: the draws before its last turn to meld, to give chances.",
        ),
        click.option(
            "--turns",
            metavar="N",
            type=Whole(min=1),
            help="Plan the order of melds for N turns, and show the cards that the hand waits for.",
        ),
    ):
        command = decorate(command)
    return command


def write_plan_graph(plan: Plan, file: Path) -> None:
    """Write the graph of a plan; raises `click.ClickException`."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / f"graph{file.suffix}"
            plan.write_graph(made)
            replace_file(file, made.read_text("utf-8"))
    except OSError as error:
        raise click.ClickException(f"{file}: {fact_of(error)}") from None
