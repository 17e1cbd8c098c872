"""The result of the face-up solver: bounds for each side, moves, the best line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.errors import NotExactError
from pinochle_solver.notation.table.field_readers import Sides, side_text
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rows import Row
from pinochle_solver.rules.cards import Card
from pinochle_solver.shown import ShownAsText
from pinochle_solver.table.seats import Seat


class SideBounds(NamedTuple):
    """The proven bounds of both sides' points, in the order of `TableSolution.sides`."""

    first: tuple[int, int]
    second: tuple[int, int]

    @classmethod
    def of(cls, low: int, high: int, total: int) -> SideBounds:
        """Bounds from those of the first side, when both sides' points sum to `total`."""
        return cls((low, high), (total - high, total - low))

    @property
    def exact(self) -> bool:
        """Whether the bounds leave one value."""
        return self.first[0] == self.first[1]

    @property
    def value(self) -> tuple[int, int]:
        """Both sides' points; raises `NotExactError` when they are not proven."""
        if not self.exact:
            raise NotExactError(f"stopped with {self.first} and {self.second}")
        return self.first[0], self.second[0]


class SideMoveValue(NamedTuple):
    """A legal card and what it is worth.

    Attributes:
        card: the card; it stands for all its identical copies.
        bounds: what is proven of the points still to come for both sides after it.
        loss: how many points fewer it brings its player's side than the best card; None if that
            is not proven.
    """

    card: Card
    bounds: SideBounds
    loss: int | None


class TableTrick(NamedTuple):
    """A trick of the best line, from the first of its cards that the line has.

    Attributes:
        cards: the seats that play and their cards, in order.
        winner: who takes it.
    """

    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat


@dataclass(frozen=True, slots=True, repr=False)
class TableSolution(ShownAsText):
    """The result of a search of a position with all cards face up.

    Attributes:
        position: the position.
        sides: who plays with whom; `bounds` are in this order.
        bounds: what is proven of the card points that each side still wins if both play perfectly.
            Those of an open trick and of the last trick are included, those of the burial are not.
            One value unless a limit stopped the search.
        moves: every legal card, identical copies once, the best for the side on turn first. Among
            equal ones the card with fewer card points comes first, then the lower rank, then the
            order S H D C. If a limit stopped the search, the cards that secure the proven points of
            that side come first, and an estimate decides among these and among the others. Empty if
            not asked for.
        line: the best line to the last card, ties broken as in `moves`. Empty if not asked for;
            shorter if a limit stopped the search.
        nodes: search calls between tricks; with the same limits and table the number is always the
            same.
        seconds: time taken by the search.
    """

    position: TablePosition
    sides: Sides
    bounds: SideBounds
    moves: tuple[SideMoveValue, ...]
    line: tuple[Card, ...]
    nodes: int
    seconds: float
    _winners: tuple[Seat, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether all that was asked for is proven: the value, every card's, and the whole line."""
        if not self.moves:
            return self.bounds.exact
        cards = sum(len(self.position.hands[seat].known) for seat in self.position.players)
        return len(self.line) == cards and all(move.bounds.exact for move in self.moves)

    @property
    def value(self) -> tuple[int, int]:
        """Both sides' points still to come; raises `NotExactError` when they are not proven."""
        return self.bounds.value

    @property
    def tricks(self) -> tuple[TableTrick, ...]:
        """The best line trick by trick; the incomplete last trick of a short line is left out."""
        players, turn, open_cards = (
            self.position.players,
            self.position.turn,
            len(self.position.led),
        )
        tricks, line = [], list(self.line)
        for winner in self._winners:
            cards: list[tuple[Seat, Card]] = []
            while len(cards) + open_cards < len(players):
                cards.append((turn, line.pop(0)))
                turn = players[(players.index(turn) + 1) % len(players)]
            tricks.append(TableTrick(tuple(cards), winner))
            turn, open_cards = winner, 0
        return tuple(tricks)

    def to_rows(self) -> list[Row]:
        """A row of plain values for each of `moves`, in their order, as table libraries take them.

        All rows have the same keys. Points are card points still to come:

        - ``id``, ``position``: the position's name (None if it has none) and its line.
        - ``mover``: the player to move, ``south``, ``west``, ``north`` or ``east``.
        - ``side``, ``other_side``: his side and the other, such as ``south+north``.
        - ``order``: from 1; 1 is the best.
        - ``move``: the card.
        - ``points``, ``other_points``: those of either side after it; None if not proven.
        - ``loss``: how many points fewer it brings his side than the best; None if not proven.
        - ``points_low``, ``points_high``, ``other_low``, ``other_high``: what is proven of them.
        - ``exact``: whether the points are proven.
        - ``nodes``, ``seconds``: those of the search, the same in all rows.
        """
        turn, position = self.position.turn, self.position.text()
        own = 0 if turn in self.sides[0] else 1
        rows: list[Row] = []
        for order, move in enumerate(self.moves, start=1):
            points, others = move.bounds[own], move.bounds[1 - own]
            exact = move.bounds.exact
            rows.append(
                {
                    "id": self.position.id,
                    "position": position,
                    "mover": turn.text(),
                    "side": side_text(self.sides[own]),
                    "other_side": side_text(self.sides[1 - own]),
                    "order": order,
                    "move": move.card.text(),
                    "points": points[0] if exact else None,
                    "other_points": others[0] if exact else None,
                    "loss": move.loss,
                    "points_low": points[0],
                    "points_high": points[1],
                    "other_low": others[0],
                    "other_high": others[1],
                    "exact": exact,
                    "nodes": self.nodes,
                    "seconds": self.seconds,
                }
            )
        return rows

    def __repr__(self) -> str:
        bounds = "/".join(str(low) if low == high else f"{low}-{high}" for low, high in self.bounds)
        return f"<TableSolution {bounds}; {self.position.text()}>"
