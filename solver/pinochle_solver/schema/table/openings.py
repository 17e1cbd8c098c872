"""Classes of hands before the auction."""

from __future__ import annotations

from math import isinf

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.openings.table.dealt_report import DealtReport
from pinochle_solver.openings.table.report import BidRow, HandReport, HandSource, LeadRow
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.schema.openings import (
    OpeningMoveObject,
    OpeningSourceObject,
    source_object,
    word_objects,
)
from pinochle_solver.table.thumb_rule import SHORT_TERMS, THUMB_RULE, ThumbSum

_DIGITS = 6


class HandSumObject(JsonObject, kw_only=True):
    """The sum of a hand by the rule of thumb with ``trump``, and the points it is made of."""

    trump: str
    points: int
    start: int
    melds: int
    added: dict[str, int]


class HandBidObject(JsonObject, kw_only=True):
    """Hands of the class at one bid; ``bid`` is null for hands that are not bought.

    ``made`` is how often the contract is made if it is played, ``mean`` what the hand pays,
    ``given_up`` how often the contract is conceded. The errors are standard errors, null for one
    hand.
    """

    bid: int | None
    hands: int
    made: float | None
    made_se: float | None
    mean: float
    mean_se: float | None
    given_up: float


class HandLeadObject(JsonObject, kw_only=True):
    """Hands of the class in which the bidder leads such a card to the first trick.

    ``points`` is what his side makes in all, ``gain`` how many points more it makes by this lead
    than by the usual one; null where that is not known.
    """

    card: str
    hands: int
    points: float | None
    points_se: float | None
    gain: float | None
    gain_se: float | None


class HandSourceObject(JsonObject, kw_only=True):
    """The hands of the class from one source, in which ``dealt`` hands of all classes were dealt.

    They have sums from ``low`` to ``high``, null at an end: of records those of the classes next to
    it count, too. ``worlds`` is in how many deals of the other cards each was tried, 0 if they were
    played. ``limit`` is the highest bid that pays no less than a pass, ``best`` the bid that pays
    best if it surely pays more than the lowest. ``trumps`` says how often trump was the suit of the
    highest sum.
    """

    name: str
    dealt: int
    worlds: int
    low: int | None
    high: int | None
    dealt_of_class: int
    hands: int
    bids: list[HandBidObject]
    limit: int | None
    best: int | None
    trumps: dict[str, int]
    leads: list[HandLeadObject]


class HandWordObject(JsonObject, kw_only=True):
    """The engine's word about a call with the hand itself; ``bid`` is null for a pass."""

    bid: int | None
    made: float | None
    made_se: float | None
    mean: float | None
    mean_se: float | None


class HandOpeningLine(JsonObject, kw_only=True):
    """A class of hands before the auction: bids, how often they are made, what they pay, leads.

    The class is that of the sums from ``low`` to ``high`` (null at an end) whose best suit pays
    ``factor`` times. ``engine`` is empty if no worlds were asked for.
    """

    rules: str
    hand: str
    currency: str
    factor: int
    low: int | None
    high: int | None
    sum: HandSumObject
    sources: list[HandSourceObject]
    worlds: int
    engine: list[HandWordObject]


class DealtOpeningLine(JsonObject, kw_only=True):
    """A class of hands with a turned-up trump: what is led, what is laid when, how they end.

    In games with a stock the class has so many trumps and aces and such a best meld. In the others
    it is that of the sums with that trump from ``low`` to ``high``, null at an end; ``sum`` is that
    of the hand. In ``sources`` margins are minus the others' on average. ``engine`` has the first
    decision of the leader, the best move first; it is empty if no worlds were asked for.
    """

    rules: str
    hand: str
    upcard: str
    trumps: str | None
    aces: str | None
    meld: str | None
    low: int | None
    high: int | None
    sum: HandSumObject | None
    sources: list[OpeningSourceObject]
    worlds: int
    engine: list[OpeningMoveObject]


@line("openings")
def dealt_opening_line(report: DealtReport) -> DealtOpeningLine:
    """The line of ``openings`` for games of three and four without an auction."""
    cards, sums, best = report.kind.cards, report.kind.sums, report.best
    return DealtOpeningLine(
        rules=report.rules.name,
        hand=report.hand.text(),
        upcard=report.upcard.text(),
        trumps=None if cards is None else cards.trumps,
        aces=None if cards is None else cards.aces,
        meld=None if cards is None else cards.meld,
        low=None if sums is None else sums.low,
        high=None if sums is None else sums.high,
        sum=None if best is None else _sum(best),
        sources=[source_object(each) for each in report.sources],
        worlds=report.worlds,
        engine=word_objects(report),
    )


def _sum(best: ThumbSum) -> HandSumObject:
    added = zip(SHORT_TERMS, best.added, strict=True)
    return HandSumObject(
        trump=best.trump.letter,
        points=best.points,
        start=THUMB_RULE.start,
        melds=best.melds,
        added={name: points for name, points in added if points},
    )


@line("openings")
def hand_opening_line(report: HandReport) -> HandOpeningLine:
    """The line of ``openings`` for three and four."""
    analysis = report.analysis
    return HandOpeningLine(
        rules=report.rules.name,
        hand=report.hand.text(),
        currency=report.currency,
        factor=report.kind.factor,
        low=report.kind.low,
        high=report.kind.high,
        sum=_sum(report.best),
        sources=[_source(report, each) for each in report.sources],
        worlds=0 if analysis is None else analysis.worlds,
        engine=[] if analysis is None else [_word(each) for each in analysis.moves],
    )


def _source(report: HandReport, source: HandSource) -> HandSourceObject:
    tally = source.tally
    return HandSourceObject(
        name=source.name,
        dealt=source.dealt,
        worlds=source.worlds,
        low=source.kind.low,
        high=source.kind.high,
        dealt_of_class=0 if tally is None else tally.dealt,
        hands=0 if tally is None else tally.hands,
        bids=[_bid(row) for row in report.rows(source)],
        limit=None if tally is None else tally.limit,
        best=None if tally is None else tally.best,
        trumps={} if tally is None else tally.trumps,
        leads=[_lead(row) for row in report.leads(source)],
    )


def _bid(row: BidRow) -> HandBidObject:
    made, made_se = _rounded(row.made)
    mean, mean_se = _rounded(row.paid)
    assert mean is not None
    return HandBidObject(
        bid=row.bid,
        hands=row.hands,
        made=made,
        made_se=made_se,
        mean=mean,
        mean_se=mean_se,
        given_up=round(row.given_up, _DIGITS),
    )


def _lead(row: LeadRow) -> HandLeadObject:
    points, points_se = _rounded(row.points)
    gain, gain_se = _rounded(row.gain)
    return HandLeadObject(
        card=row.card,
        hands=row.hands,
        points=points,
        points_se=points_se,
        gain=gain,
        gain_se=gain_se,
    )


def _word(move: MoveChance) -> HandWordObject:
    made, made_se = _rounded(move.chance)
    mean, mean_se = _rounded(move.mean)
    return HandWordObject(
        bid=getattr(move.move, "bid", None),
        made=made,
        made_se=made_se,
        mean=mean,
        mean_se=mean_se,
    )


def _rounded(estimate: Estimate | None) -> tuple[float | None, float | None]:
    if estimate is None:
        return None, None
    error = None if isinf(estimate.se) else round(estimate.se, _DIGITS)
    return round(estimate.mean, _DIGITS), error
