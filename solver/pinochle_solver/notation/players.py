"""The names of the players, in records and positions, and who sits where as they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

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


class AnySeat(Protocol):
    """A seat at a table of any size."""

    def __hash__(self) -> int: ...

    def text(self) -> str:
        """Its name."""


SeatT = TypeVar("SeatT", bound=AnySeat)


def player_tag(seat: AnySeat) -> str:
    """The tag with the name of the player at a seat: ``SouthPlayer``."""
    return f"{seat.text().capitalize()}Player"


@dataclass(frozen=True, slots=True)
class Seated(Generic[SeatT]):
    """Who sits where in one hand of a game.

    Attributes:
        places: for each seat of the hand, the place in the game of the player who sits there.
        notes: what was assumed because the record does not name every player.
        faults: names of people who do not play in this game; then the places mean nothing.
    """

    places: Mapping[SeatT, SeatT]
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Whether somebody sits elsewhere than in the first hand."""
        return any(seat != place for seat, place in self.places.items())

    def seat_of(self, place: SeatT) -> SeatT:
        """Where the player of a place sits in this hand."""
        return next(seat for seat, own in self.places.items() if own == place)


class Seating(Generic[SeatT]):
    """Follows the players of a game from hand to hand.

    A name is the same in either case. Whoever has no name in a record is taken to sit where he sat
    in the hand before, or, if a named player sits there now, at a seat that is left.

    Args:
        seats: the seats at the table.

    Attributes:
        names: the names that are known so far, by place.
    """

    def __init__(self, seats: Sequence[SeatT]) -> None:
        self._seats = tuple(seats)
        self._before: Mapping[SeatT, SeatT] = {seat: seat for seat in seats}
        self._is_first = True
        self.names: dict[SeatT, str] = {}

    def take(self, names: Mapping[SeatT, str]) -> Seated[SeatT]:
        """Who sits where in the next hand.

        Args:
            names: those that its record gives, by seat. A name that stands twice tells nothing.
        """
        often = Counter(name.casefold() for name in names.values())
        given = {seat: name for seat, name in names.items() if often[name.casefold()] == 1}
        places = self._places(given)
        faults = tuple(self._strangers(given, places))
        if faults:
            return Seated(places, faults=faults)
        notes = tuple(self._assumed(given, places))
        for seat, name in given.items():
            self.names.setdefault(places[seat], name)
        self._before, self._is_first = places, False
        return Seated(places, notes)

    def _places(self, given: Mapping[SeatT, str]) -> dict[SeatT, SeatT]:
        """The place of whoever sits at each seat."""
        known = {name.casefold(): place for place, name in self.names.items()}
        found: dict[SeatT, SeatT] = {}
        left = list(self._seats)

        def sit(seat: SeatT, places: Sequence[SeatT]) -> None:
            if seat not in found and places:
                before = self._before[seat]
                found[seat] = before if before in places else places[0]
                left.remove(found[seat])

        for seat, name in given.items():
            sit(seat, [known[name.casefold()]] if name.casefold() in known else [])
        for seat in given:
            sit(seat, [place for place in left if place not in self.names])
        for seat in self._seats:
            sit(seat, [place for place in left if place == self._before[seat]])
        for seat in self._seats:
            sit(seat, left)
        return {seat: found[seat] for seat in self._seats}

    def _strangers(
        self, given: Mapping[SeatT, str], places: Mapping[SeatT, SeatT]
    ) -> Iterator[str]:
        for seat, name in given.items():
            known = self.names.get(places[seat])
            if known is not None and known.casefold() != name.casefold():
                who = listed(self.names.values())
                yield f"{player_tag(seat)}: {name}, the game is played by {who}"

    def _assumed(self, given: Mapping[SeatT, str], places: Mapping[SeatT, SeatT]) -> Iterator[str]:
        """What is assumed of players without names, in words."""
        missing = [seat for seat in self._seats if seat not in given and places[seat] in self.names]
        if missing:
            tags = listed(map(player_tag, missing))
            names = listed(self.names[places[seat]] for seat in missing)
            yield f"{tags} missing, assumed to be {names}"
        if self._is_first:
            return
        for seat, name in given.items():
            if places[seat] not in self.names:
                before = self._before_text(places[seat])
                yield f"{player_tag(seat)}: {name}, assumed to be {before} of the hands before"

    def _before_text(self, place: SeatT) -> str:
        return next(seat for seat, own in self._before.items() if own == place).text()


def listed(words: Iterable[str]) -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Carl``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def named(asked: str, names: Iterable[str]) -> str:
    """The one of the names that is asked for, in either case.

    Raises:
        NotationError: with the token ``player``, if there is none.
    """
    known = dict.fromkeys(names)
    for name in known:
        if name.casefold() == " ".join(asked.split()).casefold():
            return name
    who = f"the names are {listed(known)}" if known else "no player has a name"
    raise NotationError("player", f"{quoted(asked)} does not play, {who}")
