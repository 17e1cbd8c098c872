"""What is measured of beliefs and searches: behaviours, scores, ranks, errors in a given time."""

from __future__ import annotations

import json
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner, Result

from benchmarks.calibration.search_errors import KINDS, THIRDS, kind_of, table, third_of, written
from benchmarks.calibration.search_errors import main as search_errors
from benchmarks.learning import posterior, posterior_fit
from benchmarks.learning.posterior import main
from benchmarks.learning.posterior_fit import (
    STEPS,
    Choice,
    Choices,
    Floats,
    HandChoices,
    Weighing,
    fitted,
    is_held_out,
)
from benchmarks.learning.posterior_hands import (
    DRAWS,
    STATISTICS,
    BeliefSettings,
    HandScores,
    Ranks,
    ScoredBelief,
    chi_square,
    mean_score,
    played,
    rank_decision,
    scores_of_hand,
)
from helpers.paths import ROOT
from pinochle_solver import RULEBOOKS, StockPosition
from pinochle_solver._core.networks.policy import KNOTS, STAGES, TERMS, WEIGHT_UNIT, knots
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.behaviour import FITTED
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.nets import BEHAVIOUR, SLIPS


def at_stages(weights: Floats) -> list[Floats]:
    """The weights at every stage."""
    return [
        np.array([np.interp(stage, knots(), row) for row in weights.T])
        for stage in range(STAGES + 1)
    ]


def behaving(random: Random, knot: Floats, stage: int, slips: float) -> Choice:
    """A decision of a made-up seat between eight moves, by its weights at that stage."""
    moves = np.zeros((8, TERMS))
    moves[:, :3] = [[random.randint(-4, 4) for _ in range(3)] for _ in moves]
    scores = np.exp(moves @ knot)
    made = (
        random.randrange(8)
        if random.random() < slips
        else random.choices(range(8), scores.tolist())[0]
    )
    sparse = [[each for term in range(3) for each in (term, int(move[term]))] for move in moves]
    return Choice(stage, stage == 0, [sparse.pop(made), *sparse])


