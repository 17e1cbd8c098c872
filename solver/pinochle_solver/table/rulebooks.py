"""The rulebooks for three and four by name, and how options are taken (RULES-TABLE.md, section 1).

Most of them have a source whose pages 67-70 are missing from the scan. What fills that gap is
marked (p67), there and here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pinochle_solver.errors import (
    IllegalPositionError,
    NotationError,
    RulesError,
    expect_type,
    quoted,
)
from pinochle_solver.rules.counts import COMPROMISE_COUNT, CardCount
from pinochle_solver.rules.rulebooks import HAYES, MACDOUGALL
from pinochle_solver.table.options import FORCE, OPTIONS, option_named
from pinochle_solver.table.rules import (
    AgreedStakes,
    AuctionRules,
    CheckRules,
    EndRules,
    MoneyRules,
    Obligation,
    Packet,
    Renege,
    StockRules,
    TableRules,
    Tie,
)
from pinochle_solver.table.seats import Seat

__all__ = ["DEFAULT_FORCED", "TABLE_RULEBOOKS", "Obligation", "TableRules", "with_options"]

DEFAULT_FORCED = 290
"""What the last seat must bid if nobody has and the dealer is out, unless options say otherwise."""

_HIGHEST_OF_FOUR = 1000
_AUCTION_OPTIONS = ("min150", "min200", "min300", "min0", "reenter", FORCE, "noforce", "topall")

_AUCTION = TableRules(
    name="auction",
    title='Auction Pinochle for stakes, "MacDougall on Pinochle" (1947)',
    seats=3,
    packets=(Packet(3, 1), Packet(3, 1), Packet(3, 1), Packet(3), Packet(3)),
    count=COMPROMISE_COUNT,
    obligation=Obligation.MACDOUGALL,
    auction=AuctionRules(lowest=250, highest=650),
    only_bidder_melds=True,
    melds_win=True,
    money=MoneyRules(
        bases=(
            (250, 25),
            (300, 30),
            (350, 50),
            (400, 100),
            (450, 200),
            (500, 400),
            (550, 800),
            (600, 1600),
            (650, 3200),
        )
    ),
    known_options=(
        *_AUCTION_OPTIONS,
        "roundhouse250",
        "nospades",
        "hearts",
        "points",
        "nickel",
        "kitty",
        "kitty350",
        "aces",
    ),
)
_AUCTION_SCORE = replace(
    _AUCTION,
    name="auction-score",
    title='Auction Pinochle, the scoring game, "MacDougall on Pinochle" (1947)',
    target=1000,
    only_bidder_melds=False,
    melds_win=False,
    money=None,
    end=EndRules(bidder_first=True, tie=Tie.TARGET_RISES, target_step=250, floor=True),
    stakes=AgreedStakes(bonus=500),
    known_options=(*_AUCTION_OPTIONS, "roundhouse250", "mustbid"),
)
_PARTNERSHIP = TableRules(  # (p67)
    name="partnership",
    title='Partnership Pinochle, "MacDougall on Pinochle" (1947), from other sources',
    seats=4,
    packets=(Packet(3),) * 4,
    count=COMPROMISE_COUNT,
    obligation=Obligation.MACDOUGALL,
    target=1000,
    partners=True,
    turned_trump=True,
    end=EndRules(),
    known_options=("topall", "roundhouse250"),
    pages_missing=True,
)
_CORNERS = replace(
    _PARTNERSHIP,
    name="corners",
    title='Corners, "MacDougall on Pinochle" (1947)',
    turned_trump=False,
    auction=AuctionRules(lowest=150, highest=_HIGHEST_OF_FOUR, forced=190),
    melds_need_trick=True,
    known_options=("topall", "roundhouse250", "mustbid"),
    pages_missing=False,
)
_FIREHOUSE = replace(  # (p67), except for its end of the game
    _CORNERS,
    name="firehouse",
    title='Firehouse Pinochle, "MacDougall on Pinochle" (1947), partly from other sources',
    auction=AuctionRules(lowest=200, highest=_HIGHEST_OF_FOUR, calls_once=True),
    end=EndRules(tie=Tie.BIDDER_WINS),
    known_options=("topall", "roundhouse250", "bidderfirst", "mustbid"),
    pages_missing=True,
)
_PARTNERSHIP_AUCTION = replace(
    _CORNERS,
    name="partnership-auction",
    title='Partnership Auction Pinochle, "MacDougall on Pinochle" (1947)',
    packets=(Packet(3), Packet(3), Packet(3, 4), Packet(2)),
    auction=AuctionRules(lowest=10, highest=_HIGHEST_OF_FOUR, dealer_first=True),
    melds_need_trick=False,
    end=EndRules(bidder_first=True, tie=Tie.BIDDER_WINS),
)
_CHECK = replace(
    _CORNERS,
    name="check",
    title='Check Pinochle, "MacDougall on Pinochle" (1947)',
    auction=AuctionRules(
        lowest=200,
        highest=_HIGHEST_OF_FOUR,
        needs_marriage=True,
        forced=200,
        bars_out_of_turn=True,
    ),
    checks=CheckRules(
        contract=(2, 4, 7, 10, 15, 20, 25, 30),
        further=5,
        run=(2, 10),
        aces=(2, 8),
        run_and_aces=5,
        four=1,
        roundhouse=5,
        pinochle=(0, 2),
        all_tricks=5,
        game=10,
        game_at_zero=5,
    ),
    renege=Renege.TRICKS_LOST,
    exposed_is_played=True,
    known_options=("topall", "roundhouse250", "dealermarriage", "mustbid", "renegelost"),
)
_CHECK_ORIGINAL = replace(
    _CHECK,
    name="check-original",
    title='Check Pinochle as first played, "MacDougall on Pinochle" (1947)',
    auction=AuctionRules(
        lowest=200,
        highest=_HIGHEST_OF_FOUR,
        needs_marriage=True,
        forced=200,
        forced_reopens=True,
        bars_out_of_turn=True,
    ),
    checks=CheckRules(
        contract=(2, 4, 7, 10, 13, 16, 19),
        further=0,
        run=(2, 4),
        aces=(1, 2),
        run_and_aces=3,
        four=1,
        roundhouse=4,
        pinochle=(1, 2),
        all_tricks=4,
        game=7,
    ),
)
_MACDOUGALL_3 = TableRules(
    name="macdougall-3",
    title='the two-handed game for three, "MacDougall on Pinochle" (1947)',
    seats=3,
    packets=(Packet(3),) * 4,
    count=MACDOUGALL.count,
    obligation=Obligation.MACDOUGALL,
    target=500,
    end=EndRules(),
    renege=Renege.STOCK_GAME,
    stock=StockRules(cards=12, book=MACDOUGALL, dixes_before_lead=True),
    known_options=("topall",),
)
_HAYES_3 = TableRules(
    name="hayes-3",
    title='Chris Hayes, "Pinochle", three players',
    seats=3,
    packets=(Packet(1),) * 8,
    count=HAYES.count,
    obligation=Obligation.HAYES,
    target=1000,
    end=EndRules(tie=Tie.TARGET_RISES, target_step=250),
    renege=Renege.STOCK_GAME,
    stock=StockRules(cards=24, book=HAYES),
)
_HAYES_4 = replace(
    _HAYES_3,
    name="hayes-4",
    title='Chris Hayes, "Pinochle", four players',
    seats=4,
    packets=(Packet(1),) * 6,
)
_HAYES_3X = replace(
    _HAYES_3,
    name="hayes-3x",
    title='Chris Hayes, "Pinochle", three players with three copies of each card',
    packets=(Packet(1),) * 12,
    copies=3,
    stock=StockRules(cards=36, book=HAYES),
)
_HAYES_4X = replace(
    _HAYES_4,
    name="hayes-4x",
    title='Chris Hayes, "Pinochle", four players with four copies of each card',
    packets=(Packet(1),) * 12,
    copies=4,
    stock=StockRules(cards=48, book=HAYES),
)
TABLE_RULEBOOKS = {
    rules.name: rules
    for rules in (
        _AUCTION,
        _AUCTION_SCORE,
        _PARTNERSHIP,
        _FIREHOUSE,
        _PARTNERSHIP_AUCTION,
        # Games above and below that are described by their differences from it do not have its
        # stakes.
        replace(_CORNERS, stakes=AgreedStakes(game=100, hand=25, in_cents=True)),
        _CHECK,
        _CHECK_ORIGINAL,
        _MACDOUGALL_3,
        _HAYES_3,
        _HAYES_4,
        _HAYES_3X,
        _HAYES_4X,
    )
}
"""The rulebooks for three and four by name, without options."""


def as_table_rulebook(rules: TableRules | str) -> TableRules:
    """A rulebook for three or four as it is, or the published one with this name, in either case.

    Raises:
        NotationError: (``rules``) for a name that no published rulebook has.
        TypeError: for anything but a `TableRules` or a name.
    """
    if not isinstance(rules, str):
        expect_type(rules, TableRules, "one of TABLE_RULEBOOKS, or its name")
        return rules
    found = TABLE_RULEBOOKS.get(rules.lower()) if rules.isascii() else None  # K may be Kelvin
    if found is None:
        known = ", ".join(TABLE_RULEBOOKS)
        fact = f"unknown rulebook {quoted(rules)} (for three and four: {known})"
        raise NotationError("rules", fact)
    return found


def with_options(
    rules: TableRules | str,
    options: Iterable[str] = (),
    *,
    count: CardCount | None = None,
    target: int | None = None,
    out_dealer: bool = False,
) -> TableRules:
    """A rulebook with these options, in any order; None leaves a value as it is.

    Args:
        rules: one of `TABLE_RULEBOOKS`, its name, or another rulebook, with no options chosen yet.
        options: the options, such as ``kitty`` and ``force290``.
        count: what cards count.
        target: the score that ends the game.
        out_dealer: whether one more player sits at the table, with the dealer out.

    Raises:
        NotationError: (``options``) for anything that is not an option of the game; (``rules``) for
            an unknown name.
        IllegalPositionError: (``options``) for options that exclude each other, or that need a
            table with an out dealer; (``out``) if nobody can be out; (``target``) if the game has
            no target, or the target is not positive.
    """
    rules = as_table_rulebook(rules)
    plain = rules.without_options or rules
    if out_dealer and FORCE not in rules.known_options:
        raise IllegalPositionError("out", f"nobody sits out in {rules.name}")
    if target is not None and (rules.target is None or target <= 0):
        fact = "is paid hand by hand" if rules.target is None else "needs a target above 0"
        raise IllegalPositionError("target", f"{rules.name} {fact}")
    found = {name: option_named(name) for name in options}
    kinds: dict[str, str] = {}
    for name, known in found.items():
        if known is None or known[0] not in rules.known_options:
            has = ", ".join(rules.known_options) or "none"
            raise NotationError("options", f"{quoted(name)} is no option of {rules.name} ({has})")
        for other in (*known[1].excludes, known[0]):
            if other in kinds:
                raise IllegalPositionError("options", f"{name} does not go with {kinds[other]}")
        kinds[known[0]] = name
    if "noforce" in kinds and not out_dealer:
        raise IllegalPositionError("options", "noforce is for a table with an out dealer")
    if out_dealer and rules.auction is not None:
        rules = replace(rules, auction=replace(rules.auction, forced=DEFAULT_FORCED))
    for known in found.values():
        assert known is not None
        rules = known[1].change(rules)
    if rules.auction is not None and rules.auction.forced is not None:
        forced = max(rules.auction.forced, rules.auction.lowest)
        rules = replace(rules, auction=replace(rules.auction, forced=forced))
    order = sorted(kinds, key=rules.known_options.index)
    return replace(
        rules,
        count=count or rules.count,
        target=target or rules.target,
        out_dealer=out_dealer,
        options=tuple(kinds[kind] for kind in order),
        without_options=plain,
    )


def usual_rules(rules: TableRules) -> TableRules:
    """The rulebook that these rules are without options, a chosen count and a chosen target."""
    return rules.without_options or TABLE_RULEBOOKS.get(rules.name, rules)


def with_open_options(rules: TableRules) -> TableRules:
    """A rulebook without those of its options that it cannot have, as it has been changed."""
    names = rules.known_options
    return replace(
        rules, known_options=tuple(name for name in names if _why_not(rules, name) is None)
    )


def check_options(rules: TableRules) -> None:
    """Refuse a rulebook that names options which it cannot have; raises `RulesError`."""
    for name in rules.known_options:
        fact = f"{name} twice" if rules.known_options.count(name) > 1 else _why_not(rules, name)
        if fact is not None:
            raise RulesError("TableRules", rules.name, "known_options", fact)


def _why_not(rules: TableRules, name: str) -> str | None:
    """Why a rulebook cannot have an option; None: it can."""
    known = option_named(name) or (option_named("force290") if name == FORCE else None)
    if known is None or known[0] != name:
        return f"{quoted(name)} is no option (known: {', '.join([*OPTIONS, FORCE])})"
    if name == FORCE and rules.seats == len(Seat):
        return f"{FORCE} is for three who play, and {rules.seats} do"
    try:
        known[1].change(rules)
    except RulesError as error:
        key = error.field.replace("_", "-")
        return f"{name} cannot be chosen: {key}: {error.fact}; leave {name} out"
    return None
