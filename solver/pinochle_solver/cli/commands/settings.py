"""``pinochle settings``: show and change what stands for options that are not given."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.completion import beginning_with
from pinochle_solver.cli.input.kept_settings import (
    COLORS,
    KEYS,
    MEANINGS,
    SYMBOLS,
    VARIABLE,
    check_key,
    check_setting,
    parsed,
    read_settings,
    read_text,
    settings_file,
    with_setting,
)
from pinochle_solver.cli.input.rulebooks import read_rulebook
from pinochle_solver.cli.whole_files import fact_of, make_folder_of, replace_file
from pinochle_solver.errors import NotationError, visible
from pinochle_solver.render.page import Page
from pinochle_solver.rules.rulebooks import RULEBOOKS

_VALUES = {"rulebook": tuple(RULEBOOKS), "symbols": SYMBOLS, "color": COLORS}


def _keys(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return beginning_with(incomplete, KEYS)


def _values(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return beginning_with(incomplete, _VALUES.get(ctx.params.get("key") or "", ()))


@click.command(
    "settings",
    cls=PinochleCommand,
    heeds_settings=False,
    example="pinochle settings rulebook hayes",
)
@click.argument("key", metavar="[KEY]", required=False, shell_complete=_keys)
@click.argument("value", metavar="[VALUE]", required=False, shell_complete=_values)
@click.option("--unset", is_flag=True, help="Remove KEY.")
@click.option("--path", is_flag=True, help="Show only the path of the settings file.")
def command(key: str | None, value: str | None, unset: bool, path: bool) -> None:
    """Show or change your settings.

    KEY is rulebook, name, opponent, symbols, color or seconds; pinochle help settings explains
    each. An option of a command overrides a setting.
    """
    file = settings_file()
    if file is None:
        raise click.ClickException(f"{VARIABLE}: it is empty, so there are no settings")
    if path:
        click.echo(visible(str(file)))
        return
    if unset and (key is None or value is not None):
        raise click.UsageError("--unset: give a KEY and no VALUE")
    try:
        if key is not None:
            check_key(key)
            if unset or value is not None:
                _change(file, key, value)
    except NotationError as error:
        raise click.UsageError(str(error)) from None
    _show(file, KEYS if key is None else (key,))


def _change(file: Path, key: str, value: str | None) -> None:
    """Write the file with one setting changed; raises `NotationError` for a bad value."""
    if value is not None:
        if key == "rulebook" and value.endswith(".toml"):
            # So that it is found from wherever a command is called.
            value = str(Path(value).expanduser().absolute())
            read_rulebook(value, ())
        check_setting(key, value, file)
    text = with_setting(read_text(file), key, value)
    # Another line may be wrong.
    read_settings(file, text)
    try:
        make_folder_of(file)
        replace_file(file, text)
    except OSError as error:
        raise click.ClickException(f"{file}: {fact_of(error)}") from None


def _show(file: Path, keys: tuple[str, ...]) -> None:
    text = read_text(file)
    read_settings(file, text)
    given, page = parsed(text), Page(sys.stdout)
    for key in keys:
        if key in given:
            click.echo(visible(f"{key}: {given[key]}"))  # whole, to be copied
        else:
            page.line(f"{key}: not set ({MEANINGS[key]})")
