"""Moves tried in the same sampled worlds; those that fall behind are given fewer of them.

The hand is played on by a policy that sees one seat's cards, and the playoff is valued without
bias (``_core.playouts``). The number of worlds doubles from stage to stage. After each the better
half of the moves goes on, as far as it is not clearly behind: sequential halving (Karnin, Koren,
Somekh 2013) over common worlds. The others follow in a part of the worlds, so that no move is
valued by the few worlds alone in which it looked bad.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.playouts import Playouts
from pinochle_solver.analysis import Analysis, MoveEstimate, SeatOutlook
from pinochle_solver.beliefs import Belief
from pinochle_solver.chances import WinChance
from pinochle_solver.deadline import Deadline
from pinochle_solver.estimates import Estimate, Samples, mean_by_difference, steadiest
from pinochle_solver.hand import Referee
from pinochle_solver.melds import melds_of
from pinochle_solver.moves import Move
from pinochle_solver.prices import with_prices
from pinochle_solver.rules import DIX, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_WORLDS = 1 << 24
CHUNK = 32
SOLVE_EVERY = 32
# Tried in however little time there is: with fewer no error could be told.
LEAST_WORLDS = 2 * SOLVE_EVERY
FIRST_STAGE = 128
# A move of the better half goes on unless it is so many standard errors behind,
CLEARLY = 3.0
# one of the worse half unless it is so many.
DOUBTFULLY = 1.5
# Whoever does not go on gets one world in so many, and may come back.
REST = 8
# What the policy's scores say of the differences between moves: times this, give or take that
# (fitted to searches of 256 worlds at 1,245 decisions).
SCORE_SCALE = 0.4
SCORE_ERROR = 10.0
# Points by which the one world in all that none of the tried ones shows may differ: a mean of equal
# outcomes is not exact.
SELDOM = 10.0
MODEL = "both play on by the learnt policy, each by what it sees; playoffs exact in the mean"


@dataclass(frozen=True, slots=True)
class Limits:
    """When an analysis ends but for time, whichever comes first; None is no limit.

    Attributes:
        worlds: in which the best moves are tried.
        target_error: the standard error of how far the second move is behind the best.

    Raises:
        ValueError: for limits that are not positive.
    """

    worlds: int | None = None
    target_error: float | None = None

    def __post_init__(self) -> None:
        for name in ("worlds", "target_error"):
            limit = getattr(self, name)
            if limit is not None and not limit > 0:
                raise ValueError(f"{name} is {limit}, expected more than 0")


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Worlds that follow one another, and what each move came to in them."""

    points: NDArray[np.int16]
    solved: NDArray[np.int16]
    shown: NDArray[np.int64]


