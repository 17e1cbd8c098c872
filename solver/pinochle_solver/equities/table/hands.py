"""What the units score in a hand of three or four, as hands of the default engine came out.

Every published rulebook with a target has its hands in ``hands/``
(``benchmarks/learning/learn_table_equity.py``). They serve every rulebook that is dealt, bid,
played and scored alike, for any target and however a game ends.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.errors import GameError
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Unit = tuple[Seat, ...]
NOBODY = -1


@dataclass(frozen=True, eq=False)
class TableHands:
    """Hands that were played; the units are those of a hand from the dealer's left.

    Attributes:
        scores: (hands, units) what each unit adds to its score, the dealer's last.
        bidder: (hands,) the place of the bidding unit; `NOBODY`: there is none.
        is_made: (hands,) whether it made its contract.
    """

    scores: NDArray[np.int16]
    bidder: NDArray[np.int8]
    is_made: NDArray[np.bool_]

    def without_passes(self) -> TableHands:
        """The hands that were bought: one passed out is dealt again by the same dealer."""
        bought = self.bidder != NOBODY
        return TableHands(self.scores[bought], self.bidder[bought], self.is_made[bought])

    def with_one_out(self) -> TableHands:
        """The same hands with one more player at the table: the dealer, who gets nothing."""
        import numpy as np

        return replace(self, scores=np.pad(self.scores, ((0, 0), (0, 1))))


def from_left_of(dealer: Seat, units: tuple[Unit, ...]) -> list[Unit]:
    """The units that score in the order from the dealer's left, the dealer's own last."""
    place = next(place for place, unit in enumerate(units) if dealer in unit)
    return [*units[place + 1 :], *units[: place + 1]]


class Played(NamedTuple):
    """Hands for a game.

    Attributes:
        hands: the hands.
        of: the rulebook that they were played by.
        is_alike: whether that deals, bids, plays and scores as the game does.
    """

    hands: TableHands
    of: TableRules
    is_alike: bool


def hands_of(rules: TableRules) -> Played:
    """The hands of a published rulebook that is alike, or else of that without the options.

    Raises:
        GameError: (``rules``) for a rulebook of which no hands were played.
    """
    wanted = _hand_by_hand(rules)
    published = [book for book in TABLE_RULEBOOKS.values() if book.target]
    alike = next((book for book in published if _hand_by_hand(book) == wanted), None)
    found = alike or TABLE_RULEBOOKS.get(rules.name)
    if found is None or found.target is None or found.score_units[0] != rules.score_units[0]:
        raise GameError("rules", f"no hands of {rules.name} were played, its chances are unknown")
    hands = _kept(found.name)
    if rules.auction is not None and rules.auction.redeal_by_same:
        hands = hands.without_passes()
    return Played(hands.with_one_out() if rules.out_dealer else hands, found, alike is not None)


_BETWEEN_HANDS = {
    *("name", "title", "target", "end", "stakes", "checks", "renege", "exposed_is_played"),
    *("out_dealer", "known_options", "options", "pages_missing", "without_options"),
}
"""What matters only between hands, or in irregular ones."""


def _hand_by_hand(rules: TableRules) -> list[object]:
    """How a game deals, bids, plays and scores."""
    return [getattr(rules, each.name) for each in fields(rules) if each.name not in _BETWEEN_HANDS]


@lru_cache(maxsize=16)
def _kept(name: str) -> TableHands:
    import numpy as np

    file = files("pinochle_solver.equities.table") / "hands" / f"{name}.npz"
    with np.load(BytesIO(file.read_bytes())) as arrays:
        return TableHands(arrays["scores"], arrays["bidder"], arrays["is_made"])
