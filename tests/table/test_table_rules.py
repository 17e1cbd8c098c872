"""Rulebooks, options, deals and auctions for three and four (RULES-TABLE.md, 1 to 3)."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.commandline import Pinochle
from helpers.paths import ROOT
from helpers.table_comparison import deal_of
from oracle.table import game as oracle_game
from oracle.table.rulebooks import table as oracle_table
from pinochle_solver.errors import IllegalMoveError, IllegalPositionError, NotationError
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.auction import Auction, held, may_bid, opened, why_not_call
from pinochle_solver.table.deals import TableDeal, dealt, random_deal
from pinochle_solver.table.moves import Call
from pinochle_solver.table.options import OPTIONS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, Obligation, TableRules, with_options
from pinochle_solver.table.seats import Seat, clockwise, left_of

THREE = (Seat.SOUTH, Seat.WEST, Seat.NORTH)
ALL = pytest.mark.parametrize("rules", TABLE_RULEBOOKS.values(), ids=lambda rules: rules.name)


def rules_of(text: str, *, out_dealer: bool = False) -> TableRules:
    """``auction kitty force290``."""
    name, *options = text.split()
    return with_options(TABLE_RULEBOOKS[name], options, out_dealer=out_dealer)


@pytest.mark.parametrize(
    ("name", "hand", "widow", "stock", "target", "count", "points"),
    [
        ("auction", 15, 3, 0, None, "compromise", 250),
        ("auction-score", 15, 3, 0, 1000, "compromise", 250),
        ("partnership", 12, 0, 0, 1000, "compromise", 250),
        ("firehouse", 12, 0, 0, 1000, "compromise", 250),
        ("partnership-auction", 11, 4, 0, 1000, "compromise", 250),
        ("corners", 12, 0, 0, 1000, "compromise", 250),
        ("check", 12, 0, 0, 1000, "compromise", 250),
        ("check-original", 12, 0, 0, 1000, "compromise", 250),
        ("macdougall-3", 12, 0, 12, 500, "old", 250),
        ("hayes-3", 8, 0, 24, 1000, "compromise", 250),
        ("hayes-4", 6, 0, 24, 1000, "compromise", 250),
        ("hayes-3x", 12, 0, 36, 1000, "compromise", 370),
        ("hayes-4x", 12, 0, 48, 1000, "compromise", 490),
    ],
)
def test_the_games(
    name: str, hand: int, widow: int, stock: int, target: int | None, count: str, points: int
) -> None:
    rules = TABLE_RULEBOOKS[name]
    cards = 0 if rules.stock is None else rules.stock.cards
    assert (rules.hand, rules.widow, cards, rules.target) == (hand, widow, stock, target)
    assert (rules.count.name, rules.whole_count) == (count, points)
    assert rules.seats * hand + widow + stock == len(rules.deck)


def test_what_fills_the_missing_pages_is_marked() -> None:
    marked = [name for name, rules in TABLE_RULEBOOKS.items() if rules.pages_missing]
    assert marked == ["partnership", "firehouse"]


def test_seats_go_clockwise() -> None:
    assert clockwise(tuple(Seat), Seat.NORTH) == (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
    assert left_of(THREE, Seat.NORTH) == Seat.SOUTH
    assert left_of((Seat.SOUTH, Seat.WEST, Seat.EAST), Seat.NORTH) == Seat.EAST
    assert [seat.partner for seat in Seat] == [Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST]
    assert [Seat.parse(seat.text().upper()) for seat in Seat] == list(Seat)
    with pytest.raises(NotationError, match="seat: unknown seat 'middle'"):
        Seat.parse("middle")


def test_who_scores_together() -> None:
    assert rules_of("corners").units(None) == (
        (Seat.SOUTH, Seat.NORTH),
        (Seat.WEST, Seat.EAST),
    )
    four = rules_of("auction-score", out_dealer=True)
    assert four.units(Seat.WEST) == ((Seat.SOUTH,), (Seat.NORTH,), (Seat.EAST,))
    assert four.score_units == tuple((seat,) for seat in Seat)


# Options


@pytest.mark.parametrize(
    ("text", "out_dealer", "lowest", "forced"),
    [
        ("auction", False, 250, None),
        ("auction", True, 250, 290),
        ("auction noforce", True, 250, None),
        ("auction force320", True, 250, 320),
        ("auction force250", False, 250, 250),
        ("auction min300 force250", False, 300, 300),
        ("auction min300", True, 300, 300),
        ("auction-score min0", False, 10, None),
    ],
)
def test_the_lowest_and_the_forced_bid(
    text: str, out_dealer: bool, lowest: int, forced: int | None
) -> None:
    auction = rules_of(text, out_dealer=out_dealer).auction
    assert auction is not None
    assert (auction.lowest, auction.forced) == (lowest, forced)


def test_options_are_kept_in_one_order() -> None:
    assert rules_of("auction kitty force320 min200").options == ("min200", "force320", "kitty")
    assert rules_of("auction force320 kitty min200") == rules_of("auction min200 kitty force320")


@ALL
def test_every_option_changes_the_rules(rules: TableRules) -> None:
    for name in rules.known_options:
        option = "force260" if name == "forceN" else name
        changed = with_options(rules, [option], out_dealer=option == "noforce")
        assert changed != with_options(rules, out_dealer=option == "noforce")
        assert changed.options == (option,)
    with pytest.raises(NotationError, match="options: 'misdeal' is no option of"):
        with_options(rules, ["misdeal"])


def test_every_option_is_of_some_game() -> None:
    known = {name for rules in TABLE_RULEBOOKS.values() for name in rules.known_options}
    assert known == {*OPTIONS, "forceN"}


def test_the_page_lists_the_options() -> None:
    page = (ROOT / "docs" / "RULES-TABLE.md").read_text()
    table = page.partition("**Options**")[2].partition("**Deal**")[0]
    games, those = dict[str, list[str]](), list[str]()
    for options, where, section in re.findall(r"^\| (`.*`) \| (.*) \| (\d+) \|$", table, re.M):
        named = [*those, "macdougall-3"] if where == "those, macdougall-3" else where.split(", ")
        those = named
        for option in re.findall(r"`(\w+)`", options):
            games[option] = named
            assert f"`{option}`" in page.partition(f"\n## {section}. ")[2].partition("\n## ")[0]
    assert games == {
        option: [name for name, rules in TABLE_RULEBOOKS.items() if option in rules.known_options]
        for option in games
    }
    assert games.keys() == {*OPTIONS, "forceN"}
    told = re.findall(r"`(\w+)` and `(\w+)`", table.partition("exclude each other")[2])
    lowest = {name for name in OPTIONS if name.startswith("min")}
    excluded = {name: {*option.excludes} for name, option in OPTIONS.items() if option.excludes}
    for name in lowest:
        assert excluded.pop(name) == lowest - {name}
    expected = dict[str, set[str]]()
    for one, other in told:
        expected |= {one: {other}, other: {one}}
    assert expected.pop("forceN") == {"noforce"}
    assert excluded == expected


@pytest.mark.parametrize(
    ("text", "out_dealer", "message"),
    [
        ("auction min150 min200", False, "options: min200 does not go with min150"),
        ("auction hearts nospades", False, "options: nospades does not go with hearts"),
        ("auction kitty kitty350", False, "options: kitty350 does not go with kitty"),
        ("auction force250 force300", False, "options: force300 does not go with force250"),
        ("auction noforce force300", True, "options: force300 does not go with noforce"),
        ("auction noforce", False, "options: noforce is for a table with an out dealer"),
        ("auction force255", False, "options: 'force255' is no option of auction"),
        ("auction force660", False, "options: 'force660' is no option of auction"),
        ("auction points nickel", False, "options: nickel does not go with points"),
        ("firehouse mustbid bidderfirst", False, "options: bidderfirst does not go with mustbid"),
        (
            "corners bidderfirst",
            False,
            "options: 'bidderfirst' is no option of corners (topall, roundhouse250, mustbid)",
        ),
        ("hayes-3 topall", False, "options: 'topall' is no option of hayes-3 (none)"),
        ("corners", True, "out: nobody sits out in corners"),
    ],
)
def test_options_that_cannot_be(text: str, out_dealer: bool, message: str) -> None:
    with pytest.raises((NotationError, IllegalPositionError)) as caught:
        rules_of(text, out_dealer=out_dealer)
    assert str(caught.value).startswith(message)


def test_count_and_target_may_be_chosen() -> None:
    rules = with_options(TABLE_RULEBOOKS["corners"], count=COUNTS["old"], target=1500)
    assert (rules.count, rules.target, rules.whole_count) == (COUNTS["old"], 1500, 250)


@pytest.mark.parametrize(
    ("name", "target", "message"),
    [
        ("auction", 1000, "target: auction is paid hand by hand"),
        ("corners", 0, "target: corners needs a target above 0"),
    ],
)
def test_targets_that_cannot_be(name: str, target: int, message: str) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        with_options(TABLE_RULEBOOKS[name], target=target)
    assert str(caught.value) == message


def test_topall_is_an_obligation() -> None:
    assert rules_of("auction topall").obligation is Obligation.TOPALL


# Deals


@ALL
@pytest.mark.parametrize("seed", range(4))
def test_a_pack_is_dealt_as_the_oracle_deals_it(rules: TableRules, seed: int) -> None:
    pack = list(rules.deck)
    Random(seed).shuffle(pack)
    with_out = "noforce" in rules.known_options and seed % 2 == 1
    rules = with_options(rules, out_dealer=with_out)
    theirs = oracle_table(rules.name, with_out=with_out)
    for dealer in rules.table:
        deal = dealt(rules, dealer, pack)
        told = oracle_game.deal(theirs, dealer.text(), [card.text() for card in pack])
        assert deal == deal_of(rules, told)


@ALL
def test_random_deals_depend_on_their_numbers_only(rules: TableRules) -> None:
    deals = [random_deal(index, 7, rules) for index in range(6)]
    assert deals == [random_deal(index, 7, rules) for index in range(6)]
    assert len({deal.hands for deal in deals}) == 6
    assert len({deal.dealer for deal in deals}) > 1
    assert random_deal(0, 7, rules, Seat.WEST).dealer == Seat.WEST


def test_deals_that_cannot_be() -> None:
    rules = rules_of("auction")
    deal = random_deal(0, 1, rules)
    south, west, north = deal.hands
    for hands, widow, message in [
        ((south, west), deal.widow, "hands: 2 hands, expected 3"),
        ((south, west, north), Hand.of(()), "widow: 0 cards, expected 3"),
        ((south, west, Hand.of([*north][1:])), deal.widow, "north: 14 cards, expected 15"),
        ((south, south, north), deal.widow, "deal: "),
    ]:
        with pytest.raises(IllegalPositionError) as caught:
            TableDeal(rules=rules, dealer=Seat.SOUTH, hands=hands, widow=widow)
        assert str(caught.value).startswith(message)
    with pytest.raises(IllegalPositionError, match="dealer: east is not at the table"):
        TableDeal(rules=rules, dealer=Seat.EAST, hands=deal.hands, widow=deal.widow)
    with pytest.raises(IllegalPositionError, match="pack: not the 48 cards of auction"):
        dealt(rules, Seat.SOUTH, [*south])
    four = random_deal(0, 1, rules_of("partnership"), Seat.SOUTH)
    with pytest.raises(IllegalPositionError, match="upcard: missing"):
        TableDeal(rules=four.rules, dealer=Seat.SOUTH, hands=four.hands)
    missing = next(card for card in four.rules.deck if card not in four.hands[Seat.SOUTH])
    with pytest.raises(IllegalPositionError, match="is not in the dealer's hand"):
        TableDeal(rules=four.rules, dealer=Seat.SOUTH, hands=four.hands, upcard=missing)


# Auctions


def called(text: str, calls: str, *, out_dealer: bool = False) -> Auction:
    """The auction after these calls, north the dealer."""
    auction = opened(rules_of(text, out_dealer=out_dealer), Seat.NORTH)
    return held(auction, [Call(None if c == "p" else int(c)) for c in calls.split()])


@pytest.mark.parametrize(
    ("text", "calls", "bidder", "contract"),
    [
        ("auction", "250 260 p 450 p", Seat.SOUTH, 450),
        ("auction", "p p 300", Seat.NORTH, 300),
        ("auction", "p p p", None, None),
        ("firehouse", "p 200 250 p", Seat.WEST, 250),
        ("firehouse", "p p p p", None, None),
        ("corners", "p p p 190", Seat.NORTH, 190),
        ("check", "p p p 200", Seat.NORTH, 200),
        ("check-original", "p p p 200 210 p p p", Seat.EAST, 210),
        ("partnership-auction", "p p p 10", Seat.WEST, 10),
        ("partnership-auction", "10 20 30 p p 40 p", Seat.EAST, 40),
        ("auction reenter", "p 250 p 260 p p", Seat.SOUTH, 260),
        ("auction reenter", "p p p", None, None),
        ("auction reenter force250", "p p 250 p p", Seat.NORTH, 250),
    ],
)
def test_auctions_that_are_over(
    text: str, calls: str, bidder: Seat | None, contract: int | None
) -> None:
    auction = called(text, calls)
    assert auction.turn is None
    assert (auction.bidder, auction.contract) == (bidder, contract)
    assert auction.is_passed_out == (bidder is None)
    assert auction.legal_calls() == ()


@pytest.mark.parametrize(
    ("text", "calls", "turn", "lowest", "highest", "passes"),
    [
        ("auction", "", Seat.SOUTH, 250, 650, True),
        ("auction", "650", Seat.WEST, None, None, True),
        ("auction", "p p", Seat.NORTH, 250, 650, True),
        ("auction min0", "", Seat.SOUTH, 10, 650, True),
        ("auction force320", "p p", Seat.NORTH, 320, 650, False),
        ("auction reenter", "p 250 p", Seat.SOUTH, 260, 650, True),
        ("partnership-auction", "", Seat.NORTH, 10, 1000, True),
        ("corners", "p p p", Seat.NORTH, 190, 1000, False),
        ("corners", "p 150 p", Seat.NORTH, 160, 1000, True),
        ("check-original", "p p p 200", Seat.EAST, 210, 1000, True),
        ("check-original", "p p p 200 p 210 p", Seat.NORTH, 220, 1000, True),
    ],
)
def test_what_may_be_called(
    text: str, calls: str, turn: Seat, lowest: int | None, highest: int | None, passes: bool
) -> None:
    auction = called(text, calls)
    assert auction.turn == turn
    bids = [call.bid for call in auction.legal_calls() if call.bid is not None]
    step = [] if lowest is None or highest is None else list(range(lowest, highest + 1, 10))
    assert bids == step
    assert (Call(None) in auction.legal_calls()) == passes


def test_an_out_dealer_does_not_speak() -> None:
    auction = called("auction", "p p", out_dealer=True)
    assert auction.order == (Seat.EAST, Seat.SOUTH, Seat.WEST)
    assert auction.legal_calls()[0] == Call(290)
    assert called("auction noforce", "p p p", out_dealer=True).is_passed_out


@pytest.mark.parametrize(
    ("text", "calls", "needs"),
    [
        ("check", "", True),
        ("check", "200", True),
        ("check", "p 200", True),
        # North deals.
        ("check", "200 p p", False),
        ("check", "200 p p 210 220", False),
        ("check", "p 200 p 210 220", False),
        ("check dealermarriage", "200 p p", True),
        ("check dealermarriage", "", True),
        # He is forced: without a marriage he bids 200, and that is the end.
        ("check", "p p p", True),
        ("check dealermarriage", "p p p", True),
        ("check-original", "200 p p", False),
        ("check-original", "p p 200", False),
        ("check-original dealermarriage", "p p 200", True),
        ("check-original", "p p p", True),
        # Whoever was forced bids again only with a marriage.
        ("check-original", "p p p 200 210 p p", True),
        ("check-original", "p p p 200 p 210 p", True),
        ("corners", "", False),
    ],
)
def test_a_bid_may_need_a_marriage(text: str, calls: str, needs: bool) -> None:
    auction = called(text, calls)
    without, having = Hand.parse("AK.AQ.AQ.AK"), Hand.parse("AK.AQ.AQ.AKQ")
    assert auction.turn is not None
    assert auction.needs_marriage == needs
    assert [may_bid(auction, without), may_bid(auction, having)] == [not needs, True]


def test_what_is_called_without_a_marriage() -> None:
    assert called("check", "").legal_calls(may_bid=False) == (Call(None),)
    assert called("check", "p p p").legal_calls(may_bid=False) == (Call(200),)
    reopened = called("check-original", "p p p 200 210 p p")
    assert reopened.turn == Seat.NORTH
    assert reopened.legal_calls(may_bid=False) == (Call(None),)


@pytest.mark.parametrize(
    ("text", "calls", "message"),
    [
        ("auction", "240", "240: south can bid 250 to 650 in tens or pass"),
        ("auction", "255", "255: south can bid 250 to 650 in tens or pass"),
        ("auction", "300 300", "300: west can bid 310 to 650 in tens or pass"),
        ("auction", "650 660", "660: west can pass"),
        ("auction", "250 p p p", "p: the auction is over"),
        ("corners", "p p p p", "p: north can bid 190 to 1000 in tens"),
    ],
)
def test_calls_that_cannot_be_made_say_what_can(text: str, calls: str, message: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        called(text, calls)
    assert str(caught.value) == message


def test_calls_without_a_marriage_say_so() -> None:
    auction = called("check", "")
    assert why_not_call(auction, Call(200)) is None
    fact = "without a marriage east can pass"
    assert why_not_call(auction, Call(200), may_bid=False) == fact
    forced = called("check", "p p p")
    assert why_not_call(forced, Call(210), may_bid=False) == "without a marriage north can bid 200"


def test_who_melds_and_what_makes_trumps_is_shown(pinochle: Pinochle) -> None:
    shown = pinochle("rules", "macdougall-3", "hayes-4", "corners").out
    rows = [re.split(r"\s{2,}", line.strip()) for line in shown.splitlines()]
    by_parameter = {row[0]: row[1:] for row in rows}
    assert by_parameter["who melds"] == ["the winner of a trick", "the winner of a trick", "all"]
    assert by_parameter["trump is turned up"] == ["yes", "yes", "no"]
