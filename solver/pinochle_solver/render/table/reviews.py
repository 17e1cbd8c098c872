"""Hands of three and four gone through decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.double_dummy.bid_advice import bid_advice
from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.intervals import SURE
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import view
from pinochle_solver.render.table.chances import TableChanceViews
from pinochle_solver.render.table.replays import name_of
from pinochle_solver.render.table.stakes import stake_told
from pinochle_solver.reviews.table.losses import STAKE_SHARES
from pinochle_solver.reviews.table.unlaid import laying_all_instead
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call
from pinochle_solver.table.rules import STEP

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis
    from pinochle_solver.double_dummy.estimates import Estimate
    from pinochle_solver.notation.table.hand_records import TableRecord
    from pinochle_solver.reviews.table.account import TableAccount
    from pinochle_solver.reviews.table.bid_questions import GoodCalls
    from pinochle_solver.reviews.table.decisions import JudgedDecision
    from pinochle_solver.reviews.table.losses import TableLoss
    from pinochle_solver.reviews.table.review import TableReview

_WORST = 3
_OTHER_DEALS = "other deals: not those of the table, in which the best move may have had luck"
_VERBS = {Act.BID: "bids", Act.BURY: "names", Act.DIX: "says", Act.MELD: "melds"}
# So many columns of figures with errors stand beside one another at 80 columns.
_MOST_WITH_ERRORS = 4


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
        self._tell_contract(review)
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
            self._tell_unlaid(review)
        for finding in review.replay.findings:
            self.line(str(finding))
        if review.decisions:
            for text in self._meanings(review):
                self._print(Text(text, style="dim"))
            unjudged = review.total().unjudged
            if unjudged:
                text = f"{counted(unjudged, 'decision')} not judged: no value is known"
                self._print(Text(text, style="dim"))
        self._print(Text(review.how, style="dim"))

    def _tell_contract(self, review: TableReview) -> None:
        """Write who plays for how much, and in a game for stakes what that pays."""
        hand, record = review.replay.bidding_hand, review.replay.record
        if hand is None or hand.bidder is None or hand.trump is None or hand.contract is None:
            return
        line = Text(f"{record.name(hand.bidder)} plays for {hand.contract}, trump ")
        line.append(self._suit(hand.trump))
        if hand.rules.money is not None:
            line.append(f"; {stake_told(hand.rules.money, hand.contract, hand.trump)}")
        self._print(line)

    def _meanings(self, review: TableReview) -> Iterator[str]:
        """What the figures are, a line each."""
        is_measured = any(not each.is_best and each.worlds for each in review.decisions)
        measured = " in other deals than those that chose it;" if is_measured else ","
        yield f"loss: {review.objective} given up against the best move{measured} {self._intervals}"
        shares = ", ".join(f"{share:.0%}" for share, _ in reversed(STAKE_SHARES))
        yield f"?! ? ??: a loss of {shares} or more of what was at stake"
        if any(each.loss is None and each.when == "call" for each in review.decisions):
            yield (
                "not judged: a bid below the best one after which the seat called again; its last "
                "call is judged"
            )
        account = review.account
        if account is not None:
            side = name_of(review.replay.record.told_apart, account.side)
            calls = "" if account.bidding is None else " after the calls, which are in bidding,"
            if account.bidding is not None:
                yield f"bidding: {side}'s contract against the lowest bid that the hand could make"
            yield f"given away: the losses{calls} as they changed {side}'s result"

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
        played, best = self._done(decision), self._in_words(decision.best)
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
            self._tell_other_deals(loss)
            return
        text = Text("good enough: " if loss.is_small else "wrong: ").append(played).append(loses)
        self._print(text.append("; best is ").append(best))
        self._tell_other_deals(loss)

    def _tell_other_deals(self, loss: TableLoss) -> None:
        if not loss.exact:
            self._print(Text(_OTHER_DEALS, style="dim"))

    def table_called(
        self,
        analysis: ChanceAnalysis,
        call: Call,
        best: Call,
        good: GoodCalls,
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
        text = Text("right" if call in good.calls else "wrong")
        if call == best:
            text.append(": ").append(self._in_words(call)).append(" is best")
        else:
            close = "too close to call; " if call in good.close else ""
            text.append(f": {close}best is ").append(self._in_words(best))
            if lost is not None:
                figure = self._figure(lost, places=_places(analysis.objective))
                text.append(f"; {self._in_words(call)} loses {figure} {analysis.objective}")
        self._print(text)
        told = f"counted as right: {_ranges(good.calls)}"
        if good.close:
            told += f" (too close to call: {_ranges(good.close)})"
        advice = bid_advice(analysis)
        limit = advice.limit if advice is not None else None
        most = max((each.bid or 0 for each in good.calls), default=0)
        if limit is not None and isinstance(limit.move, Call) and (limit.move.bid or 0) > most > 0:
            told += f"; more, up to {limit.move.bid}, only if you are driven to it"
        self._print(Text(told, style="dim"))

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
                self._done(each),
                mark.value if mark else "",
                "" if each.is_best or each.loss is None else self._in_words(each.best),
                self._lost_by(each),
                style="bold" if mark else "",
            )
        table.may_fold("played", "best")
        return table

    def _done(self, decision: JudgedDecision) -> Text:
        """What was done; of melds the kinds that were not laid."""
        move, unlaid = decision.played, decision.unlaid
        if unlaid is None:
            return self._in_words(move)
        if not isinstance(move, Bury):
            return Text(f"all but {unlaid.kinds}")
        return self._in_words(replace(move, melds=None)).append(f" without {unlaid.kinds}")

    def _tell_unlaid(self, review: TableReview) -> None:
        """Write which melds were not laid, and what that cost."""
        for each in review.decisions:
            unlaid = each.unlaid
            if unlaid is None:
                continue
            lost = None
            if unlaid.loss is not None:
                figure = self._figure(unlaid.loss, places=_places(each.objective))
                lost = f"{figure} {each.objective}"
            who = review.replay.record.name(each.seat)
            self._print(Text(unlaid.told(who, lambda card: self._card(card).plain, lost)))

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

        names, places = review.replay.record.told_apart, _places(review.objective)
        sides = [tuple(s for s in unit if s in review.seats) for unit in review.units]
        whose = [*((seat,) for side in sides for seat in side), *filter(None, sides)]
        whose = list(dict.fromkeys(whose))
        table = self._table()
        table.add_column(f"lost by,\nin {review.objective}", no_wrap=True)
        for seats in whose:
            table.add_column(name_of(names, seats).replace("+", "+\n"), justify="right")
        kinds = [kind for kind in TableKind if any(each.kind is kind for each in review.decisions)]
        rules = review.replay.record.rules
        # Errors beside the figures would not fit in the table of partners.
        is_apart = len(whose) > _MOST_WITH_ERRORS
        for kind in (*kinds, None):
            cells = []
            for seats in whose:
                total = review.total(seats, kind)
                is_bare = kind is not None or is_apart
                figure = self._figure(total.lost, is_exact=is_bare, places=places)
                cells.append(figure if total.decisions else self._dash)
            table.add_row("all" if kind is None else kind.plural_in(rules), *cells)
        if is_apart:
            errors = (SURE * review.total(seats).lost.se for seats in whose)
            table.add_row(self._plus_minus, *(f"{each:.{places}f}" for each in errors))
        marks = (" ".join(str(n) for n in review.total(s).marks.values()) for s in whose)
        table.add_row("?! ? ??", *marks)
        return table

    def _account_table(self, account: TableAccount, record: TableRecord) -> Table:
        names, places = record.told_apart, _places(account.objective)
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
        """Write the worst decisions; what melds alone have cost is told of the melds."""
        for each in review.worst(_WORST):
            if each.unlaid is not None and laying_all_instead(each.played) == each.best:
                continue
            assert each.loss is not None
            who = review.replay.record.name(each.seat)
            where = f"trick {each.trick}" if each.trick else "before the first trick"
            if isinstance(each.played, Call):
                where = "auction"
            text = Text(f"{where}: {who} {self._has_done(each)}").append(", best is ")
            text.append("to " if each.best == CONCEDE else "").append(self._in_words(each.best))
            lost = self._figure(
                each.loss.amount, is_exact=each.loss.exact, places=_places(each.objective)
            )
            self._print(text.append(f": {lost} {each.objective} lost"))

    def _has_done(self, decision: JudgedDecision) -> Text:
        """What was done, with its verb."""
        move = decision.played
        if move == CONCEDE:
            return Text("concedes")
        if move == PASS:
            return Text("passes")
        verb = _VERBS.get(decision.position.act, "plays")
        buries = " and buries" if isinstance(move, Bury) and len(move.cards) else ""
        return Text(f"{verb}{buries} ").append(self._done(decision))


def _places(objective: str) -> int:
    """How many decimals figures of a currency have."""
    return 2 if objective == CHECKS else 1


def _ranges(calls: Sequence[Call]) -> str:
    """Calls in their order: ``200 to 220, 250, pass``."""
    ranges = list[list[int]]()
    for call in calls:
        if call.bid is None:
            continue
        if ranges and call.bid == ranges[-1][-1] + STEP:
            ranges[-1].append(call.bid)
        else:
            ranges.append([call.bid])
    named = [f"{each[0]} to {each[-1]}" if len(each) > 1 else str(each[0]) for each in ranges]
    return ", ".join([*named, *["pass"] * (PASS in calls)])
