"""``pinochle serve-mcp``: the program as tools for assistants that speak MCP."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

import click

from pinochle_solver.cli import DONE
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.lines import open_input, read_block
from pinochle_solver.cli.input.options import usable_processors
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.streams import tell


@click.command(
    "serve-mcp",
    cls=PinochleCommand,
    heeds_settings=False,
    example="pinochle serve-mcp",
)
@rulebook_files
def command() -> int:
    """Serve an assistant: solve, analyze, review, melds, rules and score as tools of MCP.

    A program that speaks the Model Context Protocol starts this command and talks to it on standard
    input and output. The tools take positions, hand records and names of rulebooks, and open no
    file. docs/MCP.md says how to add the command to a client, and which limits hold.
    """
    if find_spec("mcp") is None:
        fact = "MCP needs its SDK, which is not installed (pip install 'pinochle-solver[mcp]')"
        raise click.ClickException(fact)
    from pinochle_solver.mcp_server.server import TooLongError, pinochle_server, serve

    stream = open_input("-")
    if stream.isatty():
        tell("waiting for an MCP client on standard input; Ctrl-C ends it")
    server = pinochle_server(known_rulebooks(), usable_processors())
    try:
        serve(server, partial(read_block, stream))
    except TooLongError as error:
        raise click.ClickException(f"standard input: {error}") from None
    return DONE
