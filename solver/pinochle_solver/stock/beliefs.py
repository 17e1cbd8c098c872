"""What the seat to decide cannot see, and the worlds it considers possible.

A *world* is an assignment of the unseen cards: which are in the other hand, and in which order the
rest lies face down. In a `uniform` belief every assignment of the unseen cards, with identical ones
told apart, is equally likely; that is all that the shuffled deck says. An `inferred` belief weights
each assignment by how well it explains what the other seat has played, melded and not melded.
Worlds are then drawn from the posterior by Markov chains over past deals
(``_core.stock.posterior``), under a model of how the other seat behaves (`behaviour`). Either kind
may be restricted to worlds that meet conditions (`assumptions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.behaviour import Behaviour, behaviour_in
from pinochle_solver.stock.estimates import Estimate, student
from pinochle_solver.stock.histories import History, history_of, history_record
from pinochle_solver.stock.nets import Nets, nets_of
from pinochle_solver.stock.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinochle_solver.stock.assumptions import AssumedWorlds, Case

UNIFORM, INFERRED = "uniform", "inferred"
BELIEFS = (INFERRED, UNIFORM)
# Steps of a chain before its first world, and from one world to the next.
BURN_IN, THINNING = 250, 15
# Where all worlds are gone through, chains say how likely each is. If there is time, they draw this
# many worlds together, and each chain this many, but there are never fewer or more chains than so.
WEIGHING_WORLDS, WEIGHING_CHAIN, FEWEST_CHAINS, MOST_CHAINS = 4_096, 64, 8, 32
# So many worlds of a chain are looked at, to find those that have the meld points assumed.
MOST_OF_A_CHAIN = 1 << 15
# The chains of each case of what is assumed have a seed of their own, which is so much higher.
_SEED_STEP, _SEEDS = 0x9E3779B97F4A7C15, 1 << 64


def check_belief(belief: str) -> None:
    """Raise `ValueError` for anything that is not in `BELIEFS`."""
    if belief not in BELIEFS:
        raise ValueError(f"belief is {belief!r}, expected one of {', '.join(BELIEFS)}")


@dataclass(frozen=True)
class Worlds:
    """All worlds of a position.

    Attributes:
        cards: rows of `Card.index`, shape (worlds, cards): the other hand's, then the stock.
        shares: how likely each is, each row of sum 1: one row, or what each of some independent
            chains has found, shape (chains, worlds).
    """

    cards: NDArray[np.uint8]
    shares: NDArray[np.float64]

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How likely each world is, with sum 1."""
        mean: NDArray[np.float64] = self.shares.mean(axis=0)
        return mean

    def estimate(self, values: NDArray[np.float64]) -> Estimate:
        """The mean of the worlds' values, and its standard error.

        The chains are few. So the error is as much larger as makes its 1.96 times reach as far as
        Student's distribution says.
        """
        means = self.shares @ values
        number, error = len(means), 0.0
        if number > 1:
            error = student(number - 1) / SURE * float(means.std(ddof=1)) / number**0.5
        return Estimate(float(means.mean()), error)


