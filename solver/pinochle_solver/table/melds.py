"""Melds laid from the hand all at once (RULES-TABLE.md, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pinochle_solver.rules.cards import Card


class MeldClass(Enum):
    """A card serves in one meld of each class."""

    SUIT = "suit"
    AROUND = "around"
    PINOCHLE = "pinochle"
    DIX = "dix"


@dataclass(frozen=True, slots=True)
class TableMeldKind:
    """A kind of meld: its name, its points and its class."""

    name: str
    points: int
    meld_class: MeldClass


TABLE_MELD_KINDS = {
    name: TableMeldKind(name, points, meld_class)
    for name, points, meld_class in (
        ("run", 150, MeldClass.SUIT),
        ("royal-marriage", 40, MeldClass.SUIT),
        ("marriage", 20, MeldClass.SUIT),
        ("aces", 100, MeldClass.AROUND),
        ("kings", 80, MeldClass.AROUND),
        ("queens", 60, MeldClass.AROUND),
        ("jacks", 40, MeldClass.AROUND),
        ("pinochle", 40, MeldClass.PINOCHLE),
        ("dix", 10, MeldClass.DIX),
    )
}
"""The kinds in the order in which a list names them."""


@dataclass(frozen=True, slots=True, repr=False)
class TableMeld:
    """A meld that is laid.

    Attributes:
        kind: one of `TABLE_MELD_KINDS`.
        cards: its cards in canonical order; none: the dix of an exchange.
    """

    kind: TableMeldKind
    cards: tuple[Card, ...]

    def text(self) -> str:
        """``marriage:KH.QH``; ``dix`` alone is an exchange."""
        return ":".join(filter(None, (self.kind.name, ".".join(map(Card.text, self.cards)))))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<TableMeld {self.text()}>"


def melds_text(melds: tuple[TableMeld, ...]) -> str:
    """A list of melds in the order given, joined by ``+``; ``none`` for no meld."""
    return "+".join(meld.text() for meld in melds) or "none"
