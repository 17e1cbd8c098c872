"""The rulebooks that a text may name, and the one used for a text that names none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pinochle_solver.errors import NotationError
from pinochle_solver.notation.position_fields import rulebooks_by_name
from pinochle_solver.notation.two_handed import expect_two_handed, unknown_rulebook
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK
from pinochle_solver.rules.rules import Rulebook


class KnownRulebooks(Iterable[Rulebook]):
    """The published rulebooks and some more, and the default for texts that name none.

    It can be passed wherever `rulebooks` are expected: to `parse_position`, `read_records` and
    others. Iterating over it gives the rulebooks that are not published.

    Args:
        rulebooks: the rulebooks known besides the published ones.
        default: the rulebook by which a text without a name is read.
        taken: called each time the default is used, so that the user can be told.

    Raises:
        IllegalPositionError: for two different rulebooks of one name.

    Attributes:
        by_name: all of the rulebooks.
        default: the rulebook by which a text without a name is read.
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

    @classmethod
    def of(cls, rulebooks: Iterable[Rulebook]) -> KnownRulebooks:
        """These rulebooks if they are `KnownRulebooks`, else the published ones and these."""
        if isinstance(rulebooks, KnownRulebooks):
            return rulebooks
        return cls(rulebooks) if rulebooks else _PUBLISHED

    def with_more(self, rulebooks: Iterable[Rulebook]) -> KnownRulebooks:
        """These rulebooks and some more; raises the constructor's errors."""
        return KnownRulebooks((*self._more, *rulebooks), self.default, self._taken)

    def __iter__(self) -> Iterator[Rulebook]:
        return iter(self._more)

    def read(self, texts: Mapping[str, str], token: str) -> Rulebook:
        """The rulebook that a token or tag names; raises `NotationError` for an unknown one."""
        if token not in texts and self._taken is not None:
            self._taken()
        self.expect(texts, token)
        return self.by_name[texts[token].lower()] if token in texts else self.default

    def expect(self, texts: Mapping[str, str], token: str) -> None:
        """Refuse an unknown rulebook; raises `NotationError`.

        The rulebook is checked before the tokens and tags, because it decides which of them there
        are.
        """
        name = texts.get(token)
        # A value that is not text is reported with the other tokens. The Kelvin sign is not a k.
        if not isinstance(name, str) or (name.isascii() and name.lower() in self.by_name):
            return
        expect_two_handed(name, token)
        raise NotationError(token, unknown_rulebook(name, self.by_name) if name else "empty")


_PUBLISHED = KnownRulebooks()
