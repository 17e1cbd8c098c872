"""A reviewed hand of three or four as rows, with the columns of `pinochle_solver.ledger.hands`."""

from __future__ import annotations

from itertools import islice

from pinochle_solver.double_dummy.outcomes import currency_of
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.ledger.facts import SCALE, Fact, Facts, holding, moves, number, spread
from pinochle_solver.ledger.hands import Rows
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.reviews.table.account import TableAccount, paid
from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
from pinochle_solver.reviews.table.review import TableReview, review_table
from pinochle_solver.table.acts import Act
from pinochle_solver.table.seats import Seat

_KINDS = {
    TableKind.CALL: "bid",
    TableKind.BURIAL: "burial",
    TableKind.MELD: "meld",
    TableKind.LEAD: "lead",
    TableKind.FOLLOW: "reply",
}
_KEPT = (
    "trick",
    "seat",
    "position",
    "played",
    "best",
    "loss",
    "loss_se",
    "exact",
    "significant",
    "mark",
    "expected",
    "worlds",
)


def reviewed_table_rows(record: TableRecord, worlds: int, seed: int) -> Rows:
    """Review a hand; its rows."""
    found = review_table(record, worlds=worlds, seed=seed)
    decisions = [
        _decision(row, each) for row, each in zip(found.to_rows(), found.decisions, strict=True)
    ]
    for place, row in enumerate(decisions, start=1):
        row["number"] = place
    seats = [_seat(found, seat) for seat in record.players]
    return Rows(len(found.replay.findings), seats, decisions)


def _decision(row: dict[str, Fact], decision: JudgedDecision) -> Facts:
    position, loss = decision.position, decision.loss
    factor = None if loss is None or not loss.stake else SCALE / loss.stake
    means = [each.mean.mean for each in decision.values if each.mean is not None]
    behind = [
        None if each.mean is None else max(means) - each.mean.mean for each in decision.values
    ]
    is_play = position.act is Act.PLAY
    return {
        **{name: row[name] for name in _KEPT},
        "kind": _kind(decision),
        "unit": decision.objective,
        "points": None if loss is None or factor is None else factor * loss.amount.mean,
        "points_se": None if loss is None or factor is None else number(factor * loss.amount.se),
        "spread": None if factor is None else spread(behind, factor),
        "win": None if decision.win is None else number(decision.win.mean),
        "tricks_left": len(position.hands[position.turn]) + _to_draw(decision) if is_play else None,
        "role": _role(decision),
        **holding(position.hands[position.turn].known, position.trump),
        **moves(position.led[0] if position.led else None, decision.played, decision.best),
    }


def _kind(decision: JudgedDecision) -> str:
    """The kind; cards after the stock are those of a playoff."""
    position = decision.position
    if position.rules.stock is not None and position.act is Act.PLAY and not position.has_stock:
        return "playoff"
    return _KINDS[decision.kind]


def _to_draw(decision: JudgedDecision) -> int:
    """How many cards a hand still draws."""
    position = decision.position
    if not position.has_stock:
        return 0
    return (position.face_down + 1) // len(position.hands)


def _role(decision: JudgedDecision) -> str | None:
    """Whose contract it is: ``bidder``, ``partner`` or ``defender``; None without one."""
    position, bidder = decision.position, decision.position.bidder
    if bidder is None or position.act is Act.BID:
        return None
    if bidder is position.turn:
        return "bidder"
    own = next(unit for unit in position.units if position.turn in unit)
    return "partner" if bidder in own else "defender"


def _seat(found: TableReview, seat: Seat) -> Facts:
    replay = found.replay
    forced = sum(
        each.move is not None
        and each.seat is seat
        and len([*islice(each.hand.legal_moves(), 2)]) < 2
        for each in replay.moments
    )
    row: Facts = {
        "seat": seat.text(),
        "forced": forced,
        "dealt": replay.record.dealer is seat,
        "unit": found.objective or None,
        "result": None,
    }
    result, hand = replay.result, replay.bidding_hand
    if result is not None and found.decisions:
        position = found.decisions[-1].position
        if position.rules.money is None:
            # By its contract the hand may be paid in checks.
            row["unit"] = currency_of(position.rules, standing_of(position).contract)
        if any(seat in unit for unit in result.units):
            won = paid(position.rules, result, seat)
            row["result"] = won
            share = None if found.account is None else _share(found.account, position, seat)
            if found.account is not None and share is not None:
                row |= _luck(found.account, share, won)
    if hand is not None and hand.bidder is not None:
        row["bid"] = hand.bidder is seat
    return row


def _share(account: TableAccount, position: TablePosition, seat: Seat) -> float | None:
    """How much of what the account's side wins a seat wins; None if that is not known."""
    if seat in account.side:
        return 1.0
    others = len(position.units) - 1
    is_shared = others == 1 or (position.rules.money is not None and position.bidder is not None)
    return -1 / others if is_shared else None


def _luck(account: TableAccount, share: float, won: float) -> Facts:
    """The parts of a seat's result that no decision had a part in, as two-handed hands have them.

    Args:
        account: of the hand.
        share: as `_share` has it.
        won: what the seat got.
    """
    deal = share * account.deal.mean
    widow = 0.0 if account.widow is None else share * account.widow.mean
    decided = (account.bidding, *(lost for _, lost in account.given))
    skill = share * sum(part.mean for part in decided if part is not None)
    return {
        "deal": number(deal),
        "draws": number(widow),
        "unseen": number(won - deal - widow - skill),
    }
