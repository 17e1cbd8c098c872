"""Work shared by threads, with the answers in the order of the questions."""

from __future__ import annotations

import signal
import threading
import time
from threading import Event

import pytest

from pinochle_solver.threads import in_order


@pytest.mark.parametrize(("ahead", "seconds", "comes"), [(32, 60.0, True), (2, 0.2, False)])
def test_others_go_on_behind_a_long_one_as_far_as_is_read_ahead(
    ahead: int, seconds: float, comes: bool
) -> None:
    """The first item ends when the twentieth is done, or after some seconds."""
    twentieth = Event()

    def work(_worker: str, number: int) -> tuple[int, bool]:
        if number == 1:
            return number, twentieth.wait(seconds)
        if number == 20:
            twentieth.set()
        return number, True

    found = list(in_order(work, "ab", range(1, 41), lambda: None, ahead=ahead))
    assert found == [(1, comes), *((number, True) for number in range(2, 41))]


def test_an_interrupt_is_seen_while_threads_work() -> None:
    """It is given to a thread, which wakes nobody: as one is that comes just before a wait."""
    halted = Event()

    def work(_worker: str, _number: int) -> bool:
        time.sleep(0.2)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        return halted.wait(60)

    answers = in_order(work, "ab", [1], halted.set)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        next(answers)
    assert time.monotonic() - started < 30
