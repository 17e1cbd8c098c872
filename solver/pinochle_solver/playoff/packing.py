"""Playoff positions as the records that the compiled solver reads, and as numpy arrays of these.

``ext/pinochle_solver/_core/layout.pxd`` describes the record of a position. `PackedPositions` holds
any number of positions as a numpy array of the same bytes, for work in which one Python object for
each position would be too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinochle_solver._core import layout
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.errors import IllegalPositionError, NotExactError
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.tokens import expect_position
from pinochle_solver.rules.cards import CARDS, RANKS, SUITS, Card
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.rules.rules_table import RulesRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_RULES = 256


def position_record(position: PlayoffPosition, rules_row: int) -> bytes:
    """The record of one position whose rules are row `rules_row` of a rules table."""
    return layout.pack_position(
        {
            "south": position.south.counts,
            "north": position.north.counts,
            "trump": position.trump,
            "turn": position.turn,
            "led": NO_CARD if position.led is None else position.led.index,
            "rules": rules_row,
        }
    )


def pack(positions: Iterable[PlayoffPosition]) -> tuple[bytes, tuple[RulesRow, ...]]:
    """The records of positions, one after the other, and the rules that they refer to by row.

    Raises:
        TypeError: for anything but a `PlayoffPosition`.
        ValueError: for positions with more than 256 different pairs of rulebook and count.
    """
    rows: dict[RulesRow, int] = {}
    records = []
    for position in positions:
        expect_position(position, PlayoffPosition)
        row = rows.setdefault((position.rules, position.count), len(rows))
        if row >= MOST_RULES:
            raise ValueError(f"more than {MOST_RULES} different rulebooks and counts at once")
        records.append(position_record(position, row))
    return b"".join(records), tuple(rows)


def playoff_dtype() -> np.dtype[np.void]:
    """The dtype of one packed playoff position, 68 bytes.

    Fields: ``south`` and ``north``, 32 bytes each, the number of copies held of each card, by
    `Card.index`; ``trump``, the suit's number; ``turn``, 0 for south, 1 for north; ``led``, the
    index of the card led, or 255; ``rules``, the row of the rules that apply.
    """
    import numpy as np

    return np.asarray(layout.empty_position()).dtype


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PackedPositions:
    """Playoff positions as an array.

    Attributes:
        records: shape (n,), dtype `playoff_dtype`; this is a copy of the given array and read-only.
        rules: the pairs of rulebook and count that the ``rules`` fields refer to, at most 256.

    Raises:
        IllegalPositionError: naming the field and the first row that is wrong.
        TypeError: for an array of another dtype or shape.
    """

    records: NDArray[np.void]
    rules: Sequence[RulesRow]

    def __post_init__(self) -> None:
        import numpy as np

        records = np.asarray(self.records)
        if records.dtype != playoff_dtype() or records.ndim != 1:
            raise TypeError("records: expected a one-dimensional array of playoff_dtype()")
        for row in self.rules:
            if list(map(type, row)) != [Rulebook, CardCount]:
                raise TypeError("rules: expected pairs of Rulebook and CardCount")
        # A separate copy, so that what was checked cannot change.
        records = records.copy()
        records.setflags(write=False)
        object.__setattr__(self, "records", records)
        object.__setattr__(self, "rules", tuple(self.rules))
        _check_records(self.records, self.rules)

    @classmethod
    def of(cls, positions: Iterable[PlayoffPosition]) -> PackedPositions:
        """Pack positions; annotations and the game score are not kept."""
        import numpy as np

        records, rules = pack(positions)
        return cls(np.frombuffer(records, playoff_dtype()), rules)

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        return f"<PackedPositions: {len(self)} records>"

    def chunk(self, start: int, stop: int) -> bytes:
        """The bytes of records `start` to `stop`."""
        return self.records[start:stop].tobytes()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PackedSolutions:
    """The results of a search of `PackedPositions`, row by row.

    Attributes:
        bounds: shape (n, 2, 2), dtype int16: for south and north, the lowest and the highest number
            of points still to come that is proven. The two are equal unless a limit stopped the
            search.
        legal: shape (n, 32), dtype bool: whether the card of this `Card.index` is legal. All
            False if moves were not asked for.
        moves: shape (n, 32, 2), dtype int16: the proven lowest and highest number of points still
            to come *for the player to move* after each card; 0 where `legal` is False.
        nodes: shape (n,), dtype int64: search calls at trick boundaries.
    """

    bounds: NDArray[np.int16]
    legal: NDArray[np.bool_]
    moves: NDArray[np.int16]
    nodes: NDArray[np.int64]

    def __repr__(self) -> str:
        return f"<PackedSolutions: {len(self.bounds)} rows>"

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Shape (n,): whether everything in a row is proven."""
        value = self.bounds[:, 0, 0] == self.bounds[:, 0, 1]
        exact: NDArray[np.bool_] = value & (self.moves[:, :, 0] == self.moves[:, :, 1]).all(axis=1)
        return exact

    @property
    def values(self) -> NDArray[np.int16]:
        """Shape (n, 2): south's and north's points still to come; `NotExactError` if unproven."""
        if not (self.bounds[:, :, 0] == self.bounds[:, :, 1]).all():
            raise NotExactError("the search was stopped before every value was proven")
        return self.bounds[:, :, 0]


def _check_records(records: NDArray[np.void], rules: Sequence[RulesRow]) -> None:
    import numpy as np

    def refuse(field: str, wrong: NDArray[np.bool_], fact: str) -> None:
        rows = np.flatnonzero(wrong)
        if rows.size:
            raise IllegalPositionError(field, f"{fact} in row {rows[0]}")

    if not 1 <= len(rules) <= MOST_RULES and len(records):
        raise IllegalPositionError("rules", f"{len(rules)} rows, expected 1 to {MOST_RULES}")
    refuse("rules", records["rules"] >= len(rules), "no such rules")
    refuse("trump", records["trump"] >= SUITS, "no such suit")
    refuse("turn", records["turn"] > 1, "no such seat")
    led = np.not_equal(records["led"], NO_CARD)
    refuse("led", led & (records["led"] >= CARDS), "no such card")

    size = {seat: records[seat].sum(axis=1, dtype=np.int64) for seat in ("south", "north")}
    mover = np.where(records["turn"] == 0, size["south"], size["north"])
    other = np.where(records["turn"] == 0, size["north"], size["south"])
    refuse("turn", mover == 0, "the player to move holds no cards")
    refuse("north", mover != other + led, "hands of sizes that do not go together")

    held = records["south"].astype(np.int64) + records["north"]
    led_rows = np.flatnonzero(led)
    held[led_rows, records["led"][led_rows]] += 1
    for row, (rulebook, _) in enumerate(rules):
        in_row = records["rules"] == row
        deck = rulebook.deck
        in_deck = np.array([Card.from_index(index) in deck for index in range(CARDS)])
        copies = np.where(in_deck, deck.copies, 0)
        refuse("south", in_row & (held > copies).any(axis=1), "more copies than the deck has")
        refuse("south", in_row & (mover > deck.hand), "more cards than a playoff hand has")
        trumps: NDArray[np.bool_] = np.any(in_deck.reshape(SUITS, RANKS), axis=1)
        refuse("trump", in_row & ~trumps[records["trump"]], "a suit that is not in the deck")
