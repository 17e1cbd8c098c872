"""The text of TOML files: users' own rulebooks and settings."""

from __future__ import annotations

import sys
from typing import Any

from pinochle_solver.errors import NotationError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TOO_LONG = "a number is too long"


def read_toml(text: str) -> dict[str, Any]:
    """The keys of a text and their values; raises `NotationError` for text that is not TOML."""
    try:
        given: dict[str, Any] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        fact = str(error)
        raise NotationError("TOML", f"{fact[:1].lower()}{fact[1:]}") from None
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise NotationError("TOML", TOO_LONG) from None
    return given
