"""A game as it is played: its hands one after the other, each scored when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pinochle_solver.game.game import Game
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.deals import Deal
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Points, Rulebook, Seat


class GameUnderWay:
    """A game from its first hand on.

    Args:
        rules: the rulebook.
        target: the points that end it; the rulebook's if None is given.
        ahead: how far ahead one has to be to win, in place of a target.
    """

    def __init__(
        self, rules: Rulebook, target: int | None = None, ahead: int | None = None
    ) -> None:
        self._target = rules.target if target is None else target
        self._ahead = ahead
        self._replays: list[Replay] = []
        self._game: Game | None = None

    @property
    def score(self) -> Points:
        """The score after the hands so far."""
        return NO_SCORE if self._game is None else self._game.score

    @property
    def target(self) -> int:
        """The points that end the game, after every raise."""
        return self._target if self._game is None else self._game.target

    @property
    def ahead(self) -> int | None:
        """How far ahead one has to be to win; None where the target ends it."""
        return self._ahead

    @property
    def winner(self) -> Seat | None:
        """Who has won; None while it goes on."""
        return None if self._game is None else self._game.winner

    def record(
        self, deal: Deal, moves: Iterable[Move] = (), calls: Iterable[RecordedCall] = ()
    ) -> HandRecord:
        """The record of the next hand."""
        record = record_of(deal, moves, None, self.score, self.target, self._ahead)
        return replace(record, call_outs=tuple(calls))

    def add(self, record: HandRecord) -> Game:
        """Score the next hand; what it makes of the game."""
        self._replays.append(replay_record(record))
        self._game = score_game(self._replays)
        return self._game
