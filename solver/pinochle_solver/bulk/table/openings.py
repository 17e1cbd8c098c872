"""Hands before the auction that the engine tries, as a job: a row is a deal.

The tables of ``pinochle openings`` for games with bidding are counted from these rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import pyarrow as pa

from pinochle_solver.bulk.forms import Form
from pinochle_solver.bulk.jobs import Answers, Job
from pinochle_solver.bulk.parquet import unpublished
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.openings.table.analyzed import tried_hand
from pinochle_solver.openings.table.classes import class_of, sum_of
from pinochle_solver.openings.table.tallies import TriedBid, TriedHand
from pinochle_solver.table.auction import may_bid
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.rules import TableRules

_BID = pa.struct(
    [
        ("bid", pa.int32()),
        ("made", pa.float64()),
        ("paid", pa.float64()),
        ("given_up", pa.float64()),
    ]
)
_LEAD = pa.struct([("card", pa.string()), ("points", pa.float64())])
TRIED_HANDS = pa.schema(
    [
        ("deal", pa.int64()),
        ("class", pa.string()),
        ("bids", pa.list_(_BID)),
        ("passed", pa.float64()),
        ("melds", pa.float64()),
        ("trump", pa.string()),
        ("led", pa.string()),
        ("makes", pa.float64()),
        ("tried", pa.list_(_LEAD)),
    ]
)
"""The columns: the number of a deal, the class of the hand that calls first, and `TriedHand`."""


@dataclass(frozen=True, kw_only=True)
class TriedHandsJob(Job):
    """Tries the hands that call first; the rows are the numbers of their deals.

    Attributes:
        rules: a game with an auction.
        worlds: in how many deals of the other cards each is tried.
        seed: of the deals.
    """

    command: ClassVar[str] = "openings"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 50

    rules: TableRules
    worlds: int
    seed: int = 1

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return "tried-hands"

    @property
    def schema(self) -> pa.Schema:
        """As `Job.schema`."""
        return TRIED_HANDS

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {"rules": self.rules.name, "worlds": self.worlds, "seed": self.seed}

    @property
    def own(self) -> tuple[AnyRulebook, ...]:
        """As `Job.own`."""
        return unpublished(dict.fromkeys((*self.rulebooks, self.rules)))

    def answer(self, table: pa.Table, first: int) -> Answers:
        """The hands of the deals of some rows."""
        rows = [self._row(deal) for deal in table["row"].to_pylist()]
        return Answers(pa.Table.from_pylist(rows, TRIED_HANDS), [])

    def _row(self, number: int) -> dict[str, Any]:
        deal = random_deal(number, self.seed, self.rules)
        turn = begun(deal).turn
        assert turn is not None
        best = sum_of(self.rules, deal.hands[turn])
        tried = tried_hand(deal, best.trump, self.worlds, self.seed + number)
        return {
            **asdict(tried),
            "deal": number,
            "class": class_of(self.rules, best).text(),
            "bids": [each._asdict() for each in tried.bids],
            "tried": [{"card": card, "points": more} for card, more in tried.tried.items()],
        }


def class_dealt(rules: TableRules, number: int, seed: int) -> str | None:
    """The class of the hand that calls first in a deal; None if it may not bid."""
    hand = begun(random_deal(number, seed, rules))
    assert hand.turn is not None
    assert hand.auction is not None
    own = hand.hands[hand.turn]
    return class_of(rules, sum_of(rules, own)).text() if may_bid(hand.auction, own) else None


def tried_hands(table: pa.Table) -> Iterator[tuple[str, TriedHand]]:
    """The class of each hand of the rows of an output, and what was tried with it."""
    for row in table.to_pylist():
        yield (
            row["class"],
            TriedHand(
                tuple(TriedBid(**each) for each in row["bids"]),
                row["passed"],
                row["melds"],
                row["trump"],
                row["led"],
                row["makes"],
                {each["card"]: each["points"] for each in row["tried"]},
            ),
        )
