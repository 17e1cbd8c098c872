"""What is done with every row: solve, analyze, review, deal. A row's answer depends on its number.

A job is a plain value that goes to a worker with some rows; what comes back are the same rows with
the columns of the answers. The worlds of row i come from the seed and i alone (`seed_of_row`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

import pyarrow as pa

from pinochle_solver.bulk.analyses import analysis_table
from pinochle_solver.bulk.columns import (
    ERROR,
    beside,
    table_of,
)
from pinochle_solver.bulk.forms import (
    PLAYOFF_POSITIONS,
    RECORDS,
    STOCK_POSITIONS,
    TEXT,
    Form,
)
from pinochle_solver.bulk.parquet import unpublished
from pinochle_solver.bulk.playoffs import pack_read, pack_table, playoff_table
from pinochle_solver.bulk.record_columns import record_table, review_table
from pinochle_solver.bulk.solutions import solution_table
from pinochle_solver.bulk.stock_positions import stock_table
from pinochle_solver.engines.registry import engine_for
from pinochle_solver.errors import PositionError
from pinochle_solver.game.recording import record_of
from pinochle_solver.hand.deals import random_deal, random_playoff
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solver import solve_many
from pinochle_solver.reviews.review import review
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Rulebook, Seat
from pinochle_solver.stock.analysis import POINTS
from pinochle_solver.stock.beliefs import INFERRED
from pinochle_solver.stock.settings import SearchSettings

_Given = TypeVar("_Given")
_WORD = 2**64
# The steps of splitmix64 (Steele, Lea, Flood 2014): near numbers give seeds that have nothing in
# common.
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def seed_of_row(seed: int, row: int) -> int:
    """The seed of a row's worlds, by its number in the whole input, from 0."""
    mixed = (seed + (row + 1) * _STEP) % _WORD
    mixed = (mixed ^ mixed >> 30) * _FIRST % _WORD
    mixed = (mixed ^ mixed >> 27) * _SECOND % _WORD
    return mixed ^ mixed >> 31


class Answers(NamedTuple):
    """The result for some rows.

    Attributes:
        table: the rows with their answers.
        failed: the numbers of the wrong rows, within the table.
    """

    table: pa.Table
    failed: list[int]


@dataclass(frozen=True, kw_only=True)
class Job:
    """What is done with every row.

    Attributes:
        rulebooks: by which rows are read, besides the published ones.
        default: the rulebook of rows that name none.
    """

    command: ClassVar[str]
    takes: ClassVar[Form | None]
    shard_rows: ClassVar[int]

    rulebooks: tuple[AnyRulebook, ...] = ()
    default: AnyRulebook = DEFAULT_RULEBOOK

    @property
    @abstractmethod
    def gives(self) -> str:
        """The name of what the columns of its output are."""

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Any]:
        """What the answers depend on besides the rows, by name, as plain values."""

    @abstractmethod
    def answer(self, table: pa.Table, first: int) -> Answers:
        """The answers to some rows.

        Args:
            table: the rows, with the columns of `takes` or as text.
            first: the number of the first in the whole input.
        """

    @property
    def known(self) -> KnownRulebooks:
        """The rulebooks that rows may name."""
        return KnownRulebooks(self.rulebooks, self.default)

    def reading(self, rulebooks: Iterable[AnyRulebook]) -> Job:
        """The same, with rulebooks that come with the rows.

        Raises:
            IllegalPositionError: for a different rulebook with a known name.
        """
        together = dict.fromkeys((*self.rulebooks, *rulebooks))
        KnownRulebooks(together)
        return replace(self, rulebooks=tuple(together))

    @property
    def stated(self) -> Mapping[str, Any]:
        """The settings, and the rulebook of rows that name none."""
        return {"rules": self.default.name, **self.settings}

    @property
    def own(self) -> tuple[AnyRulebook, ...]:
        """The rulebooks that are not published, that of rows which name none among them."""
        return unpublished(dict.fromkeys((*self.rulebooks, self.default)))


