"""Reneges of a seat whose cards are hidden, which a card of it proves that is played later.

Whoever plays the nine of spades held it when he did not follow suit to a spade two tricks before:
either he reneged, or one of the two cards was noted wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pinochle_solver.game.table.replayed_hand import TableFinding
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.tricks import duty, legal_cards, plays_to
from pinochle_solver.table.views import AnyHand


class _Played(NamedTuple):
    """A card that a seat has played to a trick of somebody else."""

    trick: int
    led: tuple[Card, ...]
    card: Card


def proven_reneges(hand: AnyHand, card: Card) -> Iterator[TableFinding]:
    """What a card proves that the seat on turn is about to play, one finding for each trick.

    Args:
        hand: a hand in play, as somebody sees it who does not see all cards of the seat on turn.
        card: the card.
    """
    assert hand.turn is not None
    number = len(hand.tricks) + 1
    for played in _played_before(hand, hand.turn):
        if (broken := _broken(hand, played, card)) is not None:
            yield _finding(hand.turn, played, f"{broken}, and {card} came in trick {number}")
    if not hand.led:
        return
    played = _Played(number, hand.led, card)
    for known in hand.hands[hand.turn].distinct():
        if (broken := _broken(hand, played, known)) is not None:
            yield _finding(hand.turn, played, f"{broken}, and {known} was shown")
            return


def _finding(seat: Seat, played: _Played, why: str) -> TableFinding:
    fact = f"{why}; a renege or a slip"
    return TableFinding(Irregularity.RENEGE, played.trick, seat, played.card.text(), fact)


def _played_before(hand: AnyHand, seat: Seat) -> Iterator[_Played]:
    """The cards that a seat has played while it held every card that it holds now."""
    first = 0
    if isinstance(hand, StockHand):
        has = hand.seats[seat]
        first = len(hand.tricks) - (hand.rules.hand - len(has.held()) - has.hidden)
    for number, trick in enumerate(hand.tricks[first:], start=first + 1):
        for player, led, card in plays_to(trick.cards, hand.players, trick.leader):
            if player is seat and led:
                yield _Played(number, led, card)


def _broken(hand: AnyHand, played: _Played, other: Card) -> str | None:
    """What a seat had to do that held another card besides the one it played; None: nothing."""
    assert hand.trump is not None
    both = Hand.of((played.card, other))
    legal = legal_cards(both, played.led, hand.trump, hand.rules.obligation)
    if played.card in legal:
        return None
    return duty(played.card, legal, played.led, hand.trump)
