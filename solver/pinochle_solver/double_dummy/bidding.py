"""The chance of each contract, should the seat on turn become the bidder."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.burying import melds_of_units, open_after
from pinochle_solver.double_dummy.choices import Choice, likely_choices
from pinochle_solver.double_dummy.estimates import Stake, chance_of, mean_of
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    Contract,
    Sums,
    at_stake,
    conceded,
    shared,
    worth_of,
)
from pinochle_solver.double_dummy.sides import unit_of
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.money import has_four_aces
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table_notation.positions import TablePosition

MOST_CHOICES = 8
"""How many burials are tried in each deal, the likeliest by guess."""
_FIRST_SHARE = 0.1
"""Fewer are tried if the first deal takes more than this part of the time."""

_Tried = tuple[int, Choice, OpenHands, int]
"""A total, the choice that makes it, the open hands after it, and what the side wins with them."""


def bid_chances(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    most: int = MOST_CHOICES,
) -> list[MoveChance]:
    """The possible calls, in rising order of bids, each with the chance to make its contract.

    A contract counts as made if, for some trump and burial, the melds, the burial and the cards won
    with all hands open reach it. Only `most` burials are tried, so the chance is a lower bound. The
    mean is what the hand is worth if it is bought for this bid, and trump is the suit that is worth
    most. A contract that no choice makes is given up if that is possible and cheaper.

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
    four_aces = has_four_aces(position.hands[seat].known)
    number = 0

    def play(world: World) -> list[_Tried]:
        hand = joined(world.hands[seat], world.widow)
        return best_choices(position, world.hands, hand, solver, most)

    for found in worlds.each(play):
        number += 1
        if number == 1 and worlds.spent:
            most = max(1, min(most, int(most * _FIRST_SHARE / worlds.spent)))
        sums = {table.trump: _sums(position, choice, table, won) for _, choice, table, won in found}
        for call in made:
            assert call.bid is not None
            contract = Contract(seat, call.bid, position.kitty or 0, four_aces)
            made[call].append(float(found[0][0] >= call.bid))
            means = {
                trump: worth_of(rules, seat, each, trump, contract).mean
                for trump, each in sums.items()
            }
            trump = max(means, key=means.__getitem__)
            stakes[call].append(
                at_stake(rules, rules.hand, trump, contract, may_concede=rules.melds_win)
            )
            mean = means[trump]
            if rules.melds_win:
                mean = max(mean, conceded(rules, contract).mean)
            worth[call].append(mean)
    if not number:
        return []
    return [
        MoveChance(
            move=call,
            mean=mean_of(worth[call], Stake.of_any(stakes[call])) if call in made else None,
            chance=chance_of(made[call]) if call in made else None,
            worlds=number,
        )
        for call in calls
    ]


def _sums(position: TablePosition, choice: Choice, table: OpenHands, won: int) -> Sums:
    """What each unit has after a choice; the burial goes with the bidding side's cards."""
    cards = shared(position.units, table.side, won, table.to_come)
    own = unit_of(position, position.turn)
    return Sums(melds_of_units(position, table), cards | {own: cards[own] + choice.buried})


def best_choices(
    position: TablePosition,
    hands: dict[Seat, Hand],
    hand: Hand,
    solver: OpenSolver,
    most: int,
) -> list[_Tried]:
    """What makes the most for a seat as the bidder in one deal: total, choice, cards, their points.

    In games for stakes choices follow that make less in suits for which more is paid, again those
    that make the most.

    Args:
        position: for the game and the seat, who is on turn.
        hands: the cards of the deal.
        hand: those of the seat and of the widow.
        solver: of open hands.
        most: how many burials are tried.
    """
    rules, found = position.rules, list[_Tried]()
    choices = likely_choices(hand, rules.widow, rules.count, most)
    while choices:
        best = _best_of(position, hands, choices, solver)
        found.append(best)
        pays = _factor(rules, best[1])
        choices = [choice for choice in choices if _factor(rules, choice) > pays]
    return found


def _factor(rules: TableRules, choice: Choice) -> int:
    """How many times the base is paid in its suit; in games that are not for stakes once."""
    return 1 if rules.money is None else rules.money.factors[choice.move.trump]


def _best_of(
    position: TablePosition, hands: dict[Seat, Hand], choices: list[Choice], solver: OpenSolver
) -> _Tried:
    """Of these choices the one that makes the most."""
    own = unit_of(position, position.turn)
    best: _Tried | None = None
    for choice in choices:
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
