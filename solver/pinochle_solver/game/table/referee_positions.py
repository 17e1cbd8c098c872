"""Positions of a hand that the referee plays: with all cards, or as a seat sees them."""

from __future__ import annotations

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.melds import parse_laid_melds
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.stock_views import stock_seen_by
from pinochle_solver.table.views import seen_by

AnyHand = TableHand | StockHand
"""A hand of any game for three or four."""


def position_of(
    hand: AnyHand,
    seat: Seat | None = None,
    *,
    score: tuple[int, ...] | None = None,
    checks: tuple[int, ...] | None = None,
    kitty: int | None = None,
) -> TablePosition:
    """The position of a hand that is not over.

    Args:
        hand: the hand.
        seat: who sees the position; None for all cards.
        score: the score before the hand.
        checks: the checks before the hand.
        kitty: what was in the kitty before the hand.

    Raises:
        ValueError: the hand is over.
        IllegalPositionError: (``bids``) during an auction with a seat that is barred, or a call
            that might not be made.
    """
    if hand.turn is None:
        raise ValueError("the hand is over")
    if isinstance(hand, StockHand):
        return _with_stock(hand, hand.turn, seat, score)
    is_regular = hand.auction is None or not hand.auction.is_irregular
    if hand.act is Act.BID:
        _check_auction(hand)
    view, rules = seen_by(hand, seat), hand.rules
    is_after_auction = hand.act in (Act.MELD, Act.PLAY)
    return TablePosition(
        rules=rules,
        turn=hand.turn,
        hands={
            player: _hand(hand.hands[player], None if seat is None else view.known[player])
            for player in hand.players
        },
        act=hand.act,
        trump=hand.trump,
        led=hand.led,
        dealer=hand.dealer,
        bids=(view.calls or None) if is_regular else None,
        bidder=hand.bidder,
        contract=hand.contract,
        widow=_widow(hand, seat),
        buried=_buried(hand, seat),
        melds={
            player: hand.laid[player] or ()
            for player in hand.players
            if hand.laid[player] is not None
        },
        tricks=tuple(trick.cards for trick in hand.tricks) or None,
        won=tuple(map(hand.tricks_won, hand.players)) if is_after_auction else None,
        points=_points(hand) if is_after_auction else None,
        score=score,
        checks=checks,
        kitty=kitty,
        upcard=hand.deal.upcard,
    )


def _check_auction(hand: TableHand) -> None:
    """Refuse an auction that the tokens of a position do not tell."""
    auction = hand.auction
    assert auction is not None
    wrong = "a call stands that might not be made" if auction.is_irregular else ""
    if auction.barred:
        wrong = f"{' and '.join(seat.text() for seat in auction.barred)} may bid no more"
    if wrong:
        fact = f"{wrong}; no position says so before the auction is over"
        raise IllegalPositionError("bids", fact)


def _with_stock(
    hand: StockHand, turn: Seat, seat: Seat | None, score: tuple[int, ...] | None
) -> TablePosition:
    """The position of a hand of a game with a stock."""
    view, players = stock_seen_by(hand, seat), hand.players
    stock = None if hand.upcard is None else len(hand.stock) if seat is not None else hand.stock
    return TablePosition(
        rules=hand.rules,
        turn=turn,
        hands={
            player: _hand(hand.hands[player], None if seat is None else view.known[player])
            for player in players
        },
        act=hand.act,
        trump=hand.trump,
        led=hand.led,
        dealer=hand.dealer,
        upcard=hand.upcard,
        stock=stock,
        laid={
            player: parse_laid_melds(view.laid[player].text())
            for player in players
            if hand.upcard is not None and view.laid[player].melds
        },
        tricks=tuple(trick.cards for trick in hand.tricks) or None,
        points=tuple(
            UnitPoints(hand.melds_made(player), hand.cards_won(player)) for player in players
        ),
        score=score,
    )


def _hand(held: Hand, known: Hand | None) -> PartialHand:
    return PartialHand(held) if known is None else PartialHand(known, len(held) - len(known))


def _widow(hand: TableHand, seat: Seat | None) -> PartialHand | None:
    if not hand.rules.widow:
        return None
    is_seen = seat is None or hand.bidder is not None
    return PartialHand(hand.deal.widow) if is_seen else PartialHand(Hand.of(()), hand.rules.widow)


def _buried(hand: TableHand, seat: Seat | None) -> PartialHand | None:
    if not len(hand.buried):
        return None
    is_seen = seat is None or seat is hand.bidder
    return PartialHand(hand.buried) if is_seen else PartialHand(Hand.of(()), len(hand.buried))


def _points(hand: TableHand) -> tuple[UnitPoints, ...]:
    return tuple(
        UnitPoints(
            sum(meld_points(hand.laid[seat] or (), hand.rules.melds) for seat in unit),
            sum(map(hand.cards_won, unit)),
        )
        for unit in hand.rules.units(hand.dealer)
    )
