"""The result of a hand: points, money, checks (RULES-TABLE.md, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from operator import add, sub

from pinochle_solver.rules.agreed import in_chips
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.acts import Ending
from pinochle_solver.table.checks_paid import (
    CheckPart,
    contract_part,
    hand_check_parts,
    meld_check_parts,
    sum_of,
)
from pinochle_solver.table.melds import TableMelds, meld_points
from pinochle_solver.table.money import paid_for_aces, stakes_of
from pinochle_solver.table.rules import CheckRules, MoneyRules, TableRules
from pinochle_solver.table.seats import Seat

Unit = tuple[Seat, ...]
"""Seats that score together: one seat, or partners."""


class Outcome(Enum):
    """What became of the contract.

    ``PLAYED``: there was none, as in `partnership`; ``CALLED_OUT``: the same, and a call-out ended
    the game before the hand was over.
    """

    MADE = "made"
    SET = "set"
    CONCEDED = "conceded"
    PASSED_OUT = "passed out"
    PLAYED = "played"
    CALLED_OUT = "called out"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts:
    """What the scoring needs to know about a hand.

    Attributes:
        rules: the rulebook with its options.
        dealer: who dealt.
        bidder, contract, trump: the auction's result; None where there is none.
        melds: what each seat at the table has laid, by `Seat`.
        cards: the points of the cards that each has won, with the last trick, without the burial.
        won: how many tricks each has won.
        buried: what the buried cards count.
        is_led: whether a card lies in the open trick.
        ending: why the hand is over; None: it is not over.
        highest_bid: the highest bid so far; 0: nobody has bid.
        four_aces: whether the bidder was dealt four different aces.
    """

    rules: TableRules
    dealer: Seat
    bidder: Seat | None
    contract: int | None
    trump: Suit | None
    melds: tuple[TableMelds, ...]
    cards: tuple[int, ...]
    won: tuple[int, ...]
    buried: int = 0
    is_led: bool = False
    ending: Ending | None = None
    highest_bid: int = 0
    four_aces: bool = False

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units that play the hand."""
        return self.rules.units(self.dealer)

    def melds_count(self, unit: Unit) -> bool:
        """Whether a unit's melds count: by a trick or, for the bidding side, by the burial."""
        has_trick = any(self.won[seat] for seat in unit)
        return self.rules.melds_count(is_bidding=self.bidder in unit, has_trick=has_trick)

    def meld_points(self, unit: Unit) -> int:
        """The points that a unit has laid, whether or not they count."""
        return sum(meld_points(self.melds[seat], self.rules.melds) for seat in unit)

    def card_points(self, unit: Unit) -> int:
        """The points that a unit has won; for the bidding side with the burial."""
        return sum(self.cards[seat] for seat in unit) + self.buried * (self.bidder in unit)

    def total(self, unit: Unit) -> int:
        """The points for cards, and for melds if they count."""
        melds = self.meld_points(unit) if self.melds_count(unit) else 0
        return melds + self.card_points(unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """What a hand comes to.

    Attributes:
        outcome: what became of the contract.
        units: the units that have a score: `TableRules.score_units`.
        scores: what each unit adds to its score. In games for stakes these are cents or points of
            money, and the bidder's include what he took from the kitty or paid to it.
        totals: each unit's total of melds, cards and burial, whether or not the contract is set; 0
            for a seat that is out. An irregularity that stops play lets the melds of a third unit
            count without a trick, here too.
        bidder: who bid for the contract; None: there was none.
        check_parts: what each unit gets in checks, and for what, if they are paid; else empty.
        kitty: what is in the kitty after the hand.
        cards: in games with a stock, the points of the cards among each total; else empty.
    """

    outcome: Outcome
    units: tuple[Unit, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    bidder: Seat | None = None
    check_parts: tuple[tuple[CheckPart, ...], ...] = ()
    kitty: int = 0
    cards: tuple[int, ...] = ()

    def in_chips(self, up_from: int) -> HandResult:
        """The same with the card points of each unit rounded to tens (RULES.md, section 6).

        Args:
            up_from: the last digit from which they are rounded up; with 0 they are not rounded.
        """
        if not self.cards:
            return self
        cards = tuple(in_chips(points, up_from) for points in self.cards)
        more = tuple(map(sub, cards, self.cards))
        return replace(
            self,
            scores=tuple(map(add, self.scores, more)),
            totals=tuple(map(add, self.totals, more)),
            cards=cards,
        )

    @property
    def checks(self) -> tuple[int, ...]:
        """What each unit gets in checks, if they are paid; else empty."""
        return tuple(map(sum_of, self.check_parts))

    @property
    def bidding_side(self) -> Unit | None:
        """The unit of the bidder."""
        return next((unit for unit in self.units if self.bidder in unit), None)

    def score_of(self, seat: Seat) -> int:
        """What the unit of a seat adds to its score."""
        return self.scores[self._place(seat)]

    def total_of(self, seat: Seat) -> int:
        """The total of melds, cards and burial of a seat's unit."""
        return self.totals[self._place(seat)]

    def _place(self, seat: Seat) -> int:
        return next(place for place, unit in enumerate(self.units) if seat in unit)


def outcome_of(facts: HandFacts) -> Outcome:
    """What became of the contract.

    Raises:
        ValueError: the hand is not over.
    """
    if facts.ending is None:
        raise ValueError("the hand is not over")
    if facts.ending is Ending.PASSED_OUT:
        return Outcome.PASSED_OUT
    if facts.ending is Ending.CONCEDED:
        return Outcome.CONCEDED
    if facts.bidder is None or facts.contract is None:
        return Outcome.PLAYED
    if facts.ending is Ending.GIVEN_UP:
        return Outcome.SET
    bidding = next(unit for unit in facts.units if facts.bidder in unit)
    return Outcome.MADE if facts.total(bidding) >= facts.contract else Outcome.SET


def scored(facts: HandFacts, kitty: int = 0) -> HandResult:
    """The result of a finished hand.

    Args:
        facts: the hand.
        kitty: what is in the kitty before the hand, if there is one.

    Raises:
        ValueError: the hand is not over.
    """
    outcome = outcome_of(facts)
    rules = facts.rules
    if rules.money is not None:
        return paid(facts, rules.money, outcome, kitty)
    return HandResult(
        outcome=outcome,
        units=rules.score_units,
        scores=tuple(_score(facts, unit, outcome) for unit in rules.score_units),
        totals=tuple(map(facts.total, rules.score_units)),
        bidder=facts.bidder,
        check_parts=tuple(
            _checks(facts, rules.checks, unit, outcome)
            for unit in rules.score_units
            if rules.checks is not None
        ),
        kitty=kitty,
    )


def _score(facts: HandFacts, unit: Unit, outcome: Outcome) -> int:
    if facts.bidder in unit and outcome is Outcome.SET:
        assert facts.contract is not None
        return -facts.contract
    return facts.total(unit)


def _checks(
    facts: HandFacts, rules: CheckRules, unit: Unit, outcome: Outcome
) -> tuple[CheckPart, ...]:
    if facts.contract is None:
        return ()
    counts = facts.melds_count(unit)
    laid = (meld_check_parts(rules, facts.melds[seat], seat) for seat in unit if counts)
    return hand_check_parts(
        rules,
        facts.contract,
        is_bidding=facts.bidder in unit,
        is_made=outcome is Outcome.MADE,
        melds=chain.from_iterable(laid),
        has_all_tricks=sum(facts.won[seat] for seat in unit) == facts.rules.hand,
    )


def checks_for_contract(
    facts: HandFacts, rules: CheckRules, unit: Unit, outcome: Outcome
) -> tuple[CheckPart, ...]:
    """The checks that a unit gets for the contract alone, made or set."""
    assert facts.contract is not None
    return contract_part(
        rules,
        facts.contract,
        is_bidding=facts.bidder in unit,
        is_made=outcome is Outcome.MADE,
    )


def paid(facts: HandFacts, money: MoneyRules, outcome: Outcome, kitty: int) -> HandResult:
    """The result of a hand for stakes, with its contract made, set or conceded, or passed out.

    Args:
        facts: the hand.
        money: what the rules pay.
        outcome: what became of the contract, by the cards or by an irregularity.
        kitty: what is in the kitty before the hand.
    """
    units = facts.rules.score_units
    each = to_kitty = 0
    if facts.bidder is not None:
        assert facts.contract is not None
        # A conceded hand has no trump; what is then paid is the same in all suits.
        trump = Suit.CLUBS if facts.trump is None else facts.trump
        for_aces = paid_for_aces(facts.rules) if facts.four_aces else 0
        stakes = stakes_of(money, facts.contract, trump, kitty, for_aces)
        each, to_kitty = {
            Outcome.MADE: (stakes.made, -stakes.kitty_made),
            Outcome.CONCEDED: (-stakes.conceded, stakes.kitty_conceded),
            Outcome.SET: (-stakes.lost, stakes.kitty_lost),
        }[outcome]
    bidders = [facts.bidder in unit for unit in units]
    from_all = each * (len(units) - 1) - to_kitty
    return HandResult(
        outcome=outcome,
        units=units,
        scores=tuple(from_all if bids else -each for bids in bidders),
        totals=tuple(map(facts.total, units)),
        bidder=facts.bidder,
        kitty=kitty + to_kitty,
    )
