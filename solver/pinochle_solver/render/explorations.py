"""A position stepped through: the values at each step, what moves lost, the way that led there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.intervals import SURE
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.render.analyses import AnalysisViews, digits_of
from pinochle_solver.render.solutions import SolutionViews
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import STAKE, Analysis

if TYPE_CHECKING:
    from pinochle_solver.hand.next_position import Sequel

Values = Solution | Analysis
"""What the moves of a position are worth."""


class ExplorationViews(AnalysisViews, SolutionViews):
    """Views of a position stepped through."""

    def explored_position(self, position: Position) -> None:
        """Write the table as it lies."""
        if isinstance(position, PlayoffPosition):
            self.position(position)
        else:
            self.stock_position(position)

    def explored_values(self, values: Values, *, numbered: bool = True) -> None:
        """Write what each move is worth, where asked for by the numbers under which it is made."""
        if isinstance(values, Solution):
            self._print(self._verdict(values))
            self._print(self._cards_table(values, numbered=numbered))
            self._tell_playoff_reason(values)
            return
        self._print(self._values_table(values, numbered=numbered))
        self._tell_judgement(values)
        notes = [*self._assumptions(values)]
        for note in (*notes[:1], *notes[1:][-1:]):
            self._print(Text(note, style="dim"))

    def explored_moves(self, moves: Sequence[Move]) -> None:
        """Write moves with their numbers, cards side by side."""
        cards = []
        for number, move in enumerate(moves, start=1):
            if isinstance(move, Play):
                cards.append(Text(f"{number}:").append(self._move(move)))
            else:
                self.line(Text(f"  {number:>2}  ").append(self._move(move)))
        if cards:
            self.line(Text("  ").append(Text("  ").join(cards)))

    def explored_line(self, solution: Solution) -> None:
        """Write the best line of a playoff."""
        self._print(self._line_table(solution))

    def explored_step(self, step: Sequel, values: Values | None) -> None:
        """Write what a move was, what followed, and what it lost; None where that is not known."""
        self.line(self._made(step))
        drawn = self._drawn(step)
        if drawn:
            self.line(drawn)
        for seat in step.last_dix:
            points = step.scored[seat].melds - step.shown_points * (seat is step.seat)
            self.line(f"{self._name(seat)} scores {points} for the dix just drawn")
        if drawn and isinstance(step.position, PlayoffPosition):
            self.line("the stock is gone: every card is known now, and values are exact")
        lost = None if values is None else self._lost(step.move, values)
        if lost is not None:
            self.line(lost)

    def answered(self, move: Move, values: Values, *, is_good: bool) -> None:
        """Write what a move that was thought best loses."""
        loss = _loss_of(move, values, self._plus_minus)
        if loss is None:
            self.line("the search was stopped before it was known what this loses")
        elif loss in (_BEST, _ONLY):
            self.line("right")
        else:
            lost = self._move(move).append(f" loses {loss} {_unit_of(values, loss)}")
            is_close = isinstance(values, Analysis) and move in {m.move for m in values.close}
            if is_close:
                lost = Text("right: it is too close to call (").append(lost).append(")")
            elif is_good:
                lost = Text("good enough: ").append(lost)
            self.line(lost)

    def explored_trail(self, steps: Iterable[tuple[Sequel, Values | None]], place: int) -> None:
        """Write the moves from the start with what each lost.

        Args:
            steps: the moves, each with the values of the position it was made in, if known.
            place: how many of them have been made where one is.
        """
        table = self._table()
        table.add_column("step", justify="right")
        table.add_column("move")
        table.add_column("loss", no_wrap=True)
        count = 0
        for count, (step, values) in enumerate(steps, start=1):
            move = Text(f"{self._name(step.seat)} ").append(self._move(step.move))
            loss = self._dash if values is None else _loss_of(step.move, values, self._plus_minus)
            table.add_row(str(count), move, loss or self._dash, style="bold" * (count == place))
        if not count:
            self.line("nothing has been tried yet")
            return
        self._print(table)
        self.line(f"this is the position {f'after step {place}' if place else 'at the start'}")

    def explored_end(self, points: HandPoints, is_whole: bool) -> None:
        """Write what a hand has come to, or what has been scored since the exploration began."""
        texts = (
            f"{self._name(seat)} {points[seat].melds} melds + {points[seat].tricks} cards = "
            f"{sum(points[seat])}"
            for seat in Seat
        )
        self.line()
        if not is_whole:
            since = "since the position that was given (it has no points=)"
            self.line(f"the hand is over; {since}: {', '.join(texts)}")
            return
        self.line(f"the hand is over: {', '.join(texts)}")
        lead = sum(points.south) - sum(points.north)
        winner = self._name(Seat.SOUTH if lead > 0 else Seat.NORTH)
        self.line(f"{winner} wins by {abs(lead)}" if lead else "a tie")

    def explored_refusal(self, seat: Seat, paid: int) -> None:
        """Write that a hand is over, for this seat refuses a double and pays so much."""
        self.line()
        self.line(f"the hand is over: {self._name(seat)} refuses and pays {paid}")

    # What happened

    def _made(self, step: Sequel) -> Text:
        text = Text(self._name(step.seat))
        if isinstance(step.move, Show):
            if step.move == Show():
                return text.append(" melds nothing")
            text.append(" melds ").append(self._move(step.move))
            return text.append(f": {counted(step.shown_points, 'point')}")
        if isinstance(step.move, Doubling):
            text.append(f" {_SAID[step.move]}")
            stakes = None if step.position is None else step.position.stakes
            if step.move is Doubling.ACCEPT and stakes is not None:
                text.append(f": the stake is {stakes.stake}")
            return text
        text.append(" leads " if step.leads else " plays ").append(self._move(step.move))
        if step.winner is None:
            return text
        points = step.scored[step.winner].tricks
        noun = "point" if points == 1 else "points"
        return text.append(f": {self._name(step.winner)} takes the trick, {points} {noun}")

    def _drawn(self, step: Sequel) -> Text:
        parts = []
        for seat, card in step.drawn:
            text = Text(f"{self._name(seat)} draws ")
            parts.append(text.append("a hidden card" if card is None else self._card(card)))
        return Text(", ").join(parts)

    def _lost(self, move: Move, values: Values) -> Text | None:
        """What a move loses against the best, in words; None where that is not known."""
        loss = _loss_of(move, values, self._plus_minus)
        if loss is None:
            return None
        text = self._move(move)
        if loss in (_BEST, _ONLY):
            return text.append(" is best" if loss == _BEST else " is the only move")
        text.append(f" loses {loss} {_unit_of(values, loss)}")
        if isinstance(values, Analysis) and any(close.move == move for close in values.close):
            text.append(", too close to call")
        return text.append("; best is ").append(self._move(_best(values)))


_BEST, _ONLY = "best", "only move"
_SAID = {
    Doubling.NO_DOUBLE: "does not double",
    Doubling.DOUBLE: "doubles",
    Doubling.REFUSE: "refuses",
    Doubling.ACCEPT: "accepts",
    Doubling.REDOUBLE: "redoubles",
}


def _best(values: Values) -> Move:
    return Play(values.moves[0].card) if isinstance(values, Solution) else values.best.move


def _unit_of(values: Values, loss: str) -> str:
    """In what a loss is told, one or many."""
    unit = "stake" if isinstance(values, Analysis) and values.objective == STAKE else "point"
    return unit if loss == "1" else f"{unit}s"


def _loss_of(move: Move, values: Values, plus_minus: str) -> str | None:
    """What a move loses: points, with a 95% interval where they are estimated, or a word."""
    if len(values.moves) == 1:
        return _ONLY
    if isinstance(values, Solution):
        card: Card | None = move.card if isinstance(move, Play) else None
        value = next((each for each in values.moves if each.card == card), None)
        if value is None or not values.exact:
            return None
        return str(value.loss) if value.loss else _BEST
    estimate = next((each for each in values.moves if each.move == move), None)
    if estimate is None or not isfinite(estimate.mean):
        return None
    if estimate is values.best or estimate.is_equal:
        return _BEST
    digits = digits_of(values)
    if estimate.exact:
        return f"{estimate.behind:.{digits}f}"
    error = f"{SURE * estimate.behind_se:.{digits}f}" if isfinite(estimate.behind_se) else "?"
    return f"{estimate.behind:.{digits}f} {plus_minus} {error}"
