"""What is read from a terminal, and a Ctrl-C that comes as a read begins."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

# A signal that another thread is given does not end the main thread's read, just as one that comes
# between the interpreter's last look for signals and the read. Here every one is such a signal.
_DEAF = """
import signal, sys, threading, time
threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
{what}
"""
_DIALOGUE = """
from pinochle_solver.cli.dialogues.reading import read_line
print(read_line("first> "))
read_line("second> ")
"""
_LINES = """
from pinochle_solver.cli.input.lines import Lines, open_input
for line in next(Lines([open_input("-")]).by_stream()):
    print(line + "second> ", end="", flush=True)
"""


def _read_to(master: int, words: str, seconds: float = 60) -> None:
    written, deadline = "", time.monotonic() + seconds
    while words not in written:
        assert time.monotonic() < deadline, written
        if select.select([master], [], [], 0.1)[0]:
            written += os.read(master, 4096).decode()


@pytest.mark.parametrize("what", [_DIALOGUE, _LINES], ids=["dialogue", "lines"])
def test_ctrl_c_as_a_read_begins_does_not_wait_for_the_next_line(what: str) -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-c", _DEAF.format(what=what)]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.PIPE)
    os.close(slave)
    assert process.stderr is not None
    try:
        os.write(master, b"KS\n")
        _read_to(master, "second> ")
        process.send_signal(signal.SIGINT)
        process.wait(60)
        errors = process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
        os.close(master)
    assert errors.splitlines()[-1] == b"KeyboardInterrupt"
