"""Engines: they analyse positions of the stock phase, and decide in both phases.

`Engine` is what the rest of the program asks for. `StockEngine` is the base of most engines: a
subclass adds `_analyze` and gets the rest. It plays the playoff exactly, because nothing is hidden
there. `registry` lists the engines by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite, nan
from typing import ClassVar, Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.hand.referee import Referee
from pinochle_solver.intervals import Interval, chance_interval
from pinochle_solver.limits import Limits
from pinochle_solver.notation.calls import Calls, known_points
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import expect_position
from pinochle_solver.playoff.race import MOST_NODES as MOST_RACE_NODES
from pinochle_solver.playoff.race import CardOutcome, Outcome, Race, race
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.claims import Claim
from pinochle_solver.rules.moves import CALL_OUT, CallingOut, Move, Play
from pinochle_solver.rules.rules import Points
from pinochle_solver.stock.analysis import (
    OBJECTIVES,
    STAKE,
    WIN,
    Analysis,
    CallOutValue,
    MoveEstimate,
)
from pinochle_solver.stock.beliefs import BELIEFS, UNIFORM
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.settings import Request, SearchSettings

_MOST_NUMBER = 1e6
# The chance to win the game by what becomes of it in this hand; not known where it goes on.
_CHANCES = {Outcome.LOSES: 0.0, Outcome.GOES_ON: None, Outcome.WINS: 1.0}


class EngineError(Exception):
    """An engine has failed: it cannot be started, has ended, stays silent, or answers nonsense."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that an engine has valued along with others.

    Attributes:
        move: the move.
        mean: the expected final difference, the mover's points less the other's, as in `Decision`;
            None where it is not known.
        se: the standard error of the mean, 0 for an exact one; None where it is not known.
        behind: how much less it is worth than the best move: in points, or in chances if the engine
            plays for the chance to win; None where it is not known.
        behind_se: the standard error of that; None where it is not known.
        visits: in how many worlds it was tried, 0 for a playoff.
        win: the chance to win, as in `Decision`; None where it is not known.
        win_se: the standard error of that; None where it is not known.
    """

    move: Move
    mean: float | None
    se: float | None
    behind: float | None
    behind_se: float | None
    visits: int = 0
    win: float | None = None
    win_se: float | None = None

    @property
    def win_interval(self) -> Interval | None:
        """The 95% interval of the chance to win, between 0 and 1; None if that is not known."""
        if self.win is None:
            return None
        return chance_interval(self.win, nan if self.win_se is None else self.win_se)

    @classmethod
    def of_estimate(cls, estimate: MoveEstimate) -> Candidate:
        """The candidate for a move of an analysis."""
        mean, se, behind, behind_se, win, win_se = _known(
            estimate.mean,
            estimate.mean_se,
            estimate.behind,
            estimate.behind_se,
            estimate.win,
            estimate.win_se,
        )
        return cls(estimate.move, mean, se, behind, behind_se, estimate.visits, win, win_se)


@dataclass(frozen=True, slots=True)
class Decision:
    """What an engine decides: the move it makes, or that it calls out.

    Attributes:
        move: the move, or a call-out before the move.
        mean: the expected final difference, the mover's points less the other's, over the whole
            hand if the position has its points, else from there on; None where it is not known.
            With doubles it is the expected payment to the mover, in initial stakes.
        se: the standard error of the mean, 0 for an exact one; None where it is not known.
        worlds: in how many worlds the move was tried, 0 for a playoff.
        exact: whether the mean is exact, not estimated.
        win: the chance to win the hand, or with a game score to win the game; None where it is not
            known.
        win_se: the standard error of that; None where it is not known.
        candidates: the moves that were valued, the best first; empty if the engine does not say.
            Those of a playoff whose search was stopped have no values.
    """

    move: Move | CallingOut
    mean: float | None = None
    se: float | None = None
    worlds: int = 0
    exact: bool = False
    win: float | None = None
    win_se: float | None = None
    candidates: tuple[Candidate, ...] = ()

    @classmethod
    def of_analysis(cls, analysis: Analysis) -> Decision:
        """The decision that follows from an analysis."""
        chosen = next(move for move in analysis.moves if move.move == analysis.choice)
        mean, se, win, win_se = _known(chosen.mean, chosen.mean_se, chosen.win, chosen.win_se)
        candidates = tuple(map(Candidate.of_estimate, analysis.moves))
        return cls(chosen.move, mean, se, chosen.visits, chosen.exact, win, win_se, candidates)


def _known(*values: float) -> Iterator[float | None]:
    """The values, None for each that is not known."""
    return (value if isfinite(value) else None for value in values)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option whose value is one of several words.

    Attributes:
        values: the words, the default first.
    """

    values: tuple[str, ...]

    def read(self, text: str) -> str | None:
        """The value that a text gives; None when it is none."""
        return text if text in self.values else None


