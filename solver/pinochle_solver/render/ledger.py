"""A player's own numbers, and the decisions that answer a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from pinochle_solver.errors import visible
from pinochle_solver.intervals import GUESS, SURE, Interval
from pinochle_solver.ledger.facts import SCALE
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, percent, view
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.ledger.answers import Answer, KeptDecision
    from pinochle_solver.ledger.report import Part, PlayerReport, Result, Standing
    from pinochle_solver.matches.statistics import Mean

_BURIAL = re.compile(r"([SHDC])(?::(.+))?")
_OF_STAKE = "of\nstake"
_MARKS = ("?!", "?", "??")
_BAR = 16
# Of fewer hands an interval is so wide that it tells nothing.
_FEWEST = 4
_MORE = 4
_UNITS = {"points": 1, "cents": 1, "checks": 2, "stakes": 2}
_NO_RATING = "chosen by what came of them, so this is no rating"
_DATE_THEM = 'write [Date "2026-11-28"] into the records, or add them again with --date'


class LedgerViews(Page):
    """Views of a ledger."""

    @view()
    def standings(self, standings: Sequence[Standing]) -> None:
        """Write all players, the best first."""
        table = self._table()
        table.add_column("player")
        for name in ("hands", "decisions", "lost a decision", "?! ? ??"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in standings:
            table.add_row(
                each.player,
                f"{each.hands:,}",
                f"{each.decisions:,}",
                self._rating(each.rating),
                self._marks(each.marks),
            )
        table.may_fold("player")
        self._print(table)
        if any(each.is_by_outcome for each in standings):
            self.line(f"the decisions are {_NO_RATING}")
        self._tell_scale()

    @view(apart=True)
    def player_report(self, report: PlayerReport) -> None:
        """Write what a player lost, and where."""
        separator = ", " if self._ascii else " · "
        days = ""
        if report.since is not None:
            days = f"{separator}{report.since}"
            days += "" if report.until == report.since else f" to {report.until}"
        self.line(f"{report.player}{separator}{counted(report.hands, 'hand')}{days}")
        if report.asked.question:
            self.line(f"only: {report.asked.question}")
        if not report.counted:
            self.line("no decision that counts")
            return
        guess = f" ({GUESS})" if report.is_guess else ""
        rating = f"{self._rating(report.rating)} points lost a decision"
        if report.is_by_outcome:
            self.line(f"{rating}; {_NO_RATING}")
        else:
            self.line(f"rating: {rating}{guess}")
        trivial = f"{report.trivial:,} trivial {'one' if report.trivial == 1 else 'ones'}"
        others, verb = trivial, "does" if report.trivial == 1 else "do"
        if report.forced is not None:
            others, verb = f"{trivial} and {counted(report.forced, 'forced move')}", "do"
        count = "counts" if report.counted == 1 else "count"
        unjudged = ""
        if report.unjudged:
            are = "is" if report.unjudged == 1 else "are"
            unjudged = f"; {report.unjudged:,} more {are} not judged"
        self.line(f"{counted(report.counted, 'decision')} {count}; {others} {verb} not{unjudged}")
        if report.level is not None:
            lost = self._plain(report.of_all.mean, 2)
            worst = report.worst_level
            at_worst = "" if worst is None else f"; at worst {worst}"
            said = f"{lost} points lost a decision, trivial ones included{at_worst}"
            self.line(f"level: {report.level} ({said})")
        self._print_tables(self._report_tables(report))
        self._tell_change(report)
        self.line(f"marks ?! ? ??: {self._marks(report.marks)}")
        self._tell_where_most(report)
        self._tell_scale()
        for how in report.settings:
            self.line(
                f"{counted(how.hands, 'hand')} reviewed by {how.engine} of {how.program}, "
                f"{how.worlds:,} worlds a decision, seed {how.seed}"
            )

    @view(apart=True)
    def answer(self, answer: Answer) -> None:
        """Write the decisions that answer a question."""
        self.line(
            f"{answer.number:,} of {counted(answer.total, 'decision')}, {answer.marked:,} marked"
        )
        is_mixed = len(answer.currencies) > 1
        for currency in answer.currencies:
            own = (currency.players, currency.unit)
            if is_mixed:
                self.line("")
                self.line(
                    f"{_PLAYERS[currency.players]}, {currency.unit}: "
                    f"{counted(currency.number, 'decision')}, {currency.marked:,} marked"
                )
            if currency.lost.number:
                self.line(f"{self._rating(currency.lost)} {currency.unit} lost a decision")
            worst = [each for each in answer.worst if (each.players, each.unit) == own]
            if worst:
                self._print(self._kept_table(worst))
        if len(answer.worst) < answer.number:
            shown = len(answer.worst)
            those = "the worst one" if shown == 1 else f"the {shown:,} worst"
            self.line(f"{those}; --number shows more")

    # Parts

    def _report_tables(self, report: PlayerReport) -> Iterator[Table]:
        yield self._parts_table("lost by", report.kinds)
        yield self._parts_table("lost in", report.tricks)
        if len(report.rulebooks) > 1:
            yield self._parts_table("lost by rulebook", report.rulebooks)
        if len(report.periods) > 1:
            yield self._periods_table(report)
        if report.results:
            yield self._results_table(report.results)

    def _kept_table(self, decisions: Sequence[KeptDecision]) -> Table:
        table = self._table()
        unit, players = decisions[0].unit, decisions[0].players
        loss = "loss" if unit == "points" else f"loss,\n{unit}"
        names = ["hand", "player", "trick", "kind", "played", "best", loss]
        # The worst of three and four are those that lose most of what was at stake.
        of_stake = players > 2 and any(each.points is not None for each in decisions)
        if of_stake:
            names.append(_OF_STAKE)
        has_marks = any(each.mark for each in decisions)
        if has_marks:
            names.append("")
        for name in names:
            is_text = name in ("hand", "player")
            table.add_column(
                name, justify="right" if name == _OF_STAKE else "left", no_wrap=not is_text
            )
        for each in decisions:
            lost = "" if each.loss is None else self._kept_loss(each.loss, each.loss_se, each.unit)
            stake = "" if each.points is None else f"{each.points / SCALE:.1%}"
            table.add_row(
                each.place,
                each.player,
                str(each.trick) if each.trick else self._dash,
                each.kind,
                self._kept_move(each.played),
                "" if each.played == each.best else self._kept_move(each.best),
                lost,
                *([stake] if of_stake else []),
                *([each.mark or ""] if has_marks else []),
            )
        if len({each.player for each in decisions}) == 1:
            table.may_lose("player")
        table.may_fold("hand", "played", "best")
        return table

    def _kept_move(self, move: str) -> str:
        """A move as it is shown elsewhere; of a burial the trump and the cards."""
        burial = _BURIAL.fullmatch(move)
        if burial is None:
            return self.in_symbols(move)
        suit = Suit.parse(burial[1])
        trump = suit.letter if self._ascii else suit.symbol
        return self.in_symbols(" ".join((trump, *(burial[2] or "").split("."))).rstrip())

    def _parts_table(self, heading: str, parts: Sequence[Part]) -> Table:
        most = max((each.rating.mean for each in parts), default=0.0)
        table = self._table()
        table.add_column(heading, no_wrap=True)
        for name in ("decisions", "points", "a decision"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        for each in parts:
            share = each.rating.mean / most if most > 0 else 0.0
            table.add_row(
                each.name,
                f"{each.decisions:,}",
                self._plain(each.lost),
                self._rating(each.rating),
                ("#" if self._ascii else "█") * round(_BAR * max(share, 0.0)),
            )
        table.may_lose("")
        return table

    def _periods_table(self, report: PlayerReport) -> Table:
        table = self._table()
        table.add_column("hands", justify="right", no_wrap=True)
        table.add_column("from", no_wrap=True)
        table.add_column("a decision", justify="right", no_wrap=True)
        most = max(each.rating.mean for each in report.periods)
        table.add_column("", no_wrap=True)
        for each in report.periods:
            share = each.rating.mean / most if most > 0 else 0.0
            hands = f"{each.first}{'-' if self._ascii else '–'}{each.last}"
            bar = ("#" if self._ascii else "█") * round(_BAR * max(share, 0.0))
            table.add_row(hands, str(each.since), self._rating(each.rating), bar)
        table.may_lose("")
        return table

    def _results_table(self, results: Sequence[Result]) -> Table:
        table = self._table()
        table.add_column("result a hand", no_wrap=True)
        for name in ("hands", "won", "as scored", "without luck"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in results:
            skill = each.without_luck
            table.add_row(
                f"{_PLAYERS[each.players]}, {each.unit}",
                f"{each.mean.number:,}",
                percent(each.won / each.mean.number),
                self._mean(each.mean, _UNITS[each.unit]),
                self._dash if skill is None else self._mean(skill, _UNITS[each.unit]),
            )
        return table

    def _tell_change(self, report: PlayerReport) -> None:
        if report.change is None:
            if report.lacks_days:
                dated = report.hands - report.undated
                those = "any hand" if not dated else f"{report.undated:,} of {report.hands:,} hands"
                self.line(f"no trend: the day of {those} is not known; {_DATE_THEM}")
            return
        mean, error = report.change
        # Nobody is told of a hundred hands who has played twenty.
        hands = 100 if report.hands - report.undated >= 100 else 10
        change = (mean * hands / 100, error * hands / 100)
        figure = self._figure(change, signed=True, places=2)
        sure = abs(mean) > SURE * error
        verdict = ("better" if mean < 0 else "worse") if sure else "no sure change"
        self.line(f"trend: {figure} points a decision in {hands} hands ({verdict})")
        if report.undated:
            left = counted(report.undated, "hand")
            self.line(f"the trend is without {left} whose day is not known; {_DATE_THEM}")

    def _tell_where_most(self, report: PlayerReport) -> None:
        worst = report.worst if report.lost > 0 else None
        if worst is not None:
            lost = f"{self._plain(worst.lost)} points in {counted(worst.decisions, 'decision')}"
            self.line(f"where most is lost: {worst.name}, {lost}. Practise it:")
        elif report.marks:
            self.line("practise the marked decisions:")
        else:
            if not report.asked.question:
                worlds = _MORE * max(how.worlds for how in report.settings)
                self.line(
                    "no decision is marked, so there is none to practise. More hands tell more, or "
                    f"more worlds: pinochle ledger add FILE --again --worlds {worlds}"
                )
            return
        # In one piece, however narrow the terminal is: it is copied.
        self._write(visible(f"  {_practice(report, worst)} --quiz practice.pn"))

    def _tell_scale(self) -> None:
        self.line(
            "lost: points of the margin in the game for two; in other games the share of what was "
            f"at stake, times 500. {self._plus_minus} and brackets are 95% intervals over hands"
        )

    # Figures

    def _rating(self, mean: Mean) -> str:
        if mean.number < _FEWEST:
            few = f" ({counted(mean.number, 'hand')})" if mean.number > 1 else ""
            return f"{self._plain(mean.mean, 2)}{few}" if mean.number else self._dash
        return self._within(mean, 2)

    def _mean(self, mean: Mean, places: int) -> str:
        if mean.number < 2:
            return self._signed(mean.mean, places)
        text = self._signed(mean.mean, places)
        return f"{text} {self._plus_minus} {mean.half:.{places}f}"

    def _within(self, mean: Mean, places: int) -> str:
        low, high = Interval(*mean.interval)
        return (
            f"{self._plain(mean.mean, places)} "
            f"({self._plain(low, places)} to {self._plain(high, places)})"
        )

    def _kept_loss(self, loss: float, error: float | None, unit: str) -> str:
        return self._figure((loss, error or 0.0), places=_UNITS[unit])

    def _marks(self, marks: dict[str, int]) -> str:
        return " ".join(str(marks.get(mark, 0)) for mark in _MARKS)


_PLAYERS = {2: "two", 3: "three", 4: "four"}


def _practice(report: PlayerReport, worst: Part | None) -> str:
    """The command that asks for the marked decisions of a part of a report, or for all of them."""
    asked = report.asked
    # In brackets: a question may have an "or".
    parts = [f"({asked.question})" if asked.question else "", worst.question if worst else ""]
    if asked.question != "marked":
        parts.append("marked")
    question = " ".join(filter(None, parts))
    options = [("--player", report.player), ("--since", asked.since), ("--ledger", asked.file)]
    said = (f" {name} {quote(str(value))}" for name, value in options if value)
    return f'pinochle ledger query "{question}"{"".join(said)}'
