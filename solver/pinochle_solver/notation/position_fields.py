"""The parts of positions: points, acts; shared reading and checking."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple, Protocol

from pinochle_solver._core.hand.hand import (
    DUE_ANSWER,
    DUE_ANSWER_REDOUBLE,
    DUE_DIX,
    DUE_DOUBLE,
    DUE_MELD,
    DUE_PLAY,
    DUE_SHOW,
)
from pinochle_solver.errors import (
    GameError,
    IllegalPositionError,
    IncompleteError,
    NotationError,
    quoted,
)
from pinochle_solver.notation.players import Players
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
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.doubles import Stakes, check_doubles
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import CallOutRule, Points, Rulebook, Seat

NO_SCORE = Points(0, 0)


class SeatPoints(NamedTuple):
    """The points of one seat in this hand: meld points, and card points of tricks taken."""

    melds: int
    tricks: int


class HandPoints(NamedTuple):
    """The points of both seats in this hand, south first."""

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
    def count(self) -> CardCount:
        """What cards count."""

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

    @property
    def stakes(self) -> Stakes | None:
        """How doubles stand."""

    @property
    def players(self) -> Players:
        """The names of the players."""


class Act(IntEnum):
    """The decision of the player to move.

    ``PLAY``: it plays a card; ``MELD``: it has won a trick, and may meld a dix and meld; ``DIX``:
    it has lost a trick, or at a dix turn does not lead next, and may meld a dix; ``SHOW``: at a dix
    turn it leads next, and may meld a dix; ``DOUBLE``: it leads next and may double; ``ANSWER``: it
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


def suit_alone(text: str) -> Suit | None:
    """The suit that a text names; None for anything else."""
    try:
        return Suit.parse(text)
    except NotationError:
        return None


def parse_upcard(text: str) -> Card:
    """Read the upcard; raises `NotationError`, for a suit `IncompleteError`."""
    try:
        return Card.parse(text)
    except NotationError:
        suit = suit_alone(text)
        if suit is None:
            raise
    fact = f"{quoted(text)} is a suit. Type the card that was turned up"
    raise IncompleteError("upcard", fact, ("upcard", f"9{suit.letter}")) from None


# Checks: what no position may state


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
