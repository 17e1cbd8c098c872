"""What was found about hidden hands of the games for three and four."""

from __future__ import annotations

from typing import Literal, cast

from msgspec import UNSET, UnsetType

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.schema.objects import JsonObject

Objective = Literal["points", "cents", "checks", "money"]


class MoveChanceObject(JsonObject, kw_only=True):
    """A move, by averages over deals that are played with all cards open.

    ``mean`` is what the seat is paid in ``auction``; else the points, or checks, of its unit minus
    those of the others. ``win`` is the chance that the contract is made, or set by the defenders;
    without a contract, of the most points. Null is what is not known, an error of a single deal as
    well. A bid has ``chance``, that its contract can be made. From ``win_low`` to ``win_high``, and
    from ``chance_low`` to ``chance_high``, are the 95% intervals, within 0 and 1. A burial has the
    points of the ``melds`` of its side and what is ``buried``; ``cards`` are the card points that
    the side still wins.
    """

    move: str
    mean: float | None
    mean_se: float | None
    behind: float | None
    behind_se: float | None
    win: float | None
    win_se: float | None
    win_low: float | UnsetType = UNSET
    win_high: float | UnsetType = UNSET
    chance: float | UnsetType = UNSET
    chance_se: float | UnsetType | None = UNSET
    chance_low: float | UnsetType = UNSET
    chance_high: float | UnsetType = UNSET
    melds: float | UnsetType = UNSET
    buried: int | UnsetType = UNSET
    cards: float | UnsetType = UNSET
    cards_se: float | UnsetType | None = UNSET
    worlds: int


class TableAnalysisLine(JsonObject, kw_only=True):
    """A position analysed; the best move is the first, in the auction the lowest bid.

    There are no moves if the search was stopped before the first deal was finished. ``exact``: no
    card is hidden, every value is exact, and no move that was left out is better. ``finished``:
    nothing was cut short. ``burials`` is how many choices of trump and burial there are, in an
    auction in the deal with most; ``tried`` how many of them were tried, or with all hands open,
    are proven to be no better than the best.
    ``guess`` is true, and else left out, if fewer than 20 deals were tried.

    ``objective`` is what the means count. Older versions wrote ``money`` for ``cents``, and for the
    ``points`` that ``auction`` pays with its option ``points``. With ``checks``, ``counts_game``
    tells whether the checks for the game are counted, if the hand ends it.
    """

    id: str | UnsetType = UNSET
    position: str
    mover: str
    objective: Objective
    counts_game: bool | UnsetType = UNSET
    moves: list[MoveChanceObject]
    worlds: int
    seed: int
    seconds: float
    exact: bool
    finished: bool
    guess: bool | UnsetType = UNSET
    burials: int | UnsetType = UNSET
    tried: int | UnsetType = UNSET


def table_analysis_line(analysis: ChanceAnalysis) -> TableAnalysisLine:
    """The line of ``analyze`` for a game for three or four."""
    position = analysis.position
    return TableAnalysisLine(
        id=UNSET if position.id is None else position.id,
        position=position.text(),
        mover=position.turn.text(),
        objective=cast("Objective", analysis.objective),
        counts_game=analysis.counts_game if analysis.objective == CHECKS else UNSET,
        moves=[_move(move, analysis) for move in analysis.moves],
        worlds=analysis.worlds,
        seed=analysis.seed,
        seconds=round(analysis.seconds, 3),
        exact=analysis.exact,
        finished=analysis.finished,
        guess=True if analysis.is_guess else UNSET,
        burials=UNSET if analysis.burials is None else analysis.burials,
        tried=UNSET if analysis.tried is None else analysis.tried,
    )


def _move(move: MoveChance, analysis: ChanceAnalysis) -> MoveChanceObject:
    tells = analysis.tells_errors(move)
    mean, mean_se = _rounded(move.mean, 3, tells)
    behind, behind_se = _rounded(move.behind, 3, tells)
    win, win_se = _rounded(move.win, 4, tells)
    found = MoveChanceObject(
        move=move.move.text(),
        mean=mean,
        mean_se=mean_se,
        behind=behind,
        behind_se=behind_se,
        win=win,
        win_se=win_se,
        melds=UNSET if move.melds is None else round(move.melds, 3),
        buried=UNSET if move.buried is None else move.buried,
        worlds=move.worlds,
    )
    if move.win is not None:
        interval = analysis.interval_of(move, move.win)
        found.win_low, found.win_high = (round(end, 4) for end in interval)
    if move.chance is not None:
        found.chance = round(move.chance.mean, 4)
        found.chance_se = _rounded(move.chance, 4, tells)[1]
        interval = analysis.interval_of(move, move.chance)
        found.chance_low, found.chance_high = (round(end, 4) for end in interval)
    if move.cards is not None:
        found.cards = round(move.cards.mean, 3)
        found.cards_se = _rounded(move.cards, 3, tells)[1]
    return found


def _rounded(value: Estimate | None, digits: int, tells: bool) -> tuple[float | None, float | None]:
    """The mean and its error."""
    if value is None:
        return None, None
    # Adding 0.0 makes 0.0 of -0.0.
    return round(value.mean, digits) + 0.0, round(value.se, digits) if tells else None
