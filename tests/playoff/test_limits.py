"""Limits: a stopped search gives what it has proven, promptly, and never a guess."""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import COMMAND, Pinochle
from helpers.endless import ENDLESS
from helpers.json_lines import as_json
from helpers.strategies import playoff_positions
from pinochle_solver import (
    RULEBOOKS,
    NotExactError,
    PackedPositions,
    PlayoffPosition,
    Solution,
    StopFlag,
    solve,
    solve_many,
)
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS


def assert_bounds_hold(stopped: Solution, full: Solution) -> None:
    for seat in (0, 1):
        low, high = stopped.bounds[seat]
        assert low <= full.value[seat] <= high
    values = {move.card: move.value for move in full.moves}
    assert {move.card for move in stopped.moves} == set(values)
    for move in stopped.moves:
        for seat in (0, 1):
            low, high = move.bounds[seat]
            assert low <= values[move.card][seat] <= high
    assert stopped.line == full.line[: len(stopped.line)]


@given(playoff_positions(most_cards=7), st.integers(1, 400))
def test_bounds_of_a_stopped_search_hold(position: PlayoffPosition, nodes: int) -> None:
    full, stopped = solve(position), solve(position, nodes=nodes)
    assert stopped.nodes <= nodes + 1
    assert_bounds_hold(stopped, full)
    if stopped.exact:
        assert (stopped.value, stopped.line) == (full.value, full.line)


def test_bounds_of_long_searches_hold_and_narrow() -> None:
    for rules in PINOCHLE_BOOKS.values():
        for position in random_playoffs(12, 3, 8, rules):
            full = solve(position)
            for share in (0.01, 0.1, 0.5, 0.99):
                assert_bounds_hold(solve(position, nodes=max(1, int(share * full.nodes))), full)
            assert solve(position, nodes=full.nodes + 1).exact


def test_a_node_limit_gives_the_same_answer_every_time() -> None:
    positions = list(random_playoffs(12, 20, 9, RULEBOOKS["scarne"]))
    first, second = (
        [replace(solution, seconds=0.0) for solution in solve_many(positions, nodes=500, threads=n)]
        for n in (1, 2)
    )
    assert first == second
    assert not all(solution.exact for solution in first)


def test_what_is_not_proven_is_not_given() -> None:
    (position,) = random_playoffs(12, 1, 9, RULEBOOKS["scarne"])
    stopped = solve(position, nodes=5)
    assert not stopped.exact
    for ask in (
        lambda: stopped.value,
        lambda: stopped.moves[0].value,
        lambda: stopped.moves[0].loss,
    ):
        with pytest.raises(NotExactError):
            ask()
    found = as_json(stopped)
    assert found["exact"] is False
    assert "value" not in found
    south, north = map(list, stopped.bounds)
    assert found["bounds"] == {"south": south, "north": north}
    assert all(set(move) == {"card", "bounds"} for move in found["moves"])
    packed = solve_many(PackedPositions.of([position]), nodes=5)
    assert not packed.exact.any()
    assert tuple(packed.bounds[0, 0]) == stopped.bounds.south
    with pytest.raises(NotExactError):
        _ = packed.values


@pytest.mark.parametrize("threads", [1, 2])
def test_time_that_is_over_at_once_leaves_no_position_out(threads: int) -> None:
    positions = list(random_playoffs(4, 5, 1, RULEBOOKS["scarne"]))
    solutions = list(solve_many(positions, seconds=1e-9, threads=threads))
    assert [solution.position for solution in solutions] == positions
    for solution in solutions:
        assert not solution.exact
        assert_bounds_hold(solution, solve(solution.position))


def test_the_command_answers_where_time_is_over_at_once(pinochle: Pinochle) -> None:
    line = random_playoffs(4, 1, 1, RULEBOOKS["scarne"])
    result = pinochle("solve", "--seconds", "1e-9", *map(str, line))
    # Of four cards each, the values follow without a search.
    assert "(the search was stopped before it found the best line)\n" in result.out


@pytest.mark.alone
def test_seconds_stop_a_search_promptly() -> None:
    started = time.monotonic()
    stopped = solve(ENDLESS, seconds=0.2)
    assert 0.2 <= time.monotonic() - started < 2
    assert not stopped.exact


