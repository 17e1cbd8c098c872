"""What a trump and a burial are worth in one deal, and which are worth most."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pinochle_solver.double_dummy.burials import Aim, BurialSearch, BuryingHands
from pinochle_solver.double_dummy.choices import Choice, choice_of
from pinochle_solver.double_dummy.estimates import Stake
from pinochle_solver.double_dummy.finishing import Finish, Won
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    CHECKS,
    Contract,
    Laid,
    Unit,
    Worth,
    currency_of,
    laid_by,
    laid_by_units,
)
from pinochle_solver.double_dummy.sides import bidding_side, unit_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import most_melds
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


class PlayedOut(NamedTuple):
    """What a choice comes to in one deal.

    Attributes:
        worth: what the choice is worth to the bidder.
        melds: what his side lays.
        cards: what his side wins; None if it is only known whether the contract is made.
        stake: in games for checks the results that the deal might have had with this choice.
    """

    worth: Worth
    melds: int
    cards: int | None
    stake: Stake | None


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
    finish = finish_after(position, open_after(position, hands, choice), choice.buried, contract)
    if not only_making_counts(position, contract):
        return played_out(finish, finish.won(solver))
    assert contract is not None
    table, melds = finish.table, finish.melds[own].points
    needed = len(_together(finish)) * (contract.points - melds - choice.buried)
    by_melds = rules.melds_win and melds >= contract.points
    is_made = by_melds or (needed <= table.to_come and _reaches(solver, table, needed))
    return played_out(finish, Won(needed if is_made else needed - 1))


def played_out(finish: Finish, won: Won) -> PlayedOut:
    """What a choice comes to if its side wins so much in the play.

    Args:
        finish: the end of the hand after the choice.
        won: what is won; if only making the contract counts, enough or too few points.
    """
    return PlayedOut(
        finish(won),
        sum(finish.melds[unit].points for unit in _together(finish)),
        None if finish.is_for_stakes else won.points,
        finish.stake() if finish.counts_checks else None,
    )


def only_making_counts(position: TablePosition, contract: Contract | None) -> bool:
    """Whether a hand is played for stakes, which do not depend on how much is won."""
    return position.rules.money is not None and contract is not None


def finish_after(
    position: TablePosition, table: OpenHands, buried: int, contract: Contract | None
) -> Finish:
    """The end of a hand of which the bidder has named trump and buried, all melds laid.

    Args:
        position: for the game and the bidder, who is on turn.
        table: the hands that are played.
        buried: what the burial counts, with the bidder's cards.
        contract: what he has bid.
    """
    own = unit_of(position, position.turn)
    return Finish(
        rules=position.rules,
        seat=position.turn,
        bidder=position.turn,
        table=table,
        melds=melds_of_units(position, table),
        cards={unit: float(buried * (unit == own)) for unit in position.units},
        with_trick=frozenset(),
        contract=contract,
    )


def _together(finish: Finish) -> list[Unit]:
    return [unit for unit in finish.melds if unit[0] in finish.table.side]


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


def melds_of_units(position: TablePosition, table: OpenHands) -> dict[Unit, Laid]:
    """What the melds of each unit bring if it lays all that it can."""
    melds = {
        seat: most_melds(hand, table.trump)
        for seat, hand in table.hands.items()
        if lays(position.rules, seat, position.turn)
    }
    return laid_by_units(position.rules, position.units, melds)


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

    A side that wins nothing is taken to win a trick, and one that wins all points all tricks: the
    best that can be.

    Args: as in `search_of`, and
        contract: what he has bid.
        then_most: whether of equals those are better that come to more together, even if the
            stakes do not depend on that.
    """
    rules, hand = position.rules, hands[position.turn]
    is_for_all = then_most or not only_making_counts(position, contract)
    in_checks = currency_of(rules, contract) == CHECKS
    finishes: dict[tuple[Suit, int, int, int], Finish] = {}

    @cache
    def checks_of(move: Bury) -> int:
        melds = most_melds(less(hand, move.cards), move.trump)
        return laid_by(rules, melds).checks

    @cache
    def mean_of(trump: Suit, melds: int, checks: int, buried: int, won: int) -> float:
        finish = finishes[trump, melds, checks, buried]
        return finish(finish.most(won)).mean

    def worth(move: Bury, melds: int, buried: int, won: int) -> tuple[float, ...]:
        # Decisions with the same numbers end alike, however many there are.
        key = move.trump, melds, checks_of(move) if in_checks else 0, buried
        if key not in finishes:
            choice = choice_of(hand, move, rules)
            table = open_after(position, hands, choice)
            finishes[key] = finish_after(position, table, buried, contract)
        mean = mean_of(*key, won)
        return (mean, melds + buried + won) if is_for_all else (mean,)

    if is_for_all:
        return Aim(worth, more_is_better=not in_checks)
    return Aim(worth, margins=(0,), ranks=False)
