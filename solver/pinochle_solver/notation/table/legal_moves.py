"""The legal moves of a position: what the referee of `table` says about the known cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.hand_checks import auction_of
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.rules.cards import Card, Hand, Rank
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import may_bid
from pinochle_solver.table.burial import every_choice
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import EXCHANGE, TableMelds, layings
from pinochle_solver.table.moves import CONCEDE, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table.stock_options import shows, stock_plays
from pinochle_solver.table.stock_seats import StockSeat
from pinochle_solver.table.tricks import legal_cards

AnyMove = TableMove | StockMove


def legal_moves(position: TableFields) -> Iterator[AnyMove]:
    """The legal moves of the seat to decide, in the order of `TableHand.legal_moves`.

    Raises:
        IllegalPositionError: when the seat's hand is not wholly known.
    """
    rules, act, seat = position.rules, position.act, position.turn
    partial = position.hands[seat]
    if partial.hidden:
        fact = f"{partial.hidden} hidden cards, and it is its turn"
        raise IllegalPositionError(seat.text(), fact)
    hand = partial.known
    if rules.stock is not None:
        return stock_moves(position, hand)
    if act is Act.BID:
        auction = auction_of(position)
        return iter(auction.legal_calls(may_bid(auction, hand)))
    if act is Act.BURY:
        return _burials(hand, rules.widow, rules.melds_win)
    assert position.trump is not None
    if act is Act.DIX:
        holds_nine = Card(Rank.NINE, position.trump) in hand
        return iter((Dix(True), Dix(False)) if holds_nine else (Dix(False),))
    if act is Act.MELD:
        return _layings(position, hand)
    return map(PlayCard, legal_cards(hand, position.led, position.trump, rules.obligation))


def stock_moves(position: TableFields, hand: Hand) -> Iterator[StockMove]:
    """The same in a game with a stock, in the order of `StockHand.legal_moves`."""
    assert position.trump is not None
    if position.upcard is None:
        obligation = position.rules.obligation
        return map(Play, legal_cards(hand, position.led, position.trump, obligation))
    laid = laid_by(position, position.turn)[0]
    seat = StockSeat(hand=less(hand, laid.cards()), laid=laid)
    if position.act is Act.DIX:
        return iter((Dix(False), Dix(True)) if laid.book.dix in seat.hand else (Dix(False),))
    if position.act is Act.MELD:
        return shows(seat, position.upcard, position.rules)
    return stock_plays(seat)


def _burials(hand: Hand, number: int, may_concede: bool) -> Iterator[TableMove]:
    yield from every_choice(hand, number)
    if may_concede:
        yield CONCEDE


def _layings(position: TableFields, hand: Hand) -> Iterator[TableMove]:
    assert position.trump is not None
    dixes = dixes_of(position, position.melds, position.turn, hand)
    lesser = layings(hand, position.trump, dixes)
    next(lesser)
    yield Lay()
    yield from map(Lay, lesser)


def dixes_of(
    position: TableFields, melds: Mapping[Seat, TableMelds], seat: Seat, hand: Hand
) -> int | None:
    """How many nines of trumps a seat with this hand may lay; None: all of them.

    The nine that the dealer got for the upcard, or exchanged with himself, does not count.
    """
    if not position.rules.turned_trump:
        return None
    assert position.trump is not None
    is_exchanged = any(EXCHANGE in laid for laid in melds.values())
    nines = hand.count(Card(Rank.NINE, position.trump))
    return nines - (is_exchanged and seat is position.dealer)
