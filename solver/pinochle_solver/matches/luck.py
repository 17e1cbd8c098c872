"""The luck of the draws in a hand, an estimate of it that is 0 on average whoever plays.

Duplicate deals cancel the luck of the cards dealt, but once play differs the players draw different
cards. Whenever two cards are drawn, it is already decided who draws first, and every order of the
face-down cards is equally likely. Take how much more a hand is worth after a draw than on average
over all cards that could have come. Its expectation is 0, whatever valuation is used, as long as
that depends only on what came before. The sum of these over a hand correlates with who wins it.
Subtracting the sum leaves the expected result unchanged and removes part of the chance. (The method
is that of Zinkevich, Bowling, Bard, Kan, Billings, "Optimal unbiased estimators for evaluating
agent performance", AAAI 2006; White and Bowling, IJCAI 2009.)

The rulebook's learned value says what a hand is worth. If there is none, or if the cards are not
drawn in the order of the stock, each card drawn is judged by a rule of thumb that was fixed
beforehand (`draw_worths`).
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
from pinochle_solver.stock.nets import nets_of


def draw_luck(deal: Deal, moves: Iterable[Move | str]) -> float:
    """What south drew better than north, in points, in the moves from the first lead on."""
    referee, nets = Referee.of_deal(deal), nets_of(deal.rules, deal.count)
    if nets is None or referee.luck(nets[0]) is None:
        return _by_rule_of_thumb(referee, moves)
    for move in moves:
        referee.push(move)
    return referee.luck(nets[0]) or 0.0


def _by_rule_of_thumb(referee: Referee, moves: Iterable[Move | str]) -> float:
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
