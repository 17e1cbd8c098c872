"""The decisions that answer a question, the worst first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from pinochle_solver.ledger.file import Ledger
from pinochle_solver.ledger.numbers import rating_of
from pinochle_solver.ledger.report import select
from pinochle_solver.ledger.words import Condition
from pinochle_solver.matches.statistics import Mean

_COLUMNS = (
    "d.hand, h.players, h.place, h.day, d.player, h.rulebook, d.trick, d.kind, d.position, "
    "d.played, d.best, d.loss, d.loss_se, d.unit, d.points, d.points_se, d.exact, d.mark, "
    "d.reason, h.worlds, h.seed"
)
_PLACES = {"checks": 2, "stakes": 2}


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """A decision of the ledger.

    Attributes:
        hand: the number of its hand.
        players: how many played.
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
    players: int
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
        from pinochle_solver.reviews.mistakes import figure

        if self.loss is None:
            return "nothing known"
        places = _PLACES.get(self.unit, 1)
        return f"{figure((self.loss, self.loss_se or 0.0), bool(self.exact), places)} {self.unit}"

    @property
    def told(self) -> str:
        """A comment above its position that says what was done, lost and best."""
        from pinochle_solver.limits import Limits
        from pinochle_solver.reviews.marks import Mark
        from pinochle_solver.reviews.mistakes import mistake_text
        from pinochle_solver.reviews.settings import ReviewSettings

        assert self.mark is not None
        when = f"trick {self.trick}" if self.trick else "before the first trick"
        settings = ReviewSettings(Limits(worlds=self.worlds), self.seed)
        how = None if self.exact else settings.described()
        done = f"{when}, {self.kind}: {self.player} chose {self.played}"
        return mistake_text(done, Mark(self.mark), self.lost, self.best, how)


@dataclass(frozen=True, slots=True)
class Currency:
    """The decisions of an answer that are counted in one currency.

    Attributes:
        players: how many play.
        unit: the currency.
        number: how many decisions there are.
        marked: how many of them have a mark.
        lost: how much of the currency is lost a decision.
    """

    players: int
    unit: str
    number: int
    marked: int
    lost: Mean


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        question: the question.
        number: how many decisions answer it.
        total: how many decisions there are of these players and days.
        rating: points of the common scale lost a decision of them.
        marked: how many of them have a mark.
        currencies: the same by number of players and currency, those of two first.
        worst: the worst of them, at most as many as were asked for.
    """

    question: str
    number: int
    total: int
    rating: Mean
    marked: int
    currencies: tuple[Currency, ...]
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
    by_hand = select(
        "d.hand, d.unit, coalesce(sum(d.points), 0) points, count(d.points) judged, "
        "coalesce(sum(d.loss), 0) loss, count(d.loss) known, count(*) every, count(d.mark) marked",
        both,
        "GROUP BY ALL",
    )
    rows = ledger.columns(
        f"SELECT sums.*, players FROM ({by_hand}) sums JOIN hands USING (hand) "
        "ORDER BY players, unit, hand",
        both.values,
    )
    ((total,),) = ledger.rows(select("count(*)", among), among.values)
    return Answer(
        question,
        int(rows["every"].sum()),
        int(total),
        rating_of(rows["points"], rows["judged"]),
        int(rows["marked"].sum()),
        (*_currencies(rows),),
        (*decisions_of(ledger, both, most),),
    )


def _currencies(rows: Mapping[str, Any]) -> Iterator[Currency]:
    """The sums of hands by currency."""
    keys = [*zip(rows["players"].tolist(), rows["unit"].tolist(), strict=True)]
    first = 0
    for (players, unit), group in groupby(keys):
        own = slice(first, first := first + len([*group]))
        lost = rating_of(rows["loss"][own], rows["known"][own])
        number, marked = (int(rows[name][own].sum()) for name in ("every", "marked"))
        yield Currency(players, unit, number, marked, lost)


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
    order = "ORDER BY d.points DESC NULLS LAST, d.loss DESC NULLS LAST, d.hand, d.number"
    limit = "" if most is None else f" LIMIT {most}"
    # Rows are chosen by numbers first: the texts of positions are long.
    chosen = select("d.hand AS hand_of, d.number AS number_of", where, f"{order}{limit}")
    return (
        f"SELECT {columns} FROM ({chosen}) "
        "JOIN decisions d ON d.hand = hand_of AND d.number = number_of "
        f"JOIN hands h ON h.hand = d.hand {order}"
    )
