"""Two players at a table: the same deals played twice, the players having changed seats.

A pair is one deal, or in a match of games all the deals that its two games need: the hands of the
same number have the same cards and the same dealer by seat.

Every decision is made from what its seat has seen (`Referee.view`). The playoff is a game of
perfect information: players that play it exactly are given its best line at once. The seed of a
decision depends on the match's seed, the pair, the seat and the number of the decision, so that in
both hands of a pair chance is the same where the play is: what differs is due to the players.

A player that fails, by an illegal move, no answer or a crash, loses the hand by all that counts in
its tricks, or by as many points as it was behind already, with doubles the stake, and the match
goes on. Of a game it loses the whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.game.under_way import GameUnderWay
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.matches.log import NO_HAND, MatchLog
from pinochle_solver.matches.luck import draw_luck
from pinochle_solver.matches.players import Player, PlayerSpec, make_player
from pinochle_solver.matches.results import (
    GLUPS,
    SIDES,
    AnyPair,
    GamePairResult,
    GameResult,
    HandResult,
    MatchSettings,
    PairResult,
    SideResult,
)
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import NO_SCORE, Act
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.doubles import refused
from pinochle_solver.rules.events import score_plays
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import CALL_OUT, CallingOut, Move, Play, Show
from pinochle_solver.rules.rules import CallOutRule, Rulebook, Seat

_SEED_BITS = 63


class MatchTable:
    """Two players and what they play by: plays one pair of hands after the other.

    Args:
        settings: what the match is played by.
        stop: ends a pair with `InterruptedError`.
        log: keeps what is said to external players and by them.
        players: A and B; those that the settings name if not given.
    """

    def __init__(
        self,
        settings: MatchSettings,
        stop: StopFlag,
        log: MatchLog | None = None,
        players: tuple[Player, Player] | None = None,
    ) -> None:
        self._settings, self._stop, self._log = settings, stop, log
        self._players = players or [
            make_player(
                PlayerSpec.parse(text),
                settings.limits,
                settings.timeout,
                stop,
                log.listener(side) if log is not None else None,
                settings.call_out,
            )
            for side, text in zip(SIDES, (settings.a, settings.b), strict=True)
        ]

    def play(self, pair: int) -> AnyPair:
        """Play the pair of this number, from 1.

        Raises:
            InterruptedError: when stopped.
            MatchLogError: when what was said could not be kept.
        """
        deal = self._settings.deal(pair)
        played: AnyPair
        if self._settings.game:
            one, two = (self._play_game(pair, deal.rules, seat) for seat in Seat)
            played = GamePairResult(pair=pair, rules=deal.rules.name, games=(one, two))
        else:
            first, second = (self._play_hand(pair, deal, seat) for seat in Seat)
            played = PairResult(pair=pair, rules=deal.rules.name, hands=(first, second))
        if self._log is not None:
            self._log.check()
        return played

    def _play_game(self, pair: int, rules: Rulebook, a_sits: Seat) -> GameResult:
        """Hands until the game is won, or lost by failing."""
        game = GameUnderWay(rules, self._settings.target, self._settings.ahead)
        hands: list[HandResult] = []
        winner = None
        while winner is None:
            number = len(hands) + 1
            deal = self._settings.deal(pair, number)
            referee = Referee.of_deal(deal, game.score, game.target, game.ahead)
            rule = rules.game.call_out if self._settings.call_out else CallOutRule.NONE
            hand = self._play_out(
                f"{_place(pair, a_sits)}.{number}",
                (pair, number),
                deal,
                referee,
                Calls(rule, game.score, game.target),
                a_sits,
            )
            hands.append(hand.result(a_sits))
            failed = hands[-1].failed
            if failed is not None:
                winner = a_sits if failed == "B" else a_sits.other
            else:
                game.add(game.record(deal, hand.moves, hand.call_outs))
                winner = game.winner
        return GameResult(
            a_sits=a_sits.text(),
            winner=SIDES[winner is not a_sits],
            a=game.score[a_sits],
            b=game.score[a_sits.other],
            hands=tuple(hands),
        )

    def _play_hand(self, pair: int, deal: Deal, a_sits: Seat) -> HandResult:
        referee = Referee.of_deal(deal, doubles=self._settings.with_doubles)
        hand = self._play_out(_place(pair, a_sits), (pair,), deal, referee, None, a_sits)
        return hand.result(a_sits)

    def _play_out(
        self,
        place: str,
        numbers: tuple[int, ...],
        deal: Deal,
        referee: Referee,
        calls: Calls | None,
        a_sits: Seat,
    ) -> _Hand:
        """Play a hand.

        Args:
            place: what the log calls it.
            numbers: by which chance is told from that of other hands.
            deal: its cards.
            referee: of the hand, before its first lead.
            calls: its call-outs; None where no game is played.
            a_sits: the seat of player A.
        """
        players = self._players if a_sits is Seat.SOUTH else self._players[::-1]

        def seed(seat: Seat, decision: int) -> int:
            return seed_of(self._settings.seed, *numbers, seat, decision)

        if self._log is not None:
            self._log.hand = place
        hand = _Hand(deal, referee, calls, (players[0], players[1]), seed, self._stop)
        hand.play()
        if self._log is not None and hand.failed is not None:
            side = SIDES[hand.failed is not a_sits]
            what = "game" if self._settings.game else "hand"
            self._log.remark(side, f"lost the {what}: {hand.failure}")
        return hand

    def close(self) -> None:
        """End the players."""
        if self._log is not None:
            self._log.hand = NO_HAND
        for player in self._players:
            player.close()


def _place(pair: int, a_sits: Seat) -> str:
    """``3/2``: the second hand, or game, of the third pair."""
    return f"{pair}/{1 if a_sits is Seat.SOUTH else 2}"


def seed_of(*numbers: int) -> int:
    """A seed of 63 bits that depends on these numbers alone."""
    digest = hashlib.blake2b(repr(tuple(map(int, numbers))).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 64 - _SEED_BITS


@dataclass
class _Seated:
    """A player in its seat, and what it has done so far."""

    player: Player
    shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def count_meld(self, kind: str, points: int) -> None:
        number, before = self.shown.get(kind, (0, 0))
        self.shown[kind] = (number + 1, before + points)

    def count_time(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class _Hand:
    """One hand under way; `players` are south and north.

    Attributes:
        failed: who has failed, None as long as nobody has,
        failure: and why.
        call_outs: who has called out, and when.
    """

    def __init__(
        self,
        deal: Deal,
        referee: Referee,
        calls: Calls | None,
        players: tuple[Player, Player],
        seed: Callable[[Seat, int], int],
        stop: StopFlag,
    ) -> None:
        self._deal, self._seed, self._stop = deal, seed, stop
        self._referee = referee
        self._calls = calls or Calls(CallOutRule.NONE, NO_SCORE, deal.rules.target)
        self.call_outs: list[RecordedCall] = []
        self._seated = [_Seated(player) for player in players]
        self.failed: Seat | None = None
        self.failure: str | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made."""
        return tuple(self._referee.history)

    def play(self) -> None:
        """Play to the end, or until a player fails."""
        for seat in Seat:
            try:
                self._seated[seat].player.new_hand()
            except EngineError as error:
                self._fail(seat, str(error))
                return
        while not self._is_over:
            if self._referee.in_playoff and self._goes_by_the_best_line:
                self._play_best_line()
            else:
                self._decide()

    @property
    def _is_over(self) -> bool:
        by_calls = self._calls.winner is not None
        return self._referee.is_over or self.failed is not None or by_calls

    @property
    def _goes_by_the_best_line(self) -> bool:
        """Whether both would play each card of it, and say nothing meanwhile."""
        exact = all(seated.player.plays_exactly for seated in self._seated)
        return exact and not self._calls.are_possible

    def _play_best_line(self) -> None:
        position = self._referee.position()
        assert isinstance(position, PlayoffPosition)
        for card in solve(position).line:
            self._referee.push(Play(card))

    def _decide(self) -> None:
        """Have the seat whose turn it is decide, where there is something to decide."""
        referee = self._referee
        seat = referee.turn
        assert seat is not None
        moves, may_call = referee.moves(), self._may_call(seat)
        if len(moves) == 1 and not may_call:
            self._push(seat, moves[0])
            return
        position = referee.view(seat)
        assert position is not None
        if self._calls.waiting:
            position = replace(position, called=tuple(sorted(self._calls.waiting)))
        in_stock = not referee.in_playoff
        begun = perf_counter()
        try:
            move = self._seated[seat].player.move(position, self._seed(seat, len(referee.history)))
        except EngineError as error:
            self._fail(seat, str(error))
            return
        if self._stop.is_set:
            raise InterruptedError
        if in_stock:
            self._seated[seat].count_time(perf_counter() - begun)
        if may_call and str(move) == CALL_OUT.text():
            self._call_out(seat)
        elif isinstance(move, CallingOut):
            self._push(seat, move.text())
        else:
            self._push(seat, move)

    def _may_call(self, seat: Seat) -> bool:
        """Whether a seat may call out, and its player knows how."""
        return self._calls.may_call(seat) and self._seated[seat].player.may_call

    def _call_out(self, seat: Seat) -> None:
        self.call_outs.append(RecordedCall(self._referee.completed_tricks, seat))
        self._calls.call(seat, self._referee.points)

    def _push(self, seat: Seat, move: Move | str) -> None:
        try:
            parsed = self._referee.parse_move(move) if isinstance(move, str) else move
            points = {option.show: option.points for option in self._referee.options()}
            leader, tricks = self._referee.leader, self._referee.completed_tricks
            self._referee.push(parsed)
        except (IllegalMoveError, NotationError) as error:
            self._fail(seat, f"illegal move {error.token}: {error.fact}")
            return
        if self._referee.completed_tricks > tricks:
            self._calls.take(leader, self._referee.leader)
        made = self._referee.history[-1]
        if isinstance(made, Show):
            self._count_show(seat, made, points.get(made, 0))

    def _count_show(self, seat: Seat, show: Show, points: int) -> None:
        dix = self._deal.rules.meld(DIX)
        if show.dix and dix is not None:
            self._seated[seat].count_meld(DIX, dix.points)
            points -= dix.points
        if show.meld is not None:
            self._seated[seat].count_meld(show.meld.kind.name, points)

    def _fail(self, seat: Seat, why: str) -> None:
        self.failed, self.failure = seat, why

    def result(self, a_sits: Seat) -> HandResult:
        """What it came to."""
        sides = [self._side(seat) for seat in (a_sits, a_sits.other)]
        totals = [side.melds + side.tricks for side in sides]
        margin, failed = totals[0] - totals[1], None
        if self.failed is not None:
            failed = SIDES[self.failed is not a_sits]
            forfeit = self._deal.count.of_hand(self._deal.rules.deck)
            margin = min(margin, -forfeit) if failed == "A" else max(margin, forfeit)
        # In stakes nothing is made of the luck of the draws.
        luck = draw_luck(self._deal, self.moves) if self._referee.stakes is None else 0.0
        return HandResult(
            a_sits=a_sits.text(),
            margin=margin,
            a=sides[0],
            b=sides[1],
            moves=tuple(move.text() for move in self.moves),
            luck=luck if a_sits is Seat.SOUTH else -luck,
            failed=failed,
            failure=self.failure,
            call_outs=tuple(call.text() for call in self.call_outs),
            payment=self._payment(a_sits),
        )

    def _payment(self, a_sits: Seat) -> int | None:
        """What is paid to A; who has failed pays what he would pay who refuses now."""
        stakes = self._referee.stakes
        if stakes is None:
            return None
        if self.failed is not None:
            doubled = self._referee.due is Act.ANSWER_REDOUBLE
            return refused(self.failed, stakes.stake << doubled)[a_sits]
        payment = self._referee.payment
        return None if payment is None else payment[a_sits]

    def _side(self, seat: Seat) -> SideResult:
        seated, points = self._seated[seat], self._referee.points[seat]
        self._count_of_itself(seat, points.melds - sum(each for _, each in seated.shown.values()))
        return SideResult(
            melds=points.melds,
            tricks=points.tricks,
            shown=dict(sorted(seated.shown.items())),
            decisions=seated.decisions,
            seconds=seated.seconds,
            slowest=seated.slowest,
        )

    def _count_of_itself(self, seat: Seat, points: int) -> None:
        """Count what a seat scored without showing it; `points` is all of that."""
        seated, deal, rules = self._seated[seat], self._deal, self._deal.rules
        dix = dix_card(rules, self._referee.trump)
        if rules.dealer_dix and deal.upcard == dix and seat is deal.dealer:
            seated.count_meld(DIX, rules.dealer_dix)
            points -= rules.dealer_dix
        for card, scored in self._scored_in_play(seat):
            of_dix = rules.played_dix if card == dix else 0
            for kind, each in ((DIX, of_dix), (GLUPS, scored - of_dix)):
                if each:
                    seated.count_meld(kind, each)
            points -= scored
        # The rest is for each dix drawn with the last cards, or held when the stock was gone.
        each = rules.held_dix or rules.last_draw_dix
        for _ in range(points // each if each else 0):
            seated.count_meld(DIX, each)

    def _scored_in_play(self, seat: Seat) -> Iterator[tuple[Card, int]]:
        """The cards by which a seat scored as it played them, and how much."""
        rules, leader = self._deal.rules, self._deal.dealer.other
        if not rules.glups and not rules.played_dix:
            return
        plays = [move.card for move in self.moves if isinstance(move, Play)]
        before = 0
        for number, card in enumerate(plays[: 2 * rules.deck.stock_tricks], start=1):
            played = score_plays(rules, self._referee.trump, plays[:number], leader)
            if played.points[seat] > before:
                yield card, played.points[seat] - before
            before = played.points[seat]
