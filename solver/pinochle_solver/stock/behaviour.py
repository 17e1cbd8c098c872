"""How the other seat is taken to choose, where it is inferred from its moves what it holds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.stock.nets import slips_of


@dataclass(frozen=True)
class Behaviour:
    """A softmax over the scores of moves, with slips.

    The scores are sums of the policy's terms, but with weights of their own
    (``_core/behaviour_weights.h``, or those of a rulebook: `nets`): a seat that searches moves much
    as the policy would by which hands are played on, but not just so.

    Attributes:
        temperature: in points of these scores, a unit of melds being ten; above 0.
        slips: in what share of its choices it makes any legal move; above 0, at most 1.
        last_slips: the same of its plays to the last stock trick, of which these terms tell less.
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
"""Of the default engine, by maximum likelihood (``benchmarks/README.md``).

But for the slips, of which it makes fewer: with these the belief is as good against itself, and
better against seats that play otherwise.
"""


def behaviour_in(rules: Rulebook, count: CardCount) -> Behaviour:
    """How a seat is taken to choose in a game: as was learnt of it, or `FITTED`.

    Args:
        rules: the rulebook.
        count: of the cards.
    """
    slips = slips_of(rules, count)
    return FITTED if slips is None else replace(FITTED, slips=slips[0], last_slips=slips[1])
