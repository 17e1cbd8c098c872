"""The marks of hand records: words in braces that say what the cards do not tell.

`MARKS` has a row for each word and family of games. In games with a stock a mark may have the
letter of a seat before it and a card behind it, ``S:back:9D``; in the games for three and four its
seat stands behind it as a word, ``shown west KS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import Any

from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.moves import Doubling


class Games(Flag):
    """Families of games that write the same marks.

    ``TWO``: the two-handed game; ``STOCK``: three or four with a stock; ``DEALT``: three or four
    with all cards dealt.
    """

    TWO = auto()
    STOCK = auto()
    DEALT = auto()
    TABLE = STOCK | DEALT

    @classmethod
    def of_table(cls, rules: Any) -> Games:
        """The family of a game for three or four."""
        return cls.DEALT if rules.stock is None else cls.STOCK


class About(Enum):
    """What a mark of the two-handed game is about."""

    HAND = "hand"
    TRICKS = "tricks"
    STOCK = "stock"
    DOUBLE = "double"


class Whose(Enum):
    """Whether a mark says whose it is.

    ``SEAT``: it must; ``ANY``: it may, and if it does not it is the winner's of the trick or
    nobody's; ``LOSER``: it must, and is the loser's of the trick; ``NOBODY``: it may not.
    """

    SEAT = "seat"
    ANY = "any"
    LOSER = "loser"
    NOBODY = "nobody"


class Named(Enum):
    """Whether a mark names a card."""

    NONE = "none"
    MAY = "may"
    MUST = "must"


class Needs(Enum):
    """What a game must have for a mark; the value says, of the game's name, that it has not."""

    WIDOW = "there is no widow in {}"
    MARRIAGE = "in {} no bid needs a marriage"

    def lacking(self, rules: Any) -> str | None:
        """That a game has it not, in words; None: it has it."""
        if self is Needs.WIDOW:
            has_it = bool(rules.widow)
        else:
            has_it = rules.auction is not None and rules.auction.needs_marriage
        return None if has_it else self.value.format(rules.name)


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A word in braces.

    Attributes:
        word: the word; it is read in either case.
        says: what it says that happened; None: something that puts another thing right.
        games: whose records have it.
        about: what it is about.
        whose: whether it says whose it is.
        card: whether it names a card.
        not_before: why it cannot stand before the first lead; None: it can.
        is_draw: whether it says that a draw was made or missed, so that all shows came before it.
        in_bids: whether it stands in the auction alone.
        needs: what a game of that family must have; None: nothing more.
    """

    word: str
    says: Irregularity | Doubling | None
    games: Games
    about: About = About.HAND
    whose: Whose = Whose.SEAT
    card: Named = Named.NONE
    not_before: str | None = None
    is_draw: bool = False
    in_bids: bool = False
    needs: Needs | None = None


NOTHING_DRAWN = "nothing is drawn"
"""Why no draw, and nothing that is about one, stands before the first lead."""

MISDEAL = Mark("misdeal", Irregularity.MISDEAL, Games.TWO, whose=Whose.ANY)
"""The hand was found or agreed to be void; the record ends with it."""
LOOKED = Mark(
    "looked",
    Irregularity.LOOKED,
    Games.TWO,
    About.TRICKS,
    Whose.ANY,
    not_before="no trick has been taken",
)
"""A seat has looked through the tricks it has taken."""
OUT_OF_TURN = Mark(
    "out-of-turn",
    Irregularity.DRAW_OUT_OF_TURN,
    Games.TWO,
    About.STOCK,
    Whose.LOSER,
    not_before=NOTHING_DRAWN,
    is_draw=True,
)
"""The loser of the trick drew before its winner."""
NO_DRAW = Mark(
    "no-draw",
    Irregularity.MISSED_DRAW,
    Games.TWO,
    About.STOCK,
    Whose.ANY,
    not_before=NOTHING_DRAWN,
    is_draw=True,
)
"""A seat drew no card."""
BACK = Mark("back", None, Games.TWO, About.STOCK, Whose.ANY, Named.MAY, not_before=NOTHING_DRAWN)
"""A seat put its last card drawn back on the stock, with the card if it was shown."""
FACE_UP = Mark(
    "face-up", Irregularity.CARD_FACE_UP, Games.TWO, About.STOCK, Whose.NOBODY, Named.MUST
)
"""This card was found face up in the stock."""

MARKS = (
    MISDEAL,
    LOOKED,
    OUT_OF_TURN,
    NO_DRAW,
    BACK,
    FACE_UP,
    *(
        Mark(said.value, said, Games.TWO, About.DOUBLE, Whose.ANY, not_before=NOTHING_DRAWN)
        for said in Doubling
    ),
    Mark("renege", Irregularity.RENEGE, Games.TABLE),
    Mark("burial", Irregularity.BURIAL, Games.DEALT, needs=Needs.WIDOW),
    Mark("lead", Irregularity.LEAD, Games.DEALT),
    Mark("looked", Irregularity.LOOKED, Games.TABLE),
    Mark("shown", Irregularity.SHOWN, Games.DEALT, card=Named.MAY),
    Mark("widow", Irregularity.WIDOW, Games.DEALT, needs=Needs.WIDOW),
    Mark("number", Irregularity.NUMBER, Games.DEALT),
    Mark("misdeal", Irregularity.MISDEAL, Games.TABLE, whose=Whose.ANY),
    Mark("marriage", Irregularity.MARRIAGE, Games.DEALT, in_bids=True, needs=Needs.MARRIAGE),
    Mark("seen", Irregularity.SEEN, Games.DEALT, in_bids=True, needs=Needs.WIDOW),
)
"""All marks; those of a family of games in the order in which errors list them."""


# The two-handed game

_OF_TWO = {mark.word: mark for mark in MARKS if mark.games is Games.TWO}


def mark_of(text: str) -> Mark | None:
    """The mark that an item of a two-handed record is, without its seat's letter; None: none is.

    A card behind a word makes it one about the stock, or none.
    """
    word, colon, _ = text.lower().partition(":")
    mark = _OF_TWO.get(word)
    return None if mark is None or (colon and mark.about is not About.STOCK) else mark


def words_of_two(*, has_doubles: bool) -> tuple[str, ...]:
    """The words of the two-handed game, those about doubles only in a hand with doubles."""
    marks = (mark for mark in _OF_TWO.values() if has_doubles or mark.about is not About.DOUBLE)
    return tuple(mark.word for mark in marks)


# The games for three and four

_OF_TABLE = {mark.word: mark for mark in MARKS if mark.games & Games.TABLE}


def table_mark(word: str) -> Mark | None:
    """The mark of the games for three and four that a word is, in whichever of them."""
    return _OF_TABLE.get(word.lower())


def table_words(rules: Any, *, in_bids: bool = False) -> tuple[str, ...]:
    """The words that a game for three or four has.

    Args:
        rules: its rules.
        in_bids: whether also those of the auction alone.
    """
    marks = (mark for mark in _OF_TABLE.values() if in_bids or not mark.in_bids)
    return tuple(mark.word for mark in marks if _why_unknown(mark, rules) is None)


def why_not_written(mark: Mark, rules: Any) -> str | None:
    """Why a game for three or four has not this mark, and which it has; None: it has it."""
    fact = _why_unknown(mark, rules)
    if fact is None:
        return None
    *words, last = table_words(rules)
    return f"{fact}; write {', '.join(words)} or {last}"


def _why_unknown(mark: Mark, rules: Any) -> str | None:
    fact = None if mark.needs is None else mark.needs.lacking(rules)
    if fact is None and Games.of_table(rules) not in mark.games:
        return f"{rules.name} has no rule on it"
    return fact
