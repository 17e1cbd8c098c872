"""Every state of a playoff deal at once, by retrograde analysis: the second oracle.

`WholeDeal` knows the exact value of every pair of equally many cards left of the two hands, with
either seat on lead, whether that state can be reached or not. It works upward from the empty
hands, one trick at a time, on arrays. Obligations and tricks are written here a second time, on
bit masks and straight from RULES.md, so that a slip in `playoff` is not repeated; only the plain
data (`Rules`, `State`) is shared. Copies of a card are told apart throughout, which makes their
equivalence a result instead of an assumption.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .playoff import Rules, Seat, State, Value, canonical

__all__ = ["Layer", "WholeDeal"]

_Masks = npt.NDArray[np.int64]
_Points = npt.NDArray[np.int32]

_MOST_CARDS = 13
_ENDLESS = 2**30


class Layer(NamedTuple):
    """All states with k cards a hand.

    `masks`: int64, shape (C(n, k),), ascending. Each is a set of k cards of one hand: bit i stands
    for `deal.south[i]`, or `deal.north[i]`; the same list serves both hands.
    `values`: int32, shape (2, C(n, k), C(n, k)). `values[0, i, j]` is what south has still to come
    when south holds `masks[i]`, north holds `masks[j]` and south leads; `values[1, i, j]` is what
    north has still to come when north leads. The first of the two indices is always south's.
    `totals`: int32, shape (C(n, k), C(n, k)), all points to come in state i, j: what the leader
    does not get of them goes to the other seat.
    """

    masks: _Masks
    values: _Points
    totals: _Points


class _Side:
    """One seat's cards as bits, and what it may answer."""

    def __init__(self, rules: Rules, cards: tuple[str, ...], trump: str) -> None:
        self.cards = cards
        self.points = [rules.points[card[0]] for card in cards]
        self.strength = [len(rules.ranks) - rules.ranks.index(card[0]) for card in cards]
        self.suits = [card[1] for card in cards]
        self.must_trump = rules.must_trump
        self.must_head = dict.fromkeys(rules.suits, rules.must_head_plain)
        self.must_head[trump] = rules.must_head_trumps
        self.trump = trump

    def of_suit(self, suit: str, above: int = 0) -> int:
        """The bits of this hand's cards of a suit that are stronger than `above`."""
        return sum(
            1 << at
            for at in range(len(self.cards))
            if self.suits[at] == suit and self.strength[at] > above
        )

    def replies(self, held: _Masks, suit: str, strength: int) -> _Masks:
        """For every set of cards held, the subset that may answer a lead (RULES.md 3).

        A higher card if held, when the suit led has to be headed; else any card of the suit; else
        any trump, when a void hand has to trump; else any card.
        """
        allowed = held
        for obliged, wanted in (
            (self.must_trump, self.of_suit(self.trump)),
            (True, self.of_suit(suit)),
            (self.must_head[suit], self.of_suit(suit, above=strength)),
        ):
            bits = held & wanted
            if obliged:
                allowed = np.where(bits != 0, bits, allowed)
        return allowed

    def takes(self, at: int, suit: str, strength: int) -> bool:
        """Whether this card beats a lead: higher in its suit, or a trump on a plain suit."""
        if suit == self.trump:
            return self.suits[at] == suit and self.strength[at] > strength
        return self.suits[at] == self.trump or (
            self.suits[at] == suit and self.strength[at] > strength
        )


