"""Positions and their text: one line of ``key=value`` tokens, or a JSON object of the same (pn1).

A `PlayoffPosition` is always a possible one: its constructor makes every check, so that whatever
holds one need not look again. Text is read tolerantly and written canonically;
``PlayoffPosition.parse(position.text()) == position``, given the rulebook where it is a user's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from operator import add, index, le, mul
from types import NoneType
from typing import Any, NamedTuple, TypeVar

from pinochle_solver.cards import Card, Hand, Suit
from pinochle_solver.errors import IllegalPositionError, NotationError, PositionError, quoted
from pinochle_solver.rules import (
    COUNTS,
    DEFAULT_RULEBOOK,
    MOST_POINTS,
    RULEBOOKS,
    CardCount,
    Deck,
    Points,
    Rulebook,
    Seat,
)
from pinochle_solver.tokens import (
    is_unicode,
    json_text,
    name_of,
    name_parser,
    read_json_object,
    read_optional,
    read_required,
    split_tokens,
)

PLAYOFF_TOKENS = (
    "rules",
    "count",
    "trump",
    "south",
    "north",
    "turn",
    "led",
    "points",
    "score",
    "target",
    "id",
    "bm",
    "value",
)
STOCK_ONLY_TOKENS = (
    "upcard",
    "stock",
    "act",
    "melds.south",
    "melds.north",
    "gone",
    "tricks",
    "dealer",
)

NO_SCORE = Points(0, 0)

_Value = TypeVar("_Value")
_Default = TypeVar("_Default")


class SeatPoints(NamedTuple):
    """What one seat has scored in this hand: meld points and card points of tricks taken."""

    melds: int
    tricks: int


class HandPoints(NamedTuple):
    """What both seats have scored in this hand, south first."""

    south: SeatPoints
    north: SeatPoints

    def text(self) -> str:
        """``melds+tricks/melds+tricks``, south first: ``40+31/20+13``."""
        return "/".join(f"{seat.melds}+{seat.tricks}" for seat in self)

    @classmethod
    def parse(cls, text: str) -> HandPoints:
        """Read ``melds+tricks/melds+tricks``; raises `NotationError` otherwise."""
        match = re.fullmatch(r"([0-9]{1,6})\+([0-9]{1,6})/([0-9]{1,6})\+([0-9]{1,6})", text)
        if match is None:
            raise NotationError("points", f"{quoted(text)} is not melds+tricks/melds+tricks")
        melds_south, tricks_south, melds_north, tricks_north = map(int, match.groups())
        return cls(SeatPoints(melds_south, tricks_south), SeatPoints(melds_north, tricks_north))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlayoffPosition:
    """A position of the playoff, all cards known.

    A position keeps the count and the target it was made with: ``replace(position, rules=HAYES)``
    is played by Hayes's rules with the former count and target. `with_rules` takes those too from
    the new rulebook.

    Attributes:
        rules: the rulebook; one that has a published name must be the published one.
        count: what cards count; the rulebook's own if None is given.
        trump: the trump suit.
        south, north: the cards each seat holds.
        turn: whose decision it is.
        led: the card the other seat has led to the open trick, in neither hand; None when `turn`
            is on lead.
        points: what has been scored in this hand so far, or None when that is not known.
        score: the game score before this hand, 0 to 999999 each.
        target: the points that end the game, 1 to 999999; the rulebook's if None is given.
        id, best_moves, value: annotations: a name (one printable word), the best cards and the
            points still to come as somebody knows them. They are kept, not believed.

    Raises:
        IllegalPositionError: naming the token and the fact, when there cannot be such a position.
    """

    rules: Rulebook = DEFAULT_RULEBOOK
    count: CardCount = field(default=None)  # type: ignore[assignment]  # filled in below
    trump: Suit
    south: Hand
    north: Hand
    turn: Seat
    led: Card | None = None
    points: HandPoints | None = None
    score: Points = NO_SCORE
    target: int = field(default=None)  # type: ignore[assignment]  # filled in below
    id: str | None = None
    best_moves: tuple[Card, ...] = ()
    value: Points | None = None

    def __post_init__(self) -> None:
        _check_types(self)
        if self.count is None:
            object.__setattr__(self, "count", self.rules.count)
        if self.target is None:
            object.__setattr__(self, "target", self.rules.target)
        _convert_fields(self)
        _check_rules(self)
        _check_count(self)
        _check_cards(self)
        _check_sizes(self)
        _check_points(self)
        _check_annotations(self)

    def hand(self, seat: Seat) -> Hand:
        """The cards `seat` holds."""
        return self.south if seat is Seat.SOUTH else self.north

    @property
    def outstanding(self) -> int:
        """The points still to come, of both seats: cards held or led, and the last trick."""
        points = self.count.by_rank() * len(Suit)
        total: int = sum(map(mul, _copies_in_play(self), points))
        return total + self.count.last_trick

    def with_rules(self, rules: Rulebook, count: CardCount | None = None) -> PlayoffPosition:
        """The same cards, points and game score under another rulebook.

        Its count, if `count` is None, and its target come with it. `best_moves` and `value` are
        left out: they were answers under the former rules. Raises `IllegalPositionError` for
        `points` that the new count cannot have given.
        """
        return replace(
            self,
            rules=rules,
            count=rules.count if count is None else count,
            target=rules.target,
            best_moves=(),
            value=None,
        )

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; what equals its default is left out."""
        texts = {
            "rules": self.rules.name,
            "count": self.count.name if self.count != self.rules.count else None,
            "trump": self.trump.letter,
            "south": self.south.text(),
            "north": self.north.text(),
            "turn": self.turn.text(),
            "led": self.led.text() if self.led else None,
            "points": self.points.text() if self.points else None,
            "score": self.score.text() if self.score != NO_SCORE else None,
            "target": str(self.target) if self.target != self.rules.target else None,
            "id": self.id,
            "bm": ",".join(card.text() for card in self.best_moves) or None,
            "value": self.value.text() if self.value else None,
        }
        return {token: text for token, text in texts.items() if text is not None}

    def text(self) -> str:
        """The canonical line.

        >>> PlayoffPosition.parse("turn=south trump=s south=10.X.qk. north=A..K.TK").text()
        'rules=scarne trump=S south=T.T.KQ.- north=A.-.K.TK turn=south'
        """
        return " ".join(f"{token}={text}" for token, text in self.tokens().items())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        if self.rules.name in RULEBOOKS:
            return f"PlayoffPosition.parse({self.text()!r})"
        return f"<PlayoffPosition {self.text()}>"  # no expression: the text alone does not read

    @classmethod
    def parse(cls, text: str, rulebooks: Iterable[Rulebook] = ()) -> PlayoffPosition:
        """Read a line of ``key=value`` tokens in any order.

        Args:
            text: the line.
            rulebooks: rulebooks known by name besides the published ones.

        Raises:
            NotationError: for text that does not read.
            IllegalPositionError: for a position that cannot be, and for two different rulebooks
                of one name.
        """
        return cls.from_tokens(split_tokens(text), rulebooks)

    @classmethod
    def from_tokens(
        cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()
    ) -> PlayoffPosition:
        """Make a position of token texts, as `parse` does of a line; raises the same errors."""
        _check_tokens(tokens)
        known_rulebooks = _by_name(rulebooks)
        rules = read_optional(
            tokens, "rules", name_parser("rulebook", known_rulebooks), DEFAULT_RULEBOOK
        )
        known_counts = {rules.count.name: rules.count} | COUNTS
        return cls(
            rules=rules,
            count=read_optional(tokens, "count", name_parser("count", known_counts), rules.count),
            trump=read_required(tokens, "trump", Suit.parse),
            south=read_required(tokens, "south", _parse_known_hand),
            north=read_required(tokens, "north", _parse_known_hand),
            turn=read_required(tokens, "turn", Seat.parse),
            led=read_optional(tokens, "led", Card.parse, None),
            points=read_optional(tokens, "points", HandPoints.parse, None),
            score=read_optional(tokens, "score", _parse_points, NO_SCORE),
            target=read_optional(tokens, "target", _parse_target, rules.target),
            id=read_optional(tokens, "id", str, None),
            best_moves=read_optional(tokens, "bm", _parse_cards, ()),
            value=read_optional(tokens, "value", _parse_points, None),
        )

    @classmethod
    def parse_line(cls, line: str, rulebooks: Iterable[Rulebook] = ()) -> PlayoffPosition:
        """Read a line of a position file: token text, or a JSON object.

        The keys of the object are the token names and its values their texts; or it has the key
        ``position``, token text, and its other keys are ignored. Raises as `parse` does.
        """
        if not line.lstrip().startswith("{"):
            return cls.parse(line, rulebooks)
        tokens = read_json_object(line)
        if "position" in tokens:
            return cls.parse(json_text(tokens, "position"), rulebooks)
        return cls.from_tokens({token: json_text(tokens, token) for token in tokens}, rulebooks)


