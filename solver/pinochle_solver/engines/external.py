"""Another program as an engine, by lines on its standard input and output (docs/NOTATION.md)."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable
from time import monotonic
from typing import NoReturn

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.program import Listener, Program
from pinochle_solver.errors import quoted

_POLL_SECONDS = 0.1
_QUIT_SECONDS = 1.0
_AFTER_ERROR_SECONDS = 1.0
_MOST_LINES = 1_000_000
_LONGEST_NAME = 100

CALL_OUT = "CallOut"
"""The option by which a program says that it can call out."""
LEGAL = "Legal"
"""The option by which a program asks for the legal moves of every position."""


class ExternalEngine:
    """A running program; it is started when first needed, and again after a failure.

    Args:
        command: its command line, split as a shell would split it.
        timeout: how many seconds an answer may take.
        stop: ends the wait for an answer, with `InterruptedError`.
        listener: called with every line sent to the program and received from it.
        call_out: whether the game is played with call-outs.

    Attributes:
        name: what the program calls itself, once it has been started.
        wants_legal: whether it has asked for the legal moves of every position.
        may_call: whether the game is played with call-outs and the program knows about them.
    """

    def __init__(
        self,
        command: str,
        timeout: float,
        stop: StopFlag,
        listener: Listener | None = None,
        call_out: bool = False,
    ) -> None:
        self._command, self._timeout, self._stop = command, timeout, stop
        self._listener = listener
        self._program: Program | None = None
        self.name = command
        self.wants_legal = self.may_call = False
        self._call_out = call_out

    def new_hand(self) -> None:
        """Say that another hand begins; raises `EngineError` if the program is not ready."""
        if self._program is None:
            self._start()
        self._ask("new\nready", "readyok")

    def best_move(self, position: str, limits: str, legal: Iterable[str] = ()) -> str:
        """The move that the program plays in a position.

        Args:
            position: a position line.
            limits: what follows `go`.
            legal: the legal moves, if the program must be given them.

        Raises:
            EngineError: if the program does not answer.
        """
        # What it still says about the previous position is not an answer to this one.
        self._ask("ready", "readyok")
        lines = [f"position {position}", f"go {limits}"]
        if moves := " ".join(legal):
            lines.insert(1, f"legal {moves}")
        answer = self._ask("\n".join(lines), "bestmove").split()
        if len(answer) < 2:
            self._fail("answered bestmove without a move")
        return answer[1]

    def close(self) -> None:
        """Ask it to quit, and make sure that it does."""
        program, self._program = self._program, None
        if program is not None:
            program.send("quit")
            program.close_input()
            program.status(_QUIT_SECONDS)
            program.end()

    def _start(self) -> None:
        try:
            words = shlex.split(self._command, posix=os.name != "nt")
            if not words or not words[0]:
                raise EngineError("names no command")
            self._program = Program(words, self._listener)
        except (OSError, ValueError) as error:
            fact = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"cannot be started: {fact.lower()}") from None
        self.name, self.wants_legal, self.may_call = self._command, False, False
        self._ask("pn", "pnok", self._take_note)
        if self.wants_legal:
            self._program.send(f"setoption {LEGAL} true")
        if self.may_call:
            self._program.send(f"setoption {CALL_OUT} true")

    def _take_note(self, line: str) -> None:
        """Take note of what the program says about itself."""
        if line.startswith("id name"):
            printable = "".join(filter(str.isprintable, line.removeprefix("id name"))).strip()
            self.name = printable[:_LONGEST_NAME] or self._command
        # UCI puts the word `name` before an option's name.
        word, *words = line.split()[:3] or [""]
        option = words[1:] if words[:1] == ["name"] else words[:1]
        if word == "option":
            self.wants_legal |= LEGAL in option
            self.may_call |= self._call_out and CALL_OUT in option

    def _ask(self, text: str, awaited: str, hear: Callable[[str], None] | None = None) -> str:
        """Send lines and wait for a line that begins with a given word.

        An error is not an answer, but an answer may follow it shortly.

        Args:
            text: the lines.
            awaited: the word.
            hear: called with the lines before the answer.
        """
        assert self._program is not None
        self._program.send(text)
        deadline = monotonic() + self._timeout
        error, lines = None, 0
        while True:
            line = self._next_line(deadline, error)
            word = (line.split(maxsplit=1) or [""])[0]
            if word == awaited:
                return line
            if hear is not None:
                hear(line)
            if word == "error" and error is None:
                error = f"answered {quoted(line, 100)}"
                deadline = min(deadline, monotonic() + _AFTER_ERROR_SECONDS)
            lines += 1
            if lines == _MOST_LINES:
                self._fail(error or f"wrote {lines:,} lines without an answer")

    def _next_line(self, deadline: float, error: str | None) -> str:
        """The program's next line.

        At the deadline, or at the end of its lines, the program has failed: by `error` if there was
        one.
        """
        assert self._program is not None
        while not self._stop.is_set:
            left = deadline - monotonic()
            if left <= 0:
                self._fail(error or f"gave no answer within {self._timeout:g} s")
            try:
                line = self._program.next_line(min(left, _POLL_SECONDS))
            except TimeoutError:
                continue
            if line is None:
                self._fail(error or _how_it_ended(self._program))
            return line
        raise InterruptedError

    def _fail(self, why: str) -> NoReturn:
        """End the program, so that the next hand begins with a fresh one."""
        program, self._program = self._program, None
        if program is not None:
            program.end()
        raise EngineError(why)


def engine_name(
    command: str,
    timeout: float,
    listener: Listener | None = None,
    stop: StopFlag | None = None,
) -> str:
    """What an engine calls itself; raises `EngineError` if it does not start or answer.

    The arguments are those of `ExternalEngine`.
    """
    engine = ExternalEngine(command, timeout, stop or StopFlag(), listener)
    try:
        engine.new_hand()
        return engine.name
    finally:
        engine.close()


def _how_it_ended(program: Program) -> str:
    status = program.status(_QUIT_SECONDS)
    if status is None:
        return "closed its output"
    return f"ended by signal {-status}" if status < 0 else f"ended with status {status}"
