"""What the result of a hand of three or four was made of.

Everything is told for one side, in the currency of the game: the bidder's, or without a contract
that of the seat that leads first. The parts add up to the result:

- *deal*: what the lowest bid was worth that the bidder could make at his first call;
- *bidding*: how much more or less his contract was worth when he bid it;
- *widow*: how much more or less the hand was worth when he saw the widow;
- *given away*: the losses of each side. What a seat of the other side lost is counted in the
  bidder's currency by what was at stake for both: two defenders lose half as much each;
- *rest*: how the cards lay, with a stock what was drawn, and what no other part explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import currency_of
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.double_dummy.stakes import stake_of_seat
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.reviews.review import together
from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
from pinochle_solver.table.acts import Act
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat

Unit = tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableAccount:
    """The parts of a result, for one side.

    Attributes:
        side: the side.
        objective: the currency, as in `ChanceAnalysis`.
        deal: what the hand was worth.
        bidding: what the bidding changed; None without an auction.
        widow: what the widow changed; None without one.
        given: what each side gave away after the auction, in order of the units, as it changed the
            result of `side`: below 0 for this side, above 0 for the others.
        result: what the side got.
    """

    side: Unit
    objective: str
    deal: Estimate
    bidding: Estimate | None
    widow: Estimate | None
    given: tuple[tuple[Unit, Estimate], ...]
    result: float

    @property
    def rest(self) -> float:
        """What the other parts leave."""
        parts = [self.deal, self.bidding, self.widow, *(lost for _, lost in self.given)]
        return self.result - sum(part.mean for part in parts if part is not None)


def account_of(replay: TableReplay, decisions: Sequence[JudgedDecision]) -> TableAccount | None:
    """What the result of a hand was made of.

    Args:
        replay: the hand.
        decisions: all its decisions, in order, of all seats.

    Returns:
        None if the hand is not over or nobody played it.
    """
    hand, result = replay.bidding_hand, replay.result
    if result is None or replay.stop is not None:
        return None
    if hand is None:
        return _with_stock(result, decisions)
    if hand.trump is None:
        return None
    calls = [each for each in decisions if each.kind is TableKind.CALL and each.seat is hand.bidder]
    later = [each for each in decisions if each.kind is not TableKind.CALL]
    own = next((each for each in later if hand.bidder in (None, each.seat)), None)
    if own is None or own.expected is None:
        return None
    units, seat = tuple(own.position.units), own.seat
    side = next(unit for unit in units if seat in unit)
    deal, bidding, widow = own.expected, None, None
    if calls and own.position.act is Act.BURY:
        low = next((move.mean for move in calls[0].values if move.mean is not None), None)
        made = next((m.mean for m in calls[-1].values if m.move == calls[-1].played), None)
        if low is not None and made is not None:
            deal, bidding = low, _change(low, made)
            widow = _change(made, own.expected) if own.position.rules.widow else None
    contract = standing_of(own.position).contract
    stakes = {
        unit: stake_of_seat(hand.rules, units, unit[0], contract, hand.trump) for unit in units
    }
    given = tuple(
        (unit, _given(later, unit, stakes[side] / stakes[unit] * (-1 if unit == side else 1)))
        for unit in units
    )
    return TableAccount(
        side=side,
        objective=currency_of(own.position.rules, contract),
        deal=deal,
        bidding=bidding,
        widow=widow,
        given=given,
        result=paid(own.position.rules, result, seat),
    )


def _with_stock(result: HandResult, decisions: Sequence[JudgedDecision]) -> TableAccount | None:
    """The account of a hand with a stock, for the seat that decided first.

    What another seat lost is shared by all its opponents.
    """
    first = next(iter(decisions), None)
    if first is None or first.expected is None:
        return None
    units, rules = tuple(first.position.units), first.position.rules
    side = next(unit for unit in units if first.seat in unit)
    given = tuple(
        (unit, _given(decisions, unit, -1 if unit == side else 1 / (len(units) - 1)))
        for unit in units
    )
    return TableAccount(
        side=side,
        objective=currency_of(rules, None),
        deal=first.expected,
        bidding=None,
        widow=None,
        given=given,
        result=paid(rules, result, first.seat),
    )


def paid(rules: TableRules, result: HandResult, seat: Seat) -> float:
    """What a hand has brought a seat, counted as in `Worth`."""
    if rules.money is not None:
        return float(result.score_of(seat))
    units = dict(zip(result.units, result.checks or result.scores, strict=True))
    own = next(unit for unit in units if seat in unit)
    others = [score for unit, score in units.items() if unit != own]
    return units[own] - sum(others) / len(others)


def _change(before: Estimate, after: Estimate) -> Estimate:
    return Estimate(after.mean - before.mean, (before.se**2 + after.se**2) ** 0.5)


def _given(decisions: Sequence[JudgedDecision], unit: Unit, factor: float) -> Estimate:
    """What a unit gave away, times a factor."""
    losses = [each.loss.amount for each in decisions if each.loss is not None and each.seat in unit]
    lost = together(losses)
    return Estimate(factor * lost.mean, abs(factor) * lost.se)
