"""What follows a card of a playoff: the position after it, and the best line from there."""

from __future__ import annotations

from pinochle_solver._core.hand.game import beats
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.solution import Trick
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Seat


def after_card(position: PlayoffPosition, card: Card) -> tuple[Trick | None, PlayoffPosition]:
    """The trick that a card completes, if it does, and the position after it.

    The obligations are not heeded: so what a seat would do without them can be asked, too.

    Args:
        position: the position; its annotations and points are not passed on.
        card: a card that the seat to decide holds, but not the last of the hand.

    Raises:
        IllegalPositionError: for a card that the seat does not hold, and for the last of the hand.
    """
    seat, led = position.turn, position.led
    hand = position.hand(seat).without(card)
    hands = {seat: hand, seat.other: position.hand(seat.other)}
    trick, turn = None, seat.other
    if led is not None:
        is_taken = beats(led.index, card.index, position.trump)
        turn = seat if is_taken else seat.other
        trick = Trick(led, card, turn, position.count.of((led, card)))
    return trick, PlayoffPosition(
        rules=position.rules,
        count=position.count,
        trump=position.trump,
        south=hands[Seat.SOUTH],
        north=hands[Seat.NORTH],
        turn=turn,
        led=card if led is None else None,
    )


def line_after(position: PlayoffPosition, card: Card) -> list[Trick]:
    """The tricks of the best line after a legal card, that card's first."""
    seat, led = position.turn, position.led
    if led is not None and len(position.hand(seat)) == 1:
        return list(solve(position).tricks)
    trick, after = after_card(position, card)
    return [*filter(None, (trick,)), *solve(after).tricks]
