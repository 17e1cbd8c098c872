"""What a seat may do while there is a stock: play any card, and show what may be shown.

The order of the turns is in ``stock_hands`` (RULES-TABLE.md 8, RULES.md 4).
"""

from __future__ import annotations

from collections.abc import Iterator

from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import Copy
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.stock_seats import StockSeat


def stock_plays(seat: StockSeat) -> Iterator[Play]:
    """Any card; copies on the table are named, the first of those that served alike."""
    past = seat.laid.past()
    for card in seat.held().distinct():
        copies = [copy for copy in past if copy.card == card]
        if card in seat.hand:
            yield Play(card, "hand" if copies else None)
        for place, copy in enumerate(copies):
            if all(past[copy] != past[other] for other in copies[:place]):
                yield Play(card, copy.number)  # type: ignore[arg-type]


def why_not_played(play: Play, seat: StockSeat) -> str | None:
    """What is wrong with a play, if the seat lacks the card or has it twice; None: nothing."""
    on_table = [copy for copy in seat.laid.copies if copy.card == play.card]
    if isinstance(play.source, int):
        there = Copy(play.card, play.source) in on_table
        return None if there else f"there is no such copy of {play.card} on the table"
    if play.card not in seat.hand:
        return "it is on the table only" if on_table else "it is not held"
    if on_table and play.source is None:
        return f"a copy of {play.card} lies on the table: say which is played"
    return None


def shows(seat: StockSeat, upcard: Card, rules: TableRules) -> Iterator[Show]:
    """What the winner of a trick may show: nothing, a meld, a dix, or both if a dix is not a meld.

    Args:
        seat: the winner.
        upcard: the card turned up.
        rules: the game, which has a stock.
    """
    yield Show()
    for laying in seat.laid.options(seat.hand):
        yield Show(meld=laying.meld)
    if seat.laid.book.dix not in seat.hand:
        return
    yield Show(dix=True)
    if not dix_is_a_meld(rules):
        after = with_dix_shown(seat, upcard, None)
        for laying in after.laid.options(after.hand):
            yield Show(dix=True, meld=laying.meld)


def why_not_shown(show: Show, seat: StockSeat, upcard: Card, rules: TableRules) -> str | None:
    """What is wrong with a show of the winner of a trick; None: nothing."""
    if show.dix:
        if seat.laid.book.dix not in seat.hand:
            return f"there is no {seat.laid.book.dix} in the hand"
        if show.meld is not None and dix_is_a_meld(rules):
            return f"in {rules.name} a dix is the one meld of its turn"
        seat = with_dix_shown(seat, upcard, None)
    if show.meld is None or seat.laid.best(show.meld, seat.hand) is not None:
        return None
    return seat.laid.why_barred(show.meld, seat.hand)


def show_points(show: Show, seat: StockSeat, upcard: Card) -> int:
    """What a show that is possible scores for the winner of a trick."""
    before = seat.melds
    if show.dix:
        seat = with_dix_shown(seat, upcard, None)
    laying = None if show.meld is None else seat.laid.best(show.meld, seat.hand)
    return seat.melds - before + (0 if laying is None else laying.points)


def with_dix_shown(seat: StockSeat, upcard: Card, trick: int | None) -> StockSeat:
    """The seat after it exchanges a nine for the upcard, or shows it if the upcard is a nine.

    Args:
        seat: a seat with a nine of trumps in the hand.
        upcard: the card turned up.
        trick: the number of the trick before, None if that is not known.
    """
    return seat.after_dix(None if upcard == seat.laid.book.dix else upcard, trick)


def dix_is_a_meld(rules: TableRules) -> bool:
    """Whether showing a dix uses up the meld of that turn."""
    assert rules.stock is not None
    return rules.stock.book.dix_is_a_meld
