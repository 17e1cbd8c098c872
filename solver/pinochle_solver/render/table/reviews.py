"""Hands of three and four gone through decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import view
from pinochle_solver.render.table.chances import TableChanceViews
from pinochle_solver.render.table.replays import name_of
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rules import STEP

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis
    from pinochle_solver.double_dummy.estimates import Estimate
    from pinochle_solver.notation.table.hand_records import TableRecord
    from pinochle_solver.reviews.table.account import TableAccount
    from pinochle_solver.reviews.table.decisions import JudgedDecision
    from pinochle_solver.reviews.table.review import TableReview

_WORST = 3
_VERBS = {Act.BID: "calls", Act.BURY: "decides", Act.DIX: "says", Act.MELD: "melds"}


class TableReviewViews(TableChanceViews):
    """Views of reviews of games for three and four."""

    @view(apart=True)
    def table_review(self, review: TableReview) -> None:
        """Write what was lost at every decision, the totals, and what the result was made of."""
        record, separator = review.replay.record, ", " if self._ascii else " · "
        head = [record.rules.name, *record.rules.options, f"{record.rules.count.name} count"]
        self.line(separator.join([*head, f"{record.name(record.dealer)} dealt"]))
        if record.names:
            named = (f"{name} is {seat.text()}" for seat, name in record.names.items())
            self.line(", ".join(named))
        if not review.decisions:
            stopped = "stopped before its first decision was reviewed"
            none = "no decision between several moves in it that can be judged"
            self.line(none if review.finished else stopped)
        else:
            self._print(self._judged_table(review))
            self._print(self._lost_table(review))
            if review.account is not None:
                self._print(self._account_table(review.account, record))
            self._tell_worst_judged(review)
        for finding in review.replay.findings:
            self.line(str(finding))
        if review.decisions:
            text = f"loss: {review.objective} given up against the best move, {self._intervals}"
            self._print(Text(text, style="dim"))
            unjudged = review.total().unjudged
            if unjudged:
                text = f"{counted(unjudged, 'decision')} not judged: no value is known"
                self._print(Text(text, style="dim"))
        self._print(Text(review.how, style="dim"))

    @view()
    def reviewed_tables(self, reviews: Sequence[TableReview]) -> None:
        """Write what each player lost in several hands."""
        from pinochle_solver.reviews.table.together import totals_by_player

        for objective, players in totals_by_player(reviews).items():
            table = self._table()
            table.add_column("in all hands")
            for name in ("hands", "decisions", f"lost, {objective}", "each", "?! ? ??"):
                table.add_column(name, justify="right", no_wrap=True)
            places = _places(objective)
            for each in players:
                total = each.total
                table.add_row(
                    each.name,
                    str(each.hands),
                    str(total.decisions),
                    self._figure(total.lost, places=places),
                    self._plain(total.lost_a_decision, places),
                    " ".join(str(number) for number in total.marks.values()),
                )
            self._print(table)

    def table_answered(self, decision: JudgedDecision, *, is_close: bool) -> None:
        """Write what a move that was thought best loses.

        Args:
            decision: the answer, judged.
            is_close: whether it counts as too close to the best to call.
        """
        loss = decision.loss
        if loss is None:
            self.line("no value of it is known")
            return
        played, best = self._table_move(decision.played), self._table_move(decision.best)
        if decision.is_best:
            is_it = decision.played == decision.best
            does = " is best" if is_it else Text(" does as well as ").append(best)
            self._print(Text("right: ").append(played).append(does))
            return
        figure = self._figure(loss.amount, is_exact=loss.exact, places=_places(decision.objective))
        loses = f" loses {figure} {decision.objective}{'' if loss.exact else ' in other deals'}"
        if is_close:
            text = Text("right: too close to call; ").append(played).append(loses)
            self._print(text.append(" against ").append(best))
            return
        text = Text("good enough: " if loss.is_small else "wrong: ").append(played).append(loses)
        self._print(text.append("; best is ").append(best))

    def table_called(
        self,
        analysis: ChanceAnalysis,
        call: Call,
        best: Call,
        good: Sequence[Call],
        lost: Estimate | None,
    ) -> None:
        """Write whether a call was right, and which calls are.

        Args:
            analysis: what the calls come to.
            call: the call that was made.
            best: the best one.
            good: those that count as right.
            lost: what the call loses against the best; None: it is not known.
        """
        text = Text("right" if call in good else "wrong")
        if call == best:
            text.append(": ").append(self._table_move(call)).append(" is best")
        else:
            text.append(": best is ").append(self._table_move(best))
            if lost is not None:
                figure = self._figure(lost, places=_places(analysis.objective))
                text.append(f"; {self._table_move(call)} loses {figure} {analysis.objective}")
        self._print(text)
        bids = [each.bid for each in good if each.bid is not None]
        ranges = list[list[int]]()
        for bid in bids:
            if ranges and bid == ranges[-1][-1] + STEP:
                ranges[-1].append(bid)
            else:
                ranges.append([bid])
        named = [f"{each[0]} to {each[-1]}" if len(each) > 1 else str(each[0]) for each in ranges]
        named += ["pass"] if PASS in good else []
        self._print(Text(f"counted as right: {', '.join(named)}", style="dim"))

    def _judged_table(self, review: TableReview) -> Table:
        record, table = review.replay.record, self._table()
        table.add_column("trick", justify="right")
        for name in ("who", "played", "", "best", f"loss, {review.objective}"):
            table.add_column(name, no_wrap=True)
        for each in review.decisions:
            mark = each.mark
            table.add_row(
                each.when,
                record.name(each.seat),
                self._table_move(each.played),
                mark.value if mark else "",
                "" if each.is_best or each.loss is None else self._table_move(each.best),
                self._lost_by(each),
                style="bold" if mark else "",
            )
        table.may_fold("played", "best")
        return table

    def _lost_by(self, decision: JudgedDecision) -> str:
        loss = decision.loss
        if loss is None:
            return "not judged"
        if decision.is_best:
            return self._dash
        places = _places(decision.objective)
        figure = self._figure(loss.amount, is_exact=loss.exact, places=places)
        return f"too close ({figure})" if decision.is_close else figure

    def _lost_table(self, review: TableReview) -> Table:
        """What each seat lost by kind, partners side by side."""
        from pinochle_solver.reviews.table.decisions import TableKind

        names, places = review.replay.record.names, _places(review.objective)
        sides = [tuple(s for s in unit if s in review.seats) for unit in review.units]
        whose = [*((seat,) for side in sides for seat in side), *filter(None, sides)]
        whose = list(dict.fromkeys(whose))
        table = self._table()
        table.add_column(f"lost by,\nin {review.objective}")
        for seats in whose:
            table.add_column(name_of(names, seats).replace("+", "+\n"), justify="right")
        kinds = [kind for kind in TableKind if any(each.kind is kind for each in review.decisions)]
        rules = review.replay.record.rules
        for kind in (*kinds, None):
            cells = []
            for seats in whose:
                total = review.total(seats, kind)
                figure = self._figure(total.lost, is_exact=kind is not None, places=places)
                cells.append(figure if total.decisions else self._dash)
            table.add_row("all" if kind is None else kind.plural_in(rules), *cells)
        marks = (" ".join(str(n) for n in review.total(s).marks.values()) for s in whose)
        table.add_row("?! ? ??", *marks)
        return table

    def _account_table(self, account: TableAccount, record: TableRecord) -> Table:
        names, places = record.names, _places(account.objective)
        table = self._table()
        table.add_column("what the result was made of")
        side = name_of(names, account.side)
        table.add_column(f"{side}, {account.objective}", justify="right")
        parts = [("value of the deal", account.deal), ("bidding", account.bidding)]
        parts.append(("widow", account.widow))
        parts += [(f"given away by {name_of(names, unit)}", lost) for unit, lost in account.given]
        for name, part in parts:
            if part is not None:
                table.add_row(name, self._figure(part, signed=True, places=places))
        table.add_row("rest", self._signed(account.rest, places))
        table.add_row("result", self._signed(account.result, places), style="bold")
        return table

    def _tell_worst_judged(self, review: TableReview) -> None:
        for each in review.worst(_WORST):
            assert each.loss is not None
            who = review.replay.record.name(each.seat)
            where = f"trick {each.trick}" if each.trick else "before the first trick"
            text = Text(f"{where}: {who} {_VERBS.get(each.position.act, 'plays')} ")
            text.append(self._table_move(each.played)).append(", best is ")
            text.append(self._table_move(each.best))
            lost = self._figure(
                each.loss.amount, is_exact=each.loss.exact, places=_places(each.objective)
            )
            self._print(text.append(f": {lost} {each.objective} lost"))


def _places(objective: str) -> int:
    """How many decimals figures of a currency have."""
    return 2 if objective == CHECKS else 1
