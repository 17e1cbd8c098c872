"""Who plays a hand of a match: an engine, or a program that speaks the engine protocol.

A player is written as one word: the name of an engine, ``default``, perhaps with options,
``default:belief=uniform,worlds=2000``, or ``cmd:`` and a command line, ``cmd:./my-engine --fast``.

>>> PlayerSpec.parse("default:worlds=64,belief=uniform")
PlayerSpec(engine='default', command=None, options={'worlds': '64', 'belief': 'uniform'})
>>> PlayerSpec.parse("chess")
Traceback (most recent call last):
    ...
pinochle_solver.errors.NotationError: player: 'chess' is no engine (default, pimc, ismcts, advice, \
greedy, random, graded, openspiel-ismcts, or cmd:COMMAND)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Engine, Number
from pinochle_solver.engines.external import ExternalEngine
from pinochle_solver.engines.program import Listener
from pinochle_solver.engines.registry import (
    TWO_HANDED,
    EngineFamily,
    make_engine,
    named,
    with_call_out,
)
from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.limits import MOST_WORLDS, Limits
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.rules.moves import CALL_OUT, CallingOut, Move

if TYPE_CHECKING:
    from pinochle_solver.engines.table.engine import TableEngine

TIMEOUT = 60.0
"""After how many seconds without an answer a program has lost the hand, in a match in Python."""

_COMMAND = "cmd:"
_SECONDS = Number(default=1.0)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as it was asked for.

    Attributes:
        engine: the name of an engine; None for an external one.
        command: the command line of an external one.
        options: the options of an engine of this package, by name.
        family: the engines that play the game.
    """

    engine: str | None = None
    command: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    family: EngineFamily = field(default=TWO_HANDED, repr=False)

    @classmethod
    def parse(cls, text: str, family: EngineFamily = TWO_HANDED) -> PlayerSpec:
        """Read a player; raises `NotationError` naming what is wrong.

        Args:
            text: as it is written.
            family: the engines that play the game.
        """
        if text.startswith(_COMMAND):
            command = text.removeprefix(_COMMAND).strip()
            if not command:
                raise NotationError("player", f"{quoted(text)} names no command")
            if not command.isprintable():
                # A record holds it in one line of text.
                raise NotationError("player", f"{quoted(text)} has an unprintable character")
            return cls(command=command, family=family)
        word, colon, rest = text.partition(":")
        names = family.names()
        engine = named(word, names)
        if engine is None:
            known = ", ".join(names)
            raise NotationError(
                "player", f"{quoted(word)} is no engine ({known}, or {_COMMAND}COMMAND)"
            )
        options = _parse_options(rest) if colon else {}
        spec = cls(engine=engine, options=options, family=family)
        if spec.options:
            _check_options(spec)
        return spec

    def text(self) -> str:
        """As it is written."""
        if self.command is not None:
            return f"{_COMMAND}{self.command}"
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.engine}:{options}" if options else f"{self.engine}"

    def limits(self, default: Limits) -> Limits:
        """How long it may think, if all others may think as long as `default`."""
        if self.engine is None:
            return default
        names = self.family.class_of(self.engine).limits if self.options else {}
        for name, limit in names.items():
            if name in self.options:
                value = self.options[name]
                return (
                    Limits(worlds=int(value)) if limit == "worlds" else Limits(seconds=float(value))
                )
        return default

    def values(self) -> dict[str, object]:
        """The values of the options with which an engine is made."""
        assert self.engine is not None
        options = self.family.class_of(self.engine).options
        return {
            name: option.read(self.options[name])
            for name, option in options.items()
            if name in self.options
        }


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
    assert spec.engine is not None
    engine = spec.family.class_of(spec.engine)
    known = {**dict.fromkeys(engine.options), **engine.limits}
    if not known:
        raise NotationError("player", f"{spec.engine} has no options")
    given = [name for name in engine.limits if name in spec.options]
    if len(given) > 1:
        worlds, seconds = sorted(given, key=lambda name: engine.limits[name], reverse=True)
        raise NotationError("player", f"{worlds} or {seconds}, not both")
    for name, value in spec.options.items():
        if name not in known:
            names = ", ".join(known)
            raise NotationError("player", f"unknown option {quoted(name)} (known: {names})")
        if not _is_option(engine, name, value):
            raise NotationError("player", f"{quoted(value)} is no {name}")


