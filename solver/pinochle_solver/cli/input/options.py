"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_solver.cli.input.kept_settings import LETTERS, settings
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.players import named
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.doubles import check_doubles
from pinochle_solver.rules.rules import Doubles, Rulebook

if TYPE_CHECKING:
    from pinochle_solver.engines.engine import Engine
    from pinochle_solver.stock.settings import SearchSettings

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _are_letters_asked(ctx: click.Context, _: click.Parameter, asked: bool | None) -> bool:
    return settings(ctx).symbols == LETTERS if asked is None else asked


ascii_only = click.option(
    "--ascii/--no-ascii",
    "ascii_only",
    default=None,
    callback=_are_letters_asked,
    help="Write suits as letters.",
)


SEATS = ("south", "west", "north", "east")
"""The seats of any game; at a table for two there are only south and north."""
OWN_RULEBOOKS = "pinochle_solver.rulebooks"
"""Where the context of a command keeps the rulebooks that ``--rulebook`` names."""


def rulebooks_of_files(ctx: click.Context | None = None) -> tuple[AnyRulebook, ...]:
    """The rulebooks of ``--rulebook`` and of the settings, of any game, in order.

    Args:
        ctx: of the command; the current one if not given.
    """
    ctx = ctx or click.get_current_context(silent=True)
    own: tuple[AnyRulebook, ...] = ctx.meta.get(OWN_RULEBOOKS, ()) if ctx is not None else ()
    return own


def own_rulebooks(ctx: click.Context | None = None) -> tuple[Rulebook, ...]:
    """Of `rulebooks_of_files` those for two."""
    return tuple(each for each in rulebooks_of_files(ctx) if isinstance(each, Rulebook))


def card_count_option(
    name: str = "--count", hidden: bool = False
) -> Callable[[Decorated], Decorated]:
    """An option of this name, given as `card_count`, that says what cards count."""
    return click.option(
        name,
        "card_count",
        type=click.Choice(list(COUNTS), case_sensitive=False),
        hidden=hidden,
        help="The points for each card. Default: as in the rulebook.",
    )


NO_GAME_WITH_DOUBLES = "--doubles: with them each hand is a game of its own, not --game"


def doubles_option(text: str) -> Callable[[Decorated], Decorated]:
    """An option that asks for doubles, with this help."""
    return click.option(
        "--doubles",
        type=click.Choice([doubles.text() for doubles in Doubles], case_sensitive=False),
        help=text,
    )


def asked_doubles(rules: Rulebook, doubles: str | None) -> Doubles | None:
    """The doubles that are asked for; a usage error where the rulebook does not offer them."""
    if doubles is None:
        return None
    asked = Doubles.parse(doubles)
    try:
        check_doubles(rules, asked)
    except PositionError as error:
        raise click.UsageError(f"--doubles: {error.fact}") from None
    return asked


def player_option(text: str) -> Callable[[Decorated], Decorated]:
    """The option of this help that chooses a player by name."""
    return click.option("--player", metavar="NAME", help=text)


def asked_player(player: str, names: Iterable[str]) -> str:
    """The name among these that `--player` asks for; raises `click.UsageError` if none is."""
    try:
        return named(player, names)
    except NotationError as error:
        raise click.UsageError(f"--player: {error.fact}") from None


def usable_processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def asked_engine(option: str, name: str, settings: SearchSettings) -> Engine:
    """The engine that an option asks for; one that cannot be used is a usage error."""
    from pinochle_solver.engines.engine import EngineError
    from pinochle_solver.engines.registry import engine_for

    try:
        return engine_for(name, settings)
    except (EngineError, ValueError) as error:
        raise click.UsageError(f"{option} {name}: {error}") from None


class Whole(click.IntRange):
    """A whole number, at least `min` and at most `max`."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read the number; a bad one is a usage error."""
        try:
            number = int(str(value))
        except ValueError:
            number = None
        if (
            number is None
            or (self.min is not None and number < self.min)
            or (self.max is not None and number > self.max)
        ):
            self.fail(self.refusal(value), param, ctx)
        return number

    def refusal(self, value: object) -> str:
        """What is told of a value that is none of these numbers."""
        return f"{str(value)!r}, expected a whole number, {self._describe_range()}"

    def _describe_range(self) -> str:
        """The bounds, as click puts them into the help of an option."""
        return f"at least {self.min}" if self.max is None else f"from {self.min} to {self.max}"


class Positive(click.ParamType):  # type: ignore[type-arg]  # older click has none
    """A number above 0, at most `most`; no NaN."""

    name = "number"

    def __init__(self, most: float = 1e9) -> None:
        self.most = most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; a bad one is a usage error."""
        try:
            number = float(str(value))
        except ValueError:
            self.fail(f"{value!r} is no number", param, ctx)
        if not 0 < number <= self.most:
            self.fail(f"{value} is not above 0 and at most {self.most:g}", param, ctx)
        return number
