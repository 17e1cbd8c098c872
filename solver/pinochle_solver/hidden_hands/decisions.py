"""The moves of a decision, tried in worlds that are played out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence, Sized
from dataclasses import replace
from threading import local
from typing import TYPE_CHECKING, Generic, TypeVar

from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.choices import choice_of, likely_choices
from pinochle_solver.double_dummy.estimates import Stake
from pinochle_solver.double_dummy.last_tricks import open_tricks_of
from pinochle_solver.double_dummy.outcomes import conceded, laid_by
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.double_dummy.unseen import BURIED
from pinochle_solver.hidden_hands.beliefs import WorldBatch
from pinochle_solver.hidden_hands.corrections import correct
from pinochle_solver.hidden_hands.game_worths import GameWorth
from pinochle_solver.hidden_hands.laying import most_laid
from pinochle_solver.hidden_hands.payoffs import Ending, Outcomes, Payoffs
from pinochle_solver.hidden_hands.playing_out import KnownToAll, known_to_all, playouts_from
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.burial import laid_by as laid_with
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import meld_points, shown_cards
from pinochle_solver.table.moves import CONCEDE, Bury, Concede, Lay, PlayCard
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove, known_cards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_MOVES = 240
"""How many moves of a decision are tried at most."""
_TABLE_MIB = 1.0


Batch = TypeVar("Batch", bound=Sized)
"""Worlds that follow one another, of games with a stock or without."""


class Decision(ABC, Generic[Batch]):
    """A decision of one seat.

    Attributes:
        moves: the moves that are tried.
        stake: the possible results of a deal.
        is_settled: whether no card that is to come can decide who wins.
        has_usual: whether the first move is the usual one, as in `TableStandings`.
        sure: the points that each move brings before the play; empty if none does.
    """

    moves: Sequence[AnyMove]
    stake: Stake
    is_settled: bool
    has_usual: bool = False
    sure: Sequence[int] = ()

    @abstractmethod
    def evaluate(self, batch: Batch, numbers: bytes, stop: StopFlag) -> Outcomes | None:
        """What moves come to in worlds; None if it was stopped.

        Args:
            batch: the worlds.
            numbers: the places of the moves in `moves`.
            stop: ends it early.
        """


class _OfThread(local):
    """What each thread has for itself.

    Attributes:
        solver: plays the last tricks.
    """

    def __init__(self) -> None:
        self.solver = DoubleDummySolver(_TABLE_MIB)


class CardDecision(Decision[WorldBatch]):
    """A card to play.

    Args:
        position: a position with a card to play, as its seat sees it.
        open_tricks: how many last tricks are played as with all cards face up; None: as
            `open_tricks_of` has it.
        game: as in `Ending`.
    """

    def __init__(
        self,
        position: TablePosition,
        open_tricks: int | None = None,
        game: GameWorth | None = None,
    ) -> None:
        moves = position.legal_moves()
        cards = [move.card for move in moves if isinstance(move, (Play, PlayCard))]
        self.moves = [PlayCard(card) for card in cards]
        self._cards = bytes(card.index for card in cards)
        self._of_thread = _OfThread()
        self._open_tricks = open_tricks_of(position.rules) if open_tricks is None else open_tricks
        self._playouts = playouts_from(known_to_all(position))
        assert position.trump is not None
        self._payoffs = Payoffs(ending_of(position, position.trump, game))
        self._points = points_by_index(position.rules)
        self._position, self._to_come = position, _points_to_come(position)
        self.stake = self._payoffs.stake(self._to_come)
        self.is_settled = self._payoffs.is_settled(self._to_come)

    def evaluate(self, batch: WorldBatch, numbers: bytes, stop: StopFlag) -> Outcomes | None:
        """As in `Decision`."""
        import numpy as np

        cards = bytes(self._cards[number] for number in numbers)
        hands = batch.hands()
        results = np.empty((len(batch), len(cards), hands.shape[1], 2), dtype=np.int16)
        done = self._playouts.evaluate(
            hands,
            cards,
            results,
            stop,
            solver=self._of_thread.solver,
            open_tricks=self._open_tricks,
        )
        if done < len(batch):
            return None
        correct(results, self._position, self._to_come)
        buried = batch.at(BURIED).astype(np.int64) @ self._points
        return self._payoffs(results, buried)


class LayingDecision(Decision[WorldBatch]):
    """Melds to lay; to lay all is the usual move.

    Args:
        position: a position with melds to lay, as its seat sees it.
        given: the layings to try, all of them legal; None: the likeliest of all.
        game: as in `Ending`.
    """

    has_usual = True

    def __init__(
        self,
        position: TablePosition,
        given: Sequence[Lay] | None = None,
        game: GameWorth | None = None,
    ) -> None:
        assert position.trump is not None
        hand = hand_of(position)
        assert isinstance(hand, TableHand)
        self._position, self._trump, seat = position, position.trump, position.turn
        most = hand.most_melds(seat, position.hands[seat].known)
        moves = position.legal_moves() if given is None else given
        layings = {
            move: most if move.melds is None else move.melds
            for move in moves
            if isinstance(move, Lay)
        }
        # Who lays less only hides something: the fewer melds are left out, the likelier it pays.
        ranked = sorted(layings, key=lambda move: -meld_points(layings[move], position.rules.melds))
        chosen = ranked[:MOST_MOVES] if given is None else given
        self.moves = list(chosen)
        self._laid = [layings[move] for move in chosen]
        before = {seat: known_cards(hand, seat) for seat in position.players}
        self._playouts = [
            playouts_from(
                KnownToAll(
                    rules=position.rules,
                    trump=position.trump,
                    players=position.players,
                    leader=hand.order[0],
                    bidder=position.bidder,
                    shown=before | {seat: shown_cards((*(hand.laid[seat] or ()), *melds))},
                )
            )
            for melds in self._laid
        ]
        self._waiting = hand.waiting
        self._payoffs = Payoffs(ending_of(position, position.trump, game))
        self._points = points_by_index(position.rules)
        self._whole = points_of_all(position.rules)
        self.stake, self.is_settled = self._payoffs.stake(self._whole), False

    def evaluate(self, batch: WorldBatch, numbers: bytes, stop: StopFlag) -> Outcomes | None:
        """As in `Decision`."""
        import numpy as np

        position, hands = self._position, batch.hands()
        laid = laid_by_others(position, self._trump, batch, self._waiting)
        own = next(n for n, unit in enumerate(position.units) if position.turn in unit)
        buried = batch.at(BURIED).astype(np.int64) @ self._points
        found = []
        for number in numbers:
            results = np.empty((len(batch), 1, hands.shape[1], 2), dtype=np.int16)
            if self._playouts[number].play_out(hands, results[:, 0], stop) < len(batch):
                return None
            correct(results, position, self._whole)
            mine = laid.copy()
            mine[:, own] += laid_by(position.rules, self._laid[number])
            found.append(self._payoffs(results, buried, laid=mine))
        return joined(found)


class BurialDecision(Decision[WorldBatch]):
    """Trump and burial, or only trump, with all melds laid; in a game for stakes, to concede, too.

    The likeliest choices by a rule of thumb (``double_dummy/choices.py``) are tried.

    Args:
        position: a position in which its bidder buries or names trump.
        given: the moves to try, all of them legal; None: the likeliest of all.
        game: as in `Ending`.
    """

    def __init__(
        self,
        position: TablePosition,
        given: Sequence[Bury | Concede] | None = None,
        game: GameWorth | None = None,
    ) -> None:
        self._position, rules, bidder = position, position.rules, position.turn
        hand = position.hands[bidder].known
        self._contract = standing_of(position).contract
        if given is None:
            choices = likely_choices(hand, rules, MOST_MOVES - 1)
            gives_up = rules.melds_win and self._contract is not None
        else:
            choices = [choice_of(hand, move, rules) for move in given if isinstance(move, Bury)]
            gives_up = CONCEDE in given
        self._choices = choices
        self.moves = [*(choice.move for choice in choices), *[CONCEDE] * gives_up]
        melds = [laid_with(choice.move, hand) for choice in choices]
        self._playouts = [
            playouts_from(
                KnownToAll(
                    rules=rules,
                    trump=choice.move.trump,
                    players=position.players,
                    leader=bidder,
                    bidder=bidder,
                    shown={bidder: shown_cards(laid)},
                )
            )
            for choice, laid in zip(choices, melds, strict=True)
        ]
        self._laid = [laid_by(rules, laid) for laid in melds]
        sure = [
            laid.points + choice.buried for laid, choice in zip(self._laid, choices, strict=True)
        ]
        self.sure = [*sure, *[0] * gives_up]
        self._payoffs = {trump: Payoffs(ending_of(position, trump, game)) for trump in Suit}
        others = () if rules.only_bidder_melds else position.players
        self._waiting = tuple(seat for seat in others if seat != bidder)
        # The melds come to all that is won: without them no contract above the cards could be made.
        most = points_of_all(rules) + max((laid.points for laid in self._laid), default=0)
        self.stake = Stake.of_any(payoffs.stake(most) for payoffs in self._payoffs.values())
        self.is_settled = False

    def evaluate(self, batch: WorldBatch, numbers: bytes, stop: StopFlag) -> Outcomes | None:
        """As in `Decision`."""
        import numpy as np

        position, bidder = self._position, self._position.turn
        hands = batch.hands().copy()
        place = position.players.index(bidder)
        own = next(n for n, unit in enumerate(position.units) if bidder in unit)
        laid: dict[Suit, NDArray[np.int64]] = {}
        found = []
        for number in numbers:
            if number == len(self._choices):
                found.append(self._conceded(len(batch)))
                continue
            choice = self._choices[number]
            trump = choice.move.trump
            hands[:, place] = np.frombuffer(choice.kept.counts, dtype=np.uint8)
            results = np.empty((len(batch), 1, hands.shape[1], 2), dtype=np.int16)
            if self._playouts[number].play_out(hands, results[:, 0], stop) < len(batch):
                return None
            if trump not in laid:
                laid[trump] = laid_by_others(position, trump, batch, self._waiting)
            mine = laid[trump].copy()
            mine[:, own] += self._laid[number]
            found.append(self._payoffs[trump](results, choice.buried, laid=mine))
        return joined(found)

    def _conceded(self, worlds: int) -> Outcomes:
        import numpy as np

        assert self._contract is not None
        worth = conceded(self._position.rules, self._contract)
        means, wins = (np.full((worlds, 1), each, dtype=np.float64) for each in worth)
        return Outcomes(means, wins, np.zeros((worlds, 1)))

    def told(self, chances: Sequence[MoveChance]) -> list[MoveChance]:
        """The moves of it, the best first, each with what it lays and buries.

        What is certain has no error: to concede, and to play if the melds make the contract.
        """
        told = [self._told(chance) for chance in chances]
        if told and _is_certain(told[0]):
            told = [_certainly_behind(each) if _is_certain(each) else each for each in told]
        return told

    def _told(self, chance: MoveChance) -> MoveChance:
        rules = self._position.rules
        if chance.move == CONCEDE:  # which costs the same in every deal
            return replace(_without_error(chance), cards=None)
        number = self.moves.index(chance.move)
        is_for_stakes = rules.money is not None and self._contract is not None
        contract = self._contract
        if contract is not None and rules.melds_win and self.sure[number] >= contract.points:
            chance = _without_error(chance)
        return replace(
            chance,
            melds=float(self._laid[number].points),
            buried=self._choices[number].buried,
            cards=None if is_for_stakes else chance.cards,
        )


def _without_error(chance: MoveChance) -> MoveChance:
    """A move that brings the same in every deal."""
    if chance.mean is None or chance.win is None:
        return chance
    mean, win = chance.mean._replace(se=0.0), chance.win._replace(se=0.0)
    return replace(chance, mean=mean, win=win)


def _is_certain(chance: MoveChance) -> bool:
    return chance.mean is not None and chance.win is not None and chance.mean.se == 0.0


def _certainly_behind(chance: MoveChance) -> MoveChance:
    behind = chance.behind
    return chance if behind is None else replace(chance, behind=behind._replace(se=0.0))


def ending_of(position: TablePosition, trump: Suit, game: GameWorth | None = None) -> Ending:
    """What the end of a hand is paid by, as far as a position gives it."""
    standing = standing_of(position)
    return Ending(
        rules=position.rules,
        players=position.players,
        units=tuple(position.units),
        seat=position.turn,
        trump=trump,
        bidder=position.bidder,
        melds=standing.melds,
        cards=standing.cards,
        with_trick=standing.with_trick,
        contract=standing.contract,
        game=game,
    )


def laid_by_others(
    position: TablePosition, trump: Suit, batch: WorldBatch, seats: Sequence[Seat]
) -> NDArray[np.int64]:
    """(worlds, units, 2) the points and checks for the melds that these seats lay in worlds."""
    import numpy as np

    laid = np.zeros((len(batch), len(position.units), 2), dtype=np.int64)
    for number, unit in enumerate(position.units):
        for seat in unit:
            if seat in seats:
                laid[:, number] += most_laid(position.rules, trump, batch.at(seat))
    return laid


def joined(outcomes: Sequence[Outcomes]) -> Outcomes:
    """The outcomes of moves one beside the other."""
    import numpy as np

    return Outcomes(*(np.concatenate(arrays, axis=1) for arrays in zip(*outcomes, strict=True)))


def points_by_index(rules: TableRules) -> NDArray[np.int64]:
    """(CARDS,) what each card counts, by its index."""
    import numpy as np

    count = rules.count
    return np.array([count.of((Card.from_index(index),)) for index in range(CARDS)], np.int64)


def points_of_all(rules: TableRules) -> int:
    """What all cards and the last trick count."""
    return rules.count.of(rules.deck) + rules.count.last_trick


def _points_to_come(position: TablePosition) -> int:
    """The most card points that may be to come, with the last trick."""
    gone = Hand.of(())
    if position.tricks is not None:
        gone = Hand.of(card for trick in position.tricks for card in trick)
    elif position.gone is not None:
        gone = position.gone
    return points_of_all(position.rules) - position.rules.count.of(gone)
