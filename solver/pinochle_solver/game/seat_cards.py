"""What is known of a seat's cards while a record is followed that does not tell them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import inf
from typing import NamedTuple

from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldOption, hand_options
from pinochle_solver.rules.melds import Copy, LaidMeld, Meld
from pinochle_solver.rules.rules import Rulebook


class _Placed(NamedTuple):
    """A card that needs a place, and the first and the last one that will do."""

    card: Card
    first: int
    last: float


@dataclass
class SeatCards:
    """What is known so far of a seat's cards.

    Attributes:
        held: its cards that it has not played; of a hidden hand those with a place.
        unseen: the cards that may still be anybody's, shared by both seats.
        free: how many places are not filled yet: 0 for the cards dealt, k for the one drawn after
            trick k. Of the seat that wrote the record, only draws that it does not tell.
        places: its cards by place.
        not_before: the first place that is late enough for a copy of a card that comes yet: held
            before, it would have been laid in place of another.
        needed: cards that it held and that have no place yet, each with the first and the last
            place that are late and early enough for it.
        laid: what it has laid, with the copies.
        in_playoff: whether the table has been taken up.
    """

    held: Counter[Card]
    unseen: Counter[Card]
    free: Counter[int] = field(default_factory=Counter)
    places: dict[int, list[Card]] = field(default_factory=dict)
    not_before: dict[Card, int] = field(default_factory=dict)
    needed: list[_Placed] = field(default_factory=list)
    laid: list[LaidMeld] = field(default_factory=list)
    in_playoff: bool = False

    @property
    def is_guessed(self) -> bool:
        """Whether it holds, or may hold, cards that the record does not tell."""
        return bool(self.places) or any(self.free.values())

    def need(self, card: Card) -> None:
        """See to it that it holds one more copy, if that is possible."""
        if self.unseen[card] and self.left():
            self.unseen[card] -= 1
            self.held[card] += 1
            last = inf if self.in_playoff else max(self.free)
            self.needed.append(_Placed(card, self.not_before.get(card, 0), last))

    def left(self) -> int:
        """How many of its cards are not known."""
        return sum(self.free.values()) - len(self.needed)

    def fill(self, cards: Iterable[Card], dix: Card | None, has_last_dix: bool) -> bool:
        """Put the cards that have no place, and these that it never played, into those left.

        A dix comes early, for drawn last it would have scored of itself in some rulebooks; but not
        beside one that has (`has_last_dix`), which might be taken for it. What it has laid comes
        late: held sooner, it might have been laid in place of another copy.

        Returns:
            whether each has a place that is late enough for it.
        """
        own = {copy.card for meld in self.laid for copy in meld.copies}
        both = [*self.needed, *(_Placed(card, self.not_before.get(card, 0), inf) for card in cards)]

        def lateness(placed: _Placed) -> tuple[int, int, bool, float]:
            card, first, last = placed
            of_dix = 0 if card != dix else 1 if has_last_dix else -1
            return first, of_dix, card in own, last

        both.sort(key=lateness, reverse=True)
        are_late = True
        for place in sorted(self.free, reverse=True):
            for _ in range(self.free.pop(place)):
                taken = next(number for number, each in enumerate(both) if place <= each.last)
                card, first, _ = both.pop(taken)
                are_late &= first <= place
                self.places.setdefault(place, []).append(card)
        return are_late

    def put(self, card: Card, place: int) -> None:
        """Give it a card in a place of its own."""
        self.free[place] -= 1
        self.unseen[card] -= 1
        self.places.setdefault(place, []).append(card)
        self.held[card] += 1

    def on_table(self, card: Card) -> set[int]:
        """The numbers of the copies of a card that lie on its table, in the playoff none."""
        if self.in_playoff:
            return set()
        copies = {copy for meld in self.laid for copy in meld.copies if copy.card == card}
        return {copy.number for copy in copies if not copy.played}

    def play(self, card: Card, source: str) -> bool:
        """Play a card from the table or the hand, as the text of the play says, if it can be."""
        on_table = self.on_table(card)
        number = int(source) if source in ("1", "2", "3", "4") else 0
        if source in ("", "table"):
            number = min(on_table, default=0)
        if number == 0 and self.held[card] <= len(on_table):
            self.need(card)
        if (number not in on_table) if number else (self.held[card] <= len(on_table)):
            return False
        self.held[card] -= 1
        self.laid = [_with_played(meld, card, number) for meld in self.laid]
        return True

    def show_dix(self, dix: Card, upcard: Card) -> bool:
        """Show a dix, or exchange it for the upcard, if it has or may have one in the hand."""
        on_table = self.on_table(dix)
        if self.held[dix] <= len(on_table):
            self.need(dix)
        if self.held[dix] <= len(on_table):
            return False
        if upcard == dix:
            laid = {copy.number for meld in self.laid for copy in meld.copies if copy.card == dix}
            self.laid.append(LaidMeld(DIX, (Copy(dix, len(laid) + 1),)))
        else:
            self.held[dix] -= 1
            self.held[upcard] += 1
        return True

    def ways(
        self, meld: Meld, rules: Rulebook, trump: Suit
    ) -> list[tuple[tuple[Card, ...], MeldOption]]:
        """How the meld can have been laid: with which cards more, as few as possible first.

        More cards than the fewest are thought of only where they would have scored more.
        """
        ways: list[tuple[tuple[Card, ...], MeldOption]] = []
        # It needs the cards of which it holds too few in any case, besides perhaps others.
        needed = Counter(meld.cards) - self.held
        others = tuple((Counter(meld.cards) - needed).elements())
        for size in range(min(len(meld.cards), self.left()) + 1):
            if ways and meld.kind.replaces is None:
                break  # every way scores the same
            extra = size - needed.total()
            for chosen in dict.fromkeys(combinations(others, extra)) if extra >= 0 else ():
                more = (*needed.elements(), *chosen)
                if any(more.count(card) > self.unseen[card] for card in more):
                    continue
                option = self._option(meld, more, rules, trump)
                if option is None or Counter(more) - Counter(option.from_hand):
                    continue
                if all(len(m) == size or o.points < option.points for m, o in ways):
                    ways.append((more, option))
        return ways

    def lay(
        self, more: tuple[Card, ...], option: MeldOption, trick: int, rules: Rulebook, trump: Suit
    ) -> None:
        """Lay a meld in one of its `ways`, after a trick.

        What would have been laid otherwise with another card in the hand was laid without it.
        """
        assert option.show.meld is not None
        for card in dict.fromkeys(option.show.meld.cards):
            if self.left() > len(more) and self.unseen[card] > more.count(card):
                other = self._option(option.show.meld, (*more, card), rules, trump)
                if other is None or other.from_hand != option.from_hand:
                    self.not_before[card] = trick + rules.draws_before_melding
        for card in more:
            self.need(card)
        self.laid.append(self._laid(option))

    def _option(
        self, meld: Meld, more: tuple[Card, ...], rules: Rulebook, trump: Suit
    ) -> MeldOption | None:
        hand = Hand.of([*self.held.elements(), *more])
        return _option(meld, rules, trump, hand, tuple(self.laid))

    def _laid(self, option: MeldOption) -> LaidMeld:
        """The meld of an option, its new copies numbered on."""
        assert option.show.meld is not None
        copies = list(option.from_table)
        for card in option.from_hand:
            laid = {copy.number for meld in self.laid for copy in meld.copies if copy.card == card}
            laid |= {copy.number for copy in copies if copy.card == card}
            copies.append(Copy(card, len(laid) + 1))
        return LaidMeld(option.show.meld.kind.name, tuple(copies))


# A record that grows is followed from its beginning again and again.
@lru_cache(maxsize=1024)
def _option(
    meld: Meld, rules: Rulebook, trump: Suit, hand: Hand, laid: tuple[LaidMeld, ...]
) -> MeldOption | None:
    for option in hand_options(rules, trump, hand, laid):
        if option.show.meld == meld and not option.show.dix:
            return option
    return None


def _with_played(meld: LaidMeld, card: Card, number: int) -> LaidMeld:
    played = Copy(card, number)
    if played not in meld.copies:
        return meld
    copies = (copy._replace(played=True) if copy == played else copy for copy in meld.copies)
    return LaidMeld(meld.name, tuple(copies), meld.trick)
