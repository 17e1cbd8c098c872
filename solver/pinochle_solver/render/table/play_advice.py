"""What a person at a table of three or four is advised to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.text import Text

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import (
    BidAdvice,
    BidGroup,
    bid_advice,
    bid_groups,
)
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import CENTS, GAME
from pinochle_solver.render.table.answers import burial_said, is_close
from pinochle_solver.render.table.chances import TableChanceViews, has_a_contract, of_calls
from pinochle_solver.render.table.persons import TablePersonViews
from pinochle_solver.render.table.replays import YOU
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import PASS, Bury, Call, PlayCard
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

_MOST_ADVISED = 6
_MOST_BURIALS = 8
_HAND_ALONE = "checks of this hand alone, without those for the game"
_NEVER = Estimate(0.0, 0.0)
_SHARES = (0.95, 0.8, 0.5)
"""Of each the highest bid is shown that is made so often."""
_NATURAL_FIRST = "of cards as good, the one with the most points comes first, then the cheapest"


class TableAdviceViews(TablePersonViews, TableChanceViews):
    """Views of a hint."""

    def play_as(self, person: Seat | None, names: Mapping[Seat, str]) -> None:
        """As in `TablePersonViews`; from here on advice is short."""
        super().play_as(person, names)
        self._hand_alone, self._most_burials = _HAND_ALONE, _MOST_BURIALS

    def play_advice(
        self, analysis: ChanceAnalysis | None, best: AnyMove, maxim: str | None = None
    ) -> None:
        """Write the move that the default engine would make, and the values of the first moves.

        Args:
            analysis: what the moves are worth; None if only the move is known.
            best: the move.
            maxim: a maxim of play that speaks for it; None for none.
        """
        self._print(Text("best: ").append(self._advised(best)))
        if analysis is None or not analysis.moves:
            return
        analysis = replace(analysis, position=replace(analysis.position, names=self._called))
        advice = bid_advice(analysis) if analysis.position.act is Act.BID else None
        if advice is not None:
            self._tell_bid_answer(analysis, advice)
            groups = bid_groups(analysis.moves)
            shown = _telling(groups, advice)
            self._print(self._bids_table(analysis, shown, advice))
            self._tell_more(len(groups) - len(shown))
            self._tell_given_up(groups)
        else:
            moves = analysis.moves[:_MOST_ADVISED]
            if len(moves) > 1 or moves[0].mean is not None:
                self._print(self._chances_table(replace(analysis, moves=moves)))
            self._tell_more(len(analysis.moves) - len(moves))
            self._print(self._chances_verdict(replace(analysis, moves=moves)))
            if _is_not_highest(moves):
                self.line(_NATURAL_FIRST)
        if maxim is not None:
            self.line(f"MacDougall: {maxim}")
        self._print(Text(f"{self._what_means_are(analysis)}; {self._exactness(analysis)}", "dim"))

    def _tell_more(self, moves: int) -> None:
        if moves > 0:
            self.line(Text(f"and {moves} more", style="dim"))

    def _advised(self, move: AnyMove) -> Text:
        if isinstance(move, Call):
            return Text("pass" if move == PASS else f"bid {move.bid}")
        if isinstance(move, Bury):
            return Text(self.in_symbols(burial_said(move))).append(self._held_back(move))
        return self._in_words(move)

    def _exactness(self, analysis: ChanceAnalysis) -> str:
        return "exact" if analysis.exact else self._intervals

    def _what_means_are(self, analysis: ChanceAnalysis) -> str:
        """Said to the person if the person decides."""
        position, what = analysis.position, analysis.objective
        if self.who(position.turn) != YOU:
            return super()._what_means_are(analysis)
        money, has_contract = position.rules.money, has_a_contract(position)
        if what == GAME:
            text = "mean: your chance to win the game, in per cent"
        elif what == CENTS or (money is not None and money.in_points and has_contract):
            text = f"mean: what you are paid in {what}"
        else:
            side = "your side's" if position.rules.partners else "your"
            others = "the opponents'" if len(position.units) == 2 else "the others' average"
            text = f"mean: {side} {what} minus {others}"
        return f"{text}{of_calls(analysis)}"


def _is_not_highest(moves: Sequence[MoveChance]) -> bool:
    """Whether a card is first although one that is as good has a higher mean, as it is shown."""
    best, *others = moves
    if best.mean is None or not isinstance(best.move, PlayCard):
        return False
    shown = f"{best.mean.mean:.1f}"
    return any(
        is_close(move, best)
        and move.mean is not None
        and move.mean.mean > best.mean.mean
        and f"{move.mean.mean:.1f}" != shown
        for move in others
    )


def _telling(groups: list[BidGroup], advice: BidAdvice) -> list[BidGroup]:
    """Of many bids those that show how the chance falls, and those of the advice."""
    if len(groups) <= _MOST_ADVISED:
        return groups
    kept = [
        groups[0],
        *(each for each in groups if each.has(advice.best) or each.has(advice.limit)),
    ]
    for share in _SHARES:
        likely = (each for each in groups if (each.chance.chance or _NEVER).mean >= share)
        kept += [*likely][-1:]
    return [each for each in groups if each in kept]