def read_playoff_positions(
    lines: Iterable[str], rulebooks: Iterable[Rulebook] = ()
) -> Iterator[tuple[int, PlayoffPosition | PositionError]]:
    """Read the lines of a position file, lazily: blank lines and ``#`` comments are skipped.

    A byte order mark at the start of the file is skipped, too.

    Yields:
        the line's number, from 1, and its position, or the error it holds.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.
    """
    rulebooks = tuple(rulebooks)
    _by_name(rulebooks)
    for number, line in enumerate(lines, start=1):
        text = (line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line).strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield number, PlayoffPosition.parse_line(text, rulebooks)
        except PositionError as error:
            yield number, error


_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


# Reading: text to values


def _by_name(rulebooks: Iterable[Rulebook]) -> dict[str, Rulebook]:
    known = dict(RULEBOOKS)
    for rulebook in rulebooks:
        if known.setdefault(rulebook.name, rulebook) != rulebook:
            raise IllegalPositionError("rules", f"two different rulebooks named {rulebook.name}")
    return known


def _check_tokens(tokens: Mapping[str, str]) -> None:
    for token, text in tokens.items():
        if token in STOCK_ONLY_TOKENS:
            raise NotationError(token, "belongs to a stock-phase position, not to a playoff")
        if token not in PLAYOFF_TOKENS:
            raise NotationError(name_of(str(token)), "unknown token")
        if not isinstance(text, str):
            raise NotationError(token, f"{quoted(str(text))} is not text")
        if not text:
            raise NotationError(token, "empty")
        if not is_unicode(text):
            raise NotationError(token, f"{quoted(text)} is not UTF-8 text")


