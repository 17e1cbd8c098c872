"""The positions of marked mistakes at tables of three and four, to be thought about again."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.reviews.mistakes import figure, mistake_text
from pinochle_solver.reviews.table.review import TableReview
from pinochle_solver.table.acts import Act

_DONE = {Act.BID: "called", Act.BURY: "chose", Act.DIX: "said", Act.MELD: "melded"}


def table_mistake_lines(reviews: Iterable[TableReview]) -> dict[str, str]:
    """What seats saw where they made marked mistakes.

    Returns:
        the line of each position, with a line that says what was done and what it lost.
    """
    found: dict[str, str] = {}
    for review in reviews:
        for each in review.decisions:
            if each.mark is None or each.loss is None:
                continue
            when = f"trick {each.trick}" if each.trick else "before the first trick"
            did = _DONE.get(each.position.act, "played")
            name = review.replay.record.name(each.seat)
            places = 2 if each.objective == CHECKS else 1
            lost = figure(each.loss.amount, each.loss.exact, places)
            found[each.position.text()] = mistake_text(
                f"{when}: {name} {did} {each.played.text()}",
                each.mark,
                f"{lost} {each.objective}",
                each.best.text(),
                None if each.loss.exact else review.settings.described(),
            )
    return found
