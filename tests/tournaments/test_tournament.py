"""Tournaments: a schedule of matches, gone on with, whoever plays, and who plays wrongly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest

from helpers.commandline import COMMAND, Pinochle, bare_environment
from helpers.rivals import SETTINGS
from pinochle_solver.bulk.jobs import Job
from pinochle_solver.bulk.shards import Shard, ShardFile, answer_shard
from pinochle_solver.bulk.workers import ThisProcess
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.tournaments import jobs
from pinochle_solver.tournaments.fit import Fit, deviations, fit
from pinochle_solver.tournaments.playing import Play
from pinochle_solver.tournaments.report import report_of
from pinochle_solver.tournaments.schedule import GAUNTLET, ROUND_ROBIN, match_settings, pairings
from pinochle_solver.tournaments.workers import worker_reports

PLAYERS = ("advice", "greedy", "random")
ALONE = ("--worlds", "4", "--workers", "0")


def line(pinochle: Pinochle, *more: str) -> Any:
    run = pinochle("tournament", *PLAYERS, *ALONE, "--json", *more)
    assert run.status == 0, run.err
    return json.loads(run.out)


def without_times(report: Any) -> Any:
    """A report without what depends on the machine."""
    report["workers"] = []
    for each in report["entrants"]:
        each["seconds"] = 0.0
    return report


def test_a_schedule() -> None:
    assert pairings(4, ROUND_ROBIN) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairings(4, GAUNTLET) == [(0, 1), (0, 2), (0, 3)]
    first, second, third = match_settings(SETTINGS, PLAYERS, ROUND_ROBIN)
    assert [(each.a, each.b) for each in (first, second, third)] == [  # type: ignore[attr-defined]
        ("advice", "greedy"),
        ("advice", "random"),
        ("greedy", "random"),
    ]
    # A match has the same deals whoever else plays.
    (alone,) = match_settings(SETTINGS, ("greedy", "random"), ROUND_ROBIN)
    assert alone == third


def test_a_match_is_that_of_pinochle_match(pinochle: Pinochle, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    found = line(pinochle, "--pairs", "2", "--resume", str(folder))
    assert [each["name"] for each in found["entrants"]] == [*PLAYERS]
    first = folder / "001-advice-greedy.jsonl"
    seed = json.loads(first.read_text().splitlines()[0])["seed"]
    match = ("match", "advice", "greedy", "--pairs", "2", "--worlds", "4", "--json")
    run = pinochle(*match, "--seed", str(seed), "--resume", str(first))
    margin = json.loads(run.out)["without_luck"]
    assert found["matches"][0]["margin"] == margin


def test_it_goes_on_and_comes_to_the_same(pinochle: Pinochle, tmp_path: Path) -> None:
    folder = str(tmp_path / "results")
    line(pinochle, "--pairs", "1", "--resume", folder)
    torn = tmp_path / "results" / "003-greedy-random.jsonl"
    torn.write_bytes(torn.read_bytes() + b'{"pair":9,"ru')
    again = pinochle("tournament", *PLAYERS, *ALONE, "--json", "--pairs", "3", "--resume", folder)
    assert "cut off torn ends, 13 bytes" in again.err
    gone_on = json.loads(again.out)
    assert gone_on["pairs"] == 9
    assert sum(each["pairs"] for each in gone_on["workers"]) == 9
    assert without_times(gone_on) == without_times(line(pinochle, "--pairs", "3"))


def test_a_kill_loses_no_pair(pinochle: Pinochle, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    options = ("--pairs", "3", "--resume", str(folder))
    command = [*COMMAND, "tournament", *PLAYERS, *ALONE, *options]
    with subprocess.Popen(command, env=bare_environment(), stdout=subprocess.DEVNULL) as process:
        file = folder / "001-advice-greedy.jsonl"
        while process.poll() is None and not (file.exists() and b"\n{" in file.read_bytes()):
            sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    assert b"\n{" in file.read_bytes()
    assert without_times(line(pinochle, *options)) == without_times(line(pinochle, "--pairs", "3"))


def test_other_settings_are_refused(pinochle: Pinochle, tmp_path: Path) -> None:
    folder = str(tmp_path / "results")
    line(pinochle, "--pairs", "1", "--resume", folder)
    run = pinochle("tournament", *PLAYERS, "--worlds", "5", "--pairs", "1", "--resume", folder)
    assert run.status == 2
    assert run.err.startswith(f"{folder}/001-advice-greedy.jsonl: it is of a match with other")


def test_a_gauntlet_of_three_at_a_table(pinochle: Pinochle) -> None:
    found = line(pinochle, "--gauntlet", "--rules", "auction", "--pairs", "1")
    assert (found["currency"], found["pairs"], found["misfit"]) == ("cents", 2, None)
    assert len(found["matches"]) == 2


def test_a_match_that_is_decided_ends(pinochle: Pinochle) -> None:
    run = pinochle("tournament", "greedy", "random", *ALONE, "--sprt", "0", "10", "--json")
    found = json.loads(run.out)
    assert found["matches"][0]["sprt"]["verdict"] == "high"
    assert (found["pairs"], found["finished"]) == (20, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("advice",), "PLAYER: 1 player, expected 2 to 100"),
        (("advice", "advice"), "PLAYER: advice is given twice"),
        (("advice", "advise"), "'advise' is no engine"),
        (("advice", "greedy", "--sprt", "1", "1"), "--sprt: LOW has to be below HIGH"),
        (("advice", "greedy", "--contract"), "--contract: goes with games for three and four only"),
        (("advice", "greedy", "--worlds", "1", "--seconds", "1"), "--seconds or --worlds"),
    ],
)
def test_slips_are_told_in_a_line(words: tuple[str, ...], said: str, pinochle: Pinochle) -> None:
    run = pinochle("tournament", *words)
    assert (run.status, run.out) == (2, "")
    assert said in run.err
    assert len(run.err.splitlines()) == 1


def test_it_is_shown(pinochle: Pinochle) -> None:
    shown = pinochle("tournament", *PLAYERS, *ALONE, "--pairs", "2", "--ascii").out.splitlines()
    assert shown[0] == "round robin, 6 pairs, scarne, 4 worlds a move, seed 1"
    assert [line.split()[1] for line in shown[4:7]] == [*PLAYERS]
    assert shown[-2:] == [
        "too few pairs to say who is stronger",
        "points: a hand, above the mean of all players",
    ]
    # No engine failed, and a column says what hands are counted in.
    assert shown[2].split() == ["player", "points", "ahead", "pairs", "ms", "a", "decision"]
    told = pinochle("tournament", "advice", "greedy", "--rules", "check", "--deals", "1", "--ascii")
    assert told.out.splitlines()[2].split()[:3] == ["player", "checks", "ahead"]
    # Without --workers nobody asked for them, and where no error is known nobody is suspect.
    assert not any(text in "\n".join(shown) for text in ("inf", "nan", "%", "worker", "residual"))


def test_the_words_are_those_of_a_table_game(pinochle: Pinochle) -> None:
    table = ("--rules", "auction", "--deals", "1", "--worlds", "1", "--ascii")
    shown = pinochle("tournament", "advice", "greedy", *table).out
    assert shown.startswith("round robin, 1 deal, auction, 1 world a move, seed 1\n")
    assert "too few deals to say who is stronger" in shown
    assert not any(text in shown for text in ("pair", "inf", "nan", "%", "differently", "residual"))


def test_a_match_of_equal_pairs_is_off_a_scale_that_it_does_not_fit() -> None:
    means = [Mean(6, 0.0, 10.0), Mean(6, 0.0, 10.0), Mean(2, -25.0, 0.0)]
    found = fit(3, pairings(3, ROUND_ROBIN), means)
    steadied = deviations(means)
    error = steadied[2] / 2**0.5
    assert error == pytest.approx(6.43, abs=0.01)
    assert (means[2].mean - found.ahead(1, 2).mean) / error < -2


class _Machines:
    """Workers of several names: one of them is slow, and one plays for A too well."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def answer(
        self,
        job: Job,
        shards: Iterator[Shard],
        found: Callable[[ShardFile], None],
        stopped: Callable[[], bool],
    ) -> None:
        for number, shard in enumerate(shards):
            worker = f"machine {number % 3}"
            self._monkeypatch.setattr(jobs, "this_worker", lambda worker=worker: worker)
            found(answer_shard(job, shard))


