"""The chance of each contract with the cards hidden, should the seat on turn become the bidder.

In every world the bidder takes up the widow, names trump and buries by a rule of thumb
(``double_dummy/choices.py``), as he would knowing only his own cards, and the hand is played out by
the policy. One hand played tells of every contract whether it would be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.bidding import contract_for
from pinochle_solver.double_dummy.choices import likely_choices
from pinochle_solver.double_dummy.estimates import Stake, chance_of, mean_of
from pinochle_solver.double_dummy.outcomes import Contract, conceded, laid_by
from pinochle_solver.double_dummy.samples import Samples
from pinochle_solver.double_dummy.unseen import WIDOW
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.hidden_hands.beliefs import Beliefs, WorldBatch
from pinochle_solver.hidden_hands.decisions import (
    ending_of,
    laid_by_others,
    points_of_all,
)
from pinochle_solver.hidden_hands.payoffs import Payoffs
from pinochle_solver.hidden_hands.playing_out import KnownToAll, playouts_from
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.melds import most_melds, shown_cards
from pinochle_solver.table.moves import Call

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 64
MOST_WORLDS = 1 << 16


class BoughtHand(NamedTuple):
    """A hand that the seat on turn has bought, played out in one world.

    Attributes:
        trump: the trump that it names.
        buried: what its burial counts.
        results: (1, seats, 2) the card points and the tricks that each seat has won.
        laid: (units, 2) the points and the checks for the melds of each unit.
    """

    trump: Suit
    buried: int
    results: NDArray[np.int16]
    laid: NDArray[np.int64]


class BidSearch:
    """What the possible calls come to.

    Args:
        position: a position in the auction, as its seat sees it.
        beliefs: the worlds.
    """

    def __init__(self, position: TablePosition, beliefs: Beliefs) -> None:
        self._position, self._beliefs = position, beliefs
        self._calls = [move for move in position.legal_moves() if isinstance(move, Call)]
        self._contracts = [
            contract_for(position, call.bid) for call in self._calls if call.bid is not None
        ]
        self._made = {contract.points: Samples() for contract in self._contracts}
        self._worth = {contract.points: Samples() for contract in self._contracts}
        self._payoffs: dict[tuple[Suit, int], Payoffs] = {}
        self.worlds = 0

    def run(self, limits: Limits, seed: int, stop: StopFlag) -> None:
        """Try worlds within the limits, at least the first chunk."""
        most, deadline = min(limits.worlds or MOST_WORLDS, MOST_WORLDS), Deadline(limits.seconds)
        while self.worlds < most and not (self.worlds and (stop.is_set or deadline.is_due())):
            size = min(CHUNK, most - self.worlds)
            batch = self._beliefs.worlds(size, seed, self.worlds)
            bought = [self._bought(batch, number) for number in range(size)]
            for contract in self._contracts:
                self._add(contract, bought)
            self.worlds += size

    def chances(self) -> list[MoveChance]:
        """The calls, in the order of the bids, the pass last."""
        return [self._chance(call) for call in self._calls]

    def _bought(self, batch: WorldBatch, number: int) -> BoughtHand:
        """The hand bought in one of these worlds."""
        import numpy as np

        position = self._position
        rules, seat = position.rules, position.turn
        world = WorldBatch(batch.places, batch.counts[number : number + 1])
        widow = world.at(WIDOW)[0]
        hand = Hand((world.at(seat)[0] + widow).tobytes())
        choice = likely_choices(hand, rules, 1)[0]
        trump = choice.move.trump
        laid = most_melds(choice.kept, trump)
        playouts = playouts_from(
            KnownToAll(
                rules=rules,
                trump=trump,
                players=position.players,
                leader=seat,
                bidder=seat,
                shown={seat: shown_cards(laid)},
            )
        )
        hands = world.hands().copy()
        hands[0, position.players.index(seat)] = np.frombuffer(choice.kept.counts, np.uint8)
        results = np.empty((1, hands.shape[1], 2), dtype=np.int16)
        playouts.play_out(hands, results, StopFlag())
        others = () if rules.only_bidder_melds else position.players
        waiting = tuple(other for other in others if other != seat)
        of_units = laid_by_others(position, trump, world, waiting)
        own = next(n for n, unit in enumerate(position.units) if seat in unit)
        of_units[:, own] += laid_by(rules, laid)
        return BoughtHand(trump, choice.buried, results, of_units[0])

    def _add(self, contract: Contract, bought: Sequence[BoughtHand]) -> None:
        """Note what a contract comes to in worlds that follow one another."""
        import numpy as np

        rules = self._position.rules
        made, worth = np.empty(len(bought)), np.empty(len(bought))
        for trump in Suit:
            places = [place for place, each in enumerate(bought) if each.trump == trump]
            if not places:
                continue
            outcomes = self._payoffs_for(trump, contract)(
                np.stack([bought[place].results for place in places]),
                np.array([bought[place].buried for place in places]),
                laid=np.stack([bought[place].laid for place in places]),
            )
            made[places], worth[places] = outcomes.wins[:, 0], outcomes.means[:, 0]
        if rules.melds_win:
            # What cannot be made is given up.
            worth = np.where(made, worth, np.maximum(worth, conceded(rules, contract).mean))
        for own, samples in ((made, self._made), (worth, self._worth)):
            for value in own.tolist():
                samples[contract.points].append(value)

    def _payoffs_for(self, trump: Suit, contract: Contract) -> Payoffs:
        key = trump, contract.points
        if key not in self._payoffs:
            ending = ending_of(self._position, trump)
            self._payoffs[key] = Payoffs(
                replace(
                    ending, bidder=self._position.turn, with_trick=frozenset(), contract=contract
                )
            )
        return self._payoffs[key]

    def _chance(self, call: Call) -> MoveChance:
        if call.bid is None:
            return MoveChance(move=call, mean=None, worlds=self.worlds)
        return MoveChance(
            move=call,
            mean=mean_of(self._worth[call.bid], self._stake(call.bid)),
            chance=chance_of(self._made[call.bid]),
            worlds=self.worlds,
        )

    def _stake(self, bid: int) -> Stake:
        whole = points_of_all(self._position.rules)
        return Stake.of_any(
            payoffs.stake(whole) for (_, points), payoffs in self._payoffs.items() if points == bid
        )
