"""What is known of a class of opening hands, beside the engine's word about one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openings.classes import OpeningClass, class_of
from pinochle_solver.openings.tables import OpeningTable
from pinochle_solver.openings.tallies import ClassTally, PlayedOpening, tallied
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.analysis import Analysis


@dataclass(frozen=True, slots=True)
class OpeningSource:
    """Hands of a class from one source.

    Attributes:
        name: who played them, or the files.
        deals: how many deals the source has, of all classes.
        tally: the hands of the class; None if there is none.
    """

    name: str
    deals: int
    tally: ClassTally | None

    @classmethod
    def of_table(cls, table: OpeningTable, kind: OpeningClass) -> OpeningSource:
        """The hands of a published table."""
        return cls(table.players, table.deals, table.classes.get(kind.text()))

    @classmethod
    def of_played(
        cls, name: str, deals: int, played: Iterable[PlayedOpening], kind: OpeningClass
    ) -> OpeningSource:
        """The hands of records."""
        return cls(name, deals, tallied(played).get(kind.text()))


@dataclass(frozen=True, slots=True)
class OpeningReport:
    """A class of opening hands, and what is known of it.

    Attributes:
        rules: the rulebook.
        hand, upcard: the hand that was asked about, and the upcard.
        kind: its class.
        sources: where hands of this class were counted.
        analysis: the engine's word about the lead; None for the dealer, or if none was asked for.
    """

    rules: Rulebook
    hand: Hand
    upcard: Card
    kind: OpeningClass
    sources: tuple[OpeningSource, ...]
    analysis: Analysis | None


def opening_position(rules: Rulebook, hand: Hand, upcard: Card) -> StockPosition:
    """The first decision of a hand, as its leader sees it.

    Raises:
        IllegalPositionError: (``south``, ``upcard``) if no such hand is dealt.
    """
    tokens = {"rules": rules.name, "upcard": upcard.text(), "turn": "south", "south": hand.text()}
    return StockPosition.from_tokens({**tokens, "dealer": "north"}, (rules,))


def kind_of(rules: Rulebook, hand: Hand, upcard: Card, *, leads: bool) -> OpeningClass:
    """The class of a hand; raises the errors of `opening_position`."""
    opening_position(rules, hand, upcard)
    return class_of(rules, upcard.suit, hand, leads=leads)
