"""The last tricks of a playout with all cards face up, beside the solver of open hands."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.table_worlds import late_position
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import PlayCard
from pinochle_solver.table.seats import Seat

GAMES = ("auction", "partnership", "firehouse", "partnership-auction", "corners", "check")


def side_of(hand: TableHand) -> tuple[Seat, ...]:
    """The unit of the bidder; if nobody bid, that of the seat on turn."""
    first = hand.turn if hand.bidder is None else hand.bidder
    return next(unit for unit in hand.rules.units(hand.dealer) if first in unit)


def open_values(hand: TableHand) -> dict[Card, int]:
    """What the side still wins by each card, by the solver of open hands."""
    assert hand.turn is not None
    assert hand.trump is not None
    hands = {seat: hand.hands[seat] for seat in hand.players}
    table = OpenHands(hand.rules, hand.trump, hand.turn, hands, side_of(hand), tuple(hand.led))
    return CompiledSolver().values(table)


@pytest.mark.parametrize("cards_left", [2, 4, 6])
@pytest.mark.parametrize("name", GAMES)
def test_cards_that_are_all_known_are_worth_what_the_solver_says(
    name: str, cards_left: int
) -> None:
    solver = DoubleDummySolver(1.0)
    for seed in range(8):
        hand = late_position(name, seed, cards_left, topall=seed % 4 == 3)
        for _ in range(seed % len(hand.players)):
            hand = hand.after(next(iter(hand.legal_moves())))
        assert hand.turn is not None
        cards = list(dict.fromkeys(m.card for m in hand.legal_moves() if isinstance(m, PlayCard)))
        world = np.array([[list(hand.hands[seat].counts) for seat in hand.players]], np.uint8)
        results = np.empty((1, len(cards), len(hand.players), 2), np.int16)
        done = playouts_from(known_to_all(position_of(hand, hand.turn))).evaluate(
            world,
            bytes(card.index for card in cards),
            results,
            StopFlag(),
            solver=solver,
            open_tricks=cards_left,
        )
        assert done == 1
        own = [hand.players.index(seat) for seat in side_of(hand)]
        won = results[0, :, own, 0].sum(axis=0)
        assert dict(zip(cards, won.tolist(), strict=True)) == open_values(hand)
        # No point and no trick is lost.
        assert (results[0, :, :, 1].sum(axis=1) == cards_left).all()
        assert len({*results[0, :, :, 0].sum(axis=1).tolist()}) == 1


def test_only_the_last_tricks_are_open() -> None:
    hand = late_position("partnership", 3, 6)
    assert hand.turn is not None
    playouts = playouts_from(known_to_all(position_of(hand, hand.turn)))
    card = bytes([next(iter(hand.legal_moves())).card.index])  # type: ignore[union-attr]
    world = np.array([[list(hand.hands[seat].counts) for seat in hand.players]], np.uint8)

    def results(open_tricks: int) -> list[int]:
        found = np.empty((1, 1, 4, 2), np.int16)
        solver = DoubleDummySolver(1.0)
        playouts.evaluate(world, card, found, StopFlag(), solver=solver, open_tricks=open_tricks)
        return found.ravel().tolist()  # type: ignore[no-any-return]

    plain = np.empty((1, 1, 4, 2), np.int16)
    playouts.evaluate(world, card, plain, StopFlag())
    assert results(0) == plain.ravel().tolist()
    assert len({tuple(results(tricks)) for tricks in range(7)}) > 1


def test_a_stopped_world_is_not_counted() -> None:
    hand = late_position("check", 1, 6)
    assert hand.turn is not None
    stop = StopFlag()
    stop.set()
    world = np.array([[list(hand.hands[seat].counts) for seat in hand.players]], np.uint8)
    card = bytes([next(iter(hand.legal_moves())).card.index])  # type: ignore[union-attr]
    found = np.empty((1, 1, 4, 2), np.int16)
    playouts = playouts_from(known_to_all(position_of(hand, hand.turn)))
    solver = DoubleDummySolver(1.0)
    assert playouts.evaluate(world, card, found, stop, solver=solver, open_tricks=6) == 0
    halted = DoubleDummySolver(1.0)
    halted.halt()
    assert playouts.evaluate(world, card, found, StopFlag(), solver=halted, open_tricks=6) == 0
