"""Who plays a hand of three or four in a match: an engine, or another program."""

from __future__ import annotations

from typing import Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.external import ExternalEngine
from pinochle_solver.engines.program import Listener
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.engines.table.engine import TableEngine
from pinochle_solver.limits import Limits
from pinochle_solver.matches.players import PlayerSpec, external_limits
from pinochle_solver.notation.table.offered_moves import chosen_in_steps
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.views import AnyMove


class TablePlayer(Protocol):
    """One that plays hands from one seat."""

    def new_hand(self) -> None:
        """Begin another hand; raises `EngineError` if it cannot be played."""

    def move(self, position: TablePosition, seed: int) -> AnyMove | str:
        """What it does in a position that its seat sees; raises `EngineError` without an answer.

        Args:
            position: what the seat sees, and no more.
            seed: of what is random.
        """

    def close(self) -> None:
        """No more hands."""


def make_table_player(
    spec: PlayerSpec,
    limits: Limits,
    timeout: float,
    stop: StopFlag,
    listener: Listener | None = None,
) -> TablePlayer:
    """The player asked for; arguments and errors are those of `make_player`."""
    own = spec.limits(limits)
    if spec.command is not None:
        return ExternalTablePlayer(spec.command, own, timeout, stop, listener)
    assert spec.engine is not None
    return TableEnginePlayer(make_table_engine(spec.engine, **spec.values()), own, stop)


class TableEnginePlayer:
    """An engine of the registry, which remembers nothing from hand to hand."""

    def __init__(self, engine: TableEngine, limits: Limits, stop: StopFlag) -> None:
        self._engine, self._limits, self._stop = engine, limits, stop

    def new_hand(self) -> None:
        """There is nothing to forget."""

    def move(self, position: TablePosition, seed: int) -> AnyMove:
        """What it decides."""
        return self._engine.choose(position, self._limits, seed=seed, stop=self._stop).move

    def close(self) -> None:
        """It holds nothing."""


class ExternalTablePlayer:
    """A program that speaks the engine protocol; after a failure it is started again."""

    def __init__(
        self,
        command: str,
        limits: Limits,
        timeout: float,
        stop: StopFlag,
        listener: Listener | None = None,
    ) -> None:
        self._engine = ExternalEngine(command, timeout, stop, listener)
        self._limits = external_limits(limits)

    def new_hand(self) -> None:
        """Start it if it does not run, and say that another hand begins."""
        self._engine.new_hand()

    def move(self, position: TablePosition, seed: int) -> str:
        """What it answers: at once, or for a burial in steps if it asks for the legal moves."""
        line, limits = position.text(), f"{self._limits} seed {seed}"
        if not self._engine.wants_legal:
            return self._engine.best_move(line, limits)
        return chosen_in_steps(
            position, lambda offered: self._engine.best_move(line, limits, offered)
        )

    def close(self) -> None:
        """Ask it to quit."""
        self._engine.close()
