"""Hands of three and four as they are counted when what players got is added up."""

from __future__ import annotations

from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.matches.table.results import currency
from pinochle_solver.matches.totals import CountedHand, SeatGot
from pinochle_solver.notation.table.hand_records import TableRecord


def counted_table_hand(replay: TableReplay) -> CountedHand | None:
    """A hand as it is counted; None if it was not finished, or no rule says what it is worth.

    Each seat gets what its side gets: checks if they are paid, else what is added to the score.
    """
    result, record = replay.result, replay.record
    if result is None:
        return None
    by_unit = zip(result.units, result.checks or result.scores, strict=True)
    got = sorted((seat, amount) for unit, amount in by_unit for seat in unit)
    names = tuple(SeatGot(seat.text(), record.player(seat), amount) for seat, amount in got)
    return CountedHand(
        record.rules.name, record.rules.name, currency(record.rules), table_deal_of(record), names
    )


def table_deal_of(record: TableRecord) -> object:
    """The cards and the dealer of a record."""
    rest = record.widow, record.upcard, record.stock
    return record.rules.name, record.dealer, tuple(sorted(record.hands.items())), rest


def is_table_deal_again(first: TableRecord, second: TableRecord) -> bool:
    """Whether hands are one deal with other players at the seats, as no two hands of a game are."""
    return table_deal_of(first) == table_deal_of(second) and first.names != second.names
