"""How often contracts are made if the cards lie face up, in the worlds of a bid's search.

In *open play* the bidder has named trump and buried by his own cards, as in the search of bids
(``taking_up``), and from the first lead on all see all cards. With *all cards open* he also names
trump and buries by the cards of the others: the most that can be made of a deal. A hand
is played out in microseconds, an open one solved in parts of a second, so these worlds are few.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.bid_advice import OpenChance
from pinochle_solver.double_dummy.bidding import Bought, best_of, likely_in_deal
from pinochle_solver.double_dummy.choices import choice_of
from pinochle_solver.double_dummy.estimates import Estimate, chance_of
from pinochle_solver.double_dummy.open_hands import SolverStoppedError
from pinochle_solver.double_dummy.samples import Samples
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.hidden_hands.beliefs import WorldBatch
from pinochle_solver.hidden_hands.settling import Settling
from pinochle_solver.hidden_hands.taking_up import TakenUp, TakingUp
from pinochle_solver.intervals import UNSEEN
from pinochle_solver.limits import MOST_WORLDS, Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rules import STEP
from pinochle_solver.table.seats import Seat
from pinochle_solver.threads import in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BURIALS = 24
"""How many burials are tried in each deal with all cards open, the likeliest by guess."""
_CHUNK = 8


class _Asked(NamedTuple):
    """A world to try: itself, what the bidder does in it, and the trump for each contract."""

    batch: WorldBatch
    taken: TakenUp
    trumps: NDArray[np.int64]
    place: int


class OpenBidding:
    """Tries contracts with the cards face up.

    Args:
        position: a position in the auction, as its seat sees it.
        taking_up: what the seat does in worlds.
        settling: what hands are paid that it has bought.
        bids: the contracts, rising.
    """

    def __init__(
        self, position: TablePosition, taking_up: TakingUp, settling: Settling, bids: list[int]
    ) -> None:
        self._position, self._taking_up, self._settling = position, taking_up, settling
        self._bids = bids

    def chances(self, limits: Limits, threads: int, stop: StopFlag) -> dict[int, OpenChance]:
        """How often each bid is made.

        Args:
            limits: the number of worlds, and the time.
            threads: how many threads try worlds.
            stop: ends it early.

        Returns:
            A chance for each bid; none if not even the first world was finished.
        """
        until = None if limits.seconds is None else monotonic() + limits.seconds
        solvers = [CompiledSolver(stop=stop, until=until) for _ in range(threads)]
        made = [(Samples(), Samples()) for _ in self._bids]

        def halt() -> None:
            for solver in solvers:
                solver.halt()

        for totals in in_order(self._try, solvers, self._worlds(limits, until, stop), halt):
            if totals is None:
                break
            by_plan, best = totals
            for (planned, opened), bid, total in zip(made, self._bids, by_plan, strict=True):
                planned.append(float(total >= bid))
                opened.append(float(best >= bid))
        return {
            bid: OpenChance(_chance(planned), _chance(opened), len(planned))
            for bid, (planned, opened) in zip(self._bids, made, strict=True)
            if len(planned)
        }

    def _worlds(self, limits: Limits, until: float | None, stop: StopFlag) -> Iterator[_Asked]:
        """The first worlds of the search, as many as the limits allow."""
        import numpy as np

        most = min(limits.worlds or MOST_WORLDS, MOST_WORLDS)
        bids = np.array(self._bids, dtype=np.int64)
        for first in range(0, most, _CHUNK):
            found = self._taking_up.worlds(min(_CHUNK, most - first), first, stop)
            if found is None:
                return
            batch, taken = found
            trumps = self._settling.named(taken.expected, taken.spread, bids[None]).trumps
            for place in range(len(batch)):
                if stop.is_set or (until is not None and monotonic() >= until):
                    return
                yield _Asked(batch, taken, trumps, place)

    def _try(self, solver: CompiledSolver, asked: _Asked) -> tuple[list[int], int] | None:
        """What the side makes in a world with each contract in open play, and at most."""
        position, world = self._position, asked.batch.world(asked.place)
        hand = joined(world.hands[position.turn], world.widow)
        trumps = [Suit(int(trump)) for trump in asked.trumps[asked.place]]
        try:
            planned = {
                trump: self._as_planned(world.hands, hand, trump, asked, solver)
                for trump in dict.fromkeys(trumps)
            }
            likely = likely_in_deal(position, world.hands, hand, BURIALS)
            best = best_of(position, world.hands, likely, solver, [*planned.values()], STEP)
        except SolverStoppedError:
            return None
        totals = {trump: self._total(bought) for trump, bought in planned.items()}
        return [totals[trump] for trump in trumps], self._total(best)

    def _as_planned(
        self,
        hands: dict[Seat, Hand],
        hand: Hand,
        trump: Suit,
        asked: _Asked,
        solver: CompiledSolver,
    ) -> Bought:
        """What comes of a trump with the burial that the seat chose without seeing the others."""
        kept = Hand(asked.taken.kept[asked.place, trump].tobytes())
        choice = choice_of(hand, Bury(trump, less(hand, kept)), self._position.rules)
        return best_of(self._position, hands, [choice], solver)

    def _total(self, bought: Bought) -> int:
        """What the side makes; without a trick its melds may not count."""
        counts = self._position.rules.melds_count(is_bidding=True, has_trick=False)
        return bought.total if counts or bought.won.points else 0


def _chance(made: Samples) -> Estimate:
    """The share of the deals; of a single one next to nothing is known."""
    return Estimate(made.mean, UNSEEN) if len(made) == 1 else chance_of(made)
