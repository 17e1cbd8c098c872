"""What is known of hands before the auction like one, as one page: no other file, no server."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING

from pinochle_solver.board.pages import page
from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.estimates import Estimate
    from pinochle_solver.openings.table.report import HandReport, HandSource

_Row = tuple[str, ...]
_NOTES = (
    "Mean: {currency} for the hand, if it is bought for this bid. Makes it: if every hand is "
    "played; the mean counts those conceded, too. Makes: points of the bidder's side in all. "
    "Points more: than by the usual lead, if such a card is led. ± and brackets are 95% intervals."
)


def hands_page(report: HandReport) -> str:
    """The page of a class of hands before the auction, as HTML: one file, no network needed."""
    places = 1 if report.currency == CHECKS else 0
    parts: list[tuple[str, list[_Row]]] = []
    for source in report.sources:
        parts.append((_name(source), [*_bids(report, source, places)]))
        leads = [*_leads(report, source)]
        if len(leads) > 1:
            parts.append((f"first leads, {source.name}", leads))
    if report.analysis is not None:
        name = f"the engine about this hand, {report.analysis.worlds:,} deals"
        parts.append((name, [*_engine(report, places)]))
    return page(
        "openings.html.j2",
        title=f"{report.hand.text()}, {report.rules.name}",
        kind=f"{report.rules.name}; hands with a sum of {report.kind.sums}, best suit "
        f"{report.best.trump.symbol}",
        parts=parts,
        contradiction=None,
        notes=_NOTES.format(currency=report.currency),
    )


def _name(source: HandSource) -> str:
    number = 0 if source.tally is None else source.tally.hands
    sums = f"{counted(number, 'hand')} with a sum of {source.kind.sums}"
    return f"{source.name}, {sums}, of {source.dealt:,}"


def _bids(report: HandReport, source: HandSource, places: int) -> Iterator[_Row]:
    if source.tally is None:
        yield ("no hand of this class",)
        return
    yield ("bid", "hands", "makes it", "mean")
    for row in report.rows(source):
        bid = "pass" if row.bid is None else str(row.bid)
        made = "" if row.made is None else _chance(row.made)
        yield bid, f"{row.hands:,}", made, _mean(row.paid, places)


def _leads(report: HandReport, source: HandSource) -> Iterator[_Row]:
    yield ("", "led in", "makes", "points more")
    for row in report.leads(source):
        points = "" if row.points is None else _mean(row.points, 0).removeprefix("+")
        gain = "" if row.gain is None else _mean(row.gain, 0)
        yield row.card, f"{row.share:.0%}", points, gain


def _engine(report: HandReport, places: int) -> Iterator[_Row]:
    yield ("bid", "makes it", "mean")
    for bid in (*report.bids, None):
        own = report.own(bid)
        if own is not None and own.mean is not None:
            made = "" if own.chance is None else _chance(own.chance)
            yield "pass" if bid is None else str(bid), made, _mean(own.mean, places)


def _mean(estimate: Estimate, places: int) -> str:
    error = "" if isinf(estimate.se) else f" ± {SURE * estimate.se:.{places}f}"
    return f"{estimate.mean:+.{places}f}{error}"


def _chance(chance: Estimate) -> str:
    low, high = chance_interval(chance.mean, chance.se)
    return f"{chance.mean:.0%} ({low:.0%} to {high:.0%})"
