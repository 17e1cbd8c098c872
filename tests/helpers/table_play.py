"""Hands of three and four that engines play, each from what its seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pinochle_solver.engines.table.engine import TableEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.stock_hands import begun_with_stock
from pinochle_solver.table.views import AnyHand, AnyMove


def begun_hand(deal: TableDeal) -> AnyHand:
    """The hand before its first decision."""
    return begun(deal) if deal.rules.stock is None else begun_with_stock(deal)


def played(
    deal: TableDeal, engines: Sequence[TableEngine], limits: Limits, seed: int = 1
) -> Iterator[tuple[AnyHand, TablePosition | None, AnyMove | None]]:
    """A hand before each move, what the seat on turn was shown, the move; last the finished hand.

    Nobody is asked who has one move only, and then nothing was shown.
    """
    hand, number = begun_hand(deal), 0
    while hand.turn is not None:
        moves = tuple(islice(hand.legal_moves(), 2))
        seen, move = None, moves[0]
        if len(moves) > 1:
            seen = TablePosition.parse(position_of(hand, hand.turn).text())
            move = engines[hand.turn].choose(seen, limits, seed=seed + number).move
        yield hand, seen, move
        hand, number = hand.after(move), number + 1  # type: ignore[arg-type]
    yield hand, None, None
