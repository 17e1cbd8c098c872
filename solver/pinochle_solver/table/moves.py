"""Moves of the games without a stock, and their text (NOTATION-TABLE.md, Moves)."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.table.melds import TableMeld, melds_text


@dataclass(frozen=True, slots=True)
class Call:
    """A bid, or a pass.

    Attributes:
        bid: the points bid; None: a pass.
    """

    bid: int | None

    def text(self) -> str:
        """``250`` or ``p``."""
        return "p" if self.bid is None else str(self.bid)

    def __str__(self) -> str:
        return self.text()


PASS = Call(None)


@dataclass(frozen=True, slots=True)
class Bury:
    """The bidder's decision: trump, the cards buried, the melds laid.

    Attributes:
        trump: the suit named.
        cards: the burial; empty in games without a widow.
        melds: what is laid, in list order; None: all that the kept cards can meld.
    """

    trump: Suit
    cards: Hand = NO_CARDS
    melds: tuple[TableMeld, ...] | None = None

    def text(self) -> str:
        """``D:TC.JH.9C``, ``D:TC.JH.9C/none``, ``D`` or ``D/run:AD.TD.KD.QD.JD+dix:9D``."""
        burial = ":" + ".".join(card.text() for card in self.cards) if len(self.cards) else ""
        laid = "" if self.melds is None else "/" + melds_text(self.melds)
        return f"{self.trump.letter}{burial}{laid}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Concede:
    """The bidder gives up the hand before it is played (`auction`)."""

    def text(self) -> str:
        """``concede``."""
        return "concede"

    def __str__(self) -> str:
        return self.text()


CONCEDE = Concede()


@dataclass(frozen=True, slots=True)
class Lay:
    """What another seat lays.

    Attributes:
        melds: the melds in list order; None: all that its hand can meld.
    """

    melds: tuple[TableMeld, ...] | None = None

    def text(self) -> str:
        """``all``, ``none`` or ``marriage:KH.QH+dix:9S``."""
        return "all" if self.melds is None else melds_text(self.melds)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Dix:
    """Whether a seat exchanges or shows its dix when asked for it.

    Attributes:
        shown: whether the seat does so.
    """

    shown: bool

    def text(self) -> str:
        """``dix`` or ``pass``."""
        return "dix" if self.shown else "pass"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card played to a trick.

    Attributes:
        card: the card.
    """

    card: Card

    def text(self) -> str:
        """``QS``."""
        return self.card.text()

    def __str__(self) -> str:
        return self.text()


TableMove = Call | Bury | Concede | Lay | Dix | PlayCard
