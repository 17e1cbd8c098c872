"""What each trump and burial is worth, over deals of the cards that the bidder does not see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.choices import Choice, likely_choices
from pinochle_solver.double_dummy.estimates import (
    Estimate,
    Stake,
    chance_of,
    difference,
    mean_of,
    points_of_a_deal,
)
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver, SolverStoppedError
from pinochle_solver.double_dummy.outcomes import (
    Contract,
    Sums,
    Unit,
    Worth,
    at_stake,
    conceded,
    shared,
    worth_of,
)
from pinochle_solver.double_dummy.sides import bidding_side, standing_of, unit_of
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import CONCEDE
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table_notation.positions import TablePosition

MOST_CHOICES = 24
"""How many burials are tried, the likeliest by guess."""
# After this many deals, twice as many, and so on, choices are dropped that are behind the best by
# more than this many standard errors. Half of the others stay, at least two.
_FIRST_LOOK = 6
_CLEARLY = 3.0
# The share of the time that the first deal may take; choices that it does not reach are left out.
_FIRST_SHARE = 0.25


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


@dataclass(slots=True)
class _Trial:
    """The results of a choice in each deal."""

    choice: Choice
    means: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    melds: list[float] = field(default_factory=list)
    cards: list[float] = field(default_factory=list)

    def add(self, played: PlayedOut) -> None:
        """Note the result of the choice in one more deal."""
        self.means.append(played.worth.mean)
        self.wins.append(played.worth.win)
        self.melds.append(played.melds)
        if played.cards is not None:
            self.cards.append(played.cards)


def burial_chances(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    most: int = MOST_CHOICES,
) -> list[MoveChance]:
    """The burials worth a trial: first those tried to the end, with the best mean first.

    Args:
        position: a position in which the bidder names trump and buries.
        worlds: deals of what is hidden.
        solver: of open hands.
        most: how many burials are tried.
    """
    rules, bidder, contract = position.rules, position.turn, standing_of(position).contract
    hand = position.hands[bidder].known
    trials = [_Trial(c) for c in likely_choices(hand, rules.widow, rules.count, most)]
    left, look = trials, _FIRST_LOOK
    number = 0

    def play(world: World) -> list[PlayedOut]:
        found: list[PlayedOut] = []
        for trial in left:
            try:
                found.append(play_out(position, world.hands, trial.choice, solver, contract))
            except SolverStoppedError:
                # What is known from the first deal is kept: it is better than nothing.
                if number or not found:
                    raise
                break
            if not number and worlds.spent > _FIRST_SHARE:
                break
        return found

    for found in worlds.each(play):
        number += 1
        for trial, played in zip(left, found, strict=False):
            trial.add(played)
        if number == 1:
            left = trials = trials[: len(found)]
        if number == look:
            left, look = _still_in_it(left), 2 * look
    if not number:
        return []
    trials = sorted(
        trials, key=lambda trial: (-len(trial.means), -sum(trial.means), -trial.choice.guess)
    )
    stakes = [_stake(trial, rules, contract) for trial in trials]
    best, stake = trials[0].means, stakes[0]
    if not rules.melds_win or contract is None:
        return [_chance(trial, own, best, stake) for trial, own in zip(trials, stakes, strict=True)]
    given_up = conceded(rules, contract)
    concession, its = [given_up.mean] * len(best), Stake.sure(given_up.mean)
    if given_up.mean > sum(best) / len(best):
        best, stake = concession, its
    chances = [_chance(trial, own, best, stake) for trial, own in zip(trials, stakes, strict=True)]
    concedes = MoveChance(
        move=CONCEDE,
        mean=Estimate(given_up.mean, 0.0),
        win=Estimate(given_up.win, 0.0),
        behind=_behind(concession, its, best, stake),
        is_level=best == concession,
        worlds=len(best),
    )
    place = sum(
        1
        for chance in chances
        if chance.worlds == len(best) and chance.mean and chance.mean.mean >= given_up.mean
    )
    return [*chances[:place], concedes, *chances[place:]]


def _still_in_it(trials: list[_Trial]) -> list[_Trial]:
    """The choices worth more deals: the better half of those not clearly behind."""
    order = sorted(trials, key=lambda trial: -sum(trial.means))
    best = order[0]
    near = [best]
    for trial in order[1:]:
        behind = difference(best.means, trial.means)
        if behind.mean <= _CLEARLY * behind.se:
            near.append(trial)
    return near[: max(2, (len(trials) + 1) // 2)]


def _stake(trial: _Trial, rules: TableRules, contract: Contract | None) -> Stake:
    """The possible results of a deal with a choice."""
    if _is_certain(trial.choice, rules, contract):
        return Stake.sure(trial.means[0])
    return at_stake(rules, rules.hand, trial.choice.move.trump, contract)


def _chance(trial: _Trial, own: Stake, best: list[float], stake: Stake) -> MoveChance:
    """The reported result of a choice; `best` are the best's, `stake` what a deal may bring."""
    in_hand = Stake(points_of_a_deal(len(trial.choice.kept)))
    return MoveChance(
        move=trial.choice.move,
        mean=mean_of(trial.means, own),
        win=(chance_of if own.apart else mean_of)(trial.wins),
        behind=_behind(trial.means, own, best, stake),
        is_level=best[: len(trial.means)] == trial.means,
        melds=sum(trial.melds) / len(trial.melds),
        buried=trial.choice.buried,
        cards=mean_of(trial.cards, in_hand) if trial.cards else None,
        worlds=len(trial.means),
    )


def _behind(means: list[float], own: Stake, best: list[float], stake: Stake) -> Estimate:
    return difference(best, means, None if means is best else stake.less(own))


def _is_certain(choice: Choice, rules: TableRules, contract: Contract | None) -> bool:
    """Whether in a game for stakes what the bidder lays decides, whatever cards are won."""
    if contract is None or not rules.melds_win:
        return False
    return not choice.melds < contract.points <= choice.melds + rules.whole_count


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
    together = [unit for unit in position.units if unit[0] in table.side]
    if rules.money is None or contract is None:
        cards = solver.value(table)
        won = cards
    else:
        needed = len(together) * (contract.points - melds[own] - choice.buried)
        by_melds = rules.melds_win and melds[own] >= contract.points
        is_made = by_melds or (needed <= table.to_come and _reaches(solver, table, needed))
        cards, won = None, needed if is_made else needed - 1
    parts = shared(position.units, table.side, won, table.to_come)
    sums = Sums(melds, parts | {own: parts[own] + choice.buried})
    worth = worth_of(rules, position.turn, sums, table.trump, contract)
    return PlayedOut(worth, sum(melds[unit] for unit in together), cards)


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
            most_meld_points(table.hands[seat], table.trump)
            for seat in unit
            if lays(position.rules, seat, position.turn)
        )
        for unit in position.units
    }


def lays(rules: TableRules, seat: Seat, bidder: Seat) -> bool:
    """Whether a seat has melds to lay in this game."""
    return seat == bidder or not rules.only_bidder_melds
