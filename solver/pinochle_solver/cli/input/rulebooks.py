"""Rulebooks of one's own on the command line: files of them, and options that name a rulebook."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.kept_settings import settings
from pinochle_solver.cli.input.options import OWN_RULEBOOKS, own_rulebooks, rulebooks_of_files
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of, read_small
from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.notation.known_rulebooks import (
    AnyRulebook,
    KnownRulebooks,
    refuse_table_game,
    unknown_rulebook,
)
from pinochle_solver.notation.sources import decoded
from pinochle_solver.notation.table.all_games import is_table_game
from pinochle_solver.rules.hand_packing import check_whole_hands
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.sizes import MOST_TOML

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Command = TypeVar("_Command", bound=Callable[..., Any])

# The files of a command's options; the rulebook of the settings comes after them.
_GIVEN = "pinochle_solver.rulebooks_given"


def rulebook_files(command: _Command) -> _Command:
    """Give a command ``--rulebook``: `rulebooks_of_files` and `known_rulebooks` have those."""
    return click.option(
        "--rulebook",
        "rulebook_files",
        metavar="FILE.toml",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=_read_files,
        shell_complete=completion.files,
        help="Add your own rulebook, which becomes the default. May be given several times.",
    )(command)


def _read_files(ctx: click.Context, _: click.Parameter, files: tuple[str, ...]) -> None:
    """Read the files in order; each may be based on those before it."""
    own: list[AnyRulebook] = []
    for file in files:
        rules = read_rulebook(file, own)
        if any(other.name == rules.name and other != rules for other in own):
            fact = f"name: another rulebook named {rules.name} was given before"
            raise click.ClickException(f"{file}: {fact}")
        own.append(rules)
    kept = settings(ctx).rulebook
    if isinstance(kept, Path):
        rules = read_rulebook(str(kept), own)
        if all(other.name != rules.name for other in own):
            own.append(rules)
    ctx.meta[OWN_RULEBOOKS] = tuple(own)
    ctx.meta[_GIVEN] = files


def rulebook_words() -> str:
    """The options ``--rulebook`` of the current command, to be typed again for another one."""
    files: tuple[str, ...] = click.get_current_context().meta.get(_GIVEN, ())
    return "".join(f" --rulebook {shlex.quote(file)}" for file in files)


def read_rulebook(file: str, before: Sequence[AnyRulebook]) -> AnyRulebook:
    """The rulebook of a file; raises `click.ClickException`.

    Args:
        file: the file.
        before: those that it may be based on besides the published ones.
    """
    # A command that is given none needs no TOML.
    from pinochle_solver.notation.rulebook_files import parse_any_rulebook

    try:
        text = decoded(read_small(Path(file), MOST_TOML))
        return parse_any_rulebook(text, before)
    except PositionError as error:
        fact = str(error)
    except (OSError, UnicodeDecodeError) as error:
        fact = fact_of(error)
    raise click.ClickException(f"{file}: {fact}")


def default_rulebook() -> Rulebook:
    """By which to play, deal or read the two-handed game where no rulebook is named.

    It is the first such rulebook of ``--rulebook``, else that of the settings.

    Raises:
        click.UsageError: if ``--rulebook`` names only rulebooks for three and four.
    """
    own, kept = own_rulebooks(), settings().rulebook
    if own:
        return own[0]
    if click.get_current_context().meta.get(_GIVEN):
        tables = (each for each in rulebooks_of_files() if not isinstance(each, Rulebook))
        error = refuse_table_game(next(tables))
        raise click.UsageError(f"--rulebook: {error.fact}")
    return RULEBOOKS[kept] if isinstance(kept, str) else DEFAULT_RULEBOOK


def default_of_any() -> AnyRulebook:
    """By which to deal or read any game where no rulebook is named.

    It is the first one of ``--rulebook``, else that of the settings.
    """
    own = rulebooks_of_files()
    return own[0] if own else default_rulebook()


def known_rulebooks() -> KnownRulebooks:
    """What the command reads positions and records by.

    If one names no rulebook and is read by the user's own, or by that of the settings, standard
    error says so, once.
    """
    own, default = rulebooks_of_files(), default_of_any()
    is_reported = default is DEFAULT_RULEBOOK

    def taken() -> None:
        nonlocal is_reported
        if not is_reported:
            is_reported = True
            tell(f"rules: {default.name} is used, because the input names no rulebook")

    return KnownRulebooks(own, default, taken)


class RulebookChoice(click.Choice):  # type: ignore[type-arg]  # older click has none
    """The name of a rulebook, a published one or one of one's own; or another word of these."""

    def __init__(self, *others: str) -> None:
        super().__init__([*RULEBOOKS, *others], case_sensitive=False)

    def _with_own(self, ctx: click.Context | None) -> click.Choice[str]:
        names = dict.fromkeys([*(rules.name for rules in own_rulebooks(ctx)), *self.choices])
        return click.Choice(list(names), case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; an unknown one is a usage error, and so is that of a game for three or four."""
        choice = self._with_own(ctx)
        if str(value).lower() not in choice.choices:
            try:
                KnownRulebooks(rulebooks_of_files(ctx)).expect({"rules": str(value)}, "rules")
            except PositionError as error:
                self.fail(error.fact, param, ctx)
        return choice.convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete it."""
        return self._with_own(ctx).shell_complete(ctx, param, incomplete)


class AnyRulebookChoice(RulebookChoice):
    """The name of a rulebook of any game.

    Those for three and four are imported when one is meant.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; an unknown one is a usage error."""
        rulebooks = KnownRulebooks(rulebooks_of_files(ctx))
        if is_table_game(str(value), rulebooks):
            return str(value).lower()
        known = self._with_own(ctx).choices
        if str(value).lower() not in known:
            self.fail(unknown_rulebook(str(value), (*known, *rulebooks.table_names)), param, ctx)
        return super().convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete it."""
        two_handed = super().shell_complete(ctx, param, incomplete)
        tables = KnownRulebooks(rulebooks_of_files(ctx)).table_names
        return [*two_handed, *completion.beginning_with(incomplete, tables)]


def rulebook_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a two-handed rulebook."""
    return RulebookChoice().shell_complete(ctx, param, incomplete)


def any_rulebook_names(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a rulebook of any game."""
    return AnyRulebookChoice().shell_complete(ctx, param, incomplete)


def named_rulebook(ctx: click.Context, param: click.Parameter, name: str) -> Rulebook:
    """The callback of an option that names a rulebook: which one it is."""
    assert param.name is not None
    if ctx.get_parameter_source(param.name) is click.core.ParameterSource.DEFAULT:
        return default_rulebook()
    return known_rulebooks().by_name[name]


rulebook_option = click.option(
    "--rules",
    "rulebook",
    type=RulebookChoice(),
    default=DEFAULT_RULEBOOK.name,
    show_default=True,
    callback=named_rulebook,
    help="The rulebook.",
)


def any_named_rulebook(ctx: click.Context, param: click.Parameter, name: str) -> AnyRulebook:
    """The callback of an option that names a rulebook of any game: which one it is."""
    known = known_rulebooks()
    assert param.name is not None
    is_default = ctx.get_parameter_source(param.name) is click.core.ParameterSource.DEFAULT
    return known.table_rules(None if is_default else name) or named_rulebook(ctx, param, name)


any_rulebook_option = click.option(
    "--rules",
    "rulebook",
    metavar="NAME",
    type=AnyRulebookChoice(),
    default=DEFAULT_RULEBOOK.name,
    show_default=True,
    callback=any_named_rulebook,
    help="The rulebook of any game; pinochle rules --help names them.",
)


def table_rules_options(command: _Command) -> _Command:
    """Give a command ``--options`` (as `table_options`) and ``--four``, for `asked_table_rules`."""
    with_four = click.option(
        "--four", is_flag=True, help="Auction with four at the table; the dealer sits out."
    )(command)
    return click.option(
        "--options",
        "table_options",
        metavar="NAMES",
        help="Options of a game for three or four, such as kitty,force290; pinochle rules lists "
        "them.",
    )(with_four)


def refuse_table_options(rules: Rulebook, table_options: str | None, *, four: bool) -> None:
    """Raise `click.UsageError` for options of games for three and four with another game."""
    if table_options is not None or four:
        option = "--four" if four else "--options"
        raise click.UsageError(f"{option}: {rules.name} is a two-handed game and has none")


def check_playable(rules: Rulebook, recorded: bool) -> None:
    """Refuse a rulebook by which no whole hands can be dealt and played.

    Args:
        rules: the rulebook.
        recorded: whether records are written of them, which need an upcard.

    Raises:
        IllegalPositionError: with the token ``rules``, saying why.
    """
    check_whole_hands(rules)
    if recorded and not rules.deck.upcard:
        fact = f"hands of {rules.name} have no record, for no card is turned up in them"
        raise IllegalPositionError("rules", fact)


def check_dealt(rules: Rulebook, recorded: bool) -> None:
    """Do the same for a command that cannot go on then; raises `click.ClickException`."""
    try:
        check_playable(rules, recorded)
    except PositionError as error:
        raise click.ClickException(str(error)) from None
