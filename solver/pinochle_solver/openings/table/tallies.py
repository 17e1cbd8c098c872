"""What was counted of hands before the auction: at what bid they are made, and what they pay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import Any, NamedTuple

from pinochle_solver.intervals import SURE, UNSEEN
from pinochle_solver.openings.tallies import Tally, by_number, short

BEST_SUIT, ANOTHER = "best suit", "another suit"
"""Which trump was named: that of the highest sum, or not."""


@dataclass(slots=True)
class BidTally:
    """Hands that were bought for a contract, or would be.

    Attributes:
        made: in what part of the deals of each hand the contract is made if it is played.
        paid: what each hand pays on average, in the currency of the game.
        given_up: the sum of the parts in which it is conceded.
    """

    made: Tally = field(default_factory=Tally)
    paid: Tally = field(default_factory=Tally)
    given_up: float = 0.0

    def add(self, made: float, paid: float, given_up: float = 0.0) -> None:
        """Count a hand."""
        self.made.add(made)
        self.paid.add(paid)
        self.given_up += given_up

    @property
    def made_se(self) -> float:
        """The standard error of the part that is made, as `MoveChance.chance` has it."""
        return max(self.made.mean_se, UNSEEN / self.made.hands)


@dataclass(frozen=True, slots=True)
class OwnOpening:
    """A seat's hand of a record, as it is counted.

    Attributes:
        factor: how many times the base its best suit pays, as of `HandClass`.
        sum: its highest sum.
        contract: for which it was bought; None: it was not.
        made: whether the contract was made.
        paid: what the hand paid the seat, in the currency of the game.
        trump: `BEST_SUIT` or `ANOTHER`; None if the seat named none.
        led: the kind of card that the seat led to the first trick as the bidder; None if it did
            not.
        points: what its side made in all as the bidder's.
    """

    factor: int
    sum: int
    contract: int | None
    made: bool
    paid: float
    trump: str | None
    led: str | None
    points: int


class TriedBid(NamedTuple):
    """A bid that was tried with a hand.

    Attributes:
        bid: the contract.
        made: in what part of the deals it is made if it is played.
        paid: what it pays on average, in the currency of the game.
        given_up: in what part it is conceded.
    """

    bid: int
    made: float
    paid: float
    given_up: float


@dataclass(frozen=True, slots=True)
class TriedHand:
    """A hand that the engine analysed, as it is counted.

    Attributes:
        bids: the bids, rising.
        passed: what a pass pays on average.
        melds: the points that the bidder's side lays.
        trump: `BEST_SUIT` or `ANOTHER`.
        led: the kind of card that is led first by the learned policy.
        makes: what the bidder's side makes in all then.
        tried: by the kind of card, how many points more it makes by that lead.
    """

    bids: tuple[TriedBid, ...]
    passed: float
    melds: float
    trump: str
    led: str
    makes: float
    tried: dict[str, float]


@dataclass(slots=True)
class HandTally:
    """The hands of a class.

    Attributes:
        dealt: how many of the hands that were dealt are of it.
        hands: how many of them were counted.
        bids: by the contract.
        passed: what those pay that are not bought, or would not be.
        melds: the points that the bidder's side lays on average, if the hand was tried.
        trumps: how many were played with which trump.
        led: by the kind of card that the bidder leads to the first trick, what his side makes in
            all, in points.
        tried: by the kind of card, how many points more his side makes by that lead than by the
            usual one.
    """

    dealt: int = 0
    hands: int = 0
    bids: dict[int, BidTally] = field(default_factory=dict)
    passed: Tally = field(default_factory=Tally)
    melds: Tally = field(default_factory=Tally)
    trumps: dict[str, int] = field(default_factory=dict)
    led: dict[str, Tally] = field(default_factory=dict)
    tried: dict[str, Tally] = field(default_factory=dict)

    def add(self, played: OwnOpening, bracket: int | None) -> None:
        """Count a hand of a record.

        Args:
            played: the hand.
            bracket: the bid among which its contract counts; None if it was not bought.
        """
        self.dealt += 1
        self.hands += 1
        if bracket is None:
            self.passed.add(played.paid)
            return
        self.bids.setdefault(bracket, BidTally()).add(float(played.made), played.paid)
        if played.trump is not None:
            self.trumps[played.trump] = self.trumps.get(played.trump, 0) + 1
        if played.led is not None:
            self.led.setdefault(played.led, Tally()).add(played.points)

    def add_tried(self, tried: TriedHand) -> None:
        """Count a hand that was tried; it was counted as dealt before."""
        self.hands += 1
        for each in tried.bids:
            bid = self.bids.setdefault(each.bid, BidTally())
            bid.add(each.made, each.paid, each.given_up)
        self.passed.add(tried.passed)
        self.melds.add(tried.melds)
        self.trumps[tried.trump] = self.trumps.get(tried.trump, 0) + 1
        self.led.setdefault(tried.led, Tally()).add(tried.makes)
        for kind, points in tried.tried.items():
            self.tried.setdefault(kind, Tally()).add(points)

    def most_led(self) -> list[tuple[str, Tally]]:
        """The kinds of cards led, the most frequent first."""
        return by_number(self.led)

    @property
    def limit(self) -> int | None:
        """The highest bid that pays no less than not buying the hand; None if there is none.

        Only of bids that are made in some deal.
        """
        if not self.passed.hands:
            return None
        worth = (
            bid
            for bid, each in self.bids.items()
            if each.made.mean > 0 and each.paid.mean >= self.passed.mean
        )
        return max(worth, default=None)

    @property
    def best(self) -> int | None:
        """The bid that pays best, if it surely pays more than the lowest; None if none does."""
        if not self.bids:
            return None
        lowest = self.bids[min(self.bids)].paid
        best = max(sorted(self.bids), key=lambda bid: self.bids[bid].paid.mean)
        paid = self.bids[best].paid
        is_sure = paid.mean - lowest.mean > SURE * hypot(paid.mean_se, lowest.mean_se)
        return best if is_sure else None

    def plain(self) -> dict[str, Any]:
        """The tally as JSON has it."""
        return {
            "dealt": self.dealt,
            "hands": self.hands,
            "bids": {
                str(bid): [*_sums(each.made)[1:], *_sums(each.paid)[1:], short(each.given_up)]
                for bid, each in sorted(self.bids.items())
            },
            "passed": _sums(self.passed)[1:],
            "melds": _sums(self.melds)[1:],
            "trumps": dict(sorted(self.trumps.items())),
            "led": {kind: _sums(each) for kind, each in sorted(self.led.items())},
            "tried": {kind: _sums(each) for kind, each in sorted(self.tried.items())},
        }

    @classmethod
    def of_plain(cls, told: Mapping[str, Any]) -> HandTally:
        """Read what `plain` gives of hands that were all tried with every bid."""
        hands = told["hands"]
        return cls(
            told["dealt"],
            hands,
            {
                int(bid): BidTally(Tally(hands, *sums[:2]), Tally(hands, *sums[2:4]), sums[4])
                for bid, sums in told["bids"].items()
            },
            Tally(hands, *told["passed"]),
            Tally(hands, *told["melds"]),
            dict(told["trumps"]),
            {kind: Tally(*sums) for kind, sums in told["led"].items()},
            {kind: Tally(*sums) for kind, sums in told["tried"].items()},
        )


def _sums(tally: Tally) -> list[float]:
    return [tally.hands, short(tally.total), short(tally.squares)]
