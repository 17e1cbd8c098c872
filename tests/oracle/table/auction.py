"""The auction (section 3): whose turn it is, which calls are legal, who has it for how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .cards import SUITS, clockwise, left_of
from .rulebooks import Table

PASS = "p"


@dataclass(frozen=True)
class Auction:
    """An auction after some calls.

    `passed`: the seats that may call no more. `passes`: passes in succession. `made`: calls so
    far. `holder` and `contract`: the highest bid. `was_forced`: whether the first bid was. `turn`
    is None when it is closed.
    """

    table: Table
    seats: tuple[str, ...]
    dealer: str
    turn: str | None
    passed: frozenset[str] = frozenset()
    passes: int = 0
    made: int = 0
    holder: str | None = None
    contract: int = 0
    was_forced: bool = False


def has_marriage(hand: Iterable[str]) -> bool:
    """King and queen of a suit (needed for a bid in check)."""
    held = set(hand)
    return any({"K" + suit, "Q" + suit} <= held for suit in SUITS)


def opened(table: Table, seats: tuple[str, ...], dealer: str) -> Auction:
    """The auction before the first call."""
    assert table.rulebook.auction
    first = dealer if table.rulebook.auction.dealer_speaks_first else left_of(seats, dealer)
    return Auction(table, seats, dealer, first)


def is_forced(auction: Auction) -> bool:
    """Whether the seat on turn must bid: all others have passed and there is no bid."""
    return (
        auction.holder is None
        and auction.passes == len(auction.seats) - 1
        and auction.table.forced is not None
    )


def legal_calls(auction: Auction, hand: Iterable[str]) -> list[str]:
    """The bids open to the seat on turn, lowest first, then the pass."""
    rules = auction.table.rulebook.auction
    assert rules
    if auction.turn is None:
        return []
    marriage = not rules.marriage or has_marriage(hand)
    forced = auction.table.forced
    if is_forced(auction) and forced is not None:
        highest = rules.highest if marriage else forced
        return [str(bid) for bid in range(forced, highest + 1, 10)]
    is_free = auction.turn == auction.dealer and not auction.was_forced
    if not marriage and not is_free:
        return [PASS]
    least = max(auction.table.lowest, auction.contract + 10)
    return [*(str(bid) for bid in range(least, rules.highest + 1, 10)), PASS]


def after(auction: Auction, call: str) -> Auction:
    """The auction after a legal call."""
    rules = auction.table.rulebook.auction
    assert rules
    assert auction.turn
    caller = auction.turn
    now = replace(auction, made=auction.made + 1)
    if call == PASS:
        now = replace(now, passes=now.passes + 1, passed=now.passed | {caller})
    else:
        reopened = is_forced(auction) and rules.forced_reopens
        now = replace(
            now,
            passes=0,
            holder=caller,
            contract=int(call),
            was_forced=now.was_forced or is_forced(auction),
            passed=frozenset() if reopened else now.passed,
        )
    if "reenter" in auction.table.options:
        now = replace(now, passed=frozenset())
    if _closed(now):
        return replace(now, turn=None)
    still_in = [seat for seat in now.seats if seat not in now.passed or seat == caller]
    return replace(now, turn=clockwise(still_in, caller)[1])


def _closed(auction: Auction) -> bool:
    rules = auction.table.rulebook.auction
    assert rules
    everybody = len(auction.seats)
    if rules.one_call:
        return auction.made == everybody
    if "reenter" in auction.table.options:
        return auction.passes == (everybody - 1 if auction.holder else everybody)
    others = set(auction.seats) - {auction.holder}
    return others <= auction.passed


def held(
    table: Table,
    seats: tuple[str, ...],
    dealer: str,
    calls: Iterable[str],
    hands: Mapping[str, Iterable[str]] | None = None,
) -> Auction:
    """The auction after these calls, each checked; ValueError names the first illegal one.

    Without the hands every seat is taken to have a marriage, but the forced dealer.
    """
    auction = opened(table, seats, dealer)
    for call in calls:
        if auction.turn is None:
            raise ValueError(f"{call}: the auction is closed")
        hand = hands[auction.turn] if hands else ("KS", "QS")
        if call not in legal_calls(auction, hand):
            raise ValueError(f"{call}: not legal for {auction.turn}")
        auction = after(auction, call)
    return auction
