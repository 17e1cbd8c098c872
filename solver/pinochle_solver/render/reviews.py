"""Hands gone through decision by decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.render.page import Page
from pinochle_solver.render.tables import Table
from pinochle_solver.stock.estimates import SURE

if TYPE_CHECKING:
    from pinochle_solver.review.decisions import Decision
    from pinochle_solver.review.marks import Loss
    from pinochle_solver.review.review import Review

_WORST = 3


class ReviewViews(Page):
    """Views of reviews."""

    def review(self, review: Review) -> None:
        """Write what was played and what was best at every decision, and the totals."""
        record = review.replay.record
        self._players = record.players
        separator = ", " if self._ascii else " · "
        headline = Text(
            f"{record.rules.name}{separator}{record.count.name} count{separator}upcard "
        ).append(self._card(record.upcard))
        headline.append(f"{separator}{self._name(record.dealer)} dealt")
        self._print(headline)
        if self._players.legend:
            self.line(self._players.legend)
        if not review.decisions:
            self.line("no decision between several moves in it")
        else:
            self._print(self._decisions_table(review))
            self._print(self._totals_table(review))
            self._tell_worst(review)
        for finding in review.replay.findings:
            self.line(str(finding))
        self._tell_how(review)

    def _decisions_table(self, review: Review) -> Table:
        table = self._table()
        table.add_column("trick", justify="right")
        for name in ("who", "played", "", "best", "loses"):
            table.add_column(name, no_wrap=True)
        for decision in review.decisions:
            mark = decision.mark
            table.add_row(
                decision.moment,
                self._name(decision.seat),
                self._move(decision.played),
                mark.value if mark else "",
                "" if decision.played == decision.best else self._move(decision.best),
                self._loss(decision),
                style="bold" if mark else "",
            )
        table.may_fold("played", "best")
        return table

    def _loss(self, decision: Decision) -> str:
        if decision.played == decision.best:
            return self._dash
        if decision.is_close:
            return f"too close ({self._points_lost(decision.loss)})"
        return self._points_lost(decision.loss)

    def _points_lost(self, loss: Loss) -> str:
        points = f"{loss.points.mean:.1f}".replace("-0.0", "0.0")
        if loss.exact or not loss.points.se > 0:
            return points
        return f"{points} {self._plus_minus} {SURE * loss.points.se:.1f}"

    def _totals_table(self, review: Review) -> Table:
        from pinochle_solver.review.decisions import Kind

        table = self._table()
        table.add_column("lost by")
        for seat in review.seats:
            for name in ("decisions", "points", "each"):
                table.add_column(f"{self._name(seat)}\n{name}", justify="right")
        for kind in (*Kind, None):
            cells = []
            for seat in review.seats:
                total = review.total(seat, kind)
                error = f" {self._plus_minus} {SURE * total.lost.se:.1f}" if total.lost.se else ""
                cells += [
                    str(total.decisions),
                    f"{total.lost.mean:.1f}{error}",
                    f"{total.lost_a_decision:.1f}",
                ]
            table.add_row("all" if kind is None else kind.plural, *cells)
        for seat in review.seats:
            table.may_lose(f"{self._name(seat)} each")
        return table

    def _tell_worst(self, review: Review) -> None:
        for decision in review.worst(_WORST):
            text = Text(f"trick {decision.moment}: {self._name(decision.seat)} ")
            text.append("plays " if decision.act in "lr" else "shows ").append(
                self._move(decision.played)
            )
            text.append(", best is ").append(self._move(decision.best))
            self._print(text.append(f": {self._points_lost(decision.loss)} points lost"))

    def _tell_how(self, review: Review) -> None:
        limits = review.settings.limits
        each = f"{limits.seconds:g} s" if limits.seconds else f"{limits.worlds:,} worlds"
        error = f"{self._plus_minus} is a 95% interval"
        self._print(
            Text(
                f"loses: points of the final difference less than by the best move; {error}, "
                "exact without",
                style="dim",
            )
        )
        stopped = "" if review.finished else "; stopped before the end"
        self._print(Text(f"{each} a decision, seed {review.settings.seed}{stopped}", style="dim"))
