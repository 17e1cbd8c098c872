"""Rulebooks for three and four."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.table.melds import values_by_name
from pinochle_solver.table.options import meaning_of
from pinochle_solver.table.rules import AuctionRules, TableRules


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


@line("rules")
def table_rulebook_line(rules: TableRules) -> TableRulebookLine:
    """The line of ``rules`` for a game for three or four."""
    return filled(
        partial(
            TableRulebookLine,
            stock=0 if rules.stock is None else rules.stock.cards,
            melds=None if rules.stock else values_by_name(rules.melds),
            pays_checks=rules.checks is not None,
            options={name: meaning_of(name) for name in rules.known_options},
        ),
        rules,
    )


@makes(TableAuctionObject)
def _auction(auction: AuctionRules) -> TableAuctionObject:
    told = auction.dealer_needs_marriage if auction.needs_marriage else UNSET
    return filled(partial(TableAuctionObject, dealer_needs_marriage=told), auction)
