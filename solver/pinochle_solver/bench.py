"""Speed on fixed work, and signatures that tell whether the work is the same.

Of the solver: seeded random deals and rich ones (as real playoffs are) for each rulebook, and a set
of hard ones kept in a file. The *node signature* is the number of nodes of the whole run: it is the
same on every machine, and changes when the search does. Of the solver of open hands: whole deals of
three and four, for their value and for the question whether a side makes half of it; its nodes are
the *open signature*. Of the rules: whole hands dealt and played at random. The *hand signature* is
a hash of all their moves, legal ones counted, and points.

May use: _core, double_dummy, hand, notation, playoff, rules, table.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from importlib.resources import files
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import NamedTuple

from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver._core.hand.random_play import play_at_random
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.double_dummy.solver import open_hands_of
from pinochle_solver.hand.deals import random_playoffs, rich_playoffs
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import read_playoff_positions
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import solve_many
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, RULEBOOKS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

BENCH_SEED = 20261120
POSITIONS = 100
TABLE_MB = 2.0
OPEN_TABLE_MB = 64.0
OPEN_NODES = 500_000
"""A deal of open hands that takes more than so many nodes is stopped, and counted as such."""
HANDS = 5_000
HAND_RUNS = 5

# Of the random deals of `BENCH_SEED`, the bidder's longest suit trump, those that take less than
# 120,000 nodes: most take
# some times as many.
_OPEN_DEALS = {"auction": (18, 21, 41, 93, 169), "check": (13, 26, 32, 52, 56)}


@dataclass(frozen=True, slots=True)
class Distribution:
    """Mean, median, 99th percentile and maximum of one figure."""

    mean: float
    median: float
    p99: float
    max: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Distribution:
        """Sum up some figures; at least one."""
        ordered = sorted(figures)
        last = len(ordered) - 1
        return cls(mean(ordered), median(ordered), ordered[round(0.99 * last)], ordered[last])


@dataclass(frozen=True, slots=True)
class SetResult:
    """What solving one set of positions took.

    Attributes:
        name: rulebook and kind of positions.
        positions: how many.
        nodes: nodes for the value of a position.
        milliseconds: time for the value of a position.
        all_cards_nodes: nodes for every card's value and the line, relative to the value alone.
        all_cards_time: the same of the time.
        signature: nodes of the set, values alone and all cards.
    """

    name: str
    positions: int
    nodes: Distribution
    milliseconds: Distribution
    all_cards_nodes: float
    all_cards_time: float
    signature: int


@dataclass(frozen=True, slots=True)
class OpenResult:
    """What the solver of open hands took for a set of deals.

    Attributes:
        name: rulebook, cards a hand, and what was asked.
        deals: how many.
        stopped: how many of these `OPEN_NODES` stopped before they were answered.
        nodes: nodes for a deal.
        milliseconds: time for a deal.
        signature: nodes of the set.
        cpu_milliseconds: the processor's time for a deal, which other programs disturb less; None
            in results of before it was measured.
    """

    name: str
    deals: int
    stopped: int
    nodes: Distribution
    milliseconds: Distribution
    signature: int
    cpu_milliseconds: Distribution | None = None


@dataclass(frozen=True, slots=True)
class HandsResult:
    """What dealing and playing whole hands at random took.

    Attributes:
        name: the rulebook.
        hands: how many hands.
        moves: their moves: cards played and what was shown, passes included; draws are none.
        millions_a_second: of these moves, with listing the legal ones for each: the median of
            several runs.
        signature: a hash of all moves, the numbers of legal ones, and the points.
    """

    name: str
    hands: int
    moves: int
    millions_a_second: float
    signature: int


@dataclass(frozen=True, slots=True)
class BenchResult:
    """A whole run.

    Attributes:
        machine: one line about where it ran.
        table_mib: size of the transposition table.
        peak_mib: the largest memory the process had, None where the system does not tell.
        signature: the node signature of the run.
        sets: the results set by set.
        hands: the results of whole hands, by rulebook.
        hand_signature: the hash of their signatures.
        open_hands: the results of deals for three and four.
        open_signature: their nodes.
    """

    machine: str
    table_mib: float
    peak_mib: float | None
    signature: int
    sets: tuple[SetResult, ...]
    hands: tuple[HandsResult, ...] = ()
    hand_signature: int = 0
    open_hands: tuple[OpenResult, ...] = ()
    open_signature: int = 0


class BenchReport(NamedTuple):
    """A run, and the earlier one that it is compared with, if any."""

    result: BenchResult
    earlier: BenchResult | None = None


def bench_sets() -> dict[str, list[PlayoffPosition]]:
    """The fixed positions, by the name of their set."""
    sets = {}
    # Playoffs of more cards than that deck deals take too long.
    for seed, rules in enumerate(PINOCHLE_BOOKS.values(), start=BENCH_SEED):
        sets[f"{rules.name} random"] = list(random_playoffs(12, POSITIONS, seed, rules))
        sets[f"{rules.name} rich"] = list(rich_playoffs(POSITIONS, seed, rules))
    return sets | {"hard": hard_positions()}


def hard_positions() -> list[PlayoffPosition]:
    """The hardest positions found so far, of all rulebooks."""
    text = files("pinochle_solver").joinpath("hard.pn").read_text("utf-8")
    return [
        position
        for _, position in read_playoff_positions(text.splitlines())
        if isinstance(position, PlayoffPosition)
    ]


class OpenQuestion(NamedTuple):
    """What is asked of a deal.

    Attributes:
        hands: the deal.
        points: so many, and whether its side wins them or more; 0: what it wins.
    """

    hands: OpenHands
    points: int


def open_sets() -> dict[str, list[OpenQuestion]]:
    """The fixed deals for three and four and what is asked of them, by the name of their set."""
    sets = {}
    for name, numbers in _OPEN_DEALS.items():
        rules = TABLE_RULEBOOKS[name]
        endings = list(random_endings(rules.hand, max(numbers) + 1, BENCH_SEED, rules))
        deals = [_of_longest_suit(open_hands_of(endings[number])) for number in numbers]
        what = f"{name} {rules.hand} cards"
        sets[f"{what} value"] = [OpenQuestion(deal, 0) for deal in deals]
        sets[f"{what} make or not"] = [OpenQuestion(deal, deal.to_come // 2) for deal in deals]
    return sets


def _of_longest_suit(deal: OpenHands) -> OpenHands:
    lead = deal.hands[deal.turn]
    return replace(deal, trump=max(Suit, key=lambda suit: len(lead.ranks_text(suit))))


def run_bench(
    sets: dict[str, list[PlayoffPosition]],
    questions: dict[str, list[OpenQuestion]],
    progress: Callable[[Iterable[object]], Iterable[object]] = iter,
) -> BenchResult:
    """Solve the sets, on one thread: playoffs for their values alone and then for all cards.

    Args:
        sets: positions by the name of their set.
        questions: the same of deals for three and four.
        progress: wraps the answers of the whole run as they come.
    """
    jobs = [(name, moves) for name in sets for moves in (False, True)]
    solved: dict[tuple[str, bool], list[Solution]] = {job: [] for job in jobs}

    answered: dict[str, list[_OpenAnswer]] = {name: [] for name in questions}

    def answers() -> Iterator[object]:
        for name, moves in jobs:
            for solution in solve_many(sets[name], moves=moves, table_mb=TABLE_MB):
                solved[name, moves].append(solution)
                yield solution
        solver = DoubleDummySolver(OPEN_TABLE_MB)
        for name, asked in questions.items():
            for question in asked:
                answered[name].append(_answer(solver, question))
                yield question

    for _ in progress(answers()):
        pass
    hands = tuple(bench_hands())
    results = tuple(_set_result(name, solved[name, False], solved[name, True]) for name in sets)
    open_results = tuple(_open_result(name, found) for name, found in answered.items())
    return BenchResult(
        machine=machine_line(),
        table_mib=TABLE_MB,
        peak_mib=_peak_mebibytes(),
        signature=sum(result.signature for result in results),
        sets=results,
        hands=hands,
        hand_signature=reduce(lambda mixed, found: mixed * 31 + found.signature, hands, 0) % 2**32,
        open_hands=open_results,
        open_signature=sum(result.signature for result in open_results),
    )


def bench_hands() -> Iterator[HandsResult]:
    """Deal and play whole hands at random, rulebook by rulebook, on one thread."""
    for rules in RULEBOOKS.values():
        records = [hand_rules_record(rules, rules.count, trump) for trump in Suit]
        runs = [play_at_random(records, HANDS, BENCH_SEED) for _ in range(HAND_RUNS)]
        moves, _, signature = runs[0]
        speed = median(moves / seconds / 1e6 for _, seconds, _ in runs)
        yield HandsResult(rules.name, HANDS, moves, speed, signature)


def _set_result(name: str, values: list[Solution], all_cards: list[Solution]) -> SetResult:
    def total_nodes(solutions: list[Solution]) -> int:
        return sum(solution.nodes for solution in solutions)

    def total_seconds(solutions: list[Solution]) -> float:
        return sum(solution.seconds for solution in solutions)

    return SetResult(
        name=name,
        positions=len(values),
        nodes=Distribution.of([solution.nodes for solution in values]),
        milliseconds=Distribution.of([1000 * solution.seconds for solution in values]),
        all_cards_nodes=total_nodes(all_cards) / total_nodes(values),
        all_cards_time=total_seconds(all_cards) / total_seconds(values),
        signature=total_nodes(values) + total_nodes(all_cards),
    )


class _OpenAnswer(NamedTuple):
    known: bool
    nodes: int
    seconds: float
    cpu_seconds: float


def _answer(solver: DoubleDummySolver, question: OpenQuestion) -> _OpenAnswer:
    record, points = packed(question.hands), question.points
    began = process_time()
    [found] = solver.solve(record, False, points, OPEN_NODES, 0.0, StopFlag())
    cpu_seconds = process_time() - began
    low, high = found[:2]
    known = low >= points or high < points if points else low == high
    return _OpenAnswer(known, found[6], found[7], cpu_seconds)


def _open_result(name: str, answers: list[_OpenAnswer]) -> OpenResult:
    return OpenResult(
        name=name,
        deals=len(answers),
        stopped=sum(not answer.known for answer in answers),
        nodes=Distribution.of([answer.nodes for answer in answers]),
        milliseconds=Distribution.of([1000 * answer.seconds for answer in answers]),
        signature=sum(answer.nodes for answer in answers),
        cpu_milliseconds=Distribution.of([1000 * answer.cpu_seconds for answer in answers]),
    )


def machine_line() -> str:
    """Processor, system and Python in one line."""
    system = f"{platform.system()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {system}, {python}"


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown processor"


def _peak_mebibytes() -> float | None:
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
