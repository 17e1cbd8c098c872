"""A position of a game for three or four as the page draws it, and what follows a move in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from msgspec import UNSET, UnsetType

from pinochle_solver.board_server.views import (
    AskedView,
    MoveView,
    PositionView,
    SeatView,
    StepView,
    suit_by_suit,
)
from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.notation.table.all_games import filled_in
from pinochle_solver.notation.table.move_reading import parse_move, parse_stock_move
from pinochle_solver.notation.table.position_hands import hand_of, position_after
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import beyond
from pinochle_solver.table.melds import TableMelds, most_melds, shown_cards
from pinochle_solver.table.moves import CONCEDE, Bury, Call, Dix, Lay, PlayCard
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

_MOST_MOVES = 200
_WIDOW = "widow"


def table_view(position: TablePosition, line: str = "") -> PositionView:
    """A position of a game for three or four as the page draws it.

    Args:
        position: the position.
        line: the line that it was read from, which may leave out what follows.
    """
    tokens = position.tokens()
    viewer = _viewer(position)
    stock = position.stock
    hand = position.hands.get(position.turn)
    return PositionView(
        kind="table",
        text=position.text(),
        tokens=tokens,
        assumed=filled_in(position, line) if line else "",
        rules=position.rules.name,
        count=position.rules.count.name,
        trump=None if position.trump is None else position.trump.letter,
        turn=position.turn.text(),
        act=position.act.value,
        viewer=None if viewer is None else viewer.text(),
        knows=hand is not None and not hand.hidden,
        seats=[_seat_view(position, seat, tokens) for seat in position.players],
        led=[card.text() for card in position.led],
        upcard=None if position.upcard is None else position.upcard.text(),
        face_down=0 if stock is None else stock if isinstance(stock, int) else len(stock),
        trick=1 + (position.completed_tricks or 0),
        moves=[_move_view(position, text) for text in islice(_moves(position), _MOST_MOVES)],
        may_show=_may_show(position),
    )


def _may_show(position: TablePosition) -> list[str] | UnsetType:
    """The cards that a seat with hidden cards may lay on the table when it melds."""
    held, hand = position.hands.get(position.turn), hand_of(position)
    is_asked = position.act in (Act.BURY, Act.MELD) and isinstance(hand, TableHand)
    if not is_asked or held is None or not held.hidden:
        return UNSET
    return suit_by_suit((*hand.unseen, *held.known))


def _move_view(position: TablePosition, text: str) -> MoveView:
    if position.act is not Act.PLAY:
        return MoveView(move=text)
    card, _, source = text.partition("@")
    where = UNSET if not source else "hand" if source == "hand" else "table"
    return MoveView(move=text, card=card, source=where)


def _viewer(position: TablePosition) -> Seat | None:
    """The seat whose cards are known; None if all cards are, the one on turn if several are."""
    if not any(hand.hidden for hand in position.hands.values()):
        return None
    known = [seat for seat, hand in position.hands.items() if not hand.hidden and len(hand.known)]
    return known[0] if len(known) == 1 else position.turn


def _seat_view(position: TablePosition, seat: Seat, tokens: dict[str, str]) -> SeatView:
    hand = position.hands.get(seat)
    melds = tokens.get(f"melds.{seat.text()}")
    return SeatView(
        seat=seat.text(),
        name=position.names.get(seat),
        hand=[] if hand is None else suit_by_suit(hand.known),
        hidden=0 if hand is None else hand.hidden,
        table=[],
        melds=[] if melds is None else [melds],
        points=None,
    )


def _moves(position: TablePosition) -> Iterator[str]:
    """The texts of the moves that may be made; no burials, of which there are thousands."""
    hand = hand_of(position)
    held = position.hands.get(position.turn)
    is_hidden = held is None or held.hidden > 0
    if position.act is Act.BURY:
        if isinstance(hand, TableHand) and hand.is_legal(CONCEDE):
            yield CONCEDE.text()
        return
    if not is_hidden:
        yield from map(str, hand.legal_moves())
    elif not isinstance(hand, TableHand):
        return
    elif position.act is Act.MELD:
        yield "none"
    elif position.act is Act.BID and hand.auction is not None:
        yield from map(str, hand.auction.legal_calls())
    elif position.act is Act.DIX:
        yield from map(str, (Dix(True), Dix(False)))
    elif position.act is Act.PLAY:
        cards = {*hand.unseen, *(() if held is None else held.known)}
        played = (PlayCard(Card.parse(card)) for card in suit_by_suit(cards))
        yield from (str(move) for move in played if hand.is_legal(move))


def reads_move(position: TablePosition, text: str) -> AnyMove:
    """The move that a text is in a position; raises `NotationError` for none.

    Melds may be said by the cards that are laid, such as ``KS QS 9S``, and after a trump suit:
    ``S/KS QS 9S``.
    """
    trump, slash, laid = text.rpartition("/")
    shown = _cards(laid) if position.act in (Act.BURY, Act.MELD) else None
    if shown is not None and position.act is Act.BURY and slash:
        suit = Suit.parse(trump.strip())
        return Bury(suit, melds=_melds_of(shown, suit))
    if shown is not None and position.act is Act.MELD and position.trump is not None and not slash:
        return Lay(_melds_of(shown, position.trump))
    if position.rules.stock is not None:
        return parse_stock_move(text, position.act, laid_by(position, position.turn)[0])
    return parse_move(text, position.act, position.trump)


def _cards(text: str) -> Hand | None:
    """Cards side by side; None for any other text."""
    try:
        return Hand.of(map(Card.parse, text.replace(",", " ").split()))
    except NotationError:
        return None


def _melds_of(shown: Hand, trump: Suit) -> TableMelds:
    """The melds that lie on the table; raises `NotationError` for a card that is in none."""
    melds = most_melds(shown, trump)
    for card in beyond(shown, shown_cards(melds)):
        raise NotationError("melds", f"{card} is in no meld of these cards")
    return melds


def table_step(position: TablePosition, move: str, seen: dict[str, object]) -> StepView | AskedView:
    """The position after a move, or what has to be told first.

    Args:
        position: the position.
        move: the text of the move.
        seen: the cards of the ``widow``, if it is turned up.

    Raises:
        PositionError: for what is no move here, and in games with a stock before it is gone.
    """
    if position.has_stock:
        raise IllegalPositionError("stock", "not gone yet; moves are made when it is")
    told = seen.get(_WIDOW)
    if isinstance(told, str):
        position = replace(position, widow=PartialHand.parse(told))
    made = reads_move(position, move)
    try:
        after = position_after(position, made)
    except IllegalPositionError as error:
        if error.token != _WIDOW or isinstance(told, str):
            raise
        return _asked_widow(position, made)
    is_trick = position.act is Act.PLAY and len(position.led) == len(position.players) - 1
    winner = after.turn.text() if is_trick and after is not None else None
    return StepView(
        seat=position.turn.text(),
        move=str(made),
        winner=winner,
        scored={},
        drawn={},
        position=None if after is None else table_view(after),
    )


def _asked_widow(position: TablePosition, made: AnyMove) -> AskedView:
    """The widow is turned up for the highest bidder: any of the unseen cards may be in it."""
    hand = hand_of(position)
    assert isinstance(hand, TableHand)
    assert hand.auction is not None
    assert isinstance(made, Call)
    buyer = hand.auction.after(made).bidder
    assert buyer is not None
    return AskedView(asked=_WIDOW, seat=buyer.text(), choices=suit_by_suit(hand.unseen))
