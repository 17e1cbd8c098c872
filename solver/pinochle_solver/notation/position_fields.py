"""The parts of positions: points, acts; shared reading and checking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from operator import index
from typing import Any, NamedTuple, Protocol

from pinochle_solver._core.hand import (
    DUE_ANSWER,
    DUE_ANSWER_REDOUBLE,
    DUE_DIX,
    DUE_DOUBLE,
    DUE_MELD,
    DUE_PLAY,
    DUE_SHOW,
)
from pinochle_solver.errors import GameError, IllegalPositionError, NotationError, quoted
from pinochle_solver.notation.players import exact_players
from pinochle_solver.notation.tokens import is_unicode, name_of, read_optional
from pinochle_solver.rules.agreed import (
    Agreed,
    GameTerms,
    call_out_rule,
    chips_up_from,
    in_chips,
)
from pinochle_solver.rules.card_text import read_cards
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.checks import check_range
from pinochle_solver.rules.doubles import Doubler, Stakes, check_doubles, parse_stake
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import CallOutRule, Doubles, Points, Rulebook, Seat

NO_SCORE = Points(0, 0)
# An unknown token may be a slip for a known one this near to it, if it is no longer than a name.
_NEAR, _LONGEST_NAME = 0.7, 32


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


class PositionFields(Protocol):
    """What positions of both phases say about the game; `PlayoffPosition` describes the fields."""

    @property
    def rules(self) -> Rulebook:
        """The rulebook."""

    @property
    def points(self) -> HandPoints | None:
        """What has been scored in this hand so far."""

    @property
    def score(self) -> Points:
        """The game score before this hand."""

    @property
    def target(self) -> int:
        """The points that end the game."""

    @property
    def agreed(self) -> Agreed:
        """What is agreed on about the game."""

    @property
    def called(self) -> tuple[Seat, ...]:
        """Who has called out."""


class Act(IntEnum):
    """What the seat whose turn it is has to decide.

    ``PLAY``: it plays a card; ``MELD``: it has won a trick, and may show a dix and meld; ``DIX``:
    it has lost a trick, or at a dix turn does not lead next, and may show a dix; ``SHOW``: at a dix
    turn it leads next, and may show a dix; ``DOUBLE``: it leads next and may double; ``ANSWER``: it
    answers a double, ``ANSWER_REDOUBLE`` a redouble.
    """

    PLAY = DUE_PLAY
    MELD = DUE_MELD
    DIX = DUE_DIX
    SHOW = DUE_SHOW
    DOUBLE = DUE_DOUBLE
    ANSWER = DUE_ANSWER
    ANSWER_REDOUBLE = DUE_ANSWER_REDOUBLE

    def text(self) -> str:
        """``play``, ``meld``, ``dix``, ``show``, ``double``, ``answer`` or ``answer-redouble``."""
        return self.name.lower().replace("_", "-")

    @property
    def shows(self) -> bool:
        """Whether the decision is about showing something."""
        return self in (Act.MELD, Act.DIX, Act.SHOW)

    @property
    def doubles(self) -> bool:
        """Whether the decision is about a double."""
        return self in ABOUT_DOUBLES

    @classmethod
    def parse(cls, text: str) -> Act:
        """Read one of these, in either case; raises `NotationError` otherwise."""
        for act in cls:
            if text.lower() == act.text():
                return act
        *others, last = (act.text() for act in cls)
        known = f"{', '.join(others)} or {last}"
        raise NotationError("act", f"unknown act {quoted(text)} ({known})")


ABOUT_DOUBLES = (Act.DOUBLE, Act.ANSWER, Act.ANSWER_REDOUBLE)


def awaits_draw(act: Act, rules: Rulebook) -> bool:
    """Whether the seat to decide this has yet to draw after the last trick."""
    at_dix_turn = rules.dix_turns and act in (Act.SHOW, Act.DIX)
    return act.shows and not at_dix_turn and not rules.draws_before_melding


# Reading: text to values


def rulebooks_by_name(rulebooks: Iterable[Rulebook]) -> dict[str, Rulebook]:
    """The published rulebooks and these; `IllegalPositionError` for two with the same name."""
    known = dict(RULEBOOKS)
    for rulebook in rulebooks:
        if known.setdefault(rulebook.name, rulebook) != rulebook:
            raise IllegalPositionError("rules", f"two different rulebooks named {rulebook.name}")
    return known


def check_tokens(
    tokens: Mapping[str, str], known: Iterable[str], of_other_phase: Iterable[str], fact: str
) -> None:
    """Refuse tokens that a position does not have, and values that are not texts.

    Raises `NotationError`; for a token of the other phase, with `fact`.
    """
    for token, text in tokens.items():
        if token in of_other_phase:
            raise NotationError(token, fact)
        if token not in known:
            meant = _meant(str(token), (*known, *of_other_phase))
            raise NotationError(name_of(str(token)), f"unknown token{meant}")
        if not isinstance(text, str):
            raise NotationError(token, f"{quoted(str(text))} is not text")
        if not text:
            raise NotationError(token, "empty")
        if not is_unicode(text):
            raise NotationError(token, f"{quoted(text)} is not UTF-8 text")


def _meant(token: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # imported only for an unknown token

    near = get_close_matches(token[:_LONGEST_NAME].lower(), list(known), n=1, cutoff=_NEAR)
    return f", did you mean {near[0]}?" if near else ""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards with commas or blanks between them; raises `NotationError`."""
    if "," in text or len(text.split()) < 2:
        return tuple(Card.parse(card.strip()) for card in text.split(","))
    return tuple(Card(rank, suit) for rank, suit in read_cards(text))


