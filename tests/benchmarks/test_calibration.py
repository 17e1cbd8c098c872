"""The calibration instrument: its statistics on known data, tiny runs, going on with a file."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from math import inf, isnan, log
from pathlib import Path
from subprocess import PIPE, Popen
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.calibration import calibration
from benchmarks.calibration.calibration import main
from benchmarks.calibration.calibration_hands import Decisions, HandSettings, play_hand
from benchmarks.calibration.calibration_regret import (
    Compared,
    RegretSettings,
    RegretSummary,
    some_position,
)
from benchmarks.calibration.calibration_statistics import (
    Predictions,
    Summary,
    coverage,
    log_loss,
    place_of,
    win_bins,
)
from benchmarks.common import resumable
from benchmarks.common.decisions import KINDS, final_points, kind_of, policy_choice, trick_of
from benchmarks.common.hand_means import Floats, mean_by_hand
from benchmarks.common.resumable import ResumeError, ResumeFile, gather
from benchmarks.correctness import check_analyses
from benchmarks.strength.regret_hands import stock_view, true_world
from pinochle_solver import RULEBOOKS, Referee, __version__, random_deals
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.moves import Play
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.expectation import has_few_worlds

HANDS, DECISIONS = 2_000, 4


@cache
def synthetic(shift: float = 0.0, noise: float = 50.0, spread: float = 100.0) -> Predictions:
    """Hands whose luck falls on all their decisions alike, half of them seen from the other side.

    The chance to win is the true one where the mean is, but for the noise's normal distribution.
    """
    random = np.random.default_rng(1)
    side = np.tile([1.0, -1.0, 1.0, 1.0], HANDS)
    mean = np.repeat(random.normal(0, spread, HANDS), DECISIONS) * side
    error = np.repeat(random.normal(0, noise, HANDS), DECISIONS) * side
    sample = random.normal(0, noise, 400)
    actual = mean + error
    return Predictions(
        hands=np.repeat(np.arange(HANDS), DECISIONS),
        mean=mean + shift,
        win=np.array([(sample > -each).mean() for each in mean + shift]),
        actual=actual,
        sd=np.full(len(mean), noise),
        place=np.array([place_of(each, sample + shift) for each in error]),
        worlds=np.full(len(mean), np.nan),
    )


@cache
def of_worlds(worlds: int, decisions: int = 100_000) -> Predictions:
    """True predictions from so many worlds each, every decision of a hand of its own."""
    random = np.random.default_rng(2)
    truth = random.normal(0, 60, decisions)
    drawn = truth[:, None] + random.normal(0, 90, (decisions, worlds))
    return Predictions(
        hands=np.arange(decisions),
        mean=drawn.mean(axis=1),
        win=(drawn > 0).mean(axis=1),
        actual=truth + random.normal(0, 90, decisions),
        sd=drawn.std(axis=1, ddof=1) if worlds > 1 else np.full(decisions, np.nan),
        place=np.full(decisions, 0.5),
        worlds=np.full(decisions, float(worlds)),
    )


# Statistics


def test_true_predictions_have_no_bias_within_its_error() -> None:
    found = Summary.of(synthetic())
    assert (found.number, found.hands) == (HANDS * DECISIONS, HANDS)
    assert abs(found.bias) < 3 * found.bias_se
    assert found.slope == pytest.approx(1, abs=0.05)
    assert found.error_sd == pytest.approx(found.predicted_sd, rel=0.05)
    assert found.in_half == pytest.approx(0.5, abs=0.06)
    assert found.in_most == pytest.approx(0.9, abs=0.03)
    assert abs(found.brier - found.brier_expected) < 3 * found.brier_se


def test_shifted_predictions_have_a_bias() -> None:
    found = Summary.of(synthetic(shift=20))
    assert found.bias == pytest.approx(20, abs=3 * found.bias_se)
    assert found.bias > 5 * found.bias_se
    assert found.brier > Summary.of(synthetic()).brier


def test_predictions_that_differ_too_much_have_a_low_slope() -> None:
    true = synthetic()
    assert Summary.of(replace(true, mean=2 * true.mean)).slope == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("worlds", [2, 8, 64])
def test_few_worlds_are_no_fault_of_true_predictions(worlds: int) -> None:
    """Nor do they hide one: what is not true is found out all the same."""
    predictions = of_worlds(worlds)
    found = Summary.of(predictions)
    assert found.slope == pytest.approx(1, abs=0.02)
    assert abs(found.brier_above) < 3 * found.brier_above_se < 0.006
    assert found.brier_above == pytest.approx(found.brier - found.brier_expected)
    plain = Summary.of(replace(predictions, worlds=np.full(len(predictions), np.nan)))
    # The bias of the plain figures, by its formula.
    noise = 90**2 / worlds
    assert plain.slope == pytest.approx(60**2 / (60**2 + noise), abs=0.02)
    assert plain.brier_above == pytest.approx(found.brier_expected * 2 / (worlds + 1), abs=0.004)
    far = Summary.of(replace(predictions, mean=2 * predictions.mean, sd=2 * predictions.sd))
    assert far.slope == pytest.approx(0.5, abs=0.02)


def test_of_one_world_there_is_no_telling() -> None:
    found = Summary.of(of_worlds(1, 50))
    assert isnan(found.slope)
    assert isnan(found.brier_expected)
    assert isnan(found.brier_above)
    assert not isnan(found.brier)


def test_the_error_is_that_of_hands_not_of_decisions() -> None:
    # Three of four decisions share their hand's luck, one has it with the other sign.
    found = Summary.of(synthetic(noise=50))
    by_hand = 50 * (3 - 1) / DECISIONS / HANDS**0.5
    assert found.bias_se == pytest.approx(by_hand, rel=0.1)
    values = np.array([1.0, 2.0, 4.0, 9.0])
    independent = mean_by_hand(values, np.arange(4))
    assert independent.se == pytest.approx(values.std(ddof=1) / 2)
    repeated = mean_by_hand(np.repeat(values, 3), np.repeat(np.arange(4), 3))
    assert (repeated.mean, repeated.se) == pytest.approx((independent.mean, independent.se))
    assert mean_by_hand(values, np.zeros(4, np.int64)).se == inf


def test_places_and_coverage() -> None:
    sample = np.array([10, 20, 20, 30])
    assert place_of(5, sample) == pytest.approx(0.1)
    assert place_of(20, sample) == pytest.approx(0.5)
    assert place_of(99, sample) == pytest.approx(0.9)
    places = np.array([0.01, 0.24, 0.26, 0.5, 0.74, 0.96])
    assert coverage(places, 0.5) == pytest.approx(3 / 6)
    assert coverage(places, 0.9) == pytest.approx(4 / 6)
    assert isnan(coverage(np.array([0.5, np.nan]), 0.5))


def chances(win: list[float], actual: list[float]) -> Predictions:
    zeros = np.zeros(len(win))
    numbers = np.arange(len(win))
    unknown = np.full(len(win), np.nan)
    return Predictions(numbers, zeros, np.array(win), np.array(actual), zeros, zeros, unknown)


def test_the_scores_of_chances() -> None:
    found = Summary.of(chances([0.8, 0.8, 0.3, 0.5], [10, -10, -1, 0]))
    assert found.brier == pytest.approx((0.04 + 0.64 + 0.09 + 0) / 4)
    assert found.brier_expected == pytest.approx((0.16 + 0.16 + 0.21 + 0.25) / 4)
    expected = -(log(0.8) + log(0.2) + log(0.7) + log(0.5)) / 4
    assert found.log_loss == pytest.approx(expected)


def test_a_certain_error_costs_no_infinite_loss() -> None:
    sure: Floats = np.array([1.0, 0.0])
    assert log_loss(sure, 1 - sure) == pytest.approx(-log(0.005))


def test_bins() -> None:
    bins = win_bins(chances([0.0, 0.05, 0.1, 0.95, 1.0], [-5, 5, 5, 0, 5]))
    assert [part.number for part in bins] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    assert (bins[0].low, bins[0].high, bins[9].high) == (0, 0.1, 1)
    assert (bins[0].predicted, bins[0].won) == pytest.approx((0.025, 0.5))
    assert (bins[9].predicted, bins[9].won) == pytest.approx((0.975, 0.75))
    assert isnan(bins[4].won)


def test_true_chances_are_what_is_won() -> None:
    for part in win_bins(synthetic()):
        assert part.won == pytest.approx(part.predicted, abs=3.5 * part.won_se + 0.02)


def test_the_summary_of_regrets() -> None:
    one = Compared(0, "lead", 3, [True, False], [True, True], [10.0, 20.0], 5.0, 2.0, 4.0)
    other = Compared(1, "lead", 3, [True], [True], [40.0], 7.0, 0.0, 0.0)
    found = RegretSummary.of([one, other])
    assert (found.positions, found.moves, found.width, found.leading) == (2, 3, 20, 6)
    assert found.holds == pytest.approx(2 / 3)
    assert (found.second_holds, found.pair_holds) == (1, 1)
    assert (found.regret, found.best_regret, found.wrong) == (1, 2, 0.5)
    assert found.regret_se == pytest.approx(1)


# Hands and positions


def settings(**changes: Any) -> HandSettings:
    fixed = HandSettings(
        rules=("hayes",),
        engine="policy",
        worlds=8,
        seconds=None,
        belief="inferred",
        fresh=4,
        seed=5,
    )
    return replace(fixed, **changes)


def test_a_hand_has_one_outcome_and_the_same_a_second_time() -> None:
    hand = play_hand(0, settings())
    assert hand == play_hand(0, settings())
    assert len({abs(decision.actual) for decision in hand.decisions}) == 1
    assert {decision.kind for decision in hand.decisions} == set(KINDS)
    assert hand.decisions[0].trick == 1
    for decision in hand.decisions:
        # An engine that does not search predicts nothing itself.
        assert set(decision.predicted) == {"inferred", "uniform"}
        for predicted in decision.predicted.values():
            assert 0 <= predicted.win <= 1
            assert predicted.place is not None
            assert 0 < predicted.place < 1
            assert predicted.worlds == 4


def test_the_true_world_comes_to_what_the_policy_comes_to() -> None:
    (deal,) = random_deals(1, 3, RULEBOOKS["scarne"])
    referee = Referee.of_deal(deal)
    found = []
    while not referee.in_playoff:
        view = stock_view(referee)
        belief = Belief(view)
        hidden, stock = true_world(referee)
        world = [*hidden, *stock]
        referee.push_number(policy_choice(view))
        made = referee.history[-1]
        found += final_points(belief.playouts(), belief, made, np.array([world], np.uint8)).tolist()
    playoff = referee.position()
    assert isinstance(playoff, PlayoffPosition)
    for card in solve(playoff).line:
        referee.push(Play(card))
    assert found == [[sum(points) for points in referee.points]] * len(found)


def test_late_predictions_are_near_the_outcome() -> None:
    hands = [play_hand(number, settings()) for number in range(2)]
    late = [
        abs(decision.predicted["uniform"].mean - decision.actual)
        for hand in hands
        for decision in hand.decisions
        if decision.trick == 12
    ]
    assert np.mean(late) < 40


def test_groups_by_kind_and_trick() -> None:
    decisions = Decisions.of([play_hand(0, settings(fresh=2))])
    leads = decisions.group("uniform", "lead", None)
    parts = [decisions.group("uniform", "lead", trick) for trick in range(1, 13)]
    assert len(leads) == sum(map(len, parts)) > 0
    assert len(decisions.group("inferred", None, None)) == len(decisions.tricks)


def test_positions_of_each_kind() -> None:
    wanted = RegretSettings(
        rules=("scarne", "hayes"), worlds=64, seconds=None, times=2, belief="inferred", seed=1
    )
    positions = [some_position(number, wanted) for number in range(12)]
    assert [kind_of(position) for position in positions] == [*KINDS] * 4
    names = ["scarne"] * 3 + ["hayes"] * 3
    assert [position.rules.name for position in positions] == names * 2
    assert len({trick_of(position) for position in positions}) > 3
    assert not any(has_few_worlds(Belief(position)) for position in positions)


# The command


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_predictions_of_a_search() -> None:
    found = json.loads(
        run("predictions", "--hands", "1", "--worlds", "4", "--fresh", "2", "--json")
    )
    assert (found["hands"], found["worlds"], found["rules"]) == (1, 4, ["scarne"])
    assert set(found["predictors"]) == {"search", "inferred", "uniform"}
    for predictor in found["predictors"].values():
        groups = predictor["groups"]
        everything = [group for group in groups if group["group"] == group["kind"] == "all"]
        assert [group["number"] for group in everything] == [found["decisions"]]
        bins = predictor["bins"]["all"]
        assert sum(part["number"] for part in bins) == found["decisions"]
    assert found["predictors"]["search"]["groups"][0]["in_half"] is None
    assert (found["finished"], found["version"]) == (True, __version__)


@pytest.mark.parametrize("engine", ["policy", "greedy", "random", "advice"])
def test_who_does_not_search_has_no_worlds(engine: str) -> None:
    asked = ("predictions", "--engine", engine, "--hands", "1", "--fresh", "0", "--processes", "1")
    assert json.loads(run(*asked, "--json"))["worlds"] is None
    assert "worlds=" not in run(*asked)
    for limit in ("--worlds", "--seconds"):
        result = CliRunner().invoke(main, [*asked, limit, "1"])
        assert result.exit_code == 2
        assert f"{engine} does not search" in result.output


@pytest.mark.parametrize("seconds", ["nan", "0", "inf", "x"])
def test_bad_seconds_are_told(seconds: str) -> None:
    result = CliRunner().invoke(main, ["predictions", "--seconds", seconds])
    assert result.exit_code == 2
    assert seconds in result.output


@pytest.mark.parametrize(
    ("work", "asked", "done"),
    [
        (
            "play_hand",
            ("predictions", "--engine", "greedy", "--fresh", "2", "--hands", "2"),
            "hands",
        ),
        ("compare", ("regret", "--worlds", "64", "--times", "2", "--positions", "2"), "positions"),
    ],
)
def test_what_was_interrupted_says_so(
    work: str, asked: tuple[str, ...], done: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = getattr(calibration, work)

    def second_interrupted(number: int, settings: Any) -> Any:
        if number == 1:
            raise KeyboardInterrupt
        return do(number, settings)

    monkeypatch.setattr(calibration, work, second_interrupted)
    result = CliRunner().invoke(main, [*asked, "--processes", "1", "--json"])
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert (found["finished"], found[done]) == (False, 1)
    result = CliRunner().invoke(main, [*asked, "--processes", "1"])
    assert result.exit_code == 130
    assert "; interrupted before all were done\n" in result.stdout


def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    asked = ("predictions", "--engine", "policy", "--hands", "400", "--json")
    command = [sys.executable, calibration.__file__, *asked, "--resume", str(tmp_path / "hands")]
    with Popen(command, stdout=PIPE, stderr=PIPE, text=True, start_new_session=True) as process:
        deadline = monotonic() + 60
        while not (tmp_path / "hands").exists() or not (tmp_path / "hands").read_text().count("\n"):
            assert monotonic() < deadline
            sleep(0.05)
        # As a terminal does it, while the processes are being started.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out)["finished"] is False


def test_predictions_do_not_depend_on_processes_or_resuming(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    common = ("predictions", "--engine", "policy", "--fresh", "2", "--json")
    whole = run(*common, "--hands", "2", "--processes", "2")
    run(*common, "--hands", "1", "--processes", "1", "--resume", str(file))
    first = file.read_bytes()
    file.write_bytes(first + b'{"number":1,"deci')
    assert run(*common, "--hands", "2", "--processes", "1", "--resume", str(file)) == whole
    assert file.read_bytes().startswith(first)
    assert len(file.read_bytes().splitlines()) == 3
    table = run(*common[:-1], "--hands", "2", "--resume", str(file), "--by-kind")
    assert "2 hands" in table
    assert "| inferred, melds by stock trick |" in table
    assert "search" not in table


def test_a_file_of_other_settings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hands\x1b.jsonl"
    common = ("predictions", "--engine", "greedy", "--fresh", "0", "--resume", str(file))
    run(*common, "--hands", "1")
    result = CliRunner().invoke(main, [*common, "--hands", "1", "--seed", "2"])
    assert result.exit_code == 2
    assert "other settings" in result.output
    assert r"hands\x1b.jsonl" in result.output
    file.write_bytes(b"\x80\xff\n\x00")
    result = CliRunner().invoke(main, [*common, "--hands", "1"])
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert file.read_bytes() == b"\x80\xff\n\x00"


@pytest.mark.parametrize(
    "asked",
    [
        "calibration.calibration predictions",
        "calibration.calibration regret",
        "calibration.open_positions goulash",
        "correctness.check_analyses",
        "handbook.handbook",
        "learning.learn_equity scarne",
        "learning.posterior fit",
        "learning.posterior ranks",
        "learning.posterior score",
        "strength.best_response policy",
        "strength.objectives",
        "strength.planted_blunders",
        "strength.regret default greedy",
        "strength.review default",
    ],
)
def test_what_is_kept_is_of_one_version(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    headers: list[Mapping[str, Any]] = []

    def gathered(
        work: object, number: int, kind: object, header: Mapping[str, Any], *_: Any
    ) -> Any:
        headers.append(header)
        return []

    name, *arguments = asked.split()
    command = import_module(f"benchmarks.{name}")
    monkeypatch.setattr(command, "gathered", gathered)
    result = CliRunner().invoke(command.main, arguments)
    assert result.exit_code == 130
    assert [header["version"] for header in headers] == [__version__]
    assert headers[0]["measured"]


def test_what_analyses_are_kept_in_is_no_fault_of_theirs(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_bytes(b"something else\n")
    result = CliRunner().invoke(check_analyses.main, ["--resume", str(file)])
    assert result.exit_code == 2
    assert "kept.jsonl is of other settings" in result.stderr


def test_regret_of_short_searches() -> None:
    found = json.loads(
        run("regret", "--positions", "3", "--worlds", "64", "--times", "2", "--json")
    )
    groups = [group for group in found["groups"] if group["kind"] == "all"]
    assert [group["group"] for group in groups[-4:]] == ["leads", "replies", "melds", "all"]
    assert sum(group["positions"] for group in groups[:-4]) == groups[-1]["positions"] == 3
    assert groups[-1]["regret"] >= 0
    assert 0 <= groups[-1]["holds"] <= 1


# Going on


@dataclass(frozen=True)
class Square:
    number: int
    square: int


def squared(number: int) -> Square:
    return Square(number, number * number)


def interrupted(number: int) -> Square:
    if number == 2:
        raise KeyboardInterrupt
    return squared(number)


def test_after_an_interruption_there_is_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "squares"
    kept = gather(interrupted, 5, kind=Square, settings={"a": 1}, path=path)
    assert kept == [Square(0, 0), Square(1, 1)]
    done = gather(squared, 5, kind=Square, settings={"a": 1}, path=path)
    assert [piece.square for piece in done] == [0, 1, 4, 9, 16]
    fewer = gather(interrupted, 2, kind=Square, settings={"a": 1}, path=path)
    assert fewer == kept


@pytest.mark.parametrize("moment", ["ResumeFile", "_collect"])
def test_an_interruption_before_the_first_piece_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(resumable, moment, ctrl_c)
    assert gather(squared, 5, kind=Square, settings={"a": 1}, path=tmp_path / "squares") == []


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        (b'{"a":2}\n', "of other settings"),
        (b"something else", "of other settings"),
        (b'{"a":1}\n{"number":"x"}\n', "line 2: Expected `int`"),
        (b'{"a":1}\n\xff\xfe\n', "line 2: "),
        (
            b'{"a":1}\n{"number":0,"square":0}\n{"number":0,"square":0}\n',
            "piece 0 a second time",
        ),
        (b'{"a":1}\n{"number":-1,"square":1}\n', "line 2: piece -1 is none"),
        (b'{"a":1}\n{"number":0,"square":0}\nlater remarks', "line 3: no beginning"),
    ],
)
def test_what_is_no_such_file_is_left_alone(tmp_path: Path, content: bytes, fact: str) -> None:
    path = tmp_path / "squares"
    path.write_bytes(content)
    with pytest.raises(ResumeError, match=fact):
        gather(squared, 1, kind=Square, settings={"a": 1}, path=path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("torn", [b"{", b'{"numb', b'{"number":1,"squ'])
def test_a_torn_line_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "squares"
    path.write_bytes(b'{"a":1}\n{"number":0,"square":0}\n' + torn)
    assert len(gather(squared, 2, kind=Square, settings={"a": 1}, path=path)) == 2
    assert path.read_bytes().splitlines()[2:] == [b'{"number":1,"square":1}']


def test_a_beginning_of_the_settings_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "squares"
    path.write_text('{"a"')
    assert gather(squared, 1, kind=Square, settings={"a": 1}, path=path) == [Square(0, 0)]
    assert path.read_text() == '{"a":1}\n{"number":0,"square":0}\n'
    with ResumeFile(path, {"a": 1}, Square) as file:
        assert file.pieces == {0: Square(0, 0)}
