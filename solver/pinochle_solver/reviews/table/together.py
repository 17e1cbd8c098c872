"""Several hands of three and four together: what each player lost in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_solver.reviews.table.decisions import JudgedDecision
from pinochle_solver.reviews.table.review import TableReview, TableTotal


@dataclass(frozen=True, slots=True)
class TablePlayerTotal:
    """What one player lost in several hands.

    Attributes:
        name: the player's name, or else the seat.
        hands: in how many hands decisions of this player were reviewed.
        total: of these decisions.
    """

    name: str
    hands: int
    total: TableTotal


def totals_by_player(reviews: Sequence[TableReview]) -> dict[str, list[TablePlayerTotal]]:
    """What each player lost, by currency, in the order in which they first played."""
    decisions: dict[str, dict[str, list[JudgedDecision]]] = {}
    written: dict[str, str] = {}
    hands: dict[tuple[str, str], set[int]] = {}
    for number, review in enumerate(reviews):
        for seat in review.seats:
            name = review.replay.record.player(seat)
            key, objective = name.casefold(), review.objective
            written.setdefault(key, name)
            hands.setdefault((objective, key), set()).add(number)
            own = [each for each in review.decisions if each.seat is seat]
            decisions.setdefault(objective, {}).setdefault(key, []).extend(own)
    return {
        objective: [
            TablePlayerTotal(written[key], len(hands[objective, key]), TableTotal.of(own))
            for key, own in by_player.items()
        ]
        for objective, by_player in decisions.items()
    }
