"""Rulebooks for three and four as TOML: what is written reads back, what is wrong is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.house_rules import CHOSEN, NAMES, based, house_rules
from helpers.paths import ROOT
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    TABLE_RULEBOOKS,
    CardCount,
    IllegalPositionError,
    NotationError,
    Rulebook,
    TableRules,
    parse_rulebook,
    parse_table_rulebook,
    table_rulebook_text,
    with_options,
)
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.rulebook_files import any_rulebook_text, parse_any_rulebook
from pinochle_solver.table import rules as table_rules
from pinochle_solver.table.melds import MeldValues
from pinochle_solver.table.rules import Obligation, Packet, Renege, Tie

DOCS = ROOT / "docs" / "RULEBOOKS.md"


# Writing and reading


@pytest.mark.parametrize("name", NAMES)
def test_published_rulebooks_read_back(name: str) -> None:
    rules = TABLE_RULEBOOKS[name]
    text = table_rulebook_text(rules)
    assert parse_table_rulebook(text) == rules
    assert table_rulebook_text(parse_table_rulebook(text)) == text
    assert parse_any_rulebook(any_rulebook_text(rules)) == rules


@pytest.mark.parametrize("name", NAMES)
def test_what_is_based_on_a_rulebook_is_it_but_for_what_is_said(name: str) -> None:
    base = TABLE_RULEBOOKS[name]
    rules = parse_table_rulebook(based(name.upper(), "obligation = 'topall'"))
    assert rules == replace(base, name="house", title="house", obligation=Obligation.TOPALL)
    assert rules.without_options is None


@given(house_rules())
def test_changed_rulebooks_read_back(rules: TableRules) -> None:
    text = table_rulebook_text(rules)
    assert parse_table_rulebook(text) == rules
    assert table_rulebook_text(parse_table_rulebook(text)) == text


def test_parts_are_changed_key_by_key() -> None:
    rules = parse_table_rulebook(
        based(
            "check-original",
            """
            Target = 1500
            auction.lowest = 250
            auction.forced_reopens = false
            checks.run = [3, 9]
            checks.contract = [1, 2]
            checks.further = 4
            end.tie = "Bidder-Wins"
            stakes = { game = 25, in-cents = true }
            melds.run = 200
            count.ace = 11
            renege = "hand ends"
            known-options = []
            """,
        )
    )
    base = TABLE_RULEBOOKS["check-original"]
    assert base.auction is not None
    assert base.checks is not None
    assert base.end is not None
    assert rules == replace(
        base,
        name="house",
        title="house",
        target=1500,
        auction=replace(base.auction, lowest=250, forced_reopens=False),
        checks=replace(base.checks, run=(3, 9), contract=(1, 2), further=4),
        end=replace(base.end, tie=Tie.BIDDER_WINS),
        stakes=replace(base.stakes, game=25, in_cents=True),
        melds=MeldValues(run=200),
        count=replace(base.count, name="house", ace=11),
        renege=Renege.HAND_ENDS,
        known_options=(),
    )


def test_the_money_table_and_no_target_can_be_said() -> None:
    rules = parse_table_rulebook(
        based("auction", "money.bases = [[200, 5], [300, 10]]\nmoney.factors = [2, 3, 1, 1]")
    )
    assert rules.money is not None
    assert rules.money.bases == ((200, 5), (300, 10))
    assert rules.money.factors == (2, 3, 1, 1)
    points = parse_table_rulebook(
        based("auction-score", "target = false\nend = false\nauction.forced = 200")
    )
    assert (points.target, points.end) == (None, None)
    assert points.auction is not None
    assert points.auction.forced == 200


def test_a_rulebook_is_made_of_its_file_alone() -> None:
    rules = parse_any_rulebook(
        """
        name = "sixteen"
        seats = 3
        packets = [{ each = 8 }, { each = 8 }]
        count = "simplified"
        obligation = "topall"
        auction = { lowest = 100, highest = 500 }
        target = 600
        end = {}
        """
    )
    assert isinstance(rules, TableRules)
    assert rules.packets == (Packet(8), Packet(8))
    assert (rules.hand, rules.widow, rules.whole_count) == (16, 0, 250)
    assert rules.count is COUNTS["simplified"]


def test_the_rulebook_of_a_stock_is_named_or_changed() -> None:
    macdougall = RULEBOOKS["macdougall"]
    three = parse_table_rulebook(
        based(
            "macdougall-3",
            "stock.book.melds.run.points = 180\nstock.book.game.chips-up-from = 6",
        )
    )
    assert three.stock is not None
    book, run = three.stock.book, three.stock.book.meld("run")
    assert run is not None
    assert (book.name, run.points, book.game.chips_up_from) == ("house", 180, 6)
    assert book.game == replace(macdougall.game, chips_up_from=6)
    kitchen = parse_rulebook('name = "kitchen"\nbased-on = "macdougall"\nmelds.aces.points = 90')
    named = parse_table_rulebook(based("hayes-3", 'stock.book = "hayes"'))
    assert named == replace(TABLE_RULEBOOKS["hayes-3"], name="house", title="house")
    other = parse_table_rulebook(based("macdougall-3", 'stock.book = "kitchen"'), [kitchen])
    assert other.stock is not None
    assert other.stock.book == kitchen
    assert parse_table_rulebook(table_rulebook_text(other)) == other


def test_one_s_own_may_be_based_on_one_s_own() -> None:
    first = parse_table_rulebook(based("corners", "auction.lowest = 120"))
    text = 'name = "second"\nbased-on = "house"\ntarget = 1500\n'
    second = parse_any_rulebook(text, [first])
    assert isinstance(second, TableRules)
    assert second.auction == first.auction
    assert second.target == 1500


def test_a_rulebook_with_chosen_options_is_not_written() -> None:
    rules = with_options(TABLE_RULEBOOKS["auction"], ["kitty"])
    with pytest.raises(ValueError, match="has options; write the rulebook without them"):
        table_rulebook_text(rules)


# What is wrong

WRONG = {
    'name = "house"\nseats = 4': "packets: missing",
    'seats = 4\nbased-on = "corners"': "name: missing",
    'name = "corners"\nbased-on = "corners"\ntarget = 500': "name: corners is a published rulebook",
    'name = "hayes"\nbased-on = "corners"': "name: hayes is a published rulebook for two; give",
    'name = "Our Game"\nbased-on = "corners"': "name: a name is lower-case letters, digits",
    'name = "house"\nbased-on = "cornres"': "based-on: unknown rulebook 'cornres', did you mean c",
    based("corners", "tagret = 500"): r"tagret: unknown key, did you mean target\?$",
    based("corners", "options = []"): r"options: unknown key, did you mean known-options\?$",
    based("corners", "auction.lowset = 50"): r"auction.lowset: unknown key, did you mean lowest\?$",
    based("corners", "auction.lowest = 155"): "auction.lowest: 155, expected a multiple of 10",
    based("corners", "auction.lowest = -10"): "auction.lowest: -10, expected a whole number from 0",
    based("corners", "auction.lowest = 0"): "auction.lowest: 0, expected a whole number from 10",
    based("corners", "auction.lowest = 1010"): "auction.lowest: 1010, but the highest bid is 1000",
    based("corners", "auction.forced = 5000"): "auction.forced: 5000, but the highest bid is 1000",
    based("corners", "auction.forced = true"): "auction.forced: 'true' is true or false, expected",
    based("corners", "auction = false"): "turned-trump: trump is neither bid nor turned up",
    based("corners", "turned-trump = true"): "turned-trump: trump is both bid and turned up",
    based("corners", "seats = 5"): "seats: 5, expected a whole number from 3 to 4",
    based("corners", "seats = 3"): "packets: 3 hands of 12, 0 in the widow: 36 cards, the deck has",
    based("corners", "copies = 3"): "packets: 4 hands of 12, 0 in the widow: 48 cards, the deck ha",
    based("corners", "copies = 4\npackets = [{ each = 24 }]"): "packets: 96 cards are dealt, at mo",
    based("corners", "packets = []"): "packets: no cards are dealt to the seats",
    based("corners", "packets = [12]"): "packets: '12' is a whole number, expected a table",
    based("corners", "packets = [{ each = 12, vidow = 1 }]"): "packets.vidow: unknown key, did you",
    based("corners", "packets = [{ each = 70 }]"): "packets.each: 70, expected a whole number from",
    based("corners", 'obligation = "none"'): "obligation: 'none', expected one of macdougall, topa",
    based("corners", "target = 0"): "target: 0, expected a whole number from 1 to 999999",
    based("corners", "target = false"): "target: missing, target and end need each other",
    based("corners", "end = false"): "end: missing, target and end need each other",
    based("corners", 'end.tie = "target rises"'): "end.target-step: 0, but after a tie the target",
    based("corners", "partners = 1"): "partners: '1' is a whole number, expected true or false",
    based("corners", "melds.run = 30"): "melds.run: 30, less than the royal marriage",
    based("corners", "melds.run = 20000"): "melds.run: 20000, expected a whole number from 0 to 10",
    based("corners", "melds.rond = 240"): r"melds.rond: unknown key \(known: run, roya",
    based(
        "corners", "melds-win = true"
    ): "melds-win: true, but only a contract for money can be co",
    based("corners", 'renege = "stock game"'): "renege: stock game, but there is no stock",
    based(
        "corners", 'known-options = ["kitty"]'
    ): r"known-options: kitty cannot be chosen: money: missing; leave kitty out$",
    based(
        "corners", 'known-options = ["roundhouse250"]\nmelds.kings = 9900\nmelds.marriage = 30'
    ): "known-options: roundhouse250 cannot be chosen: melds: kings, queens, royal-marriage and "
    r"3 marriages are 10090, more than 250; leave roundhouse250 out$",
    based(
        "auction",
        'known-options = ["min300"]\nauction = { lowest = 50, highest = 200, forced = 100 }',
    ): "known-options: min300 cannot be chosen: auction.lowest: 300, but the highest bid is 200; "
    "leave min300 out$",
    based("corners", 'known-options = ["topal"]'): "known-options: 'topal' is no option",
    based(
        "corners", 'known-options = ["forceN"]'
    ): "known-options: forceN is for three who play, an",
    based("corners", 'known-options = ["topall", "topall"]'): "known-options: topall twice",
    based("corners", 'count = "odl"'): r"count: 'odl' is no published count \(known: old, compromi",
    based("corners", "count.ace = 256"): "count.ace: 256, expected a whole number from 0 to 255",
    based("auction", "partners = true"): "partners: true, but 3 play",
    based("auction", "target = 500"): "target: 500, but each hand is paid in money",
    based("auction", "money.bases = [[300, 5], [250, 9]]"): "money.bases: the contracts must rise",
    based("auction", "money.bases = [[300, 5, 1]]"): "money.bases: a list of 3, expected 2 values",
    based("auction", "money.factors = [1, 1, 1]"): "money.factors: a list of 3, expected 4 values",
    based(
        "auction", "money.factors = [100, 1, 1, 1]"
    ): "money.factors: 100, expected a whole numbe",
    based("auction", "money = true"): "money: 'true' is true or false, expected a table",
    based(
        "auction-score", 'end.tie = "bidder wins"'
    ): "end.tie: the bidding side wins, but there a",
    based("auction-score", 'renege = "tricks lost"'): "renege: the opponents get the tricks, but",
    based(
        "check", "auction.lowest = 150"
    ): "auction.lowest: 150, checks are paid for contracts fro",
    based("check", "checks.contract = []"): "checks.contract: empty, expected checks for contracts",
    based("check", "checks.run = [2]"): "checks.run: a list of 1, expected 2 values in it",
    based(
        "check", "checks.game = 1000000"
    ): "checks.game: 1000000, expected a whole number from 0 ",
    based("partnership", "end.bidder-first = true"): "end.bidder-first: true, but nobody bids",
    based("partnership", "melds-need-trick = true"): "melds-need-trick: true, but nobody bids",
    based("macdougall-3", "melds.run = 200"): "melds: with a stock the points for melds are keys o",
    based("macdougall-3", "partners = true"): "partners: true, but 3 play",
    based("macdougall-3", "stock = false"): "packets: 3 hands of 12, 0 in the widow: 36 cards, the",
    based(
        "macdougall-3", "stock.cards = 11"
    ): "packets: 3 hands of 12, 0 in the widow, 11 in the s",
    based(
        "macdougall-3", "auction = { lowest = 10, highest = 90 }"
    ): "auction: not together with a",
    based("macdougall-3", 'stock.book = "glup"'): "stock.book: in glup melds-after-last-stock-tri",
    based(
        "macdougall-3", 'stock.book = "corners"'
    ): "stock.book: corners is a game for four, and o",
    based("macdougall-3", 'stock.book = "hoyle"'): "stock.book: unknown rulebook 'hoyle'",
    based(
        "macdougall-3", "stock.book.target = 9"
    ): "stock.book.target: of no meaning with more tha",
    based(
        "macdougall-3", "stock.book.must_trump = true"
    ): "stock.book.must_trump: of no meaning wi",
    based(
        "macdougall-3", "stock.book.dix-by-loser = false"
    ): "stock.book: house needs either draws",
    based(
        "macdougall-3", "stock.book.melds.dix = false"
    ): "stock.book: in house the nine of trumps",
    based(
        "macdougall-3", "stock.book.melds.run.points = -1"
    ): "stock.book.melds.run.points: -1, exp",
    based(
        "macdougall-3", 'stock.book.name = "scarne"'
    ): "stock.book.name: scarne is a published ru",
    based(
        "hayes-3", "stock.dixes-before-lead = true"
    ): "stock.dixes-before-lead: hayes has a dix th",
}


@pytest.mark.parametrize("text", WRONG)
def test_the_key_that_is_wrong_is_named(text: str) -> None:
    with pytest.raises(NotationError, match=f"^{WRONG[text]}") as error:
        parse_any_rulebook(text)
    assert "\n" not in str(error.value)


VALUES = ("true", "false", "1.5", "[]", "[[1]]", "{}", '""', '"hayes"', '["topall"]', "-1", "999")


@given(st.sampled_from(NAMES), st.integers(0), st.sampled_from(VALUES))
def test_with_any_value_changed_it_reads_or_is_refused(name: str, place: int, value: str) -> None:
    lines = table_rulebook_text(replace(TABLE_RULEBOOKS[name], name="house")).splitlines()
    places = [at for at, line in enumerate(lines) if " = " in line]
    at = places[place % len(places)]
    lines[at] = f"{lines[at].partition(' = ')[0]} = {value}"
    try:
        read = parse_table_rulebook("\n".join(lines))
    except NotationError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert parse_table_rulebook(table_rulebook_text(read)) == read


@pytest.mark.parametrize(
    ("read", "text", "fact"),
    [
        (
            parse_rulebook,
            based("corners"),
            "based-on: corners is a game for four, and only the two-handed game is taken here",
        ),
        (
            parse_table_rulebook,
            based("scarne"),
            f"based-on: unknown rulebook 'scarne' (known: {', '.join(TABLE_RULEBOOKS)})",
        ),
    ],
)
def test_each_reader_says_whose_rulebook_it_is(
    read: Callable[[str], object], text: str, fact: str
) -> None:
    with pytest.raises(NotationError) as raised:
        read(text)
    assert str(raised.value) == fact


def test_two_rulebooks_of_one_name_are_refused() -> None:
    one = parse_table_rulebook(based("corners", "target = 500"))
    other = parse_table_rulebook(based("corners", "target = 600"))
    two_handed = parse_rulebook('name = "house"\nbased-on = "scarne"')
    fact = "^rules: two different rulebooks named house$"
    for pair in ((one, other), (one, two_handed)):
        with pytest.raises(IllegalPositionError, match=fact):
            KnownRulebooks(pair)
    with pytest.raises(IllegalPositionError, match="two different rulebooks named corners"):
        KnownRulebooks([replace(TABLE_RULEBOOKS["corners"], target=500)])
    assert KnownRulebooks([one, one]).table_rules("HOUSE") == one


# The document


def kinds_of_keys() -> list[type[Any]]:
    """All dataclasses whose fields are keys."""
    found: list[type[Any]] = [TableRules]
    for kind in found:
        for hint in get_type_hints(kind).values():
            for each in (hint, *get_args(hint)):
                is_new = each not in (*found, CardCount, Rulebook)
                if isinstance(each, type) and is_dataclass(each) and is_new:
                    found.append(each)
    return found


def test_every_key_is_in_the_document() -> None:
    document, kinds = DOCS.read_text("utf-8"), kinds_of_keys()
    assert {table_rules.AuctionRules, table_rules.CheckRules, Packet, MeldValues} <= {*kinds}
    for kind in kinds:
        for each in fields(kind):
            key = each.name.replace("_", "-")
            assert each.name in CHOSEN or f"`{key}`" in document, key


def test_the_example_of_the_document_reads() -> None:
    examples = [text.partition("```")[0] for text in DOCS.read_text().split("```toml\n")[1:]]
    tables = [text for text in examples if 'based-on = "corners"' in text]
    assert tables
    for text in tables:
        assert isinstance(parse_any_rulebook(text), TableRules)
