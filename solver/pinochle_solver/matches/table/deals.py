"""A deal of three or four played with every assignment of two players to the seats.

Every decision is made from what its seat has seen (`position_of`). A program is started once for
each seat that it plays, so that no process sees the cards of two. Nobody is asked who has one move
only. The seed of a decision depends on the match's seed, the deal, the seat and the number of the
decision, so that chance is the same in all hands of a deal as long as the play is.

A player that fails, by an illegal move, no answer or a crash, ends the hand. It counts as if a seat
of its own had been set in the contract of the hand, or in the lowest bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.registry import TABLE_GAMES
from pinochle_solver.errors import IllegalMoveError, NotationError, PositionError
from pinochle_solver.matches.log import NO_HAND, MatchLog
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.matches.results import SIDES
from pinochle_solver.matches.table.contracts import calls_for_contract
from pinochle_solver.matches.table.players import TablePlayer, make_table_player
from pinochle_solver.matches.table.results import (
    TableDealResult,
    TableHandResult,
    TableMatchSettings,
    TableSideResult,
    margin_of,
    seatings,
    worths,
)
from pinochle_solver.notation.table.offered_moves import move_of
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.checks_paid import contract_share
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.money import stakes_of
from pinochle_solver.table.rules import FIRST_CHECKS, TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyHand, AnyMove, begun_hand

FAILED = "failed"
"""The outcome of a hand that a failure ended."""


class DealTable:
    """Two players and what they play by: plays one deal after the other.

    Args:
        settings: what the match is played by.
        stop: ends a deal with `InterruptedError`.
        log: keeps what is said to external players and by them.
        players: by ``A`` and ``B`` the player of all its seats; where there is none, the one that
            the settings name plays, made once for each seat.
    """

    def __init__(
        self,
        settings: TableMatchSettings,
        stop: StopFlag,
        log: MatchLog | None = None,
        players: Mapping[str, TablePlayer | None] | None = None,
    ) -> None:
        self._settings, self._stop, self._log = settings, stop, log
        self._given = {side: player for side, player in (players or {}).items() if player}
        self._players: dict[tuple[str, Seat], TablePlayer] = {}

    def play(self, pair: int) -> TableDealResult:
        """Play the deal of this number, from 1.

        Raises:
            InterruptedError: when stopped.
            MatchLogError: when what was said could not be kept.
        """
        deal = self._settings.deal(pair)
        hands = tuple(
            self._play_hand(pair, number, deal, seating)
            for number, seating in enumerate(seatings(deal.rules), start=1)
        )
        if self._log is not None:
            self._log.check()
        return TableDealResult(pair=pair, rules=deal.rules.name, hands=hands)

    def _play_hand(self, pair: int, number: int, deal: TableDeal, seating: str) -> TableHandResult:
        if self._log is not None:
            self._log.hand = f"{pair}/{number}"
        sides = dict(zip(deal.rules.table, seating, strict=True))
        players = {seat: self._player(side, seat) for seat, side in sides.items()}
        played = _Hand(deal, sides, players, (self._settings.seed, pair), self._stop)
        played.play(after_auction=self._settings.contract)
        if self._log is not None and played.failed is not None:
            self._log.remark(played.failed, f"lost the hand: {played.failure}")
        return played.result(seating)

    def _player(self, side: str, seat: Seat) -> TablePlayer:
        """The player of a seat, made when it is first needed."""
        if side in self._given:
            return self._given[side]
        if (side, seat) not in self._players:
            settings = self._settings
            text = settings.a if side == "A" else settings.b
            self._players[side, seat] = make_table_player(
                PlayerSpec.parse(text, TABLE_GAMES),
                settings.limits,
                settings.timeout,
                self._stop,
                None if self._log is None else self._log.listener(side),
            )
        return self._players[side, seat]

    def close(self) -> None:
        """End the players."""
        if self._log is not None:
            self._log.hand = NO_HAND
        for player in (*self._players.values(), *self._given.values()):
            player.close()


@dataclass
class _Did:
    """What a player has done so far in a hand."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def count(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    def result(self) -> TableSideResult:
        return TableSideResult(decisions=self.decisions, seconds=self.seconds, slowest=self.slowest)


