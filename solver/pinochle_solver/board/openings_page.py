"""What is known of opening hands like one, as one page: no other file, no server."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING

from pinochle_solver.board.pages import page
from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.openings.report import ClassReport, OpeningSource
    from pinochle_solver.openings.tallies import Tally

_Row = tuple[str, ...]


def openings_page(report: ClassReport) -> str:
    """The page of a class of opening hands, as HTML: one file, which needs no network."""
    parts = [(_name(source), [*_rows(source)]) for source in report.sources]
    if report.words:
        parts.append((f"the engine about this hand, {report.worlds:,} worlds", [*_engine(report)]))
    notes = (*report.notes, "± and brackets: 95% intervals")
    return page(
        "openings.html.j2",
        title=f"{report.hand.text()}, upcard {report.upcard.text()}",
        kind=" · ".join(report.facts),
        parts=parts,
        contradiction=report.contradiction,
        notes="; ".join(notes),
    )


def _name(source: OpeningSource) -> str:
    return f"{source.name}, {counted(source.played, 'hand')} played"


def _rows(source: OpeningSource) -> Iterator[_Row]:
    tally = source.tally
    if tally is None:
        yield ("no hand of this class",)
        return
    yield ("", "hands", "share", "mean", "wins", "trick")
    yield ("all", *_figures(tally.all, tally.all.hands), "")
    for name, each in tally.most_led():
        yield (f"leads {name}", *_figures(each, tally.leaders), "")
    for name, each in tally.most_laid():
        yield (f"lays {name}", *_figures(each, tally.all.hands), f"{each.trick:.1f}")


def _figures(tally: Tally, every: int) -> _Row:
    error = "" if isinf(tally.mean_se) else f" ± {SURE * tally.mean_se:.0f}"
    share = f"{tally.hands / every:.0%}"
    mean = f"{tally.mean:+.0f}{error}"
    return f"{tally.hands:,}", share, mean, _chance(tally.win, tally.win_se)


def _engine(report: ClassReport) -> Iterator[_Row]:
    yield ("", "mean", "wins")
    for each in report.words:
        mean = f"{each.mean:+.1f} ± {SURE * each.mean_se:.1f}"
        is_known = each.win is not None and each.win_se is not None
        yield (
            f"{each.verb} {each.move}",
            mean,
            _chance(each.win or 0.0, each.win_se or 0.0) if is_known else "",
        )


def _chance(chance: float, error: float) -> str:
    low, high = chance_interval(chance, error)
    return f"{chance:.0%} ({low:.0%} to {high:.0%})"
