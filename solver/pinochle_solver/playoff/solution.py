"""The result of a search of a playoff position: bounds, moves, the best line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.errors import NotExactError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.race import Race
from pinochle_solver.rows import Row
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.rules import Points, Seat
from pinochle_solver.shown import ShownAsText


class Bounds(NamedTuple):
    """The proven bounds of both seats' points: each from the first number to the second."""

    south: tuple[int, int]
    north: tuple[int, int]

    @classmethod
    def of(cls, seat: Seat, low: int, high: int, total: int) -> Bounds:
        """Both seats' bounds from those of `seat`, given that their points sum to `total`."""
        own, others = (low, high), (total - high, total - low)
        return cls(own, others) if seat is Seat.SOUTH else cls(others, own)

    @property
    def exact(self) -> bool:
        """Whether the bounds leave one value."""
        return self.south[0] == self.south[1]

    @property
    def value(self) -> Points:
        """That one value; raises `NotExactError` if the bounds leave several."""
        if not self.exact:
            raise NotExactError(f"stopped with south {self.south}, north {self.north}")
        return Points(self.south[0], self.north[0])


@dataclass(frozen=True, slots=True, repr=False)
class MoveValue:
    """A legal card and what it is worth.

    Attributes:
        card: the card; it stands for all its identical copies.
        bounds: what is proven of both seats' points still to come after it, under best play. One
            value unless the search was stopped.
    """

    card: Card
    bounds: Bounds
    _loss: int | None

    @property
    def value(self) -> Points:
        """The points still to come for both seats; raises `NotExactError` if not proven."""
        return self.bounds.value

    @property
    def loss(self) -> int:
        """How many points fewer this card brings its player than the best card.

        Raises `NotExactError` if not proven.
        """
        if self._loss is None:
            raise NotExactError(f"{self.card}: the search was stopped before its loss was proven")
        return self._loss

    def text(self) -> str:
        """``KD 55/15``: the card and the points after it, south first; bounds if not proven."""
        return f"{self.card} {_bounds_text(self.bounds)}"

    def __repr__(self) -> str:
        return f"<MoveValue {self.text()}>"


class Trick(NamedTuple):
    """A completed trick.

    Attributes:
        led: the leader's card.
        reply: the opponent's card.
        winner: the seat that takes it.
        points: the card points in it, including those for the last trick.
    """

    led: Card
    reply: Card
    winner: Seat
    points: int


@dataclass(frozen=True, slots=True, repr=False)
class Solution(ShownAsText):
    """The result of a search of a position.

    Attributes:
        position: the position.
        bounds: what is proven of both seats' points still to come under best play, including those
            for the last trick and for the cards of an open trick. One value unless a limit stopped
            the search.
        moves: every legal card, identical copies once, the best first. Among equal ones the card
            with fewer card points comes first, then the lower rank, then the order S H D C. If a
            limit stopped the search, the cards that secure the proven points of the mover come
            first, and an estimate decides among these and among the others. Empty if not asked for.
        line: the best line to the last card, ties broken as in `moves`. Empty if not asked for;
            shorter if a limit stopped the search.
        nodes: search calls at trick boundaries; with the same limits and table, the same position
            takes the same number.
        seconds: time taken by the search.
        race: in a game with call-outs, who can win the game in this hand; None if not asked for.
    """

    position: PlayoffPosition
    bounds: Bounds
    moves: tuple[MoveValue, ...]
    line: tuple[Card, ...]
    nodes: int
    seconds: float
    _winners: bytes
    race: Race | None = None

    @property
    def exact(self) -> bool:
        """Whether all that was asked for is proven: the value, every card's, and the whole line."""
        if not self.moves:
            return self.bounds.exact
        cards = len(self.position.south) + len(self.position.north)
        return len(self.line) == cards and all(move.bounds.exact for move in self.moves)

    @property
    def value(self) -> Points:
        """The points still to come for both seats; raises `NotExactError` if not proven."""
        return self.bounds.value

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The completed tricks of `line`; if a card is led, that open trick is the first."""
        position, line = self.position, self.line
        cards = line if position.led is None else (position.led, *line)
        tricks = [
            Trick(led, reply, Seat(winner), position.count.of((led, reply)))
            for led, reply, winner in zip(cards[::2], cards[1::2], self._winners, strict=False)
        ]
        if len(tricks) == len(position.hand(position.turn)):
            last = tricks.pop()
            tricks.append(last._replace(points=last.points + position.count.last_trick))
        return tuple(tricks)

    @property
    def final(self) -> Points | None:
        """Both seats' points for the whole hand, melds included; None if `points` is not known.

        Raises `NotExactError` if the value is not proven.
        """
        points = self.position.points
        if points is None:
            return None
        return Points(
            sum(points.south) + self.value.south,
            sum(points.north) + self.value.north,
        )

    def to_rows(self) -> list[Row]:
        """A row of plain values for each of `moves`, in their order, as table libraries take them.

        All rows have the same keys. Points are those still to come, for the seat named and not for
        the mover:

        - ``id``, ``position``: the position's name (None if it has none) and its line.
        - ``mover``: the player to move, ``south`` or ``north``.
        - ``order``: from 1; 1 is the best.
        - ``move``: the card.
        - ``south``, ``north``: the points of each seat after it; None if not proven.
        - ``loss``: how many points fewer it brings the mover than the best; None if not proven.
        - ``south_low``, ``south_high``, ``north_low``, ``north_high``: what is proven of them.
        - ``exact``: whether the points are proven.
        - ``nodes``, ``seconds``: those of the search, the same in all rows.
        """
        position = self.position.text()
        rows: list[Row] = []
        for order, move in enumerate(self.moves, start=1):
            exact = move.bounds.exact
            south, north = move.bounds.value if exact else (None, None)
            rows.append(
                {
                    "id": self.position.id,
                    "position": position,
                    "mover": self.position.turn.text(),
                    "order": order,
                    "move": move.card.text(),
                    "south": south,
                    "north": north,
                    "loss": move._loss,
                    "south_low": move.bounds.south[0],
                    "south_high": move.bounds.south[1],
                    "north_low": move.bounds.north[0],
                    "north_high": move.bounds.north[1],
                    "exact": exact,
                    "nodes": self.nodes,
                    "seconds": self.seconds,
                }
            )
        return rows

    def __repr__(self) -> str:
        moves = ", ".join(move.text() for move in self.moves)
        value = f"{_bounds_text(self.bounds)}{': ' if moves else ''}{moves}"
        return f"<Solution {value}; {self.position.text()}>"


def _bounds_text(bounds: Bounds) -> str:
    """``55/15``, south first; ``40..55/15..30`` where that is not proven."""
    return "/".join(str(low) if low == high else f"{low}..{high}" for low, high in bounds)
