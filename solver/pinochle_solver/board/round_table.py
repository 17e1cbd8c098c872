"""A position of three or four as its cards lie: the seats around the table, the trick between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from textwrap import wrap

from pinochle_solver.board.card_pictures import (
    HEIGHT,
    WIDTH,
    definitions,
    face_down,
    face_up,
    row,
    suit_path,
)
from pinochle_solver.board.svg import element, moved, picture, words
from pinochle_solver.board.table_pictures import DRAWING_STYLE, DRAWING_WIDTH
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import held, opened
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.seats import Seat, clockwise

_MARGIN, _GAP, _LINE = 14.0, 10.0, 20.0
_INNER = DRAWING_WIDTH - 2 * _MARGIN
# West and east have their cards in three rows of at most this width.
_ROWS, _SIDE = 3, 186.0
_BAND = _LINE + HEIGHT * _ROWS + 2 * _GAP
_LETTERS = 72
_TRICK_HEIGHT = HEIGHT + 76.0
_DUE = {
    Act.BID: "to call",
    Act.BURY: "to name trump",
    Act.DIX: "may show a dix",
    Act.MELD: "to meld",
}


def round_table_picture(position: TablePosition) -> str:
    """An SVG picture of a position, 640 wide at its own size.

    North sits above, south below, west left, east right; an unknown card lies face down. The trick
    lies in the middle, each card before its player, and during the auction the widow.
    """
    drawn, height = round_table(position)
    content = [definitions(position.rules.deck.distinct()), drawn]
    return picture(DRAWING_WIDTH, height, DRAWING_STYLE, content, position.text())


def round_table(
    position: TablePosition, opened_up: TablePosition | None = None
) -> tuple[str, float]:
    """The drawing of a position without the definitions of its cards, and how high it is.

    Args:
        position: the position.
        opened_up: the same position with more cards known. What it adds is in groups of class
            ``opened``, and what they replace in groups of class ``closed``.
    """
    parts, y = [], _MARGIN
    more = position if opened_up is None else opened_up
    for seat in (Seat.NORTH, Seat.SOUTH):
        if seat is Seat.SOUTH:
            parts.append(moved(0.0, y, _band(position, more)))
            y += _BAND + _GAP
        if seat in position.hands:
            parts.append(moved(_MARGIN, y, _seat(position, more, seat, _INNER, 1)))
        y += _LINE + HEIGHT + _GAP
    for fact in _facts(position):
        for line in wrap(fact, _LETTERS, subsequent_indent="  "):
            y += _LINE
            parts.append(element("text", words(line), x=_MARGIN, y=y - 4, class_="small"))
    height = y + _MARGIN
    cloth = element(
        "rect", x=0.0, y=0.0, width=DRAWING_WIDTH, height=height, rx=10.0, class_="cloth"
    )
    return cloth + "".join(parts), height


def _band(position: TablePosition, more: TablePosition) -> str:
    """West's and east's cards, and what lies in the middle."""
    places = ((Seat.WEST, _MARGIN), (Seat.EAST, DRAWING_WIDTH - _MARGIN - _SIDE))
    drawn = [
        moved(x, 0.0, _seat(position, more, seat, _SIDE, _ROWS))
        for seat, x in places
        if seat in position.hands
    ]
    return "".join((*drawn, moved(DRAWING_WIDTH / 2, _LINE, _middle(position, more))))


def _seat(position: TablePosition, more: TablePosition, seat: Seat, width: float, rows: int) -> str:
    """A seat's name and cards, in so many rows."""
    is_turn = seat is position.turn
    name = _name(position, seat)
    label = element(
        "text",
        words(f"{name} {_due(position)}" if is_turn else name),
        x=0.0,
        y=14.0,
        class_="label turn" if is_turn else "label",
    )
    cards = _both(position.hands[seat], more.hands.get(seat), width, rows)
    drawn = label + moved(0.0, _LINE, cards)
    return element("g", drawn, class_="mover") if is_turn else drawn


def _both(hand: PartialHand, opened_up: PartialHand | None, width: float, rows: int = 1) -> str:
    """Cards as they are known, and in a group of their own as they are."""
    closed = _laid_out(hand, width, rows)
    if opened_up is None or opened_up == hand:
        return closed
    opened = _laid_out(opened_up, width, rows)
    return element("g", closed, class_="closed") + element("g", opened, class_="opened")


