"""Tables of tokens: what a position may hold, and how each part is read, written and made exact.

A row is a `Token`, or a `TokenGroup` of several that make one field together. Rows stand in
canonical order. The default of a field in the position's dataclass says what is meant if its token
is left out; a field without a default must be given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from operator import attrgetter
from types import NoneType
from typing import Any, NamedTuple

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.notation.tokens import is_unicode, name_of, read_optional, read_required

# An unknown token may be a slip for a known one this near to it, if it is no longer than a name.
_NEAR, _LONGEST_NAME = 0.7, 32


class Typed(NamedTuple):
    """A constructor takes values of these types alone; errors call them `what`."""

    types: tuple[type, ...]
    what: str


class Converted(NamedTuple):
    """A constructor converts something similar, such as a list, or the number of a suit.

    The text is made from the exact types and could otherwise not be read back.

    Attributes:
        convert: gives the exact value; raises `TypeError` or `ValueError`.
        what: what the value should be, as errors name it.
    """

    convert: Callable[[Any], object]
    what: str


def _no_words(_: object) -> Iterable[str]:
    return ()


class Kind(NamedTuple):
    """A kind of value that tokens hold.

    Attributes:
        read: the value of a text; raises `NotationError`.
        text: the canonical text of a value; nothing is written if it is empty.
        exact: which values a constructor takes; None: it does not look at them.
        words: the texts that can be written in a game with these rules, if they can be listed.
    """

    read: Callable[[str], Any]
    text: Callable[[Any], str]
    exact: Typed | Converted | None = None
    words: Callable[[Any], Iterable[str]] = _no_words


class Feature(NamedTuple):
    """Something that some games do not have, and with it its tokens.

    Attributes:
        has: whether a game with these rules has it.
        fact: what is said of a game without it; empty if the token is refused elsewhere.
        may_have: whether a game has it, or one of its options brings it; None: no option does.
    """

    has: Callable[[Any], object]
    fact: str = ""
    may_have: Callable[[Any], object] | None = None


class Token(NamedTuple):
    """A token that makes a field of a position, or a part of one.

    Attributes:
        name: the token.
        kind: what it holds.
        field: the field; empty if it has the name of the token.
        stated: gives the value to be written, None for nothing; if it is None itself, the value of
            the field is written unless it is the default.
        reader: gives the reader by the rules; None: that of the kind is used.
        feature: what a game must have for this token; None: every game has it.
    """

    name: str
    kind: Kind
    field: str = ""
    stated: Callable[[Any], object] | None = None
    reader: Callable[[Any], Callable[[str], object]] | None = None
    feature: Feature | None = None

    @property
    def exact(self) -> Typed | Converted | None:
        """Which values a constructor takes."""
        return self.kind.exact

    @property
    def parts(self) -> tuple[Token, ...]:
        """The tokens of the row."""
        return (self,)

    def of(self, tokens: Mapping[str, str], default: Any = None) -> Any:
        """What the token holds, or `default` if it is absent; raises `NotationError`."""
        return read_optional(tokens, self.name, self.kind.read, default)

    def required(self, tokens: Mapping[str, str], rules: Any) -> Any:
        """What the token holds; raises `NotationError`, also if it is absent."""
        read = self.kind.read if self.reader is None else self.reader(rules)
        return read_required(tokens, self.name, read)


class TokenGroup(NamedTuple):
    """Several tokens that make one field.

    Attributes:
        name: what errors call the field.
        field: the field.
        parts: the tokens.
        read: the value of the field, by the tokens of a line and the rules; raises `NotationError`.
        texts: the texts of the tokens of a position, in canonical order.
        exact: which values a constructor takes; None: it does not look at them.
    """

    name: str
    field: str
    parts: tuple[Token, ...]
    read: Callable[[Mapping[str, str], Any], object]
    texts: Callable[[Any], Mapping[str, str]]
    exact: Typed | Converted | None = None


Row = Token | TokenGroup


def names_of(rows: Iterable[Row]) -> tuple[str, ...]:
    """The tokens of these rows."""
    return tuple(part.name for row in rows for part in row.parts)


_TypeCheck = tuple[str, str, tuple[type, ...], str]
_Conversion = tuple[str, str, bool, Callable[[Any], object], str]


class TokenTable:
    """The tokens of one sort of position, bound to the fields of its dataclass.

    Args:
        rows: the rows, in canonical order.
        position: the dataclass.
        features: the features that a position is checked for, in the order of the checks.

    Attributes:
        rows: the rows, each with the name of its field.
        in_field_order: the rows in the order of their fields, in which they are read and checked.
    """

    def __init__(
        self, rows: Iterable[Row], position: type[Any], features: Iterable[Feature] = ()
    ) -> None:
        self.rows = tuple(row if row.field else row._replace(field=row.name) for row in rows)
        defaults = {each.name: each.default for each in fields(position)}
        places = {name: place for place, name in enumerate(defaults)}
        self.in_field_order = tuple(sorted(self.rows, key=lambda row: places[row.field]))
        # Worked out once, because every position is read, checked and written by these.
        self._read = tuple(
            (row, defaults[row.field] is MISSING)
            for row in self.in_field_order
            if row.field != "rules"
        )
        self._written = tuple((row, *_stated(row, defaults[row.field])) for row in self.rows)
        typed, converted = list[_TypeCheck](), list[_Conversion]()
        for row in self.in_field_order:
            is_optional = defaults[row.field] is None
            if isinstance(row.exact, Typed):
                types = (*row.exact.types, NoneType) if is_optional else row.exact.types
                typed.append((row.name, row.field, types, row.exact.what))
            elif row.exact is not None:
                converted.append((row.name, row.field, is_optional, *row.exact))
        self._typed, self._converted = tuple(typed), tuple(converted)
        parts = [part for row in self.rows for part in row.parts]
        self._featured = tuple(
            (feature, tuple(part for part in parts if part.feature is feature))
            for feature in features
        )

    def read(self, tokens: Mapping[str, str], rules: Any) -> dict[str, Any]:
        """The fields that the tokens of a line give, by a rulebook that has been read already.

        Raises:
            NotationError: for text that cannot be read, and for a token that is missing.
        """
        given: dict[str, Any] = {"rules": rules}
        for row, is_needed in self._read:
            if isinstance(row, TokenGroup):
                given[row.field] = row.read(tokens, rules)
            elif row.name in tokens or is_needed:
                given[row.field] = row.required(tokens, rules)
        return given

    def texts(self, position: object) -> dict[str, str]:
        """The tokens of a position and their texts, in canonical order; defaults are left out."""
        texts: dict[str, str] = {}
        for row, stated, default in self._written:
            if isinstance(row, TokenGroup):
                texts.update(row.texts(position))
                continue
            value = stated(position)
            if value is None or (default is not None and value == default):
                continue
            text = row.kind.text(value)
            if text:
                texts[row.name] = text
        return texts

    def lacking(self, rules: object) -> Iterator[tuple[Token, str]]:
        """The tokens of each feature that a game lacks, with the fact about the game."""
        for feature, tokens in self._featured:
            if not feature.has(rules):
                for token in tokens:
                    yield token, feature.fact

    def check_types(self, position: object) -> None:
        """Refuse fields of a wrong type; raises `IllegalPositionError`."""
        for name, field, types, what in self._typed:
            value = getattr(position, field)
            if not isinstance(value, types):
                raise IllegalPositionError(name, f"{quoted(str(value))} is no {what}")

    def make_exact(self, position: object) -> None:
        """Convert fields to their exact types; raises `IllegalPositionError`."""
        for name, field, is_optional, convert, what in self._converted:
            value = getattr(position, field)
            if value is None and is_optional:
                continue
            try:
                converted = convert(value)
            except (TypeError, ValueError):
                raise IllegalPositionError(name, f"{quoted(str(value))} is not {what}") from None
            object.__setattr__(position, field, converted)


def _stated(row: Row, default: object) -> tuple[Callable[[Any], Any], object]:
    """How to get the value of a row, and the value that is not written; None if all are."""
    if isinstance(row, Token) and row.stated is not None:
        return row.stated, None
    return attrgetter(row.field), None if default is MISSING else default


def offered(rows: Iterable[Row], rules: object) -> Iterator[Token]:
    """The tokens that a position of a game may have, also if only an option brings them."""
    for row in rows:
        for part in row.parts:
            feature = part.feature
            if feature is None or (feature.may_have or feature.has)(rules):
                yield part


def words_of(rows: Iterable[Row], token: str, rules: object) -> Iterable[str]:
    """The texts that a token may hold in a game; none if they cannot be listed."""
    for row in rows:
        for part in row.parts:
            if part.name == token:
                return part.kind.words(rules)
    return ()


def check_tokens(
    tokens: Mapping[str, str], known: Iterable[str], elsewhere: Iterable[str] = (), fact: str = ""
) -> None:
    """Refuse tokens that a position does not have, and values that are not texts.

    Raises `NotationError`; for a token of `elsewhere`, with `fact`.
    """
    for token, text in tokens.items():
        if token in elsewhere:
            raise NotationError(token, fact)
        if token not in known:
            meant = _meant(str(token), (*known, *elsewhere))
            raise NotationError(name_of(str(token)), f"unknown token{meant}")
        if not isinstance(text, str):
            raise NotationError(token, f"{quoted(str(text))} is not text")
        if not text:
            raise NotationError(token, "empty")
        if not is_unicode(text):
            raise NotationError(token, f"{quoted(text)} is not UTF-8 text")


def _meant(token: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # imported only for an unknown token

    near = get_close_matches(token[:_LONGEST_NAME].lower(), list(known), n=1, cutoff=_NEAR)
    return f", did you mean {near[0]}?" if near else ""
