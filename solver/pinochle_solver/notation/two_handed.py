"""What is for the two-handed game, and the errors about a rulebook that is not, or is not known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pinochle_solver.errors import NotationError, quoted

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules

# How near a name must be to be suggested: hays is near to hayes, hoyle is not.
_NEAR = 0.7
# The rooms, and the folders in rooms, that are for three and four.
_FOR_MORE = {"table", "double_dummy"}


def is_two_handed(kind: type) -> bool:
    """Whether a class is of the two-handed game; its room tells, and nothing is imported."""
    return _FOR_MORE.isdisjoint(kind.__module__.split("."))


def refuse_table_game(rules: TableRules, token: str = "rules") -> NotationError:
    """The error, with this token, for a rulebook for three or four where only two may play."""
    fact = f"{rules.name} is a game for {'three' if rules.seats == 3 else 'four'}"
    return NotationError(token, f"{fact}, and only the two-handed game is taken here")


def unknown_rulebook(name: str, known: Iterable[str]) -> str:
    """The fact that no rulebook has this name, with the one that may be meant.

    Args:
        name: the name.
        known: the names to list if none is near; a rulebook for three or four may be suggested too.
    """
    # Imported only if something is wrong: the two-handed game never loads the tables' rules.
    from difflib import get_close_matches

    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    known = tuple(known)
    near = get_close_matches(name.lower(), [*known, *TABLE_RULEBOOKS], n=1, cutoff=_NEAR)
    meant = f", did you mean {near[0]}?" if near else f" (known: {', '.join(known)})"
    return f"unknown rulebook {quoted(name)}{meant}"