def _laid_out(hand: PartialHand, width: float, rows: int) -> str:
    cards = [*map(face_up, _suit_by_suit(hand.known)), *[face_down()] * hand.hidden]
    each = max(ceil(len(cards) / rows), 1)
    step = max(min(WIDTH + 4, (width - WIDTH) / max(1, each - 1)), 8.0)
    return "".join(
        moved(0.0, (HEIGHT + _GAP) * place, row(cards[begin : begin + each], step))
        for place, begin in enumerate(range(0, len(cards), each))
    )


def _suit_by_suit(hand: Hand) -> list[Card]:
    return [card for suit in Suit for card in hand if card.suit is suit]


def _middle(position: TablePosition, more: TablePosition) -> str:
    """The trick or the widow, the stock, and the trump suit, around a middle line."""
    drawn = []
    if position.act is Act.PLAY:
        # Before each player, the leader's framed.
        at = {
            Seat.NORTH: (-WIDTH / 2, 0.0),
            Seat.WEST: (-WIDTH * 1.5 - 6, 38.0),
            Seat.EAST: (WIDTH / 2 + 6, 38.0),
            Seat.SOUTH: (-WIDTH / 2, 76.0),
        }
        seats = clockwise(position.players, position.leader)
        for place, (seat, card) in enumerate(zip(seats, position.led, strict=False)):
            drawn.append(moved(*at[seat], face_up(card, is_marked=not place)))
    elif position.rules.widow:
        widow = position.widow or PartialHand(Hand.of(()), position.rules.widow)
        drawn.append(moved(-_SIDE / 2, 0.0, _both(widow, more.widow, _SIDE)))
        text = "the widow, turned up" if not widow.hidden else "the widow"
        drawn.append(element("text", words(text), x=-_SIDE / 2, y=HEIGHT + 18, class_="small"))
    x = -_SIDE / 2
    if position.has_stock and position.face_down:
        drawn.append(moved(x, _TRICK_HEIGHT + _GAP, face_down()))
        at_number = _TRICK_HEIGHT + _GAP + HEIGHT / 2 + 5
        number = words(str(position.face_down))
        drawn.append(element("text", number, x=x + WIDTH + 6, y=at_number, class_="label"))
    if position.upcard is not None:
        drawn.append(moved(-WIDTH / 2 + 8, _TRICK_HEIGHT + _GAP, face_up(position.upcard)))
    if position.trump is not None:
        y = _TRICK_HEIGHT + _GAP
        drawn.append(element("text", words("trump"), x=34.0, y=y + 36, class_="small"))
        drawn.append(suit_path(position.trump, 86.0, y + 18, 26.0))
    return "".join(drawn)


def _name(position: TablePosition, seat: Seat) -> str:
    return position.names.get(seat, seat.text())


def _unit(position: TablePosition, unit: Iterable[Seat]) -> str:
    return "+".join(_name(position, seat) for seat in unit)


def _due(position: TablePosition) -> str:
    if position.act is Act.BURY and position.rules.widow:
        return "to name trump and bury"
    return _DUE.get(position.act, "to play" if position.led else "to lead")


def _facts(position: TablePosition) -> Iterator[str]:
    """What there is to know besides the cards, a sentence each."""
    parts = [position.rules.name, f"{position.count.name} count"]
    if position.dealer is not None:
        parts.append(f"{_name(position, position.dealer)} dealt")
    if position.bidder is not None:
        bid = "bids" if position.contract is None else f"has bid {position.contract}"
        parts.append(f"{_name(position, position.bidder)} {bid}")
    yield ", ".join(parts)
    if position.act is Act.BID and position.bids and position.dealer is not None:
        auction, calls = opened(position.rules, position.dealer), []
        for call in position.bids:
            assert auction.turn is not None
            said = "pass" if call == PASS else call.text()
            calls.append(f"{_name(position, auction.turn)} {said}")
            auction = held(auction, [call])
        yield f"calls: {', '.join(calls)}"
    for seat, melds in position.melds.items():
        if melds:
            shown = ", ".join(in_words(meld.kind.name) for meld in melds)
            points = meld_points(melds, position.rules.melds)
            yield f"{_name(position, seat)} has melded {points}: {shown}"
    for seat, laid in position.laid.items():
        shown = ", ".join(in_words(meld.name) for meld in laid)
        yield f"{_name(position, seat)} has melded {shown}"
    if position.points is not None and position.act is Act.PLAY:
        scored = zip(position.units, position.points, strict=True)
        texts = (f"{_unit(position, unit)} {each.melds}+{each.cards}" for unit, each in scored)
        yield f"melds and cards so far: {', '.join(texts)}"
