"""What the result of a hand was made of: the deal, the draws, what was given away, the unseen.

All values are of one kind (`true_values`): what the hand was worth as it really lay, if the best
move by what was seen is made, with the stock in any order. Between two decisions

- what cards drawn changed is the luck of the draws;
- what the best move would have been worth more than the move made is what was *given away*, as far
  as the seat could know it, and *unseen* for the rest: a good move may meet a hand that it is bad
  against. What the other seat finds in reply, beyond what is usual, belongs to it, too.

Since both play on by the policy in these values, a decision with a good choice gains something
against it. What that comes to on average is expected before (`_GAINS`); the differences from it are
luck. In the playoff all is exact: what a seat gives away there is all that happens.
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
        luck: how many points more the hand was worth to that seat than before the draw; by a rule
            of thumb, whose error is not known (NaN), where not all cards are.
    """

    trick: int
    seat: Seat
    card: Card
    luck: Estimate


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a move was worth in the true hand, less what its seat could expect.

    Attributes:
        decision: the decision.
        points: for the seat that made it.
    """

    decision: Decision
    points: Estimate


@dataclass(frozen=True, slots=True)
class Account:
    """What the result of a hand was made of, in south's points less north's.

    Attributes:
        deal: what the hand was worth when it was dealt.
        draws: the cards drawn, in order.
        unseen: what moves came to in the true hand beyond what could be expected, in order.
        given: the decisions, with what each seat gave away by them.
        result: what the hand came to at the end, or is worth where the record ends.
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
        """What each seat had of its own: the name of the part, and what gives it for a seat."""
        return (
            ("luck of the draws", self.luck_of),
            ("given away", self.given_by),
            ("unseen", self.unseen_of),
        )

    @property
    def rest(self) -> float:
        """What is left: what choosing usually gains, of seats that chose more or less often.

        And what rulings on wrong melds and credits came to.
        """
        told = self.deal.mean + sum(
            sign(seat) * part(seat).mean for seat in Seat for _, part in self.parts
        )
        return self.result - told

    def luck_of(self, seat: Seat) -> Estimate:
        """What a seat drew better than could be expected."""
        return _sum(draw.luck for draw in self.draws if draw.seat is seat)

    def unseen_of(self, seat: Seat) -> Estimate:
        """What a seat's moves came to in the true hand beyond what it could expect."""
        return _sum(each.points for each in self.unseen if each.decision.seat is seat)

    def given_by(self, seat: Seat) -> Estimate:
        """What a seat gave away, negative."""
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
