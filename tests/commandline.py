"""How tests speak of a run of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

COMMAND = [sys.executable, "-m", "pinochle_solver"]
# Without them another program than the one tested would be started, or not counted what it reaches.
_KEPT = ("PATH", "PYTHONPATH", "COVERAGE_PROCESS_CONFIG", "GCOV_PREFIX")


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


def piped(arguments: list[str], text: str) -> Run:
    """Run a command that is given a text through a pipe."""
    ended = subprocess.run(
        [*COMMAND, *arguments],
        input=text.encode(),
        capture_output=True,
        env=bare_environment(),
        check=False,
    )
    return Run(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


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