def _parse_known_hand(text: str) -> Hand:
    if "+" in text:
        raise NotationError(
            "hand", f"unknown cards in {quoted(text)}, in a playoff every card is known"
        )
    return Hand.parse(text)


def _parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in text.split(","))


def _parse_points(text: str) -> Points:
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if match is None:
        raise NotationError("points", f"{quoted(text)} is not south/north in whole points")
    return Points(int(match[1]), int(match[2]))


def _parse_target(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) == 0:
        raise NotationError("target", f"{quoted(text)} is not a number of points, 1 to 999999")
    return int(text)


# Checks: what no position may state


def _check_types(position: PlayoffPosition) -> None:
    for token, value, kind, what in (
        ("rules", position.rules, Rulebook, "Rulebook"),
        ("count", position.count, (CardCount, NoneType), "CardCount"),
        ("south", position.south, Hand, "Hand"),
        ("north", position.north, Hand, "Hand"),
        ("led", position.led, (Card, NoneType), "Card"),
        ("id", position.id, (str, NoneType), "text"),
    ):
        if not isinstance(value, kind):
            raise IllegalPositionError(token, f"{quoted(str(value))} is no {what}")


def _convert_fields(position: PlayoffPosition) -> None:
    """Give fields their exact types where something like them was given: a list, a suit's number.

    Text is written of these types, and would otherwise not read back.
    """
    for field_name, token, convert, what in _CONVERSIONS:
        given = getattr(position, field_name)
        if given is None and field_name in ("points", "value"):
            continue
        try:
            converted = convert(given)
        except (TypeError, ValueError):
            raise IllegalPositionError(token, f"{quoted(str(given))} is not {what}") from None
        object.__setattr__(position, field_name, converted)


def _exact_int(number: int) -> int:
    return int(index(number))


def _exact_points(points: Points) -> Points:
    return Points(*map(_exact_int, points))


def _exact_hand_points(points: HandPoints) -> HandPoints:
    return HandPoints(*(SeatPoints(*map(_exact_int, seat)) for seat in points))


def _exact_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    cards = tuple(cards)
    if not all(isinstance(card, Card) for card in cards):
        raise TypeError
    return cards


_CONVERSIONS: tuple[tuple[str, str, Callable[[Any], object], str], ...] = (
    ("trump", "trump", Suit, "a suit"),
    ("turn", "turn", Seat, "a seat"),
    ("points", "points", _exact_hand_points, "melds and tricks of both seats"),
    ("score", "score", _exact_points, "points of both seats"),
    ("target", "target", _exact_int, "a number of points"),
    ("best_moves", "bm", _exact_cards, "cards"),
    ("value", "value", _exact_points, "points of both seats"),
)


