"""What a match came to."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING, Protocol

from pinochle_solver.errors import visible
from pinochle_solver.matches.statistics import Verdict
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, guess_from, view
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.matches.report import GamesReport, MatchReport
    from pinochle_solver.matches.statistics import Mean, SequentialTest
    from pinochle_solver.matches.totals import RecordTotals

# A player that takes more than so many times the time allowed is told.
_TOLERATED = 1.2


class MatchViews(Page):
    """Views of matches."""

    @view()
    def match(self, report: MatchReport) -> None:
        """Write who is better by how much, and what either did."""
        settings, pairs = report.settings, report.points.number
        for side, name in zip("AB", settings.names, strict=True):
            self.line(f"{side}: {name}")
        self.line(", ".join(self._conditions(report)))
        if not pairs:
            return
        self.line()
        if report.games is not None:
            self._games(report.games)
        in_stakes = settings.doubles is not None
        if in_stakes:
            rows = [("as paid", report.points), *report.by_rules.items()]
        else:
            rows = [
                ("as scored", report.points),
                ("without the luck of the draws", report.adjusted),
            ]
            rows += [(f"{name}, without luck", mean) for name, mean in report.by_rules.items()]
        self._print(self._means_table(rows, in_stakes))
        if report.is_guess:
            self.line(guess_from(counted(pairs, "pair")))
        self.line(f"hands for A: {report.won} won, {report.lost} lost, {report.tied} tied")
        if report.test is not None:
            self.line(sequential_test_text(report.test, "stakes" if in_stakes else "points"))
        self.line()
        self._print(self._melds_table(report))
        for side, did, allowed in zip("AB", (report.a, report.b), report.allowed, strict=True):
            self.line(time_text(side, did, allowed))
        for failure in report.failures:
            which = f"hand {failure.hand}" if failure.game is None else f"game {failure.game}"
            place = "" if failure.game is None else f" in hand {failure.hand}"
            self.line(f"{failure.side} lost {which} of pair {failure.pair}{place}: {failure.why}")

    @view()
    def record_totals(self, totals: RecordTotals) -> None:
        """Write what each player got in all, and a hand."""
        hands = f"{counted(totals.hands, 'hand')} of {counted(totals.deals, 'deal')}"
        self.line(f"{', '.join(totals.rules)}: {hands}, in {totals.currency}")
        if totals.each_hand:
            self._print(self._totals_hands_table(totals))
        self._print(self._players_total_table(totals))
        if totals.is_guess:
            self.line(guess_from(counted(totals.deals, "deal")))
        self.line(
            "each hand counts by itself; over the others: what a hand of this player brings, minus "
            f"what the others at the table get; {self._plus_minus} is a 95% interval over deals"
        )

    def _players_total_table(self, totals: RecordTotals) -> Table:
        table = self._table()
        table.add_column("player")
        for name in ("hands", "total", "a hand", "over the others"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in totals.players:
            ahead = self._dash if each.ahead is None else self._with_half(each.ahead, "+.2f")
            counts = f"{each.hands:,}", f"{each.total:,}"
            table.add_row(each.name, *counts, self._with_half(each.each, ".2f"), ahead)
        table.may_lose("hands", "total")
        table.may_fold("player")
        return table

    def _with_half(self, mean: Mean, form: str) -> str:
        text = f"{mean.mean:{form}}"
        return text + (f" {self._plus_minus} {mean.half:.2f}" if isfinite(mean.half) else "")

    def _totals_hands_table(self, totals: RecordTotals) -> Table:
        table = self._table()
        table.add_column("hand", justify="right")
        table.add_column("deal", justify="right")
        seats = [*dict.fromkeys(each.seat for hand in totals.each_hand for each in hand.got)]
        for seat in seats:
            table.add_column(seat)
            table.add_column("", justify="right")
        for hand in totals.each_hand:
            got = {each.seat: (each.name, f"{each.amount:,}") for each in hand.got}
            cells = (cell for seat in seats for cell in got.get(seat, ("", "")))
            table.add_row(str(hand.number), str(hand.deal), *cells)
        table.may_lose("deal")
        return table

    def _games(self, games: GamesReport) -> None:
        text = f"games for A: {games.won:,} of {games.number:,} won, {games.share.mean:.1%}"
        self.line(f"{text} ({games.share.interval.per_cent})")
        self.line(f"{games.hands / games.number:.1f} hands a game")
        self.line()

    def _conditions(self, report: MatchReport) -> Iterable[str]:
        settings, pairs = report.settings, report.points.number
        what = "hands" if report.games is None else "games"
        yield f"{counted(pairs, 'pair')} of {what}" + ("" if report.finished else " so far")
        yield " ".join(settings.rules)
        if settings.target is not None:
            yield f"target {settings.target}"
        if settings.ahead is not None:
            yield f"won by {settings.ahead} ahead"
        if settings.call_out:
            yield "with call-outs"
        if settings.count is not None:
            yield f"{settings.count} count"
        yield (
            f"{settings.seconds:g} s a move"
            if settings.seconds
            else (f"{counted(settings.worlds or 0, 'world')} a move")
        )
        yield f"seed {settings.seed}"
        if settings.doubles is not None:
            yield f"doubles {settings.doubles}"

    def _means_table(self, rows: Iterable[tuple[str, Mean]], in_stakes: bool) -> Table:
        table, digits = self._table(), 2 if in_stakes else 1
        what = "stakes a hand, paid to A" if in_stakes else "A's margin a hand"
        table.add_column(what, no_wrap=True)
        table.add_column("pairs", justify="right")
        table.add_column("mean", justify="right")
        table.add_column("95% interval", justify="right", no_wrap=True)
        table.add_column("deviation\nof a pair", justify="right")
        table.may_lose("deviation of a pair", "pairs")
        table.may_fold(what, "95% interval")
        for name, mean in rows:
            cells = [f"{mean.number:,}", *3 * [self._dash]]
            if mean.number:
                cells[1] = f"{mean.mean:+.{digits}f}"
            if mean.number > 1:
                low, high = mean.interval
                interval = f"{low:+.{digits}f} to {high:+.{digits}f}"
                cells[2:] = interval, f"{mean.deviation:.{digits}f}"
            table.add_row(name, *cells)
        return table

    def _melds_table(self, report: MatchReport) -> Table:
        table = self._table()
        table.add_column("melds", no_wrap=True)
        for side in "AB":
            table.add_column(f"{side}\nnumber", justify="right")
            table.add_column(f"{side}\npoints", justify="right")
        table.may_lose("A number", "B number")
        table.may_fold("melds")
        a, b = report.a, report.b
        points = {kind: a.shown.get(kind, (0, 0))[1] for kind in a.shown.keys() | b.shown.keys()}
        for kind in sorted(points, key=lambda kind: (-points[kind], kind)):
            cells = (f"{each:,}" for side in (a, b) for each in side.shown.get(kind, (0, 0)))
            table.add_row(visible(kind), *cells)
        for name, figures in (
            ("melds, a hand", (a.melds, b.melds)),
            ("card points, a hand", (a.tricks, b.tricks)),
        ):
            each = [f"{total / max(a.hands, 1):.1f}" for total in figures]
            table.add_row(name, "", each[0], "", each[1])
        return table


class _Timed(Protocol):
    """What one player did."""

    decisions: int
    seconds: float
    slowest: float


def time_text(side: str, did: _Timed, allowed: float | None) -> str:
    """How long a player took for its decisions, and whether that was more than it was allowed."""
    each = 1000 * did.seconds / max(did.decisions, 1)
    text = (
        f"{side}: {counted(did.decisions, 'decision')} in {did.seconds:.1f} s, {each:.1f} ms each, "
        f"{1000 * did.slowest:.1f} ms the slowest"
    )
    if allowed is not None and each > 1000 * _TOLERATED * allowed:
        text += f": {each / (1000 * allowed):.1f} times the time allowed"
    return text


def sequential_test_text(test: SequentialTest, unit: str, pairs: str = "pairs") -> str:
    """How a sequential test stands.

    Args:
        test: the test.
        unit: what its bounds count a hand.
        pairs: what it takes in one after the other.
    """
    ratio = f"ratio {test.ratio:+.2f} of {test.bound:.2f}"
    if test.verdict is Verdict.OPEN:
        text = f"{test.low:+g} or {test.high:+g} {unit} a hand is not decided"
        if test.differing < test.FEWEST:
            return (
                f"{text} before {test.FEWEST} {pairs} that are no ties, of {test.differing} so far"
            )
        return f"{text}: {ratio}"
    is_high = test.verdict is Verdict.HIGH
    right, wrong = (test.high, test.low) if is_high else (test.low, test.high)
    return (
        f"{right:+g} {unit} a hand rather than {wrong:+g}: {ratio}; "
        "this test ended the match: do not rely on its mean"
    )
