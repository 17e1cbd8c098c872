"""Records of the games for three and four, reviewed."""

from __future__ import annotations

from collections.abc import Callable

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import PositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.reviews.table.decisions import JudgedDecision
from pinochle_solver.reviews.table.review import TableReview, review_table
from pinochle_solver.table.seats import Seat


def reviewed_table(
    place: str,
    record: TableRecord,
    seat: str | None,
    limits: Limits,
    *,
    seed: int,
    threads: int,
    stop: StopFlag,
    progress: Callable[[int, int, JudgedDecision], None] | None,
) -> TableReview | None:
    """The review of a record; None, and the reason told, if it cannot be replayed.

    Args:
        place: where the record is, for messages.
        record: the record.
        seat: whose decisions, in words; None for all seats'.
        limits: in seconds or worlds for each decision.
        seed: of the worlds.
        threads: how many to use.
        stop: ends the review.
        progress: as of `review_table`.
    """
    try:
        return review_table(
            record,
            seat=None if seat is None else Seat.parse(seat),
            seconds=limits.seconds,
            worlds=limits.worlds,
            seed=seed,
            threads=threads,
            stop=stop,
            progress=progress,
        )
    except PositionError as error:
        tell(f"{place}: {error}")
        return None


def seat_of(record: TableRecord, player: str) -> str | None:
    """Where a player sits, in words; None if he does not play in this hand."""
    names = {name.casefold(): seat for seat, name in record.names.items()}
    seat = names.get(player.casefold())
    return None if seat is None else seat.text()
