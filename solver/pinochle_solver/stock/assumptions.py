"""Conditions that the hidden cards of a position are assumed to meet, and their worlds.

An `Assumption` is a condition on deals in words (``hand.deal_conditions``), which must hold, or
which has a *weight*: ``0.7: north holds AS``. Whatever it asks of hidden cards, it asks of one
hand, because the stock has the rest.

**With a weight** the worlds in which the condition holds have that share of the whole weight. Among
these worlds the shares stay as they were, and among the others as well. Several conditions without
a weight hold together. Several weights are kept at the same time: of all ways to do so, the one
nearest to the shuffled deck is taken (the least relative entropy, by iterative proportional
fitting). A `Case` says of each condition with a weight whether it holds; only cases are weighed.

**Worlds are drawn directly** (`counted_hands`), not drawn and rejected, so each is drawn exactly as
often as it should. Only *meld points* cannot be added up card by card: hands are drawn until one
has them, and a condition that too few hands meet is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.hand.deal_conditions import (
    BOTH,
    EITHER,
    NEITHER,
    STOCK,
    TRUMP,
    UPCARD,
    Condition,
    MeldPoints,
    SomeCards,
    SomeMelds,
    parse_condition,
)
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.counted_hands import ANY, CountedHands, Question, TooManyStatesError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WEIGHT = re.compile(r"\s*([^:\s]*)\s*:(.*)", re.DOTALL)
_NUMBER = re.compile(r"([0-9]*\.?[0-9]+|[0-9]+\.)(%?)")
_PER_CENT = 100
# Weights are fitted so exactly, in at most so many rounds. Now and then, cases that have less than
# a negligible weight lose it: where weights are at their limits, they would never quite.
_FITTED, _MOST_ROUNDS, _NEGLIGIBLE, _ROUNDS_TO_DROP = 1e-12, 20_000, 1e-4, 1_000
# Hands are drawn in so many batches of so many, to see whether enough have the meld points asked
# for; with fewer it would take too long to draw a world.
_BATCHES, _BATCH, _ENOUGH = 512, 64, 16
# Hands that are drawn at once for each world until one has the meld points, at most.
_MOST_AT_ONCE = 64
# A restricted chain begins in one of so many worlds, drawn with this seed.
_STARTS, _SEED_OF_STARTS = 64, 0
_WORDS_OF_A_BLOCK, _MOST_SEEDS = 4, 1 << 64


class Assumption(NamedTuple):
    """What is assumed of the hidden cards.

    Attributes:
        condition: the condition.
        weight: the share of the weight of the worlds in which it holds, from 0 to 1.
    """

    condition: Condition
    weight: float = 1.0

    @classmethod
    def parse(cls, text: str, rules: Rulebook) -> Assumption:
        """Read a condition, with a weight before it or without: ``0.7: north holds AS``.

        Raises:
            NotationError: (``where``) naming the wrong word and the known ones.
        """
        weight, words = _weight_and_words(text)
        return cls(parse_condition(words, rules), weight)

    @property
    def is_sure(self) -> bool:
        """Whether the condition must hold, or must not."""
        return self.weight in (0, 1)

    def refused(self, fact: str) -> IllegalPositionError:
        """The error that says why this cannot be assumed."""
        return IllegalPositionError("where", f"{quoted(self.condition.text, 60)}: {fact}")


def in_words(where: Iterable[str]) -> str:
    """Assumptions in a sentence, such as ``north holds AS (weight 70%), and south holds a run``.

    Raises:
        NotationError: (``where``) for what is no weight.
    """
    said = []
    for weight, words in map(_weight_and_words, where):
        said.append(words if weight == 1 else f"{words} (weight {_PER_CENT * weight:.12g}%)")
    return ", and ".join(said)


def _weight_and_words(text: str) -> tuple[float, str]:
    text = _unquoted(text)
    weighed = _WEIGHT.fullmatch(text)
    if weighed is None:
        return 1.0, text
    number = _NUMBER.fullmatch(weighed[1])
    weight = float(number[1]) / (_PER_CENT if number[2] else 1) if number else -1.0
    if not 0 <= weight <= 1:
        fact = f"{quoted(weighed[1])}: a weight is a number from 0 to 1, such as 0.7 or 70%"
        raise NotationError("where", fact)
    return weight, _unquoted(weighed[2])


def _unquoted(text: str) -> str:
    """The text without quotation marks around it, as people type them at a prompt."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


