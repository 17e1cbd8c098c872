"""Hands that a bidder buys, played out in many deals: with the cards hidden, and with them open.

Three figures are told apart. *Hidden*: the bidder sees his fifteen cards and the widow, names trump
and buries by what he expects, and everybody plays by the learned policy, seeing his own cards.
*Half open*: the same trump and burial, then the best play of all with every hand face up. *Open*:
trump and burial are the best for this very deal, as if all hands had been face up before; that is
how MacDougall tried his system. Of the burials only the likeliest are tried open, so that figure is
a little too low.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from pinochle_solver import StopFlag
from pinochle_solver.double_dummy.bidding import best_choices
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.double_dummy.unseen import WIDOW
from pinochle_solver.hidden_hands.beliefs import Beliefs, WorldBatch
from pinochle_solver.hidden_hands.taking_up import TakenUp, TakingUp, played_out
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.valuation import best_value

AUCTION = TABLE_RULEBOOKS["auction"]
BIDDER = Seat.SOUTH
BURIALS_TRIED = 8
"""How many choices of trump and burial are tried with open cards."""


_TRIES = 1 << 16


def random_hand(number: int, seed: int, least: float = 0.0) -> Hand:
    """A random hand of fifteen cards that MacDougall values at so much at least (`normal`)."""
    for each in range(number * _TRIES, (number + 1) * _TRIES):
        hand = random_deal(each, seed, AUCTION, Seat.NORTH).hands[BIDDER]
        if not least or best_value(hand, has_widow=True).normal >= least:
            return hand
    raise ValueError(f"no hand is worth {least}")


def before_calls(hand: Hand, rules: str = "auction") -> TablePosition:
    """South speaks first with this hand, and sees nothing else."""
    return TablePosition.parse(
        f"rules={rules} dealer=north act=bid turn=south south={hand.text()}"
        " west=+15 north=+15 widow=+3"
    )


@dataclass(frozen=True)
class BoughtHand:
    """A hand in deals of the other 33 cards.

    Attributes:
        position: the hand before the auction.
        worlds: the deals.
        taken: what the bidder does in each with each trump.
    """

    position: TablePosition
    worlds: WorldBatch
    taken: TakenUp

    def __len__(self) -> int:
        return len(self.worlds)

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """(deals, 4) what he makes with each trump S H D C, all cards hidden.

        Melds, burial and cards are counted.
        """
        return np.stack([self.played(trump) for trump in Suit], axis=1)

    def played(self, trump: Suit, leader: Seat = BIDDER) -> NDArray[np.int64]:
        """(deals,) what he makes with this trump if this seat leads, all cards hidden."""
        hands = self.worlds.hands().copy()
        place = self.position.players.index(BIDDER)
        hands[:, place] = self.taken.kept[:, trump]
        won = played_out(self.position, BIDDER, trump, hands, StopFlag(), leader)
        assert won is not None
        found: NDArray[np.int64] = won[:, place, 0] + self.taken.brought[:, trump].sum(axis=1)
        return found

    @property
    def named(self) -> NDArray[np.int64]:
        """(deals,) the trump with which he expects most."""
        found: NDArray[np.int64] = self.taken.expected.argmax(axis=1)
        return found

    def hidden(self, trump: Suit | None = None) -> NDArray[np.int64]:
        """(deals,) what he makes with this trump, or with the one that he names."""
        named = self.named if trump is None else np.full(len(self), int(trump))
        found: NDArray[np.int64] = self.totals[np.arange(len(self)), named]
        return found

    def melds(self) -> NDArray[np.int64]:
        """(deals,) what he lays with the trump that he names."""
        found: NDArray[np.int64] = self.taken.brought[np.arange(len(self)), self.named, 0]
        return found.astype(np.int64)

    def half_open(self, deal: int, trump: Suit | None = None) -> int:
        """What he makes in one deal by the same trump and burial, if all then play face up."""
        named = Suit(int(self.named[deal])) if trump is None else trump
        kept = Hand(self.taken.kept[deal, named].tobytes())
        hands = {**self.worlds.world(deal).hands, BIDDER: kept}
        return int(self.taken.brought[deal, named].sum()) + open_value(hands, named)

    def open(self, deal: int, tried: int = BURIALS_TRIED) -> int:
        """The most that he can make in one deal, all cards face up before he buries."""
        world = self.worlds.world(deal)
        hand = joined(world.hands[BIDDER], world.widow)
        bought = best_choices(self.position, dict(world.hands), hand, _solver(), tried)
        return max(each.total for each in bought)

    def eighteen(self) -> NDArray[np.uint8]:
        """(deals, CARDS) his hand and the widow."""
        return self.worlds.at(BIDDER) + self.widows()

    def widows(self) -> NDArray[np.uint8]:
        """(deals, CARDS) what lies in the widow."""
        return self.worlds.at(WIDOW)


def bought_hand(
    hand: Hand, deals: int, seed: int, first: int = 0, count: str = AUCTION.count.name
) -> BoughtHand:
    """A hand in random deals of the other cards.

    Args:
        hand: fifteen cards.
        deals: how many deals.
        seed: of the deals.
        first: the number of the first of them.
        count: what the cards count, by name.
    """
    position = before_calls(hand, f"{AUCTION.name} count={count}")
    found = TakingUp(position, Beliefs(position), seed).worlds(deals, first, StopFlag())
    assert found is not None
    return BoughtHand(position, *found)


def open_value(hands: Mapping[Seat, Hand], trump: Suit, leader: Seat = BIDDER) -> int:
    """What the bidder wins if all hands are face up, the burial not counted."""
    return _solver().value(OpenHands(AUCTION, trump, leader, hands, (BIDDER,)))


def open_values(
    hands: Mapping[Seat, Hand], trump: Suit, turn: Seat, led: Sequence[Card] = ()
) -> dict[Card, int]:
    """What the bidder still wins by each card of the seat on turn, if all hands are face up."""
    return _solver().values(OpenHands(AUCTION, trump, turn, hands, (BIDDER,), tuple(led)))


@cache
def _solver() -> CompiledSolver:
    """One for the process: its table is large."""
    return CompiledSolver(stop=None, until=None)


def held(hand: Hand) -> NDArray[np.uint8]:
    """(CARDS,) the copies of each card."""
    return np.frombuffer(hand.counts, np.uint8, CARDS)
