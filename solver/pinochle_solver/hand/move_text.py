"""Reading moves from text, by what they mean at the current point of a hand."""

from __future__ import annotations

from pinochle_solver._core.hand.game import HandGame
from pinochle_solver.errors import IllegalMoveError, NotationError, quoted
from pinochle_solver.hand.move_numbers import numbers_named, numbers_of, source_of
from pinochle_solver.hand.states import (
    IS_OVER,
    is_about_doubles,
    mover_cards,
    mover_name,
    what_is_due,
)
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.hand_packing import Due
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import Meld, parse_meld
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.rules.rules import Rulebook


def parse_move(text: str, game: HandGame, rules: Rulebook, trump: Suit) -> Move:
    """Read a move as `Referee.parse_move` does.

    Raises:
        IllegalMoveError: for text that is not a move.
    """
    try:
        if game.due == Due.NOTHING:
            raise NotationError("move", IS_OVER)
        doubling = Doubling.read(text)
        if (doubling is None) == is_about_doubles(game):
            raise NotationError("move", what_is_due(game))
        if doubling is not None:
            return doubling
        if game.due == Due.PLAY:
            return _parse_play(text, game, rules.deck.copies)
        return _parse_show(text, game, rules, trump)
    except NotationError as error:
        raise IllegalMoveError(quoted(text), error.fact) from None


def _parse_play(text: str, game: HandGame, copies: int) -> Play:
    name, at, source = text.partition("@")
    if not at and (":" in text or text.lower() in ("pass", DIX)):
        raise NotationError("move", what_is_due(game))
    card = Card.parse(name)
    source = source.lower() if at else "hand or table"
    numbers = numbers_of(mover_cards(game).table, card)
    if not numbers and source in ("hand", "hand or table"):
        return Play(card)
    if source in ("table", "hand or table") and numbers:
        return Play(card, source_of(numbers[0]))
    if source == "hand":
        return Play(card, "hand")
    if source in map(str, range(1, copies + 1)):
        return Play(card, source_of(int(source)))
    if source == "table":
        raise NotationError("move", f"no {card} of {mover_name(game)} is on the table")
    fact = f"{quoted(source)} is not hand, table, {numbers_named(copies)}"
    raise NotationError("move", fact)


def _parse_show(text: str, game: HandGame, rules: Rulebook, trump: Suit) -> Show:
    dix = False
    meld: Meld | None = None
    words = () if text.lower() == "pass" else text.split("+")
    if _is_play(text):
        raise NotationError("move", what_is_due(game))
    for part in words:
        if part.lower() == DIX:
            if dix:
                raise NotationError("move", "only one dix for a trick won")
            dix = True
        elif meld is None:
            meld = parse_meld(part, rules, trump)
        else:
            raise NotationError("move", "only one meld for a trick won")
    return Show(dix, meld)


def _is_play(text: str) -> bool:
    try:
        Card.parse(text.partition("@")[0])
    except NotationError:
        return False
    return True
