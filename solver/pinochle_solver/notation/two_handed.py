"""What is said where the two-handed game is read and one for three or four is meant."""

from __future__ import annotations

from pinochle_solver.errors import NotationError


def expect_two_handed(name: str | None, token: str = "rules") -> None:
    """Refuse the name of a rulebook for three or four; raises `NotationError` under the token."""
    # Asked only where something is wrong, so that the two-handed game needs none of the tables.
    from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

    rules = TABLE_RULEBOOKS.get((name or "").lower())
    if rules is not None:
        fact = f"{rules.name} is a game for {'three' if rules.seats == 3 else 'four'}"
        raise NotationError(token, f"{fact}, and only the two-handed game is taken here")
