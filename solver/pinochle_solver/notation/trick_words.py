"""The words of numbered tricks, as the records of all games write them.

A brace holds what happened after a trick, item by item, and no comments. A word there that is no
item is refused: a reader that guessed would score something that nobody said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pinochle_solver.errors import NotationError, quoted
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


class TrickNumber(NamedTuple):
    """The number before a trick, or before the rest of one.

    Attributes:
        number: of the trick.
        goes_on: whether it stands before the rest of a trick: ``3...``.
    """

    number: int
    goes_on: bool


def words_of(moves: str) -> Iterator[str]:
    """The words of the text behind the tags: numbers, cards, braces and what they hold."""
    return (found[0] for found in _WORD.finditer(moves))


def trick_number(word: str) -> TrickNumber | None:
    """The number that a word is, ``3.`` or ``3...``; None for any other word."""
    match = _NUMBER.fullmatch(word)
    return None if match is None else TrickNumber(int(match[1]), match[2] != ".")


def check_goes_on(word: TrickNumber, number: int, played: int, players: int) -> None:
    """Refuse a number before the rest of a trick, unless that trick has begun and is not full.

    Args:
        word: the number.
        number: that of the trick being read, 0 before the first.
        played: how many cards of it stand before.
        players: how many cards a trick has.

    Raises:
        NotationError: with the token ``tricks``.
    """
    if word.number != number or not 0 < played < players:
        fact = f"'{word.number}...' stands before the rest of a trick, whose lead is not there"
        raise NotationError("tricks", f"{fact}; write {word.number}. and all its cards")


def plays_of(word: str) -> Iterator[str]:
    """The plays of a word, without the commas between them and the marks behind: ``AD?,``.

    A word of marks alone, ``!!`` or ``$2``, has no play in it.
    """
    return (play for part in word.split(",") if (play := _MARKS.sub("", part)))


def check_number_of_items(number: int) -> None:
    """Refuse more than `MOST_ITEMS` in the braces of a trick; raises `NotationError`."""
    if number > MOST_ITEMS:
        raise NotationError("item", f"more than {MOST_ITEMS} items in its braces")


def items_of(word: str) -> Iterator[str]:
    """The items of a word in braces, without the commas between them: ``+9C,+TC``."""
    return (item for item in word.split(",") if item)


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
