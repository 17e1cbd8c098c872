"""The chance of each contract, should the seat on turn become the bidder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pinochle_solver.double_dummy.analysis import Findings, MoveChance
from pinochle_solver.double_dummy.burials import TOTAL, Aim, BurialSearch, BurialValue
from pinochle_solver.double_dummy.choice_values import (
    aim_for,
    finish_after,
    lays,
    melds_of_units,
    open_after,
    search_of,
)
from pinochle_solver.double_dummy.choices import Choice, choice_of, likely_choices
from pinochle_solver.double_dummy.estimates import Estimate, Stake, chance_of, mean_of
from pinochle_solver.double_dummy.finishing import Finish, Won, won_with_tricks
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver, SolverStoppedError
from pinochle_solver.double_dummy.outcomes import (
    Contract,
    at_stake,
    conceded,
    counts_game,
)
from pinochle_solver.double_dummy.samples import Samples
from pinochle_solver.double_dummy.sides import unit_of
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.burial import number_of_choices
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.money import has_four_aces
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

MOST_CHOICES = 24
"""How many burials are tried in each deal, the likeliest by guess."""
_FEWEST_CHOICES = 8
_FIRST_SHARE = 0.05
"""Fewer are tried if the first deal takes more than this part of the time, but no fewer than that.

