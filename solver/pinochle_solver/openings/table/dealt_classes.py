"""The class of a hand with a turned-up trump.

In games with a stock it is that of the game for two, whoever leads: by trumps, aces and the best
meld. Of 4,500 hands of macdougall-3 such classes explain 28% of the variance of the margins, those
by the sum of the rule of thumb 15%. In `partnership`, where all melds are laid at once, the class
is that sum with the trump turned up. It explains 16%, as much as trumps, aces and melds in more
classes (``benchmarks/handbook/hand_classes.py``).
"""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.openings.classes import MELD_WORDS, OpeningClass
from pinochle_solver.openings.classes import class_of as class_of_two
from pinochle_solver.openings.table.classes import HandClass, class_of
from pinochle_solver.openings.tallies import PlayedOpening
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.thumb_rule import THUMB_RULE, ThumbSum


class DealtClass(NamedTuple):
    """A class of hands with a turned-up trump, by one of two facts.

    Attributes:
        cards: trumps, aces and the best meld, in games with a stock; else None.
        sums: the sum by the rule of thumb, in games without one; else None.
    """

    cards: OpeningClass | None
    sums: HandClass | None

    def text(self) -> str:
        """``4+ 2 small`` or ``160-179``: the name in a table."""
        return " ".join(self.cards[1:]) if self.cards is not None else self._sums.text()

    @property
    def words(self) -> tuple[str, ...]:
        """What the class is, in words."""
        cards = self.cards
        if cards is None:
            return (f"sum {self._sums.sums}",)
        return f"{cards.trumps} trumps", f"{cards.aces} aces", MELD_WORDS[cards.meld]

    @property
    def _sums(self) -> HandClass:
        assert self.sums is not None
        return self.sums


def class_of_dealt(rules: TableRules, hand: Hand, trump: Suit) -> DealtClass:
    """The class of a hand.

    Args:
        rules: a game without an auction.
        hand: all cards dealt to the seat.
        trump: the suit turned up.
    """
    if rules.stock is not None:
        return DealtClass(class_of_two(rules.stock.book, trump, hand, leads=False), None)
    return DealtClass(None, class_of(rules, sum_with(rules, hand, trump)))


def class_of_played(rules: TableRules, played: PlayedOpening) -> DealtClass:
    """The class of a hand that was played."""
    return class_of_dealt(rules, played.hand, played.trump)


def sum_with(rules: TableRules, hand: Hand, trump: Suit) -> ThumbSum:
    """The sum of a hand with a trump, in a game without a stock."""
    return THUMB_RULE.sum_of(hand, trump, rules.melds)
