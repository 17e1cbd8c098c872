"""Hands of games with a turned-up trump that were played, as they are counted."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import TYPE_CHECKING

from pinochle_solver.engines.table.by_rule import TableAdviceEngine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.openings.classes import card_kind
from pinochle_solver.openings.tallies import PlayedOpening
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, begun_hand

if TYPE_CHECKING:
    from pinochle_solver.game.table.replayed_hand import TableReplay


def by_advice(number: int, seed: int, rules: TableRules) -> list[PlayedOpening]:
    """The hands of all seats of a deal that is played by the books' advice.

    Args:
        number: of the deal among those of the seed.
        seed: the seed.
        rules: a game without an auction.
    """
    deal, engine, limits = random_deal(number, seed, rules), TableAdviceEngine(), Limits(worlds=1)
    hand = begun_hand(deal)
    while hand.turn is not None:
        move = engine.choose(position_of(hand, hand.turn), limits).move
        hand = hand.after(move)  # type: ignore[arg-type]  # a move of this hand
    assert deal.upcard is not None
    held = {seat: deal.hands[seat] for seat in hand.players}
    return _of_seats(held, deal.upcard, hand, hand.result())


def of_record(replay: TableReplay) -> list[PlayedOpening]:
    """The hands of a record that was played to its end, of the seats whose cards are known."""
    record, result, hand = replay.record, replay.result, replay.hand
    if result is None or hand is None or replay.stop is not None or not hand.tricks:
        return []
    if record.upcard is None:
        return []
    held = {seat: each for seat, each in record.hands.items() if len(each) == record.rules.hand}
    return _of_seats(held, record.upcard, hand, result)


def _of_seats(
    held: Mapping[Seat, Hand], upcard: Card, hand: AnyHand, result: HandResult
) -> list[PlayedOpening]:
    """The hands of the seats whose cards are known, by seat."""
    trump, first = upcard.suit, hand.tricks[0]
    order = hand.players[hand.players.index(first.leader) :] + hand.players
    most = max(result.scores)
    winners = [unit for unit in result.units if result.score_of(unit[0]) == most]
    found = []
    for seat, cards in held.items():
        own = result.score_of(seat)
        others = [
            score
            for unit, score in zip(result.units, result.scores, strict=True)
            if seat not in unit
        ]
        found.append(
            PlayedOpening(
                cards,
                trump,
                order.index(seat),
                card_kind(first.cards[0], trump) if seat == first.leader else None,
                _laid(hand, seat),
                own - fmean(others),
                1 / len(winners) if own == most else 0.0,
            )
        )
    return found


def _laid(hand: AnyHand, seat: Seat) -> dict[str, int]:
    """The names of the melds that a seat has laid, and after which trick each was first laid."""
    laid: dict[str, int] = {}
    if isinstance(hand, StockHand):
        for each in hand.seats[hand.players.index(seat)].laid.melds:
            laid.setdefault(each.name, each.trick or 0)
        return laid
    return dict.fromkeys((meld.kind.name for meld in hand.laid[seat] or ()), 0)
