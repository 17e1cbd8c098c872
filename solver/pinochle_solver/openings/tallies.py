"""What was counted of opening hands: how many, their margins, how many were won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf, sqrt

from pinochle_solver.openings.classes import OpeningClass


@dataclass(slots=True)
class Tally:
    """Hands that have something in common.

    Attributes:
        hands: how many.
        total, squares: the sum of their margins, the seat's points minus the opponent's, and of the
            squares of these.
        won: how many were won, a tie counting half.
        tricks: of melds the sum of the numbers of the tricks after which they were laid.
    """

    hands: int = 0
    total: float = 0.0
    squares: float = 0.0
    won: float = 0.0
    tricks: int = 0

    def add(self, margin: float, trick: int = 0) -> None:
        """Count a hand."""
        self.hands += 1
        self.total += margin
        self.squares += margin * margin
        self.won += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
        self.tricks += trick

    @property
    def mean(self) -> float:
        """The mean margin; there is at least one hand."""
        return self.total / self.hands

    @property
    def spread(self) -> float:
        """The standard deviation of the margins."""
        return sqrt(max(0.0, self.squares / self.hands - self.mean**2))

    @property
    def mean_se(self) -> float:
        """The standard error of the mean; infinite for one hand."""
        return inf if self.hands < 2 else self.spread / sqrt(self.hands - 1)

    @property
    def win(self) -> float:
        """The share of hands won."""
        return self.won / self.hands

    @property
    def win_se(self) -> float:
        """Its standard error, as if one more hand had been won and one lost."""
        share = (self.won + 1) / (self.hands + 2)
        return sqrt(share * (1 - share) / (self.hands + 2))

    @property
    def trick(self) -> float:
        """After which trick the meld was laid, on average."""
        return self.tricks / self.hands


@dataclass(frozen=True, slots=True)
class PlayedOpening:
    """A seat's hand that was played, as it is counted.

    Attributes:
        kind: its class.
        led: the kind of card that it led to the first trick; None for the dealer.
        laid: the names of the melds that it laid while the stock lasted, and after which trick each
            was first laid.
        margin: its points minus the opponent's at the end of the hand.
    """

    kind: OpeningClass
    led: str | None
    laid: dict[str, int]
    margin: float


@dataclass(slots=True)
class ClassTally:
    """The hands of a class.

    Attributes:
        all: all of them.
        led: by the kind of the card led.
        laid: by the meld laid.
    """

    all: Tally = field(default_factory=Tally)
    led: dict[str, Tally] = field(default_factory=dict)
    laid: dict[str, Tally] = field(default_factory=dict)

    def add(self, played: PlayedOpening) -> None:
        """Count a hand."""
        self.all.add(played.margin)
        if played.led is not None:
            self.led.setdefault(played.led, Tally()).add(played.margin)
        for name, trick in played.laid.items():
            self.laid.setdefault(name, Tally()).add(played.margin, trick)

    def most_led(self) -> list[tuple[str, Tally]]:
        """The kinds of cards led, the most frequent first."""
        return _by_number(self.led)

    def most_laid(self) -> list[tuple[str, Tally]]:
        """The melds laid, the most frequent first."""
        return _by_number(self.laid)


def _by_number(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    return sorted(tallies.items(), key=lambda each: (-each[1].hands, each[0]))


def tallied(played: Iterable[PlayedOpening]) -> dict[str, ClassTally]:
    """The hands by the name of their class."""
    found: dict[str, ClassTally] = {}
    for each in played:
        found.setdefault(each.kind.text(), ClassTally()).add(each)
    return found
