"""Playing a record through: what this is in every game.

A `Replayer` goes through the tricks of a record, has the referee make what is written, and notes
in a log what is wrong, up to what cannot be undone. What differs by the game are methods of its
subclasses: ``replayer`` has the two-handed game's, ``table`` those for three and four.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from pinochle_solver.errors import PositionError
from pinochle_solver.game.findings import AnyFinding, FindingLog, StopReplayError
from pinochle_solver.rules.claims import AnySeat
from pinochle_solver.rules.irregularities import Irregularity


class AnyTrick(Protocol):
    """A trick as it is written, of any game."""

    @property
    def number(self) -> int:
        """Its number, from 1."""

    @property
    def plays(self) -> tuple[str, ...]:
        """The texts of the cards, the leader's first."""


_Trick = TypeVar("_Trick", bound=AnyTrick)
_Move = TypeVar("_Move")
_Finding = TypeVar("_Finding", bound=AnyFinding[Any])
_Record = TypeVar("_Record", bound=Any)


class Replayer(ABC, Generic[_Trick, _Move, _Finding]):
    """Plays a record through with its referee.

    Args:
        log: takes what is wrong.

    Attributes:
        log: what is wrong so far.
    """

    illegal: Irregularity
    """The kind of a move that the referee refuses, if no rule says what follows from it."""

    def __init__(self, log: FindingLog[_Finding]) -> None:
        self.log = log

    def play_through(self, tricks: Sequence[_Trick], unread: PositionError | None) -> None:
        """Play a record as far as it can be played; what is wrong goes to the log.

        Args:
            tricks: its tricks.
            unread: what cannot be read behind them; None: all of it was read.
        """
        try:
            self.open()
            for trick in tricks:
                self.begin(trick)
                for place, text in enumerate(trick.plays):
                    self.before_card(trick, place)
                    self.card(trick, text)
                self.after_cards(trick)
            if unread is not None:
                what, number = self.named_unread(unread), named_trick(unread)
                raise self.log.stop(Irregularity.UNREADABLE, number, None, what, unread.fact)
            self.close()
        except StopReplayError:
            return

    def make_written(self, move: _Move, what: str) -> None:
        """Have the referee make a move that the record has.

        Args:
            move: the move.
            what: how it is written.

        Raises:
            StopReplayError: for a move that the referee refuses, if the hand does not go on.
        """
        trick, seat = self.trick_of(move), self.turn
        fact = self.make(move)
        if fact is None or (seat is not None and self.rule_on(move, fact)):
            return
        raise self.log.stop(self.illegal, trick, seat, what, fact)

    @abstractmethod
    def open(self) -> None:
        """What comes before the first trick."""

    def begin(self, trick: _Trick) -> None:  # nothing has to be done
        """What comes before the first card of a trick."""

    def before_card(self, trick: _Trick, place: int) -> None:
        """What comes before the card in this place of a trick, from 0."""

    @abstractmethod
    def card(self, trick: _Trick, text: str) -> None:
        """Play a card of a trick."""

    @abstractmethod
    def after_cards(self, trick: _Trick) -> None:
        """What comes after the cards of a trick, whether or not it is complete."""

    @abstractmethod
    def close(self) -> None:
        """What comes after the last trick, if all of the record has been played."""

    @property
    @abstractmethod
    def turn(self) -> AnySeat | None:
        """Whose decision it is; None: the hand is over."""

    @abstractmethod
    def trick_of(self, move: _Move) -> int:
        """The number of the trick in or after which a move comes."""

    @abstractmethod
    def make(self, move: _Move) -> str | None:
        """Have the referee make a move; why it is refused, or None."""

    @abstractmethod
    def rule_on(self, move: _Move, fact: str) -> bool:
        """Rule on a move that was refused for this reason; whether there is a rule for it.

        Raises:
            StopReplayError: if the ruling ends the hand.
        """

    def named_unread(self, unread: PositionError) -> str:
        """What a finding on unreadable text names as wrong."""
        return unread.token


def named_trick(error: PositionError) -> int:
    """The number of the trick that a record's error is about; 0 if it is about none."""
    match = re.fullmatch(r"trick ([0-9]+)", error.token)
    return int(match[1]) if match else 0


def begun_until(record: _Record, trick: int, following: AnyTrick) -> _Record:
    """A record of any game as it stood after a trick, with what was shown and drawn after it.

    Args:
        record: the record.
        trick: the number of the trick; 0 before the first lead.
        following: a trick of the next number without cards. If the record goes on, it says that
            nothing more was shown before it.
    """
    tricks = record.tricks[:trick]
    goes_on = len(record.tricks) > trick
    begun: _Record = replace(
        record, tricks=(*tricks, following) if goes_on else tricks, unread=None
    )
    return begun
