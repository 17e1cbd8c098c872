"""The chance to win a game of three or four at every score, from hands that were played.

Scores lie on a grid. Points between two of its lines count for both lines, and more for the nearer
one. Every hand of `TableHands` is as likely at every score, whoever is near the target. The chances
are those before the next hand; they follow from those after it, so they are worked out again and
again until they hardly change.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.equities.table.hands import NOBODY, TableHands, hands_of
from pinochle_solver.table.rules import TableRules, Tie

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LINES = {2: 200, 3: 40, 4: 20}
"""How many lines the grid has about, by how many units score."""
_UNIT = 5
_PAST_TARGET = 300
"""How far above the target scores are told apart in games that only a bidder ends."""
_CLOSE, _MOST_ROUNDS = 1e-4, 200


class Ended(NamedTuple):
    """Which games are over after a hand.

    Attributes:
        is_over: (games,) whether the game is over; after a tie it is taken to be.
        shares: (games, units) 1 for the winner of a game that is over, equal parts after a tie.
    """

    is_over: NDArray[np.bool_]
    shares: NDArray[np.float64]


def ended(
    rules: TableRules, scores: NDArray[np.int64], bidder: NDArray[np.int64], made: NDArray[np.bool_]
) -> Ended:
    """`pinochle_solver.table.game.standing` for many games at once.

    Args:
        rules: a game for a target.
        scores: (games, units) with the hand.
        bidder: (games,) the place of the unit that bid in it, or `NOBODY`.
        made: (games,) whether it made its contract.
    """
    import numpy as np

    end, target = rules.end, rules.target
    assert end is not None
    assert target is not None
    highest = scores.max(axis=1)
    leads = scores == highest[:, None]
    is_alone = leads.sum(axis=1) == 1
    shares = leads / leads.sum(axis=1)[:, None]
    rows = np.arange(len(scores))
    has_bid = bidder != NOBODY
    has_reached = has_bid & (scores[rows, bidder] >= target)
    is_out = has_reached & made if end.must_bid else highest >= target
    goes_to_bidder = np.zeros_like(has_reached)
    if end.bidder_first or end.must_bid:
        goes_to_bidder = has_reached
    elif end.tie is Tie.BIDDER_WINS:
        goes_to_bidder = has_bid & ~is_alone
    goes_to_bidder = goes_to_bidder & is_out
    shares[goes_to_bidder] = 0.0
    shares[rows[goes_to_bidder], bidder[goes_to_bidder]] = 1.0
    has_fallen = np.zeros_like(is_out)
    if end.floor:
        has_fallen = ~is_out & (scores.min(axis=1) <= -target) & is_alone
    return Ended(is_out | has_fallen, shares)


class GameChances:
    """The chances of all units of a game.

    A unit is told by its place from the left of the next hand's dealer, whose own unit is the last.

    Args:
        rules: a game for a target.
        hands: what its hands bring.
    """

    def __init__(self, rules: TableRules, hands: TableHands) -> None:
        assert rules.target is not None
        assert rules.end is not None
        self._rules, self._units = rules, hands.scores.shape[1]
        lowest = -rules.target if bool((hands.scores < 0).any()) else 0
        highest = rules.target + (_PAST_TARGET if rules.end.must_bid else -1)
        self._lowest = lowest
        self._step = _UNIT * -(-(highest - lowest) // (_UNIT * _LINES[self._units]))
        self._lines = (highest - lowest) // self._step + 1
        self._chances = self._worked_out(hands)

    def at(self, scores: NDArray[np.int64]) -> NDArray[np.float64]:
        """(games, units) the chance of each unit to win, before the next hand.

        Args:
            scores: (games, units) of games that go on.
        """
        import numpy as np

        places = np.clip((scores - self._lowest) / self._step, 0, self._lines - 1)
        below = np.minimum(places.astype(np.int64), self._lines - 2)
        across = places - below
        found = np.zeros(scores.shape)
        for corner in product((0, 1), repeat=self._units):
            part = np.where(corner, across, 1 - across).prod(axis=1)
            at = (slice(None), *(below + corner).T)
            found += part[:, None] * self._chances[at].T
        return found

    def after(
        self, scores: NDArray[np.int64], bidder: NDArray[np.int64], made: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """(games, units) the chance of each unit after a hand, which may have ended the game.

        The places are those of the hand that is over. Args: as of `ended`.
        """
        import numpy as np

        over = ended(self._rules, scores, bidder, made)
        next_hand = np.roll(self.at(np.roll(scores, -1, axis=1)), 1, axis=1)
        return np.where(over.is_over[:, None], over.shares, next_hand)

    def _worked_out(self, hands: TableHands) -> NDArray[np.float64]:
        """(units, lines, ...) the chance of each unit by the lines of all units' scores."""
        import numpy as np

        step, units, lines = self._step, self._units, self._lines
        least = int(np.floor(hands.scores.min(initial=0) / step))
        most = int(np.ceil(hands.scores.max(initial=0) / step)) + 1
        reach = _soon_transformed(lines + most - least)
        size = (reach,) * units
        places = np.arange(least, least + reach)
        axis = self._lowest + step * places
        scores = np.stack(np.meshgrid(*[axis] * units, indexing="ij"), axis=-1)
        flat = scores.reshape(-1, units)
        spectra: dict[bytes, NDArray[np.complex128]] = {}
        masks: dict[bytes, NDArray[np.bool_]] = {}
        winning = np.zeros((units, *size[:-1], reach // 2 + 1), np.complex128)
        for bidder, made in sorted(
            {*zip(hands.bidder.tolist(), hands.is_made.tolist(), strict=True)}
        ):
            chosen = (hands.bidder == bidder) & (hands.is_made == made)
            kernel = np.fft.rfftn(self._kernel(hands, chosen, least, size)).conj()
            over = ended(
                self._rules,
                flat,
                np.full(len(flat), bidder, dtype=np.int64),
                np.full(len(flat), made, dtype=np.bool_),
            )
            for unit in range(units):
                won = (over.shares[:, unit] * over.is_over).reshape(size)
                winning[unit] += np.fft.rfftn(won) * kernel
            key = over.is_over.tobytes()
            masks[key] = ~over.is_over.reshape(size)
            spectra[key] = spectra.get(key, 0) + kernel

        def on_grid(spectrum: NDArray[np.complex128]) -> NDArray[np.float64]:
            values: NDArray[np.float64] = np.fft.irfftn(spectrum, size, range(units))
            inside: NDArray[np.float64] = values[(slice(lines),) * units]
            return inside

        wins = [on_grid(spectrum) for spectrum in winning]
        everywhere = np.ix_(*[np.clip(places, 0, lines - 1)] * units)
        chances = np.full((units, *(lines,) * units), 1 / units)
        for _ in range(_MOST_ROUNDS):
            before, chances = chances, np.empty_like(chances)
            for unit in range(units):
                # The next hand's places: the unit at the dealer's left deals it, and is the last.
                follows = before[(unit - 1) % units].transpose(
                    *[(axis - 1) % units for axis in range(units)]
                )
                beyond = follows[everywhere]
                going_on = np.zeros_like(winning[unit])
                for key, kernel in spectra.items():
                    going_on += np.fft.rfftn(beyond * masks[key]) * kernel
                chances[unit] = wins[unit] + on_grid(going_on)
            if float(np.abs(chances - before).max()) < _CLOSE:
                break
        return chances

    def _kernel(
        self, hands: TableHands, chosen: NDArray[np.bool_], least: int, size: tuple[int, ...]
    ) -> NDArray[np.float64]:
        """How likely the scores grow by so many lines, `least` first, in one of these hands."""
        import numpy as np

        kernel = np.zeros(size)
        places = hands.scores[chosen] / self._step - least
        below = np.floor(places).astype(np.int64)
        across = places - below
        for corner in product((0, 1), repeat=self._units):
            part = np.where(corner, across, 1 - across).prod(axis=1)
            np.add.at(kernel, tuple((below + corner).T), part / len(hands.scores))
        return kernel


def _soon_transformed(length: int) -> int:
    """The least length from this on with no prime factor above 7, for a fast Fourier transform."""
    while True:
        rest = length
        for prime in (2, 3, 5, 7):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return length
        length += 1


@lru_cache(maxsize=8)
def game_chances(rules: TableRules) -> GameChances:
    """The chances of a game for a target.

    Raises:
        GameError: (``rules``) if no hands of such a game were played.
    """
    return GameChances(rules, hands_of(rules).hands)
