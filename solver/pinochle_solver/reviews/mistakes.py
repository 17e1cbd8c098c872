"""The positions of marked mistakes, to be thought about again."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.doublings import AnyDecision
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.review import Review


def mistake_lines(reviews: Iterable[Review]) -> dict[str, str]:
    """What seats saw where they made marked mistakes, in what was said to doubles as well.

    Returns:
        the line of each position, with a line that says what was played and what it lost.
    """
    found: dict[str, str] = {}
    for review in reviews:
        for decision in review.decisions:
            lost = figure(decision.loss.points, decision.loss.exact, places=1)
            _add(found, review, decision, "played", lost, decision.loss.exact)
        for doubling in review.doublings:
            lost = f"{figure(doubling.loss, doubling.exact, places=2)} stakes"
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
    found[decision.position.text()] = mistake_text(
        f"trick {decision.moment}: {name} {did} {decision.played.text()}",
        decision.mark,
        lost,
        decision.best.text(),
        None if is_exact else review.settings.described(),
    )


def mistake_text(done: str, mark: Mark, lost: str, best: str, how: str | None) -> str:
    """The comment above the position of a mistake.

    Args:
        done: when, who and what.
        mark: its mark.
        lost: what it lost, in words.
        best: the best move.
        how: how the hand was reviewed; None: the loss is exact.
    """
    text = f"# {done} {mark.value} and lost {lost}; best was {best}"
    return text if how is None else f"{text} (by a review of {how})"


def figure(loss: tuple[float, float], is_exact: bool, places: int) -> str:
    """A loss, with its 95% interval unless it is exact."""
    mean, se = loss
    error = "" if is_exact else f" +- {SURE * se:.{places}f}"
    return f"{mean:.{places}f}{error}"
