"""The result of analysing a stock-phase position: every move, its expectation, how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import hypot
from typing import TYPE_CHECKING

from pinochle_solver.intervals import (
    SURE,
    UNSEEN,
    Interval,
    chance_interval,
    difference_interval,
    is_guess,
)
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rows import Row
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat
from pinochle_solver.shown import Plotted, ShownAsText
from pinochle_solver.stock.estimates import Estimate

if TYPE_CHECKING:
    from pinochle_solver.rules.card_chances import CardChances
    from pinochle_solver.stock.reasons import Reason

POINTS, WIN = "points", "win"
OBJECTIVES = (POINTS, WIN)
"""What moves can be ordered by: the expected difference in points, or the chance to win."""
STAKE = "stake"
"""What moves are always ordered by in a hand with doubles: the expected payment."""

# By how many units of melds, and by how much chance to win, a world that was not tried may differ
# from all that were: a mean of equal outcomes is not exact. For the chances this is the rule of
# three.
SELDOM = {POINTS: 1.0, WIN: UNSEEN}
# How many moves the repr of an analysis shows.
_SHOWN = 3
# Equal expectations that were added up in different orders may lie this far apart.
_ROUNDING = 1e-9
_NEVER = Estimate(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class SeatOutlook:
    """The expected points of one seat from here on, after a move.

    Attributes:
        melds: meld points still to come.
        tricks: card points still to come, those of an open trick and the last trick included.
        shows: how often it lays each kind of meld, by name; above 1 for a kind laid more than once.
    """

    melds: float
    tricks: float
    shows: dict[str, float]

    def with_more(self, points: float) -> SeatOutlook:
        """The same outlook with this many more card points."""
        return replace(self, tricks=self.tricks + points)


@dataclass(frozen=True, slots=True)
class Price:
    """A show taken apart and compared with passing.

    Attributes:
        points: the points scored now.
        laid: the cards that leave the hand for the table, where the opponent sees them.
        later: how much more the rest of the hand is worth to the player to move after the show than
            after passing; negative if it is worth less.
        later_se: the standard error of that.
        gained: melds that could be laid next from the cards held, but could not after passing.
        given_up: melds that could be laid next after passing, but not after the show.
    """

    points: int
    laid: int
    later: float
    later_se: float
    gained: tuple[str, ...]
    given_up: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MoveEstimate:
    """One move; all values are for the player to move, and NaN where they are not known.

    Attributes:
        move: the move.
        objective: what the moves are ordered by, ``points`` or ``win``; ``stake`` with doubles.
        mean: the expected margin, the seat's points minus the opponent's; with doubles the
            expected payment to the seat, in initial stakes.
        mean_se: the standard error of the mean.
        win: the chance to win the hand, a tie counting half. With a game score it is the chance to
            win the game, with doubles the chance to be paid.
        win_se: the standard error of the chance.
        points_behind: by how many points the mean is below the best move's, and the standard error
            of that, from the same worlds. It may be negative if the moves are ordered by chances.
        win_behind: by how much the chance to win is below the best move's, in the same way.
        stake_behind: by how much the expected payment is below it; None without doubles.
        visits: in how many worlds the move was tried.
        exact: whether it is an expectation over all worlds, with exact playoffs. If there are
            choices in between, it holds under the model of them that the analysis states.
        mover, other: what each seat can expect; None if the engine does not say.
        price: the price of a show; None for plays and passes.
    """

    move: Move
    objective: str
    mean: float
    mean_se: float
    win: float
    win_se: float
    points_behind: Estimate
    win_behind: Estimate
    visits: int
    exact: bool
    mover: SeatOutlook | None = None
    other: SeatOutlook | None = None
    price: Price | None = None
    stake_behind: Estimate | None = None

    @classmethod
    def of(
        cls,
        move: Move,
        objective: str,
        values: Mapping[str, Estimate],
        behind: Mapping[str, Estimate],
        visits: int,
        *,
        exact: bool = False,
        mover: SeatOutlook | None = None,
        other: SeatOutlook | None = None,
    ) -> MoveEstimate:
        """The estimate of a move.

        Args:
            move: the move.
            objective: what the moves are ordered by.
            values: what the move is worth to the player to move, for each of `OBJECTIVES`.
            behind: how far each of these is below the best move's.
            visits: in how many worlds it was tried.
            exact: whether it is an expectation over all worlds.
            mover: what the player to move can expect.
            other: what the opponent can expect.
        """
        mean, win = values[POINTS], values[WIN]
        win_behind = behind[WIN]
        # What corrects a chance that is hardly in doubt may carry it past certainty, either way.
        # Beyond that no move is ahead of another.
        highest = win.mean + win_behind.mean
        if min(win.mean, highest) < 0 or max(win.mean, highest) > 1:
            win_behind = win_behind._replace(mean=_possible(highest) - _possible(win.mean))
        return cls(
            move=move,
            objective=objective,
            mean=mean.mean,
            mean_se=mean.se,
            win=_possible(win.mean),
            win_se=win.se,
            points_behind=behind[POINTS],
            win_behind=win_behind,
            visits=visits,
            exact=exact,
            mover=mover,
            other=other,
        )

    # Unknown values count as equal. NaN equals only the same object, and after a pickle it is
    # another object.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MoveEstimate):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((self.move, self.objective, self.visits))

    def __repr__(self) -> str:
        known = {"mean": (self.mean, 1), "se": (self.mean_se, 1), "win": (self.win, 3)}
        texts = (f"{name} {value:.{n}f}" for name, (value, n) in known.items() if value == value)
        return f"<MoveEstimate {', '.join((self.move.text(), *texts))}>"

    def _compared(self) -> tuple[object, ...]:
        return tuple(_comparable(getattr(self, each.name)) for each in fields(self))

    @property
    def _behind(self) -> Estimate:
        if self.stake_behind is not None:
            return self.stake_behind
        return self.win_behind if self.objective == WIN else self.points_behind

    @property
    def behind(self) -> float:
        """How far behind the best move it is, never negative: in points, or by chance to win.

        This is `points_behind` or `win_behind`, whichever orders the moves; with doubles it is
        `stake_behind`.
        """
        return self._behind.mean

    @property
    def behind_se(self) -> float:
        """The standard error of `behind`."""
        return self._behind.se

    @property
    def win_interval(self) -> Interval:
        """The 95% interval of `win`, between 0 and 1."""
        return chance_interval(self.win, self.win_se)

    @property
    def win_behind_interval(self) -> Interval:
        """The 95% interval of `win_behind`, between -1 and 1."""
        return difference_interval(*self.win_behind)

    @property
    def is_close(self) -> bool:
        """Whether it may be as good as the best: the 95% interval of `behind` reaches down to 0.

        As long as no error is known, this holds for every move.
        """
        return not least_of(self._behind, self.objective) > _ROUNDING

    @property
    def is_equal(self) -> bool:
        """Whether it is exactly as good as the best, with no error."""
        return self.behind <= _ROUNDING and self.behind_se <= _ROUNDING

    def against(self, best: MoveEstimate) -> MoveEstimate:
        """The same move, behind `best` by the difference of their values, errors independent."""
        if self.move == best.move:
            return replace(self, points_behind=Estimate(0.0, 0.0), win_behind=Estimate(0.0, 0.0))
        return replace(
            self,
            points_behind=Estimate(best.mean - self.mean, hypot(best.mean_se, self.mean_se)),
            win_behind=Estimate(best.win - self.win, hypot(best.win_se, self.win_se)),
        )

    def not_ahead_of(self, best: MoveEstimate) -> MoveEstimate:
        """The same, but as good as the best where it looks better in other worlds than the best's.

        Such a lead may as well be the luck of those worlds, so only its error is kept. Among moves
        that win equally often the best is the one with the most points, so such a lead in points
        does not count either.
        """
        if self.behind < 0 and self.objective == WIN:
            return replace(self, win=best.win, win_behind=self.win_behind._replace(mean=0.0))
        if self.behind > 0 or not self.points_behind.mean < 0:
            return self
        less = (self.mean - best.mean) / 2
        return replace(
            self,
            mean=best.mean,
            points_behind=self.points_behind._replace(mean=0.0),
            mover=self.mover and self.mover.with_more(-less),
            other=self.other and self.other.with_more(less),
        )


def _possible(chance: float) -> float:
    """The chance, but none below 0 or above 1."""
    return min(max(chance, 0.0), 1.0)


def _comparable(value: object) -> object:
    if isinstance(value, Estimate):
        return tuple(map(_comparable, value))
    if isinstance(value, Price):
        return tuple(_comparable(getattr(value, each.name)) for each in fields(value))
    return None if value != value else value


def least_of(difference: Estimate, objective: str) -> float:
    """The lower end of the 95% interval of a difference; NaN or below 0 if no error is known.

    Above 0 the difference is sure. The interval is the one that is shown: that of a difference of
    chances from -1 to 1, any other's 1.96 standard errors to either side.

    Args:
        difference: of points, chances or payments, and its standard error.
        objective: which of these it counts: ``points``, ``win`` or ``stake``.
    """
    if objective == WIN:
        return difference_interval(*difference).low
    return difference.mean - SURE * difference.se


def surer_than_seldom(estimate: Estimate, objective: str, worlds: int, meld_unit: int) -> Estimate:
    """An estimate from some worlds, its error at least what the worlds not seen may hide."""
    seldom = SELDOM[objective] * (meld_unit if objective == POINTS else 1)
    return estimate._replace(se=max(estimate.se, seldom / worlds))


def in_order(best: MoveEstimate, others: Iterable[MoveEstimate]) -> tuple[MoveEstimate, ...]:
    """The moves of an analysis: the best, then the others by how far they are behind it.

    Among moves that win equally often, the one with more points comes first.
    """
    levelled = (move.not_ahead_of(best) for move in others)
    return (best, *sorted(levelled, key=lambda move: (move.behind, move.points_behind.mean)))


@dataclass(frozen=True, slots=True)
class CallOutValue:
    """The result if the player to move calls out before the move.

    Attributes:
        has: its total points, as counted after the last trick.
        target: the points that end the game.
        win: the chance to win the game; NaN if the engine does not say.
        win_se: the standard error of that; 0 if the claim decides the game.
    """

    has: int
    target: int
    win: float
    win_se: float

    @property
    def win_interval(self) -> Interval:
        """The 95% interval of `win`, between 0 and 1."""
        return chance_interval(self.win, self.win_se)

    @property
    def is_right(self) -> bool:
        """Whether it has reached the target."""
        return self.has >= self.target


@dataclass(frozen=True, slots=True)
class DoublingOutlook:
    """How a hand stands where the stake may be doubled, for the player to move.

    Attributes:
        chance: the chance to win the hand if it is played out.
        accepted: the expected payment to the seat, in initial stakes, if a double is offered and
            accepted, whatever the opponent would say; None if no double can be offered.
        refused: the payment if the double is refused, in initial stakes.
        accepts: how often the opponent accepts, 0 to 1,
        refuses: refuses,
        redoubles: and redoubles.
    """

    chance: Estimate
    accepted: Estimate | None = None
    refused: float = 0.0
    accepts: Estimate = _NEVER
    refuses: Estimate = _NEVER
    redoubles: Estimate = _NEVER

    @property
    def chance_interval(self) -> Interval:
        """The 95% interval of `chance`, between 0 and 1."""
        return chance_interval(*self.chance)

    @property
    def should_accept(self) -> bool:
        """Whether the opponent does better to accept than to refuse, as the mover sees it."""
        return self.accepted is not None and self.accepted.mean < self.refused


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(ShownAsText, Plotted):
    """The moves of a position, the best first.

    Attributes:
        position: the position.
        engine: the engine that made the analysis.
        objective: what the moves are ordered by, ``points`` or ``win``; ``stake`` with doubles.
        belief: what was assumed about the hidden cards, ``uniform`` or ``inferred``.
        model: in words, how the choices after the move are made.
        moves: every legal move, or those that were asked for.
        choice: the move to play: the best, or one of `close` that the engine prefers for a reason.
        worlds: in how many worlds the best move was tried.
        seed: the seed of the worlds.
        seconds: how long the analysis took.
        finished: False if the analysis was interrupted before its limits.
        selected: whether only the moves that were asked for are valued.
        open_average: by move text, what the moves are worth on average if all cards lie open; None
            if that was not asked for. It gives no weight to what a move reveals.
        call_out: what a call-out instead of the moves leads to; None where there can be none.
        doubling: how the hand stands, where the decision is about its stake.
        sampled: whether the worlds are some of many; False if all were gone through, or all cards
            are known.
        where: the conditions that the hidden cards were assumed to meet, in words.
        cards: where the unseen cards are; None if that was not asked for.
        reason: why the best is better than the first move that is surely worse; None if nothing is
            surely worse, or the engine does not know.
    """

    position: StockPosition
    engine: str
    objective: str
    belief: str
    model: str
    moves: tuple[MoveEstimate, ...]
    choice: Move
    worlds: int
    seed: int
    seconds: float
    finished: bool = True
    selected: bool = False
    open_average: dict[str, float] | None = None
    call_out: CallOutValue | None = None
    doubling: DoublingOutlook | None = None
    sampled: bool = True
    where: tuple[str, ...] = ()
    cards: CardChances | None = None
    reason: Reason | None = None

    @property
    def mover(self) -> Seat:
        """The player to move."""
        return self.position.turn

    @property
    def best(self) -> MoveEstimate:
        """The move of the highest value."""
        return self.moves[0]

    @property
    def exact(self) -> bool:
        """Whether every value is an expectation over all worlds, with exact playoffs."""
        return all(move.exact for move in self.moves)

    @property
    def is_guess(self) -> bool:
        """Whether so few worlds were sampled that this is hardly more than a guess."""
        return self.sampled and is_guess(self.worlds)

    @property
    def close(self) -> tuple[MoveEstimate, ...]:
        """The moves that cannot be told apart from the best; empty if the best stands alone."""
        return tuple(move for move in self.moves[1:] if move.is_close)

    def to_rows(self) -> list[Row]:
        """A row of plain values for each of `moves`, in their order, as table libraries take them.

        All rows have the same keys. Values are for the player to move, None where they are not
        known:

        - ``id``, ``position``: the position's name (None if it has none) and its line.
        - ``mover``: the player to move, ``south`` or ``north``.
        - ``order``: from 1; 1 is the best.
        - ``move``: its text.
        - ``mean``, ``mean_se``: the expected margin in points, the seat's own minus the
          other's, and the standard error of that. It is over the whole hand if the position has its
          points, else from here on.
        - ``win``, ``win_se``: the chance, 0 to 1, to win the hand, or with a game score to win the
          game.
        - ``win_low``, ``win_high``: the 95% interval of that, from 0 to 1.
        - ``behind``, ``behind_se``: how far it is behind the best move, in points, or in ``win`` if
          ``objective`` is ``win``.
        - ``points_behind``, ``points_behind_se``, ``win_behind``, ``win_behind_se``: the same in
          either unit, whichever orders the moves.
        - ``win_behind_low``, ``win_behind_high``: the 95% interval of ``win_behind``, from -1 to 1.
        - ``close``: whether it cannot be told apart from the best; true for the best itself.
        - ``choice``: whether it is the move that the engine would play.
        - ``visits``: in how many worlds it was tried.
        - ``exact``: whether its mean is an expectation over all worlds, with exact playoffs.
        - ``mover_melds``, ``mover_tricks``, ``other_melds``, ``other_tricks``: the points that each
          seat can expect from here on.
        - ``price_points``, ``price_laid``, ``price_later``, ``price_later_se``: for a show, the
          fields of its `Price`.
        - ``open_average``: its mean with all cards open, if that was asked for.
        - ``objective``, ``engine``, ``belief``, ``worlds``, ``seed``, ``seconds``, ``finished``:
          those of the analysis, the same in all rows.
        - ``guess``: `is_guess`, the same in all rows.
        """
        whole: Row = {
            "objective": self.objective,
            "engine": self.engine,
            "belief": self.belief,
            "worlds": int(self.worlds),
            "seed": int(self.seed),
            "seconds": float(self.seconds),
            "finished": bool(self.finished),
            "guess": bool(self.is_guess),
        }
        position = self.position.text()
        return [
            {
                "id": self.position.id,
                "position": position,
                "mover": self.mover.text(),
                "order": order,
                "move": move.move.text(),
                **_values(move),
                "close": bool(move.is_close),
                "choice": move.move == self.choice,
                "visits": int(move.visits),
                "exact": bool(move.exact),
                **_expected(move),
                "open_average": _known((self.open_average or {}).get(move.move.text())),
                **whole,
            }
            for order, move in enumerate(self.moves, start=1)
        ]

    def __repr__(self) -> str:
        best = [
            f"{move.move}{f' {move.mean:.1f}' if move.mean == move.mean else ''}"
            for move in self.moves[:_SHOWN]
        ]
        more = len(self.moves) - len(best)
        moves = ", ".join(best) + (f" and {more} more" if more else "")
        return f"<Analysis {moves}; {self.worlds} worlds; {self.position.text()}>"


def _known(value: float | None) -> float | None:
    """A plain number; None if it is not known."""
    return None if value is None or value != value else float(value)


def _values(move: MoveEstimate) -> Row:
    win, behind = move.win_interval, move.win_behind_interval
    return {
        "mean": _known(move.mean),
        "mean_se": _known(move.mean_se),
        "win": _known(move.win),
        "win_se": _known(move.win_se),
        "win_low": _known(win.low),
        "win_high": _known(win.high),
        "behind": _known(move.behind),
        "behind_se": _known(move.behind_se),
        "points_behind": _known(move.points_behind.mean),
        "points_behind_se": _known(move.points_behind.se),
        "win_behind": _known(move.win_behind.mean),
        "win_behind_se": _known(move.win_behind.se),
        "win_behind_low": _known(behind.low),
        "win_behind_high": _known(behind.high),
    }


def _expected(move: MoveEstimate) -> Row:
    mover, other, price = move.mover, move.other, move.price
    return {
        "mover_melds": _known(mover.melds if mover else None),
        "mover_tricks": _known(mover.tricks if mover else None),
        "other_melds": _known(other.melds if other else None),
        "other_tricks": _known(other.tricks if other else None),
        "price_points": int(price.points) if price else None,
        "price_laid": int(price.laid) if price else None,
        "price_later": _known(price.later if price else None),
        "price_later_se": _known(price.later_se if price else None),
    }
