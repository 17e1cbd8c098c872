"""Who plays with whom, and what each unit already has, as a position gives it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pinochle_solver.double_dummy.outcomes import Contract, Laid, Unit, laid_by_units
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import NO_CARDS, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import beyond, joined
from pinochle_solver.table.money import has_four_aces, paid_for_aces
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand


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
        with_trick: the units that have won a trick, and those of which it is not told; in games
            with a stock all of them, whose melds count without one.
        contract: what has been bid; None also if a position does not give everything that decides
            whether the contract is made.
    """

    melds: Mapping[Unit, Laid]
    cards: Mapping[Unit, int]
    with_trick: frozenset[Unit]
    contract: Contract | None


def standing_of(position: TablePosition) -> Standing:
    """What each unit has; nothing if a position does not give it."""
    melds, cards = _melds_laid(position), _cards_won(position)
    contract = None
    if position.bidder is not None and position.contract is not None:
        held = position.hands[position.bidder].known
        buried = NO_CARDS if position.buried is None else position.buried.known
        contract = Contract(
            position.bidder,
            position.contract,
            position.kitty or 0,
            was_dealt_aces(hand_of(position), held, buried),
            position.score,
            _are_melds_known(position),
        )
    is_buried = position.buried is not None or position.act is Act.BURY or not position.rules.widow
    if melds is None or cards is None or not is_buried:
        contract = None
    return Standing(
        melds or dict.fromkeys(position.units, Laid()),
        cards or dict.fromkeys(position.units, 0),
        _with_trick(position),
        contract,
    )


def was_dealt_aces(hand: AnyHand, held: Hand, buried: Hand) -> bool:
    """Whether the bidder was dealt four different aces; False also where that is not told.

    It is told by the widow, by the order of the tricks, and by what the bidder holds and has
    buried.

    Args:
        hand: a hand with a bidder.
        held: what he holds.
        buried: what he has buried.
    """
    if isinstance(hand, StockHand) or hand.bidder is None or not len(hand.widow):
        return False
    if not paid_for_aces(hand.rules):
        return False
    had = joined(joined(held, buried), hand.played_by(hand.bidder))
    return has_four_aces(beyond(had, hand.widow.known))


def are_aces_in_doubt(position: TablePosition) -> bool:
    """Whether hidden cards decide if the bidder was dealt four different aces."""
    contract = standing_of(position).contract
    if contract is None or contract.four_aces or position.widow is None:
        return False
    is_buried_hidden = position.buried is not None and position.buried.hidden > 0
    return position.hands[contract.bidder].hidden > 0 or is_buried_hidden


def _melds_laid(position: TablePosition) -> dict[Unit, Laid] | None:
    units, are_known = position.units, _are_melds_known(position)
    if not are_known and position.points is None:
        return None
    found = laid_by_units(position.rules, units, position.melds)
    if position.points is not None:
        for unit, points in zip(units, position.points, strict=True):
            found[unit] = Laid(points.melds, found[unit].checks)
    return found


def _are_melds_known(position: TablePosition) -> bool:
    """Whether it is told which melds have been laid so far."""
    asked = [position.bidder] if position.rules.only_bidder_melds else list(position.players)
    return position.act is not Act.PLAY or all(seat in position.melds for seat in asked)


def _with_trick(position: TablePosition) -> frozenset[Unit]:
    """As in `Standing`."""
    winners = {trick.winner for trick in position.taken}
    if position.rules.stock is not None:
        found = set(position.players)
    elif position.completed_tricks == 0:
        found = set[Seat]()
    elif position.won is not None:
        found = {seat for seat, won in zip(position.players, position.won, strict=True) if won}
    elif winners:
        found = winners
    else:
        found = set(position.players)
    return frozenset(unit for unit in position.units if found.intersection(unit))


def _cards_won(position: TablePosition) -> dict[Unit, int] | None:
    count, units = position.rules.count, position.units
    if position.points is not None:
        return {u: points.cards for u, points in zip(units, position.points, strict=True)}
    if position.completed_tricks == 0:
        return dict.fromkeys(units, 0)
    if not position.taken:
        return None
    won = [(trick.winner, count.of(trick.cards)) for trick in position.taken]
    return {unit: sum(points for winner, points in won if winner in unit) for unit in units}
