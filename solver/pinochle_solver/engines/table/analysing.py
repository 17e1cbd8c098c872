"""Engines that play what an analysis of the position puts first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import bid_advice
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import GAME
from pinochle_solver.engines.engine import Choice, Number
from pinochle_solver.engines.table.by_rule import TableGreedyEngine
from pinochle_solver.engines.table.engine import TableCandidate, TableDecision, TableEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.moves import Play
from pinochle_solver.stock.analysis import OBJECTIVES, WIN
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import PASS, Call, PlayCard
from pinochle_solver.table.views import AnyMove

_LEAST_CHANCE = 0.5
"""It bids what is made in at least so many of the deals."""


class AnalysisEngine(TableEngine):
    """Plays what an analysis puts first.

    It bids as far as `bid_advice` says, at once the bid with the highest mean if that is surely
    worth more than the lowest. With a partner it never passes a bid that its own melds make. Where
    an analysis does not say what a pass is worth, it calls the lowest bid that it may as long as
    that contract is made in half of the deals. Where it knows nothing, as if it was stopped in its
    first deal, it plays as `greedy` does.

    Attributes:
        analyzes_stock: whether it has an analysis while there is a stock, too; else it plays as
            `greedy` does until the stock is gone.
    """

    analyzes_stock: ClassVar[bool] = True

    options: ClassVar[Mapping[str, Choice | Number]] = {"objective": Choice(OBJECTIVES)}
    limits: ClassVar[Mapping[str, str]] = {"seconds": "seconds", "worlds": "worlds"}

    @abstractmethod
    def _analysis(
        self, position: TablePosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> ChanceAnalysis:
        """The analysis of a position; with a stock only if `analyzes_stock`."""

    def choose(
        self,
        position: TablePosition,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[TableDecision], None] | None = None,
    ) -> TableDecision:
        """As `TableEngine.choose`."""
        return self.advise(position, limits, seed=seed, stop=stop)[0]

    def advise(
        self,
        position: TablePosition,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
    ) -> tuple[TableDecision, ChanceAnalysis | None]:
        """Decide, and give the analysis behind the decision; None where there is none.

        Args and errors: as of `choose`.
        """
        if self.analyzes_stock or not position.has_stock:
            analysis = self._analysis(position, limits, seed, stop)
            if analysis.moves:
                return self._decision(analysis), analysis
        return TableGreedyEngine().choose(position, limits, seed=seed), None

    def _decision(self, analysis: ChanceAnalysis) -> TableDecision:
        moves = list(analysis.moves)
        if analysis.position.act is Act.BID:
            chosen = _call(analysis)
        else:
            if self._wins_hand(analysis):
                moves.sort(key=_wins, reverse=True)
            chosen = moves[0]
        move: AnyMove = chosen.move
        if isinstance(move, PlayCard) and analysis.position.rules.stock is not None:
            move = Play(move.card)
        value = _candidate(analysis, chosen, None)
        return TableDecision(
            move,
            value.mean,
            value.se,
            unit=None if value.mean is None else analysis.objective,
            worlds=chosen.worlds,
            exact=analysis.exact,
            win=value.win,
            win_se=value.win_se,
            candidates=tuple(
                _candidate(analysis, move, self._behind(move, analysis, moves)) for move in moves
            ),
        )

    def _wins_hand(self, analysis: ChanceAnalysis) -> bool:
        """Whether moves go by their chance to win the hand: where none to win the game is known."""
        return self._objective == WIN and analysis.objective != GAME

    def _behind(
        self, move: MoveChance, analysis: ChanceAnalysis, moves: list[MoveChance]
    ) -> Estimate | None:
        """How far a move is below the best: in its mean, or in its chance if that is played for."""
        if not self._wins_hand(analysis) or move.win is None:
            return move.behind
        return Estimate(_wins(moves[0]) - _wins(move), move.win.se)


def _wins(move: MoveChance) -> float:
    return -1.0 if move.win is None else move.win.mean


def _call(analysis: ChanceAnalysis) -> MoveChance:
    """The call: as far as is advised, or as is made often enough if a pass has no value."""
    lowest, last = analysis.moves[0], analysis.moves[-1]
    advice = bid_advice(analysis)
    if last.move != PASS:
        return lowest if advice is None else advice.best
    if advice is None:
        is_good = lowest.chance is not None and lowest.chance.mean >= _LEAST_CHANCE
        return lowest if is_good else last
    if advice.limit is None:
        return lowest if _is_sure(analysis.position, lowest) else last
    return advice.best if advice.pays_to_jump else lowest


def _is_sure(position: TablePosition, bid: MoveChance) -> bool:
    """Whether a seat with a partner makes a bid by the melds of its own hand."""
    rules, hand = position.rules, position.hands[position.turn].known
    if not rules.partners or not isinstance(bid.move, Call) or bid.move.bid is None:
        return False
    return bid.move.bid <= max(most_meld_points(hand, trump, rules.melds) for trump in Suit)


def _candidate(
    analysis: ChanceAnalysis, move: MoveChance, behind: Estimate | None
) -> TableCandidate:
    """A move with its values; after a single deal of many their errors are not known."""

    def known(estimate: Estimate | None) -> tuple[float | None, float | None]:
        if estimate is None:
            return None, None
        return estimate.mean, estimate.se if analysis.tells_errors(move) else None

    win, win_se = known(move.win)
    return TableCandidate(
        move.move, *known(move.mean), *known(behind), visits=move.worlds, win=win, win_se=win_se
    )
