"""The positions of marked mistakes, to be thought about again."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.doublings import AnyDecision
from pinochle_solver.reviews.review import Review
from pinochle_solver.stock.estimates import Estimate


def mistake_lines(reviews: Iterable[Review]) -> dict[str, str]:
    """What seats saw where they made marked mistakes, in what was said to doubles as well.

    Returns:
        the line of each position, with a line that says what was played and what it lost.
    """
    found: dict[str, str] = {}
    for review in reviews:
        for decision in review.decisions:
            lost = _figure(decision.loss.points, decision.loss.exact, places=1)
            _add(found, review, decision, "played", lost, decision.loss.exact)
        for doubling in review.doublings:
            lost = f"{_figure(doubling.loss, doubling.exact, places=2)} stakes"
            _add(found, review, doubling, "said", lost, doubling.exact)
    return found


def _add(
    found: dict[str, str],
    review: Review,
    decision: AnyDecision,
    did: str,
    lost: str,
    is_exact: bool,
) -> None:
    if decision.mark is None:
        return
    name = review.replay.record.players.name(decision.seat)
    found[decision.position.text()] = (
        f"# trick {decision.moment}: {name} {did} {decision.played.text()} "
        f"{decision.mark.value} and lost {lost}; best was {decision.best.text()}"
        + ("" if is_exact else f" (by a review of {review.settings.described()})")
    )


def _figure(loss: Estimate, is_exact: bool, places: int) -> str:
    error = "" if is_exact else f" +- {SURE * loss.se:.{places}f}"
    return f"{loss.mean:.{places}f}{error}"
