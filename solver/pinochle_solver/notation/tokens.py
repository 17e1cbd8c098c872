"""From text to tokens to values: the reading of notation (pn1) that all positions share.

A position is text of ``key=value`` words or a JSON object of the same; each value is read by the
parser of its token, and an error carries the token's name. `PositionText` is what the positions of
both phases of the two-handed game share.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pinochle_solver.errors import (
    IncompleteError,
    NotationError,
    PositionError,
    expect_type,
    quoted,
)
from pinochle_solver.notation.sources import MARK, TOO_LONG, is_too_long, stripped
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.shown import ShownAsPicture
from pinochle_solver.sizes import MOST_POSITION

if TYPE_CHECKING:
    from typing_extensions import Self

    from pinochle_solver.rules.moves import Move


_Value = TypeVar("_Value")
_Default = TypeVar("_Default")


def split_tokens(text: str) -> dict[str, str]:
    """The tokens of a line of ``key=value`` words; raises `NotationError`.

    A word without ``=`` belongs to the token before it.
    """
    expect_type(text, str)
    if len(text) > MOST_POSITION:
        raise NotationError("position", f"longer than {MOST_POSITION:,} characters")
    tokens: dict[str, str] = {}
    last = ""
    for word in text.split():
        token, equals, value = word.partition("=")
        if not equals:
            if not last:
                raise NotationError(name_of(word), "not a key=value token")
            tokens[last] = f"{tokens[last]} {word}".lstrip()
            continue
        if token in tokens:
            raise NotationError(name_of(token), "given twice")
        tokens[token], last = value, token
    return tokens


def name_of(token: str) -> str:
    """The token as errors name it: as it is if it is an ordinary word, else quoted."""
    return token if re.fullmatch(r"[a-z0-9.]{1,40}", token) else quoted(token)


class JsonObject(dict[str, Any]):
    """A JSON object that remembers which of its keys were repeated."""

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.repeated: tuple[str, ...] = ()
        if len(self) < len(pairs):
            times = Counter(key for key, _ in pairs)
            self.repeated = tuple(key for key in times if times[key] > 1)


def read_json_object(line: str) -> JsonObject:
    """The object of a line that starts with a brace; raises `NotationError`."""
    import json  # not needed for a position given as text

    try:
        tokens: JsonObject = json.loads(line, object_pairs_hook=JsonObject)
    except json.JSONDecodeError as error:
        fact = f"{error.msg}, character {error.pos + 1}"
    except RecursionError:
        fact = "nested too deeply"
    except ValueError:  # Python refuses to read numbers of thousands of digits
        fact = "a number is too long"
    else:
        return tokens  # an object, since the line starts with a brace
    raise NotationError("position", f"not a JSON object: {fact}")


def json_text(tokens: JsonObject, token: str) -> str:
    """The text at one key of an object; raises `NotationError`."""
    text = tokens[token]
    if token in tokens.repeated:
        raise NotationError(name_of(token), "given twice")
    if isinstance(text, (dict, list)):  # perhaps nested too deeply to be shown
        raise NotationError(name_of(token), "an object or array is not text")
    if not isinstance(text, str):
        raise NotationError(name_of(token), f"{quoted(str(text))} is not text")
    return text.strip()


def line_tokens(line: str) -> dict[str, str]:
    """The tokens of a line of a position file: token text, or a JSON object; `NotationError`.

    Either the keys of an object are the token names and its values their texts, or it has a key
    ``position`` with token text, and its other keys are ignored.
    """
    expect_type(line, str)
    if is_too_long(line):  # there may be only its beginning
        raise NotationError("line", TOO_LONG)
    if not line.lstrip().startswith("{"):
        return split_tokens(line)
    tokens = read_json_object(line)
    if "position" in tokens:
        return split_tokens(json_text(tokens, "position"))
    return {token: json_text(tokens, token) for token in tokens}


def is_unicode(text: str) -> bool:
    """Whether `text` holds no lone surrogates, which stand for bytes that were not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_required(tokens: Mapping[str, str], token: str, parse: Callable[[str], _Value]) -> _Value:
    """The value of a token that must be there; raises `NotationError` under its name."""
    if token not in tokens:
        raise NotationError(token, "missing" if tokens else "missing, the position is empty")
    return _parse_token(token, tokens[token], parse)


