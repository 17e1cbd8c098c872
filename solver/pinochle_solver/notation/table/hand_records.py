"""Hand records of the table games (``.pnr``) as values: what a record says, how it is written.

Whether what a record says is possible is checked by ``replaying``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.players import shown_name
from pinochle_solver.notation.table.hand_tags import TABLE_TAGS
from pinochle_solver.notation.table.record_parts import (
    Note,
    RecordedTableCall,
    StatedResult,
    TableTrick,
)
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rulebooks import resolve_rulebook
from pinochle_solver.table.melds import TableMelds
from pinochle_solver.table.moves import Call
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rulebooks import as_table_rulebook
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableRecord:
    """One hand of a game for three or four as it was written down.

    Attributes:
        rules: the game with its options, its count and its target; to make a record, the name of a
            published rulebook will do.
        dealer: who dealt; an out dealer has no hand.
        view: the seat that wrote the record and knew only its own cards; None for a whole record.
        hands: the dealt cards of each seat, as far as they are known.
        widow: the cards of the widow.
        upcard: the card turned up.
        stock: the face-down cards, the next to be drawn first.
        score: the score before the hand, as positions have it.
        checks, kitty: the checks of both sides, and the kitty, before the hand.
        pays: how the game is settled; None: the record does not say.
        calls: the auction; None if there is none, or if it has not begun.
        call_notes: what stands in braces among the calls.
        exchange: who has exchanged a nine for the upcard.
        trump: what the bidder named.
        buried: what he buried.
        melds: what each seat has laid; None for a seat that laid all it could.
        result: who has given up the hand; None: nobody, or the record does not say.
        opening: what stands before the first trick.
        tricks: what was played.
        names: the names of the players.
        other_tags: names and values of tags that mean nothing here, such as ``Date``, in order.
        unread: what cannot be read in the text after `tricks`, or None.
        line: the line of its file on which it begins, from 1.
        comments: the comments in and behind its text, in order, without their ``;``.
    """

    rules: TableRules
    dealer: Seat
    view: Seat | None = None
    hands: Mapping[Seat, Hand]
    widow: Hand | None = None
    upcard: Card | None = None
    stock: tuple[Card, ...] | None = None
    score: tuple[int, ...] | None = None
    checks: tuple[int, ...] | None = None
    kitty: int | None = None
    pays: TablePays | None = None
    agreed: Agreed = Agreed.NOTHING
    call_outs: tuple[RecordedTableCall, ...] = ()
    calls: tuple[Call, ...] | None = None
    call_notes: tuple[Note, ...] = ()
    exchange: Seat | None = None
    trump: Suit | None = None
    buried: Hand | None = None
    melds: Mapping[Seat, TableMelds | None] = field(default_factory=dict)
    result: StatedResult | None = None
    opening: TableTrick = field(default_factory=lambda: TableTrick(0))
    tricks: tuple[TableTrick, ...] = ()
    names: Mapping[Seat, str] = field(default_factory=dict)
    other_tags: tuple[tuple[str, str], ...] = ()
    unread: PositionError | None = field(default=None, compare=False)
    line: int = field(default=1, compare=False)
    comments: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        resolve_rulebook(self, as_table_rulebook)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play, clockwise from south."""
        return self.rules.players(self.dealer)

    def name(self, seat: Seat) -> str:
        """The player's name, or else the seat's; of a player with several seats both."""
        return shown_name(self.told_apart.get(seat), seat.text())

    def player(self, seat: Seat) -> str:
        """The player's name, or else the seat's; the same for every seat of a player."""
        return shown_name(self.names.get(seat), seat.text())

    @property
    def told_apart(self) -> dict[Seat, str]:
        """The names, with the seat behind that of a player who has several: ``A (west)``."""
        often = Counter(name.casefold() for name in self.names.values())
        return {
            seat: name if often[name.casefold()] == 1 else f"{name} ({seat.text()})"
            for seat, name in self.names.items()
        }

    def text(self) -> str:
        """The record: its tags and then its tricks, in lines of at most 100 characters."""
        return TABLE_TAGS.text(self, (trick.text() for trick in (self.opening, *self.tricks)))

    def __repr__(self) -> str:
        view = "" if self.view is None else f" seen by {self.view.text()}"
        tricks = counted(len(self.tricks), "trick")
        return f"<TableRecord {self.rules.name}, line {self.line}{view}: {tricks}>"
