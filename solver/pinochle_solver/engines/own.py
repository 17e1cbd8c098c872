"""The base class of a user's own players, which the package offers as `Engine`."""

from __future__ import annotations

from abc import abstractmethod
from random import Random

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Decision, EngineError, StockEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.settings import Request, SearchSettings


class Engine(StockEngine):
    """A player of your own for `match`: a subclass says in `move` what it plays.

    >>> class First(Engine):
    ...     def move(self, position, random):
    ...         return position.legal_moves()[0]

    Attributes:
        name: what it is called; the name of its class if the class has none.
        summary: in a few words, what it does.
        plays_exactly: whether the playoff is played for it as `solve` does. `move` is then asked in
            the stock phase only.
    """

    summary = "a player of one's own"
    plays_exactly = False
    _settings = SearchSettings()  # for a subclass whose own __init__ calls no other

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @abstractmethod
    def move(self, position: Position, random: Random) -> Move | str:
        """The move that it makes: one of `position.legal_moves()`, or its text.

        Args:
            position: a `StockPosition` or a `PlayoffPosition` as its seat sees it: the cards that
                the seat has not seen are hidden.
            random: the source of chance for this decision; the seed of a match decides it.
        """

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        return self._only_choice(position, self._legal(position, settings.seed), settings.seed)

    def _choose_card(
        self, position: PlayoffPosition, limits: Limits, seed: int, stop: StopFlag | None
    ) -> Decision:
        if self.plays_exactly:
            return super()._choose_card(position, limits, seed, stop)
        return Decision(self._legal(position, seed))

    def _legal(self, position: Position, seed: int) -> Move:
        """The move that it makes; in a match an `EngineError` loses the hand."""
        chosen, legal = self.move(position, Random(seed)), position.legal_moves()
        for move in legal:
            if chosen in (move, move.text()):
                return move
        raise EngineError(f"illegal move {chosen}: expected {', '.join(map(str, legal))}")
