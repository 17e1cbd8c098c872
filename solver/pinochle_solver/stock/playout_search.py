"""Moves tried in the same sampled worlds; moves that fall behind are tried in fewer of them.

The hand is played on by a policy that sees one seat's cards, and in the end the playoff is valued
without bias (``_core.stock.playouts``, `estimates`). The stages are those of ``halving/search.py``.

Some tricks later the hand is also valued by a network, if there is one for the rules (`nets`). How
far the network and the playouts are trusted follows from their errors (`estimates`). The same
network says how lucky each draw was. That luck is subtracted from the points, but not from chances
to win.

Worlds come in chunks (`sampling`). For plays they come in mirrored pairs: in the second world of a
pair each seat draws what the other drew in the first.

The values reported for the best come from other worlds than those it was chosen by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.halving.search import HalvingSearch
from pinochle_solver.limits import MOST_WORLDS
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import (
    OBJECTIVES,
    POINTS,
    WIN,
    Analysis,
    MoveEstimate,
    SeatOutlook,
    in_order,
    surer_than_seldom,
)
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.chances import CallOutChance, chance_of
from pinochle_solver.stock.estimates import Estimate, Samples, mean_by_difference
from pinochle_solver.stock.models import PLAYED_ON
from pinochle_solver.stock.optimism import optimism, sureness
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.reasoning import reason_of, rival
from pinochle_solver.stock.reasons import Reason
from pinochle_solver.stock.sampling import (
    CHUNKS,
    KEPT_WORLDS,
    LEAST_WORLDS,
    LINEAR,
    Groups,
    Rollout,
    Solving,
    expected_at,
)
from pinochle_solver.stock.settings import Request, SearchSettings
from pinochle_solver.stock.standings import Chunk, Standings, Tried
from pinochle_solver.stock.tallies import Apart

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# To tell of a move what was found takes so long.
ANSWER_SECONDS = 3e-4
_PLAYS_ON = f"{PLAYED_ON}; "
_VALUED = "the lead {} tricks later valued by a network; "
_ESTIMATED, _CORRECTED = "playoffs estimated", "playoffs estimated, corrected by exact ones"
MODEL_OF_SMALL_HANDS = _PLAYS_ON + "playoffs exact"


class PlayoutSearch(HalvingSearch[Playouts, Chunk, Tried]):
    """The search of one position.

    Args:
        belief: what the seat to decide does not know.
        settings: how it is searched; its belief is not used.
        request: which moves to try, in the worlds in which all moves would be tried. Every move is
            tried in at least `LEAST_WORLDS`, also after a stop.
        deadline: when the search must end; by default, as the limits say from now on.

    Attributes:
        standings: how the moves stand so far.
    """

    def __init__(
        self,
        belief: Belief,
        settings: SearchSettings,
        request: Request | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        self._belief, self._settings, self._request = belief, settings, request or Request()
        deadline = deadline or Deadline(settings.limits.seconds)
        self._position = belief.position
        searches = [belief.playouts() for _ in range(settings.threads)]
        chance = chance_of(self._position, settings.call_out)
        self._calls = chance if isinstance(chance, CallOutChance) else None
        tried = [Tried(number) for number in belief.numbers(self._request.moves)]
        by_net = searches[0].has_playoff_net
        self._solving = Solving.of(self._position, by_net=by_net)
        self._rollout = Rollout.of(self._position) if searches[0].has_nets else LINEAR
        self._groups = Groups.of(belief)
        self.standings = Standings(
            tried,
            chance,
            settings.objective,
            self._solving,
            self._groups,
            expected_at(self._position, self._rollout, by_net=by_net),
            optimism(self._position),
            self._position.rules.meld_unit,
        )
        self._kept: dict[tuple[int, int], NDArray[np.uint8]] = {}
        deadline.keep_back(ANSWER_SECONDS * len(tried))
        super().__init__(self.standings, searches, CHUNKS, self._request.stop, deadline)

    def run(self) -> Analysis:
        """Search within the limits, at least `LEAST_WORLDS` for every move."""
        limits, progress = self._settings.limits, self._request.progress

        def show() -> None:
            if progress is not None:
                progress(self.analysis(finished=True))

        self._search(
            limits.worlds or MOST_WORLDS, lambda: self._is_precise(limits.target_error), show
        )
        analysis = self.analysis(finished=not self._request.stop.is_set)
        return replace(analysis, reason=self._reason(analysis))

    # Worlds

    def _take_in(self, tried: Tried, chunk: Chunk, place: int) -> None:
        self.standings.add(tried, chunk, place)

    def _evaluate(self, search: Playouts, start: int, size: int, moves: bytes) -> Chunk | None:
        """Try the moves in this many worlds; None if stopped, which the first worlds are not."""
        import numpy as np

        kinds, solved = len(self._belief.problem.kinds), np.zeros(size, np.uint8)
        solved[self._solving.among(start, start + size) - start] = 1
        chunk = Chunk(
            np.zeros((size, len(moves), 4), np.int32),
            np.zeros((np.count_nonzero(solved), len(moves), 2), np.int32),
            np.zeros((len(moves), 2, kinds), np.int64),
            np.zeros((size, len(moves)), np.int32) if self._rollout.leads else None,
            np.zeros((size, len(moves), 4), np.int32) if self._calls is not None else None,
            np.zeros((size, len(moves), 2)) if self._rollout.less_luck else None,
            np.zeros((len(moves), 3), np.int64) if self._position.act is Act.PLAY else None,
        )
        worlds = self._worlds_of(search, start, size)
        stop = self._request.stop if start >= LEAST_WORLDS else StopFlag()
        done = search.evaluate(
            worlds,
            moves,
            solved,
            chunk.points,
            chunk.solved,
            chunk.shown,
            stop,
            chunk.valued,
            self._rollout.leads,
            self._rollout.by_network(start),
            chunk.claimed,
            luck=chunk.luck,
            taken=chunk.taken,
            **({} if self._calls is None else self._calls.options),
        )
        return chunk if done == size else None

    def _worlds_of(self, search: Playouts, start: int, size: int) -> NDArray[np.uint8]:
        """A chunk of worlds; the first chunks are kept for moves that are tried in them later."""
        worlds = self._kept.get((start, size))
        if worlds is None:
            worlds = self._belief.sample(
                search, self._settings.seed, start, size, self._groups.mirrored
            )
            if start < KEPT_WORLDS:
                self._kept[start, size] = worlds
        return worlds

    # What they say

    def _is_precise(self, target: float | None) -> bool:
        if target is None:
            return False
        moves = self.analysis(finished=True).moves
        return len(moves) == 1 or moves[1].behind_se <= target

    def analysis(self, finished: bool) -> Analysis:
        """What was found so far.

        Args:
            finished: whether the limits were reached, or nothing stopped the search before.
        """
        position, standings = self._position, self.standings
        by_number = self._belief.problem.moves
        best, apart = standings.best(), standings.best_apart()
        moves = in_order(
            self._estimate(best, apart, is_best=True),
            (self._estimate(tried, apart) for tried in standings.tried if tried is not best),
        )
        return Analysis(
            position=position,
            engine="default",
            objective=self._settings.objective,
            belief=self._belief.effective_kind,
            model=self._model(best.worlds),
            moves=with_prices(self._belief.problem, moves),
            choice=by_number[best.number],
            worlds=best.worlds,
            seed=self._settings.seed,
            seconds=self._deadline.passed,
            finished=finished,
            selected=self._request.moves is not None,
        )

    def _reason(self, analysis: Analysis) -> Reason | None:
        """Why the best move is better than the first that is surely worse."""
        best, other = analysis.best, rival(analysis)
        if other is None:
            return None
        ahead = Estimate(other.behind, other.behind_se)
        return self.reason(best.move, other.move, ahead, other.points_behind)

    def reason(self, move: Move, other: Move, ahead: Estimate, points: Estimate) -> Reason | None:
        """Why a move is better than another, both of them tried.

        Args:
            move: the better one.
            other: the other.
            ahead: how far it is ahead by the objective.
            points: and in points.
        """
        problem, seat = self._belief.problem, self._position.turn
        by_move = {problem.moves[tried.number]: tried for tried in self.standings.tried}
        apart = Apart.of_tallies(seat, by_move[move].tally(), by_move[other].tally())
        return reason_of(problem, move, other, self._settings.objective, ahead, points, apart)

    def _model(self, worlds: int) -> str:
        if self._solving.every == 1:
            return MODEL_OF_SMALL_HANDS
        valued = _VALUED.format(self._rollout.leads) if self._rollout.leads else ""
        playoffs = _CORRECTED if worlds > self._solving.first else _ESTIMATED
        return _PLAYS_ON + valued + playoffs

    def _estimate(
        self, tried: Tried, apart: Mapping[str, Samples], *, is_best: bool = False
    ) -> MoveEstimate:
        """The values to report for a move, next to what the best is worth in other worlds."""
        samples = {unit: self.standings.samples(tried, unit) for unit in OBJECTIVES}
        values, behind = dict[str, Estimate](), dict[str, Estimate]()
        unit_of_melds = self._position.rules.meld_unit
        for unit, best in apart.items():
            mean = best.estimate() if is_best else mean_by_difference(samples[unit], best)
            lead = Estimate(0.0, 0.0) if is_best else best.less(samples[unit]).estimate()
            values[unit] = surer_than_seldom(mean, unit, tried.worlds, unit_of_melds)
            behind[unit] = (
                lead if is_best else surer_than_seldom(lead, unit, tried.worlds, unit_of_melds)
            )
        best_win = apart[WIN].estimate()
        sure = sureness(self._position, best_win)
        behind[WIN] = behind[WIN] if is_best else sure.behind(best_win, behind[WIN])
        values[WIN] = sure.of(values[WIN])
        seat, margin = self._position.turn, values[POINTS].mean
        return MoveEstimate.of(
            self._belief.problem.moves[tried.number],
            self._settings.objective,
            values,
            behind,
            tried.worlds,
            mover=self._outlook(tried, seat, margin),
            other=self._outlook(tried, seat.other, -margin),
        )

    def _outlook(self, tried: Tried, seat: Seat, lead: float) -> SeatOutlook:
        """What a seat can expect; `lead` is what the move's mean says: its points less the other's.

        By how much the mean differs from the playouts, most of it luck of the draws, is put down to
        melds and to card points as far as they make the lead differ from world to world.
        """
        assert tried.points is not None
        assert tried.with_leads is not None
        number, sums = tried.worlds, tried.points.tolist()
        # South's lead in all worlds, by the squares of which melds and points are told apart.
        ahead = sums[0] - sums[1]
        squares = number * tried.leads - ahead**2
        of_seat, sign = (seat, 2 + seat), 1 if seat is Seat.SOUTH else -1
        more = lead - sign * ahead / number
        with_leads = tried.with_leads.tolist()
        total, melds = (
            sums[place] / number
            + more
            * (
                sign * (number * with_leads[place] - ahead * sums[place]) / squares
                if squares
                else otherwise
            )
            for place, otherwise in zip(of_seat, (0.5, 0.0), strict=True)
        )
        held = self._position.points
        before = held[seat] if held else None
        kinds, shows = self._belief.problem.kinds, dict[str, float]()
        if tried.shown is not None:
            for name, number in zip(kinds, tried.shown[seat].tolist(), strict=True):
                if number:
                    shows[name] = shows.get(name, 0.0) + number / tried.worlds
        return SeatOutlook(
            melds=melds - (before.melds if before else 0),
            tricks=total - melds - (before.tricks if before else 0),
            shows=shows,
        )
