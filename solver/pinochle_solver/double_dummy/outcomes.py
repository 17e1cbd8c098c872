"""What a hand is worth to the seat to decide, once its cards are played open (section 6).

A hand is worth what is paid for it: money, or checks, or points toward the game (`currency_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from pinochle_solver.double_dummy.estimates import Stake, points_of_a_deal
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.checks_paid import (
    CheckPart,
    game_checks,
    hand_check_parts,
    meld_checks,
    sum_of,
)
from pinochle_solver.table.game import standing
from pinochle_solver.table.melds import TableMelds, meld_points
from pinochle_solver.table.money import Stakes, paid_for_aces, stakes_of
from pinochle_solver.table.rules import CheckRules, TableRules
from pinochle_solver.table.seats import Seat

Unit = tuple[Seat, ...]

CENTS, CHECKS, POINTS, GAME = "cents", "checks", "points", "game"


class Worth(NamedTuple):
    """What a hand is worth to one seat.

    Attributes:
        mean: in games for stakes what the seat is paid. Else what its unit gets minus what the
            others get (the average of several others): checks, or points toward the game.
        win: 1 if the contract is made, or for a seat of the other side if it is set, else 0.
            Without a contract 1 for the most points, shared if several units have them.
    """

    mean: float
    win: float


class Laid(NamedTuple):
    """What melds bring if they count: points, and checks where these are paid (else 0)."""

    points: int = 0
    checks: int = 0

    def plus(self, other: Laid) -> Laid:
        """Both together."""
        return Laid(self.points + other.points, self.checks + other.checks)


def laid_by(rules: TableRules, melds: TableMelds) -> Laid:
    """What the melds of one seat bring."""
    checks = 0 if rules.checks is None else meld_checks(rules.checks, melds)
    return Laid(meld_points(melds, rules.melds), checks)


def laid_by_units(
    rules: TableRules, units: Iterable[Unit], melds: Mapping[Seat, TableMelds]
) -> dict[Unit, Laid]:
    """What the melds of each unit bring; a seat that is not given lays none."""
    found = dict[Unit, Laid]()
    for unit in units:
        laid = Laid()
        for seat in unit:
            laid = laid.plus(laid_by(rules, melds.get(seat, ())))
        found[unit] = laid
    return found


@dataclass(frozen=True, slots=True)
class Contract:
    """What has been bid, and by whom.

    Attributes:
        bidder: the bidder.
        points: the contract.
        kitty: what is in the kitty before the hand.
        four_aces: whether the bidder was dealt four different aces, for which he may be paid.
        score: what each of `TableRules.score_units` stands at before the hand; None if that is not
            told, and the hand is worth only what is paid for itself.
        are_melds_known: whether it is known which melds were laid. In a game for checks the hand is
            worth its points if not.
    """

    bidder: Seat
    points: int
    kitty: int = 0
    four_aces: bool = False
    score: tuple[int, ...] | None = None
    are_melds_known: bool = True

    def stakes(self, rules: TableRules, trump: Suit) -> Stakes:
        """What the contract is played for; the game must be one for stakes."""
        assert rules.money is not None
        for_aces = paid_for_aces(rules) if self.four_aces else 0
        return stakes_of(rules.money, self.points, trump, self.kitty, for_aces)


def currency_of(rules: TableRules, contract: Contract | None) -> str:
    """What a hand is worth is counted in `CENTS`, `CHECKS` or `POINTS`.

    Without a contract, and without the melds that checks are paid for, these are points.
    """
    if contract is None:
        return POINTS
    if rules.money is not None:
        return POINTS if rules.money.in_points else CENTS
    return CHECKS if rules.checks is not None and contract.are_melds_known else POINTS


def counts_game(rules: TableRules, contract: Contract | None) -> bool:
    """Whether what is paid for the game is part of what a hand is worth."""
    return (
        contract is not None
        and currency_of(rules, contract) == CHECKS
        and contract.score is not None
        and rules.end is not None
    )


@dataclass(frozen=True, slots=True)
class Sums:
    """What each unit has, as open cards show.

    Attributes:
        melds: what each unit has laid.
        cards: what the cards of each unit count; the burial goes with the bidding side's.
        uncounted: the units whose melds do not count, because they have won no trick.
        sweeper: who has won all tricks of the hand, if one unit has.
    """

    melds: Mapping[Unit, Laid]
    cards: Mapping[Unit, float]
    uncounted: frozenset[Unit] = frozenset()
    sweeper: Unit | None = None

    def total(self, unit: Unit) -> float:
        """The points of both together, as far as melds count."""
        return self._counted(unit).points + self.cards[unit]

    def meld_checks(self, unit: Unit) -> int:
        """The checks for the melds of a unit, if they count."""
        return self._counted(unit).checks

    def _counted(self, unit: Unit) -> Laid:
        return Laid() if unit in self.uncounted else self.melds[unit]


def shared(
    units: Iterable[Unit], side: tuple[Seat, ...], won: int, to_come: int
) -> dict[Unit, float]:
    """What each unit wins of the cards to come; units of one side get equal parts.

    Args:
        units: who scores together.
        side: the seats of one side.
        won: what this side wins.
        to_come: what both sides win.
    """
    units = list(units)
    with_side = [unit for unit in units if unit[0] in side]
    against = [unit for unit in units if unit[0] not in side]
    parts = {unit: won / len(with_side) for unit in with_side}
    return parts | {unit: (to_come - won) / len(against) for unit in against}


def splits(
    units: Iterable[Unit], side: tuple[Seat, ...], won: int, to_come: int
) -> Iterator[dict[Unit, float]]:
    """The extremes between which units of one side may part what it wins. Args: as of `shared`."""
    units = list(units)
    with_side = [unit for unit in units if unit[0] in side]
    against = [unit for unit in units if unit[0] not in side]
    for one, other in product(with_side, against):
        yield dict.fromkeys(units, 0.0) | {one: float(won), other: float(to_come - won)}


def worth_of(
    rules: TableRules, seat: Seat, sums: Sums, trump: Suit, contract: Contract | None
) -> Worth:
    """What a hand is worth to a seat.

    Args:
        rules: the game.
        seat: the seat to decide.
        sums: what each unit has at the end.
        trump: the trump suit.
        contract: what has been bid; None: nothing has been bid, or it is not known.
    """
    units = list(sums.cards)
    own = next(unit for unit in units if seat in unit)
    scores, made = scores_of(sums, contract)
    if contract is None:
        best = [unit for unit in units if scores[unit] == max(scores.values())]
        return Worth(_lead(scores, own), 1 / len(best) if own in best else 0.0)
    bidding = next(unit for unit in units if contract.bidder in unit)
    win = float(made == (own == bidding))
    if rules.money is not None:
        return Worth(_money(rules, own == bidding, made, contract.stakes(rules, trump)), win)
    if rules.checks is not None and contract.are_melds_known:
        scores = _checks(rules, rules.checks, sums, contract, scores, made=made)
    return Worth(_lead(scores, own), win)


def scores_of(sums: Sums, contract: Contract | None) -> tuple[dict[Unit, float], bool]:
    """What the units score in a hand, and whether the contract is made; False without one."""
    scores = {unit: sums.total(unit) for unit in sums.cards}
    if contract is None:
        return scores, False
    bidding = next(unit for unit in scores if contract.bidder in unit)
    made = scores[bidding] >= contract.points
    return scores if made else scores | {bidding: -float(contract.points)}, made


def at_stake(
    rules: TableRules,
    cards: int,
    trump: Suit,
    contract: Contract | None,
    *,
    for_bidder: bool = True,
    may_concede: bool = False,
) -> Stake:
    """The possible results of deals played alike, if the contract may be made or set.

    Not for games for checks: see `Finish.stake`.

    Args: as in `worth_of`, and
        cards: how many are in a hand.
        for_bidder: whether the seat to decide is of the bidding side.
        may_concede: whether a contract that would be set is given up.
    """
    if contract is None:
        return Stake(points_of_a_deal(cards))
    if rules.money is None:
        return Stake(max(2.0 * contract.points, points_of_a_deal(cards)))
    stakes = contract.stakes(rules, trump)
    least, most = (_money(rules, for_bidder, made, stakes) for made in (not for_bidder, for_bidder))
    if may_concede:
        least = max(least, conceded(rules, contract).mean)
    return Stake(most - least, least, most)


def where_settled(rules: TableRules, cards: int) -> Stake:
    """The possible results of deals, if it is settled whether the contract is made."""
    return Stake() if rules.money is not None else Stake(points_of_a_deal(cards))


def conceded(rules: TableRules, contract: Contract) -> Worth:
    """What conceding costs the bidder of a game for stakes."""
    stakes = contract.stakes(rules, Suit.CLUBS)  # it costs the same in every suit
    return Worth(-float(_opponents(rules) * stakes.conceded + stakes.kitty_conceded), 0.0)


def _lead(scores: Mapping[Unit, float], own: Unit) -> float:
    others = [score for unit, score in scores.items() if unit != own]
    return scores[own] - sum(others) / len(others)


def _money(rules: TableRules, is_bidder: bool, made: bool, stakes: Stakes) -> float:
    each = stakes.made if made else -stakes.lost
    if not is_bidder:
        return -float(each)
    return float(_opponents(rules) * each + (stakes.kitty_made if made else -stakes.kitty_lost))


def _opponents(rules: TableRules) -> int:
    """How many players the bidder settles with: all others at the table."""
    return len(rules.score_units) - 1


def _checks(
    rules: TableRules,
    checks: CheckRules,
    sums: Sums,
    contract: Contract,
    scores: Mapping[Unit, float],
    *,
    made: bool,
) -> dict[Unit, float]:
    """What each unit gets in checks, with those for the game if the hand ends it.

    `scores` are what the units score in the hand.
    """
    found: dict[Unit, float] = {
        unit: sum_of(
            hand_check_parts(
                checks,
                contract.points,
                is_bidding=contract.bidder in unit,
                is_made=made,
                melds=(CheckPart("melds", sums.meld_checks(unit)),),
                has_all_tricks=unit == sums.sweeper,
            )
        )
        for unit in scores
    }
    if contract.score is not None and rules.end is not None:
        # Equal parts of what a side wins may be no whole points; a score is.
        after = {
            unit: before + round(scores.get(unit, 0))
            for unit, before in zip(rules.score_units, contract.score, strict=True)
        }
        bidding = next(unit for unit in after if contract.bidder in unit)
        winner = standing(rules, after, bidding, is_made=made).winner
        if winner in found:
            losers = max(score for unit, score in after.items() if unit != winner)
            found[winner] += game_checks(checks, losers)
    return found
