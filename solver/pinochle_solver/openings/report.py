"""What is known of a class of opening hands, beside the engine's word about one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

from pinochle_solver.intervals import SURE
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
        played: how many hands were played, of all classes; in each of them two are dealt.
        tally: the hands of the class; None if there is none.
    """

    name: str
    played: int
    tally: ClassTally | None

    @classmethod
    def of_table(cls, table: OpeningTable, kind: OpeningClass) -> OpeningSource:
        """The hands of a published table."""
        return cls(table.players, table.deals, table.classes.get(kind.text()))

    @classmethod
    def of_played(
        cls, name: str, number: int, played: Iterable[PlayedOpening], kind: OpeningClass
    ) -> OpeningSource:
        """The hands of so many records."""
        return cls(name, number, tallied(played).get(kind.text()))


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

    @property
    def contradiction(self) -> str | None:
        """Why the first source says something else of the class than the engine of this hand.

        None if chance explains the difference.
        """
        tally = self.sources[0].tally if self.sources else None
        if tally is None or self.analysis is None or tally.all.hands < 2:
            return None
        best = self.analysis.moves[0]
        ahead = tally.all.mean - best.mean
        if abs(ahead) <= SURE * hypot(tally.all.mean_se, best.mean_se):
            return None
        said = f"{abs(ahead):.0f} points {'more' if ahead > 0 else 'less'} than the engine expects"
        apart = f"hands of one class end some {tally.all.spread:.0f} points from their mean"
        return (
            f"The mean of the class is {said} of this hand: {apart}, and others played them. For "
            "this hand the engine's word counts."
        )


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
