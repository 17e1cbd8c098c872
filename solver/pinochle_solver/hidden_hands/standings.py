"""How moves tried in the same worlds of a table stand."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import TYPE_CHECKING

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import Estimate, Stake
from pinochle_solver.halving.ranking import Ranking
from pinochle_solver.hidden_hands.payoffs import Outcomes
from pinochle_solver.intervals import SURE, UNSEEN
from pinochle_solver.table.views import AnyMove

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_KEPT = 1 << 18
"""In how many worlds a move is tried at most: with more no error would shrink that matters."""


class TriedMove:
    """What one move came to: arrays over the first worlds of all.

    Args:
        number: its place among the moves of the decision.
        move: the move.

    Attributes:
        worlds: in how many worlds it was tried.
    """

    def __init__(self, number: int, move: AnyMove) -> None:
        self.number, self.move, self.worlds = number, move, 0
        self._parts: list[Outcomes] = []

    def add(self, outcomes: Outcomes, place: int) -> None:
        """Take in what the move came to that was the one at this place, in further worlds."""
        part = Outcomes(*(array[:, place] for array in outcomes))
        self._parts.append(part)
        self.worlds += len(part.means)

    @property
    def outcomes(self) -> Outcomes:
        """All of it: arrays of (worlds,)."""
        import numpy as np

        if len(self._parts) > 1:
            self._parts = [Outcomes(*map(np.concatenate, zip(*self._parts, strict=True)))]
        return self._parts[0]


class TableStandings(Ranking[TriedMove]):
    """How the moves of a decision stand in the view of its seat.

    Args:
        moves: the moves, in order.
        stake: the possible results of a deal.
        is_settled: whether no card can decide who wins.
        has_usual: whether the first move is the usual one, which is the best unless another is
            surely better.
        sure: the points that each move brings before the play; empty if none does.
    """

    def __init__(
        self,
        moves: Sequence[AnyMove],
        stake: Stake,
        *,
        is_settled: bool,
        has_usual: bool = False,
        sure: Sequence[int] = (),
    ) -> None:
        self.tried = [TriedMove(number, move) for number, move in enumerate(moves)]
        self._stake, self._is_settled, self._has_usual = stake, is_settled, has_usual
        self._sure = sure or [0] * len(self.tried)
        self._behind: dict[tuple[int, int], tuple[int, int, Estimate]] = {}

    def behind(self, best: TriedMove, tried: TriedMove) -> Estimate:
        """How far one move is behind another in the worlds of both; below 0 it is ahead."""
        known = self._behind.get((best.number, tried.number))
        if known is None or known[:2] != (best.worlds, tried.worlds):
            known = best.worlds, tried.worlds, self._difference(best, tried)
            self._behind[best.number, tried.number] = known
        return known[2]

    def is_better(self, tried: TriedMove, best: TriedMove) -> bool:
        """Of moves that do equally well the one that makes more points is the better."""
        behind = self.behind(best, tried).mean
        if behind:
            return behind < 0
        return self._points(tried) > self._points(best)

    def _points(self, tried: TriedMove) -> float:
        """What a move makes in its worlds, with what it brings before the play."""
        return float(tried.outcomes.cards.sum()) + tried.worlds * self._sure[tried.number]

    def _difference(self, best: TriedMove, tried: TriedMove) -> Estimate:
        number = min(best.worlds, tried.worlds)
        apart = best.outcomes.means[:number] - tried.outcomes.means[:number]
        return self._estimate(apart, self._stake.less(self._stake))

    def chances(self) -> list[MoveChance]:
        """The moves, the best first.

        What the best came to in the other worlds tells how lucky the worlds were that a move was
        tried in. Its mean allows for that luck, as far as it was lucky with the best.
        """
        best, usual = self.best(), self.tried[0]
        if self._has_usual and usual.worlds == best.worlds:
            behind = self.behind(best, usual)
            best = usual if behind.mean <= SURE * behind.se else best
        others = [self._chance(tried, best) for tried in self.tried if tried is not best]
        others.sort(key=lambda move: move.behind.mean if move.behind is not None else 0.0)
        return [self._chance(best, best), *others]

    def _chance(self, tried: TriedMove, best: TriedMove) -> MoveChance:
        found = tried.outcomes
        number = tried.worlds
        means, wins, cards = (
            _without_luck(own, other) for own, other in zip(found, best.outcomes, strict=True)
        )
        behind, most = self.behind(best, tried), float(best.outcomes.means.mean())
        mean = self._estimate(found.means, self._stake)._replace(mean=means)
        win = self._estimate(found.wins, Stake(0.0, 0.0, 1.0))
        apart = self._estimate(best.outcomes.wins[:number] - found.wins, Stake(0.0, -1.0, 1.0))
        if not self._is_settled:
            win = win._replace(se=max(win.se, UNSEEN / number))
        return MoveChance(
            move=tried.move,
            mean=mean,
            win=win._replace(mean=min(1.0, max(0.0, wins))),
            behind=Estimate(0.0, 0.0) if tried is best else behind._replace(mean=most - means),
            win_behind=Estimate(0.0, 0.0) if tried is best else apart,
            is_level=not bool((best.outcomes.means[:number] - found.means).any()),
            cards=self._estimate(found.cards, Stake())._replace(mean=cards),
            worlds=number,
        )

    def _estimate(self, values: NDArray[np.float64], stake: Stake) -> Estimate:
        """The mean and its error, with the allowance of ``double_dummy/estimates.py``."""
        number, mean = len(values), float(values.mean())
        error = float(values.std(ddof=1)) / sqrt(number) if number > 1 else stake.apart
        allowed = 0.0 if self._is_settled and not error else UNSEEN * stake.apart / number
        furthest = max(mean - stake.least, stake.most - mean, 0.0)
        return Estimate(mean, min(hypot(error, allowed), furthest / SURE))


def _without_luck(own: NDArray[np.float64], best: NDArray[np.float64]) -> float:
    """The mean of a move, by the luck of its worlds as the best tells it (a control variate)."""
    common = best[: len(own)]
    around = common - common.mean()
    squares = float(around @ around)
    share = float(around @ own) / squares if squares else 0.0
    return float(own.mean()) + share * float(best.mean() - common.mean())
