"""A decision of the stock phase as searches need it, made once from its position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pinochle_solver._core.hand.hand import NEVER, NO_MORE
from pinochle_solver.hand.position_moves import expect_own_hand
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import expect_position
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldOption, hand_options
from pinochle_solver.rules.melds import dix_card, melds_of
from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.stock.nets import behaviour_weights_of, weights_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Problem:
    """A position in which the seat to decide sees its own hand, and what follows from it.

    Hidden cards make no difference to any of this: arbitrary cards stand in the places of those
    that the position does not name.

    Attributes:
        position: the position.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when the hand of the seat to decide is not wholly known.
    """

    position: StockPosition

    def __post_init__(self) -> None:
        expect_position(self.position, StockPosition)
        expect_own_hand(self.position)

    @cached_property
    def referee(self) -> Referee:
        """A referee of the position; a caller that makes a move with it must take it back."""
        unseen = tuple(self.position.unseen)
        return Referee.of_position(self.position, unseen, viewer=self.position.turn)

    @cached_property
    def record(self) -> tuple[bytes, bytes, bytes]:
        """Rules, state and pile, as the compiled searches take them.

        In these rules nobody doubles any more.
        """
        position, referee = self.position, self.referee
        doubles = NEVER if position.stakes is None else NO_MORE
        rules = hand_rules_record(position.rules, position.count, position.trump, doubles=doubles)
        return rules, referee.first_state, bytes(card.index for card in referee.pile)

    @cached_property
    def weights(self) -> NDArray[np.int16] | None:
        """The weights of the linear policy, as the compiled searches take them."""
        return weights_of(self.position.rules, self.position.count)

    @cached_property
    def behaviour_weights(self) -> NDArray[np.int16] | None:
        """The weights by which the other seat is assumed to choose, in the same form."""
        return behaviour_weights_of(self.position.rules, self.position.count)

    @cached_property
    def numbers(self) -> bytes:
        """The legal moves by their numbers in the compiled hand, in its order."""
        return self.referee.numbers()

    @cached_property
    def moves(self) -> dict[int, Move]:
        """The legal moves by number, in the referee's order."""
        return {self.referee.number_of(move): move for move in self.referee.moves()}

    @cached_property
    def options(self) -> dict[Move, MeldOption]:
        """For each legal move that shows something: what it shows and scores."""
        return {option.show: option for option in self.referee.options()}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each meld by its number in the compiled hand, the dix last."""
        melds = melds_of(self.position.rules, self.position.trump)
        return (*(meld.kind.name for meld in melds), DIX)

    def melds_after(self, show: Show) -> frozenset[str]:
        """The melds that could be laid next after a show, from the cards then held."""
        if show not in self._melds_after:
            self._melds_after[show] = self._find_melds_after(show)
        return self._melds_after[show]

    @cached_property
    def _melds_after(self) -> dict[Show, frozenset[str]]:
        return {}

    def _find_melds_after(self, show: Show) -> frozenset[str]:
        position, referee = self.position, self.referee
        rules, trump, seat = position.rules, position.trump, position.turn
        if position.completed_tricks >= rules.last_meld_trick:
            return frozenset()
        hand, dix = position.hand(seat).known, dix_card(rules, trump)
        if show.dix and dix is not None and position.upcard not in (None, dix):
            hand = hand.without(dix).with_card(position.upcard)
        referee.push(show)
        laid = referee.melds(seat)
        referee.pop()
        options = hand_options(rules, trump, hand, laid)
        return frozenset(option.show.meld.text() for option in options if option.show.meld)

    def number_of(self, move: Move | str) -> int:
        """The number of a legal move; raises `IllegalMoveError` naming the rule it breaks."""
        return self.referee.number_of(
            self.referee.parse_move(move) if isinstance(move, str) else move
        )
