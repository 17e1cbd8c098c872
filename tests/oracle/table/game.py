"""Deals, dealers and the end of the game (sections 1, 3 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .cards import SEATS, clockwise, deck, left_of
from .rulebooks import Table


@dataclass(frozen=True)
class Deal:
    """A deal: who has which cards, in the order dealt.

    `stock` is in the order drawn, the upcard, its last card, not in it. In `partnership` the
    upcard is one of the dealer's cards.
    """

    dealer: str
    out: str | None
    hands: Mapping[str, tuple[str, ...]]
    widow: tuple[str, ...] = ()
    upcard: str | None = None
    stock: tuple[str, ...] = ()


def playing(table: Table, dealer: str) -> tuple[str, ...]:
    """The seats that play, clockwise from south: with four at Auction all but the dealer."""
    if table.with_out:
        return tuple(seat for seat in SEATS if seat != dealer)
    return table.rulebook.seats


def deal(table: Table, dealer: str, pack: Sequence[str]) -> Deal:
    """The pack dealt from its first card on, from the dealer's left (section 1)."""
    if sorted(pack) != sorted(deck(table.rulebook.copies)):
        raise ValueError("wrong deck")
    return split(table, dealer, pack)


def split(table: Table, dealer: str, pack: Sequence[str]) -> Deal:
    """The same for cards by any name, such as their places in the pack."""
    book = table.rulebook
    seats = playing(table, dealer)
    order = clockwise(seats, left_of(seats, dealer))
    cards = list(pack)
    hands: dict[str, list[str]] = {seat: [] for seat in seats}
    widow: list[str] = []

    def take(number: int) -> list[str]:
        taken = cards[:number]
        del cards[:number]
        return taken

    for to_each, to_widow in book.packets:
        for seat in order:
            hands[seat] += take(to_each)
        widow += take(to_widow)
    upcard = None
    if book.turned_trump:
        upcard = hands[dealer][-1]
    elif book.stock:
        upcard = take(1)[0]
    return Deal(
        dealer,
        dealer if table.with_out else None,
        {seat: tuple(hands[seat]) for seat in seats},
        tuple(widow),
        upcard,
        tuple(cards),
    )


def next_dealer(table: Table, dealer: str, how: str) -> str:
    """Who deals the next hand: the left, also when passed out; a void hand keeps its dealer.

    The exception: with an out dealer and `noforce` a hand passed out keeps him too (section 3).
    """
    if how == "void" or (how == "passed out" and "noforce" in table.options):
        return dealer
    return left_of(SEATS if table.with_out else table.rulebook.seats, dealer)


@dataclass(frozen=True)
class Standing:
    """Where a game is after a hand: who won it (None: it goes on), and the target from now on."""

    winner: str | None
    target: int


def standing(
    table: Table, scores: Mapping[str, int], bidding: str | None, target: int | None = None
) -> Standing:
    """The test after a hand (section 7).

    `scores` by unit after it, `bidding` the unit that bid in it, `target` the present one where
    it was raised.
    """
    end, original = table.rulebook.end, table.target
    assert end
    assert original is not None
    now = original if target is None else target
    reached = {unit: score for unit, score in scores.items() if score >= now}
    if not reached:
        if end.floor and min(scores.values()) <= -original:
            return Standing(_single_best(scores), now)
        return Standing(None, now)
    bidder_first = end.several == "bidder" or "bidderfirst" in table.options
    if bidder_first and bidding in reached:
        return Standing(bidding, now)
    best = max(reached.values())
    winner = _single_best(reached)
    if winner is None and end.equal == "bidder" and reached.get(bidding or "") == best:
        winner = bidding
    if winner is None and end.equal == "plus 250":
        while now <= best:
            now += 250
    if winner is None and end.equal == "next 250":
        now = max(1250, (best // 250 + 1) * 250)
    return Standing(winner, now)


def _single_best(scores: Mapping[str, int]) -> str | None:
    """The unit with the highest score, if it is alone with it."""
    best = max(scores.values())
    leaders = [unit for unit, score in scores.items() if score == best]
    return leaders[0] if len(leaders) == 1 else None


def difference_money(scores: Mapping[str, int], winner: str) -> dict[str, int]:
    """What each loser pays in the scoring game: the difference and the bonus (section 7)."""
    return {unit: scores[winner] - score + 500 for unit, score in scores.items() if unit != winner}
