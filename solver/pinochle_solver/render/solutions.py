"""Solutions of playoff positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rich.text import Text

from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.race import Outcome, Race
from pinochle_solver.playoff.reasons import playoff_reason
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.playoff.verify import Verification
from pinochle_solver.render.grids import STOPPED, STOPPED_IN_LINE, STOPPED_ORDER, Table
from pinochle_solver.render.page import view
from pinochle_solver.render.positions import PositionViews
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat

_CALL_OUTS = {
    Outcome.WINS: "so it wins the game",
    Outcome.GOES_ON: "but the game goes on",
    Outcome.LOSES: "so it loses the game",
}
_CARDS_THAT = {
    Outcome.WINS: "wins the game in this hand",
    Outcome.GOES_ON: "the game goes on after this hand",
    Outcome.LOSES: "loses the game in this hand",
}


class SolutionViews(PositionViews):
    """Views of what the playoff search found."""

    @view(apart=True)
    def solution(self, solution: Solution) -> None:
        """Write a position and all that the search found of it."""
        self.position(solution.position)
        self.line()
        self._print(self._verdict(solution))
        if solution.moves:
            self._print(self._cards_table(solution))
            if not _has_all_values(solution):
                self._print(Text(STOPPED_ORDER, style="dim"))
        if solution.tricks:
            self._print(self._line_table(solution))
        if solution.race is not None:
            self._race(solution.position, solution.race)
        noun = "node" if solution.nodes == 1 else "nodes"
        cost = f"{solution.nodes:,} {noun}, {1000 * solution.seconds:.3g} ms"
        self._print(Text(cost, style="dim"))

    def _tell_playoff_reason(self, solution: Solution) -> None:
        """Write why the best card is better than the best of those that lose points."""
        why = playoff_reason(solution)
        if why is not None:
            text = Text("against ").append(self._card(why.other))
            other = self._name(solution.position.turn.other)
            self._print(text.append(f" it {why.in_words(other)}"))

    def _race(self, position: PlayoffPosition, race: Race) -> None:
        """Write which cards win the game in this hand, and what a call-out does."""
        if race.call is not None:
            self.line(f"call-out: {race.has} of {race.target}, {_CALL_OUTS[race.call]}")
        if not Calls.of(position).are_possible:
            self.line("call-outs: none, for both were at the target before this hand")
            return
        if race.cards is None:
            self._stopped_race(race)
            return
        if not {outcome for _, outcome in race.cards} - {Outcome.GOES_ON}:
            self.line("call-outs: with every card the game goes on after this hand")
            return
        self._outcomes(race.cards)

    def _stopped_race(self, race: Race) -> None:
        """Write what a race that was stopped has proven of each card."""
        known = [(card, worst) for card, worst, best in race.proven if worst is best]
        self._outcomes(known)
        open_cards = [each for each in race.proven if each.worst is not each.best]
        for what, cards in (
            ("does not lose the game", [each for each in open_cards if each.worst > Outcome.LOSES]),
            ("does not win the game", [each for each in open_cards if each.best < Outcome.WINS]),
        ):
            if cards:
                line = Text(f"{what} in this hand: ")
                self._print(line.append(Text(", ").join(self._card(each.card) for each in cards)))
        which = "with the other cards" if known else "in this hand"
        self.line(f"call-outs: the search was stopped before it found who wins {which}")

    def _outcomes(self, outcomes: Iterable[tuple[Card, Outcome]]) -> None:
        """Write what becomes of the game with which cards, the best first."""
        cards: dict[Outcome, list[Text]] = defaultdict(list)
        for card, outcome in outcomes:
            cards[outcome].append(self._card(card))
        for outcome in sorted(cards, reverse=True):
            line = Text(f"{_CARDS_THAT[outcome]}: ")
            self._print(line.append(Text(", ").join(cards[outcome])))

    @view()
    def verification(self, verification: Verification) -> None:
        """Write a position, and how the search stood up to all states of its deal."""
        self.notation(verification.position.text())
        wrong = f"{verification.wrong:,} are wrong"
        self.line(
            f"  {verification.states:,} states valued; {verification.searched:,} searched and "
            f"{verification.answered} of the line compared: "
            f"{'all agree' if verification.agrees else wrong}"
        )

    def _cards_table(self, solution: Solution, numbered: bool = False) -> Table:
        table = self._table()
        if numbered:
            table.add_column("", justify="right")
        table.add_column("card")
        names = [*map(self._name, Seat), "loss"]
        for name in names[: 3 if solution.exact else 2]:
            table.add_column(name, justify="right")
        for number, move in enumerate(solution.moves, start=1):
            row = [Text(str(number))] if numbered else []
            row += [self._card(move.card), *map(self._range, move.bounds)]
            if solution.exact:
                row.append(Text(str(move.loss) if move.loss else self._dash))
            table.add_row(*row, style="bold" if solution.exact and not move.loss else "")
        return table

    def _range(self, bounds: tuple[int, int]) -> Text:
        low, high = bounds
        return Text(str(low) if low == high else f"{low}{self._dash}{high}")

    def _verdict(self, solution: Solution) -> Text:
        verdict = Text("still to come: ")
        totals = (
            Text(f"{self._name(seat)} ").append(self._range(bounds))
            for seat, bounds in zip(Seat, solution.bounds, strict=True)
        )
        verdict.append(Text(", ").join(totals))
        verdict.stylize("bold", len("still to come: "))
        if not solution.exact:
            verdict.append(f" {STOPPED_IN_LINE if _has_all_values(solution) else STOPPED}")
        elif solution.final is not None:
            verdict.append(f"; the hand ends {solution.final.text()}")
        return verdict

    def _line_table(self, solution: Solution) -> Table:
        table = self._table()
        table.add_column("trick", justify="right")
        for name in ("lead", "reply"):
            table.add_column(name, no_wrap=True)
        table.add_column("taken by")
        table.add_column("points", justify="right")
        table.may_fold("lead", "reply")
        table.may_lose("taken by")
        position = solution.position
        leader = position.turn if position.led is None else position.turn.other
        for number, trick in enumerate(solution.tricks, start=1):
            table.add_row(
                str(number),
                Text(f"{self._name(leader)} ").append(self._card(trick.led)),
                Text(f"{self._name(leader.other)} ").append(self._card(trick.reply)),
                self._name(trick.winner),
                str(trick.points),
            )
            leader = trick.winner
        return table


def _has_all_values(solution: Solution) -> bool:
    """Whether the value of every card was found, and was asked for."""
    return bool(solution.moves) and all(move.bounds.exact for move in solution.moves)
