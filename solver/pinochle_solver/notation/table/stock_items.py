"""What stands in the braces of games with a stock: irregularities, shows and draws.

An item is the seat's of its letter, ``W:+AS``, or else of the winner of the trick.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.marks import Mark, table_mark
from pinochle_solver.notation.table.irregularity_words import Declared, check_at_table, check_mark
from pinochle_solver.notation.trick_words import check_shown, kinds_shown
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

_SEATS = {seat.letter: seat for seat in Seat}
_NAMES = {seat.text(): seat for seat in Seat}


class Happened(NamedTuple):
    """What a seat did: a draw with its ``+``, or something shown."""

    seat: Seat
    text: str

    @property
    def is_draw(self) -> bool:
        """Whether it is a draw."""
        return self.text.startswith("+")

    def joins(self, other: Happened) -> bool:
        """Whether this is a dix, and the other the meld of the same seat that goes with it."""
        is_dix = self.seat is other.seat and self.text.lower() == DIX
        kind = other.text.lower().partition("+")[0]
        return is_dix and not other.is_draw and kind not in (DIX, "pass")


class DrawError(NotationError):
    """A draw of no card.

    Attributes:
        seat: whose draw it is.
    """

    def __init__(self, item: str, fact: str, seat: Seat) -> None:
        super().__init__(item, fact)
        self.seat = seat


class ItemReader:
    """Reads the braces of a game with a stock.

    Args:
        rules: the rules of the game.
    """

    def __init__(self, rules: TableRules) -> None:
        assert rules.stock is not None
        self._rules = rules
        self._kinds = kinds_shown(rules.stock.book)

    def read(
        self, words: Iterable[str], winner: Seat | None, *, in_playoff: bool
    ) -> list[Declared | Happened]:
        """The items of a brace, in order; a dix and the meld behind it are one.

        Args:
            words: the words of the brace.
            winner: who took the trick before it; None before the first lead.
            in_playoff: whether the stock is gone, so that a renege costs its seat something.

        Raises:
            NotationError: for the first that cannot stand there.
        """
        read = list[Declared | Happened]()
        rest = list(words)
        while rest:
            word = rest.pop(0)
            mark, seat = _marked(word)
            if mark is not None:
                read.append(self._declared(mark, seat, word, rest, in_playoff=in_playoff))
                continue
            item, before = self._happened(word, winner), read[-1] if read else None
            if isinstance(before, Happened) and before.joins(item):
                read[-1] = Happened(item.seat, f"{before.text}+{item.text}")
            else:
                read.append(item)
        return read

    def _declared(
        self, mark: Mark, seat: Seat | None, word: str, rest: list[str], *, in_playoff: bool
    ) -> Declared:
        """An irregularity, whose seat may be the next word."""
        what = word
        if seat is None and rest and rest[0].lower() in _NAMES:
            what = f"{word} {rest[0]}"
            seat = _NAMES[rest.pop(0).lower()]
        if seat is not None:
            check_at_table(seat, what, self._rules)
        check_mark(mark, what, self._rules)
        assert isinstance(mark.says, Irregularity)
        if seat is None and has_price(mark.says, in_playoff=in_playoff):
            raise NotationError(what, f"without its seat, such as {word} west")
        return Declared(mark.says, seat, what)

    def _happened(self, word: str, winner: Seat | None) -> Happened:
        """A show or a draw."""
        letter, colon, rest = word.partition(":")
        seat, text = winner, word
        if colon and letter.upper() in _SEATS:
            seat, text = _SEATS[letter.upper()], rest
            check_at_table(seat, word, self._rules)
        if seat is None:
            raise NotationError(word, "needs the letter of its seat before the first lead")
        item = Happened(seat, text)
        try:
            if item.is_draw:
                Card.parse(text[1:])
            else:
                check_shown(text, self._kinds)
        except PositionError as error:
            if item.is_draw:
                raise DrawError(word, error.fact, seat) from None
            raise NotationError(word, error.fact) from None
        return item


def has_price(kind: Irregularity, *, in_playoff: bool) -> bool:
    """Whether an irregularity written in braces costs its seat something."""
    return (kind is Irregularity.RENEGE and in_playoff) or kind is Irregularity.LOOKED


def says_misdeal(words: Iterable[str]) -> bool:
    """Whether a brace says that the hand is void."""
    marks = (_marked(word)[0] for word in words)
    return any(mark is not None and mark.says is Irregularity.MISDEAL for mark in marks)


def _marked(word: str) -> tuple[Mark | None, Seat | None]:
    """The mark that a word is, and whose it is if a letter before it says that."""
    letter, colon, name = word.rpartition(":")
    seat = _SEATS.get(letter.upper())
    mark = table_mark(name) if not colon or seat is not None else None
    return None if mark is None or mark.in_bids else mark, seat
