"""The record of a hand that the referee plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.record_parts import Note, StatedResult, TableTrick
from pinochle_solver.rules.cards import NO_CARDS
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Ending
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.melds import EXCHANGE, TableMelds
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand, StockMove, begun_with_stock

STATED_RESULTS: dict[Ending | None, StatedResult] = {
    Ending.CONCEDED: StatedResult.CONCEDED,
    Ending.DEFENDERS_CONCEDED: StatedResult.MADE,
    Ending.GIVEN_UP: StatedResult.SET,
}
"""The ``Result`` of a record by how its hand has ended before its cards did."""


def record_of_deal(deal: TableDeal) -> TableRecord:
    """The record of a hand in which nobody has bid or played."""
    return TableRecord(
        rules=deal.rules,
        dealer=deal.dealer,
        hands={seat: deal.hands[seat] for seat in deal.rules.players(deal.dealer)},
        widow=deal.widow if deal.rules.widow else None,
        upcard=deal.upcard,
        stock=deal.stock if deal.rules.stock else None,
    )


def deal_of_record(record: TableRecord) -> TableDeal:
    """The deal of a whole record.

    Raises:
        IllegalPositionError: for cards that do not make one.
    """
    return TableDeal(
        rules=record.rules,
        dealer=record.dealer,
        hands=tuple(record.hands.get(seat, NO_CARDS) for seat in record.rules.table),
        widow=record.widow or NO_CARDS,
        upcard=record.upcard,
        stock=record.stock or (),
    )


def record_of_hand(hand: TableHand) -> TableRecord:
    """The record of a hand without a stock, as far as it has been played."""
    dealt = record_of_deal(hand.deal)
    rows = [trick.cards for trick in hand.tricks] + ([hand.led] if hand.led else [])
    return TableRecord(
        rules=dealt.rules,
        dealer=dealt.dealer,
        hands=dealt.hands,
        widow=dealt.widow,
        upcard=dealt.upcard,
        calls=hand.auction.calls if hand.auction and hand.auction.calls else None,
        exchange=hand.exchanger,
        trump=hand.trump if hand.bidder is not None else None,
        buried=hand.buried.known if len(hand.buried) else None,
        melds={
            seat: laid
            for seat in hand.players
            if hand.laid[seat] and (laid := _laid(hand, seat)) != ()
        },
        result=STATED_RESULTS.get(hand.ending),
        tricks=tuple(
            TableTrick(number, tuple(card.text() for card in row))
            for number, row in enumerate(rows, start=1)
        ),
    )


def record_of_stock_hand(deal: TableDeal, moves: Iterable[StockMove]) -> TableRecord:
    """The record of a hand with a stock, in which these moves were made from the deal on."""
    return record_of_stock_moves(deal, _moves_from(begun_with_stock(deal), moves))


def _moves_from(
    hand: StockHand, moves: Iterable[StockMove]
) -> Iterator[tuple[StockHand, StockMove]]:
    for move in moves:
        yield hand, move
        hand = hand.after(move)


def record_of_stock_moves(
    deal: TableDeal, made: Iterable[tuple[StockHand, StockMove]]
) -> TableRecord:
    """The record of a hand with a stock, of all its moves, each with the hand before it."""
    rows, shown = [list[str]()], [list[str]()]
    for hand, move in made:
        if isinstance(move, Play):
            if not hand.led:
                rows.append([])
                shown.append([])
            rows[-1].append(move.text())
        elif move.text() != Show().text():
            assert hand.turn is not None
            is_winner = hand.completed and hand.turn is hand.leader
            shown[-1].append(f"{'' if is_winner else f'{hand.turn.letter}:'}{move.text()}")
    opening, *tricks = (
        TableTrick(number, tuple(row), (Note(len(row), tuple(items)),) if items else ())
        for number, (row, items) in enumerate(zip(rows, shown, strict=True))
    )
    return replace(record_of_deal(deal), opening=opening, tricks=tuple(tricks))


def _laid(hand: TableHand, seat: Seat) -> TableMelds | None:
    """What a seat has laid from its hand; None: all that it could, not counting the exchange."""
    laid = tuple(meld for meld in hand.laid[seat] or () if meld != EXCHANGE)
    held = joined(hand.hands[seat], hand.played_by(seat))
    is_all = bool(laid) and laid == hand.most_melds(seat, held)
    return None if is_all else laid
