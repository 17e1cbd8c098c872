"""Classes of hands before the auction."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.double_dummy.bid_advice import bid_advice, bids_of
from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.openings.table.tallies import BEST_SUIT
from pinochle_solver.render.openings import ClassViews
from pinochle_solver.render.page import PER_CENT, view, whole_percent
from pinochle_solver.render.table.chances import TableChanceViews
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.thumb_rule import SHORT_TERMS, THUMB_RULE

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.estimates import Estimate
    from pinochle_solver.openings.table.dealt_report import DealtReport
    from pinochle_solver.openings.table.report import BidRow, HandReport, HandSource
    from pinochle_solver.openings.table.tallies import HandTally
    from pinochle_solver.render.grids import Table

_MOST_LEADS = 8


class TableOpeningViews(ClassViews, TableChanceViews):
    """Views of classes of hands before the auction, and of hands with a turned-up trump."""

    @view()
    def dealt_report(self, report: DealtReport) -> None:
        """Write the class, then what each source has of it, then the engine's word."""
        self._write_class(report)

    @view()
    def hand_report(self, report: HandReport) -> None:
        """Write the class, then what each source has of it beside the engine's word."""
        separator = ", " if self._ascii else " · "
        best = report.best
        suit = self._suit(best.trump)
        line = Text(f"{report.rules.name}{separator}sum {report.kind.sums}{separator}best suit ")
        line.append(suit)
        if report.kind.factor > 1:
            line.append(f", which pays {report.kind.factor} times")
        self._print(line)
        terms = zip(SHORT_TERMS, best.added, strict=True)
        added = [f"{name} {points}" for name, points in terms if points]
        parts = ", ".join((f"to begin with {THUMB_RULE.start}", f"melds {best.melds}", *added))
        self.line(f"sum {best.points}: {parts}")
        if not any(source.worlds for source in report.sources):
            self.line(f"no table has hands of {report.rules.name}")
        if report.sources:
            self.line()
        for source in report.sources:
            self._write_hands(report, source)
        if any(source.worlds for source in report.sources):
            self._tell_terms(report)
        elif report.analysis is not None:
            self.table_chance_values(report.analysis)

    def _write_hands(self, report: HandReport, source: HandSource) -> None:
        if source.worlds:
            tried = f"each tried in {source.worlds} deals of the other cards"
            self.line(f"{source.name}, {counted(source.dealt, 'hand')} dealt, {tried}")
        else:
            self.line(f"{source.name}, {counted(source.dealt, 'hand')} played")
        tally = source.tally
        if tally is None:
            self.line(f"no hand with a sum of {source.kind.sums}")
            return
        share = whole_percent(tally.dealt / source.dealt)
        those = f"{counted(tally.hands, 'hand')} with a sum of {source.kind.sums}"
        self.line(f"{those}, {share} of all that are dealt")
        self._print(self._bid_rows(report, source))
        if source.worlds:
            self.line(self._class_answer(report, tally))
        named = sum(tally.trumps.values())
        if named:
            often = whole_percent(tally.trumps.get(BEST_SUIT, 0) / named)
            self.line(f"trump is the suit of the highest sum in {often} of the hands")
        if tally.led or tally.tried:
            self._print(self._lead_rows(report, source))

    def _bid_rows(self, report: HandReport, source: HandSource) -> Table:
        table = self._table()
        table.add_column("bid", no_wrap=True)
        is_played, has_own = not source.worlds, report.analysis is not None
        names = ["hands"] if is_played else []
        names += ["makes it", "mean"]
        names += ["this hand", "its mean"] if has_own and not is_played else []
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for row in report.rows(source):
            cells = [f"{row.hands:,}"] if is_played else []
            cells.append(self._dash if row.made is None else self._chance(row.made))
            cells.append(self._paid(report, row.paid))
            if has_own and not is_played:
                cells += self._own_cells(report, row)
            table.add_row(self._bid_name(row, is_played=is_played), *cells)
        return table

    def _own_cells(self, report: HandReport, row: BidRow) -> list[str]:
        own = row.own
        if own is None:
            return [self._dash] * 2
        made = self._dash if own.chance is None else whole_percent(own.chance.mean)
        return [made, self._dash if own.mean is None else self._paid(report, own.mean)]

    def _bid_name(self, row: BidRow, *, is_played: bool) -> str:
        if row.bid is None:
            return "not bought" if is_played else "pass"
        return f"{row.bid}+" if is_played else str(row.bid)

    def _lead_rows(self, report: HandReport, source: HandSource) -> Table:
        table = self._table()
        table.add_column("first lead", no_wrap=True)
        names = ["led in", "makes"]
        rows = list(report.leads(source))[:_MOST_LEADS]
        has_gains = any(row.gain is not None for row in rows)
        names += ["points more"] if has_gains else []
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for row in rows:
            cells = [whole_percent(row.share)]
            cells.append(self._dash if row.points is None else self._in_points(row.points))
            if has_gains:
                gain = row.gain
                cells.append(self._dash if gain is None else self._in_points(gain, signed=True))
            table.add_row(row.card, *cells)
        return table

    def _class_answer(self, report: HandReport, tally: HandTally) -> str:
        """How far such hands are bid, and how far the hand itself."""
        said = f"Such hands: {_answer(tally.limit, tally.best)}"
        advice = None if report.analysis is None else bid_advice(report.analysis)
        if report.analysis is not None and not bids_of(report.analysis):
            return f"{said} This hand may not bid: it has no marriage."
        if advice is None:
            return said
        limit = None if advice.limit is None else getattr(advice.limit.move, "bid", None)
        best = getattr(advice.best.move, "bid", None) if advice.pays_to_jump else None
        return f"{said} This hand: {_answer(limit, best)}"

    def _tell_terms(self, report: HandReport) -> None:
        self.line(f"mean: {report.currency} for the hand, if it is bought for this bid")
        if report.rules.melds_win:
            self.line("makes it: if every hand is played; the mean counts those conceded, too")
        self.line(
            "makes: points of the bidder's side in all; points more: than by the usual lead, if "
            "such a card is led"
        )
        if report.analysis is not None:
            deals = counted(report.analysis.worlds, "deal")
            self.line(f"this hand: the engine's word, in {deals}; pinochle bid tells more")
        self.line(f"{self._plus_minus} and brackets: 95% intervals")

    def _chance(self, chance: Estimate) -> str:
        """``76% (62-90)``: a chance and its 95% interval."""
        low, high = chance_interval(chance.mean, chance.se)
        shown = whole_percent(chance.mean)
        return f"{shown} ({PER_CENT * low:.0f}-{PER_CENT * high:.0f})"

    def _paid(self, report: HandReport, paid: Estimate) -> str:
        places = 1 if report.currency == CHECKS else 0
        error = "" if isinf(paid.se) else f" {self._plus_minus} {SURE * paid.se:.{places}f}"
        return f"{self._signed(paid.mean, places)}{error}"

    def _in_points(self, points: Estimate, *, signed: bool = False) -> str:
        error = "" if isinf(points.se) else f" {self._plus_minus} {SURE * points.se:.0f}"
        mean = self._signed(points.mean, 0) if signed else self._plain(points.mean, 0)
        return f"{mean}{error}"


def _answer(limit: int | None, best: int | None) -> str:
    if limit is None:
        return "pass."
    return f"bid up to {limit}" + (f"; {best} pays best." if best not in (None, limit) else ".")
