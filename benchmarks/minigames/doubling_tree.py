"""The mini-games with doubles, every way they can go: what ``doubling.py`` measures.

Played for stakes: whoever has more points at the end is paid the stake, of a tie nobody. After each
trick of the stock, when both have drawn and before the next lead, its winner may double by the
rules of doubles: an offer, its answer, perhaps a redouble and the answer to that.

`DoublingTree` takes the histories of a `GameTree` and puts the windows between their tricks. What
is said there both hear, and know from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from benchmarks.minigames.equilibrium import NORTH, SOUTH, Floats, Ints, SequenceGame, Treeplex
from benchmarks.minigames.minigame_tree import GameTree, mini_rules

DOUBLING_GAMES = {
    rules.name: rules
    for rules in (
        mini_rules("hand1", 1),
        mini_rules("hand2", 2),
        mini_rules("hand2-draw-first", 2, draws_first=True),
        mini_rules("hand3", 3),
    )
}
"""With hands of one, two and three there are three windows, two and one. In the last one all cards
are known. With hands of one no card is ever chosen: only the doubles are."""


class Kind(IntEnum):
    """What a seat has to decide: a card or meld, or one of the choices of a window."""

    CARD = 0
    OFFER = 1
    ANSWER = 2
    LAST = 3


NO_DOUBLE, DOUBLE = 0, 1
REFUSE, ACCEPT, REDOUBLE = 0, 1, 2
"""The choices of a window by their number."""

_ARRIVED = -1
_OVER = -2
_BOTH = 2
_MOST_CHOICES = 3
_CHOICES = np.array([0, 2, 3, 2])
_NEXT = np.array(
    [
        [_ARRIVED, _ARRIVED, _ARRIVED],
        [Kind.CARD, Kind.ANSWER, _OVER],
        [_OVER, Kind.CARD, Kind.LAST],
        [_OVER, Kind.CARD, _OVER],
    ]
)
"""By kind and choice, what is asked next; a card leads to where a window may be."""


@dataclass(frozen=True, slots=True, eq=False)
class DecisionSets:
    """The information sets of a seat.

    Attributes:
        kind: what is decided, a `Kind`.
        source: of cards the information set of the game without doubles; -1 in windows.
        window: after which trick a window comes; 0 of cards.
        shared: whether both had the right to offer in that window.
    """

    kind: Ints
    source: Ints
    window: Ints
    shared: NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class _Sets:
    """The information sets of a seat as they come up."""

    of: dict[int, int] = field(default_factory=dict)
    rows: list[Ints] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=lambda: [1])

    def numbers(self, keys: Ints, rows: Ints, parents: Ints, choices: Ints) -> Ints:
        """The numbers of the sets of these keys; what is new is added.

        Args:
            keys: what tells the sets apart.
            rows: for each key what `DecisionSets` has of it, in columns.
            parents: for each key the sequence before it.
            choices: for each key how many choices there are.
        """
        unique, examples, which = np.unique(keys, return_index=True, return_inverse=True)
        found = []
        for key, example in zip(unique.tolist(), examples.tolist(), strict=True):
            number = self.of.setdefault(key, len(self.rows))
            if number == len(self.rows):
                self.rows.append(rows[:, example])
                self.parents.append(int(parents[example]))
                self.counts.append(int(choices[example]))
                self.firsts.append(self.firsts[-1] + self.counts[-1])
            found.append(number)
        numbers: Ints = np.array(found, np.intp)[which]
        return numbers

    def described(self) -> DecisionSets:
        kind, source, window, shared = np.array(self.rows).T
        return DecisionSets(kind, source, window, shared.astype(bool))


@dataclass(frozen=True, slots=True, eq=False)
class _Front:
    """Histories of equally many decisions.

    Attributes:
        source: the nodes of the game without doubles.
        said: what has been said, a number that grows by a digit a word.
        stake: what is played for.
        right: who may offer, a seat or both.
        asked: what is due in a window, that cards are, or that there may be a window.
        tricks: how many are completed.
        last: the last sequence of each seat.
        refused: what south got when somebody refused, else 0.
    """

    source: Ints
    said: Ints
    stake: Ints
    right: Ints
    asked: Ints
    tricks: Ints
    last: Ints
    refused: Ints

    def taken(self, at: Ints) -> _Front:
        """These histories of it."""
        return _Front(*(getattr(self, each.name)[..., at] for each in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class _Decisions:
    """What is due in the histories of a front.

    Attributes:
        at: which of them go on; the others are over.
        kind, mover, choices: what is decided there, by whom, among how many.
        first: the sequence that the first choice makes.
        set: the information set.
    """

    at: Ints
    kind: Ints
    mover: Ints
    choices: Ints
    first: Ints
    set: Ints


class DoublingTree:
    """Every history of a game with doubles, played for stakes.

    Attributes:
        cards: the game without doubles.
        sets: for each seat its information sets.
        steps: where in the nodes each number of decisions begins, and where the last one ends.
        parent: for each node the one before the last decision, -1 at the beginning.
        by, sequence: who decided there, and which of its sequences that made.
        seat, set: who decides at the node, in which of its information sets; -1 at an end.
        outcome: for each node that was played out 1 if south won, -1 if north; else 0.
        game: the game in sequence form, in stakes.
    """

    def __init__(self, cards: GameTree) -> None:
        self.cards = cards
        self._children = np.argsort(cards.parent, kind="stable")
        self._child = np.searchsorted(cards.parent[self._children], np.arange(len(cards.parent)))
        self._sign = np.zeros(len(cards.parent), np.intp)
        self._sign[cards.ends] = np.sign(cards.values)
        sets = (_Sets(), _Sets())
        nodes: list[tuple[Ints, ...]] = []
        ends: list[tuple[Ints, ...]] = []
        front = self._deals()
        parent, by = np.full(cards.deals, -1), np.zeros(cards.deals, np.intp)
        sequence, start, steps = np.zeros(cards.deals, np.intp), 0, [0]
        while len(front.source):
            due = self._due(front, sets)
            seat, number = np.full((2, len(front.source)), -1)
            seat[due.at], number[due.at] = due.mover, due.set
            over = np.setdiff1d(np.arange(len(front.source)), due.at, assume_unique=True)
            played = front.refused[over] == 0
            sign = self._sign[front.source[over]]
            gains = np.where(played, front.stake[over] * sign, front.refused[over])
            ends.append((*front.last[:, over], gains))
            outcome = np.zeros(len(front.source), np.intp)
            outcome[over] = np.where(played, sign, 0)
            nodes.append((parent, by, sequence, seat, number, outcome))
            steps.append(start + len(front.source))
            before, choice = _each_choice(due.choices)
            parent, by = start + due.at[before], due.mover[before]
            sequence, start = due.first[before] + choice, steps[-1]
            front = self._after(front, due, before, choice)
        self.steps = steps
        columns = [np.concatenate(column) for column in zip(*nodes, strict=True)]
        self.parent, self.by, self.sequence, self.seat, self.set, self.outcome = columns
        souths, norths, gains = (np.concatenate(column) for column in zip(*ends, strict=True))
        self.sets = (sets[SOUTH].described(), sets[NORTH].described())
        south, north = (Treeplex.of(own.parents, own.counts) for own in sets)
        self.game = SequenceGame.of((south, north), souths, norths, gains / cards.deals)

    def _deals(self) -> _Front:
        roots = np.flatnonzero(self.cards.parent < 0)
        nothing = np.zeros(len(roots), np.intp)
        return _Front(
            source=roots,
            said=nothing,
            stake=nothing + 1,
            right=nothing + _BOTH,
            asked=nothing + _ARRIVED,
            tricks=nothing,
            last=np.zeros((2, len(roots)), np.intp),
            refused=nothing,
        )

    def _due(self, front: _Front, sets: tuple[_Sets, _Sets]) -> _Decisions:
        """Put the decisions that are due into their information sets."""
        cards = self.cards
        lead = cards.lead[front.source]
        is_open = (lead >= 0) & ((front.right == _BOTH) | (front.right == lead))
        kind = np.where(front.asked == _ARRIVED, np.where(is_open, Kind.OFFER, 0), front.asked)
        is_card = kind == Kind.CARD
        at = np.flatnonzero(~is_card | (cards.seat[front.source] >= 0))
        at = at[kind[at] != _OVER]
        kind, is_card, lead, source = kind[at], is_card[at], lead[at], front.source[at]
        mover = np.where(is_card, cards.seat[source], lead)
        mover[kind == Kind.ANSWER] = 1 - lead[kind == Kind.ANSWER]
        seen = np.where(mover == SOUTH, cards.known[SOUTH][source], cards.known[NORTH][source])
        known = np.where(is_card, cards.set[source], seen)
        choices = np.where(is_card, cards.views.counts[cards.views.of[source]], _CHOICES[kind])
        keys = (front.said[at] * len(Kind) + kind) * len(cards.parent) + known
        source_set, window = np.where(is_card, known, -1), np.where(is_card, 0, front.tricks[at])
        rows = np.array([kind, source_set, window, front.right[at] == _BOTH])
        numbers, first = np.zeros((2, len(at)), np.intp)
        for seat, own in enumerate(sets):
            its = np.flatnonzero(mover == seat)
            parents = front.last[seat, at[its]]
            numbers[its] = own.numbers(keys[its], rows[:, its], parents, choices[its])
            first[its] = np.array(own.firsts)[numbers[its]]
        return _Decisions(at, kind, mover, choices, first, numbers)

    def _after(self, front: _Front, due: _Decisions, before: Ints, choice: Ints) -> _Front:
        """The histories after every choice."""
        cards = self.cards
        front = front.taken(due.at[before])
        kind, mover = due.kind[before], due.mover[before]
        is_card = kind == Kind.CARD
        accepted = (choice == ACCEPT) & (kind >= Kind.ANSWER)
        refused = (choice == REFUSE) & (kind >= Kind.ANSWER)
        pays = np.where(kind == Kind.LAST, 2, 1) * front.stake
        source = front.source.copy()
        child = self._child[source[is_card]] + choice[is_card]
        source[is_card] = self._children[child]
        last = front.last.copy()
        last[mover, np.arange(len(mover))] = due.first[before] + choice
        return _Front(
            source=source,
            said=np.where(is_card, front.said, front.said * (1 + _MOST_CHOICES) + 1 + choice),
            stake=np.where(accepted, 2 * pays, front.stake),
            right=np.where(accepted, mover, front.right),
            asked=_NEXT[kind, np.where(is_card, 0, choice)],
            tricks=front.tricks + (is_card & (cards.lead[source] >= 0)),
            last=last,
            refused=np.where(refused, np.where(mover == SOUTH, -pays, pays), 0),
        )

    def values(self, behaviours: tuple[Floats, Floats], ends: Floats) -> Floats:
        """What is expected from each node on when the ends are worth so much.

        Args:
            behaviours: for each seat, for each of its sequences the probability of the last choice.
            ends: for each node what it is worth where it is an end, else 0.
        """
        values: Floats = ends.copy()
        chances = np.where(
            self.by == SOUTH,
            behaviours[SOUTH][self._own(SOUTH)],
            behaviours[NORTH][self._own(NORTH)],
        )
        for first, start, stop in reversed(
            [*zip(self.steps, self.steps[1:], self.steps[2:], strict=False)]
        ):
            worth = chances[start:stop] * values[start:stop]
            values[first:start] += np.bincount(
                self.parent[start:stop] - first, worth, start - first
            )
        return values

    def reach(self, seat: int, behaviour: Floats) -> Floats:
        """For each node with what probability a seat has decided as it did."""
        chances = behaviour[self._own(seat)]
        reach = np.ones(len(self.parent))
        for start, stop in zip(self.steps[1:], self.steps[2:], strict=False):
            reach[start:stop] = reach[self.parent[start:stop]] * chances[start:stop]
        return reach

    def _own(self, seat: int) -> Ints:
        """For each node the sequence that a decision of the seat made; 0 if it made none."""
        own: Ints = np.where(self.by == seat, self.sequence, 0)
        return own


def _each_choice(choices: Ints) -> tuple[Ints, Ints]:
    """For each choice of each decision the decision and the choice, by their numbers."""
    before = np.repeat(np.arange(len(choices)), choices)
    return before, np.arange(len(before)) - (np.cumsum(choices) - choices)[before]
