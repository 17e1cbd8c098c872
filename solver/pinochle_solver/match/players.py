"""Who plays a hand of a match: an engine of the house, or a program that speaks the protocol.

A player is written as one word: the name of an engine, ``default``, perhaps with options,
``default:belief=uniform,worlds=2000``, or ``cmd:`` and a command line, ``cmd:./my-engine --fast``.
``openspiel-ismcts`` is a program of OpenSpiel's, which has to be installed.

>>> PlayerSpec.parse("default:worlds=64,belief=uniform")
PlayerSpec(engine='default', command=None, options={'worlds': '64', 'belief': 'uniform'})
>>> PlayerSpec.parse("chess")
Traceback (most recent call last):
    ...
pinochle_solver.errors.NotationError: player: 'chess' is no engine (default, pimc, ismcts, advice, \
greedy, random, openspiel-ismcts, or cmd:COMMAND)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.decisions import Effort, decide
from pinochle_solver.engines.external import EngineError, ExternalEngine
from pinochle_solver.engines.registry import ENGINES, RANDOM
from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.playout_search import MOST_WORLDS

OPENSPIEL = "openspiel-ismcts"
PLAYERS = (*ENGINES, OPENSPIEL)
_COMMAND = "cmd:"
_SEARCHING = ("default", "pimc", "ismcts")
_OPTIONS = ("belief", "objective", "seconds", "worlds")
_OPENSPIEL_OPTIONS = ("uct_c", "seconds", "sims")
_MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think about a move: one of the two is given.

    Attributes:
        seconds: of time.
        worlds: of searched worlds; with it the answers do not depend on the machine.
    """

    seconds: float | None = None
    worlds: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as it was asked for.

    Attributes:
        engine: one of `PLAYERS`; None for an external one.
        command: the command line of an external one.
        options: of an engine of the house, by name.
    """

    engine: str | None = None
    command: str | None = None
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read a player; raises `NotationError` naming what is wrong."""
        if text.startswith(_COMMAND):
            command = text.removeprefix(_COMMAND).strip()
            if not command:
                raise NotationError("player", f"{quoted(text)} names no command")
            if not command.isprintable():
                # A record tells it in one line of text.
                raise NotationError("player", f"{quoted(text)} has an unprintable character")
            return cls(command=command)
        engine, colon, rest = text.partition(":")
        if engine.lower() not in PLAYERS:
            known = ", ".join(PLAYERS)
            raise NotationError(
                "player", f"{quoted(engine)} is no engine ({known}, or {_COMMAND}COMMAND)"
            )
        options = _parse_options(rest) if colon else {}
        spec = cls(engine=engine.lower(), options=options)
        _check_options(spec)
        return spec

    def text(self) -> str:
        """As it is written."""
        if self.command is not None:
            return f"{_COMMAND}{self.command}"
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.engine}:{options}" if options else f"{self.engine}"

    def limit(self, default: Limit) -> Limit:
        """How long it may think, where all others may as long as `default`."""
        worlds = self.options.get("worlds", self.options.get("sims"))
        seconds = self.options.get("seconds")
        if worlds is not None:
            return Limit(worlds=int(worlds))
        return default if seconds is None else Limit(seconds=float(seconds))


def _parse_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise NotationError("player", f"{quoted(part)} is not option=value")
        if name in options:
            raise NotationError("player", f"option {name} is given twice")
        options[name] = value
    return options


def _check_options(spec: PlayerSpec) -> None:
    options = _OPENSPIEL_OPTIONS if spec.engine == OPENSPIEL else _OPTIONS
    if spec.options and spec.engine not in (*_SEARCHING, OPENSPIEL):
        raise NotationError("player", f"{spec.engine} has no options")
    for number in ("worlds", "sims"):
        if number in spec.options and "seconds" in spec.options:
            raise NotationError("player", f"{number} or seconds, not both")
    for name, value in spec.options.items():
        if name not in options:
            known = ", ".join(options)
            raise NotationError("player", f"unknown option {quoted(name)} (known: {known})")
        if not _is_option(name, value):
            raise NotationError("player", f"{quoted(value)} is no {name}")


