"""Kinds of meld, and what keeps a card from serving again (RULES.md, section 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from pinochle_solver.errors import RulesError
from pinochle_solver.rules.field_checks import check_name, check_number

MOST_MELD_POINTS = 10_000


class Service(IntEnum):
    """A class of melds that a card on the table has served in.

    If two copies have served in equally many, a meld takes the one that served in the first of
    these (RULES.md 4, rule 8).
    """

    RUN = 0
    MARRIAGE = 1
    PINOCHLE = 2
    AROUND = 3

    def text(self) -> str:
        """``run``, ``marriage``, ``pinochle`` or ``around``."""
        return self.name.lower()


class CopyRule(IntEnum):
    """The rule that bars a card from another meld, and chooses the copy that a meld takes.

    ``CLASSES``: a card serves in services (RULES.md, section 4). ``KINDS``: a card serves in kinds
    of meld, and kinds bar kinds. Copies on the table that have served in more kinds are used first,
    then those with the lower number.
    """

    CLASSES = 0
    KINDS = 1

    def text(self) -> str:
        """``classes`` or ``kinds``."""
        return self.name.lower()


DIX = "dix"
"""The kind that is shown for itself: the lowest trump, exchanged for the upcard or shown alone."""


def in_words(kind: str) -> str:
    """The name of a kind of meld in a sentence: ``royal marriage``."""
    return kind.replace("-", " ")


def melds_in_words(text: str) -> str:
    """Melds of the notation in words.

    >>> melds_in_words("royal-marriage:KS.QS+dix:9S")
    'royal marriage KS QS, dix 9S'
    """
    told = list[str]()
    for meld in text.split("+"):
        kind, _, cards = meld.partition(":")
        told.append(f"{in_words(kind)} {cards.replace('.', ' ')}".strip())
    return ", ".join(told)


_PATTERN = re.compile(r"[ATKQJ987][SHDCtp*]( [ATKQJ987][SHDCtp*])*")


@dataclass(frozen=True, slots=True, repr=False)
class MeldKind:
    """One kind of meld (RULES.md, section 4).

    Cards are written as a pattern: a rank, then a suit. ``t`` stands for the trump, ``*`` for every
    suit at once, and ``p`` for a plain suit (one meld for each plain suit, every ``p`` in it the
    same suit). ``Kp Qp`` is a common marriage, ``J*`` jacks around, ``QS QS JD JD`` a double
    pinochle.

    Attributes:
        name: the word for it in a position's text; ``dix`` is the one kind that is shown, not laid.
        points: its score; for ``dix``, the score of an exchange or of a nine shown.
        cards: the pattern of the cards it needs.
        serves: what its cards count as having served in once it is laid: pairs of a service and the
            pattern of the cards that it marks.
        barred_by: services that keep a copy on the table from serving in it.
        all_at_once: whether every card of it must come from the hand in the same turn.
        replaces: the kind that it may grow out of, whose points its own then replace; or None.
        bars: kinds whose copies on the table cannot serve in this one, and the other way round. A
            kind that is not named here, itself included, bars nothing.

    Raises:
        ValueError: for a name that is not a word, points out of range, or an invalid pattern.
    """

    name: str
    points: int
    cards: str
    serves: tuple[tuple[Service, str], ...] = ()
    barred_by: tuple[Service, ...] = ()
    all_at_once: bool = False
    replaces: str | None = None
    bars: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_name("MeldKind", self.name)
        if self.name == DIX and not re.fullmatch(r"[ATKQJ987]t", self.cards):
            fact = f"{self.cards!r} is not a rank of trumps, as 9t"
            raise RulesError("MeldKind", DIX, "cards", fact)
        if self.name == "pass":
            fact = "this is the name of a pass"
            raise RulesError("MeldKind", self.name, "name", fact)
        check_number("MeldKind", self.name, "points", self.points, 0, MOST_MELD_POINTS)
        object.__setattr__(self, "bars", tuple(self.bars))
        object.__setattr__(self, "barred_by", tuple(map(Service, self.barred_by)))
        serves = tuple((Service(service), pattern) for service, pattern in self.serves)
        object.__setattr__(self, "serves", serves)
        patterns = [("cards", self.cards), *(("serves", pattern) for _, pattern in serves)]
        for field, pattern in patterns:
            if not _PATTERN.fullmatch(pattern):
                fact = f"{pattern!r} is no pattern of cards"
                raise RulesError("MeldKind", self.name, field, fact)

    def __repr__(self) -> str:
        return f"<MeldKind {self.name} {self.points}: {self.cards}>"
