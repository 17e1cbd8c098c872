"""The rulebooks that a text may name, and the one it is read by where it names none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pinochle_solver.notation.position_fields import rulebooks_by_name
from pinochle_solver.notation.tokens import name_parser, read_optional
from pinochle_solver.notation.two_handed import expect_two_handed
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Rulebook


class KnownRulebooks(Iterable[Rulebook]):
    """The published rulebooks and some more, and which of them is meant where none is named.

    It goes wherever `rulebooks` are asked for: to `parse_position`, `read_records` and others.
    Iterating it gives those that are not published.

    Args:
        rulebooks: those that are known besides the published ones.
        default: by which a text without a name is read.
        taken: called each time that the default is taken, so that it can be told.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.

    Attributes:
        by_name: all of them.
        default: by which a text without a name is read.
    """

    def __init__(
        self,
        rulebooks: Iterable[Rulebook] = (),
        default: Rulebook = DEFAULT_RULEBOOK,
        taken: Callable[[], None] | None = None,
    ) -> None:
        self._more = tuple(rulebooks)
        self.by_name = rulebooks_by_name(self._more)
        self.default = default
        self._taken = taken
        self._parse = name_parser("rulebook", self.by_name)

    @classmethod
    def of(cls, rulebooks: Iterable[Rulebook]) -> KnownRulebooks:
        """These, if they are `KnownRulebooks`, else the published ones and these."""
        if isinstance(rulebooks, KnownRulebooks):
            return rulebooks
        return cls(rulebooks) if rulebooks else _PUBLISHED

    def with_more(self, rulebooks: Iterable[Rulebook]) -> KnownRulebooks:
        """These and some more; raises as the constructor does."""
        return KnownRulebooks((*self._more, *rulebooks), self.default, self._taken)

    def __iter__(self) -> Iterator[Rulebook]:
        return iter(self._more)

    def read(self, texts: Mapping[str, str], token: str) -> Rulebook:
        """The rulebook that a token or tag names; raises `NotationError` for an unknown one."""
        if token not in texts and self._taken is not None:
            self._taken()
        name = texts.get(token)
        if name is not None and name.lower() not in self.by_name:
            expect_two_handed(name, token)
        return read_optional(texts, token, self._parse, self.default)


_PUBLISHED = KnownRulebooks()
