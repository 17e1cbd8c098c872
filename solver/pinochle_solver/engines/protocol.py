"""The engine protocol: lines in, lines out, in the manner of UCI (NOTATION.md).

A `Conversation` knows no streams and can be talked to by any program. It thinks in a thread of its
own, so that a stop is heard at once; no line, however bad, ends it.

>>> said = []
>>> talk = Conversation(said.append)
>>> line = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
>>> for line in (f"position {line}", "go"):
...     goes_on = talk.handle(line)
>>> talk.wait()
>>> said
['bestmove KD mean 40.0 se 0.0']
>>> talk.handle("quit")
False
"""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Lock, Thread
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Decision, Engine, as_mover_sees
from pinochle_solver.engines.greedy import greedy_move
from pinochle_solver.engines.registry import installed_engines, make_engine
from pinochle_solver.errors import PositionError, quoted
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position, parse_position
from pinochle_solver.playoff.solver import MOST_NODES, MOST_THREADS
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.playout_search import MOST_WORLDS
from pinochle_solver.version import __version__

LONGEST_LINE = 1 << 16
"""So many characters a line may have; a longer one is an error."""
DEFAULT_SECONDS = 1.0
MOST_SEED = 2**64 - 1
MOST_MILLISECONDS = 10**9

_NUMBERS = {"Threads": (1, 1, MOST_THREADS), "Seed": (1, 0, MOST_SEED)}
"""Options that are numbers: the default, the least and the most."""

# Of a `go`: the least and the most.
_LIMITS = {
    "movetime": (1, MOST_MILLISECONDS),
    "worlds": (1, MOST_WORLDS),
    "nodes": (1, MOST_NODES),
    "seed": (0, MOST_SEED),
}


class _Go(NamedTuple):
    """What a `go` asks for."""

    limits: Limits
    seed: int


class _RequestError(ValueError):
    """A line that asks for what there is not; its text is the answer."""