def test_a_behaviour_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # It is far from the policy, where the weights begin.
    monkeypatch.setattr(posterior_fit, "_RATE", 0.03)
    random = Random(1)
    weights = np.zeros((KNOTS, TERMS))
    weights[:, :3] = [[0.9, -0.4, 0.0], [0.6, -0.4, 0.0], [0.3, -0.4, 0.2], [0.0, -0.4, 0.8]]
    stages = [0, 2, 5, 10, STAGES] * 5
    at = at_stages(weights)
    records = [
        HandChoices(
            number,
            "scarne",
            [behaving(random, at[stage], stage, 0.05 if stage else 0.3) for stage in stages],
        )
        for number in range(300)
    ]
    start = Weighing.of_policy(RULEBOOKS["scarne"])
    found = fitted(records, start, STEPS * 2 // 3)
    assert found.weights[:, :3] == pytest.approx(weights[:, :3], abs=0.12)
    assert found.slips == pytest.approx(0.05, abs=0.03)
    assert found.last_slips == pytest.approx(0.3, abs=0.1)
    learnt_from, held_out = (
        Choices([each for each in records if is_held_out(each) is part]).mean_log(found)
        for part in (False, True)
    )
    assert held_out == pytest.approx(learnt_from, abs=0.1)
    assert learnt_from > Choices(records).mean_log(start) + 0.1


def test_the_header_of_what_is_believed_in_is_the_one_that_is_compiled() -> None:
    file = ROOT / "ext/pinochle_solver/_core/networks/behaviour_weights.h"
    assert Weighing.believed_in(RULEBOOKS["scarne"]).header() == file.read_text()


@pytest.mark.parametrize("name", ["hayes", "goulash", "glup"])
def test_the_score_of_a_move_is_that_of_its_terms(name: str) -> None:
    settings = BeliefSettings(
        rules=(name,), engine="greedy", worlds=None, seconds=None, at_random=0.0, seed=3
    )
    rules = RULEBOOKS[name]
    weights = Weighing.believed_in(rules).weights * FITTED.temperature * rules.meld_unit / 10
    tricks = rules.deck.stock_tricks
    for _, referee, view, _ in played(0, settings):
        search = Belief(view).playouts()
        terms = np.zeros((len(search.legal()), TERMS), np.int16)
        search.scores(terms)
        stage = STAGES * (tricks - referee.completed_tricks) // tricks
        at_stage = [np.interp(stage, knots(), row) for row in weights.T]
        # Weights between knots are rounded down, each by less than a thousandth of a point.
        assert search.behaviour_scores() == pytest.approx(terms @ at_stage, abs=0.05)


def fit(monkeypatch: pytest.MonkeyPatch, weights: Floats, *arguments: str) -> Result:
    """What the command finds in the moves of a made-up seat."""
    random, at = Random(1), at_stages(weights)
    choices = [[behaving(random, at[each], each, 0.03) for each in range(9)] for _ in range(160)]
    records = [HandChoices(number, "goulash", each) for number, each in enumerate(choices)]
    monkeypatch.setattr(posterior, "gathered", lambda *_: records)
    return CliRunner().invoke(main, ["fit", "--rules", "goulash", "--hands", "160", *arguments])


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """A copy of what is learned of goulash."""
    file = tmp_path / "goulash.npz"
    file.write_bytes((files("pinochle_solver.stock") / "weights" / file.name).read_bytes())
    return file


def test_a_behaviour_is_put_beside_what_else_is_learnt(
    learned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict(np.load(BytesIO(learned.read_bytes())))
    monkeypatch.setattr(posterior_fit, "_RATE", 0.03)
    made_up = np.full((KNOTS, TERMS), 0.5)
    result = fit(monkeypatch, made_up, "--steps", "100", "--put-into", str(learned))
    assert result.exit_code == 0, result.output
    assert result.output.endswith("the fitted are in it\n")
    after = dict(np.load(BytesIO(learned.read_bytes())))
    new = after.pop(BEHAVIOUR) / (WEIGHT_UNIT * FITTED.temperature)
    assert new[:3, 1] == pytest.approx(0.5, abs=0.3)
    slips, last_slips = after.pop(SLIPS)
    assert FITTED.slips <= slips < 0.2
    assert FITTED.last_slips <= last_slips < 0.5
    assert after.keys() == before.keys() - {BEHAVIOUR, SLIPS}
    assert all((after[name] == before[name]).all() for name in after)


def test_a_behaviour_that_explains_no_more_is_left_out(
    learned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = learned.read_bytes()
    believed = Weighing.believed_in(RULEBOOKS["goulash"]).weights
    result = fit(monkeypatch, believed, "--steps", "1", "--put-into", str(learned))
    assert result.exit_code == 0, result.output
    assert result.output.endswith("left as it is, the fitted are no better\n")
    assert learned.read_bytes() == before


def test_what_was_interrupted_is_shown_and_not_written(
    learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, header = learned.read_bytes(), tmp_path / "behaviour_weights.h"
    written = ("--put-into", str(learned), "--header", str(header))
    monkeypatch.setattr(posterior_fit, "_RATE", 0.03)
    fewer = ("--steps", "20", "--hands", "161", *written)
    result = fit(monkeypatch, np.full((KNOTS, TERMS), 0.5), *fewer)
    assert result.exit_code == 130
    assert "; interrupted before all were done\n" in result.output
    assert "fitted: slips=" in result.output
    monkeypatch.setattr(posterior, "gathered", lambda *_: [])
    for form in ([], ["--json"]):
        nothing = CliRunner().invoke(main, ["fit", "--rules", "goulash", *written, *form])
        assert nothing.exit_code == 130, nothing.output
        assert isinstance(nothing.exception, SystemExit)
    assert learned.read_bytes() == before
    assert not header.exists()


def test_only_rulebooks_of_the_same_weights_are_fitted_together(learned: Path) -> None:
    for arguments, named in (
        (["--put-into", str(learned)], "--put-into: expected one rulebook"),
        (["--rules", "hayes,glup"], "--rules: glup has weights of its own"),
        (["--put-into", str(learned.parent / "no.npz"), "--rules", "glup"], "no.npz"),
    ):
        refused = CliRunner().invoke(main, ["fit", *arguments])
        assert refused.exit_code == 2
        assert named in refused.output


def test_what_holds_no_weights_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "other.npz"
    file.write_bytes(b"PK\3\4 no arrays")
    result = fit(monkeypatch, np.full((KNOTS, TERMS), 0.5), "--steps", "1", "--put-into", str(file))
    assert result.exit_code == 1
    assert result.output.startswith("Error: --put-into: holds no arrays: ")
    assert result.output.count("\n") == 1


def test_scores_are_means_of_decisions_and_their_errors_by_hand() -> None:
    hands = [
        HandScores(
            hand, [ScoredBelief(trick, {INFERRED: 0.1 + hand, UNIFORM: 0.3}) for trick in at]
        )
        for hand, at in enumerate(([1, 2, 3], [4]))
    ]
    mean, error = mean_score(hands, INFERRED, 1, 12)
    assert mean == pytest.approx((3 * 0.1 + 1.1) / 4)
    assert error > 0.1
    assert mean_score(hands, UNIFORM, 1, 3) == pytest.approx((0.3, 0.0))
    assert mean_score(hands, None, 4, 4)[0] == pytest.approx(0.3 - 1.1)


def test_what_the_policy_does_tells_where_cards_are() -> None:
    settings = BeliefSettings(
        rules=("scarne",), engine="advice", worlds=None, seconds=None, at_random=0.0, seed=3
    )
    hands = [scores_of_hand(1, settings)]
    assert hands == [scores_of_hand(1, settings)]
    assert all(each.tricks > 0 for hand in hands for each in hand.decisions)
    uniform, inferred = (mean_score(hands, kind, 1, 12)[0] for kind in (UNIFORM, INFERRED))
    assert 0 < inferred < uniform < 0.3


def test_ranks_repeat_and_the_test_knows_uniform_ones() -> None:
    first = rank_decision(3, ("hayes",), 1)
    assert first == rank_decision(3, ("hayes",), 1)
    assert first.ranks.keys() == set(STATISTICS)
    assert all(0 <= rank <= DRAWS for rank in first.ranks.values())
    random = Random(2)
    alike = [Ranks(n, {"aces": random.randrange(DRAWS + 1)}) for n in range(2_000)]
    leaning = [Ranks(n, {"aces": int(DRAWS * random.random() ** 1.1)}) for n in range(2_000)]
    assert chi_square(alike, "aces")[1] > 0.01
    assert chi_square(leaning, "aces")[1] < 0.001


def test_the_commands_end_with_tables() -> None:
    for arguments, head in (
        (
            ["fit", "--hands", "2", "--rules", "hayes", "--engine", "greedy", "--steps", "50"],
            "policy's own",
        ),
        (["score", "--hands", "1", "--engine", "greedy"], "uniform less inferred"),
        (["ranks", "--decisions", "1"], "chi-square"),
    ):
        result = CliRunner().invoke(main, [*arguments, "--processes", "1"])
        assert result.exit_code == 0, result.output
        assert head in result.output
    refused = CliRunner().invoke(main, ["fit", "--worlds", "8", "--seconds", "1"])
    assert refused.exit_code == 2
    assert "--worlds or --seconds, not both" in refused.output


@pytest.mark.parametrize("command", ["fit", "score", "ranks"])
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["table", "json"])
def test_where_nothing_was_measured_there_are_no_figures(
    command: str, form: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posterior, "gathered", lambda *_: [])
    result = CliRunner().invoke(main, [command, *form])
    assert (result.exit_code, result.stderr) == (130, "")
    assert "nan" not in result.output.lower()
    if form:
        json.loads(result.output)


def test_a_search_in_a_given_time_is_told_by_kind_and_third() -> None:
    lines = written(1, seed=1)
    positions = [StockPosition.parse(line) for line in lines]
    groups = {(p.rules.name, kind_of(p), third_of(p)) for p in positions}
    assert len(groups) == len(lines) == len(PINOCHLE_BOOKS) * len(KINDS) * len(THIRDS)
    rows = table(positions[:3], [0.01])
    assert rows[0] == "| | positions | 0.01 s: worlds | error |"
    assert all(len(row.split("|")) == 6 for row in rows[2:])


@pytest.mark.parametrize(
    ("content", "arguments", "named"),
    [
        ("garbage\n", [], "line 1: garbage"),
        ("# nothing\n", [], "no position in it"),
        ("", ["--seconds", "0.1,x"], "'0.1,x', expected numbers above 0"),
        ("", ["--seconds", "-1"], "'-1', expected numbers above 0"),
    ],
)
def test_what_cannot_be_searched_is_told_in_one_line(
    content: str, arguments: list[str], named: str, tmp_path: Path
) -> None:
    file = tmp_path / "positions.pn"
    file.write_text(content)
    result = CliRunner().invoke(search_errors, [str(file), *arguments])
    assert result.exit_code == 2
    errors = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1
    assert named in errors[0]
