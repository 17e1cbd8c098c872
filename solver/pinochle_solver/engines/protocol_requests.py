"""What lines of the engine protocol ask for: the options that can be set, and the limits of a `go`.

>>> options = Options()
>>> options.set("name MultiPV value 3")
>>> options.number("MultiPV")
3
>>> read_go("movetime 250 seed 5", seed=1)
Go(limits=Limits(seconds=0.25, worlds=None, nodes=None, target_error=None), seed=5, infinite=False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pinochle_solver.engines.levels import DEFAULT as DEFAULT_LEVEL
from pinochle_solver.engines.levels import NAMED
from pinochle_solver.engines.registry import installed_engines, named, table_engine_names
from pinochle_solver.errors import quoted
from pinochle_solver.limits import MOST_SEED, MOST_WORLDS, Limits
from pinochle_solver.playoff.solver import MOST_NODES, MOST_THREADS
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import BELIEFS

DEFAULT_SECONDS = 1.0
MOST_MILLISECONDS = 10**9
MOST_LINES = 128
"""No position has more legal moves than this."""

_NUMBERS = {
    "Threads": (1, 1, MOST_THREADS),
    "Seed": (1, 0, MOST_SEED),
    "MultiPV": (1, 1, MOST_LINES),
}
"""Options that are numbers: the default, the least and the most."""

CALL_OUT = "CallOut"
"""Whether the game is played with call-outs."""
_CHECKS = (CALL_OUT,)
"""Options that are true or false; false if not set."""

# The numbers of a `go`: the least and the most.
_LIMITS = {
    "movetime": (1, MOST_MILLISECONDS),
    "worlds": (1, MOST_WORLDS),
    "nodes": (1, MOST_NODES),
    "seed": (0, MOST_SEED),
}
_FALSE, _TRUE = "false", "true"
_INFINITE = "infinite"
_BESIDE_INFINITE = ("seed",)


class RequestError(ValueError):
    """A line asks for something that does not exist; the error's text is the answer."""


class Options:
    """The options and their values."""

    def __init__(self) -> None:
        self._values = {name: str(default) for name, (default, _, _) in _NUMBERS.items()}
        self._values |= {name: values[0] for name, values in _choices().items()}
        self._values |= dict.fromkeys(_CHECKS, _FALSE)

    def __getitem__(self, name: str) -> str:
        """The value of an option that is a word."""
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self._values[name])

    def is_set(self, name: str) -> bool:
        """Whether an option that is true or false is true."""
        return self._values[name] == _TRUE

    def set(self, text: str) -> None:
        """Set an option.

        Args:
            text: ``NAME VALUE``, or as in UCI ``name NAME value VALUE``, in either case.

        Raises:
            RequestError: for an unknown option, and for a value that the option does not take.
        """
        name, value = _name_and_value(text)
        choices = _choices() | dict.fromkeys(_CHECKS, (_FALSE, _TRUE))
        options = {option.lower(): option for option in self._values}
        option = options.get(name.lower())
        if option is None:
            known = ", ".join(_names(choices))
            raise RequestError(f"unknown option {quoted(name)} (known: {known})")
        if option in _NUMBERS:
            _, least, most = _NUMBERS[option]
            value = str(_number(option, value, least, most))
        else:
            choice = named(value, choices[option])
            if choice is None:
                known = ", ".join(choices[option])
                raise RequestError(f"{option}: {quoted(value)}, expected one of {known}")
            value = choice
        self._values[option] = value


def _name_and_value(text: str) -> tuple[str, str]:
    """An option's name and value, in either spelling; empty for a missing part."""
    first, *words = text.split() or [""]
    if first.lower() != "name" or not words:
        return first, text[len(first) :].strip()
    places = (place for place, word in enumerate(words) if place and word.lower() == "value")
    end = next(places, len(words))
    return " ".join(words[:end]), " ".join(words[end + 1 :])


def _names(choices: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The options in the order in which they are announced."""
    return (*choices, *_NUMBERS)


def announced_options() -> Iterator[tuple[str, str]]:
    """Each option's name, and its possible values in the words of UCI."""
    for name, values in _choices().items():
        known = " ".join(f"var {value}" for value in values)
        yield name, f"type combo default {values[0]} {known}"
    for name, (default, least, most) in _NUMBERS.items():
        yield name, f"type spin default {default} min {least} max {most}"
    for name in _CHECKS:
        yield name, f"type check default {_FALSE}"


def _choices() -> dict[str, tuple[str, ...]]:
    """Options that are one of several words, the default first."""
    engines = tuple(dict.fromkeys((*installed_engines(), *table_engine_names())))
    return {
        "Engine": engines,
        "Belief": BELIEFS,
        "Objective": OBJECTIVES,
        "Level": tuple(sorted(NAMED, key=DEFAULT_LEVEL.__ne__)),
    }


class Go(NamedTuple):
    """What a `go` asks for.

    Attributes:
        limits: when to end.
        seed: of what is random.
        infinite: whether the answer is wanted only after a stop, however soon it is known.
    """

    limits: Limits
    seed: int
    infinite: bool = False


def read_go(text: str, seed: int) -> Go:
    """Read what follows `go`; without a limit of time or worlds the search may take a second.

    Args:
        text: names and numbers.
        seed: the seed if the text gives none.

    Raises:
        RequestError: for words that are not limits, and for limits that do not go together.
    """
    given: dict[str, int] = {}
    words = iter(text.split())
    for name in words:
        if name != _INFINITE and name not in _LIMITS:
            known = ", ".join((*_LIMITS, _INFINITE))
            raise RequestError(f"unknown limit {quoted(name)} (known: {known})")
        if name in given:
            raise RequestError(f"{name}: given twice")
        given[name] = 0 if name == _INFINITE else _number(name, next(words, ""), *_LIMITS[name])
    seed = given.get("seed", seed)
    if _INFINITE in given:
        for name in given:
            if name not in (_INFINITE, *_BESIDE_INFINITE):
                raise RequestError(f"{_INFINITE}: has no other limit, {name} is one")
        return Go(Limits(worlds=MOST_WORLDS), seed, infinite=True)
    seconds = given["movetime"] / 1000 if "movetime" in given else None
    if seconds is None and "worlds" not in given:
        seconds = DEFAULT_SECONDS
    limits = Limits(seconds=seconds, worlds=given.get("worlds"), nodes=given.get("nodes"))
    return Go(limits, seed)


def _number(name: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", text) or not least <= int(text) <= most:
        given = quoted(text) if text else "no number"
        raise RequestError(f"{name}: {given}, expected {least} to {most}")
    return int(text)
