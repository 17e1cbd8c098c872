"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from commandline import Pinochle, Run
from pinochle_solver import cli

# A busy machine is no failure; a fixed choice of examples keeps the suite's verdict repeatable.
# More of them, and others each time: `--hypothesis-profile soak`.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=1_000)
# Where every line is counted as it is reached.
settings.register_profile("brief", deadline=None, derandomize=True, max_examples=20)
settings.load_profile("suite")

# What is printed into a pipe is as wide as these say, and readline, which pytest loads, says it to
# the C library alone.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)
    os.unsetenv(name)

# Nor does it depend on what the user has settled for himself.
os.environ["PINOCHLE_SETTINGS"] = ""


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c_is_heeded() -> Iterator[None]:
    """Let the programs that tests start heed Ctrl-C, as they do in a terminal.

    A job in the background of a shell ignores it from its start on, and so does what it starts.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def pinochle(capfd: pytest.CaptureFixture[str]) -> Pinochle:
    """Run ``pinochle`` with these arguments, in this process."""

    def run(*arguments: str) -> Run:
        status = cli.run(list(arguments))
        captured = capfd.readouterr()
        return Run(status, captured.out, captured.err)

    return run
