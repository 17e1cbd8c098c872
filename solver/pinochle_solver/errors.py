"""The errors of the package's boundary: most name the token they are about and the fact.

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
    # Bytes that are no UTF-8, which lone surrogates stand for.
    return _LONE_BYTE.sub(r"\\x\1", shown)


def visible(text: str) -> str:
    r"""Show `text` with its unprintable characters escaped, so that none acts on a terminal.

    >>> print(visible("a\x1b[31mb"))
    a\x1b[31mb
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


class PositionError(ValueError):
    """A position, card or hand that cannot be: `token` says where, `fact` says what is wrong.

    `str(error)` is ``token: fact``, always a single line; ``place: token: fact`` where `place`
    tells which of many it is: ``hands.pnr:12``, ``line 12``.
    """

    place: str | None = None

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
        """The same error, of one among many."""
        error = type(self)(self.token, self.fact)
        error.place = place
        return error


class NotationError(PositionError):
    """Text that does not read: an unknown token, rank, suit, seat or rulebook, a wrong form."""


class IllegalPositionError(PositionError):
    """Text that reads, but states what the rules do not allow: three copies of a card, say."""


class RulesError(ValueError):
    """Rules that cannot be: `field` says which of their values, `fact` what is wrong with it.

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
    """A value was asked for that a stopped search has not proven; its bounds are."""


class WorkerError(Exception):
    """One of several processes cannot be started, or has ended without an answer."""


class BulkError(Exception):
    """Parquet that cannot be used, or work in bulk that cannot go on; one line says why."""


class IllegalMoveError(PositionError):
    """A move that the rules do not allow where it is made; the token is the move."""


class GameError(PositionError):
    """An option that a game has not, by its rulebook or its hands; the token is the option."""
