"""The parts of table-game positions other than cards, and how they are written.

Readers raise `NotationError`; the caller that reads a token or tag puts its name in place of
theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.seats import Seat

Side = tuple[Seat, ...]
"""Seats that play together, in the order south, west, north, east."""
Sides = tuple[Side, Side]
Cards = tuple[Card, ...]
"""The cards of a trick, its leader's first."""

_BETWEEN = re.compile(r"[\s,]+")
_NUMBER = re.compile(r"[0-9]{1,6}")
_SIGNED = re.compile(r"-?[0-9]{1,7}")
_POINTS = re.compile(r"([0-9]{1,6})\+([0-9]{1,6})")
_TRICK_NUMBER = re.compile(r"(?<!\S)[0-9]{1,2}\.(?=\s|$)")
_CALL = re.compile(r"[0-9]{1,4}")
_PASSES = frozenset(("p", "pass"))


_ACT_OF_TEXT = {act.value: act for act in Act if act is not Act.OVER}


def parse_act(text: str) -> Act:
    """Read what is to be decided, in either case: ``bid``, ``bury``, ``dix`` and so on."""
    act = _ACT_OF_TEXT.get(text.lower())
    if act is None:
        known = ", ".join(_ACT_OF_TEXT)
        raise NotationError("act", f"unknown act {quoted(text)} (known: {known})")
    return act


class UnitPoints(NamedTuple):
    """What a unit (a seat or two partners) has in this hand: melds as laid, and cards won."""

    melds: int
    cards: int

    def text(self) -> str:
        """``130+95``."""
        return f"{self.melds}+{self.cards}"


def parse_calls(text: str) -> tuple[Call, ...]:
    """Read calls with commas or blanks between them: ``250,260,p``."""
    return tuple(map(parse_call, _BETWEEN.split(text.strip(" ,"))))


def parse_call(text: str) -> Call:
    """Read ``250``, ``p`` or ``pass``."""
    if text.lower() in _PASSES:
        return PASS
    if not _CALL.fullmatch(text):
        raise NotationError("bids", f"{quoted(text)} is no call (a number, or p)")
    return Call(int(text))


def calls_text(calls: Iterable[Call]) -> str:
    """``250,260,p``."""
    return ",".join(call.text() for call in calls)


def parse_led(text: str) -> Cards:
    """Read cards with commas, hyphens or blanks between them: ``KS,AS``."""
    return tuple(map(Card.parse, re.split(r"[\s,-]+", text.strip(" ,-"))))


def parse_tricks(text: str) -> tuple[Cards, ...]:
    """Read tricks with commas between them, their cards joined by hyphens: ``9D-AD-TD,...``.

    Numbers before the tricks are skipped.
    """
    plain = re.sub(r"\s*-\s*", "-", _TRICK_NUMBER.sub(" ", text)).strip(" ,")
    return tuple(parse_led(trick) for trick in _BETWEEN.split(plain))


def tricks_text(tricks: Iterable[Cards]) -> str:
    """``9D-AD-TD,...``."""
    return ",".join("-".join(map(Card.text, trick)) for trick in tricks)


def parse_numbers(text: str) -> tuple[int, ...]:
    """Read numbers with strokes between them: ``3/0/2``."""
    return _split_numbers(text, _NUMBER)


def parse_scores(text: str) -> tuple[int, ...]:
    """Read numbers with strokes between them, which may be below zero: ``-250/195``."""
    return _split_numbers(text, _SIGNED)


def _split_numbers(text: str, number: re.Pattern[str]) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split("/")]
    for part in parts:
        if not number.fullmatch(part):
            raise NotationError("number", f"{quoted(part)} in {quoted(text)} is no number")
    return tuple(map(int, parts))


def numbers_text(numbers: Iterable[int]) -> str:
    """``3/0/2``."""
    return "/".join(map(str, numbers))


def parse_number(text: str) -> int:
    """Read a number from 0."""
    if not _NUMBER.fullmatch(text):
        raise NotationError("number", f"{quoted(text)} is no number")
    return int(text)


def parse_points(text: str) -> tuple[UnitPoints, ...]:
    """Read ``melds+cards`` of every unit: ``130+95/60+20``."""
    matches = [_POINTS.fullmatch(unit.strip()) for unit in text.split("/")]
    if not all(matches):
        raise NotationError("points", f"{quoted(text)} is not melds+cards/melds+cards/...")
    return tuple(UnitPoints(int(unit[1]), int(unit[2])) for unit in matches if unit)


def parse_stock(text: str) -> int | Cards:
    """Read a number of cards, or the cards themselves with commas or blanks between them."""
    return parse_number(text) if _NUMBER.fullmatch(text) else parse_led(text)


def stock_text(stock: int | Cards) -> str:
    """``11``, or the cards: ``AS,9D``."""
    return str(stock) if isinstance(stock, int) else ",".join(map(Card.text, stock)) or "0"


def parse_sides(text: str) -> Sides:
    """Read two sides: ``south/west+north``."""
    sides = [_parse_side(side) for side in text.split("/")]
    if len(sides) != 2:
        raise NotationError("sides", f"{quoted(text)} is not SEATS/SEATS, such as south/west+north")
    return sides[0], sides[1]


def _parse_side(text: str) -> Side:
    return tuple(sorted(Seat.parse(seat.strip()) for seat in text.split("+")))


def side_text(side: Side) -> str:
    """``west+north``."""
    return "+".join(seat.text() for seat in side)


def sides_text(sides: Sides) -> str:
    """``south/west+north``."""
    return "/".join(map(side_text, sides))


def parse_names(text: str) -> tuple[str, ...]:
    """Read words with commas or blanks between them, in either case: ``kitty,force290``."""
    return tuple(_BETWEEN.split(text.lower().strip(" ,")))
