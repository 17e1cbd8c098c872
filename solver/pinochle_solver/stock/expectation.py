"""Positions with few worlds: going through all of them, with later choices by expectation.

In the model every seat chooses, from what it sees, the move with the highest expected final
difference. All worlds that it considers possible are equally likely, and it knows that later
choices are made in the same way. Playoffs are exact. If too many playoffs would have to be solved
for the later choices, these are made with estimates; for choices to the last stock trick, moves
near the best are solved if there is time. So the reply to the last stock trick, after which at most
shows remain, is an expectation over at most a dozen worlds that no model blurs. The lead to it, and
anything earlier, is exact against that model of the other's choices.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import comb, inf, perm
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import (
    POINTS,
    WIN,
    Analysis,
    MoveEstimate,
    SeatOutlook,
    in_order,
)
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, WEIGHING_WORLDS, Belief, Worlds
from pinochle_solver.stock.chances import AnyChance, chance_of
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.models import ALL_WORLDS_ALIKE, WORLDS_BY_PLAY
from pinochle_solver.stock.optimism import Sureness, optimism_of_all_worlds, sureness_of_all_worlds
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.reasoning import reason_of, rival_among
from pinochle_solver.stock.reasons import Reason
from pinochle_solver.stock.sampling import PLAYOFF_SECONDS, playoff_seconds
from pinochle_solver.stock.settings import Request, SearchSettings
from pinochle_solver.stock.tallies import Apart

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Going through all worlds may take this part of the time asked for; the rest is kept for a search
# in case that fails. If no time is asked for, it may take this many seconds, because its result is
# exact.
ALL_WORLDS_SHARE, ALL_WORLDS_SECONDS = 0.75, 8.0
# For each second asked for, this many worlds of chains weigh all worlds; they take about a quarter
# of it. The second number is the same for each world asked for.
WEIGHING_A_SECOND, WEIGHING_A_WORLD = 4_096, 16
# With a limit of fewer worlds than this an answer is wanted fast, and later choices are made by
# estimates.
WORLDS_TO_SOLVE = 256
# The product of the worlds and moves of all choices that may follow one another.
MOST_LINES = 10**8
# So long may the choices that follow take if their playoffs are solved, not estimated.
MOST_SECONDS = 5.0
# Up to so many lines moves within so many units of melds of the best are solved, if there is so
# much time: it takes a second or so.
MOST_NEAR_LINES, NEAR, NEAR_SECONDS = 10**5, 1.5, 0.5
# A show before the last trick takes seconds, and minutes where little is known of the other hand:
# with less time than this it is not begun,
SHOW_SECONDS = 1.5
# and with no limit of time nothing of more lines, but in small decks.
MOST_UNTIMED_LINES = 10**6
# With playoffs of so few cards also what was done before is explained by expectation, and chains,
# which are drawn fast, have all their worlds: moves differ by little.
_SMALL = 4
# Of averages that differ by less neither is the better one.
_LIKE = 1e-9

_CHOICES = {
    UNIFORM: ALL_WORLDS_ALIKE,
    INFERRED: WORLDS_BY_PLAY,
}
_SOLVED, _ESTIMATED = inf, 0.0
_PLAYOFFS = {
    _SOLVED: "playoffs exact",
    NEAR: "playoffs exact, but for what is far behind by estimates",
    _ESTIMATED: "playoffs exact, but for those estimated to choose by",
}


def has_few_worlds(belief: Belief, seconds: float | None = None) -> bool:
    """Whether there are so few worlds that all can be gone through in so many seconds, or some."""
    position = belief.position
    shows_first = position.act.shows and not _is_last_show(position)
    if seconds is not None and shows_first and seconds < SHOW_SECONDS:
        return False
    if seconds is not None and _takes_longer(position, seconds):
        return False
    untimed = seconds is None and not _is_small(position)
    most = MOST_UNTIMED_LINES if untimed else MOST_LINES
    return _lines(position) <= most / _dearer(position)


def _dearer(position: StockPosition) -> float:
    """How many times longer a playoff takes to solve than one of 12 cards a hand; at least one."""
    return max(playoff_seconds(position.rules.deck) / PLAYOFF_SECONDS, 1.0)


def _takes_longer(position: StockPosition, seconds: float) -> bool:
    """Whether the ends alone surely do, of playoffs that are dearer to solve than most."""
    deck = position.rules.deck
    each = playoff_seconds(deck)
    if each <= PLAYOFF_SECONDS or not isinstance(position.stock, int):
        return False
    worlds = perm(deck.hand - 1 + position.face_down, position.face_down)
    return worlds * len(position.legal_moves()) * each > seconds


def _is_last_show(position: StockPosition) -> bool:
    return position.completed_tricks == position.rules.deck.stock_tricks


def _lines(position: StockPosition) -> int:
    """A bound of the worlds and moves of all plays that may follow one another.

    The choices of what to show are left out: they are few.
    """
    deck = position.rules.deck
    hand, tricks = deck.hand, position.completed_tricks
    face_down = position.face_down if isinstance(position.stock, int) else 0
    lines = 1
    if position.act.shows:
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


def _playoffs(position: StockPosition) -> int:
    """A bound of the different playoffs that the hand may come to; each is solved once."""
    deck = position.rules.deck
    left = 2 * deck.hand + position.face_down + (position.upcard is not None)
    return 2 * comb(left, deck.hand) * comb(left - deck.hand, deck.hand)


def _margins(position: StockPosition) -> tuple[float, ...]:
    """How choices that follow are made, the better way last if it takes long.

    Each is a number of units of melds: moves that come so near to the best are solved.
    """
    lines = _lines(position)
    playoffs = min(lines, _playoffs(position))
    if playoffs * playoff_seconds(position.rules.deck) <= MOST_SECONDS:
        return (_SOLVED,)
    near = lines <= MOST_NEAR_LINES / _dearer(position)
    return (_ESTIMATED, NEAR) if near else (_ESTIMATED,)


def analyze_few_worlds(
    belief: Belief, settings: SearchSettings, request: Request
) -> Analysis | None:
    """Go through all worlds if they are few; None if they are many, or the time was too short."""
    seconds = _seconds_for_all_worlds(settings.limits)
    if has_few_worlds(belief, seconds):
        with suppress(TimeoutError, InterruptedError):
            return analyze_by_expectation(belief, settings, request, Deadline(seconds))
    return None


def _seconds_for_all_worlds(limits: Limits) -> float | None:
    """How long going through all worlds may take; None for as long as it takes."""
    if limits.seconds is not None:
        return ALL_WORLDS_SHARE * limits.seconds
    return None if limits.end_the_stock_phase else ALL_WORLDS_SECONDS


def analyze_by_expectation(
    belief: Belief, settings: SearchSettings, request: Request, deadline: Deadline
) -> Analysis:
    """Go through all worlds of a position.

    Args:
        belief: what is known of the position.
        settings: how it is analysed; the seed is that of the chains by which an inferred belief
            weighs the worlds.
        request: which moves to value; its `stop` gives up, and `progress` is not called.
        deadline: gives up then.

    Raises:
        InterruptedError: when `stop` was set.
        TimeoutError: when there was no time for all worlds, or there are too many ends.
        IllegalMoveError: when one of the moves cannot be made.
    """
    position, limits, stop = belief.position, settings.limits, request.stop
    numbers = belief.numbers(request.moves)

    margin, *better = _margins(position)
    worlds = belief.all_worlds(
        _choosing(belief, margin),
        settings.seed,
        WEIGHING_WORLDS if _is_small(position) else _weighing_worlds(limits),
        partial(_check, stop, deadline),
    )
    chance = chance_of(position, settings.call_out)
    task = _Task(belief, worlds, numbers, settings.threads, stop, deadline, chance)
    sums = task.go_through(margin)
    if better and not _hurries(limits) and deadline.left >= NEAR_SECONDS:
        with suppress(TimeoutError, InterruptedError):
            sums, margin = task.go_through(*better), *better
    estimates = _estimates(belief, worlds, sums, numbers, settings.objective)
    other = rival_among(estimates)
    return Analysis(
        position=position,
        engine="default",
        objective=settings.objective,
        belief=belief.effective_kind,
        model=f"{_CHOICES[belief.effective_kind]}; {_PLAYOFFS[margin]}",
        moves=with_prices(belief.problem, estimates),
        choice=estimates[0].move,
        worlds=len(worlds.cards),
        seed=settings.seed,
        seconds=deadline.passed,
        selected=request.moves is not None,
        sampled=False,
        reason=None
        if other is None
        else _reason(belief, worlds, sums, numbers, (estimates[0], other), settings.objective),
    )


def _reason(
    belief: Belief,
    worlds: Worlds,
    sums: _Sums,
    numbers: bytes,
    moves: tuple[MoveEstimate, MoveEstimate],
    objective: str,
) -> Reason | None:
    """Why the first of these moves is better than the second."""
    import numpy as np

    problem, seat = belief.problem, belief.position.turn
    place = {problem.moves[number]: place for place, number in enumerate(numbers)}
    best, other = moves
    one, two = place[best.move], place[other.move]
    melds = sums.melds[:, one] - sums.melds[:, two]
    cards = sums.points[:, one] - sums.points[:, two] - melds
    shows = sums.shown[:, one] - sums.shown[:, two]
    apart = Apart(
        own_melds=melds[:, seat],
        other_melds=-melds[:, seat.other],
        cards=cards[:, seat] - cards[:, seat.other],
        trick=None,
        takes=None,
        shows=shows[:, (seat, seat.other)].swapaxes(0, 1),
        worlds=np.ones(len(shows)),
        estimate=worlds.estimate,
        is_sampled=False,
    )
    ahead = Estimate(other.behind, other.behind_se)
    return reason_of(problem, best.move, other.move, objective, ahead, other.points_behind, apart)


def _weighing_worlds(limits: Limits) -> int:
    """How many worlds the chains that weigh all worlds draw, together."""
    number = WEIGHING_WORLDS
    if limits.seconds is not None:
        number = min(number, int(WEIGHING_A_SECOND * limits.seconds))
    if limits.worlds is not None:
        number = min(number, WEIGHING_A_WORLD * limits.worlds)
    return number


def _hurries(limits: Limits) -> bool:
    """Whether an answer is wanted fast, so that no playoffs are solved to make later choices."""
    return (limits.worlds or WORLDS_TO_SOLVE) < WORLDS_TO_SOLVE


def _choosing(belief: Belief, margin: float) -> Playouts:
    """A search that chooses by expectation, and in small decks also explains so what was seen."""
    search = belief.playouts()
    points = margin * belief.position.rules.meld_unit
    search.choose_by_expectation(points, _is_small(belief.position))
    return search


def _is_small(position: StockPosition) -> bool:
    return position.rules.deck.hand <= _SMALL


def _check(stop: StopFlag, deadline: Deadline) -> None:
    """Raise why what goes on is to be given up, if it is."""
    if stop.is_set:
        raise InterruptedError("stopped before all worlds were gone through")
    if deadline.left <= 0:
        raise TimeoutError("the time was too short for all worlds")


@dataclass(frozen=True)
class _Task:
    """Moves that are to be tried in all worlds."""

    belief: Belief
    worlds: Worlds
    numbers: bytes
    threads: int
    stop: StopFlag
    deadline: Deadline
    chance: AnyChance

    def go_through(self, margin: float) -> _Sums:
        """What the moves come to if choices are made so (`_margins`)."""
        kinds = len(self.belief.problem.kinds)
        sums = _Sums.zeros(len(self.worlds.cards), len(self.numbers), kinds)
        go_through_part = partial(self._go_through_part, sums, margin)
        with ThreadPoolExecutor(self.threads) as pool:
            finished = all(list(pool.map(go_through_part, range(self.threads))))
        if not finished:
            _check(self.stop, self.deadline)
            raise TimeoutError("the hand may end in too many ways")
        return sums

    def _go_through_part(self, sums: _Sums, margin: float, first: int) -> bool:
        """Go through each world whose turn it is; False if that was stopped, or there was no time.

        Args:
            sums: filled in.
            margin: how choices are made.
            first: the first world; then one is left out for each other thread.
        """
        position, search = self.belief.position, _choosing(self.belief, margin)
        less = 0.0
        if self.belief.effective_kind == INFERRED:
            less = optimism_of_all_worlds(position, by_estimates=margin == _ESTIMATED)
        for row in range(first, len(self.worlds.cards), self.threads):
            for place, number in enumerate(self.numbers):
                ends = self._ends(search, row, number, sums.shown[row, place])
                if not len(ends):
                    return False
                sums.put(row, place, ends, self.chance, less)
        return True

    def _ends(
        self, search: Playouts, row: int, number: int, shown: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """`Playouts.ends` of a move in a world; none if there was no time for it."""
        import numpy as np

        left = self.deadline.left
        if left <= 0:
            return np.zeros((0, 5))
        seconds = 0.0 if left == inf else left
        return np.array(search.ends(self.worlds.cards[row], number, shown, self.stop, seconds))


@dataclass(frozen=True)
class _Sums:
    """What every move comes to in every world, on the average over equally good choices.

    Attributes:
        points: (worlds, moves, 2), south's and north's at the end.
        melds: (worlds, moves, 2), how many of them from melds.
        wins: (worlds, moves), the chance that the seat to decide wins.
        shown: (worlds, moves, 2, kinds), how often each seat lays each meld, a dix last.
    """

    points: NDArray[np.float64]
    melds: NDArray[np.float64]
    wins: NDArray[np.float64]
    shown: NDArray[np.float64]

    @classmethod
    def zeros(cls, worlds: int, moves: int, kinds: int) -> _Sums:
        import numpy as np

        pairs = (worlds, moves, 2)
        return cls(np.zeros(pairs), np.zeros(pairs), np.zeros(pairs[:2]), np.zeros((*pairs, kinds)))

    def put(
        self, row: int, place: int, ends: NDArray[np.float64], chance: AnyChance, less: float
    ) -> None:
        """Put in what a move comes to in a world.

        Args:
            row: of the world.
            place: of the move.
            ends: as `Playouts.ends` gives them.
            chance: to win.
            less: so much smaller is the lead of the seat to decide than they say.
        """
        points = ends[:, 1:3].copy()
        points[:, chance.seat] -= less / 2
        points[:, chance.seat.other] += less / 2
        self.points[row, place] = ends[:, 0] @ points
        self.melds[row, place] = ends[:, 0] @ ends[:, 3:5]
        self.wins[row, place] = ends[:, 0] @ chance.of_points(points)


def _estimates(
    belief: Belief, worlds: Worlds, sums: _Sums, numbers: bytes, objective: str
) -> tuple[MoveEstimate, ...]:
    """Every move, the best first; of equals the first legal one."""
    seat = belief.position.turn
    difference = sums.points[:, :, seat] - sums.points[:, :, seat.other]
    by_objective = {POINTS: difference, WIN: sums.wins}
    means, others = worlds.weights @ by_objective[objective], worlds.weights @ difference
    best = max(
        range(len(numbers)), key=lambda place: (round(float(means[place]), 9), float(others[place]))
    )

    def behind(values: NDArray[np.float64], place: int) -> Estimate:
        estimate = worlds.estimate(values[:, best] - values[:, place])
        return estimate if abs(estimate.mean) > _LIKE else estimate._replace(mean=0.0)

    is_exact = belief.effective_kind == UNIFORM
    sure = Sureness() if is_exact else sureness_of_all_worlds(belief.position)
    best_win = worlds.estimate(sums.wins[:, best])
    values = [
        {unit: worlds.estimate(of[:, place]) for unit, of in by_objective.items()}
        for place in range(len(numbers))
    ]
    moves = [
        MoveEstimate.of(
            belief.problem.moves[number],
            objective,
            {**values[place], WIN: sure.of(values[place][WIN])},
            {
                POINTS: behind(difference, place),
                WIN: sure.behind(best_win, behind(sums.wins, place)),
            },
            len(worlds.cards),
            exact=is_exact,
            mover=_outlook(belief, worlds, sums, place, seat),
            other=_outlook(belief, worlds, sums, place, seat.other),
        )
        for place, number in enumerate(numbers)
    ]
    return in_order(moves.pop(best), moves)


def _outlook(belief: Belief, worlds: Worlds, sums: _Sums, place: int, seat: Seat) -> SeatOutlook:
    held = belief.position.points
    melds = float(worlds.weights @ sums.melds[:, place, seat])
    total = float(worlds.weights @ sums.points[:, place, seat])
    shows: dict[str, float] = {}
    often = worlds.weights @ sums.shown[:, place, seat]
    for kind, number in zip(belief.problem.kinds, often.tolist(), strict=True):
        if number:
            shows[kind] = shows.get(kind, 0.0) + number
    return SeatOutlook(
        melds=melds - (held[seat].melds if held else 0),
        tricks=total - melds - (held[seat].tricks if held else 0),
        shows=shows,
    )
