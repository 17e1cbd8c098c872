"""The errors about a rulebook that is not known, or is not for the two-handed game."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.errors import NotationError, quoted

# How near a name must be to be suggested: hays is near to hayes, hoyle is not.
_NEAR = 0.7


def expect_two_handed(name: str | None, token: str = "rules") -> None:
    """Refuse the name of a rulebook for three or four; raises `NotationError` with this token."""
    # Called only where something is wrong, so that the two-handed game never loads the tables'
    # rules.
    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    rules = TABLE_RULEBOOKS.get((name or "").lower())
    if rules is not None:
        fact = f"{rules.name} is a game for {'three' if rules.seats == 3 else 'four'}"
        raise NotationError(token, f"{fact}, and only the two-handed game is taken here")


def unknown_rulebook(name: str, known: Iterable[str]) -> str:
    """The fact that no rulebook has this name, with the one that may be meant.

    Args:
        name: the name.
        known: the names to list if none is near; a rulebook for three or four may be suggested too.
    """
    from difflib import get_close_matches

    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    known = tuple(known)
    near = get_close_matches(name.lower(), [*known, *TABLE_RULEBOOKS], n=1, cutoff=_NEAR)
    meant = f", did you mean {near[0]}?" if near else f" (known: {', '.join(known)})"
    return f"unknown rulebook {quoted(name)}{meant}"
