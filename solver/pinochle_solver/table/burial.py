"""The bidder's decision: trump, burial and melds (RULES-TABLE.md, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.holdings import holds, less
from pinochle_solver.table.melds import TableMelds, in_order, is_lawful, layings, most_melds
from pinochle_solver.table.moves import Bury


def burials(hand: Hand, number: int) -> Iterator[Hand]:
    """Every choice of this many cards to bury, once each, in canonical order."""
    return (Hand.of(cards) for cards in dict.fromkeys(combinations(hand, number)))


def number_of_choices(hand: Hand, number: int) -> int:
    """How many choices of trump and burial there are. Args: as of `laying_all`."""
    return len(Suit) * len(set(combinations(hand, number)))


def laying_all(hand: Hand, number: int) -> Iterator[Bury]:
    """Every trump and burial, with all melds of the kept cards laid.

    Args:
        hand: the bidder's cards, including the widow's.
        number: how many cards he buries; 0 in games without a widow.
    """
    return (Bury(trump, cards) for trump in Suit for cards in burials(hand, number))


def every_choice(hand: Hand, number: int) -> Iterator[Bury]:
    """Every trump, burial and laying; for each burial all melds first, then each lesser laying.

    Args: as of `laying_all`.
    """
    for choice in laying_all(hand, number):
        yield choice
        lesser = layings(less(hand, choice.cards), choice.trump)
        next(lesser)
        yield from (replace(choice, melds=melds) for melds in lesser)


def laid_by(choice: Bury, hand: Hand) -> TableMelds:
    """What the bidder lays by a choice, in list order."""
    if choice.melds is not None:
        return in_order(choice.melds, choice.trump)
    return most_melds(less(hand, choice.cards), choice.trump)


def why_not(choice: Bury, hand: Hand, number: int) -> str | None:
    """What is wrong with a choice, in a few words; None: it may be made.

    Args: as of `laying_all`.
    """
    if len(choice.cards) != number:
        return f"{len(choice.cards)} cards are buried, expected {number}"
    if not holds(hand, choice.cards):
        return f"not all of {choice.cards} are held"
    if choice.melds is None or is_lawful(choice.melds, less(hand, choice.cards), choice.trump):
        return None
    if is_lawful(choice.melds, hand, choice.trump):
        return "a melded card is buried"
    return "the hand has not these melds"
