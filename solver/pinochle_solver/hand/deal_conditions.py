"""Conditions on deals in plain words: ``south holds a run``, ``upcard is a nine``.

A condition is ``SUBJECT holds NUMBER THINGS``, ``upcard is THING`` or ``trump is SUIT``
(docs/NOTATION.md). The subject is a seat, the hands of both, or the stock. Reading one needs the
rulebook, which knows the melds.

>>> from pinochle_solver.rules.rulebooks import RULEBOOKS
>>> parse_condition("south holds at least 3 aces", RULEBOOKS["scarne"]).least
3
>>> parse_condition("south hods a run", RULEBOOKS["scarne"])
Traceback (most recent call last):
    ...
pinochle_solver.errors.NotationError: where: 'south hods a run': 'hods', did you mean holds?
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.rules.card_text import read_card
from pinochle_solver.rules.cards import Card, Rank, Suit
from pinochle_solver.rules.meld_kinds import DIX, MeldKind
from pinochle_solver.rules.melds import dix_card, pattern_cards
from pinochle_solver.rules.rules import Rulebook, Seat
from pinochle_solver.rules.suits import RANK_OF_TEXT, SUIT_OF_TEXT

EITHER, BOTH, NEITHER = "either", "both", "neither"
STOCK, UPCARD, TRUMP = "stock", "upcard", "trump"
_SEATS = tuple(seat.text() for seat in Seat)
_HOLDERS = (*_SEATS, EITHER, BOTH, NEITHER, STOCK)
_HOLDS = ("holds", "hold", "has", "have")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_AT_LEAST, _AT_MOST, _EXACTLY = "at least", "at most", "exactly"
_MORE, _FEWER, _LESS = "more than", "fewer than", "less than"
_BOUNDS = (_AT_LEAST, _AT_MOST, _EXACTLY, _MORE, _FEWER, _LESS)
_NEAR = 0.7
_ONE = ("a", "an", "the")
_NONE = ("no", "not")


@dataclass(frozen=True, slots=True)
class SomeCards:
    """Cards to be counted.

    Attributes:
        rank: the rank of the cards, or any rank if None.
        suit: the suit of the cards, or any suit if None.
        of_trumps: whether they are of the trump suit.
    """

    rank: Rank | None = None
    suit: Suit | None = None
    of_trumps: bool = False

    def cards(self, rules: Rulebook, trump: Suit) -> tuple[Card, ...]:
        """The cards of the rulebook's deck that these are, each once."""
        return tuple(
            card
            for card in rules.deck.cards().distinct()
            if self.rank in (None, card.rank)
            and self.suit in (None, card.suit)
            and (not self.of_trumps or card.suit is trump)
        )


@dataclass(frozen=True, slots=True)
class SomeMelds:
    """Melds of one kind to be counted, each by itself.

    Attributes:
        kind: the kind.
        times: how many melds with the same cards count as one: 2 for a double run.
    """

    kind: MeldKind
    times: int = 1

    def sets(self, rules: Rulebook, trump: Suit) -> tuple[dict[Card, int], ...]:
        """What each of them takes: cards, and how many copies of each."""
        return tuple(
            {card: self.times * cards.count(card) for card in cards}
            for cards in pattern_cards(self.kind.cards, rules.deck, trump)
        )


@dataclass(frozen=True, slots=True)
class MeldPoints:
    """The points that can be laid with the cards, in the best order, in any number of turns."""


@dataclass(frozen=True, slots=True)
class CardPoints:
    """What the cards count in tricks."""


