"""A position as the page draws it: what lies where, who decides, and what may be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from pinochle_solver.hand.next_position import Sequel, possible_moves, viewer_of
from pinochle_solver.notation.left_out import assumed
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rules import Rulebook, Seat
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.table.rules import TableRules


class CountView(JsonObject, kw_only=True):
    """A count, and what each rank of the pack is worth by it."""

    name: str
    values: dict[str, int]


class DeckView(JsonObject, kw_only=True):
    """The cards of a rulebook, high to low, and how a hand of it is set up.

    ``title`` says in a line which game it is, and by whom.
    """

    rules: str
    title: str
    players: int
    cards: list[str]
    copies: int
    hand: int
    counts: list[CountView]
    count: str
    upcard: bool
    stock: bool
    widow: int
    bidding: bool


class SeatView(JsonObject, kw_only=True):
    """What a seat has: ``hand`` and ``table`` are cards that are known, ``hidden`` counts others.

    ``points`` are those of melds and of tricks in this hand, null where they are not known.
    """

    seat: str
    name: str | None
    hand: list[str]
    hidden: int
    table: list[str]
    melds: list[str]
    points: tuple[int, int] | None


class MoveView(JsonObject, kw_only=True):
    """A move that may be made: the ``card`` of a play, and where it lies if that is a choice."""

    move: str
    card: str | UnsetType = UNSET
    source: str | UnsetType = UNSET


class PositionView(JsonObject, kw_only=True):
    """A position: ``kind`` is ``stock``, ``playoff`` or ``table`` (three or four).

    ``tokens`` are those of the canonical line ``text``. ``viewer`` is the seat that sees it, null
    if every card is known. ``knows`` tells whether the cards of the player to move are known, so
    that his moves have values; if they are not, and he may meld, ``may_show`` has the cards that
    he may lay.
    """

    kind: str
    text: str
    tokens: dict[str, str]
    assumed: str
    rules: str
    count: str
    trump: str | None
    turn: str
    act: str
    viewer: str | None
    knows: bool
    seats: list[SeatView]
    led: list[str]
    upcard: str | None
    face_down: int
    trick: int
    moves: list[MoveView]
    may_show: list[str] | UnsetType = UNSET


class StepView(JsonObject, kw_only=True):
    """A move that was made, and what followed: ``position`` is null when the hand is over."""

    seat: str
    move: str
    winner: str | None
    scored: dict[str, tuple[int, int]]
    drawn: dict[str, str | None]
    position: PositionView | None


class AskedView(JsonObject, kw_only=True):
    """What has to be told of a move, because it does not follow from it."""

    asked: str
    seat: str
    choices: list[Any]


class TrickView(JsonObject, kw_only=True):
    """A completed trick of a line."""

    led: str
    reply: str
    winner: str
    points: int


def deck_view(rules: Rulebook | TableRules, counts: Iterable[CardCount]) -> DeckView:
    """The cards of a rulebook, for two, three or four."""
    players = 2
    if isinstance(rules, Rulebook):
        deck = rules.deck
        cards = list(deck.cards().distinct())
        copies, hand, upcard, stock = deck.copies, deck.hand, deck.upcard, bool(deck.stock)
        widow, bidding = 0, False
    else:
        cards = list(rules.deck.distinct())
        copies = max(rules.deck.counts)
        players, hand, widow = rules.seats, rules.hand, rules.widow
        upcard, stock = bool(rules.turned_trump or rules.stock), bool(rules.stock)
        bidding = rules.auction is not None
    known = [rules.count, *(count for count in counts if count.name != rules.count.name)]
    ranks = dict.fromkeys(sorted((card.rank for card in cards), reverse=True))
    return DeckView(
        rules=rules.name,
        title=rules.title,
        players=players,
        cards=suit_by_suit(cards),
        copies=copies,
        hand=hand,
        counts=[
            CountView(
                name=count.name,
                values={rank.letter: count.of((Card(rank, Suit.SPADES),)) for rank in ranks},
            )
            for count in known
        ],
        count=rules.count.name,
        upcard=upcard,
        stock=stock,
        widow=widow,
        bidding=bidding,
    )


def two_handed_view(position: Position, line: str = "") -> PositionView:
    """A two-handed position as the page draws it.

    Args:
        position: the position.
        line: the line that it was read from, which may leave out what follows.
    """
    is_stock = isinstance(position, StockPosition)
    viewer = viewer_of(position)
    stock = position if isinstance(position, StockPosition) else None
    held = [len(position.hand(seat)) for seat in Seat]
    return PositionView(
        kind="stock" if is_stock else "playoff",
        text=position.text(),
        tokens=position.tokens(),
        assumed="" if stock is None or not line else assumed(stock, line),
        rules=position.rules.name,
        count=position.count.name,
        trump=position.trump.letter,
        turn=position.turn.text(),
        act=(Act.PLAY if stock is None else stock.act).text(),
        viewer=None if viewer is None else viewer.text(),
        knows=stock is None or not stock.hand(stock.turn).hidden,
        seats=[_seat_view(position, seat) for seat in Seat],
        led=[] if position.led is None else [position.led.text()],
        upcard=None if stock is None or stock.upcard is None else stock.upcard.text(),
        face_down=0 if stock is None else stock.face_down,
        trick=_tricks_of_hand(position) - max(held) + 1
        if stock is None
        else stock.completed_tricks + 1,
        moves=list(map(_move_view, possible_moves(position, viewer))),
    )


def _tricks_of_hand(position: Position) -> int:
    deck = position.rules.deck
    return deck.stock_tricks + deck.hand


def _seat_view(position: Position, seat: Seat) -> SeatView:
    points = None if position.points is None else position.points[seat]
    on_table = Hand.of(())
    melds: list[str] = []
    if isinstance(position, PlayoffPosition):
        known, hidden = position.hand(seat), 0
    else:
        hand = position.hand(seat)
        known, hidden = hand.known, hand.hidden
        on_table = position.on_table(seat)
        for card in on_table:
            known = known.without(card)
        melds = [meld.text() for meld in position.melds(seat)]
    return SeatView(
        seat=seat.text(),
        name=position.players[seat],
        hand=suit_by_suit(known),
        hidden=hidden,
        table=suit_by_suit(on_table),
        melds=melds,
        points=None if points is None else (points.melds, points.tricks),
    )


def suit_by_suit(hand: Iterable[Card]) -> list[str]:
    """Spades, hearts, diamonds, clubs, each from the ace down."""
    cards = sorted(hand, key=lambda card: (card.suit, -card.rank))
    return [card.text() for card in cards]


def _move_view(move: Move) -> MoveView:
    if not isinstance(move, Play):
        return MoveView(move=move.text())
    source = UNSET if move.source is None else "hand" if move.source == "hand" else "table"
    return MoveView(move=move.text(), card=move.card.text(), source=source)


def step_view(made: Sequel) -> StepView:
    """A move that was made in a two-handed position."""
    return StepView(
        seat=made.seat.text(),
        move=made.move.text(),
        winner=None if made.winner is None else made.winner.text(),
        scored={seat.text(): (made.scored[seat].melds, made.scored[seat].tricks) for seat in Seat},
        drawn={seat.text(): None if card is None else card.text() for seat, card in made.drawn},
        position=None if made.position is None else two_handed_view(made.position),
    )


def trick_views(solution: Solution) -> list[TrickView]:
    """The tricks of the best line."""
    return [
        TrickView(
            led=trick.led.text(),
            reply=trick.reply.text(),
            winner=trick.winner.text(),
            points=trick.points,
        )
        for trick in solution.tricks
    ]