So some 20 deals are finished if 8 choices of each take no longer. With partners 8 choices take half
as long as 24, and the best of them is 2 points worse on average. The best of 4 is 7 points worse,
the only one 14: more deals do not mend that.
"""


class Bought(NamedTuple):
    """What a choice of trump and burial brings in a deal.

    Attributes:
        total: melds, burial and card points of the side.
        choice: the choice.
        table: the open hands after it.
        won: what the side wins with them.
    """

    total: int
    choice: Choice
    table: OpenHands
    won: Won


@dataclass(slots=True)
class _Results:
    """What a bid came to in each deal.

    Attributes:
        made: whether its contract can be made, 1 or 0.
        worth: what the hand is worth if it is bought for this bid.
        stakes: the different stakes of a deal.
    """

    made: Samples = field(default_factory=Samples)
    worth: Samples = field(default_factory=Samples)
    stakes: set[Stake] = field(default_factory=set[Stake])


def bid_chances(
    position: TablePosition,
    worlds: Worlds,
    solver: OpenSolver,
    most: int = MOST_CHOICES,
) -> Findings:
    """The possible calls, in rising order of bids, each with the chance to make its contract.

    A contract counts as made if, for some trump and burial, the melds, the burial and the cards won
    with all hands open reach it. If cards are hidden, only `most` burials are tried in each deal,
    so the chance is a lower bound. If none is, the best of all burials is sought; a contract of
    which nothing is proven in time has no chance. The mean is what the hand is worth if it is
    bought for this bid. A contract that no choice makes is given up if that is possible and
    cheaper.

    Args:
        position: a position in the auction.
        worlds: deals of what is hidden.
        solver: of open hands.
        most: how many burials are tried in each deal.
    """
    rules, seat = position.rules, position.turn
    calls = [move for move in position.legal_moves() if isinstance(move, Call)]
    contracts = [contract_for(position, call.bid) for call in calls if call.bid is not None]
    results = {contract.points: _Results() for contract in contracts}
    number, burials, is_cut, is_proven = 0, 0, False, True
    searches = list[BurialSearch]()

    def play(world: World) -> list[Bought]:
        nonlocal burials
        hand = joined(world.hands[seat], world.widow)
        burials = max(burials, number_of_choices(hand, rules.widow))
        if worlds.is_one:
            hands = world.hands | {seat: hand}
            searches.append(search_of(position, hands, solver))
            found = _best_of_all(position, hands, searches[0], contracts)
        else:
            found = best_choices(position, world.hands, hand, solver, most)
        return [_with_tricks(position, each, contracts, solver) for each in found]

    for found in worlds.each(play):
        number += 1
        if number == 1 and worlds.spent and not worlds.is_one:
            fewer = min(most, max(_FEWEST_CHOICES, int(most * _FIRST_SHARE / worlds.spent)))
            most, is_cut = fewer, fewer < most
        _add(results, position, found, contracts)
        is_proven = not worlds.is_one or _are_proven(position, found, contracts)
    if not number:
        return Findings(
            moves=[_decided(call, *search.total) for search in searches for call in calls],
            tried=sum(search.settled for search in searches),
            burials=burials,
            is_cut=True,
            is_proven=False,
        )
    return Findings(
        moves=[_chance(call, results, number) for call in calls],
        tried=burials if worlds.is_one else min(most, burials),
        burials=burials,
        is_cut=is_cut,
        is_proven=is_proven,
    )


def contract_for(position: TablePosition, bid: int) -> Contract:
    """The contract if the seat on turn buys the hand for a bid."""
    seat = position.turn
    four_aces = has_four_aces(position.hands[seat].known)
    return Contract(seat, bid, position.kitty or 0, four_aces, position.score)


def _with_tricks(
    position: TablePosition, bought: Bought, contracts: Iterable[Contract], solver: OpenSolver
) -> Bought:
    """The same, with the tricks told if what a contract pays depends on them."""
    finish = finish_after(position, bought.table, bought.choice.buried, None)
    finishes = (replace(finish, contract=each) for each in contracts)
    return bought._replace(won=won_with_tricks(bought.won.points, solver, finishes))


def _add(
    results: Mapping[int, _Results],
    position: TablePosition,
    found: Sequence[Bought],
    contracts: Iterable[Contract],
) -> None:
    """Note what the bids come to in a deal by the best of the choices found."""
    rules, finishes = position.rules, _finishes(position, found)
    for contract in contracts:
        ended = [(replace(finish, contract=contract), won) for finish, won in finishes]
        worths = [finish(won) for finish, won in ended]
        means = [worth.mean for worth in worths]
        mean = max(means)
        best, _ = ended[means.index(mean)]
        if rules.melds_win:
            mean = max(mean, conceded(rules, contract).mean)
        result = results[contract.points]
        result.made.append(max(worth.win for worth in worths))
        result.worth.append(mean)
        result.stakes.add(_stake(best, contract))


def _finishes(position: TablePosition, found: Iterable[Bought]) -> list[tuple[Finish, Won]]:
    """The ends of the hand after these choices, for no contract yet, and what is won."""
    return [
        (finish_after(position, each.table, each.choice.buried, None), each.won) for each in found
    ]


def _are_proven(
    position: TablePosition, found: Sequence[Bought], contracts: Iterable[Contract]
) -> bool:
    """Whether bids come to just what they do by these choices, the best of all with open hands."""
    finishes = _finishes(position, found)
    return all(
        replace(finish, contract=contract).is_sure(won)
        for contract in contracts
        for finish, won in finishes
    )


def _stake(finish: Finish, contract: Contract) -> Stake:
    """The possible results of a deal that is bought with a contract."""
    if finish.counts_checks:
        return finish.stake()
    rules = finish.rules
    trump, may_concede = finish.table.trump, rules.melds_win
    return at_stake(rules, rules.hand, trump, contract, may_concede=may_concede)


def _chance(call: Call, results: Mapping[int, _Results], worlds: int) -> MoveChance:
    if call.bid is None:
        return MoveChance(move=call, mean=None, worlds=worlds)
    result = results[call.bid]
    return MoveChance(
        move=call,
        mean=mean_of(result.worth, Stake.of_any(result.stakes)),
        chance=chance_of(result.made),
        worlds=worlds,
    )


def _decided(call: Call, least: int, most: int) -> MoveChance:
    """A call when no card is hidden, and these bounds of the highest total are proven."""
    is_known = call.bid is not None and not least < call.bid <= most
    chance = Estimate(float(call.bid <= least), 0.0) if is_known and call.bid is not None else None
    return MoveChance(move=call, mean=None, chance=chance, worlds=1)


def _best_of_all(
    position: TablePosition,
    hands: dict[Seat, Hand],
    search: BurialSearch,
    contracts: Iterable[Contract],
) -> list[Bought]:
    """Of all choices the one of the highest total, and the best for each of these contracts.

    A choice that makes a contract and is best for it is best for every higher one that it makes. If
    none can be made, what the other side wins decides, and the same choice is best for all, unless
    the game depends on what the contract loses.

    Args:
        position: for the game and the seat, who is on turn.
        hands: the cards of the deal, the widow's among the seat's.
        search: of its choices.
        contracts: from the lowest up.

    Raises:
        SolverStoppedError: if the search was stopped; it keeps what is proven.
    """

    def best_for(aim: Aim) -> BurialValue:
        search.aim_at(aim)
        for _ in search.run():
            pass
        if search.likeliest is not None or not search.best.exact:
            search.aim_at(TOTAL)
            raise SolverStoppedError
        return search.best

    found = [best_for(TOTAL)]
    covered, highest = 0, found[0].total[0]
    for contract in contracts:
        if contract.points <= covered:
            continue
        if contract.points > highest and position.rules.melds_win:
            break  # it is given up, whatever else there is
        found.append(best_for(aim_for(position, hands, contract, then_most=True)))
        if contract.points <= highest:
            covered = found[-1].total[0]
        elif not counts_game(position.rules, contract):
            break
    return [_bought(position, hands, value) for value in found]


def _bought(position: TablePosition, hands: dict[Seat, Hand], value: BurialValue) -> Bought:
    choice = choice_of(hands[position.turn], value.move, position.rules)
    table = open_after(position, hands, choice)
    return Bought(value.total[0], choice, table, Won(value.cards[0]))


def best_choices(
    position: TablePosition,
    hands: dict[Seat, Hand],
    hand: Hand,
    solver: OpenSolver,
    most: int,
) -> list[Bought]:
    """What makes the most for a seat as the bidder in one deal.

    In games for stakes choices follow that make less in suits for which more is paid, again those
    that make the most. In games for checks the best with every other trump follows.

    Args:
        position: for the game and the seat, who is on turn.
        hands: the cards of the deal.
        hand: those of the seat and of the widow.
        solver: of open hands.
        most: how many burials are tried.
    """
    found = list[Bought]()
    choices = likely_in_deal(position, hands, hand, most)
    while choices:
        best = best_of(position, hands, choices, solver)
        found.append(best)
        choices = [
            choice for choice in choices if _may_pay_more(position.rules, choice, best.choice)
        ]
    return found


def likely_in_deal(
    position: TablePosition, hands: dict[Seat, Hand], hand: Hand, most: int
) -> list[Choice]:
    """The choices worth a trial in one deal, in which a partner's melds are known.

    Args: as in `best_choices`.
    """
    rules, bidder = position.rules, position.turn
    partners = [
        seat for seat in unit_of(position, bidder) if seat != bidder and lays(rules, seat, bidder)
    ]
    melds = {
        trump: sum(most_meld_points(hands[seat], trump, rules.melds) for seat in partners)
        for trump in Suit
    }
    return likely_choices(hand, rules, most, melds)


def _may_pay_more(rules: TableRules, choice: Choice, other: Choice) -> bool:
    """Whether a choice may be paid more than another that makes no less."""
    if rules.money is not None:
        factors = rules.money.factors
        return factors[choice.move.trump] > factors[other.move.trump]
    return rules.checks is not None and choice.move.trump != other.move.trump


def best_of(
    position: TablePosition,
    hands: dict[Seat, Hand],
    choices: Sequence[Choice],
    solver: OpenSolver,
    found: Sequence[Bought] = (),
    step: int = 1,
) -> Bought:
    """Of these choices, and of what was found by others, the one that makes the most.

    Args: as in `best_choices`, and
        choices: the choices, with `found` at least one.
        found: what other choices make in this deal.
        step: a choice is better only if it reaches a further multiple of this.
    """
    own = unit_of(position, position.turn)
    best = max(found, key=lambda each: each.total, default=None)
    for choice in choices:
        table = open_after(position, hands, choice)
        sure = melds_of_units(position, table)[own].points + choice.buried
        if best is not None:
            needed = (best.total // step + 1) * step - sure
            if needed > table.to_come or not solver.reaches(table, needed):
                continue
        won = solver.value(table)
        best = Bought(sure + won, choice, table, Won(won))
    assert best is not None
    return best
