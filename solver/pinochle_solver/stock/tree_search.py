"""Stock-phase positions by tree search: what the default engine is measured against.

``ismcts`` looks for the moves of both seats in trees of what each has observed, a new world in
every iteration. ``pimc`` supposes, world by world, that both hands lie open, and averages: what the
moves are worth to players who see everything but the order of the stock. To lay cards open costs
nothing there; how far its values are from the others' is what hidden cards are worth. The trees
are in ``_core.trees``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import hypot, inf
from typing import TYPE_CHECKING, Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.playouts import Playouts
from pinochle_solver._core.trees import TreeSearch
from pinochle_solver.hand.referee import Referee
from pinochle_solver.hand.states import stock_state
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import (
    OBJECTIVES,
    POINTS,
    WIN,
    Analysis,
    MoveEstimate,
    in_order,
    surer_than_seldom,
)
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.deadline import Deadline
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.playout_search import Limits
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.standings import SMALL_HAND
from pinochle_solver.stock.tree_values import Iterations, Sums, Values, copied, corrected, mean_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ISMCTS, PIMC = "ismcts", "pimc"
KINDS = (ISMCTS, PIMC)
DEFAULT_SECONDS = 2.0
MOST_ITERATIONS = 1 << 22
"""Of one tree."""

# Both in points: what a move that was seldom tried is given for that (UCB1), and how much more than
# all tried moves together one that was never tried promises, but for the root. By regret in
# positions of hands that the default engine plays.
EXPLORATION = {ISMCTS: (80.0, 30.0), PIMC: (160.0, 80.0)}
# The best of `ismcts` is among the moves tried one in so many times as the most tried.
SERIOUSLY = 10
# Trees of observations, each of its own iterations: as many as this, however many threads there
# are; their results are put together.
TREES = 4
# In less time a single tree: several would be small ones.
SHORT_SECONDS = 1.0
CHUNK = 32
# Of the tree of one open world.
OPEN_ITERATIONS = 400
# After so many iterations of each tree, or worlds, it is asked first whether they are enough.
FIRST_MILESTONE = {ISMCTS: 512, PIMC: 16}
# As many edges as make 64 MiB in four trees.
MOST_EDGES = 3 << 17
# In the first iterations of each move at the root the playoff is solved, and then in every so many.
SOLVE_FIRST = 2
SOLVE_EVERY = 64

_VALUED = "; values are the averages of its iterations, playoffs exact in the mean"
MODELS = {
    ISMCTS: "both choose in a tree of what they observe, then by the learnt policy" + _VALUED,
    PIMC: "both choose in trees with both hands open, the stock's order unknown" + _VALUED,
}


def analyze_tree(
    position: StockPosition,
    *,
    kind: str = ISMCTS,
    seconds: float | None = None,
    worlds: int | None = None,
    target_error: float | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    objective: str = "points",
    stop: StopFlag | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Value every move of a stock-phase position by tree search.

    The best move is that of the highest average, of ``ismcts`` among the moves that were tried
    often; what ``ismcts`` plays for points is the move tried most, if it cannot be told from the
    best. The trees go for points; with `objective` ``win`` their iterations are averaged as chances
    to win. With `worlds` or
    `target_error` and without `seconds` the answer does not depend on the machine or the number of
    threads.

    Args:
        position: the position, as the seat to decide sees it.
        kind: ``ismcts`` or ``pimc``.
        seconds: end after this time; 2 if no limit is given.
        worlds: of ``ismcts`` the iterations, each of which has a world of its own, spread over
            `TREES` trees, or in one in a short time; of ``pimc`` the worlds, each of which has a
            tree of its own of `OPEN_ITERATIONS` iterations. At least as many as try every move.
        target_error: end when the standard error of how far the second move is behind is so low.
        seed: of the worlds.
        threads: how many to use.
        belief: ``inferred`` or ``uniform``.
        objective: ``points`` or ``win``.
        stop: end when this flag is set, with what was found so far.
        progress: called now and then with what was found so far.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
        ValueError: for a kind and limits that are none.
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}, expected one of {', '.join(KINDS)}")
    if seconds is None and worlds is None and target_error is None:
        seconds = DEFAULT_SECONDS
    deadline = Deadline(seconds)
    limits = Limits(worlds, target_error)
    hidden = Belief(position, belief)
    stop = stop or StopFlag()
    search: _Search
    if kind == ISMCTS:
        trees = 1 if seconds is not None and seconds < SHORT_SECONDS else TREES
        search = _Observed(hidden, seed, objective, stop, trees)
    else:
        search = _Opened(hidden, seed, threads, objective, stop)
    return _run(search, kind, hidden, seed, threads, objective, limits, deadline, progress)


def open_average(
    position: StockPosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    threads: int = 1,
    stop: StopFlag | None = None,
) -> dict[str, float]:
    """What the moves are worth on average when both hands lie open, by the text of the move.

    The limits, `stop` among them, are those of ``pimc`` in `analyze_tree`.
    """
    found = analyze_tree(
        position,
        kind=PIMC,
        seconds=seconds,
        worlds=worlds,
        seed=seed,
        threads=threads,
        belief=UNIFORM,
        stop=stop,
    )
    return {move.move.text(): move.mean for move in found.moves}


def open_tree(
    position: StockPosition,
    *,
    iterations: int,
    objective: str = "points",
    stop: StopFlag | None = None,
) -> tuple[MoveEstimate, ...]:
    """Estimates by one tree of a position that names every card, the best move first.

    The playoff is solved in every iteration.

    Args:
        position: the position, both hands and the stock in its order known.
        iterations: how many.
        objective: ``points`` or ``win``.
        stop: end when this flag is set.
    """
    hidden = Belief(position, UNIFORM)
    search = _Observed(hidden, 1, objective, stop or StopFlag(), trees=1, is_open=True)
    done = 0
    while done < iterations and search.advance(min(CHUNK, iterations - done), threads=1):
        done += CHUNK
    return search.moves()


def _run(
    search: _Search,
    kind: str,
    belief: Belief,
    seed: int,
    threads: int,
    objective: str,
    limits: Limits,
    deadline: Deadline,
    progress: Callable[[Analysis], None] | None,
) -> Analysis:
    most = search.most(limits.worlds)
    done, milestone = 0, FIRST_MILESTONE[kind]

    def analysis(finished: bool) -> Analysis:
        moves = search.moves()
        return Analysis(
            position=belief.position,
            engine=kind,
            objective=objective,
            belief=belief.kind,
            model=MODELS[kind],
            moves=with_prices(belief.position, moves),
            choice=search.choice(moves),
            worlds=search.worlds,
            seed=seed,
            seconds=deadline.passed,
            finished=finished,
        )

    while done < most:
        size = min(search.chunk, most - done, milestone - done)
        if not search.advance(size, threads):
            return analysis(finished=False)
        done += size
        if deadline.is_due():
            break
        if done == milestone:
            milestone *= 2
            if limits.target_error is not None:
                moves = search.moves()
                if len(moves) < 2 or moves[1].behind_se <= limits.target_error:
                    break
            if progress is not None:
                progress(analysis(finished=True))
    return analysis(finished=True)


class _Search(Protocol):
    """Trees that grow, and what they say."""

    @property
    def chunk(self) -> int:
        """By how much to go on at a time."""

    @property
    def worlds(self) -> int:
        """In how many worlds it has been so far."""

    def most(self, worlds: int | None) -> int:
        """How far it may go within so many worlds, in the units of `advance`."""

    def advance(self, size: int, threads: int) -> bool:
        """Go on by so much; False if that was stopped."""

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, the best first."""

    def choice(self, moves: Sequence[MoveEstimate]) -> Move:
        """Which of these to play: the best, or one that cannot be told from it."""


