"""What an analysis of a stock-phase position found: every move, its expectation, how sure it is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from pinochle_solver.estimates import SURE
from pinochle_solver.moves import Move
from pinochle_solver.rules import Seat
from pinochle_solver.stock_position import StockPosition

# So far may equal expectations lie apart that were added up in another order.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class SeatOutlook:
    """What one seat can expect from here on after a move.

    Attributes:
        melds: meld points still to come.
        tricks: card points still to come, those of an open trick and the last trick included.
        shows: how often it lays each kind of meld, by name; above 1 for one laid more than once.
    """

    melds: float
    tricks: float
    shows: dict[str, float]


@dataclass(frozen=True, slots=True)
class Price:
    """A show taken apart, against passing.

    Attributes:
        points: scored now.
        laid: cards that leave the hand for the table, where the other seat sees them.
        later: what the rest of the hand is worth more after it than after passing, negative where
            it is worth less, for the seat to decide.
        later_se: the standard error of that.
        gained: melds that could be laid next from the cards held, and could not after passing.
        given_up: melds that could be laid next after passing, and cannot after it.
    """

    points: int
    laid: int
    later: float
    later_se: float
    gained: tuple[str, ...]
    given_up: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """One move; all values are those of the seat to decide, in points.

    Attributes:
        move: the move.
        mean: the expected final difference, its points less the other's; NaN, as the other values,
            where an engine chose without valuing.
        mean_se: the standard error of the mean.
        behind: how much less that is than the best move's; for `objective` win, how much less
            likely.
        behind_se: the standard error of that, from the same worlds.
        win: the chance to win the hand, a tie counting half; with a game score, to win the game.
        visits: in how many worlds the move was tried.
        exact: whether it is an expectation over all worlds, of exact playoffs: under the model of
            the choices in between that the analysis states, where there are any.
        mover, other: what each seat can expect; None where the engine does not tell.
        price: of a show; None for plays and passes.
    """

    move: Move
    mean: float
    mean_se: float
    behind: float
    behind_se: float
    win: float
    visits: int
    exact: bool
    mover: SeatOutlook | None = None
    other: SeatOutlook | None = None
    price: Price | None = None

    # Unknown values are equal: NaN is not, except to itself, and is another one after a pickle.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MoveEstimate):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        values = (getattr(self, each.name) for each in fields(self))
        return tuple(None if value != value else value for value in values)

    @property
    def is_close(self) -> bool:
        """Whether it may be as good as the best: less than 1.96 standard errors behind."""
        return self.behind <= SURE * self.behind_se + _ROUNDING

    def as_json(self) -> dict[str, Any]:
        """The move's object of ``analyze --json``."""
        found: dict[str, Any] = {
            "move": self.move.text(),
            "mean": _rounded(self.mean, 3),
            "mean_se": _rounded(self.mean_se, 3),
            "behind": _rounded(self.behind, 3),
            "behind_se": _rounded(self.behind_se, 3),
            "win": _rounded(self.win, 4),
            "visits": self.visits,
            "exact": self.exact,
        }
        for name, outlook in (("mover", self.mover), ("other", self.other)):
            if outlook is not None:
                shows = {kind: round(often, 4) for kind, often in outlook.shows.items()}
                found[name] = {
                    "melds": round(outlook.melds, 2),
                    "tricks": round(outlook.tricks, 2),
                    "shows": shows,
                }
        if self.price is not None:
            found["price"] = {
                "points": self.price.points,
                "laid": self.price.laid,
                "later": round(self.price.later, 3),
                "later_se": round(self.price.later_se, 3),
                "gained": list(self.price.gained),
                "given_up": list(self.price.given_up),
            }
        return found


def _rounded(number: float, digits: int) -> float | None:
    """For JSON, which has no word for what is not known."""
    return round(number, digits) if isfinite(number) else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves of a position, the best first.

    Attributes:
        position: the position.
        engine: which engine found it.
        objective: what the moves are ordered by, ``points`` or ``win``.
        belief: what was believed of the hidden cards, ``uniform`` or ``inferred``.
        model: in words, how the choices after the move are made.
        moves: every legal move, or those that were asked for.
        worlds: in how many worlds the best move was tried.
        seed: of the worlds.
        seconds: how long it took.
        finished: False where it was interrupted before its limits.
        selected: whether only moves that were asked for are valued.
        open_average: by move text, what the moves are worth on average when all cards lie open;
            None if that was not asked for. It prices what a move tells at nothing.
        choice: the move to play: the best, unless the engine has a reason to doubt a lead that is
            within its error; None for the best.
    """

    position: StockPosition
    engine: str
    objective: str
    belief: str
    model: str
    moves: tuple[MoveEstimate, ...]
    worlds: int
    seed: int
    seconds: float
    finished: bool = True
    selected: bool = False
    open_average: dict[str, float] | None = None
    choice: Move | None = None

    @property
    def mover(self) -> Seat:
        """The seat to decide."""
        return self.position.turn

    @property
    def best(self) -> MoveEstimate:
        """The move of the highest value."""
        return self.moves[0]

    @property
    def move_to_play(self) -> Move:
        """`choice` if there is one, else the best move."""
        return self.best.move if self.choice is None else self.choice

    @property
    def exact(self) -> bool:
        """Whether every value is an expectation over all worlds, of exact playoffs."""
        return all(move.exact for move in self.moves)

    @property
    def close(self) -> tuple[MoveEstimate, ...]:
        """The moves that cannot be told from the best; empty when it stands alone."""
        return tuple(move for move in self.moves[1:] if move.is_close)

    def as_json(self) -> dict[str, Any]:
        """The object that ``analyze --json`` writes."""
        found: dict[str, Any] = {} if self.position.id is None else {"id": self.position.id}
        found |= {
            "position": self.position.text(),
            "mover": self.mover.text(),
            "objective": self.objective,
            "moves": [move.as_json() for move in self.moves],
            "worlds": self.worlds,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "engine": self.engine,
            "belief": self.belief,
            "model": self.model,
            "close": [move.move.text() for move in self.close],
            "choice": self.move_to_play.text(),
            "finished": self.finished,
        }
        if self.open_average is not None:
            found["open_average"] = {
                move: round(value, 2) for move, value in self.open_average.items()
            }
        return found