class Case(NamedTuple):
    """The worlds in which the same conditions with weights hold.

    Attributes:
        holds: whether each of these conditions holds, in their order.
        weight: the share of the whole weight that these worlds have.
    """

    holds: tuple[bool, ...]
    weight: float


class _Demand(NamedTuple):
    """What an assumption asks of the other hand.

    Attributes:
        assumption: the assumption.
        question: what is asked; None for meld points.
        wanted: the answer if the condition holds.
    """

    assumption: Assumption
    question: Question | None
    wanted: bool

    @property
    def must_be(self) -> bool:
        """The answer that a condition without a weight must have."""
        return self.wanted == bool(self.assumption.weight)


class AssumedWorlds:
    """The worlds of a position under assumptions.

    Args:
        position: the position; its seat to decide sees its hand.
        where: what is assumed, in words.

    Attributes:
        assumptions: what is assumed.
        cases: the cases that have a weight; the weights have the sum 1.

    Raises:
        NotationError: (``where``) for words that are no condition.
        IllegalPositionError: (``where``) for conditions that no world meets, and for weights that
            contradict one another or what is certain.
    """

    def __init__(self, position: StockPosition, where: Iterable[str]) -> None:
        from pinochle_solver.hand.condition_values import Values

        self.assumptions = tuple(Assumption.parse(text, position.rules) for text in where)
        self._position, self._viewer = position, position.turn
        self._other = position.turn.other
        self._values = Values(position.rules, position.count, position.trump)
        self._known = position.hand(self._other).known
        self._pool = [card.index for card in position.unseen]
        self._stock = position.stock if isinstance(position.stock, tuple) else ()
        self._hidden = len(self._pool) + len(self._stock) - position.face_down
        asked = [self._demand(each) for each in self.assumptions]
        self._demands = [demand for demand in asked if demand is not None]
        self._counted = [each for each in self._demands if each.question is not None]
        self._by_points = [each for each in self._demands if each.question is None]
        self._weighed = [each for each in self._demands if not each.assumption.is_sure]
        self._hands = self._all_hands()
        self.cases = self._find_cases()
        self._shares = [self._share_with_points(case) for case in self.cases]

    @property
    def are_fewer(self) -> bool:
        """Whether some worlds do not meet the conditions, or have another weight."""
        return bool(self._demands)

    # What is asked

    def _demand(self, assumption: Assumption) -> _Demand | None:
        """What an assumption asks of the other hand; None if it is met in any case."""
        condition = assumption.condition
        told = self._told(condition)
        if told is None and not isinstance(condition.what, MeldPoints):
            question = self._question(condition)
            wanted = condition.subject != NEITHER
            answers = {answers[0] for answers in self._hands_by([question]).numbers}
            if len(answers) > 1:
                return _Demand(assumption, question, wanted)
            told = wanted in answers
        elif told is None:
            return _Demand(assumption, None, condition.subject != NEITHER)
        if assumption.weight == float(told):
            return None
        raise assumption.refused(self._why(assumption, told))

    def _told(self, condition: Condition) -> bool | None:
        """Whether a condition holds, as far as the seat to decide sees that."""
        subject, position = condition.subject, self._position
        if subject in (UPCARD, TRUMP):
            assert isinstance(condition.what, SomeCards)
            cards = condition.what.cards(position.rules, position.trump)
            if subject == UPCARD and position.upcard is None:
                fact = f"{quoted(condition.text, 60)}: no card is turned up"
                raise IllegalPositionError("where", fact)
            is_it = cards[0].suit is position.trump
            if subject == UPCARD:
                is_it = position.upcard in cards
            return is_it == bool(condition.least)
        if subject in (self._other.text(), STOCK):
            return None
        is_own = self._own_meets(condition)
        if subject == self._viewer.text():
            return is_own
        if subject == EITHER:
            return True if is_own else None
        if subject == BOTH:
            return None if is_own else False
        return False if is_own else None

    def _own_meets(self, condition: Condition) -> bool:
        """Whether the hand of the seat to decide meets what a condition says of a hand."""
        import numpy as np

        own = np.frombuffer(self._position.hand(self._viewer).known.counts, np.uint8)[None, :]
        return bool(self._values.holds(condition, own)[0])

    def _question(self, condition: Condition) -> Question:
        """What a condition asks of the other hand; what it asks of the stock, the other way."""
        terms = self._values.terms(condition.what)
        least, most = condition.least, ANY if condition.most is None else condition.most
        if condition.subject == STOCK:
            whole = int(terms[0] @ self._whole)
            least, most = whole - most if most < ANY else 0, whole - least
        return Question(terms, isinstance(condition.what, SomeMelds), max(0, least), most)

    @cached_property
    def _whole(self) -> NDArray[np.int64]:
        """What the other hand and the stock hold together, by `Card.index`."""
        import numpy as np

        whole = np.bincount(self._pool, minlength=CARDS)
        for card in (*self._known, *self._stock):
            whole[card.index] += 1
        return whole

    def _hands_by(self, questions: list[Question]) -> CountedHands:
        import numpy as np

        known = np.frombuffer(self._known.counts, np.uint8).astype(np.int64)
        return CountedHands(self._pool, self._hidden, known, questions)

    def _all_hands(self) -> CountedHands:
        """The hands that the other seat may have, by all questions."""
        questions = [each.question for each in self._counted if each.question is not None]
        try:
            hands = self._hands_by(questions)
        except TooManyStatesError:
            fact = "these conditions together tell too many hands apart; leave some of them out"
            raise IllegalPositionError("where", fact) from None
        return hands

    # Why it cannot be

    def _why(self, assumption: Assumption, told: bool) -> str:
        """Why something that is certain cannot be assumed with this weight."""
        condition = assumption.condition
        subject, what = condition.subject, condition.what
        if not assumption.is_sure:
            return f"it {'is certain' if told else 'cannot be'}, so it takes no weight"
        if subject in (UPCARD, TRUMP):
            known = self._position.upcard if subject == UPCARD else self._position.trump.letter
            return f"{subject} is {known}"
        if subject == self._viewer.text() or self._told(condition) is not None:
            return f"{self._viewer.text()} sees its own hand, and it is not so"
        holder = "the stock" if subject == STOCK else self._other.text()
        if not isinstance(what, SomeCards):
            verb = "cannot be otherwise" if told else "cannot"
            return f"with the cards that are not seen {holder} {verb}"
        terms = self._values.terms(what)[0]
        sure = 0 if subject == STOCK else int(terms @ self._counts(self._known))
        places = len(self._pool) - self._hidden if subject == STOCK else self._hidden
        values = sorted(int(terms[card]) for card in self._pool)
        least, most = sure + sum(values[:places]), sure + sum(values[len(values) - places :])
        if not most:
            cards = what.cards(self._position.rules, self._position.trump)
            copies = len(cards) * self._position.rules.deck.copies
            every = "all of these" if len(cards) > 1 else cards[0].text()
            if not sum(values):
                seen = {1: "it is", 2: f"both {every} are"}.get(copies, f"all {every} are")
                seen = "all of these are" if len(cards) > 1 else seen
                return f"{holder} cannot, {seen} seen"
        if least == most:
            return f"{holder} holds {most} of these"
        return f"{holder} holds {least} to {most} of these"

    def _counts(self, cards: Iterable[Card]) -> NDArray[np.int64]:
        import numpy as np

        return np.bincount([card.index for card in cards], minlength=CARDS)

    # Cases

    def _find_cases(self) -> tuple[Case, ...]:
        """The cases and their weights."""
        weighed = [each for each in self._counted if not each.assumption.is_sure]
        numbers = {
            holds: self._hands.numbers.get(self._answers(holds), 0)
            for holds in product((False, True), repeat=len(weighed))
        }
        whole = sum(numbers.values())
        if not whole:
            together = _texts(each.assumption for each in self._demands)
            raise IllegalPositionError("where", f"no world meets all of these: {together}")
        shares = {holds: number / whole for holds, number in numbers.items() if number}
        by_points = [each for each in self._by_points if not each.assumption.is_sure]
        if not by_points:
            fitted = _fitted(shares, [each.assumption for each in weighed])
            return tuple(Case(holds, weight) for holds, weight in fitted.items())
        if weighed or len(by_points) > 1:
            fact = "a weight of meld points goes with no other weight"
            raise by_points[0].assumption.refused(fact)
        weight = by_points[0].assumption.weight
        return Case((False,), 1 - weight), Case((True,), weight)

    def _answers(self, holds: tuple[bool, ...]) -> tuple[bool, ...]:
        """The answers to the counted questions in a case."""
        weighed = iter(holds)
        return tuple(
            each.must_be if each.assumption.is_sure else next(weighed) == each.wanted
            for each in self._counted
        )

    def _answers_in(self, case: Case) -> tuple[bool, ...]:
        return self._answers(case.holds if self._weighed_by_count else ())

    @cached_property
    def _weighed_by_count(self) -> bool:
        """Whether the conditions with weights are counted, and none is about meld points."""
        return any(not each.assumption.is_sure for each in self._counted)

    def _has_points(self, case: Case, worlds: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which worlds have the meld points that are asked for in a case."""
        import numpy as np

        met = np.ones(len(worlds), np.bool_)
        for each in self._by_points:
            wanted = each.must_be
            if not each.assumption.is_sure:
                wanted = case.holds[0] == each.wanted
            rows = np.flatnonzero(met)
            hands = self._held(worlds[rows])
            met[rows] = self._values.holds(each.assumption.condition, hands) == wanted
        return met

    def _held(self, worlds: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """What the other seat holds in some worlds: how many copies of each card."""
        import numpy as np

        held = np.tile(self._counts(self._known).astype(np.uint8), (len(worlds), 1))
        rows = np.arange(len(worlds))
        for column in worlds[:, : self._hidden].T:
            held[rows, column] += 1
        return held

    def _share_with_points(self, case: Case) -> float:
        """The share of the hands of a case that have the meld points that are asked for."""
        if not self._by_points:
            return 1.0
        found = 0
        for batch in range(_BATCHES):
            words = self._words(_SEED_OF_STARTS, batch * _BATCH, _BATCH, 0)
            worlds = self._hands.draw(self._answers_in(case), words[:, 1:])
            found += int(self._has_points(case, worlds).sum())
            if found >= _ENOUGH:
                return found / (_BATCH * (batch + 1))
        some = f"{found} of {_BATCHES * _BATCH:,} hands drawn are like this, too few to go by"
        raise self._by_points[0].assumption.refused(some)

    # Worlds

    def cases_of(self, seed: int, first: int, number: int) -> NDArray[np.int64]:
        """The places among `cases` of the worlds from number `first` on, chosen by weight."""
        import numpy as np

        if len(self.cases) == 1:
            return np.zeros(number, np.int64)
        ends = np.cumsum([case.weight for case in self.cases[:-1]])
        return np.searchsorted(ends, _shares(self._words(seed, first, number, 0)[:, 0]), "right")

    def draw(self, seed: int, first: int, number: int) -> NDArray[np.uint8]:
        """Worlds from number `first` on; each depends only on `seed` and its number.

        Returns:
            rows of `Card.index`, shape (number, cards): the other hand's hidden cards, the stock.
        """
        import numpy as np

        worlds = np.zeros((number, len(self._pool)), np.uint8)
        cases = self.cases_of(seed, first, number)
        for place, case in enumerate(self.cases):
            rows = np.flatnonzero(cases == place)
            worlds[rows] = self.draw_case(case, seed, first, number, rows)
        return worlds

    def draw_case(
        self,
        case: Case,
        seed: int,
        first: int,
        number: int,
        rows: NDArray[np.int64] | None = None,
    ) -> NDArray[np.uint8]:
        """Worlds of one case, as `draw` has them; only those of these rows, if any are given."""
        import numpy as np

        left = np.arange(number) if rows is None else rows
        rows = left
        worlds = np.zeros((number, len(self._pool)), np.uint8)
        time, at_once = 0, 1
        while len(left):
            # What is drawn for a world does not depend on the others, nor on how many at once.
            words = [
                self._words(seed, first, number, each)[left] for each in range(time, time + at_once)
            ]
            drawn = self._hands.draw(self._answers_in(case), np.concatenate(words)[:, 1:])
            met = self._has_points(case, drawn).reshape(at_once, len(left))
            drawn, found = drawn.reshape(at_once, len(left), -1), met.any(axis=0)
            kept = np.flatnonzero(found)
            worlds[left[kept]] = drawn[met.argmax(axis=0)[kept], kept]
            left, time, at_once = left[~found], time + at_once, min(2 * at_once, _MOST_AT_ONCE)
        return worlds[rows]

    def _words(self, seed: int, first: int, number: int, time: int) -> NDArray[np.uint64]:
        """Random bits of worlds from number `first` on: the first words choose their cases."""
        import numpy as np

        blocks = -(-(1 + self._hands.words) // _WORDS_OF_A_BLOCK)
        bits = np.random.Philox(key=seed % _MOST_SEEDS + time * _MOST_SEEDS, counter=first * blocks)
        words = bits.random_raw(number * blocks * _WORDS_OF_A_BLOCK).reshape(number, -1)
        return words[:, : 1 + self._hands.words]

    def weigh(
        self, worlds: NDArray[np.uint8], weights: NDArray[np.float64]
    ) -> list[tuple[Case, NDArray[np.float64]]]:
        """How likely worlds are in each case, with sum 1.

        Args:
            worlds: all of them, rows as `draw` has them.
            weights: how likely each is before anything is assumed.

        Returns:
            each case with the shares of all worlds in it; those of other cases have none.
        """
        import numpy as np

        held, is_met = self._held(worlds), np.ones(len(worlds), np.bool_)
        stock = (self._whole - held).astype(np.uint8)
        came_out = []
        for each in self._demands:
            condition = each.assumption.condition
            hands = stock if condition.subject == STOCK else held
            holds = self._values.holds(condition, hands) == (condition.subject != NEITHER)
            if each.assumption.is_sure:
                is_met &= holds == bool(each.assumption.weight)
            else:
                came_out.append(holds)
        weighed = []
        for case in self.cases:
            of_case = is_met.copy()
            for holds, wanted in zip(came_out, case.holds, strict=True):
                of_case &= holds == wanted
            shares = np.where(of_case, weights, 0.0)
            weighed.append((case, shares / shares.sum()))
        return weighed

    # Chains

    def restriction(self, case: Case) -> tuple[NDArray[np.generic], ...] | None:
        """What a chain of past deals takes to stay in a case; None if it may go anywhere.

        Meld points are not among it: `keeps` tells the worlds that have them.
        """
        if not self._counted:
            return None
        if case not in self._restrictions:
            self._restrictions[case] = self._find_restriction(case)
        return self._restrictions[case]

    @cached_property
    def _restrictions(self) -> dict[Case, tuple[NDArray[np.generic], ...]]:
        return {}

    def _find_restriction(self, case: Case) -> tuple[NDArray[np.generic], ...]:
        import numpy as np

        conditions: list[tuple[int, ...]] = []
        terms: list[NDArray[np.int64]] = []
        for each, answer in zip(self._counted, self._answers_in(case), strict=True):
            question = each.question
            assert question is not None
            first = len(terms)
            terms += list(question.terms)
            bounds = (question.counts_sets, question.least, question.most, answer)
            conditions.append((first, len(terms), *bounds))
        starts = self.draw_case(case, _SEED_OF_STARTS, 0, _STARTS)
        return (
            starts,
            self._whole.astype(np.uint8),
            np.array(conditions, np.int32),
            np.array(terms, np.int16).reshape(-1, CARDS),
        )

    def keeps(self, case: Case, worlds: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which of a chain's worlds have the meld points that are asked for."""
        return self._has_points(case, worlds)

    def is_sieved(self, case: Case) -> bool:
        """Whether `keeps` does not take all worlds of a case."""
        return self.share_kept(case) < 1

    def share_kept(self, case: Case) -> float:
        """About how many of the worlds `keeps` takes, from 0 to 1."""
        return self._shares[self.cases.index(case)]


def _shares(words: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Random bits as numbers from 0 to below 1."""
    import numpy as np

    shares: NDArray[np.float64] = (words >> np.uint64(11)) * 2.0**-53
    return shares


def _fitted(
    shares: dict[tuple[bool, ...], float], assumptions: list[Assumption]
) -> dict[tuple[bool, ...], float]:
    """The weights of the cases, nearest to their shares, that give each condition its own weight.

    Raises:
        IllegalPositionError: (``where``) if there are none.
    """
    weights = dict(shares)
    for number in range(1, _MOST_ROUNDS + 1):
        off = 0.0
        for place, assumption in enumerate(assumptions):
            sums = [
                sum(weight for holds, weight in weights.items() if holds[place] == side)
                for side in (False, True)
            ]
            off = max(off, abs(sums[True] - assumption.weight))
            if not all(sums):
                off = 1.0
                break
            factors = ((1 - assumption.weight) / sums[False], assumption.weight / sums[True])
            for holds in weights:
                weights[holds] *= factors[holds[place]]
        if off < _FITTED:
            return weights
        if off == 1.0:
            break
        if number % _ROUNDS_TO_DROP == 0:
            weights = {
                holds: weight
                for holds, weight in weights.items()
                if weight > _NEGLIGIBLE * shares[holds]
            }
    fact = f"these weights contradict one another: {_texts(assumptions)}"
    raise IllegalPositionError("where", fact)


def _texts(assumptions: Iterable[Assumption]) -> str:
    return ", ".join(quoted(each.condition.text, 60) for each in assumptions)
