"""Hands of the policy with what was dealt, as a job for ``pinochle bulk``; what cards are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from benchmarks.common.measurements import BadFileError
from benchmarks.learning.equity_hands import RANDOM_DEALS, policy_hands
from pinochle_solver.bulk.columns import SUIT_NAMES, table_of
from pinochle_solver.bulk.forms import Form
from pinochle_solver.bulk.jobs import Answers, Job
from pinochle_solver.bulk.manifest import Manifest, read_manifest, shard_name
from pinochle_solver.bulk.parquet import unpublished
from pinochle_solver.errors import BulkError
from pinochle_solver.rules.cards import CARDS, RANKS, SUITS, Card, Rank
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.rules import TableRules

SEATS = ("dealer", "other")
_RANKS = "789JQKTA"
_BITS = 4
_SHIFTS = (np.arange(RANKS, dtype=np.uint32) * _BITS)[None, None, :]
_SCHEMA = pa.schema(
    [
        *((f"{seat}_{suit}", pa.uint32()) for seat in SEATS for suit in SUIT_NAMES),
        ("upcard", pa.string()),
        *((f"{seat}_{kind}", pa.int16()) for seat in SEATS for kind in ("melds", "tricks")),
    ]
)


@dataclass(frozen=True, kw_only=True)
class PolicyHandsJob(Job):
    """Plays hands of the policy against itself: row i is hand i of the seed.

    Attributes:
        rules: the rulebook, one with an upcard.
        seed: of the deals.
    """

    command: ClassVar[str] = "policy-hands"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 50_000

    rules: Rulebook
    seed: int = 1

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return "policy-hands"

    @property
    def schema(self) -> pa.Schema:
        """As `Job.schema`."""
        return _SCHEMA

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {"rules": self.rules.name, "seed": self.seed}

    @property
    def own(self) -> tuple[Rulebook | TableRules, ...]:
        """As `Job.own`."""
        return unpublished((self.rules,))

    def answer(self, table: pa.Table, first: int) -> Answers:
        """The hands from number `first` on, as many as the table has rows."""
        number = table.num_rows
        hands = policy_hands(self.rules, self.seed)
        deck, hand = self.rules.deck, self.rules.deck.hand
        cards = np.zeros((number, len(deck.cards())), np.uint8)
        hands.deals(RANDOM_DEALS + first, cards)
        leaders = np.zeros((number, hands.tricks + 1), np.uint8)
        ahead = np.zeros((number, hands.tricks + 1), np.int16)
        values = np.zeros((number, hands.tricks), np.int16)
        ends = np.zeros((number, 4), np.int16)
        hands.results(RANDOM_DEALS + first, leaders, ahead, values, ends, False)
        north_deals = ((RANDOM_DEALS + first + np.arange(number)) & 1)[:, None] == 1
        ends = np.where(north_deals, ends[:, [2, 3, 0, 1]], ends)
        names = np.array([Card.from_index(index).text() for index in range(CARDS)])
        columns: dict[str, Any] = {"upcard": names[cards[:, 2 * hand]]}
        for seat, held in zip(SEATS, (cards[:, hand : 2 * hand], cards[:, :hand]), strict=True):
            columns |= zip((f"{seat}_{suit}" for suit in SUIT_NAMES), _packed(held).T, strict=True)
        for column, name in enumerate(_SCHEMA.names[-4:]):
            columns[name] = ends[:, column]
        return Answers(table_of(_SCHEMA, columns), [])


def _packed(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Hands, a row of card indices each, as the numbers of their suits."""
    counts = np.zeros((len(cards), CARDS), np.uint32)
    np.add.at(counts, (np.arange(len(cards))[:, None], cards), 1)
    packed: NDArray[np.uint32] = np.bitwise_or.reduce(
        counts.reshape(-1, SUITS, RANKS) << _SHIFTS, axis=2
    )
    return packed


# ------------------------------------------------------------------------------ what they are worth

_PINOCHLE = tuple(Card.parse(text).index for text in ("QS", "JD"))
BASE = "plain 9"
"""What the worth of cards is told against."""


@dataclass(frozen=True)
class Worth:
    """A number and its standard error.

    Attributes:
        mean: the number.
        se: its standard error.
    """

    mean: float
    se: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.se:.2f}"


@dataclass(frozen=True)
class Openings:
    """What hands come to by what was dealt.

    Attributes:
        hands: how many.
        dealer: the dealer's points less the other's.
        points: of both seats together.
        upcards: what the dealer makes more by the card turned up, both hands being as they are.
        cards: of each seat what it makes more, of the difference, for each kind of card that it
            is dealt in place of a plain nine.
    """

    hands: int
    dealer: Worth
    points: Worth
    upcards: Mapping[str, Worth]
    cards: Mapping[str, Mapping[str, Worth]]


