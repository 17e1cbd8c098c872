"""Past deals that a hand seen from one seat may have had, played again and told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import log, perm
from typing import SupportsFloat, TypeVar

import numpy as np
from numpy.typing import NDArray

from oracle.beliefs import History as Way
from oracle.hand_melds import canonical
from pinochle_solver import Card, Hand, Seat
from pinochle_solver._core.hand.hand import PASS
from pinochle_solver._core.stock.inference import DRAWN, PLAYED, SHOWED
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.stock.behaviour import Behaviour
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.histories import History as Seen

Row = NDArray[np.uint8]

Kind = TypeVar("Kind")


def surprise(counted: Counter[Kind], expected: Mapping[Kind, SupportsFloat]) -> tuple[float, float]:
    """Pearson's statistic less its mean, and its variance, exact for any numbers."""
    number, kinds = counted.total(), len(expected)
    statistic = sum(counted[way] ** 2 / float(p) for way, p in expected.items()) / number - number
    inverse = sum(1 / float(p) for p in expected.values())
    variance = 2 * (kinds - 1) + (inverse - kinds**2 - 2 * kinds + 2) / number
    return statistic - (kinds - 1), variance


def indifferent(belief: Belief) -> Playouts:
    """A search of a position that takes the other seat to make every legal move alike."""
    always = Behaviour(temperature=1.0, slips=1.0, last_slips=1.0)
    return replace(belief, behaviour=always).playouts()


def in_order(world: Row, hidden: int) -> bytes:
    """A world with the cards of the hand in their order."""
    return bytes(sorted(world[:hidden].tolist())) + world[hidden:].tobytes()


def log_of_choices(referee: Referee, _move: int) -> float:
    """The logarithm of how many moves there are to choose from."""
    return log(len(referee.moves()))


def played_again(
    view: StockPosition,
    cards: bytes,
    history: Seen,
    weigh: Callable[[Referee, int], float] = log_of_choices,
) -> tuple[Referee, float]:
    """The hand of a past deal as it was seen, and the sum of what the other seat's moves weigh."""
    size, rules = view.rules.deck.hand, view.rules
    first, second, rest = cards[:size], cards[size : 2 * size], cards[2 * size :]
    hands = [Hand.of(map(Card.from_index, hand)) for hand in (first, second)]
    deal = Deal(
        rules=rules,
        count=view.count,
        dealer=history.dealer,
        south=hands[history.dealer is Seat.SOUTH],
        north=hands[history.dealer is Seat.NORTH],
        upcard=Card.from_index(rest[0]),
        stock=tuple(map(Card.from_index, rest[1:])),
        trump=view.trump,
    )
    referee, weight = Referee.of_deal(deal), 0.0
    acts = [act for act in history.acts if act.kind != DRAWN]
    while acts or (referee.turn, referee.due) != (view.turn, view.act):
        kind, seat, move, *_ = acts[0] if acts else (SHOWED, None, PASS)
        if (kind == PLAYED) == (referee.due is Act.PLAY) and seat == referee.turn:
            acts.pop(0)
        else:
            assert referee.due is not Act.PLAY
            move = PASS
        if referee.turn is not view.turn:
            weight += weigh(referee, move)
        referee.push_number(move)
    return referee, weight


def way_of(view: StockPosition, cards: bytes, dealer: Seat) -> Way:
    other, size = view.turn.other, view.rules.deck.hand
    names = [Card.from_index(card).text() for card in cards]
    dealt = names[size : 2 * size] if other is dealer else names[:size]
    pile = names[2 * size + 1 :]
    drawn = len(pile) - view.face_down
    winners = (*view.leaders[1:], view.leader)
    return Way(
        tuple(sorted(dealt, key=canonical)),
        tuple(pile[2 * draw + (winners[draw] is not other)] for draw in range(drawn // 2)),
        tuple(pile[drawn:]),
    )


def few_histories(view: StockPosition) -> bool:
    """Whether the oracle can go through them."""
    tricks, deck = view.completed_tricks, view.rules.deck
    pool = deck.size - deck.hand - tricks - 1
    return perm(pool, min(pool, tricks + view.face_down)) <= 4_000


def deal_of(view: StockPosition, template: bytes, history: Seen, way: Way) -> bytes:
    """The deal of a way; what the seat that wonders was dealt and drew is as in a template."""
    size, other = view.rules.deck.hand, view.turn.other
    first, pile = size if other is history.dealer else 0, 2 * size + 1
    winners = (*view.leaders[1:], view.leader)
    deal = bytearray(template)
    for place, card in (
        *enumerate(way.dealt, first),
        *((pile + 2 * i + (winners[i] is not other), card) for i, card in enumerate(way.drawn)),
        *enumerate(way.stock, pile + 2 * len(way.drawn)),
    ):
        deal[place] = Card.parse(card).index
    return bytes(deal)
