"""States of the compiled hand: of a position, and whose turn it is in one, in words for errors."""

from __future__ import annotations

from functools import lru_cache

from pinochle_solver._core.hand.game import HandGame
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.doubles import Doubler, Stakes
from pinochle_solver.rules.hand_packing import (
    Due,
    LaidRecord,
    SeatRecord,
    StateRecord,
    hand_of,
    most_copies,
    planes_of,
)
from pinochle_solver.rules.meld_kinds import CopyRule
from pinochle_solver.rules.rules import Seat


def playoff_state(position: PlayoffPosition) -> StateRecord:
    """The state of a playoff.

    Raises `IllegalPositionError` for a deck with more copies of a card than can be told apart.
    """
    deck = position.rules.deck
    if deck.copies > most_copies(position.rules):
        raise IllegalPositionError("rules", f"the {deck.name} deck has more copies than are known")
    gone = deck.cards()
    for card in (*position.south, *position.north, *([position.led] if position.led else [])):
        gone = gone.without(card)
    south, north = (
        SeatRecord(
            hand=planes_of(position.hand(seat)),
            meld_points=position.points[seat].melds if position.points else 0,
            trick_points=position.points[seat].tricks if position.points else 0,
        )
        for seat in Seat
    )
    return StateRecord(
        south=south,
        north=north,
        gone=planes_of(gone),
        held=0,
        upcard=NO_CARD,
        led=NO_CARD if position.led is None else position.led.index,
        leader=position.turn if position.led is None else position.turn.other,
        turn=position.turn,
        due=Due.PLAY,
        tricks=deck.stock_tricks + deck.hand - len(position.hand(position.turn)),
        drawn=deck.draws,
        stake=position.stakes.exponent if position.stakes else 0,
        right=_right(position.stakes),
    )


def stock_state(
    position: StockPosition, unseen: tuple[Card, ...], viewer: Seat | None = None
) -> tuple[StateRecord, tuple[Card, ...]]:
    """The state of a position of the stock phase, and the cards of its pile.

    Args:
        position: the position.
        unseen: the cards that it does not name, in the order in which they go to the hidden hand
            and then to the stock.
        viewer: the seat that sees the position, and knows the cards that it names in the other
            hand. By default only the named cards of a partly hidden hand are known to the other
            seat.

    Returns:
        the state, and all face-down cards of the deal; arbitrary cards stand in the places of those
        that have been drawn.

    Raises:
        IllegalPositionError: when `unseen` are not the missing cards.
    """
    deck = position.rules.deck
    hidden = max(position.south.hidden, position.north.hidden)
    if position.unseen and not unseen:
        places = [f"{hidden} of the hidden hand"] * (hidden > 0)
        places += [f"{position.face_down} of the stock"] * isinstance(position.stock, int)
        raise IllegalPositionError(
            "unseen",
            "missing: give the cards that the position does not name, "
            f"{' and then '.join(places)}, such as position.unseen",
        )
    if Hand.of(unseen) != position.unseen:
        raise IllegalPositionError(
            "unseen", f"{Hand.of(unseen).text()}, expected {position.unseen.text()}"
        )
    stock = unseen[hidden:] if isinstance(position.stock, int) else position.stock
    drawn = deck.draws if position.is_last_window else deck.stock - len(stock)
    south, north = (
        _seat_record(position, seat, unseen[:hidden], is_seen=viewer is seat.other) for seat in Seat
    )
    state = StateRecord(
        south=south,
        north=north,
        gone=planes_of(position.gone),
        held=0,
        upcard=NO_CARD if position.upcard is None else position.upcard.index,
        led=NO_CARD if position.led is None else position.led.index,
        leader=position.leader,
        turn=position.turn,
        due=Due(position.act),
        tricks=position.completed_tricks,
        drawn=drawn,
        stake=position.stakes.exponent if position.stakes else 0,
        right=_right(position.stakes),
        glups=position.glups,
        log=_log(position),
    )
    return state, (*deck.cards(),)[: deck.stock - len(stock)] + stock


def _right(stakes: Stakes | None) -> Doubler:
    """Who may double; both if nobody doubles any more, or if there are no doubles."""
    return (stakes and stakes.doubler) or Doubler.BOTH


def _log(position: StockPosition) -> tuple[LaidRecord, ...]:
    """The melds laid so far, if a state must have them."""
    if position.rules.copy_rule is not CopyRule.KINDS:
        return ()
    return tuple(laid for seat in Seat for laid in position.meld_table(seat).log(seat))


def _seat_record(
    position: StockPosition, seat: Seat, hidden: tuple[Card, ...], is_seen: bool
) -> SeatRecord:
    partial = position.hand(seat)
    record = position.laid_record(seat)
    in_hand = partial.known
    for card in hand_of(record.table):
        in_hand = in_hand.without(card)
    cards = (*in_hand, *hidden) if partial.hidden else tuple(in_hand)
    points = position.points
    return record._replace(
        hand=planes_of(cards),
        known=planes_of(in_hand) if partial.hidden or is_seen else 0,
        meld_points=points[seat].melds if points else 0,
        trick_points=points[seat].tricks if points else 0,
    )


IS_OVER = "the hand is over"


def state_of(game: HandGame) -> StateRecord:
    """The state of the hand."""
    return _unpacked(game.state())


@lru_cache(maxsize=16)
def _unpacked(record: bytes) -> StateRecord:
    # Cached, because a state is looked at several times before the next move.
    return StateRecord.unpack(record)


def mover_cards(game: HandGame) -> SeatRecord:
    """The cards of the seat whose turn it is."""
    return state_of(game).seat(Seat(game.turn))


def mover_name(game: HandGame) -> str:
    """The name of the seat whose turn it is."""
    return Seat(game.turn).text()


def is_about_doubles(game: HandGame) -> bool:
    """Whether a double is offered or answered now."""
    return game.due in (Due.DOUBLE, Due.ANSWER, Due.ANSWER_REDOUBLE)


def what_is_due(game: HandGame) -> str:
    """What the seat on turn has to do."""
    if game.due == Due.PLAY:
        return f"{mover_name(game)} has to play a card now"
    if game.due == Due.DOUBLE:
        return f"{mover_name(game)} has to double now, or not: double, no-double"
    if is_about_doubles(game):
        choices = "accept, refuse" + (", redouble" if game.due == Due.ANSWER else "")
        return f"{mover_name(game)} has to answer a double now: {choices}"
    return f"{mover_name(game)} has to meld now, or pass"
