"""The engine protocol: lines in, lines out, in the manner of UCI (NOTATION.md).

A `Conversation` knows nothing of streams, so any program can talk to it. It thinks in a thread of
its own, so that it hears a stop at once. No line, however bad, ends it.

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

from collections.abc import Callable, Iterable, Sequence
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Decision, as_mover_sees
from pinochle_solver.engines.greedy import greedy_move
from pinochle_solver.engines.protocol_requests import (
    CALL_OUT,
    Go,
    Options,
    RequestError,
    announced_options,
    read_go,
)
from pinochle_solver.engines.registry import engine_for, make_table_engine, table_engine_for
from pinochle_solver.errors import PositionError, quoted
from pinochle_solver.intervals import Interval
from pinochle_solver.limits import Limits
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.table.all_games import (
    AnyPosition,
    is_table_position,
    parse_any_position,
)
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.moves import CALL_OUT as CALLING_OUT
from pinochle_solver.sizes import MOST_POSITION
from pinochle_solver.stock.analysis import STAKE, WIN
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.version import __version__

if TYPE_CHECKING:
    from pinochle_solver.engines.table.engine import TableDecision

_AUTHORS = "The pinochle-solver authors"
_WITHOUT_THINKING = "greedy"
_POINT_DIGITS, _CHANCE_DIGITS = 2, 4
_ID = f"id name pinochle-solver {__version__}"


class _Valued(Protocol):
    """A move of any game, and what it is worth as far as that is known."""

    @property
    def move(self) -> object: ...
    @property
    def mean(self) -> float | None: ...
    @property
    def se(self) -> float | None: ...


class _Candidate(_Valued, Protocol):
    @property
    def behind(self) -> float | None: ...
    @property
    def behind_se(self) -> float | None: ...
    @property
    def visits(self) -> int: ...
    @property
    def win(self) -> float | None: ...
    @property
    def win_interval(self) -> Interval | None: ...


class _Decision(_Valued, Protocol):
    """What an engine of any game decides."""

    @property
    def worlds(self) -> int: ...
    @property
    def candidates(self) -> Sequence[_Candidate]: ...


class Conversation:
    """One conversation.

    Args:
        write: called with every line that is said, without its end; by one thread at a time.
        rulebooks: the rulebooks that positions may name besides the published ones.
    """

    def __init__(self, write: Callable[[str], None], rulebooks: Iterable[AnyRulebook] = ()) -> None:
        self._write = write
        self._rulebooks = KnownRulebooks.of(rulebooks)
        self._options = Options()
        self._position: AnyPosition | None = None
        # Held while something is said and while the state of what is under way changes. So nothing
        # comes between the last line of an answer and the moment from which none is under way.
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
            "moves": self._list_moves,
            # The same requests in the words of UCI.
            "uci": self._introduce_as_in_uci,
            "isready": self._is_ready,
            "ucinewgame": self._begin_another,
        }

    def handle(self, line: str) -> bool:
        """Answer a line; return whether the conversation goes on.

        `go` is answered later, by other calls of `write`. `stop` and `quit` wait until what is
        under way has been answered, which is soon.
        """
        try:
            if len(line) > MOST_POSITION:
                raise RequestError("line: too long")
            words = line.split(None, 1)
            if not words:
                return True
            if words[0] == "quit":
                self.close()
                return False
            request = self._requests.get(words[0])
            if request is None:
                raise RequestError(f"unknown command {quoted(words[0])}")
            request(words[1].strip() if len(words) > 1 else "")
        except RequestError as error:
            self._say(f"error {error}")
        except PositionError as error:
            self._say(f"error {_one_line(str(error))}")
        return True

    def wait(self) -> None:
        """Wait until what is under way has been answered; for ever if only a stop would end it."""
        thinking = self._under_way()
        if thinking is not None:
            thinking.thread.join()

    def finish(self) -> None:
        """Wait until what is under way has been answered, which no request will stop any more.

        A search that ends by itself does so: one with a limit, and every one of a playoff. Only an
        endless one of the stock phase is stopped.
        """
        thinking = self._under_way()
        if thinking is not None:
            thinking.finish()
            thinking.thread.join()

    def close(self) -> None:
        """Stop what is under way, and wait until it has been answered."""
        self._stop("")

    # Requests

    def _introduce(self, _: str) -> None:
        self._say(_ID, "id notation pn1")
        self._say(*(f"option {name} {kind}" for name, kind in announced_options()), "pnok")

    def _introduce_as_in_uci(self, _: str) -> None:
        self._say(_ID, f"id author {_AUTHORS}")
        self._say(*(f"option name {name} {kind}" for name, kind in announced_options()), "uciok")

    def _is_ready(self, _: str) -> None:
        self._say("readyok")

    def _set_option(self, text: str) -> None:
        self._refuse_while_thinking()
        self._options.set(text)

    def _begin_another(self, _: str) -> None:
        self._refuse_while_thinking()
        self._position = None

    def _take_position(self, text: str) -> None:
        self._refuse_while_thinking()
        # A question after a bad position must not be answered for an earlier one.
        self._position = None
        position = parse_any_position(text, self._rulebooks)
        if is_table_position(position):
            from pinochle_solver.engines.table.engine import as_mover_sees as as_seat_sees

            position = as_seat_sees(position)
        elif not isinstance(position, PlayoffPosition):
            position = as_mover_sees(position)
        self._position = position

    def _given_position(self) -> AnyPosition:
        if self._position is None:
            raise RequestError("no position")
        return self._position

    def _list_moves(self, chosen: str) -> None:
        position = self._given_position()
        if is_table_position(position):
            from pinochle_solver.notation.table.offered_moves import offered_moves

            self._say(f"legal {' '.join(offered_moves(position, chosen))}")
            return
        moves = [move.text() for move in position.legal_moves()]
        is_agreed = self._options.is_set(CALL_OUT) or Agreed.CALL_OUT in position.agreed
        if is_agreed and Calls.of(position).may_call(position.turn):
            moves.append(CALLING_OUT.text())
        self._say(f"legal {' '.join(moves)}")

    def _go(self, text: str) -> None:
        self._refuse_while_thinking()
        position, go = self._given_position(), read_go(text, self._options.number("Seed"))
        objective = self._options["Objective"]
        if not is_table_position(position) and not isinstance(position, PlayoffPosition):
            objective = objective if position.stakes is None else STAKE
        teller = _Teller(self._options.number("MultiPV"), objective)
        thinking = _Thinking(self, position, go, teller)
        self._thinking = thinking
        try:
            thinking.thread.start()
        except RuntimeError as error:  # no more threads, but the caller still waits for a move
            thinking.conclude_without(error)

    def _choose(self, position: AnyPosition, **request: Any) -> _Decision:
        """What the engine that the options ask for decides; `request` is that of its `choose`."""
        name, objective = self._options["Engine"], self._options["Objective"]
        threads, level = self._options.number("Threads"), self._options["Level"]
        if is_table_position(position):
            table_engine = table_engine_for(name, objective=objective, threads=threads, level=level)
            return table_engine.choose(position, **request)
        settings = SearchSettings(
            belief=self._options["Belief"],
            objective=objective,
            threads=threads,
            call_out=self._options.is_set(CALL_OUT),
        )
        return engine_for(name, settings, level=level).choose(position, **request)

    def _stop(self, _: str) -> None:
        thinking = self._under_way()
        if thinking is not None:
            thinking.stop()
            thinking.thread.join()

    # What is said

    def _refuse_while_thinking(self) -> None:
        if self._under_way() is not None:
            raise RequestError("busy: thinking, stop first")

    def _under_way(self) -> _Thinking | None:
        """The `go` under way; None once all of its answer has been said."""
        with self._lock:
            return self._thinking

    def _say(self, *lines: str) -> None:
        """Say lines, and let nothing come between them."""
        with self._lock:
            for line in lines:
                self._write(line)

    def _conclude(self, lines: Iterable[str]) -> None:
        """Say the last lines of an answer; from then on nothing is under way."""
        with self._lock:
            self._thinking = None
            for line in lines:
                self._write(line)


class _Thinking:
    """A `go` under way.

    Attributes:
        thread: the thread in which it thinks.
    """

    def __init__(
        self,
        conversation: Conversation,
        position: AnyPosition,
        go: Go,
        teller: _Teller,
    ) -> None:
        self._conversation, self._position = conversation, position
        self._go, self._teller = go, teller
        # The search watches the first; the second wakes the thread that waits with an answer.
        self._stop, self._stopped = StopFlag(), Event()
        self.thread = Thread(target=self._run, name="thinking", daemon=True)

    def stop(self) -> None:
        """End it; it is answered soon."""
        self._stop.set()
        self._stopped.set()

    def finish(self) -> None:
        """Have it answered as soon as it ends by itself; if it does not, end it."""
        if self._go.infinite and not isinstance(self._position, PlayoffPosition):
            self._stop.set()
        self._stopped.set()

    def _run(self) -> None:
        try:
            limits, seed, _ = self._go
            decision = self._conversation._choose(
                self._position, limits=limits, seed=seed, stop=self._stop, progress=self._tell
            )
            lines, best = self._teller.at_the_end(decision), self._teller.best(decision)
        except Exception as error:  # the caller still waits for a move
            lines, best = self._without(error)
        if self._go.infinite:
            self._conversation._say(*lines)
            self._stopped.wait()
            lines = []
        self._conversation._conclude([*lines, best])

    def conclude_without(self, error: Exception) -> None:
        """Say at once what went wrong, and give some legal move."""
        lines, best = self._without(error)
        self._conversation._conclude([*lines, best])

    def _without(self, error: Exception) -> tuple[list[str], str]:
        """The lines about an error, and the move that is given nevertheless."""
        text = _one_line(f"{type(error).__name__}: {error}")
        return [f"error {text}"], self._teller.best(_some_decision(self._position))

    def _tell(self, decision: _Decision) -> None:
        self._conversation._say(*self._teller.so_far(decision))


class _Teller:
    """Makes the `info` lines of a `go`.

    Args:
        number: how many moves to report.
        objective: what the engine plays for.
    """

    def __init__(self, number: int, objective: str) -> None:
        self._number, self._for_chances = number, objective == WIN
        self._digits = _CHANCE_DIGITS if objective in (WIN, STAKE) else _POINT_DIGITS
        self._mean_digits = _CHANCE_DIGITS if objective == STAKE else _POINT_DIGITS

    def so_far(self, decision: _Decision) -> list[str]:
        """The lines while it thinks."""
        several = self._several(decision)
        if several:
            numbered = enumerate(several[: self._number], start=1)
            return [self._line(decision, place, candidate) for place, candidate in numbered]
        if decision.mean is None:
            return []
        value = f"{self._value(decision)}{_unit(decision)}"
        return [f"info worlds {decision.worlds} move {decision.move}{value}"]

    def at_the_end(self, decision: _Decision) -> list[str]:
        """The lines before the answer: for a playoff only the values of several moves."""
        return self.so_far(decision) if decision.worlds or self._several(decision) else []

    def _several(self, decision: _Decision) -> list[_Candidate]:
        """The moves with values, the best first, if more than one is to be reported."""
        if self._number == 1:
            return []
        return [candidate for candidate in decision.candidates if candidate.mean is not None]

    def _line(self, decision: _Decision, place: int, candidate: _Candidate) -> str:
        """The line of one move of several; it says how many worlds there were, if any."""
        worlds = f" worlds {decision.worlds}" if decision.worlds else ""
        visits = f" visits {candidate.visits}" if decision.worlds else ""
        numbers: list[tuple[str, float | None]] = []
        if self._for_chances and (interval := candidate.win_interval) is not None:
            low, high = interval
            numbers = [("win", candidate.win), ("win_low", low), ("win_high", high)]
        numbers += [("behind", candidate.behind), ("behind_se", candidate.behind_se)]
        more = "".join(_named(name, value, self._digits) for name, value in numbers)
        value = f"{self._value(candidate)}{_unit(decision)}"
        return f"info{worlds} move {candidate.move}{value} multipv {place}{more}{visits}"

    def best(self, decision: _Decision) -> str:
        """The answer."""
        return f"bestmove {decision.move}{self._value(decision)}{_unit(decision)}"

    def _value(self, valued: _Valued) -> str:
        numbers = (("mean", valued.mean), ("se", valued.se))
        return "".join(_named(name, value, self._mean_digits) for name, value in numbers)


def _some_decision(position: AnyPosition) -> Decision | TableDecision:
    """A legal move that needs no thinking."""
    if is_table_position(position):
        return make_table_engine(_WITHOUT_THINKING).choose(position, Limits())
    if isinstance(position, PlayoffPosition) or position.act.doubles:
        return Decision(position.legal_moves()[0])
    return Decision(greedy_move(position))


def _unit(decision: _Decision) -> str:
    """What the mean counts, in the games that have several currencies."""
    unit = getattr(decision, "unit", None)
    return "" if unit is None else f" unit {unit}"


def _named(name: str, value: float | None, digits: int) -> str:
    """A number with its name; empty if it is not known."""
    return "" if value is None else f" {name} {round(value, digits) + 0.0}"


def _one_line(text: str) -> str:
    """An error's text as one line of the protocol."""
    return " ".join(text.encode("ascii", "backslashreplace").decode().split())
