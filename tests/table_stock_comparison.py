"""Random hands of the games with a stock, played by the product and by the oracle side by side."""

from __future__ import annotations

from collections.abc import Iterable

from oracle.table import deals as oracle_deals
from oracle.table import stock_hand as oracle
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, begun_with_stock

STOCK_GAMES = [name for name, rules in TABLE_RULEBOOKS.items() if rules.stock]


def differences(name: str, seed: int) -> list[str]:
    """What differs in the oracle's random hand with this seed, and after which moves.

    Args:
        name: one of `STOCK_GAMES`.
        seed: which hand; options and count are drawn with it.
    """
    steps = list(oracle_deals.random_stock_hand(name, seed))
    hand = product_hand(steps[0][0])
    made: list[str] = []
    for theirs, text in steps:
        expected, found = _of_oracle(theirs), _of_product(hand)
        wrong = [
            f"{key}: {found[key]}, oracle {value}"
            for key, value in expected.items()
            if found[key] != value
        ]
        if wrong:
            return [f"{name}, seed {seed}, after {' '.join(made)}", *wrong]
        if text:
            hand = hand.after(next(move for move in hand.legal_moves() if move.text() == text))
            made.append(text)
    return []


def product_hand(start: oracle.StockHand) -> StockHand:
    """The product's hand after the deal of the oracle's."""
    at = start.at
    book = TABLE_RULEBOOKS[at.rulebook.name]
    assert start.upcard
    return begun_with_stock(
        TableDeal(
            rules=with_options(book, at.options, count=COUNTS[at.count]),
            dealer=Seat.parse(start.dealer),
            hands=tuple(_hand(start.hands[seat]) for seat in start.seats),
            upcard=Card.parse(start.upcard),
            stock=tuple(map(Card.parse, start.stock)),
        )
    )


def _hand(cards: Iterable[str]) -> Hand:
    return Hand.of(map(Card.parse, cards))


def _of_product(hand: StockHand) -> dict[str, object]:
    facts: dict[str, object] = {
        "act": hand.act.value,
        "turn": "" if hand.turn is None else hand.turn.text(),
        "upcard": hand.upcard and hand.upcard.text(),
        "stock": [card.text() for card in hand.stock],
        "led": [card.text() for card in hand.led],
        "tricks": [
            (trick.leader.text(), tuple(card.text() for card in trick.cards))
            for trick in hand.tricks
        ],
        "moves": sorted(move.text() for move in hand.legal_moves()),
    }
    for seat in hand.players:
        mine = hand.seats[seat]
        facts[seat.text()] = (mine.held(), mine.hand, hand.known_cards(seat), mine.laid.text())
        facts[f"{seat.text()} has"] = (
            hand.melds_made(seat),
            hand.cards_won(seat),
            hand.tricks_won(seat),
        )
    if hand.turn is None:
        facts["result"] = {seat.text(): hand.result().score_of(seat) for seat in hand.players}
    return facts


def _of_oracle(hand: oracle.StockHand) -> dict[str, object]:
    facts: dict[str, object] = {
        "act": hand.act,
        "turn": hand.turn,
        "upcard": hand.upcard,
        "stock": hand.stock,
        "led": hand.led,
        "tricks": hand.tricks,
        "moves": sorted(oracle.legal_moves(hand)),
    }
    # After the last trick of the stock of macdougall-3 its winner has nothing to meld: the notation
    # calls that turn ``dix``, the oracle ``meld``.
    if len(hand.tricks) == oracle.stock_tricks(hand) and hand.act == "meld":
        facts["act"] = "dix"
    for seat in hand.seats:
        facts[seat] = (
            _hand([*hand.hands[seat], *(card for card, _number in hand.table[seat])]),
            _hand(hand.hands[seat]),
            _hand(oracle.known_cards(hand, seat)),
            oracle.meld_text(hand, seat),
        )
        facts[f"{seat} has"] = (hand.melds[seat], hand.cards[seat], hand.won[seat])
    if hand.act == "over":
        facts["result"] = oracle.result(hand)
    return facts
