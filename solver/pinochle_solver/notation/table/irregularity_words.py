"""The words in braces that say what went wrong, in games without a stock (NOTATION-TABLE.md).

Every reader takes the words of one brace and raises `NotationError` for the first that cannot
stand there, so that of a brace with an unreadable word nothing is ruled on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.marks import (
    Mark,
    Named,
    Whose,
    table_mark,
    table_words,
    why_not_written,
)
from pinochle_solver.notation.table.field_readers import parse_call
from pinochle_solver.notation.trick_words import COMMENTS
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

_LEAD = "lead"
_SEATS = frozenset(seat.text() for seat in Seat)


class Asked(Enum):
    """What is said about a shown card; the value is the word in a record."""

    DEMAND = "demand"
    FORBID = "forbid"


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that went wrong, as a record says it.

    Attributes:
        kind: what it was.
        seat: whose fault it was; None: nobody's.
        text: its words.
        card: the card that was shown; None: another irregularity, or a card that is not named.
        asked: what is said about that card: demanded, forbidden, or the suit of the lead that is
            named in its place; None: nothing.
    """

    kind: Irregularity
    seat: Seat | None
    text: str
    card: Card | None = None
    asked: Asked | Suit | None = None


@dataclass(frozen=True, slots=True)
class VoidCall:
    """A call that did not count; the seat None: the one on turn."""

    seat: Seat | None
    call: Call


class Choice(Enum):
    """What the opponents choose after a bid without a marriage; the value is the word."""

    PLAYS = "plays"
    REDEAL = "redeal"
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class NoMarriage:
    """A bid without a marriage, and what was chosen.

    Attributes:
        seat: who bid so.
        text: the words.
        choice: what was chosen; None: nothing is said.
        player: who plays the hand in the offender's place, at the highest or the lowest bid.
    """

    seat: Seat
    text: str
    choice: Choice | None = None
    player: Seat | None = None


CallNote = VoidCall | NoMarriage | Declared
"""What a brace among the calls may hold."""


def declared(words: Iterable[str], rules: TableRules) -> list[Declared]:
    """What the words of a brace outside the auction say."""
    return [*_declared(_Words(words, rules))]


def call_notes(words: Iterable[str], rules: TableRules) -> list[CallNote]:
    """What the words of a brace among the calls say."""
    return [*_call_notes(_Words(words, rules))]


class _Words:
    """The words of a brace, taken one by one."""

    def __init__(self, words: Iterable[str], rules: TableRules) -> None:
        self.rules = rules
        self._rest = list(words)

    def __bool__(self) -> bool:
        return bool(self._rest)

    @property
    def next(self) -> str:
        """The next word in lower case; empty at the end."""
        return self._rest[0].lower() if self._rest else ""

    def take(self) -> str:
        """The next word, which is taken out."""
        return self._rest.pop(0)

    def is_lead(self) -> bool:
        """Whether a lead is named next: ``lead H``, not ``lead west``, which is out of turn."""
        return self.next == _LEAD and "".join(self._rest[1:2]).lower() not in _SEATS

    def card(self) -> Card | None:
        """The card that comes next, which is taken out; None if none does."""
        try:
            card = Card.parse(self.next)
        except PositionError:
            return None
        self.take()
        return card

    def seat(self, word: str) -> Seat:
        """The seat that comes next, behind a word."""
        try:
            seat = Seat.parse(self.take())
        except PositionError as error:
            raise NotationError(word, error.fact) from None
        check_at_table(seat, f"{word} {seat.text()}", self.rules)
        return seat


def _declared(words: _Words) -> Iterator[Declared]:
    while words:
        word = words.take()
        mark = table_mark(word)
        if mark is None or mark.in_bids:
            fact = f"not one of {', '.join(table_words(words.rules))}; {COMMENTS}"
            raise NotationError(word, fact)
        yield _irregularity(mark, word, words)


