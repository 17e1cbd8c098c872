"""The words of a question: what stands in the places of a tag that are not fixed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from pinochle_solver.errors import NotationError
from pinochle_solver.ledger.facts import RANKS, SUITS
from pinochle_solver.rules.cards import Card, Rank, Suit
from pinochle_solver.rules.suits import RANK_OF_TEXT, SUIT_OF_TEXT, lowered

_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        (
            *("no", "one", "two", "three", "four", "five", "six"),
            *("seven", "eight", "nine", "ten", "eleven", "twelve"),
        )
    )
}
_FILLERS = frozenset(
    ("a", "an", "the", "in", "of", "with", "when", "was", "were", "is", "are", "his", "her", "by")
)
_BRACKETS = "()"
_DATE = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})")
_WORD = re.compile(r"[(),]|[^\s(),]+")
_AMOUNTS = {
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("more", "than"): ">",
    ("fewer", "than"): "<",
    ("less", "than"): "<",
    ("exactly",): "=",
}
_TRUMPS = ("trump", "trumps")


def parse_day(text: str) -> date | None:
    """A day such as ``2026-11-29`` or ``2026.11.29``; None for anything else."""
    found = _DATE.fullmatch(text.strip())
    try:
        return None if found is None else date(*map(int, found.groups()))
    except ValueError:
        return None


_OF_DECISIONS = re.compile(r"\bd\.")
_OF_OUTCOMES = re.compile(
    r"\bd\.(mark|points|loss|significant)\b|\bd\.played <> d\.best\b|\bs\.result\b"
)


class Condition(NamedTuple):
    """A condition of a query.

    Attributes:
        sql: the condition; ``d`` are decisions, ``h`` hands, ``s`` seats.
        values: what stands for its question marks.
    """

    sql: str
    values: tuple[object, ...] = ()

    @property
    def is_of_hands(self) -> bool:
        """Whether it chooses whole hands, with every decision of a player in them."""
        return _OF_DECISIONS.search(self.sql) is None

    @property
    def is_of_outcomes(self) -> bool:
        """Whether it chooses decisions by what came of them: by their loss or who won the hand.

        What such decisions lose says nothing of how well somebody plays.
        """
        return _OF_OUTCOMES.search(self.sql) is not None

    def and_(self, other: Condition) -> Condition:
        """Both conditions."""
        return Condition(f"{self.sql} AND {other.sql}", (*self.values, *other.values))


class Part(NamedTuple):
    """What some words mean in a place of a tag.

    Attributes:
        value: the meaning, as `SLOTS` says.
        words: how many there are.
    """

    value: Condition | str
    words: int


def words_of(question: str) -> list[str]:
    """The words of a question, brackets and commas apart; without those that mean nothing.

    >>> words_of("?? in the last four tricks, (holding 3 aces)")
    ['??', 'last', 'four', 'tricks', ',', '(', 'holding', '3', 'aces', ')']
    """
    return [word for word in map(lowered, _WORD.findall(question)) if word not in _FILLERS]


def _number(words: Sequence[str]) -> Part | None:
    text = _NUMBERS.get(words[0], words[0])
    is_number = text.isdecimal() and text.isascii() and len(text) <= 4
    return Part(text, 1) if is_number else None


def _amount(words: Sequence[str]) -> Part | None:
    """A comparison, ``>= 3``; without a word for it at least so many, and no more than none."""
    for said, sign in _AMOUNTS.items():
        if tuple(words[: len(said)]) == said and len(words) > len(said):
            number = _number(words[len(said) :])
            return None if number is None else Part(f"{sign} {number.value}", len(said) + 1)
    number = _number(words)
    if number is None:
        return None
    return Part(f"{'=' if number.value == '0' else '>='} {number.value}", 1)


def _held(words: Sequence[str]) -> Part | None:
    """The column of how many cards of a kind are held."""
    word = words[0]
    if word in _TRUMPS:
        return Part("d.trumps", 1)
    if word in ("card", "cards"):
        return Part("d.cards", 1)
    if len(word) > 1 and not word.isdecimal():
        if word in RANK_OF_TEXT:
            return Part(f"d.{RANKS[RANK_OF_TEXT[word]]}", 1)
        if word in SUIT_OF_TEXT:
            return Part(f"d.{SUITS[SUIT_OF_TEXT[word]]}", 1)
    return None


def _card(words: Sequence[str]) -> Part | None:
    """A condition on a card that stands for ``{}``: its rank, its suit, or both."""
    word, *more = words
    if word in _TRUMPS:
        return Part(Condition("right({}, 1) = d.trump"), 1)
    rank, suit = _rank(word), _suit(word)
    if rank is not None and more and (suit := _suit(more[0])) is not None:
        return Part(Condition("{} = ?", (Card(rank, suit).text(),)), 2)
    if rank is not None:
        return Part(Condition("left({}, 1) = ?", (rank.letter,)), 1)
    if suit is not None:
        return Part(Condition("right({}, 1) = ?", (suit.letter,)), 1)
    try:
        return Part(Condition("{} = ?", (Card.parse(word).text(),)), 1)
    except NotationError:
        return None


def _rank(word: str) -> Rank | None:
    return RANK_OF_TEXT.get(word)


def _suit(word: str) -> Suit | None:
    return SUIT_OF_TEXT.get(word) if len(word) > 1 or not word.isascii() else None


def _day(words: Sequence[str]) -> Part | None:
    day = parse_day(words[0])
    return None if day is None else Part(day.isoformat(), 1)


def _name(words: Sequence[str]) -> Part | None:
    return None if words[0] in _BRACKETS or words[0] == "," else Part(words[0], 1)


SLOTS: Mapping[str, Callable[[Sequence[str]], Part | None]] = {
    "N": _number,
    "AMOUNT": _amount,
    "HELD": _held,
    "CARD": _card,
    "DAY": _day,
    "NAME": _name,
}
"""What reads the words in a place of a tag; None for words that do not belong there.

``N``: a number. ``AMOUNT``: a comparison with a number. ``HELD``: a column. ``CARD``: a condition.
``DAY``: a day as ISO 8601 has it. ``NAME``: any word.
"""
SLOT_WORDS: Mapping[str, Sequence[str]] = {
    "N": (*_NUMBERS,),
    "AMOUNT": (*_NUMBERS, *(said[0] for said in _AMOUNTS)),
    "HELD": (*RANKS.values(), *SUITS.values(), *_TRUMPS, "cards"),
    "CARD": (*RANKS.values(), *(name[:-1] for name in RANKS.values()), *SUITS.values(), *_TRUMPS),
}
"""Words that may be meant by one with a slip in these places."""
