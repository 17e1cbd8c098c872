"""Hands gone through decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.intervals import SURE
from pinochle_solver.notation.players import Seated
from pinochle_solver.render.card_chances import CardChanceViews
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import PER_CENT, percent_within, view
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Doubling, Move, Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate

if TYPE_CHECKING:
    from pinochle_solver.reviews.account import Account
    from pinochle_solver.reviews.decisions import Decision
    from pinochle_solver.reviews.doublings import DoublingDecision
    from pinochle_solver.reviews.marks import Loss
    from pinochle_solver.reviews.review import Review, Standing

_WORST = 3
# Characters of a bar to either side of nought.
_REACH = 9
_LEVELS = "▁▂▃▄▅▆▇█"


class ReviewViews(CardChanceViews):
    """Views of reviews."""

    @view(apart=True)
    def review(self, review: Review) -> None:
        """Write how a hand went, what was lost at every decision, and the totals."""
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
            stopped = "stopped before its first decision was reviewed"
            self.line("no decision between several moves in it" if review.finished else stopped)
        else:
            self._print(self._decisions_table(review))
            self._print(self._course_table(review))
            self._print(self._totals_table(review))
            if review.account is not None:
                self._tell_account(review.account)
            elif review.draws:
                self._tell_draws(review)
            self._tell_melds(review)
            self._tell_worst(review)
        self._tell_doublings(review)
        for finding in review.replay.findings:
            self.line(str(finding))
        self._tell_how(review)

    @view()
    def reviewed_hands(self, reviews: Sequence[Review]) -> None:
        """Write several hands side by side, a line each, and what each player lost in all."""
        from pinochle_solver.reviews.together import WhoPlayed

        who = WhoPlayed(review.replay.record for review in reviews)
        self._players = who.players
        # By player if the same two play in all hands; else by seat, and it is told who sat there.
        seated = who.seated or [Seated({seat: seat for seat in Seat})] * len(reviews)
        sides = [
            side
            for side in Seat
            if any(each.seat_of(side) in r.seats for r, each in zip(reviews, seated, strict=True))
        ]
        south, north = (self._name(seat) for seat in Seat)
        has_account = any(review.account for review in reviews)
        table = self._table()
        table.add_column("hand", justify="right")
        if not who.seated:
            table.add_column("south, north")
        table.add_column(f"points\n{south}, {north}", no_wrap=True)
        if has_account:
            table.add_column(f"deal and\ndraws, {south}", justify="right")
        for side in sides:
            table.add_column(f"{self._name(side)}\nlost", justify="right")
            table.add_column(f"{self._name(side)}\n?! ? ??", justify="right", no_wrap=True)
        table.add_column(f"{south}'s chance", no_wrap=True)
        for number, (review, at) in enumerate(zip(reviews, seated, strict=True), start=1):
            points = review.replay.points if review.replay.is_played_out else None
            seats = [at.seat_of(side) for side in Seat]
            result = " ".join(str(sum(points[seat])) for seat in seats) if points else self._dash
            cells = [str(number)]
            if not who.seated:
                names = who.names[number - 1]
                cells.append(", ".join(names.get(seat, seat.text()) for seat in Seat))
            cells.append(result)
            if has_account:
                luck = self._dash if review.account is None else self._luck(review.account, seats)
                cells.append(luck)
            for side in sides:
                total = review.total(at.seat_of(side))
                marks = " ".join(str(total.marks[mark]) for mark in total.marks)
                cells += [self._plain(total.lost.mean), marks]
            table.add_row(*cells, self._sparkline(review, seats[0]))
        table.may_lose(*(f"{self._name(side)} ?! ? ??" for side in reversed(sides)))
        table.may_lose(f"{south}'s chance")
        self._print(table)
        self._print(self._players_table(reviews))

    def _players_table(self, reviews: Sequence[Review]) -> Table:
        """What each player lost in all hands."""
        from pinochle_solver.reviews.together import totals_by_player

        table = self._table()
        table.add_column("in all hands")
        for name in ("hands", "decisions", "lost", "each", "?! ? ??", "draws"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in totals_by_player(reviews):
            total = each.total
            table.add_row(
                each.name,
                str(each.hands),
                str(total.decisions),
                self._figure(total.lost),
                self._plain(total.lost_a_decision),
                " ".join(str(total.marks[mark]) for mark in total.marks),
                self._signed(each.luck, places=0),
            )
        return table

    def _luck(self, account: Account, seats: Sequence[Seat]) -> str:
        own, other = (account.luck_of(seat).mean for seat in seats)
        deal = account.deal.mean if seats[0] is Seat.SOUTH else -account.deal.mean
        return self._signed(deal + own - other, places=0)

    def _sparkline(self, review: Review, seat: Seat) -> str:
        is_own = 1 if review.side is seat else -1
        chances = [0.5 + is_own * (standing.win.mean - 0.5) for standing in review.course()]
        if self._ascii:
            return "".join(str(min(9, int(10 * chance))) for chance in chances)
        return "".join(_LEVELS[min(7, int(8 * chance))] for chance in chances)

    def _decisions_table(self, review: Review) -> Table:
        table = self._table()
        table.add_column("trick", justify="right")
        for name in ("who", "played", "", "best", "loss"):
            table.add_column(name, no_wrap=True)
        is_of_game = any(decision.is_of_game for decision in review.decisions)
        if is_of_game:
            table.add_column("of the game", justify="right", no_wrap=True)
        for decision in review.decisions:
            mark = decision.mark
            cells: list[Text | str] = [
                decision.moment,
                self._name(decision.seat),
                self._move(decision.played),
                mark.value if mark else "",
                "" if decision.played == decision.best else self._move(decision.best),
                self._loss(decision),
            ]
            if is_of_game:
                cells.append(self._of_game(decision))
            table.add_row(*cells, style="bold" if mark else "")
        table.may_fold("played", "best")
        return table

    def _loss(self, decision: Decision) -> str:
        if decision.played == decision.best:
            return self._dash
        if decision.is_close:
            return f"too close ({self._points_lost(decision.loss)})"
        return self._points_lost(decision.loss)

    def _of_game(self, decision: Decision) -> str:
        """What a decision lost of the game, in per cent."""
        win, interval = decision.loss.win, decision.loss.win_interval
        if win is None or interval is None or decision.played == decision.best:
            return self._dash
        lost = f"{self._plain(_in_per_cent(win).mean)}%"
        return lost if decision.loss.exact or not win.se > 0 else f"{lost} ({interval.per_cent})"

    def _points_lost(self, loss: Loss) -> str:
        return self._figure(loss.points, is_exact=loss.exact)

    # How the hand went

    def _course_table(self, review: Review) -> Table:
        course = _without_repeats(review.course())
        reach = max(1.0, *(abs(each.expected.mean) + SURE * each.expected.se for each in course))
        side = self._name(review.side)
        table = self._table()
        table.add_column("trick", justify="right")
        table.add_column(f"{side}'s margin\nexpected", justify="right", no_wrap=True)
        table.add_column("course", no_wrap=True)
        game = " game" * any(decision.is_of_game for decision in review.decisions)
        table.add_column(f"{side}\nwins{game}", no_wrap=True)
        table.add_column("draws", justify="right")
        table.add_column("marks", no_wrap=True)
        wins = [percent_within(each.win.mean, each.win_interval) for each in course]
        reached = max(each.index("%") for each in wins)
        for each, win in zip(course, wins, strict=True):
            marks = " ".join(f"{self._name(seat)} {mark.value}" for seat, mark in each.marks)
            table.add_row(
                str(each.trick),
                self._figure(each.expected, signed=True),
                self._bar(each, reach),
                " " * (reached - win.index("%")) + win,
                "" if each.luck is None else self._signed(each.luck, places=0),
                marks,
            )
        table.may_fold("marks")
        table.may_lose("draws")
        table.may_lose("course")
        return table

    def _bar(self, standing: Standing, reach: float) -> str:
        """A bar from nought in the middle to what is expected, and its band beyond."""
        band, full, middle = (".", "#", "|") if self._ascii else ("·", "█", "│")
        mean, error = standing.expected.mean, SURE * standing.expected.se

        def place(value: float) -> int:
            return round(_REACH * value / reach)

        drawn = []
        for column in range(-_REACH, _REACH + 1):
            if column == 0:
                drawn.append(middle)
            elif min(0, place(mean)) <= column <= max(0, place(mean)):
                drawn.append(full)
            elif place(mean - error) <= column <= place(mean + error):
                drawn.append(band)
            else:
                drawn.append(" ")
        return "".join(drawn).rstrip()

    # What it comes to

    def _totals_table(self, review: Review) -> Table:
        from pinochle_solver.reviews.decisions import DecisionKind

        table = self._table()
        table.add_column("lost by")
        whole = {seat: review.total(seat) for seat in review.seats}
        for seat in review.seats:
            names = ["decisions", "points", "each"] + ["game"] * (whole[seat].of_game is not None)
            for name in names:
                heading = f"{self._name(seat)}\n{name}"
                table.add_column(heading, justify="right", no_wrap=name == "game")
        without_errors: dict[Seat, list[str]] = {seat: [] for seat in review.seats}
        for kind in (*DecisionKind, None):
            cells = []
            for seat in review.seats:
                total = review.total(seat, kind)
                cells += [
                    str(total.decisions),
                    self._figure(total.lost),
                    self._plain(total.lost_a_decision),
                ]
                if whole[seat].of_game is not None:
                    of_game = _in_per_cent(total.of_game or Estimate(0.0, 0.0))
                    plain = f"{self._plain(of_game.mean)}%"
                    error = f" {self._plus_minus} {SURE * of_game.se:.1f}"
                    cells.append(plain + error * (of_game.se > 0))
                    without_errors[seat].append(plain)
            table.add_row("all" if kind is None else kind.plural, *cells)
        for seat, short in without_errors.items():
            if short:
                name = f"{self._name(seat)} game"
                table.may_shorten(name, short, lost=f"the error of {name}")
        for seat in review.seats:
            table.may_lose(f"{self._name(seat)} each")
        return table

    def _tell_account(self, account: Account) -> None:
        south, north = self._name(Seat.SOUTH), self._name(Seat.NORTH)
        table = self._table()
        table.add_column("what the result was made of")
        for name in (south, north, f"{south} minus {north}"):
            table.add_column(name, justify="right")
        table.add_row("value of the deal", "", "", self._figure(account.deal, signed=True))
        for name, part in account.parts:
            of_south, of_north = part(Seat.SOUTH), part(Seat.NORTH)
            table.add_row(
                name,
                self._signed(of_south.mean),
                self._signed(of_north.mean),
                self._signed(of_south.mean - of_north.mean),
            )
        table.add_row("rest", "", "", self._signed(account.rest))
        last = "result" if account.is_over else "as the hand stood then"
        table.add_row(last, "", "", self._signed(account.result), style="bold")
        self._print(table)
        self._print(
            Text(
                "luck of the moves: the value of the moves as the cards really lay, minus the "
                "value that the players could expect",
                style="dim",
            )
        )

    def _tell_draws(self, review: Review) -> None:
        for seat in review.seats:
            luck = sum(draw.luck.mean for draw in review.draws if draw.seat is seat)
            points = self._signed(luck, places=0)
            self.line(f"draws: {self._name(seat)} {points} points, by a rule of thumb")

    def _tell_melds(self, review: Review) -> None:
        """What other melds than the best would have been worth, now and later."""
        for decision in review.decisions:
            if decision.kind.value != "meld" or decision.played == decision.best:
                continue
            text = Text(f"trick {decision.moment}: {self._name(decision.seat)} {_verb(decision)}")
            text.append(self._priced(decision, decision.played)).append("; best is ")
            self._print(text.append(self._priced(decision, decision.best)))

    def _priced(self, decision: Decision, move: Move) -> Text:
        price, text = decision.price(move), self._move(move)
        if price is None:
            return text
        later = self._figure(Estimate(price.later, price.later_se), signed=True)
        return text.append(f" (scores {price.points}, then {later} against passing)")

    def _tell_worst(self, review: Review) -> None:
        for decision in review.worst(_WORST):
            text = Text(f"trick {decision.moment}: {self._name(decision.seat)} ")
            text.append(_verb(decision)).append(self._move(decision.played))
            text.append(", best is ").append(self._move(decision.best))
            self._print(text.append(f": {self._points_lost(decision.loss)} points lost"))
            why = decision.why(self._name(decision.seat.other))
            if why:
                self._print(Text("  ").append(self._move(decision.best)).append(f" {why}"))
            if decision.cards is not None:
                self._tell_cards(decision.cards, decision.held)

    def _tell_doublings(self, review: Review) -> None:
        """What was said to doubles where it mattered, and what each seat lost by it."""
        if not review.doublings:
            return
        doublings = [
            each
            for each in review.doublings
            if each.played is not Doubling.NO_DOUBLE or each.played != each.best
        ]
        if doublings:
            table = self._table()
            table.add_column("trick", justify="right")
            for name in ("who", "said", "", "best", "loss, in stakes"):
                table.add_column(name, no_wrap=True)
            for each in doublings:
                mark = each.mark
                table.add_row(
                    each.moment,
                    self._name(each.seat),
                    each.played.text(),
                    mark.value if mark else "",
                    "" if each.played == each.best else each.best.text(),
                    self._stakes_lost(each),
                    style="bold" if mark else "",
                )
            self._print(table)
        for seat in Seat:
            said = sum(each.seat is seat for each in review.doublings)
            if said:
                lost = self._in_stakes(review.stakes_lost(seat))
                self.line(
                    f"doubles: {self._name(seat)} lost {lost} stakes in {counted(said, 'decision')}"
                )

    def _stakes_lost(self, each: DoublingDecision) -> str:
        if each.played == each.best:
            return self._dash
        lost = self._in_stakes(each.loss)
        return f"too close ({lost})" if each.is_close else lost

    def _in_stakes(self, estimate: Estimate) -> str:
        return self._figure(estimate, places=2)

    def _tell_how(self, review: Review) -> None:
        found = [each.cards for each in review.worst(_WORST) if each.cards is not None]
        if found:
            # What is counted alone needs no words if other chances are inferred.
            self._tell_how_found(max(found, key=lambda chances: chances.worlds))
        if review.decisions:
            text = (
                f"loss: margin given up against the best move, exact without {self._plus_minus}; "
                f"{self._intervals}"
            )
            self._print(Text(text, style="dim"))
        self._print(Text(review.how, style="dim"))


def _in_per_cent(chance: Estimate) -> Estimate:
    return Estimate(PER_CENT * chance.mean, PER_CENT * chance.se)


def _without_repeats(course: Sequence[Standing]) -> list[Standing]:
    """The tricks after which anything changed."""
    return [
        each
        for before, each in zip([None, *course], course, strict=False)
        if before is None
        or each.marks
        or (before.expected, before.win) != (each.expected, each.win)
    ]


def _verb(decision: Decision) -> str:
    if decision.act in "lr":
        return "plays "
    return "says " if decision.played == Show() else "melds "
