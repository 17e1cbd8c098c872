"""A random hand with a stock on the product's referee and on the oracle's, move by move.

The oracle draws the options, the count, the deal and the moves, as for `table_comparison`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from helpers.table_comparison import DifferenceError, hand_of, rules_of
from oracle.table import deals as oracle_deals
from oracle.table import stock_hand as oracle_hands
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, begun_with_stock
from pinochle_solver.table.views import stock_view_of

WITH_STOCK = tuple(name for name, rules in TABLE_RULEBOOKS.items() if rules.stock is not None)


def compare_stock_hand(name: str, seed: int, count: Callable[[str], None] | None = None) -> None:
    """Play the hand of a seed on both; raises `DifferenceError` naming the first difference.

    Args:
        name: one of `WITH_STOCK`.
        seed: which of its hands.
        count: called with the act of every move, and with the outcome.
    """
    hand: StockHand | None = None
    made: list[str] = []
    for oracle, move in oracle_deals.random_stock_hand(name, seed):
        if hand is None:
            hand = begun_with_stock(stock_deal_of(oracle))
        for where, mine, theirs in state(hand, oracle):
            if mine != theirs:
                fact = f"{where}: {mine!r}, by the oracle {theirs!r}"
                raise DifferenceError(f"{name} {seed}, after {' '.join(made)}: {fact}")
        if count is not None:
            count(hand.act.value if move else hand.result().outcome.value)
        if move:
            hand = hand.after(next(each for each in hand.legal_moves() if each.text() == move))
            made.append(move)


def stock_deal_of(start: oracle_hands.StockHand) -> TableDeal:
    """The product's deal of a hand of the oracle's before its first move."""
    assert start.upcard
    return TableDeal(
        rules=rules_of(start.at),
        dealer=Seat.parse(start.dealer),
        hands=tuple(hand_of(start.hands[seat]) for seat in start.seats),
        upcard=Card.parse(start.upcard),
        stock=tuple(map(Card.parse, start.stock)),
    )


def state(hand: StockHand, oracle: oracle_hands.StockHand) -> Iterator[tuple[str, object, object]]:
    """What must be the same after every move: a name, the product's, the oracle's."""
    yield "act", hand.act.value, _act_of(oracle)
    yield "turn", "" if hand.turn is None else hand.turn.text(), oracle.turn
    yield "upcard", hand.upcard and hand.upcard.text(), oracle.upcard
    yield "stock", [card and card.text() for card in hand.stock], oracle.stock
    yield "led", [card.text() for card in hand.led], oracle.led
    tricks = [(each.leader.text(), tuple(map(Card.text, each.cards))) for each in hand.tricks]
    yield "tricks", tricks, oracle.tricks
    moves = sorted(move.text() for move in hand.legal_moves())
    yield "moves", moves, sorted(oracle_hands.legal_moves(oracle))
    for seat in hand.players:
        yield from _seat_state(hand, oracle, seat)
    if hand.turn is None:
        scores = {seat.text(): hand.result().score_of(seat) for seat in hand.players}
        yield "result", scores, oracle_hands.result(oracle)


def _act_of(oracle: oracle_hands.StockHand) -> str:
    """What the notation calls it.

    After the last trick of the stock of macdougall-3 its winner is asked for a dix, for he has
    nothing to meld; the oracle says ``meld``.
    """
    last = len(oracle.tricks) == oracle_hands.stock_tricks(oracle)
    return "dix" if last and oracle.act == "meld" else oracle.act


def _seat_state(
    hand: StockHand, oracle: oracle_hands.StockHand, seat: Seat
) -> Iterator[tuple[str, object, object]]:
    name, mine = seat.text(), hand.seats[seat]
    yield f"{name} in the hand", mine.hand, hand_of(oracle.hands[name])
    on_table = hand_of(card for card, _number in oracle.table[name])
    yield f"{name} on the table", mine.laid.cards(), on_table
    yield f"{name} melds", mine.laid.text(), oracle_hands.meld_text(oracle, name)
    known = hand_of(oracle_hands.known_cards(oracle, name))
    yield f"{name} known", stock_view_of(hand, None).hands[seat], known
    yield f"{name} meld points", hand.melds_made(seat), oracle.melds[name]
    yield f"{name} card points", hand.cards_won(seat), oracle.cards[name]
    yield f"{name} tricks", hand.tricks_won(seat), oracle.won[name]