def _is_small(position: StockPosition) -> bool:
    return position.rules.deck.hand <= SMALL_HAND


def _tree(belief: Belief, is_open: bool, shuffles: bool, edges: int) -> TreeSearch:
    position = belief.position
    state, pile = stock_state(position, belief.some_world(), viewer=position.turn)
    return TreeSearch(
        hand_rules_record(position.rules, position.count, position.trump),
        state.pack(),
        bytes(card.index for card in pile),
        is_open,
        shuffles,
        *EXPLORATION[PIMC if is_open else ISMCTS],
        edges,
    )


def _estimate_of(
    move: Move,
    objective: str,
    values: tuple[Estimate, ...],
    behind: tuple[Estimate, ...],
    visits: int,
) -> MoveEstimate:
    """What is known of a move; of points and of wins what it comes to and how far it is behind."""
    mean, win = values
    points_behind, win_behind = behind
    return MoveEstimate(
        move=move,
        objective=objective,
        mean=mean.mean,
        mean_se=mean.se,
        win=min(max(win.mean, 0.0), 1.0),
        win_se=win.se,
        points_behind=points_behind,
        win_behind=win_behind,
        visits=visits,
        exact=False,
    )


def _moves_by_number(belief: Belief) -> dict[int, Move]:
    referee = Referee.of_position(belief.position, belief.some_world())
    return {referee.number_of(move): move for move in referee.moves()}


# Trees of observations


@dataclass
class _Grown:
    """A tree, and what came of it so far; its worlds are those from number `begin` on."""

    tree: TreeSearch
    sampler: Playouts
    begin: int
    done: int = 0
    sums: list[tuple[Sums, Sums]] = field(default_factory=list)


