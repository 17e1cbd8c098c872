"""A hand between a person and an engine: what either does in it, and what follows.

Both decide from `Referee.view`: neither sees the other's cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Decision, Engine, values_of
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay, Shown
from pinochle_solver.game.replayer import deal_of
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.position_moves import position_options
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.matches.person_view import MoveOutcome, PersonView, TakenTrick, person_view
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import NO_PLAYERS, Players
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.rules.agreed import Agreed, call_out_rule, chips_up_from
from pinochle_solver.rules.claims import Claim, RecordedCall
from pinochle_solver.rules.meld_table import MeldOption, best_option
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.rules import CallOutRule, Doubles, Pays, Points, Seat
from pinochle_solver.stock.analysis import Analysis


class HandInPlay:
    """A hand between a person and an engine.

    Args:
        deal: its cards.
        person: the person's seat.
        score: the game score before the hand.
        target: the points that end the game.
        ahead: how far ahead one has to be to win; None where the target ends it.
        doubles: after which tricks doubles may be offered; None for a hand without.
        agreed: what else is agreed on about the game.

    Attributes:
        referee: the referee of the hand, who knows all cards.
        person: the person's seat.
        score: the game score before it.
        calls: who has called out, and what followed.
        players, other_tags, pays, comments: what else its record keeps: see `HandRecord`.
    """

    def __init__(
        self,
        deal: Deal,
        person: Seat,
        score: Points,
        target: int,
        ahead: int | None = None,
        doubles: Doubles | None = None,
        agreed: Agreed = Agreed.NOTHING,
    ) -> None:
        self.person = person
        self.referee = Referee.of_deal(deal, score, target, ahead, doubles=doubles, agreed=agreed)
        self.score = score
        self.players: Players = NO_PLAYERS
        self.other_tags: tuple[tuple[str, str], ...] = ()
        self.pays: Pays | None = None
        self.comments: tuple[str, ...] = ()
        self._deal, self._target, self._ahead, self._doubles = deal, target, ahead, doubles
        self._agreed = agreed
        rules, has_calls = deal.rules, Agreed.CALL_OUT in agreed
        rule = call_out_rule(rules, agreed) if has_calls else CallOutRule.NONE
        self.calls = Calls(rule, score, target, chips_up_from=chips_up_from(rules, agreed))
        # Each with the number of moves before it.
        self._called: list[tuple[int, RecordedCall]] = []
        self._movers: list[Seat] = []
        # Whether there was more than one legal move each time.
        self._chosen: list[bool] = []

    @classmethod
    def of_replay(
        cls,
        replay: Replay,
        person: Seat,
        score: Points,
        target: int,
        ahead: int | None = None,
        agreed: Agreed = Agreed.NOTHING,
    ) -> HandInPlay:
        """A hand as far as its record goes; the record has all cards and nothing wrong in it."""
        record = replay.record
        hand = cls(deal_of(record), person, score, target, ahead, agreed=agreed)
        hand.players, hand.other_tags, hand.pays = record.players, record.other_tags, record.pays
        hand.comments = record.comments
        hand._show_all(replay.opening)
        hand._call_after(replay, 0)
        for trick in replay.tricks:
            for play in trick.plays:
                hand._pass_until(lambda: False)
                hand.push(play)
            hand._show_all(trick.shown)
            hand._call_after(replay, trick.number)
        referee = replay.referee
        assert referee is not None
        due = (referee.due, referee.turn)
        hand._pass_until(lambda: (hand.referee.due, hand.referee.turn) == due)
        return hand

    def _call_after(self, replay: Replay, trick: int) -> None:
        """Make the call-outs that were made after a trick."""
        for call in replay.record.call_outs:
            if call.trick == trick and self.calls.may_call(call.seat):
                self.call_out(call.seat)

    def _show_all(self, shows: Iterable[Shown]) -> None:
        """Show what was shown between two tricks."""
        for shown in shows:
            if not shown.of_itself:
                self._pass_until(partial(self._may_show, shown))
                self.push(shown.show)

    def _may_show(self, shown: Shown) -> bool:
        return self.referee.turn is shown.seat and shown.show in self.referee.moves()

    def _pass_until(self, is_wanted: Callable[[], bool]) -> None:
        """Pass while a seat is asked what it shows, until a show is wanted."""
        while self.referee.due is not None and self.referee.due.shows and not is_wanted():
            self.push("pass")

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played, a double refused or a game won by a call-out."""
        return self.referee.is_over or self.calls.winner is not None

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self._deal.dealer

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person has to decide."""
        return self.referee.turn is self.person

    @property
    def is_choice(self) -> bool:
        """Whether the seat to decide has more than one legal move, or can rightly call out."""
        turn = self.referee.turn
        return len(self.referee.numbers()) > 1 or (turn is not None and self._is_to_call(turn))

    def _is_to_call(self, seat: Seat) -> bool:
        return self.calls.may_call(seat) and self.calls.is_right(seat, self.referee.points)

    def view(self) -> Position:
        """What the seat to decide sees."""
        turn = self.referee.turn
        view = None if turn is None else self.referee.view(turn)
        if view is None:
            raise ValueError("the hand is over")
        if self.calls.waiting:
            view = replace(view, called=tuple(sorted(self.calls.waiting)))
        return view

    def call_out(self, seat: Seat) -> Claim:
        """Let a seat that may do so call out before its move; return what follows."""
        made = len(self.referee.history)
        self._called.append((made, RecordedCall(self.referee.completed_tricks, seat)))
        return self.calls.call(seat, self.referee.points)

    def push(self, move: Move | str) -> MoveOutcome:
        """Make a move of the seat to decide; raises `IllegalMoveError`."""
        referee = self.referee
        seat = referee.turn
        options = referee.options()
        leader, tricks, draws = referee.leader, referee.tricks or (), len(referee.draws)
        points, was_gone = referee.points, referee.stock_is_gone
        is_choice = self.is_choice
        referee.push(move)
        assert seat is not None
        self._movers.append(seat)
        self._chosen.append(is_choice)
        made = referee.history[-1]
        shown = next((option.points for option in options if option.show == made), 0)
        passes = made == Show() and seat is self.person
        now = referee.tricks or ()
        taken = TakenTrick(*now[-1], leader, referee.leader) if len(now) > len(tricks) else None
        if taken is not None:
            self.calls.take(taken.leader, taken.winner)
        is_gone = referee.stock_is_gone and not was_gone
        own = [card for drawer, card in referee.draws[draws:] if drawer is self.person]
        return MoveOutcome(
            seat=seat,
            move=made,
            leads=isinstance(made, Play) and taken is None,
            points=shown,
            taken=taken,
            drawn=own[0] if own else None,
            of_itself=(*self._scored_of_itself(points, seat, shown),),
            scored_for=self._scored_for(is_gone),
            stock_is_gone=is_gone,
            stakes=referee.stakes,
            passed_up=best_option(options) if passes else None,
        )

    def _scored_of_itself(
        self, before: HandPoints, seat: Seat, shown: int
    ) -> Iterator[tuple[Seat, int]]:
        """What both have scored for melds since then, except for what `seat` showed."""
        now = self.referee.points
        for each in Seat:
            gained = now[each].melds - before[each].melds - shown * (each is seat)
            if gained:
                yield each, gained

    def _scored_for(self, stock_is_gone: bool) -> str:
        """What scores automatically in these rules."""
        if not stock_is_gone:
            return "the card played"
        return "the dix just drawn" if self.referee.rules.last_draw_dix else "each dix held"

    def take_back(self, *, choices_only: bool = False) -> bool:
        """Go back to the person's last decision, or call-out; False if there is none.

        Args:
            choices_only: skip decisions that left no choice.
        """
        decisions = [
            place
            for place, (mover, chosen) in enumerate(zip(self._movers, self._chosen, strict=True))
            if mover is self.person and (chosen or not choices_only)
        ]
        decisions += [made for made, call in self._called if call.seat is self.person]
        if not decisions:
            return False
        last = max(decisions)
        while len(self._movers) > last:
            self.referee.pop()
            self._movers.pop()
            self._chosen.pop()
        self._take_back_calls(last)
        return True

    def _take_back_calls(self, moves: int) -> None:
        """Forget the call-outs made after this many moves or later."""
        self._called = [(made, call) for made, call in self._called if made < moves]
        self.calls.waiting = {call.seat for _, call in self._called}
        self.calls.winner = None

    def decision(self, engine: Engine, limits: Limits, stop: StopFlag | None = None) -> Decision:
        """What an engine would do for the seat to decide, by what that seat sees."""
        return engine.choose(self.view(), limits, stop=stop)

    def values(
        self, engine: Engine, limits: Limits, stop: StopFlag | None = None
    ) -> Analysis | Solution:
        """What the moves of the seat to decide are worth, by what that seat sees."""
        return values_of(self.view(), engine, limits, stop)

    def melds(self) -> list[MeldOption]:
        """What the seat to decide can show, or could if it won this trick; none in the playoff."""
        view = self.view()
        return position_options(view) if isinstance(view, StockPosition) else []

    def table(self) -> PersonView:
        """What lies before the person; it is the person's turn."""
        return person_view(
            self.referee, self.person, self._last_trick(), self.score, self._target, self._ahead
        )

    def _last_trick(self) -> TakenTrick | None:
        """The last completed trick; the seat that took it leads now."""
        tricks = self.referee.tricks
        if not tricks:
            return None
        # All before the last one have been led by the winners of those before them.
        plays = [
            (mover, move)
            for mover, move in zip(self._movers, self.referee.history, strict=True)
            if isinstance(move, Play)
        ]
        leader = plays[2 * len(tricks) - 2][0]
        return TakenTrick(*tricks[-1], leader, self.referee.leader)

    def record(self) -> HandRecord:
        """The record of the hand as far as it has come, with all its cards."""
        moves = tuple(self.referee.history)
        record = record_of(
            self._deal,
            moves,
            None,
            self.score,
            self._target,
            self._ahead,
            self._doubles,
            self._agreed,
        )
        calls = tuple(call for _, call in self._called)
        return replace(
            record,
            players=self.players,
            other_tags=self.other_tags,
            pays=self.pays,
            call_outs=calls,
            comments=self.comments,
        )
