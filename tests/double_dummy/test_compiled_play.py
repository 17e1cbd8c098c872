"""How the compiled modules play the cards of open hands, beside the referee of the table games."""

from __future__ import annotations

import random

from helpers.open_tables import random_table
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.rules import Obligation
from pinochle_solver.table.tricks import legal_cards, winner_of


def test_the_cards_that_may_be_played_are_the_referees() -> None:
    """At positions of whole hands, too; a search that stops at once knows them all."""
    solver = DoubleDummySolver(1)
    seen = set()
    for seed in range(5000):
        table = random_table(random.Random(f"obligations/{seed}"), most=15)
        legal = legal_cards(table.hands[table.turn], table.led, table.trump, table.rules.obligation)
        [found] = solver.solve(packed(table), True, 0, 1, 0.0, StopFlag())
        assert sorted(index for index, _, _ in found[3]) == sorted(card.index for card in legal)
        chosen = len(legal) < len(set(table.hands[table.turn]))
        seen.add((table.rules.obligation, len(table.hands), len(table.led), chosen))
    obliged = {(seats, led) for seats in (3, 4) for led in range(1, seats)}
    assert {(each, *open_trick, True) for each in Obligation for open_trick in obliged} <= seen


def test_tricks_are_won_as_the_referee_says() -> None:
    """And every card of a best line is one that may be played."""
    solver = DoubleDummySolver(4)
    for seed in range(400):
        table = random_table(random.Random(f"tricks/{seed}"), most=5)
        [found] = solver.solve(packed(table), True, 0, 0, 0.0, StopFlag())
        hands, seats = dict(table.hands), tuple(table.hands)
        turn, led, winners = seats.index(table.turn), list(table.led), []
        for card in map(Card.from_index, found[4]):
            hand = hands[seats[turn]]
            assert card in legal_cards(hand, led, table.trump, table.rules.obligation)
            hands[seats[turn]] = hand.without(card)
            led.append(card)
            turn = (turn + 1) % len(seats)
            if len(led) == len(seats):
                # Who was to play next led this trick.
                turn = (turn + winner_of(led, table.trump)) % len(seats)
                winners.append(turn)
                led = []
        assert bytes(winners) == found[5]
        assert not any(hands.values())
