"""What is said of a rulebook that is not known, or is not one of the two-handed game."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.errors import NotationError, quoted

# How near a name is that may be meant: hays to hayes, and not hoyle.
_NEAR = 0.7


def expect_two_handed(name: str | None, token: str = "rules") -> None:
    """Refuse the name of a rulebook for three or four; raises `NotationError` under the token."""
    # Asked only where something is wrong, so that the two-handed game needs none of the tables.
    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    rules = TABLE_RULEBOOKS.get((name or "").lower())
    if rules is not None:
        fact = f"{rules.name} is a game for {'three' if rules.seats == 3 else 'four'}"
        raise NotationError(token, f"{fact}, and only the two-handed game is taken here")


def unknown_rulebook(name: str, known: Iterable[str]) -> str:
    """The fact that no rulebook has this name, and which one may be meant.

    Args:
        name: the name.
        known: those that are told where none is near it; those for three and four may be meant.
    """
    from difflib import get_close_matches

    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    known = tuple(known)
    near = get_close_matches(name.lower(), [*known, *TABLE_RULEBOOKS], n=1, cutoff=_NEAR)
    meant = f", did you mean {near[0]}?" if near else f" (known: {', '.join(known)})"
    return f"unknown rulebook {quoted(name)}{meant}"
