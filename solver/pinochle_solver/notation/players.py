"""The names of the players, in records and positions."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.tokens import is_unicode
from pinochle_solver.rules.rules import Seat

_LONGEST = 40
_SEATS = ("south", "west", "north", "east")


class Players(NamedTuple):
    """The names of the players at the two seats; None for a player without a name.

    >>> Players(north="Ann").name(Seat.NORTH), Players().name(Seat.NORTH)
    ('Ann', 'north')
    """

    south: str | None = None
    north: str | None = None

    def name(self, seat: Seat) -> str:
        """The player's name, as `shown_name` has it; the seat's if both have the same name."""
        own, other = (shown_name(self[each], each.text()) for each in (seat, seat.other))
        return seat.text() if own == other else own

    @property
    def legend(self) -> str:
        """Who sits where, in words; empty if nobody has a name."""
        named = [f"{name} is {seat.text()}" for seat, name in zip(Seat, self, strict=True) if name]
        return ", ".join(named)


def shown_name(name: str | None, seat: str) -> str:
    """The name of a player as it is shown; the seat's if there is none.

    A name that is another seat's word would be taken for that seat, so that it is not shown.
    """
    lower = seat if name is None else name.lower()
    return seat if name is None or (lower in _SEATS and lower != seat) else name


NO_PLAYERS = Players()


def parse_player(text: str) -> str:
    """Read a player's name: printable words, with single blanks between them.

    Raises:
        NotationError: for anything else, for more than 40 characters, and for an equals sign,
            because in a position it would make the name look like a token.
    """
    name = " ".join(text.split())
    if not name:
        raise NotationError("name", "empty")
    if not name.isprintable() or not is_unicode(name):
        raise NotationError("name", f"{quoted(name)} has characters that cannot be shown")
    if "=" in name or '"' in name:
        raise NotationError("name", f"{quoted(name)}: no = or quotation mark in a name")
    if len(name) > _LONGEST:
        raise NotationError("name", f"{quoted(name)} is longer than {_LONGEST} characters")
    return name


def parse_own_name(text: str) -> str:
    """Read the name that a person gives: one that nobody takes for a seat.

    Raises:
        NotationError: for what `parse_player` refuses, and for the name of a seat of any game.
    """
    name = parse_player(text)
    if name.lower() in _SEATS:
        fact = f"{quoted(name)} is a seat, and would be taken for it; give an initial as well: "
        raise NotationError("name", f"{fact}'A. {name.capitalize()}'")
    return name


def exact_players(players: Players) -> Players:
    """The same names, each in the form in which it is read.

    Raises:
        TypeError: for anything but a pair whose members are texts or None.
        NotationError: for a text that is not a name.
    """
    return Players(*(None if name is None else parse_player(_text(name)) for name in players))


def _text(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError
    return name
