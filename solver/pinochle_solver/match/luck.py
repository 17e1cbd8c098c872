"""The luck of the draws in a hand, an estimate of it that is 0 on average whoever plays.

Duplicate deals cancel the luck of the cards dealt, but where play differs the players draw
different cards. Whenever two cards are drawn, who draws first is decided, and every order of the
face-down cards is equally likely: each seat's card is as likely to be any of them. So what a card
drawn is worth more than the average of all that could have come has the expectation 0, whatever
worth is taken, as long as it depends on what was before the draw alone. The sum of it over a hand
correlates with who wins the hand; subtracted, it leaves the expected result as it is and takes part
of the chance out. (The method is that of Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased
estimators for evaluating agent performance", AAAI 2006; White and Bowling, IJCAI 2009.)

The worth is a rule of thumb that was fixed beforehand (`draw_worths`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.melding.draws import draw_worths
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat


def draw_luck(deal: Deal, moves: Iterable[Move]) -> float:
    """What south drew better than north, in points, in the moves from the first lead on."""
    referee = Referee.of_deal(deal)
    luck = 0.0
    for move in moves:
        drawn = len(referee.draws)
        referee.push(move)
        draws = referee.draws[drawn:]
        if draws:
            referee.pop()
            luck += _luck_of(referee, draws)
            referee.push(move)
    return luck


def _luck_of(referee: Referee, draws: list[tuple[Seat, Card]]) -> float:
    """What these draws are better for south than could be expected before the last move."""
    before = referee.position()
    assert isinstance(before, StockPosition)
    face_down = before.stock
    assert not isinstance(face_down, int)
    if len(face_down) < 2:
        return 0.0  # the last draw is no chance: the winner's card is this one
    luck = 0.0
    for seat, card in draws:
        worth = draw_worths(before, seat, face_down)
        chance = worth[card] - sum(worth[each] for each in face_down) / len(face_down)
        luck += chance if seat is Seat.SOUTH else -chance
    return luck
