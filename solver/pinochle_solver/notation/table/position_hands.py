"""A position made into a hand with hidden cards, and such a hand into the fields of a position.

The hands of ``table`` say what may be done and what follows. They know nothing of positions.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any, NoReturn, TypeVar

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.hand_checks import auction_of
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.rules.melds import parse_laid_melds
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.partial_hands import EMPTY, PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import Auction
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.moves import Call, PlayCard, TableMove
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import NOTHING_DRAWN, Drawn, StockHand, StockMove
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import LaidMelds
from pinochle_solver.table.stock_seats import StockSeat
from pinochle_solver.table.tricks import Trick
from pinochle_solver.table.views import AnyHand, AnyMove, stock_view_of, view_of

_Position = TypeVar("_Position", bound=TableFields)


# A hand from a position


def hand_of(position: TableFields) -> AnyHand:
    """The hand of a position, as far as the position tells it.

    Points and tricks that were won before the tricks it gives in order do not come into the hand.
    """
    return position.hand_by(_made)


def _made(position: TableFields) -> AnyHand:
    tricks, gone = _past(position)
    if position.rules.stock is not None:
        return _stock_hand(position, tricks, gone)
    order, act, turn = position.order, position.act, position.turn
    is_told = position.dealer is not None and (act is Act.BID or position.bids is not None)
    asks = act in (Act.DIX, Act.MELD)
    return TableHand(
        rules=position.rules,
        dealer=position.dealer,
        act=act,
        turn=turn,
        held=tuple(position.hands.get(seat, EMPTY) for seat in position.rules.table),
        widow=position.widow or EMPTY,
        auction=auction_of(position) if position.rules.auction and is_told else None,
        bidder=position.bidder,
        contract=position.contract,
        upcard=position.upcard,
        trump=position.trump,
        buried=position.buried or EMPTY,
        laid=tuple(map(position.melds.get, position.rules.table)),
        waiting=order[order.index(turn) + 1 :] if asks else (),
        leader=position.leader if act is Act.PLAY else None,
        tricks=tricks,
        gone=gone,
        led=position.led,
    )


def _past(position: TableFields) -> tuple[tuple[Trick, ...], Hand]:
    """The completed tricks whose winners are known, or else the cards of the completed tricks."""
    if position.tricks is None:
        return (), position.gone or NO_CARDS
    tricks = position.taken
    cards = () if tricks else (card for trick in position.tricks for card in trick)
    return tricks, Hand.of(cards)


def _stock_hand(position: TableFields, tricks: tuple[Trick, ...], gone: Hand) -> StockHand:
    is_dix = position.act is Act.DIX
    leader = position.leads if is_dix else position.leader
    waiting: tuple[Seat, ...] = ()
    if is_dix and leader is not None:
        order = clockwise(position.players, leader)
        waiting = order[order.index(position.turn) + 1 :]
    stock = position.stock if isinstance(position.stock, tuple) else (None,) * position.face_down
    return StockHand(
        rules=position.rules,
        dealer=position.dealer,
        act=position.act,
        turn=position.turn,
        seats=tuple(_stock_seat(position, seat) for seat in position.players),
        upcard=position.upcard,
        stock=stock,
        leader=leader,
        waiting=waiting,
        tricks=tricks,
        gone=gone,
        led=position.led,
    )


def _stock_seat(position: TableFields, seat: Seat) -> StockSeat:
    assert position.trump is not None
    hand = position.hands[seat]
    if position.has_stock:
        laid = laid_by(position, seat)[0]
    else:
        laid = LaidMelds(MeldBook.of(position.rules, position.trump), taken_back=True)
    return StockSeat(less(hand.known, laid.cards()), laid, hidden=hand.hidden)


# A position from a hand


def hand_fields(hand: AnyHand, seat: Seat | None) -> dict[str, Any]:
    """The fields of the position of a hand.

    Args:
        hand: the hand.
        seat: who sees the position; None for all cards.

    Raises:
        ValueError: the hand is over.
        IllegalPositionError: (``bids``) during an auction with a seat that is barred, or a call
            that might not be made.
    """
    if hand.turn is None:
        raise ValueError("the hand is over")
    tricks = tuple(trick.cards for trick in hand.tricks) or None
    fields = {"rules": hand.rules, "dealer": hand.dealer, "tricks": tricks, **_won(hand)}
    if isinstance(hand, StockHand):
        seen_stock = hand if seat is None else stock_view_of(hand, seat)
        return fields | _lying(seen_stock, is_stock_told=seat is None and None not in hand.stock)
    if hand.auction is not None:
        if hand.act is Act.BID:
            _check_told(hand.auction)
        if not hand.auction.is_irregular:
            fields["bids"] = hand.auction.calls or None
    seen = hand if seat is None else view_of(hand, seat)
    return fields | _lying(seen, is_stock_told=False)


def _check_told(auction: Auction) -> None:
    """Refuse an auction that the tokens of a position do not tell."""
    wrong = "a call stands that might not be made" if auction.is_irregular else ""
    if auction.barred:
        wrong = f"{' and '.join(seat.text() for seat in auction.barred)} may bid no more"
    if wrong:
        fact = f"{wrong}; no position says so before the auction is over"
        raise IllegalPositionError("bids", fact)


def _lying(hand: AnyHand, *, is_stock_told: bool) -> dict[str, Any]:
    """The fields that say where the cards lie, what is laid, and what is to be decided.

    Args:
        hand: a hand that is not over.
        is_stock_told: whether the cards of a stock are named.
    """
    fields: dict[str, Any] = {"act": hand.act, "turn": hand.turn, "led": hand.led}
    fields |= {"trump": hand.trump, "upcard": hand.upcard}
    if isinstance(hand, TableHand):
        laid = {seat: hand.laid[seat] for seat in hand.players}
        return fields | {
            "hands": {seat: hand.held[seat] for seat in hand.players},
            "bidder": hand.bidder,
            "contract": hand.contract,
            "widow": hand.widow if len(hand.widow) else None,
            "buried": hand.buried if len(hand.buried) else None,
            "melds": {seat: melds for seat, melds in laid.items() if melds is not None},
        }
    seats = dict(zip(hand.players, hand.seats, strict=True))
    stock = hand.stock if is_stock_told else len(hand.stock)
    return fields | {
        "hands": {seat: PartialHand(has.held(), has.hidden) for seat, has in seats.items()},
        "stock": None if hand.upcard is None else stock,
        "laid": {
            seat: parse_laid_melds(has.laid.text())
            for seat, has in seats.items()
            if hand.upcard is not None and has.laid.melds
        },
    }


def _won(hand: AnyHand) -> dict[str, Any]:
    """The fields that say what has been won since the deal, if the position has them."""
    if isinstance(hand, StockHand):
        return {"points": _points_won(hand)}
    if hand.act not in (Act.MELD, Act.PLAY):
        return {}
    return {"won": tuple(map(hand.tricks_won, hand.players)), "points": _points_won(hand)}


def _points_won(hand: AnyHand) -> tuple[UnitPoints, ...]:
    return tuple(
        UnitPoints(sum(_melded(hand, seat) for seat in unit), sum(map(hand.cards_won, unit)))
        for unit in hand.rules.units(hand.dealer)
    )


def _melded(hand: AnyHand, seat: Seat) -> int:
    if isinstance(hand, StockHand):
        return hand.melds_made(seat)
    return meld_points(hand.laid[seat] or (), hand.rules.melds)


# A position from a position


def position_after(
    position: _Position, move: AnyMove, drawn: Drawn = NOTHING_DRAWN
) -> _Position | None:
    """The position after a move of the seat on turn; None when the hand is over.

    A hidden hand may play any card that may be in it. Annotations are left out, because they are
    about the position before the move.

    Args:
        position: the position.
        move: the move.
        drawn: what is drawn from the stock after the move, as far as it must be given.

    Raises:
        IllegalMoveError: for a move that is not legal, naming it.
        IllegalPositionError: for what does not follow: (``widow``) if the widow would be turned and
            is not known; a burial of a hand that is not wholly known, and the melds of such a hand
            where they are not named; (``gone``, ``dealer``) if the winner of the last trick must be
            known and is not.
        UndrawnError: for a draw that must be given.
    """
    before = hand_of(position)
    after = _hand_after(position, before, move, drawn)
    if after.turn is None:
        return None
    fields = _lying(after, is_stock_told=isinstance(position.stock, tuple))
    if isinstance(after, TableHand) and after.auction is not None and isinstance(move, Call):
        fields["bids"] = after.auction.calls
        if after.act is not Act.BID:
            fields["sides"] = None  # they follow from who is the bidder
    if isinstance(after, TableHand):
        # Melds stand in the order in which they are laid.
        laid = dict.fromkeys((*position.melds, *after.order))
        fields["melds"] = {seat: fields["melds"][seat] for seat in laid if seat in fields["melds"]}
    is_before_play = isinstance(after, TableHand) and before.act is not Act.PLAY
    fields |= _won(after) if is_before_play else _counted(position, before, after)
    return replace(position, id=None, best_moves=(), value=None, **fields)


def points_at_end(position: TableFields, card: Card) -> tuple[UnitPoints, ...] | None:
    """What each unit has when this card is the last of a hand, the burial not counted.

    None where it is not the last card, or the position has no points.

    Args:
        position: the position before the card.
        card: of the seat on turn.
    """
    if position.points is None or position.has_stock:
        return None
    before = hand_of(position)
    after = _hand_after(position, before, PlayCard(card), NOTHING_DRAWN)
    return None if after.turn is not None else _points(position, before, after)


def _hand_after(position: TableFields, hand: AnyHand, move: AnyMove, drawn: Drawn) -> AnyHand:
    """The hand of a position after a move; raises as `position_after` does."""
    made = move
    if isinstance(hand, StockHand):
        if isinstance(move, (Play, PlayCard)) and not position.has_stock:
            made = Play(move.card)
        if isinstance(made, StockMove) and hand.is_asked_for(made):
            if hand.leader is None:
                _refuse_unknown_leader(position)
            if position.has_stock or hand.is_legal(made):
                return hand.after(made, drawn)
            raise IllegalMoveError(made.text(), _in_short(position, made))
    else:
        if isinstance(move, Play):
            made = PlayCard(move.card)
        if isinstance(made, TableMove) and hand.is_asked_for(made):
            if not isinstance(made, (Call, PlayCard)) or hand.is_legal(made):
                return hand.after(made)
            raise IllegalMoveError(made.text(), _in_short(position, made))
    raise IllegalMoveError(move.text(), f"{position.turn.text()} has to {position.act.value} now")


def _in_short(position: TableFields, move: AnyMove) -> str:
    """Why a call or a card is not legal, in the words of a dialogue that lists what is."""
    seat = position.turn
    if not isinstance(move, (PlayCard, Play)):
        return f"{seat.text()} cannot call that"
    fact = "may not be played" if move.card in position.hands[seat].known else "is not held"
    return f"it {fact} by {seat.text()}"


def _refuse_unknown_leader(position: TableFields) -> NoReturn:
    """Say what is missing to tell who leads after a dix; raises `IllegalPositionError`."""
    if not position.completed_tricks:
        raise IllegalPositionError("dealer", "missing, and nobody has led")
    if position.tricks is None:
        raise IllegalPositionError("gone", "does not tell who won the last trick; give tricks=")
    raise IllegalPositionError("dealer", "missing, who won the last trick follows from it")


def _counted(position: TableFields, before: AnyHand, after: AnyHand) -> dict[str, Any]:
    """What a move adds to the tricks and points of a position."""
    fields: dict[str, Any] = {"points": _points(position, before, after)}
    if position.won is not None:
        fields["won"] = tuple(
            won + after.tricks_won(seat) - before.tricks_won(seat)
            for seat, won in zip(position.players, position.won, strict=True)
        )
    rows = tuple(trick.cards for trick in after.tricks[len(before.tricks) :])
    if rows and (position.tricks is not None or position.completed_tricks == 0):
        fields["tricks"] = (*(position.tricks or ()), *rows)
    if rows and position.gone is not None:
        fields["gone"] = Hand.of((*position.gone, *chain(*rows)))
    return fields


def _points(
    position: TableFields, before: AnyHand, after: AnyHand
) -> tuple[UnitPoints, ...] | None:
    """The points of a position with those that a move adds; None if it has none."""
    if position.points is None:
        return None
    changes = zip(position.points, _points_won(before), _points_won(after), strict=True)
    return tuple(
        UnitPoints(had.melds + now.melds - was.melds, had.cards + now.cards - was.cards)
        for had, was, now in changes
    )
