"""A hand record of a table game played through: its moments, what is wrong, its result."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pinochle_solver.game.findings import AnyFinding
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.irregularities import NO_FAULTS, StockFaults, result_after
from pinochle_solver.table.moves import TableMove
from pinochle_solver.table.scoring import HandFacts, HandResult
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, StockMove
from pinochle_solver.table.views import AnyHand


@dataclass(frozen=True, slots=True)
class TableFinding(AnyFinding[Seat]):
    """Something wrong in a hand of a game for three or four.

    Attributes: as of `Finding`; the kind is the word of an `Irregularity`.
    """

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", Irregularity(self.kind).value)

    def __str__(self) -> str:
        place = f"trick {self.trick}" if self.trick else "before the first trick"
        whose = "" if self.seat is None else f"{self.seat.text()}, "
        ruling = f"; {self.ruling}" if self.ruling else ""
        return f"{place}: {whose}{self.what}: {self.fact}{ruling}"


@dataclass(frozen=True, slots=True)
class TableMoment:
    """A decision of a hand that was recorded.

    Attributes:
        hand: the hand before it.
        move: what was decided; None: the record ends here.
    """

    hand: AnyHand
    move: TableMove | StockMove | None

    @property
    def trick(self) -> int:
        """The number of the trick; for a show that of the trick before; 0 before the first lead."""
        return len(self.hand.tricks) + (self.hand.act is Act.PLAY)

    @property
    def seat(self) -> Seat:
        """Who decides."""
        assert self.hand.turn is not None
        return self.hand.turn


@dataclass(frozen=True, slots=True)
class Stop:
    """An irregularity that ends a hand.

    Attributes:
        facts: the hand so far.
        irregularity: what happened.
        offender: whose fault it was.
    """

    facts: HandFacts
    irregularity: Irregularity
    offender: Seat

    def result(self, kitty: int) -> HandResult | None:
        """The result of the hand; None: the hand goes on after all."""
        return result_after(self.facts, self.irregularity, self.offender, kitty)


@dataclass(frozen=True, slots=True, repr=False)
class TableReplay:
    """A record played through.

    Attributes:
        record: the record.
        hand: the hand as far as it is legal; None if even the deal is impossible.
        moments: its decisions in order, without moves that need no decision.
        findings: what is wrong.
        stop: the irregularity that ended the hand; None: none did.
        faults: what went wrong in a hand with a stock.
    """

    record: TableRecord
    hand: AnyHand | None
    moments: tuple[TableMoment, ...]
    findings: tuple[TableFinding, ...]
    stop: Stop | None = None
    faults: StockFaults = NO_FAULTS

    @property
    def is_complete(self) -> bool:
        """Whether the hand is over."""
        if isinstance(self.hand, StockHand):
            return self.faults.result(self.hand) is not None
        return self.stop is not None or (self.hand is not None and self.hand.act is Act.OVER)

    @property
    def is_unscored(self) -> bool:
        """Whether all cards are played, and no rule says what the hand is worth."""
        return self.hand is not None and self.hand.act is Act.OVER and not self.is_complete

    @property
    def result(self) -> HandResult | None:
        """The result of the hand, with the kitty of its record; None: not over, or not scored."""
        return self.result_with(self.record.kitty or 0)

    def result_with(self, kitty: int) -> HandResult | None:
        """The result of the hand with this much in the kitty before it; None: it is not over."""
        if self.stop is not None:
            return self.stop.result(kitty)
        if isinstance(self.hand, StockHand):
            return self.faults.result(self.hand)
        return None if self.hand is None or not self.is_complete else self.hand.result(kitty)

    @property
    def bidding_hand(self) -> TableHand | None:
        """The hand in a game without a stock; None in other games, and without a sound deal."""
        return self.hand if isinstance(self.hand, TableHand) else None

    @property
    def stock_hand(self) -> StockHand | None:
        """The hand in a game with a stock; None in other games, and without a sound deal."""
        return self.hand if isinstance(self.hand, StockHand) else None

    def position(self, moment: TableMoment, view: Seat | None) -> TablePosition:
        """The position at one of its moments, as a seat sees it; None for all cards."""
        record = self.record
        position = position_of(
            moment.hand, view, score=record.score, checks=record.checks, kitty=record.kitty
        )
        return replace(position, names=record.told_apart)

    def __repr__(self) -> str:
        tricks = 0 if self.hand is None else len(self.hand.tricks)
        over = "" if self.is_complete else ", unfinished"
        wrong = f", {len(self.findings)} wrong" if self.findings else ""
        name = self.record.rules.name
        return f"<TableReplay {name}: {counted(tricks, 'trick')}{over}{wrong}>"


@dataclass(frozen=True, slots=True)
class RecordedTablePosition:
    """A position taken out of a record.

    Attributes:
        position: the position.
    """

    position: TablePosition
