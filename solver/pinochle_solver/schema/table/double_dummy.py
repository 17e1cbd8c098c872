"""Open hands of the games for three and four solved, and hidden ones analysed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, UnsetType

from pinochle_solver.double_dummy.burial_solutions import BurialSolution
from pinochle_solver.double_dummy.burials import BurialValue
from pinochle_solver.double_dummy.solution import SideBounds, SideMoveValue, TableSolution
from pinochle_solver.intervals import chance_interval
from pinochle_solver.schema.card_chances import CardChancesObject
from pinochle_solver.schema.filling import filled
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.table.moves import Call

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
    from pinochle_solver.double_dummy.bid_advice import BidStudy, OpenChance
    from pinochle_solver.double_dummy.estimates import Estimate
    from pinochle_solver.table.seats import Seat

Objective = Literal["points", "cents", "checks", "money", "game"]


class SideCardObject(JsonObject, kw_only=True):
    """A legal card: what each side wins after it and what it loses; of a stopped search, bounds."""

    card: str
    value: dict[str, int] | UnsetType = UNSET
    bounds: dict[str, tuple[int, int]] | UnsetType = UNSET
    loss: int | UnsetType = UNSET


class TableSolutionLine(JsonObject, kw_only=True):
    """Open hands solved: points still to come by side, seats joined by ``+``."""

    id: str | UnsetType = UNSET
    position: str
    exact: bool
    value: dict[str, int] | UnsetType = UNSET
    bounds: dict[str, tuple[int, int]] | UnsetType = UNSET
    moves: list[SideCardObject]
    line: list[str]
    nodes: int
    seconds: float


@line("solve")
def table_solution_line(solution: TableSolution) -> TableSolutionLine:
    """The line of ``solve``: values where all is proven, otherwise bounds."""
    names = ["+".join(seat.text() for seat in side) for side in solution.sides]
    is_exact = solution.exact
    return filled(
        partial(
            TableSolutionLine,
            id=solution.position.id or UNSET,
            value=_value(names, solution.bounds) if is_exact else UNSET,
            bounds=UNSET if is_exact else _bounds(names, solution.bounds),
            moves=[_card(names, move, is_exact) for move in solution.moves],
            seconds=round(solution.seconds, 6),
        ),
        solution,
    )


def _value(names: list[str], bounds: SideBounds) -> dict[str, int]:
    return dict(zip(names, bounds.value, strict=True))


def _bounds(names: list[str], bounds: SideBounds) -> dict[str, tuple[int, int]]:
    return dict(zip(names, bounds, strict=True))


def _card(names: list[str], move: SideMoveValue, is_exact: bool) -> SideCardObject:
    if not is_exact:
        return SideCardObject(card=move.card.text(), bounds=_bounds(names, move.bounds))
    return SideCardObject(
        card=move.card.text(),
        value=_value(names, move.bounds),
        loss=UNSET if move.loss is None else move.loss,
    )


class BurialObject(JsonObject, kw_only=True):
    """A trump and a burial, all melds laid: what the side melds, what is buried, what it wins.

    ``total`` is their sum, and ``loss`` how much less it is than the best. Where the cards are not
    known, ``bounds`` has the total: at least, at most.
    """

    move: str
    melds: int
    buried: int
    cards: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    bounds: tuple[int, int] | UnsetType = UNSET
    loss: int | UnsetType = UNSET


class BurialSolutionLine(JsonObject, kw_only=True):
    """The bidder's decision solved with open hands: the most it can come to, and by which move."""

    id: str | UnsetType = UNSET
    position: str
    side: str
    exact: bool
    total: int | UnsetType = UNSET
    bounds: tuple[int, int] | UnsetType = UNSET
    best: BurialObject
    moves: list[BurialObject]
    nodes: int
    seconds: float


@line("solve")
def burial_solution_line(solution: BurialSolution) -> BurialSolutionLine:
    """The line of ``solve`` for a position in which the bidder buries."""
    return filled(
        partial(
            BurialSolutionLine,
            id=solution.position.id or UNSET,
            side="+".join(seat.text() for seat in solution.side),
            total=solution.total[0] if solution.exact else UNSET,
            bounds=UNSET if solution.exact else solution.total,
            best=_burial(solution, solution.best),
            moves=[_burial(solution, move) for move in solution.moves],
            seconds=round(solution.seconds, 6),
        ),
        solution,
    )


def _burial(solution: BurialSolution, value: BurialValue) -> BurialObject:
    loss = solution.loss_of(value)
    return filled(
        partial(
            BurialObject,
            cards=value.cards[0] if value.exact else UNSET,
            total=value.total[0] if value.exact else UNSET,
            bounds=UNSET if value.exact else value.total,
            loss=UNSET if loss is None else loss,
        ),
        value,
    )


