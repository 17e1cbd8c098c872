"""The hands that can be drawn from a pool of cards, counted and drawn by the answers to questions.

A question is whether a value of the hand lies between two numbers. Cards that no question tells
apart are one group. A hand is put together group by group: a *state* is how many cards it has so
far and what the questions' values have come to. From the end backwards the ways to go on are
counted for every state. So it is known how many hands give each row of answers, and a hand is drawn
from exactly these, each equally likely, by walking from state to state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import float64, int64, uint8, uint64
    from numpy.typing import NDArray

ANY = (1 << 31) - 1
"""The upper bound of a value that may be any."""
MOST_STATES = 200_000
"""More states than this between two groups are not gone through."""

Answers = tuple[bool, ...]
_Sets = tuple[tuple[int, int], ...]


class Question(NamedTuple):
    """Whether a value of a hand lies between two numbers.

    Attributes:
        terms: rows by `Card.index`, as ``Values.terms`` of `hand.condition_values`.
        counts_sets: whether the value is how many of the sets of cards that the terms are the hand
            has; if not, there is one term, which says what each card counts.
        least, most: the numbers; `ANY` for no upper bound.
    """

    terms: NDArray[int64]
    counts_sets: bool
    least: int
    most: int

    def answer(self, value: int) -> bool:
        """Whether a value lies between the numbers."""
        return self.least <= value <= self.most

    @property
    def highest(self) -> int:
        """Values above this one have the same answer."""
        return self.least if self.most == ANY else max(self.least, self.most + 1)


class TooManyStatesError(Exception):
    """The questions together tell too many hands apart."""


class _State(NamedTuple):
    """How far a hand has come.

    Attributes:
        drawn: how many cards it has of the pool.
        values: of each question, the value so far, and of each set that may still be completed, its
            number, and how many times the hand has those of its cards that were gone through.
    """

    drawn: int
    values: tuple[tuple[int, _Sets], ...]


class _Layer(NamedTuple):
    """The states before a group is drawn from.

    Attributes:
        ways: in how many ways so many cards of the group are drawn, from 0 on.
        nexts: of each state, the state after so many cards; -1 if that leads nowhere.
    """

    ways: list[int]
    nexts: list[list[int]]


class CountedHands:
    """The hands of some size that can be drawn from a pool of cards.

    Args:
        pool: the cards, by `Card.index`, copies repeated.
        size: how many of them are drawn.
        known: how many copies of each card are in the hand besides.
        questions: what is asked of the hand.

    Attributes:
        numbers: how many hands give each row of answers, copies of a card told apart.
        words: how many random words it takes to draw a hand.

    Raises:
        TooManyStatesError: if there are more than `MOST_STATES`.
    """

    def __init__(
        self,
        pool: Sequence[int],
        size: int,
        known: NDArray[int64],
        questions: Sequence[Question],
    ) -> None:
        self._size, self._questions = size, questions
        self._groups = list(_groups(pool, questions))
        self._walker = _Walker(known, self._groups, questions)
        self._layers: list[_Layer] = []
        ends = self._go_forwards()
        self._ends: dict[Answers, list[int]] = defaultdict(list)
        for number, state in enumerate(ends):
            if state.drawn == size:
                answers = tuple(
                    question.answer(value)
                    for question, (value, _) in zip(questions, state.values, strict=True)
                )
                self._ends[answers].append(number)
        self._number_of_ends = len(ends)
        self.words = len(self._groups) + 2 * len(pool)
        self._ways = {answers: self._count_backwards(ends) for answers, ends in self._ends.items()}
        self.numbers = {answers: ways[0][0] for answers, ways in self._ways.items()}
        self._steps: dict[Answers, list[NDArray[float64]]] = {}

    def draw(self, answers: Answers, words: NDArray[uint64]) -> NDArray[uint8]:
        """Draw hands with these answers, every one equally likely.

        Args:
            answers: to the questions; some hand must have them.
            words: random bits, shape (hands, `words`).

        Returns:
            rows of the pool, shape (hands, cards): the hand, then the others in random order.
        """
        import numpy as np

        shares = (words >> np.uint64(11)) * 2.0**-53
        number, groups = len(words), len(self._groups)
        taken = np.zeros((number, groups), np.int64)
        states = np.zeros(number, np.int64)
        for place, steps in enumerate(self._steps_to(answers)):
            taken[:, place] = (shares[:, place, None] >= steps[states]).sum(axis=1)
            states = np.array(self._layers[place].nexts)[states, taken[:, place]]
        cards = np.array([card for group in self._groups for card in group], np.uint8)
        sizes = [len(group) for group in self._groups]
        group_of = np.repeat(np.arange(groups), sizes)
        place_in = np.arange(len(cards)) - np.repeat(np.cumsum([0, *sizes[:-1]]), sizes)
        # Within each group in random order, of which the first are taken.
        by_group = np.argsort(shares[:, groups : groups + len(cards)] + group_of, kind="stable")
        is_left = place_in >= taken[:, group_of]
        order = np.argsort(shares[:, groups + len(cards) :] + is_left, kind="stable")
        drawn: NDArray[uint8] = cards[np.take_along_axis(by_group, order, axis=1)]
        return drawn

    def _steps_to(self, answers: Answers) -> list[NDArray[float64]]:
        """Per group and state, up to which share of 1 at most so many cards are drawn."""
        if answers not in self._steps:
            self._steps[answers] = list(self._find_steps(self._ways[answers]))
        return self._steps[answers]

    def _find_steps(self, ways: list[list[int]]) -> Iterator[NDArray[float64]]:
        import numpy as np

        for layer, now, later in zip(self._layers, ways[:-1], ways[1:], strict=True):
            steps = np.ones((len(now), len(layer.ways)))
            for number, (whole, nexts) in enumerate(zip(now, layer.nexts, strict=True)):
                if whole:
                    some = (
                        0 if to < 0 else each * later[to]
                        for each, to in zip(layer.ways, nexts, strict=True)
                    )
                    steps[number] = [sofar / whole for sofar in accumulate(some)]
            yield steps

    def _go_forwards(self) -> list[_State]:
        """Find the states before each group; return those after the last."""
        states, left = [self._walker.first], sum(map(len, self._groups))
        for place, group in enumerate(self._groups):
            left -= len(group)
            numbers: dict[_State, int] = {}
            nexts = []
            for state in states:
                row = []
                for cards in range(len(group) + 1):
                    drawn = state.drawn + cards
                    if not self._size - left <= drawn <= self._size:
                        row.append(-1)
                        continue
                    after = self._walker.after(state, place, cards)
                    row.append(numbers.setdefault(after, len(numbers)))
                nexts.append(row)
            if len(numbers) > MOST_STATES:
                raise TooManyStatesError
            ways = [comb(len(group), cards) for cards in range(len(group) + 1)]
            self._layers.append(_Layer(ways, nexts))
            states = list(numbers)
        return states

    def _count_backwards(self, ends: list[int]) -> list[list[int]]:
        """Per layer and state, the ways to one of these ends; the last layer are the ends."""
        later = [0] * self._number_of_ends
        for end in ends:
            later[end] = 1
        ways = [later]
        for layer in reversed(self._layers):
            later = [
                sum(each * later[to] for each, to in zip(layer.ways, nexts, strict=True) if to >= 0)
                for nexts in layer.nexts
            ]
            ways.append(later)
        return ways[::-1]


class _Walker:
    """Goes from state to state.

    Args:
        known: how many copies of each card the hand has for sure.
        groups: the cards that may be drawn.
        questions: what is asked.
    """

    def __init__(
        self,
        known: NDArray[int64],
        groups: Sequence[tuple[int, ...]],
        questions: Sequence[Question],
    ) -> None:
        self._known, self._groups, self._questions = known, groups, questions
        # Where the last of a set's cards are drawn.
        self._last: list[dict[int, int]] = []
        first: list[tuple[int, _Sets]] = []
        for question in questions:
            if not question.counts_sets:
                value = int(question.terms[0] @ known)
                self._last.append({})
                first.append((min(value, question.highest), ()))
                continue
            last: dict[int, int] = {}
            for place, group in enumerate(groups):
                for number, term in enumerate(question.terms):
                    if term[group[0]]:
                        last[number] = place
            self._last.append(last)
            value, sets = 0, []
            drawn_from = {group[0] for group in groups}
            for number, term in enumerate(question.terms):
                times = [
                    known[card] // int(needed)
                    for card, needed in enumerate(term)
                    if needed and card not in drawn_from
                ]
                if number not in last:
                    value += min(times)
                elif times and min(times) == 0:
                    last[number] = -1
                else:
                    sets.append((number, min(times, default=ANY)))
            first.append((min(value, question.highest), tuple(sets)))
        self.first = _State(0, tuple(first))

    def after(self, state: _State, place: int, cards: int) -> _State:
        """The state after so many cards of a group were drawn."""
        values = tuple(
            self._value_after(number, value, sets, place, cards)
            for number, (value, sets) in enumerate(state.values)
        )
        return _State(state.drawn + cards, values)

    def _value_after(
        self, number: int, value: int, sets: _Sets, place: int, cards: int
    ) -> tuple[int, _Sets]:
        question, card = self._questions[number], self._groups[place][0]
        if not question.counts_sets:
            return min(value + cards * int(question.terms[0, card]), question.highest), ()
        left = []
        for each, so_far in sets:
            needed, times = int(question.terms[each, card]), so_far
            if needed:
                times = min(times, (self._known[card] + cards) // needed)
            if times and place == self._last[number][each]:
                value += times
            elif times:
                left.append((each, times))
        return min(value, question.highest), tuple(left)


def _groups(pool: Sequence[int], questions: Sequence[Question]) -> Iterator[tuple[int, ...]]:
    """The cards of the pool that no question tells apart; those of sets come first."""
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for card in sorted(pool):
        counts = (
            int(question.terms[0, card]) for question in questions if not question.counts_sets
        )
        is_of_set = any(
            question.terms[:, card].any() for question in questions if question.counts_sets
        )
        key = (0, card) if is_of_set else (1, *counts)
        groups[key].append(card)
    for key in sorted(groups):
        yield tuple(groups[key])
