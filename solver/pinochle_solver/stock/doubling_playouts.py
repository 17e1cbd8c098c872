"""What to say at a window before the last one, by playouts in which both sides double.

Worlds are drawn as for any other decision. In each world the policy plays the hand on. At every
later window both seats know only what they see (``_core.stock.windows``), and thresholds on their
chances decide what they do about the stake (`doubling_policy`). So each choice has a payment in
every world, and the right to double is worth what it brings there. Payments vary more than anything
else. So the next lead is also valued by what equally good hands have paid, and playouts are trusted
as far as their noise allows.

The other seat's answer to a double offered now also goes by its chance in that world. Whether the
seat that offered accepts a redouble goes by what that is then worth on average. A seat that answers
a double has learned something from it: if the other seat would not have doubled with the cards that
a world gives it, the world counts for less. It still counts for something, because people double in
other ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import nan, sqrt
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.windows import WindowPlayouts
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.intervals import UNSEEN
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.doubles import Doubler
from pinochle_solver.rules.moves import Doubling, Move
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import (
    STAKE,
    Analysis,
    DoublingOutlook,
    MoveEstimate,
)
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.doubling_policy import (
    Courses,
    DoublingPolicy,
    Paid,
    Thresholds,
    Window,
    paid_from,
)
from pinochle_solver.stock.estimates import Estimate, Expected, Samples
from pinochle_solver.stock.models import PLAYED_ON_WITH_DOUBLES
from pinochle_solver.stock.nets import Nets
from pinochle_solver.stock.sampling import CHUNK, playoff_seconds
from pinochle_solver.stock.settings import SearchSettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SEEN_IN = 8
"""How many deals each seat imagines, at later windows, for what it does not see."""
SURPRISE = 0.2
"""The weight of a world in which the other seat would not have doubled; 1 is the usual weight."""
LEAST_CHUNKS, MOST_CHUNKS = 2, 1 << 15
# By so much means of valued leads are usually wrong, in stakes and in chances.
_BLIND, _BLIND_CHANCE = 0.06, 0.02
# Of worlds that chains draw: 1.6 to 3 was found at windows of macdougall.
_ALIKE = Expected(design=2.5, doubt=0.0)
# Playoffs that take longer are estimated.
_SOLVED_SECONDS = 2e-3


@dataclass
class _Played:
    """The worlds played so far, a part of each for every chunk."""

    leaders: list[NDArray[np.uint8]] = field(default_factory=list)
    chances: list[NDArray[np.float32]] = field(default_factory=list)
    outcome: list[Floats] = field(default_factory=list)

    @property
    def worlds(self) -> int:
        return sum(map(len, self.outcome))

    def courses(self) -> Courses:
        import numpy as np

        return Courses(
            np.concatenate(self.leaders),
            np.concatenate(self.chances),
            np.concatenate(self.outcome),
        )

    def groups(self) -> NDArray[np.int64]:
        """The first world of every chunk."""
        import numpy as np

        return np.cumsum([0, *map(len, self.outcome[:-1])])


@dataclass(frozen=True, eq=False)
class _Payments:
    """What each choice pays the seat to decide, in the current stake, world by world.

    Attributes:
        by_choice: in the order of the rules.
        accepted: for who may offer a double what it pays if it is accepted,
        accepts: and whether the other seat accepts it,
        redoubles: or redoubles; None for who answers.
        weights: of the worlds.
    """

    by_choice: Mapping[Doubling, Floats]
    weights: Floats
    accepted: Floats | None = None
    accepts: NDArray[np.bool_] | None = None
    redoubles: NDArray[np.bool_] | None = None


@dataclass(frozen=True, eq=False)
class _Found:
    """The results of the worlds played so far.

    Attributes:
        played: by playouts to the end,
        valued: and with the next lead valued by what such hands have paid.
        groups: the first world of every chain; None where worlds are independent.
        stake: the stake that holds.
    """

    played: _Payments
    valued: _Payments
    groups: NDArray[np.int64] | None
    stake: int

    def pays(self, choice: Doubling) -> Estimate:
        """What a choice pays, in initial stakes."""
        found = self._mean(self.valued.by_choice[choice], self.played.by_choice[choice])
        return self._surer(found, 2 * self.stake, choice)

    def behind(self, best: Doubling, choice: Doubling) -> Estimate:
        """How much more the best one pays."""
        valued, played = (
            each.by_choice[best] - each.by_choice[choice] for each in (self.valued, self.played)
        )
        return self._surer(self._mean(valued, played), 2 * self.stake, best, choice)

    def win(self, choice: Doubling) -> Estimate:
        """How often anything is paid to the seat to decide, a tie counting half."""
        return self._surer(self.weighted(self._is_paid(choice)), 1, choice)

    def win_behind(self, best: Doubling, choice: Doubling) -> Estimate:
        """How much more often it is with the best one."""
        more = self.weighted(self._is_paid(best) - self._is_paid(choice))
        return self._surer(more, 1, best, choice)

    def _is_paid(self, choice: Doubling) -> Floats:
        import numpy as np

        paid: Floats = (np.sign(self.played.by_choice[choice]) + 1) / 2
        return paid

    def _surer(self, found: Estimate, unit: int, *choices: Doubling) -> Estimate:
        """Its error at least what the worlds not seen may hide, but of what is certain."""
        if {*choices} == {Doubling.REFUSE} or len({*choices}) < len(choices):
            return found
        return found._replace(se=max(found.se, unit * UNSEEN / len(self.played.weights)))

    def accepted(self) -> Estimate:
        """What a double pays that is accepted, for who may offer one."""
        assert self.valued.accepted is not None
        assert self.played.accepted is not None
        return self._mean(self.valued.accepted, self.played.accepted)

    def how_often(self, happens: NDArray[np.bool_]) -> Estimate:
        """In what share of the worlds something happens."""
        return self._surer(self.weighted(happens.astype(float)), 1)

    def _mean(self, valued: Floats, played: Floats) -> Estimate:
        return self.mean(self.stake * valued, self.stake * played, self.stake * _BLIND)

    def mean(self, valued: Floats, played: Floats, blindness: float) -> Estimate:
        """The mean of learned values and of playouts, each as far as it can be trusted."""
        base, more = (self.weighted(each) for each in (valued, played - valued))
        trust = blindness**2 / (blindness**2 + more.se**2)
        unsure = (trust * more.se) ** 2 + ((1 - trust) * blindness) ** 2 * (more.se > 0)
        return Estimate(base.mean + trust * more.mean, sqrt(base.se**2 + unsure))

    def weighted(self, values: Floats) -> Estimate:
        """A weighted mean, and its standard error."""
        import numpy as np

        weights = self.played.weights
        whole = float(weights.sum())
        # From the first on, so that the mean of numbers that are all alike is exactly that number.
        mean = float(values[0]) + float(weights @ (values - values[0])) / whole
        around = weights * (values - mean) * (len(values) / whole)
        none, nowhere = around[:0], np.zeros(0, np.int64)
        return Estimate(mean, Samples(around, none, nowhere, self.groups, _ALIKE).estimate().se)


def analyze_window(
    position: StockPosition,
    policy: DoublingPolicy,
    nets: Nets,
    settings: SearchSettings,
    *,
    stop: StopFlag,
    wanted: Collection[Move],
) -> Analysis:
    """Value what may be said at a window while cards are still to be drawn.

    Args:
        position: the position as the seat to decide sees it; the stock is not given card by card.
        policy: by which both sides double later.
        nets: of the rules.
        settings: how the position is analysed, in at least `LEAST_CHUNKS` chunks of worlds, so that
            errors can be estimated. It is done on one thread, for the expected payment.
        stop: ends it with what was found.
        wanted: the choices to value.
    """
    limits, seed = settings.limits, settings.seed
    deadline = Deadline(limits.seconds)
    hidden = Belief(position, settings.belief, where=settings.where)
    played = _Played()
    for _ in _chunks(hidden, policy, nets, played, seed, stop):
        is_over = stop.is_set or deadline.left <= 0
        if len(played.outcome) >= LEAST_CHUNKS and (
            is_over or _is_enough(played, hidden, policy, limits, wanted)
        ):
            break
    found = _found(hidden, policy, played)
    moves = _estimates(found, wanted)
    return Analysis(
        position=position,
        engine="default",
        objective=STAKE,
        belief=hidden.effective_kind,
        model=PLAYED_ON_WITH_DOUBLES,
        moves=moves,
        choice=moves[0].move,
        worlds=played.worlds,
        seed=seed,
        seconds=deadline.passed,
        finished=not stop.is_set,
        doubling=_outlook(position, played, found),
    )


def _is_enough(
    played: _Played,
    belief: Belief,
    policy: DoublingPolicy,
    limits: Limits,
    wanted: Collection[Move],
) -> bool:
    if limits.worlds is not None and played.worlds >= limits.worlds:
        return True
    number = len(played.outcome)
    if limits.target_error is None or number & (number - 1):
        return number >= MOST_CHUNKS
    moves = _estimates(_found(belief, policy, played), wanted)
    return len(moves) < 2 or moves[1].behind_se <= limits.target_error


def _chunks(
    belief: Belief,
    policy: DoublingPolicy,
    nets: Nets,
    played: _Played,
    seed: int,
    stop: StopFlag,
) -> Iterator[None]:
    """Play worlds on, a chunk at a time."""
    import numpy as np

    tricks = belief.position.rules.deck.stock_tricks
    search = belief.playouts()
    windows = WindowPlayouts(
        *belief.problem.record,
        weights=belief.problem.weights,
        nets=nets,
        scales=np.array(policy.scales, np.float64),
    )
    is_quick = playoff_seconds(belief.position.rules.deck) <= _SOLVED_SECONDS
    solved = np.full(CHUNK, is_quick, np.uint8)
    while True:
        first = played.worlds
        worlds = belief.sample(search, seed, first, CHUNK)
        leaders = np.zeros((CHUNK, tricks + 1), np.uint8)
        chances = np.zeros((CHUNK, tricks, 3), np.float32)
        ahead = np.zeros(CHUNK, np.int16)
        flag = stop if len(played.outcome) >= LEAST_CHUNKS else StopFlag()
        done = windows.play(worlds, seed, first, SEEN_IN, solved, leaders, chances, ahead, flag)
        if done < CHUNK:
            return
        played.leaders.append(leaders)
        played.chances.append(chances)
        played.outcome.append(np.sign(ahead).astype(np.float64))
        yield


def _found(belief: Belief, policy: DoublingPolicy, played: _Played) -> _Found:
    position = belief.position
    stakes, trick = position.stakes, position.completed_tricks
    assert stakes is not None
    courses = played.courses()
    paid = paid_from(courses, policy, stakes.doubles, position.rules, trick)
    valued = policy.expected(courses, trick + 1) if trick + 1 in policy.worths else paid
    by_playouts, by_values = (
        _payments(position, policy.windows[trick], courses, each, belief.kind)
        for each in (paid, valued)
    )
    groups = played.groups() if belief.effective_kind == INFERRED else None
    return _Found(by_playouts, by_values, groups, stakes.stake)


def _payments(
    position: StockPosition, thresholds: Thresholds, courses: Courses, paid: Paid, belief: str
) -> _Payments:
    """What each choice pays the seat to decide in every world."""
    import numpy as np

    stakes, trick = position.stakes, position.completed_tricks
    assert stakes is not None
    window = Window.of(courses, trick, paid)
    ones = np.ones(len(courses.outcome))
    if position.act is Act.DOUBLE:
        right = 0 if stakes.doubler is Doubler.BOTH else 1
        redoubles = window.loser_chance >= thresholds.redouble
        accepts = ~redoubles & (window.loser_chance >= thresholds.accept)
        own = _own_answer(window, redoubles)
        doubled = np.where(redoubles, own, np.where(accepts, 2 * window.goes_on[2], 1.0))
        choices = {Doubling.NO_DOUBLE: window.goes_on[right], Doubling.DOUBLE: doubled}
        return _Payments(choices, ones, 2 * window.goes_on[2], accepts, redoubles)
    if position.act is Act.ANSWER:
        offers = window.doubles(thresholds, 0 if stakes.doubler is Doubler.BOTH else 1)
        accepts = window.winner_chance >= thresholds.accept_redouble
        redoubled = np.where(accepts, -4 * window.goes_on[1], 2.0)
        choices = {
            Doubling.REFUSE: -ones,
            Doubling.ACCEPT: -2 * window.goes_on[2],
            Doubling.REDOUBLE: redoubled,
        }
    else:
        offers = _redoubled(window, thresholds)
        choices = {Doubling.REFUSE: -2 * ones, Doubling.ACCEPT: 4 * window.goes_on[1]}
    is_telling = belief != UNIFORM
    weights = np.where(offers, 1.0, SURPRISE) if is_telling else ones
    return _Payments(choices, weights)


def _redoubled(window: Window, thresholds: Thresholds) -> NDArray[np.bool_]:
    redoubles: NDArray[np.bool_] = window.loser_chance >= thresholds.redouble
    return redoubles


def _own_answer(window: Window, redoubles: NDArray[np.bool_]) -> Floats:
    """What a redouble pays the seat that offered, which accepts if that is better on average."""
    import numpy as np

    accepted: Floats = 4 * window.goes_on[1]
    if redoubles.any() and float(accepted[redoubles].mean()) < -2.0:
        return np.full(len(accepted), -2.0)
    return accepted


def _estimates(found: _Found, wanted: Collection[Move]) -> tuple[MoveEstimate, ...]:
    """The choices wanted, the best first, equal ones in the order of the rules."""
    choices = [choice for choice in found.played.by_choice if choice in wanted]
    pays = {choice: found.pays(choice) for choice in choices}
    best = max(choices, key=lambda choice: pays[choice].mean)

    def estimate(choice: Doubling) -> MoveEstimate:
        win = found.win(choice)
        return MoveEstimate(
            move=choice,
            objective=STAKE,
            mean=pays[choice].mean,
            mean_se=pays[choice].se,
            win=win.mean,
            win_se=win.se,
            points_behind=Estimate(nan, nan),
            win_behind=found.win_behind(best, choice),
            visits=len(found.played.weights),
            exact=False,
            stake_behind=found.behind(best, choice)._replace(
                mean=pays[best].mean - pays[choice].mean
            ),
        )

    return tuple(estimate(choice) for choice in sorted(choices, key=lambda c: -pays[c].mean))


def _outlook(position: StockPosition, played: _Played, found: _Found) -> DoublingOutlook:
    """How the hand stands, and what a double would be worth."""
    courses, next_lead = played.courses(), position.completed_tricks + 1
    south = (courses.outcome + 1) / 2
    valued = south
    if next_lead < position.rules.deck.stock_tricks:
        valued = courses.chances[:, next_lead, 2].astype(south.dtype)
    if position.turn is Seat.NORTH:
        south, valued = 1 - south, 1 - valued
    chance = found.mean(valued, south, _BLIND_CHANCE)
    chance = chance._replace(se=max(chance.se, UNSEEN / len(south)))
    accepts, redoubles = found.played.accepts, found.played.redoubles
    if accepts is None or redoubles is None:
        return DoublingOutlook(chance)
    return DoublingOutlook(
        chance,
        found.accepted(),
        float(found.stake),
        *map(found.how_often, (accepts, ~accepts & ~redoubles, redoubles)),
    )
