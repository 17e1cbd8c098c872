"""Open hands for three and four at random, and their values by the oracle."""

from __future__ import annotations

import random

from oracle.table import minimax
from oracle.table.cards import deck
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat

GAMES = {
    3: ("auction", "macdougall-3", "hayes-3", "hayes-3x"),
    4: ("check", "hayes-4", "hayes-4x"),
}


def random_table(rng: random.Random, most: int) -> OpenHands:
    """Open hands of up to so many cards, often with an open trick, of any game and sides."""
    seats = rng.choice((3, 4))
    rules = TABLE_RULEBOOKS[rng.choice(GAMES[seats])]
    if "topall" in rules.known_options and rng.random() < 0.4:
        rules = with_options(rules, ["topall"])
    rules = with_options(rules, rules.options, count=COUNTS[rng.choice(("compromise", "old"))])
    # Few suits, so that ranks and ties matter.
    suits = rng.sample("SHDC", rng.choice((2, 3, 4)))
    cards = [card for card in deck(rules.copies) if card[1] in suits]
    size = min(rng.randint(1, most), len(cards) // seats)
    rng.shuffle(cards)
    players = tuple(Seat)[:seats]
    hands = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(players)}
    side = tuple(rng.sample(players, rng.randint(1, seats - 1)))
    position = minimax.opened(
        {seat.text(): hand for seat, hand in hands.items()},
        rng.choice(players).text(),
        rng.choice("SHDC"),
        obligation=rules.obligation.value,
    )
    led = []
    for _ in range(rng.randrange(seats)):
        led.append(rng.choice(minimax.legal(position)))
        position, _, _ = minimax.after(position, led[-1])
    return OpenHands(
        rules=rules,
        trump=Suit.parse(position.trump),
        turn=Seat.parse(position.turn),
        hands={
            seat: Hand.of(map(Card.parse, hand))
            for seat, hand in zip(players, position.hands, strict=True)
        },
        side=side,
        led=tuple(map(Card.parse, led)),
    )


def as_oracle(table: OpenHands) -> minimax.Open:
    return minimax.opened(
        {seat.text(): [card.text() for card in hand] for seat, hand in table.hands.items()},
        table.turn.text(),
        table.trump.letter,
        led=[card.text() for card in table.led],
        obligation=table.rules.obligation.value,
        count=table.rules.count.name,
    )


def oracle_values(table: OpenHands) -> dict[str, int]:
    return minimax.values_with_memo(as_oracle(table), [seat.text() for seat in table.side])
