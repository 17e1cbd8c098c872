"""The moves that even a beginner sees to be wrong, each kind a small rule.

A rule sees what lies on the table and in the own hand: the card led, what the cards count, and the
melds that are complete. It neither counts cards nor looks ahead. So a move may break a rule and be
right all the same; `graded` makes it if its search finds it clearly the best.

>>> from pinochle_solver.notation.position_lines import parse_position
>>> line = "upcard=9S stock=23 turn=south south=AAT9.Q9.-.KQJJ99 north=+11 led=TD"
>>> for move, kind in blunders(parse_position(line)).items():
...     print(f"{move}: {kind}")
KC: meld broken
QC: meld broken
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from pinochle_solver._core.hand.game import beats
from pinochle_solver.engines.seat_sight import SeatSight, plays_of, shown_points
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.cards import Card, Rank
from pinochle_solver.rules.moves import Move, Play, Show

_HONOURS = (Rank.ACE, Rank.TEN)
# What a trick must bring for a worthless card to be a bargain: a ten in it, or a large meld.
_TRICK, _MELD = 10, 40


class _Trick:
    """What a seat sees when it plays a card.

    Args:
        position: the position, as the seat to decide sees it.

    Attributes:
        plays: the legal cards.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._by_rank = position.count.by_rank()
        self._sight = None if isinstance(position, PlayoffPosition) else SeatSight(position)
        legal = position.legal_moves() if self._sight is None else plays_of(self._sight)
        self.plays = [move for move in legal if isinstance(move, Play)]

    @property
    def is_reply(self) -> bool:
        """Whether the other seat has led."""
        return self._position.led is not None

    @property
    def led_points(self) -> int:
        """What the card led counts; 0 on lead."""
        led = self._position.led
        return 0 if led is None else self.points(led)

    def points(self, card: Card) -> int:
        """What a card counts."""
        return self._by_rank[card.rank]

    def is_trump(self, play: Play) -> bool:
        """Whether it plays a trump."""
        return play.card.suit == self._position.trump

    def wins(self, play: Play) -> bool:
        """Whether a reply takes the trick."""
        led = self._position.led
        return led is not None and beats(led.index, play.card.index, self._position.trump)

    def broken(self, play: Play) -> int:
        """The points of the complete melds that could no longer be laid."""
        return 0 if self._sight is None else self._sight.prospects.broken_by(play)

    def meld_after(self, play: Play) -> int:
        """The most points that could be melded after winning the trick with a card."""
        return 0 if self._sight is None else self._sight.best_show(play)

    def loses_to_the_table(self, play: Play) -> bool:
        """Whether a card of its suit that beats it lies on the other seat's table."""
        if isinstance(self._position, PlayoffPosition):
            return False
        on_table = self._position.on_table(self._position.turn.other)
        return any(each.suit == play.card.suit and each.rank > play.card.rank for each in on_table)

    @cached_property
    def spare(self) -> list[Play]:
        """The cards that nobody minds losing: no aces, tens or trumps, and of no complete meld."""
        return [
            play
            for play in self.plays
            if play.card.rank not in _HONOURS and not self.is_trump(play) and not self.broken(play)
        ]


class Blunder(NamedTuple):
    """A kind of move that is seen to be wrong.

    Attributes:
        name: what it is called.
        text: in a sentence, what is wrong with it.
        is_made: whether a card is such a move.
    """

    name: str
    text: str
    is_made: Callable[[_Trick, Play], bool]


def _counter_thrown_away(trick: _Trick, play: Play) -> bool:
    if not trick.is_reply or play.card.rank not in _HONOURS or trick.wins(play):
        return False
    return any(
        not trick.wins(other)
        and other.card.rank not in _HONOURS
        and not trick.broken(other)
        and (trick.is_trump(play) or not trick.is_trump(other))
        for other in trick.plays
    )


