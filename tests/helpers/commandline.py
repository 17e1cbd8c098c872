"""How tests speak of a run of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

from helpers.forked import forked_command
from pinochle_solver import cli

COMMAND = [sys.executable, "-m", "pinochle_solver"]
# Without them another program than the one tested would be started, or not counted what it reaches.
_KEPT = ("PATH", "PYTHONPATH", "OPENBLAS_NUM_THREADS", "COVERAGE_PROCESS_CONFIG", "GCOV_PREFIX")


@dataclass
class Run:
    """What a command did."""

    status: int
    out: str
    err: str


Pinochle = Callable[..., Run]


def bare_environment(**variables: str) -> dict[str, str]:
    """These variables, UTF-8, and nothing of the user's but where programs are found."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {"PYTHONIOENCODING": "utf-8", "PINOCHLE_SETTINGS": ""} | variables


def read_all(terminal: int) -> bytes:
    """All that was written to a terminal whose other end is closed; it is closed as well."""
    shown = b""
    try:
        while part := os.read(terminal, 65536):
            shown += part
    except OSError:  # so ends what a terminal has to give
        pass
    os.close(terminal)
    return shown


def started(arguments: list[str], text: str | bytes) -> Run:
    """Run a command, as a process of its own, that is given a text through a pipe."""
    ended = subprocess.run(
        [*forked_command(), *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        env=bare_environment(),
        check=False,
    )
    return Run(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def piped(arguments: list[str], text: str | bytes) -> Run:
    """Run a command, in this process, that is given a text and is seen by no terminal.

    It says the same as `started` and takes a tenth of the time.
    """
    with ExitStack() as stack:
        given, out, err = (stack.enter_context(TemporaryFile("w+b")) for _ in range(3))
        given.write(text.encode() if isinstance(text, str) else text)
        given.seek(0)
        stream, *written = (
            stack.enter_context(TextIOWrapper(file, encoding="utf-8", errors=errors))
            for file, errors in ((given, "strict"), (out, "strict"), (err, "backslashreplace"))
        )
        with patch.multiple(sys, stdin=stream, stdout=written[0], stderr=written[1]):
            status = cli.run(arguments)
        texts = []
        for each in written:
            each.flush()
            each.buffer.seek(0)
            texts.append(each.buffer.read().decode())
    return Run(status, *texts)


def assert_it_ends_quietly_once_unheard(
    command: list[str], before: str, file: Path, after: str
) -> None:
    """Talk with a command until it keeps a file, close what it writes to, and talk on."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(before.encode())
        process.stdin.flush()
        while not file.exists():
            assert os.read(process.stdout.fileno(), 1 << 16)
        process.stdout.close()
        process.stdin.write(after.encode())
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def assert_a_closed_pipe_ends_it_quietly(
    arguments: list[str], line: str, times: int, environment: dict[str, str] | None = None
) -> None:
    """Give a command a line so often, while nobody reads what it writes."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        try:
            for _ in range(times):
                process.stdin.write(f"{line}\n".encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait() == 141