class _Observed:
    """Trees of what the seats observe, each of its own worlds.

    If every card `is_open`, there is one world, and one tree of its states.
    """

    def __init__(
        self,
        belief: Belief,
        seed: int,
        objective: str,
        stop: StopFlag,
        trees: int,
        is_open: bool = False,
    ) -> None:
        self._belief, self._seed, self._objective, self._stop = belief, seed, objective, stop
        self._is_open = is_open
        is_exact = is_open or _is_small(belief.position)
        self._solve = (0, 1) if is_exact else (SOLVE_FIRST, SOLVE_EVERY)
        self._trees = [self._grown(number) for number in range(trees)]
        self._numbers = self._trees[0].tree.legal()
        self._values = Values(belief.position, self._numbers)
        self._names = _moves_by_number(belief)
        self.worlds = 0

    def _grown(self, number: int) -> _Grown:
        tree = _tree(self._belief, self._is_open, shuffles=False, edges=MOST_EDGES)
        return _Grown(tree, self._belief.playouts(), number * MOST_ITERATIONS)

    @property
    def chunk(self) -> int:
        """At first every move once, for that is not stopped."""
        return CHUNK if self.worlds else len(self._numbers)

    def most(self, worlds: int | None) -> int:
        """How many iterations each tree may have."""
        least = len(self._numbers)
        if worlds is None:
            return MOST_ITERATIONS
        return min(max(least, -(-worlds // len(self._trees))), MOST_ITERATIONS)

    def advance(self, size: int, threads: int) -> bool:
        """Let every tree go through so many iterations; False if that was stopped."""
        if threads == 1 or len(self._trees) == 1:
            grown = [self._grow(tree, size) for tree in self._trees]
        else:
            with ThreadPoolExecutor(threads) as pool:
                grown = list(pool.map(lambda tree: self._grow(tree, size), self._trees))
        self.worlds = sum(tree.done for tree in self._trees)
        return all(grown)

    def _grow(self, tree: _Grown, size: int) -> bool:
        """Go on with one tree; the first iterations are not stopped."""
        stop = self._stop if tree.done else StopFlag()
        first = tree.begin + tree.done
        worlds = self._belief.sample(tree.sampler, self._seed, first, size)
        found = Iterations.grow(tree.tree, worlds, size, self._solve, stop)
        if found is None:
            return False
        sums = list(self._values.sums(found))
        if tree.sums:
            for before, more in zip(tree.sums, sums, strict=True):
                before[0].add(more[0])
                before[1].add(more[1])
        else:
            tree.sums = sums
        tree.done += size
        return True

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, the best of those that were tried seriously first."""
        visits = self._visits()
        points, wins = (
            [
                surer_than_seldom(found, unit, number)
                for found, number in zip(self._estimates(which), visits, strict=True)
            ]
            for which, unit in enumerate(OBJECTIVES)
        )
        ordering = wins if self._objective == WIN else points
        tried = [i for i in self._all if SERIOUSLY * visits[i] >= max(visits)]
        best = max(tried, key=lambda i: (ordering[i].mean, points[i].mean))

        def behind(of: list[Estimate], i: int) -> Estimate:
            if i == best:
                return Estimate(0.0, 0.0)
            return Estimate(of[best].mean - of[i].mean, hypot(of[best].se, of[i].se))

        found = [
            _estimate_of(
                self._names[number],
                self._objective,
                (points[i], wins[i]),
                (behind(points, i), behind(wins, i)),
                visits[i],
            )
            for i, number in enumerate(self._numbers)
        ]
        return in_order(found.pop(best), found)

    def choice(self, moves: Sequence[MoveEstimate]) -> Move:
        """The move tried most, if for points and it cannot be told from the best; else the best."""
        most = max(moves, key=lambda move: move.visits)
        return most.move if self._objective == POINTS and most.is_close else moves[0].move

    def _visits(self) -> list[int]:
        return [int(sum(tree.sums[0][0].count[i] for tree in self._trees)) for i in self._all]

    @property
    def _all(self) -> range:
        return range(len(self._numbers))

    def _estimates(self, which: int) -> list[Estimate]:
        """Of points or wins, for each move."""
        first, *others = (tree.sums[which] for tree in self._trees)
        values, more = copied(first[0]), copied(first[1])
        for other in others:
            values.add(other[0])
            more.add(other[1])
        return [
            corrected(values.estimate(i), more.correction(i, values.count[i])) for i in self._all
        ]


# Open worlds


@dataclass(frozen=True)
class _OpenWorld:
    """What one world's tree found: for points and for wins."""

    sums: list[tuple[Sums, Sums]]


class _Opened:
    """A tree for each world, both hands open, the stock shuffled in every iteration.

    A stock whose order the position gives stays as it is: it lies open as well.
    """

    def __init__(
        self, belief: Belief, seed: int, threads: int, objective: str, stop: StopFlag
    ) -> None:
        self._belief, self._seed, self._objective, self._stop = belief, seed, objective, stop
        shuffles = isinstance(belief.position.stock, int)
        self._solve = (0, 1 if _is_small(belief.position) else SOLVE_EVERY)
        self._searches = [
            (_tree(belief, True, shuffles, 2 * OPEN_ITERATIONS), belief.playouts())
            for _ in range(threads)
        ]
        self._numbers = self._searches[0][0].legal()
        self._iterations = max(OPEN_ITERATIONS, 4 * len(self._numbers))
        self._values = Values(belief.position, self._numbers)
        self._names = _moves_by_number(belief)
        self._found: list[_OpenWorld] = []
        self.chunk = threads

    @property
    def worlds(self) -> int:
        """How many there were."""
        return len(self._found)

    def most(self, worlds: int | None) -> int:
        """How many worlds there may be."""
        return MOST_ITERATIONS if worlds is None else max(worlds, 2)

    def advance(self, size: int, threads: int) -> bool:
        """Look into so many worlds more; False if that was stopped."""
        first = len(self._found)
        parts = [range(first + i, first + size, threads) for i in range(threads)]
        if threads == 1:
            found = [self._look_into(0, parts[0])]
        else:
            with ThreadPoolExecutor(threads) as pool:
                found = list(pool.map(self._look_into, range(threads), parts))
        for number in range(first, first + size):
            part, place = (number - first) % threads, (number - first) // threads
            if place >= len(found[part]):
                return False
            self._found.append(found[part][place])
        return True

    def _look_into(self, thread: int, worlds: range) -> list[_OpenWorld]:
        tree, sampler = self._searches[thread]
        found = []
        for number in worlds:
            tree.clear(self._seed, number)
            world = self._belief.sample(sampler, self._seed, number, 1)
            stop = self._stop if number > 1 else StopFlag()
            grown = Iterations.grow(tree, world, self._iterations, self._solve, stop)
            if grown is None:
                break
            found.append(_OpenWorld(list(self._values.sums(grown))))
        return found

    def moves(self) -> tuple[MoveEstimate, ...]:
        """Every move, that of the highest average first."""
        points, wins = self._averages(0), self._averages(1)
        ordering, means = (wins if self._objective == WIN else points).mean, points.mean
        best = max(range(len(means)), key=lambda i: (ordering[i], means[i]))
        visits = sum(world.sums[0][0].count for world in self._found)
        units = ((points, POINTS), (wins, WIN))
        found = [
            _estimate_of(
                self._names[number],
                self._objective,
                tuple(self._sure(of.estimate(i), unit) for of, unit in units),
                tuple(
                    Estimate(0.0, 0.0) if i == best else self._sure(of.behind(best, i), unit)
                    for of, unit in units
                ),
                int(visits[i]),  # type: ignore[index]
            )
            for i, number in enumerate(self._numbers)
        ]
        return in_order(found.pop(best), found)

    def choice(self, moves: Sequence[MoveEstimate]) -> Move:
        """The best move."""
        return moves[0].move

    def _sure(self, found: Estimate, unit: str) -> Estimate:
        return surer_than_seldom(found, unit, self.worlds)

    def _averages(self, which: int) -> _Averages:
        import numpy as np

        values = np.array([world.sums[which][0].total for world in self._found])
        values /= np.array([world.sums[which][0].count for world in self._found])
        more = copied(self._found[0].sums[which][1])
        for world in self._found[1:]:
            more.add(world.sums[which][1])
        corrections = [more.correction(i, inf) for i in range(len(self._numbers))]
        return _Averages(values, corrections)


@dataclass(frozen=True)
class _Averages:
    """What each move came to in each world, and what is to be added to it on average.

    Attributes:
        values: (worlds, moves).
        more: for each move.
    """

    values: NDArray[np.float64]
    more: list[Estimate]

    @property
    def mean(self) -> NDArray[np.float64]:
        """Of each move."""
        import numpy as np

        more: NDArray[np.float64] = np.array([more.mean for more in self.more])
        return self.values.mean(axis=0) + more  # type: ignore[no-any-return]

    def estimate(self, place: int) -> Estimate:
        """The mean of one move."""
        return corrected(mean_of(self.values[:, place]), self.more[place])

    def behind(self, best: int, place: int) -> Estimate:
        """How much less a move is worth than the best, world by world."""
        difference = mean_of(self.values[:, best] - self.values[:, place])
        more, less = self.more[best], self.more[place]
        if more == less:  # of all moves together
            return difference
        return Estimate(
            difference.mean + more.mean - less.mean, hypot(difference.se, more.se, less.se)
        )
