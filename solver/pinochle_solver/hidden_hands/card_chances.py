"""Where the cards are that a seat at a table of three or four has not seen.

The chances come from the worlds in which the search tries its moves (``beliefs``). Beside them are
those by counting alone, if every deal that explains the cards played is equally likely. These are
exact, from the graph of all such deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.unseen import BURIED, GONE, WIDOW, DealGraph, Place
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.limits import check_seed
from pinochle_solver.notation.table.positions import TablePosition, expect_table_position
from pinochle_solver.rules.card_chances import CardChance, CardChances, SuitChances
from pinochle_solver.rules.cards import CARDS, RANKS, Card, Suit
from pinochle_solver.table.holdings import check_known
from pinochle_solver.table.seats import Seat, clockwise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WORLDS = 4_000
"""From how many worlds chances are told; their standard error is at most 0.8 percentage points."""
_ROUNDING = 1e-9
INFERRED, UNIFORM = "inferred", "uniform"


def table_card_chances(
    position: TablePosition, *, seed: int = 1, worlds: int = WORLDS, stop: StopFlag | None = None
) -> tuple[CardChances, ...]:
    """How likely each card that a seat has not seen is to be in each place.

    Args:
        position: the position as its seat to decide sees it.
        seed: the seed of the worlds.
        worlds: from how many worlds the chances are told.
        stop: ends it early, with fewer worlds.

    Returns:
        the chances for each place that holds unseen cards: the other seats, clockwise from the one
        that looks, then the widow, the burial, and the cards gone that the position does not name.
        They are exact, and of no worlds, if nothing but counting tells of the cards. It is empty if
        every card is known.

    Raises:
        TypeError: for anything but a `TablePosition`.
        IllegalPositionError: (a seat) if the hand to decide is not wholly known; (``upcard``) while
            there is a stock; (``tricks``, ``bids``) if no deal explains the cards played, or the
            bids.
        ValueError: for an invalid seed, and for a number of worlds below 1.
    """
    expect_table_position(position)
    check_seed(seed)
    check_known(position.hands[position.turn].hidden, position.turn)
    if worlds < 1:
        raise ValueError(f"worlds is {worlds}, expected at least 1")
    if position.has_stock:
        fact = "card chances of games for three and four need a position without a stock"
        raise IllegalPositionError("upcard", fact)
    beliefs = Beliefs(position)
    return () if beliefs.number == 1 else _Found(beliefs, seed, worlds, stop).of_all()


class _Found:
    """The chances of a position.

    Args:
        beliefs: the worlds.
        seed: of these.
        worlds: how many are drawn.
        stop: ends it early.
    """

    def __init__(self, beliefs: Beliefs, seed: int, worlds: int, stop: StopFlag | None) -> None:
        self._beliefs, self._seed = beliefs, seed
        self._graph = beliefs.unseen.graph()
        self._batch = beliefs.worlds(worlds, seed, stop=stop) if beliefs.infers else None

    def of_all(self) -> tuple[CardChances, ...]:
        """The chances for each place."""
        position = self._beliefs.position
        seats = clockwise(position.players, position.turn)
        places: tuple[Place, ...] = (*seats, WIDOW, BURIED, GONE)
        return tuple(self._of(place) for place in places if place in self._graph.places)

    def _of(self, place: Place) -> CardChances:
        import numpy as np

        known = np.frombuffer(self._beliefs.known(place).counts, dtype=np.uint8).astype(np.int64)
        alone = numbers_by_counting(self._graph, place)
        there: NDArray[np.int64] | None = None
        if self._batch is not None:
            there = self._batch.at(place).astype(np.int64) - known
        return CardChances(
            holder=place.text() if isinstance(place, Seat) else place,
            cards=tuple(self._cards(known, alone, there)),
            belief=UNIFORM if self._batch is None else INFERRED,
            worlds=0 if self._batch is None else len(self._batch),
            seed=self._seed,
            suits=tuple(self._suits(known, alone, there)),
        )

    def _cards(
        self,
        known: NDArray[np.int64],
        alone: NDArray[np.float64],
        there: NDArray[np.int64] | None,
    ) -> Iterator[CardChance]:
        """The chances of each card of which copies may lie in a place.

        Args:
            known: (CARDS,) the copies known to lie there.
            alone: as `numbers_by_counting`.
            there: (worlds, CARDS) the further copies there in each world.
        """
        for index in range(CARDS):
            copies = _most(alone[index])
            if not known[index] + copies:
                continue
            counted = _tails(alone[index], copies)
            found = None if there is None else there[:, index]
            at_least = [
                self._chance(chance, None if found is None else found >= number)
                for number, chance in enumerate(counted, start=1)
            ]
            sure = (1.0,) * int(known[index])
            number = sum(chance for chance, _ in at_least)
            yield CardChance(
                card=Card.from_index(index),
                copies=int(known[index]) + copies,
                known=int(known[index]),
                at_least=(*sure, *(chance for chance, _ in at_least)),
                at_least_se=(*(0.0 for _ in sure), *(error for _, error in at_least)),
                by_counting=(*sure, *counted),
                number=float(known[index]) + number,
                number_se=0.0 if found is None else float(found.std()) / len(found) ** 0.5,
            )

    def _suits(
        self,
        known: NDArray[np.int64],
        alone: NDArray[np.float64],
        there: NDArray[np.int64] | None,
    ) -> Iterator[SuitChances]:
        """How many cards of each suit may lie in a place. Args: as in `_cards`."""
        for suit in Suit:
            cards = slice(suit * RANKS, (suit + 1) * RANKS)
            sure, chances = int(known[cards].sum()), alone[CARDS + suit]
            counted = [float(chance) for chance in chances[: _most(chances) + 1]]
            found = None if there is None else there[:, cards].sum(axis=1)
            lengths = [
                self._chance(chance, None if found is None else found == number)[0]
                for number, chance in enumerate(counted)
            ]
            fewer = (0.0,) * sure
            yield SuitChances(suit, (*fewer, *lengths), (*fewer, *counted))

    @staticmethod
    def _chance(counted: float, held: NDArray[np.bool_] | None) -> tuple[float, float]:
        """A chance and its standard error.

        One more world has it as counting alone, so that nothing is certain that is not.
        """
        if held is None or counted in (0.0, 1.0):
            return counted, 0.0
        worlds = len(held)
        chance = (float(held.sum()) + counted) / (worlds + 1)
        return chance, (chance * (1 - chance) / worlds) ** 0.5


def numbers_by_counting(graph: DealGraph, place: Place) -> NDArray[np.float64]:
    """How many unseen copies of each card and cards of each suit lie in a place, every deal alike.

    Args:
        graph: all deals.
        place: one of its places.

    Returns:
        (CARDS + suits, numbers) the chance of each number, from 0 on: of each card by its index,
        then of each suit.
    """
    import numpy as np

    groups = [
        graph.cards[start:end] for start, end in zip(graph.starts, graph.starts[1:], strict=False)
    ]
    members = np.zeros((len(groups), CARDS + len(Suit)), dtype=np.int64)
    for number, cards in enumerate(groups):
        members[number, :CARDS] = np.bincount(np.frombuffer(cards, np.uint8), minlength=CARDS)
        by_suit = members[number, :CARDS].reshape(len(Suit), RANKS)
        members[number, CARDS:] = by_suit.sum(axis=1)
    column, most = graph.places.index(place), int(members.sum(axis=0).max())
    # By state: how likely it is, together with each number so far.
    reached: dict[int, NDArray[np.float64]] = {0: np.zeros((CARDS + len(Suit), most + 1))}
    reached[0][:, 0] = 1.0
    depth, ended = {0: 0}, np.zeros_like(reached[0])
    for state, (start, end) in enumerate(zip(graph.splits, graph.splits[1:], strict=False)):
        here, group, below = reached.pop(state), depth[state], 0.0
        for split in range(start, end):
            share = (graph.before[split] - below) / graph.before[end - 1]
            below, following = graph.before[split], graph.following[split]
            spread = _shares(len(groups[group]), graph.sizes[split][column])[members[group]]
            after = ended
            if following:
                depth[following] = group + 1
                after = reached.setdefault(following, np.zeros_like(ended))
            for number in range(min(spread.shape[1], most + 1)):
                moved = here[:, : most + 1 - number] * spread[:, number, None]
                after[:, number:] += share * moved
    # What is certain is so in spite of rounding.
    ended[ended > 1 - _ROUNDING] = 1.0
    return ended


@cache
def _shares(cards: int, taken: int) -> NDArray[np.float64]:
    """(cards + 1, taken + 1) the chance that of a cards' marked ones so many are among those taken.

    The first axis says how many of the cards are marked.
    """
    import numpy as np

    ways = comb(cards, taken)
    return np.array(
        [
            [
                comb(marked, among) * comb(cards - marked, taken - among) / ways
                for among in range(taken + 1)
            ]
            for marked in range(cards + 1)
        ]
    )


def _most(chances: NDArray[np.float64]) -> int:
    """The highest number that has a chance."""
    return int(chances.nonzero()[0][-1])


def _tails(chances: NDArray[np.float64], most: int) -> list[float]:
    """The chances of at least one, at least two and so on."""
    # What every deal has is certain, whatever the sums are rounded to.
    fewest = int(chances.nonzero()[0][0])
    return [
        1.0 if number <= fewest else float(chances[number:].sum()) for number in range(1, most + 1)
    ]