def _check_rules(position: PlayoffPosition) -> None:
    rules = position.rules
    published = RULEBOOKS.get(rules.name, rules)
    if published is not rules and published != rules:
        raise IllegalPositionError(
            "rules", f"{rules.name} is a published rulebook, and this one differs from it"
        )


def _check_count(position: PlayoffPosition) -> None:
    count = position.count
    if count != position.rules.count and COUNTS.get(count.name) != count:
        raise IllegalPositionError(
            "count", f"{count.name} is neither a published count nor {position.rules.name}'s own"
        )


def _check_cards(position: PlayoffPosition) -> None:
    deck = position.rules.deck
    if position.trump not in deck.suits:
        raise IllegalPositionError(
            "trump", f"{position.trump.letter} is not in the {deck.name} deck"
        )
    if all(map(le, _copies_in_play(position), _copies_in_deck(deck))):
        return
    led = () if position.led is None else (position.led,)
    seen: dict[Card, int] = {}
    for token, cards in (("south", position.south), ("north", position.north), ("led", led)):
        for card in cards:
            if card not in deck:
                raise IllegalPositionError(token, f"{card} is not in the {deck.name} deck")
            seen[card] = seen.get(card, 0) + 1
        for card in cards:
            if seen[card] > deck.copies:
                raise IllegalPositionError(
                    token, f"{seen[card]} copies of {card}, the deck has {deck.copies}"
                )


def _copies_in_play(position: PlayoffPosition) -> list[int]:
    """How many copies of each card, by `Card.index`, are held or led."""
    copies = list(map(add, position.south.counts, position.north.counts))
    if position.led is not None:
        copies[position.led.index] += 1
    return copies


@cache
def _copies_in_deck(deck: Deck) -> bytes:
    return deck.cards().counts


def _check_sizes(position: PlayoffPosition) -> None:
    mover, other = position.turn, position.turn.other
    held, held_by_other = len(position.hand(mover)), len(position.hand(other))
    for seat in Seat:
        size = len(position.hand(seat))
        if size > position.rules.deck.hand:
            raise IllegalPositionError(
                seat.text(),
                f"{_cards(size)}, a playoff hand has at most {position.rules.deck.hand}",
            )
    if held == 0:
        raise IllegalPositionError(mover.text(), "no cards, though it is its turn")
    if position.led is None and held != held_by_other:
        raise IllegalPositionError(
            Seat.NORTH.text(),
            f"{_cards(len(position.north))}, south has {len(position.south)}: expected equal hands",
        )
    if position.led is not None and held != held_by_other + 1:
        raise IllegalPositionError(
            other.text(),
            f"{_cards(held_by_other)}, with a card led {held - 1} go with {mover.text()}'s {held}",
        )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _check_points(position: PlayoffPosition) -> None:
    _check_range("target", (position.target,), str(position.target), least=1)
    _check_range("score", position.score, position.score.text())
    if position.points is None:
        return
    for seat in position.points:
        _check_range("points", seat, position.points.text())
        if seat.melds % 10:
            raise IllegalPositionError(
                "points", f"meld points are {seat.melds}, expected a multiple of 10"
            )
    taken = sum(seat.tricks for seat in position.points)
    whole_deck = position.count.of(position.rules.deck.cards()) + position.count.last_trick
    expected = whole_deck - position.outstanding
    if taken != expected:
        raise IllegalPositionError(
            "points", f"trick points sum to {taken}, the cards played count {expected}"
        )


def _check_range(token: str, numbers: Iterable[int], text: str, least: int = 0) -> None:
    if not all(least <= number <= MOST_POINTS for number in numbers):
        raise IllegalPositionError(token, f"{quoted(text)} is not within {least} to {MOST_POINTS}")


def _check_annotations(position: PlayoffPosition) -> None:
    if position.id is not None:
        _check_id(position.id)
    if position.value is not None:
        _check_range("value", position.value, position.value.text())


def _check_id(name: str) -> None:
    if not name.isprintable():
        raise IllegalPositionError("id", f"{quoted(name)} has characters that cannot be shown")
    if name.split() != [name]:
        raise IllegalPositionError("id", f"{quoted(name)} is not one word")
