"""Cards as people write them, read into ranks and suits.

All of these are the same hand: ``AKJ.TKQ.-.Q99``, ``AS KS JS TH KH QH QC 9C 9C``,
``S:AKJ H:TKQ C:Q99``, ``♠ A K J ♥ 10 K Q ♣ Q 9 9``, ``AKJ of spades, TKQ of hearts, Q99 of
clubs``, ``ace of spades, king of spades, ...``. No sign stands for both a rank and a suit, so its
meaning never depends on its place. Where the same signs could still be two hands, the error names
both and neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.rules.suits import (
    EMOJI_STYLE,
    RANK_OF_TEXT,
    SUIT_OF_TEXT,
    Rank,
    Suit,
    lowered,
)
from pinochle_solver.sizes import MOST_HAND

Pair = tuple[Rank, Suit]
"""A rank and a suit: a card, before `Card` exists."""

_RANK = "(?:10|[atxkqjn987])"
_SUIT = "[shdc♠♥♦♣♤♡♢♧]"
_RANKS = re.compile(f"{_RANK}+")
_SIGN = re.compile(f"{_RANK}|{_SUIT}")
# Where a suit is joined to what it holds: ``S-AKJ``, ``S=AKJ``, ``♦-``.
_JOINED = re.compile(f"(?<![^\\s,;])({_SUIT})[-–—=](?={_RANK}|[\\s,;]|$)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]+")
_DASHES = frozenset("-–—")
_VOIDS = _DASHES | {"void", "none", "nothing"}
_SUIT_LETTERS = frozenset("shdc")
_COUNTS = {"two": 2, "both": 2, "double": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
_MULTIPLE = re.compile("([2-9])x|x([2-9])")
_TIMES = re.compile(r"\(x?([2-9])\)|\btwice\b", re.IGNORECASE)
# ``nine of clubs x2``: the number belongs to the rank.
_MANY_OF = re.compile(r"(\S+\s+(?:of|in)\s+[^\s,;]+)[\s,;]+x([2-9])(?![^\s,;])", re.IGNORECASE)
_PAIR = re.compile(r"\b(?:a\s+|one\s+)?pair\s+of\b", re.IGNORECASE)
# ``no diamonds``, ``void in diamonds``: the other suits are the hand.
_WITHOUT = re.compile(
    r"\b(?:no|without|void\s+in|nothing\s+in|none\s+in)\s+"
    r"(?:spade|heart|diamond|club)s?(?![^\s,;.])",
    re.IGNORECASE,
)
_IGNORED = frozenset(("and", "&", "the", "an", "i", "i've", "have", "hold", "my"))
_OF = frozenset(("of", "in"))
_SUITS_IN_ORDER = 4
# A longer word is no card with a slip in it: kings is a meld, and no king of spades.
_LONGEST_CARD = 2
# The names in which a slip is looked for, and how like one a word has to be.
_NAMES = tuple(name for name in (*SUIT_OF_TEXT, *RANK_OF_TEXT) if len(name) > _LONGEST_CARD)
_NEAR = 0.65
_LONGEST_WORD = 20
_TWO_SUITS = re.compile(f"{_SUIT}{{2}}", re.IGNORECASE)


class _Kind(Enum):
    """What a word is."""

    CARDS = auto()
    RANKS = auto()
    SUIT = auto()
    VOID = auto()
    OF = auto()


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a hand.

    Attributes:
        text: the word as it was written.
        kind: what kind of word it is.
        cards: the cards that it names, if any.
        ranks: the ranks that it names, if any.
        suit: the suit that it names.
        is_label: whether ranks follow for sure, as after ``S:``.
    """

    text: str
    kind: _Kind
    cards: tuple[Pair, ...] = ()
    ranks: tuple[Rank, ...] = ()
    suit: Suit | None = None
    is_label: bool = False


