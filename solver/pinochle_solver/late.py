"""Positions with few worlds: all of them gone through, what follows chosen by expectation.

The model: every seat chooses, of what it sees, the move of the highest expected final difference,
all worlds that it considers possible equally likely, and knows that what follows is chosen in the
same way; playoffs are exact. So the reply to the last stock trick, after which at most shows
remain, is an expectation over at most a dozen worlds that no model blurs. The lead to it, and
anything further back, is exact against that model of the other's choices.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import perm
from time import monotonic
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.playouts import Playouts
from pinochle_solver.analysis import Analysis, MoveEstimate, SeatOutlook
from pinochle_solver.beliefs import UNIFORM, Belief, Worlds
from pinochle_solver.chances import WinChance
from pinochle_solver.hand import Referee
from pinochle_solver.melds import melds_of
from pinochle_solver.position_fields import Act
from pinochle_solver.prices import with_prices
from pinochle_solver.rules import DIX, Seat
from pinochle_solver.stock_position import StockPosition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The product of the worlds and moves of all choices that may follow one another.
MOST_LINES = 10**8
# So long may the choices that follow take if their playoffs are solved, not estimated.
MOST_SECONDS = 5.0
_PLAYOFF_SECONDS, _SMALLER, _FULL = 1e-3, 0.45, 12

SOLVED = "every choice after the move by its expectation, all worlds equally likely; playoffs exact"
ESTIMATED = SOLVED + ", but for those estimated to choose by"


def is_late(belief: Belief) -> bool:
    """Whether there are so few worlds that all can be gone through."""
    return _lines(belief.position) <= MOST_LINES


def _lines(position: StockPosition) -> int:
    """A bound of the worlds and moves of all plays that may follow one another.

    The choices of what to show are left out: they are few.
    """
    deck = position.rules.deck
    hand, tricks = deck.hand, position.completed_tricks
    face_down = position.face_down if isinstance(position.stock, int) else 0
    lines = 1
    if position.act is not Act.PLAY:
        lines = perm(hand - 1 + face_down, face_down)
        face_down = max(0, face_down - 2)
    leads = position.led is None
    while tricks < deck.stock_tricks:
        for others in (hand, hand - 1) if leads else (hand - 1,):
            lines *= perm(others + face_down, face_down) * hand
        leads = True
        tricks += 1
        face_down = max(0, face_down - 2)
    return lines


def analyze_late(
    belief: Belief, seed: int, threads: int, objective: str, stop: StopFlag
) -> Analysis:
    """Go through all worlds of a position; until `stop` is set, then as far as it came.

    The seed is that of the plays by which an inferred belief explains what was seen.
    """
    import numpy as np

    started = monotonic()
    position = belief.position
    playoff_seconds = _PLAYOFF_SECONDS * _SMALLER ** (_FULL - position.rules.deck.hand)
    solve = _lines(position) * playoff_seconds <= MOST_SECONDS
    searches = [belief.playouts() for _ in range(threads)]
    for search in searches:
        search.choose_by_expectation(solve)
    numbers = searches[0].legal()
    worlds = belief.all_worlds()
    kinds = [meld.kind.name for meld in melds_of(position.rules, position.trump)] + [DIX]
    points = np.zeros((len(worlds.cards), len(numbers), 4), np.int16)
    solved = np.zeros((len(worlds.cards), len(numbers), 2), np.int16)
    shown = np.zeros((len(worlds.cards), len(numbers), 2, len(kinds)), np.int64)

    def go_through(search: Playouts, rows: range) -> int:
        done = 0
        for row in rows:
            one = slice(row, row + 1)
            done += search.evaluate(
                worlds.cards[one], row, numbers, 1, points[one], solved[one], shown[row], stop
            )
        return done

    parts = [range(first, len(worlds.cards), threads) for first in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        done = sum(pool.map(go_through, searches, parts))
    if done < len(worlds.cards):
        raise InterruptedError("stopped before all worlds were gone through")
    values = _Values(belief, worlds, points, solved, shown, kinds)
    moves = values.moves(numbers, objective)
    return Analysis(
        position=position,
        engine="default",
        objective=objective,
        belief=belief.kind,
        model=SOLVED if solve else ESTIMATED,
        moves=with_prices(position, moves, objective),
        worlds=len(worlds.cards),
        seed=seed,
        seconds=monotonic() - started,
    )


@dataclass
class _Values:
    """What every move comes to in every world.

    Attributes:
        worlds: the worlds and their weights.
        points: (worlds, moves, 4) as of `Playouts.evaluate`.
        solved: (worlds, moves, 2).
        shown: (worlds, moves, 2, kinds).
        kinds: the names of what is counted in `shown`.
    """

    belief: Belief
    worlds: Worlds
    points: NDArray[np.int16]
    solved: NDArray[np.int16]
    shown: NDArray[np.int64]
    kinds: list[str]

    def moves(self, numbers: bytes, objective: str) -> list[MoveEstimate]:
        """Every move, the best first; of equals the first legal one."""
        position = self.belief.position
        seat = position.turn
        referee = Referee.of_position(position, self.belief.some_world())
        by_number = {referee.number_of(move): move for move in referee.moves()}
        difference = (self.solved[:, :, seat] - self.solved[:, :, seat.other]).astype(float)
        wins = WinChance.of(position).of_points(self.solved.reshape(-1, 2))
        wins = wins.reshape(difference.shape)
        ordering = wins if objective == "win" else difference
        best = int(self._mean(ordering).argmax())
        found = []
        for place, number in enumerate(numbers):
            mean = self.worlds.estimate(difference[:, place])
            behind = self.worlds.estimate(ordering[:, best] - ordering[:, place])
            found.append(
                MoveEstimate(
                    move=by_number[number],
                    mean=mean.mean,
                    mean_se=mean.se,
                    behind=behind.mean,
                    behind_se=behind.se,
                    win=self.worlds.estimate(wins[:, place]).mean,
                    visits=len(self.worlds.cards),
                    exact=self.belief.kind == UNIFORM,
                    mover=self._outlook(place, seat),
                    other=self._outlook(place, seat.other),
                )
            )
        return sorted(found, key=lambda move: move.behind)

    def _mean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.worlds.weights @ values

    def _outlook(self, place: int, seat: Seat) -> SeatOutlook:
        held = self.belief.position.points
        melds = float(self._mean(self.points[:, place, 2 + seat]))
        total = float(self._mean(self.solved[:, place, seat]))
        shows: dict[str, float] = {}
        often = self._mean(self.shown[:, place, seat])
        for kind, number in zip(self.kinds, often.tolist(), strict=True):
            if number:
                shows[kind] = shows.get(kind, 0.0) + number
        return SeatOutlook(
            melds=melds - (held[seat].melds if held else 0),
            tricks=total - melds - (held[seat].tricks if held else 0),
            shows=shows,
        )
