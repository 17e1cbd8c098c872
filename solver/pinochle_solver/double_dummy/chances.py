"""What can be expected of a position whose other cards are hidden (RULES-TABLE.md, section 9).

The unseen cards are dealt at random, and each deal is played with open hands. So a result is an
average over deals of values that assume all cards are known, as if they were all seen from then on.
"""

from __future__ import annotations

from time import monotonic

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.bidding import bid_chances, contract_for
from pinochle_solver.double_dummy.burying import burial_chances
from pinochle_solver.double_dummy.exchanging import exchange_chances
from pinochle_solver.double_dummy.open_hands import OpenSolver
from pinochle_solver.double_dummy.outcomes import counts_game, currency_of
from pinochle_solver.double_dummy.playing import card_chances, laying_chances
from pinochle_solver.double_dummy.sides import sides_of, standing_of
from pinochle_solver.double_dummy.worlds import Worlds
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import check_known

_CHANCES = {
    Act.BID: bid_chances,
    Act.BURY: burial_chances,
    Act.DIX: exchange_chances,
    Act.MELD: laying_chances,
    Act.PLAY: card_chances,
}


def analyze_chances(
    position: TablePosition,
    solver: OpenSolver,
    limits: Limits | None = None,
    seed: int = 1,
    stop: StopFlag | None = None,
) -> ChanceAnalysis:
    """Every move of the seat to decide, with what it is worth over deals of the unseen cards.

    Args:
        position: the position as that seat sees it; cards named elsewhere count as seen.
        solver: of open hands.
        limits: limits in seconds and deals (`worlds`); with neither, `worlds.SECONDS`. With worlds
            and without seconds the answer depends only on position, worlds and seed.
        seed: the seed of the deals.
        stop: ends the search with the deals that are finished; the solver must have it, too.

    Raises:
        IllegalPositionError: (a seat) if its hand is not wholly known; (``upcard``) while there is
            a stock; (``tricks``, ``bids``) if no deal explains the cards played, or the bids.
    """
    started = monotonic()
    check_known(position.hands[position.turn].hidden, position.turn)
    if position.has_stock:
        fact = "with all cards face up, moves have values only when the stock is gone"
        raise IllegalPositionError("upcard", fact)
    first = sides_of(position)[0]
    if any(len({seat in first for seat in unit}) > 1 for unit in position.units):
        raise IllegalPositionError("sides", "they part partners, whose points are one")
    worlds = Worlds(position, seed, limits or Limits(), stop)
    found = _CHANCES[position.act](position, worlds, solver)
    is_stopped = stop is not None and stop.is_set
    is_bid = position.act is Act.BID
    contract = contract_for(position, 0) if is_bid else standing_of(position).contract
    return ChanceAnalysis(
        position=position,
        moves=tuple(found.moves),
        objective=currency_of(position.rules, contract),
        counts_game=counts_game(position.rules, contract),
        worlds=max((move.worlds for move in found.moves), default=0),
        seed=seed,
        seconds=monotonic() - started,
        is_open=worlds.is_one,
        exact=worlds.is_one and found.is_proven and bool(found.moves),
        finished=bool(found.moves) and not (is_stopped or found.is_cut or worlds.are_fewer),
        burials=found.burials,
        tried=found.tried,
    )
