"""The parts of the result of a hand: the deal, the draws, the losses, the luck of the moves.

All values are of one kind (`true_values`): what the hand was worth as the cards really lay, if the
best move by what was seen is made, with the stock in any order. Between two decisions:

- a change by cards drawn is the luck of the draws;
- the amount by which the best move would have been worth more than the move made is *given away* as
  far as the seat could know it, and *unseen* for the rest: a good move may meet a hand that it is
  bad against. What the other seat gains by its reply, beyond what is usual, belongs to the unseen,
  too.

In these values both seats play on by the policy, so a well-chosen decision gains something against
it. The average of these gains is expected beforehand (`_GAINS`); differences from it are luck. In
the playoff everything is exact: the only change there is what a seat gives away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt

from pinochle_solver.reviews.decisions import Decision
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn.

    Attributes:
        trick: the number of the trick after which it was drawn.
        seat: who drew it.
        card: the card.
        luck: how many points more the hand was worth to that seat than before the draw. If not all
            cards are known, it is by a rule of thumb whose error is not known (NaN).
    """

    trick: int
    seat: Seat
    card: Card
    luck: Estimate


@dataclass(frozen=True, slots=True)
class Unseen:
    """The value of a move in the true hand, minus the value that its seat could expect.

    Attributes:
        decision: the decision.
        points: the points for the seat that made it.
    """

    decision: Decision
    points: Estimate


@dataclass(frozen=True, slots=True)
class Account:
    """The parts of the result of a hand, in south's points minus north's.

    Attributes:
        deal: what the hand was worth when it was dealt.
        draws: the cards drawn, in order.
        unseen: the luck of the moves, in order.
        given: the decisions, with what each seat gave away by them.
        result: the result at the end of the hand, or its value where the record ends.
        is_over: whether it was played to the end.
    """

    deal: Estimate
    draws: tuple[Draw, ...]
    unseen: tuple[Unseen, ...]
    given: tuple[Decision, ...]
    result: float
    is_over: bool

    @property
    def parts(self) -> tuple[tuple[str, Callable[[Seat], Estimate]], ...]:
        """The parts that each seat has: a name, and the function that gives the part for a seat."""
        return (
            ("luck of the draws", self.luck_of),
            ("given away", self.given_by),
            ("luck of the moves", self.unseen_of),
        )

    @property
    def rest(self) -> float:
        """The rest: the usual gains of choosing, for seats that chose more or less often.

        It also has what rulings on wrong melds and credits brought.
        """
        explained = self.deal.mean + sum(
            sign(seat) * part(seat).mean for seat in Seat for _, part in self.parts
        )
        return self.result - explained

    def luck_of(self, seat: Seat) -> Estimate:
        """The luck of a seat in its draws."""
        return _sum(draw.luck for draw in self.draws if draw.seat is seat)

    def unseen_of(self, seat: Seat) -> Estimate:
        """How much better a seat's moves turned out than it could expect."""
        return _sum(each.points for each in self.unseen if each.decision.seat is seat)

    def given_by(self, seat: Seat) -> Estimate:
        """The losses of a seat, as a negative number."""
        lost = _sum(each.loss.points for each in self.given if each.seat is seat)
        return Estimate(-lost.mean, lost.se)


def sign(seat: Seat) -> int:
    """1 for south, -1 for north: what is south's gain is north's loss."""
    return 1 if seat is Seat.SOUTH else -1


def _sum(parts: Iterable[Estimate]) -> Estimate:
    """A sum of parts whose errors are independent, or nearly so."""
    estimates = list(parts)
    return Estimate(
        sum(each.mean for each in estimates), sqrt(sum(each.se**2 for each in estimates))
    )