def read_card(text: str) -> Pair:
    """Read one card: ``QS``, ``SQ``, ``Q♠`` or ``queen of spades``.

    Raises:
        NotationError: with the token ``card``, naming what is unknown.
    """
    if len(text) > MOST_HAND:
        raise NotationError("card", f"longer than {MOST_HAND:,} characters")
    plain = text.replace(EMOJI_STYLE, "")
    rank, suit = plain[:-1], plain[-1:]
    if len(words := [word for word in plain.split() if word.lower() not in _OF]) > 1:
        rank, suit = (words[0], words[1]) if len(words) == 2 else ("", "")
    elif lowered(plain[:1]) in SUIT_OF_TEXT and len(plain) > 1:
        rank, suit = plain[1:], plain[0]
    is_word = len(words) < 2 and plain.isalpha() and len(plain) > _LONGEST_CARD
    if not rank or is_word or (len(words) > 1 and lowered(suit) not in SUIT_OF_TEXT):
        raise NotationError("card", f"{quoted(text)} is no card (rank, then suit)")
    try:
        return Rank.parse(rank), Suit.parse(suit)
    except NotationError as error:
        raise NotationError("card", f"{error.fact} in {quoted(text)}") from None


def read_cards(text: str) -> list[Pair]:
    """Read cards, in the order in which they are written.

    Raises:
        NotationError: with the token ``hand``, for anything that is not a card, for ranks without a
            suit, and for text that could be two hands.
    """
    if len(text) > MOST_HAND:
        raise NotationError("hand", f"longer than {MOST_HAND:,} characters")
    if (in_order := _suits_in_order(text)) is not None:
        return in_order
    words = list(_words(text))
    if not any(word.kind in (_Kind.CARDS, _Kind.SUIT) for word in words):
        return _bare(words, text)
    found: list[Pair] = []
    run: list[_Word] = []
    for word in words:
        if word.kind is not _Kind.CARDS:
            run.append(word)
            continue
        found += _suit_by_suit(run)
        found += word.cards
        run = []
    return found + _suit_by_suit(run)


# Four suits in their order


def _suits_in_order(text: str) -> list[Pair] | None:
    """The cards of ``AKJ.TKQ.-.Q99``, or of the same with strokes; None for any other text."""
    for between in "./":
        suits = [re.sub(r"[\s,]+", "", suit) for suit in text.split(between)]
        words = [lowered(suit) for suit in suits if lowered(suit) not in _VOIDS]
        names_none = not SUIT_OF_TEXT.keys() & set("".join(words))
        # With a dash for an empty suit a letter alone, AK.-.-.S, is a slip and no name of a suit.
        is_slip = bool(_DASHES & set(suits)) and bool(_SUIT_LETTERS & set(words))
        if len(suits) > 1 and (names_none or is_slip):
            if len(suits) != _SUITS_IN_ORDER:
                raise NotationError(
                    "hand", f"{len(suits)} suits in {quoted(text)}, expected 4 (S.H.D.C)"
                )
            return [
                (rank, suit)
                for suit, ranks in zip(Suit, suits, strict=True)
                for rank in _ranks(ranks)
            ]
    return None


def _ranks(text: str) -> list[Rank]:
    if lowered(text) in _VOIDS:
        return []
    signs = text.replace("10", "T")
    for sign in signs:
        if lowered(sign) not in RANK_OF_TEXT:
            raise NotationError("hand", f"unknown rank {quoted(sign)} in {quoted(text)}")
    return [RANK_OF_TEXT[sign] for sign in lowered(signs)]


def _bare(words: list[_Word], text: str) -> list[Pair]:
    """The cards of ``AKJ TKQ - Q99``: four suits in their order, none of them named."""
    are_suits = any(word.kind is _Kind.VOID or len(word.ranks) > 1 for word in words)
    if len(words) != _SUITS_IN_ORDER or not are_suits:
        raise NotationError(
            "hand", f"{quoted(text)} names no suit (AS KS, S:AK, or four suits AK.TQ.-.9)"
        )
    return [(rank, suit) for suit, word in zip(Suit, words, strict=True) for rank in word.ranks]


