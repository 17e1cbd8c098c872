"""What is known of opening hands like one, as one page: no other file, no server."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING

from pinochle_solver.board.pages import page
from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.openings.classes import MELD_WORDS
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.openings.report import OpeningReport, OpeningSource
    from pinochle_solver.openings.tallies import Tally
    from pinochle_solver.stock.analysis import Analysis

_Row = tuple[str, ...]
_NOTES = (
    "Hands: of this class, each seat's counted as one. Mean: points minus the opponent's. Wins: "
    "the chance to win the hand. Trick: after which a meld is first laid, on average. ± and "
    "brackets are 95% intervals."
)


def openings_page(report: OpeningReport) -> str:
    """The page of a class of opening hands, as HTML: one file, which needs no network."""
    kind = report.kind
    parts = [(_name(source), [*_rows(source)]) for source in report.sources]
    if report.analysis is not None:
        worlds = report.analysis.worlds
        name = f"the engine about this hand, {worlds:,} worlds"
        parts.append((name, [*_engine(report.analysis)]))
    return page(
        "openings.html.j2",
        title=f"{report.hand.text()}, upcard {report.upcard.text()}",
        kind=f"{report.rules.name}; hands that {'lead' if kind.leads else 'deal'}, with "
        f"{kind.trumps} trumps, {kind.aces} aces and {MELD_WORDS[kind.meld]}",
        parts=parts,
        contradiction=report.contradiction,
        notes=_NOTES,
    )


def _name(source: OpeningSource) -> str:
    return f"{source.name}, {counted(source.played, 'hand')} played"


def _rows(source: OpeningSource) -> Iterator[_Row]:
    tally = source.tally
    if tally is None:
        yield ("no hand of this class",)
        return
    yield ("", "hands", "share", "mean", "wins", "trick")
    yield ("all", *_figures(tally.all, tally.all), "")
    for name, each in tally.most_led():
        yield (f"leads {name}", *_figures(each, tally.all), "")
    for name, each in tally.most_laid():
        yield (f"lays {name}", *_figures(each, tally.all), f"{each.trick:.1f}")


def _figures(tally: Tally, every: Tally) -> _Row:
    error = "" if isinf(tally.mean_se) else f" ± {SURE * tally.mean_se:.0f}"
    share = f"{tally.hands / every.hands:.0%}"
    mean = f"{tally.mean:+.0f}{error}"
    return f"{tally.hands:,}", share, mean, _chance(tally.win, tally.win_se)


def _engine(analysis: Analysis) -> Iterator[_Row]:
    yield ("", "mean", "wins")
    for each in analysis.moves:
        mean = f"{each.mean:+.1f} ± {SURE * each.mean_se:.1f}"
        yield (f"leads {each.move.text()}", mean, _chance(each.win, each.win_se))


def _chance(chance: float, error: float) -> str:
    low, high = chance_interval(chance, error)
    return f"{chance:.0%} ({low:.0%} to {high:.0%})"
