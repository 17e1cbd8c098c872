"""A person plays hands of a game for three or four with engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pinochle_solver.errors import GameError
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import ScoredTableGame, score_table_game
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.matches.table.hand_in_play import (
    NO_STANDING,
    HandStanding,
    TableHandInPlay,
)
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.game import TableGame
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


class TableSitting:
    """A hand, or hands of a game.

    Args:
        rules: the rulebook with its options.
        seed: of the deals, of the first dealer, and of the engines.
        person: the person's seat.
        hands: how many hands are played; None: until the game is over, and if each hand is paid
            for by itself without an end.
        is_game: whether the hands make a game, else each is for itself.
        earlier: the records of a game to be continued; if the last hand is not finished, it is
            played on.
        agreed: what is agreed on about the game; a game that is continued keeps its own.

    Raises:
        GameError: for a game that cannot be continued. The token is ``settings`` if it is by other
            rules.

    Attributes:
        person: as given.
        is_game: as given.
        agreed: what is agreed on about the game.
        hand: the hand being played.
        game: the game after its last finished hand, None before that.
        resumed: the earlier hand that is played on; None if a new one is dealt.
    """

    def __init__(
        self,
        rules: TableRules,
        seed: int,
        person: Seat,
        hands: int | None = 1,
        *,
        is_game: bool = False,
        earlier: Sequence[TableRecord] = (),
        agreed: Agreed = Agreed.NOTHING,
    ) -> None:
        self._rules, self._seed, self._most = rules, seed, hands
        self.person, self.is_game, self.agreed = person, is_game, agreed
        self._earlier: list[TableRecord] = []
        self._finished: list[TableRecord] = []
        self._is_scored = False
        self.game: ScoredTableGame | None = None
        self.resumed: TableRecord | None = None
        if earlier:
            self._go_on(earlier)
        else:
            self.hand = self._dealt(None, NO_STANDING)

    def _go_on(self, earlier: Sequence[TableRecord]) -> None:
        replays = _goes_on(earlier, self._rules)
        for record in earlier:
            self.agreed |= record.agreed
        *before, last = replays
        if last.is_complete:
            before = replays
        self._earlier = [replay.record for replay in before]
        if before:
            self.game = score_table_game(before)
        if last.is_complete:
            self.begin_hand()
            return
        self.resumed = last.record
        standing = NO_STANDING if self.game is None else HandStanding.of(self.game.game)
        self.hand = TableHandInPlay.of_replay(
            last, self.person, standing, self._seed_of_hand(), self.agreed
        )

    @property
    def hands(self) -> int:
        """How many hands the game has had, including the one being played."""
        return len(self._earlier) + len(self._finished) + (not self._is_scored)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play after the hand that is over."""
        if self._most is not None and len(self._finished) >= self._most:
            return True
        return self.game is not None and self.game.game.winner is not None

    def finish_hand(self) -> ScoredTableGame:
        """Score a finished hand; return the game with it."""
        self._finished.append(self.hand.record())
        self._is_scored = True
        records = (*self._earlier, *self._finished)
        self.game = score_table_game(map(replay_table_record, records))
        return self.game

    def judge_calls(self) -> ScoredTableGame | None:
        """The game if a call-out in the hand being played has decided it; else None."""
        if not self.hand.callers:
            return None
        records = (*self._earlier, *self._finished, self.hand.record())
        game = score_table_game(map(replay_table_record, records))
        if game.game.caller is None:
            return None
        self.hand.is_decided = True
        return game

    def begin_hand(self) -> None:
        """Deal another hand after a finished one."""
        assert self.game is not None
        self._is_scored = False
        *_, last = (*self._earlier, *self._finished)
        # Records that name nobody keep everybody's seat.
        game = self.game.game
        self.hand = self._dealt(game, HandStanding.of(game))
        self.hand.names = last.names

    def _dealt(self, game: TableGame | None, standing: HandStanding) -> TableHandInPlay:
        """Another hand; the first dealer is drawn by lot."""
        index = len(self._earlier) + len(self._finished)
        dealer = None if game is None else game.dealer
        deal = random_deal(index, self._seed, self._rules, dealer)
        return TableHandInPlay(deal, self.person, standing, self._seed_of_hand(), self.agreed)

    def _seed_of_hand(self) -> int:
        return seed_of(self._seed, len(self._earlier) + len(self._finished))

    def records(self) -> Iterator[TableRecord]:
        """The records of the hands played here, of the one being played as far as it has come."""
        yield from self._finished
        if not self._is_scored:
            yield self.hand.record()


def _goes_on(records: Sequence[TableRecord], rules: TableRules) -> list[TableReplay]:
    """The hands of a game that is not over; raises `GameError` for anything else."""
    first = records[0]
    if replace(first.rules, target=rules.target) != rules:
        names = (" ".join([each.name, *each.options]) for each in (first.rules, rules))
        theirs, ours = names
        raise GameError("settings", f"a game by {theirs}, not {ours}")
    replays = list[TableReplay]()
    for record in records:
        if record.view is not None:
            raise GameError("game", "a hand has only what one seat saw")
        replays.append(replay_table_record(record))
    game = score_table_game(replays)
    if game.game.winner is not None:
        raise GameError("game", f"the game is over ({game.verdict})")
    for hand in game.hands[:-1]:
        for fault in hand.faults:
            raise GameError("game", f"hand {hand.number}: {fault}")
    if not replays[-1].is_complete:
        for finding in replays[-1].findings:
            # That is no error in the record: it happens to those who pass.
            if finding.kind != Irregularity.FORGOTTEN_DIX.value:
                raise GameError("game", f"the last hand: {finding}")
    return replays
