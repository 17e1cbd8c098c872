"""What an analysis of the stock phase found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite, isnan, nan

from rich.text import Text

from pinochle_solver.intervals import SURE, chance_interval, difference_interval
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.render.card_chances import CardChanceViews
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import PER_CENT, guess_from, percent, percent_within, view
from pinochle_solver.render.positions import PositionViews
from pinochle_solver.rules.agreed import call_out_rule
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Doubling
from pinochle_solver.rules.rules import CallOutRule, Seat
from pinochle_solver.stock.analysis import (
    STAKE,
    WIN,
    Analysis,
    CallOutValue,
    DoublingOutlook,
    SeatOutlook,
)
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.models import in_plain_words
from pinochle_solver.stock.prices import points_shown
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.reason_words import sentence
from pinochle_solver.stock.reasoning import best_otherwise, shows_later
from pinochle_solver.stock.reasons import Reason

_SELDOM = 0.01
# Why an engine plays another move than the first, after the move.
_WHY_CHOSEN = {
    "default": " is played: weighed with the learned policy it promises most",
    "ismcts": " is played: it was tried most",
}


class AnalysisViews(PositionViews, CardChanceViews):
    """Views of analyses."""

    @view(apart=True)
    def analysis(self, analysis: Analysis) -> None:
        """Write a position, what each move is worth in it, and why the best is the best."""
        self.stock_position(analysis.position)
        self._print(self._values_table(analysis))
        self._tell_judgement(analysis)
        if analysis.call_out is not None:
            self._print(self._call_out(analysis, analysis.call_out))
        if analysis.choice != analysis.best.move:
            self._print(
                self._move(analysis.choice).append(_WHY_CHOSEN.get(analysis.engine, " is played"))
            )
        if analysis.doubling is not None:
            self._tell_doubling(analysis, analysis.doubling)
        otherwise = self._otherwise(analysis)
        if otherwise:
            self._print(otherwise)
        if any(move.price for move in analysis.moves):
            self._print(self._prices_table(analysis))
        later = self._later_table(analysis)
        if later:
            self._print(later)
        if analysis.cards is not None:
            self.card_chances(analysis.cards)
        for note in self._assumptions(analysis):
            self._print(Text(note, style="dim"))

    # The moves

    def _values_table(self, analysis: Analysis, numbered: bool = False) -> Table:
        moves, scale, is_exact = analysis.moves, _scale(analysis), analysis.exact
        digits = digits_of(analysis)
        errors = ["exact"] * len(moves)
        if not is_exact:
            errors = self._errors((move.mean_se for move in moves), digits)
        if isnan(analysis.best.mean):
            errors = [""] * len(moves)
        exact_means = [self._points(move.mean, digits) for move in moves]
        mean, *means = _beside("mean", exact_means, errors)
        less = [self._dash, *(self._points(scale * move.behind, digits) for move in moves[1:])]
        errors = [""] * len(moves)
        if not is_exact and analysis.objective == WIN:
            errors[1:] = [f"({move.win_behind_interval.per_cent})" for move in moves[1:]]
        elif not is_exact:
            errors[1:] = self._errors((move.behind_se for move in moves[1:]), digits)
        behind, *behinds = _beside("loss", less, errors)
        win, *wins = self._wins(analysis)
        table = self._table()
        if numbered:
            table.add_column("", justify="right", no_wrap=True)
        for name in ("move", mean, behind, win):
            table.add_column(name, no_wrap=True)
        table.add_column("worlds", justify="right", no_wrap=True)
        if analysis.open_average is not None:
            table.add_column("face up", justify="right", no_wrap=True)
        for place, move in enumerate(moves):
            worlds = f"{move.visits:,}" if move.visits else self._dash
            row: list[Text | str] = [str(place + 1)] if numbered else []
            row.append(self._move(move.move))
            row += [means[place], behinds[place], wins[place], worlds]
            if analysis.open_average is not None:
                row.append(self._points(analysis.open_average.get(move.move.text(), nan)))
            table.add_row(*row, style="" if place else "bold")
        table.may_lose("worlds")
        if analysis.objective != WIN:
            table.may_lose(_won(analysis))
        short = [each.rjust(len(mean)) for each in exact_means]
        table.may_shorten("mean", short, lost="the mean's error")
        if analysis.open_average is not None:
            table.may_lose("face up")
        if analysis.objective == WIN:
            # The chances are what was asked for: the mean gives way to them.
            table.may_lose("mean")
        table.may_fold("move")
        return table

    def _wins(self, analysis: Analysis) -> list[str]:
        """The heading and cells of the chances to win; a dash where nothing is known.

        From one world, for example, a chance may be anything.
        """
        moves = analysis.moves
        is_known = [not (isnan(move.win) or move.win_interval == (0, 1)) for move in moves]
        numbers = [
            percent(move.win) if known else self._dash
            for move, known in zip(moves, is_known, strict=True)
        ]
        errors = [
            f"({move.win_interval.per_cent})" if known and not analysis.exact else ""
            for move, known in zip(moves, is_known, strict=True)
        ]
        return _beside(_won(analysis), numbers, errors)

    def _errors(self, errors: Iterable[float], digits: int = 1) -> list[str]:
        """Standard errors as 95% intervals, the signs below one another; ? for unknown ones."""
        numbers = [f"{SURE * error:.{digits}f}" if isfinite(error) else "?" for error in errors]
        width = max(map(len, numbers), default=0)
        return [f"{self._plus_minus} {number:>{width}}" for number in numbers]

    # Which is best, and why

    def _tell_judgement(self, analysis: Analysis) -> None:
        self._print(self._judgement(analysis))
        why = self._reason(analysis)
        if why:
            self._print(why)
        self._tell_guess(analysis)

    def _judgement(self, analysis: Analysis) -> Text:
        best = analysis.best
        if isnan(best.mean):
            return Text(f"{analysis.engine} chooses ").append(self._move(best.move))
        if len(analysis.moves) == 1:
            only = " was valued alone" if analysis.selected else " is the only move"
            return self._move(best.move).append(only)
        if analysis.close:
            is_equal = all(move.is_equal for move in analysis.close)
            verdict = "equally good: " if is_equal else "too close to call: "
            moves = [self._move(move.move) for move in (best, *analysis.close)]
            return Text(verdict).append(Text(", ").join(moves))
        second, scale = analysis.moves[1], _scale(analysis)
        digits = digits_of(analysis)
        lead, unit = self._points(scale * second.behind, digits), _UNITS.get(analysis.objective, "")
        if second.exact:
            lead += unit
        elif analysis.objective == WIN:
            lead += f"{unit} ({second.win_behind_interval.per_cent})"
        else:
            lead += f" {self._plus_minus} {SURE * second.behind_se:.{digits}f}{unit}"
        best_of = "the best of these" if analysis.selected else "best"
        text = self._move(best.move).append(f" is {best_of}: {lead} better than ")
        return text.append(self._move(second.move))

    def _tell_guess(self, analysis: Analysis) -> None:
        """Warn of an answer from so few worlds that it is hardly more than a guess."""
        if analysis.is_guess:
            self.line(guess_from(counted(analysis.worlds, "world")))

    def _call_out(self, analysis: Analysis, value: CallOutValue) -> Text:
        """The value of a call-out, compared with playing on."""
        text = Text("call-out: ").append(f"{value.has} of {value.target}, so ")
        win = analysis.best.win
        going_on = "" if isnan(win) else f"; playing on wins {percent(win)}"
        if not value.is_right:
            return text.append(f"it loses the game{going_on}")
        rule = call_out_rule(analysis.position.rules, analysis.position.agreed)
        if rule is CallOutRule.WINS:
            return text.append(f"it wins the game{going_on}")
        text.append("it wins with a trick that he leads")
        if isnan(value.win):
            return text
        return text.append(f": wins {percent_within(value.win, value.win_interval)}{going_on}")

    def _tell_doubling(self, analysis: Analysis, outlook: DoublingOutlook) -> None:
        """Write the chance to win the hand, and the value of a double."""
        own, other = self._name(analysis.mover), self._name(analysis.mover.other)
        chance = percent_within(outlook.chance.mean, outlook.chance_interval)
        self.line(f"{own} wins the hand, played out, in {chance}")
        if outlook.accepted is None:
            return
        table = self._table()
        table.add_column("if doubled", no_wrap=True)
        table.add_column("stakes", justify="right", no_wrap=True)
        table.add_column("how often", justify="right")
        paid = f"{outlook.accepted.mean:.3f} {self._plus_minus} {SURE * outlook.accepted.se:.3f}"
        table.add_row(f"{other} accepts", paid, _how_often(outlook.accepts))
        table.add_row(f"{other} refuses", f"{outlook.refused:.3f}", _how_often(outlook.refuses))
        table.add_row(f"{other} redoubles", "", _how_often(outlook.redoubles))
        table.may_fold("if doubled")
        self._print(table)
        if len(analysis.moves) > 1:
            self.line(_verdict(analysis, outlook, other))

    def _otherwise(self, analysis: Analysis) -> Text | None:
        """The move that is best for the other objective, if points and the game disagree."""
        found = best_otherwise(analysis)
        if found is None or analysis.position.score == NO_SCORE:
            return None
        move, ahead = found
        if analysis.objective == WIN:
            counted, better = "points alone", f"{ahead.mean:.1f}"
            if not move.exact:
                better += f" {self._plus_minus} {SURE * ahead.se:.1f}"
        else:
            counted, better = "the game", f"{PER_CENT * ahead.mean:.1f}{_UNITS[WIN]}"
            if not move.exact:
                better += f" ({difference_interval(*ahead).per_cent})"
        return (
            Text(f"for {counted} ").append(self._move(move.move)).append(f" is better, by {better}")
        )

    def _reason(self, analysis: Analysis) -> Text | None:
        """Why the best is better than another move, which is named unless it is the second."""
        why = analysis.reason
        if why is None:
            return None
        text = Text("in points, it " if analysis.objective == STAKE else "it ")
        if why.other != analysis.moves[1].move:
            text = Text("against ").append(self._move(why.other)).append(f" {text}")
        return text.append(self._in_words(why, analysis.position, analysis.mover))

    def _in_words(self, why: Reason, position: StockPosition, seat: Seat) -> str:
        of_game = position.score != NO_SCORE
        return sentence(why, self._name(seat.other), of_game=of_game)

    # What a meld costs

    def _prices_table(self, analysis: Analysis) -> Table:
        shows = [(move.move, move.price) for move in analysis.moves if move.price is not None]
        is_exact = analysis.exact
        errors = [""] * len(shows) if is_exact else self._errors(p.later_se for _, p in shows)
        numbers = [_signed(price.later) for _, price in shows]
        rest, *later = _beside("the rest", numbers, errors)
        table = self._table()
        table.add_column("meld", no_wrap=True)
        for name in ("points\nnow", "from\nhand"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column(f"{rest}\nagainst pass", no_wrap=True)
        for name in ("melds\ngained", "melds\ngiven up"):
            table.add_column(name)
        for (move, price), worth in zip(shows, later, strict=True):
            gained, given_up = self._melds(price.gained), self._melds(price.given_up)
            numbers = [str(price.points), str(price.laid), worth]
            table.add_row(self._move(move), *numbers, gained, given_up)
        table.may_lose("from hand", "melds given up", "melds gained")
        table.may_fold("meld")
        return table

    def _melds(self, texts: Iterable[str]) -> Text:
        return Text(", ").join(map(self._meld, texts)) or Text(self._dash)

    def _meld(self, text: str) -> Text:
        name, _, cards = text.partition(":")
        return Text(f"{name} ").append(self._cards(map(Card.parse, cards.split("."))))

    # What comes later

    def _later_table(self, analysis: Analysis) -> Table | None:
        """What both seats score later; None if it is not known.

        From few worlds it is left out. The luck of the draws is subtracted from its points, and
        they may then be fewer than none.
        """
        best = analysis.best
        if best.mover is None or best.other is None or analysis.is_guess:
            return None
        mover = analysis.mover
        shows = {mover: shows_later(best), mover.other: best.other.shows}
        points = points_shown(Problem(analysis.position), best.move)
        later = {
            mover: SeatOutlook(best.mover.melds - points, best.mover.tricks, {}),
            mover.other: best.other,
        }
        table = self._table()
        table.add_column(Text("later, after ").append(self._move(best.move)))
        for seat in Seat:
            table.add_column(self._name(seat), justify="right")
        for name in _most_frequent_first(shows.values()):
            often = (shows[seat].get(name, 0.0) for seat in Seat)
            table.add_row(name, *(f"{x:.2f}" if x >= _SELDOM else self._dash for x in often))
        for name, value in _LATER_POINTS:
            table.add_row(name, *(self._points(value(later[seat])) for seat in Seat))
        return table

    # What the values are

    def _assumptions(self, analysis: Analysis) -> Iterable[str]:
        own, other = self._name(analysis.mover), self._name(analysis.mover.other)
        if not isnan(analysis.best.mean):
            whole = analysis.position.points is not None
            until = "at the end of the hand" if whole else "from here on"
            unknown = "" if whole else " (points= was not given)"
            error = "exact" if analysis.exact else self._intervals
            average = "" if analysis.exact and analysis.worlds <= 1 else ", on average"
            if analysis.position.stakes is None:
                yield f"mean: {own}'s points minus {other}'s {until}{average}{unknown}; {error}"
            else:
                yield f"mean: what {own} is paid, in initial stakes{average}; {error}"
        if analysis.open_average is not None:
            yield "face up: the mean if all cards lay face up, when a move reveals nothing"
        yield in_plain_words(analysis.model)
        if self._verbose:
            yield f"model: {analysis.model}"
        if analysis.where:
            yield assuming(analysis.where)
        worlds = f"{'all ' if analysis.exact else ''}{counted(analysis.worlds, 'world')}"
        stopped = "" if analysis.finished else ", stopped"
        engine = f"engine {analysis.engine}, belief {analysis.belief}{stopped}"
        yield f"{engine}: {worlds}, seed {analysis.seed}, {analysis.seconds:.3g} s"

    # Moves and numbers

    def _points(self, points: float, digits: int = 1) -> str:
        """A number of points, or of what else has so many digits; a dash if it is not known."""
        return f"{round(points, digits) + 0.0:.{digits}f}" if isfinite(points) else self._dash


def assuming(where: Sequence[str]) -> str:
    """What was assumed of the hidden cards, in a line."""
    from pinochle_solver.stock.assumptions import in_words

    return f"assuming {in_words(where)}"


_LATER_POINTS: tuple[tuple[str, Callable[[SeatOutlook], float]], ...] = (
    ("meld points", lambda outlook: outlook.melds),
    ("card points", lambda outlook: outlook.tricks),
)


# What the numbers are by which the moves are ordered, where these are not points.
_UNITS = {WIN: " percentage points", STAKE: " stakes"}


def _won(analysis: Analysis) -> str:
    """What the chances are chances of, as a heading."""
    if analysis.objective == STAKE:
        return "is paid"
    return "win hand" if analysis.position.score == NO_SCORE else "win game"


def digits_of(analysis: Analysis) -> int:
    """How many digits means have."""
    return 2 if analysis.objective == STAKE else 1


def _verdict(analysis: Analysis, outlook: DoublingOutlook, other: str) -> str:
    """The decision in the words of the game."""
    waits = next(move for move in analysis.moves if move.move is Doubling.NO_DOUBLE)
    if analysis.best.move is Doubling.DOUBLE:
        answer = "accept" if outlook.should_accept else "refuse"
        return f"double; {other} should {answer}"
    if waits.mean > outlook.refused:
        return "too good to double: to play on is worth more than the stake"
    return f"no double; {other} should " + ("accept one" if outlook.should_accept else "refuse one")


def _how_often(often: Estimate) -> str:
    return percent_within(often.mean, chance_interval(*often))


def _scale(analysis: Analysis) -> int:
    """The factor that turns a loss into the unit that is shown: percentage points of chances."""
    return PER_CENT if analysis.objective == WIN else 1


def _beside(name: str, numbers: Sequence[str], errors: Sequence[str]) -> list[str]:
    """A column's heading and cells: numbers, to the right of one another, and their errors."""
    width = max(map(len, numbers))
    return [
        name.rjust(width),
        *(
            f"{number:>{width}} {error}".rstrip()
            for number, error in zip(numbers, errors, strict=True)
        ),
    ]


def _signed(points: float) -> str:
    text = f"{points:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def _most_frequent_first(shows: Iterable[Mapping[str, float]]) -> list[str]:
    most: dict[str, float] = {}
    for kinds in shows:
        for name, often in kinds.items():
            most[name] = max(often, most.get(name, 0.0))
    return sorted((name for name in most if most[name] >= _SELDOM), key=lambda name: -most[name])