class WholeDeal:
    """The exact values of all states of a deal at which a trick begins.

    `deal.south` and `deal.north` are the two hands in canonical order (NOTATION.md, Positions);
    sets of cards are given as positions in them. The hands are equally long, at most 13 cards
    (12 cards: 5,408,312 states, about half a second and 100 MB). Everything is computed at once,
    when the deal is made.
    """

    def __init__(
        self, rules: Rules, south_cards: Iterable[str], north_cards: Iterable[str], trump: str
    ) -> None:
        self.rules = rules
        self.trump = trump
        self.south = canonical(rules, south_cards)
        self.north = canonical(rules, north_cards)
        self.size = len(self.south)
        if len(self.north) != self.size or self.size > _MOST_CARDS:
            raise ValueError(f"hands of {self.size} and {len(self.north)} cards")
        if trump not in rules.suits:
            raise ValueError(f"trump: unknown suit {trump!r}")
        self._sides = (_Side(rules, self.south, trump), _Side(rules, self.north, trump))

        every = np.arange(1 << self.size, dtype=np.int64)
        bits = (every[:, None] >> np.arange(self.size)) & 1
        numbers = bits.sum(axis=1)
        self._masks = [every[numbers == k] for k in range(self.size + 1)]
        self._place = np.zeros(1 << self.size, dtype=np.int64)  # of a mask, in its layer
        for masks in self._masks:
            self._place[masks] = np.arange(len(masks))
        self._sums = [bits @ np.array(side.points, dtype=np.int64) for side in self._sides]

        self._totals = [self._count(k) for k in range(self.size + 1)]
        # The empty hands: nothing is to come. Then layer by layer, one trick earlier each.
        self._values: list[_Points] = [np.zeros((2, 1, 1), dtype=np.int32)]
        for k in range(1, self.size + 1):
            by_leader = [self._leads(k, leader) for leader in (0, 1)]
            self._values.append(np.stack(by_leader))

    # ------------------------------------------------------------------------------ computing

    def _count(self, k: int) -> _Points:
        """The points to come in all states of a layer: cards and last trick (RULES.md 5)."""
        masks = self._masks[k]
        south, north = (sums[masks].astype(np.int32) for sums in self._sums)
        totals: _Points = south[:, None] + north[None, :]
        if k > 0:
            totals += np.int32(self.rules.last_trick)
        return totals

    def _leads(self, k: int, leader: int) -> _Points:
        """What the leader has to come in all states of layer k, from those of layer k - 1.

        The leader takes the best of all cards, each as good as the worst of its legal answers.
        """
        masks = self._masks[k]
        lead, reply = self._sides[leader], self._sides[1 - leader]
        # The leader's points in the states after the trick, if he leads again and if not. Rows
        # are the answering hand here, whoever that is, and columns the leading hand.
        again = self._values[k - 1][leader]
        lost = self._totals[k - 1] - self._values[k - 1][1 - leader]
        if leader == 0:
            again, lost = again.T, lost.T
        best = np.full((len(masks), len(masks)), -_ENDLESS, dtype=np.int32)
        for card in range(self.size):
            columns = np.flatnonzero(masks & (1 << card))
            columns_after = self._place[masks[columns] ^ (1 << card)]
            if_won = np.ascontiguousarray(again[:, columns_after])
            if_lost = np.ascontiguousarray(lost[:, columns_after])
            suit, strength = lead.suits[card], lead.strength[card]
            allowed = reply.replies(masks, suit, strength)
            worst = np.full((len(masks), len(columns)), _ENDLESS, dtype=np.int32)
            for answer in range(self.size):
                rows = np.flatnonzero(allowed & (1 << answer))
                rows_after = self._place[masks[rows] ^ (1 << answer)]
                if reply.takes(answer, suit, strength):
                    result = if_lost[rows_after]
                else:
                    trick = lead.points[card] + reply.points[answer]
                    if k == 1:
                        trick += self.rules.last_trick
                    result = if_won[rows_after] + np.int32(trick)
                worst[rows] = np.minimum(worst[rows], result)
            best[:, columns] = np.maximum(best[:, columns], worst)
        return np.ascontiguousarray(best.T) if leader == 0 else best

    # -------------------------------------------------------------------------------- reading

    def states(self) -> int:
        """How many states there are, the two with empty hands included: 2 * C(2n, n)."""
        return sum(values.size for values in self._values)

    def layer(self, k: int) -> Layer:
        """The arrays of all states with k cards a hand, 0 to `deal.size` (see `Layer`)."""
        return Layer(self._masks[k], self._values[k], self._totals[k])

    def value(self, south_held: Iterable[int], north_held: Iterable[int], leader: Seat) -> int:
        """The leader's points still to come, the hands given as positions in the deal's."""
        return self._value(
            (self._mask(south_held), self._mask(north_held)), 0 if leader == "south" else 1
        )

    def values(self, state: State) -> dict[str, Value]:
        """Every legal card's (south, north) points, as `playoff.values` gives them.

        The state's cards, the one led included, must be cards of this deal, and its trump the
        deal's.
        """
        if state.trump != self.trump:
            raise ValueError(f"trump: {state.trump}, the deal's is {self.trump}")
        mover = 0 if state.turn == "south" else 1
        hands = [list(state.south), list(state.north)]
        if state.led is not None:
            hands[1 - mover].append(state.led)
        held = (self._find(self.south, hands[0]), self._find(self.north, hands[1]))
        total = int(self._totals[held[0].bit_count()][self._at(held)])
        found: dict[str, Value] = {}
        if state.led is None:
            by_position = {
                at: min(self._answers(held, mover, at).values()) for at in _bits(held[mover])
            }
        else:
            # `_find` takes the first copies, so the first one is among those held.
            led = self._sides[1 - mover].cards.index(state.led)
            answers = self._answers(held, 1 - mover, led)
            by_position = {at: total - points for at, points in answers.items()}
        cards = self._sides[mover].cards
        for at, points in by_position.items():
            value = (points, total - points) if mover == 0 else (total - points, points)
            if found.setdefault(cards[at], value) != value:
                raise AssertionError(f"two copies of {cards[at]} differ")
        return found

    def _mask(self, held: Iterable[int]) -> int:
        mask = 0
        for at in held:
            if not 0 <= at < self.size or mask >> at & 1:
                raise ValueError(f"no such card, or given twice: {at}")
            mask |= 1 << at
        return mask

    def _find(self, cards: tuple[str, ...], wanted: Iterable[str]) -> int:
        """The mask of the cards, the first copies taken where there are several."""
        mask = 0
        for card in wanted:
            free = [at for at, name in enumerate(cards) if name == card and not mask >> at & 1]
            if not free:
                raise ValueError(f"{card} is not held in this deal")
            mask |= 1 << free[0]
        return mask

    def _at(self, held: tuple[int, int]) -> tuple[int, int]:
        if held[0].bit_count() != held[1].bit_count():
            raise ValueError("the hands differ in size")
        return int(self._place[held[0]]), int(self._place[held[1]])

    def _value(self, held: tuple[int, int], leader: int) -> int:
        south, north = self._at(held)
        return int(self._values[held[0].bit_count()][leader, south, north])

    def _answers(self, held: tuple[int, int], leader: int, card: int) -> dict[int, int]:
        """The leader's points after a lead, for every legal answer."""
        lead, reply = self._sides[leader], self._sides[1 - leader]
        suit, strength = lead.suits[card], lead.strength[card]
        allowed = reply.replies(np.array([held[1 - leader]], dtype=np.int64), suit, strength)
        found: dict[int, int] = {}
        for answer in _bits(int(allowed[0])):
            gone = (1 << card, 1 << answer) if leader == 0 else (1 << answer, 1 << card)
            after = (held[0] ^ gone[0], held[1] ^ gone[1])
            if reply.takes(answer, suit, strength):
                total = int(self._totals[after[0].bit_count()][self._at(after)])
                found[answer] = total - self._value(after, 1 - leader)
            else:
                trick = lead.points[card] + reply.points[answer]
                if not after[0]:
                    trick += self.rules.last_trick
                found[answer] = trick + self._value(after, leader)
        return found


def _bits(mask: int) -> list[int]:
    """The positions of the bits set, ascending."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
