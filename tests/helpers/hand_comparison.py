"""Random hands played by the product's referee and by the oracle's side by side.

After every move, and again after it has been taken back, both must agree on what is due, every
legal move, what each meld scores, the points, and what each seat can see. So that rare melds come
up, deals and players alternate: all cards alike or pictures and trumps dealt first, and players who
do anything or who keep what melds are made of and seldom pass.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from helpers.product_hand import ProductHand
from oracle.hand import Dealt, OracleHand
from oracle.hand_melds import COUNTS as KNOWN_COUNTS
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat


def compare_hand(rules: str, seed: int) -> Counter[str]:
    """Play one hand both ways; count its moves and what was shown, by kind.

    Raises `AssertionError` with the position in which the two differ.
    """
    random = Random(f"{rules}/{seed}")
    dealt = as_dealt(_random_deal(rules, random, rich=seed % 4 > 1))
    product, oracle = ProductHand(dealt), OracleHand(dealt)
    weights = _KEEPS if seed % 2 else _ANYTHING
    made: Counter[str] = Counter()
    while product.due() is not None:
        _compare(product, oracle)
        move = _choose(product.moves(), weights, random)
        if move == "dix" or ":" in move:
            made[f"{move.partition(':')[0]} {product.credit(move)}"] += 1
        made["moves"] += 1
        before = product.record()
        for hand in (product, oracle):
            hand.apply(move)
            hand.undo()
        assert product.record() == before, (product.full(), move)
        assert product.moves() == oracle.moves(), (product.full(), move)
        for hand in (product, oracle):
            hand.apply(move)
    _compare(product, oracle)
    if seed % 8 == 0:
        _compare_taken_back(product, oracle)
    return made


def as_dealt(deal: Deal) -> Dealt:
    """A deal with an upcard as the oracle is told of it."""
    assert deal.upcard is not None
    return Dealt(
        deal.rules.name,
        [card.text() for card in deal.south],
        [card.text() for card in deal.north],
        deal.upcard.text(),
        [card.text() for card in deal.stock],
        deal.dealer.text(),
        deal.count.name,
    )


def _compare(product: ProductHand, oracle: OracleHand) -> None:
    place = product.full()
    assert product.due() == oracle.due(), place
    moves = product.moves()
    assert moves == oracle.moves(), place
    assert product.points == oracle.points, place
    if product.due() is None:
        return
    _compare_credits(product, oracle, moves)
    for seat in Seat:
        assert product.view(seat.text()) == oracle.view(seat.text()), place
    assert place == oracle.full()
    if product.due() != (place["turn"], "play"):
        return
    for card in Hand.parse(place[place["turn"]]).distinct():
        assert product.renege_rule(card.text()) == oracle.renege_rule(card.text()), place


def _compare_credits(product: ProductHand, oracle: OracleHand, moves: list[str]) -> None:
    if "pass" not in moves:
        return
    for move in moves:
        assert product.credit(move) == oracle.credit(move), (product.full(), move)


def _compare_taken_back(product: ProductHand, oracle: OracleHand) -> None:
    """Take every move back; a referee set up from the position there goes on alike."""
    made = list(product.referee.history)
    while made:
        product.undo()
        oracle.undo()
        move = made.pop()
        position = product.referee.position()
        assert product.full() == oracle.full()
        assert position is not None
        again = Referee.of_position(position)
        assert again.moves() == product.referee.moves(), position.text()
        again.push(move)
        product.referee.push(move)
        assert again.position() == product.referee.position(), position.text()
        assert again.points == product.referee.points, position.text()
        product.undo()


_ANYTHING = dict.fromkeys("ATKQJ9", 1)
_KEEPS = {"A": 3, "T": 12, "K": 1, "Q": 1, "J": 2, "9": 12}


def _choose(moves: list[str], weights: dict[str, int], random: Random) -> str:
    if "pass" in moves and weights is _KEEPS and random.random() < 0.9:
        moves = [move for move in moves if move != "pass"]
    return random.choices(moves, [weights.get(move[0], 1) for move in moves])[0]


def _random_deal(rules: str, random: Random, rich: bool) -> Deal:
    rulebook = RULEBOOKS[rules]
    deck = list(rulebook.deck.cards())
    random.shuffle(deck)
    upcard = deck.pop()
    if rich:
        deck.sort(key=lambda card: _reluctance(card, upcard, random))
    size = rulebook.deck.hand
    return Deal(
        rules=rulebook,
        count=COUNTS[random.choice(list(KNOWN_COUNTS))],
        dealer=random.choice(list(Seat)),
        south=Hand.of(deck[0 : 2 * size : 2]),
        north=Hand.of(deck[1 : 2 * size : 2]),
        upcard=upcard,
        stock=tuple(deck[2 * size :]),
        trump=upcard.suit,
    )


def _reluctance(card: Card, upcard: Card, random: Random) -> float:
    wanted = card.suit is upcard.suit or card.rank.letter in "KQJ"
    return random.random() + (0 if wanted else 0.6)
