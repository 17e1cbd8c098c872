"""Hands of records, as they are counted."""

from __future__ import annotations

from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.openings.classes import card_kind
from pinochle_solver.openings.table.classes import factor_of, sum_of
from pinochle_solver.openings.table.tallies import ANOTHER, BEST_SUIT, OwnOpening
from pinochle_solver.reviews.table.account import paid
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.scoring import HandResult, Outcome

_PLAYED = (Outcome.MADE, Outcome.SET, Outcome.CONCEDED, Outcome.PASSED_OUT)


def of_record(replay: TableReplay) -> list[OwnOpening]:
    """The hands of a record that was played to its end, of the seats whose cards are known."""
    record, result, hand = replay.record, replay.result, replay.bidding_hand
    if result is None or result.outcome not in _PLAYED:
        return []
    found = []
    for seat, held in record.hands.items():
        if len(held) != record.rules.hand:
            continue
        best = sum_of(record.rules, held)
        is_bidder = result.bidder is seat
        trump = record.trump if is_bidder else None
        found.append(
            OwnOpening(
                factor_of(record.rules, best),
                best.points,
                hand.contract if is_bidder and hand is not None else None,
                is_bidder and result.outcome is Outcome.MADE,
                paid(record.rules, result, seat),
                None if trump is None else BEST_SUIT if trump is best.trump else ANOTHER,
                _led(hand) if is_bidder else None,
                _points(result) if is_bidder else 0,
            )
        )
    return found


def _led(hand: TableHand | None) -> str | None:
    """The kind of card that was led to the first trick; None if none was."""
    if hand is None or hand.trump is None:
        return None
    first = next((trick.cards for trick in hand.tricks), hand.led)
    return card_kind(first[0], hand.trump) if first else None


def _points(result: HandResult) -> int:
    """What the bidder's side made in all."""
    totals = zip(result.units, result.totals, strict=True)
    return next(total for unit, total in totals if result.bidder in unit)
