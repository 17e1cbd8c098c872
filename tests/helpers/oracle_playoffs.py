"""Playoff positions as the oracle has them."""

from __future__ import annotations

from oracle import playoff as oracle
from pinochle_solver import (
    PlayoffPosition,
    Seat,
)


def oracle_state(position: PlayoffPosition) -> tuple[oracle.Rules, oracle.State]:
    """The position in the oracle's terms, whatever its rulebook."""
    deck, by_rank = position.rules.deck, position.count.by_rank()
    rules = oracle.Rules(
        ranks="".join(rank.letter for rank in deck.ranks),
        suits="".join(suit.letter for suit in deck.suits),
        points={rank.letter: by_rank[rank] for rank in deck.ranks},
        last_trick=position.count.last_trick,
        must_head_plain=position.rules.must_head_plain,
        copies=deck.copies,
        must_head_trumps=position.rules.must_head_trumps,
        must_trump=position.rules.must_trump,
    )
    state = oracle.make_state(
        rules,
        [card.text() for card in position.south],
        [card.text() for card in position.north],
        position.trump.letter,
        "south" if position.turn is Seat.SOUTH else "north",
        position.led.text() if position.led else None,
    )
    return rules, state