class _Hand:
    """One hand under way.

    Args:
        deal: its cards.
        sides: who sits where, by seat.
        players: the player of each seat.
        seeds: by which chance is told from that of other deals.
        stop: ends it with `InterruptedError`.

    Attributes:
        failed: who has failed, None as long as nobody has,
        failure: and why.
    """

    def __init__(
        self,
        deal: TableDeal,
        sides: Mapping[Seat, str],
        players: Mapping[Seat, TablePlayer],
        seeds: tuple[int, ...],
        stop: StopFlag,
    ) -> None:
        self._hand: AnyHand = begun_hand(deal)
        self._sides, self._players, self._seeds, self._stop = sides, players, seeds, stop
        self._moves: list[str] = []
        self._did = {side: _Did() for side in SIDES}
        self.failed: str | None = None
        self.failure: str | None = None

    def play(self, *, after_auction: bool) -> None:
        """Play to the end, or until a player fails."""
        for seat, player in self._players.items():
            try:
                player.new_hand()
            except EngineError as error:
                self._fail(seat, str(error))
                return
        if after_auction and isinstance(self._hand, TableHand) and self._hand.auction is not None:
            for call in calls_for_contract(self._hand):
                self._push(call)
        while self._hand.turn is not None and self.failed is None:
            self._decide(self._hand.turn)

    def _decide(self, seat: Seat) -> None:
        """Have a seat decide, where there is something to decide."""
        moves: tuple[AnyMove, ...] = tuple(islice(self._hand.legal_moves(), 2))
        if len(moves) == 1:
            self._push(moves[0])
            return
        position, side = position_of(self._hand, seat), self._sides[seat]
        begun = perf_counter()
        try:
            move = self._players[seat].move(position, seed_of(*self._seeds, seat, len(self._moves)))
        except EngineError as error:
            self._fail(seat, str(error))
            return
        if self._stop.is_set:
            raise InterruptedError
        self._did[side].count(perf_counter() - begun)
        try:
            self._push(move_of(self._hand, move) if isinstance(move, str) else move)
        except (IllegalMoveError, NotationError) as error:
            self._fail(seat, f"illegal move {error.token}: {error.fact}")
        except PositionError as error:
            self._fail(seat, f"illegal move {move}: {error}")

    def _push(self, move: AnyMove) -> None:
        self._hand = self._hand.after(move)  # type: ignore[arg-type]  # the hand refuses others
        self._moves.append(move.text())

    def _fail(self, seat: Seat, why: str) -> None:
        self.failed, self.failure = self._sides[seat], why

    def result(self, seating: str) -> TableHandResult:
        """What it came to."""
        hand = self._hand
        bidder = hand.bidder if isinstance(hand, TableHand) else None
        contract = hand.contract if isinstance(hand, TableHand) else None
        if self.failed is not None:
            outcome, lost = FAILED, forfeit(hand.rules, contract)
            margin = -lost if self.failed == "A" else lost
        else:
            outcome = hand.result().outcome.value
            margin = margin_of(worths(hand), seating)
        return TableHandResult(
            seating=seating,
            margin=margin,
            outcome=outcome,
            bidder=None if bidder is None else self._sides[bidder],
            contract=contract,
            a=self._did["A"].result(),
            b=self._did["B"].result(),
            moves=tuple(self._moves),
            failed=self.failed,
            failure=self.failure,
        )


def forfeit(rules: TableRules, contract: int | None) -> float:
    """What a failure costs the player, as the margin of a hand.

    In games for stakes and for checks it is what a contract costs that is set, in a suit that is
    paid once: the bidder's loss minus what each of the others gets. In games for points it is the
    contract and all that the cards count. Without a contract it is the lowest bid.
    """
    lowest = 0 if rules.auction is None else rules.auction.lowest
    bid = lowest if contract is None else contract
    if rules.money is not None:
        return rules.seats * stakes_of(rules.money, bid, Suit.CLUBS).lost
    if rules.checks is not None:
        bid = max(bid, FIRST_CHECKS)
        return contract_share(rules.checks, bid, is_bidding=False, is_made=False)
    return bid + rules.whole_count
