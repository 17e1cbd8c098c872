"""Who plays with whom, and what each unit already has, as a position gives it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pinochle_solver.double_dummy.absent import plays_of
from pinochle_solver.double_dummy.outcomes import Contract, Unit
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.money import has_four_aces, paid_for_aces
from pinochle_solver.table.moves import NO_CARDS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table_notation.order import leaders_of
from pinochle_solver.table_notation.positions import TablePosition


def sides_of(position: TablePosition) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The two sides; if none are given, the seat to decide plays against all others."""
    if position.sides is not None:
        return position.sides
    return (position.turn,), tuple(seat for seat in position.players if seat != position.turn)


def unit_of(position: TablePosition, seat: Seat) -> Unit:
    """Who scores with a seat: its partner and itself, or it alone."""
    return next(unit for unit in position.units if seat in unit)


def bidding_side(position: TablePosition) -> tuple[Seat, ...]:
    """Who plays with the seat on turn, which is the bidder, or becomes it in an auction."""
    if position.act is Act.BID:
        return unit_of(position, position.turn)
    return sides_of(position)[0]


@dataclass(frozen=True, slots=True)
class Standing:
    """What each unit has before the open trick, as far as a position gives it.

    Attributes:
        melds: what each has laid; seats that have still to lay count nothing yet.
        cards: what the cards that each has won count, without the burial.
        contract: what has been bid; None also if a position does not give everything that decides
            whether the contract is made.
    """

    melds: Mapping[Unit, int]
    cards: Mapping[Unit, int]
    contract: Contract | None


def standing_of(position: TablePosition) -> Standing:
    """What each unit has; nothing if a position does not give it."""
    melds, cards = _melds_laid(position), _cards_won(position)
    nothing = dict.fromkeys(position.units, 0)
    contract = None
    if position.bidder is not None and position.contract is not None:
        held = position.hands[position.bidder].known
        buried = NO_CARDS if position.buried is None else position.buried.known
        four_aces = was_dealt_aces(position, held, buried)
        contract = Contract(position.bidder, position.contract, position.kitty or 0, four_aces)
    is_buried = position.buried is not None or position.act is Act.BURY or not position.rules.widow
    if melds is None or cards is None or not is_buried:
        contract = None
    return Standing(melds or nothing, cards or nothing, contract)


def was_dealt_aces(position: TablePosition, held: Hand, buried: Hand) -> bool:
    """Whether the bidder was dealt four different aces; False also where that is not told.

    It is told by the widow, by the order of the tricks, and by what the bidder holds and has
    buried.

    Args:
        position: a position with a bidder.
        held: what he holds.
        buried: what he has buried.
    """
    if position.widow is None or not paid_for_aces(position.rules):
        return False
    cards = [*held, *buried]
    cards += [card for seat, _, card in plays_of(position) if seat == position.bidder]
    for card in position.widow.known:
        if card in cards:
            cards.remove(card)
    return has_four_aces(Hand.of(cards))


def are_aces_in_doubt(position: TablePosition) -> bool:
    """Whether hidden cards decide if the bidder was dealt four different aces."""
    contract = standing_of(position).contract
    if contract is None or contract.four_aces or position.widow is None:
        return False
    is_buried_hidden = position.buried is not None and position.buried.hidden > 0
    return position.hands[contract.bidder].hidden > 0 or is_buried_hidden


def _melds_laid(position: TablePosition) -> dict[Unit, int] | None:
    units = position.units
    if position.points is not None:
        return {u: points.melds for u, points in zip(units, position.points, strict=True)}
    values = position.rules.melds
    laid = {seat: meld_points(melds, values) for seat, melds in position.melds.items()}
    asked = [position.bidder] if position.rules.only_bidder_melds else list(position.players)
    if position.act is Act.PLAY and not all(seat in laid for seat in asked):
        return None
    return {unit: sum(laid.get(seat, 0) for seat in unit) for unit in units}


def _cards_won(position: TablePosition) -> dict[Unit, int] | None:
    count, units = position.rules.count, position.units
    if position.points is not None:
        return {u: points.cards for u, points in zip(units, position.points, strict=True)}
    if position.completed_tricks == 0:
        return dict.fromkeys(units, 0)
    winners = leaders_of(position)[1:]
    if position.tricks is None or not winners:
        return None
    won = list(zip(winners, position.tricks, strict=True))
    return {unit: sum(count.of(trick) for winner, trick in won if winner in unit) for unit in units}