What = SomeCards | SomeMelds | MeldPoints | CardPoints


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of a deal.

    Attributes:
        text: the condition as it was written.
        subject: a seat's name, ``either``, ``both`` or ``neither`` for what hands hold; ``stock``
            for the cards that lie face down; ``upcard`` or ``trump`` for what these are.
        what: what is counted.
        least: the least number of them.
        most: the greatest number of them; None for any number.
    """

    text: str
    subject: str
    what: What
    least: int = 1
    most: int | None = None


def parse_condition(text: str, rules: Rulebook) -> Condition:
    """Read a condition.

    Args:
        text: the words; capitals make no difference.
        rules: the rulebook, which knows the melds.

    Raises:
        NotationError: with the token ``where``, naming the wrong word and the known ones.
    """
    return _Reader(text, rules).read()


class _Reader:
    """Reads one condition, word by word."""

    def __init__(self, text: str, rules: Rulebook) -> None:
        self._text, self._rules = text.strip(), rules
        self._words = self._text.lower().split()

    def read(self) -> Condition:
        if self._words[:1] == ["the"]:
            self._words.pop(0)
        subject = self._next((*_HOLDERS, UPCARD, TRUMP))
        if subject in (UPCARD, TRUMP):
            return self._of_what_is(subject)
        self._next(_HOLDS)
        is_counted = bool(self._words)
        if self._skip(_NONE):
            self._skip(_ONE)
            least, most = 0, 0
        elif self._skip(_ONE):
            least, most = 1, None
        else:
            least, most, is_counted = self._bounds()
        what = self._thing(is_counted)
        if subject == STOCK and not isinstance(what, SomeCards | CardPoints):
            raise self._error("the stock holds cards and card points, but no melds")
        return Condition(self._text, subject, what, least, most)

    def _of_what_is(self, subject: str) -> Condition:
        """What the upcard, or the trump suit, is or is not."""
        self._next(("is",))
        wanted = int(not self._skip(_NONE))
        self._skip(_ONE)
        name = " ".join(self._words)
        known = dict(_suits() if subject == TRUMP else _cards(self._rules))
        what = known.get(name) or (self._card(name) if subject == UPCARD else None)
        if what is None:
            expected = "a suit" if subject == TRUMP else "a card (QS), a rank (nine) or a suit"
            raise self._unknown(name, known, expected)
        return Condition(self._text, subject, what, wanted, wanted)

    def _next(self, known: Sequence[str]) -> str:
        """The next word, which must be one of these."""
        word = self._words.pop(0) if self._words else ""
        if word not in known:
            raise self._unknown(word, known, ", ".join(known))
        return word

    def _skip(self, known: Sequence[str]) -> bool:
        """Whether the next word is one of these; if so, it is skipped."""
        if not self._words or self._words[0] not in known:
            return False
        self._words.pop(0)
        return True

    def _bounds(self) -> tuple[int, int | None, bool]:
        """The least and the greatest number, and whether any number was given."""
        words = self._words
        for bound in _BOUNDS:
            said = bound.split()
            if words[: len(said)] == said:
                del words[: len(said)]
                number = _number(words.pop(0) if words else "")
                if number is None or (number == 0 and bound in (_FEWER, _LESS)):
                    raise self._error(f"{bound} how many? a number follows")
                least, most = _RANGES[bound](number)
                return least, most, True
        number = _number(words[0]) if words else None
        # "ten of spades" is a card, "ten trumps" is a number of them.
        if number is None or len(words) == 1 or words[1] == "of":
            return 1, None, False
        words.pop(0)
        return number, number, True

    def _thing(self, is_counted: bool) -> What:
        """What is counted: the rest of the words."""
        name = " ".join(self._words)
        known = dict(_things(self._rules))
        what = known.get(name)
        is_meld_too = f"{name} around" in known and isinstance(what, SomeCards)
        if is_meld_too and not is_counted:
            fact = f"{name} may be cards, or the meld: say how many {name}, or {name} around"
            raise self._error(fact)
        what = what or self._card(name)
        if what is None:
            melds = ", ".join(kind.name.replace("-", " ") for kind in self._rules.melds)
            expected = (
                f"a card (QS), a rank (aces), a suit (hearts), trumps, a meld ({melds}), "
                "meld points or card points"
            )
            near = get_close_matches(self._words[0] if self._words else "", _BOUNDS, n=1)
            if near and len(self._words) > 1 and _number(self._words[1]) is not None:
                raise self._error(f"{quoted(self._words[0])}, did you mean {near[0]}?")
            raise self._unknown(name, known, expected)
        return what

    def _card(self, name: str) -> SomeCards | None:
        """A single card, as ``QS`` or ``queen of spades``."""
        try:
            rank, suit = read_card(name)
        except NotationError:
            return None
        if Card(rank, suit) not in self._rules.deck:
            raise self._error(f"{Card(rank, suit)} is not in the {self._rules.deck.name} deck")
        return SomeCards(rank, suit)

    def _unknown(self, word: str, known: Iterable[str], expected: str) -> NotationError:
        near = get_close_matches(word, list(known), n=1, cutoff=_NEAR)
        if near:
            return self._error(f"{quoted(word)}, did you mean {near[0]}?")
        given = f"{quoted(word)}, expected" if word else "there should follow"
        return self._error(f"{given} {expected}")

    def _error(self, fact: str) -> NotationError:
        return NotationError("where", f"{quoted(self._text, 60)}: {fact}")


def next_words(text: str, rules: Rulebook) -> list[str]:
    """The words that may come after the beginning of a condition, each once.

    Args:
        text: whole words; nothing for the beginning.
        rules: the rulebook, which knows the melds.
    """
    words = text.lower().split()
    if words[:1] == ["the"]:
        words.pop(0)
    if not words:
        return [*_HOLDERS, UPCARD, TRUMP]
    subject, *words = words
    if subject in (UPCARD, TRUMP):
        names = dict(_suits() if subject == TRUMP else _cards(rules))
        return _after(words, ["is"]) or (
            _after(words[1:], ["not", *names]) if words[:1] == ["is"] else []
        )
    if subject not in _HOLDERS:
        return []
    if not words:
        return ["holds"]
    verb, *words = words
    if verb not in _HOLDS:
        return []
    things = [name for name, _ in _things(rules) if not name.endswith("ss")]
    bound = next((bound for bound in _BOUNDS if words[: len(bound.split())] == bound.split()), None)
    if bound is not None:
        words = words[len(bound.split()) :]
        return _after(words[1:], things) if words else list(_NUMBERS[1:])
    if words and (words[0] in (*_ONE, *_NONE) or _number(words[0]) is not None):
        return _after(words[1:], things) or _after(words, things)
    return _after(words, ["at least", *_BOUNDS, "a", "no", *_NUMBERS[1:], *things])


def _after(words: Sequence[str], phrases: Iterable[str]) -> list[str]:
    """The next words of the phrases that begin so."""
    number = len(words)
    cut = (phrase.split() for phrase in phrases)
    found = (phrase[number] for phrase in cut if phrase[:number] == words and phrase[number:])
    return list(dict.fromkeys(found))


_RANGES: dict[str, Callable[[int], tuple[int, int | None]]] = {
    _AT_LEAST: lambda number: (number, None),
    _AT_MOST: lambda number: (0, number),
    _EXACTLY: lambda number: (number, number),
    _MORE: lambda number: (number + 1, None),
    _FEWER: lambda number: (0, number - 1),
    _LESS: lambda number: (0, number - 1),
}


def _number(word: str) -> int | None:
    if re.fullmatch("[0-9]{1,4}", word):
        return int(word)
    return _NUMBERS.index(word) if word in _NUMBERS else None


def _suits() -> Iterator[tuple[str, SomeCards]]:
    for name, suit in SUIT_OF_TEXT.items():
        yield name, SomeCards(suit=suit)


def _cards(rules: Rulebook) -> Iterator[tuple[str, SomeCards]]:
    """Ranks and suits by their names, and the dix, which is a card too."""
    yield from ((name, SomeCards(of_trumps=True)) for name in ("trump", "trumps"))
    for text, rank in RANK_OF_TEXT.items():
        if rank in rules.deck.ranks and len(text) > 1:
            yield text, SomeCards(rank)
            for name in (f"{text} of trump", f"{text} of trumps", f"trump {text}"):
                yield name, SomeCards(rank, of_trumps=True)
    yield from ((name, cards) for name, cards in _suits() if len(name) > 1 or not name.isascii())
    dix = dix_card(rules, rules.deck.suits[0])
    if dix is not None:
        yield from ((name, SomeCards(dix.rank, of_trumps=True)) for name in (DIX, f"{DIX}es"))


def _things(rules: Rulebook) -> Iterator[tuple[str, What]]:
    """Everything that hands may hold, by name; for a name of two things, cards win."""
    for kind in rules.melds:
        name = kind.name.replace("-", " ")
        for times, each in ((1, name), (2, f"double {name}")):
            if kind.name != DIX and (times == 1 or rules.meld(f"double-{kind.name}") is None):
                yield from (
                    (alias, SomeMelds(kind, times))
                    for alias in (each, f"{each}s", f"{each} around")
                )
    yield "meld points", MeldPoints()
    yield "card points", CardPoints()
    yield from _cards(rules)