@dataclass(frozen=True, kw_only=True)
class SolveJob(Job):
    """Solves positions of the playoff; the attributes are the arguments of `solve_many`."""

    command: ClassVar[str] = "solve"
    takes: ClassVar[Form | None] = PLAYOFF_POSITIONS
    shard_rows: ClassVar[int] = 5000

    moves: bool = True
    nodes: int | None = None
    table_mb: float | None = None

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return PLAYOFF_POSITIONS.answered

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        # The size of the table decides how many nodes are told.
        return {"moves": self.moves, "nodes": self.nodes, "table_mb": self.table_mb}

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`."""
        if table.column_names == [TEXT]:
            read = PLAYOFF_POSITIONS.values(table, self.known)
            given, rows = PLAYOFF_POSITIONS.table(read), pack_read(read)
        else:
            given, rows = table, pack_table(table, self.known)
        found = solve_many(rows.packed, moves=self.moves, nodes=self.nodes, table_mb=self.table_mb)
        solved = solution_table(rows.packed, found, rows.rows, table.num_rows)
        return with_errors(given, solved, rows.errors)


@dataclass(frozen=True, kw_only=True)
class AnalyzeJob(Job):
    """Analyses positions of the stock phase; the attributes are the arguments of `analyze_many`."""

    command: ClassVar[str] = "analyze"
    takes: ClassVar[Form | None] = STOCK_POSITIONS
    shard_rows: ClassVar[int] = 100

    worlds: int
    seed: int = 1
    engine: str = "default"
    belief: str = INFERRED
    objective: str = POINTS

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return STOCK_POSITIONS.answered

    @property
    def search(self) -> SearchSettings:
        """How each position is analysed, but for the seed of its row."""
        limits = Limits(worlds=self.worlds)
        return SearchSettings(limits=limits, belief=self.belief, objective=self.objective)

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {
            "worlds": self.worlds,
            "seed": self.seed,
            "engine": self.engine,
            "belief": self.belief,
            "objective": self.objective,
        }

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`."""
        search = self.search
        engine = engine_for(self.engine, search)
        given = STOCK_POSITIONS.values(table, self.known)
        found, errors = each_answered(
            given,
            lambda row, position: engine.analyze(
                position, search.limits, seed=seed_of_row(self.seed, first + row)
            ),
        )
        if table.column_names == [TEXT]:
            table = STOCK_POSITIONS.table(given)
        return with_errors(table, analysis_table(found), errors)


@dataclass(frozen=True, kw_only=True)
class ReviewJob(Job):
    """Reviews hands; the attributes are the arguments of `review_many`."""

    command: ClassVar[str] = "review"
    takes: ClassVar[Form | None] = RECORDS
    shard_rows: ClassVar[int] = 10

    worlds: int
    seed: int = 1
    seat: Seat | None = None
    belief: str = INFERRED

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return RECORDS.answered

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        seat = None if self.seat is None else self.seat.text()
        return {"worlds": self.worlds, "seed": self.seed, "seat": seat, "belief": self.belief}

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`."""
        given = RECORDS.values(table, self.known)
        found, errors = each_answered(
            given,
            lambda row, record: review(
                record,
                seat=self.seat,
                worlds=self.worlds,
                seed=seed_of_row(self.seed, first + row),
                belief=self.belief,
            ),
        )
        if table.column_names == [TEXT]:
            table = RECORDS.table(given)
        return with_errors(table, review_table(found), errors)


PLAYOFFS, OPENINGS, HANDS = "playoffs", "openings", "hands"
DEALT = {PLAYOFFS: PLAYOFF_POSITIONS, OPENINGS: STOCK_POSITIONS, HANDS: RECORDS}
"""What can be dealt, and the form of its rows."""


@dataclass(frozen=True, kw_only=True)
class DealJob(Job):
    """Deals: row i is deal i of the seed.

    Attributes:
        what: a key of `DEALT`: playoffs, the first decision of hands as its seat sees it, or hands
            as records without tricks.
        rules: the rulebook.
        count: what cards count.
        seed: of the deals.
        cards: in each hand of a playoff.
    """

    command: ClassVar[str] = "deal"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 5000

    what: str
    rules: Rulebook
    count: CardCount
    seed: int = 1
    cards: int = 0

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return DEALT[self.what].name

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {
            "what": self.what,
            "rules": self.rules.name,
            "count": self.count.name,
            "seed": self.seed,
            "cards": self.cards,
        }

    @property
    def own(self) -> tuple[AnyRulebook, ...]:
        """The rulebooks that are not published, that of the deals among them."""
        return unpublished(dict.fromkeys((*self.rulebooks, self.rules)))

    def answer(self, table: pa.Table, first: int) -> Answers:
        """The deals from number `first` on, as many as the table has rows."""
        rows = range(first, first + table.num_rows)
        if self.what == PLAYOFFS:
            return Answers(playoff_table([self._playoff(row) for row in rows]), [])
        deals = [random_deal(row, self.seed, self.rules, self.count) for row in rows]
        if self.what == HANDS:
            return Answers(record_table([record_of(deal) for deal in deals]), [])
        referees = [Referee.of_deal(deal) for deal in deals]
        return Answers(stock_table([_seen(each) for each in referees]), [])

    def _playoff(self, row: int) -> Any:
        return random_playoff(row, self.cards, self.seed, self.rules, self.count)


def _seen(referee: Referee) -> StockPosition:
    """What the seat to decide sees."""
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert isinstance(position, StockPosition)
    return position


def each_answered(
    given: Iterable[_Given | PositionError], answer: Callable[[int, _Given], Any]
) -> tuple[list[Any], dict[int, PositionError]]:
    """The answers by row, None where there is none, and what is wrong there.

    Args:
        given: the values of the rows, or what is wrong with them.
        answer: answers a value, given with the number of its row.
    """
    found: list[Any] = []
    errors: dict[int, PositionError] = {}
    for row, each in enumerate(given):
        found.append(None)
        try:
            if isinstance(each, PositionError):
                raise each
            found[row] = answer(row, each)
        except PositionError as error:
            errors[row] = error
    return found, errors


def with_errors(given: pa.Table, found: pa.Table, errors: Mapping[int, PositionError]) -> Answers:
    """The rows beside their answers and what is wrong with them."""
    texts = [str(errors[row]) if row in errors else None for row in range(given.num_rows)]
    wrong = table_of(ERROR, {"error": texts})
    return Answers(beside(given, found, wrong), sorted(errors))
