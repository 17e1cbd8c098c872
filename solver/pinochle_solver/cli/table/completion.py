"""The tokens of positions for three and four, and their values, as a shell completes them."""

from __future__ import annotations

from pinochle_solver.notation.table.position_tokens import TABLE
from pinochle_solver.notation.token_table import offered, words_of
from pinochle_solver.table.options import OPTIONS, option_named
from pinochle_solver.table.rules import TableRules


def table_tokens(rules: TableRules) -> list[str]:
    """The tokens that a position of a game may have, in canonical order."""
    return [token.name for token in offered(TABLE.rows, rules)]


def table_values(token: str, text: str, rules: TableRules) -> list[str]:
    """What a token of a game may hold, where that can be listed.

    Args:
        token: the token.
        text: what stands behind its equals sign already: of options that are joined by commas the
            last one is completed.
        rules: the game.
    """
    if token == "options":
        *chosen, _ = text.split(",")
        before = "".join(f"{name}," for name in chosen)
        kinds = {known[0] for name in chosen if (known := option_named(name.lower()))}
        return [f"{before}{name}" for name in rules.known_options if _is_open(name, kinds)]
    return [*words_of(TABLE.rows, token, rules)]


def _is_open(name: str, chosen: set[str]) -> bool:
    """Whether an option goes with those that were chosen; `forceN` needs a number."""
    return name in OPTIONS and name not in chosen and not {*OPTIONS[name].excludes} & chosen