def openings(folder: Path, rules: Rulebook) -> Openings:
    """What the hands of an output come to, read shard by shard, as many as are there."""
    kinds, names = card_kinds(rules), [card.text() for card in rules.deck.cards().distinct()]
    own_terms = len(kinds) - 1
    width = len(names) + len(SEATS) * own_terms
    squares, products = np.zeros((width, width)), np.zeros(width)
    total, points = np.zeros(3), np.zeros(3)
    for table in shards_of(folder):
        columns = {name: table[name].to_numpy() for name in _SCHEMA.names if name != "upcard"}
        rows = _coded(table["upcard"], names)
        own, others = (
            columns[f"{seat}_melds"].astype(np.float64) + columns[f"{seat}_tricks"]
            for seat in SEATS
        )
        lead = own - others
        total += _moments(lead)
        points += _moments(own + others)
        trumps = np.array([Card.parse(name).suit for name in names], np.int64)[rows]
        seen = [np.eye(len(names))[rows]]
        for seat in SEATS:
            packed = np.stack([columns[f"{seat}_{suit}"] for suit in SUIT_NAMES], axis=1)
            seen.append(_held(packed, trumps, kinds)[:, 1:])
        terms = np.concatenate(seen, axis=1)
        squares += terms.T @ terms
        products += terms.T @ lead
    inverse = np.linalg.inv(squares)
    found = inverse @ products
    covariance = inverse * (total[2] - found @ products) / (total[0] - width)

    def worth(weights: NDArray[np.float64]) -> Worth:
        return Worth(float(weights @ found), float(np.sqrt(weights @ covariance @ weights)))

    each_term = np.eye(width)
    mean = np.zeros(width)
    mean[: len(names)] = np.diag(squares)[: len(names)] / total[0]
    firsts = [len(names) + number * own_terms for number in range(len(SEATS))]
    return Openings(
        int(total[0]),
        _worth(total),
        _worth(points),
        {name: worth(each_term[row] - mean) for row, name in enumerate(names)},
        {
            seat: {kind: worth(sign * each_term[first + k]) for k, kind in enumerate(kinds[1:])}
            for seat, sign, first in zip(SEATS, (1, -1), firsts, strict=True)
        },
    )


def card_kinds(rules: Rulebook) -> list[str]:
    """The kinds of cards whose worth is told, `BASE` first."""
    deck = rules.deck
    letters = [_RANKS[rank] for rank in reversed(Rank) if Card(rank, deck.suits[0]) in deck]
    plain = [f"plain {letter}" for letter in letters if f"plain {letter}" != BASE]
    return [BASE, *(f"trump {letter}" for letter in letters), *plain, "plain QS", "plain JD"]


def _held(
    packed: NDArray[np.uint32], trumps: NDArray[np.int64], kinds: list[str]
) -> NDArray[np.float64]:
    """How many cards of each kind hands hold; the cards of a pinochle count as their rank, too."""
    counts = ((packed[:, :, None] >> _SHIFTS) & (2**_BITS - 1)).astype(np.float64)
    rows = np.arange(len(counts))
    trump = counts[rows, trumps]
    plain = counts.sum(axis=1) - trump
    held = np.zeros((len(counts), len(kinds)))
    for column, kind in enumerate(kinds):
        where, what = kind.split()
        if len(what) == 1:
            held[:, column] = (trump if where == "trump" else plain)[:, _RANKS.index(what)]
            continue
        suit, rank = divmod(_PINOCHLE[what == "JD"], RANKS)
        held[:, column] = np.where(trumps == suit, 0, counts[:, suit, rank])
    return held


def _moments(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array([len(values), values.sum(), (values**2).sum()])


def _worth(moments: NDArray[np.float64]) -> Worth:
    number, total, squares = moments
    mean = total / number
    return Worth(float(mean), float(np.sqrt((squares / number - mean**2) / number)))


def _coded(column: pa.ChunkedArray, names: list[str]) -> NDArray[np.int64]:
    """The place of each text among some."""
    texts = column.combine_chunks().dictionary_encode()
    places = np.array([names.index(text) for text in texts.dictionary.to_pylist()], np.int64)
    found: NDArray[np.int64] = places[texts.indices.to_numpy()]
    return found


def made_so_far(folder: Path) -> Manifest:
    """What an output is made of, and how far; `BadFileError` where there is nothing of it."""
    try:
        manifest = read_manifest(folder)
    except BulkError as error:
        raise BadFileError(str(error)) from None
    if not manifest.shards:
        raise BadFileError(f"{folder}: no rows are there yet")
    return manifest


def shards_of(folder: Path) -> Iterator[pa.Table]:
    """The shards of an output that are there; as `made_so_far`."""
    for shard in made_so_far(folder).shards:
        yield pq.read_table(folder / shard_name(shard.number), partitioning=None)
