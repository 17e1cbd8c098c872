"""The command line ``pinochle``: one module a command, imported when it is called.

Exit status: 0 done; 1 a check that the user asked for failed; 2 bad input; 70 an internal error;
130 interrupted; 141 the reader of a pipe has gone.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module

import click

DONE, CHECK_FAILED, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 70, 130, 141

_COMMANDS = {
    "solve": "the value of every card of a playoff position, and the best line",
    "show": "check a position, print its canonical line and a readable view",
    "deal": "seeded random playoff positions",
    "rules": "the rulebooks' parameters side by side",
}


class _LazyGroup(click.Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
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
    sys.exit(_run(sys.argv[1:]))


def _run(arguments: list[str]) -> int:
    try:
        status = pinochle.main(arguments, prog_name="pinochle", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return DONE
    except click.ClickException as error:
        _complain(_one_line(error))
        return BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # What is still in the buffer has no reader; the interpreter must not try it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except Exception:
        traceback.print_exc()
        _complain("pinochle: internal error, please report the lines above")
        return INTERNAL_ERROR
    return status or DONE


def _one_line(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "pinochle"
    return f"{command}: {' '.join(error.format_message().split())}"


def _complain(line: str) -> None:
    click.echo(line, err=True)
