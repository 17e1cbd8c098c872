"""Hands before the auction that the engine analysed, as they are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.bid_advice import bids_of as bids_tried
from pinochle_solver.hidden_hands.laying import most_laid, shown_by_laying
from pinochle_solver.hidden_hands.playing_out import known_at_first_lead, playouts_from
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.hidden_hands.taking_up import finder_of, found_burials
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.openings.classes import card_kind
from pinochle_solver.openings.table.classes import bids_of
from pinochle_solver.openings.table.tallies import ANOTHER, BEST_SUIT, BidTally, HandTally
from pinochle_solver.openings.tallies import Tally
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.moves import PASS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinochle_solver.table.seats import Seat


def add_analyzed(tally: HandTally, deal: TableDeal, trump: Suit, worlds: int, seed: int) -> None:
    """Count the hand that calls first in a deal: bids, the trump, and leads.

    Args:
        tally: of its class.
        deal: the deal.
        trump: the trump of the highest sum of the hand.
        worlds: in how many deals of the other cards its bids are tried.
        seed: of these deals.
    """
    hand = begun(deal)
    assert hand.turn is not None
    position = position_of(hand, hand.turn)
    analysis = analyze_hidden(position, Limits(worlds=worlds), seed=seed)
    tally.hands += 1
    _add_bids(tally, analysis, trump)
    _add_leads(tally, position, deal)


def _add_bids(tally: HandTally, analysis: ChanceAnalysis, trump: Suit) -> None:
    counted = set(bids_of(analysis.position.rules))
    tried = bids_tried(analysis)
    for chance in tried:
        bid = getattr(chance.move, "bid", None)
        if bid in counted and chance.chance is not None and chance.mean is not None:
            paid = tally.bids.setdefault(bid, BidTally())
            paid.add(chance.chance.mean, chance.mean.mean, chance.given_up or 0.0)
    passed = analysis.moves[-1]
    assert passed.move == PASS
    assert passed.mean is not None
    tally.passed.add(passed.mean.mean)
    tally.melds.add(tried[0].melds or 0.0)
    named = BEST_SUIT if tried[0].trump is trump else ANOTHER
    tally.trumps[named] = tally.trumps.get(named, 0) + 1


def _add_leads(tally: HandTally, position: TablePosition, deal: TableDeal) -> None:
    """Try every lead in the deal itself, trump and burial chosen by the rule for candidates."""
    import numpy as np

    rules, seat, stop = position.rules, position.turn, StopFlag()
    cards = np.array([[list(held.counts) for held in deal.hands]], np.uint8)
    taken = cards[:, seat] + np.array(list(deal.widow.counts), np.uint8)
    burials = found_burials(finder_of(rules), taken, 1, stop)
    trump = Suit(int(burials.guesses[0, :, 0].argmax()))
    cards[:, seat] = burials.kept[:, trump, 0]
    shown = {
        each: Hand(shown_by_laying(trump, cards[:, each])[0].tobytes())
        for each in position.players
        if each == seat or not rules.only_bidder_melds
    }
    known = replace(known_at_first_lead(position, trump, seat), shown=shown)
    playouts = playouts_from(known)
    kinds: dict[str, int] = {}
    for index in np.flatnonzero(cards[0, seat]).tolist():
        # Of cards of one kind the one of the longest suit is led; the kind tells no more.
        kinds.setdefault(card_kind(Card.from_index(index), trump), index)
    usual = playouts.line(cards[0])[0]
    kinds[card_kind(Card.from_index(usual), trump)] = usual
    tried = bytes(kinds.values())
    results = np.empty((1, len(tried), cards.shape[1], 2), np.int16)
    playouts.evaluate(cards, tried, results, stop)
    unit = next(unit for unit in position.units if seat in unit)
    won = results[0, :, [int(each) for each in unit], 0].sum(axis=0, dtype=np.int64)
    brought = _laid(position, unit, trump, cards) + int(burials.brought[0, trump, 0, 1])
    own = won[tried.index(usual)]
    led = tally.led.setdefault(card_kind(Card.from_index(usual), trump), Tally())
    led.add(float(own + brought))
    for kind, points in zip(kinds, won.tolist(), strict=True):
        tally.tried.setdefault(kind, Tally()).add(float(points - own))


def _laid(
    position: TablePosition, unit: Sequence[Seat], trump: Suit, cards: NDArray[np.uint8]
) -> int:
    """The points of what the bidder's side lays."""
    rules, own = position.rules, position.turn
    laying = [seat for seat in unit if seat == own or not rules.only_bidder_melds]
    return sum(int(most_laid(rules, trump, cards[:, seat])[0, 0]) for seat in laying)
