"""The tokens of two-handed positions: a row for each, of the playoff and of the stock phase.

A new token is a row here and a field of the dataclass (`PlayoffPosition`, `StockFields`), with a
check if not every value is possible. How it is read, written and completed, what a constructor
takes for it, and for which slips it is proposed all follow from the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.players import Players, exact_players
from pinochle_solver.notation.position_fields import PositionFields, parse_number
from pinochle_solver.notation.position_kinds import (
    ACT,
    AGREED,
    CARD,
    CARDS,
    COUNT,
    DOUBLER,
    DOUBLES,
    GLUPS,
    HAND,
    HAND_POINTS,
    ID,
    KNOWN_HAND,
    MELDS,
    MOVES,
    NAME,
    NUMBER_OF_CARDS,
    PARTIAL_HAND,
    PILE,
    POINTS,
    RULEBOOK,
    SEAT,
    SEATS,
    STAKE,
    STOCK,
    SUIT,
    TARGET,
    TRICKS,
    UPCARD,
)
from pinochle_solver.notation.token_table import (
    Converted,
    Feature,
    Row,
    Token,
    TokenGroup,
    Typed,
    names_of,
)
from pinochle_solver.notation.tokens import name_parser
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.doubles import Doubler, Stakes
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Rulebook, Seat

if TYPE_CHECKING:
    from pinochle_solver.notation.stock_fields import StockFields

# Features that some games lack

_GLUPS = Feature(lambda rules: rules.glups, "there are no glups")
_OWN_PILES = Feature(lambda rules: rules.deck.own_piles, "both draw from one stock")
_DEAD_CARD = Feature(
    lambda rules: rules.deck.own_piles and rules.deck.upcard, "there is no dead card"
)
FEATURES = (_GLUPS, _OWN_PILES, _DEAD_CARD)
"""Features in the order in which a position is checked for them."""

# Tokens that depend on others, or on the rulebook


def _count_reader(rules: Rulebook) -> Callable[[str], CardCount]:
    """A reader of the published counts, and of the rulebook's own."""
    return name_parser("count", {rules.count.name: rules.count} | COUNTS)


def _chosen_count(position: PositionFields) -> CardCount | None:
    return None if position.count == position.rules.count else position.count


def _chosen_target(position: PositionFields) -> int | None:
    return None if position.target == position.rules.target else position.target


_DOUBLES, _STAKE, _DOUBLER = (
    Token("doubles", DOUBLES),
    Token("stake", STAKE),
    Token("doubler", DOUBLER),
)


def _read_stakes(tokens: Mapping[str, str], _: Rulebook) -> Stakes | None:
    doubles = _DOUBLES.of(tokens)
    if doubles is None:
        for token in (_STAKE.name, _DOUBLER.name):
            if token in tokens:
                raise NotationError(token, "given, but doubles= is not")
        return None
    for token in ("score", "target", "ahead", "called", "agreed"):
        if token in tokens:
            raise NotationError(token, "given, but with doubles each hand is a game of its own")
    return Stakes(doubles, _STAKE.of(tokens, 1), _DOUBLER.of(tokens))


def _stakes_texts(position: PositionFields) -> dict[str, str]:
    """The tokens that say how doubles stand; usual values are left out."""
    stakes = position.stakes
    if stakes is None:
        return {}
    texts = {_DOUBLES.name: stakes.doubles.text()}
    if stakes.stake > 1:
        texts[_STAKE.name] = str(stakes.stake)
    is_usual = stakes.stake == 1 and stakes.doubler is Doubler.BOTH
    if not is_usual and stakes.doubler is not None:
        texts[_DOUBLER.name] = stakes.doubler.text()
    return texts


def _stock_reader(rules: Rulebook) -> Callable[[str], object]:
    """A reader of ``stock=``, which is a number if each seat has a pile of its own."""
    return _parse_number if rules.deck.own_piles else STOCK.read


def _parse_number(text: str) -> int:
    try:
        return parse_number(text)
    except NotationError:
        fact = f"{quoted(text)} is not a number; of two piles the cards are pile.south="
        raise NotationError("stock", f"{fact}, pile.north= and dead=") from None


_STOCK = Token("stock", STOCK, reader=_stock_reader)
_PILES = (
    Token("pile.south", PILE, feature=_OWN_PILES),
    Token("pile.north", PILE, feature=_OWN_PILES),
)
_DEAD = Token("dead", CARD, feature=_DEAD_CARD)
_ALL_PILES = (*_PILES, _DEAD)
FACE_DOWN = names_of((_STOCK, *_ALL_PILES))
"""The tokens that say what lies face down."""