@dataclass
class _Tried:
    """What one move came to so far.

    Attributes:
        number: the move's number in the compiled hand.
        points: for each chunk (worlds, 4): what south and north have at the end, with the playoff
            estimated, and how much of it from melds.
        solved: for each chunk (worlds solved, 2): the first with the playoff solved.
        shown: (2, melds + 1): how often each seat laid each meld, a dix last.
    """

    number: int
    points: list[NDArray[np.int16]] = field(default_factory=list)
    solved: list[NDArray[np.int16]] = field(default_factory=list)
    shown: NDArray[np.int64] | None = None
    worlds: int = 0

    def add(self, chunk: _Chunk, place: int) -> None:
        """Take in the worlds of a chunk in which it was the move at this place."""
        self.points.append(chunk.points[:, place])
        self.solved.append(chunk.solved[:, place])
        shown = chunk.shown[place]
        self.shown = shown if self.shown is None else self.shown + shown
        self.worlds += len(chunk.points)

    def all_points(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The chunks of `points` and of `solved` in one."""
        import numpy as np

        self.points, self.solved = [np.concatenate(self.points)], [np.concatenate(self.solved)]
        return self.points[0], self.solved[0]


def _differences(tried: _Tried, seat: Seat) -> Samples:
    """Final differences, the points of `seat` less the other's."""
    import numpy as np

    points, solved = tried.all_points()
    values = (points[:, seat] - points[:, seat.other]).astype(np.float64)
    exact = (solved[:, seat] - solved[:, seat.other]).astype(np.float64)
    return Samples(values, exact - values[::SOLVE_EVERY], SOLVE_EVERY)


class PlayoutSearch:
    """The search of one position.

    Args:
        belief: what the seat to decide does not know.
        seed: of the worlds.
        threads: how many to use; the answer does not depend on it.
        objective: ``points`` or ``win``.
        stop: ends the search with what was found.
        deadline: when it is to end.
        moves: the only ones to try, in the worlds that all moves would be tried in; None for all.
    """

    def __init__(
        self,
        belief: Belief,
        seed: int,
        threads: int,
        objective: str,
        stop: StopFlag,
        deadline: Deadline,
        moves: Iterable[Move | str] | None = None,
    ) -> None:
        self._belief, self._seed, self._objective, self._stop = belief, seed, objective, stop
        self._deadline = deadline
        self._position = belief.position
        self._searches = [belief.playouts() for _ in range(threads)]
        self._selected = moves is not None
        self._tried = [_Tried(number) for number in belief.numbers(moves)]
        self._chance = WinChance.of(self._position)

    def run(self, limits: Limits, progress: Callable[[Analysis], None] | None = None) -> Analysis:
        """Search within the limits, at least one chunk of worlds for every move."""
        most = min(limits.worlds or MOST_WORLDS, MOST_WORLDS)
        active, end = list(self._tried), min(FIRST_STAGE, most)
        while self._reach(active, end) and self._reach(self._tried, end // REST // CHUNK * CHUNK):
            if end >= most or self._is_precise(limits.target_error):
                break
            active = self._still_in_it()
            if progress is not None:
                progress(self._analysis(finished=True))
            end = min(2 * end, most)
        return self._analysis(finished=not self._stop.is_set)

    # Worlds

    def _reach(self, moves: Sequence[_Tried], end: int) -> bool:
        """Try moves in all worlds up to `end`; False if there was no time for it."""
        behind = sorted({tried.worlds for tried in moves if tried.worlds < end})
        return all(
            self._try([tried for tried in moves if tried.worlds == start], start, end)
            for start in behind
        )

    def _try(self, active: list[_Tried], first: int, end: int) -> bool:
        """Try moves in the worlds from `first` to `end`; False if there was no time for it."""
        moves = bytes(tried.number for tried in active)
        with closing(self._chunks(first, end, moves)) as chunks:
            for chunk in chunks:
                if chunk is None:
                    return False
                for place, tried in enumerate(active):
                    tried.add(chunk, place)
                is_due = self._deadline.is_due()
                if active[0].worlds >= LEAST_WORLDS and (is_due or self._stop.is_set):
                    return False
        return True

    def _chunks(self, first: int, end: int, moves: bytes) -> Generator[_Chunk | None, None, None]:
        """The moves tried in the worlds from `first` to `end`, in order; None where stopped."""
        places = ((start, min(CHUNK, end - start)) for start in range(first, end, CHUNK))
        if len(self._searches) == 1:
            # Nothing is begun ahead: what was would delay the answer when the time is over.
            for start, size in places:
                yield self._evaluate(self._searches[0], start, size, moves)
            return
        with self._pool() as submit:
            pending: deque[Future[_Chunk | None]] = deque()
            for start, size in places:
                pending.append(submit(start, size, moves))
                if len(pending) > len(self._searches):
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()

    @contextmanager
    def _pool(self) -> Iterator[Callable[[int, int, bytes], Future[_Chunk | None]]]:
        """A function that has chunks of worlds evaluated, one at a time by each search."""
        idle: SimpleQueue[Playouts] = SimpleQueue()
        for search in self._searches:
            idle.put(search)

        def work(start: int, size: int, moves: bytes) -> _Chunk | None:
            search = idle.get()
            try:
                return self._evaluate(search, start, size, moves)
            finally:
                idle.put(search)

        pool = ThreadPoolExecutor(len(self._searches))
        try:
            yield lambda start, size, moves: pool.submit(work, start, size, moves)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _evaluate(self, search: Playouts, start: int, size: int, moves: bytes) -> _Chunk | None:
        """Try the moves in so many worlds; None if that was stopped, as the first are not."""
        import numpy as np

        kinds = len(melds_of(self._position.rules, self._position.trump)) + 1
        chunk = _Chunk(
            np.zeros((size, len(moves), 4), np.int16),
            np.zeros((-(-size // SOLVE_EVERY), len(moves), 2), np.int16),
            np.zeros((len(moves), 2, kinds), np.int64),
        )
        worlds = self._belief.sample(search, self._seed, start, size)
        stop = self._stop if start >= LEAST_WORLDS else StopFlag()
        done = search.evaluate(
            worlds, start, moves, SOLVE_EVERY, chunk.points, chunk.solved, chunk.shown, stop
        )
        return chunk if done == size else None

    # What they say

    def _samples(self, tried: _Tried) -> Samples:
        """What the moves are ordered by."""
        if self._objective == "win":
            return self._wins(tried)
        return _differences(tried, self._position.turn)

    def _wins(self, tried: _Tried) -> Samples:
        points, solved = tried.all_points()
        values = self._chance.of_points(points[:, :2])
        return Samples(values, self._chance.of_points(solved) - values[::SOLVE_EVERY], SOLVE_EVERY)

    def _best(self) -> _Tried:
        most = max(tried.worlds for tried in self._tried)
        leaders = [tried for tried in self._tried if tried.worlds == most]
        return max(leaders, key=lambda tried: self._samples(tried).estimate().mean)

    def _behind(self) -> list[tuple[Estimate, _Tried]]:
        """How far each is behind the best, the best first."""
        best = self._best()
        samples = self._samples(best)
        others = [
            (samples.less(self._samples(tried)).estimate(), tried)
            for tried in self._tried
            if tried is not best
        ]
        others.sort(key=lambda entry: entry[0].mean)
        return [(Estimate(0.0, 0.0), best), *others]

    def _still_in_it(self) -> list[_Tried]:
        """The better half, but for those clearly behind, and whoever else is not quite so."""
        best = self._best()
        samples = self._samples(best)
        ranked = [(self._lead(samples, tried), tried) for tried in self._tried if tried is not best]
        ranked.sort(key=lambda entry: entry[0].mean)
        half = max(1, len(self._tried) // 2)
        return [best] + [
            tried
            for rank, (behind, tried) in enumerate(ranked)
            if rank == 0 or behind.mean <= (CLEARLY if rank < half else DOUBTFULLY) * behind.se
        ]

    def _lead(self, samples: Samples, tried: _Tried) -> Estimate:
        """How much more the samples of a move come to than another move, to decide by."""
        difference = samples.less(self._samples(tried))
        return difference.estimate() if self._objective == "win" else steadiest(difference)

    def _is_precise(self, target: float | None) -> bool:
        ranked = self._behind()
        return target is not None and (len(ranked) < 2 or ranked[1][0].se <= target)

    def _choice(self) -> int:
        """The number of the move to play: where the worlds say little, what the policy would.

        The policy's scores, scaled, and the means found are weighted by their errors.
        """
        if self._objective == "win":
            return self._best().number
        legal = self._searches[0]
        scores = dict(zip(legal.legal(), legal.scores(), strict=True))
        favourite = max(self._tried, key=lambda tried: scores[tried.number])
        samples = self._samples(favourite)

        def promise(tried: _Tried) -> float:
            if tried is favourite:
                return 0.0
            behind = self._lead(samples, tried)
            trust = 1 / (1 + (behind.se / SCORE_ERROR) ** 2)
            score = SCORE_SCALE * (scores[tried.number] - scores[favourite.number])
            return (1 - trust) * score - trust * behind.mean

        return max(self._tried, key=promise).number

    def _analysis(self, finished: bool) -> Analysis:
        position = self._position
        referee = Referee.of_position(position, self._belief.some_world())
        by_number = {referee.number_of(move): move for move in referee.moves()}
        ranked = self._behind()
        best = ranked[0][1]
        moves = [
            self._estimate(by_number[tried.number], tried, best, behind) for behind, tried in ranked
        ]
        return Analysis(
            position=position,
            engine="default",
            objective=self._objective,
            belief=self._belief.effective_kind,
            model=MODEL,
            moves=with_prices(position, moves, self._objective),
            worlds=best.worlds,
            seed=self._seed,
            seconds=self._deadline.passed,
            finished=finished,
            choice=by_number[self._choice()],
            selected=self._selected,
        )

    def _estimate(self, move: Move, tried: _Tried, best: _Tried, behind: Estimate) -> MoveEstimate:
        seat = self._position.turn
        value = mean_by_difference(_differences(tried, seat), _differences(best, seat))
        win = mean_by_difference(self._wins(tried), self._wins(best))
        return MoveEstimate(
            move=move,
            mean=value.mean,
            mean_se=max(value.se, SELDOM / tried.worlds),
            behind=behind.mean,
            behind_se=behind.se,
            win=min(max(win.mean, 0.0), 1.0),
            visits=tried.worlds,
            exact=False,
            mover=self._outlook(tried, seat),
            other=self._outlook(tried, seat.other),
        )

    def _outlook(self, tried: _Tried, seat: Seat) -> SeatOutlook:
        points, solved = tried.all_points()
        held = self._position.points
        before = held[seat] if held else None
        melds = float(points[:, 2 + seat].mean())
        total = float(points[:, seat].mean())
        total += float((solved[:, seat] - points[::SOLVE_EVERY, seat]).mean())
        names = [
            meld.kind.name for meld in melds_of(self._position.rules, self._position.trump)
        ] + [DIX]
        shows: dict[str, float] = {}
        if tried.shown is not None:
            for name, number in zip(names, tried.shown[seat].tolist(), strict=True):
                if number:
                    shows[name] = shows.get(name, 0.0) + number / tried.worlds
        return SeatOutlook(
            melds=melds - (before.melds if before else 0),
            tricks=total - melds - (before.tricks if before else 0),
            shows=shows,
        )