def test_a_search_stopped_in_its_line_is_not_exact() -> None:
    (position,) = random_playoffs(12, 1, 3, RULEBOOKS["scarne"])
    full = solve(position)
    stopped = solve(position, nodes=full.nodes - 1)
    assert not stopped.exact
    assert stopped.value == full.value
    assert len(stopped.line) < len(full.line) == 24


@pytest.mark.alone
@pytest.mark.parametrize("threads", [1, 2])
def test_a_flag_stops_a_search_promptly_from_another_thread(threads: int) -> None:
    stop = StopFlag()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    started = time.monotonic()
    solutions = list(solve_many([ENDLESS] * 100, threads=threads, stop=stop))
    assert time.monotonic() - started < 3
    assert stop.is_set
    assert 1 <= len(solutions) <= threads
    assert all(solution.nodes and not solution.exact for solution in solutions)


@pytest.mark.alone
@pytest.mark.parametrize("threads", [1, 2])
def test_a_call_given_up_early_stops_its_searches(threads: int) -> None:
    easy = list(random_playoffs(3, 16, 1, RULEBOOKS["scarne"]))
    started = time.monotonic()
    solutions = solve_many(easy + [ENDLESS] * 100, threads=threads)
    assert [next(solutions).position for _ in range(3)] == easy[:3]
    solutions.close()  # type: ignore[attr-defined]  # an iterator that is a generator
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "call",
    [
        "solve(ENDLESS)",
        "list(solve_many([ENDLESS] * 3))",
        "list(solve_many([ENDLESS] * 3, threads=2))",
        "solve_many(PackedPositions.of([ENDLESS] * 200))",
        "solve_many(PackedPositions.of([ENDLESS] * 200), threads=2)",
    ],
)
def test_ctrl_c_ends_a_call_promptly(call: str) -> None:
    script = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from helpers.endless import ENDLESS\n"
        "from pinochle_solver import PackedPositions, solve, solve_many\n"
        f"print('ready', flush=True)\n{call}\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors.splitlines()[-1] == "KeyboardInterrupt"


@pytest.mark.parametrize(
    ("more", "threads"),
    [*zip(("", "\n", "# comment\n", "bad\n", "rules=ha", ""), cycle("12"), strict=False)],
)
def test_a_pipe_is_answered_before_more_comes(threads: str, more: str) -> None:
    line = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    with subprocess.Popen(
        [*COMMAND, "solve", "--json", "--threads", threads],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{line}\n{more}")
        process.stdin.flush()
        answered, _, _ = select.select([process.stdout], [], [], 60)
        assert answered
        assert json.loads(process.stdout.readline())["position"] == line
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert (process.returncode, rest) == (130, "")


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_on_the_command_line_prints_bounds_and_exits_with_130(
    tmp_path: Path, threads: str
) -> None:
    deals = tmp_path / "deals.pn"
    positions = random_playoffs(12, 2000, 2, RULEBOOKS["scarne"])
    lines_with_id = (f"{position} id={number}" for number, position in enumerate(positions))
    deals.write_text("\n".join(lines_with_id))
    arguments = ["--json", "--table-mb", "0.0001", "--threads", threads, "-f", str(deals)]
    with subprocess.Popen(
        [*COMMAND, "solve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = process.stdout.read(), process.stderr.read()
    assert (process.returncode, errors) == (130, "")
    lines = [first, *rest.splitlines(keepends=True)]
    assert all(line.endswith("\n") for line in lines)
    found = [json.loads(line) for line in lines]
    assert 0 < len(found) < 2000
    assert all(("value" if solution["exact"] else "bounds") in solution for solution in found)
    assert [solution["id"] for solution in found] == [str(n) for n in range(len(found))]


@pytest.mark.parametrize(
    ("limits", "fact"),
    [
        ({"nodes": 0}, "nodes is 0, expected 1 to 4611686018427387904"),
        ({"seconds": 0.0}, "seconds is 0.0, expected more than 0"),
        ({"seconds": float("nan")}, "seconds is nan, expected more than 0"),
        ({"table_mb": 0.0}, "table_mb is 0.0, expected more than 0, at most 65536"),
    ],
)
def test_limits_that_are_none_are_refused(limits: dict[str, Any], fact: str) -> None:
    with pytest.raises(ValueError, match=f"^{fact}$"):
        solve(ENDLESS, **limits)