@dataclass(frozen=True)
class Belief:
    """What the seat to decide does not know: everything that the position does not name.

    Attributes:
        position: the position; the hand of the seat to decide is wholly known.
        kind: ``uniform`` or ``inferred``.
        behaviour: the behaviour of the other seat by which an inferred belief explains what was
            seen; None for the one learned for the game.
        learned: whether searches value leads by a network, if there is one for the rules.
        where: conditions that the hidden cards are assumed to meet, in words.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when that hand is not known, and for conditions that cannot be met.
        NotationError: for words that are no condition.
    """

    position: StockPosition
    kind: str = UNIFORM
    behaviour: Behaviour | None = None
    learned: bool = True
    where: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # Refuses a position whose seat to decide does not see its hand, and what cannot be assumed.
        _ = self.problem, self.assumed

    @cached_property
    def problem(self) -> Problem:
        """The decision, as searches need it."""
        return Problem(self.position)

    @cached_property
    def assumed(self) -> AssumedWorlds | None:
        """The worlds that meet the conditions; None if all do."""
        if not self.where:
            return None
        from pinochle_solver.stock.assumptions import AssumedWorlds

        assumed = AssumedWorlds(self.position, self.where)
        return assumed if assumed.are_fewer else None

    @property
    def _cases(self) -> tuple[Case | None, ...]:
        """What has a chain of its own: each case of what is assumed."""
        return (None,) if self.assumed is None else self.assumed.cases

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the other hand and of the stock that may be elsewhere, copies repeated.

        They are in the order of `Card.index`. A stock whose order the position gives is among them,
        because the seats that play on know only its places.
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

    def playouts(self, *, ignores_passes: bool = False) -> Playouts:
        """A search of the position, which sees what the seat to decide sees.

        Args:
            ignores_passes: whether nothing is inferred from what the other seat did not show.
        """
        position = self.position
        search = self._search(nets_of(position.rules, position.count) if self.learned else None)
        if self.history is not None:
            self._remember(search, self.history, ignores_passes=ignores_passes)
        return search

    def _search(self, nets: Nets | None) -> Playouts:
        problem = self.problem
        return Playouts(
            *problem.record,
            weights=problem.weights,
            behaviour=problem.behaviour_weights,
            nets=nets,
        )

    def _remember(
        self, search: Playouts, history: History, *, ignores_passes: bool = False
    ) -> None:
        position = self.position
        behaviour = self.behaviour or behaviour_in(position.rules, position.count)
        search.remember(
            *history_record(history),
            behaviour.temperature,
            behaviour.slips,
            behaviour.last_slips,
            behaviour.by_policy,
            ignores_passes,
        )

    @cached_property
    def history(self) -> History | None:
        """What the belief infers from; None if nothing can be inferred.

        That is also the case if the position's information is inconsistent.
        """
        if self.kind != INFERRED or not self.hidden:
            return None
        history = history_of(self.position)
        if history is None:
            return None
        search = self._search(None)
        self._remember(search, history)
        is_possible = all(
            self._chain(search, 0, 0, self._no_worlds(self._trial(case)), case=case, burn_in=0)
            for case in self._cases
        )
        return history if is_possible else None

    def _trial(self, case: Case | None) -> int:
        """How many worlds show that a chain of a case finds what it has to."""
        return int(self.assumed is not None and case is not None and self.assumed.is_sieved(case))

    def _no_worlds(self, number: int) -> NDArray[np.uint8]:
        import numpy as np

        return np.zeros((number, len(self.cards)), np.uint8)

    def numbers(self, moves: Iterable[Move | str] | None) -> bytes:
        """The numbers of these moves in the compiled hand, each once; for None, of all legal moves.

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
        """``inferred`` if the position gives enough to infer from, else ``uniform``."""
        return UNIFORM if self.history is None else INFERRED

    def sample(
        self, search: Playouts, seed: int, first: int, number: int, mirrored: bool = False
    ) -> NDArray[np.uint8]:
        """A chunk of worlds: number `first` and on.

        In a uniform belief each world depends only on `seed` and its number. In an inferred belief
        they are a chain drawn from `seed` and `first`. Worlds of a chain are alike, so errors come
        from the means of several chunks.

        Args:
            search: a search of the position.
            seed: of the worlds.
            first: the number of the first world, even if they are mirrored.
            number: how many.
            mirrored: whether each second world is the one before it, with the cards drawn after the
                same trick exchanged.

        Returns:
            rows of `Card.index`, shape (number, cards): the other hand's, then the stock.
        """
        worlds = self._no_worlds(number)
        if self._stock:
            worlds[:, :] = [card.index for card in (*self.position.unseen, *self._stock)]
            return worlds
        step = 2 if mirrored else 1
        drawn = self._no_worlds(-(-number // step))
        if self.history is None or not self._sampled(search, seed, first, drawn, step):
            self._sample_uniformly(search, seed, first // step, drawn)
        worlds[::step] = drawn
        if mirrored:
            worlds[1::2] = self._mirrored(drawn[: number // 2])
        return worlds

    def sample_deals(
        self, search: Playouts, seed: int, chain: int, number: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The worlds of a chain, of a belief that infers, and the past deals that lead to them.

        Args:
            search: a search of the position.
            seed: of the chains.
            chain: the number of this one.
            number: how many worlds.

        Returns:
            rows of worlds as `sample` has them, and of deals as `Playouts.past_deal` has them.
        """
        import numpy as np

        deck = self.position.rules.deck
        worlds = self._no_worlds(number)
        deals = np.zeros((number, len(deck.cards())), np.uint8)
        self._sampled(search, seed, chain, worlds, deals=deals)
        return worlds, deals

    def _sample_uniformly(
        self, search: Playouts, seed: int, first: int, worlds: NDArray[np.uint8]
    ) -> None:
        if self.assumed is None:
            search.sample(seed, first, worlds)
        else:
            worlds[:] = self.assumed.draw(seed, first, len(worlds))

    def _sampled(
        self,
        search: Playouts,
        seed: int,
        first: int,
        worlds: NDArray[np.uint8],
        step: int = 1,
        deals: NDArray[np.uint8] | None = None,
    ) -> bool:
        """Fill in worlds of chains, one for each case that they are in, and the deals if asked for.

        False if some chain found no deal that leads to the position.
        """
        import numpy as np

        number, thinning = len(worlds), step * THINNING
        if self.assumed is None:
            return self._chain(search, seed, first, worlds, thinning, deals=deals)
        places = self.assumed.cases_of(seed, first // step, number)
        for place, case in enumerate(self._cases):
            rows = np.flatnonzero(places == place)
            of_case, its = self._no_worlds(len(rows)), None if deals is None else deals[rows]
            if not self._chain(search, seed, first, of_case, thinning, case, deals=its):
                return False
            worlds[rows] = of_case
            if deals is not None and its is not None:
                deals[rows] = its
        return True

    def _chain(
        self,
        search: Playouts,
        seed: int,
        number: int,
        worlds: NDArray[np.uint8],
        thinning: int = 1,
        case: Case | None = None,
        burn_in: int = BURN_IN,
        deals: NDArray[np.uint8] | None = None,
    ) -> bool:
        """Fill in the worlds of the chain of this number, which stays in a case if one is given.

        False if it found no deal that leads to the position.
        """
        if case is None or self.assumed is None:
            return search.sample_chain(seed, number, burn_in, thinning, worlds, deals) >= 0
        import numpy as np

        # Chains of different cases are independent.
        seed = (seed + _SEED_STEP * self.assumed.cases.index(case)) % _SEEDS
        restriction, needed = self.assumed.restriction(case), len(worlds)
        asked = ceil(needed / self.assumed.share_kept(case))
        while True:
            drawn = self._no_worlds(asked)
            its = None if deals is None else np.zeros((asked, deals.shape[1]), np.uint8)
            if search.sample_chain(seed, number, burn_in, thinning, drawn, its, restriction) < 0:
                return False
            kept = np.flatnonzero(self.assumed.keeps(case, drawn))[:needed]
            if len(kept) == needed:
                worlds[:] = drawn[kept]
                if deals is not None and its is not None:
                    deals[:] = its[kept]
                return True
            asked *= 2
            if asked > MOST_OF_A_CHAIN:
                return False

    def _mirrored(self, worlds: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The worlds with the two cards that are drawn after the same trick exchanged."""
        mirrored: NDArray[np.uint8] = worlds.copy()
        pairs = (len(self.cards) - self.hidden) // 2
        end = self.hidden + 2 * pairs
        mirrored[:, self.hidden : end : 2] = worlds[:, self.hidden + 1 : end : 2]
        mirrored[:, self.hidden + 1 : end : 2] = worlds[:, self.hidden : end : 2]
        return mirrored

    def worlds(self) -> Iterator[tuple[tuple[Card, ...], int]]:
        """All different worlds: the cards of the other hand, then the stock; and their weight.

        The weight is the number of ways in which identical copies give that world. In a uniform
        belief the chance of a world is its weight divided by the sum of all weights.
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
        number: int = WEIGHING_WORLDS,
        check: Callable[[], None] | None = None,
    ) -> Worlds:
        """`worlds` as arrays, weighted as the belief has it.

        Args:
            search: a search of the position.
            seed: of the chains.
            number: how many worlds of chains say how likely each world is, if the belief is
                inferred.
            check: called now and then; an exception from it ends the work.
        """
        import numpy as np

        weighed = list(self.worlds())
        rows = np.array([[card.index for card in world] for world, _ in weighed], np.uint8)
        rows = rows.reshape(len(weighed), len(self.cards))
        weights = np.array([weight for _, weight in weighed], np.float64)
        if self.history is None:
            return Worlds(rows, self._weighed(rows, weights)[None, :])
        # Chains say which cards the other seat holds; nothing is known of the order of the stock.
        hands: dict[bytes, int] = {}
        its = [hands.setdefault(_hand_of(row, self.hidden), len(hands)) for row in rows]
        weights /= np.bincount(its, weights)[its]
        chains = min(max(number // WEIGHING_CHAIN, FEWEST_CHAINS), MOST_CHAINS)
        each = -(-number // chains)
        counts = np.zeros((chains, len(hands)))
        for chain, counted in enumerate(counts):
            for case in self._cases:
                if check is not None:
                    check()
                share = 1 if case is None else case.weight
                for row in self._of_case(search, seed, chain, each, case):
                    counted[hands[_hand_of(row, self.hidden)]] += share / each
        return Worlds(rows, counts[:, its] * weights)

    def _of_case(
        self, search: Playouts, seed: int, chain: int, number: int, case: Case | None
    ) -> NDArray[np.uint8]:
        """Worlds of a chain, all of one case."""
        if case is None or self.assumed is None:
            return self.sample(search, seed, chain, number)
        worlds = self._no_worlds(number)
        if not self._chain(search, seed, chain, worlds, THINNING, case):
            worlds = self.assumed.draw_case(case, seed, chain, number)
        return worlds

    def _weighed(
        self, rows: NDArray[np.uint8], weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """How likely worlds are by what is assumed, with sum 1, from their weights before that."""
        import numpy as np

        if self.assumed is None:
            shares: NDArray[np.float64] = weights / weights.sum()
            return shares
        whole = np.zeros(len(rows))
        for case, of_case in self.assumed.weigh(rows, weights):
            whole += case.weight * of_case
        return whole


def _hand_of(world: NDArray[np.uint8], hidden: int) -> bytes:
    """The cards of the other hand, in their order."""
    return bytes(sorted(world[:hidden].tolist()))
