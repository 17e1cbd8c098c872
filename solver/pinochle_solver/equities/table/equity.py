"""The chance to win a game of three or four at a score, and what points are worth there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from pinochle_solver.equities.table.games import ended, game_chances
from pinochle_solver.equities.table.hands import NOBODY, Unit, from_left_of, hands_of
from pinochle_solver.errors import GameError, NotationError, quoted
from pinochle_solver.rules.rules import MOST_POINTS
from pinochle_solver.shown import ShownAsText
from pinochle_solver.table.rulebooks import as_table_rulebook
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PARTS = 10


@dataclass(frozen=True, slots=True, repr=False)
class TableEquity(ShownAsText):
    """The chance to win a game of three or four between two hands.

    It is an estimate for a game among equals who play like the default engine.

    Attributes:
        rules: the game.
        score: the game score of each of `TableRules.score_units`.
        dealer: who deals the next hand; None for the mean of all.
    """

    rules: TableRules
    score: tuple[int, ...]
    dealer: Seat | None

    def __repr__(self) -> str:
        chances = ", ".join(f"{chance:.1%}" for chance in self.chances)
        return f"<TableEquity {self.rules.name} {'/'.join(map(str, self.score))}: {chances}>"

    @property
    def units(self) -> tuple[Unit, ...]:
        """Who has a score, in the order of the scores."""
        return self.rules.score_units

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each unit to win the game, 0 to 1."""
        return tuple(map(float, self._at((self.score,))[0]))

    @property
    def is_alike(self) -> bool:
        """Whether hands of just these rules were played; else of `played_by`."""
        return hands_of(self.rules).is_alike

    @property
    def played_by(self) -> TableRules:
        """The rulebook whose hands it comes from."""
        return hands_of(self.rules).of

    def worth(self, unit: Unit, points: int) -> float:
        """By how much these extra points now would raise a unit's chance."""
        place = self.units.index(unit)
        more = tuple(score + points * (n == place) for n, score in enumerate(self.score))
        before, after = self._at((self.score, more))[:, place]
        return float(after - before)

    def grid(self) -> tuple[tuple[int, ...], list[list[float]]]:
        """The first side's chance at scores all over a game of two sides.

        Returns:
            the scores, every tenth of the target, and for each score of the first side a row with
            its chance at each score of the other side.

        Raises:
            ValueError: if there are more than two sides.
        """
        if len(self.units) != 2:
            raise ValueError(f"{self.rules.name} has more than two sides")
        assert self.rules.target is not None
        scores = tuple(dict.fromkeys(self.rules.target * part // _PARTS for part in range(_PARTS)))
        found = self._at(list(product(scores, scores)))[:, 0].reshape(len(scores), len(scores))
        return scores, [[float(chance) for chance in row] for row in found]

    def _at(self, scores: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """(scores, units) the chances; those of a score that ends the game are 0 or 1."""
        import numpy as np

        given = np.array(scores, np.int64)
        chances, units = game_chances(self.rules), self.units
        nobody = np.full(len(given), NOBODY, dtype=np.int64)
        over = ended(self.rules, given, nobody, np.zeros(len(given), np.bool_))
        found = np.zeros(given.shape)
        dealers = self.rules.table if self.dealer is None else (self.dealer,)
        for dealer in dealers:
            order = [units.index(unit) for unit in from_left_of(dealer, units)]
            found[:, order] += chances.at(given[:, order]) / len(dealers)
        return np.where(over.is_over[:, None], over.shares, found)


def table_equity(
    score: Sequence[int] | str | None = None,
    dealer: Seat | str | None = None,
    rules: TableRules | str = "check",
    *,
    target: int | None = None,
) -> TableEquity:
    """The chance to win a game of three or four from a score, before the next hand is dealt.

    Args:
        score: the points of each of `TableRules.score_units`, as numbers or as text such as
            ``620/840``; all 0 if not given.
        dealer: who deals the next hand; the mean of all if not given.
        rules: a rulebook for three or four with a target, or the name of a published one.
        target: the points that end the game; the rulebook's if not given.

    Raises:
        GameError: (``rules``) for a game paid hand by hand, and for one of which no hands were
            played; (``score``, ``target``, ``dealer``) for what does not fit the game, also if it
            is over.
        NotationError: for a score or a seat that cannot be read, and for an unknown rulebook.
    """
    rules = as_table_rulebook(rules)
    if rules.target is None or rules.end is None:
        raise GameError("rules", f"{rules.name} is paid hand by hand, no game is won")
    if target is not None:
        if not 1 <= target <= MOST_POINTS:
            raise GameError("target", f"{target} is not within 1 to {MOST_POINTS}")
        rules = replace(rules, target=target, without_options=rules.without_options or rules)
    units = rules.score_units
    points = _points(score, len(units))
    if len(points) != len(units):
        shape = "/".join("+".join(seat.text() for seat in unit) for unit in units)
        fact = f"{len(points)} numbers, {rules.name} has {len(units)}: {shape}"
        raise GameError("score", fact)
    if any(abs(each) > MOST_POINTS for each in points):
        raise GameError("score", f"more than {MOST_POINTS} either way")
    if isinstance(dealer, str):
        dealer = Seat.parse(dealer)
    if dealer is not None and dealer not in rules.table:
        raise GameError("dealer", f"{dealer.text()} does not sit at this table")
    equity = TableEquity(rules, points, dealer)
    _check_goes_on(equity)
    hands_of(rules)
    return equity


def _points(score: Sequence[int] | str | None, units: int) -> tuple[int, ...]:
    if score is None:
        return (0,) * units
    if not isinstance(score, str):
        return tuple(score)
    try:
        return tuple(int(part) for part in score.split("/"))
    except ValueError:
        fact = f"{quoted(score)} is no score. Type numbers with strokes between them: 620/840"
        raise NotationError("score", fact) from None


def _check_goes_on(equity: TableEquity) -> None:
    """Refuse a game that is over."""
    import numpy as np

    given = np.array([equity.score], np.int64)
    over = ended(equity.rules, given, np.array([NOBODY]), np.zeros(1, np.bool_))
    if over.is_over[0]:
        leader = equity.units[int(over.shares[0].argmax())]
        names = "+".join(seat.text() for seat in leader)
        has = equity.score[equity.units.index(leader)]
        raise GameError("score", f"the game is over: {names} has {has} points")
