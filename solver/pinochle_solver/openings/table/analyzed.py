"""Hands before the auction that the engine analysed, as they are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.bid_advice import bids_of as bids_tried
from pinochle_solver.hidden_hands.laying import most_laid, shown_by_laying
from pinochle_solver.hidden_hands.playing_out import known_at_first_lead, playouts_from
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.hidden_hands.taking_up import finder_of, found_burials
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.openings.classes import card_kind
from pinochle_solver.openings.table.classes import bids_of
from pinochle_solver.openings.table.tallies import ANOTHER, BEST_SUIT, TriedBid, TriedHand
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.moves import PASS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinochle_solver.table.seats import Seat


class _Led(NamedTuple):
    """The first leads of a hand.

    Attributes:
        led: the kind of the usual lead.
        makes: what the bidder's side makes in all by it.
        tried: by the kind of card, how many points more it makes by that lead.
    """

    led: str
    makes: float
    tried: dict[str, float]


def tried_hand(deal: TableDeal, trump: Suit, worlds: int, seed: int) -> TriedHand:
    """Try the hand that calls first in a deal: bids, the trump, and leads.

    Args:
        deal: the deal.
        trump: the trump of the highest sum of the hand.
        worlds: in how many deals of the other cards its bids are tried.
        seed: of these deals.
    """
    hand = begun(deal)
    assert hand.turn is not None
    position = position_of(hand, hand.turn)
    analysis = analyze_hidden(position, Limits(worlds=worlds), seed=seed)
    tried, counted = bids_tried(analysis), set(bids_of(position.rules))
    bids = []
    for chance in tried:
        bid = getattr(chance.move, "bid", None)
        if bid in counted and chance.chance is not None and chance.mean is not None:
            made, paid = chance.chance.mean, chance.mean.mean
            bids.append(TriedBid(bid, made, paid, chance.given_up or 0.0))
    passed = analysis.moves[-1]
    assert passed.move == PASS
    assert passed.mean is not None
    leads = _leads(position, deal)
    return TriedHand(
        tuple(sorted(bids)),
        passed.mean.mean,
        tried[0].melds or 0.0,
        BEST_SUIT if tried[0].trump is trump else ANOTHER,
        *leads,
    )


def _leads(position: TablePosition, deal: TableDeal) -> _Led:
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
    more = (float(points - own) for points in won.tolist())
    return _Led(
        card_kind(Card.from_index(usual), trump),
        float(own + brought),
        dict(zip(kinds, more, strict=True)),
    )


def _laid(
    position: TablePosition, unit: Sequence[Seat], trump: Suit, cards: NDArray[np.uint8]
) -> int:
    """The points of what the bidder's side lays."""
    rules, own = position.rules, position.turn
    laying = [seat for seat in unit if seat == own or not rules.only_bidder_melds]
    return sum(int(most_laid(rules, trump, cards[:, seat])[0, 0]) for seat in laying)
