"""How the other seat is assumed to choose, when its cards are inferred from its moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.nets import slips_of


@dataclass(frozen=True)
class Behaviour:
    """A softmax over the scores of moves, with slips.

    The scores are sums of the policy's terms, but with weights of their own
    (``_core/networks/behaviour_weights.h``, or those of a rulebook: `nets`). A seat that searches
    moves much as the policy by which hands are played on, but not in exactly the same way.

    Attributes:
        temperature: in points of these scores, where a unit of melds is ten; above 0.
        slips: the share of choices in which it makes a random legal move; above 0, at most 1.
        last_slips: the same for its plays to the last stock trick, about which these terms say
            less.
        by_policy: whether the scores are those of the policy itself.

    Raises:
        ValueError: for a number out of its range.
    """

    temperature: float
    slips: float
    last_slips: float
    by_policy: bool = False

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise ValueError(f"temperature={self.temperature}, expected a number above 0")
        for name, slips in (("slips", self.slips), ("last_slips", self.last_slips)):
            if not 0 < slips <= 1:
                raise ValueError(f"{name}={slips}, expected a number above 0 and at most 1")


FITTED = Behaviour(temperature=13.0, slips=0.03, last_slips=0.17)
"""The behaviour of the default engine, by maximum likelihood (``benchmarks/learning/``).

Only the slips are not fitted; the engine makes fewer. With these the belief is as good against the
engine itself, and better against seats that play otherwise.
"""


def behaviour_in(rules: Rulebook, count: CardCount) -> Behaviour:
    """How a seat is assumed to choose in a game: as learned for that game, or `FITTED`.

    Args:
        rules: the rulebook.
        count: what cards count.
    """
    slips = slips_of(rules, count)
    return FITTED if slips is None else replace(FITTED, slips=slips[0], last_slips=slips[1])
