"""Hands before the auction: their classes, what is counted of them, and what the command shows."""

from __future__ import annotations

import json
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.handbook import opening_tables
from helpers.commandline import Pinochle
from helpers.paths import ROOT
from helpers.table_records import AUCTION
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.openings.table.classes import HandClass, bracket_of, class_of, sum_of
from pinochle_solver.openings.table.played import of_record
from pinochle_solver.openings.table.report import HandReport, HandSource
from pinochle_solver.openings.table.tables import TABLES, published_table
from pinochle_solver.openings.table.tallies import ANOTHER, BidTally, HandTally, OwnOpening
from pinochle_solver.openings.tables import OpeningTable, names_in
from pinochle_solver.openings.tallies import Tally
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.thumb_rule import TERMS, THUMB_RULE, ThumbRule, terms_of

RULES = TABLE_RULEBOOKS["auction"]
HAND = "AATKQJ.TK.KQ9.TKJ9"
PUBLISHED = [name for name in names_in(TABLES) if TABLE_RULEBOOKS[name].auction is not None]


def test_a_rule_of_thumb_adds_to_the_melds() -> None:
    rule = ThumbRule(20, (10, 0, 0, 15, 0, 0, 0, 0))
    hand = Hand.parse("AATKQ9.ATQJ9.AQQ.A")
    assert terms_of(hand, Suit.SPADES) == (6, 2, 1, 3, 1, 1, 1, 1)
    found = rule.sum_of(hand, Suit.SPADES)
    assert (found.points, found.melds, found.added) == (275, 150, (60, 0, 0, 45, 0, 0, 0, 0))
    assert rule.best_of(hand).points == max(rule.sum_of(hand, suit).points for suit in Suit)


def test_the_rule_is_that_of_the_handbook() -> None:
    page = (ROOT / "docs" / "handbook" / "BY-HEART.md").read_text()
    rows = dict(zip(("to begin with", *TERMS), (THUMB_RULE.start, *THUMB_RULE.points), strict=True))
    for term, points in rows.items():
        assert f"| {term} | {points:+} |" in page


@pytest.mark.parametrize(
    ("rules", "hand", "text"),
    [
        ("auction", HAND, "2x 400-419"),
        ("auction", "TK.AATKQJ.KQ9.TKJ9", "380-399"),
        ("auction-score", HAND, "400-419"),
        ("auction", "T99.J99.TJJ9.TJJ99", "under 160"),
        ("check", "AATKQJ.AK.AQ.KQ", "340+"),
        ("check", "T9.J9.TJJ9.TJ99", "under 120"),
    ],
)
def test_a_hand_is_classed_by_its_highest_sum(rules: str, hand: str, text: str) -> None:
    game = TABLE_RULEBOOKS[rules]
    assert class_of(game, sum_of(game, Hand.parse(hand))).text() == text


def test_records_count_the_classes_next_to_one_too() -> None:
    near = HandClass(2, 400, 419).wider()
    assert near.sums == "380-439"
    told = [near.has(2, points) for points in (379, 380, 439, 440)]
    assert told == [False, True, True, False]
    assert not near.has(1, 400)
    assert HandClass(1, 460, None).wider().sums == "440+"
    assert HandClass(1, None, 159).wider().sums == "under 180"


def test_a_contract_counts_at_the_bid_below_it() -> None:
    found = [bracket_of(RULES, contract) for contract in (250, 290, 300, 1000)]
    assert found == [250, 250, 300, 650]
    assert bracket_of(TABLE_RULEBOOKS["partnership-auction"], 10) == 100


def tally_of(*paid: tuple[int, float, float]) -> HandTally:
    """Two hands that were tried at bids, each with how often it is made and what it pays."""
    bids = {bid: BidTally() for bid, _, _ in paid}
    for bid, made, mean in paid:
        bids[bid].add(made, mean)
        bids[bid].add(made, mean)
    passed = Tally()
    passed.add(-10.0)
    passed.add(-10.0)
    return HandTally(9, 2, bids, passed, melds=Tally(2, 300.0, 45000.0))


