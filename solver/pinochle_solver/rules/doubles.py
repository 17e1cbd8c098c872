"""Doubles: what a hand is played for, and who may double it (RULES-VARIANTS.md).

The unit is the agreed stake. Each accepted double doubles what the hand is played for, and gives
the right to the next double to the seat that accepted it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from operator import index

from pinochle_solver._core.hand.hand import MOST_STAKE
from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.rules.rules import Doubles, Points, Rulebook, Seat

LARGEST_STAKE = 1 << MOST_STAKE
LARGEST_TO_DOUBLE = LARGEST_STAKE >> 2
"""A larger stake cannot be doubled, because it could then be redoubled."""


class Doubler(IntEnum):
    """Who may double: both seats until one has accepted a double, then that one.

    Its number is the one that the compiled hand uses.
    """

    BOTH = 0
    SOUTH = 1
    NORTH = 2

    @classmethod
    def of(cls, seat: Seat) -> Doubler:
        """That seat alone."""
        return cls(1 + seat)

    def includes(self, seat: Seat) -> bool:
        """Whether `seat` may double."""
        return self in (Doubler.BOTH, Doubler.of(seat))

    def text(self) -> str:
        """``both``, ``south`` or ``north``."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Doubler:
        """Read one of these, or a seat's first letter, in either case; raises `NotationError`."""
        if text.lower() == cls.BOTH.text():
            return cls.BOTH
        try:
            return cls.of(Seat.parse(text))
        except NotationError:
            fact = f"{quoted(text)} is not both, south or north"
            raise NotationError("doubler", fact) from None


@dataclass(frozen=True, slots=True)
class Stakes:
    """A hand is played with doubles, and this is how they stand.

    >>> Stakes(Doubles.EVERY)
    Stakes(doubles=<Doubles.EVERY: 1>, stake=1, doubler=<Doubler.BOTH: 0>)

    Attributes:
        doubles: after which tricks doubles may be offered.
        stake: what the hand is played for, in initial stakes. While a double or redouble is being
            answered, this is still the stake before it.
        doubler: who may double. If None is given it becomes ``BOTH`` at a stake of 1; at other
            stakes None means that it is not known. A position of the stock phase never leaves it
            open.

    Raises:
        IllegalPositionError: for a stake that is not a power of two up to 2^32, and for values of a
            wrong type.
    """

    doubles: Doubles
    stake: int = 1
    doubler: Doubler | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "doubles", _exact(Doubles, self.doubles, "doubles"))
        try:
            stake = index(self.stake)
        except TypeError:
            stake = 0
        if not 1 <= stake <= LARGEST_STAKE or stake & (stake - 1):
            raise IllegalPositionError("stake", _NO_STAKE.format(quoted(str(self.stake))))
        object.__setattr__(self, "stake", stake)
        if self.doubler is not None:
            object.__setattr__(self, "doubler", _exact(Doubler, self.doubler, "doubler"))
        elif stake == 1:
            object.__setattr__(self, "doubler", Doubler.BOTH)

    @property
    def exponent(self) -> int:
        """The stake as a power of two, as the compiled hand has it."""
        return self.stake.bit_length() - 1

    def may_double(self, seat: Seat, trick: int, rules: Rulebook) -> bool:
        """Whether `seat`, having won this trick of the stock phase, may double before it leads."""
        return (
            has_window_after(self.doubles, trick, rules)
            and self.stake <= LARGEST_TO_DOUBLE
            and self.doubler is not None
            and self.doubler.includes(seat)
        )

    def paid(self, points: Points) -> Points:
        """The payment for a whole hand, south first: the seat with more points is paid."""
        south = self.stake * ((points.south > points.north) - (points.south < points.north))
        return Points(south, -south)


def has_window_after(doubles: Doubles, trick: int, rules: Rulebook) -> bool:
    """Whether a double may be offered after this trick, counted from 1, if its winner may."""
    last = rules.deck.stock_tricks
    return trick in (1, last) if doubles is Doubles.FIRST_LAST else 1 <= trick <= last


def refused(seat: Seat, stake: int) -> Points:
    """The payment, south first, when `seat` refuses a double and pays this stake."""
    return Points.of(seat, -stake, stake)


def check_doubles(rules: Rulebook, doubles: Doubles) -> None:
    """Refuse doubles that a rulebook does not offer.

    Raises `IllegalPositionError` with the token ``doubles``.
    """
    offered = rules.game.doubles
    if doubles in offered:
        return
    fact = f"in {rules.name} there are no doubles"
    if offered:
        fact = f"in {rules.name} only {' or '.join(each.text() for each in offered)}"
    raise IllegalPositionError("doubles", f"{doubles.text()}, but {fact}")


def parse_stake(text: str) -> int:
    """Read a power of two from 1 to 2^32; raises `NotationError`."""
    stake = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else 0
    if not 1 <= stake <= LARGEST_STAKE or stake & (stake - 1):
        raise NotationError("stake", _NO_STAKE.format(quoted(text)))
    return stake


_NO_STAKE = f"{{}} is not a power of two from 1 to {LARGEST_STAKE}"


def _exact(kind: type[IntEnum], value: object, token: str) -> IntEnum:
    try:
        return kind(value)  # type: ignore[arg-type]
    except ValueError:
        known = ", ".join(each.name.lower() for each in kind)
        fact = f"{quoted(str(value))} is none of {known}"
        raise IllegalPositionError(token, fact) from None
