"""Positions of the playoff as columns, and back: one by one, or all at once as packed records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.bulk.columns import (
    PLAYOFF,
    POINTS,
    SUIT_NAMES,
    counts_of_hands,
    hand_columns,
    held_of,
    table_of,
)
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.tokens import split_tokens
from pinochle_solver.playoff.packing import MOST_RULES, PackedPositions, playoff_dtype
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.rules import Rulebook, Seat
from pinochle_solver.rules.rules_table import RulesRow

# The tokens that have columns of their own.
_IN_COLUMNS = ("rules", "count", "trump", "south", "north", "turn", "led", "points", "id")
_HANDS = tuple(f"{seat.text()}_{suit}" for seat in Seat for suit in SUIT_NAMES)
_NEEDED = ("trump", "turn", *_HANDS)


def playoff_table(positions: Sequence[PlayoffPosition | None]) -> pa.Table:
    """The table of some positions; all of a row is null where there is none."""
    is_known = np.array([each is not None for each in positions], np.bool_)
    rows = [None if each is None else _row(each) for each in positions]
    columns: dict[str, Any] = {
        name: [None if row is None else row.get(name) for row in rows] for name in PLAYOFF.names
    }
    counts = {
        seat: counts_of_hands([None if each is None else each.hand(seat) for each in positions])
        for seat in Seat
    }
    for name, values in hand_columns(counts).items():
        columns[name] = pa.array(values, mask=~is_known)
    return table_of(PLAYOFF, columns)


def _row(position: PlayoffPosition) -> dict[str, str | int | None]:
    tokens = position.tokens()
    more = " ".join(f"{token}={text}" for token, text in tokens.items() if token not in _IN_COLUMNS)
    row: dict[str, str | int | None] = {
        "id": position.id,
        "rules": position.rules.name,
        "count": position.count.name,
        "trump": position.trump.letter,
        "turn": position.turn.text(),
        "led": None if position.led is None else position.led.text(),
        "more": more or None,
    }
    if position.points is not None:
        row |= zip(POINTS, (number for seat in position.points for number in seat), strict=True)
    return row


def read_playoffs(
    table: pa.Table, rulebooks: Iterable[Rulebook] = ()
) -> Iterator[PlayoffPosition | PositionError]:
    """The positions of a table, row by row, or what is wrong with one."""
    known = KnownRulebooks.of(rulebooks)
    held = {seat: held_of(table, seat) for seat in Seat}
    plain = {name: table[name].to_pylist() for name in PLAYOFF.names if name not in _HANDS}
    missing = _missing(table)
    for number in range(table.num_rows):
        try:
            if missing[number] is not None:
                raise NotationError(missing[number] or "", "missing")
            hands = {seat: Hand(held[seat][number].tobytes()) for seat in Seat}
            row = {name: values[number] for name, values in plain.items()}
            yield PlayoffPosition.from_tokens(_tokens(row, hands), known)
        except PositionError as error:
            yield error


def _missing(table: pa.Table) -> list[str | None]:
    """The first column by row that has to say something and is null."""
    missing: list[str | None] = [None] * table.num_rows
    for name in reversed(_NEEDED):
        if table[name].null_count:
            for row in np.flatnonzero(table[name].is_null().to_numpy()):
                missing[row] = name
    return missing


def _tokens(row: dict[str, Any], hands: dict[Seat, Hand]) -> dict[str, str]:
    tokens = split_tokens(row["more"] or "")
    for token in tokens:
        if token in _IN_COLUMNS:
            raise NotationError("more", f"{token}= has a column of its own")
    points = [row[name] for name in POINTS]
    if any(number is not None for number in points):
        if None in points:
            raise NotationError(POINTS[points.index(None)], "missing, the others are given")
        south_melds, south_tricks, north_melds, north_tricks = points
        tokens["points"] = f"{south_melds}+{south_tricks}/{north_melds}+{north_tricks}"
    for token in ("rules", "count", "trump", "turn", "led", "id"):
        if row[token] is not None:
            tokens[token] = row[token]
    for seat, hand in hands.items():
        tokens[seat.text()] = hand.text()
    return tokens


@dataclass(frozen=True)
class PlayoffRows:
    """The positions of a table, packed.

    Attributes:
        packed: those that are possible.
        rows: of each its row in the table.
        errors: by row what is wrong with the others.
    """

    packed: PackedPositions
    rows: NDArray[np.int64]
    errors: dict[int, PositionError]


def pack_table(table: pa.Table, rulebooks: Iterable[Rulebook] = ()) -> PlayoffRows:
    """Pack the positions of a table; rows that only fill the packed columns all at once."""
    known = KnownRulebooks.of(rulebooks)
    packed = None if _is_annotated(table) else _packed_at_once(table, known)
    if packed is not None:
        return PlayoffRows(packed, np.arange(table.num_rows), {})
    read = list(read_playoffs(table, known))
    return pack_read(read)


def pack_read(read: Sequence[PlayoffPosition | PositionError]) -> PlayoffRows:
    """Pack positions that were read, and what is wrong with the others."""
    rows = [row for row, each in enumerate(read) if isinstance(each, PlayoffPosition)]
    packed = PackedPositions.of(each for each in read if isinstance(each, PlayoffPosition))
    errors = {row: each for row, each in enumerate(read) if isinstance(each, PositionError)}
    return PlayoffRows(packed, np.array(rows, np.int64), errors)


def _is_annotated(table: pa.Table) -> bool:
    """Whether a row says more than the packed record, which has to be checked with it."""
    return any(table[name].null_count < table.num_rows for name in (*POINTS, "more", "id"))


def _packed_at_once(table: pa.Table, known: KnownRulebooks) -> PackedPositions | None:
    """The positions; None where one of them is wrong, whichever it is."""
    if any(table[name].null_count for name in _NEEDED):
        return None
    rules, rows = _rules_of(table, known)
    suits = {suit.letter: int(suit) for suit in Suit}
    seats = {seat.text(): int(seat) for seat in Seat}
    cards = {Card.from_index(index).text(): index for index in range(CARDS)}
    records = np.zeros(table.num_rows, playoff_dtype())
    for field, numbers in (
        ("trump", _numbers(table["trump"], suits)),
        ("turn", _numbers(table["turn"], seats)),
        ("led", _numbers(table["led"], {**cards, None: NO_CARD})),
        ("rules", rows),
    ):
        if numbers is None:
            return None
        records[field] = numbers
    for seat in Seat:
        records[seat.text()] = held_of(table, seat)
    try:
        return PackedPositions(records, rules)
    except PositionError:
        return None


def _encoded(column: pa.ChunkedArray) -> pa.DictionaryArray:
    """The texts by number; null, which no text is, has a number of its own."""
    return column.combine_chunks().dictionary_encode(null_encoding="encode")


def _numbers(column: pa.ChunkedArray, known: Mapping[Any, int]) -> NDArray[np.uint8] | None:
    """What each text, or null, stands for; None where one stands for nothing."""
    texts = _encoded(column)
    words = texts.dictionary.to_pylist()
    if any(word not in known for word in words):
        return None
    numbers = np.array([known[word] for word in words], np.uint8)
    of_rows: NDArray[np.uint8] = numbers[texts.indices.to_numpy()]
    return of_rows


def _rules_of(
    table: pa.Table, known: KnownRulebooks
) -> tuple[tuple[RulesRow, ...], NDArray[np.uint8] | None]:
    """The rulebooks and counts of the rows, and which of them each has; None where one has none."""
    pairs = [_encoded(table[name]) for name in ("rules", "count")]
    names = [each.dictionary.to_pylist() for each in pairs]
    codes = pairs[0].indices.to_numpy() * max(len(names[1]), 1) + pairs[1].indices.to_numpy()
    found, rows = np.unique(codes, return_inverse=True)
    rules: list[RulesRow] = []
    for code in found:
        rule, count = (names[0][code // len(names[1])], names[1][code % len(names[1])])
        row = _rules_row(rule, count, known)
        if row is None or len(rules) == MOST_RULES:
            return (), None
        rules.append(row)
    return tuple(rules), rows.astype(np.uint8)


def _rules_row(rules: str | None, count: str | None, known: KnownRulebooks) -> RulesRow | None:
    """What a position says that has these names; None where there can be none."""
    rulebook = known.by_name.get(known.default.name if rules is None else rules)
    if rulebook is None:
        return None
    # The smallest position there is tells whether they go together.
    trump, card = rulebook.deck.suits[0], next(iter(rulebook.deck.cards().distinct()))
    tokens = dict(
        zip(
            ("rules", "count", "trump", "turn", "south", "north"),
            (rulebook.name, count, trump.letter, "south", *repeat(Hand.of([card]).text(), 2)),
            strict=True,
        )
    )
    try:
        position = PlayoffPosition.from_tokens(
            {token: text for token, text in tokens.items() if text is not None}, known
        )
    except PositionError:
        return None
    return position.rules, position.count
