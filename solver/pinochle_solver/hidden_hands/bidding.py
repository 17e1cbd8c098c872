"""What the calls come to with the cards hidden.

In every world the seat on turn takes up the widow, names trump and buries as it would knowing only
its own cards (``taking_up``), for each trump in one way, and the hand is played out by the policy.
One hand played tells of every contract whether it would be made. For each contract the trump is
named with which it can expect most, and in games for stakes a contract of which it expects less
than conceding costs is given up. A pass is tried in a part of the worlds (``passing``). Players do
not play by the policy, so the points of a world vary about its playout (``corrections``).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.bid_advice import OpenChance, WidowCard
from pinochle_solver.double_dummy.bidding import contract_for
from pinochle_solver.double_dummy.estimates import Estimate, Stake
from pinochle_solver.double_dummy.sides import unit_of
from pinochle_solver.double_dummy.unseen import WIDOW
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.hidden_hands.beliefs import Beliefs, WorldBatch
from pinochle_solver.hidden_hands.corrections import deviations, vary
from pinochle_solver.hidden_hands.decisions import ending_of, points_of_all
from pinochle_solver.hidden_hands.game_worths import PER_CENT, GameWorth
from pinochle_solver.hidden_hands.open_bidding import OpenBidding
from pinochle_solver.hidden_hands.passing import Passed, Passing
from pinochle_solver.hidden_hands.payoffs import Payoffs
from pinochle_solver.hidden_hands.settling import PlayedHands, Settling, hands_played
from pinochle_solver.hidden_hands.taking_up import TakenUp, TakingUp, played_out
from pinochle_solver.intervals import SURE, UNSEEN
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, Card, Suit
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.seats import Seat
from pinochle_solver.threads import in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 64
PASS_PART = 2
"""A pass is tried in one world of so many."""
MOST_WORLDS = 1 << 18
_TENS, _MOST_TENS = 10, 256


class Tried(NamedTuple):
    """What the calls came to in worlds that follow one another.

    Attributes:
        made: (worlds, contracts) whether the contract would be made if the hand is played.
        worth: (worlds, contracts) what the hand is worth.
        trumps: (worlds, contracts) the trump that is named.
        melds: (worlds, contracts) what the side lays.
        given_up: (worlds, contracts) whether the contract is conceded.
        totals: (worlds, contracts) what the side makes in all.
        widows: (worlds, CARDS) whether a card lies in the widow.
        passed: what came of a pass in a part of them; None if there is no pass.
        followed: of each call to be compared (worlds,) what the hand is worth after it, by what the
            others then call, in the same part.
    """

    made: NDArray[np.bool_]
    worth: NDArray[np.float64]
    trumps: NDArray[np.int64]
    melds: NDArray[np.int64]
    given_up: NDArray[np.bool_]
    totals: NDArray[np.int64]
    widows: NDArray[np.bool_]
    passed: Passed | None
    followed: tuple[NDArray[np.float64], ...]


class ComparedCalls(NamedTuple):
    """Calls whose results are compared.

    Attributes:
        calls: legal ones.
        limit: how far the seat bids on if it is overcalled after a bid.
    """

    calls: tuple[Call, ...] = ()
    limit: int = 0


class BidSearch:
    """What the possible calls come to.

    Args:
        position: a position in the auction, as its seat sees it.
        beliefs: the worlds.
        seed: the seed of the worlds.
        threads: how many threads try worlds; the answer is the same.
        game: as in `Ending`.
        compared: calls to be valued, besides, with what the others may still call.
    """

    def __init__(
        self,
        position: TablePosition,
        beliefs: Beliefs,
        seed: int,
        threads: int = 1,
        game: GameWorth | None = None,
        compared: ComparedCalls | None = None,
    ) -> None:
        import numpy as np

        self._position, self._threads, self._game = position, threads, game
        self._calls = [move for move in position.legal_moves() if isinstance(move, Call)]
        self._bids = [call.bid for call in self._calls if call.bid is not None]
        self._contracts = np.array(self._bids, dtype=np.int64)
        self._taking_up = TakingUp(position, beliefs, seed)
        self._compared = compared or ComparedCalls()
        self._going_on = Passing(position, game)
        self._may_pass = PASS in self._calls
        self._unit = unit_of(position, position.turn)
        self._settling = Settling(
            position.rules, tuple(position.units), self._unit, contract_for(position, 0), game
        )
        self._sums = _Sums(len(self._bids), len(self._compared.calls))

    @property
    def worlds(self) -> int:
        """In how many worlds the bids were tried."""
        return self._sums.worlds

    @property
    def bidders(self) -> Mapping[Seat | None, float]:
        """The share of the worlds in which each seat buys the hand after a pass; None: nobody."""
        whole = self._sums.bidders.total()
        return {seat: number / whole for seat, number in self._sums.bidders.most_common()}

    @property
    def has_bids(self) -> bool:
        """Whether any bid may be made."""
        return bool(self._bids)

    def run(
        self, limits: Limits, stop: StopFlag, progress: Callable[[], None] | None = None
    ) -> None:
        """Try worlds within the limits, at least the first chunk.

        Args:
            limits: how many worlds, and how long.
            stop: ends it early.
            progress: called whenever twice as many worlds have been tried.
        """
        most = min(limits.worlds or MOST_WORLDS, MOST_WORLDS)
        deadline, asked, told_at = Deadline(limits.seconds), 0, 0

        def chunks() -> Iterator[tuple[int, int] | None]:
            nonlocal asked
            while asked < most:
                if (asked - self.worlds) // CHUNK >= self._threads:
                    yield None
                    continue
                if self.worlds:
                    seconds = deadline.passed * self._threads * CHUNK / self.worlds
                    if stop.is_set or deadline.left < seconds / 2:
                        return
                size = min(CHUNK, most - asked)
                asked += size
                yield asked - size, size

        def work(stop: StopFlag, chunk: tuple[int, int]) -> Tried | None:
            first, size = chunk
            return self._try(first, size, stop if first else StopFlag())

        for tried in in_order(work, [stop] * self._threads, chunks(), lambda: None):
            if tried is None:
                return
            self._sums.add(tried)
            if progress is not None and told_at * 2 <= self.worlds < most:
                told_at = self.worlds
                progress()

    def chances(self) -> list[MoveChance]:
        """The calls, in the order of the bids, the pass last."""
        return [*map(self._chance, range(len(self._bids))), *self._pass()]

    def ahead(self) -> tuple[Estimate, int]:
        """How much more the first compared call is worth than the second, and in how many worlds.

        The others may overcall a bid, and the seat may bid on, up to the limit.
        """
        first, second = self._sums.followed
        apart = [one - other for one, other in zip(first, second, strict=True)]
        stake = Stake(max(map(abs, apart)))
        return _mean(sum(apart), sum(each * each for each in apart), len(apart), stake), len(apart)

    def totals(self, bid: int) -> dict[int, float]:
        """In what part of the worlds the side makes how many points, by tens, with this contract.

        The trump is the one that is named for it. From the lowest tens to the highest.
        """
        numbers = self._sums.totals[self._bids.index(bid)]
        met = numbers.nonzero()[0]
        return {
            _TENS * tens: float(numbers[tens]) / self.worlds
            for tens in range(int(met.min()), int(met.max()) + 1)
        }

    def widow_cards(self, bid: int) -> list[WidowCard]:
        """What each card in the widow does for a contract, the most helpful first."""
        sums, place, worlds = self._sums, self._bids.index(bid), self.worlds
        found = []
        for index in range(CARDS):
            number = int(sums.with_card[index])
            if not 0 < number < worlds:
                continue
            made = sums.made_with[index, place]
            without = _share(sums.made[place] - made, worlds - number)
            found.append(
                WidowCard(Card.from_index(index), number / worlds, _share(made, number), without)
            )
        return sorted(found, key=lambda each: each.without.mean - each.made.mean)

    def open_chances(self, limits: Limits, stop: StopFlag) -> dict[int, OpenChance]:
        """How often each bid is made if the cards lie face up; as `OpenBidding.chances`."""
        opened = OpenBidding(self._position, self._taking_up, self._settling, self._bids)
        return opened.chances(limits, self._threads, stop)

    def _try(self, first: int, size: int, stop: StopFlag) -> Tried | None:
        import numpy as np

        found = self._taking_up.worlds(size, first, stop)
        if found is None:
            return None
        batch, taken = found
        more = deviations(self._position.rules.whole_count, range(first, first + size))
        by_trump = self._played(batch, taken, more, stop)
        part = slice(-first % PASS_PART, None, PASS_PART)
        some = WorldBatch(batch.places, batch.counts[part])
        passed = self._going_on.after(some, more[part], stop) if self._may_pass else None
        if by_trump is None or stop.is_set:
            return None
        rules, bids = self._position.rules, self._contracts[None]
        trumps, given_up = self._settling.named(taken.expected, taken.spread, bids)
        bids = np.broadcast_to(bids, trumps.shape)
        hands = PlayedHands(*(array[np.arange(size)[:, None], trumps] for array in by_trump))
        settled = self._settling(hands, trumps, bids)
        worth = settled.means
        if rules.melds_win:
            worth = np.where(given_up, self._settling.conceded(bids), worth)
        followed = tuple(
            self._followed(call, some, more[part], worth[part], stop)
            for call in self._compared.calls
        )
        if stop.is_set:
            return None
        own = self._position.units.index(self._unit)
        counted = hands.counted(rules, own)
        return Tried(
            made=settled.made,
            worth=worth,
            trumps=trumps,
            melds=hands.melds[..., own],
            given_up=given_up,
            totals=(counted.melds + counted.cards)[..., own],
            widows=batch.at(WIDOW) > 0,
            passed=passed,
            followed=followed,
        )

    def _followed(
        self,
        call: Call,
        worlds: WorldBatch,
        more: NDArray[np.int16],
        worth: NDArray[np.float64],
        stop: StopFlag,
    ) -> NDArray[np.float64]:
        """(worlds,) what the hand is worth after a call; of no use once it was stopped.

        Args:
            call: the call.
            worlds: the worlds.
            more: (worlds,) as in `_played`.
            worth: (worlds, contracts) what the hand is worth if the seat buys it.
            stop: ends it early.
        """
        import numpy as np

        found = self._going_on.after(worlds, more, stop, call, self._compared.limit)
        if found is None:
            return np.zeros(len(worlds))
        bought = np.flatnonzero(found.bought)
        places = np.searchsorted(self._contracts, found.bought[bought])
        found.worth[bought] = worth[bought, places]
        return found.worth

    def _played(
        self, batch: WorldBatch, taken: TakenUp, more: NDArray[np.int16], stop: StopFlag
    ) -> PlayedHands | None:
        """What is won with each trump: arrays of (worlds, 4, units); None if it was stopped.

        Args:
            batch: the worlds.
            taken: what the seat does in them.
            more: (worlds,) the points that its side wins above the playout.
            stop: ends it early.
        """
        import numpy as np

        position, seat = self._position, self._position.turn
        place = position.players.index(seat)
        deals, played = batch.hands().copy(), list[PlayedHands]()
        for trump in Suit:
            deals[:, place] = taken.kept[:, trump]
            results = played_out(position, seat, trump, deals, stop)
            if results is None:
                return None
            vary(results, position, seat, more)
            buried = taken.brought[:, trump, 1]
            played.append(hands_played(position, seat, trump, deals, results, buried))
        return PlayedHands(*(np.stack(arrays, axis=1) for arrays in zip(*played, strict=True)))

    def _chance(self, place: int) -> MoveChance:
        sums, bid, worlds = self._sums, self._bids[place], self.worlds
        named = sums.trumps[place]
        return MoveChance(
            move=Call(bid),
            mean=_mean(sums.worth[place], sums.squares[place], worlds, self._stake(bid)),
            chance=_share(sums.made[place], worlds),
            melds=float(sums.melds[place]) / worlds,
            trump=Suit(int(named.argmax())),
            trump_share=float(named.max()) / worlds,
            given_up=float(sums.given_up[place]) / worlds if self._may_concede else None,
            worlds=worlds,
        )

    def _pass(self) -> Iterator[MoveChance]:
        """The pass, if there is one; a pass is not so well known as the bids."""
        if not self._may_pass:
            return
        worth = self._sums.passed
        number, most = len(worth), max(worth, key=abs)
        stake = Stake(abs(most) if self._game is None else PER_CENT)
        mean = _mean(sum(worth), sum(each * each for each in worth), number, stake)
        yield MoveChance(move=PASS, mean=mean, worlds=number)

    @property
    def _may_concede(self) -> bool:
        return self._position.rules.melds_win

    def _stake(self, bid: int) -> Stake:
        """The possible results of a deal bought with this bid, with the trumps that are named."""
        position, whole = self._position, points_of_all(self._position.rules)
        contract = contract_for(position, bid)
        named = self._sums.trumps[self._bids.index(bid)]
        stakes = []
        for trump in Suit:
            if named[trump]:
                ending = replace(
                    ending_of(position, trump, self._game),
                    bidder=position.turn,
                    with_trick=frozenset(),
                    contract=contract,
                )
                stakes.append(Payoffs(ending).stake(whole))
        return Stake.of_any(stakes)


class _Sums:
    """What the calls came to so far, as sums over the worlds.

    Args:
        bids: how many bids there are.
        compared: how many calls are compared.

    Attributes:
        worlds: the number of worlds.
        made, worth, squares, melds, given_up: (bids,) sums of `Tried`; the squares are those of the
            worths.
        trumps: (bids, 4) in how many worlds each trump is named.
        totals: (bids, tens) in how many worlds the side makes so many tens of points.
        with_card: (CARDS,) in how many worlds each card lies in the widow.
        made_with: (CARDS, bids) in how many of those the contract is made.
        passed: what the hand was worth in each world after a pass.
        bidders: who bought it then.
        followed: of each call compared what the hand was worth in each world after it.
    """

    def __init__(self, bids: int, compared: int = 0) -> None:
        import numpy as np

        self.worlds = 0
        self.made, self.worth, self.squares, self.melds, self.given_up = np.zeros((5, bids))
        self.trumps = np.zeros((bids, len(Suit)))
        self.totals = np.zeros((bids, _MOST_TENS))
        self.with_card, self.made_with = np.zeros(CARDS), np.zeros((CARDS, bids))
        self.passed = array("d")
        self.followed = tuple(array("d") for _ in range(compared))
        self.bidders = Counter[Seat | None]()

    def add(self, tried: Tried) -> None:
        """Take in further worlds."""
        import numpy as np

        self.worlds += len(tried.made)
        self.made += tried.made.sum(axis=0)
        self.worth += tried.worth.sum(axis=0)
        self.squares += (tried.worth**2).sum(axis=0)
        self.melds += tried.melds.sum(axis=0)
        self.given_up += tried.given_up.sum(axis=0)
        for trump in Suit:
            self.trumps[:, trump] += (tried.trumps == trump).sum(axis=0)
        tens = tried.totals // _TENS + np.arange(len(self.made)) * _MOST_TENS
        self.totals += np.bincount(tens.reshape(-1), minlength=self.totals.size).reshape(
            self.totals.shape
        )
        self.with_card += tried.widows.sum(axis=0)
        self.made_with += tried.widows.T.astype(np.int64) @ tried.made
        if tried.passed is not None:
            self.passed.extend(tried.passed.worth.tolist())
            self.bidders += tried.passed.bidders
        for values, worth in zip(self.followed, tried.followed, strict=True):
            values.extend(worth.tolist())


def _mean(total: float, squares: float, number: int, stake: Stake) -> Estimate:
    """The mean of independent worlds, as `mean_of` tells it from their sums."""
    mean = float(total) / number
    if number == 1:
        return Estimate(mean, 0.0)
    error = sqrt(max(float(squares) / number - mean * mean, 0.0) / (number - 1))
    furthest = max(mean - stake.least, stake.most - mean, 0.0)
    return Estimate(mean, min(hypot(error, UNSEEN * stake.apart / number), furthest / SURE))


def _share(times: float, number: int) -> Estimate:
    """The chance of what happened so often, as `chance_of` tells it."""
    share = float(times) / number
    if number == 1:
        return Estimate(share, 0.0)
    return Estimate(share, max(sqrt(share * (1 - share) / (number - 1)), UNSEEN / number))
