"""A position as its cards lie: both hands, the melds, the stock, the card led."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.board.card_pictures import (
    HEIGHT,
    STYLE,
    WIDTH,
    definitions,
    face_down,
    face_up,
    row,
    suit_path,
)
from pinochle_solver.board.svg import element, moved, picture, words
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Seat

_MARGIN, _GAP, _LINE = 14.0, 12.0, 20.0
DRAWING_WIDTH = 640.0
_TRUMP_AT = DRAWING_WIDTH - 110
# As wide as a small letter is in wide fonts: which one the reader has is not known here.
_SMALL_LETTER = 8.5
DRAWING_STYLE = (
    STYLE
    + """
.cloth{fill:#e8efe6}
.label{font:16px system-ui,sans-serif;fill:#22301f}
.small{font:14px system-ui,sans-serif;fill:#4a5a46}
.turn{font-weight:700}
@media (prefers-color-scheme:dark){
.cloth{fill:#1d2a1f}.label{fill:#e6eee2}.small{fill:#a9b8a4}.face{fill:#f4f1e6}
}
"""
)


@dataclass(frozen=True, slots=True)
class _Side:
    """What one seat has before it."""

    seat: Seat
    in_hand: Hand
    hidden: int
    on_table: Hand


def position_picture(position: Position) -> str:
    """An SVG picture of a position, 640 wide at its own size.

    North sits above, south below; a card that is not known lies face down. Who has to decide is
    told in words, and the card that was led lies in the middle, framed.
    """
    drawn, height = table_drawing(position)
    content = [definitions(seen_cards(position)), drawn]
    return picture(DRAWING_WIDTH, height, DRAWING_STYLE, content, position.text())


def table_drawing(position: Position) -> tuple[str, float]:
    """A position's table without the definitions of its cards, and how high it is."""
    parts, y = [], _MARGIN
    for seat in (Seat.NORTH, Seat.SOUTH):
        if seat is Seat.SOUTH:
            middle, height = _middle(position)
            parts.append(moved(_MARGIN, y, middle))
            y += height + _GAP
        drawn, height = _side_picture(position, _side(position, seat))
        drawn = moved(_MARGIN, y, drawn)
        parts.append(element("g", drawn, class_="mover") if seat is position.turn else drawn)
        y += height + _GAP
    height = y + _MARGIN - _GAP
    cloth = element(
        "rect", x=0.0, y=0.0, width=DRAWING_WIDTH, height=height, rx=10.0, class_="cloth"
    )
    return cloth + "".join(parts), height


def seen_cards(position: Position) -> list[Card]:
    """The cards that a position shows face up."""
    hands = [_side(position, seat) for seat in Seat]
    cards = [card for side in hands for hand in (side.in_hand, side.on_table) for card in hand]
    others = [position.led, position.upcard if isinstance(position, StockPosition) else None]
    return [*cards, *(card for card in others if card is not None)]


def _side(position: Position, seat: Seat) -> _Side:
    if isinstance(position, PlayoffPosition):
        return _Side(seat, position.hand(seat), 0, Hand.of(()))
    hand, on_table = position.hand(seat), position.on_table(seat)
    in_hand = hand.known
    for card in on_table:
        in_hand = in_hand.without(card)
    return _Side(seat, in_hand, hand.hidden, on_table)


def _side_picture(position: Position, side: _Side) -> tuple[str, float]:
    """What lies before a seat, and how high that is."""
    name = position.players.name(side.seat)
    is_turn = side.seat is position.turn
    label = element(
        "text",
        words(f"{name}{' ' + _due(position) if is_turn else ''}"),
        x=0.0,
        y=14.0,
        class_="label turn" if is_turn else "label",
    )
    cards = [*map(face_up, _suit_by_suit(side.in_hand)), *[face_down()] * side.hidden]
    drawn = [label, moved(0.0, _LINE, _fitted(cards))]
    height = _LINE + HEIGHT
    if side.on_table:
        height += _GAP / 2
        laid = [face_up(card) for card in _suit_by_suit(side.on_table)]
        text = element("text", words("on the table"), x=0.0, y=HEIGHT / 2, class_="small")
        shown = element("g", moved(90.0, 0.0, _fitted(laid, 90.0)), class_="laid")
        drawn.append(moved(0.0, height, text, shown))
        height += HEIGHT
    return "".join(drawn), height


def _fitted(cards: list[str], used: float = 0.0) -> str:
    """Cards in a row, closer where there are many."""
    free = DRAWING_WIDTH - 2 * _MARGIN - used - WIDTH
    step = min(WIDTH + 4, free / max(1, len(cards) - 1))
    return row(cards, max(step, 8.0))


def _suit_by_suit(hand: Hand) -> list[Card]:
    return [card for suit in Suit for card in hand if card.suit is suit]


def _middle(position: Position) -> tuple[str, float]:
    """The card led, the stock, and what else there is to know."""
    drawn, x = [], 0.0
    if position.led is not None:
        drawn.append(face_up(position.led, is_marked=True))
        x += WIDTH + 2 * _GAP
    if isinstance(position, StockPosition):
        if position.face_down:
            drawn.append(moved(x, 0.0, face_down()))
            number = element(
                "text",
                words(str(position.face_down)),
                x=x + WIDTH + 6,
                y=HEIGHT / 2 + 5,
                class_="label",
            )
            drawn.append(number)
            x += WIDTH + 3 * _GAP
        if position.upcard is not None:
            drawn.append(moved(x, 0.0, face_up(position.upcard)))
            x += WIDTH + 2 * _GAP
    for place, line in enumerate(_facts(position, int((_TRUMP_AT - _GAP - x) / _SMALL_LETTER))):
        text = element("text", words(line), x=x, y=16.0 + _LINE * place, class_="small")
        drawn.append(text)
    trump = element("text", words("trump"), x=_TRUMP_AT, y=36.0, class_="small")
    drawn += [trump, suit_path(position.trump, DRAWING_WIDTH - 68, 16.0, 30.0)]
    return "".join(drawn), HEIGHT


def _facts(position: Position, letters: int) -> list[str]:
    """What is told in lines of at most so many letters; the longer names are cut for that."""
    facts = [f"{position.rules.name}, {position.count.name} count"]
    if position.points is not None:
        scored = [f" {points.melds}+{points.tricks}" for points in position.points]
        names = [position.players.name(seat) for seat in Seat]
        free = letters - sum(map(len, scored)) - len(", ")
        shorter = min(*map(len, names), free // len(names))
        names = [_cut(name, max(free - shorter, free // len(names))) for name in names]
        facts.append(", ".join(map("".join, zip(names, scored, strict=True))))
    if isinstance(position, StockPosition):
        tricks = position.completed_tricks
        facts.append(f"{counted(tricks, 'trick')} played")
    return facts


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


_DUE = {
    Act.MELD: "may meld",
    Act.DOUBLE: "may double",
    Act.ANSWER: "answers a double",
    Act.ANSWER_REDOUBLE: "answers a redouble",
}


def _due(position: Position) -> str:
    if isinstance(position, StockPosition) and position.act is not Act.PLAY:
        return _DUE.get(position.act, "may meld a dix")
    return "to lead" if position.led is None else "to reply"
