"""The user's own settings: a small file of TOML that stands for options not given.

It is ``settings.toml`` in the folder that the system has for such files, or the file that
``PINOCHLE_SETTINGS`` names; where that is empty there are none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Any

import click

from pinochle_solver.cli.whole_files import fact_of, read_small
from pinochle_solver.errors import NotationError, quoted, visible
from pinochle_solver.notation.players import parse_own_name
from pinochle_solver.notation.sources import decoded
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS
from pinochle_solver.sizes import MOST_TOML

VARIABLE = "PINOCHLE_SETTINGS"
COLORS = ("auto", "always", "never")
LETTERS = "letters"
SYMBOLS = ("suits", LETTERS)
MOST_SECONDS = 1e9

_KEPT = "pinochle_solver.settings"


@dataclass(frozen=True)
class Settings:
    """What is taken where no option says otherwise.

    Attributes:
        rulebook: the name of a published one, or a file of one's own; None for the program's.
        name: the user's, for records; None for none.
        opponent: the name of whom he plays with at a table; None for none.
        symbols: ``suits`` or ``letters``.
        color: ``auto``, ``always`` or ``never``.
        seconds: to think about a position or a move; None for those of each command.
    """

    rulebook: str | Path | None = None
    name: str | None = None
    opponent: str | None = None
    symbols: str = SYMBOLS[0]
    color: str = COLORS[0]
    seconds: float | None = None


KEYS = tuple(field.name for field in fields(Settings))

MEANINGS = {
    "rulebook": f"the rulebook; {DEFAULT_RULEBOOK.name} if not set",
    "name": "your name, for records",
    "opponent": "whom you play with at a table, for records",
    "symbols": "suits or letters; suits if not set",
    "color": "auto, always or never; auto if not set",
    "seconds": "how long to think about a position; as each command has it if not set",
}


def settings(ctx: click.Context | None = None) -> Settings:
    """The settings that a command heeds.

    Args:
        ctx: of the command; the current one if not given.

    Raises:
        click.ClickException: for a file that is wrong, in a line that names it, the line and the
            key.
    """
    ctx = ctx or click.get_current_context(silent=True)
    if ctx is None or not getattr(ctx.command, "heeds_settings", False):
        return Settings()
    if _KEPT not in ctx.meta:
        path = settings_file()
        ctx.meta[_KEPT] = Settings() if path is None else read_settings(path, read_text(path))
    kept: Settings = ctx.meta[_KEPT]
    return kept


def settings_file() -> Path | None:
    """Where they are; None for nowhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    from platformdirs import user_config_path

    return user_config_path("pinochle-solver", appauthor=False) / "settings.toml"


def read_text(path: Path) -> str:
    """What stands in a file of settings, nothing where there is none.

    Raises:
        click.ClickException: for one that cannot be read.
    """
    try:
        return decoded(read_small(path, MOST_TOML))
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{path}: {fact_of(error)}") from None


def read_settings(path: Path, text: str) -> Settings:
    """Read settings.

    Args:
        path: the file, for messages, and for a rulebook's file that is named beside it.
        text: what stands in it.

    Raises:
        click.ClickException: for what is wrong, naming the file, the line and the key.
    """
    try:
        return _settings_of(text, path)
    except NotationError as error:
        line = _line_of(error.token, text)
        raise click.ClickException(f"{path}: {line}{error}") from None


def check_setting(key: str, value: str, path: Path) -> None:
    """Refuse a value as typed that a setting in that file cannot have: a `NotationError`."""
    _settings_of(with_setting("", key, value), path)


def _settings_of(text: str, path: Path) -> Settings:
    return Settings(**{key: _read(key, value, path) for key, value in parsed(text).items()})


def parsed(text: str) -> Mapping[str, Any]:
    """The keys of a text and what they hold, unchecked; raises `NotationError` for no TOML."""
    if not text.strip():
        return {}
    from pinochle_solver.notation.toml_text import read_toml  # most users have no settings

    return read_toml(text)


def check_key(key: str) -> None:
    """Refuse what is no setting: a `NotationError` that may name the one meant."""
    if key not in KEYS:
        from difflib import get_close_matches  # settings that are right need none of it

        near = get_close_matches(key.lower(), KEYS, n=1)
        meant = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(KEYS)}"
        raise NotationError(visible(key), f"unknown setting, {meant}")


def with_setting(text: str, key: str, value: str | None) -> str:
    """The text of a file with one setting changed; all other lines stay as they are.

    Args:
        text: of the file.
        key: of the setting.
        value: as typed; None for not set.
    """
    kept = [line.rstrip("\n") for line in StringIO(text) if not _is_line_of(key, line)]
    if value is not None:
        kept.append(f"{key} = {_toml(key, value)}")
    return "".join(f"{line}\n" for line in kept)


def _toml(key: str, value: str) -> str:
    if key == "seconds" and re.fullmatch(r"[0-9]{1,20}(\.[0-9]+)?", value):
        return str(int(value)) if value.isdigit() else value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _is_line_of(key: str, line: str) -> bool:
    return re.match(rf'\s*("{key}"|\'{key}\'|{key})\s*=', line) is not None


def _line_of(token: str, text: str) -> str:
    """Where a key stands; empty where the fact tells that itself, or there is no such line."""
    # Not `splitlines`: in a comment there may be what ends a line for Python but not for TOML.
    for number, line in enumerate(StringIO(text), start=1):
        if _is_line_of(re.escape(token), line) or line.strip() == f"[{token}]":
            return f"line {number}: "
    return ""


def _read(key: str, value: object, path: Path) -> Any:
    check_key(key)
    try:
        return _READERS[key](value, path)
    except NotationError as error:
        raise NotationError(key, error.fact) from None


def _read_rulebook(value: object, path: Path) -> str | Path:
    text = _text(value)
    if text.endswith(".toml"):
        return path.parent / Path(text).expanduser()
    if text.lower() not in RULEBOOKS:
        known = ", ".join(RULEBOOKS)
        raise NotationError("", f"{quoted(text)} is none of {known}, nor a file that ends in .toml")
    return text.lower()


def _read_name(value: object, _: Path) -> str:
    return parse_own_name(_text(value))


def _read_seconds(value: object, _: Path) -> float:
    if (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and 0 < value <= MOST_SECONDS
    ):
        return float(value)
    fact = f"{_shown(value)} is no number above 0 and at most {MOST_SECONDS:g}"
    raise NotationError("", fact)


def _choice(known: tuple[str, ...]) -> Callable[[object, Path], str]:
    def read(value: object, _: Path) -> str:
        text = _text(value).lower()
        if text not in known:
            raise NotationError("", f"{quoted(text)} is none of {', '.join(known)}")
        return text

    return read


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotationError("", f"{_shown(value)} is no text in quotation marks")
    return value


def _shown(value: object) -> str:
    try:
        return quoted(str(value))
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return "a number of thousands of digits"


_READERS: Mapping[str, Callable[[object, Path], object]] = {
    "rulebook": _read_rulebook,
    "name": _read_name,
    "opponent": _read_name,
    "symbols": _choice(SYMBOLS),
    "color": _choice(COLORS),
    "seconds": _read_seconds,
}
