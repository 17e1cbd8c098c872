"""The chance to win a game at a score, and what points are worth there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from pinochle_solver.equities.hands import hand_scores
from pinochle_solver.equities.tables import ahead_table, target_table
from pinochle_solver.errors import GameError, NotationError
from pinochle_solver.notation.position_fields import parse_points
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, as_rulebook
from pinochle_solver.rules.rules import MOST_POINTS, Points, Rulebook, Seat
from pinochle_solver.shown import Plotted, ShownAsPicture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PARTS = 10


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The terms of a game.

    Attributes:
        rules: the rulebook.
        count: what cards count.
        target: the points that end the game.
        ahead: how many points ahead a seat must be to win instead; None if the target ends the
            game.
        chips: whether card points are rounded to tens.
    """

    rules: Rulebook
    count: CardCount
    target: int
    ahead: int | None = None
    chips: bool = False

    def dealers_chance(self, dealer: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
        """The next dealer's chance to win, at each of these scores between two hands.

        A finished game is won by the seat with more points; after a tie over the target it goes on.

        Args:
            dealer: the game scores of the next dealer.
            other: the game scores of the opponent, in the same shape.
        """
        import numpy as np

        won = (dealer > other).astype(np.float64)
        if self.ahead is not None:
            leads = dealer - other
            table = ahead_table(self.rules, self.count, self.ahead, chips=self.chips)
            return np.where(np.abs(leads) >= self.ahead, won, table.chance(leads))
        needs, others = self.target - dealer, self.target - other
        reach, most = self.target, max(np.max(needs, initial=0), np.max(others, initial=0))
        while reach < most:  # a score is below 0
            reach *= 2
        of = target_table(self.rules, self.count, reach, chips=self.chips)
        goes_on = of.chance(needs, others)
        raise_by = self.rules.game.tie_raises_target_by
        if raise_by:
            need = raise_by - (dealer - self.target) % raise_by
            tied = of.chance(need, need)
        else:
            tied = np.full(np.shape(dealer), of.broken)
        over = np.where(dealer == other, tied, won)
        return np.where(np.maximum(dealer, other) >= self.target, over, goes_on)


@dataclass(frozen=True, slots=True, repr=False)
class Equity(ShownAsPicture, Plotted):
    """The chance to win a game between two hands.

    It is an estimate for a game between equals who play like the default engine.

    Attributes:
        settings: by what the game is played.
        score: the game score.
        dealer: who deals the next hand; None for the mean of both.
    """

    settings: GameSettings
    score: Points
    dealer: Seat | None

    def __repr__(self) -> str:
        south, north = (f"{self.chance(seat):.1%}" for seat in Seat)
        return f"<Equity {self.settings.rules.name} {self.score.text()}: {south} to {north}>"

    @property
    def is_modelled(self) -> bool:
        """Whether it comes from a model, without hands played by these rules."""
        settings = self.settings
        return hand_scores(settings.rules, settings.count, chips=settings.chips).is_modelled

    def chance(self, seat: Seat) -> float:
        """A seat's chance to win the game, 0 to 1."""
        south = float(self._souths((self.score,))[0])
        return south if seat is Seat.SOUTH else 1 - south

    def worth(self, seat: Seat, points: int) -> float:
        """By how much these extra points now would raise a seat's chance."""
        south, north = self.score
        is_south = seat is Seat.SOUTH
        more = Points(south + points * is_south, north + points * (not is_south))
        gain = float(self._souths((more,))[0]) - float(self._souths((self.score,))[0])
        return gain if is_south else -gain

    def grid(self) -> tuple[tuple[int, ...], tuple[int, ...], list[list[float]]]:
        """South's chance at scores all over the game.

        Returns:
            south's scores, north's scores, and a row for each of south's; the scores are every
            tenth of the target. If the game is played for a lead, north's scores are 0 and below
            it, because only south's lead counts.
        """
        if self.settings.ahead is None:
            whole = self.settings.target
            south = north = tuple(dict.fromkeys(whole * part // _PARTS for part in range(_PARTS)))
        else:
            leads = [self.settings.ahead * part // _PARTS for part in range(_PARTS)]
            south = tuple(sorted({sign * lead for lead in leads for sign in (1, -1)}))
            north = (0,)
        pairs = [Points(*pair) for pair in product(south, north)]
        found = self._souths(pairs).reshape(len(south), len(north))
        return south, north, [[float(chance) for chance in row] for row in found]

    def _souths(self, scores: Sequence[Points]) -> NDArray[np.float64]:
        import numpy as np

        south, north = np.array(scores, np.int64).T
        return souths_chance(self.settings, south, north, self.dealer)


def souths_chance(
    settings: GameSettings, south: NDArray[Any], north: NDArray[Any], dealer: Seat | None
) -> NDArray[np.float64]:
    """South's chance at each of these game scores.

    Args:
        settings: what the game is played by.
        south: south's scores.
        north: north's scores, in the same shape.
        dealer: who deals the next hand; None for the mean of both.
    """
    by_dealer = {
        Seat.SOUTH: lambda: settings.dealers_chance(south, north),
        Seat.NORTH: lambda: 1 - settings.dealers_chance(north, south),
    }
    found = [by_dealer[seat]() for seat in ((dealer,) if dealer is not None else Seat)]
    mean: NDArray[np.float64] = sum(found[1:], found[0]) / len(found)
    return mean


def equity(
    score: Points | tuple[int, int] | str,
    dealer: Seat | str | None = None,
    rules: Rulebook | str = DEFAULT_RULEBOOK,
    *,
    count: CardCount | None = None,
    target: int | None = None,
    ahead: int | None = None,
    chips: bool = False,
) -> Equity:
    """The chance to win a game from a score, before the next hand is dealt.

    Args:
        score: both seats' points, south first: a pair, or text such as ``620/840``.
        dealer: who deals the next hand; the mean of both if not given.
        rules: the rulebook, or the name of a published one.
        count: what cards count; the rulebook's count if not given.
        target: the points that end the game; the rulebook's target if not given.
        ahead: how many points ahead a seat must be to win, instead of a target; the rulebook's lead
            if it plays for one and no target is given.
        chips: whether card points are rounded to tens, as the rulebook does it.

    Raises:
        GameError: naming the argument that does not fit, and why; also for a game that is over.
        NotationError: for a score or a seat that cannot be read, and for an unknown rulebook.
        TypeError: for a score that is neither a pair nor text.
    """
    rules = as_rulebook(rules)
    if isinstance(score, str):
        try:
            score = parse_points(score)
        except NotationError as error:
            raise NotationError("score", error.fact) from None
    if isinstance(dealer, str):
        dealer = Seat.parse(dealer)
    settings = game_settings(rules, count, target, ahead, chips)
    try:
        score = Points(*score)
    except TypeError:
        fact = "expected the points of both seats, (620, 840), or text, '620/840'"
        raise TypeError(f"score is {score!r}, {fact}") from None
    for seat, points in zip(Seat, score, strict=True):
        if not -MOST_POINTS <= points <= MOST_POINTS:
            fact = f"{seat.text()} has {points}, more than {MOST_POINTS} either way"
            raise GameError("score", fact)
    _check_goes_on(settings, score)
    return Equity(settings, score, dealer)


def game_settings(
    rules: Rulebook,
    count: CardCount | None,
    target: int | None,
    ahead: int | None,
    chips: bool,
) -> GameSettings:
    """The terms of a game; the rulebook gives those left out.

    Raises:
        GameError: naming the argument that does not fit, and why.
    """
    if ahead is not None and target is not None:
        raise GameError("ahead", "a game is won by points ahead or by a target, not both")
    if ahead is not None and not rules.game.ahead:
        raise GameError("ahead", f"{rules.name} is played for a target")
    for name, points in (("target", target), ("ahead", ahead)):
        if points is not None and not 1 <= points <= MOST_POINTS:
            raise GameError(name, f"{points} is not within 1 to {MOST_POINTS}")
    if chips and not rules.game.chips_up_from:
        raise GameError("chips", f"{rules.name} is not played with chips")
    return GameSettings(
        rules,
        rules.count if count is None else count,
        rules.target if target is None else target,
        ahead,
        chips,
    )


def _check_goes_on(settings: GameSettings, score: Points) -> None:
    south, north = score
    if south == north:
        return
    leader = Seat.SOUTH if south > north else Seat.NORTH
    if settings.ahead is not None:
        if abs(south - north) >= settings.ahead:
            fact = f"the game is over: {leader.text()} is {abs(south - north)} ahead"
            raise GameError("score", fact)
    elif max(score) >= settings.target:
        fact = f"the game is over: {leader.text()} has reached {settings.target}"
        raise GameError("score", fact)