def _is_option(name: str, value: str) -> bool:
    if name in ("worlds", "sims"):
        return value.isascii() and value.isdigit() and 1 <= int(value) <= MOST_WORLDS
    if name in ("seconds", "uct_c"):
        try:
            return 0 < float(value) <= _MOST_SECONDS
        except ValueError:
            return False
    return value in (BELIEFS if name == "belief" else OBJECTIVES)


class Player(Protocol):
    """One that plays hands.

    Attributes:
        plays_exactly: whether it plays every playoff as `solve` does.
    """

    plays_exactly: bool

    def new_hand(self) -> None:
        """Another hand begins; raises `EngineError` if it cannot be played."""

    def move(self, position: Position, seed: int) -> Move | str:
        """What it does in a position that it sees; raises `EngineError` if it gives no answer.

        Args:
            position: what the seat to decide sees, and no more.
            seed: of what is random.
        """

    def close(self) -> None:
        """No more hands."""


def make_player(spec: PlayerSpec, limit: Limit, timeout: float, stop: StopFlag) -> Player:
    """The player asked for.

    Args:
        spec: which.
        limit: how long it may think, unless its options say otherwise; for OpenSpiel's player
            `worlds` are simulations.
        timeout: after how many seconds without an answer an external one has lost the hand.
        stop: ends its thinking; what it answers then does not count.

    Raises:
        EngineError: when it needs what is not installed.
    """
    own = spec.limit(limit)
    if spec.command is not None:
        return ExternalPlayer(spec.command, own, timeout, stop)
    if spec.engine == OPENSPIEL:
        check_installed(spec)
        from pinochle_solver.openspiel.player import UCT_C, OpenSpielPlayer

        uct_c = float(spec.options.get("uct_c", UCT_C))
        return OpenSpielPlayer(uct_c, own.worlds, own.seconds, stop)
    return HousePlayer(spec, own, stop)


def check_installed(spec: PlayerSpec) -> None:
    """Raise `EngineError` when the player needs what is not installed."""
    if spec.engine == OPENSPIEL and not (find_spec("pyspiel") and find_spec("open_spiel")):
        raise EngineError("OpenSpiel is not installed (pip install 'pinochle-solver[openspiel]')")


class HousePlayer:
    """An engine of the house."""

    def __init__(self, spec: PlayerSpec, limit: Limit, stop: StopFlag) -> None:
        assert spec.engine is not None
        self.plays_exactly = spec.engine != RANDOM
        self._stop = stop
        self._effort = Effort(
            engine=spec.engine,
            seconds=limit.seconds,
            worlds=limit.worlds,
            belief=spec.options.get("belief", BELIEFS[0]),
            objective=spec.options.get("objective", OBJECTIVES[0]),
        )

    def new_hand(self) -> None:
        """It remembers nothing."""

    def move(self, position: Position, seed: int) -> Move:
        """What it decides."""
        return decide(position, replace(self._effort, seed=seed), self._stop).move

    def close(self) -> None:
        """It holds nothing."""


class ExternalPlayer:
    """A program that speaks the engine protocol; after a failure it is started again."""

    plays_exactly = False

    def __init__(self, command: str, limit: Limit, timeout: float, stop: StopFlag) -> None:
        self._engine = ExternalEngine(command, timeout, stop)
        self._limit = (
            f"worlds {limit.worlds}"
            if limit.worlds is not None
            else f"movetime {max(1, round(1000 * (limit.seconds or 0)))}"
        )

    def new_hand(self) -> None:
        """Start it if it does not run, and say that another hand begins."""
        self._engine.new_hand()

    def move(self, position: Position, seed: int) -> str:
        """What it answers."""
        return self._engine.best_move(position.text(), f"{self._limit} seed {seed}")

    def close(self) -> None:
        """Ask it to quit."""
        self._engine.close()
