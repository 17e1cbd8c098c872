"""What an analysis says in words: against which move the best is held, and by what it is better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.moves import Show
from pinochle_solver.stock.analysis import Analysis, MoveEstimate


class Reasons(NamedTuple):
    """By what one move is better than another; together it is all of the difference of the means.

    Attributes:
        own_melds: meld points the seat to decide makes more.
        other_melds: meld points the other seat makes less.
        tricks: by how much the difference in card points is better.
    """

    own_melds: float
    other_melds: float
    tricks: float


def rival(analysis: Analysis) -> MoveEstimate | None:
    """The best of the moves that can be told from the best; None if there is none."""
    return next((move for move in analysis.moves[1:] if not move.is_close), None)


def reasons(best: MoveEstimate, other: MoveEstimate) -> Reasons | None:
    """By what `best` is better than `other`.

    None where the engine does not tell, and where they were not tried in the same worlds: the luck
    of the worlds would be told for a reason.
    """
    if best.visits != other.visits:
        return None
    if best.mover is None or best.other is None or other.mover is None or other.other is None:
        return None
    return Reasons(
        own_melds=best.mover.melds - other.mover.melds,
        other_melds=other.other.melds - best.other.melds,
        tricks=(best.mover.tricks - best.other.tricks) - (other.mover.tricks - other.other.tricks),
    )


def shows_later(move: MoveEstimate) -> Mapping[str, float]:
    """How often the seat to decide lays each kind of meld after this move, itself not counted."""
    shows = dict(move.mover.shows) if move.mover else {}
    if isinstance(move.move, Show):
        for name in [DIX] * move.move.dix + ([move.move.meld.kind.name] if move.move.meld else []):
            shows[name] = max(0.0, shows.get(name, 0.0) - 1)
    return shows