def _is_option(engine: type[Engine] | type[TableEngine], name: str, value: str) -> bool:
    if engine.limits.get(name) == "worlds":
        return bool(re.fullmatch("[0-9]{1,9}", value)) and 1 <= int(value) <= MOST_WORLDS
    option = engine.options.get(name, _SECONDS)
    return option.read(value) is not None


class Player(Protocol):
    """One that plays hands.

    Attributes:
        plays_exactly: whether it plays every playoff as `solve` does.
        may_call: whether the game is played with call-outs and the player knows about them.
    """

    plays_exactly: bool

    @property
    def may_call(self) -> bool:
        """As above."""

    def new_hand(self) -> None:
        """Begin another hand; raises `EngineError` if it cannot be played."""

    def move(self, position: Position, seed: int) -> Move | CallingOut | str:
        """What it does in a position that it sees; raises `EngineError` if there is no answer.

        Args:
            position: what the seat to decide sees, and no more.
            seed: of what is random.
        """

    def close(self) -> None:
        """No more hands."""


def make_player(
    spec: PlayerSpec,
    limits: Limits,
    timeout: float,
    stop: StopFlag,
    listener: Listener | None = None,
    call_out: bool = False,
) -> Player:
    """The player asked for.

    Args:
        spec: which player.
        limits: how long it may think, unless its options say otherwise; for OpenSpiel's engine
            `worlds` are simulations.
        timeout: after how many seconds without an answer an external one has lost the hand.
        stop: ends its thinking; an answer after that does not count.
        listener: called with every line to an external player and from it.
        call_out: whether the game is played with call-outs.

    Raises:
        EngineError: when it needs something that is not installed.
    """
    own = spec.limits(limits)
    if spec.command is not None:
        return ExternalPlayer(spec.command, own, timeout, stop, listener, call_out)
    assert spec.engine is not None
    engine = make_engine(spec.engine, **spec.values(), **with_call_out(call_out))
    return EnginePlayer(engine, own, stop, call_out)


class EnginePlayer:
    """An engine of the registry, which remembers nothing from hand to hand."""

    def __init__(
        self, engine: Engine, limits: Limits, stop: StopFlag, call_out: bool = False
    ) -> None:
        self.may_call = call_out
        self.plays_exactly = engine.plays_exactly
        self._engine, self._limits, self._stop = engine, limits, stop

    def new_hand(self) -> None:
        """There is nothing to forget."""

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        """What it decides."""
        return self._engine.choose(position, self._limits, seed=seed, stop=self._stop).move

    def close(self) -> None:
        """It holds nothing."""


class ExternalPlayer:
    """A program that speaks the engine protocol; after a failure it is started again."""

    plays_exactly = False

    def __init__(
        self,
        command: str,
        limits: Limits,
        timeout: float,
        stop: StopFlag,
        listener: Listener | None = None,
        call_out: bool = False,
    ) -> None:
        self._engine = ExternalEngine(command, timeout, stop, listener, call_out)
        self._limits = external_limits(limits)

    @property
    def may_call(self) -> bool:
        """Whether it has said that it can call out, in a game with call-outs."""
        return self._engine.may_call

    def new_hand(self) -> None:
        """Start it if it does not run, and say that another hand begins."""
        self._engine.new_hand()

    def move(self, position: Position, seed: int) -> str:
        """What it answers."""
        moves: list[Move | CallingOut] = []
        if self._engine.wants_legal:
            moves += position.legal_moves()
            if self.may_call and Calls.of(position).may_call(position.turn):
                moves.append(CALL_OUT)
        limits = f"{self._limits} seed {seed}"
        return self._engine.best_move(position.text(), limits, (move.text() for move in moves))

    def close(self) -> None:
        """Ask it to quit."""
        self._engine.close()


def external_limits(limits: Limits) -> str:
    """How long a program may think, as words of `go`."""
    if limits.worlds is not None:
        return f"worlds {limits.worlds}"
    return f"movetime {max(1, round(1000 * (limits.seconds or 0)))}"
