"""Opening hands: their classes, what is counted of them, and what the command shows."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from math import inf, sqrt
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from pinochle_solver import RULEBOOKS, random_deals, read_records, record_of
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.openings.classes import OpeningClass, card_kind, class_of
from pinochle_solver.openings.played import by_advice, class_of_played, of_record
from pinochle_solver.openings.report import (
    OpeningReport,
    OpeningSource,
    kind_of,
    opening_position,
)
from pinochle_solver.openings.tables import OpeningTable, published_table
from pinochle_solver.openings.tallies import ClassTally, PlayedOpening, Tally, tallied
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.rules import Seat

SCARNE = RULEBOOKS["scarne"]
HAND = "AAT9.KQ.-.QQJJ99"


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        (HAND, "leads 4+ 2 small"),
        ("9.AKQJ.AKJ.AT99", "leads 0-1 3+ small"),
        ("AT.A9.AT9.AJJ99", "leads 2 3+ large"),
        ("KJ9.TT9.T99.J99", "leads 3 0-1 none"),
        ("ATKQJ.9.99.JJ99", "leads 4+ 0-1 large"),
    ],
)
def test_a_hand_is_classed_by_trumps_aces_and_its_best_meld(hand: str, name: str) -> None:
    assert class_of(SCARNE, Suit.SPADES, Hand.parse(hand), leads=True).text() == name


def test_a_card_is_known_by_its_rank_and_whether_it_is_trump() -> None:
    assert card_kind(Card.parse("TS"), Suit.SPADES) == "trump T"
    assert card_kind(Card.parse("TS"), Suit.HEARTS) == "plain T"


def test_a_tally_has_means_and_their_errors() -> None:
    tally = Tally()
    tally.add(10.0)
    assert (tally.mean, tally.mean_se) == (10.0, inf)
    tally.add(-30.0, trick=4)
    tally.add(0.0, trick=5)
    assert tally.mean == pytest.approx(-20 / 3)
    spread = sum((margin + 20 / 3) ** 2 for margin in (10, -30, 0)) / 3
    assert tally.mean_se == pytest.approx(sqrt(spread / 2))
    assert tally.win == 0.5
    assert tally.win_se == pytest.approx(sqrt(0.25 / 5))
    assert tally.trick == 3.0


def test_hands_are_counted_by_class_by_lead_and_by_meld() -> None:
    hand = Hand.parse("A9.TKJ9.TJ9.AJ9")
    assert class_of(SCARNE, Suit.SPADES, hand, leads=True) == OpeningClass(True, "2", "2", "none")

    def played(place: int, led: str | None, laid: dict[str, int], margin: float) -> PlayedOpening:
        return PlayedOpening(hand, Suit.SPADES, place, led, laid, margin, float(margin > 0))

    hands = [
        played(0, "plain J", {"marriage": 3, "dix": 1}, 40.0),
        played(0, "plain J", {"marriage": 5}, -20.0),
        played(0, "plain 9", {}, 0.0),
        played(1, None, {"dix": 2}, -40.0),
    ]
    found = tallied(hands, partial(class_of_played, SCARNE))
    assert list(found) == ["leads 2 2 none", "deals 2 2 none"]
    leads = found["leads 2 2 none"]
    assert (leads.leaders, found["deals 2 2 none"].leaders) == (3, 0)
    assert [(name, each.hands, each.mean) for name, each in leads.most_led()] == [
        ("plain J", 2, 10.0),
        ("plain 9", 1, 0.0),
    ]
    assert [(name, each.hands, each.trick) for name, each in leads.most_laid()] == [
        ("marriage", 2, 4.0),
        ("dix", 1, 1.0),
    ]
    assert (leads.all.won, leads.laid["dix"].won) == (1.0, 1.0)
    assert found["deals 2 2 none"].led == {}


def test_a_table_is_read_as_it_is_written() -> None:
    classes = tallied(by_advice(0, 1, SCARNE), partial(class_of_played, SCARNE))
    table = OpeningTable("scarne", "advice", 1, 1, classes)
    again = OpeningTable.parse(table.text(), ClassTally)
    assert again.text() == table.text()
    assert {name: each.all for name, each in again.classes.items()} == {
        name: each.all for name, each in classes.items()
    }


@pytest.mark.parametrize("rules", ["scarne", "hayes"])
def test_a_published_table_counts_two_hands_a_deal(rules: str) -> None:
    table = published_table(rules)
    assert table is not None
    tallies = table.classes.values()
    assert sum(each.all.hands for each in tallies) == 2 * table.deals
    assert sum(each.all.total for each in tallies) == pytest.approx(0)
    assert sum(each.all.won for each in tallies) == table.deals
    assert sum(t.hands for each in tallies for t in each.led.values()) == table.deals


def test_the_first_deals_of_a_table_are_played_again() -> None:
    both = by_advice(3, 1, SCARNE)
    assert sorted(each.place for each in both) == [0, 1]
    assert both[0].margin == -both[1].margin
    assert both == by_advice(3, 1, SCARNE)


def played_record(tmp_path: Path) -> Path:
    """A hand in a file that greedy moves end."""
    (deal,) = random_deals(1, 5)
    referee = Referee.of_deal(deal)
    while referee.turn is not None:
        referee.push(referee.moves()[0])
    file = tmp_path / "own.pnr"
    file.write_text(record_of(deal, referee.history).text())
    return file


def test_own_records_are_counted(pinochle: Pinochle, tmp_path: Path) -> None:
    file = played_record(tmp_path)
    (record,) = read_records(file.read_text().splitlines())
    replay = replay_record(record)
    both = of_record(replay)
    assert len(both) == 2
    leader = next(each for each in both if not each.place)
    seat = record.dealer.other
    assert leader.led == card_kind(replay.tricks[0].plays[0].card, record.upcard.suit)
    assert replay.points is not None
    total = {each: sum(replay.points[each]) for each in Seat}
    assert leader.margin == total[seat] - total[seat.other]
    held = record.south if seat is Seat.SOUTH else record.north
    assert held is not None
    hand = held.text()
    run = pinochle(
        "openings", hand, str(file), "--upcard", record.upcard.text(), "--worlds", "0", "--json"
    )
    line = json.loads(run.out)
    assert line["sources"][1]["played"] == 1
    assert line["sources"][1]["all"]["mean"] == leader.margin
    assert line["engine"] == []


def test_the_command_shows_the_class_and_the_engines_word(pinochle: Pinochle) -> None:
    asked = ("openings", HAND, "--upcard", "9S", "--ascii")
    run = pinochle(*asked, "--worlds", "16")
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith("scarne, leads, 4+ trumps, 2 aces, a small meld\n")
    assert "advice, playoffs exact, 1,500 hands played\n" in run.out
    assert "\n\n\n" not in run.out
    assert "the engine's word about this hand (16 worlds)" in run.out
    # The terminal folds sentences; tables fit.
    lines = [line for line in run.out.splitlines() if not line.startswith("The mean of the class")]
    assert max(map(len, lines)) <= 80
    dealer = pinochle(*asked, "--dealer")
    assert "the engine's word" not in dealer.out
    assert "leads plain" not in dealer.out


def test_the_page_has_the_same_numbers(pinochle: Pinochle, tmp_path: Path) -> None:
    page = tmp_path / "opening.html"
    run = pinochle("openings", HAND, "--upcard", "9S", "--worlds", "8", "--html", str(page))
    assert run.status == 0
    text = page.read_text()
    assert "scarne · leads · 4+ trumps · 2 aces · a small meld" in text
    row = next(line for line in run.out.splitlines() if "lays run" in line)
    assert f'<td class="n">{row.split()[2]}</td>' in text
    assert "the engine about this hand, 8 worlds" in text
    assert "http" not in text
    refused = pinochle("openings", HAND, "--upcard", "9S", "--worlds", "0", "--html", "no/such/f")
    assert refused.status == 2


def test_the_cards_may_be_words_of_their_own(pinochle: Pinochle) -> None:
    rest = ("--upcard", "9S", "--worlds", "0")
    words = ["AS", "AS", "TS", "9S", "KH", "QH", "QC", "QC", "JC", "JC", "9C", "9C"]
    typed = pinochle("openings", *words, *rest)
    assert typed.status == 0
    assert typed.out == pinochle("openings", "AAT9.KQ.-.QQJJ99", *rest).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["AAT9.KQ.-.QQJJ9", "--upcard", "9S"], "HAND: 11 cards, expected 12"),
        (["AAAT.KQ.-.QQJJ99", "--upcard", "9S"], "AS"),
        (["XY", "--upcard", "9S"], "HAND: "),
        (["AS", "AS", "TS", "--upcard", "9S"], "HAND: 3 cards, expected 12"),
        ([HAND, "--upcard", "9X"], "--upcard: "),
        ([HAND], "Missing option '--upcard'. Example: pinochle openings AAT9.KQ.-.QQJJ99 --upcard"),
        (
            ["--upcard", "9S"],
            "Missing argument 'HAND'. Example: pinochle openings AAT9.KQ.-.QQJJ99",
        ),
        (
            [HAND, "--upcard", "9S", "--rules", "macdougall"],
            "no table of macdougall, only",
        ),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    run = pinochle("openings", *arguments)
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1


def test_a_contradiction_is_explained() -> None:
    """The class ends 92 points ahead, and the engine does not see this hand there."""
    table = published_table("scarne")
    assert table is not None
    hand, upcard = Hand.parse(HAND), Card.parse("9S")
    kind = kind_of(SCARNE, hand, upcard, leads=True)
    source = OpeningSource.of_table(table, kind.text())
    assert source.tally is not None
    analysis = make_engine("default").analyze(
        opening_position(SCARNE, hand, upcard), Limits(worlds=64)
    )
    report = OpeningReport(SCARNE, hand, upcard, kind, (source,), analysis)
    assert report.contradiction is not None
    ahead = source.tally.all.mean - analysis.moves[0].mean
    spread = source.tally.all.spread
    assert report.contradiction.startswith(
        f"The mean of the class is {ahead:.0f} points more than the engine expects of this "
        f"hand: hands of one class end some {spread:.0f} points from their mean, and others"
    )
    assert replace(report, analysis=None).contradiction is None
    even = replace(source, tally=ClassTally(Tally(2, 0.0, 2e6)))
    assert replace(report, sources=(even,)).contradiction is None
