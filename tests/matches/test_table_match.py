"""Matches of the games for three and four: every seating of a deal, its currency, the files."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.paths import ROOT
from helpers.soak import some
from pinochle_solver import TableDecision, TableEngine, match, parse_table_record
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.limits import Limits
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.table.contracts import calls_for_contract
from pinochle_solver.matches.table.deals import DealTable, forfeit
from pinochle_solver.matches.table.report import TableMatchReport
from pinochle_solver.matches.table.results import (
    TableDealResult,
    TableMatchSettings,
    currency,
    margin_of,
    records_text,
    seatings,
)
from pinochle_solver.notation.table.all_games import numbered_records_of_all
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import Call, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.version import __version__

SETTINGS = TableMatchSettings(
    a="advice",
    b="greedy",
    rules="auction",
    seed=1,
    seconds=None,
    worlds=1,
    timeout=20.0,
    version=__version__,
    names=("advice", "greedy"),
)
EXAMPLE = f"cmd:{sys.executable} {ROOT / 'examples' / 'engine.py'}"
# The others have fourteen seatings, or long hands; benchmarks/correctness plays them.
QUICK = [name for name in TABLE_RULEBOOKS if name not in ("hayes-4", "hayes-3x", "hayes-4x")]
WITHOUT_STOCK = [name for name, rules in TABLE_RULEBOOKS.items() if rules.stock is None]


def played(settings: TableMatchSettings, deals: int, processes: int = 1) -> list[TableDealResult]:
    stop = StopFlag()
    return list(play_pairs(settings, range(1, deals + 1), processes, stop))  # type: ignore[arg-type]


def report_of(settings: TableMatchSettings, deals: int) -> TableMatchReport:
    return TableMatchReport.of(settings, played(settings, deals), finished=True)


def records_in(text: str) -> list[TableRecord]:
    records = [record for _, record in numbered_records_of_all(text.splitlines())]
    assert all(isinstance(record, TableRecord) for record in records)
    return records  # type: ignore[return-value]


class Recorder(TableEngine):
    """Plays the first legal move, and keeps every position that it was shown."""

    name = "first"
    summary = "the first legal move"

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[TablePosition] = []

    def choose(self, position: TablePosition, limits: Limits, **_: Any) -> TableDecision:
        self.shown.append(position)
        return TableDecision(next(iter(position.legal_moves())))


class Cheat(Recorder):
    """Plays a card that it does not hold."""

    name = "cheat"

    def choose(self, position: TablePosition, limits: Limits, **_: Any) -> TableDecision:
        if position.act.value != "play":
            return super().choose(position, limits)
        held = position.hands[position.turn].known
        return TableDecision(PlayCard(next(c for c in position.rules.deck if c not in held)))


def test_every_assignment_of_both_to_the_seats_is_played() -> None:
    assert seatings(TABLE_RULEBOOKS["corners"]) == ("ABAB", "BABA")
    assert seatings(TABLE_RULEBOOKS["auction"]) == ("AAB", "ABA", "ABB", "BAA", "BAB", "BBA")
    assert len(seatings(TABLE_RULEBOOKS["hayes-4"])) == 14
    [deal] = played(SETTINGS, 1)
    assert tuple(hand.seating for hand in deal.hands) == seatings(TABLE_RULEBOOKS["auction"])


def test_what_hands_are_settled_in() -> None:
    currencies = {name: currency(rules) for name, rules in TABLE_RULEBOOKS.items()}
    assert currencies["auction"] == "cents"
    assert {currencies.pop(name) for name in ("check", "check-original")} == {"checks"}
    del currencies["auction"]
    assert set(currencies.values()) == {"points"}
    assert currency(with_options("auction", ("points",))) == "points"


def test_a_margin_is_that_of_a_seat() -> None:
    assert margin_of((50, -25, -25), "ABB") == 75
    assert margin_of((50, -25, -25), "AAB") == 37.5
    assert margin_of((-100, 240, -100, 240), "ABAB") == -340


@pytest.mark.parametrize("rules", some(QUICK, 4))
def test_equal_players_are_equal_on_average_over_the_seatings(rules: str) -> None:
    both = replace(SETTINGS, a="greedy", b="greedy", rules=rules, seed=4)
    for deal in played(both, 1):
        assert deal.mean == pytest.approx(0, abs=1e-9)
        assert len({hand.moves for hand in deal.hands}) == 1
        assert all(hand.failed is None for hand in deal.hands)


def test_the_deal_goes_round_and_is_the_same_for_all_seatings() -> None:
    deals = [SETTINGS.deal(number) for number in range(1, 5)]
    assert [deal.dealer.text() for deal in deals] == ["south", "west", "north", "south"]
    assert deals[0].hands != deals[1].hands
    assert SETTINGS.deal(2) == deals[1]


def test_results_do_not_depend_on_processes_and_repeat() -> None:
    settings = replace(SETTINGS, a="random")

    def without_times(deals: list[TableDealResult]) -> list[Any]:
        return sorted(
            (deal.pair, [(h.seating, h.margin, h.outcome, h.moves) for h in deal.hands])
            for deal in deals
        )

    assert without_times(played(settings, 3)) == without_times(played(settings, 3, processes=2))


def test_every_decision_is_made_from_what_its_seat_has_seen() -> None:
    one, other = Recorder(), Recorder()
    match(one, other, rules=TABLE_RULEBOOKS["auction-score"], pairs=1, worlds=1)
    assert one.shown
    assert other.shown
    for position in one.shown + other.shown:
        turn = position.turn
        assert not position.hands[turn].hidden
        others = [hand for seat, hand in position.hands.items() if seat is not turn]
        assert all(hand.hidden for hand in others) or position.act.value == "play"
        if position.buried is not None and turn is not position.bidder:
            assert position.buried.hidden == 3
        assert len(tuple(islice(position.legal_moves(), 2))) == 2


@pytest.mark.parametrize("rules", some(QUICK, 5, 1))
def test_records_replay_without_a_finding_to_what_the_match_says(rules: str) -> None:
    settings = replace(SETTINGS, a="random", rules=rules, seed=2)
    [deal] = played(settings, 1)
    records = records_in(records_text(settings, deal))
    results = []
    for record in records:
        replay = replay_table_record(record)
        assert replay.findings == ()
        results.append(replay.result)
    assert len(results) == len(deal.hands)
    for result, hand in zip(results, deal.hands, strict=True):
        assert result is not None
        assert result.outcome.value == hand.outcome


def test_every_seat_has_the_letter_of_its_player() -> None:
    [deal] = played(SETTINGS, 1)
    text = records_text(SETTINGS, deal)
    assert text.startswith("; deal 1, hand 1: A advice, B greedy\n")
    assert '[SouthPlayer "A"]\n[WestPlayer "A"]\n[NorthPlayer "B"]' in text
    # What the players lose is added up by letter, and seats are told apart in one hand.
    record = parse_table_record(text.partition("\n\n; ")[0])
    assert [record.name(seat) for seat in record.players] == ["A (south)", "A (west)", "B"]
    assert [record.player(seat) for seat in record.players] == ["A", "A", "B"]


def test_who_fails_loses_the_hand_and_the_match_goes_on() -> None:
    report = match(Cheat(), "greedy", rules=TABLE_RULEBOOKS["corners"], pairs=1, worlds=1)
    assert [(each.side, each.hand) for each in report.failures] == [("A", 1), ("A", 2)]
    assert report.failures[0].why.startswith("illegal move ")
    assert report.a.failed_always
    assert report.margin.mean <= -(250 + 150)
    assert report.a.outcomes.total() + report.b.outcomes.total() == 0


def test_what_a_failure_costs() -> None:
    auction, check = TABLE_RULEBOOKS["auction"], TABLE_RULEBOOKS["check"]
    # Set at 250 the bidder pays 50 cents to each of two: 100 against 50 apart.
    assert forfeit(auction, None) == forfeit(auction, 250) == 150
    assert forfeit(auction, 400) == 600
    assert forfeit(check, None) == 4
    assert forfeit(check, 400) == 30
    assert forfeit(TABLE_RULEBOOKS["corners"], 200) == 450
    assert forfeit(TABLE_RULEBOOKS["partnership"], None) == 250


@pytest.mark.parametrize("rules", [name for name in WITHOUT_STOCK if name != "partnership"])
def test_a_contract_goes_to_one_seat_and_its_calls_are_legal(rules: str) -> None:
    for index in range(6):
        hand = begun(random_deal(index, 3, TABLE_RULEBOOKS[rules]))
        calls = calls_for_contract(hand)
        for call in calls:
            assert hand.is_legal(call)
            hand = hand.after(call)
        assert hand.act.value == "bury"
        assert hand.contract is not None
        assert sum(call.bid is not None for call in calls) <= 2


def test_hands_after_the_auction_begin_with_the_burial() -> None:
    seen = Recorder()
    report = match(
        seen, "greedy", rules=TABLE_RULEBOOKS["auction"], pairs=2, worlds=1, contract=True
    )
    assert report.passed_out == 0
    assert not any(position.act.value == "bid" for position in seen.shown)
    assert report.a.played + report.b.played == report.hands == 12


def test_the_sides_of_a_report() -> None:
    report = report_of(SETTINGS, 4)
    assert report.hands == 24
    assert report.a.hands == report.b.hands == 24
    contracts = report.a.played + report.b.played
    assert contracts + report.passed_out == 24
    assert report.margin.number == 4
    assert report.won + report.lost + report.tied == 4
    assert repr(report).startswith("<TableMatchReport advice against greedy: ")


def test_in_python_names_and_values_do(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[int] = []
    by_name = match("advice", "random", rules="corners", pairs=2, worlds=1, progress=told.append)
    by_value = match("advice", "random", rules=TABLE_RULEBOOKS["corners"], pairs=2, worlds=1)
    assert told == [1, 2]
    assert by_name.margin == by_value.margin
    assert by_value.margin.mean > 0
    several = match("advice", "random", rules="corners", pairs=2, worlds=1, processes=2)
    assert several.margin == by_name.margin
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"a": "pimc"}, NotationError, "player: 'pimc' is no engine"),
        ({"a": "advice:x=1"}, NotationError, "player: advice has no options"),
        ({"a": 7}, TypeError, "expected a TableEngine or its name, not 7"),
        ({"game": True}, ValueError, "game=True: for the two-handed game only"),
        ({"pairs": 0}, ValueError, "pairs is 0, expected 1 or more"),
        (
            {"rules": "partnership", "contract": True},
            IllegalPositionError,
            "contract: in partnership nobody bids",
        ),
        (
            {"rules": "hayes", "contract": True},
            ValueError,
            "contract=True: for games of three and four only",
        ),
    ],
)
def test_what_makes_no_match(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    given: dict[str, Any] = {"a": "greedy", "b": "greedy", "rules": "auction"} | arguments
    with pytest.raises(error) as raised:
        match(given.pop("a"), given.pop("b"), **given)
    assert str(raised.value).startswith(text)


# Programs


@pytest.mark.parametrize("rules", some(QUICK, 5))
def test_the_example_plays_and_fails_in_no_hand(pinochle: Pinochle, rules: str) -> None:
    run = ("match", EXAMPLE, "greedy", "--rules", rules, "--deals", "1", "--worlds", "1")
    result = pinochle(*run, "--json")
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert (found["a"], found["names"][0]) == (EXAMPLE, "Thumb")
    assert found["failures"] == []
    assert found["players"]["a"]["decisions"] > 0


def test_a_program_is_asked_for_a_burial_in_steps_and_once_for_each_seat(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    log = tmp_path / "talk.log"
    run = ("match", EXAMPLE, "greedy", "--rules", "auction", "--contract", "--deals", "1")
    assert pinochle(*run, "--worlds", "1", "--log", str(log)).status == 0
    lines = log.read_text().splitlines()
    said = [line.split(" ", 4)[-1] for line in lines if " A > " in line]
    legal = [line for line in said if line.startswith("legal ") and ("S" in line.split()[1])]
    assert "legal S H D C concede" in legal
    # One process asks its name before the match, and one sits at each of the three seats.
    assert said.count("pn") == 4
    assert max(map(len, said)) < 65_536


# Files and the command


def test_a_match_is_continued_and_its_records_too(pinochle: Pinochle, tmp_path: Path) -> None:
    kept, records = tmp_path / "kept.jsonl", tmp_path / "hands.pnr"
    run = ("match", "random", "greedy", "--rules", "corners", "--worlds", "1", "--seed", "5")
    files = ("--resume", str(kept), "--record", str(records))
    assert pinochle(*run, *files, "--deals", "2").status == 0
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    kept.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    text = records.read_text()
    records.write_text(text[: text.index("; deal 2, hand 1")])
    again = pinochle(*run, *files, "--deals", "3", "--json")
    assert again.status == 0
    assert again.err == f"{kept}: cut off its torn end, 40 bytes, and goes on from there\n"
    whole = pinochle(*run, "--deals", "3", "--json")
    found, expected = json.loads(again.out), json.loads(whole.out)
    assert found["margin"] == expected["margin"]
    assert len(records_in(records.read_text())) == 6
    other = pinochle(*run, "--resume", str(kept), "--contract", "--deals", "3")
    assert other.status == 2
    assert other.err == (
        f"{kept}: it is of a match with other settings: contract is False there, not True\n"
    )


def test_table_and_json(pinochle: Pinochle) -> None:
    run = ("match", "advice", "random", "--rules", "auction", "--options", "min200,kitty")
    shown = pinochle(*run, "--deals", "2", "--worlds", "1")
    assert shown.status == 0
    assert shown.out.startswith(
        "A: advice\nB: random\n2 deals, 12 hands, auction min200 kitty, 1 deal a move, seed 1\n"
    )
    assert " a seat of A over one of B       2   +" in shown.out
    assert "only 2 deals: this is hardly more than a guess\n" in shown.out
    found = json.loads(pinochle(*run, "--deals", "2", "--worlds", "1", "--json").out)
    assert (found["objective"], found["options"], found["deals"]) == (
        "cents",
        ["min200", "kitty"],
        2,
    )


def test_the_sequential_test_ends_the_match(pinochle: Pinochle) -> None:
    run = ("match", "greedy", "random", "--rules", "partnership", "--sprt", "-150", "0")
    found = json.loads(pinochle(*run, "--worlds", "1", "--json").out)
    assert found["sprt"]["verdict"] == "high"
    assert found["deals"] < 60


def test_a_rulebook_of_one_s_own_is_played(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('name = "ours"\nbased-on = "corners"\nauction.lowest = 120\n')
    kept = tmp_path / "kept.jsonl"
    run = ("match", "greedy", "random", "--rulebook", str(file), "--worlds", "1")
    for deals in ("1", "2"):
        result = pinochle(*run, "--deals", deals, "--resume", str(kept), "--json")
        assert (result.status, result.err) == (0, "")
        assert json.loads(result.out)["rules"] == "ours"


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (
            ["pimc", "greedy", "--rules", "auction"],
            "Invalid value for 'A': 'pimc' is no engine",
        ),
        (
            ["open-average", "greedy"],
            "Invalid value for 'A': 'open-average' is",
        ),
        (["greedy", "greedy", "--rules", "auction", "--game"], "--game: goes with the two-handed"),
        (["greedy", "greedy", "--contract"], "--contract: goes with games for three"),
        (
            ["greedy", "greedy", "--options", "kitty"],
            "--options: goes with games for three",
        ),
        (
            ["greedy", "greedy", "--rules", "partnership", "--contract"],
            "--contract: in partnership",
        ),
        (
            ["greedy", "greedy", "--rules", "auctoin"],
            "for '--rules': unknown rulebook",
        ),
        (
            ["greedy", "greedy", "--rules", "corners", "--options", "kitty"],
            "--options: 'kitty' is no option of corners (",
        ),
    ],
)
def test_bad_arguments_are_one_line(pinochle: Pinochle, arguments: list[str], fact: str) -> None:
    result = pinochle("match", *arguments)
    assert result.status == 2
    assert fact in result.err


def test_a_hand_given_up_by_nobody_is_played_to_the_end() -> None:
    table = DealTable(SETTINGS, StopFlag())
    deal = table.play(1)
    table.close()
    for hand in deal.hands:
        under_way: TableHand = begun(SETTINGS.deal(1))
        assert under_way.is_legal(Call(None))
        assert hand.outcome in ("made", "set", "conceded", "passed out")
