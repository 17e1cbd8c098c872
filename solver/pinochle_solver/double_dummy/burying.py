"""What each trump and burial is worth, over deals of the cards that the bidder does not see."""

from __future__ import annotations

from dataclasses import dataclass, field

from pinochle_solver.double_dummy.analysis import Findings, MoveChance
from pinochle_solver.double_dummy.choice_values import (
    PlayedOut,
    aim_for,
    finish_after,
    open_after,
    play_out,
    played_out,
    search_of,
)
from pinochle_solver.double_dummy.choices import Choice, choice_of, likely_choices
from pinochle_solver.double_dummy.estimates import (
    Estimate,
    Stake,
    chance_of,
    difference,
    mean_of,
    points_of_a_deal,
)
from pinochle_solver.double_dummy.finishing import won_with_tricks
from pinochle_solver.double_dummy.open_hands import OpenSolver, SolverStoppedError
from pinochle_solver.double_dummy.outcomes import Contract, at_stake, conceded
from pinochle_solver.double_dummy.samples import Samples
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.burial import number_of_choices
from pinochle_solver.table.moves import CONCEDE, Bury
from pinochle_solver.table.rules import TableRules

MOST_CHOICES = 48
"""How many burials are tried, the likeliest by guess."""
# After this many deals, twice as many, and so on, choices are dropped that are behind the best by
# more than this many standard errors. Half of the others stay, at least two.
_FIRST_LOOK = 6
_CLEARLY = 3.0
# The share of the time that the first deal may take; choices that it does not reach are left out.
_FIRST_SHARE = 0.25


@dataclass(slots=True)
class _Trial:
    """The results of a choice in each deal."""

    choice: Choice
    means: Samples = field(default_factory=Samples)
    wins: Samples = field(default_factory=Samples)
    melds: Samples = field(default_factory=Samples)
    cards: Samples = field(default_factory=Samples)
    stakes: set[Stake] = field(default_factory=set[Stake])

    def add(self, played: PlayedOut) -> None:
        """Note the result of the choice in one more deal."""
        self.means.append(played.worth.mean)
        self.wins.append(played.worth.win)
        self.melds.append(played.melds)
        if played.cards is not None:
            self.cards.append(played.cards)
        if played.stake is not None:
            self.stakes.add(played.stake)


@dataclass(slots=True, kw_only=True)
class _Tried:
    """The burials that were tried.

    Attributes:
        trials: their results, the most promising first.
        number: how many were tried; with open hands, how many are proven to be no better.
        is_cut: whether the clock or a stop left out what would have been tried.
        unproven: with open hands a decision that may be better than all those, if there is one.
        is_proven: with open hands, whether the best is proven to be worth just that.
    """

    trials: list[_Trial] = field(default_factory=list)
    number: int = 0
    is_cut: bool = False
    unproven: Bury | None = None
    is_proven: bool = True


def burial_chances(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    most: int = MOST_CHOICES,
) -> Findings:
    """The burials worth a trial: first those tried to the end, with the best mean first.

    If no card is hidden, the best of all burials is sought and comes first. As long as it is not
    proven that none makes the contract, conceding comes after one that may make it.

    Args:
        position: a position in which the bidder names trump and buries.
        worlds: deals of what is hidden.
        solver: of open hands.
        most: how many burials are tried.
    """
    rules, contract = position.rules, standing_of(position).contract
    hand = position.hands[position.turn].known
    choices = likely_choices(hand, rules, most)
    try_out = _tried_open if worlds.is_one else _tried_in_deals
    tried = try_out(position, worlds, solver, choices, contract)
    moves = _chances(tried.trials, rules, contract)
    if tried.unproven is not None and moves and moves[0].move == CONCEDE:
        moves.insert(0, MoveChance(move=tried.unproven, mean=None, worlds=0))
    return Findings(
        moves=moves,
        tried=tried.number,
        burials=number_of_choices(hand, rules.widow),
        is_cut=tried.is_cut,
        is_proven=tried.is_proven and not tried.is_cut,
    )


