"""Hand records (``.pnr``): text in the manner of PGN to values and back.

A record is tags and numbered tricks; what happened after a trick stands in braces. This module
reads and writes what a record *says*; whether that can be, `game.replaying` finds out.
Text that does not read is named with its trick, and what stands before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from io import StringIO
from itertools import takewhile

from pinochle_solver._core.hand_game import beats
from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.players import NO_PLAYERS, Players, parse_player
from pinochle_solver.notation.position_fields import (
    NO_SCORE,
    parse_number,
    parse_points,
    parse_target,
)
from pinochle_solver.notation.tokens import is_unicode, name_parser, read_optional, read_required
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import check_cut
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import COUNTS, DIX, CardCount, Pays, Points, Rulebook, Seat

TAGS = (
    "Rules",
    "Count",
    "Target",
    "Ahead",
    "SouthPlayer",
    "NorthPlayer",
    "Dealer",
    "View",
    "Upcard",
    "South",
    "North",
    "Stock",
    "PileSouth",
    "PileNorth",
    "Dead",
    "Cut",
    "Score",
    "Pays",
)
_PILE_TAGS = ("PileSouth", "PileNorth", "Dead")
_BY_LOWER_CASE = {name.lower(): name for name in TAGS}
_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"([^"]*)"\s*\]')
# A semicolon within quotation marks is none; one mark alone opens nothing.
_BEFORE_COMMENT = re.compile(r'(?:"[^"\n]*"|[^";]|"(?![^"\n]*"))*')
_NUMBER = re.compile(r"([0-9]{1,4})\.")
_WORD = re.compile(r"[{}]|[0-9]+\.|[^\s{}]+")
_PAYS = {pays.value: pays for pays in Pays}
_LETTERS = {"S": Seat.SOUTH, "s": Seat.SOUTH, "N": Seat.NORTH, "n": Seat.NORTH}


class DrawingNote(Enum):
    """What a record may say of its draws, besides the cards (RULES.md, section 7).

    ``OUT_OF_TURN``: the loser of the trick drew before its winner; ``NO_DRAW``: a seat drew no
    card; ``FACE_UP``, with the card: one was found face up in the stock, which was then shuffled.
    """

    OUT_OF_TURN = "out-of-turn"
    NO_DRAW = "no-draw"
    FACE_UP = "face-up"


_DRAWING_NOTES = {note.value: note for note in DrawingNote}


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """Something that happened after a trick.

    Attributes:
        seat: who did it; None where it is not written (`HandRecord.seat_of` tells).
        text: what was shown (``dix+marriage:KH.QH``), ``pass``, ``+`` and the card drawn, or a
            `DrawingNote`.
        credit: the points claimed for it where they are not the right ones, else None.
    """

    seat: Seat | None
    text: str
    credit: int | None = None

    @property
    def drawn(self) -> str | None:
        """The text of the card drawn, None if this is no draw."""
        return self.text[1:] if self.text.startswith("+") else None

    @property
    def note(self) -> DrawingNote | None:
        """What it says of the draws, None if this is no such note."""
        return _DRAWING_NOTES.get(self.text.lower().partition(":")[0])

    @property
    def tells_draw(self) -> bool:
        """Whether it says that a draw was made or missed, so that all was shown before it."""
        return self.drawn is not None or self.note not in (None, DrawingNote.FACE_UP)

    @property
    def is_shown(self) -> bool:
        """Whether it is what a seat showed, or a pass."""
        return self.drawn is None and self.note is None

    def written(self) -> str:
        """As it stands between braces."""
        seat = "" if self.seat is None else f"{self.seat.text()[0].upper()}:"
        return f"{seat}{self.text}" + ("" if self.credit is None else f"={self.credit}")


@dataclass(frozen=True, slots=True, repr=False)
class RecordedTrick:
    """A trick as it is written.

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
        """The cards played, wherever they came from; `NotationError` for a play that is none."""
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
        rules: the rulebook.
        count: what cards count.
        target: the points that end the game.
        dealer: who dealt.
        view: the seat that wrote it down and knew only its own cards; None for a whole record.
        upcard: the face-up card.
        south, north: the dealt hands; None for the one that is not known.
        stock: the face-down cards, the next to be drawn first; where each seat has a pile of its
            own they are the row of `Piles`. None if they are not known.
        cut: how many cards the dealer lifted to deal, where that scores; else None.
        ahead: how far ahead one has to be to win the game; None where the target ends it.
        score: the game score before the hand.
        players: the names of those who play.
        other_tags: names and values of tags that mean nothing here, such as ``Date``, in order.
        pays: what the loser of the game pays; None if nothing is said of it.
        opening: what was shown before the first lead.
        tricks: what was played.
        unread: what does not read in the text after `tricks`, or None.
        line: the line of its file on which it begins, from 1.
        comments: the lines of its text that are comments alone, without their ``;``.
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
    players: Players = NO_PLAYERS
    other_tags: tuple[tuple[str, str], ...] = ()
    pays: Pays | None = None
    opening: tuple[RecordedEvent, ...] = ()
    tricks: tuple[RecordedTrick, ...] = ()
    unread: PositionError | None = field(default=None, compare=False)
    line: int = field(default=1, compare=False)
    comments: tuple[str, ...] = field(default=(), compare=False)

    def hand(self, seat: Seat) -> Hand | None:
        """The cards dealt to `seat`, None if they are not known."""
        return self.south if seat is Seat.SOUTH else self.north

    @property
    def before_first_lead(self) -> RecordedTrick:
        """What was shown before the first lead, as what followed a trick 0."""
        return RecordedTrick(0, (), self.opening)

    def seat_of(self, event: RecordedEvent, winner: Seat) -> Seat:
        """Who did something after a trick that `winner` took.

        What has no seat before it is the winner's, but a draw in the record of one seat is that
        seat's.
        """
        if event.seat is not None:
            return event.seat
        return winner if self.view is None or event.drawn is None else self.view

    def drawn(self, trick: RecordedTrick, seat: Seat, winner: Seat) -> tuple[Card, ...]:
        """The cards that `seat` drew after a trick that `winner` took, as far as it is written."""
        return tuple(
            Card.parse(event.drawn)
            for event in trick.events
            if event.drawn is not None and self.seat_of(event, winner) is seat
        )

    def text(self) -> str:
        """The record, its tags and then its tricks, in lines of at most 100 characters."""
        tags = {
            "Rules": self.rules.name,
            "Count": self.count.name if self.count != self.rules.count else None,
            "Target": str(self.target) if self.target != self.rules.target else None,
            "Ahead": None if self.ahead is None else str(self.ahead),
            "SouthPlayer": self.players.south,
            "NorthPlayer": self.players.north,
            "Dealer": self.dealer.text(),
            "View": self.view.text() if self.view is not None else None,
            "Upcard": self.upcard.text(),
            "South": self.south.text() if self.south is not None else None,
            "North": self.north.text() if self.north is not None else None,
            **self._stock_tags(),
            "Cut": None if self.cut is None else str(self.cut),
            "Score": self.score.text() if self.score != NO_SCORE else None,
            "Pays": self.pays.value if self.pays is not None else None,
        }
        written = [*((tag, text) for tag, text in tags.items() if text is not None)]
        lines = [f'[{tag} "{text}"]' for tag, text in (*written, *self.other_tags)]
        opening = [_braced(self.opening)] if self.opening else []
        if self.tricks or opening:
            lines += ["", *_wrapped([*opening, *(trick.text() for trick in self.tricks)])]
        return "\n".join(lines) + "\n"

    def _stock_tags(self) -> dict[str, str]:
        if self.stock is None:
            return {}
        if not self.rules.deck.own_piles:
            return {"Stock": _cards_in_row(self.stock)}
        south, north, dead = Piles.of_row(self.stock)
        texts = (
            _cards_in_row(south),
            _cards_in_row(north),
            *([] if dead is None else [dead.text()]),
        )
        return dict(zip(_PILE_TAGS, texts, strict=False))

    def __repr__(self) -> str:
        view = "" if self.view is None else f" seen by {self.view.text()}"
        tricks = f"{len(self.tricks)} trick{'s' * (len(self.tricks) != 1)}"
        unread = "" if self.unread is None else f", then {self.unread}"
        return f"<HandRecord {self.rules.name}, line {self.line}{view}: {tricks}{unread}>"


