"""Analyses of many positions of the stock phase, several at once."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any, Literal, overload

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Engine
from pinochle_solver.engines.registry import DEFAULT, engine_for
from pinochle_solver.errors import PositionError
from pinochle_solver.hand.position_moves import expect_own_hand
from pinochle_solver.limits import Limits
from pinochle_solver.notation.many import (
    Bad,
    Errors,
    check_errors,
    check_many,
    given_positions,
    with_errors,
)
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.analysis import POINTS, Analysis
from pinochle_solver.stock.beliefs import INFERRED
from pinochle_solver.stock.settings import SearchSettings, as_conditions
from pinochle_solver.threads import in_order

_Given = StockPosition | str | PositionError


@overload
def analyze_many(
    positions: Iterable[_Given],
    *,
    engine: str = DEFAULT,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = POINTS,
    where: str | Iterable[str] = (),
    stop: StopFlag | None = None,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Analysis]: ...


@overload
def analyze_many(
    positions: Iterable[_Given],
    *,
    engine: str = DEFAULT,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = POINTS,
    where: str | Iterable[str] = (),
    stop: StopFlag | None = None,
    errors: Literal["yield"],
) -> Iterator[Analysis | Bad]: ...


def analyze_many(
    positions: Iterable[_Given],
    *,
    engine: str = DEFAULT,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = POINTS,
    where: str | Iterable[str] = (),
    stop: StopFlag | None = None,
    errors: Errors = "raise",
) -> Iterator[Analysis | Bad]:
    """Analyze any number of positions of the stock phase, lazily and in order.

    As many positions are analysed at once as there are `threads`, each on one thread. That is
    faster than one position after the other on all threads. Every analysis is the one that
    `analyze_with` gives with the same limits and seed; without a limit in seconds it does not
    depend on `threads`. With one thread no position is read ahead, with more threads some for each.

    Args:
        positions: the positions as the player to move sees them, or lines of a position file; blank
            lines and comments are skipped. A `PositionError` among them, from a reader, stands for
            a position that is wrong. The input may be endless.
        engine: the name of one of the engines.
        seconds: end each after this time; 2 if no limit is given.
        worlds: end each when its best moves have been tried in this many worlds.
        target_error: end each when the standard error of the leading difference, in the unit that
            orders the moves, is this low.
        seed: the seed of the worlds, the same for each.
        threads: how many threads to use.
        belief: ``inferred`` or ``uniform``.
        objective: ``points``, or ``win`` to order the moves by the chance to win.
        where: what the hidden cards are assumed to meet, as for `analyze`, in each position.
        stop: once it is set, no further position is begun, and those begun end with the results so
            far.
        errors: what to do with a wrong position: ``raise`` raises its error in its place, ``skip``
            leaves it out, ``yield`` gives the error instead of an analysis. The errors are
            `PositionError`, naming the line of text, also if the hand of the player to move is not
            known, and `TypeError` for anything but a `StockPosition`.

    Raises:
        ValueError: for invalid limits, seeds, threads, engines, beliefs, objectives and `errors`.
        TypeError: for one position, or one text, instead of many.
        EngineError: for an engine that needs something that is not installed.
    """
    check_errors(errors)
    check_many(positions)
    settings = SearchSettings(
        limits=Limits(seconds=seconds, worlds=worlds, target_error=target_error),
        seed=seed,
        threads=threads,
        belief=belief,
        objective=objective,
        where=as_conditions(where),
    )
    each = replace(settings, threads=1)
    engines = [engine_for(engine, each) for _ in range(threads)]
    return _analyze_lazily(positions, engines, each, stop or StopFlag(), errors)


def _analyze_lazily(
    positions: Iterable[_Given],
    engines: list[Engine],
    settings: SearchSettings,
    stop: StopFlag,
    errors: Errors,
) -> Iterator[Analysis | Bad]:
    given = given_positions(positions, StockPosition, expect_own_hand)
    with closing(_analyses(given, engines, settings, stop)) as analyses:
        yield from with_errors(analyses, errors)


def _analyses(
    given: Iterator[StockPosition | Bad],
    engines: list[Engine],
    settings: SearchSettings,
    stop: StopFlag,
) -> Generator[Analysis | Bad, None, None]:
    """The analyses, with errors in their places, up to the first position that was not begun."""
    # The caller's flag belongs to the caller; work that nobody waits for any more is ended by
    # another flag.
    halt = stop if len(engines) == 1 else StopFlag()

    def work(engine: Engine, each: StockPosition | Bad) -> Analysis | Bad | None:
        if stop.is_set or halt.is_set:
            return None
        if not isinstance(each, StockPosition):
            return each
        try:
            return engine.analyze(each, settings.limits, seed=settings.seed, stop=halt)
        except PositionError as error:
            return error

    asked: Iterable[Any] = _until(given, stop)  # mypy infers no type variable from a union
    for analysis in in_order(work, engines, asked, halt.set, lambda: stop.is_set):
        if analysis is None:
            return
        yield analysis


def _until(
    given: Iterator[StockPosition | Bad], stop: StopFlag
) -> Generator[StockPosition | Bad, None, None]:
    while not stop.is_set:
        try:
            each = next(given)
        except StopIteration:
            return
        yield each
