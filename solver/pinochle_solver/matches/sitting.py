"""A person plays a hand, or hands until the game is won, against an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pinochle_solver.errors import GameError
from pinochle_solver.game.game import Game
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import Doubles, Points, Rulebook, Seat

_MOST_HANDS = 10**6
NO_TERMS = GameTerms()


class Sitting:
    """A hand, or hands until the game is won.

    Args:
        rules: the rulebook.
        count: what cards count.
        seed: of the deals.
        person: the person's seat.
        whole_game: whether hands are played until the game is won, else one.
        earlier: the hands of a game to be continued; if the last one is not finished, it is played
            on.
        doubles: after which tricks doubles may be offered; None for hands without doubles. With
            doubles, each hand is a game of its own.
        terms: what the game is played for, if not as its rulebook has it. A game that is continued
            keeps its own.

    Raises:
        GameError: for a game that cannot be continued. The token is ``settings`` if its rulebook or
            count are different, and an option if that is not agreed on in it.

    Attributes:
        whole_game: as given.
        agreed: what is agreed on about the game, besides a target or a lead.
        hand: the hand being played.
        game: the game after its last finished hand, None before that.
        resumed: the earlier hand that is played on; None if a new one is dealt.
    """

    def __init__(
        self,
        rules: Rulebook,
        count: CardCount,
        seed: int,
        person: Seat,
        whole_game: bool,
        earlier: Sequence[HandRecord] = (),
        doubles: Doubles | None = None,
        terms: GameTerms = NO_TERMS,
    ) -> None:
        self._deals = random_deals(_MOST_HANDS, seed, rules, count)
        self._person, self.whole_game = person, whole_game
        self.agreed = Agreed.NOTHING
        self._earlier: list[HandRecord] = []
        self._finished: list[HandRecord] = []
        self._is_scored = False
        self.game: Game | None = None
        self.resumed: HandRecord | None = None
        if earlier:
            self._go_on(earlier, rules, count, terms)
        else:
            self.agreed = terms.agreed
            deal = next(self._deals)
            target = rules.target if terms.target is None else terms.target
            self.hand = HandInPlay(
                deal, person, NO_SCORE, target, terms.ahead, doubles, self.agreed
            )

    def _go_on(
        self, earlier: Sequence[HandRecord], rules: Rulebook, count: CardCount, terms: GameTerms
    ) -> None:
        replays = _goes_on(earlier, rules, count)
        first = earlier[0]
        for record in earlier:
            self.agreed |= record.agreed_or_used
        terms.check_same(first.target, first.ahead, self.agreed)
        # The deals that would have come without the pause.
        for _ in replays:
            next(self._deals)
        *before, last = replays
        is_over = last.is_finished or last.is_void
        if is_over:
            before = replays
        self._earlier = [replay.record for replay in before]
        if before:
            self.game = score_game(before)
        if is_over:
            self.begin_hand()
        else:
            record = self.resumed = last.record
            score, target, ahead = record.score, record.target, record.ahead
            if self.game is not None:
                score = self._score_before(self.game)
                target, ahead = self.game.target, self.game.ahead
            self.hand = HandInPlay.of_replay(last, self._person, score, target, ahead, self.agreed)

    def _score_before(self, game: Game) -> Points:
        """The score before another hand, by the seats of the last one."""
        return NO_SCORE if game.single_hand else game.score_as_seated

    @property
    def hands(self) -> int:
        """How many hands the game has had, including the one being played."""
        return len(self._earlier) + len(self._finished) + (not self._is_scored)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play after the hand that is over."""
        if not self.whole_game or self.game is None:
            return not self.whole_game
        return self.game.winner is not None or self.game.is_single_hand_over

    def finish_hand(self) -> Game:
        """Score a finished hand; return the game with it."""
        self._finished.append(self.hand.record())
        self._is_scored = True
        self.game = score_game(map(replay_record, (*self._earlier, *self._finished)))
        return self.game

    def begin_hand(self) -> None:
        """Deal another hand after a finished one; the dealer of a void one deals again."""
        assert self.game is not None
        self._is_scored = False
        *_, last = (*self._earlier, *self._finished)
        game = self.game
        deal = replace(next(self._deals), dealer=replay_record(last).next_dealer)
        self.hand = HandInPlay(
            deal,
            self._person,
            self._score_before(game),
            game.target,
            game.ahead,
            agreed=self.agreed,
        )
        self.hand.players = last.players

    def records(self) -> Iterator[HandRecord]:
        """The records of the hands played here, of the one being played as far as it has come."""
        yield from self._finished
        if not self._is_scored:
            yield self.hand.record()


def _goes_on(records: Sequence[HandRecord], rules: Rulebook, count: CardCount) -> list[Replay]:
    """The hands of a game that is not over; raises `GameError` for anything else."""
    first = records[0]
    if first.doubles is not None:
        raise GameError("game", "with doubles each hand is a game of its own")
    if (first.rules, first.count) != (rules, count):
        theirs, ours = (
            f"{rulebook.name}, {counted.name} count"
            for rulebook, counted in ((first.rules, first.count), (rules, count))
        )
        raise GameError("settings", f"a game by {theirs}, not {ours}")
    replays = [replay_record(record) for record in records]
    game = score_game(replays)
    if game.winner is not None:
        raise GameError("game", f"the game is over ({game.verdict})")
    for hand in game.hands:
        for fault in hand.faults:
            raise GameError("game", f"hand {hand.number}: {fault}")
    if not replays[-1].is_finished and not replays[-1].is_void:
        _check_can_be_played_on(replays[-1])
    return replays


def _check_can_be_played_on(replay: Replay) -> None:
    if replay.record.view is not None:
        raise GameError("game", "the last hand has only what one seat saw")
    for finding in replay.findings:
        # That is no error in the record: it happens to those who pass.
        if finding.kind is not Irregularity.FORGOTTEN_DIX:
            raise GameError("game", f"the last hand: {finding}")
