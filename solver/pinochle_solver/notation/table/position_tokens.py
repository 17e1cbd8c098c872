"""The tokens of positions of the games for three and four: a row for each.

A new token is a row here and a field of `TableFields`, with a check if not every value is possible.
How it is read, written and completed, which games have it, and for which slips it is proposed all
follow from the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, TypeVar

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.players import parse_player
from pinochle_solver.notation.position_fields import parse_target, parse_upcard
from pinochle_solver.notation.table.field_readers import (
    Cards,
    UnitPoints,
    calls_text,
    numbers_text,
    parse_act,
    parse_calls,
    parse_led,
    parse_names,
    parse_number,
    parse_numbers,
    parse_points,
    parse_scores,
    parse_sides,
    parse_stock,
    parse_tricks,
    sides_text,
    stock_text,
    tricks_text,
)
from pinochle_solver.notation.table.position_fields import TableFields, usual_sides
from pinochle_solver.notation.token_table import (
    Feature,
    Kind,
    Token,
    TokenGroup,
    TokenTable,
    names_of,
)
from pinochle_solver.notation.tokens import name_parser, read_required
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.melds import LaidMeld, laid_melds_text, parse_laid_melds
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import asks_for_dix
from pinochle_solver.table.melds import EXCHANGE, EXCHANGE_ALONE, melds_text
from pinochle_solver.table.options import FORCE
from pinochle_solver.table.rulebooks import TableRules, usual_rules
from pinochle_solver.table.seats import Seat

_Value = TypeVar("_Value")
_SEATS = tuple(Seat)


def has_act(rules: TableRules, act: Act) -> bool:
    """Whether this is decided in a game."""
    return {
        Act.BID: rules.auction is not None,
        Act.BURY: rules.auction is not None,
        Act.DIX: rules.turned_trump or asks_for_dix(rules),
        Act.MELD: not rules.only_bidder_melds,
        Act.PLAY: True,
        Act.OVER: False,
    }[act]


def check_has_act(rules: TableRules, act: Act) -> None:
    """Refuse what is not decided in a game; raises `IllegalPositionError`."""
    if not has_act(rules, act):
        raise IllegalPositionError("act", f"{act.value}, but not in {rules.name}")


# Features that some games lack

_BIDDING = Feature(lambda rules: rules.auction, "there is no bidding")
_WIDOW = Feature(lambda rules: rules.widow, "there is no widow")
_BURIAL = Feature(lambda rules: rules.widow, "nothing is buried")
_KITTY = Feature(
    lambda rules: rules.money and rules.money.kitty,
    "there is no kitty",
    may_have=lambda rules: rules.money,
)
_CHECKS = Feature(lambda rules: rules.checks, "no checks are paid")
_TURNED_UP = Feature(lambda rules: rules.turned_trump or rules.stock, "no card is turned up")
_STOCK = Feature(lambda rules: rules.stock, "there is no stock")
_FEATURES = (_BIDDING, _WIDOW, _BURIAL, _KITTY, _CHECKS, _TURNED_UP, _STOCK)
"""Features in the order in which a position is checked for them."""

# A token of these is refused where it is read, with a fact of its own.
_HAS_OPTIONS = Feature(lambda rules: rules.known_options)
_HAS_TARGET = Feature(lambda rules: rules.target)
_SITTING_OUT = Feature(lambda rules: FORCE in rules.known_options)
_EAST = Feature(lambda rules: rules.seats == len(Seat) or FORCE in rules.known_options)

# Kinds of values


def _seats(rules: TableRules) -> list[str]:
    return [seat.text() for seat in Seat if seat is not Seat.EAST or _EAST.has(rules)]


def _suits(_: TableRules) -> list[str]:
    return [suit.letter for suit in Suit]


def _acts(rules: TableRules) -> list[str]:
    return [act.value for act in Act if has_act(rules, act)]


def _cards(rules: TableRules) -> list[str]:
    return [card.text() for card in rules.deck.distinct()]


def _cards_text(cards: Cards) -> str:
    return ",".join(map(Card.text, cards))


def _hand_text(hand: PartialHand) -> str:
    """A hand; ``+3`` alone if none of its cards are known."""
    return hand.text() if len(hand.known) else f"+{hand.hidden}" if hand.hidden else hand.text()


def _points_text(points: Iterable[UnitPoints]) -> str:
    return "/".join(unit.text() for unit in points)


def _parse_laid(text: str) -> tuple[LaidMeld, ...]:
    return () if text.lower() == "none" else parse_laid_melds(text)


_SEAT = Kind(Seat.parse, Seat.text, words=_seats)
_HAND = Kind(PartialHand.parse, _hand_text)
_NUMBER = Kind(parse_number, str)
_NUMBERS = Kind(parse_numbers, numbers_text)

# Tokens that depend on others, or on the rulebook


def count_reader(rules: TableRules) -> Callable[[str], CardCount]:
    """A reader of the published counts, and of the rulebook's own."""
    return name_parser("count", {**COUNTS, rules.count.name: rules.count})


def _chosen_count(position: TableFields) -> CardCount | None:
    count = position.rules.count
    return None if count == usual_rules(position.rules).count else count


