"""What the ends of hands are worth to a seat that wants to win the game, not to make points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_solver.double_dummy.outcomes import POINTS, Unit
from pinochle_solver.equities.table.games import game_chances
from pinochle_solver.equities.table.hands import NOBODY, from_left_of
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PER_CENT = 100.0
WIN = "win"


class GameWorth:
    """The chance of a seat's unit to win the game, in per cent, by the scores of this hand.

    Args:
        position: a position with a score, as its seat sees it, of a game for a target.

    Raises:
        IllegalPositionError: (``score``, ``dealer``) without one; (``rules``) if the game has no
            target.
        GameError: (``rules``) if no hands of such a game were played.
    """

    def __init__(self, position: TablePosition) -> None:
        import numpy as np

        rules = position.rules
        if rules.target is None:
            raise IllegalPositionError(
                "rules", f"{rules.name} is paid hand by hand, no game is won"
            )
        if position.score is None:
            fact = "missing. Add the score before the hand, as in score=620/840"
            raise IllegalPositionError("score", fact)
        if position.dealer is None:
            raise IllegalPositionError("dealer", "missing. The chances need to know who dealt")
        order = from_left_of(position.dealer, rules.score_units)
        before = dict(zip(rules.score_units, position.score, strict=True))
        self._before = np.array([before[unit] for unit in order], dtype=np.int64)
        self._units = tuple(position.units)
        self._places = [order.index(unit) for unit in self._units]
        self._own = next(n for n, unit in enumerate(order) if position.turn in unit)
        self._chances = game_chances(rules)

    def __call__(
        self,
        scores: NDArray[np.int64],
        bidder: Seat | None = None,
        made: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.float64]:
        """(...) the chances, in per cent.

        Args:
            scores: (..., units) what each unit of the position scores in the hand.
            bidder: who has bid for the contract; None: there is none.
            made: (...) whether it is made.
        """
        import numpy as np

        flat = scores.reshape(-1, len(self._units))
        is_made = np.zeros(len(flat), np.bool_) if made is None else made.reshape(-1)
        ends, which = np.unique(
            np.concatenate([flat, is_made[:, None]], axis=1), axis=0, return_inverse=True
        )
        after = np.tile(self._before, (len(ends), 1))
        after[:, self._places] += ends[:, :-1]
        bidding = np.full(len(ends), self._place_of(bidder), dtype=np.int64)
        found = self._chances.after(after, bidding, ends[:, -1] > 0)[:, self._own]
        chances: NDArray[np.float64] = PER_CENT * found[which.reshape(-1)]
        return chances.reshape(scores.shape[:-1])

    def _place_of(self, bidder: Seat | None) -> int:
        if bidder is None:
            return NOBODY
        return next(
            place for place, unit in zip(self._places, self._units, strict=True) if bidder in unit
        )

    def of_hand(self, scores: dict[Unit, float], bidder: Seat | None, made: bool) -> float:
        """The chance after one hand, in per cent.

        Args:
            scores: what each unit scores in it.
            bidder: as above.
            made: whether the contract is made.
        """
        import numpy as np

        rounded = np.array([round(scores[unit]) for unit in self._units], dtype=np.int64)
        return float(self(rounded, bidder, np.array(made)))


def game_of(position: TablePosition, objective: str) -> GameWorth | None:
    """What hands are worth if the game is played for; None for what they are paid.

    Args:
        position: as of `GameWorth`, which says the errors.
        objective: ``points`` or ``win``.

    Raises:
        ValueError: for another objective.
    """
    if objective not in (POINTS, WIN):
        raise ValueError(f"objective is {objective!r}, expected one of points, win")
    return GameWorth(position) if objective == WIN else None


def has_game(position: TablePosition) -> bool:
    """Whether a position is of a game for a target and gives its score."""
    has_target = position.rules.target is not None
    return has_target and position.score is not None and position.dealer is not None
