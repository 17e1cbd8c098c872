"""Rulebooks for three and four."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.table.melds import values_by_name
from pinochle_solver.table.options import meaning_of
from pinochle_solver.table.rules import TableRules


class TableAuctionObject(JsonObject, kw_only=True):
    """How the bidding goes; ``forced`` is null if the last seat may pass.

    ``dealer_needs_marriage`` is there if a bid needs a marriage.
    """

    lowest: int
    highest: int
    dealer_first: bool
    calls_once: bool
    passes_final: bool
    needs_marriage: bool
    forced: int | None
    forced_reopens: bool
    dealer_needs_marriage: bool | UnsetType = UNSET


class TableRulebookLine(JsonObject, kw_only=True):
    """A rulebook for three or four, and its options with what they mean.

    ``melds`` has the points for a meld by its kind; with a stock it is null, for the two-handed
    rulebook of the stock phase has them.
    """

    name: str
    title: str
    seats: int
    partners: bool
    hand: int
    widow: int
    stock: int
    copies: int
    count: str
    whole_count: int
    obligation: str
    target: int | None
    auction: TableAuctionObject | None
    turned_trump: bool
    only_bidder_melds: bool
    melds: dict[str, int] | None
    melds_win: bool
    melds_need_trick: bool
    pays_checks: bool
    pages_missing: bool
    options: dict[str, str]


def table_rulebook_line(rules: TableRules) -> TableRulebookLine:
    """The line of ``rules`` for a game for three or four."""
    auction = rules.auction
    return TableRulebookLine(
        name=rules.name,
        title=rules.title,
        seats=rules.seats,
        partners=rules.partners,
        hand=rules.hand,
        widow=rules.widow,
        stock=0 if rules.stock is None else rules.stock.cards,
        copies=rules.copies,
        count=rules.count.name,
        whole_count=rules.whole_count,
        obligation=rules.obligation.value,
        target=rules.target,
        auction=None
        if auction is None
        else TableAuctionObject(
            lowest=auction.lowest,
            highest=auction.highest,
            dealer_first=auction.dealer_first,
            calls_once=auction.calls_once,
            passes_final=auction.passes_final,
            needs_marriage=auction.needs_marriage,
            forced=auction.forced,
            forced_reopens=auction.forced_reopens,
            dealer_needs_marriage=auction.dealer_needs_marriage
            if auction.needs_marriage
            else UNSET,
        ),
        turned_trump=rules.turned_trump,
        only_bidder_melds=rules.only_bidder_melds,
        melds=None if rules.stock else values_by_name(rules.melds),
        melds_win=rules.melds_win,
        melds_need_trick=rules.melds_need_trick,
        pays_checks=rules.checks is not None,
        pages_missing=rules.pages_missing,
        options={name: meaning_of(name) for name in rules.known_options},
    )
