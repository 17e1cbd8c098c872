"""Hand records (``.pnr``): text in the manner of PGN, as values.

A record is tags and numbered tricks; what happened after a trick stands in braces. This module has
the values that a record *says* and writes them; ``record_reading`` reads them. Whether what a
record says is possible is checked by `game.replaying`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.hand_tags import HAND_TAGS
from pinochle_solver.notation.marks import LOOKED, MISDEAL, About, Mark, mark_of
from pinochle_solver.notation.players import NO_PLAYERS, Players
from pinochle_solver.notation.position_fields import (
    NO_SCORE,
)
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.moves import Doubling
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, resolve_rulebook
from pinochle_solver.rules.rules import CallOutRule, Doubles, Pays, Points, Rulebook, Seat

UNSEEN = "?"
"""The card of a draw, in the record of one seat, that this seat has not seen."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """Something that happened after a trick.

    Attributes:
        seat: who did it; None where it is not written (`HandRecord.seat_of` then tells).
        text: what was shown (``dix+marriage:KH.QH``), ``pass``, ``+`` and the card drawn, a
            mark (`Mark`).
        credit: the points claimed for it, if they are not the right ones; else None.
    """

    seat: Seat | None
    text: str
    credit: int | None = None

    @property
    def drawn(self) -> str | None:
        """The text of the card drawn, ``?`` for one not seen; None if this is not a draw."""
        return self.text[1:] if self.text.startswith("+") else None

    @property
    def mark(self) -> Mark | None:
        """The mark that it is, None if it is none."""
        return mark_of(self.text)

    @property
    def note(self) -> Mark | None:
        """The mark if it is about the stock, None if this is not such a mark."""
        mark = self.mark
        return mark if mark is not None and mark.about is About.STOCK else None

    @property
    def tells_draw(self) -> bool:
        """Whether it says that a draw was made or missed, so that all shows came before it."""
        mark = self.mark
        return self.drawn is not None or (mark is not None and mark.is_draw)

    @property
    def said(self) -> Doubling | None:
        """What it says about a double, None if it says nothing about one."""
        mark = self.mark
        return mark.says if mark is not None and isinstance(mark.says, Doubling) else None

    @property
    def is_looking(self) -> bool:
        """Whether it says that a seat has looked through its tricks."""
        return self.mark is LOOKED

    @property
    def is_misdeal(self) -> bool:
        """Whether it says that the hand is void."""
        return self.mark is MISDEAL

    @property
    def is_shown(self) -> bool:
        """Whether it is something that a seat showed, or a pass."""
        return self.drawn is None and self.mark is None

    def written(self) -> str:
        """The text between the braces."""
        seat = "" if self.seat is None else f"{self.seat.text()[0].upper()}:"
        return f"{seat}{self.text}" + ("" if self.credit is None else f"={self.credit}")


@dataclass(frozen=True, slots=True, repr=False)
class RecordedTrick:
    """A trick as it is written in a record.

    Attributes:
        number: its number, from 1.
        plays: the texts of one or two plays, the leader's first.
        events: what happened after it, in order.
    """

    number: int
    plays: tuple[str, ...]
    events: tuple[RecordedEvent, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played, wherever they came from; `NotationError` for an invalid play."""
        return tuple(Card.parse(play.partition("@")[0]) for play in self.plays)

    def text(self) -> str:
        """``1. 9C JC {dix+marriage:KH.QH}``."""
        events = f" {_braced(self.events)}" if self.events else ""
        return f"{self.number}. {' '.join(self.plays)}{events}"

    def __repr__(self) -> str:
        return f"<RecordedTrick {self.text()}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HandRecord:
    """One hand as it was written down.

    Attributes:
        rules: the rulebook; to make a record, the name of a published one will do.
        count: what cards count.
        target: the points that end the game.
        dealer: who dealt.
        view: the seat that wrote the record and knew only its own cards; None for a whole record.
        upcard: the face-up card.
        south, north: the dealt hands; None for a hand that is not known.
        stock: the face-down cards, the next to be drawn first; where each seat has a pile of its
            own they are the row of `Piles`. None if they are not known.
        cut: how many cards the dealer lifted to deal, where that scores; else None.
        ahead: how many points ahead a seat must be to win the game; None where the target ends it.
        agreed: what else is agreed on about the game.
        doubles: after which tricks doubles may be offered; None in a hand without doubles.
        score: the game score before the hand.
        players: the names of the players.
        other_tags: names and values of tags that mean nothing here, such as ``Date``, in order.
        pays: what the loser of the game pays; None if the record does not say.
        call_outs: the claims to have reached the target, in order.
        opening: what was shown before the first lead.
        tricks: what was played.
        unread: what cannot be read in the text after `tricks`, or None.
        line: the line of its file on which it begins, from 1.
        comments: the comments in and behind its text, in order, without their ``;``.
    """

    rules: Rulebook = DEFAULT_RULEBOOK
    count: CardCount
    target: int
    dealer: Seat
    view: Seat | None = None
    upcard: Card
    south: Hand | None = None
    north: Hand | None = None
    stock: tuple[Card, ...] | None = None
    cut: int | None = None
    score: Points = NO_SCORE
    ahead: int | None = None
    agreed: Agreed = Agreed.NOTHING
    doubles: Doubles | None = None
    players: Players = NO_PLAYERS
    other_tags: tuple[tuple[str, str], ...] = ()
    pays: Pays | None = None
    call_outs: tuple[RecordedCall, ...] = ()
    opening: tuple[RecordedEvent, ...] = ()
    tricks: tuple[RecordedTrick, ...] = ()
    unread: PositionError | None = field(default=None, compare=False)
    line: int = field(default=1, compare=False)
    comments: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        resolve_rulebook(self)

    def hand(self, seat: Seat) -> Hand | None:
        """The cards dealt to `seat`, None if they are not known."""
        return self.south if seat is Seat.SOUTH else self.north

    @property
    def agreed_or_used(self) -> Agreed:
        """The terms agreed on; call-outs also if a seat has called out without them."""
        has_calls = bool(self.call_outs) and self.rules.game.call_out is not CallOutRule.NONE
        return self.agreed | Agreed.CALL_OUT if has_calls else self.agreed

    @property
    def before_first_lead(self) -> RecordedTrick:
        """The melds before the first lead, as if after a trick 0."""
        return RecordedTrick(0, (), self.opening)

    def before_misdeal(self) -> tuple[HandRecord, RecordedEvent | None]:
        """The record up to the word that the hand is void, and that word; None if it has none."""
        last = self.tricks[-1] if self.tricks else self.before_first_lead
        if not last.events or not last.events[-1].is_misdeal:
            return self, None
        *before, misdeal = last.events
        if not self.tricks:
            return replace(self, opening=(*before,)), misdeal
        last = replace(last, events=(*before,))
        return replace(self, tricks=(*self.tricks[:-1], last)), misdeal

    def seat_of(self, event: RecordedEvent, winner: Seat) -> Seat:
        """Who did something after a trick that `winner` took.

        An event without a seat is the winner's, except that a draw in the record of one seat is
        that seat's.
        """
        if event.seat is not None:
            return event.seat
        return winner if self.view is None or event.drawn is None else self.view

    def draws(self, trick: RecordedTrick, seat: Seat, winner: Seat) -> tuple[Card | None, ...]:
        """The draws of `seat` after a trick that `winner` took, as far as they are written.

        None for a card that the seat which wrote the record has not seen.
        """
        return tuple(
            None if event.drawn == UNSEEN else Card.parse(event.drawn)
            for event in trick.events
            if event.drawn is not None and self.seat_of(event, winner) is seat
        )

    def drawn(self, trick: RecordedTrick, seat: Seat, winner: Seat) -> tuple[Card, ...]:
        """The cards that `seat` drew after a trick that `winner` took, as far as they are known."""
        return tuple(card for card in self.draws(trick, seat, winner) if card is not None)

    def text(self) -> str:
        """The record: its tags and then its tricks, in lines of at most 100 characters."""
        opening = [_braced(self.opening)] if self.opening else []
        return HAND_TAGS.text(self, [*opening, *(trick.text() for trick in self.tricks)])

    def __repr__(self) -> str:
        view = "" if self.view is None else f" seen by {self.view.text()}"
        tricks = counted(len(self.tricks), "trick")
        unread = "" if self.unread is None else f", then {self.unread}"
        return f"<HandRecord {self.rules.name}, line {self.line}{view}: {tricks}{unread}>"


def _braced(events: Iterable[RecordedEvent]) -> str:
    return f"{{{' '.join(event.written() for event in events)}}}"
