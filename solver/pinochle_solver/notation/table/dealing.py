"""Random endings of the table games, with all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.field_readers import Sides
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import check_how_many
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import as_table_rulebook
from pinochle_solver.table.rules import TableRules


def random_endings(
    cards: int, number: int, seed: int, rules: TableRules | str
) -> Iterator[TablePosition]:
    """Endings of random deals: this many cards in each hand, on lead, with random trump and bidder.

    The same seed gives the same endings, and a larger number only adds to them. In games without
    bidding and partners, a random seat plays against the others.

    Args:
        cards: the number of cards in each hand.
        number: how many endings.
        seed: the seed of the random choices.
        rules: the rulebook, or the name of a published one.

    Raises:
        NotationError: (``rules``) for an unknown name.
        IllegalPositionError: (``cards``) for more cards than a hand has, or none.
        ValueError: for a number below 0.
    """
    rules = as_table_rulebook(rules)
    check_how_many(number)
    if not 1 <= cards <= rules.hand:
        raise IllegalPositionError("cards", f"{cards}, a hand of {rules.name} has {rules.hand}")
    return (random_ending(index, cards, seed, rules) for index in range(number))


def random_ending(index: int, cards: int, seed: int, rules: TableRules) -> TablePosition:
    """The ending of this number, from 0, among `random_endings`."""
    random = Random(f"table-ending/{seed}/{index}")
    deal = random_deal(index, seed, rules)
    players = rules.players(deal.dealer)
    first, trump = (int(random.random() * number) for number in (len(players), len(Suit)))
    is_whole = cards == rules.hand
    # The bidder leads to the first trick of a hand; later any seat may lead.
    turn = players[first if is_whole else int(random.random() * len(players))]
    chosen = players[first]
    sides: Sides | None = None
    if rules.auction is None and not rules.partners:
        sides = (chosen,), tuple(seat for seat in players if seat is not chosen)
    return TablePosition(
        rules=rules,
        turn=turn,
        hands={seat: PartialHand(_some(deal.hands[seat], cards, random)) for seat in players},
        trump=Suit(trump),
        dealer=deal.dealer if rules.out_dealer else None,
        bidder=None if rules.auction is None else chosen,
        buried=PartialHand(deal.widow) if rules.widow and is_whole else None,
        sides=sides,
    )


def _some(hand: Hand, number: int, random: Random) -> Hand:
    """This many cards of a hand, every choice equally likely."""
    keyed: list[tuple[float, Card]] = [(random.random(), card) for card in hand]
    return Hand.of(card for _, card in sorted(keyed, key=lambda each: each[0])[:number])