def _braced(events: Iterable[RecordedEvent]) -> str:
    return f"{{{' '.join(event.written() for event in events)}}}"


def _cards_in_row(cards: Iterable[Card]) -> str:
    return " ".join(map(Card.text, cards))


def _wrapped(words: Iterable[str], width: int = 100) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def numbered_records(
    lines: Iterable[str], rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[int, HandRecord | PositionError]]:
    """Read the records of a file, lazily: tags begin one, ``;`` starts a comment.

    Yields:
        the line on which a record begins, from 1, and the record, or what is wrong with its tags.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.
    """
    known = KnownRulebooks.of(rulebooks)
    for block in _blocks(lines):
        try:
            yield block.line, _record(block, known)
        except PositionError as error:
            yield block.line, error


def named_trick(error: PositionError) -> int:
    """The number of the trick that an error of a record is about, 0 where it is about none."""
    match = re.fullmatch(r"trick ([0-9]+)", error.token)
    return int(match[1]) if match else 0


def parse_record(text: str, rulebooks: Iterable[Rulebook] = ()) -> HandRecord:
    """Read a single record; raises `NotationError` for none, for several and for wrong tags."""
    records = list(numbered_records(StringIO(text, newline=None), rulebooks))
    if len(records) != 1:
        raise NotationError("record", f"{len(records)} records, expected one")
    ((_, record),) = records
    if isinstance(record, PositionError):
        raise record
    return record


