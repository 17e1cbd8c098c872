"""What hands that were played out are paid under contracts: whole arrays at once.

`double_dummy.outcomes.worth_of` says it for one hand. Here contracts stand beside each other, for
the hand that is played tells of each of them whether it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.double_dummy.outcomes import CHECKS, Contract, Unit, counts_game, currency_of
from pinochle_solver.hidden_hands.game_worths import GameWorth
from pinochle_solver.hidden_hands.laying import most_laid
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.checks_paid import contract_checks, game_checks
from pinochle_solver.table.game import standing
from pinochle_solver.table.money import Stakes
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_LOGISTIC, _FURTHEST = 1.702, 20.0


class Settled(NamedTuple):
    """What hands are paid; arrays of one shape.

    Attributes:
        means: what they are worth to the seat, as `Worth.mean`.
        made: whether the contract was made.
    """

    means: NDArray[np.float64]
    made: NDArray[np.bool_]


class PlayedHands(NamedTuple):
    """Hands played out; arrays whose last axis is the unit and whose others are of one shape.

    Attributes:
        melds: what the units have laid, in points.
        checks: the checks for these melds.
        cards: what their cards count, the burial with the bidding side's.
        tricks: how many tricks they have won.
    """

    melds: NDArray[np.int64]
    checks: NDArray[np.int64]
    cards: NDArray[np.int64]
    tricks: NDArray[np.int64]

    def counted(self, rules: TableRules, bidding: int) -> PlayedHands:
        """The same, without the melds that do not count for want of a trick."""
        import numpy as np

        counts = np.stack(
            [
                rules.melds_count(is_bidding=unit == bidding, has_trick=False)
                | (self.tricks[..., unit] > 0)
                for unit in range(self.tricks.shape[-1])
            ],
            axis=-1,
        )
        return self._replace(melds=self.melds * counts, checks=self.checks * counts)


def hands_played(
    position: TablePosition,
    bidder: Seat,
    trump: Suit,
    deals: NDArray[np.uint8],
    results: NDArray[np.int16],
    buried: NDArray[np.int32],
) -> PlayedHands:
    """Hands played out from the first lead, with all melds laid.

    Args:
        position: for the game and its seats.
        bidder: who has named trump.
        trump: the trump.
        deals: (hands, seats, CARDS) the cards played.
        results: (hands, seats, 2) the card points and the tricks of each seat.
        buried: (hands,) what the burial counts.
    """
    import numpy as np

    units = tuple(position.units)
    melds = np.zeros((len(deals), len(units), 2), dtype=np.int64)
    won = np.zeros_like(melds)
    for number, unit in enumerate(units):
        for seat in unit:
            place = position.players.index(seat)
            won[:, number] += results[:, place]
            if seat == bidder or not position.rules.only_bidder_melds:
                melds[:, number] += most_laid(position.rules, trump, deals[:, place])
        if bidder in unit:
            won[:, number, 0] += buried
    return PlayedHands(melds[..., 0], melds[..., 1], won[..., 0], won[..., 1])


class Named(NamedTuple):
    """What a bidder does with contracts, by his estimate of what he makes.

    Attributes:
        trumps: (hands, contracts) the trump that he names, or would name if he played.
        given_up: (hands, contracts) whether he concedes.
    """

    trumps: NDArray[np.int64]
    given_up: NDArray[np.bool_]


class Settling:
    """Settles hands that one seat has bought.

    Args:
        rules: the game.
        units: who scores together.
        own: the unit of the seat whose worth is wanted.
        contract: the bidder, and what else a contract is paid by but its points.
        game: as in `Ending`.
    """

    def __init__(
        self,
        rules: TableRules,
        units: tuple[Unit, ...],
        own: Unit,
        contract: Contract,
        game: GameWorth | None = None,
    ) -> None:
        self._rules, self._units, self._contract, self._game = rules, units, contract, game
        self._own = units.index(own)
        self._bidding = next(n for n, unit in enumerate(units) if contract.bidder in unit)
        self._for_game: dict[tuple[int, ...], tuple[int, int]] = {}
        self._in_suits: dict[int, list[Stakes]] = {}

    def __call__(
        self, hands: PlayedHands, trumps: NDArray[np.int64], bids: NDArray[np.int64]
    ) -> Settled:
        """What hands come to.

        Args:
            hands: the hands.
            trumps: (...) their trumps.
            bids: (...) their contracts.
        """
        import numpy as np

        rules, own, bidding = self._rules, self._own, self._bidding
        counted = hands.counted(rules, bidding)
        scores = counted.melds + counted.cards
        made = scores[..., bidding] >= bids
        if rules.money is not None:
            return Settled(self._money(made, trumps, bids), made)
        scores[..., bidding] = np.where(made, scores[..., bidding], -bids)
        if self._game is not None:
            return Settled(self._game(scores, self._contract.bidder, made), made)
        if currency_of(rules, self._contract) == CHECKS:
            scores = self._checks(counted, scores, made, bids)
        others = scores.sum(axis=-1) - scores[..., own]
        return Settled(scores[..., own] - others / (len(self._units) - 1), made)

    def expected(
        self, totals: NDArray[np.float64], spread: NDArray[np.float64], bids: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What a bidder can expect for each trump, by his estimate of what his side makes.

        Only differences count: what the other side makes is left out, and so are its melds.

        Args:
            totals: (hands, 4) what he makes on average.
            spread: (hands,) the standard deviation of that.
            bids: (hands or 1, contracts) the contracts.

        Returns:
            (hands, contracts, 4) in money for each trump; else on a scale of its own.
        """
        import numpy as np

        over = (totals[:, None] - bids[..., None]) / spread[:, None, None]
        # A logistic distribution with the tails of the normal one.
        chances = 1 / (1 + np.exp(-_LOGISTIC * np.clip(over, -_FURTHEST, _FURTHEST)))
        lost, made = self._scale(totals, bids)
        worth: NDArray[np.float64] = chances * made + (1 - chances) * lost
        return worth

    def _scale(
        self, totals: NDArray[np.float64], bids: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What a bidder gets if a contract is lost, and if it is made."""
        import numpy as np

        if self._rules.money is not None:
            different, where = self._different(bids)
            paid = self._paid_to_bidder(different)[where]
            return paid[..., 0], paid[..., 1]
        if self._rules.checks is not None:
            return np.array([-2.0]), np.array([1.0])
        contracts = bids[..., None].astype(np.float64)
        return -contracts, np.maximum(totals[:, None], contracts)

    def named(
        self, totals: NDArray[np.float64], spread: NDArray[np.float64], bids: NDArray[np.int64]
    ) -> Named:
        """What the bidder names for contracts, and whether he gives them up.

        Args: as of `expected`.
        """
        import numpy as np

        expected = self.expected(totals, spread, bids)
        trumps = expected.argmax(axis=2)
        if not self._rules.melds_win:
            return Named(trumps, np.zeros(trumps.shape, dtype=np.bool_))
        bids = np.broadcast_to(bids, trumps.shape)
        given_up = self.gives_up(expected.max(axis=2, initial=-np.inf), bids)
        # The trump does not matter then; had it been played, the best would have been named.
        return Named(np.where(given_up, totals.argmax(axis=1)[:, None], trumps), given_up)

    def gives_up(self, expected: NDArray[np.float64], bids: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether a bidder for stakes gives up contracts of which he can expect so much."""
        return expected < self._conceded_by_bidder(bids)

    def conceded(self, bids: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the seat is paid if the bidder gives these contracts up."""
        if self._own == self._bidding:
            return self._conceded_by_bidder(bids)
        return self._each(bids, lambda stakes: stakes.conceded)

    def _conceded_by_bidder(self, bids: NDArray[np.int64]) -> NDArray[np.float64]:
        return self._each(
            bids, lambda stakes: -self._opponents * stakes.conceded - stakes.kitty_conceded
        )

    def _each(self, bids: NDArray[np.int64], paid: Callable[[Stakes], int]) -> NDArray[np.float64]:
        import numpy as np

        different, where = self._different(bids)
        # Conceding costs the same in every suit.
        amounts = [paid(self._stakes(bid)[Suit.CLUBS]) for bid in different]
        return np.array(amounts, dtype=np.float64)[where]

    @property
    def _opponents(self) -> int:
        """How many players a bidder for stakes settles with: all others at the table."""
        return len(self._rules.score_units) - 1

    def _stakes(self, bid: int) -> list[Stakes]:
        """What a contract is played for, by suit."""
        if bid not in self._in_suits:
            contract = replace(self._contract, points=bid)
            self._in_suits[bid] = [contract.stakes(self._rules, trump) for trump in Suit]
        return self._in_suits[bid]

    def _money(
        self, made: NDArray[np.bool_], trumps: NDArray[np.int64], bids: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        different, where = self._different(bids)
        is_own = self._own == self._bidding
        each = self._paid_to_bidder(different) if is_own else -self._paid_by_each(different)
        paid: NDArray[np.float64] = each[where, trumps, made.astype("int64")]
        return paid

    def _paid_to_bidder(self, bids: list[int]) -> NDArray[np.float64]:
        """(contracts, 4, 2) what a bidder is paid in all by trump, if it is lost and if made."""
        import numpy as np

        kitty = [
            [(-stakes.kitty_lost, stakes.kitty_made) for stakes in self._stakes(bid)]
            for bid in bids
        ]
        paid: NDArray[np.float64] = self._opponents * self._paid_by_each(bids) + np.array(kitty)
        return paid

    def _paid_by_each(self, bids: list[int]) -> NDArray[np.float64]:
        """The same for one opponent, without the kitty."""
        import numpy as np

        paid = [[(-stakes.lost, stakes.made) for stakes in self._stakes(bid)] for bid in bids]
        return np.array(paid, dtype=np.float64)

    def _checks(
        self,
        counted: PlayedHands,
        scores: NDArray[np.int64],
        made: NDArray[np.bool_],
        bids: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """(..., units) the checks of each unit, with those for the game if a hand ends it."""
        import numpy as np

        rules, checks = self._rules, self._rules.checks
        assert checks is not None
        different, where = self._different(bids)
        paid = [contract_checks(checks, bid) for bid in different]
        each = np.array(paid, dtype=np.int64)[where]
        busy = (counted.tricks > 0).sum(axis=-1) == 1
        swept = (counted.tricks > 0) & busy[..., None]
        found: NDArray[np.int64] = counted.checks + checks.all_tricks * swept
        bidding = self._bidding
        found[..., bidding] = np.where(made, found[..., bidding] + each, 0)
        for unit in range(len(self._units)):
            if unit != bidding:
                found[..., unit] += np.where(made, 0, 2 * each)
        if counts_game(rules, self._contract):
            found += self._checks_for_game(scores, made)
        return found

    def _checks_for_game(
        self, scores: NDArray[np.int64], made: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        import numpy as np

        score = self._contract.score
        assert score is not None
        flat = np.concatenate(
            [(scores + np.array(score)).reshape(-1, len(self._units)), made.reshape(-1, 1)], axis=1
        )
        ends, which = np.unique(flat, axis=0, return_inverse=True)
        won = np.zeros((len(ends), len(self._units)), dtype=np.int64)
        for place, end in enumerate(map(tuple, ends.tolist())):
            if end not in self._for_game:
                self._for_game[end] = self._won_by(end)
            unit, paid = self._for_game[end]
            won[place, unit] = paid
        return won[which.reshape(-1)].reshape(scores.shape)

    def _won_by(self, end: tuple[int, ...]) -> tuple[int, int]:
        """Which unit wins the game with these scores, and its checks for that; 0 if none does."""
        rules, (*scores, made) = self._rules, end
        assert rules.checks is not None
        after = dict(zip(self._units, scores, strict=True))
        bidding = self._units[self._bidding]
        winner = standing(rules, after, bidding, is_made=bool(made)).winner
        if winner is None:
            return 0, 0
        losers = max(score for unit, score in after.items() if unit != winner)
        return self._units.index(winner), game_checks(rules.checks, losers)

    @staticmethod
    def _different(bids: NDArray[np.int64]) -> tuple[list[int], NDArray[np.int64]]:
        """The different contracts, and for each of the array its place among them."""
        import numpy as np

        different, where = np.unique(bids, return_inverse=True)
        return [int(bid) for bid in different], where.reshape(bids.shape)
