"""What means of playouts promise too much, found in hands that the engine played against itself.

After a lead the other seat replies, and after that both choose again: by the policy in a playout,
better than that at the table. Whoever has just to choose gains less by it than the other. Where
hands showed that a kind of decision promises too much in a part of the stock, so many points are
taken off the mover's lead in every world, before the chance to win is told from it. All moves of a
decision lose the same: which is best, and by how much, does not change.

The figures are of the deck of 48 cards, and of the default engine (``benchmarks/README.md``).
"""

from __future__ import annotations

from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rules import PINOCHLE_DECK

# In the first, second and last third of the stock: by 400 hands of all rulebooks, 64 worlds a move.
_LEADS, _REPLIES, _SHOWS = (2.0, 6.0, 8.5), (-1.0, 3.5, 5.0), (2.0, 4.5, 4.0)


def optimism(position: StockPosition) -> float:
    """How many points more the mean of a move promises the seat to decide than will come."""
    deck = position.rules.deck
    if deck != PINOCHLE_DECK:
        return 0.0
    is_play = position.act is Act.PLAY
    trick = position.completed_tricks + is_play
    third = min(3 * (trick - 1) // deck.stock_tricks, 2)
    if not is_play:
        return _SHOWS[third]
    return (_LEADS if position.led is None else _REPLIES)[third]