def test_the_limit_is_the_last_bid_that_pays_as_much_as_a_pass() -> None:
    tally = tally_of((250, 1.0, 100.0), (300, 0.9, 120.0), (350, 0.5, -10.0), (400, 0.2, -90.0))
    assert (tally.limit, tally.best) == (350, 300)
    assert tally_of((250, 0.1, -40.0)).limit is None
    assert tally_of((250, 0.0, 0.0)).limit is None
    assert HandTally().limit is None


def test_bids_that_are_always_or_never_made_are_left_out() -> None:
    bids = [(250, 1.0, 9.0), (300, 1.0, 9.0), (350, 0.5, 0.0), (400, 0.0, -9.0), (450, 0.0, -19.0)]
    best = sum_of(RULES, Hand.parse(HAND))
    kind = class_of(RULES, best)
    source = HandSource("engine", 9, 8, kind, tally_of(*bids))
    report = HandReport(RULES, Hand.parse(HAND), best, kind, (source,), None)
    assert [row.bid for row in report.rows(source)] == [300, 350, 400, None]
    assert report.currency == "cents"


def test_a_table_is_read_as_it_is_written() -> None:
    tally = tally_of((250, 0.75, 50.5), (300, 0.5, -3.5))
    tally.led["plain A"] = Tally(2, 600.0, 180000.0)
    table = OpeningTable("auction", "engine", 9, 1, {"2x 400-419": tally}, 8, 2)
    again = OpeningTable.parse(table.text(), HandTally)
    assert again.text() == table.text()
    kept = again.classes["2x 400-419"]
    assert (kept.dealt, kept.hands, kept.bids[250].made.mean, kept.melds.mean) == (9, 2, 0.75, 150)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_table_adds_up(name: str) -> None:
    table = published_table(TABLE_RULEBOOKS[name])
    assert table is not None
    dealt = sum(each.dealt for each in table.classes.values())
    if name.startswith("check"):  # nobody bids without a marriage, which 41 hands in 100 lack
        assert 0.5 * table.deals < dealt < table.deals
    else:
        assert dealt == table.deals
    for tally in table.classes.values():
        assert tally.hands == min(tally.dealt, table.most)
        assert sum(tally.trumps.values()) == tally.hands
        assert sum(each.hands for each in tally.led.values()) == tally.hands
        made = [each.made.mean for _, each in sorted(tally.bids.items())]
        assert all(0 <= each <= 1 for each in made)
        # Another trump may be named for a higher bid.
        assert all(higher <= lower + 0.02 for lower, higher in pairwise(made))


def test_classes_of_higher_sums_make_more() -> None:
    table = published_table(RULES)
    assert table is not None
    made = [
        table.classes[f"{factor}{low}-{low + 19}"].bids[300].made.mean
        for factor in ("", "2x ")
        for low in (200, 260, 320, 380)
    ]
    assert made[:4] == sorted(made[:4])
    assert made[4:] == sorted(made[4:])
    assert made[0] < 0.25
    assert made[3] > 0.75


