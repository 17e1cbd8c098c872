"""Hands with doubles: what a double, its answer and a card are worth in initial stakes.

After the last draws every card is known, and the playoff is solved: D, the final difference of the
seat to decide, says everything. Before that, the choices are valued by playouts in which both sides
double by learned thresholds (`doubling_playouts`). If no thresholds were learned, or if the whole
deal is known, the values come from the chance to win the hand as it stands. The search of the stock
phase finds that chance as if nobody doubled any more. The expected payment is the stake times the
difference of both seats' chances, plus a little for a seat that alone may double next (`RIGHT`).
Each seat then takes what is best for it, among equals the choice named first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import erf, nan
from time import perf_counter

from pinochle_solver.equities.hands import hand_moments
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.doubles import Doubler, Stakes
from pinochle_solver.rules.moves import Doubling, Move
from pinochle_solver.rules.rules import Points
from pinochle_solver.stock.analysis import STAKE, Analysis, MoveEstimate
from pinochle_solver.stock.beliefs import UNIFORM
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.models import ALL_KNOWN, FROM_HERE_ON
from pinochle_solver.stock.open_stock import is_open, opened
from pinochle_solver.stock.problem import Problem

RIGHT = 0.1
"""What the right to the next double is worth, in stakes, while there are draws to come. With it a
double is offered from a chance of 0.6 on while both may, and accepted from 0.2 on."""

GOES_ON = {
    Act.DOUBLE: Doubling.NO_DOUBLE,
    Act.ANSWER: Doubling.ACCEPT,
    Act.ANSWER_REDOUBLE: Doubling.ACCEPT,
}
"""The choice after which the hand goes on; it is used to find the chance to win."""

_UNKNOWN = Estimate(nan, nan)

Find = Callable[[StockPosition, tuple[Move | str, ...] | None], Analysis]
"""Analyses a position by points as if nobody doubled any more: all moves, or some of them."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a choice is worth to the seat that makes it.

    Attributes:
        payment: the expected payment, in initial stakes.
        paid: the chance to be paid, a tie counting half.
    """

    payment: float
    paid: float

    @property
    def of_other(self) -> Worth:
        """The same for the other seat."""
        return Worth(-self.payment, 1 - self.paid)


def worths(act: Act, stake: int, chance: float, right: float, owns: float) -> dict[Doubling, Worth]:
    """What each choice is worth to the seat to decide, in the order of the rules.

    Args:
        act: what is decided.
        stake: the stake before the double.
        chance: the chance of the seat to decide to win the hand if it goes on.
        right: what the right to double alone is worth, in stakes.
        owns: of that right before the double: 1 if the seat to decide has it alone, 0 if both have.
    """

    def goes_on(doubled: int, has_right: float) -> Worth:
        return Worth(doubled * (2 * chance - 1 + right * has_right) + 0.0, chance)

    def given_up(paid: int) -> Worth:
        return Worth(-float(paid), 0.0)

    if act is Act.DOUBLE:
        answer = best_of(worths(Act.ANSWER, stake, 1 - chance, right, 0))
        return {Doubling.NO_DOUBLE: goes_on(stake, owns), Doubling.DOUBLE: answer.of_other}
    if act is Act.ANSWER:
        answer = best_of(worths(Act.ANSWER_REDOUBLE, stake, 1 - chance, right, 0))
        return {
            Doubling.REFUSE: given_up(stake),
            Doubling.ACCEPT: goes_on(2 * stake, 1),
            Doubling.REDOUBLE: answer.of_other,
        }
    return {Doubling.REFUSE: given_up(2 * stake), Doubling.ACCEPT: goes_on(4 * stake, 1)}


def best_of(choices: Mapping[Doubling, Worth]) -> Worth:
    """What the best choice is worth, among equals the one named first."""
    return max(choices.values(), key=lambda worth: worth.payment)


def analyze_doubling(
    position: StockPosition,
    find: Find,
    at_window: Callable[[Collection[Move]], Analysis | None],
    moves: Iterable[Move | str] | None = None,
) -> Analysis:
    """Value what may be said about a double.

    Args:
        position: a position in which a double is offered or answered, as the seat to decide sees
            it.
        find: finds the chance to win before the last draws.
        at_window: values such choices there by playouts in which both sides double later; None if
            nothing was learned for that.
        moves: the only choices to value, against one another; every legal one if not given.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not known.
        IllegalMoveError: when one of `moves` cannot be made.
        ValueError: for an empty list of moves.
    """
    assert position.stakes is not None
    problem = Problem(position)
    legal = problem.moves.values()
    wanted = {*legal} if moves is None else {problem.moves[problem.number_of(m)] for m in moves}
    if not wanted:
        raise ValueError("moves is empty, expected at least one move")
    found, estimates = _valued(position, find, at_window, wanted)
    return replace(
        found,
        position=position,
        objective=STAKE,
        moves=estimates,
        choice=estimates[0].move,
        selected=len(wanted) < len(legal),
        reason=None,
    )


def _valued(
    position: StockPosition,
    find: Find,
    at_window: Callable[[Collection[Move]], Analysis | None],
    wanted: Collection[Move],
) -> tuple[Analysis, tuple[MoveEstimate, ...]]:
    """The analysis, with the choices wanted, the best first."""
    assert position.stakes is not None
    if position.is_last_window:
        found = _solved(position)
        return found, _estimates(position.stakes, 0.0, found, wanted)
    if is_open(position):
        found = _of_lead(position, find(lead_of(opened(position)), None))
        return found, _estimates(position.stakes, RIGHT, found, wanted)
    by_playouts = at_window(wanted)
    if by_playouts is not None:
        return by_playouts, by_playouts.moves
    found = find(position, (GOES_ON[position.act],))
    found = replace(found, model=found.model + _from_here_on(position))
    return found, _estimates(position.stakes, RIGHT, found, wanted)


def doubling_by_points(position: StockPosition) -> Doubling:
    """The choice, without a search, that the points scored so far favour, if they are known.

    What is still to come is assumed to be even, and to vary as hands between equal players do.
    """
    assert position.stakes is not None
    chance = 0.5
    if position.points is not None:
        deck = position.rules.deck
        tricks = deck.stock_tricks + deck.hand
        left = 1 - position.completed_tricks / tricks
        spread = hand_moments(position.rules, position.count).sd * (2 * left) ** 0.5
        own, others = (sum(position.points[s]) for s in (position.turn, position.turn.other))
        chance = (1 + erf((own - others) / (spread * 2**0.5))) / 2
    choices = worths(position.act, position.stakes.stake, chance, RIGHT, _owns(position))
    return max(choices, key=lambda choice: choices[choice].payment)


def _owns(position: StockPosition) -> float:
    """Who has the right to double: 1 the seat to decide alone, -1 the other alone, 0 both."""
    assert position.stakes is not None
    if position.stakes.doubler is Doubler.BOTH:
        return 0.0
    return 1.0 if position.stakes.doubler is Doubler.of(position.turn) else -1.0


def _from_here_on(position: StockPosition) -> str:
    """The words of the model if it is not known what has been scored so far."""
    return "" if position.points else FROM_HERE_ON


def _of_lead(position: StockPosition, lead: Analysis) -> Analysis:
    """An analysis of the lead that follows, as one of what is said before it."""
    best, model = lead.best, lead.model + _from_here_on(position)
    win = best.win if position.turn is position.leader else 1 - best.win
    return replace(lead, position=position, moves=(replace(best, win=win),), model=model)


def lead_of(position: StockPosition | PlayoffPosition) -> StockPosition:
    """The position if nobody doubles now: the winner of the last trick leads to the next one."""
    assert isinstance(position, StockPosition)
    return replace(position, act=Act.PLAY, turn=position.leader, stakes=None)


def _solved(position: StockPosition) -> Analysis:
    """The chance to win in the last window: all cards are known, and the playoff is solved."""
    assert position.stakes is not None
    started = perf_counter()
    south, north = (
        Hand.of((*hand.known, *position.unseen)) if hand.hidden else hand.known
        for hand in (position.south, position.north)
    )
    to_come = solve(
        PlayoffPosition(
            rules=position.rules,
            count=position.count,
            trump=position.trump,
            south=south,
            north=north,
            turn=position.leader,
        ),
        moves=False,
    ).value
    points = position.points or (None, None)
    totals = (sum(held or ()) + more for held, more in zip(points, to_come, strict=True))
    ahead = position.stakes.paid(Points(*totals))[position.turn]
    exact = MoveEstimate(
        move=GOES_ON[position.act],
        objective=STAKE,
        mean=nan,
        mean_se=0.0,
        win=((ahead > 0) - (ahead < 0) + 1) / 2,
        win_se=0.0,
        points_behind=_UNKNOWN,
        win_behind=_UNKNOWN,
        visits=1,
        exact=True,
    )
    return Analysis(
        position=position,
        engine="default",
        objective=STAKE,
        belief=UNIFORM,
        model=ALL_KNOWN + _from_here_on(position),
        moves=(exact,),
        choice=exact.move,
        worlds=1,
        seed=1,
        seconds=perf_counter() - started,
        sampled=False,
    )


def _estimates(
    stakes: Stakes, right: float, found: Analysis, wanted: Collection[Move]
) -> tuple[MoveEstimate, ...]:
    """The choices wanted, the best first, equal ones in the order of the rules.

    Args:
        stakes: how doubles stand.
        right: what the right to double alone is worth, in stakes.
        found: its only move's chance to win is that of the hand if it goes on.
        wanted: the choices.
    """
    position, chance, error = found.position, found.best.win, found.best.win_se

    def at(win: float) -> dict[Doubling, Worth]:
        return worths(position.act, stakes.stake, win, right, _owns(position))

    low, high = max(chance - error, 0.0), min(chance + error, 1.0)
    now, lower, higher = at(chance), at(low), at(high)
    # Half of both ways; more where certainty cuts one of them short.
    share = error / (high - low) if high > low else 0.5
    ordered = sorted(
        (choice for choice in now if choice in wanted), key=lambda choice: -now[choice].payment
    )
    best = ordered[0]

    def spread(of: Callable[[Mapping[Doubling, Worth]], float]) -> Estimate:
        """What something comes to by the chance, and by how much the chance's error moves it."""
        return Estimate(of(now), abs(of(higher) - of(lower)) * share)

    def estimate(choice: Doubling) -> MoveEstimate:
        payment = spread(lambda worth: worth[choice].payment)
        paid = spread(lambda worth: worth[choice].paid)
        return MoveEstimate(
            move=choice,
            objective=STAKE,
            mean=payment.mean,
            mean_se=payment.se,
            win=paid.mean,
            win_se=paid.se,
            points_behind=_UNKNOWN,
            win_behind=spread(lambda worth: worth[best].paid - worth[choice].paid),
            visits=found.worlds,
            exact=found.best.exact and not right,
            stake_behind=spread(lambda worth: worth[best].payment - worth[choice].payment),
        )

    return tuple(map(estimate, ordered))


