"""What moves came to in the deals that they were all tried in."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import POINTS_OF_A_DEAL, chance_of, difference, mean_of
from pinochle_solver.double_dummy.outcomes import Worth
from pinochle_solver.table.moves import TableMove


class Tried:
    """What moves came to in each deal.

    Args:
        for_side: whether the seat to decide is of the side whose cards are counted.
        at_stake: how far apart two deals may well be.
    """

    def __init__(self, *, for_side: bool, at_stake: float) -> None:
        self._sign, self._at_stake = 1 if for_side else -1, at_stake
        self._means: dict[TableMove, list[float]] = {}
        self._wins: dict[TableMove, list[float]] = {}
        self._cards: dict[TableMove, list[float]] = {}

    def add(self, move: TableMove, worth: Worth, won: int) -> None:
        """Note what a move came to in one more deal."""
        self._means.setdefault(move, []).append(worth.mean)
        self._wins.setdefault(move, []).append(worth.win)
        self._cards.setdefault(move, []).append(won)

    def chances(self) -> list[MoveChance]:
        """The moves, the best first, of equals those that win more, then as they came.

        None if no deal was finished.
        """
        order = sorted(
            self._means,
            key=lambda move: (-sum(self._means[move]), -self._sign * sum(self._cards[move])),
        )
        return [self._chance(move, order[0]) for move in order]

    def _chance(self, move: TableMove, best: TableMove) -> MoveChance:
        return MoveChance(
            move=move,
            mean=mean_of(self._means[move], self._at_stake),
            win=chance_of(self._wins[move]),
            behind=difference(
                self._means[best], self._means[move], self._at_stake * (move is not best)
            ),
            is_level=self._means[best] == self._means[move],
            cards=mean_of(self._cards[move], POINTS_OF_A_DEAL),
            worlds=len(self._means[move]),
        )