@dataclass
class _Block:
    """The text of a record.

    Attributes:
        line: on which it begins.
        tags: the lines of its tags,
        moves: and the others,
        comments: and those that are comments alone, once it has begun.
    """

    line: int = 1
    tags: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def has_begun(self) -> bool:
        """Whether anything but comments has been read."""
        return bool(self.tags or self.moves)


def _blocks(lines: Iterable[str]) -> Iterator[_Block]:
    """The records of a file."""
    block, blank = _Block(), True
    for number, line in enumerate(lines, start=1):
        read = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}") if number == 1 else line
        text = _BEFORE_COMMENT.match(read)[0].strip()  # type: ignore[index]  # it matches any text
        if text.startswith("[") and (block.moves or (block.tags and blank)):
            yield block
            block = _Block()
        if text and not block.has_begun:
            block.line = number
        if text.startswith("["):
            block.tags.append(text)
        elif text:
            block.moves.append(text)
        elif block.has_begun and read.lstrip().startswith(";"):
            block.comments.append(read.strip().removeprefix(";"))
        blank = not line.strip()
    if block.has_begun:
        yield block


# Tags


def _record(block: _Block, rulebooks: KnownRulebooks) -> HandRecord:
    tags = _tags(block.tags)
    rules = rulebooks.read(tags, "Rules")
    counts = {rules.count.name: rules.count} | COUNTS
    record = HandRecord(
        rules=rules,
        count=read_optional(tags, "Count", name_parser("count", counts), rules.count),
        target=read_optional(tags, "Target", parse_target, rules.target),
        dealer=read_required(tags, "Dealer", Seat.parse),
        view=read_optional(tags, "View", Seat.parse, None),
        upcard=read_required(tags, "Upcard", Card.parse),
        south=read_optional(tags, "South", Hand.parse, None),
        north=read_optional(tags, "North", Hand.parse, None),
        stock=_read_stock(tags, rules),
        cut=read_optional(tags, "Cut", _number_of_cards(rules), None),
        score=read_optional(tags, "Score", parse_points, NO_SCORE),
        ahead=_read_ahead(tags, rules),
        players=Players(
            *(
                read_optional(tags, f"{seat.text().capitalize()}Player", parse_player, None)
                for seat in Seat
            )
        ),
        other_tags=tuple((name, value) for name, value in tags.items() if name not in TAGS),
        pays=read_optional(tags, "Pays", name_parser("payment", _PAYS), None),
        line=block.line,
        comments=tuple(block.comments),
    )
    _check_known(record)
    opening, tricks, unread = _read_tricks("\n".join(block.moves), record)
    return replace(record, opening=opening, tricks=tricks, unread=unread)


