"""A reviewed hand of two as rows: what each seat got, and every decision."""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.ledger.facts import (
    SCALE,
    Fact,
    Facts,
    holding,
    moves,
    number,
    spread,
)
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.reviews.account import sign
from pinochle_solver.reviews.decisions import Decision
from pinochle_solver.reviews.doublings import DoublingDecision
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Seat

DOUBLE = "double"
"""The kind of what is said to doubles: it is counted in stakes, not in points."""
_KEPT = (
    "trick",
    "seat",
    "kind",
    "position",
    "played",
    "best",
    "loss",
    "loss_se",
    "exact",
    "significant",
    "mark",
    "expected",
    "win",
    "worlds",
)
# Losses of two are marked from half a unit of melds on; so 50 units are the common scale.
_UNITS = SCALE / 10


class Rows(NamedTuple):
    """A hand as rows, plain values by column.

    Attributes:
        findings: how many mistakes its record has.
        seats: a row for each seat whose decisions are known.
        decisions: a row for each decision between several moves.
    """

    findings: int
    seats: list[Facts]
    decisions: list[Facts]


def reviewed_rows(record: HandRecord, worlds: int, seed: int) -> Rows:
    """Review a hand; its rows."""
    found = review(record, worlds=worlds, seed=seed)
    decisions = [
        _decision(row, each, found)
        for row, each in zip(found.to_rows(), found.decisions, strict=True)
    ]
    decisions += [_doubling(each, found) for each in found.doublings]
    for place, row in enumerate(decisions, start=1):
        row["number"] = place
    view = found.replay.record.view
    seats = [_seat(found, seat) for seat in Seat if view in (None, seat)]
    return Rows(len(found.replay.findings), seats, decisions)


def _decision(row: dict[str, Fact], decision: Decision, found: Review) -> Facts:
    position, loss = decision.position, decision.loss
    hand = position.hand(decision.seat)
    led = position.led
    factor = SCALE / (_UNITS * loss.unit)
    other = found.replay.record.players.name(decision.seat.other)
    return {
        **{name: row[name] for name in _KEPT},
        "unit": "points",
        "points": factor * loss.points.mean,
        "points_se": number(factor * loss.points.se),
        "spread": spread((each.behind.mean for each in decision.values), factor),
        "tricks_left": _tricks_left(decision),
        "reason": decision.why(other),
        **holding(hand.known if isinstance(hand, PartialHand) else hand, position.trump),
        **moves(led, decision.played, decision.best),
    }


def _tricks_left(decision: Decision) -> int:
    """The tricks still to come, the open one and that of a lead among them."""
    deck = decision.position.rules.deck
    is_play = decision.act in ("l", "r")
    return deck.stock_tricks + deck.hand - decision.trick + is_play


def _doubling(said: DoublingDecision, found: Review) -> Facts:
    position = said.position
    return {
        "trick": said.trick,
        "seat": said.seat.text(),
        "kind": DOUBLE,
        "position": position.text(),
        "played": said.played.text(),
        "best": said.best.text(),
        "loss": said.loss.mean,
        "loss_se": number(said.loss.se),
        "exact": said.exact,
        "significant": said.is_significant,
        "mark": None if said.mark is None else said.mark.value,
        "worlds": said.worlds or None,
        "unit": "stakes",
        **holding(position.hand(said.seat).known, position.trump),
    }


def _seat(found: Review, seat: Seat) -> Facts:
    replay, account = found.replay, found.account
    referee = replay.referee
    made = 0 if referee is None else len(referee.history)
    forced = sum(
        each.seat is seat and not each.is_choice and each.moves < made for each in replay.moments
    )
    row: Facts = {
        "seat": seat.text(),
        "forced": forced,
        "dealt": replay.record.dealer is seat,
        "unit": "points",
        "result": None,
    }
    if replay.is_finished and replay.points is not None:
        totals = {each: sum(replay.points[each]) for each in Seat}
        row["result"] = totals[seat] - totals[seat.other]
    if account is not None and account.is_over:
        # The parts of the result that no decision of either player had a part in.
        row["deal"] = number(sign(seat) * account.deal.mean)
        row["draws"] = number(account.luck_of(seat).mean - account.luck_of(seat.other).mean)
        row["unseen"] = number(account.unseen_of(seat).mean - account.unseen_of(seat.other).mean)
    return row
