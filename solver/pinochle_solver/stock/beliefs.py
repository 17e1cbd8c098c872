"""What the seat to decide cannot see, and the worlds it considers possible.

A *world* is an assignment of the unseen cards: which are in the other hand, and in which order the
rest lies face down. In a `uniform` belief every assignment of the unseen cards, identical ones told
apart, is equally likely: that is what the shuffled deck alone says. An `inferred` belief weights
each by how well it explains what the other seat has played, melded and not melded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pinochle_solver._core.playouts import Playouts
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.histories import History, history_of, history_record
from pinochle_solver.stock.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNIFORM, INFERRED = "uniform", "inferred"
BELIEFS = (INFERRED, UNIFORM)
# Of so many worlds one is drawn by its likelihood; so few make the belief that is sampled a milder
# one than the weights of all worlds are.
CANDIDATES = 12
# Where all worlds are gone through, their likelihood is averaged over histories: so many of all
# worlds together where there is time for them, and of each at least and at most so many.
HISTORIES, LEAST_HISTORIES, MOST_HISTORIES = 12_288, 32, 1024
# So many histories are gone through before it is asked whether to go on, some milliseconds.
SLICE = 256


@dataclass(frozen=True)
class Worlds:
    """All worlds of a position.

    Attributes:
        cards: rows of `Card.index`, shape (worlds, cards): the other hand's, then the stock.
        weights: how likely each is, of sum 1.
        errors: the standard errors of the weights; zeros where they are not estimated.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    errors: NDArray[np.float64]

    def estimate(self, values: NDArray[np.float64]) -> Estimate:
        """The mean of what each world comes to, and its standard error."""
        mean = float(self.weights @ values)
        return Estimate(mean, float((((values - mean) * self.errors) ** 2).sum() ** 0.5))


@dataclass(frozen=True)
class Belief:
    """What the seat to decide in a position does not know: all that the position does not name.

    Attributes:
        position: the position; the hand of the seat to decide is wholly known.
        kind: ``uniform`` or ``inferred``.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when that hand is not known.
    """

    position: StockPosition
    kind: str = UNIFORM

    def __post_init__(self) -> None:
        # Refuses a position whose seat to decide does not see its hand.
        _ = self.problem

    @cached_property
    def problem(self) -> Problem:
        """The decision, as searches need it."""
        return Problem(self.position)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the other hand and of the stock that may be elsewhere, copies repeated.

        In the order of `Card.index`. A stock whose order the position gives is among them: nothing
        but its places is known to those who play on.
        """
        return tuple(sorted((*self.position.unseen, *self._stock), key=lambda card: card.index))

    @property
    def _stock(self) -> tuple[Card, ...]:
        stock = self.position.stock
        return () if isinstance(stock, int) else stock

    @property
    def hidden(self) -> int:
        """How many of `cards` are in the other hand."""
        return len(self.cards) - self.position.face_down

    def playouts(self) -> Playouts:
        """A search of the position, which sees what the seat to decide sees."""
        search = Playouts(*self.problem.record)
        if self.history is not None:
            search.remember(*history_record(self.history))
        return search

    @cached_property
    def history(self) -> History | None:
        """What the belief infers from; None where nothing is to be inferred."""
        return history_of(self.position) if self.kind == INFERRED and self.hidden else None

    def numbers(self, moves: Iterable[Move | str] | None) -> bytes:
        """The numbers of these moves in the compiled hand, each once; of all legal ones for None.

        Raises:
            IllegalMoveError: naming the rule that one of them breaks.
            ValueError: when there are none.
        """
        if moves is None:
            return self.problem.numbers
        numbers = bytes(dict.fromkeys(map(self.problem.number_of, moves)))
        if not numbers:
            raise ValueError("moves is empty, expected at least one move")
        return numbers

    @property
    def effective_kind(self) -> str:
        """``inferred`` where the position tells enough to infer from, else ``uniform``."""
        return UNIFORM if self.history is None else INFERRED

    def sample(self, search: Playouts, seed: int, first: int, number: int) -> NDArray[np.uint8]:
        """Worlds number `first` and on, each drawn from `seed` and its number alone.

        Returns:
            rows of `Card.index`, shape (number, cards): the other hand's, then the stock.
        """
        import numpy as np

        worlds = np.zeros((number, len(self.cards)), np.uint8)
        if self._stock:
            worlds[:, :] = [card.index for card in (*self.position.unseen, *self._stock)]
        elif self.history is None:
            search.sample(seed, first, worlds)
        else:
            search.sample_likely(seed, first, CANDIDATES, worlds)
        return worlds

    def worlds(self) -> Iterator[tuple[tuple[Card, ...], int]]:
        """All different worlds: the cards of the other hand, then the stock; and their weight.

        The weight is in how many ways the identical copies fall so; uniformly believed, the chance
        of a world is its weight divided by the sum of all.
        """
        left = list(self.position.unseen.counts)

        def stocks(places: int) -> Iterator[tuple[list[int], int]]:
            if not places:
                yield [], 1
                return
            for index, copies in enumerate(left):
                if copies:
                    left[index] -= 1
                    for rest, weight in stocks(places - 1):
                        yield [index, *rest], weight * copies
                    left[index] += 1

        for drawn, weight in stocks(self.position.face_down - len(self._stock)):
            hand = (index for index, copies in enumerate(left) for _ in range(copies))
            stock = (*map(Card.from_index, drawn), *self._stock)
            yield (*map(Card.from_index, hand), *stock), weight

    def all_worlds(
        self,
        search: Playouts,
        seed: int,
        histories: int = HISTORIES,
        check: Callable[[], None] | None = None,
    ) -> Worlds:
        """`worlds` as arrays, weighted as the belief has it.

        Args:
            search: a search of the position.
            seed: of the histories.
            histories: by which the weights of an inferred belief are estimated, of all worlds
                together; each world gets some, however few these are.
            check: called now and then; what it raises ends it.
        """
        import numpy as np

        weighed = list(self.worlds())
        rows = np.array([[card.index for card in world] for world, _ in weighed], np.uint8)
        rows = rows.reshape(len(weighed), len(self.cards))
        weights = np.array([weight for _, weight in weighed], np.float64)
        errors = np.zeros(len(weighed))
        if self.history is not None:
            each = min(max(histories // len(weighed), LEAST_HISTORIES), MOST_HISTORIES)
            logs = np.zeros(len(weighed) * each)
            repeated = np.repeat(rows, each, axis=0)
            for first in range(0, len(logs), SLICE):
                if check is not None:
                    check()
                part = slice(first, first + SLICE)
                search.log_likelihoods(repeated[part], seed, first, logs[part])
            likely = np.exp(logs - logs.max()).reshape(len(weighed), each)
            errors = weights * likely.std(axis=1, ddof=1) / each**0.5
            weights = weights * likely.mean(axis=1)
        total = weights.sum()
        return Worlds(rows, weights / total, errors / total)
