"""A person at a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from helpers.commandline import COMMAND
from helpers.forked import forked_command


class Terminal:
    """A person at a terminal, in which a command asks for one line after the other.

    Args:
        prompt: matches the end of what is written when a line is asked for.
        arguments: of the command.
        forked: do without a program started anew; no signal gets through to it.
    """

    def __init__(self, prompt: str, *arguments: str, forked: bool = False) -> None:
        self._prompt = re.compile(rf"(?:{prompt})> $")
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*(forked_command() if forked else COMMAND), *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)
        self.text = ""

    def read_to_prompt(self, seconds: float = 60) -> str | None:
        """What is written up to the next prompt; None when it has ended."""
        written = ""
        deadline = time.monotonic() + seconds
        while not self._prompt.search(written):
            assert time.monotonic() < deadline, written
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                block = os.read(self.master, 4096)
            except OSError:
                block = b""
            self.text += block.decode()
            written += block.decode()
            if not block:
                return None
        return written

    def type(self, word: str) -> str | None:
        """Type a line; what is written up to the next prompt, None when it has ended."""
        os.write(self.master, f"{word}\n".encode())
        return self.read_to_prompt()


@contextmanager
def at_terminal(prompt: str, *arguments: str, forked: bool = False) -> Iterator[Terminal]:
    """A command in a terminal, ended with the block."""
    opened = Terminal(prompt, *arguments, forked=forked)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.master)
