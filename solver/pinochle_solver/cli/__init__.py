"""The command line ``pinochle``: one module a command, imported when it is called.

Exit status: 0 done; 1 a check that the user asked for failed; 2 bad input; 70 an internal error;
130 interrupted; 141 the reader of a pipe has gone.

- ``commands``: each of them, by its name.
- ``input``: options, settings, and how commands take positions and records.
- ``dialogues``: how commands talk with a person.
- ``output``: how values leave a command, and what it shows while it works.
- ``table``: the same for the games for three and four.
- ``command``, ``groups``: what every command is, and how one is found.
- ``streams``, ``whole_files``: what is written to a terminal or a pipe, and to files.
- ``completion``, ``shells``: what a shell completes.
- ``help_layout``, ``help_pages``, ``man_pages``: help, and what is made of it.

May use: _core, bench, board, board_server, bulk, double_dummy, durable, engines, equities, errors,
game, hand, hidden_hands, intervals, ledger, limits, matches, mcp_server, melding, notation,
openings, playoff, processes, puzzles, render, reviews, rules, schema, sizes, stock, table, threads,
tournaments, version.
"""

from __future__ import annotations

import io
import os
import sys
import traceback

import click

from pinochle_solver.cli.completion import VARIABLE, complete
from pinochle_solver.cli.groups import LazyGroup
from pinochle_solver.cli.streams import tell, watched_output
from pinochle_solver.version import __version__

DONE, CHECK_FAILED, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 70, 130, 141

_COMMANDS = {
    "board": "set up hands in the browser, and see the value of every move",
    "solve": "prove the value of every card of a playoff position, and the best line",
    "analyze": "estimate the value of every move of a stock-phase position",
    "bid": "say how far to bid with a hand, for three or four players",
    "openings": "show what is done with opening hands like one, and how they end",
    "explore": "step through a position, with the value of every move",
    "show": "check a position, print its canonical line and a readable view",
    "melds": "list the melds of a hand, with their points and cards",
    "replay": "check and score hand records, trick by trick",
    "review": "find the points lost in a hand, decision by decision",
    "ledger": "keep all your hands reviewed, and see where you lose points",
    "quiz": "practise positions: the puzzles, or your own mistakes",
    "puzzles": "make puzzles: positions where the natural move is wrong",
    "score": "score a game from its hand records, and name the winner",
    "equity": "show the chance to win a game at a score, and the value of points there",
    "play": "play a hand or a game against an engine",
    "new": "record a hand at your table, with advice on every move",
    "engine": "run the engine protocol: positions in, moves out",
    "serve-mcp": "offer tools to an assistant that speaks MCP (Model Context Protocol)",
    "bulk": "work on millions of positions or hands, in Parquet files",
    "deal": "deal hands as records, or random playoff positions, by a seed",
    "match": "let engines play against each other, on duplicate deals",
    "tournament": "let many engines meet, and rank them on one scale",
    "bench": "measure the speed on fixed positions, and the node signature",
    "verify": "check the search against every state of a deal",
    "rules": "show rulebooks side by side",
    "settings": "show or change your settings: rulebook, name, symbols and more",
    "help": "show a page on a topic: positions, cards, melds, words and others",
}


def all_commands() -> dict[str, str]:
    """The names of all commands, and what each does in a line."""
    return dict(_COMMANDS)


@click.group(
    cls=LazyGroup,
    rows=_COMMANDS,
    modules="pinochle_solver.cli.commands.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="pinochle")
def pinochle() -> None:
    """Analyse pinochle for two, and the games for three and four."""


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments; return the exit status."""
    if sys.stdout is None:
        tell("standard output: closed")
        return BAD_INPUT
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    with watched_output() as output:
        try:
            status = _run(arguments)
            sys.stdout.flush()
        except KeyboardInterrupt:
            return INTERRUPTED
        except Exception as error:
            if output.failure is None or not isinstance(error, OSError):
                return _internal_error()
            _give_up_output()
            if isinstance(error, BrokenPipeError):
                return PIPE_CLOSED
            tell(f"standard output: {(error.strerror or str(error)).lower()}")
            return BAD_INPUT
    return status


def _run(arguments: list[str]) -> int:
    # Not through click's own main: it would exit with 1 for a closed pipe.
    asked_by_shell = os.environ.get(VARIABLE)
    if asked_by_shell:
        return DONE if complete(pinochle, asked_by_shell) else BAD_INPUT
    try:
        with pinochle.make_context("pinochle", arguments) as context:
            status: int | None = pinochle.invoke(context)
    except click.exceptions.Exit as asked:
        return asked.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return DONE
    except click.ClickException as error:
        tell(_one_line(error))
        return BAD_INPUT
    return status or DONE


def _internal_error() -> int:
    for line in traceback.format_exc().splitlines():
        tell(line)
    tell("pinochle: internal error, please report the lines above")
    return INTERNAL_ERROR


def _give_up_output() -> None:
    """Keep the interpreter from writing at its end what is still in the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(error: click.ClickException) -> str:
    # Lists of what there is to choose from come on lines of their own.
    message = error.format_message().replace("\n\t", " ")
    if not isinstance(error, click.UsageError):
        return message
    return f"{error.ctx.command_path if error.ctx else 'pinochle'}: {message}"