def _ten_led_into_an_ace(trick: _Trick, play: Play) -> bool:
    is_ten_led = not trick.is_reply and play.card.rank is Rank.TEN
    return is_ten_led and trick.loses_to_the_table(play) and bool(trick.spare)


def _trump_thrown_away(trick: _Trick, play: Play) -> bool:
    is_lost = trick.is_reply and trick.is_trump(play) and not trick.wins(play)
    return is_lost and bool(trick.spare)


def _ace_of_trumps_wasted(trick: _Trick, play: Play) -> bool:
    if not trick.is_trump(play) or play.card.rank is not Rank.ACE or not trick.wins(play):
        return False
    return any(
        trick.wins(other) and other.card.rank not in _HONOURS and not trick.broken(other)
        for other in trick.plays
    )


def _bargain_refused(trick: _Trick, play: Play) -> bool:
    if not trick.is_reply or trick.wins(play):
        return False
    return any(
        trick.wins(other)
        and other.card.rank in (Rank.NINE, Rank.JACK)
        and not trick.broken(other)
        and (trick.led_points >= _TRICK or trick.meld_after(other) >= _MELD)
        for other in trick.plays
    )


def _meld_broken(trick: _Trick, play: Play) -> bool:
    won = trick.led_points + trick.points(play.card) if trick.wins(play) else 0
    return trick.broken(play) > won and bool(trick.spare)


BLUNDERS = (
    Blunder(
        "counter thrown away",
        "An ace or ten is given to a trick that is lost, though a card that counts little will do.",
        _counter_thrown_away,
    ),
    Blunder(
        "ten led into an ace",
        "A ten is led while its ace lies on the opponent's table, though there is a card to spare.",
        _ten_led_into_an_ace,
    ),
    Blunder(
        "trump thrown away",
        "A trump is thrown on a trick that it does not win, though there is a card to spare.",
        _trump_thrown_away,
    ),
    Blunder(
        "ace of trumps wasted",
        "The ace of trumps takes a trick that a low card would take, too.",
        _ace_of_trumps_wasted,
    ),
    Blunder(
        "bargain refused",
        "A nine or jack would win an ace or ten, or the trick for a large meld, and it is lost.",
        _bargain_refused,
    ),
    Blunder(
        "meld broken",
        "A complete meld is broken for less than it scores, though there is a card to spare.",
        _meld_broken,
    ),
)

MELD_PASSED_UP = "meld passed up"
"""The kind of a show that leaves points on the table: see `blunder`."""


def blunder(position: Position, move: Move) -> str | None:
    """What a beginner sees to be wrong with a move: the name of its kind; None for nothing.

    Besides `BLUNDERS` there is one of shows, `MELD_PASSED_UP`: nothing is shown though something
    scores, a dix is kept back that could be shown with the same meld, or at the last turn to meld
    something is shown that scores less than another show.

    Args:
        position: the position, as the seat to decide sees it.
        move: a legal move.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not wholly known.
    """
    return blunders(position).get(move)


def blunders(position: Position) -> dict[Move, str]:
    """The moves of a position that a beginner sees to be wrong, with the names of their kinds.

    Raises:
        IllegalPositionError: when the hand of the seat to decide is not wholly known.
    """
    if not isinstance(position, PlayoffPosition) and position.act.shows:
        return _wrong_shows(SeatSight(position))
    trick = _Trick(position)
    found: dict[Move, str] = {}
    for play in trick.plays:
        kind = next((each.name for each in BLUNDERS if each.is_made(trick, play)), None)
        if kind is not None:
            found[play] = kind
    return found


def _wrong_shows(sight: SeatSight) -> dict[Move, str]:
    shows = {show: shown_points(sight, show) for show in sight.moves if isinstance(show, Show)}
    most = max(shows.values())
    is_last = sight.prospects.turns <= 1
    return {
        show: MELD_PASSED_UP
        for show, points in shows.items()
        if (points < most and (is_last or show == Show()))
        or (not show.dix and shows.get(Show(dix=True, meld=show.meld), 0) > points)
    }