# Words


def is_of_cards(word: str) -> bool:
    """Whether a word may stand in a hand: a card, a rank, a suit, or a word that joins them."""
    lower = lowered(word)
    if not lower or lower in _IGNORED or lower in _COUNTS:
        return True
    try:
        _word(word, lower)
    except NotationError:
        return False
    return True


def _words(text: str) -> Iterator[_Word]:
    """The words of a hand; a word such as ``2x`` is put into the one beside it."""
    plain = _WITHOUT.sub(" ", _PAIR.sub("two ", text.replace(EMOJI_STYLE, "")))
    plain = _JOINED.sub(_after_suit, plain)
    plain = _TIMES.sub(lambda times: f" x{times[1] or 2}", plain)
    plain = _MANY_OF.sub(r"\2x \1", plain).replace(":", ": ").replace(".", " ")
    times, number = 1, ""
    last: _Word | None = None
    for written in _BETWEEN.split(plain):
        lower = lowered(written)
        if not lower or lower in _IGNORED:
            continue
        multiple = _MULTIPLE.fullmatch(lower)
        if lower in _COUNTS or (multiple and multiple[1]):
            times = _COUNTS.get(lower) or int(multiple[1])  # type: ignore[index]  # one of them
            number = written
            continue
        if multiple:
            if last is None or len(last.cards) != 1:
                raise NotationError("hand", f"{quoted(written)} follows no card")
            last = _many(last, int(multiple[2]))
            continue
        if last is not None:
            yield last
        last = _word(written, lower)
        if times != 1 and not (last.cards or last.ranks):
            raise NotationError(
                "hand", f"{quoted(number)} stands before {quoted(written)}, no card"
            )
        last = _many(last, times)
        times = 1
    if times != 1:
        fact = f"{quoted(number)} is a number, and no card follows it"
        if _MULTIPLE.fullmatch(lowered(number)):
            fact = f"{_no_card(lowered(number))} in {quoted(number)}"
        raise NotationError("hand", fact)
    if last is not None:
        yield last


def _after_suit(joined: re.Match[str]) -> str:
    """``S:`` for ``S-`` and ``S=``; where nothing follows, the text for an empty suit."""
    follows = joined.string[joined.end() : joined.end() + 1].strip(" ,;")
    return f"{joined[1]}:" + ("" if follows else " -")


def _many(word: _Word, times: int) -> _Word:
    return replace(word, cards=word.cards * times, ranks=word.ranks * times)


def _word(written: str, lower: str) -> _Word:
    if lower in _OF:
        return _Word(written, _Kind.OF)
    if lower in _VOIDS:
        return _Word(written, _Kind.VOID)
    if lower.removesuffix(":") in SUIT_OF_TEXT:
        suit = SUIT_OF_TEXT[lower.removesuffix(":")]
        return _Word(written, _Kind.SUIT, suit=suit, is_label=lower.endswith(":"))
    if lower in RANK_OF_TEXT:
        return _Word(written, _Kind.RANKS, ranks=(RANK_OF_TEXT[lower],))
    if _RANKS.fullmatch(lower):
        return _Word(written, _Kind.RANKS, ranks=tuple(_ranks(lower)))
    return _Word(written, _Kind.CARDS, cards=tuple(_cards(written, lower)))


