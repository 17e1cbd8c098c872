r"""Analyses first leads and replies in several times: does each answer agree with itself?

    python benchmarks/correctness/check_analyses.py --number 200 --seconds 0.3 --seconds 1 \
        --seconds 2 --seed 1
    python benchmarks/correctness/check_analyses.py ... --load
    python benchmarks/correctness/check_analyses.py --number 13 --every-chunk 1024

Random deals of every rulebook, half of them the first lead, half the reply to the lead that the
policy makes; one in four ordered by the chance to win. Searched on all processors, as ``pinochle
analyze`` does; with ``--load`` as many processes keep them busy. No move may stand below the first
and be worth more, none be ahead of it, and what would be played must be among those that cannot be
told from it (``tests/helpers/analysis_checks.py``). With ``--every-chunk`` the same is asked after
every chunk of a search of so many worlds, for both objectives, on one thread and on two, in place
of the times. Exits with 1 and names the position if an answer does not agree.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from os import cpu_count, getpid, getppid
from pathlib import Path
from statistics import median
from typing import Any

import click

from benchmarks.common.decisions import policy_choice
from benchmarks.common.measurements import gathered, resume_option
from benchmarks.common.starting import run
from helpers.analysis_checks import faults
from helpers.watched_search import Clock, Watched
from pinochle_solver import RULEBOOKS, Referee, StockPosition, __version__, analyze
from pinochle_solver.bench import machine_line
from pinochle_solver.cli import CHECK_FAILED, DONE, INTERRUPTED
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.limits import Limits
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN, Analysis
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.settings import SearchSettings

_WIN_EVERY = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """One analysis.

    Attributes:
        asked: the seconds it was given,
        taken: and those that it took.
        worlds: in which the best move was tried.
        close: how many moves cannot be told from the best.
        other: whether another move than the first is played.
        level: how many moves ahead in fewer worlds were left for want of time.
        fault: what does not agree; empty if all does.
    """

    asked: float
    taken: float
    worlds: int
    close: int
    other: bool
    level: int
    fault: str


@dataclass(frozen=True, slots=True)
class Examined:
    """The analyses of one position.

    Attributes:
        number: which, from 0.
        position: its text.
        answers: one for each time.
    """

    number: int
    position: str
    answers: list[Answer]


def first_decision(number: int, seed: int) -> StockPosition:
    """A first lead for even numbers, the reply to it for odd ones, of the rulebooks in turn."""
    names = list(PINOCHLE_BOOKS)
    rules = RULEBOOKS[names[number // 2 % len(names)]]
    referee = Referee.of_deal(random_deal(number, seed, rules))
    if number % 2:
        referee.push_number(policy_choice(_view(referee)))
    return _view(referee)


def _view(referee: Referee) -> StockPosition:
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    return view


def examine(seconds: tuple[float, ...], seed: int, threads: int, number: int) -> Examined:
    """Analyse a position in each of the times."""
    position = first_decision(number, seed)
    objective = POINTS if number // 8 % _WIN_EVERY else WIN
    answers = []
    for asked in seconds:
        found = analyze(position, seconds=asked, threads=threads, objective=objective)
        answers.append(_answer(asked, found))
    return Examined(number, position.text(), answers)


def _answer(asked: float, found: Analysis) -> Answer:
    return Answer(
        asked=asked,
        taken=found.seconds,
        worlds=found.worlds,
        close=len(found.close),
        other=found.choice != found.best.move,
        level=sum(move.behind == 0 and move.visits < found.worlds for move in found.moves[1:]),
        fault=next(faults(found), ""),
    )


def examine_chunks(worlds: int, seed: int, number: int) -> Examined:
    """Look at the searches of a position after every chunk."""
    position = first_decision(number, seed)
    answers = []
    for objective in OBJECTIVES:
        for threads in (1, 2):
            belief = Belief(position, INFERRED)
            limits = Limits(worlds=worlds)
            search = Watched(
                belief, SearchSettings(limits=limits, threads=threads, objective=objective)
            )
            search.clock, search.seen = Clock(), []
            search.run()
            answers += [_answer(0.0, analysis) for analysis in search.seen]
    return Examined(number, position.text(), answers)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep so many processors at work meanwhile."""
    spawn = get_context("spawn")
    others = [spawn.Process(target=_spin, args=(getpid(),), daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.terminate()


def _spin(parent: int) -> None:
    while getppid() == parent:  # it may be killed
        sum(range(1_000_000))


@click.command()
@click.option(
    "--number",
    default=200,
    show_default=True,
    type=click.IntRange(1),
    help="Positions of each rulebook.",
)
@click.option("--seconds", multiple=True, default=(0.3, 1.0, 2.0), show_default=True)
@click.option("--seed", default=1, show_default=True, help="Of the deals.")
@click.option("--load", is_flag=True, help="Keep every processor busy meanwhile.")
@click.option("--every-chunk", metavar="N", type=int, help="After every chunk of N worlds instead.")
@resume_option
def main(
    number: int,
    seconds: tuple[float, ...],
    seed: int,
    load: bool,
    every_chunk: int | None,
    resume: Path | None,
) -> None:
    """Analyse first leads and replies, and look whether each answer agrees with itself."""
    threads = cpu_count() or 1
    settings: dict[str, Any] = {
        "measured": "analyses",
        "version": __version__,
        "seed": seed,
        "load": load,
    }
    work: Callable[[int], Examined]
    if every_chunk is None:
        settings["seconds"] = seconds
        work = partial(examine, seconds, seed, threads)
    else:
        settings["every_chunk"] = every_chunk
        work = partial(examine_chunks, every_chunk, seed)
    with busy(threads if load else 0):
        found = gathered(work, number * len(PINOCHLE_BOOKS), Examined, settings, resume, 1)
    click.echo(f"{machine_line()}{', every processor kept busy' if load else ''}")
    if every_chunk is None:
        for place, asked in enumerate(seconds):
            _report(f"{asked:g} s", [examined.answers[place] for examined in found])
    else:
        _report("every chunk", [answer for examined in found for answer in examined.answers])
    faults = [(each, answer) for each in found for answer in each.answers if answer.fault]
    for each, answer in faults:
        click.echo(f"{answer.asked:g} s: {each.position}: {answer.fault}")
    finished = len(found) == number * len(PINOCHLE_BOOKS)
    sys.exit(CHECK_FAILED if faults else DONE if finished else INTERRUPTED)


def _report(what: str, answers: list[Answer]) -> None:
    if not answers:
        click.echo(f"{what}: no answers")
        return
    taken = sorted(answer.taken for answer in answers)
    click.echo(
        f"{what}: {len(answers):,} answers,"
        f" {sum(bool(answer.fault) for answer in answers)} not in order,"
        f" {sum(answer.level > 0 for answer in answers)} with a lead in fewer worlds left over,"
        f" {sum(answer.other for answer in answers)} where another close move is played;"
        f" worlds median {median(answer.worlds for answer in answers):,.0f},"
        f" seconds median {median(taken):.3f}, most {taken[-1]:.3f}"
    )


if __name__ == "__main__":
    run(main)
