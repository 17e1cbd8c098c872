"""MacDougall's advice on calls, on trump and burial, and on conceding, as rules.

He bids up to the *normal* value of a hand in games for stakes, where that pays best, and up to the
*safe* one where points are scored (`valuation`). He says nothing in figures about a partner or
about the hand once the widow is taken up: there a partner is taken to add what partners added on
average, and how likely a contract is made follows from a guess of the total.
"""

from __future__ import annotations

from math import erf, sqrt

from pinochle_solver.double_dummy.choices import Choice, likely_choices
from pinochle_solver.rules.cards import Card, Rank, Suit
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.money import paid_for_aces, stakes_of
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Concede
from pinochle_solver.table.rules import MoneyRules
from pinochle_solver.table.valuation import advised_limit

_CHOICES = 24
_DEVIATION = 30.0
"""How far the total of a hand lies from the guess before it is played (a standard deviation)."""


def advised_call(hand: TableHand) -> Call:
    """The lowest bid that may be made, as long as the advice allows it; else a pass."""
    assert hand.turn is not None
    return call_up_to(hand, advised_limit(hand.hands[hand.turn], hand.rules))


def call_up_to(hand: TableHand, limit: int) -> Call:
    """The lowest bid that may be made, up to a limit or if the seat must bid; else a pass."""
    calls = [call for call in hand.legal_moves() if isinstance(call, Call)]
    lowest = next((call for call in calls if call.bid is not None), PASS)
    if PASS not in calls or (lowest.bid is not None and lowest.bid <= limit):
        return lowest
    return PASS


def advised_burial(hand: TableHand) -> Bury | Concede:
    """Trump and burial with the best expected payment, or the most points; or conceding."""
    assert hand.turn is not None
    rules, cards = hand.rules, hand.hands[hand.turn]
    choices = likely_choices(cards, rules, _CHOICES)
    money = rules.money
    if money is None:
        return choices[0].move
    assert hand.contract is not None
    best = max(choices, key=lambda choice: _expected(hand, money, choice))
    given_up = -stakes_of(money, hand.contract, Suit.CLUBS, 0, _for_aces(hand)).conceded
    return CONCEDE if given_up > _expected(hand, money, best) else best.move


def _expected(hand: TableHand, money: MoneyRules, choice: Choice) -> float:
    """What the bidder can expect of each opponent after a choice."""
    assert hand.contract is not None
    stakes = stakes_of(money, hand.contract, choice.move.trump, 0, _for_aces(hand))
    if choice.melds >= hand.contract:
        return stakes.made
    over = choice.guess - hand.contract
    made = (1 + erf(over / (_DEVIATION * sqrt(2)))) / 2
    return made * stakes.made - (1 - made) * stakes.lost


def _for_aces(hand: TableHand) -> int:
    """What is paid for the four aces of the bidder, if he was dealt them; the same in any case."""
    assert hand.turn is not None
    held = hand.hands[hand.turn]
    has_aces = all(Card(Rank.ACE, suit) in held for suit in Suit)
    return paid_for_aces(hand.rules) if has_aces else 0
