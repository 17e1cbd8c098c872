"""What the rules say about seats, said to the person who sits at one of them."""

from __future__ import annotations

import re
from collections.abc import Callable

from pinochle_solver.notation.players import Players
from pinochle_solver.rules.rules import Seat

# A seat that somebody typed stands in quotation marks and stays as it is.
_SEAT = re.compile(r"(?<!['\"\w])(south|west|north|east)('s)?\b(?!['\"])(?: (\w+)\b)?")
_YOUR_VERBS = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "holds": "hold",
    "plays": "play",
    "shows": "show",
    "melds": "meld",
    "draws": "draw",
    "leads": "lead",
    "scores": "score",
    "calls": "call",
    "says": "say",
    "looks": "look",
}


def addressed(text: str, person: Seat, players: Players) -> str:
    """A sentence in which the person is you, and the opponent has a name.

    Args:
        text: a sentence that names the players by their seats.
        person: the seat of the person it is said to.
        players: the names of those who play.

    >>> addressed("north has drawn twice; south does not hold it", Seat.SOUTH, Players(north="Ann"))
    'Ann has drawn twice; you do not hold it'
    """
    return said_to(text, person.text(), lambda _: players.name(person.other))


def said_to(text: str, person: str, name_of: Callable[[str], str]) -> str:
    """A sentence in which the person is you, and the others have names; for any game.

    Args:
        text: a sentence that names the players by their seats.
        person: the seat of the person it is said to.
        name_of: gives the name of the player at another seat.

    >>> said_to("east has to call, west's bid is 250", "west", str.capitalize)
    'East has to call, your bid is 250'
    """

    def named(found: re.Match[str]) -> str:
        seat, genitive, word = found.groups()
        after = "" if word is None else f" {word}"
        if seat != person:
            return f"{name_of(seat)}{genitive or ''}{after}"
        if genitive:
            return f"your{after}"
        return "you" if word is None else f"you {_YOUR_VERBS.get(word, word)}"

    return _SEAT.sub(named, text)
