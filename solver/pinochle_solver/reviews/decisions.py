"""A decision of a hand that was played: what the seat saw, what it did, and what was best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.intervals import Interval, chance_interval
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import NO_SCORE, Act
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.playoff.reasons import PlayoffReason
from pinochle_solver.reviews.marks import Loss, Mark
from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import Price
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.prices import price_of
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.reason_words import sentence
from pinochle_solver.stock.reasons import Reason

if TYPE_CHECKING:
    from pinochle_solver.rules.card_chances import CardChances
    from pinochle_solver.rules.cards import Hand


class DecisionKind(Enum):
    """The kind of a decision."""

    LEAD = "lead"
    REPLY = "reply"
    MELD = "meld"
    PLAYOFF = "playoff"

    @property
    def plural(self) -> str:
        """``leads``, ``replies``, ``melds``; the playoff has none."""
        return {DecisionKind.REPLY: "replies", DecisionKind.PLAYOFF: "playoff"}.get(
            self, f"{self.value}s"
        )

    @classmethod
    def of(cls, position: Position) -> DecisionKind:
        """The kind of the decision in a position."""
        if isinstance(position, PlayoffPosition):
            return cls.PLAYOFF
        if position.act is not Act.PLAY:
            return cls.MELD
        return cls.LEAD if position.led is None else cls.REPLY


class MoveWorth(NamedTuple):
    """The value of a move: the move played by its loss, others by the search that chose the best.

    Attributes:
        move: the move.
        mean: the expected margin, the points of the player to move minus the other's;
            exact (without error) in the playoff.
        behind: how much less that is than for the best move; of the move played its loss.
    """

    move: Move
    mean: Estimate
    behind: Estimate


def worths(
    found: Iterable[MoveWorth], best: Move, played: Move, loss: Estimate
) -> tuple[MoveWorth, ...]:
    """The values of the moves of a decision, so that the move played has one figure.

    The search that chose the best move says how far behind it the others are. How far behind the
    move played is, other worlds tell better: that is its loss.

    Args:
        found: the moves by the search that chose the best.
        best: the best.
        played: the move played.
        loss: what that lost.

    Returns:
        the best move, then the others from the best to the worst.
    """
    values = {each.move: each for each in found}
    first = values[best].mean
    if played != best:
        mean = Estimate(first.mean - loss.mean, hypot(first.se, loss.se))
        values[played] = MoveWorth(played, mean, loss)
    return tuple(sorted(values.values(), key=lambda each: (each.move != best, each.behind.mean)))


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was reviewed.

    Attributes:
        trick: the number of the trick in or after which it was made.
        act: ``l``, ``r``, ``m``, ``s`` or ``d``, as in `Moment`.
        seat: the seat that decided.
        position: what that seat saw.
        played: what it did.
        best: what was best: for certain in the playoff, by a search before the playoff.
        loss: what was lost by it. The best move was chosen in other worlds than those in which the
            loss was measured, so that losses are right on average.
        expected: the seat's points minus the opponent's at the end of the hand, if the best move is
            made.
        win: the seat's chance to win the hand in that case, a tie counting half; with a game score,
            to win the game.
        values: what all moves were worth, as `worths` has them.
        worlds: in how many worlds the best was chosen or, if these are fewer, the loss was
            measured; 0 if no worlds were sampled.
        cards: where the cards were that the seat had not seen; None if that was not asked for, and
            in the playoff.
        held: what the opponent held; None if it was not asked for or the record does not know it.
        reason: why the best move is better than the move played; None if it is not, or not surely.
    """

    trick: int
    act: str
    seat: Seat
    position: Position
    played: Move
    best: Move
    loss: Loss
    expected: Estimate
    win: Estimate
    values: tuple[MoveWorth, ...]
    worlds: int
    cards: CardChances | None = None
    held: Hand | None = None
    reason: Reason | PlayoffReason | None = None

    def why(self, other: str) -> str | None:
        """The reason in words, without its subject, the best move; None without a reason.

        Args:
            other: the opponent's name.
        """
        if self.reason is None:
            return None
        if isinstance(self.reason, PlayoffReason):
            return self.reason.in_words(other)
        return sentence(self.reason, other)

    @property
    def kind(self) -> DecisionKind:
        """The kind of a decision."""
        return DecisionKind.of(self.position)

    @property
    def is_of_game(self) -> bool:
        """Whether chances are those to win a game whose score is known, not the hand alone."""
        return self.position.score != NO_SCORE

    @property
    def mark(self) -> Mark | None:
        """The mark that the move gets, if any."""
        return self.loss.mark

    @property
    def is_close(self) -> bool:
        """Whether the move played was not the best, but not surely worse."""
        is_level = self.loss.exact and not self.loss.points.mean
        return self.played != self.best and not (self.loss.is_significant or is_level)

    def price(self, move: Move) -> Price | None:
        """A show taken apart; None for cards and for passing.

        Args:
            move: one of the moves of `values`.
        """
        values = {each.move: each for each in self.values}
        passing, own = values.get(Show()), values[move]
        if passing is None or move == Show() or isinstance(self.position, PlayoffPosition):
            return None
        error = hypot(own.behind.se, passing.behind.se)
        ahead = Estimate(own.mean.mean - passing.mean.mean, error)
        return price_of(Problem(self.position), move, ahead)

    @property
    def moment(self) -> str:
        """``7r``."""
        return f"{self.trick}{self.act}"

    def expected_of(self, seat: Seat) -> Estimate:
        """A seat's points minus the opponent's at the end of the hand, as expected here."""
        if seat is self.seat:
            return self.expected
        return Estimate(-self.expected.mean, self.expected.se)

    def win_of(self, seat: Seat) -> Estimate:
        """A seat's chance to win, as it stood here."""
        return self.win if seat is self.seat else Estimate(1 - self.win.mean, self.win.se)

    def win_interval_of(self, seat: Seat) -> Interval:
        """The 95% interval of a seat's chance to win, between 0 and 1."""
        return chance_interval(*self.win_of(seat))
