"""Positions as people type them: a hand of cards, and words such as ``up 9S`` or ``dealer me``.

``AS AS TS 9S KH QH QC QC JC JC 9C 9C up 9S dealer me led AD`` becomes
``south=AS AS ... upcard=9S dealer=south led=AD``. The table of tokens says what each token can
hold. A token takes as many of the words behind it as it can read; those left over are the hand of
the one who asks. What a line may leave out is not filled in here: `left_out` does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks, unknown_rulebook
from pinochle_solver.notation.position_tokens import PLAYOFF_ROWS, STOCK_ROWS
from pinochle_solver.notation.token_table import Row, names_of
from pinochle_solver.notation.tokens import name_of
from pinochle_solver.rules.card_text import is_of_cards
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.sizes import MOST_POSITION

_ME = "me"
OTHER_NAMES = {
    "hand": _ME,
    "me": _ME,
    "up": "upcard",
    "trumps": "trump",
    "lead": "led",
    "bury": "buried",
    "bid": "bids",
}
"""Other names of tokens."""
# Those of the table games by name, as nothing else loads their rows.
_OF_TABLES = ("widow", "bidder", "contract", *OTHER_NAMES.values())
_KEYS = frozenset((*OTHER_NAMES, *_OF_TABLES, *names_of(PLAYOFF_ROWS), *names_of(STOCK_ROWS)))
_OTHERS = frozenset(("him", "her", "them", "opponent", "other"))
# What people say behind the name of a token, and before it: the upcard is 9S, he led AD.
_BEHIND = frozenset(("is", "was", "are", "were"))
_OF_SEATS = ("dealer", "turn")  # dealer opponent
_BEFORE = frozenset(("he", "she", "they", "opponent", "turned", "and", "the", "my"))
_ROUND_THE_TABLE = {"left": "west", "partner": "north", "right": "east"}
# The most words of a value that other words may follow: `ten of diamonds`, a trick of four.
_LONGEST = 12


def typed_line(text: str, rulebooks: Iterable[AnyRulebook] = ()) -> str:
    """The line of ``key=value`` tokens that a typed position means; other text as it is.

    Args:
        text: the words, with blanks between them. A JSON object is left alone.
        rulebooks: rulebooks known by name besides the published ones.

    Raises:
        NotationError: for a token given twice, and for a hand that cannot be read.
    """
    if text.lstrip().startswith("{") or len(text) > MOST_POSITION:
        return text
    words = _spoken(text.split())
    return " ".join(
        f"{token}={value}" for token, value in _Reader(words, KnownRulebooks.of(rulebooks)).read()
    )


class _Value(NamedTuple):
    """A token and the words behind it; the token is empty for words before the first one."""

    token: str
    words: list[str]


class _Reader:
    """Reads the words of a position of one game."""

    def __init__(self, words: list[str], known: KnownRulebooks) -> None:
        words = _with_rulebook(words, known)
        self.words, self.known = words, known
        table = known.table_rules(_rulebook(words))
        self.rules: Any = table or known.by_name.get(_rulebook(words) or "", _usual(known))
        self.is_table = table is not None
        self.parts = {part.name: part for row in _rows(self.is_table) for part in row.parts}
        if self.is_table:
            self.words = self._with_calls()

    def read(self) -> Iterator[tuple[str, str]]:
        """The tokens and their texts, in the order in which they were typed."""
        values = list(self._values())
        turn = next((value for value in values if value.token == "turn"), None)
        me = "south" if turn is None else self._seat(" ".join(turn.words[:1]), "south")
        has_hand = any(value.token in ("", _ME, me) for value in values)
        seen = set[str]()
        for value in values:
            words, hand = (value.words, []) if has_hand else self._split(value)
            has_hand = has_hand or bool(hand)
            said = [(value.token, words)] + [("", hand)] * bool(hand)
            for name, its_words in said:
                token = me if name in ("", _ME) else name
                if token in seen:
                    raise NotationError(name_of(token), "given twice")
                seen.add(token)
                yield token, self._text(name, " ".join(its_words), me)

    def _with_calls(self) -> list[str]:
        """The words, with calls that name their seats made a token."""
        from pinochle_solver.notation.table.spoken_calls import with_calls

        turn = next((i for i, word in enumerate(self.words) if word.lower() == "turn"), None)
        me = "south" if turn is None else self._seat("".join(self.words[turn + 1 :][:1]), "south")
        return with_calls(self.words, self.rules, lambda word: self._seat_of(self._seat(word, me)))

    def _seat_of(self, text: str) -> Any:
        return self._read("turn", [text])

    def _values(self) -> Iterator[_Value]:
        """The words, by token."""
        value = _Value("", [])
        for word in self.words:
            token, equals, text = word.partition("=")
            name = OTHER_NAMES.get(token.lower(), token)
            if equals:
                following = _Value(name, [text] if text else [])
            elif (name == _ME or name in self.parts) and not self._holds(value, word):
                following = _Value(name, [])
            else:
                value.words.append(word)
                continue
            if value.token or value.words:
                yield value
            value = following
        if value.token or value.words:
            yield value

    def _holds(self, value: _Value, word: str) -> bool:
        """Whether the name of a token belongs to what a token holds: ``dealer south``."""
        if value.token == "rules":
            return not value.words
        if not value.words and self._is_seat(value.token):
            return True
        return bool(value.token) and self._read(value.token, [*value.words, word]) is not None

    def _split(self, value: _Value) -> tuple[list[str], list[str]]:
        """The words that a token takes, and those left over."""
        token, words = value
        if token not in self.parts or not words:
            return words, []
        if token == "rules" or self._is_seat(token):
            return words[:1], words[1:]
        if self._read(token, words) is not None:
            return words, []
        for length in range(min(len(words) - 1, _LONGEST), 0, -1):
            read = self._read(token, words[:length])
            if read is not None:
                # What a hand cannot read is a slip in it.
                is_hand = isinstance(read, (Hand, PartialHand))
                return (words, []) if is_hand else (words[:length], words[length:])
        return (words[:1], words[1:]) if any(self._words_of(token)) else (words, [])

    def _read(self, token: str, words: list[str]) -> object:
        """What a token holds by these words; None if it cannot be read."""
        part = self.parts.get(token)
        if part is None:
            return None
        try:
            read: object = part.required({token: " ".join(words)}, self.rules)
        except PositionError:
            return None
        return read

    def _words_of(self, token: str) -> Iterable[str]:
        return self.parts[token].kind.words(self.rules)

    def _is_seat(self, token: str) -> bool:
        return token in self.parts and "south" in self._words_of(token)

    def _text(self, name: str, text: str, me: str) -> str:
        """The text of a token by the name that was typed for it; empty for a bare hand."""
        if not name:
            try:
                PartialHand.parse(text)
            except PositionError as error:
                raise self._no_hand(text, error.fact) from None
        elif self._is_seat(name):
            return self._seat(text, me)
        return text

    def _no_hand(self, text: str, fact: str) -> NotationError:
        """The error for words that are no hand: the first may be a misspelt rulebook."""
        # Imported only if something is wrong: the two-handed game never loads the tables' rules.
        from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

        first, *rest = text.split()
        for word in text.split():
            if word in self.known.by_name or word in TABLE_RULEBOOKS:
                fact = f"{word} is a rulebook: name a single one, in front of the cards"
                return NotationError("rules", fact)
        unknown = unknown_rulebook(first, self.known.by_name)
        if "did you mean" in unknown:
            return NotationError("rules", unknown)
        if "." in first and _is_hand(first) and rest and all(map(_is_hand, rest)):
            fact = f"a card behind the whole hand. If it was turned up, write up {rest[0]}"
            return NotationError(name_of(rest[0]), fact)
        if first.isdecimal():
            fact = f"a number, and no card. Type your cards first; a bid is typed as bids {first}"
            return NotationError(name_of(first), fact)
        if not any(map(is_of_cards, (first, *rest))) and "did you mean" not in fact:
            return NotationError(name_of(first), "no card, and no token of a position")
        return NotationError("hand", fact)

    def _seat(self, text: str, me: str) -> str:
        """The seat that a word means to the one in seat `me`; other words as they are."""
        word = text.lower()
        if word in (_ME, "i"):
            return me
        if self.is_table and me == "south":
            word = _ROUND_THE_TABLE.get(word, word)
        elif not self.is_table and word in _OTHERS:
            word = "north" if me == "south" else "south"
        seat = self._seat_of(word)
        return text if seat is None else self.parts["turn"].kind.text(seat)


def _spoken(words: list[str]) -> list[str]:
    """The words without commas behind them, and without those that only join others."""
    words = [bare for word in words if (bare := word.rstrip(",;"))]
    words = [word[:-1] if _is_headed(word) else word for word in words]
    said = [word.lower() for word in words]
    found = []
    for word, lower, before, after in zip(words, said, ["", *said], [*said[1:], ""], strict=False):
        is_behind = lower in _BEHIND and before in _KEYS
        is_before = lower in _BEFORE and after in _KEYS and before not in _OF_SEATS
        if not (is_behind or is_before):
            found.append(word)
    return found


def _is_headed(word: str) -> bool:
    """Whether a word is the name of a token with a colon: ``hand:``."""
    return word.endswith(":") and word[:-1].lower() in _KEYS


def _with_rulebook(words: list[str], known: KnownRulebooks) -> list[str]:
    """The words, with a rulebook's name in front of them made a token.

    Names of table games are looked up only for words that are no hand: nothing else imports them.
    """
    leading = list(takewhile(lambda word: "=" not in word and word.lower() not in _KEYS, words))
    if not leading or _is_hand(" ".join(leading)):
        return words
    name = words[0].lower()
    if name in known.by_name or known.table_rules(name) is not None:
        return [f"rules={name}", *words[1:]]
    return words


def _usual(known: KnownRulebooks) -> Rulebook:
    return known.default if isinstance(known.default, Rulebook) else DEFAULT_RULEBOOK


def _is_hand(text: str) -> bool:
    try:
        PartialHand.parse(text)
    except PositionError:
        return False
    return True


def _rulebook(words: list[str]) -> str | None:
    """The name of the rulebook, in lower case; None if none is typed."""
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        token, equals, name = word.lower().partition("=")
        if token == "rules":
            return name if equals and name else following.lower()
    return None


def _rows(is_table: bool) -> tuple[Row, ...]:
    if not is_table:
        return (*PLAYOFF_ROWS, *STOCK_ROWS)
    from pinochle_solver.notation.table.position_tokens import TABLE

    return TABLE.rows
