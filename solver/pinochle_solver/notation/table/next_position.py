"""The position after a move, as far as it follows from what is known."""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.notation.table.field_readers import UnitPoints
from pinochle_solver.notation.table.hand_checks import auction_of
from pinochle_solver.notation.table.legal_moves import dixes_of
from pinochle_solver.notation.table.order import meld_order
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.stock_next import NOTHING_DRAWN, Drawn, stock_after
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import may_bid
from pinochle_solver.table.burial import laid_by, why_not
from pinochle_solver.table.holdings import holds, joined, less
from pinochle_solver.table.melds import (
    EXCHANGE,
    TableMelds,
    in_order,
    is_lawful,
    meld_points,
    melds_text,
    most_melds,
    shown_cards,
)
from pinochle_solver.table.moves import Bury, Call, Concede, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.seats import Seat, clockwise, left_of
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table.tricks import legal_cards, winner_of


def position_after(
    position: TablePosition, move: TableMove | StockMove, drawn: Drawn = NOTHING_DRAWN
) -> TablePosition | None:
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
            where they are not named.
        UndrawnError: for a draw that must be given.
    """
    position = replace(position, id=None, best_moves=(), value=None)
    if position.has_stock:
        return stock_after(position, move, drawn)
    if isinstance(move, Dix) and position.act is Act.DIX:
        return _after_dix(position, move)
    if isinstance(move, Call) and position.act is Act.BID:
        return _after_call(position, move)
    if isinstance(move, Bury) and position.act is Act.BURY:
        return _after_burial(position, move)
    if isinstance(move, Lay) and position.act is Act.MELD:
        return _after_melds(position, move)
    if isinstance(move, (PlayCard, Play)) and position.act is Act.PLAY:
        return _after_card(position, move.card)
    if isinstance(move, Concede) and position.act is Act.BURY and position.rules.melds_win:
        return None
    raise IllegalMoveError(move.text(), f"{position.turn.text()} has to {position.act.value} now")


def points_at_end(position: TablePosition, card: Card) -> tuple[UnitPoints, ...] | None:
    """What each unit has when this card is the last of a hand, the burial not counted.

    None where it is not the last card, or the position has no points.

    Args:
        position: the position before the card.
        card: of the seat on turn.
    """
    led, players = (*position.led, card), position.players
    is_last = all(len(hand) == (seat is position.turn) for seat, hand in position.hands.items())
    if position.points is None or not is_last or len(led) < len(players):
        return None
    assert position.trump is not None
    winner = clockwise(players, position.leader)[winner_of(led, position.trump)]
    count = position.rules.count
    return _points_with(position, position.points, winner, count.of(led) + count.last_trick)


def _points_with(
    position: TablePosition, points: tuple[UnitPoints, ...], winner: Seat, more: int
) -> tuple[UnitPoints, ...]:
    """The points when the winner of a trick has these for its cards."""
    return tuple(
        UnitPoints(each.melds, each.cards + more * (winner in unit))
        for unit, each in zip(position.units, points, strict=True)
    )


def _told(position: TablePosition, melds: TableMelds | None) -> PartialHand:
    """The hand of the seat on turn, with the cards that it lays known; None: it lays all."""
    seat, hand = position.turn, position.hands[position.turn]
    if not hand.hidden:
        return hand
    if melds is None:
        fact = f"{hand.hidden} hidden cards, what it lays has to be named"
        raise IllegalPositionError(seat.text(), fact)
    laid, unseen = shown_cards(melds), position.unseen
    assert unseen is not None  # every card is told of until the first trick is played
    lacking = Hand(
        bytes(max(0, n - known) for n, known in zip(laid.counts, hand.known.counts, strict=True))
    )
    if len(lacking) > hand.hidden or not holds(unseen, lacking):
        raise IllegalMoveError(melds_text(melds), f"{seat.text()} cannot hold all these cards")
    return PartialHand(joined(hand.known, lacking), hand.hidden - len(lacking))


# The auction


def _after_call(position: TablePosition, call: Call) -> TablePosition | None:
    auction, hand = auction_of(position), position.hands[position.turn]
    able = bool(hand.hidden) or may_bid(auction, hand.known)
    if call not in auction.legal_calls(able):
        raise IllegalMoveError(call.text(), f"{position.turn.text()} cannot call that")
    calls, auction = (*(position.bids or ()), call), auction.after(call)
    if auction.turn is not None:
        return replace(position, bids=calls, turn=auction.turn)
    if auction.bidder is None:
        return None
    hands, widow = dict(position.hands), position.widow
    if widow is not None:
        if widow.hidden:
            raise IllegalPositionError("widow", "hidden, and it is turned up now")
        before = hands[auction.bidder]
        hands[auction.bidder] = PartialHand(joined(before.known, widow.known), before.hidden)
    return replace(
        position,
        act=Act.BURY,
        turn=auction.bidder,
        bids=calls,
        bidder=auction.bidder,
        contract=auction.contract,
        hands=hands,
        sides=None,
    )


# Trump and melds


def _after_burial(position: TablePosition, choice: Bury) -> TablePosition | None:
    rules, bidder = position.rules, position.turn
    if rules.widow and (hidden := position.hands[bidder].hidden):
        raise IllegalPositionError(
            bidder.text(), f"{hidden} hidden cards, what it buries is not known"
        )
    told = _told(position, choice.melds)
    hand = told.known
    fact = why_not(choice, hand, rules.widow)
    if fact is not None:
        raise IllegalMoveError(choice.text(), fact)
    melds, contract = laid_by(choice, hand), position.contract
    if rules.melds_win and contract is not None and meld_points(melds, rules.melds) >= contract:
        return None
    after = _Laying(position, choice.trump)
    after.lay(bidder, melds)
    after.hands[bidder] = PartialHand(less(hand, choice.cards), told.hidden)
    if rules.widow:
        after.buried = PartialHand(choice.cards)
    others = () if rules.only_bidder_melds else clockwise(position.players, bidder)[1:]
    return after.asking(others)


def _after_dix(position: TablePosition, dix: Dix) -> TablePosition:
    seat, dealer, upcard, trump = position.turn, position.dealer, position.upcard, position.trump
    assert dealer is not None
    assert upcard is not None
    assert trump is not None
    nine, order, hands = Card(Rank.NINE, trump), meld_order(position), position.hands
    if not dix.shown:
        is_unseen = _is_unseen(position, nine)
        for later in order[order.index(seat) + 1 :]:
            if (is_unseen and hands[later].hidden) or nine in hands[later].known:
                return replace(position, turn=later)
        return _Laying(position, trump).asking(order)
    may_be_hidden = hands[seat].hidden and _is_unseen(position, nine)
    if nine not in hands[seat].known and not may_be_hidden:
        raise IllegalMoveError(dix.text(), f"{seat.text()} has no {nine}")
    after = _Laying(position, trump)
    for holder, gets, gives in ((seat, upcard, nine), (dealer, nine, upcard)):
        after.hands[holder] = _exchanged(after.hands[holder], gets, gives)
    after.lay(seat, (EXCHANGE,))
    return after.asking(order)


def _is_unseen(position: TablePosition, card: Card) -> bool:
    """Whether a copy of a card may be among the hidden ones."""
    known = sum(hand.known.count(card) for hand in position.hands.values())
    return known < position.rules.copies


def _exchanged(hand: PartialHand, gets: Card, gives: Card) -> PartialHand:
    """A hand with one card exchanged for another, which may be among the hidden ones."""
    known = hand.known.with_card(gets)
    if gives in hand.known:
        return PartialHand(known.without(gives), hand.hidden)
    return PartialHand(known, hand.hidden - 1)


def _after_melds(position: TablePosition, lay: Lay) -> TablePosition:
    seat, trump = position.turn, position.trump
    assert trump is not None
    told = _told(position, lay.melds)
    hand = told.known
    dixes = dixes_of(position, position.melds, seat, hand)
    if lay.melds is not None and not is_lawful(lay.melds, hand, trump, dixes):
        raise IllegalMoveError(lay.text(), f"{seat.text()} has not these melds")
    after = _Laying(position, trump)
    after.hands[seat] = told
    melds = most_melds(hand, trump, dixes) if lay.melds is None else lay.melds
    after.lay(seat, in_order((*position.melds.get(seat, ()), *melds), trump))
    order = meld_order(position)
    return after.asking(order[order.index(seat) + 1 :])


class _Laying:
    """What changes while melds are laid."""

    def __init__(self, position: TablePosition, trump: Suit) -> None:
        self.position, self.trump, self.buried = position, trump, position.buried
        self.hands, self.melds = dict(position.hands), dict(position.melds)

    def lay(self, seat: Seat, melds: TableMelds) -> None:
        """Let a seat lay these melds."""
        self.melds[seat] = melds

    def asking(self, seats: tuple[Seat, ...]) -> TablePosition:
        """The position in which the first of these seats that may have melds lays, or the play."""
        position = self.position
        act, turn = Act.PLAY, position.bidder
        if turn is None:
            turn = meld_order(position)[0]
        for seat in seats:
            hand = self.hands[seat]
            dixes = dixes_of(position, self.melds, seat, hand.known)
            if hand.hidden or most_melds(hand.known, self.trump, dixes):
                act, turn = Act.MELD, seat
                break
            self.melds.setdefault(seat, ())
        values = position.rules.melds
        points = tuple(
            UnitPoints(sum(meld_points(self.melds.get(seat, ()), values) for seat in unit), 0)
            for unit in position.units
        )
        return replace(
            position,
            act=act,
            turn=turn,
            trump=self.trump,
            buried=self.buried,
            hands=self.hands,
            melds=self.melds,
            won=(0,) * len(position.players),
            points=points,
        )


# The play


def _after_card(position: TablePosition, card: Card) -> TablePosition | None:
    seat, players, trump = position.turn, position.players, position.trump
    assert trump is not None
    hand = position.hands[seat]
    if not hand.hidden:
        may = legal_cards(hand.known, position.led, trump, position.rules.obligation)
        if card not in may:
            fact = "may not be played" if card in hand.known else "is not held"
            raise IllegalMoveError(card.text(), f"it {fact} by {seat.text()}")
        after = PartialHand(hand.known.without(card))
    elif card in hand.known:
        after = PartialHand(hand.known.without(card), hand.hidden)
    else:
        after = PartialHand(hand.known, hand.hidden - 1)
    hands, led = {**position.hands, seat: after}, (*position.led, card)
    if len(led) < len(players):
        return replace(position, hands=hands, led=led, turn=left_of(players, seat))
    winner = clockwise(players, position.leader)[winner_of(led, trump)]
    if not len(hands[winner]):
        return None
    fields: dict[str, object] = {}
    if position.won is not None:
        counted = zip(players, position.won, strict=True)
        fields["won"] = tuple(won + (player is winner) for player, won in counted)
    if position.points is not None:
        count = position.rules.count.of(led)
        fields["points"] = _points_with(position, position.points, winner, count)
    if position.tricks is not None or position.completed_tricks == 0:
        fields["tricks"] = (*(position.tricks or ()), led)
    if position.gone is not None:
        fields["gone"] = joined(position.gone, Hand.of(led))
    return replace(position, hands=hands, led=(), turn=winner, **fields)  # type: ignore[arg-type]
