from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer, Self, disjoint_base

from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.search import StockSearch

# numpy's own stubs call arrays buffers from Python 3.12 on only.
_Array = Buffer | NDArray[Any]

@disjoint_base
class Playouts(StockSearch):
    def __new__(
        cls,
        rules: _Array,
        state: _Array,
        pile: _Array,
        *,
        weights: _Array | None = None,
        behaviour: _Array | None = None,
        nets: tuple[bytes, bytes, bytes | None] | None = None,
    ) -> Self: ...
    @property
    def has_nets(self) -> bool: ...
    @property
    def has_playoff_net(self) -> bool: ...
    @property
    def leads_to_come(self) -> int: ...
    @property
    def unseen(self) -> bytes: ...
    @property
    def hidden(self) -> int: ...
    def choose_by_expectation(self, margin: float, explain: bool) -> None: ...
    def scores(self, terms: _Array | None = None) -> list[float]: ...
    def learned_scores(self) -> list[float]: ...
    def behaviour_scores(self) -> list[float]: ...
    def sample(self, seed: int, first: int, worlds: _Array) -> None: ...
    def ends(
        self, world: _Array, move: int, shown: _Array, stop: StopFlag, seconds: float = ...
    ) -> list[tuple[float, int, int, int, int]]: ...
    def remember(
        self,
        dealer: int,
        upcard: int,
        holder: int,
        acts: _Array,
        temperature: float,
        slips: float,
        last_slips: float,
        by_policy: bool = False,
        ignores_passes: bool = False,
    ) -> None: ...
    def log_likelihoods(
        self, deals: _Array, logarithms: _Array, by_act: _Array | None = None
    ) -> None: ...
    def past_deal(self, world: _Array, seed: int, number: int) -> bytes | None: ...
    def sample_chain(
        self,
        seed: int,
        number: int,
        burn_in: int,
        thinning: int,
        worlds: _Array,
        deals: _Array | None = None,
        restriction: tuple[_Array, ...] | None = None,
    ) -> int: ...
    def evaluate(
        self,
        worlds: _Array,
        moves: bytes,
        solved: _Array,
        estimated: _Array,
        exact: _Array,
        shown: _Array,
        stop: StopFlag,
        valued: _Array | None = None,
        leads: int = 0,
        by_network: bool = False,
        claimed: _Array | None = None,
        needs: tuple[int, int] = (0, 0),
        needs_a_trick: bool = False,
        called: int = 0,
        luck: _Array | None = None,
        taken: _Array | None = None,
    ) -> int: ...
