"""Matches of whole games: the same deals twice until each game is won, by the rulebook."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.rivals import ENGINE, SETTINGS
from helpers.strategies import play_on
from pinochle_solver import Points, Seat, StopFlag
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.game.under_way import GameUnderWay
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.matches.file import MatchFile
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.pairs import MatchTable
from pinochle_solver.matches.players import EnginePlayer
from pinochle_solver.matches.report import MatchReport, SideReport
from pinochle_solver.matches.results import (
    GamePairResult,
    GameResult,
    HandResult,
    MatchSettings,
    SideResult,
    records_text,
)
from pinochle_solver.matches.sequencer import PairSequencer
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.moves import CallingOut, Move
from pinochle_solver.rules.rulebooks import RULEBOOKS

GAMES = replace(SETTINGS, game=True)
TIED = 20
CHEAP = ("match", "greedy", "random", "--worlds", "8", "--game", "--target", "300")


def played(settings: MatchSettings, pairs: int) -> list[GamePairResult]:
    found = play_pairs(settings, range(1, pairs + 1), 1, StopFlag())
    return [pair for pair in found if isinstance(pair, GamePairResult)]


def records_of(text: str) -> list[HandRecord]:
    found = [record for _, record in numbered_records(text.splitlines())]
    records = [record for record in found if isinstance(record, HandRecord)]
    assert len(records) == len(found)
    return records


def test_what_a_player_did_is_the_sum_of_its_hands() -> None:
    report = SideReport()
    for seat, margin in (("south", 90), ("north", -30)):
        did = SideResult(
            melds=40,
            tricks=130,
            shown={"marriage": (2, 40)},
            decisions=15,
            seconds=1.5,
            slowest=0.25,
        )
        other = SideResult(melds=0, tricks=120)
        report.add(HandResult(a_sits=seat, margin=margin, a=did, b=other, moves=()), "A")
    assert report == SideReport(
        hands=2,
        melds=80,
        tricks=260,
        shown={"marriage": (4, 80)},
        decisions=30,
        seconds=3.0,
        slowest=0.25,
    )


@pytest.mark.parametrize(
    ("rules", "terms"),
    [
        ("scarne", {}),
        ("hayes", {"target": 300}),
        ("glup", {"ahead": 30}),
        ("goulash", {"target": 200}),
    ],
)
def test_games_are_those_that_the_records_score(rules: str, terms: dict[str, Any]) -> None:
    """Of both games: the cards and the dealer of the k-th hands, by seat; and who has won."""
    settings = replace(GAMES, rules=(rules,), **terms)
    (pair,) = played(settings, 1)
    records = iter(records_of(records_text(settings, pair)))
    dealt = []
    for game, a_sits in zip(pair.games, Seat, strict=True):
        assert game.a_sits == a_sits.text()
        hands = [next(records) for _ in game.hands]
        dealt.append([(hand.south, hand.north, hand.stock, hand.dealer) for hand in hands])
        scored = score_game([replay_record(hand) for hand in hands])
        assert not scored.has_faults
        assert scored.winner is (a_sits if game.winner == "A" else a_sits.other)
        assert (scored.score[a_sits], scored.score[a_sits.other]) == (game.a, game.b)
        before = [hand.score for hand in scored.hands]
        assert [hand.score for hand in hands] == [Points(0, 0), *before[:-1]]
        assert {hand.target for hand in hands} == {settings.target or RULEBOOKS[rules].target}
        assert {hand.ahead for hand in hands} == {settings.ahead}
    first, second = sorted(dealt, key=len)
    assert first == second[: len(first)]
    assert [hand[3] for hand in second] == [Seat(k % 2) for k in range(len(second))]
    assert len({hand[0] for hand in second}) == len(second)
    assert next(records, None) is None


def test_another_pair_has_other_deals_and_the_other_first_dealer() -> None:
    deals = {GAMES.deal(pair, hand).south for pair in range(1, 20) for hand in range(1, 20)}
    assert len(deals) == 19 * 19
    assert [GAMES.deal(pair).dealer for pair in (1, 2, 3)] == [Seat.SOUTH, Seat.NORTH, Seat.SOUTH]


class _Watcher(EnginePlayer):
    """Greedy, and notes for what it plays."""

    def __init__(self) -> None:
        self.seen: dict[Points, int] = defaultdict(int)
        super().__init__(make_engine("greedy"), Limits(), StopFlag())

    def move(self, position: Position, seed: int) -> Move | CallingOut:
        assert (position.target, position.ahead) == (700, None)
        self.seen[position.score] += 1
        return super().move(position, seed)


def test_players_see_the_score_and_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    watchers = [_Watcher(), _Watcher()]
    players = iter(watchers)
    monkeypatch.setattr("pinochle_solver.matches.pairs.make_player", lambda *_: next(players))
    settings = replace(GAMES, target=700)
    pair = MatchTable(settings, StopFlag()).play(1)
    assert isinstance(pair, GamePairResult)
    scores = [record.score for record in records_of(records_text(settings, pair))]
    for watcher in watchers:
        assert watcher.seen.keys() == set(scores)
        assert min(watcher.seen.values()) > 10


def test_a_tie_raises_the_target_of_the_hands_that_follow() -> None:
    """hayes: a tie at the target or over it makes it the next of 1250, 1500, ..."""
    # Of these cards a random hand is tied.
    deal, game = (
        random_deal(TIED, 1, RULEBOOKS["hayes"]),
        GameUnderWay(RULEBOOKS["hayes"], target=1),
    )
    moves = play_on(Referee.of_deal(deal), 100, Random(TIED)).history
    scored = game.add(game.record(deal, moves))
    (tie,) = set(scored.score)
    assert game.winner is None
    assert scored.target_raised
    assert game.target == 1 + 250 * ((tie - 1) // 250 + 1) > tie
    assert game.record(deal).target == game.target


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """A program that gives an illegal move."""
    script = tmp_path / "engine.py"
    script.write_text(ENGINE)
    return f"cmd:{sys.executable} {script} illegal"


def test_who_fails_loses_the_game(failing: str, tmp_path: Path, pinochle: Pinochle) -> None:
    settings = replace(GAMES, a=failing, b="greedy")
    (pair,) = played(settings, 1)
    for game in pair.games:
        assert (game.winner, len(game.hands), game.hands[0].failed) == ("B", 1, "A")
    report = MatchReport.of(settings, [pair], finished=True)
    assert [(each.game, each.hand, each.side) for each in report.failures] == [
        (1, 1, "A"),
        (2, 1, "A"),
    ]
    log = tmp_path / "log"
    shown = pinochle("match", failing, "greedy", *CHEAP[3:], "--pairs", "1", "--log", str(log))
    assert shown.status == 1
    assert "A lost game 2 of pair 1 in hand 1: illegal move 'ZZ'" in shown.out
    assert shown.err == "A lost every game by failing\n"
    assert " 1/2.1 A = lost the game: illegal move 'ZZ'" in log.read_text()


def test_json_table_records_and_results(pinochle: Pinochle, tmp_path: Path) -> None:
    records, results = tmp_path / "games.pnr", tmp_path / "results.jsonl"
    run = (*CHEAP, "--pairs", "2")
    kept = pinochle(
        *run, "--json", "--record", str(records), "--resume", str(results), "--processes", "2"
    )
    assert (kept.status, kept.err) == (0, "")
    found = json.loads(kept.out)
    games = found["games"]
    assert (games["number"], games["target"], games["ahead"]) == (4, 300, None)
    assert games["won"] / 4 == pytest.approx(games["share"]["mean"], abs=1e-4)
    hands = found["won"] + found["lost"] + found["tied"]
    assert games["hands_a_game"] == pytest.approx(hands / 4, abs=1e-3)
    assert len(records_of(records.read_text())) == hands
    assert "; pair 2, game 2, hand 1: south random, north greedy\n" in records.read_text()

    settings = replace(GAMES, worlds=8, target=300)
    alone = played(settings, 2)
    held = MatchFile(results, settings)
    held.close()
    for pair in alone:
        there = held.pairs[pair.pair]
        assert isinstance(there, GamePairResult)
        for one, other in zip(pair.games, there.games, strict=True):
            assert without_game_times(one) == without_game_times(other)

    shown = pinochle(*run, "--ascii", "--resume", str(results))
    assert "2 pairs of games, scarne, target 300, 8 worlds a move, seed 1" in shown.out
    assert f"games for A: {games['won']} of 4 won" in shown.out
    assert f"{hands / 4:.1f} hands a game" in shown.out
    refused = pinochle("match", "greedy", "random", "--worlds", "8", "--resume", str(results))
    assert refused.status == 2
    assert "of a match with other settings: game is True there, not False" in refused.err


def without_game_times(game: GameResult) -> GameResult:
    """The same game, whatever time it took."""

    def untimed(side: SideResult) -> SideResult:
        return replace(side, seconds=0.0, slowest=0.0)

    hands = (replace(hand, a=untimed(hand.a), b=untimed(hand.b)) for hand in game.hands)
    return replace(game, hands=tuple(hands))


def test_results_of_hands_from_before_there_were_games_are_read(tmp_path: Path) -> None:
    file, settings = tmp_path / "results", SETTINGS
    MatchFile(file, settings).close()
    header = json.loads(file.read_text())
    for key in ("game", "target", "ahead"):
        del header[key]
    file.write_text(json.dumps(header) + "\n")
    found = MatchFile(file, settings)
    assert found.pairs == {}
    found.close()


def test_a_stopped_match_reports_whole_pairs() -> None:
    stop, progress = StopFlag(), PairSequencer(GAMES, 50)
    for pair in play_pairs(GAMES, progress.missing, 1, stop):
        progress.add(pair)
        stop.set()
    report = progress.report()
    assert isinstance(report, MatchReport)
    assert report.games is not None
    assert (report.games.number, report.finished) == (2, False)
    assert progress.text().startswith(f"{report.games.share.mean:.1%} (")


def test_the_mean_of_all_hands_and_its_error() -> None:
    """Of pairs with equally many hands it is the mean of pairs; few pairs alike tell no error."""
    totals_of_pairs = [30.0, -10.0, 55.0, 4.0]
    even = Mean.of_ratio(totals_of_pairs, [2, 2, 2, 2])
    plain = Mean.of(total / 2 for total in totals_of_pairs)
    assert (even.number, even.mean) == (plain.number, plain.mean)
    assert even.deviation == pytest.approx(plain.deviation)
    assert Mean.of_ratio([30.0, 60.0, 10.0], [3, 6, 1]).deviation == pytest.approx(0.0)
    assert Mean.of_ratio([30.0, 60.0], [3, 6]).mean == 10
    side = SideResult(melds=0, tricks=125)
    hand = HandResult(a_sits="south", margin=5, a=side, b=side, moves=())
    game = GameResult(a_sits="south", winner="A", a=1000, b=0, hands=(hand,))
    pairs = [GamePairResult(pair=k, rules="scarne", games=(game, game)) for k in (1, 2, 3)]
    report = MatchReport.of(GAMES, pairs, finished=True)
    assert report.games is not None
    assert report.games.share.mean == 1
    assert report.games.share.estimate == (1.0, 0.5)  # the rule of three: 1.5 over 3
    assert report.games.share.interval == pytest.approx((0.309982, 1.0), abs=1e-6)
    assert report.is_guess
    progress = PairSequencer(GAMES, 5)
    for pair in pairs:
        progress.add(pair)
    assert progress.text() == "100.0% (30.9 to 100.0)"
    lost = replace(game, winner="B")
    progress.add(GamePairResult(pair=4, rules="scarne", games=(game, lost)))
    assert progress.text() == "87.5% (30.0 to 100.0)"


def test_the_share_of_games_is_told_with_what_they_are_played_for() -> None:
    side = SideResult(melds=0, tricks=125)
    hand = HandResult(a_sits="south", margin=5, a=side, b=side, moves=())
    won, lost = (
        GameResult(a_sits="south", winner=winner, a=1000, b=0, hands=(hand, hand))
        for winner in "AB"
    )
    pairs = [
        GamePairResult(pair=1, rules="glup", games=(won, won)),
        GamePairResult(pair=2, rules="glup", games=(won, lost)),
    ]
    for settings, conditions in (
        (replace(GAMES, rules=("glup",), ahead=60), "glup, won by 60 ahead, 64 worlds a move"),
        (replace(GAMES, call_out=True), "scarne, with call-outs, 64 worlds a move"),
    ):
        page = StringIO()
        Renderer(page, ascii=True).match(MatchReport.of(settings, pairs, finished=True))
        told = page.getvalue().splitlines()
        assert told[2] == f"2 pairs of games, {conditions}, seed 1"
        assert told[4:6] == [
            "games for A: 3 of 4 won, 75.0% (9.4 to 100.0)",
            "2.0 hands a game",
        ]
        assert "only 2 pairs: this is hardly more than a guess" in told


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (["--target", "500"], "--target: goes with --game"),
        (["--ahead", "500"], "--ahead: goes with --game"),
        (["--game", "--ahead", "500"], "--ahead: scarne is played for a target"),
        (["--game", "--rules", "all", "--ahead", "500"], "--ahead: scarne is played for a target"),
        (["--game", "--ahead", "5", "--target", "5"], "by points ahead or by a target, not both"),
        (["--game", "--target", "0"], "--target"),
        (["--game", "--doubles", "every"], "each hand is a game of its own, not --game"),
        (["--game", "--sprt", "0", "10"], "--sprt: tests points a hand, --game plays for games"),
    ],
)
def test_bad_arguments_are_one_line(pinochle: Pinochle, arguments: list[str], fact: str) -> None:
    result = pinochle("match", "random", "greedy", *arguments)
    assert (result.status, result.out) == (2, "")
    assert fact in result.err
    assert len(result.err.splitlines()) == 1