@dataclass(frozen=True, slots=True)
class Number:
    """An option whose value is a number above 0.

    Attributes:
        default: the number when none is given.
    """

    default: float

    def read(self, text: str) -> float | None:
        """The value that a text gives; None when it is none."""
        try:
            number = float(text)
        except ValueError:
            return None
        return number if 0 < number <= _MOST_NUMBER else None


class Engine(Protocol):
    """A player of a hand of two-handed pinochle by what one seat sees.

    If the game is played with call-outs, an engine is told when it is made, by `call_out` set to
    true.

    Attributes:
        name: the name by which it is asked for.
        summary: in a few words, what it does.
        options: what can be set when it is made, besides the arguments of `StockEngine`, or which
            of these make a difference to it.
        limits: the limits that it heeds in the stock phase: how each is written, and which field of
            `Limits` it is.
        plays_exactly: whether it plays every playoff as `solve` does.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[Mapping[str, Choice | Number]]
    limits: ClassVar[Mapping[str, str]]
    plays_exactly: ClassVar[bool]

    def analyze(
        self,
        position: StockPosition,
        limits: Limits,
        *,
        seed: int = 1,
        moves: Iterable[Move | str] | None = None,
        stop: StopFlag | None = None,
        progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Value the moves of a stock-phase position, or say which move it would make.

        Args:
            position: the position, as the seat to decide sees it.
            limits: when to end.
            seed: of what is random.
            moves: the only moves to value; every legal move if not given.
            stop: ends it with what was found so far, or with a short look at every move.
            progress: called now and then with the results so far.

        Raises:
            TypeError: for anything but a `StockPosition`.
            IllegalPositionError: when the hand of the seat to decide is not known.
            IllegalMoveError: when one of `moves` cannot be made.
            ValueError: for `moves` if the engine cannot value only some moves.
        """

    def choose(
        self,
        position: Position,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Decide in a position of either phase; the answer comes soon after a stop.

        Args:
            position: the position. Anything in it that is hidden from the seat to decide is ignored
                (`as_mover_sees`).
            limits: when to end.
            seed: of what is random.
            stop: ends it with what was found so far, or with a short look at every move.
            progress: called now and then with the best move so far.

        Raises:
            IllegalPositionError: when the hand of the seat to decide is not known.
        """


class StockEngine(ABC):
    """The base of engines that differ in the stock phase; they play the playoff exactly.

    If `selects_moves` is true, the caller can choose which moves are valued; if `assumes` is true,
    what is assumed of the hidden cards.

    Args:
        belief: what is assumed about the hidden cards, one of `BELIEFS`.
        objective: what the engine plays for, one of `OBJECTIVES`.
        threads: how many threads to use; the answer does not depend on it.
        call_out: whether the game is played with call-outs, also where a position does not say so;
            if so, the engine calls out as soon as that is right.
        where: conditions that the hidden cards are assumed to meet, in words.

    Raises:
        ValueError: for an unknown belief or objective, and for conditions if the engine looks at no
            hidden cards.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[Mapping[str, Choice | Number]] = {}
    limits: ClassVar[Mapping[str, str]] = {}
    plays_exactly: ClassVar[bool] = True
    selects_moves: ClassVar[bool] = False
    assumes: ClassVar[bool] = False

    def __init__(
        self,
        *,
        belief: str = BELIEFS[0],
        objective: str = OBJECTIVES[0],
        threads: int = 1,
        call_out: bool = False,
        where: tuple[str, ...] = (),
    ) -> None:
        if where and not self.assumes:
            raise ValueError(f"{self.name} looks at no hidden cards, so it takes no conditions")
        self._settings = SearchSettings(
            belief=belief,
            objective=objective,
            threads=threads,
            call_out=call_out,
            where=where,
        )

    @abstractmethod
    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        """The result of `analyze`, once its arguments are checked.

        Args:
            position: the position, as the seat to decide sees it.
            settings: those of the engine, with the limits and the seed of this analysis, and
                whether this game is played with call-outs.
            request: which moves to value, and who waits for the analysis.
        """

    def analyze(
        self,
        position: StockPosition,
        limits: Limits,
        *,
        seed: int = 1,
        moves: Iterable[Move | str] | None = None,
        stop: StopFlag | None = None,
        progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """As `Engine.analyze`."""
        expect_position(position, StockPosition)
        has_call_outs = self._with_call_outs(position)
        settings = replace(self._settings, limits=limits, seed=seed, call_out=has_call_outs)
        if moves is not None and not self.selects_moves:
            raise ValueError(f"moves are selected by the engine default only, not by {self.name}")
        request = Request.of(moves, stop, progress)
        if not has_call_outs:
            return self._analyze(position, settings, request)
        position = replace(position, points=known_points(position))
        analysis = self._analyze(position, settings, request)
        return replace(analysis, call_out=self._call_value(position, settings, request))

    def _call_value(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> CallOutValue | None:
        """What a call-out leads to; None if there can be none, or the points are not given."""
        calls, seat = Calls.of(position), position.turn
        if position.points is None or not calls.may_call(seat):
            return None
        has, claim = calls.has(seat, position.points), calls.call(seat, position.points)
        if claim is Claim.WAITS:
            return CallOutValue(
                has, position.target, *self._waiting_chance(position, settings, request)
            )
        return CallOutValue(has, position.target, float(claim is Claim.WINS), 0.0)

    def _waiting_chance(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> tuple[float, float]:
        """The chance that a right caller who must still win a trick wins the game, and its error.

        An engine that does not follow who reaches the target first does not know it.
        """
        return nan, nan

    def choose(
        self,
        position: Position,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """As `Engine.choose`."""
        if self._is_to_call(position):
            return Decision(CALL_OUT)
        if isinstance(position, PlayoffPosition):
            return self._choose_card(position, limits, seed, stop)

        def tell(analysis: Analysis) -> None:
            if progress is not None:
                progress(Decision.of_analysis(analysis))

        seen = as_mover_sees(position)
        return Decision.of_analysis(
            self.analyze(seen, limits, seed=seed, stop=stop or StopFlag(), progress=tell)
        )

    def _with_call_outs(self, position: Position) -> bool:
        """Whether a position belongs to a game with call-outs."""
        return self._settings.call_out or Agreed.CALL_OUT in position.agreed

    def _is_to_call(self, position: Position) -> bool:
        """Whether to call out: a right claim costs nothing, and a wrong one loses."""
        if not self._with_call_outs(position):
            return False
        calls, points = Calls.of(position), known_points(position)
        if points is None or not calls.may_call(position.turn):
            return False
        return calls.is_right(position.turn, points)

    def _choose_card(
        self, position: PlayoffPosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> Decision:
        has_race = self._with_call_outs(position) and position.points is not None
        if has_race and self._settings.objective == WIN:
            return _best_of_race(position, limits, stop)
        return best_card(position, limits, stop)

    def _only_choice(self, position: StockPosition, move: Move, seed: int) -> Analysis:
        """The analysis by an engine that chooses without saying what the moves are worth.

        Such engines infer nothing from what was played.
        """
        unknown, best = Estimate(nan, nan), Estimate(0.0, nan)
        known, behind = dict.fromkeys(OBJECTIVES, unknown), dict.fromkeys(OBJECTIVES, best)
        with_doubles = position.stakes is not None
        objective = STAKE if with_doubles else self._settings.objective
        chosen = MoveEstimate.of(move, objective, known, behind, visits=0)
        if with_doubles:
            chosen = replace(chosen, stake_behind=best)
        return Analysis(
            position=position,
            engine=self.name,
            objective=objective,
            belief=UNIFORM,
            model="a choice by rules, no values",
            moves=(chosen,),
            choice=move,
            worlds=0,
            seed=seed,
            seconds=0.0,
        )


def values_of(
    position: Position, engine: Engine, limits: Limits, stop: StopFlag | None = None
) -> Analysis | Solution:
    """What the moves are worth: exactly in the playoff, by an engine before the playoff.

    In a playoff of a game with call-outs with it comes who can win the game in this hand.

    Args:
        position: a position of either phase; anything hidden from the seat to decide is ignored.
        engine: the engine that analyses the stock phase.
        limits: when that analysis ends.
        stop: ends either search with the results so far.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
    """
    if isinstance(position, PlayoffPosition):
        solution = solve(position, nodes=limits.nodes, stop=stop)
        if Agreed.CALL_OUT not in position.agreed or position.points is None:
            return solution
        return replace(solution, race=race(position, stop=stop))
    return engine.analyze(as_mover_sees(position), limits, stop=stop)


def as_mover_sees(position: StockPosition) -> StockPosition:
    """The position without what its notation says is hidden from the seat to decide.

    A stock named card by card becomes a number. If the other hand is wholly named, only the cards
    on its table remain. The cards named in a hand that ends in ``+n`` are known to the seat to
    decide, and stay.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
    """
    Problem(position)  # refuses a hand that is not known
    other = position.hand(position.turn.other)
    on_table = len(position.on_table(position.turn.other))
    if isinstance(position.stock, int) and (other.hidden or len(other) == on_table):
        return position
    seen = Referee.of_position(position, tuple(position.unseen)).view(position.turn)
    assert isinstance(seen, StockPosition)
    return seen


def best_card(position: PlayoffPosition, limits: Limits, stop: StopFlag | None) -> Decision:
    """The best card of a playoff; if the search was stopped, the first of the solution.

    Then no candidate has a value.
    """
    expect_position(position, PlayoffPosition)
    solution = solve(position, nodes=limits.nodes, stop=stop)
    if not all(move.bounds.exact for move in solution.moves):
        unknown = tuple(
            Candidate(Play(move.card), None, None, None, None) for move in solution.moves
        )
        return Decision(unknown[0].move, candidates=unknown)
    means = [_final_difference(position, move.value) for move in solution.moves]
    candidates = tuple(
        Candidate(Play(move.card), mean, 0.0, means[0] - mean, 0.0)
        for move, mean in zip(solution.moves, means, strict=True)
    )
    best = candidates[0]
    return Decision(best.move, best.mean, 0.0, exact=True, candidates=candidates)


def _best_of_race(position: PlayoffPosition, limits: Limits, stop: StopFlag | None) -> Decision:
    """The best card of a playoff in which the first seat to reach the target wins the game.

    Among cards with the same outcome it is the one with the most points. The others are valued by
    the race, too.
    """
    nodes = MOST_RACE_NODES if limits.nodes is None else limits.nodes
    found = race(position, nodes=nodes, stop=stop)
    by_points = best_card(position, limits, stop)
    if not found.proven:
        return by_points
    if found.cards is None or not by_points.exact:
        return _most_promising(found, by_points.candidates)
    outcomes: dict[Move, Outcome] = {Play(card): outcome for card, outcome in found.cards}
    best = max(outcomes.values())
    candidates = tuple(
        _in_race(each, outcomes[each.move], best)
        for each in sorted(by_points.candidates, key=lambda each: -outcomes[each.move])
    )
    first, win = candidates[0], _CHANCES[best]
    return replace(
        by_points,
        move=first.move,
        mean=first.mean,
        win=win,
        win_se=None if win is None else 0.0,
        candidates=candidates,
    )


def _most_promising(found: Race, by_points: tuple[Candidate, ...]) -> Decision:
    """The card that secures most of the game, and of several the first by points.

    One of the searches was stopped.
    """
    proven: dict[Move, CardOutcome] = {Play(each.card): each for each in found.proven}
    moves = (each.move for each in by_points)
    chosen = max(moves, key=lambda move: (proven[move].worst, proven[move].best))
    worst, best = proven[chosen].worst, proven[chosen].best
    win = _CHANCES[worst] if worst is best else None
    return Decision(chosen, win=win, win_se=None if win is None else 0.0)


def _in_race(candidate: Candidate, outcome: Outcome, best: Outcome) -> Candidate:
    """A card as the race to the target values it: by what becomes of the game, not by points."""
    win, of_best = _CHANCES[outcome], _CHANCES[best]
    behind: float | None = 0.0
    if outcome is not best:
        behind = None if win is None or of_best is None else of_best - win
    return replace(
        candidate,
        win=win,
        win_se=None if win is None else 0.0,
        behind=behind,
        behind_se=None if behind is None else 0.0,
    )


def _final_difference(position: PlayoffPosition, to_come: Points) -> float:
    """The mover's points less the other's at the end, of the hand or of what is still to come."""
    turn, held = position.turn, position.points
    before = 0 if held is None else sum(held[turn]) - sum(held[turn.other])
    return float(before + to_come[turn] - to_come[turn.other])
