"""What means promise too much or too little, found in hands that the engine played against itself.

After a lead the other seat replies, and after that both choose again: by the policy in a playout,
better than that at the table. Whoever has just to choose gains less by it than the other. What the
other seat holds is inferred only roughly. Where hands showed that a kind of decision promises too
much in a part of the stock, so many points are taken off the mover's lead in every world, before
the chance to win is told from it. All moves of a decision lose the same: which is best, and by how
much, does not change.

The figures are of the deck of 48 cards, and of the default engine (``benchmarks/README.md``).
"""

from __future__ import annotations

from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rules import PINOCHLE_DECK

# Of playouts, in the first, second and last third of the stock.
_LEADS, _REPLIES, _SHOWS = (-3.0, 1.5, 8.0), (-2.0, 2.0, 3.0), (-3.0, 2.5, 2.0)
# Where all worlds are gone through; and what is to be added if replies are chosen by estimates.
_LAST_LEAD, _LAST_REPLY, _LAST_SHOW, _BY_ESTIMATES = 2.5, 3.5, 4.0, 7.0


def optimism(position: StockPosition) -> float:
    """How many points more the mean of playouts promises the seat to decide than will come."""
    deck = position.rules.deck
    if deck != PINOCHLE_DECK:
        return 0.0
    trick = position.completed_tricks + (position.act is Act.PLAY)
    third = min(3 * (trick - 1) // deck.stock_tricks, 2)
    return _of_kind(position, _LEADS[third], _REPLIES[third], _SHOWS[third])


def optimism_of_all_worlds(position: StockPosition, by_estimates: bool) -> float:
    """The same where all worlds are gone through, weighed by what the other seat played.

    Args:
        position: at the end of the stock phase.
        by_estimates: whether choices that follow are made by estimated playoffs.
    """
    if position.rules.deck != PINOCHLE_DECK:
        return 0.0
    lead = _LAST_LEAD + (_BY_ESTIMATES if by_estimates else 0.0)
    return _of_kind(position, lead, _LAST_REPLY, _LAST_SHOW)


def _of_kind(position: StockPosition, lead: float, reply: float, show: float) -> float:
    if position.act is not Act.PLAY:
        return show
    return lead if position.led is None else reply
