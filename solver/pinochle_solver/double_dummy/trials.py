"""The results of moves in the deals in which all of them were tried."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import (
    Stake,
    chance_of,
    mean_of,
    points_of_a_deal,
)
from pinochle_solver.double_dummy.outcomes import Worth
from pinochle_solver.double_dummy.samples import Samples
from pinochle_solver.table.moves import TableMove


class Tried:
    """What moves came to in each deal.

    Args:
        cards: how many are in a hand.
    """

    def __init__(self, cards: int) -> None:
        self._in_hand = cards
        self._means: dict[TableMove, Samples] = {}
        self._wins: dict[TableMove, Samples] = {}
        self._cards: dict[TableMove, Samples] = {}

    def add(self, move: TableMove, worth: Worth, won: int) -> None:
        """Note the result of a move in one more deal."""
        self._means.setdefault(move, Samples()).append(worth.mean)
        self._wins.setdefault(move, Samples()).append(worth.win)
        self._cards.setdefault(move, Samples()).append(won)

    def chances(
        self, stake: Stake, *, is_settled: bool = False, for_aces: int = 0
    ) -> list[MoveChance]:
        """The moves, the best first; among equals those that win more, then in the given order.

        None if no deal was finished.

        Args:
            stake: the possible results of a deal.
            is_settled: whether a contract is certain to be made, or certain to be set.
            for_aces: what the seat to decide may have to pay besides, in some deals, whatever it
                plays.
        """
        mean = Stake(stake.apart + for_aces, stake.least - for_aces, stake.most)
        order = sorted(
            self._means,
            key=lambda move: (-self._means[move].total, -self._cards[move].total),
        )
        return [self._chance(move, order[0], mean, stake, is_settled=is_settled) for move in order]

    def _chance(
        self, move: TableMove, best: TableMove, mean: Stake, stake: Stake, *, is_settled: bool
    ) -> MoveChance:
        behind = self._means[best].minus(self._means[move])
        return MoveChance(
            move=move,
            mean=mean_of(self._means[move], mean),
            win=(mean_of if is_settled else chance_of)(self._wins[move]),
            behind=mean_of(behind, None if move is best else stake.less(stake)),
            is_level=behind.are_zero,
            cards=mean_of(self._cards[move], Stake(points_of_a_deal(self._in_hand))),
            worlds=len(self._means[move]),
        )
