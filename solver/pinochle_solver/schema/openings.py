"""Classes of opening hands."""

from __future__ import annotations

from math import isinf

from pinochle_solver.openings.report import ClassReport, OpeningReport, OpeningSource
from pinochle_solver.openings.tallies import Tally
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject

_DIGITS = 6


class OpeningTallyObject(JsonObject, kw_only=True):
    """Hands that have something in common.

    ``name`` is the kind of card led or the meld laid, null for all hands of the class; ``mean`` is
    the mean margin, the seat's points minus the opponent's, ``win`` the share of hands won. The
    errors are standard errors, null for one hand. ``trick`` is after which trick a meld was first
    laid, on average.
    """

    name: str | None
    hands: int
    mean: float
    mean_se: float | None
    win: float
    win_se: float
    trick: float | None


class OpeningSourceObject(JsonObject, kw_only=True):
    """The hands of the class from one source, in which ``played`` hands of all classes were played.

    ``all`` is null if it has none of the class.
    """

    name: str
    played: int
    all: OpeningTallyObject | None
    led: list[OpeningTallyObject]
    laid: list[OpeningTallyObject]


class OpeningMoveObject(JsonObject, kw_only=True):
    """The engine's word about a lead or a meld: the expected margin and the chance to win the hand.

    The chance is null if it is not known.
    """

    move: str
    mean: float
    mean_se: float
    win: float | None
    win_se: float | None


class OpeningLine(JsonObject, kw_only=True):
    """A class of opening hands: what is led, what is laid when, and how such hands end.

    ``leads`` is false for the dealer. ``engine`` has the leads, the best first; it is empty for the
    dealer, and if no worlds were asked for.
    """

    rules: str
    hand: str
    upcard: str
    leads: bool
    trumps: str
    aces: str
    meld: str
    sources: list[OpeningSourceObject]
    worlds: int
    engine: list[OpeningMoveObject]


@line("openings")
def opening_line(report: OpeningReport) -> OpeningLine:
    """The line of ``openings``."""
    return OpeningLine(
        rules=report.rules.name,
        hand=report.hand.text(),
        upcard=report.upcard.text(),
        leads=report.kind.leads,
        trumps=report.kind.trumps,
        aces=report.kind.aces,
        meld=report.kind.meld,
        sources=[source_object(each) for each in report.sources],
        worlds=report.worlds,
        engine=word_objects(report),
    )


def word_objects(report: ClassReport) -> list[OpeningMoveObject]:
    """What the engine says of moves."""
    return [
        OpeningMoveObject(
            move=each.move,
            mean=each.mean,
            mean_se=each.mean_se,
            win=each.win,
            win_se=each.win_se,
        )
        for each in report.words
    ]


def source_object(source: OpeningSource) -> OpeningSourceObject:
    """What one source has."""
    tally = source.tally
    return OpeningSourceObject(
        name=source.name,
        played=source.played,
        all=None if tally is None else _tally(None, tally.all),
        led=[] if tally is None else [_tally(name, each) for name, each in tally.most_led()],
        laid=[] if tally is None else [_tally(name, each) for name, each in tally.most_laid()],
    )


def _tally(name: str | None, tally: Tally) -> OpeningTallyObject:
    return OpeningTallyObject(
        name=name,
        hands=tally.hands,
        mean=round(tally.mean, _DIGITS),
        mean_se=None if isinf(tally.mean_se) else round(tally.mean_se, _DIGITS),
        win=round(tally.win, _DIGITS),
        win_se=round(tally.win_se, _DIGITS),
        trick=round(tally.trick, _DIGITS) if tally.tricks else None,
    )
