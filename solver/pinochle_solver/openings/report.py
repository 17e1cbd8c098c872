"""What is known of a class of opening hands, beside the engine's word about one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from pinochle_solver.intervals import SURE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openings.classes import MELD_WORDS, OpeningClass, class_of
from pinochle_solver.openings.tables import OpeningTable
from pinochle_solver.openings.tallies import ClassTally, PlayedOpening
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.analysis import Analysis


@dataclass(frozen=True, slots=True)
class OpeningSource:
    """Hands of a class from one source.

    Attributes:
        name: who played them, or the files.
        played: how many deals were played; in each of them every seat has a hand.
        tally: the hands of the class; None if there is none.
    """

    name: str
    played: int
    tally: ClassTally | None

    @classmethod
    def of_table(cls, table: OpeningTable[ClassTally], kind: str) -> OpeningSource:
        """The hands of a published table.

        Args:
            table: the table.
            kind: the name of the class.
        """
        return cls(table.players, table.deals, table.classes.get(kind))

    @classmethod
    def of_played(cls, name: str, number: int, played: Iterable[PlayedOpening]) -> OpeningSource:
        """The hands of the class in so many records."""
        tally = ClassTally()
        for each in played:
            tally.add(each)
        return cls(name, number, tally if tally.all.hands else None)


class EngineWord(NamedTuple):
    """The engine's word about a move of the hand itself.

    Attributes:
        verb: ``leads`` or ``lays``.
        move: the move as it is written.
        mean, mean_se: the expected margin, and its standard error.
        win, win_se: the chance to win the hand, and its standard error; None if it is not known.
    """

    verb: str
    move: str
    mean: float
    mean_se: float
    win: float | None
    win_se: float | None


class ClassReport(ABC):
    """A class of opening hands, and what is known of it, in any game with a turned-up trump.

    Attributes:
        hand, upcard: the hand that was asked about, and the card turned up.
        sources: where hands of its class were counted.
    """

    __slots__ = ()

    hand: Hand
    upcard: Card
    sources: tuple[OpeningSource, ...]

    @property
    @abstractmethod
    def facts(self) -> list[str]:
        """What the class is, in words, the rulebook first."""

    @property
    @abstractmethod
    def words(self) -> list[EngineWord]:
        """What the engine says of moves of the hand, the best first."""

    @property
    @abstractmethod
    def worlds(self) -> int:
        """In how many worlds the engine was asked; 0: it was not."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the columns mean."""
        return (
            "hands: of this class, each seat's counted as one",
            "share: of the hands; of a lead, of the hands that lead",
            "mean: points minus the others' on average; wins: the chance to win the hand",
            "trick: after which it is first laid, on average",
        )

    @property
    def contradiction(self) -> str | None:
        """Why the first source says something else of the class than the engine of this hand.

        None if chance explains the difference.
        """
        tally = self.sources[0].tally if self.sources else None
        if tally is None or not self.words or tally.all.hands < 2:
            return None
        best = self.words[0]
        ahead = tally.all.mean - best.mean
        if abs(ahead) <= SURE * hypot(tally.all.mean_se, best.mean_se):
            return None
        said = f"{abs(ahead):.0f} points {'more' if ahead > 0 else 'less'} than the engine expects"
        apart = f"hands of one class end some {tally.all.spread:.0f} points from their mean"
        return (
            f"The mean of the class is {said} of this hand: {apart}, and others played them. For "
            "this hand the engine's word counts."
        )


@dataclass(frozen=True, slots=True)
class OpeningReport(ClassReport):
    """A class of opening hands of two.

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
    def facts(self) -> list[str]:
        """As `ClassReport.facts`."""
        kind = self.kind
        role = "leads" if kind.leads else "deals"
        about = f"{kind.trumps} trumps", f"{kind.aces} aces", MELD_WORDS[kind.meld]
        return [self.rules.name, role, *about]

    @property
    def words(self) -> list[EngineWord]:
        """As `ClassReport.words`."""
        return [
            EngineWord("leads", each.move.text(), each.mean, each.mean_se, each.win, each.win_se)
            for each in (() if self.analysis is None else self.analysis.moves)
        ]

    @property
    def worlds(self) -> int:
        """As `ClassReport.worlds`."""
        return 0 if self.analysis is None else self.analysis.worlds


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
