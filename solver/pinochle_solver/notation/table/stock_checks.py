"""Further checks on a position of the games with a stock.

Each check raises `IllegalPositionError` naming the token and the fact.
"""

from __future__ import annotations

from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.rules.cards import Rank
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import decided_after, face_down_after
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import LaidMelds
from pinochle_solver.table.stock_past import laid_melds


def check_stock(position: TableFields) -> None:
    """Check what lies in the stock, and that this decision belongs to a time with a stock."""
    rules, act = position.rules, position.act
    if position.upcard is None:
        if act is not Act.PLAY:
            raise IllegalPositionError("act", f"{act.value}, but there is no upcard")
        for token, value in (("stock", position.stock), ("melds", position.laid or None)):
            if value is not None:
                raise IllegalPositionError(token, "given, but there is no upcard")
        return
    tricks = position.completed_tricks or 0
    if tricks not in decided_after(rules, act):
        token = "tricks" if position.tricks is not None else "gone"
        fact = f"{counted(tricks, 'trick')}, with an upcard and act={act.value}"
        raise IllegalPositionError(token, fact)
    expected = face_down_after(rules, act, tricks)
    if position.face_down != expected:
        after = f"after {counted(tricks, 'trick')}"
        raise IllegalPositionError("stock", f"{position.face_down}, expected {expected} {after}")


def laid_by(position: TableFields, seat: Seat) -> tuple[LaidMelds, list[int]]:
    """What a seat has laid, and what each meld scored; raises `IllegalPositionError`."""
    assert position.trump is not None
    try:
        return laid_melds(MeldBook.of(position.rules, position.trump), position.laid.get(seat, ()))
    except PositionError as error:
        raise IllegalPositionError(f"melds.{seat.text()}", error.fact) from None


def check_laid(position: TableFields) -> None:
    """Check that what is laid is possible, and that what lies on the table is held."""
    upcard = position.upcard
    for seat, melds in position.laid.items():
        token = f"melds.{seat.text()}"
        on_table = laid_by(position, seat)[0].cards()
        known = position.hands[seat].known
        for card in on_table.distinct():
            if on_table.count(card) > known.count(card):
                fact = f"{card} lies on the table and is not among its cards"
                raise IllegalPositionError(token, fact)
        is_dix = any(meld.name == DIX for meld in melds)
        if is_dix and upcard is not None and upcard.rank is not Rank.NINE:
            raise IllegalPositionError(token, f"a dix, but the upcard is {upcard}")


def check_credits(position: TableFields, seat: Seat, stated: int) -> None:
    """Check the meld points of a seat; while there is a stock they follow from what is laid."""
    assert position.rules.stock is not None
    unit = position.rules.stock.book.meld_unit
    if stated % unit:
        fact = f"meld points are {stated}, expected a multiple of {unit}"
        raise IllegalPositionError("points", fact)
    turned = _dealer_points(position)
    if not position.has_stock or (turned and position.dealer is None):
        return
    worth = sum(laid_by(position, seat)[1]) + turned * (seat is position.dealer)
    if worth != stated:
        fact = f"meld points of {seat.text()} are {stated}, the melds scored {worth}"
        raise IllegalPositionError("points", fact)


def _dealer_points(position: TableFields) -> int:
    """What the dealer scored by turning up a nine; 0 if no nine was turned up."""
    rules, upcard = position.rules.stock, position.upcard
    assert rules is not None
    exchanged = any(
        meld.name == DIX and not meld.copies for melds in position.laid.values() for meld in melds
    )
    is_turned = upcard is not None and upcard.rank is Rank.NINE and not exchanged
    return rules.book.dealer_dix if is_turned else 0