def test_a_slow_or_wrong_machine_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = match_settings(SETTINGS, ("greedy", "random"), ROUND_ROBIN)
    play = Play(settings, 9)
    play.run(_Machines(monkeypatch))
    for key, (pair, worker) in play.played.items():
        slow, wrong = worker == "machine 1", worker == "machine 2"
        for hand in pair.hands:  # type: ignore[attr-defined]
            for side in (hand.a, hand.b):
                object.__setattr__(side, "seconds", 3.0 if slow else 1.0)
                object.__setattr__(side, "decisions", 12)
            object.__setattr__(hand, "luck", 0.0)
            object.__setattr__(hand, "margin", (900 if wrong else 100) + key[1])
    exact = Fit(np.array([50.0, -50.0]), np.eye(2), 8, 0.0, 0)
    good, slow_one, wrong_one = worker_reports(play, [(0, 1)], exact, [50.0])
    assert [each.worker for each in (good, slow_one, wrong_one)] == [
        "machine 0",
        "machine 1",
        "machine 2",
    ]
    assert slow_one.pace == pytest.approx(9 / 5)
    assert (good.is_slow, slow_one.is_slow, wrong_one.is_slow) == (False, True, False)
    assert (good.is_suspect, slow_one.is_suspect, wrong_one.is_suspect) == (False, False, True)
    assert wrong_one.residual.mean == pytest.approx(16.1, abs=0.2)


def test_the_report_of_nothing_played() -> None:
    settings = match_settings(SETTINGS, PLAYERS, ROUND_ROBIN)
    report = report_of(Play(settings, 5), PLAYERS, ROUND_ROBIN, SETTINGS)
    assert (report.pairs, report.finished) == (0, False)
    Play(settings, 0).run(ThisProcess())
