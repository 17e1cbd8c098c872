"""The words in braces that say what went wrong, in games without a stock (NOTATION-TABLE.md).

Every reader takes the words of one brace and raises `NotationError` for the first that cannot
stand there, so that of a brace with an unreadable word nothing is ruled on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.table.field_readers import parse_call
from pinochle_solver.notation.trick_words import COMMENTS
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.table.irregularities import (
    DECLARED,
    Irregularity,
    declared_words,
    why_not_declared,
)
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
        if seat not in self.rules.table:
            fact = f"there is no {seat.text()} at a table of {len(self.rules.table)}"
            raise NotationError(f"{word} {seat.text()}", fact)
        return seat


def _declared(words: _Words) -> Iterator[Declared]:
    while words:
        word = words.take()
        kind = DECLARED.get(word.lower())
        if kind is None:
            fact = f"not one of {', '.join(declared_words(words.rules))}; {COMMENTS}"
            raise NotationError(word, fact)
        yield _irregularity(kind, word, words)


def _irregularity(kind: Irregularity, word: str, words: _Words) -> Declared:
    """An irregularity with its seat, behind its word."""
    _check_declared(kind, word, words)
    seat = None
    if words and words.next not in DECLARED:
        seat = words.seat(word)
    if seat is None and kind is not Irregularity.MISDEAL:
        raise NotationError(word, f"without its seat, such as {word} west")
    text = kind.value if seat is None else f"{kind.value} {seat.text()}"
    card = words.card() if kind is Irregularity.SHOWN else None
    if card is None:
        return Declared(kind, seat, text)
    text = f"{text} {card}"
    asked = _asked(f"{word} {card}", words)
    if asked is not None:
        said = f"{_LEAD} {asked.letter}" if isinstance(asked, Suit) else asked.value
        text = f"{text} {said}"
    return Declared(kind, seat, text, card, asked)


def _check_declared(kind: Irregularity, word: str, words: _Words) -> None:
    """Refuse an irregularity that a game does not know."""
    fact = why_not_declared(words.rules, kind)
    if fact is not None:
        raise NotationError(word, fact)


def _asked(told: str, words: _Words) -> Asked | Suit | None:
    """What is said about a shown card, if anything is."""
    name, is_played = words.rules.name, words.rules.exposed_is_played
    if is_played and words.is_lead():
        words.take()
        suit = words.take() if words else ""
        try:
            return Suit.parse(suit)
        except PositionError as error:
            raise NotationError(f"{told} {_LEAD}", error.fact) from None
    asked = next((each for each in Asked if each.value == words.next), None)
    if asked is None:
        return None
    if asked is Asked.FORBID and is_played:
        fact = f"in {name} a shown card is demanded, or a lead is named in its place: lead H"
        raise NotationError(f"{told} {words.take()}", fact)
    words.take()
    return asked


def _call_notes(words: _Words) -> Iterator[CallNote]:
    while words:
        word = words.take()
        kind = DECLARED.get(word.lower())
        if kind is not None:
            yield _irregularity(kind, word, words)
        elif word.lower() == Irregularity.MARRIAGE.value:
            yield _no_marriage(word, words)
        elif word.lower() == Irregularity.SEEN.value:
            _check_declared(Irregularity.SEEN, word, words)
            seat = words.seat(word) if words else None
            if seat is None:
                raise NotationError(word, f"without its seat, such as {word} west")
            yield Declared(Irregularity.SEEN, seat, f"{word.lower()} {seat.text()}")
        elif word.lower() in _SEATS:
            yield _void_call(word, words)
        else:
            yield VoidCall(None, _call(word, words.rules))


def _call(word: str, rules: TableRules) -> Call:
    try:
        return parse_call(word)
    except PositionError:
        needs_marriage = rules.auction is not None and rules.auction.needs_marriage
        in_auction = [Irregularity.MARRIAGE.value] * needs_marriage
        in_auction += [Irregularity.SEEN.value] * bool(rules.widow)
        known = ", ".join((*declared_words(rules), *in_auction))
        fact = f"neither a call (a number, or p), nor a seat with its call, nor one of {known}"
        raise NotationError(word, fact) from None


def _void_call(word: str, words: _Words) -> VoidCall:
    seat = Seat.parse(word)
    if seat not in words.rules.table:
        fact = f"there is no {seat.text()} at a table of {len(words.rules.table)}"
        raise NotationError(word, fact)
    if not words:
        raise NotationError(word, f"without its call, such as {word} 250")
    return VoidCall(seat, _call(words.take(), words.rules))


def _no_marriage(word: str, words: _Words) -> NoMarriage:
    auction = words.rules.auction
    if auction is None or not auction.needs_marriage:
        raise NotationError(word, f"in {words.rules.name} no bid needs a marriage")
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