def parse_points(text: str) -> Points:
    """Read ``south/north``; raises `NotationError`."""
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if match is None:
        raise NotationError("points", f"{quoted(text)} is not south/north in whole points")
    return Points(int(match[1]), int(match[2]))


def parse_glups(text: str) -> Glups:
    """Read ``south/north``; raises `NotationError`."""
    match = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text)
    if match is None:
        raise NotationError("glups", f"{quoted(text)} is not south/north, numbers of glups")
    return Glups(int(match[1]), int(match[2]))


def parse_target(text: str) -> int:
    """Read a number of points from 1; raises `NotationError`."""
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) == 0:
        raise NotationError("target", f"{quoted(text)} is not a number of points, 1 to 999999")
    return int(text)


def parse_number(text: str) -> int:
    """Read a number of up to three digits; raises `NotationError`."""
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise NotationError("number", f"{quoted(text)} is not a number")
    return int(text)


# Checks: what no position may state


def convert_fields(
    position: object, conversions: Iterable[Conversion], or_none: Iterable[str] = ()
) -> None:
    """Convert fields to their exact types from something similar: a list, a suit's number.

    The text is made from these types and could otherwise not be read back. Fields named in
    `or_none` may be None.
    """
    for field_name, token, convert, what in conversions:
        given = getattr(position, field_name)
        if given is None and field_name in or_none:
            continue
        try:
            converted = convert(given)
        except (TypeError, ValueError):
            raise IllegalPositionError(token, f"{quoted(str(given))} is not {what}") from None
        object.__setattr__(position, field_name, converted)


Conversion = tuple[str, str, Callable[[Any], object], str]
"""A field, its token, the function that converts it, and what it should be."""


def exact_int(number: int) -> int:
    """The same number as a plain int."""
    return int(index(number))


def exact_points(points: Points) -> Points:
    """The same points with plain ints."""
    return Points(*map(exact_int, points))


def exact_hand_points(points: HandPoints) -> HandPoints:
    """The same points with plain ints."""
    return HandPoints(*(SeatPoints(*map(exact_int, seat)) for seat in points))


def exact_glups(glups: Glups) -> Glups:
    """The same glups with plain ints."""
    return Glups(*map(exact_int, glups))


def exact_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The same cards as a tuple; raises `TypeError` for anything else."""
    cards = tuple(cards)
    if not all(isinstance(card, Card) for card in cards):
        raise TypeError
    return cards


def exact_seats(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The same seats in their order, each once."""
    if isinstance(seats, str):  # else its letters would be taken for seats
        raise TypeError
    return tuple(sorted({Seat(seat) for seat in seats}))


COMMON_CONVERSIONS: tuple[Conversion, ...] = (
    ("trump", "trump", Suit, "a suit"),
    ("turn", "turn", Seat, "a seat"),
    ("points", "points", exact_hand_points, "melds and tricks of both seats"),
    ("score", "score", exact_points, "points of both seats"),
    ("target", "target", exact_int, "a number of points"),
    ("ahead", "ahead", exact_int, "a number of points"),
    ("value", "value", exact_points, "points of both seats"),
    ("called", "called", exact_seats, "seats"),
    ("agreed", "agreed", Agreed, "what is agreed on"),
    ("players", "player", exact_players, "the names of both players"),
)


def read_stakes(tokens: Mapping[str, str]) -> Stakes | None:
    """The doubles in the tokens of a position, None if there are none; raises `NotationError`."""
    doubles = read_optional(tokens, "doubles", Doubles.parse, None)
    if doubles is None:
        for token in ("stake", "doubler"):
            if token in tokens:
                raise NotationError(token, "given, but doubles= is not")
        return None
    for token in ("score", "target", "ahead", "called", "agreed"):
        if token in tokens:
            raise NotationError(token, "given, but with doubles each hand is a game of its own")
    stake = read_optional(tokens, "stake", parse_stake, 1)
    return Stakes(doubles, stake, read_optional(tokens, "doubler", Doubler.parse, None))


def stakes_text(stakes: Stakes | None) -> dict[str, str | None]:
    """The tokens that say how doubles stand; usual values are left out."""
    if stakes is None:
        return {}
    is_usual = stakes.stake == 1 and stakes.doubler is Doubler.BOTH
    return {
        "doubles": stakes.doubles.text(),
        "stake": str(stakes.stake) if stakes.stake > 1 else None,
        "doubler": None if is_usual or stakes.doubler is None else stakes.doubler.text(),
    }


