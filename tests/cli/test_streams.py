"""Standard streams that are closed, cannot be read, or are no files."""

from __future__ import annotations

import io
import os
import pty
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, piped
from pinochle_solver import cli
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.dialogues.reading import thought
from pinochle_solver.cli.output.progress import stopping_searches

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
ASKING = [["explore", PLAYOFF], ["play", "--engine", "greedy"], ["new"], ["quiz"]]


@pytest.fixture(autouse=True)
def _nothing_is_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("arguments", [["solve"], ["replay"], ["review"], ["score", "-"], *ASKING])
def test_a_closed_input_is_told(
    arguments: list[str], pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    result = pinochle(*arguments)
    assert (result.status, result.err) == (2, "<stdin>: closed\n")


@pytest.fixture
def unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a file for standard input that is open for writing only."""
    with (tmp_path / "written").open("wb") as written:
        stream = io.FileIO(written.fileno(), "rb", closefd=False)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(stream)))
        yield


@pytest.mark.usefixtures("unreadable")
@pytest.mark.parametrize("arguments", [["solve", "-"], ["replay", "-"], *ASKING])
def test_an_input_that_cannot_be_read_is_told(arguments: list[str], pinochle: Pinochle) -> None:
    result = pinochle(*arguments)
    assert (result.status, result.err) == (2, "<stdin>: bad file descriptor\n")


@pytest.mark.usefixtures("unreadable")
def test_an_engine_that_is_told_nothing_says_why(pinochle: Pinochle) -> None:
    result = pinochle("engine")
    assert (result.status, result.out) == (2, "")
    assert result.err == "standard input: bad file descriptor\n"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("solve", "POSITION: give a position, -f FILE, or - for standard input"),
        ("replay", "FILE: give a file, or - for standard input"),
        ("review", "FILE: give a file, or - for standard input"),
    ],
)
def test_nobody_types_a_file_at_a_terminal(
    command: str, told: str, pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        result = pinochle(command)
    os.close(master)
    assert (result.status, result.out) == (2, "")
    assert result.err == f"pinochle {command}: {told}\n"


def test_a_closed_output_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.run(["rules"]) == 2
    assert capfd.readouterr() == ("", "standard output: closed\n")


def test_an_output_that_is_no_file_is_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stdout", written)
    assert cli.run(["--version"]) == 0
    assert written.getvalue().startswith("pinochle, version ")


def test_the_last_line_to_an_engine_may_lack_its_end() -> None:
    result = piped(["engine"], "pn")
    assert (result.status, result.out.splitlines()[-1]) == (0, "pnok")


def test_a_second_interrupt_does_not_wait_for_what_was_found() -> None:
    with stopping_searches() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


# A signal that another thread is given does not end the main thread's wait, just as one that comes
# between the interpreter's last look for signals and the wait.
@pytest.mark.parametrize(
    ("given", "after"), [(threading.main_thread, 0.0), (threading.current_thread, 0.2)]
)
def test_an_interrupt_stops_the_thinking_whenever_it_comes(
    given: Callable[[], threading.Thread], after: float
) -> None:
    was_stopped = threading.Event()

    def think(stop: StopFlag) -> None:
        time.sleep(after)
        signal.pthread_kill(given().ident or 0, signal.SIGINT)
        deadline = time.monotonic() + 60
        while not stop.is_set and time.monotonic() < deadline:
            time.sleep(0.001)
        if stop.is_set:
            was_stopped.set()

    with pytest.raises(KeyboardInterrupt):
        thought(think)
    assert was_stopped.wait(60)
