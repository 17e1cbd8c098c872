"""What a trump and a burial are worth in one deal, and which are worth most."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pinochle_solver.double_dummy.burials import Aim, BurialSearch, BuryingHands
from pinochle_solver.double_dummy.choices import Choice
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import Contract, Sums, Unit, Worth, shared, worth_of
from pinochle_solver.double_dummy.sides import bidding_side, unit_of
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table_notation.positions import TablePosition


class PlayedOut(NamedTuple):
    """What a choice comes to in one deal.

    Attributes:
        worth: what the choice is worth to the bidder.
        melds: what his side lays.
        cards: what his side wins; None if it is only known whether the contract is made.
    """

    worth: Worth
    melds: int
    cards: int | None


def play_out(
    position: TablePosition,
    hands: dict[Seat, Hand],
    choice: Choice,
    solver: OpenSolver,
    contract: Contract | None,
) -> PlayedOut:
    """What a choice is worth to the bidder in one deal.

    In games for stakes only whether the contract is made counts, and only that is asked.

    Args:
        position: the position, for the game and the bidder, who is on turn.
        hands: the cards of the deal; the bidder's may be any, because he keeps those of the choice.
        choice: trump and burial.
        solver: of open hands.
        contract: what the bidder has bid.
    """
    rules, own = position.rules, unit_of(position, position.turn)
    table = open_after(position, hands, choice)
    melds = melds_of_units(position, table)
    if only_making_counts(position, contract):
        assert contract is not None
        needed = len(_together(position, table)) * (contract.points - melds[own] - choice.buried)
        by_melds = rules.melds_win and melds[own] >= contract.points
        is_made = by_melds or (needed <= table.to_come and _reaches(solver, table, needed))
        won = needed if is_made else needed - 1
    else:
        won = solver.value(table)
    return won_by(position, table, choice, won, contract)


def won_by(
    position: TablePosition, table: OpenHands, choice: Choice, won: int, contract: Contract | None
) -> PlayedOut:
    """What a choice comes to if its side wins so much in the play.

    Args: as in `play_out`, and
        table: the hands that are played.
        won: the points; if only making the contract counts, enough or too few of them.
    """
    melds = melds_of_units(position, table)
    return PlayedOut(
        worth_of(
            position.rules,
            position.turn,
            sums_of(position, table, choice.buried, won),
            table.trump,
            contract,
        ),
        sum(melds[unit] for unit in _together(position, table)),
        None if only_making_counts(position, contract) else won,
    )


def only_making_counts(position: TablePosition, contract: Contract | None) -> bool:
    """Whether a hand is played for stakes, which do not depend on how much is won."""
    return position.rules.money is not None and contract is not None


def sums_of(position: TablePosition, table: OpenHands, buried: int, won: int) -> Sums:
    """What each unit has in the end; the burial goes with the bidder's cards.

    Args:
        position: for the game and the bidder, who is on turn.
        table: the hands that are played.
        buried: what the burial counts.
        won: what the side wins in the play.
    """
    cards = shared(position.units, table.side, won, table.to_come)
    own = unit_of(position, position.turn)
    return Sums(melds_of_units(position, table), cards | {own: cards[own] + buried})


def _together(position: TablePosition, table: OpenHands) -> list[Unit]:
    return [unit for unit in position.units if unit[0] in table.side]


def _reaches(solver: OpenSolver, table: OpenHands, points: int) -> bool:
    return points <= 0 or solver.reaches(table, points)


def open_after(position: TablePosition, hands: dict[Seat, Hand], choice: Choice) -> OpenHands:
    """The open hands after the bidder's choice; the bidder leads."""
    return OpenHands(
        rules=position.rules,
        trump=choice.move.trump,
        turn=position.turn,
        hands=hands | {position.turn: choice.kept},
        side=bidding_side(position),
    )


def melds_of_units(position: TablePosition, table: OpenHands) -> dict[Unit, int]:
    """What each unit can lay."""
    return {
        unit: sum(
            most_meld_points(table.hands[seat], table.trump, position.rules.melds)
            for seat in unit
            if lays(position.rules, seat, position.turn)
        )
        for unit in position.units
    }


def lays(rules: TableRules, seat: Seat, bidder: Seat) -> bool:
    """Whether a seat has melds to lay in this game."""
    return seat == bidder or not rules.only_bidder_melds


def search_of(position: TablePosition, hands: dict[Seat, Hand], solver: OpenSolver) -> BurialSearch:
    """The search of all trumps and burials in one deal.

    Args:
        position: for the game and the bidder, who is on turn.
        hands: the cards of the deal, the widow's among the bidder's.
        solver: of open hands.
    """
    rules = position.rules
    held = {seat: hands[seat] for seat in position.players}
    side = bidding_side(position)
    return BurialSearch(BuryingHands(rules, position.turn, held, side, rules.widow), solver=solver)


def aim_for(
    position: TablePosition,
    hands: dict[Seat, Hand],
    contract: Contract | None,
    *,
    then_most: bool,
) -> Aim:
    """What is best for the bidder, by the mean of `worth_of`.

    Args: as in `search_of`, and
        contract: what he has bid.
        then_most: whether of equals those are better that come to more together, even if the
            stakes do not depend on that.
    """
    rules, bidder, units = position.rules, position.turn, position.units
    own, side = unit_of(position, bidder), bidding_side(position)
    whole = sum(map(rules.count.of, hands.values())) + rules.count.last_trick
    laying = [seat for seat in hands if seat != bidder and lays(rules, seat, bidder)]
    theirs = {
        trump: {seat: most_meld_points(hands[seat], trump, rules.melds) for seat in laying}
        for trump in Suit
    }
    is_for_all = then_most or not only_making_counts(position, contract)

    @cache
    def worth(trump: Suit, melds: int, buried: int, won: int) -> tuple[float, ...]:
        laid = theirs[trump]
        of_units = {unit: sum(laid.get(seat, 0) for seat in unit) for unit in units}
        of_units[own] += melds - sum(laid.get(seat, 0) for seat in side)
        cards = shared(units, side, won, whole - buried)
        sums = Sums(of_units, cards | {own: cards[own] + buried})
        mean = worth_of(rules, bidder, sums, trump, contract).mean
        return (mean, melds + buried + won) if is_for_all else (mean,)

    return Aim(worth) if is_for_all else Aim(worth, margins=(0,), ranks=False)
