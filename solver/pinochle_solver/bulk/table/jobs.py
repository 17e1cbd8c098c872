"""What is done with every row of the games for three and four: solve, analyze, deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa

from pinochle_solver.bulk.forms import TEXT, Form
from pinochle_solver.bulk.jobs import (
    HANDS,
    OPENINGS,
    PLAYOFFS,
    Answers,
    Job,
    each_answered,
    seed_of_row,
    with_errors,
)
from pinochle_solver.bulk.parquet import unpublished
from pinochle_solver.bulk.table.answers import analysis_table, solution_table
from pinochle_solver.bulk.table.columns import position_table, record_table
from pinochle_solver.bulk.table.forms import OPEN_POSITIONS, SEEN_POSITIONS
from pinochle_solver.double_dummy.burial_solutions import BurialSolution, solve_burial
from pinochle_solver.double_dummy.solution import TableSolution
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.game.table.recording import record_of_deal
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.table.dealing import random_ending
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.views import AnyHand, begun_hand

_NAMES = {PLAYOFFS: OPEN_POSITIONS.name, OPENINGS: SEEN_POSITIONS.name, HANDS: "table-records"}


@dataclass(frozen=True, kw_only=True)
class TableSolveJob(Job):
    """Solves positions face up: cards by `solve_open`, trump and burial by `solve_burial`.

    The attributes are the arguments of these.
    """

    command: ClassVar[str] = "solve"
    takes: ClassVar[Form | None] = OPEN_POSITIONS
    shard_rows: ClassVar[int] = 100

    moves: bool = True
    nodes: int | None = None
    table_mb: float | None = None

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return OPEN_POSITIONS.answered

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {"moves": self.moves, "nodes": self.nodes, "table_mb": self.table_mb}

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`."""
        given = OPEN_POSITIONS.values(table, self.known)
        found, errors = each_answered(given, lambda _, position: self._solved(position))
        if table.column_names == [TEXT]:
            table = OPEN_POSITIONS.table(given)
        return with_errors(table, solution_table(found), errors)

    def _solved(self, position: TablePosition) -> TableSolution | BurialSolution:
        solve = solve_burial if position.act is Act.BURY else solve_open
        return solve(position, moves=self.moves, nodes=self.nodes, table_mb=self.table_mb)


@dataclass(frozen=True, kw_only=True)
class TableAnalyzeJob(Job):
    """Analyses positions as a seat sees them; the attributes are arguments of `analyze_hidden`."""

    command: ClassVar[str] = "analyze"
    takes: ClassVar[Form | None] = SEEN_POSITIONS
    shard_rows: ClassVar[int] = 50

    worlds: int
    seed: int = 1

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return SEEN_POSITIONS.answered

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {"worlds": self.worlds, "seed": self.seed}

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`."""
        limits = Limits(worlds=self.worlds)
        given = SEEN_POSITIONS.values(table, self.known)
        found, errors = each_answered(
            given,
            lambda row, position: analyze_hidden(
                position, limits, seed=seed_of_row(self.seed, first + row)
            ),
        )
        if table.column_names == [TEXT]:
            table = SEEN_POSITIONS.table(given)
        return with_errors(table, analysis_table(found), errors)


@dataclass(frozen=True, kw_only=True)
class TableDealJob(Job):
    """Deals: row i is deal i of the seed, as `pinochle deal` has it.

    Attributes:
        what: playoffs (endings with all cards face up), openings (the first decision of hands as
            its seat sees it) or hands (records without tricks).
        rules: the game with its options.
        seed: of the deals.
        cards: in each hand of a playoff.
    """

    command: ClassVar[str] = "deal"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 5000

    what: str
    rules: TableRules
    seed: int = 1
    cards: int = 0

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return _NAMES[self.what]

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {
            "what": self.what,
            "rules": self.rules.name,
            "options": sorted(self.rules.options),
            "count": self.rules.count.name,
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
            endings = [random_ending(row, self.cards, self.seed, self.rules) for row in rows]
            return Answers(position_table(endings), [])
        deals = [random_deal(row, self.seed, self.rules) for row in rows]
        if self.what == HANDS:
            return Answers(record_table([record_of_deal(deal) for deal in deals]), [])
        hands = [begun_hand(deal) for deal in deals]
        return Answers(position_table([_seen(hand) for hand in hands]), [])


def _seen(hand: AnyHand) -> TablePosition:
    """What the seat to decide sees."""
    assert hand.turn is not None
    return position_of(hand, hand.turn)
