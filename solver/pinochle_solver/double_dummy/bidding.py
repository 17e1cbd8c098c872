"""The chance of each contract, should the seat on turn become the bidder."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.burying import melds_of_units, open_after
from pinochle_solver.double_dummy.choices import Choice, likely_choices
from pinochle_solver.double_dummy.estimates import CHANCE, Stake, mean_of
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    Contract,
    Sums,
    at_stake,
    conceded,
    shared,
    worth_of,
)
from pinochle_solver.double_dummy.sides import side_of
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.moves import Call
from pinochle_solver.table.seats import Seat
from pinochle_solver.table_notation.positions import TablePosition

MOST_CHOICES = 8
"""How many burials are tried in each deal, the likeliest by guess."""
_FIRST_SHARE = 0.1
"""Fewer are tried if the first deal takes more than this part of the time."""


def bid_chances(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    most: int = MOST_CHOICES,
) -> list[MoveChance]:
    """The possible calls, in rising order of bids, each with the chance to make its contract.

    A contract counts as made if, for some trump and burial, the melds, the burial and the cards won
    with all hands open reach it. Only `most` burials are tried, so the chance is a lower bound. The
    mean is what the hand is worth if it is bought for this bid. A contract that no choice makes is
    given up if that is possible and cheaper.

    Args:
        position: a position in the auction.
        worlds: deals of what is hidden.
        solver: of open hands.
        most: how many burials are tried in each deal.
    """
    rules, seat = position.rules, position.turn
    calls = [move for move in position.legal_moves() if isinstance(move, Call)]
    made: dict[Call, list[float]] = {call: [] for call in calls if call.bid is not None}
    worth: dict[Call, list[float]] = {call: [] for call in made}
    stakes: dict[Call, list[Stake]] = {call: [] for call in made}
    number = 0

    def play(world: World) -> tuple[int, Choice, OpenHands, int]:
        hand = joined(world.hands[seat], world.widow)
        return best_choice(position, world.hands, hand, solver, most)

    for total, choice, table, won in worlds.each(play):
        number += 1
        if number == 1 and worlds.spent:
            most = max(1, min(most, int(most * _FIRST_SHARE / worlds.spent)))
        cards = shared(position.units, table.side, won, table.to_come)
        own = side_of(position, seat)
        sums = Sums(melds_of_units(position, table), cards | {own: cards[own] + choice.buried})
        for call in made:
            assert call.bid is not None
            contract = Contract(seat, call.bid, position.kitty or 0)
            made[call].append(float(total >= call.bid))
            mean = worth_of(rules, seat, sums, table.trump, contract).mean
            stakes[call].append(
                at_stake(rules, rules.hand, table.trump, contract, may_concede=rules.melds_win)
            )
            if rules.melds_win:
                mean = max(mean, conceded(rules, contract).mean)
            worth[call].append(mean)
    if not number:
        return []
    return [
        MoveChance(
            move=call,
            mean=mean_of(worth[call], Stake.of_any(stakes[call])) if call in made else None,
            chance=mean_of(made[call], CHANCE) if call in made else None,
            worlds=number,
        )
        for call in calls
    ]


def best_choice(
    position: TablePosition,
    hands: dict[Seat, Hand],
    hand: Hand,
    solver: OpenSolver,
    most: int,
) -> tuple[int, Choice, OpenHands, int]:
    """The most that a seat makes as the bidder in one deal: total, choice, cards and what they win.

    Args:
        position: for the game and the seat, who is on turn.
        hands: the cards of the deal.
        hand: those of the seat and of the widow.
        solver: of open hands.
        most: how many burials are tried.
    """
    rules, own = position.rules, side_of(position, position.turn)
    best: tuple[int, Choice, OpenHands, int] | None = None
    for choice in likely_choices(hand, rules.widow, rules.count, most):
        table = open_after(position, hands, choice)
        sure = melds_of_units(position, table)[own] + choice.buried
        if best is not None:
            needed = best[0] + 1 - sure
            if needed > table.to_come or not solver.reaches(table, needed):
                continue
        won = solver.value(table)
        best = sure + won, choice, table, won
    assert best is not None
    return best
