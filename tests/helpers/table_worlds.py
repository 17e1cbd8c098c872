"""Late positions of three and four, and every deal of their unseen cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np

from oracle.table import irregularities as oracle
from pinochle_solver.double_dummy.unseen import Place
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import laying_all
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.holdings import holds, joined
from pinochle_solver.table.moves import Call, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat


def late_position(name: str, seed: int, cards_left: int, *, topall: bool = False) -> TableHand:
    """A random hand with so many cards left in the hand on turn."""
    rng = Random(f"{name} {seed}")
    rules = with_options(TABLE_RULEBOOKS[name], ["topall"] if topall else [])
    hand = begun(random_deal(seed, 1, rules))
    while hand.act is not Act.PLAY or len(hand.hands[hand.turn or 0]) > cards_left:
        assert hand.turn is not None
        if hand.act is Act.BURY:
            hand = hand.after(rng.choice(list(laying_all(hand.hands[hand.turn], rules.widow))))
            if hand.turn is None:
                return late_position(name, seed + 1_000, cards_left, topall=topall)
            continue
        moves = list(hand.legal_moves())
        bids = [move for move in moves if isinstance(move, Call) and move.bid is not None]
        if bids and hand.auction is not None and not any(c.bid for c in hand.auction.calls):
            hand = hand.after(bids[0])
        else:
            hand = hand.after(moves[-1] if hand.act is Act.BID else rng.choice(moves))
    return hand


def every_deal(
    position: TablePosition, places: dict[Place, int], pool: list[int]
) -> Iterator[dict[Place, tuple[int, ...]]]:
    """Every way to fill the places with cards of the pool, which are told apart."""
    if not places:
        yield {}
        return
    (place, size), *others = places.items()
    for chosen in combinations(pool, size):
        rest = [card for card in pool if card not in chosen]
        for deal in every_deal(position, dict(others), rest):
            yield {place: chosen, **deal}


def explains(hand: TableHand, hands: dict[Seat, Hand], buried: Hand) -> bool:
    """Whether what was played might be, and the turned widow went to the bidder."""
    assert hand.trump is not None
    dealt = {seat: joined(cards, hand.played_by(seat)) for seat, cards in hands.items()}
    if hand.rules.widow:
        assert hand.bidder is not None
        if not holds(joined(dealt[hand.bidder], buried), hand.deal.widow):
            return False
    tricks = [[card.text() for card in trick.cards] for trick in hand.tricks]
    leader = hand.tricks[0].leader if hand.tricks else hand.leader
    assert leader is not None
    reneged = oracle.first_renege(
        {seat.text(): [card.text() for card in cards] for seat, cards in dealt.items()},
        leader.text(),
        [*tricks, [card.text() for card in hand.led]],
        hand.trump.letter,
        hand.rules.obligation.value,
    )
    return reneged is None


def named(hand: TableHand, position: TablePosition) -> list[Card]:
    named = [card for seat in position.hands.values() for card in seat.known]
    named += [card for trick in hand.tricks for card in trick.cards]
    named += hand.led
    if position.buried is not None:
        named += position.buried.known
    return named


def is_open_which_was_turned(hand: TableHand, position: TablePosition, pool: list[Card]) -> bool:
    """Whether of two unseen copies one only must be with the bidder: then they are not alike."""
    if position.widow is None or hand.bidder is None:
        return False
    with_bidder = joined(position.hands[hand.bidder].known, hand.played_by(hand.bidder))
    if position.buried is not None:
        with_bidder = joined(with_bidder, position.buried.known)
    turned = position.widow.known
    return any(
        0 < turned.count(card) - with_bidder.count(card) < pool.count(card) for card in turned
    )


def policy_hand(name: str, seed: int, plays: int) -> TableHand:
    """A hand in which the learned policy has played so many cards; calls and burial are by rule."""
    engine = make_table_engine("advice")
    hand = begun(random_deal(seed, 1, TABLE_RULEBOOKS[name]))
    while hand.turn is not None and hand.act is not Act.PLAY:
        hand = hand.after(engine.choose(position_of(hand, hand.turn), Limits()).move)  # type: ignore[arg-type]
    if hand.turn is None:
        return policy_hand(name, seed + 1_000, plays)
    world = np.array([list(hand.hands[seat].counts) for seat in hand.players], np.uint8)
    line = playouts_from(known_to_all(position_of(hand, hand.turn))).line(world)
    for index in line[:plays]:
        hand = hand.after(PlayCard(Card.from_index(index)))
    return hand