def _tags(lines: list[str]) -> dict[str, str]:
    tags: dict[str, str] = {}
    if not lines:
        raise NotationError("record", "tricks without tags before them")
    for line in lines:
        rest = line
        while rest:
            match = _TAG.match(rest)
            if match is None or not is_unicode(rest):
                raise NotationError("tag", f'{quoted(rest)} is not [Name "value"]')
            name, value = _BY_LOWER_CASE.get(match[1].lower(), match[1]), match[2]
            meant = None if name in TAGS else _nearly(name)
            if meant is not None:
                raise NotationError(name, f"unknown tag, did you mean {meant}?")
            if not value.isprintable():
                raise NotationError(name, f"{quoted(value)} is not text")
            if name in tags:
                raise NotationError(name, "given twice")
            tags[name] = value
            rest = rest[match.end() :].strip()
    return tags


def _nearly(name: str) -> str | None:
    """The tag that is meant by a name with a slip of one letter; None if there is none."""
    return next((tag for tag in TAGS if _is_one_slip(name.lower(), tag.lower())), None)


def _is_one_slip(text: str, meant: str) -> bool:
    """Whether a letter is too many, missing, another, or two have changed places."""
    pairs = zip(text, meant, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    rest, meant_rest = text[same:], meant[same:]
    return (
        rest[1:] == meant_rest[1:]
        or rest[1:] == meant_rest
        or rest == meant_rest[1:]
        or (rest[1::-1] == meant_rest[:2] and rest[2:] == meant_rest[2:])
    )


def _parse_stock(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def _read_stock(tags: dict[str, str], rules: Rulebook) -> tuple[Card, ...] | None:
    """The face-down cards, from one tag or from those of the piles; None if there is none."""
    own_piles = rules.deck.own_piles
    names = _PILE_TAGS[: 2 + rules.deck.upcard] if own_piles else ("Stock",)
    for name in ("Stock", *_PILE_TAGS):
        if name in tags and name not in names:
            fact = "each seat has a pile of its own" if own_piles else "both draw from one stock"
            raise NotationError(name, f"given, but in {rules.name} {fact}")
    if not own_piles:
        return read_optional(tags, "Stock", _parse_stock, None)
    if not tags.keys() & {*names}:
        return None
    south, north = (read_required(tags, name, _parse_stock) for name in _PILE_TAGS[:2])
    dead = read_required(tags, "Dead", Card.parse) if rules.deck.upcard else None
    try:
        return Piles(south, north, dead).row()
    except PositionError as error:
        raise NotationError("PileNorth", error.fact) from None


def _number_of_cards(rules: Rulebook) -> Callable[[str], int]:
    def parse(text: str) -> int:
        cut = parse_number(text)
        check_cut(rules, cut)
        return cut

    return parse


def _read_ahead(tags: dict[str, str], rules: Rulebook) -> int | None:
    ahead = read_optional(tags, "Ahead", parse_target, None)
    if ahead is not None and not rules.game.ahead:
        raise NotationError("Ahead", f"{ahead}, but {rules.name} is played for a target")
    if ahead is not None and "Target" in tags:
        raise NotationError("Target", "given, and Ahead as well")
    return ahead


def _check_known(record: HandRecord) -> None:
    """Refuse a record of which neither all cards nor one seat's are given."""
    stock = "PileSouth" if record.rules.deck.own_piles else "Stock"
    if record.view is None:
        for name, value in (("South", record.south), ("North", record.north)):
            if value is None:
                raise NotationError(name, "missing, in a record without View")
        if record.stock is None:
            raise NotationError(stock, "missing, in a record without View")
        return
    view = record.view.text()
    if record.hand(record.view) is None:
        raise NotationError(view.capitalize(), "missing, though it is the View")
    other = record.view.other
    if record.hand(other) is not None:
        raise NotationError(other.text().capitalize(), f"given, but the View is {view}")
    if record.stock is not None:
        raise NotationError(stock, f"given, but the View is {view}")


# Tricks


class _TrickReader:
    """Reads numbered tricks word by word; what it holds when a word does not read is kept."""

    def __init__(self, record: HandRecord) -> None:
        rules = record.rules
        dix = rules.meld(DIX)
        self.opening: tuple[RecordedEvent, ...] = ()
        self.tricks: list[RecordedTrick] = []
        self._record = record
        # Who leads, and once both cards are played who has won the trick.
        self._leader = record.dealer.other
        self._dix_points = dix.points if dix else 0
        # Where a dix comes with a meld or without one, it may as well be said after it.
        self._dix_may_follow = not rules.dix_is_a_meld and not rules.dix_by_loser
        self._in_braces = False
        self._shows_before_first_lead = rules.dix_turns

    def read(self, word: str) -> None:
        """Take the next word; raises `NotationError` for one that cannot stand here."""
        if not word.isprintable():
            raise NotationError(self.place, f"{quoted(word)} is not text")
        if word in "{}":
            self._brace(word)
        elif self._in_braces:
            self._event(word)
        elif match := _NUMBER.fullmatch(word):
            self._begin(int(match[1]))
        else:
            self._play(word)

    def end(self) -> None:
        """Take the end of the text."""
        if self._in_braces:
            raise NotationError(self.place, "the brace is not closed")

    @property
    def place(self) -> str:
        """The trick being read, for an error's token."""
        return f"trick {self.tricks[-1].number}" if self.tricks else "tricks"

    def _brace(self, brace: str) -> None:
        opens = brace == "{"
        may_stand = (
            len(self.tricks[-1].plays) == len(Seat)
            if self.tricks
            else self._shows_before_first_lead
        )
        if opens == self._in_braces or not may_stand:
            raise NotationError(self.place, f"{quoted(brace)} cannot stand here")
        self._in_braces = opens

    def _begin(self, number: int) -> None:
        expected = len(self.tricks) + 1
        if number != expected:
            raise NotationError(f"trick {expected}", f"missing, {number}. stands in its place")
        if self.tricks and len(self.tricks[-1].plays) < 2:
            raise NotationError(self.place, "only one card")
        self.tricks.append(RecordedTrick(number, ()))

    def _play(self, word: str) -> None:
        if not self.tricks:
            raise NotationError("tricks", f"{quoted(word)} before the number of a trick")
        trick = self.tricks[-1]
        if len(trick.plays) == 2 or trick.events:
            raise NotationError(self.place, f"{quoted(word)} is one card too many")
        Card.parse(word.partition("@")[0])
        trick = self.tricks[-1] = RecordedTrick(trick.number, (*trick.plays, word))
        if len(trick.plays) == 2:
            led, reply = trick.cards
            if beats(led.index, reply.index, self._record.upcard.suit):
                self._leader = self._leader.other

    def _event(self, word: str) -> None:
        seat, text = None, word
        if word[1:2] == ":" and word[0] in _LETTERS:
            seat, text = _LETTERS[word[0]], word[2:]
        text, equals, points = text.partition("=")
        if not text:
            raise NotationError(self.place, f"{quoted(word)} is nothing that happened")
        if equals and not re.fullmatch(r"[0-9]{1,4}", points):
            raise NotationError(self.place, f"{quoted(points)} is no number of points")
        if text.startswith("+"):
            Card.parse(text[1:])
        event = RecordedEvent(seat, text, int(points) if equals else None)
        if equals and (text.lower() == "pass" or not event.is_shown):
            raise NotationError(self.place, f"{quoted(word)} scores nothing")
        self._check_note(event)
        if not self.tricks:
            self._event_before_first_lead(event, word)
            return
        trick = self.tricks[-1]
        events = self._with_event(trick, event)
        self.tricks[-1] = RecordedTrick(trick.number, trick.plays, events)

    def _event_before_first_lead(self, event: RecordedEvent, word: str) -> None:
        if not event.is_shown:
            raise NotationError(self.place, f"{quoted(word)}, but nothing is drawn before a trick")
        if event.seat is None:
            fact = f"{quoted(word)} needs the letter of its seat before the first lead"
            raise NotationError(self.place, fact)
        self.opening = (*self.opening, event)

    def _check_note(self, event: RecordedEvent) -> None:
        """Refuse what is no sound note of a draw."""
        name, colon, card = event.text.partition(":")
        if event.note is DrawingNote.FACE_UP:
            if event.seat is not None:
                raise NotationError(self.place, f"{name} is nobody's: no letter stands before it")
            if not colon:
                raise NotationError(self.place, f"{name} without its card, such as {name}:9H")
            Card.parse(card)
        elif event.note is not None and colon:
            raise NotationError(self.place, f"{name} names no card")
        elif event.note is DrawingNote.OUT_OF_TURN and event.seat in (None, self._leader):
            raise NotationError(
                self.place,
                f"{name} is the loser's, whose letter stands before it: the winner is "
                "the first to draw",
            )

    def _with_event(self, trick: RecordedTrick, event: RecordedEvent) -> tuple[RecordedEvent, ...]:
        """What happened after a trick with one event more, or with the last one as part of it."""
        events = trick.events
        place = self._last_shown(trick)
        if place is not None and event.is_shown:
            before = events[place]
            seats = {self._record.seat_of(each, self._leader) for each in (before, event)}
            both = self._of_one_turn(before, event) if len(seats) == 1 else None
            if both is not None:
                return (*events[:place], both, *events[place + 1 :])
        return (*events, event)

    def _last_shown(self, trick: RecordedTrick) -> int | None:
        """The place of the last show or pass after a trick, if its turn may still go on.

        A draw does not end it, but a dix after the last draws may be one that was drawn then.
        """
        shown = [place for place, event in enumerate(trick.events) if event.is_shown]
        if trick.number == self._record.rules.dix_draw_trick:
            shown = [place for place in shown if place == len(trick.events) - 1]
        return shown[-1] if shown else None

    def _of_one_turn(self, first: RecordedEvent, second: RecordedEvent) -> RecordedEvent | None:
        """A dix and a meld written one after the other as one; None if they are not these."""
        if self._record.rules.dix_turns:
            return None
        if first.text.lower() == DIX and ":" in second.text:
            return self._with_dix(first, second)
        is_meld = ":" in first.text and DIX not in first.text.lower().split("+")
        if self._dix_may_follow and is_meld and second.text.lower() == DIX:
            return self._with_dix(second, first)
        return None

    def _with_dix(self, dix: RecordedEvent, meld: RecordedEvent) -> RecordedEvent:
        """A dix and a meld of the same turn, which may be written apart, as one."""
        text = f"{dix.text}+{meld.text}"
        if meld.credit is None and dix.credit not in (None, self._dix_points):
            raise NotationError(self.place, f"the credit has to follow the meld: {quoted(text)}")
        credit = meld.credit
        if credit is not None:
            credit += self._dix_points if dix.credit is None else dix.credit
        return RecordedEvent(dix.seat, text, credit)


def _read_tricks(
    moves: str, record: HandRecord
) -> tuple[tuple[RecordedEvent, ...], tuple[RecordedTrick, ...], PositionError | None]:
    """What was shown before them, the tricks as far as they read, and what does not."""
    reader = _TrickReader(record)
    try:
        for word in _WORD.findall(moves):
            try:
                reader.read(word)
            except PositionError as error:
                if error.token.startswith("trick"):
                    raise
                raise NotationError(reader.place, error.fact) from None
        reader.end()
    except PositionError as error:
        return reader.opening, tuple(reader.tricks), error
    return reader.opening, tuple(reader.tricks), None
