"""Records that leave cards out, which follow once enough was played.

A record of one seat shows in the end what everybody was dealt, and a kibitzer's the stock.
"""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.irregularity_words import NoMarriage, call_notes
from pinochle_solver.notation.table.stock_items import Happened, ItemReader
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Rank, Suit
from pinochle_solver.table.auction import opened, why_not_call
from pinochle_solver.table.holdings import holds, joined, less
from pinochle_solver.table.seats import Seat, clockwise, left_of
from pinochle_solver.table.tricks import plays_to, tricks_from


def whole_record(record: TableRecord) -> TableRecord:
    """The record with all cards, if it is one of one seat or a kibitzer's; else the record itself.

    Raises:
        NotationError: (``Stock``) if not all of a kibitzer's stock was drawn; (``View``) if not all
            cards were played or written down, and if those played cannot have been dealt;
            (``Buried``) if others are said to be buried than those left.
    """
    if record.view is None:
        lacks_stock = record.rules.stock is not None and record.stock is None
        return replace(record, stock=_stock_drawn(record)) if lacks_stock else record
    of_seat = f"{record.view.text()}, but "
    plays = sum(len(trick.plays) for trick in record.tricks)
    trump = record.trump if record.upcard is None else record.upcard.suit
    if record.rules.stock is not None or trump is None or plays < _all_plays(record):
        fact = "the other hands follow only once all cards were played; pinochle review takes it"
        raise NotationError("View", of_seat + fact)
    if record.rules.widow and record.widow is None:
        raise NotationError("Widow", "missing, and it has been turned up")
    leader = _leader(record)
    if leader is None:
        raise NotationError("Bids", "they name no bidder")
    played = _played(record, leader, trump)
    buried = record.rules.deck
    for hand in played.values():
        if not holds(buried, hand):
            raise NotationError("View", of_seat + "the cards played are not those of the deck")
        buried = less(buried, hand)
    dealt = _dealt(record, leader, played, trump, buried)
    if dealt[record.view] != record.hands[record.view]:
        raise NotationError("View", of_seat + f"{record.view.text()} has played other cards")
    own = buried if record.rules.widow else None
    if record.buried not in (None, own):
        raise NotationError("Buried", f"{record.buried}, but {own} was never played")
    return replace(record, view=None, hands=dealt, buried=own)


def _stock_drawn(record: TableRecord) -> tuple[Card, ...]:
    """The face-down cards in the order in which they were drawn."""
    rules, upcard = record.rules, record.upcard
    assert rules.stock is not None
    assert upcard is not None
    rows = [
        tuple(Card.parse(play.partition("@")[0]) for play in trick.plays) for trick in record.tricks
    ]
    leader, drawn = left_of(record.players, record.dealer), list[Card]()
    whole = [row for row in rows if len(row) == len(record.players)]
    for trick, noted in zip(
        tricks_from(leader, whole, record.players, upcard.suit), record.tricks, strict=False
    ):
        draws = dict[Seat, Card]()
        for note in noted.notes:
            for item in ItemReader(rules).read(note.words, trick.winner, in_playoff=False):
                if isinstance(item, Happened) and item.is_draw:
                    draws[item.seat] = Card.parse(item.text[1:])
        drawn += [draws[seat] for seat in clockwise(record.players, trick.winner) if seat in draws]
    expected = rules.stock.cards - 1
    if len(drawn) != expected:
        fact = f"missing, and {len(drawn)} of its {expected} cards are written as drawn"
        raise NotationError("Stock", f"{fact}; pinochle new --all goes on with such a record")
    return tuple(drawn)


def _all_plays(record: TableRecord) -> int:
    return record.rules.hand * len(record.players)


def _leader(record: TableRecord) -> Seat | None:
    """Who leads to the first trick; None if nobody has won the auction."""
    if record.rules.auction is None:
        return left_of(record.players, record.dealer)
    auction = opened(record.rules, record.dealer)
    for call in record.calls or ():
        fact = why_not_call(auction, call)
        if fact is not None and not auction.is_too_low(call):
            raise NotationError("Bids", f"{call}: {fact}")
        auction = auction.after(call)
    if auction.turn is not None:
        return None
    for note in record.call_notes:
        try:
            items = call_notes(note.words, record.rules)
        except NotationError as error:
            raise NotationError("Bids", f"{error.token}: {error.fact}") from None
        for item in items:
            if isinstance(item, NoMarriage) and item.choice is not None:
                return item.seat if item.player is None else item.player
    return auction.bidder


def _played(record: TableRecord, leader: Seat, trump: Suit) -> dict[Seat, Hand]:
    """The cards that each seat has played; tricks beyond those of a hand are left out."""
    rows = [tuple(map(Card.parse, trick.plays)) for trick in record.tricks[: record.rules.hand]]
    plays = [
        play
        for trick in tricks_from(leader, rows, record.players, trump)
        for play in plays_to(trick.cards, record.players, trick.leader)
    ]
    return {
        seat: Hand.of(card for player, _, card in plays if player is seat)
        for seat in record.players
    }


def _dealt(
    record: TableRecord, bidder: Seat, played: dict[Seat, Hand], trump: Suit, buried: Hand
) -> dict[Seat, Hand]:
    """What each seat was dealt: before the widow, and before an exchange."""
    dealt, widow = dict(played), record.widow or NO_CARDS
    if record.rules.widow:
        enlarged = joined(dealt[bidder], buried)
        if not holds(enlarged, widow):
            raise NotationError("Widow", f"{widow} is not among the bidder's cards")
        dealt[bidder] = less(enlarged, widow)
    exchanger, upcard = record.exchange, record.upcard
    if exchanger is not None and upcard is not None and exchanger is not record.dealer:
        nine = Card(Rank.NINE, trump)
        try:
            dealt[exchanger] = dealt[exchanger].with_card(nine).without(upcard)
            dealt[record.dealer] = dealt[record.dealer].with_card(upcard).without(nine)
        except PositionError as error:
            raise NotationError("Exchange", error.fact) from None
    return dealt