class MoveChanceObject(JsonObject, kw_only=True):
    """A move, by averages over deals that are played on with the cards hidden.

    ``mean`` is what the seat is paid in ``auction``; else the points, or checks, of its unit minus
    those of the others. ``win`` is the chance that the contract is made, or set by the defenders;
    without a contract, of the most points. ``win_behind`` is how far ``win`` is below that of the
    best move, from the same deals. Null is what is not known, an error of a single deal as well. A
    bid has ``chance``, that its contract can be made. From ``win_low`` to ``win_high``, and from
    ``chance_low`` to ``chance_high``, are the 95% intervals, within 0 and 1. A burial has the
    points of the ``melds`` of its side and what is ``buried``; ``cards`` are the card points that
    the side still wins. With the cards hidden a bid has the mean of its side's ``melds``, too, the
    ``trump`` that is named in most of the deals (``trump_share`` of them), and in a game for stakes
    in what part of the deals the contract is ``given_up``. ``open_mean`` is the mean with all cards
    open, if that was asked for.
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
    win_behind: float | UnsetType = UNSET
    win_behind_se: float | UnsetType | None = UNSET
    chance: float | UnsetType = UNSET
    chance_se: float | UnsetType | None = UNSET
    chance_low: float | UnsetType = UNSET
    chance_high: float | UnsetType = UNSET
    melds: float | UnsetType = UNSET
    buried: int | UnsetType = UNSET
    trump: str | UnsetType = UNSET
    trump_share: float | UnsetType = UNSET
    given_up: float | UnsetType = UNSET
    cards: float | UnsetType = UNSET
    cards_se: float | UnsetType | None = UNSET
    open_mean: float | UnsetType = UNSET
    open_mean_se: float | UnsetType | None = UNSET
    worlds: int


class BidGroupObject(JsonObject, kw_only=True):
    """Bids that follow each other and come to the same, from the lowest to the highest."""

    lowest: int
    highest: int


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
    tells whether the checks for the game are counted, if the hand ends it. With ``game`` they are
    chances to win the game, in per cent.

    ``cards`` says where the unseen cards are, if that was asked for: for each of the other seats,
    for the widow in the auction, for a burial that the player to move does not know.

    ``groups``, in an auction: the bids, those put together that come to the same. Of bids that are
    made in less than 10% of the deals it has only the first.

    ``bidders``, in an auction with the cards hidden: who buys the hand after a pass in what part of
    the deals, by seat; ``nobody`` if all pass.
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
    cards: list[CardChancesObject] | UnsetType = UNSET
    groups: list[BidGroupObject] | UnsetType = UNSET
    bidders: dict[str, float] | UnsetType = UNSET


@line("analyze")
def table_analysis_line(analysis: ChanceAnalysis) -> TableAnalysisLine:
    """The line of ``analyze`` for a game for three or four."""
    # To solve open hands nothing of payments is needed.
    from pinochle_solver.double_dummy.outcomes import CHECKS

    position = analysis.position
    return filled(
        partial(
            TableAnalysisLine,
            id=UNSET if position.id is None else position.id,
            mover=position.turn.text(),
            counts_game=analysis.counts_game if analysis.objective == CHECKS else UNSET,
            moves=[_move(move, analysis) for move in analysis.moves],
            groups=bid_group_objects(analysis.moves) or UNSET,
            seconds=round(analysis.seconds, 3),
            guess=analysis.is_guess or UNSET,
            bidders=UNSET if analysis.bidders is None else _bidders(analysis.bidders),
        ),
        analysis,
    )


def bid_group_objects(moves: Sequence[MoveChance]) -> list[BidGroupObject]:
    """The bids, those put together that come to the same; of other moves none."""
    # To solve open hands, or to play a card, nothing of the auction is needed.
    if not any(isinstance(each.move, Call) for each in moves):
        return []
    from pinochle_solver.double_dummy.bid_advice import bid_groups

    return [
        BidGroupObject(lowest=group.lowest, highest=group.highest) for group in bid_groups(moves)
    ]


class WidowCardObject(JsonObject, kw_only=True):
    """A card, how likely it lies in the widow, and how likely the bid is made then and else."""

    card: str
    chance: float
    made: float
    made_se: float
    without: float
    without_se: float


class PointsObject(JsonObject, kw_only=True):
    """In what part of the deals the side makes from so many points to nine more."""

    points: int
    share: float


class OpenChanceObject(JsonObject, kw_only=True):
    """How often a bid is made if the cards lie face up, with standard errors and 95% intervals.

    In ``open_play`` trump and burial are chosen by the bidder's own cards; with ``all_open`` by all
    cards. ``worlds`` is in how many deals both were tried.
    """

    bid: int
    open_play: float
    open_play_se: float
    open_play_low: float
    open_play_high: float
    all_open: float
    all_open_se: float
    all_open_low: float
    all_open_high: float
    worlds: int


class BidLine(JsonObject, kw_only=True):
    """What to call with a hand.

    ``call`` is what to call now: a bid, or ``p``. ``limit`` is the highest bid that is worth no
    less than a pass, null if none is; if the seat must bid, the bid with the highest mean. ``best``
    is the bid with the highest mean. ``close``: that bid may be no better than the pass, or no
    worse. ``totals`` and ``widow`` are about the contract ``bid``. ``open_chances`` has every bid
    with the cards face up, if that was asked for.
    """

    position: str
    mover: str
    call: str
    limit: int | None
    best: int
    close: bool
    bid: int
    totals: list[PointsObject]
    widow: list[WidowCardObject]
    open_chances: list[OpenChanceObject] | UnsetType = UNSET
    analysis: TableAnalysisLine


@line("bid")
def bid_line(study: BidStudy) -> BidLine:
    """The line of ``bid``."""
    advice, position = study.advice, study.analysis.position
    limit = None if advice.limit is None else advice.limit.move.text()
    call = advice.best if advice.passing is None else advice.lowest
    return BidLine(
        position=position.text(),
        mover=position.turn.text(),
        call="p" if limit is None else call.move.text(),
        limit=None if limit is None else int(limit),
        best=int(advice.best.move.text()),
        close=advice.is_close,
        bid=study.bid,
        totals=[
            PointsObject(points=points, share=round(share, 4))
            for points, share in study.totals.items()
        ],
        widow=[
            WidowCardObject(
                card=each.card.text(),
                chance=round(each.chance, 4),
                made=round(each.made.mean, 4),
                made_se=round(each.made.se, 4),
                without=round(each.without.mean, 4),
                without_se=round(each.without.se, 4),
            )
            for each in study.widow
        ],
        open_chances=UNSET
        if study.open_chances is None
        else [_open_chance(bid, each) for bid, each in study.open_chances.items()],
        analysis=table_analysis_line(study.analysis),
    )


def _open_chance(bid: int, chance: OpenChance) -> OpenChanceObject:
    in_play, in_all = chance.in_play, chance.in_all
    play_low, play_high = chance_interval(*in_play)
    all_low, all_high = chance_interval(*in_all)
    return OpenChanceObject(
        bid=bid,
        open_play=round(in_play.mean, 4),
        open_play_se=round(in_play.se, 4),
        open_play_low=round(play_low, 4),
        open_play_high=round(play_high, 4),
        all_open=round(in_all.mean, 4),
        all_open_se=round(in_all.se, 4),
        all_open_low=round(all_low, 4),
        all_open_high=round(all_high, 4),
        worlds=chance.worlds,
    )


def _bidders(shares: Mapping[Seat | None, float]) -> dict[str, float]:
    return {
        "nobody" if seat is None else seat.text(): round(share, 4) for seat, share in shares.items()
    }


def _move(move: MoveChance, analysis: ChanceAnalysis) -> MoveChanceObject:
    tells = analysis.tells_errors(move)
    mean, mean_se = _rounded(move.mean, 3, tells)
    behind, behind_se = _rounded(move.behind, 3, tells)
    win, win_se = _rounded(move.win, 4, tells)
    found = filled(
        partial(
            MoveChanceObject,
            mean=mean,
            mean_se=mean_se,
            behind=behind,
            behind_se=behind_se,
            win=win,
            win_se=win_se,
            win_behind=UNSET,
            chance=UNSET,
            melds=UNSET if move.melds is None else round(move.melds, 3),
            trump=UNSET if move.trump is None else move.trump.letter,
            trump_share=_share(move.trump_share),
            given_up=_share(move.given_up),
            cards=UNSET,
        ),
        move,
    )
    if move.win is not None:
        interval = analysis.interval_of(move, move.win)
        found.win_low, found.win_high = (round(end, 4) for end in interval)
    if move.win_behind is not None:
        lost, lost_se = _rounded(move.win_behind, 4, tells)
        found.win_behind, found.win_behind_se = lost or 0.0, lost_se
    opened = (analysis.open_average or {}).get(move.move)
    if opened is not None:
        found.open_mean = round(opened.mean, 3)
        found.open_mean_se = _rounded(opened, 3, tells)[1]
    if move.chance is not None:
        found.chance = round(move.chance.mean, 4)
        found.chance_se = _rounded(move.chance, 4, tells)[1]
        interval = analysis.interval_of(move, move.chance)
        found.chance_low, found.chance_high = (round(end, 4) for end in interval)
    if move.cards is not None:
        found.cards = round(move.cards.mean, 3)
        found.cards_se = _rounded(move.cards, 3, tells)[1]
    return found


def _share(share: float | None) -> float | UnsetType:
    return UNSET if share is None else round(share, 4)


def _rounded(value: Estimate | None, digits: int, tells: bool) -> tuple[float | None, float | None]:
    """The mean and its error."""
    if value is None:
        return None, None
    # Adding 0.0 makes 0.0 of -0.0.
    return round(value.mean, digits) + 0.0, round(value.se, digits) if tells else None
