"""``pinochle engine``: the line protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import click

from pinochle_solver.cli import DONE
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.lines import open_input, read_block
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.errors import visible
from pinochle_solver.sizes import MOST_POSITION

# Of a line that is longer no more is kept: even of four bytes a character it is too long.
_MOST_BYTES = 4 * MOST_POSITION + 1

# A line; None for the end of input; an error for output or input that is gone.
_Event = str | None | Exception


@click.command(
    "engine",
    cls=PinochleCommand,
    heeds_settings=False,
    example="(echo position rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south; "
    "echo go) | pinochle engine",
)
@rulebook_files
def command() -> int:
    """Answer lines of the engine protocol: positions in, moves out, in the manner of UCI.

    The lines are pn, setoption NAME VALUE, ready, new, position POSITION, moves, go [movetime MS]
    [worlds N] [nodes N] [seed N] [infinite], stop and quit. The words of UCI are understood, too:
    uci, isready, ucinewgame, setoption name NAME value VALUE. docs/NOTATION.md has it in full.
    """
    # Loaded before it is needed: the first answer shall be as quick as the others.
    import numpy  # noqa: F401

    # The input is read beside, so that Ctrl-C and an output that is gone end it at once.
    events: SimpleQueue[_Event] = SimpleQueue()
    conversation = Conversation(lambda line: _write(line, events), known_rulebooks())
    Thread(target=_read, args=(open_input("-"), events), daemon=True).start()
    try:
        while True:
            event = events.get()
            if isinstance(event, Exception):
                raise event
            if event is None:
                Thread(target=_finish, args=(conversation, events), daemon=True).start()
            elif not conversation.handle(event):
                break
    finally:
        conversation.close()
    return DONE


def _finish(conversation: Conversation, events: SimpleQueue[_Event]) -> None:
    """At the end of input, quit when what is under way has been answered."""
    conversation.finish()
    events.put("quit")


def _write(line: str, events: SimpleQueue[_Event]) -> None:
    """Write a line at once; whoever waits for events is told when that cannot be done."""
    try:
        sys.stdout.write(f"{visible(line)}\n")
        sys.stdout.flush()
    except OSError as error:
        events.put(error)


def _read(stream: BinaryIO, events: SimpleQueue[_Event]) -> None:
    try:
        for number, line in enumerate(_lines(stream)):
            text = line.decode("utf-8", "surrogateescape")
            events.put(text if number else text.removeprefix("\ufeff"))
    except OSError as error:
        fact = (error.strerror or str(error)).lower()
        events.put(click.ClickException(f"standard input: {fact}"))
    events.put(None)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of an unbuffered stream; of one that is too long only as much as shows it."""
    rest = b""
    while block := read_block(stream):
        *lines, last = block.split(b"\n")
        for line in lines:
            yield rest + line
            rest = b""
        rest = (rest + last)[:_MOST_BYTES]
    if rest:
        yield rest