def in_stakes(analysis: Analysis) -> Analysis:
    """An analysis of cards or shows by points, restated in initial stakes.

    The moves are in the order of their expected payments. The move to play is still the one chosen
    by points, if its payment cannot be told apart from the best.
    """
    stakes = analysis.position.stakes
    assert stakes is not None
    paid = [_paid(each, stakes) for each in analysis.moves]
    best = max(paid, key=lambda each: each.mean)

    def behind(each: MoveEstimate) -> MoveEstimate:
        if each is best:
            none = Estimate(0.0, 0.0)
            return replace(each, points_behind=none, win_behind=none, stake_behind=none)
        # The errors are those of how far each is behind the first by points.
        compared = best if each is paid[0] else each
        points, win = compared.points_behind.se, compared.win_behind.se
        return replace(
            each,
            points_behind=Estimate(each.points_behind.mean - best.points_behind.mean, points),
            win_behind=Estimate(each.win_behind.mean - best.win_behind.mean, win),
            stake_behind=Estimate(best.mean - each.mean, 2 * stakes.stake * win),
        )

    moves = tuple(sorted(map(behind, paid), key=lambda each: each.behind))
    chosen = next(each for each in moves if each.move == analysis.choice)
    choice = analysis.choice if chosen.is_close else moves[0].move
    model, reason = analysis.model + _from_here_on(analysis.position), analysis.reason
    if reason is not None and reason.move != moves[0].move:
        reason = None
    return replace(
        analysis, objective=STAKE, moves=moves, choice=choice, model=model, reason=reason
    )


def progress_in_stakes(
    progress: Callable[[Analysis], None] | None,
) -> Callable[[Analysis], None] | None:
    """The function to call with analyses by points, so that `progress` gets them in stakes."""
    return None if progress is None else lambda analysis: progress(in_stakes(analysis))


def _paid(move: MoveEstimate, stakes: Stakes) -> MoveEstimate:
    """A move with its expected payment, if nobody doubles any more."""
    return replace(
        move,
        objective=STAKE,
        mean=stakes.stake * (2 * move.win - 1),
        mean_se=2 * stakes.stake * move.win_se,
    )
