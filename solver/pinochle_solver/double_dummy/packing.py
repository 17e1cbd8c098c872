"""Open hands as records of the compiled solver (``double_dummy/deal.pxd``)."""

from __future__ import annotations

from pinochle_solver._core.double_dummy.deal import (
    ANY_TRUMP,
    HIGHER_ELSE_ANY,
    HIGHER_ELSE_TRUMP,
    pack_open_position,
)
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.rules.cards import CARDS
from pinochle_solver.table.rules import Obligation

_MOST_SEATS = 4
_MOST_LED = 3
# Whether a plain suit led must be headed, and what who is void does with his trumps.
OBLIGATIONS = {
    Obligation.MACDOUGALL: (False, ANY_TRUMP),
    Obligation.TOPALL: (True, HIGHER_ELSE_TRUMP),
    Obligation.HAYES: (True, HIGHER_ELSE_ANY),
}


def packed(table: OpenHands) -> bytes:
    """The record of open hands; their `side` is side 0."""
    seats = tuple(table.hands)
    must_head, ruff = OBLIGATIONS[table.rules.obligation]
    turn = seats.index(table.turn)
    spare = _MOST_SEATS - len(seats)
    led = bytes(card.index for card in table.led)
    return pack_open_position(
        {
            "hands": [*(hand.counts for hand in table.hands.values()), *[bytes(CARDS)] * spare],
            "side": bytes([*(seat not in table.side for seat in seats), *[0] * spare]),
            "rank_points": bytes(table.rules.count.by_rank()),
            "led": led + bytes(_MOST_LED - len(led)),
            "seats": len(seats),
            "leader": (turn - len(led)) % len(seats),
            "leds": len(led),
            "trump": int(table.trump),
            "last_trick": table.rules.count.last_trick,
            "must_head": must_head,
            "ruff": ruff,
        }
    )
