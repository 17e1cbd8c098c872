"""Worlds drawn in proportion to how well they explain what the other seat has done.

`Belief.sample` takes the likeliest of a few worlds, each in one history of its own: too few to
reach the posterior. Here a Markov chain goes over past deals, under a model of how the other seat
behaves that is apart from the policy by which hands are played on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinochle_solver._core.playouts import Playouts
from pinochle_solver.stock.beliefs import Belief

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Behaviour:
    """How the other seat is taken to choose: by a softmax over the policy's scores, with slips.

    Attributes:
        temperature: in points, above 0.
        slips: in what share of its choices it makes any legal move; above 0, at most 1.

    Raises:
        ValueError: for a number out of its range.
    """

    temperature: float = 10.0
    slips: float = 0.02

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise ValueError(f"temperature={self.temperature}, expected a number above 0")
        if not 0 < self.slips <= 1:
            raise ValueError(f"slips={self.slips}, expected a number above 0 and at most 1")


@dataclass(frozen=True)
class Posterior:
    """What the seat to decide believes after all that it has seen.

    Attributes:
        belief: of the position; where it infers nothing, worlds are drawn as it draws them.
        behaviour: of the other seat.
        burn_in: steps that a chain makes before those that count, 0 or more.
        thinning: steps from one world to the next, at least 1.

    Raises:
        ValueError: for a number out of its range.
    """

    belief: Belief
    behaviour: Behaviour = Behaviour()
    burn_in: int = 250
    thinning: int = 15

    def __post_init__(self) -> None:
        if self.burn_in < 0:
            raise ValueError(f"burn_in={self.burn_in}, expected 0 or more")
        if self.thinning < 1:
            raise ValueError(f"thinning={self.thinning}, expected at least 1")

    def sample(self, search: Playouts, seed: int, chain: int, number: int) -> NDArray[np.uint8]:
        """The first worlds of a chain, drawn from `seed` and its number alone.

        Worlds of one chain are like one another: errors come from the means of several chains.

        Args:
            search: `Belief.playouts` of the belief.
            seed: of all chains.
            chain: the number of this one, from 0.
            number: how many worlds.

        Returns:
            rows of `Card.index`, as `Belief.sample` has them.

        Raises:
            ValueError: when no deal comes to the position.
        """
        import numpy as np

        if self.belief.history is None or not isinstance(self.belief.position.stock, int):
            return self.belief.sample(search, seed, chain * number, number)
        worlds = np.zeros((number, len(self.belief.cards)), np.uint8)
        search.sample_chain(
            seed,
            chain,
            self.behaviour.temperature,
            self.behaviour.slips,
            self.burn_in,
            self.thinning,
            worlds,
        )
        return worlds
