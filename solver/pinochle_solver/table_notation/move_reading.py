"""Moves of the table games as text, read by what is to be decided (NOTATION-TABLE.md, Moves)."""

from __future__ import annotations

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import TableMelds, parse_melds
from pinochle_solver.table.moves import CONCEDE, Bury, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table_notation.fields import parse_call

_DIXES = {"dix": Dix(True), "pass": Dix(False)}


def parse_move(text: str, act: Act, trump: Suit | None = None) -> TableMove:
    """Read a move, in either case; whether it is legal the referee says.

    Args:
        text: the move.
        act: what is to be decided.
        trump: the trump suit, where melds are laid.

    Raises:
        NotationError: for text that is no move of this kind.
    """
    plain = text.strip()
    if act is Act.BID:
        return parse_call(plain)
    if act is Act.BURY:
        return CONCEDE if plain.lower() == CONCEDE.text() else _parse_bury(plain)
    if act is Act.DIX:
        dix = _DIXES.get(plain.lower())
        if dix is None:
            raise NotationError("move", f"{quoted(text)} is neither dix nor pass")
        return dix
    if act is Act.MELD:
        assert trump is not None
        return Lay(parse_laid(plain, trump))
    return PlayCard(Card.parse(plain))


def parse_laid(text: str, trump: Suit) -> TableMelds | None:
    """Read ``all`` (None), ``none`` or a list of melds in any order; raises `NotationError`."""
    return None if text.lower() == "all" else parse_melds(text, trump)


def _parse_bury(text: str) -> Bury:
    choice, slash, melds = text.partition("/")
    suit, colon, cards = choice.partition(":")
    if colon and not cards.strip():
        raise NotationError("move", f"{quoted(text)} names no cards after the colon")
    trump = Suit.parse(suit.strip())
    named = cards.replace(",", ".").replace(" ", ".").split(".") if colon else []
    buried = Hand.of(Card.parse(card) for card in named if card)
    return Bury(trump, buried, parse_laid(melds.strip(), trump) if slash else None)