def test_a_table_goes_on_where_it_ended(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"

    def make(file: Path, deals: int) -> None:
        folder = str(file.with_suffix(""))
        asked = ["--rules", "check", "--worlds", "2", "--deals", str(deals), "--table", str(file)]
        run = CliRunner().invoke(opening_tables.main, [folder, *asked, "--workers", "0"])
        assert run.exit_code == 0, run.output

    make(once, 2)
    make(twice, 1)
    make(twice, 2)
    assert once.read_text() == twice.read_text()
    table = OpeningTable.parse(once.read_text(), HandTally)
    assert sum(each.hands for each in table.classes.values()) <= table.deals == 2


def test_the_hands_of_a_record_are_counted() -> None:
    replay = replay_table_record(parse_table_record(AUCTION))
    result = replay.result
    assert result is not None
    found = of_record(replay)
    assert [each.contract for each in found] == [250, None, None]
    bought = found[0]
    assert bought.paid == result.score_of(replay.record.players[0])
    assert (bought.made, bought.trump) == (result.outcome.value == "made", ANOTHER)
    assert bought.points == result.totals[0]
    assert found[1].paid == result.scores[1]
    unfinished = replay_table_record(parse_table_record(AUCTION.partition("\n\n")[0] + "\n"))
    assert of_record(unfinished) == []


def test_a_hand_of_a_record_is_tallied() -> None:
    tally = HandTally()
    tally.add(OwnOpening(1, 300, 270, True, 50.0, ANOTHER, "trump A", 290), 250)
    tally.add(OwnOpening(1, 300, None, False, -25.0, None, None, 0), None)
    assert (tally.hands, tally.passed.mean, tally.trumps) == (2, -25.0, {ANOTHER: 1})
    assert (tally.bids[250].made.mean, tally.bids[250].paid.mean) == (1.0, 50.0)
    assert tally.bids[250].paid.mean_se == inf
    assert tally.most_led() == [("trump A", Tally(1, 290.0, 290.0**2, 1.0))]


def test_the_command_shows_the_class_beside_the_engines_word(pinochle: Pinochle) -> None:
    run = pinochle("openings", HAND, "--rules", "auction", "--worlds", "16", "--ascii")
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0] == "auction, sum 400-419, best suit S, which pays 2 times"
    assert lines[1].startswith("sum 400: to begin with 35, melds 250, trumps 60, aces of trumps 40")
    assert "\n\n\n" not in run.out
    assert any(line.startswith("Such hands: bid up to ") for line in lines)
    assert "this hand: the engine's word, in 16 deals; pinochle bid tells more" in lines
    row = next(line for line in lines if line.startswith(" 350"))
    table = published_table(RULES)
    assert table is not None
    made = table.classes["2x 400-419"].bids[350].made.mean
    assert f"{made:.0%} (" in row
    alone = pinochle("openings", HAND, "--rules", "auction", "--worlds", "0", "--ascii")
    assert "this hand" not in alone.out.lower()


def test_own_records_are_counted_and_others_told(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "own.pnr"
    check = '[Rules "check"]\n[Dealer "south"]\n'
    file.write_text(f"{AUCTION}\n{check}")
    hand = "KKQJ.TK.ATTKJ.TKQ9"
    page = tmp_path / "page.html"
    asked = ("openings", hand, str(file), "--rules", "auction", "--worlds", "0")
    run = pinochle(*asked, "--json", "--html", str(page))
    own = json.loads(run.out)["sources"][-1]
    assert (own["name"], own["dealt"], own["worlds"]) == (str(file), 3, 0)
    assert [each["bid"] for each in own["bids"] if each["bid"]] == [250]
    text = page.read_text()
    assert "http" not in text
    assert f"{file}, " in text
    assert "first leads, " in text


def test_a_house_rulebook_has_the_engines_word_alone(pinochle: Pinochle, tmp_path: Path) -> None:
    assert published_table(with_options(RULES, ["kitty"])) is None
    file = tmp_path / "house.toml"
    file.write_text('name = "house"\nbased-on = "auction"\n[auction]\nlowest = 300\n')
    asked = ("openings", HAND, "--rules", "house", "--rulebook", str(file))
    run = pinochle(*asked, "--worlds", "8")
    assert (run.status, run.err) == (0, "")
    assert "no table has hands of house\n" in run.out
    assert "makes it" in run.out
    assert " 250 " not in run.out
    none = pinochle(*asked, "--worlds", "0")
    assert (none.status, none.out) == (2, "")
    assert "no table of house, only of " in none.err


def test_a_hand_without_a_marriage_may_not_bid_at_check(pinochle: Pinochle) -> None:
    run = pinochle("openings", "T9.TJ9.ATJ9.TJ9", "--rules", "check", "--worlds", "2")
    assert "Such hands: pass. This hand may not bid: it has no marriage.\n" in run.out
    assert "conceded" not in run.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("AAT9.KQ.-.QQJJ99", "--rules", "auction"), "HAND: 12 cards, expected 15"),
        ((HAND, "--rules", "auction", "--upcard", "9S"), "--upcard: in auction no card is"),
        ((HAND, "--rules", "auction", "--dealer"), "--dealer: is for two, and auction is not."),
        ((HAND, "--rules", "auktion"), "unknown rulebook 'auktion', did you mean auction?"),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: tuple[str, ...], told: str) -> None:
    run = pinochle("openings", *arguments)
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1
