"""The mean of each card, and of each laying of melds, over deals of the unseen cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from pinochle_solver.double_dummy.analysis import Findings, MoveChance
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import (
    Sums,
    Unit,
    Worth,
    at_stake,
    shared,
    splits,
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
from pinochle_solver.table.moves import NO_CARDS, Lay, PlayCard, TableMove
from pinochle_solver.table_notation.legal_moves import dixes_of
from pinochle_solver.table_notation.order import meld_order
from pinochle_solver.table_notation.positions import TablePosition


def card_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> Findings:
    """The cards that may be played, the best mean first.

    If a position gives neither what was bid nor what has been won so far, the means count what is
    still to come.

    Args:
        position: a position with a card to play.
        worlds: deals of what is hidden.
        solver: of open hands.
    """
    tried, settled, parted = _tried(position), _Settled(position), _Parted()

    def play(world: World) -> tuple[World, OpenHands, Mapping[Card, int]]:
        table = open_hands(position, world)
        return world, table, solver.values(table)

    for world, table, played in worlds.each(play):
        settled.see(world, table)
        finish = _Finish(position, table, world)
        for card, won in played.items():
            tried.add(PlayCard(card), finish(won), won)
            if worlds.is_one:
                parted.see(PlayCard(card), finish.however_parted(won))
    return parted.findings(_chances(position, tried, is_settled=settled.in_all_deals))


def laying_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> Findings:
    """The possible layings of melds, the best mean first; among equals those that lay more.

    With open cards, showing melds gives nothing away, so leaving out a meld is never better; the
    means say by how much. Seats that lay afterwards lay all they can.

    Args: as in `card_chances`.
    """
    assert position.trump is not None
    hand = position.hands[position.turn].known
    layings = [move for move in position.legal_moves() if isinstance(move, Lay)]
    dixes = dixes_of(position, position.melds, position.turn, hand)
    values = position.rules.melds
    most = most_meld_points(hand, position.trump, values, dixes)
    own = unit_of(position, position.turn)
    tried, settled, parted = _tried(position), _Settled(position), _Parted()

    def play(world: World) -> tuple[World, OpenHands, int]:
        table = open_hands(position, world)
        return world, table, solver.value(table)

    for world, table, won in worlds.each(play):
        others = _still_laid(position, world)
        for move in layings:
            laid = most if move.melds is None else meld_points(move.melds, values)
            more = others | {own: others.get(own, 0) + laid}
            finish = _Finish(position, table, world, more)
            settled.see(world, table, more)
            tried.add(move, finish(won), won)
            if worlds.is_one:
                parted.see(move, finish.however_parted(won))
    is_settled = settled.in_all_deals and _are_melds_known(position)
    return parted.findings(_chances(position, tried, is_settled=is_settled))


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
            for finish in [_Finish(position, table, replace(world, buried=buried), laid)]
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
        points = most_meld_points(hand, position.trump, position.rules.melds, dixes)
        laid[unit] = laid.get(unit, 0) + points
    return laid


class _Finish:
    """What the hand is worth to the seat to decide, given what the first side still wins.

    Args:
        position: the position.
        table: the open hands of a deal.
        world: the deal.
        laid: what is laid that the position does not give.
    """

    def __init__(
        self,
        position: TablePosition,
        table: OpenHands,
        world: World,
        laid: Mapping[Unit, int] | None = None,
    ) -> None:
        units, standing = position.units, standing_of(position)
        self._position, self._table, self._contract = position, table, standing.contract
        if self._contract is not None:
            aces = was_dealt_aces(position, world.hands[self._contract.bidder], world.buried)
            self._contract = replace(self._contract, four_aces=aces)
        self._melds = {unit: standing.melds[unit] + (laid or {}).get(unit, 0) for unit in units}
        buried = position.rules.count.of(world.buried)
        self._before = {
            unit: standing.cards[unit] + buried * (position.bidder in unit) for unit in units
        }

    def __call__(self, won: int) -> Worth:
        """The worth if units of one side get equal parts of what it wins."""
        units, table = self._position.units, self._table
        return self._worth(shared(units, table.side, won, table.to_come))

    def however_parted(self, won: int) -> list[Worth]:
        """The worth at the extremes of how they may part it."""
        units, table = self._position.units, self._table
        return [self._worth(parts) for parts in splits(units, table.side, won, table.to_come)]

    def _worth(self, parts: Mapping[Unit, float]) -> Worth:
        cards = {unit: points + parts[unit] for unit, points in self._before.items()}
        position, sums = self._position, Sums(self._melds, cards)
        trump = self._table.trump
        return worth_of(position.rules, position.turn, sums, trump, self._contract)


class _Parted:
    """Whether results depend on how units of one side part what it wins, when no card is hidden.

    Attributes:
        means: whether a mean does.
        wins: the moves of which it decides whether the contract is made, or who has most points.
    """

    def __init__(self) -> None:
        self.means = False
        self.wins = set[TableMove]()

    def see(self, move: TableMove, worths: Collection[Worth]) -> None:
        """Take the extremes of a move into account."""
        self.means = self.means or len({worth.mean for worth in worths}) > 1
        if len({worth.win for worth in worths}) > 1:
            self.wins.add(move)

    def findings(self, chances: Iterable[MoveChance]) -> Findings:
        """The results, without those that depend on it."""
        moves = [replace(each, win=None) if each.move in self.wins else each for each in chances]
        return Findings(moves=moves, is_proven=not self.means)
