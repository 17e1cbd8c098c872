"""The positions of marked mistakes, to be thought about again."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.reviews.review import Review
from pinochle_solver.stock.estimates import SURE


def mistake_lines(reviews: Iterable[Review]) -> dict[str, str]:
    """What seats saw where they made marked mistakes.

    Returns:
        the line of each position, with a line that says what was played and what it lost.
    """
    found = {}
    for review in reviews:
        name = review.replay.record.players.name
        for decision in review.decisions:
            if decision.mark is None:
                continue
            loss = decision.loss.points
            error = "" if decision.loss.exact else f" +- {SURE * loss.se:.1f}"
            found[decision.position.text()] = (
                f"# trick {decision.moment}: {name(decision.seat)} played {decision.played.text()} "
                f"{decision.mark.value} and lost {loss.mean:.1f}{error}; best was "
                f"{decision.best.text()}"
            )
    return found
