"""What was counted of opening hands: how many, their margins, how many were won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

from pinochle_solver.rules.cards import Hand, Suit

_PLACES = 3


@dataclass(slots=True)
class Tally:
    """Hands that have something in common.

    Attributes:
        hands: how many.
        total, squares: the sum of their margins, the seat's points minus those of the others on
            average, and of the squares of these.
        won: how many were won; one with N equals at the top counts 1/N.
        tricks: of melds the sum of the numbers of the tricks after which they were laid.
    """

    hands: int = 0
    total: float = 0.0
    squares: float = 0.0
    won: float = 0.0
    tricks: int = 0

    def add(self, margin: float, trick: int = 0, won: float | None = None) -> None:
        """Count a hand.

        Args:
            margin: its margin.
            trick: after which the meld was laid.
            won: what part of it was won; if None is given, as the margin of two sides tells.
        """
        self.hands += 1
        self.total += margin
        self.squares += margin * margin
        self.won += (1.0 if margin > 0 else 0.5 if margin == 0 else 0.0) if won is None else won
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
        hand: all cards dealt to the seat.
        trump: the trump suit.
        place: how many seats lead before it to the first trick; 0 leads.
        led: the kind of card that it led to the first trick; None for the others.
        laid: the names of the melds that it laid, and after which trick each was first laid; of two
            only while the stock lasted.
        margin: its points at the end of the hand, minus those of the others on average. Partners
            have the points of their side.
        won: what part of the hand it won: 1, or its share if several have the most points; else 0.
    """

    hand: Hand
    trump: Suit
    place: int
    led: str | None
    laid: dict[str, int]
    margin: float
    won: float


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
        self.all.add(played.margin, won=played.won)
        if played.led is not None:
            self.led.setdefault(played.led, Tally()).add(played.margin, won=played.won)
        for name, trick in played.laid.items():
            self.laid.setdefault(name, Tally()).add(played.margin, trick, played.won)

    def most_led(self) -> list[tuple[str, Tally]]:
        """The kinds of cards led, the most frequent first."""
        return by_number(self.led)

    def most_laid(self) -> list[tuple[str, Tally]]:
        """The melds laid, the most frequent first."""
        return by_number(self.laid)

    @property
    def leaders(self) -> int:
        """How many of the hands led to the first trick."""
        return sum(each.hands for each in self.led.values())

    def plain(self) -> dict[str, Any]:
        """The tally as JSON has it."""
        return {
            "all": _sums(self.all),
            "led": {kind: _sums(tally) for kind, tally in sorted(self.led.items())},
            "laid": {kind: _sums(tally) for kind, tally in sorted(self.laid.items())},
        }

    @classmethod
    def of_plain(cls, told: Mapping[str, Any]) -> ClassTally:
        """Read what `plain` gives."""
        return cls(
            Tally(*told["all"]),
            {kind: Tally(*sums) for kind, sums in told["led"].items()},
            {kind: Tally(*sums) for kind, sums in told["laid"].items()},
        )


def _sums(tally: Tally) -> list[float]:
    every = (tally.hands, tally.total, tally.squares, tally.won, tally.tricks)
    return [short(each) for each in every]


def short(number: float) -> float:
    """A number that takes little room in a file."""
    rounded = round(number, _PLACES)
    return int(rounded) if rounded == int(rounded) else rounded


def by_number(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """Tallies, that of most hands first."""
    return sorted(tallies.items(), key=lambda each: (-each[1].hands, each[0]))


def tallied(
    played: Iterable[PlayedOpening], class_of: Callable[[PlayedOpening], str]
) -> dict[str, ClassTally]:
    """The hands by the name of their class.

    Args:
        played: the hands.
        class_of: the name of the class of a hand.
    """
    found: dict[str, ClassTally] = {}
    for each in played:
        found.setdefault(class_of(each), ClassTally()).add(each)
    return found
