"""An analysis in words: which move the best is compared with, and why it is better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.moves import Show
from pinochle_solver.stock.analysis import POINTS, WIN, Analysis, MoveEstimate, least_of
from pinochle_solver.stock.estimates import Estimate

# By which objective points and the game may disagree with the one that the analysis goes for, and
# how small a lead by it is not worth telling.
_OTHERWISE = {POINTS: (WIN, 0.001), WIN: (POINTS, 0.1)}


class Reasons(NamedTuple):
    """Why one move is better than another; the parts add up to the difference of the means.

    Attributes:
        own_melds: how many more meld points the seat to decide makes.
        other_melds: how many fewer meld points the other seat makes.
        tricks: by how much the difference in card points is better.
    """

    own_melds: float
    other_melds: float
    tricks: float


def rival(analysis: Analysis) -> MoveEstimate | None:
    """The best move among those surely worse than the best one; None if there is none."""
    return next((move for move in analysis.moves[1:] if not move.is_close), None)


def best_otherwise(analysis: Analysis) -> tuple[MoveEstimate, Estimate] | None:
    """The move that is best by the other objective, if that is surely another move.

    With a game score the points of a hand and the chance to win the game may disagree.

    Returns:
        the move, and how far ahead of the best it is: in chances if the analysis goes for points,
            in points if it goes for chances; None if no move is ahead.
    """
    if analysis.objective not in _OTHERWISE:
        return None
    objective, little = _OTHERWISE[analysis.objective]

    def ahead(move: MoveEstimate) -> Estimate:
        behind = move.points_behind if objective == POINTS else move.win_behind
        return Estimate(-behind.mean, behind.se)

    surely = [
        (move, ahead(move))
        for move in analysis.moves[1:]
        if ahead(move).mean > little and least_of(ahead(move), objective) > 0
    ]
    return max(surely, key=lambda found: found[1].mean, default=None)


def reasons(best: MoveEstimate, other: MoveEstimate) -> Reasons | None:
    """Why `best` is better than `other`.

    None if the engine does not say, or if the two were not tried in the same worlds, because then
    the luck of the worlds would be given as a reason.
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
    """How often the seat to decide lays each kind of meld after this move, not counting it."""
    shows = dict(move.mover.shows) if move.mover else {}
    if isinstance(move.move, Show):
        for name in [DIX] * move.move.dix + ([move.move.meld.kind.name] if move.move.meld else []):
            shows[name] = max(0.0, shows.get(name, 0.0) - 1)
    return shows
