"""What ends a match besides Ctrl-C: nothing that it has started stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.commandline import COMMAND
from pinochle_solver.processes import ENDING, heeded

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")

SLEEPER = """
import os, pathlib, sys, time
for line in sys.stdin:
    if line == "pn\\n" and "at-once" not in sys.argv:
        print("pnok", flush=True)
    elif line == "ready\\n" and "at-once" not in sys.argv:
        print("readyok", flush=True)
    else:
        pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
        time.sleep(1e6)
"""
PLAIN = ("match", "greedy", "random", "--worlds", "1", "--json")


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("mode", "processes", "number"),
    [
        ("later", "2", signal.SIGHUP),
        ("at-once", "1", signal.SIGHUP),
        ("at-once", "1", signal.SIGTERM),
    ],
)
def test_a_program_that_hangs_is_ended_with_the_match(
    mode: str, processes: str, number: int, tmp_path: Path
) -> None:
    script, told = tmp_path / "sleeper.py", tmp_path / "told"
    script.write_text(SLEEPER)
    player = f"cmd:{sys.executable} {script} {told} {mode}"
    with subprocess.Popen(
        [*COMMAND, "match", player, "greedy", "--worlds", "1", "--processes", processes],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not told.exists() or not told.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        os.killpg(process.pid, number)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert not is_there(int(told.read_text()))


def test_what_is_ignored_ends_no_match() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert heeded() == (signal.SIGTERM,)
        with subprocess.Popen(
            [*COMMAND, *PLAIN, "--pairs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            for _ in range(5):
                time.sleep(0.1)
                process.send_signal(signal.SIGHUP)
            out, err = process.communicate(timeout=60)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert heeded() == ENDING
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["finished"]
