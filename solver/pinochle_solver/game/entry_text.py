"""What people say at a table, as entries of a notebook and records write it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.game.entered_hand import EnteredHand
from pinochle_solver.game.notebook_entries import (
    NO_DOUBLE,
    NOT_KNOWN,
    EntryKind,
)
from pinochle_solver.notation.hand_records import UNSEEN, RecordedEvent
from pinochle_solver.notation.marks import NO_DRAW
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.melds import dix_card, melds_of
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.rules.show_text import check_says_meld, read_show, says_nothing

_UNKNOWN = (NOT_KNOWN, "unknown", "not known")


class StockWord(NamedTuple):
    """A word about the stock, as records have it.

    Attributes:
        seat: whose it is; None where that is not said.
        text: the word: a `Mark` about it with the card it names, or ``+`` and a card drawn.
    """

    seat: Seat | None
    text: str

    @property
    def is_draw(self) -> bool:
        """Whether a draw was made or missed, so that what is shown before draws came before."""
        return self.text.startswith(("+", NO_DRAW.word))

    @classmethod
    def read(cls, text: str) -> StockWord | None:
        """Read a word about the stock; None for other text. `NotationError` for a wrong card."""
        letter, colon, rest = text.partition(":")
        seat = None
        if colon and letter.upper() in ("S", "N"):
            seat, text = Seat.parse(letter), rest
        if text.startswith("+"):
            card = text[1:].strip()
            return cls(seat, f"+{card if card == UNSEEN else Card.parse(card)}")
        event = RecordedEvent(None, text)
        if event.note is None:
            return None
        _, colon, card = text.partition(":")
        return cls(seat, event.note.word + (f":{Card.parse(card)}" if colon else ""))


def entry_text(hand: EnteredHand, text: str) -> str:
    """What was said, as it is written; raises `IllegalMoveError`, `NotationError`."""
    question = hand.question
    assert question is not None
    if not text:
        raise NotationError(question.kind.value, "nothing was said")
    if question.kind is EntryKind.DRAW:
        if says_nothing(text):
            raise NotationError(text, f"say which card was drawn; {NO_DRAW.word} if none was")
        return Card.parse(text.removeprefix("+")).text()
    if question.kind is EntryKind.CREDIT:
        if text.lower() in _UNKNOWN:
            return NOT_KNOWN
        if says_nothing(text) and 0 in question.credits:
            return "0"
        if text.isdecimal() and int(text) in question.credits:
            return text
        known = " or ".join(map(str, question.credits))
        raise NotationError("points", f"{quoted(text)} is not {known}, nor ? for not known")
    if question.kind is EntryKind.SAY:
        return _said(hand, text)
    if question.kind is EntryKind.PLAY:
        if says_nothing(text):
            raise NotationError(text, "no meld is asked for now; say the card that is played")
        card, at, source = text.partition("@")
        return Card.parse(card.strip()).text() + (f"@{source.strip().lower()}" if at else "")
    if not RecordedEvent(None, text).is_shown:
        raise NotationError("shown", f"{quoted(text)} is no meld")
    trump = hand.record.upcard.suit
    dix = dix_card(hand.record.rules, trump)
    show = read_show(text, _shows(hand), dix)
    if show is None:
        asked = f"what {question.seat.text()} melds"
        check_says_meld(text, (kind.name for kind in hand.record.rules.melds), asked)
        return text
    return show.text()


def _said(hand: EnteredHand, text: str) -> str:
    """What was said to a double: one of the words, or no more of them than tells it apart."""
    moves = [move.text() for move in hand.referee.moves()]
    if says_nothing(text) and NO_DOUBLE in moves:
        return NO_DOUBLE
    meant = [move for move in moves if text and move.startswith(text.lower())]
    if len(meant) != 1:
        known = f"{', '.join(moves[:-1])} or {moves[-1]}"
        raise NotationError("said", f"{quoted(text)} is not {known}")
    return meant[0]


def _shows(hand: EnteredHand) -> Iterator[Show]:
    """What may be meant by what is said to be shown."""
    assert hand.question is not None
    if hand.question.seat is hand.seat:
        yield from (move for move in hand.referee.moves() if isinstance(move, Show))
        return
    yield Show()
    rules = hand.record.rules
    if hand.referee.due is not Act.MELD or not rules.dix_turns:
        yield Show(dix=True)
    if hand.referee.due is not Act.MELD:
        return
    trump = hand.record.upcard.suit
    able = [rules.deck.copies] * CARDS
    position = hand.referee.view(hand.seat) if hand.referee.has_whole_hands else None
    if isinstance(position, StockPosition):
        held = position.hand(hand.question.seat).known.counts
        left = position.copies_left()
        able = [have + more for have, more in zip(held, left, strict=True)]
    upcard = hand.referee.upcard
    for meld in melds_of(rules, trump):
        if _is_within(meld.cards, able):
            yield Show(meld=meld)
        with_upcard = [*able]
        if upcard is not None:
            with_upcard[upcard.index] += 1
        if not rules.shows_dix_alone and _is_within(meld.cards, with_upcard):
            yield Show(True, meld)


def _is_within(cards: Iterable[Card], able: list[int]) -> bool:
    cards = [*cards]
    return all(able[card.index] >= cards.count(card) for card in cards)
