"""What to say about the melds of a hand: what can be laid now, and perhaps a plan."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.melding.planner import Plan
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.rules.meld_table import MeldOption
from pinochle_solver.rules.melds import LaidMeld
from pinochle_solver.rules.rules import Rulebook


@dataclass(frozen=True, slots=True)
class BareHand:
    """A hand without a position around it.

    Attributes:
        rules: the rulebook.
        trump: the trump suit.
        cards: all cards held, those on the table included.
        laid: what the seat has laid so far.
    """

    rules: Rulebook
    trump: Suit
    cards: Hand
    laid: tuple[LaidMeld, ...] = ()


@dataclass(frozen=True, slots=True)
class MeldReport:
    """The melds of a hand.

    Attributes:
        of: the hand, or the position in which the seat to decide holds it.
        options: what can be shown now, the most points first.
        plan: the best order for some turns; None if that was not asked for.
    """

    of: BareHand | StockPosition
    options: tuple[MeldOption, ...]
    plan: Plan | None = None
