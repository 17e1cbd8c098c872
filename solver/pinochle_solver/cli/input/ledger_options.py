"""Options of the commands of a ledger: which file, whose decisions, since when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import SEATS, asked_player
from pinochle_solver.errors import NotationError

if TYPE_CHECKING:
    from pinochle_solver.ledger.file import Ledger
    from pinochle_solver.ledger.words import Condition

_NAMED = 3
_Command = TypeVar("_Command", bound=Callable[..., Any])

ledger_option = click.option(
    "--ledger",
    metavar="FILE",
    shell_complete=completion.files,
    help="The file of the ledger. Default: ledger.duckdb in your data folder.",
)


class Day(click.ParamType):  # type: ignore[type-arg]  # older click has none
    """A day, such as ``2026-11-29``."""

    name = "day"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> date:
        """Read the day; a bad one is a usage error."""
        from pinochle_solver.ledger.words import parse_day

        if isinstance(value, date):
            return value
        day = parse_day(str(value))
        if day is None:
            self.fail(f"{str(value)!r} is no day. Type one as 2026-11-29", param, ctx)
        return day


def since_option(command: _Command) -> _Command:
    """Give a command ``--since``."""
    return click.option(
        "--since", metavar="DAY", type=Day(), help="Only hands from this day on: 2026-11-29."
    )(command)


def ledger_path(given: str | None) -> Path:
    """Where the ledger is."""
    if given is not None:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("pinochle-solver", appauthor=False) / "ledger.duckdb"


def asked_name(ledger: Ledger, player: str | None) -> str | None:
    """The player that is asked about: of the option, of the settings, or the only one.

    Raises:
        click.UsageError: if the option names nobody of the ledger.
    """
    names = ledger.players()
    if player is not None:
        return asked_player(player, names)
    own = settings().name
    found = [name for name in names if own is not None and name.casefold() == own.casefold()]
    return found[0] if found else names[0] if len(names) == 1 else None


def show_command(ledger: str | None, **options: object) -> str:
    """What shows the numbers of players, to be typed next.

    Args:
        ledger: the option of that name.
        options: the other ones, by their names; None for one that is not given.
    """
    given = {**options, "ledger": ledger}
    said = (f" --{name} {quote(str(value))}" for name, value in given.items() if value is not None)
    return "pinochle ledger show" + "".join(said)


def who_you_are(names: Sequence[str]) -> str | None:
    """How to say who of the players the user is, to be typed next; None if none has a name."""
    known = [name for name in names if name not in SEATS]
    if not known:
        return None
    those = ", ".join(known[:_NAMED]) + (", ..." if len(known) > _NAMED else "")
    return f"pinochle settings name NAME says who you are, such as {those}"


def conditions(player: str | None, since: date | None) -> Condition:
    """The condition of some decisions: whose, and since when."""
    from pinochle_solver.ledger.words import Condition

    parts: Sequence[tuple[str, object]] = [
        (sql, value)
        for sql, value in (("d.player = ?", player), ("h.day >= ?", since))
        if value is not None
    ]
    sql = " AND ".join(sql for sql, _ in parts)
    return Condition(sql or "true", tuple(value for _, value in parts))


def asked_condition(option: str, question: str | None) -> Condition:
    """The condition of a question; all decisions without one. A bad one is a usage error."""
    from pinochle_solver.ledger.queries import QUESTION, condition_of
    from pinochle_solver.ledger.words import Condition

    if question is None:
        return Condition("true")
    try:
        return condition_of(question)
    except NotationError as error:
        # Of a question that lacks something there is no word to name.
        said = error.fact if error.token == QUESTION else str(error)
        raise click.UsageError(f"{option}: {said}") from None
