"""Many positions solved and analysed: in order, lazily, alike, whatever is wrong with some."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.last_replies import FILE
from helpers.strategies import playoff_positions, stock_positions
from pinochle_solver import (
    ENGINES,
    Analysis,
    EngineError,
    NotationError,
    PlayoffPosition,
    PositionError,
    Solution,
    StockPosition,
    StopFlag,
    analyze,
    analyze_many,
    analyze_with,
    read_positions,
    solve,
    solve_many,
)
from pinochle_solver.engines import registry

PLAYOFF = PlayoffPosition.parse("rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south")
STOCK = StockPosition.parse("upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12")
UNKNOWN = StockPosition.parse("upcard=9S stock=23 turn=north south=AAT9.KQ.-.QQJJ99 north=+12")
LATE = StockPosition.parse(json.loads(FILE.read_text().splitlines()[0])["position"])
READ_ERROR = NotationError("trump", "a reader said so")
NOTHING: Any = None


class Many(NamedTuple):
    """One of the two functions, and what it is given."""

    ask: Callable[..., Iterator[Any]]
    good: Any
    other: Any
    answer: Any


SOLVE = Many(solve_many, PLAYOFF, STOCK, Solution)
ANALYZE = Many(
    lambda positions, **more: analyze_many(positions, **({"worlds": 4} | more)),
    STOCK,
    PLAYOFF,
    Analysis,
)
both = pytest.mark.parametrize("many", [SOLVE, ANALYZE], ids=["solve", "analyze"])
on_threads = pytest.mark.parametrize("threads", [1, 2, 3])


def a_mixture(many: Many) -> list[Any]:
    line = many.good.text()
    return [many.good, "# a comment", line, "", "bad", many.other, READ_ERROR, None, line]


@both
@on_threads
def test_what_is_wrong_is_given_in_its_place(many: Many, threads: int) -> None:
    found = list(many.ask(a_mixture(many), threads=threads, errors="yield"))
    assert [type(each) for each in found] == [
        many.answer,
        many.answer,
        NotationError,
        TypeError,
        NotationError,
        TypeError,
        many.answer,
    ]
    assert str(found[2]) == "line 5: bad: not a key=value token"
    assert str(found[3]).startswith(f"expected {type(many.good).__name__}, not ")
    assert found[4] is READ_ERROR
    assert [each.position for each in found if isinstance(each, many.answer)] == [many.good] * 3


@on_threads
def test_the_line_is_named_of_a_position_whose_mover_does_not_see_his_hand(threads: int) -> None:
    hidden = "upcard=9S stock=23 turn=south south=+12 north=AAT9.Q9.-.KQJJ99"
    of_text, of_value = analyze_many(
        ["# a comment", hidden, StockPosition.parse(hidden)],
        engine="greedy",
        threads=threads,
        errors="yield",
    )
    fact = "turn: south, but 12 cards of that hand are unknown"
    assert (str(of_text), str(of_value)) == (f"line 2: {fact}", fact)


@both
@on_threads
def test_what_is_wrong_is_left_out(many: Many, threads: int) -> None:
    found = list(many.ask(a_mixture(many), threads=threads, errors="skip"))
    assert [each.position for each in found] == [many.good] * 3


@both
@on_threads
def test_what_is_wrong_is_raised_after_what_came_before(many: Many, threads: int) -> None:
    answers = many.ask(a_mixture(many), threads=threads)
    assert [next(answers).position for _ in range(2)] == [many.good] * 2
    with pytest.raises(NotationError, match=r"^line 5: bad: not a key=value token$"):
        next(answers)
    assert list(answers) == []


@both
@on_threads
def test_an_error_of_the_iterable_comes_after_what_came_before(many: Many, threads: int) -> None:
    def broken() -> Iterator[object]:
        yield from [many.good] * 5
        raise OSError("the disk")

    answers = many.ask(broken(), threads=threads)
    assert [next(answers).position for _ in range(5)] == [many.good] * 5
    with pytest.raises(OSError, match="the disk"):
        next(answers)


@both
@pytest.mark.parametrize("threads", [1, 2])
def test_an_iterable_without_end_is_read_as_far_as_needed(many: Many, threads: int) -> None:
    read = 0

    def endless() -> Iterator[object]:
        nonlocal read
        for position in cycle([many.good]):
            read += 1
            yield position

    answers = many.ask(endless(), threads=threads)
    assert read == 0
    assert [each.position for each in islice(answers, 3)] == [many.good] * 3
    assert read == 3 if threads == 1 else read < 200


@both
def test_what_a_reader_gives_is_taken(many: Many) -> None:
    lines = [many.good.text(), "nonsense", many.good.text()]
    read = (each for _, each in read_positions(lines))
    found = list(many.ask(read, errors="yield"))
    assert [type(each) for each in found] == [many.answer, NotationError, many.answer]


@both
def test_the_lines_of_a_file_and_json_are_taken(many: Many, tmp_path: Any) -> None:
    file = tmp_path / "positions.pn"
    file.write_text(f'# both\n{many.good.text()}\n\n{{"position": "{many.good.text()}"}}\n')
    with file.open() as lines:
        assert [each.position for each in many.ask(lines)] == [many.good] * 2


@both
@pytest.mark.parametrize(
    ("call", "error", "fact"),
    [
        (lambda many: many.ask("south=A"), TypeError, "not the text 'south=A'"),
        (lambda many: many.ask(many.good), TypeError, "not one: (solve|analyze) takes that"),
        (lambda many: many.ask([], errors="ignore"), ValueError, "raise, skip, yield"),
        (lambda many: many.ask([], threads=0), ValueError, "threads is 0, expected 1 to 256"),
        (lambda many: many.ask([], seconds=0), ValueError, "seconds is 0"),
    ],
)
def test_arguments_that_are_none_are_refused_at_once(
    many: Many, call: Any, error: type[Exception], fact: str
) -> None:
    with pytest.raises(error, match=fact):
        call(many)


@pytest.mark.parametrize(
    ("wrong", "fact"),
    [
        ({"seed": -1}, "seed is -1, expected 0 to 18446744073709551615"),
        ({"engine": "none"}, f"engine is 'none', expected one of {', '.join(ENGINES)}"),
        ({"belief": "none"}, "belief is 'none', expected one of inferred, uniform"),
        ({"objective": "none"}, "objective is 'none', expected one of points, win"),
    ],
)
def test_of_analyses_that_is_told_of_engines_too(wrong: dict[str, Any], fact: str) -> None:
    with pytest.raises(ValueError, match=f"^{fact}$"):
        ANALYZE.ask([], **wrong)


def test_an_engine_that_is_not_usable_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    with pytest.raises(EngineError):
        analyze_many([], engine="openspiel-ismcts")


# ------------------------------------------------------------------------------ the same answers


def told(answers: Any) -> list[Any]:
    """The answers without the time they took."""
    return [replace(each, seconds=0.0) for each in answers]


@settings(max_examples=10)
@given(st.lists(playoff_positions(most_cards=6), max_size=40), st.integers(1, 3))
def test_solutions_are_those_of_one_by_one(positions: list[PlayoffPosition], threads: int) -> None:
    alone = told(solve(position) for position in positions)
    assert told(solve_many(positions, threads=threads)) == alone
    assert told(solve_many([each.text() for each in positions], threads=threads)) == alone


def is_quick(position: StockPosition) -> bool:
    """Whether few worlds are few: late ones are all gone through, and open hands searched."""
    return position.completed_tricks < 8 and isinstance(position.stock, int)


@settings(max_examples=2)
@given(
    st.lists(stock_positions().filter(is_quick), max_size=5),
    st.integers(2, 4),
    st.sampled_from(["default", "pimc", "greedy"]),
    st.integers(1, 9),
)
def test_analyses_are_those_of_one_by_one(
    positions: list[StockPosition], threads: int, engine: str, seed: int
) -> None:
    asked = [LATE, *(each for each in positions if not each.hand(each.turn).hidden)]
    limits = {"worlds": 8, "seed": seed}
    alone = told(analyze_with(engine, each, **limits) for each in asked)  # type: ignore[arg-type]
    for number in (1, threads):
        found = analyze_many(asked, engine=engine, worlds=8, seed=seed, threads=number)
        assert told(found) == alone


def test_the_default_is_analyze() -> None:
    (found,) = told(analyze_many([STOCK], worlds=40, belief="uniform", objective="win"))
    (alone,) = told([analyze(STOCK, worlds=40, belief="uniform", objective="win")])
    assert found == alone


@on_threads
def test_a_hand_that_is_not_known_is_an_error_in_its_place(threads: int) -> None:
    found = list(analyze_many([STOCK, UNKNOWN], worlds=4, threads=threads, errors="yield"))
    assert isinstance(found[0], Analysis)
    assert isinstance(found[1], PositionError)
    assert str(found[1]) == "turn: north, but 12 cards of that hand are unknown"


# ------------------------------------------------------------------------------ stopping


@on_threads
def test_a_flag_that_is_set_before_gives_nothing(threads: int) -> None:
    stop = StopFlag()
    stop.set()
    assert list(analyze_many([STOCK] * 3, worlds=8, threads=threads, stop=stop)) == []


@pytest.mark.alone
@pytest.mark.parametrize("threads", [1, 2])
def test_a_flag_ends_what_is_under_way(threads: int) -> None:
    stop = StopFlag()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    started = time.monotonic()
    found = list(analyze_many(cycle([STOCK]), seconds=60, threads=threads, stop=stop))
    assert time.monotonic() - started < 10
    assert 1 <= len(found) <= threads
    assert not any(each.finished for each in found)


@pytest.mark.alone
@pytest.mark.parametrize("with_flag", [False, True])
def test_a_call_given_up_early_ends_its_analyses(with_flag: bool) -> None:
    stop = StopFlag() if with_flag else None
    before = threading.active_count()
    started = time.monotonic()
    answers = analyze_many([LATE, *[STOCK] * 9], worlds=1_000_000, threads=3, stop=stop)
    assert next(answers).position == LATE
    answers.close()  # type: ignore[attr-defined]  # an iterator that is a generator
    assert time.monotonic() - started < 5
    assert threading.active_count() == before
    assert stop is None or not stop.is_set


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_analyses_promptly(threads: int) -> None:
    script = (
        "from itertools import cycle\n"
        "from pinochle_solver import StockPosition, analyze, analyze_many\n"
        f"position = StockPosition.parse({STOCK.text()!r})\n"
        "analyze(position, worlds=2)\n"
        "print('ready', flush=True)\n"
        f"for _ in analyze_many(cycle([position]), seconds=60, threads={threads}): pass\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        _, errors = process.communicate(timeout=50)
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert time.monotonic() - started < 20