def _tried_open(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    choices: list[Choice],
    contract: Contract | None,
) -> _Tried:
    """The best of all choices, and these beside it, when no card is hidden."""
    tried = _Tried(is_cut=True)
    for world in worlds.each(lambda world: world):
        search = search_of(position, world.hands, solver)
        search.aim_at(aim_for(position, world.hands, contract, then_most=False))
        for _ in search.run():
            pass
        hand = world.hands[position.turn]
        best, is_stopped = choice_of(hand, search.best.move, position.rules), False
        for choice in [best, *(choice for choice in choices if choice.move != best.move)]:
            value = search.settle(choice.move)
            if value is None:
                continue
            table = open_after(position, world.hands, choice)
            finish = finish_after(position, table, choice.buried, contract)
            try:
                won = won_with_tricks(value.cards[0], solver, [finish])
            except SolverStoppedError:
                is_stopped = True
                break
            trial = _Trial(choice)
            trial.add(played_out(finish, won))
            tried.trials.append(trial)
            if choice is best:
                tried.is_proven = finish.is_sure(won)
        likeliest = search.likeliest
        tried.number = search.settled
        tried.is_cut = likeliest is not None or search.is_stopped or is_stopped
        tried.unproven = None if likeliest is None else likeliest.move
    return tried


def _tried_in_deals(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    choices: list[Choice],
    contract: Contract | None,
) -> _Tried:
    """These choices in random deals; those that fall clearly behind in fewer of them."""
    trials = [_Trial(choice) for choice in choices]
    left, look = trials, _FIRST_LOOK
    number, is_cut = 0, False

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
            is_cut = len(found) < len(trials)
            left = trials = trials[: len(found)]
        if number == look:
            left, look = _still_in_it(left), 2 * look
    if not number:
        return _Tried(is_cut=True)
    return _Tried(trials=trials, number=len(trials), is_cut=is_cut)


def _chances(tried: list[_Trial], rules: TableRules, contract: Contract | None) -> list[MoveChance]:
    """The results of choices, those tried to the end first, and of conceding if it is allowed."""
    if not tried:
        return []
    trials = sorted(tried, key=lambda trial: (-len(trial.means), -trial.means.total))
    stakes = [_stake(trial, rules, contract) for trial in trials]
    best, stake = trials[0].means, stakes[0]
    if not rules.melds_win or contract is None:
        return [_chance(trial, own, best, stake) for trial, own in zip(trials, stakes, strict=True)]
    given_up = conceded(rules, contract)
    concession, its = best.all_of(given_up.mean), Stake.sure(given_up.mean)
    if given_up.mean > best.mean:
        best, stake = concession, its
    chances = [_chance(trial, own, best, stake) for trial, own in zip(trials, stakes, strict=True)]
    concedes = MoveChance(
        move=CONCEDE,
        mean=Estimate(given_up.mean, 0.0),
        win=Estimate(given_up.win, 0.0),
        behind=_behind(concession, its, best, stake),
        is_level=best.minus(concession).are_zero,
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
    order = sorted(trials, key=lambda trial: -trial.means.total)
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
        return Stake.sure(trial.means.mean)
    if trial.stakes:
        return Stake.of_any(trial.stakes)
    return at_stake(rules, rules.hand, trial.choice.move.trump, contract)


def _chance(trial: _Trial, own: Stake, best: Samples, stake: Stake) -> MoveChance:
    """The reported result of a choice; `best` are the best's, `stake` what a deal may bring."""
    in_hand = Stake(points_of_a_deal(len(trial.choice.kept)))
    return MoveChance(
        move=trial.choice.move,
        mean=mean_of(trial.means, own),
        win=(chance_of if own.apart else mean_of)(trial.wins),
        behind=_behind(trial.means, own, best, stake),
        is_level=best.minus(trial.means).are_zero,
        melds=trial.melds.mean,
        buried=trial.choice.buried,
        cards=mean_of(trial.cards, in_hand) if len(trial.cards) else None,
        worlds=len(trial.means),
    )


def _behind(means: Samples, own: Stake, best: Samples, stake: Stake) -> Estimate:
    return difference(best, means, None if means is best else stake.less(own))


def _is_certain(choice: Choice, rules: TableRules, contract: Contract | None) -> bool:
    """Whether in a game for stakes what the bidder lays decides, whatever cards are won."""
    if contract is None or not rules.melds_win:
        return False
    return not choice.melds < contract.points <= choice.melds + rules.whole_count
