"""The game with scores, once it is certain that the bidder is set: each defender for himself.

His points do not count any more, so whoever gives him points keeps them from the other defender.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.handbook.macdougall.sold_deals import Sale
from pinochle_solver.engines.table.bidding import advised_burial
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import PASS, Call, Lay, PlayCard
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import beats, winner_of


def gain_once_set(deal: TableDeal, sale: Sale) -> float | None:
    """How much further a defender ends ahead of the other if he gives all points to the bidder.

    The mean of both defenders; None if it is not certain before the last trick.

    Args:
        deal: the deal, of a game for three with scores.
        sale: how it was sold.
    """
    hand = _when_set(deal, sale)
    if hand is None:
        return None
    defenders = [seat for seat in hand.players if seat != hand.bidder]
    usual = _played_on(hand, lambda _, card: card)
    gains = []
    for own, other in (defenders, defenders[::-1]):

        def give_away(hand: TableHand, card: Card, own: Seat = own) -> Card:
            return _given_away(hand, card) if hand.turn == own else card

        ended = _played_on(hand, give_away)
        before, after = (each.result() for each in (usual, ended))
        gains.append(
            (after.score_of(own) - after.score_of(other))
            - (before.score_of(own) - before.score_of(other))
        )
    return float(np.mean(gains))


def _when_set(deal: TableDeal, sale: Sale) -> TableHand | None:
    """The hand before the trick at which it is certain that the bidder cannot make it."""
    hand = begun(deal)
    while hand.act is not Act.PLAY:
        if hand.act is Act.BID:
            hand = hand.after(Call(sale.contract) if hand.turn == sale.bidder else PASS)
        else:
            hand = hand.after(advised_burial(hand) if hand.act is Act.BURY else Lay())
    for card in _line(hand)[: -len(hand.players)]:
        if not hand.led and _is_set(hand):
            return hand
        hand = hand.after(PlayCard(card))
    return None


def _is_set(hand: TableHand) -> bool:
    """Whether the bidder misses his contract even if he wins all that is left."""
    assert hand.bidder is not None
    assert hand.contract is not None
    facts = hand.facts()
    lost = sum(facts.cards) - facts.cards[hand.bidder]
    return facts.meld_points((hand.bidder,)) + hand.rules.whole_count - lost < hand.contract


def _line(hand: TableHand) -> list[Card]:
    """How the policy plays the hand to its end."""
    assert hand.turn is not None
    held = np.array([list(hand.hands[seat].counts) for seat in hand.players], np.uint8)
    playouts = playouts_from(known_to_all(position_of(hand, hand.turn)))
    return [Card.from_index(index) for index in playouts.line(held)]


def _played_on(hand: TableHand, chosen: Callable[[TableHand, Card], Card]) -> TableHand:
    """The hand played to its end by the policy, each of its cards perhaps changed for another."""
    cards = list[Card]()
    while hand.turn is not None:
        cards = cards or _line(hand)
        card = cards.pop(0)
        played = chosen(hand, card)
        if played != card:
            cards.clear()
        hand = hand.after(PlayCard(played))
    return hand


def _given_away(hand: TableHand, card: Card) -> Card:
    """Of the cards that lose the open trick, if this one does, the best for a lost contract.

    That is the highest counter if the bidder wins the trick so far, and the lowest if the other
    defender does.
    """
    if not hand.led:
        return card
    assert hand.leader is not None
    assert hand.trump is not None
    place = winner_of(hand.led, hand.trump)
    best = hand.led[place]
    if beats(card, best, hand.trump):
        return card
    holder = clockwise(hand.players, hand.leader)[place]
    moves = [move.card for move in hand.legal_moves() if isinstance(move, PlayCard)]
    losing = [each for each in moves if not beats(each, best, hand.trump)]
    worth = {each: hand.rules.count.of((each,)) for each in losing}
    choose = max if holder == hand.bidder else min
    return choose(losing, key=lambda each: (worth[each], each == card))
