"""Goes through a hand that was reviewed and finds what its result was made of (`account`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import nan, sqrt

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.melding.draws import draw_worths
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.reviews.account import Account, Draw, Unseen, sign
from pinochle_solver.reviews.decisions import Decision, DecisionKind
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.reviews.true_values import LEAST_ORDERS, MOST_ORDERS, TrueHand, Worth
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate

# What the best move gains against the policy's on average, in the first, second and last third of
# the stock: from 115 hands of the default engine against itself (``benchmarks/strength/``).
_GAINS = {
    DecisionKind.LEAD: (1.0, 0.0, 1.0),
    DecisionKind.REPLY: (1.0, 1.5, 2.0),
    DecisionKind.MELD: (1.0, 3.0, 1.5),
}


# The winner of a trick draws the last face-down card without a chance.
_CHANCE = 2
_WITHOUT_ACCOUNT = (
    Irregularity.LOOKED,
    Irregularity.DRAW_SLIP,
    Irregularity.DRAW_OUT_OF_TURN,
    Irregularity.MISSED_DRAW,
    Irregularity.TWO_DRAWN,
    Irregularity.CARD_TOO_MANY,
    Irregularity.CARD_FACE_UP,
)


def account_of(
    replay: Replay, decisions: Sequence[Decision], settings: ReviewSettings, stop: StopFlag
) -> Account | None:
    """What the result of a hand was made of.

    Args:
        replay: the hand, of a record of all cards.
        decisions: all its decisions between several moves, in order, of both seats.
        settings: how they were reviewed; with few worlds the stock has few orders, too.
        stop: ends it without an account.

    Returns:
        None where there is no decision, the draws were not those of the rules, the hand goes on
        after a renege, or a seat has looked through its tricks: these may change the count.
    """
    if not decisions or replay.record.view is not None or not _are_regular(replay):
        return None
    account = _Accounting(replay, decisions, settings, stop).account()
    return None if stop.is_set else account


def own_draws(replay: Replay, seat: Seat) -> tuple[Draw, ...]:
    """The luck of a seat's draws by a rule of thumb, of what that seat saw alone.

    Args:
        replay: the hand; the record may be that of the seat.
        seat: whose.
    """
    return tuple(_own_draws(replay, seat))


def _own_draws(replay: Replay, seat: Seat) -> Iterator[Draw]:
    known = {(moment.trick, moment.act) for moment in replay.moments}
    for trick in replay.tricks:
        for drawer, card in trick.drawn:
            if drawer is not seat or (trick.number, "r") not in known:
                continue
            before = replay.at(trick.number, "r", seat)
            assert isinstance(before, StockPosition)
            if before.face_down < _CHANCE:
                continue
            unseen, reply = list(before.unseen), trick.plays[1]
            other = seat.other
            taken = Counter(before.hand(other).known) - Counter(before.on_table(other))
            # From the table, or the upcard that the other took in exchange.
            is_seen = isinstance(reply.source, int) or reply.card in taken
            if trick.leader is seat and not is_seen:
                unseen.remove(reply.card)
            worths = draw_worths(before, seat, [*unseen, card])
            luck = worths[card] - sum(worths[each] for each in unseen) / len(unseen)
            yield Draw(trick.number, seat, card, Estimate(luck, nan))


class _Accounting:
    """The account of one hand.

    Attributes:
        draws: the draws so far.
        unseen: the decisions so far, with what was unseen by them.
    """

    def __init__(
        self,
        replay: Replay,
        decisions: Sequence[Decision],
        settings: ReviewSettings,
        stop: StopFlag,
    ) -> None:
        self._replay, self._decisions = replay, decisions
        self._in_stock = [each for each in decisions if each.kind is not DecisionKind.PLAYOFF]
        face_down = self._whole(self._in_stock[0]).face_down if self._in_stock else 0
        worlds = settings.limits.worlds or MOST_ORDERS
        orders = min(max(worlds, LEAST_ORDERS), MOST_ORDERS) // 4 * 4
        self._true = TrueHand(face_down, orders, settings.seed, stop)
        self._all_face_down = replay.record.rules.deck.stock
        self.draws: list[Draw] = []
        self.unseen: list[Unseen] = []

    def account(self) -> Account:
        """Go through the hand."""
        ends = self._at_the_end_of_the_stock()
        steps = list(self._steps())
        for step, after in zip(steps, [*steps[1:], None], strict=True):
            if after is not None:
                self._settle(step, after.face_down, after.best, after.gain)
            elif ends is not None:
                self._settle(step, 0, self._true.certainly(ends), 0.0)
            else:
                self._settle(step, step.face_down, step.played, 0.0)
        result = self._result(ends, steps)
        deal = Estimate(result if ends is None else ends, 0.0)
        if steps:
            whole = steps[0].best.estimate()
            deal = Estimate(whole.mean - steps[0].gain, whole.se)
        return Account(
            deal,
            (*self.draws,),
            (*self.unseen,),
            (*self._decisions,),
            result,
            is_over=self._final() is not None,
        )

    def _steps(self) -> Iterator[_Step]:
        for decision in self._in_stock:
            whole = self._whole(decision)
            best = self._true.worth(whole, decision.best)
            is_best = decision.played == decision.best
            played = best if is_best else self._true.worth(whole, decision.played)
            gain = sign(decision.seat) * gain_of(decision)
            yield _Step(decision, whole, best, played, gain)

    def _settle(self, step: _Step, face_down: int, arrived: Worth, gain: float) -> None:
        """Tell draws and what was unseen, from a decision to the next one.

        Args:
            step: the decision.
            face_down: how many cards lie face down at the next decision.
            arrived: what the hand is worth there by the best move.
            gain: what this usually is more than by the policy, for south.
        """
        drawn = step.face_down - face_down
        # Who knows all face-down cards but one knows the last one.
        chances = drawn if face_down else drawn - 1
        whose, loss = sign(step.decision.seat), step.decision.loss.points
        until = step.played if chances > 0 else arrived
        lucky = until.less(step.best).estimate()
        unseen = whose * (lucky.mean - (0.0 if chances > 0 else gain)) + loss.mean
        points = Estimate(unseen, sqrt(lucky.se**2 + loss.se**2))
        self.unseen.append(Unseen(step.decision, points))
        before = step.played
        for number, (trick, seat, card) in enumerate(self._drawn(step, chances), start=1):
            is_last = number == chances
            after = arrived
            if not is_last:
                after = self._true.worth(step.whole, step.decision.played, number)
            change = after.less(before).estimate()
            luck = sign(seat) * (change.mean - (gain if is_last else 0.0))
            self.draws.append(Draw(trick, seat, card, Estimate(luck, change.se)))
            before = after

    def _drawn(self, step: _Step, number: int) -> list[tuple[int, Seat, Card]]:
        """The next cards drawn from a decision on: after which trick, by whom, which."""
        drawn = (
            (trick.number, seat, card)
            for trick in self._replay.tricks
            for seat, card in trick.drawn
        )
        before = self._all_face_down - step.face_down
        return list(islice(drawn, before, before + max(0, number)))

    def _at_the_end_of_the_stock(self) -> float | None:
        """South's points less north's by best play in the playoff; None if it was not reached."""
        in_playoff = [each for each in self._decisions if each.kind is DecisionKind.PLAYOFF]
        if in_playoff:
            return in_playoff[0].expected_of(Seat.SOUTH).mean
        return self._final()

    def _result(self, ends: float | None, steps: Sequence[_Step]) -> float:
        final = self._final()
        if final is not None:
            return final
        if ends is None:
            return steps[-1].played.estimate().mean
        in_playoff = [each for each in self._decisions if each.kind is DecisionKind.PLAYOFF]
        return ends - sum(sign(each.seat) * each.loss.points.mean for each in in_playoff)

    def _final(self) -> float | None:
        points = self._replay.points
        if points is None or not self._replay.is_played_out:
            return None
        return float(sum(points.south) - sum(points.north))

    def _whole(self, decision: Decision) -> StockPosition:
        position = self._replay.at(decision.trick, decision.act)
        assert isinstance(position, StockPosition)
        return position


@dataclass(frozen=True, slots=True)
class _Step:
    """A decision of the stock phase, valued in the true hand.

    Attributes:
        decision: the decision.
        whole: the position with all its cards.
        best: what the hand came to by the best move,
        played: and by the move that was made.
        gain: what the best move usually gains against the policy's, for south.
    """

    decision: Decision
    whole: StockPosition
    best: Worth
    played: Worth
    gain: float

    @property
    def face_down(self) -> int:
        """How many cards lay face down."""
        return self.whole.face_down


def gain_of(decision: Decision) -> float:
    """What a good choice usually gains against the policy's at such a decision, for its seat."""
    deck = decision.position.rules.deck
    if deck != PINOCHLE_DECK:
        return 0.0
    third = min(3 * (decision.trick - 1) // deck.stock_tricks, 2)
    return _GAINS[decision.kind][third]


def _are_regular(replay: Replay) -> bool:
    return not any(
        finding.kind in _WITHOUT_ACCOUNT
        or (finding.kind is Irregularity.RENEGE and finding.trick < len(replay.tricks))
        for finding in replay.findings
    )
