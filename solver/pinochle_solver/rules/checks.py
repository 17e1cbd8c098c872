"""The checks on rules, cards and points, and the words of their errors.

Each check raises an `IllegalPositionError` that names the token and the fact.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.errors import IllegalPositionError, quoted
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import MOST_POINTS, Rulebook


def check_rules(rules: Rulebook) -> None:
    """Refuse a rulebook that has a published name but differs from the published one."""
    published = RULEBOOKS.get(rules.name, rules)
    if published is not rules and published != rules:
        raise IllegalPositionError(
            "rules", f"{rules.name} is a published rulebook, and this one differs from it"
        )


def check_count(rules: Rulebook, count: CardCount) -> None:
    """Refuse a count that is neither published nor the rulebook's own."""
    if count != rules.count and COUNTS.get(count.name) != count:
        raise IllegalPositionError(
            "count", f"{count.name} is neither a published count nor {rules.name}'s own"
        )


def check_cut(rules: Rulebook, cut: int | None) -> None:
    """Refuse a dealer's lift that scores nothing; None means no lift."""
    if cut is None:
        return
    dealt = 2 * rules.deck.hand + rules.deck.upcard
    if not rules.dealer_lift and not rules.dealer_lift_and_dix:
        raise IllegalPositionError("cut", f"{cut}, but in {rules.name} nothing scores for a lift")
    if cut != dealt:
        raise IllegalPositionError("cut", f"{cut}, but only a lift of {dealt} scores")


def check_trump(deck: Deck, trump: Suit) -> None:
    """Refuse a trump suit that the deck does not have."""
    if trump not in deck.suits:
        raise IllegalPositionError("trump", f"{trump.letter} is not in the {deck.name} deck")


def check_copies(deck: Deck, named: Iterable[tuple[str, Iterable[Card]]]) -> None:
    """Refuse cards that the deck lacks and copies beyond what it has; errors name their token."""
    seen: dict[Card, int] = {}
    for token, cards in named:
        cards = tuple(cards)
        for card in cards:
            if card not in deck:
                raise IllegalPositionError(token, f"{card} is not in the {deck.name} deck")
            seen[card] = seen.get(card, 0) + 1
        for card in cards:
            if seen[card] > deck.copies:
                raise IllegalPositionError(
                    token, f"{seen[card]} copies of {card}, the deck has {deck.copies}"
                )


def check_range(token: str, numbers: Iterable[int], text: str, least: int = 0) -> None:
    """Refuse numbers out of range; the error names their token."""
    if not all(least <= number <= MOST_POINTS for number in numbers):
        raise IllegalPositionError(token, f"{quoted(text)} is not within {least} to {MOST_POINTS}")


def check_how_many(number: int) -> None:
    """Raise `ValueError` for a number of things, ``number``, that is below 0."""
    if number < 0:
        raise ValueError(f"number is {number}, expected 0 or more")


def in_short(text: str) -> str:
    """The text as it is; quoted and cut if it does not fit into an error's line."""
    return text if len(text) <= 60 and text.isprintable() else quoted(text, 60)


def cards_text(number: int) -> str:
    """``1 card``, ``2 cards``."""
    return counted(number, "card")


def counted(number: int, noun: str) -> str:
    """``1 trick``, ``2 tricks``, ``1,000 tricks``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"