def check_stakes(
    rules: Rulebook,
    stakes: Stakes,
    score: Points,
    target: int,
    ahead: int | None,
    called: tuple[Seat, ...] = (),
    agreed: Agreed = Agreed.NOTHING,
) -> None:
    """Refuse doubles that the rulebook does not have, and doubles in a game of several hands."""
    check_doubles(rules, stakes.doubles)
    fact = "with doubles each hand is a game of its own"
    if score != NO_SCORE:
        raise IllegalPositionError("score", f"{score.text()}, but {fact}")
    if target != rules.target:
        raise IllegalPositionError("target", f"{target}, but {fact}")
    if ahead is not None:
        raise IllegalPositionError("ahead", f"{ahead}, but {fact}")
    if called:
        raise IllegalPositionError("called", f"{called_text(called)}, but {fact}")
    if agreed:
        raise IllegalPositionError("agreed", f"{', '.join(agreed.words)}, but {fact}")


def check_game(
    rules: Rulebook, target: int, ahead: int | None, score: Points, agreed: Agreed
) -> None:
    """Refuse a target, lead or game score out of range, and what the rulebook does not know."""
    check_range("target", (target,), str(target), least=1)
    check_range("score", score, score.text())
    if agreed:
        try:
            GameTerms(None, ahead, agreed).check(rules)
        except GameError as error:
            raise IllegalPositionError("agreed", f"{error.token}, but {error.fact}") from None
        if Agreed.SINGLE_HAND in agreed and score != NO_SCORE:
            fact = "each hand is a game of its own"
            raise IllegalPositionError("score", f"{score.text()}, but {fact}")
    if ahead is None:
        return
    check_range("ahead", (ahead,), str(ahead), least=1)
    if not rules.game.ahead:
        raise IllegalPositionError("ahead", f"{ahead}, but {rules.name} is played for a target")
    if target != rules.target:
        raise IllegalPositionError("target", f"{target}, but the game is won by {ahead} ahead")


def check_called(position: PositionFields) -> None:
    """Refuse call-outs by seats that cannot call out, or do not have the points for it."""
    rules, called, score = position.rules, position.called, position.score
    points, agreed = position.points, position.agreed
    if not called:
        return
    text = called_text(called)
    rule = call_out_rule(rules, agreed)
    if rule is not CallOutRule.NEEDS_A_TRICK:
        has = rule is CallOutRule.WINS
        where = f" in {rules.name}" if rules.game.call_out is rule else ""
        fact = f"a call-out ends the game{where}" if has else f"{rules.name} has none"
        raise IllegalPositionError("called", f"{text}, but {fact}")
    if min(score) >= position.target:
        raise IllegalPositionError("called", f"{text}, but both had {position.target} before")
    if points is None:
        return
    for seat in called:
        melds, tricks = points[seat]
        has_points = score[seat] + melds + in_chips(tricks, chips_up_from(rules, agreed))
        if has_points < position.target:
            fact = f"{has_points}, the target is {position.target}"
            raise IllegalPositionError("called", f"{text}, but {seat.text()} has {fact}")


def called_text(called: Iterable[Seat]) -> str:
    """``south`` or ``south,north``."""
    return ",".join(seat.text() for seat in called)


def parse_called(text: str) -> tuple[Seat, ...]:
    """Read seats with commas or blanks between them, each once; raises `NotationError`."""
    seats = tuple(map(Seat.parse, text.replace(",", " ").split()))
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            raise NotationError("seats", f"{seat.text()} stands twice; leave one out")
    return seats


def game_text(
    rules: Rulebook, target: int, ahead: int | None, agreed: Agreed
) -> dict[str, str | None]:
    """The tokens that say what the game is played for and how; usual values are left out."""
    return {
        "target": str(target) if target != rules.target else None,
        "ahead": None if ahead is None else str(ahead),
        "agreed": ",".join(agreed.words) or None,
    }


def check_hand_points(points: HandPoints, rules: Rulebook) -> None:
    """Refuse points of a hand out of range, and meld points that the rulebook cannot give."""
    for seat in points:
        check_range("points", seat, points.text())
        if seat.melds % rules.meld_unit:
            raise IllegalPositionError(
                "points", f"meld points are {seat.melds}, expected a multiple of {rules.meld_unit}"
            )


def check_annotations(name: str | None, value: Points | None) -> None:
    """Refuse a name or a value that cannot be written."""
    if name is not None:
        _check_id(name)
    if value is not None:
        check_range("value", value, value.text())


def _check_id(name: str) -> None:
    if not name.isprintable():
        raise IllegalPositionError("id", f"{quoted(name)} has characters that cannot be shown")
    if name.split() != [name]:
        raise IllegalPositionError("id", f"{quoted(name)} is not one word")
