"""The command line ``pinochle``: one module a command, imported when it is called.

Exit status: 0 done; 1 a check that the user asked for failed; 2 bad input; 70 an internal error;
130 interrupted; 141 the reader of a pipe has gone.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
import traceback
from importlib import import_module

import click

from pinochle_solver.cli.help import HelpContext

DONE, CHECK_FAILED, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 70, 130, 141

_COMMANDS = {
    "solve": "the value of every card of a playoff position, and the best line",
    "analyze": "the value of every move of a stock-phase position, with its uncertainty",
    "show": "check a position, print its canonical line and a readable view",
    "melds": "what a hand can meld now, for how many points and with which copies",
    "replay": "hand records trick by trick, checked and scored",
    "score": "a game of several hands from their records: the running score, and who wins",
    "play": "a hand or a game against an engine, in the terminal",
    "engine": "the line protocol: positions in, moves out",
    "deal": "seeded deals as records, or random playoff positions",
    "match": "engines against each other, on duplicate deals",
    "bench": "speed on fixed positions, and the node signature",
    "verify": "the search against every state of a deal",
    "rules": "the rulebooks' parameters side by side",
}


class _LazyGroup(click.Group):
    """A group that imports a command's module only when that command is called."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        command.context_class = HelpContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pinochle-solver", prog_name="pinochle")
def pinochle() -> None:
    """Analyse two-handed pinochle."""


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments; return the exit status."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return PIPE_CLOSED
    except OSError as error:
        # Input is read by those who know its name: this is the output's.
        _give_up_output()
        _complain(f"standard output: {(error.strerror or str(error)).lower()}")
        return BAD_INPUT
    except Exception:
        _complain(
            traceback.format_exc() + "pinochle: internal error, please report the lines above"
        )
        return INTERNAL_ERROR
    return status


def _run(arguments: list[str]) -> int:
    # Not through click's own main: it would exit with 1 for a closed pipe.
    if sys.stdout is None:
        raise OSError(errno.EBADF, "closed")
    try:
        with pinochle.make_context("pinochle", arguments) as context:
            status: int | None = pinochle.invoke(context)
    except click.exceptions.Exit as asked:
        return asked.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return DONE
    except click.ClickException as error:
        _complain(_one_line(error))
        return BAD_INPUT
    return status or DONE


def _give_up_output() -> None:
    """Keep the interpreter from writing at its end what is still in the buffer."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    # There may be nobody left to tell; the status still tells.
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    if not isinstance(error, click.UsageError):
        return message
    return f"{error.ctx.command_path if error.ctx else 'pinochle'}: {message}"
