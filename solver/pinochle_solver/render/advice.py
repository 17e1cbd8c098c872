"""What to play, in short: the best moves of a position and how far behind the others are."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

from rich.text import Text

from pinochle_solver.notation.players import Players
from pinochle_solver.playoff.race import Outcome
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.render.analyses import AnalysisViews, assuming
from pinochle_solver.render.solutions import SolutionViews
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import Analysis

_MOST_MOVES = 5


class AdviceViews(AnalysisViews, SolutionViews):
    """Views of advice to a person, who is called you."""

    def advice(self, values: Analysis | Solution, person: Seat) -> None:
        """Write what to play and the first five moves, without the position.

        Args:
            values: what the moves are worth; of a stopped search what is known.
            person: whose move it is.
        """
        other = values.position.players.name(person.other)
        self._players = Players(*("you" if seat is person else other for seat in Seat))
        if isinstance(values, Solution):
            self._exact_advice(values)
        else:
            self._estimated_advice(values, other)

    def _exact_advice(self, solution: Solution) -> None:
        moves = solution.moves
        if len(moves) == 1:
            self._print(Text("only ").append(self._card(moves[0].card)).append(" can be played"))
            return
        best = Text("best: ").append(self._card(moves[0].card))
        outcomes = _outcomes_that_differ(solution)
        if outcomes:
            best = Text("best by points: ").append(self._card(moves[0].card))
        self._print(best if solution.exact else best.append(" (the search was stopped)"))
        self._tell_playoff_reason(solution)
        self._print(self._cards_table(replace(solution, moves=moves[:_MOST_MOVES])))
        self._tell_more(len(moves))
        self._print(self._verdict(solution))
        self._outcomes(outcomes)

    def _estimated_advice(self, analysis: Analysis, other: str) -> None:
        moves = analysis.moves
        if len(moves) == 1 or isnan(analysis.best.mean):
            self._print(self._judgement(analysis))
            return
        self._print(Text("best: ").append(self._move(analysis.choice)))
        self._print(self._values_table(replace(analysis, moves=moves[:_MOST_MOVES])))
        self._tell_more(len(moves))
        self._tell_judgement(analysis)
        if analysis.where:
            self._print(Text(assuming(analysis.where), style="dim"))
        error = "exact" if analysis.exact else self._intervals
        mean = f"your points minus {other}'s at the end of the hand, on average"
        if analysis.position.stakes is not None:
            mean = "what you are paid, in initial stakes, on average"
        self._print(Text(f"mean: {mean}; {error}", style="dim"))

    def _tell_more(self, moves: int) -> None:
        if moves > _MOST_MOVES:
            self.line(Text(f"and {moves - _MOST_MOVES} more", style="dim"))


def _outcomes_that_differ(solution: Solution) -> tuple[tuple[Card, Outcome], ...]:
    """What becomes of the game with each card, if that depends on the card."""
    cards = solution.race.cards if solution.race is not None else None
    if cards is None or len({outcome for _, outcome in cards}) == 1:
        return ()
    return cards
