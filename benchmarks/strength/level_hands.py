"""Hands that the engine `graded` plays against itself, and what its moves lose in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pinochle_solver.engines.by_rule import random_of
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.engines.graded import WeighedMove, chances, drawn, weigh
from pinochle_solver.engines.levels import NAMED, Level
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.reviews.decisions import DecisionKind
from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.stock.search import analyze_position
from pinochle_solver.stock.settings import Request, SearchSettings

# The best move is found in some worlds, and how far others are behind it is measured in others;
# neither are those in which the engine weighs.
_CHOOSING, _MEASURING = 10**9, 2 * 10**9
_ANY = Show()


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move that may be chosen.

    Attributes:
        behind: how many points it is behind the best, as far as the engine knows.
        blunder: what a beginner sees to be wrong with it; None for nothing.
        is_ruled_out: whether the engine never chooses it.
        lost: the points of the final difference that it loses.
    """

    behind: float
    blunder: str | None
    is_ruled_out: bool
    lost: float


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision with more than one legal move.

    Attributes:
        kind: of the decision, as in `DecisionKind`.
        moves: what may be chosen.
    """

    kind: str
    moves: list[JudgedMove]

    def chances(self, temperature: float, *, rules_out: bool = True) -> list[float]:
        """How likely each move is chosen, with or without the rule about blunders."""
        weighed = [
            # Chances do not depend on the move itself.
            WeighedMove(_ANY, each.behind, each.blunder, each.is_ruled_out and rules_out)
            for each in self.moves
        ]
        return chances(weighed, temperature)

    def expected_loss(self, temperature: float) -> float:
        """What is lost on average over what may be chosen."""
        pairs = zip(self.chances(temperature), self.moves, strict=True)
        return sum(chance * each.lost for chance, each in pairs)


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand that both seats played at one level.

    Attributes:
        number: which hand, from 0.
        level: the name of the level.
        rules: the name of the rulebook.
        decisions: those with more than one legal move.
    """

    number: int
    level: str
    rules: str
    decisions: list[JudgedDecision]


def judged_hand(
    number: int, rules: Sequence[str], worlds: int, measured_in: int, seed: int
) -> JudgedHand:
    """Play a hand, and judge every move that might have been chosen.

    Args:
        number: of the hand, from 0; rulebooks take turns, then levels.
        rules: the names of the rulebooks.
        worlds: in which the best move of a decision is chosen.
        measured_in: the worlds in which it is measured how far all others are behind that.
        seed: of the deals and of all choices.
    """
    name, turn = rules[number % len(rules)], number // len(rules)
    level = tuple(NAMED)[turn % len(NAMED)]
    temperature, own_seed = Level.parse(level).temperature, seed * 1_000_003 + number
    (deal,) = random_deals(1, own_seed, RULEBOOKS[name])
    referee = Referee.of_deal(deal)
    decisions = []
    while (seat := referee.turn) is not None:
        legal, view = referee.moves(), referee.view(seat)
        move = legal[0]
        if len(legal) > 1:
            assert view is not None
            weighed = weigh(view, own_seed)
            lost = _losses(view, weighed, worlds, measured_in, own_seed)
            decisions.append(
                JudgedDecision(
                    DecisionKind.of(view).value,
                    [
                        JudgedMove(each.behind, each.blunder, each.is_ruled_out, lost[each.move])
                        for each in weighed
                    ],
                )
            )
            move = drawn(weighed, temperature, random_of(view, own_seed))
        referee.push(move)
    return JudgedHand(number, level, name, decisions)


def _losses(
    position: Position, weighed: Sequence[WeighedMove], worlds: int, measured_in: int, seed: int
) -> dict[Move, float]:
    """What each move loses against the best, in worlds in which that was not chosen."""
    if isinstance(position, PlayoffPosition):
        return {each.move: each.behind for each in weighed}
    position = as_mover_sees(replace(position, stakes=None))
    choosing, measuring = (
        SearchSettings(limits=Limits(worlds=number), seed=first + seed)
        for first, number in ((_CHOOSING, worlds), (_MEASURING, measured_in))
    )
    best = analyze_position(position, choosing, Request()).choice
    every = Request.of(each.move for each in weighed)  # named, so that none is dropped
    means = {each.move: each.mean for each in analyze_position(position, measuring, every).moves}
    return {move: means[best] - mean for move, mean in means.items()}