def _read_stock(tokens: Mapping[str, str], rules: Rulebook) -> int | tuple[Card, ...]:
    """How many cards lie face down, or which, in one stock or in piles."""
    given = [pile.name for pile in _ALL_PILES if pile.name in tokens]
    if not given:
        stock: int | tuple[Card, ...] = _STOCK.required(tokens, rules)
        return stock
    if _STOCK.name in tokens:
        raise NotationError(_STOCK.name, f"given, and {given[0]} as well")
    south, north = (pile.required(tokens, rules) for pile in _PILES)
    dead = _DEAD.required(tokens, rules) if rules.deck.upcard else None
    return Piles(south, north, dead).row()


def _stock_texts(position: StockFields) -> dict[str, str]:
    if position.is_last_window:
        return {}
    stock = position.stock
    if isinstance(stock, int) or not position.rules.deck.own_piles:
        return {_STOCK.name: STOCK.text(stock)}
    south, north, dead = Piles.of_row(stock)
    texts = {
        pile.name: PILE.text(cards) for pile, cards in zip(_PILES, (south, north), strict=True)
    }
    return texts if dead is None else {**texts, _DEAD.name: dead.text()}


def _stated_trump(position: StockFields) -> object:
    """The trump, unless the upcard tells it."""
    return position.trump if position.upcard is None else None


def _stated_gone(position: StockFields) -> object:
    """The cards that are gone, unless the tricks tell them."""
    return position.gone if position.gone and position.tricks is None else None


def _stated_glups(position: StockFields) -> object:
    """The glups, if there are any and the tricks do not tell them."""
    return position.glups if any(position.glups) and position.tricks is None else None


_PLAYERS = tuple(Token(f"player.{seat.text()}", NAME) for seat in Seat)


def _read_players(tokens: Mapping[str, str], _: Rulebook) -> Players:
    return Players(*(player.of(tokens) for player in _PLAYERS))


def _players_texts(position: PositionFields) -> dict[str, str]:
    return {
        player.name: name
        for player, name in zip(_PLAYERS, position.players, strict=True)
        if name is not None
    }


# The rows

_RULES = (
    Token("rules", RULEBOOK, stated=attrgetter("rules")),
    Token("count", COUNT, stated=_chosen_count, reader=_count_reader),
    TokenGroup(
        name="doubles",
        field="stakes",
        parts=(_DOUBLES, _STAKE, _DOUBLER),
        read=_read_stakes,
        texts=_stakes_texts,
        exact=Typed((Stakes,), "Stakes"),
    ),
)
_TURN = Token("turn", SEAT)
_LED = Token("led", CARD)
_POINTS = Token("points", HAND_POINTS)
_GAME = (
    Token("score", POINTS),
    Token("target", TARGET, stated=_chosen_target),
    Token("ahead", TARGET),
    Token("agreed", AGREED),
    Token("called", SEATS),
)
_ID = Token("id", ID)
_END = (
    Token("value", POINTS),
    TokenGroup(
        name="player",
        field="players",
        parts=_PLAYERS,
        read=_read_players,
        texts=_players_texts,
        exact=Converted(exact_players, "the names of both players"),
    ),
)

PLAYOFF_ROWS: tuple[Row, ...] = (
    *_RULES,
    Token("trump", SUIT),
    Token("south", KNOWN_HAND),
    Token("north", KNOWN_HAND),
    _TURN,
    _LED,
    _POINTS,
    *_GAME,
    _ID,
    Token("bm", CARDS, field="best_moves"),
    *_END,
)
"""The tokens of the playoff, in canonical order."""

STOCK_ROWS: tuple[Row, ...] = (
    *_RULES,
    Token("trump", SUIT, stated=_stated_trump),
    Token("upcard", UPCARD),
    TokenGroup(
        name="stock",
        field="stock",
        parts=(_STOCK, *_ALL_PILES),
        read=_read_stock,
        texts=_stock_texts,
        exact=STOCK.exact,
    ),
    Token("act", ACT),
    _TURN,
    Token("south", PARTIAL_HAND),
    Token("north", PARTIAL_HAND),
    _LED,
    Token("melds.south", MELDS, field="melds_south"),
    Token("melds.north", MELDS, field="melds_north"),
    Token("gone", HAND, stated=_stated_gone),
    Token("tricks", TRICKS),
    _POINTS,
    Token("glups", GLUPS, stated=_stated_glups, feature=_GLUPS),
    *_GAME,
    Token("dealer", SEAT),
    Token("cut", NUMBER_OF_CARDS),
    _ID,
    Token("bm", MOVES, field="best_moves"),
    *_END,
)
"""The tokens of the stock phase, in canonical order."""

STOCK_ONLY_TOKENS = tuple(
    name for name in names_of(STOCK_ROWS) if name not in names_of(PLAYOFF_ROWS)
)
"""The tokens that no playoff has."""
