"""The errors that users of the package meet: most name the token they are about and the fact.

May use: nothing.
"""

import re

_LONE_BYTE = re.compile(r"\\udc([89a-f][0-9a-f])")


def quoted(text: str, limit: int = 40) -> str:
    r"""Show `text` in one short line: quoted, unprintable characters escaped, long text cut.

    >>> quoted("south")
    "'south'"
    >>> quoted("x" * 100, limit=8)
    "'xxxxx...'"
    >>> print(quoted(b"\x80".decode("utf-8", "surrogateescape")))
    '\x80'
    """
    shown = repr(text if len(text) <= limit else text[: limit - 3] + "...")
    # Lone surrogates stand for bytes that are not UTF-8.
    return _LONE_BYTE.sub(r"\\x\1", shown)


def visible(text: str) -> str:
    r"""Show `text` with its unprintable characters escaped, so that none can act on a terminal.

    >>> print(visible("a\x1b[31mb"))
    a\x1b[31mb
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


class PositionError(ValueError):
    """An impossible position, card or hand: `token` says where, `fact` says what is wrong.

    `str(error)` is ``token: fact``, always a single line. If `place` is set it is ``place: token:
    fact``; `place` says which of many it is: ``hands.pnr:12``, ``line 12``. Of an error in the tags
    of a record `line` is the line of its file.
    """

    place: str | None = None
    line: int | None = None

    def __init__(self, token: str, fact: str) -> None:
        super().__init__(token, fact)
        self.token = token
        self.fact = fact

    def __str__(self) -> str:
        place = "" if self.place is None else f"{self.place}: "
        return f"{place}{self.token}: {self.fact}"

    def __repr__(self) -> str:
        if self.place is None:
            return super().__repr__()
        return f"<{type(self).__name__} {self}>"

    def at(self, place: str) -> "PositionError":
        """The same error, with the place of the one among many that it is about."""
        error = type(self)(self.token, self.fact)
        error.place = place
        return error


class NotationError(PositionError):
    """Text that cannot be read: an unknown token, rank, suit, seat or rulebook, or a wrong form."""


class IncompleteError(NotationError):
    """A position that lacks something which does not follow from the rest.

    Attributes:
        remedy: a token that would complete it, with an example of its text; None if not known.
    """

    def __init__(self, token: str, fact: str, remedy: tuple[str, str] | None = None) -> None:
        super().__init__(token, fact)
        self.remedy = remedy


class IllegalPositionError(PositionError):
    """Text that can be read but breaks the rules: with three copies of a card, say."""


class RulesError(ValueError):
    """Impossible rules: `field` says which of their values is wrong, `fact` says why.

    `str(error)` is ``Deck 'small': copies is 9, expected an int from 1 to 4``.
    """

    def __init__(self, what: str, name: str, field: str, fact: str) -> None:
        super().__init__(what, name, field, fact)
        self.what = what
        self.name = name
        self.field = field
        self.fact = fact

    def __str__(self) -> str:
        return f"{self.what} {self.name!r}: {self.fact}"


class NotExactError(ValueError):
    """A stopped search has proven only bounds of the value that was asked for."""


class WorkerError(Exception):
    """One of several processes could not be started, or ended without an answer."""


class BulkError(Exception):
    """Parquet cannot be used, or work in bulk cannot continue; one line says why."""


class LedgerError(Exception):
    """A ledger cannot be used; one line says why."""


class IllegalMoveError(PositionError):
    """A move that the rules do not allow at this point; the token is the move."""


class GameError(PositionError):
    """An option that a game does not have, by its rulebook or hands; the token is the option."""


def expect_type(given: object, expected: type[object], remedy: str = "") -> None:
    """Raise `TypeError` for anything but an `expected` value, saying how to come by one."""
    if not isinstance(given, expected):
        fact = f"expected {expected.__name__}, not {type(given).__name__}"
        raise TypeError(f"{fact}: {remedy}" if remedy else fact)
