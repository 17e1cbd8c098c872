"""Chances to win a game."""

from __future__ import annotations

from functools import partial

from pinochle_solver.equities.equity import Equity
from pinochle_solver.rules.rules import Seat
from pinochle_solver.schema.filling import filled
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject, SeatPointsObject

_DIGITS = 6
_WORTH_OF = (10, 100)


class SeatEquityObject(JsonObject, kw_only=True):
    """What a score is worth to one seat.

    ``win`` is its chance to win the game, 0 to 1; ``worth_of_10`` and ``worth_of_100`` by how much
    so many points more would raise it.
    """

    win: float
    worth_of_10: float
    worth_of_100: float


class EquityTableObject(JsonObject, kw_only=True):
    """South's chance to win, 0 to 1, a row for each of south's scores, north's across."""

    south_scores: tuple[int, ...]
    north_scores: tuple[int, ...]
    south_wins: list[list[float]]


class EquityLine(JsonObject, kw_only=True):
    """The chance to win a game from a score, before the next hand is dealt.

    ``dealer`` deals that hand, null for the mean of both; ``ahead`` is null where the target ends
    the game, and ``target`` is null otherwise. ``modelled`` says that no hands of these rules were
    played to find it.
    """

    rules: str
    count: str
    target: int | None
    ahead: int | None
    chips: bool
    dealer: str | None
    score: SeatPointsObject
    south: SeatEquityObject
    north: SeatEquityObject
    table: EquityTableObject
    modelled: bool


@line("equity")
def equity_line(equity: Equity) -> EquityLine:
    """The line of ``equity``."""
    settings = equity.settings
    rows, columns, chances = equity.grid()
    south, north = (_of_seat(equity, seat) for seat in Seat)
    return filled(
        partial(
            EquityLine,
            target=settings.target if settings.ahead is None else None,
            south=south,
            north=north,
            table=EquityTableObject(
                south_scores=rows,
                north_scores=columns,
                south_wins=[[round(chance, _DIGITS) for chance in row] for row in chances],
            ),
            modelled=equity.is_modelled,
        ),
        equity,
        settings,
    )


def _of_seat(equity: Equity, seat: Seat) -> SeatEquityObject:
    ten, hundred = (round(equity.worth(seat, points), _DIGITS) for points in _WORTH_OF)
    chance = round(equity.chance(seat), _DIGITS)
    return SeatEquityObject(win=chance, worth_of_10=ten, worth_of_100=hundred)
