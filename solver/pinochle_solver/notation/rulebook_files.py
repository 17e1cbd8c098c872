"""Rulebooks of all games as text; what a text is of decides its keys.

For a two-handed rulebook nothing of the games for three and four is imported, unless it is based on
one that is not known.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.notation.field_text import plain
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.rulebook_text import BASED_ON, rulebook_of, rulebook_text
from pinochle_solver.notation.toml_text import read_toml
from pinochle_solver.rules.rules import Rulebook


def parse_any_rulebook(text: str, rulebooks: Iterable[AnyRulebook] = ()) -> AnyRulebook:
    """Read a rulebook of any game; arguments and errors are those of `parse_rulebook`.

    It is of a game for three or four if it is based on such a rulebook, or if it is based on none
    and says how many seats there are.
    """
    given, known = read_toml(text), KnownRulebooks.of(rulebooks)
    named = [value for key, value in given.items() if plain(key) == BASED_ON]
    if named:
        is_table = isinstance(named[0], str) and known.table_rules(named[0]) is not None
    else:
        is_table = any(plain(key) == "seats" for key in given)
    if not is_table:
        return rulebook_of(given, known)
    from pinochle_solver.notation.table.rulebook_text import table_rulebook_of

    return table_rulebook_of(given, known)


def any_rulebook_text(rules: AnyRulebook) -> str:
    """The whole of a rulebook of any game as TOML; `parse_any_rulebook` reads it back."""
    if isinstance(rules, Rulebook):
        return rulebook_text(rules)
    from pinochle_solver.notation.table.rulebook_text import table_rulebook_text

    return table_rulebook_text(rules)
