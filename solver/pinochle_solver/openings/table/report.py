"""What is known of a class of hands before the auction, beside the engine's word about one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import Contract, currency_of
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.openings.table.classes import HandClass, bids_of, bracket_of
from pinochle_solver.openings.table.tallies import HandTally, OwnOpening
from pinochle_solver.openings.tables import OpeningTable
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.thumb_rule import ThumbSum

_SURE, _HOPELESS = 0.995, 0.005


class BidRow(NamedTuple):
    """Hands of a class at one bid.

    Attributes:
        bid: the contract, or of records the lowest of its bracket; None: the hand is not bought.
        hands: how many hands they are.
        made: how often the contract is made if it is played; None if the hand is not bought.
        paid: what the hand pays; the error is infinite for one hand.
        given_up: how often the contract is conceded.
        own: the engine's word about the hand itself; None if none was asked for.
    """

    bid: int | None
    hands: int
    made: Estimate | None
    paid: Estimate
    given_up: float
    own: MoveChance | None


class LeadRow(NamedTuple):
    """Hands of a class in which the bidder leads such a card to the first trick.

    Attributes:
        card: the kind of card.
        hands: in how many hands it is led.
        share: in what part of them.
        points: what the bidder's side makes then in all; None if it is never led.
        gain: how many points more it makes in hands that have such a card if it is led, than by the
            usual lead; None where it was not tried.
    """

    card: str
    hands: int
    share: float
    points: Estimate | None
    gain: Estimate | None


@dataclass(frozen=True, slots=True)
class HandSource:
    """Hands of a class from one source.

    Attributes:
        name: who judged or played them, or the files.
        dealt: how many hands there are of all classes.
        worlds: in how many deals of the other cards each was tried; 0 if they were played.
        kind: which hands count: of records those of the classes next to it, too.
        tally: the hands of the class; None if there is none.
    """

    name: str
    dealt: int
    worlds: int
    kind: HandClass
    tally: HandTally | None

    @classmethod
    def of_table(cls, table: OpeningTable[HandTally], kind: HandClass) -> HandSource:
        """The hands of a published table."""
        tally = table.classes.get(kind.text())
        return cls(table.players, table.deals, table.worlds, kind, tally)

    @classmethod
    def of_played(
        cls, rules: TableRules, name: str, played: Iterable[OwnOpening], kind: HandClass
    ) -> HandSource:
        """Hands of records."""
        hands, near = list(played), kind.wider()
        tally = HandTally()
        for each in hands:
            if near.has(each.factor, each.sum):
                bracket = None if each.contract is None else bracket_of(rules, each.contract)
                tally.add(each, bracket)
        return cls(name, len(hands), 0, near, tally if tally.hands else None)


@dataclass(frozen=True, slots=True)
class HandReport:
    """A class of hands before the auction, and what is known of it.

    Attributes:
        rules: the rulebook.
        hand: the hand that was asked about.
        best: its highest sum.
        kind: its class.
        sources: where hands of this class were counted.
        analysis: the engine's word about the hand itself; None if none was asked for.
    """

    rules: TableRules
    hand: Hand
    best: ThumbSum
    kind: HandClass
    sources: tuple[HandSource, ...]
    analysis: ChanceAnalysis | None

    @property
    def currency(self) -> str:
        """What hands are paid in."""
        return currency_of(self.rules, Contract(Seat.SOUTH, self.bids[0]))

    @property
    def bids(self) -> range:
        """The contracts that hands are counted at."""
        return bids_of(self.rules)

    def rows(self, source: HandSource) -> list[BidRow]:
        """The bids of a source, rising, and not to buy the hand.

        Of hands that were tried at every bid those are left out that are made always, but for the
        last, and those that are made never, but for the first.
        """
        tally = source.tally
        if tally is None:
            return []
        rows = [
            BidRow(
                bid,
                each.made.hands,
                Estimate(each.made.mean, each.made_se),
                Estimate(each.paid.mean, each.paid.mean_se),
                each.given_up / each.made.hands,
                self.own(bid),
            )
            for bid, each in sorted(tally.bids.items())
        ]
        if source.worlds:
            rows = _telling(rows)
        passed = tally.passed
        if passed.hands:
            paid = Estimate(passed.mean, passed.mean_se)
            rows.append(BidRow(None, passed.hands, None, paid, 0.0, self.own(None)))
        return rows

    def leads(self, source: HandSource) -> Iterator[LeadRow]:
        """The leads of a source, the most frequent first, then those that are only tried."""
        tally = source.tally
        if tally is None:
            return
        hands = sum(each.hands for each in tally.led.values())
        for card, led in tally.most_led():
            points = Estimate(led.mean, led.mean_se)
            yield LeadRow(card, led.hands, led.hands / hands, points, _gain(tally, card))
        for card in sorted(tally.tried.keys() - tally.led.keys()):
            yield LeadRow(card, 0, 0.0, None, _gain(tally, card))

    def own(self, bid: int | None) -> MoveChance | None:
        """The engine's word about a bid with the hand itself, or for None about a pass."""
        tried = () if self.analysis is None else self.analysis.moves
        return next((each for each in tried if each.move == Call(bid)), None)


def _telling(rows: list[BidRow]) -> list[BidRow]:
    """Rows without those that nobody asks about."""
    sure = [row for row in rows if row.made is not None and row.made.mean > _SURE]
    hopeless = [row for row in rows if row.made is not None and row.made.mean < _HOPELESS]
    left_out = (*sure[:-1], *hopeless[1:])
    return [row for row in rows if row not in left_out]


def _gain(tally: HandTally, card: str) -> Estimate | None:
    tried = tally.tried.get(card)
    return None if tried is None else Estimate(tried.mean, tried.mean_se)


def before_auction(rules: TableRules, hand: Hand) -> TablePosition:
    """The first call of a hand, as its seat sees it.

    Raises:
        IllegalPositionError: (``south``) if no such hand is dealt.
    """
    assert rules.auction is not None
    dealer = Seat.SOUTH if rules.auction.dealer_first else rules.table[-1]
    hidden = f"+{rules.hand}"
    tokens = {
        "rules": rules.name,
        "dealer": dealer.text(),
        "act": "bid",
        "turn": Seat.SOUTH.text(),
        **{seat.text(): hidden for seat in rules.table},
        "south": hand.text(),
    }
    if rules.widow:
        tokens["widow"] = f"+{rules.widow}"
    return TablePosition.from_tokens(tokens, KnownRulebooks((rules,)))