def _cards(written: str, lower: str) -> list[Pair]:
    """The cards of one word that has ranks and suits."""
    signs = _SIGN.findall(lower)
    if "".join(signs) != lower:
        raise NotationError("hand", _misspelt(written) or f"{_no_card(lower)} in {quoted(written)}")
    begins, ends = (sign in SUIT_OF_TEXT for sign in (signs[0], signs[-1]))
    if begins == ends:
        raise NotationError("hand", f"{quoted(written)} could be {_two_readings(signs)}")
    found: list[Pair] = []
    # A suit stands before its ranks or behind them; either way nothing may be left over.
    for sign in signs if begins else signs[::-1]:
        if sign in SUIT_OF_TEXT:
            suit = SUIT_OF_TEXT[sign]
        else:
            found.append((RANK_OF_TEXT[sign], suit))
    if _TWO_SUITS.search(lower):  # acs: aces, and not a club
        fact = f"no rank between two suits in {quoted(written)}"
        raise NotationError("hand", _misspelt(written) or fact)
    return found if begins else found[::-1]


def _misspelt(written: str) -> str | None:
    """What may have been meant by a word that is nearly the name of a rank or a suit."""
    from difflib import get_close_matches  # imported only for a word that is no card

    lower = lowered(written)
    if len(lower) <= _LONGEST_CARD or not lower.isalpha():
        return None
    near = get_close_matches(lower[:_LONGEST_WORD], _NAMES, n=1, cutoff=_NEAR)
    if not near:
        return None
    kind = "suit" if near[0] in SUIT_OF_TEXT else "rank"
    return f"{quoted(written)} is no {kind}, did you mean {near[0]}?"


def _no_card(lower: str) -> str:
    """What is wrong with a word that is not made of ranks and suits."""
    if len(lower) == 2 and lower[1] in SUIT_OF_TEXT:
        return f"unknown rank {quoted(lower[0].upper())}"
    if lower[:-1] in RANK_OF_TEXT:
        return f"unknown suit {quoted(lower[-1].upper())}"
    return "no card"


def _two_readings(signs: list[str]) -> str:
    """The same signs with each suit behind its ranks, and before them."""
    behind, before = "", ""
    for sign in signs:
        shown = sign.upper()
        is_suit = sign in SUIT_OF_TEXT
        behind += shown + (" " if is_suit else "")
        before += (" " if is_suit else "") + shown
    return f"{behind.strip()}, or {before.strip()}"


# Suits and their ranks


def _suit_by_suit(run: list[_Word]) -> list[Pair]:
    """The cards of words that are ranks or suits: the suit before its ranks, or behind them."""
    found: list[Pair] = []
    while any(word.kind is _Kind.OF for word in run):
        first = of = next(i for i, word in enumerate(run) if word.kind is _Kind.OF)
        while first and run[first - 1].kind is _Kind.RANKS:
            first -= 1
        suit = run[of + 1].suit if of + 1 < len(run) else None
        if first == of or suit is None:
            raise NotationError("hand", f"{quoted(run[of].text)} is not between a rank and a suit")
        found += _labelled(run[:first])
        found += [(rank, suit) for word in run[first:of] for rank in word.ranks]
        run = run[of + 2 :]
    return found + _labelled(run)


def _labelled(run: list[_Word]) -> list[Pair]:
    """The cards of suits and ranks without a word between them."""
    if not run:
        return []
    is_first, is_last = run[0].suit is not None, run[-1].suit is not None
    is_sure = any(word.is_label or word.kind is _Kind.VOID for word in run)
    if not (is_first or is_last):
        raise NotationError("hand", f"{quoted(run[0].text)} has no suit")
    if is_first and is_last and not is_sure:
        if len(run) == 1:
            raise NotationError("hand", f"{quoted(run[0].text)} has no rank")
        raise NotationError(
            "hand",
            f"{quoted(' '.join(word.text for word in run))} could have each suit before its ranks,"
            " or behind them",
        )
    found: list[Pair] = []
    # Each suit comes before its ranks, or each comes behind them.
    for word in run if is_first else run[::-1]:
        if word.suit is not None:
            suit = word.suit
        else:
            found += [(rank, suit) for rank in (word.ranks if is_first else word.ranks[::-1])]
    return found if is_first else found[::-1]