def read_optional(
    tokens: Mapping[str, str],
    token: str,
    parse: Callable[[str], _Value],
    default: _Default,
) -> _Value | _Default:
    """The value of a token, or `default` where it is absent; raises `NotationError`."""
    return _parse_token(token, tokens[token], parse) if token in tokens else default


def _parse_token(token: str, text: str, parse: Callable[[str], _Value]) -> _Value:
    try:
        return parse(text)
    except IncompleteError:
        raise
    except PositionError as error:
        raise NotationError(token, error.fact) from None


def name_parser(what: str, known: Mapping[str, _Value]) -> Callable[[str], _Value]:
    """A parser for the names of `known` things, in either case."""

    def parse(text: str) -> _Value:
        value = known.get(text.lower()) if text.isascii() else None  # the Kelvin sign is not a k
        if value is None:
            names = ", ".join(known)
            raise NotationError(what, f"unknown {what} {quoted(text)} (known: {names})")
        return value

    return parse


def read_lines(
    lines: Iterable[str], parse: Callable[[str], _Value]
) -> Iterator[tuple[int, _Value | PositionError]]:
    """Read the lines of a position file with a parser of single lines, lazily."""
    for number, line in enumerate(lines, start=1):
        text = stripped(line.removeprefix(MARK) if number == 1 else line)
        if not text or text.startswith("#"):
            continue
        try:
            yield number, parse(text)
        except PositionError as error:
            yield number, error


# Named by text, because the referee is in a room further up and is imported when first needed.
_REFEREE = "pinochle_solver.hand.position_moves"


class PositionText(ShownAsPicture):
    """A position's line, made of its tokens.

    Attributes:
        rules: the rulebook.
        taken_by: the name of the function that says what its moves are worth.
    """

    __slots__ = ()

    taken_by: ClassVar[str]

    rules: Rulebook

    @abstractmethod
    def tokens(self) -> dict[str, str]:
        """The texts of the tokens in canonical order; tokens that say nothing are left out."""

    @classmethod
    @abstractmethod
    def from_tokens(cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()) -> Self:
        """Make a position from token texts, as `parse` does from a line; raises the same errors."""

    def text(self) -> str:
        """The canonical line."""
        return " ".join(f"{token}={text}" for token, text in self.tokens().items())

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat to decide, in the referee's order; at least one.

        Plays come in canonical order of the cards, ranks high to low and then S H D C. A copy on
        the table is a move of its own if it differs from the one in the hand. Among shows, a pass
        comes first; it is the only move if a position asks for a show and nothing can be shown.
        Among doubles, ``no-double`` or ``refuse`` comes first.

        Raises:
            IllegalPositionError: when the hand of the seat to decide is not wholly known, and for a
                playoff with a deck of more than two copies of a card.
        """
        moves: tuple[Move, ...] = import_module(_REFEREE).legal_moves(self)
        return moves

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        name = type(self).__name__
        if self.rules.name in RULEBOOKS:
            return f"{name}.parse({self.text()!r})"
        return f"<{name} {self.text()}>"  # not an expression: the text alone cannot be evaluated

    @classmethod
    def parse(cls, text: str, rulebooks: Iterable[Rulebook] = ()) -> Self:
        """Read a line of ``key=value`` tokens in any order.

        Args:
            text: the line.
            rulebooks: rulebooks known by name besides the published ones; `KnownRulebooks` also has
                the default for texts that name none.

        Raises:
            NotationError: for text that cannot be read.
            IllegalPositionError: for an impossible position, and for two different rulebooks of one
                name.
        """
        return cls.from_tokens(split_tokens(text), rulebooks)


def expect_position(given: object, expected: type[object]) -> None:
    """Raise `TypeError` for anything but an `expected` position, saying where it belongs."""
    if isinstance(given, expected):
        return
    fact = f"expected {expected.__name__}, not {type(given).__name__}"
    if isinstance(given, str):
        fact += f": {expected.__name__}.parse reads text"
    elif isinstance(given, PositionText):
        fact += f": {given.taken_by} takes that"
    raise TypeError(fact)
