"""What is at stake for a seat, by which losses of all games can be compared."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.double_dummy.bidding import contract_for
from pinochle_solver.double_dummy.outcomes import (
    POINTS,
    Contract,
    Laid,
    Sums,
    currency_of,
    worth_of,
)
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Bury, Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove


def stake_of_seat(
    rules: TableRules,
    units: tuple[tuple[Seat, ...], ...],
    seat: Seat,
    contract: Contract | None,
    trump: Suit,
) -> float:
    """What is at stake for a seat, in the currency of the game.

    With a contract, the difference between one that is just made and one that is just set; in
    points at least the difference between winning all card points and winning none.

    Args:
        rules: the game.
        units: who scores together.
        seat: the seat.
        contract: what has been bid, or would be.
        trump: the trump suit, by which stakes may differ.
    """
    all_or_none = 2.0 * rules.whole_count
    if contract is None:
        return all_or_none
    bidding = next(unit for unit in units if contract.bidder in unit)

    def worth(points: int) -> float:
        melds = dict.fromkeys(units, Laid()) | {bidding: Laid(points)}
        sums = Sums(melds, dict.fromkeys(units, 0.0))
        return worth_of(rules, seat, sums, trump, contract).mean

    swing = abs(worth(contract.points) - worth(contract.points - 1))
    is_in_points = rules.money is None and currency_of(rules, contract) == POINTS
    return max(swing, all_or_none) if is_in_points else swing


def stake_of(position: TablePosition, best: AnyMove, played: AnyMove) -> float:
    """What is at stake for the seat; in the auction by the lower of the bids compared.

    Args:
        position: the position.
        best: a move,
        played: and the one that it is compared with.
    """
    contract, trump = standing_of(position).contract, position.trump
    if position.act is Act.BID:
        bids = _bids((best, played)) or _bids(position.legal_moves())
        contract = contract_for(position, min(bids))
    if trump is None:
        named = [move.trump for move in (best, played) if isinstance(move, Bury)]
        trump = named[0] if named else Suit.CLUBS
    return stake_of_seat(position.rules, tuple(position.units), position.turn, contract, trump)


def _bids(moves: Iterable[object]) -> list[int]:
    return [move.bid for move in moves if isinstance(move, Call) and move.bid is not None]
