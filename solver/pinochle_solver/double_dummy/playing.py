"""The mean of each card, and of each laying of melds, over deals of the unseen cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    Sums,
    Unit,
    Worth,
    at_stake,
    shared,
    where_settled,
    worth_of,
)
from pinochle_solver.double_dummy.sides import (
    are_aces_in_doubt,
    sides_of,
    standing_of,
    unit_of,
    was_dealt_aces,
)
from pinochle_solver.double_dummy.trials import Tried
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.melds import meld_points, most_meld_points
from pinochle_solver.table.money import paid_for_aces
from pinochle_solver.table.moves import NO_CARDS, Lay, PlayCard
from pinochle_solver.table_notation.legal_moves import dixes_of
from pinochle_solver.table_notation.order import meld_order
from pinochle_solver.table_notation.positions import TablePosition


def card_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> list[MoveChance]:
    """The cards that may be played, the best mean first.

    If a position gives neither what was bid nor what has been won so far, the means count what is
    still to come.

    Args:
        position: a position with a card to play.
        worlds: deals of what is hidden.
        solver: of open hands.
    """
    tried, settled = _tried(position), _Settled(position)

    def play(world: World) -> tuple[World, OpenHands, list[tuple[Card, Worth, int]]]:
        table = open_hands(position, world)
        finish = _finish(position, table, world)
        found = [(card, finish(won), won) for card, won in solver.values(table).items()]
        return world, table, found

    for world, table, played in worlds.each(play):
        settled.see(world, table)
        for card, worth, won in played:
            tried.add(PlayCard(card), worth, won)
    return _chances(position, tried, is_settled=settled.in_all_deals)


def laying_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> list[MoveChance]:
    """The possible layings of melds, the best mean first; among equals those that lay more.

    With open cards, showing melds gives nothing away, so leaving out a meld is never better; the
    means say by how much. Seats that lay afterwards lay all they can.

    Args: as in `card_chances`.
    """
    assert position.trump is not None
    hand = position.hands[position.turn].known
    layings = [move for move in position.legal_moves() if isinstance(move, Lay)]
    dixes = dixes_of(position, position.melds, position.turn, hand)
    most = most_meld_points(hand, position.trump, dixes)
    own = unit_of(position, position.turn)
    tried, settled = _tried(position), _Settled(position)

    def play(world: World) -> tuple[World, OpenHands, int]:
        table = open_hands(position, world)
        return world, table, solver.value(table)

    for world, table, won in worlds.each(play):
        others = _still_laid(position, world)
        for move in layings:
            laid = most if move.melds is None else meld_points(move.melds)
            more = others | {own: others.get(own, 0) + laid}
            finish = _finish(position, table, world, more)
            settled.see(world, table, more)
            tried.add(move, finish(won), won)
    is_settled = settled.in_all_deals and _are_melds_known(position)
    return _chances(position, tried, is_settled=is_settled)


class _Settled:
    """Whether it is settled that a contract is made or set, however the cards lie and are played.

    What is still to come and what is buried add up to the same count in all deals, unless it is not
    told which cards are gone. The bidder may get all of it or none.

    Attributes:
        in_all_deals: whether this holds in all deals that are possible.
    """

    def __init__(self, position: TablePosition) -> None:
        self._position = position
        is_buried_known = position.buried is None or not position.buried.hidden
        self.in_all_deals = position.completed_tricks is not None or (
            position.is_open and is_buried_known
        )

    def see(self, world: World, table: OpenHands, laid: Mapping[Unit, int] | None = None) -> None:
        """Take a deal into account, with what is laid in it that the position does not give."""
        position = self._position
        known = NO_CARDS if position.buried is None else position.buried.known
        wins = {
            finish(won).win
            for buried in (known, world.buried)
            for finish in [_finish(position, table, replace(world, buried=buried), laid)]
            for won in (0, table.to_come)
        }
        self.in_all_deals = self.in_all_deals and len(wins) == 1


def _are_melds_known(position: TablePosition) -> bool:
    """Whether the seats that lay after the one on turn do so from open hands."""
    order = meld_order(position)
    return not any(position.hands[seat].hidden for seat in order[order.index(position.turn) + 1 :])


def _tried(position: TablePosition) -> Tried:
    for_side = position.turn in sides_of(position)[0]
    return Tried(len(position.hands[position.turn].known), for_side=for_side)


def _chances(position: TablePosition, tried: Tried, *, is_settled: bool) -> list[MoveChance]:
    """The results of the moves; `is_settled` if no card can now decide whether a contract is made.

    Without a contract that says nothing: another unit may have the most points in the next deal.
    """
    contract, cards = standing_of(position).contract, len(position.hands[position.turn].known)
    for_aces = paid_for_aces(position.rules) if are_aces_in_doubt(position) else 0
    if contract is not None and is_settled:
        settled = where_settled(position.rules, cards)
        return tried.chances(settled, is_settled=True, for_aces=for_aces)
    assert position.trump is not None
    own = unit_of(position, position.turn)
    for_bidder = contract is not None and contract.bidder in own
    stake = at_stake(position.rules, cards, position.trump, contract, for_bidder=for_bidder)
    return tried.chances(stake, for_aces=for_aces)


def open_hands(position: TablePosition, world: World) -> OpenHands:
    """The cards of a deal for playing it out: from the next card on, or from the first lead."""
    assert position.trump is not None
    leads = position.act.value != "play"
    return OpenHands(
        rules=position.rules,
        trump=position.trump,
        turn=meld_order(position)[0] if leads else position.turn,
        hands=world.hands,
        side=sides_of(position)[0],
        led=position.led,
    )


def _still_laid(position: TablePosition, world: World) -> dict[Unit, int]:
    """What the seats after the one on turn lay."""
    assert position.trump is not None
    order, laid = meld_order(position), dict[Unit, int]()
    for seat in order[order.index(position.turn) + 1 :]:
        hand = world.hands[seat]
        dixes = dixes_of(position, position.melds, seat, hand)
        unit = unit_of(position, seat)
        laid[unit] = laid.get(unit, 0) + most_meld_points(hand, position.trump, dixes)
    return laid


def _finish(
    position: TablePosition,
    table: OpenHands,
    world: World,
    laid: Mapping[Unit, int] | None = None,
) -> Callable[[int], Worth]:
    """What the hand is worth to the seat to decide, given what the first side still wins."""
    rules, units = position.rules, position.units
    standing, to_come = standing_of(position), table.to_come
    contract = standing.contract
    if contract is not None:
        aces = was_dealt_aces(position, world.hands[contract.bidder], world.buried)
        contract = replace(contract, four_aces=aces)
    melds = {unit: standing.melds[unit] + (laid or {}).get(unit, 0) for unit in units}
    buried = rules.count.of(world.buried)
    before = {unit: standing.cards[unit] + buried * (position.bidder in unit) for unit in units}

    def finish(won: int) -> Worth:
        parts = shared(units, table.side, won, to_come)
        sums = Sums(melds, {unit: before[unit] + parts[unit] for unit in units})
        return worth_of(rules, position.turn, sums, table.trump, contract)

    return finish
