"""What is found about a hand whose other cards are hidden: values, not yet words.

All are averages of what open cards come to, *as if all cards were seen from then on*. Nobody
at the table plays so well: against defenders who see as little as he does a bidder may do better
or worse, and what hides cards, or tells them, is worth nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.moves import TableMove
from pinochle_solver.table_notation.positions import TablePosition

POINTS, MONEY = "points", "money"
# Moves in what a notebook shows of an analysis.
_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveChance:
    """One move of the seat to decide.

    Attributes:
        move: the move.
        mean: its unit's points less the others' at the end of the hand, of several the average;
            for stakes its money. None: it is not known, as of a pass.
        win: the chance that the contract is made, for a seat of the other side that it is set;
            without a contract that its unit has the most points. None in the auction.
        behind: how far the mean is below that of the best move, from the same deals.
        is_level: whether it came to as much as the best move in every deal.
        chance: of a bid: that this contract can be made.
        melds, buried: of a burial what its side lays, the partner's most on average, and what is
            buried.
        cards: what its side still wins, on average; None for a burial for stakes, of which only
            is asked whether the contract is made, and for calls.
        worlds: in how many deals it was tried.
    """

    move: TableMove
    mean: Estimate | None
    win: Estimate | None = None
    behind: Estimate | None = None
    is_level: bool = False
    chance: Estimate | None = None
    melds: float | None = None
    buried: int | None = None
    cards: Estimate | None = None
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChanceAnalysis:
    """What is found about a position.

    Attributes:
        position: the position.
        moves: the best first; in the auction as bids rise, the pass last; none if the search was
            stopped in its first deal.
        objective: what the means count, `POINTS` or `MONEY`.
        worlds: how many deals were tried.
        seed: for these.
        seconds: the time it took.
        exact: whether no card was hidden.
        finished: whether at least one deal was finished, and nobody has stopped the search.
    """

    position: TablePosition
    moves: tuple[MoveChance, ...]
    objective: str
    worlds: int
    seed: int
    seconds: float
    exact: bool
    finished: bool

    def tells_errors(self, move: MoveChance) -> bool:
        """Whether the errors of a move are known: one deal of many tells none."""
        return self.exact or move.worlds > 1

    def __repr__(self) -> str:
        told = [
            str(move.move) if move.mean is None else f"{move.move} {move.mean.mean:.1f}"
            for move in self.moves[:_SHOWN]
        ]
        more = len(self.moves) - len(told)
        if more:
            told.append(f"and {more} more")
        deals = counted(self.worlds, "deal")
        return f"<ChanceAnalysis {', '.join(told) or 'no move'}; {deals}; {self.position.text()}>"
