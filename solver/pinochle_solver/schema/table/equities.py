"""Chances to win a game of three or four."""

from __future__ import annotations

from pinochle_solver.equities.table.equity import TableEquity
from pinochle_solver.schema.equities import SeatEquityObject
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject

_DIGITS = 6


class UnitEquityObject(SeatEquityObject, kw_only=True):
    """What a score is worth to seats that score together."""

    seats: tuple[str, ...]
    score: int


class TableEquityLine(JsonObject, kw_only=True):
    """The chance to win a game of three or four from a score, before the next hand is dealt.

    ``dealer`` deals that hand, null for the mean of all. ``played_by`` is the rulebook whose hands
    it comes from, if no hands of these rules were played.
    """

    rules: str
    options: tuple[str, ...]
    target: int
    dealer: str | None
    units: tuple[UnitEquityObject, ...]
    played_by: str | None


@line("equity")
def table_equity_line(equity: TableEquity) -> TableEquityLine:
    """The line of ``equity`` for three and four."""
    rules = equity.rules
    assert rules.target is not None
    return TableEquityLine(
        rules=rules.name,
        options=rules.options,
        target=rules.target,
        dealer=None if equity.dealer is None else equity.dealer.text(),
        units=tuple(
            UnitEquityObject(
                seats=tuple(seat.text() for seat in unit),
                score=score,
                win=round(chance, _DIGITS),
                worth_of_10=round(equity.worth(unit, 10), _DIGITS),
                worth_of_100=round(equity.worth(unit, 100), _DIGITS),
            )
            for unit, score, chance in zip(equity.units, equity.score, equity.chances, strict=True)
        ),
        played_by=None if equity.is_alike else equity.played_by.name,
    )
