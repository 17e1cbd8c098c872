"""The rulebooks that a text may name, the one used for none, and errors about the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.notation.position_fields import rulebooks_by_name
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    from pinochle_solver.table.rules import TableRules


# How near a name must be to be suggested: hays is near to hayes, hoyle is not.
_NEAR = 0.7
# The rooms, and the folders in rooms, that are for three and four.
_FOR_MORE = {"table", "double_dummy"}


def is_two_handed(kind: type) -> bool:
    """Whether a class is of the two-handed game; its room tells, and nothing is imported."""
    return _FOR_MORE.isdisjoint(kind.__module__.split("."))


def refuse_table_game(rules: TableRules, token: str = "rules", remedy: str = "") -> NotationError:
    """The error for a rulebook for three or four where only two may play.

    Args:
        rules: the rulebook.
        token: the token that names it.
        remedy: what to type instead; empty if there is nothing.
    """
    fact = f"{rules.name} is a game for {'three' if rules.seats == 3 else 'four'}"
    told = f". {remedy}" if remedy else ""
    return NotationError(token, f"{fact}, and only the two-handed game is taken here{told}")


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


AnyRulebook: TypeAlias = "Rulebook | TableRules"
"""A rulebook of any game."""


class KnownRulebooks(Iterable[Rulebook]):
    """The published rulebooks and some more, and the default for texts that name none.

    It can be passed wherever `rulebooks` are expected: to `parse_position`, `read_records` and
    others. Iterating over it gives the two-handed rulebooks that are not published. The rulebooks
    for three and four are imported when one is asked for.

    Args:
        rulebooks: the rulebooks known besides the published ones, of any game.
        default: the rulebook by which a text without a name is read.
        taken: called each time the default is used, so that the user can be told.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.

    Attributes:
        by_name: all two-handed rulebooks.
        tables: the rulebooks for three and four that are not published.
        default: the rulebook by which a text without a name is read.
    """

    def __init__(
        self,
        rulebooks: Iterable[AnyRulebook] = (),
        default: AnyRulebook = DEFAULT_RULEBOOK,
        taken: Callable[[], None] | None = None,
    ) -> None:
        two_handed = list[Rulebook]()
        self.tables: dict[str, TableRules] = {}
        if isinstance(rulebooks, KnownRulebooks):
            self.tables |= rulebooks.tables
        for rules in rulebooks:
            if isinstance(rules, Rulebook):
                two_handed.append(rules)
            elif self.tables.setdefault(rules.name, rules) != rules:
                raise _two_of(rules.name)
        self._more = tuple(two_handed)
        self.by_name = rulebooks_by_name(self._more)
        for name, table in self.tables.items():
            if name in self.by_name or table != self._published_tables.get(name, table):
                raise _two_of(name)
        self.default = default
        self._taken = taken

    @classmethod
    def of(cls, rulebooks: Iterable[AnyRulebook]) -> KnownRulebooks:
        """These rulebooks if they are `KnownRulebooks`, else the published ones and these."""
        if isinstance(rulebooks, KnownRulebooks):
            return rulebooks
        return cls(rulebooks) if rulebooks else _PUBLISHED

    def with_more(self, rulebooks: Iterable[AnyRulebook]) -> KnownRulebooks:
        """These rulebooks and some more; raises the constructor's errors."""
        known: list[AnyRulebook] = [*self._more, *self.tables.values(), *rulebooks]
        return KnownRulebooks(known, self.default, self._taken)

    def __iter__(self) -> Iterator[Rulebook]:
        return iter(self._more)

    def read(self, texts: Mapping[str, str], token: str) -> Rulebook:
        """The two-handed rulebook that a token or tag names.

        Raises:
            NotationError: for an unknown rulebook, and for one of a game for three or four.
        """
        self.expect(texts, token)
        if token in texts:
            return self.by_name[texts[token].lower()]
        if not isinstance(self.default, Rulebook):
            raise refuse_table_game(self.default, token)
        self._take_default()
        return self.default

    def read_table(self, texts: Mapping[str, str], token: str) -> TableRules:
        """The rulebook for three or four that a token or tag names.

        Raises:
            NotationError: for any other rulebook.
        """
        name = texts.get(token)
        rules = self.table_rules(name)
        if rules is None:
            known = [*self._published_tables, *self.tables]
            fact = "missing" if name is None else unknown_rulebook(name, known) if name else "empty"
            raise NotationError(token, fact)
        if name is None:
            self._take_default()
        return rules

    def table_rules(self, name: str | None) -> TableRules | None:
        """The rulebook for three or four with this name, in either case; None if there is none.

        If no name is given, the default, if it is such a rulebook.
        """
        if name is None:
            return None if isinstance(self.default, Rulebook) else self.default
        if not name.isascii() or name.lower() in self.by_name:  # K may be Kelvin
            return None
        return self.tables.get(name.lower()) or self._published_tables.get(name.lower())

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of all rulebooks for three and four."""
        return tuple(dict.fromkeys((*self._published_tables, *self.tables)))

    @property
    def _published_tables(self) -> Mapping[str, TableRules]:
        from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

        return TABLE_RULEBOOKS

    def _take_default(self) -> None:
        if self._taken is not None:
            self._taken()

    def expect(self, texts: Mapping[str, str], token: str) -> None:
        """Refuse an unknown rulebook; raises `NotationError`.

        The rulebook is checked before the tokens and tags, because it decides which of them there
        are.
        """
        name = texts.get(token)
        # A value that is not text is reported with the other tokens. The Kelvin sign is not a k.
        if not isinstance(name, str) or (name.isascii() and name.lower() in self.by_name):
            return
        table = self.table_rules(name)
        if table is not None:
            raise refuse_table_game(table, token)
        raise NotationError(token, unknown_rulebook(name, self.by_name) if name else "empty")


def _two_of(name: str) -> IllegalPositionError:
    return IllegalPositionError("rules", f"two different rulebooks named {name}")


_PUBLISHED = KnownRulebooks()
