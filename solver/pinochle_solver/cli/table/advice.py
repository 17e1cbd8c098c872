"""What a person at a table is advised to do, and why, as far as a maxim of play says it."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.engines.table.hidden_hands import HiddenHandsEngine
from pinochle_solver.engines.table.maxims import maxim_for
from pinochle_solver.engines.table.sight import TableSight
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.answers import is_close
from pinochle_solver.reviews.table.losses import TableLoss
from pinochle_solver.table.moves import PlayCard
from pinochle_solver.table.views import AnyMove

_AS_MANY = 1.0
"""So few card points apart two cards make as many, for all that a search of a second tells."""


_NEARLY = 0.05
"""A contract is nearly certain to be made or set if the other has this chance at most."""


def advised(
    adviser: HiddenHandsEngine, position: TablePosition, limits: Limits, stop: StopFlag
) -> tuple[AnyMove, ChanceAnalysis | None]:
    """What to do, and the analysis behind it; None where there is none.

    Args:
        adviser: the engine that advises.
        position: what the person sees.
        limits: how long it may think.
        stop: ends that.

    Raises:
        PositionError: if no deal explains the position.
    """
    decision, analysis = adviser.advise(position, limits, stop=stop)
    if analysis is None or decision.move != analysis.moves[0].move:
        return decision.move, analysis
    analysis = natural_first(analysis)
    return analysis.moves[0].move, analysis


def natural_first(analysis: ChanceAnalysis) -> ChanceAnalysis:
    """An analysis in which, of cards that are as good, the natural one is first.

    Where nearly every card makes the contract, or none, chance alone says which card is ahead, and
    another one each time. Cards are as good if they are too close to the best to call and no review
    would mark their loss. Of these the natural one makes the most card points and, of those that
    make as many, is the cheapest: a plain card before a trump, fewer points, the lower rank.

    Args:
        analysis: of any position; all but hidden cards in play stay as they are.
    """
    position, best = analysis.position, analysis.moves[0]
    if analysis.is_open or position.has_stock or not isinstance(best.move, PlayCard):
        return analysis
    if best.win is None or min(best.win.mean, 1.0 - best.win.mean) > _NEARLY:
        return analysis
    as_good = [best, *(move for move in analysis.moves[1:] if _is_as_good(analysis, move))]
    most = max(map(_points, as_good))
    first = min(
        (move for move in as_good if _points(move) >= most - _AS_MANY),
        key=lambda move: _price(position, move),
    )
    if first is best:
        return analysis
    # What is level now is level with the natural card.
    others = tuple(
        replace(move, is_level=move.is_level and first.is_level)
        for move in analysis.moves
        if move is not first
    )
    first = replace(first, behind=Estimate(0.0, 0.0), win_behind=Estimate(0.0, 0.0))
    return replace(analysis, moves=(first, *others))


def _is_as_good(analysis: ChanceAnalysis, move: MoveChance) -> bool:
    best = analysis.moves[0]
    if move.behind is None or not is_close(move, best):
        return False
    stake = stake_of(analysis.position, best.move, move.move)
    return TableLoss(move.behind, False, stake).is_small


def _points(move: MoveChance) -> float:
    return 0.0 if move.cards is None else move.cards.mean


def _price(position: TablePosition, move: MoveChance) -> tuple[bool, int, int, int]:
    """What it costs to play a card: the lower the cheaper."""
    assert isinstance(move.move, PlayCard)
    card = move.move.card
    is_trump = card.suit is position.trump
    return is_trump, position.count.of([card]), card.rank, card.suit


def reason_for(analysis: ChanceAnalysis | None) -> str | None:
    """The maxim by which the best card is ahead of the first that is surely worse; None for none.

    Args:
        analysis: of a position; None if there is none.
    """
    if analysis is None or not analysis.moves:
        return None
    best, *others = analysis.moves
    worse = (
        move.move
        for move in others
        if move.behind is not None and move.behind.mean > SURE * move.behind.se
    )
    other = next(worse, None)
    if not isinstance(best.move, PlayCard) or not isinstance(other, PlayCard):
        return None
    maxim = maxim_for(TableSight(analysis.position), best.move.card, other.card)
    return None if maxim is None else maxim.advice