def _irregularity(mark: Mark, word: str, words: _Words) -> Declared:
    """An irregularity with its seat, behind its word."""
    check_mark(mark, word, words.rules)
    seat = None
    if words and (mark.in_bids or not _begins(words.next)):
        seat = words.seat(word)
    if seat is None and mark.whose is Whose.SEAT:
        raise NotationError(word, f"without its seat, such as {word} west")
    text = mark.word if seat is None else f"{mark.word} {seat.text()}"
    assert isinstance(mark.says, Irregularity)
    card = words.card() if mark.card is Named.MAY else None
    if card is None:
        return Declared(mark.says, seat, text)
    text = f"{text} {card}"
    asked = _asked(f"{word} {card}", words)
    if asked is not None:
        said = f"{_LEAD} {asked.letter}" if isinstance(asked, Suit) else asked.value
        text = f"{text} {said}"
    return Declared(mark.says, seat, text, card, asked)


def _begins(word: str) -> bool:
    """Whether a word begins a mark that may stand at any place."""
    mark = table_mark(word)
    return mark is not None and not mark.in_bids


def check_mark(mark: Mark, what: str, rules: TableRules) -> None:
    """Refuse a mark that a game does not have; `NotationError` under what is written."""
    fact = why_not_written(mark, rules)
    if fact is not None:
        raise NotationError(what, fact)


def check_at_table(seat: Seat, what: str, rules: TableRules) -> None:
    """Refuse a seat that is not at the table; `NotationError` under what is written."""
    if seat not in rules.table:
        fact = f"there is no {seat.text()} at a table of {len(rules.table)}"
        raise NotationError(what, fact)


def _asked(shown: str, words: _Words) -> Asked | Suit | None:
    """What is said about a shown card, if anything is."""
    name, is_played = words.rules.name, words.rules.exposed_is_played
    if is_played and words.is_lead():
        words.take()
        suit = words.take() if words else ""
        try:
            return Suit.parse(suit)
        except PositionError as error:
            raise NotationError(f"{shown} {_LEAD}", error.fact) from None
    asked = next((each for each in Asked if each.value == words.next), None)
    if asked is None:
        return None
    if asked is Asked.FORBID and is_played:
        fact = f"in {name} a shown card is demanded, or a lead is named in its place: lead H"
        raise NotationError(f"{shown} {words.take()}", fact)
    words.take()
    return asked


def _call_notes(words: _Words) -> Iterator[CallNote]:
    while words:
        word = words.take()
        mark = table_mark(word)
        if mark is not None and mark.says is Irregularity.MARRIAGE:
            yield _no_marriage(mark, word, words)
        elif mark is not None:
            yield _irregularity(mark, word, words)
        elif word.lower() in _SEATS:
            yield _void_call(word, words)
        else:
            yield VoidCall(None, _call(word, words.rules))


def _call(word: str, rules: TableRules) -> Call:
    try:
        return parse_call(word)
    except PositionError:
        known = ", ".join(table_words(rules, in_bids=True))
        fact = f"neither a call (a number, or p), nor a seat with its call, nor one of {known}"
        raise NotationError(word, fact) from None


def _void_call(word: str, words: _Words) -> VoidCall:
    seat = Seat.parse(word)
    check_at_table(seat, word, words.rules)
    if not words:
        raise NotationError(word, f"without its call, such as {word} 250")
    return VoidCall(seat, _call(words.take(), words.rules))


def _no_marriage(mark: Mark, word: str, words: _Words) -> NoMarriage:
    fact = None if mark.needs is None else mark.needs.lacking(words.rules)
    if fact is not None:
        raise NotationError(word, fact)
    if not words:
        raise NotationError(word, f"without its seat, such as {word} west")
    seat = words.seat(word)
    text = f"{word.lower()} {seat.text()}"
    if words.next in (Choice.PLAYS.value, Choice.REDEAL.value):
        choice = Choice(words.take().lower())
        return NoMarriage(seat, f"{text} {choice.value}", choice)
    if words.next not in _SEATS:
        return NoMarriage(seat, text)
    player = words.seat(word)
    if words.next not in (Choice.HIGHEST.value, Choice.LOWEST.value):
        fact = f"without the bid at which {player.text()} plays, highest or lowest"
        raise NotationError(f"{text} {player.text()}", fact)
    choice = Choice(words.take().lower())
    return NoMarriage(seat, f"{text} {player.text()} {choice.value}", choice, player)
