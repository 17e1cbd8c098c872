"""The decisions that answer a question, the worst first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from pinochle_solver.ledger.file import Ledger
from pinochle_solver.ledger.numbers import rating_of
from pinochle_solver.ledger.report import select
from pinochle_solver.ledger.words import Condition
from pinochle_solver.limits import Limits
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.mistakes import figure, mistake_text
from pinochle_solver.reviews.settings import ReviewSettings

_COLUMNS = (
    "d.hand, h.place, h.day, d.player, h.rulebook, d.trick, d.kind, d.position, d.played, d.best, "
    "d.loss, d.loss_se, d.unit, d.points, d.points_se, d.exact, d.mark, d.reason, h.worlds, h.seed"
)
_PLACES = {"checks": 2, "stakes": 2}


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """A decision of the ledger.

    Attributes:
        hand: the number of its hand.
        place: where the record was, ``FILE:LINE``.
        day: its day; None if that is not known.
        player: who decided.
        rulebook: by which rules.
        trick: the number of the trick; 0 before the first one.
        kind: as `pinochle ledger show` names it, in the singular.
        position: what the player saw, as a line.
        played: what was done.
        best: what was best.
        loss, loss_se: what that lost, in `unit`; None if it is not known.
        unit: the currency.
        points, points_se: the same in points of the common scale; None if there are none.
        exact: whether the loss is.
        mark: its mark; None for none.
        reason: why the best move is better; None if nothing says it.
        worlds, seed: by which the hand was reviewed.
    """

    hand: int
    place: str
    day: date | None
    player: str
    rulebook: str
    trick: int
    kind: str
    position: str
    played: str
    best: str
    loss: float | None
    loss_se: float | None
    unit: str
    points: float | None
    points_se: float | None
    exact: bool | None
    mark: str | None
    reason: str | None
    worlds: int
    seed: int

    @property
    def lost(self) -> str:
        """What it lost, in words."""
        if self.loss is None:
            return "nothing known"
        places = _PLACES.get(self.unit, 1)
        return f"{figure((self.loss, self.loss_se or 0.0), bool(self.exact), places)} {self.unit}"

    @property
    def told(self) -> str:
        """A comment above its position that says what was done, lost and best."""
        assert self.mark is not None
        when = f"trick {self.trick}" if self.trick else "before the first trick"
        settings = ReviewSettings(Limits(worlds=self.worlds), self.seed)
        how = None if self.exact else settings.described()
        done = f"{when}, {self.kind}: {self.player} chose {self.played}"
        return mistake_text(done, Mark(self.mark), self.lost, self.best, how)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        question: the question.
        number: how many decisions answer it.
        total: how many decisions there are of these players and days.
        rating: points lost a decision of them.
        marked: how many of them have a mark.
        worst: the worst of them, at most as many as were asked for.
    """

    question: str
    number: int
    total: int
    rating: Mean
    marked: int
    worst: tuple[KeptDecision, ...]


def answer(
    ledger: Ledger, question: str, asked: Condition, among: Condition, most: int | None
) -> Answer:
    """The answer to a question.

    Args:
        ledger: the ledger.
        question: in words.
        asked: its condition.
        among: the condition of the decisions among which they are.
        most: how many of the worst are wanted; None for all.
    """
    both = asked.and_(among)
    rows = ledger.columns(
        select(
            "d.hand, coalesce(sum(d.points), 0) lost, count(d.points) n, count(*) every, "
            "count(d.mark) marked",
            both,
            "GROUP BY ALL ORDER BY ALL",
        ),
        both.values,
    )
    ((total,),) = ledger.rows(select("count(*)", among), among.values)
    return Answer(
        question,
        int(rows["every"].sum()),
        int(total),
        rating_of(rows["lost"], rows["n"]),
        int(rows["marked"].sum()),
        (*decisions_of(ledger, both, most),),
    )


def decisions_of(ledger: Ledger, where: Condition, most: int | None) -> Iterator[KeptDecision]:
    """The decisions of a condition, the worst first; at most `most`, if that is not None."""
    for row in ledger.rows(_worst(_COLUMNS, where, most), where.values):
        yield KeptDecision(*row)


def table_of(ledger: Ledger, where: Condition, most: int | None) -> Any:
    """The same as an Arrow table, with all columns of a decision, and those of its hand."""
    of_hand = "h.place, h.day, h.rulebook, h.players, h.engine, h.program, h.seed"
    columns = f"d.*, {of_hand}, h.worlds AS worlds_asked"
    return ledger.table(_worst(columns, where, most), where.values)


def _worst(columns: str, where: Condition, most: int | None) -> str:
    """The query of some columns of these decisions."""
    order = "ORDER BY d.points DESC NULLS LAST, d.hand, d.number"
    limit = "" if most is None else f" LIMIT {most}"
    # Rows are chosen by numbers first: the texts of positions are long.
    chosen = select("d.hand AS hand_of, d.number AS number_of", where, f"{order}{limit}")
    return (
        f"SELECT {columns} FROM ({chosen}) "
        "JOIN decisions d ON d.hand = hand_of AND d.number = number_of "
        f"JOIN hands h ON h.hand = d.hand {order}"
    )