def _chosen_target(position: TableFields) -> int | None:
    target = position.rules.target
    return None if target == usual_rules(position.rules).target else target


def _stated_gone(position: TableFields) -> Hand | None:
    """The cards that are gone, unless the tricks tell them."""
    return position.gone if position.tricks is None else None


def _stated_sides(position: TableFields) -> object:
    """The sides, unless they are the usual ones."""
    usual = usual_sides(position.rules, position.players, position.bidder)
    return None if position.sides == usual else position.sides


def read_by_seat(
    tokens: Mapping[str, str], group: TokenGroup, read: Callable[[str], _Value]
) -> dict[Seat, _Value]:
    """What the tokens of a group, one for each seat, say; raises `NotationError`."""
    return {
        seat: read_required(tokens, part.name, read)
        for seat, part in zip(_SEATS, group.parts, strict=True)
        if part.name in tokens
    }


def _by_seat(
    prefix: str,
    field: str,
    kind: Kind,
    texts: Callable[[Any], Iterable[tuple[Seat, str]]] | None = None,
) -> TokenGroup:
    """A token for each seat, its name behind a prefix."""
    names = {seat: f"{prefix}{seat.text()}" for seat in Seat}

    def all_texts(position: TableFields) -> dict[str, str]:
        if texts is not None:
            return {names[seat]: text for seat, text in texts(position)}
        return {names[seat]: kind.text(held) for seat, held in getattr(position, field).items()}

    group = TokenGroup(
        name=field,
        field=field,
        parts=tuple(
            Token(name, kind, feature=_EAST if seat is Seat.EAST else None)
            for seat, name in names.items()
        ),
        read=lambda tokens, _: read_by_seat(tokens, group, kind.read),
        texts=all_texts,
    )
    return group


def _melds_texts(position: TableFields) -> Iterable[tuple[Seat, str]]:
    order = position.order
    for seat in position.players:
        if seat in position.melds:
            laid = position.melds[seat]
            is_all = position.act is not Act.MELD or order.index(seat) < order.index(position.turn)
            is_exchange = laid == (EXCHANGE,) and is_all
            yield seat, EXCHANGE_ALONE if is_exchange else melds_text(laid)
    for seat, stock_melds in position.laid.items():
        text = laid_melds_text(stock_melds)
        if text:
            yield seat, text


OPTIONS = Token(
    "options",
    Kind(parse_names, ",".join),
    "rules",
    stated=lambda position: position.rules.options,
    feature=_HAS_OPTIONS,
)
COUNT = Token(
    "count",
    Kind(name_parser("count", COUNTS), attrgetter("name"), words=lambda _: COUNTS),
    "rules",
    stated=_chosen_count,
    reader=count_reader,
)
TARGET = Token(
    "target", Kind(parse_target, str), "rules", stated=_chosen_target, feature=_HAS_TARGET
)
OUT = Token("out", _SEAT, "dealer", stated=attrgetter("out"), feature=_SITTING_OUT)
DEALER = Token("dealer", _SEAT)
HANDS = _by_seat("", "hands", _HAND)
MELDS = _by_seat("melds.", "laid", Kind(_parse_laid, laid_melds_text), _melds_texts)
"""What each seat has laid; as it is read in the games with a stock."""
NAMES = _by_seat("player.", "names", Kind(parse_player, str))

TABLE = TokenTable(
    (
        Token("rules", Kind(str, attrgetter("name"))),
        OPTIONS,
        COUNT,
        TARGET,
        OUT,
        DEALER,
        Token("act", Kind(parse_act, attrgetter("value"), words=_acts)),
        Token("bids", Kind(parse_calls, calls_text), feature=_BIDDING),
        Token("bidder", _SEAT, feature=_BIDDING),
        Token("contract", _NUMBER, feature=_BIDDING),
        Token("trump", Kind(Suit.parse, attrgetter("letter"), words=_suits)),
        Token("turn", _SEAT),
        Token("led", Kind(parse_led, _cards_text, words=_cards)),
        Token("upcard", Kind(parse_upcard, Card.text, words=_cards), feature=_TURNED_UP),
        Token("stock", Kind(parse_stock, stock_text), feature=_STOCK),
        HANDS,
        Token("widow", _HAND, feature=_WIDOW),
        Token("buried", _HAND, feature=_BURIAL),
        MELDS,
        Token("gone", Kind(Hand.parse, Hand.text), stated=_stated_gone),
        Token("tricks", Kind(parse_tricks, tricks_text)),
        Token("won", _NUMBERS),
        Token("points", Kind(parse_points, _points_text)),
        Token("score", Kind(parse_scores, numbers_text)),
        Token("checks", _NUMBERS, feature=_CHECKS),
        Token("kitty", _NUMBER, feature=_KITTY),
        Token("sides", Kind(parse_sides, sides_text), stated=_stated_sides),
        Token("id", Kind(str, str)),
        Token("bm", Kind(parse_led, _cards_text), "best_moves"),
        Token("value", _NUMBERS),
        NAMES,
    ),
    TableFields,
    _FEATURES,
)
"""The tokens, in canonical order."""
TABLE_TOKENS = names_of(TABLE.rows)
