"""Reading moves of the table games, by what is to be decided (NOTATION-TABLE.md, Moves)."""

from __future__ import annotations

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.table.field_readers import parse_call
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.melds import parse_meld
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import TableMelds, parse_melds
from pinochle_solver.table.moves import CONCEDE, Bury, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import LaidMelds

_DIXES = {"dix": Dix(True), "pass": Dix(False)}


def parse_move(text: str, act: Act, trump: Suit | None = None) -> TableMove:
    """Read a move, in either case; the referee says whether it is legal.

    Args:
        text: the move.
        act: what is to be decided.
        trump: the trump suit, if melds are laid.

    Raises:
        NotationError: for text that is no move of this kind.
    """
    plain = text.strip()
    if act is Act.BID:
        return parse_call(plain)
    if act is Act.BURY:
        return CONCEDE if plain.lower() == CONCEDE.text() else _parse_bury(plain)
    if act is Act.DIX:
        return _parse_dix(plain)
    if act is Act.MELD:
        assert trump is not None
        return Lay(parse_laid(plain, trump))
    return PlayCard(Card.parse(plain))


def parse_stock_move(text: str, act: Act, laid: LaidMelds) -> StockMove:
    """Read a move of a game with a stock; the referee says whether it is legal.

    Args:
        text: the move.
        act: what is to be decided.
        laid: what the seat has laid, which decides whether a card is from the table or the hand.

    Raises:
        NotationError: for text that is no move of this kind.
    """
    plain = text.strip()
    if act is Act.DIX:
        return _parse_dix(plain)
    if act is Act.MELD:
        return _parse_show(plain, laid.book)
    name, at, source = plain.partition("@")
    card, where = Card.parse(name), source.lower()
    numbers = [copy.number for copy in laid.copies if copy.card == card]
    if numbers and where in ("", "table"):
        return Play(card, numbers[0])  # type: ignore[arg-type]  # a deck has no more than four
    if not at or (where == "hand" and not numbers):
        return Play(card)
    if where == "hand":
        return Play(card, "hand")
    if where == "table":
        raise NotationError("move", f"no {card} lies on the table")
    if not where.isascii() or not where.isdigit():
        raise NotationError("move", f"{quoted(source)} is not hand, table or a number")
    return Play(card, int(where))  # type: ignore[arg-type]


def _parse_show(text: str, book: MeldBook) -> Show:
    """Read ``pass``, ``dix``, a meld, or a dix and a meld."""
    parts = [] if text.lower() == "pass" else text.split("+")
    melds = [part for part in parts if part.lower() != "dix"]
    if len(melds) > 1 or len(parts) > len(melds) + 1:
        raise NotationError("move", "only one dix and one meld for a trick won")
    meld = parse_meld(melds[0], book.rules, book.trump) if melds else None
    return Show(len(parts) > len(melds), meld)


def _parse_dix(text: str) -> Dix:
    dix = _DIXES.get(text.lower())
    if dix is None:
        raise NotationError("move", f"{quoted(text)} is neither dix nor pass")
    return dix


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
