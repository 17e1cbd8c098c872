"""When to double, accept and redouble, by thresholds on the chance to win the hand.

At a window the winner of the trick doubles between two chances. Above the upper one the hand is too
good to double: the loser would refuse, and playing on for a later double is worth more than the
stake. The loser accepts from one chance on and redoubles from another. All of these differ from
window to window. A seat that has the right alone doubles later than if both have it, because
doubling gives the right away.

The thresholds of a rulebook were found in hands of the policy, backwards from the last window, each
the best answer to the others (``benchmarks/learning/learn_doubling.py``); they are in
``doublings/``. In playouts they decide what becomes of the stake, so the right to double is worth
what it brings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pinochle_solver.rules.alike import published_alike
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.doubles import Doubler, has_window_after
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KNOTS = tuple(part / 20 for part in range(21))
"""The chances at which the worth of a hand is given."""
RIGHTS = ("both", "own")
"""Which right the winner of the trick uses: both have it, or he alone."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When seats double at one window, by their chance to win the hand, 0 to 1.

    Attributes:
        offer: by right (`RIGHTS`), from where on the winner of the trick doubles,
        too_good: and from where on he does not any more; above 1 for never.
        accept: from where on the loser accepts, and refuses below it,
        redouble: and from where on he redoubles.
        accept_redouble: from where on the winner of the trick accepts that.
    """

    offer: tuple[float, float]
    too_good: tuple[float, float]
    accept: float
    redouble: float
    accept_redouble: float


@dataclass(frozen=True, slots=True)
class DoublingPolicy:
    """When seats double in a hand.

    Attributes:
        scales: how far in points a hand ends from what leads are valued at, after each number of
            tricks of the stock phase.
        windows: the thresholds by the number of tricks before them; the last window, where every
            card is known, is not among them.
        worths: what a hand is expected to pay who leads after so many tricks, before the window,
            in the stake that holds: for both having the right to double, he alone and the other
            alone, at each of the chances `KNOTS` to win it by both hands as they lie.
    """

    scales: tuple[float, ...]
    windows: Mapping[int, Thresholds]
    worths: Mapping[int, tuple[tuple[float, ...], ...]] = field(default_factory=dict)

    def expected(self, courses: Courses, trick: int) -> Paid:
        """What hands are expected to pay from before the window after a trick on."""
        import numpy as np

        leaders = courses.leaders[:, trick]
        south = courses.chances[:, trick, 2].astype(np.float64)
        is_south = leaders == Seat.SOUTH
        chances = np.where(is_south, south, 1 - south)
        both, own, others = (
            np.where(is_south, 1.0, -1.0) * np.interp(chances, KNOTS, worths)
            for worths in self.worths[trick]
        )
        return Paid(
            np.stack([both, np.where(is_south, own, others), np.where(is_south, others, own)])
        )


@dataclass(frozen=True, eq=False)
class Courses:
    """How some hands went, as far as doubling is concerned.

    Attributes:
        leaders: (hands, tricks + 1): who leads each trick of the stock phase, and the playoff.
        chances: (hands, tricks, 3): what south and north think of their chances then, and south's
            by both hands as they lie.
        outcome: (hands,): 1 where south has more points at the end, -1 where north has, else 0.
    """

    leaders: NDArray[np.uint8]
    chances: NDArray[np.float32]
    outcome: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Paid:
    """What hands pay south from a window on, in the stake that holds there, by who has the right.

    Attributes:
        by_right: (3, hands): by `Doubler`.
    """

    by_right: NDArray[np.float64]

    def of(self, right: Doubler) -> NDArray[np.float64]:
        """Where this is the right."""
        found: NDArray[np.float64] = self.by_right[right]
        return found

    def own(self, seats: NDArray[Any]) -> NDArray[np.float64]:
        """Where in each hand this seat has the right alone."""
        import numpy as np

        return np.asarray(np.where(seats == Seat.SOUTH, self.by_right[1], self.by_right[2]))


def paid_from(
    courses: Courses, policy: DoublingPolicy, doubles: Doubles, rules: Rulebook, after: int
) -> Paid:
    """What hands pay from behind the window after so many tricks on."""
    paid = Paid(_three(courses.outcome))
    for trick in range(rules.deck.stock_tricks - 1, after, -1):
        if has_window_after(doubles, trick, rules):
            paid = before_window(courses, policy.windows[trick], trick, paid)
    return paid


def _three(values: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.stack([values] * 3)


@dataclass(frozen=True, eq=False)
class Window:
    """A window of some hands, from the side of who has won the trick.

    Attributes:
        winners: (hands,): who has won it,
        sign: 1 where that is south, else -1.
        winner_chance: what he thinks of his chance,
        loser_chance: and the other of his.
        goes_on: what the winner of the trick is paid from behind the window on, in the stake that
            holds there: (3, hands), where both have the right, he alone, and the other alone.
    """

    winners: NDArray[np.uint8]
    sign: NDArray[np.float64]
    winner_chance: NDArray[np.float64]
    loser_chance: NDArray[np.float64]
    goes_on: NDArray[np.float64]

    @classmethod
    def of(cls, courses: Courses, trick: int, paid: Paid) -> Window:
        """The window after a trick, `paid` being what hands pay from behind it on."""
        import numpy as np

        winners = courses.leaders[:, trick]
        sign = np.where(winners == Seat.SOUTH, 1.0, -1.0)
        chances = courses.chances[:, trick].astype(np.float64)
        rows = np.arange(len(winners))
        goes_on = np.stack([paid.of(Doubler.BOTH), paid.own(winners), paid.own(1 - winners)]) * sign
        return cls(winners, sign, chances[rows, winners], chances[rows, 1 - winners], goes_on)

    def redoubled(self, thresholds: Thresholds) -> NDArray[np.float64]:
        """What a redouble pays the winner of the trick, in the stake before the double."""
        import numpy as np

        accepts = self.winner_chance >= thresholds.accept_redouble
        return np.asarray(np.where(accepts, 4 * self.goes_on[1], -2.0))

    def doubled(self, thresholds: Thresholds) -> NDArray[np.float64]:
        """What a double pays the winner of the trick, in the stake before it."""
        import numpy as np

        accepted = np.where(self.loser_chance >= thresholds.accept, 2 * self.goes_on[2], 1.0)
        redoubles = self.loser_chance >= thresholds.redouble
        return np.asarray(np.where(redoubles, self.redoubled(thresholds), accepted))

    def doubles(self, thresholds: Thresholds, right: int) -> NDArray[np.bool_]:
        """Whether the winner doubles, by `RIGHTS`."""
        low, high = thresholds.offer[right], thresholds.too_good[right]
        doubles: NDArray[np.bool_] = (self.winner_chance >= low) & (self.winner_chance < high)
        return doubles


def before_window(courses: Courses, thresholds: Thresholds, trick: int, paid: Paid) -> Paid:
    """What hands pay from before a window on."""
    import numpy as np

    window = Window.of(courses, trick, paid)
    doubled = window.doubled(thresholds)
    both, own = (
        window.sign * np.where(window.doubles(thresholds, right), doubled, window.goes_on[right])
        for right in range(len(RIGHTS))
    )
    south_won = window.winners == Seat.SOUTH
    return Paid(
        np.stack(
            [
                both,
                np.where(south_won, own, paid.of(Doubler.SOUTH)),
                np.where(south_won, paid.of(Doubler.NORTH), own),
            ]
        )
    )


@lru_cache(maxsize=16)
def doubling_policy(rules: Rulebook, count: CardCount, doubles: Doubles) -> DoublingPolicy | None:
    """The thresholds of a rulebook; None where none were learned."""
    file = files("pinochle_solver.stock") / "doublings" / f"{published_alike(rules, count)}.json"
    return read_policy(file.read_text(encoding="utf-8"), doubles) if file.is_file() else None


def read_policy(text: str, doubles: Doubles) -> DoublingPolicy:
    """The thresholds that a file of ``doublings/`` holds."""
    data = json.loads(text)
    return DoublingPolicy(
        tuple(data["scales"]),
        {
            int(trick): Thresholds(
                (row["offer"][0], row["offer"][1]),
                (row["too_good"][0], row["too_good"][1]),
                row["accept"],
                row["redouble"],
                row["accept_redouble"],
            )
            for trick, row in data[doubles.text()].items()
        },
        {
            int(trick): tuple(map(tuple, rows))
            for trick, rows in data[f"{doubles.text()} worths"].items()
        },
    )
