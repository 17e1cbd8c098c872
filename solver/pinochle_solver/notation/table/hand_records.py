"""Hand records of the table games (``.pnr``) as values: what a record says, how it is written.

Whether what a record says is possible is checked by ``replaying``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.players import shown_name
from pinochle_solver.notation.seating import player_tag
from pinochle_solver.notation.table.field_readers import numbers_text
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.claims import AnyRecordedCall
from pinochle_solver.table.melds import TableMelds, melds_text
from pinochle_solver.table.moves import Call
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rulebooks import TableRules, usual_rules
from pinochle_solver.table.seats import Seat


def melds_tag(seat: Seat) -> str:
    """The tag under which a seat's melds stand: ``MeldsSouth``."""
    return f"Melds{seat.text().capitalize()}"


TABLE_TAGS = (
    "Rules",
    "Options",
    "Count",
    "Target",
    *map(player_tag, Seat),
    "Dealer",
    "Out",
    "View",
    *(seat.text().capitalize() for seat in Seat),
    "Widow",
    "Upcard",
    "Stock",
    "Score",
    "Checks",
    "Kitty",
    "Pays",
    "Agreed",
    "CallOut",
    "Bids",
    "Exchange",
    "Trump",
    "Buried",
    *map(melds_tag, Seat),
    "Result",
)
_WIDTH = 100


class StatedResult(Enum):
    """How a hand ends before its cards end it; the value is the word in the tag ``Result``.

    The bidder has conceded, or the defenders have, and the contract is made.
    """

    CONCEDED = "conceded"
    MADE = "made"


@dataclass(frozen=True, slots=True)
class Note:
    """A note in braces inside a trick, or among the calls.

    Attributes:
        after: how many cards of the trick, or how many calls, stand before it.
        words: the words in the braces.
    """

    after: int
    words: tuple[str, ...]

    def text(self) -> str:
        """``{renege west}``."""
        return f"{{{' '.join(self.words)}}}"


@dataclass(frozen=True, slots=True, repr=False)
class TableTrick:
    """A trick as it is written; the entry before the first lead has the number 0 and no cards.

    Attributes:
        number: its number, from 1.
        plays: the texts of the cards, the leader's first.
        notes: what stands in braces, in order.
    """

    number: int
    plays: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    def words(self) -> Iterator[str]:
        """Number, cards and braces in their order."""
        if self.number:
            yield f"{self.number}."
        for place in range(len(self.plays) + 1):
            yield from (note.text() for note in self.notes if note.after == place)
            yield from self.plays[place : place + 1]

    def text(self) -> str:
        """``1. AD {renege west} 9H 9D``."""
        return " ".join(self.words())

    def __repr__(self) -> str:
        return f"<TableTrick {self.text()}>"


@dataclass(frozen=True, slots=True)
class RecordedTableCall(AnyRecordedCall[Seat]):
    """A claim in a record of a game for three or four. Attributes: as of `AnyRecordedCall`."""

    _seats = Seat


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableRecord:
    """One hand of a game for three or four as it was written down.

    Attributes:
        rules: the game with its options, its count and its target.
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

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play, clockwise from south."""
        return self.rules.players(self.dealer)

    def name(self, seat: Seat) -> str:
        """The player's name, or else the seat's."""
        return shown_name(self.names.get(seat), seat.text())

    def text(self) -> str:
        """The record: its tags and then its tricks, in lines of at most 100 characters."""
        written = [(tag, text) for tag, text in self._tags().items() if text is not None]
        lines = [f'[{tag} "{text}"]' for tag, text in (*written, *self.other_tags)]
        tricks = [trick.text() for trick in (self.opening, *self.tricks)]
        if any(tricks):
            lines += ["", *_wrapped(filter(None, tricks))]
        return "\n".join(lines) + "\n"

    def _tags(self) -> dict[str, str | None]:
        rules, usual = self.rules, usual_rules(self.rules)
        return {
            "Rules": rules.name,
            "Options": ",".join(rules.options) or None,
            "Count": rules.count.name if rules.count != usual.count else None,
            "Target": str(rules.target) if rules.target != usual.target else None,
            **{player_tag(seat): name for seat, name in self.names.items()},
            "Dealer": self.dealer.text(),
            "Out": self.dealer.text() if rules.out_dealer else None,
            "View": None if self.view is None else self.view.text(),
            **{seat.text().capitalize(): hand.text() for seat, hand in self.hands.items()},
            "Widow": None if self.widow is None else self.widow.text(),
            "Upcard": None if self.upcard is None else self.upcard.text(),
            "Stock": None if self.stock is None else " ".join(map(Card.text, self.stock)),
            "Score": None if self.score is None else numbers_text(self.score),
            "Checks": None if self.checks is None else numbers_text(self.checks),
            "Kitty": None if self.kitty is None else str(self.kitty),
            "Pays": None if self.pays is None else self.pays.value,
            "Agreed": ", ".join(self.agreed.words) or None,
            "CallOut": " ".join(call.text() for call in self.call_outs) or None,
            "Bids": self._calls_text() or None,
            "Exchange": None if self.exchange is None else self.exchange.text(),
            "Trump": None if self.trump is None else self.trump.letter,
            "Buried": self.buried.text() if self.buried else None,
            **{
                melds_tag(seat): "all" if laid is None else melds_text(laid)
                for seat, laid in self.melds.items()
                if laid != ()
            },
            "Result": None if self.result is None else self.result.value,
        }

    def _calls_text(self) -> str:
        """The calls, with what stands in braces among them."""
        words: list[str] = []
        for place in range(len(self.calls or ()) + 1):
            words += [note.text() for note in self.call_notes if note.after == place]
            words += [call.text() for call in (self.calls or ())[place : place + 1]]
        return " ".join(words)

    def __repr__(self) -> str:
        view = "" if self.view is None else f" seen by {self.view.text()}"
        tricks = counted(len(self.tricks), "trick")
        return f"<TableRecord {self.rules.name}, line {self.line}{view}: {tricks}>"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Lines of words; no word is broken."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    yield line
