"""A decision at a table of three or four: what the seat saw, what it did, and what was best."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.table.losses import TableLoss
from pinochle_solver.reviews.table.unlaid import Unlaid
from pinochle_solver.table.acts import Act
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove


class TableKind(Enum):
    """The kind of a decision; the value is its name."""

    CALL = "call"
    BURIAL = "burial"
    MELD = "meld"
    LEAD = "lead"
    FOLLOW = "later card"

    def plural_in(self, rules: TableRules) -> str:
        """``calls``, ``burials`` (``trumps`` without a widow), ``melds``, ``leads``, ..."""
        return "trumps" if self is TableKind.BURIAL and not rules.widow else f"{self.value}s"

    @classmethod
    def of(cls, position: TablePosition) -> TableKind:
        """The kind of the decision in a position; to concede is an answer to a burial."""
        if position.act is Act.PLAY:
            return cls.FOLLOW if position.led else cls.LEAD
        return _KINDS[position.act]


_KINDS = {
    Act.BID: TableKind.CALL,
    Act.BURY: TableKind.BURIAL,
    Act.DIX: TableKind.MELD,
    Act.MELD: TableKind.MELD,
}
_WHEN = {Act.BID: "call", Act.BURY: "bury", Act.DIX: "dix", Act.MELD: "meld"}


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDecision:
    """A decision that was reviewed.

    Attributes:
        number: its place among the moments of the replay, from 0.
        trick: the number of the trick; 0 before the first lead.
        position: what the seat saw.
        played: what it did.
        best: what a search called best.
        loss: what was lost. The best was chosen in other worlds than those in which the loss was
            measured, so that losses are right on average. None: the decision is not judged, because
            no value is known of what was done.
        expected: what the hand was worth to the seat with the best move, in the currency of the
            game; None: it is not known.
        win: the chance that the search gives the best move, as in `MoveChance.win`; None in the
            auction.
        values: all moves that were tried, by the search that chose the best.
        objective: the currency, as in `ChanceAnalysis`.
        worlds: in how many worlds the best was chosen; 0 if no card was hidden.
        unlaid: the melds that were not laid; None: all were, or it was no laying.
    """

    number: int
    trick: int
    position: TablePosition
    played: AnyMove
    best: AnyMove
    loss: TableLoss | None
    expected: Estimate | None
    win: Estimate | None
    values: tuple[MoveChance, ...]
    objective: str
    worlds: int
    unlaid: Unlaid | None = None

    @property
    def seat(self) -> Seat:
        """Who decided."""
        return self.position.turn

    @property
    def kind(self) -> TableKind:
        """The kind of the decision."""
        return TableKind.of(self.position)

    @property
    def when(self) -> str:
        """``call``, ``bury`` (``trump`` without a widow), ``dix``, ``meld``, or its trick."""
        if self.kind is TableKind.BURIAL and not self.position.rules.widow:
            return "trump"
        return _WHEN.get(self.position.act, str(self.trick))

    @property
    def mark(self) -> Mark | None:
        """The mark that the decision gets, if any."""
        return None if self.loss is None else self.loss.mark

    @property
    def share(self) -> float:
        """The share of the stake that was lost; 0 if the decision is not judged."""
        return 0.0 if self.loss is None else self.loss.amount.mean / self.loss.stake

    @property
    def is_best(self) -> bool:
        """Whether what was done is what the search called best, or did as well in all worlds."""
        if self.loss is None:
            return False
        return self.played == self.best or not self.loss.amount.mean

    @property
    def is_close(self) -> bool:
        """Whether it was not the best, but not surely worse."""
        return self.loss is not None and not (self.is_best or self.loss.is_significant)
