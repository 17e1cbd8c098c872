"""Hands of three and four with a turned-up trump: their classes, tables, and what is shown."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest
from click.testing import CliRunner

from benchmarks.handbook import opening_tables
from helpers.commandline import Pinochle
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.openings.table.dealt import by_advice, of_record
from pinochle_solver.openings.table.dealt_classes import class_of_dealt, class_of_played
from pinochle_solver.openings.table.dealt_report import first_decision
from pinochle_solver.openings.table.tables import TABLES, published_played_table
from pinochle_solver.openings.tables import OpeningTable, table_in
from pinochle_solver.openings.tallies import ClassTally
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat

GAMES = [name for name, rules in TABLE_RULEBOOKS.items() if rules.auction is None]
PARTNERSHIP, THREE = "TKQ.TQ.K99.ATKQ", "J9.TTKJ.A.ATQJ9"


@pytest.mark.parametrize(
    ("rules", "hand", "trump", "text"),
    [
        ("macdougall-3", THREE, Suit.CLUBS, "4+ 2 none"),
        ("macdougall-3", THREE, Suit.DIAMONDS, "0-1 2 none"),
        ("hayes-3", "AKQ.A.AK.99", Suit.SPADES, "3 3+ small"),
        ("hayes-4", "KQJ9.-.J9.-", Suit.HEARTS, "0-1 0-1 small"),
        ("partnership", PARTNERSHIP, Suit.CLUBS, "200-219"),
        ("partnership", PARTNERSHIP, Suit.DIAMONDS, "160-179"),
        ("partnership", "9.T9J.TJJJ.99TT", Suit.SPADES, "under 80"),
    ],
)
def test_a_hand_is_classed_with_the_trump_turned_up(
    rules: str, hand: str, trump: Suit, text: str
) -> None:
    assert class_of_dealt(TABLE_RULEBOOKS[rules], Hand.parse(hand), trump).text() == text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_without_an_auction_has_a_table_that_adds_up(name: str) -> None:
    rules = TABLE_RULEBOOKS[name]
    table = published_played_table(rules)
    assert table is not None
    tallies = table.classes.values()
    assert sum(each.all.hands for each in tallies) == rules.seats * table.deals
    assert sum(each.leaders for each in tallies) == table.deals
    # What one side is ahead the others are behind.
    assert sum(each.all.total for each in tallies) == pytest.approx(0, abs=1)
    sides = 2 if rules.partners else 1
    assert sum(each.all.won for each in tallies) == pytest.approx(sides * table.deals, rel=1e-3)
    # A hand of the first deals is played again as it was.
    again = {class_of_played(rules, each).text() for each in by_advice(0, table.seed, rules)}
    assert again <= set(table.classes)
    assert published_played_table(replace(rules, target=7)) is None


def test_more_trumps_are_better_and_more_of_a_sum() -> None:
    for name in GAMES:
        table = published_played_table(TABLE_RULEBOOKS[name])
        assert table is not None
        tallies = table.classes
        low, high = (
            (["under 80", "80-99", "100-119"], ["240-259", "260-279", "280+"])
            if name == "partnership"
            else tuple([each for each in tallies if each.startswith(n)] for n in ("0-1", "4+"))
        )
        means = [
            sum(tallies[kind].all.total for kind in kinds)
            / sum(tallies[kind].all.hands for kind in kinds)
            for kinds in (low, high)
        ]
        assert means[0] < -10 < 10 < means[1], name


def test_the_hands_of_a_deal() -> None:
    rules = TABLE_RULEBOOKS["hayes-3"]
    hands = by_advice(2, 1, rules)
    assert sorted(each.place for each in hands) == [0, 1, 2]
    assert [each.led is not None for each in hands] == [not each.place for each in hands]
    assert sum(each.margin for each in hands) == pytest.approx(0)
    assert sum(each.won for each in hands) == 1
    leader = next(each for each in hands if not each.place)
    assert leader.laid == {} or min(leader.laid.values()) >= 1
    partners = by_advice(2, 1, TABLE_RULEBOOKS["partnership"])
    assert partners[0].margin == partners[2].margin == -partners[1].margin
    assert sum(each.won for each in partners) == 2
    # Everything is laid before the first trick.
    assert {trick for each in partners for trick in each.laid.values()} == {0}


def record_of_match(pinochle: Pinochle, tmp_path: Path, rules: str) -> Path:
    file = tmp_path / "own.pnr"
    played = ("match", "greedy", "random", "--rules", rules, "--deals", "1", "--worlds", "1")
    assert pinochle(*played, "--record", str(file)).status == 0
    return file


@pytest.mark.parametrize("rules", ["partnership", "hayes-4"])
def test_own_records_are_counted(pinochle: Pinochle, tmp_path: Path, rules: str) -> None:
    file = record_of_match(pinochle, tmp_path, rules)
    texts = file.read_text().split("\n; ")
    record = parse_table_record(texts[0])
    replay = replay_table_record(record)
    hands, result = of_record(replay), replay.result
    assert result is not None
    assert len(hands) == 4
    for seat, hand in zip(Seat, hands, strict=True):
        assert hand.hand == record.hands[seat]
        scores = zip(result.units, result.scores, strict=True)
        others = [score for unit, score in scores if seat not in unit]
        assert hand.margin == result.score_of(seat) - sum(others) / len(others)
    assert record.upcard is not None
    south = record.hands[Seat.SOUTH].text()
    run = pinochle(
        "openings", south, str(file), "--rules", rules, "--upcard", record.upcard.text(),
        "--worlds", "0", "--json",
    )  # fmt: skip
    assert (run.status, run.err) == (0, "")
    own = json.loads(run.out)["sources"][-1]
    assert own["played"] == len(texts)
    assert own["all"]["hands"] >= len(texts)
    assert of_record(replay_table_record(replace(record, tricks=()))) == []


def test_the_command_shows_the_class_and_the_engines_word(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    asked = ("openings", THREE, "--upcard", "AC", "--rules", "macdougall-3", "--ascii")
    page = tmp_path / "page.html"
    run = pinochle(*asked, "--worlds", "16", "--html", str(page))
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0] == "macdougall-3, trump clubs, 4+ trumps, 2 aces, no meld of 20"
    assert lines[2] == "advice, 1,500 hands played"
    assert any(line.startswith(" leads trump A ") for line in lines)
    assert any(line.startswith(" lays dix ") for line in lines)
    assert "the engine's word about this hand (16 worlds)" in lines
    assert all(len(line) <= 80 for line in lines)
    row = next(line for line in lines if line.startswith(" lays dix "))
    assert f'<td class="n">{row.split()[2]}</td>' in page.read_text()
    partners = ("openings", PARTNERSHIP, "--upcard", "9H", "--rules", "partnership")
    run = pinochle(*partners, "--worlds", "8")
    assert run.out.splitlines()[0] == "partnership · trump hearts · sum 140-159"
    assert any(line.startswith(" lays all ") for line in run.out.splitlines())
    # Melds and cards are in words and symbols, as everywhere.
    assert any(re.match(r" lays marriage K[♠♥♦♣] Q[♠♥♦♣] ", line) for line in run.out.splitlines())
    assert ":K" not in run.out
    found = json.loads(pinochle(*partners, "--worlds", "0", "--json").out)
    assert (found["low"], found["sum"]["points"], found["engine"]) == (140, 145, [])


@pytest.mark.parametrize("name", GAMES)
def test_the_first_decision_is_that_of_the_leader(name: str) -> None:
    rules = TABLE_RULEBOOKS[name]
    hand = by_advice(0, 1, rules)[0].hand
    position = first_decision(rules, hand, Card.parse("AH"))
    assert position.turn is Seat.SOUTH
    assert position.players[0] is Seat.SOUTH
    assert len([*position.legal_moves()]) > 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([THREE, "--rules", "macdougall-3"], "--upcard: missing. Add the card turned up, as in"),
        ([THREE, "--rules", "auction", "--upcard", "9S"], "--upcard: in auction no card is turned"),
        ([THREE, "--rules", "hayes-3", "--upcard", "9S"], "HAND: 12 cards, expected 8"),
        ([THREE, "--rules", "macdougall-3", "--upcard", "ZS"], "--upcard: unknown rank 'Z'"),
        ([THREE, "--rules", "macdougall-3", "--upcard", "TH"], "--upcard: 3 copies of TH"),
        ([PARTNERSHIP, "--rules", "partnership", "--dealer"], "--dealer: is for two, and"),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    run = pinochle("openings", *arguments)
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1


def test_options_have_no_table(pinochle: Pinochle) -> None:
    rules = with_options(TABLE_RULEBOOKS["partnership"], ["topall"])
    assert published_played_table(rules) is None


@pytest.mark.parametrize("rules", ["partnership", "scarne"])
def test_a_table_goes_on_where_it_ended(tmp_path: Path, rules: str) -> None:
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"

    def make(file: Path, deals: int) -> None:
        asked = ["--rules", rules, "--deals", str(deals), "--table", str(file), "--workers", "0"]
        run = CliRunner().invoke(opening_tables.main, [str(file.with_suffix("")), *asked])
        assert run.exit_code == 0, run.output

    make(once, 3)
    make(twice, 1)
    make(twice, 3)
    assert once.read_text() == twice.read_text()
    table = OpeningTable.parse(once.read_text(), ClassTally)
    assert (table.deals, table.rules) == (3, rules)


def test_a_table_answers_at_once() -> None:
    """A table is read, and a hand looked up in it, in a tenth of a second."""
    rules = TABLE_RULEBOOKS["hayes-4x"]
    begun = perf_counter()
    table = table_in(TABLES, rules.name, ClassTally)
    assert table is not None
    kind = class_of_dealt(rules, Hand.parse("AATKQ.AT9.KQ.J9"), Suit.SPADES)
    assert table.classes[kind.text()].all.hands > 0
    assert perf_counter() - begun < 0.1
