"""A hand of three or four between a person and engines: what each does in it, and what follows.

Every decision is made from what its seat sees (`TableHandInPlay.view`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.engines.table.engine import TableDecision, TableEngine
from pinochle_solver.game.table.recording import record_of_hand, record_of_stock_moves
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.limits import Limits
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.record_parts import RecordedTableCall
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.game import TableGame
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import CONCEDE, Dix, Lay, PlayCard
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, AnyMove, begun_hand

_NOTHING_SHOWN: tuple[AnyMove, ...] = (Dix(False), Lay(()))


class Claim(NamedTuple):
    """What comes of a claim to every point that is left.

    Attributes:
        steps: the moves by which the hand was played out; none if the claim was refused.
        lost: of a refused claim the hand, as the best line of the cards face up has it, after the
            first trick with points that goes to the other side; None if the search was stopped.
    """

    steps: tuple[TableStep, ...] = ()
    lost: AnyHand | None = None


@dataclass(frozen=True, slots=True)
class HandStanding:
    """How a game stands before a hand; None in what the game does not have, or before it.

    Attributes:
        score, checks, kitty: as in `TableRecord`.
    """

    score: tuple[int, ...] | None = None
    checks: tuple[int, ...] | None = None
    kitty: int | None = None

    @classmethod
    def of(cls, game: TableGame) -> HandStanding:
        """Of a game after its last hand."""
        has_kitty = game.rules.money is not None and game.rules.money.kitty
        return cls(
            None if game.single_hand else game.scores,
            game.checks or None,
            game.kitty if has_kitty else None,
        )


NO_STANDING = HandStanding()


class TableHandInPlay:
    """A hand between a person and engines.

    Args:
        deal: its cards.
        person: the person's seat; it plays the hand unless the person deals and is out.
        standing: how the game stands before it.
        seed: of what is random in the engines' decisions.
        agreed: what is agreed on about the game.

    Attributes:
        hand: the hand, as the referee knows it.
        person: the person's seat.
        standing: as given.
        names, other_tags, comments: what else its record keeps.
        agreed: what is agreed on about the game.
        is_decided: whether a call-out has won the game, or lost it.
    """

    def __init__(
        self,
        deal: TableDeal,
        person: Seat,
        standing: HandStanding = NO_STANDING,
        seed: int = 1,
        agreed: Agreed = Agreed.NOTHING,
    ) -> None:
        self.hand: AnyHand = begun_hand(deal)
        self.person, self.standing = person, standing
        self.names: Mapping[Seat, str] = {}
        self.other_tags: tuple[tuple[str, str], ...] = ()
        self.comments: tuple[str, ...] = ()
        self.agreed, self.is_decided = agreed, False
        self._seed = seed
        self._steps: list[TableStep] = []
        # Each call-out with the number of moves before it.
        self._called: list[tuple[int, RecordedTableCall]] = []

    @classmethod
    def of_replay(
        cls,
        replay: TableReplay,
        person: Seat,
        standing: HandStanding,
        seed: int,
        agreed: Agreed = Agreed.NOTHING,
    ) -> TableHandInPlay:
        """A hand as far as its record goes; the record has all cards and nothing wrong in it.

        A record does not tell whether a seat has shown nothing or was not asked yet; before the
        first card such a seat is asked again.
        """
        assert replay.hand is not None
        record = replay.record
        hand = cls(replay.hand.deal, person, standing, seed, agreed)
        hand.names, hand.other_tags = record.names, record.other_tags
        hand.comments = record.comments
        is_before_play = not (replay.hand.tricks or replay.hand.led)
        for moment in replay.moments:
            is_asked_again = is_before_play and moment.move in _NOTHING_SHOWN
            if moment.move is None or is_asked_again:
                break
            hand.push(moment.move)
        hand._called = [(hand.moves_made, call) for call in record.call_outs]
        return hand

    @property
    def has_stock(self) -> bool:
        """Whether the game has a stock."""
        return isinstance(self.hand, StockHand)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be decided."""
        return self.hand.turn is None or self.is_decided

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        assert self.hand.dealer is not None
        return self.hand.dealer

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person has to decide."""
        return self.hand.turn is self.person

    @property
    def is_choice(self) -> bool:
        """Whether the seat to decide has more than one legal move."""
        return len(tuple(islice(self.hand.legal_moves(), 2))) > 1

    @property
    def moves_made(self) -> int:
        """How many moves have been made."""
        return len(self._steps)

    def view(self, seat: Seat | None = None) -> TablePosition:
        """The position as a seat sees it; if none is given, the seat to decide.

        Raises:
            ValueError: the hand is over.
        """
        position = position_of(
            self.hand,
            self.hand.turn if seat is None else seat,
            score=self.standing.score,
            checks=self.standing.checks,
            kitty=self.standing.kitty,
        )
        return replace(position, names=self.names)

    def push(self, move: AnyMove, *, is_choice: bool | None = None) -> TableStep:
        """Make a move of the seat to decide.

        Args:
            move: the move.
            is_choice: whether going back stops before it; None: if there was another legal move.

        Raises:
            IllegalMoveError: the move is not legal; the token is its text.
        """
        if is_choice is None:
            is_choice = self.is_choice
        after = self.hand.after(move)  # type: ignore[arg-type]  # the hand refuses others
        step = TableStep(self.hand, move, after, is_choice)
        self._steps.append(step)
        self.hand = after
        return step

    def claim(self, side: tuple[Seat, ...], stop: StopFlag | None = None) -> Claim:
        """Play the hand out if a side wins every point left whatever the others do.

        The cards are played as the best line of the hands face up has them. Nothing is played if
        the side does not win every point, or the search is stopped.

        Args:
            side: the seats that claim, or to which the others concede the rest.
            stop: ends the search.
        """
        line, points = self._open_line(side, stop)
        if line is None:
            return Claim()
        if points:
            return Claim(lost=self._first_lost(side, line))
        made = [self.push(self._play(card), is_choice=not place) for place, card in enumerate(line)]
        return Claim(tuple(made))

    def _first_lost(self, side: tuple[Seat, ...], line: tuple[Card, ...]) -> AnyHand | None:
        """The hand after the first trick of a line with points that a side does not win."""
        played = self.hand
        for card in line:
            before, played = played, played.after(self._play(card))  # type: ignore[arg-type]
            if len(played.tricks) == len(before.tricks) or played.tricks[-1].winner in side:
                continue
            if played.turn is None or played.rules.count.of(played.tricks[-1].cards):
                return played
        return None

    def settled(self, seat: Seat | None = None) -> Outcome | None:
        """As `TableHand.settled`; None with a stock."""
        return self.hand.settled(seat) if isinstance(self.hand, TableHand) else None

    def end_settled(self) -> Outcome | None:
        """End a hand whose contract is settled, the rest given to who has won it; else None."""
        hand, outcome = self.hand, self.settled()
        if isinstance(hand, TableHand) and outcome is not None:
            is_made = outcome is Outcome.MADE
            self._end_by(hand.conceded_by_defenders() if is_made else hand.given_up())
        return outcome

    @property
    def giving_up_pays(self) -> Outcome | None:
        """What becomes of the contract if the person gives it up; None: that cannot be done.

        For stakes the bidder may: it is conceded before the first lead, and set after that.
        """
        hand = self.hand
        if not isinstance(hand, TableHand) or hand.act is not Act.PLAY or not hand.rules.melds_win:
            return None
        if hand.bidder != self.person:
            return None
        return hand.given_up().result().outcome

    def give_up(self, stop: StopFlag | None = None) -> bool:
        """Let the person give up the contract, or the setting of it; whether that is done.

        The bidder may in games that have that (`giving_up_pays`). The others may if the contract is
        made against any play, with all hands face up: one of them does not decide for both.

        Args:
            stop: ends the search.
        """
        hand = self.hand
        if not isinstance(hand, TableHand) or hand.bidder is None or hand.act is not Act.PLAY:
            return False
        unit = next(unit for unit in hand.rules.units(hand.dealer) if hand.bidder in unit)
        if self.person in unit:
            if self.giving_up_pays is None:
                return False
            self._end_by(hand.given_up())
            return True
        line, _ = self._open_line(unit, stop)
        played: AnyHand = hand
        for card in line or ():
            played = played.after(PlayCard(card))  # type: ignore[arg-type]  # there is no stock
        if line is None or played.result().outcome is not Outcome.MADE:
            return False
        self._end_by(hand.conceded_by_defenders())
        return True

    def _end_by(self, after: TableHand) -> None:
        self._steps.append(TableStep(self.hand, CONCEDE, after))
        self.hand = after

    def _open_line(
        self, side: tuple[Seat, ...], stop: StopFlag | None
    ) -> tuple[tuple[Card, ...] | None, int]:
        """The best line with all hands face up, and what the other side wins in it.

        No line if the search is stopped before it is proven.
        """
        others = tuple(seat for seat in self.hand.players if seat not in side)
        position = replace(position_of(self.hand), sides=(side, others))
        solution = solve_open(position, stop=stop)
        if not solution.exact:
            return None, 0
        first, second = solution.value
        return solution.line, second if solution.sides[0] == side else first

    def _play(self, card: Card) -> AnyMove:
        return Play(card) if self.has_stock else PlayCard(card)

    @property
    def callers(self) -> frozenset[Seat]:
        """Who has called out in this hand."""
        return frozenset(call.seat for _, call in self._called)

    def may_call(self, seat: Seat) -> bool:
        """Whether a seat may claim to have reached the target."""
        return Agreed.CALL_OUT in self.agreed and seat not in self.callers

    def call_out(self, seat: Seat) -> None:
        """Let a seat that may do so claim to have reached the target, after the last trick."""
        call = RecordedTableCall(self.hand.completed, seat)
        self._called.append((self.moves_made, call))

    def has(self, seat: Seat) -> int:
        """The points that a seat has, with the score before a hand with a stock."""
        assert isinstance(self.hand, StockHand)
        before = 0 if self.standing.score is None else self.standing.score[seat]
        return before + self.hand.score_so_far().scores[seat]

    def take_back(self, *, choices_only: bool = False) -> bool:
        """Go back to the person's last decision; False if there is none.

        Args:
            choices_only: skip decisions that left no choice.
        """
        places = [
            place
            for place, step in enumerate(self._steps)
            if step.seat is self.person and (step.is_choice or not choices_only)
        ]
        places += [made for made, call in self._called if call.seat is self.person]
        if not places:
            return False
        last = max(places)
        if last < len(self._steps):
            self.hand = self._steps[last].before
            del self._steps[last:]
        self._called = [(made, call) for made, call in self._called if made < last]
        self.is_decided = False
        return True

    def decision(
        self, engine: TableEngine, limits: Limits, stop: StopFlag | None = None
    ) -> TableDecision:
        """What an engine would do for the seat to decide, by what that seat sees."""
        seed = seed_of(self._seed, self.hand.turn or 0, self.moves_made)
        return engine.choose(self.view(), limits, seed=seed, stop=stop)

    def record(self) -> TableRecord:
        """The record of the hand as far as it has come, with all its cards."""
        if isinstance(self.hand, TableHand):
            record = record_of_hand(self.hand)
        else:
            made = ((step.before, step.move) for step in self._steps)
            record = record_of_stock_moves(self.hand.deal, made)  # type: ignore[arg-type]
        return replace(
            record,
            score=self.standing.score,
            checks=self.standing.checks,
            kitty=self.standing.kitty,
            agreed=self.agreed,
            call_outs=tuple(call for _, call in self._called),
            names=self.names,
            other_tags=self.other_tags,
            comments=self.comments,
        )
