"""Fixtures and settings of all tests."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from helpers.commandline import Pinochle, Run
from helpers.quick import (  # noqa: F401
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
)
from pinochle_solver import cli

# A busy machine is no failure; a fixed choice of examples keeps the suite's verdict repeatable.
# More of them, and others each time: `--hypothesis-profile soak`.
settings.register_profile("suite", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("soak", deadline=None, max_examples=1_000)
# Where every line is counted as it is reached.
settings.register_profile("brief", deadline=None, derandomize=True, max_examples=20)
settings.load_profile("suite")

# What is printed into a pipe is as wide as these say, and readline, which pytest loads, says it to
# the C library alone.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)
    os.unsetenv(name)

# Of numpy's threads, one for each processor, nothing is wanted: they would wait for work, and that
# keeps processors busy which other tests run on.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What tests write need not outlive a power cut, and to wait for the disk takes milliseconds each
# time. Those of `durable` put in its place what they need.
os.fsync = lambda _: None  # type: ignore[assignment]

# Nor does it depend on what the user has settled for himself.
os.environ["PINOCHLE_SETTINGS"] = ""


# The examples in docstrings are those of the package: none is looked for here, nor is a file read
# that holds no tests.
@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


# What every test of the suite makes is not looked through again and again for what is no longer
# used: fifteen thousand tests are kept from here to the end, and cycles wait until there are many.
def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True, scope="session")
def _signals_are_heeded() -> Iterator[None]:
    """Let the programs that tests start heed Ctrl-C and the end of the terminal, as they do in one.

    A job in the background of a shell ignores the first from its start on, one that `nohup` has
    started the second, and so does what they start. What the tests themselves do stays as it was.
    """
    before = {}
    for name, heeding in (("SIGINT", signal.default_int_handler), ("SIGHUP", lambda *_: None)):
        number = getattr(signal, name, None)  # Windows has no second
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            before[number] = signal.signal(number, heeding)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def pinochle(capfd: pytest.CaptureFixture[str]) -> Pinochle:
    """Run ``pinochle`` with these arguments, in this process."""

    def run(*arguments: str) -> Run:
        status = cli.run(list(arguments))
        captured = capfd.readouterr()
        return Run(status, captured.out, captured.err)

    return run
