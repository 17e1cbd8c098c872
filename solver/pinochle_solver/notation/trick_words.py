"""The words of numbered tricks, as the records of all games write them.

A brace holds what happened after a trick, item by item, and no comments. A word there that is no
item is refused: a reader that guessed would score something that nobody said.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.sizes import MOST_ITEMS

_NUMBER = re.compile(r"([0-9]{1,4})(\.\.\.|\.|…)")
_WORD = re.compile(r"[{}]|[0-9]+(?:\.\.\.|\.|…)|[^\s{}]+")
_MARKS = re.compile(r"(?:[!?]{1,2}|\$[0-9]{1,3})$")
_PASS, _DRAW = "pass", "draw"
_NOBODYS = "face-up"
"""What no seat does."""
# How near a word must be to an item to be taken for a slip of it: dxi is near to dix.
_NEAR = 0.66
COMMENTS = "a comment starts with ; and ends with its line"


class TrickReader(ABC):
    """Reads numbered tricks word by word; what a brace holds is its subclasses' to read.

    Args:
        players: how many cards a trick has.

    Attributes:
        players: how many cards a trick has.
        number: the number of the trick being read; 0 before the first.
        played: how many of its cards have been read.
        in_braces: whether a brace is open.
    """

    def __init__(self, players: int) -> None:
        self.number = self.played = 0
        self.in_braces = False
        self.players = players
        self._items = 0

    def read_all(self, moves: str) -> PositionError | None:
        """Read the text behind the tags; what cannot be read ends it, what stands before is kept.

        Returns:
            why the rest cannot be read, with its trick as token; None: all of it was read.
        """
        try:
            for found in _WORD.finditer(moves):
                try:
                    if not found[0].isprintable():
                        raise NotationError(self.place, f"{quoted(found[0])} is not text")
                    self.read(found[0])
                except PositionError as error:
                    if error.token.startswith("trick "):
                        raise
                    raise NotationError(self.place, error.fact) from None
            if self.in_braces:
                raise NotationError(self.place, "the brace is not closed")
        except PositionError as error:
            return error
        return None

    @property
    def place(self) -> str:
        """The trick being read, as an error's token."""
        return f"trick {self.number}" if self.number else "tricks"

    @property
    def is_full(self) -> bool:
        """Whether all cards of the trick have been read."""
        return self.played == self.players

    def read(self, word: str) -> None:
        """Take the next word; raises `NotationError` for one that cannot stand here."""
        if word in "{}":
            if (word == "{") == self.in_braces or not self.may_have_braces:
                raise NotationError(self.place, f"{quoted(word)} cannot stand here")
            self.in_braces = word == "{"
            self.brace()
        elif self.in_braces:
            for item in word.split(","):
                if item:
                    self.count_item()
                    self.item(item)
        elif match := _NUMBER.fullmatch(word):
            if match[2] == ".":
                self._begin(int(match[1]))
            else:
                self._go_on(int(match[1]))
        else:
            # A word of marks alone, ``!!`` or ``$2``, has no play in it.
            for part in word.split(","):
                if play := _MARKS.sub("", part):
                    self._play(play)

    def _begin(self, number: int) -> None:
        if number != self.number + 1:
            place = f"trick {self.number + 1}"
            raise NotationError(place, f"missing, {number}. stands in its place")
        if self.number and not self.is_full:
            raise NotationError(self.place, self.too_few())
        self.number, self.played, self._items = number, 0, 0
        self.begin()

    def _go_on(self, number: int) -> None:
        """Refuse a number before the rest of a trick, ``3...``, if that is not the open one."""
        if number != self.number or not 0 < self.played < self.players:
            fact = f"'{number}...' stands before the rest of a trick, whose lead is not there"
            raise NotationError("tricks", f"{fact}; write {number}. and all its cards")

    def _play(self, play: str) -> None:
        if not self.number:
            raise NotationError("tricks", f"{quoted(play)} before the number of a trick")
        if self.is_full:
            raise NotationError(self.place, f"{quoted(play)} is one card too many")
        self.played += 1
        self.play(play)

    def count_item(self) -> None:
        """Refuse more than `MOST_ITEMS` in the braces of a trick; raises `NotationError`."""
        self._items += 1
        if self._items > MOST_ITEMS:
            raise too_many_items()

    @property
    def may_have_braces(self) -> bool:
        """Whether a brace may stand here."""
        return True

    @abstractmethod
    def brace(self) -> None:
        """Take note that a brace is opened or closed."""

    @abstractmethod
    def item(self, item: str) -> None:
        """Take an item of a brace."""

    @abstractmethod
    def begin(self) -> None:
        """Begin the trick of this number."""

    @abstractmethod
    def play(self, play: str) -> None:
        """Take a card of the trick."""

    @abstractmethod
    def too_few(self) -> str:
        """That another trick begins before this one is full, in words."""


def too_many_items() -> NotationError:
    """The error for more than `MOST_ITEMS` in the braces of a trick, or of the bids."""
    return NotationError("item", f"more than {MOST_ITEMS} items in its braces")


def kinds_shown(rules: Rulebook) -> frozenset[str]:
    """The kinds of meld that a record may name: those of a rulebook, and all published ones.

    A kind of another rulebook is a wrong meld, and no slip of the pen.
    """
    books = (rules, *RULEBOOKS.values())
    return frozenset(kind.name for book in books for kind in book.melds) | {DIX}


def check_shown(text: str, kinds: Collection[str], words: Sequence[str] = ()) -> None:
    """Refuse text that has not the form of something shown: ``pass``, ``dix``, ``kind:cards``.

    Args:
        text: the item, without a seat's letter and without what it scores.
        kinds: the kinds of meld that may be named, `DIX` among them.
        words: the other words that may stand there, for whoever has misspelt one.

    Raises:
        NotationError: with the token ``item``; the fact quotes the text and says what to write.
    """
    if text.lower() == _PASS:
        return
    for part in text.split("+"):
        name, colon, cards = part.partition(":")
        kind = name.lower()
        if not name.isascii() or kind not in kinds:  # the Kelvin sign is no k
            raise NotationError("item", _why_no_item(text, name, kinds, words))
        if kind == DIX and colon:
            raise NotationError("item", f"{quoted(text)} names a card, and a dix is written dix")
        if kind != DIX and not cards:
            fact = f"{quoted(text)} names no cards; a meld is written as marriage:KH.QH"
            raise NotationError("item", fact)
        for card in cards.split(".") if cards else ():
            Card.parse(card)


def _why_no_item(text: str, name: str, kinds: Collection[str], words: Sequence[str]) -> str:
    try:
        card = Card.parse(text)
    except NotationError:
        pass
    else:
        return f"{quoted(text)} is a card alone; a draw is written +{card}, a meld kind:cards"
    from difflib import get_close_matches  # not needed for a record that can be read

    what = text.partition(":")[2]
    if what.lower().partition(":")[0] in {*kinds, _PASS, *words}:
        meant = what if what.lower().startswith(_NOBODYS) else f"S:{what} or N:{what}"
        return f"{quoted(text)} does not begin with the letter of a seat; did you mean {meant}?"
    fact = f"{quoted(text)} is no meld, dix, draw (+9C) or pass"
    if words:
        *others, last = words
        fact += f", nor {', '.join(others)} or {last}"
    if name.lower().startswith(_DRAW):
        return f"{fact}; a draw is written +9C"
    known = sorted((*kinds, _PASS, *words))
    near = get_close_matches(name.lower(), known, n=1, cutoff=_NEAR)
    return f"{fact}; did you mean {near[0]}?" if near else f"{fact}; {COMMENTS}"