class Conversation:
    """One conversation.

    Args:
        write: takes every line that is said, without its end; called by one thread at a time.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._options = {name: str(default) for name, (default, _, _) in _NUMBERS.items()}
        self._options |= {name: values[0] for name, values in _choices().items()}
        self._position: Position | None = None
        # Held while something is said and while what is under way changes: nothing comes between
        # the last line of an answer and that there is none under way.
        self._lock = Lock()
        self._thinking: _Thinking | None = None
        self._requests = {
            "pn": self._introduce,
            "setoption": self._set_option,
            "ready": self._is_ready,
            "new": self._begin_another,
            "position": self._take_position,
            "go": self._go,
            "stop": self._stop,
        }

    def handle(self, line: str) -> bool:
        """Answer a line; return whether there is more to talk about.

        `go` is answered later, by other calls of `write`; a `stop` and a `quit` wait for what is
        under way to be answered, which is soon.
        """
        try:
            if len(line) > LONGEST_LINE:
                raise _RequestError("line: too long")
            words = line.split(None, 1)
            if not words:
                return True
            if words[0] == "quit":
                self.close()
                return False
            request = self._requests.get(words[0])
            if request is None:
                raise _RequestError(f"unknown command {quoted(words[0])}")
            request(words[1].strip() if len(words) > 1 else "")
        except _RequestError as error:
            self._say(f"error {error}")
        except PositionError as error:
            self._say(f"error {_one_line(str(error))}")
        return True

    def wait(self) -> None:
        """Wait until what is under way has been answered."""
        thinking = self._thinking
        if thinking is not None:
            thinking.thread.join()

    def close(self) -> None:
        """Stop what is under way, and wait until it has been answered."""
        self._stop("")

    # Requests

    def _introduce(self, _: str) -> None:
        self._say(f"id name pinochle-solver {__version__}")
        self._say("id notation pn1")
        for name, values in _choices().items():
            known = " ".join(f"var {value}" for value in values)
            self._say(f"option {name} type combo default {values[0]} {known}")
        for name, (default, least, most) in _NUMBERS.items():
            self._say(f"option {name} type spin default {default} min {least} max {most}")
        self._say("pnok")

    def _is_ready(self, _: str) -> None:
        self._say("readyok")

    def _set_option(self, text: str) -> None:
        self._refuse_while_thinking()
        name, value = (*text.split(None, 1), "", "")[:2]
        choices = _choices()
        options = {option.lower(): option for option in (*choices, *_NUMBERS)}
        option = options.get(name.lower())
        if option is None:
            known = ", ".join(options.values())
            raise _RequestError(f"unknown option {quoted(name)} (known: {known})")
        if option in _NUMBERS:
            _, least, most = _NUMBERS[option]
            value = str(_number(option, value, least, most))
        elif value.lower() in choices[option]:
            value = value.lower()
        else:
            known = ", ".join(choices[option])
            raise _RequestError(f"{option}: {quoted(value)}, expected one of {known}")
        self._options[option] = value

    def _begin_another(self, _: str) -> None:
        self._refuse_while_thinking()
        self._position = None

    def _take_position(self, text: str) -> None:
        self._refuse_while_thinking()
        # Who asks after a bad position shall not be answered for an earlier one.
        self._position = None
        position = parse_position(text)
        if not isinstance(position, PlayoffPosition):
            position = as_mover_sees(position)
        self._position = position

    def _go(self, text: str) -> None:
        self._refuse_while_thinking()
        if self._position is None:
            raise _RequestError("no position")
        go = _read_go(text, int(self._options["Seed"]))
        thinking = _Thinking(self, self._position, self._engine, go)
        self._thinking = thinking
        try:
            thinking.thread.start()
        except RuntimeError as error:  # no more threads: who asked still waits for a move
            thinking.conclude_without(error)

    def _engine(self) -> Engine:
        """The engine that the options ask for."""
        return make_engine(
            self._options["Engine"],
            belief=self._options["Belief"],
            objective=self._options["Objective"],
            threads=int(self._options["Threads"]),
        )

    def _stop(self, _: str) -> None:
        thinking = self._thinking
        if thinking is not None:
            thinking.stop.set()
            thinking.thread.join()

    # What is said

    def _refuse_while_thinking(self) -> None:
        with self._lock:
            if self._thinking is not None:
                raise _RequestError("busy: thinking, stop first")

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)

    def _conclude(self, lines: list[str]) -> None:
        """Say the last lines of an answer: from now on nothing is under way."""
        with self._lock:
            self._thinking = None
            for line in lines:
                self._write(line)


class _Thinking:
    """A `go` under way.

    Attributes:
        thread: in which it thinks.
        stop: ends it.
    """

    def __init__(
        self,
        conversation: Conversation,
        position: Position,
        make: Callable[[], Engine],
        go: _Go,
    ) -> None:
        self._conversation, self._position, self._make, self._go = conversation, position, make, go
        self.stop = StopFlag()
        self.thread = Thread(target=self._run, name="thinking", daemon=True)

    def _run(self) -> None:
        try:
            limits, seed = self._go
            decision = self._make().choose(
                self._position, limits, seed=seed, stop=self.stop, progress=self._tell
            )
            lines = [_info(decision)] if decision.worlds and decision.mean is not None else []
        except Exception as error:  # who asked still waits for a move
            self.conclude_without(error)
            return
        self._conversation._conclude([*lines, _best(decision)])

    def conclude_without(self, error: Exception) -> None:
        """Say what went wrong, and some legal move."""
        text = _one_line(f"{type(error).__name__}: {error}")
        move = _some_move(self._position)
        self._conversation._conclude([f"error {text}", _best(Decision(move))])

    def _tell(self, decision: Decision) -> None:
        if decision.mean is not None:
            self._conversation._say(_info(decision))


def _some_move(position: Position) -> Move:
    """A legal move that needs no thinking."""
    if isinstance(position, PlayoffPosition):
        return Referee.of_position(position).moves()[0]
    return greedy_move(position)


def _info(decision: Decision) -> str:
    return f"info worlds {decision.worlds} move {decision.move}{_value(decision)}"


def _best(decision: Decision) -> str:
    return f"bestmove {decision.move}{_value(decision)}"


def _value(decision: Decision) -> str:
    named = (("mean", decision.mean), ("se", decision.se))
    return "".join(f" {name} {round(value, 2) + 0.0}" for name, value in named if value is not None)


def _choices() -> dict[str, tuple[str, ...]]:
    """Options that are one of some words, the default first."""
    return {"Engine": installed_engines(), "Belief": BELIEFS, "Objective": OBJECTIVES}


def _read_go(text: str, seed: int) -> _Go:
    """The limits of a `go`; without one of time or worlds it may take a second."""
    words = text.split()
    limits: dict[str, int] = {}
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in _LIMITS:
            known = ", ".join(_LIMITS)
            raise _RequestError(f"unknown limit {quoted(name)} (known: {known})")
        if name in limits:
            raise _RequestError(f"{name}: given twice")
        limits[name] = _number(name, value, *_LIMITS[name])
    seconds = limits["movetime"] / 1000 if "movetime" in limits else None
    if seconds is None and "worlds" not in limits:
        seconds = DEFAULT_SECONDS
    return _Go(
        Limits(seconds=seconds, worlds=limits.get("worlds"), nodes=limits.get("nodes")),
        limits.get("seed", seed),
    )


def _number(name: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", text) or not least <= int(text) <= most:
        given = quoted(text) if text else "no number"
        raise _RequestError(f"{name}: {given}, expected {least} to {most}")
    return int(text)


def _one_line(text: str) -> str:
    """An error's text as one line of the protocol."""
    return " ".join(text.encode("ascii", "backslashreplace").decode().split())
