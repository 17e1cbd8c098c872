"""The games for three and four in bulk: dealt, solved and analysed as the plain commands do it."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from helpers.commandline import Pinochle
from pinochle_solver import TABLE_RULEBOOKS, TablePosition, solve_open
from pinochle_solver.bulk.jobs import PLAYOFFS, seed_of_row
from pinochle_solver.bulk.sources import first_rulebook
from pinochle_solver.bulk.table.jobs import TableAnalyzeJob, TableDealJob, TableSolveJob
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.table.rulebooks import with_options

ALONE = ("--workers", "0")
ENDING = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
TO_BURY = (
    "rules=auction act=bury bidder=south contract=250 turn=south south=AQJ.-.-.A"
    " west=A.-.-.- north=Q.-.-.-"
)


def rows(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    return found


def done(pinochle: Pinochle, *arguments: str | Path) -> None:
    run = pinochle("bulk", *map(str, arguments), *ALONE)
    assert (run.status, run.err) == (0, "")


@pytest.mark.parametrize("rules", ["auction", "check"])
def test_endings_are_dealt_and_solved_as_by_the_plain_commands(
    pinochle: Pinochle, tmp_path: Path, rules: str
) -> None:
    done(pinochle, "deal", tmp_path / "deals", "--rules", rules, "--playoff", "3", "--number", "4")
    done(pinochle, "solve", tmp_path / "deals", tmp_path / "solved")
    endings = list(random_endings(3, 4, 1, TABLE_RULEBOOKS[rules]))
    found = rows(tmp_path / "solved")
    assert [row["position"] for row in found] == [each.text() for each in endings]
    for row, position in zip(found, endings, strict=True):
        solution = solve_open(position)
        own = 0 if position.turn in solution.sides[0] else 1
        assert (row["value"], row["exact"]) == (solution.value[own], True)
        assert row["best"] == solution.moves[0].card.text()
        assert [(each["move"], each["loss"]) for each in row["moves"]] == [
            (each.card.text(), each.loss) for each in solution.moves
        ]
        assert row["error"] is None


def test_the_first_decisions_are_analysed_as_by_the_plain_command(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    dealt, found = tmp_path / "bids", tmp_path / "bidding"
    done(pinochle, "deal", dealt, "--rules", "auction", "--opening", "--number", "3", "--seed", "5")
    done(pinochle, "analyze", dealt, found, "--worlds", "32", "--seed", "7")
    for number, row in enumerate(rows(found)):
        position = TablePosition.parse(row["position"])
        assert row["act"] == "bid"
        analysis = analyze_hidden(position, Limits(worlds=32), seed_of_row(7, number))
        assert row["seed"] == analysis.seed
        assert row["objective"] == analysis.objective == "cents"
        first = analysis.moves[0]
        assert first.mean is not None
        assert row["moves"][0]["mean"] == first.mean.mean
        best = max(each["mean"] for each in row["moves"] if each["mean"] is not None)
        assert row["mean"] == best


def test_hands_and_games_with_a_stock_are_dealt(pinochle: Pinochle, tmp_path: Path) -> None:
    done(pinochle, "deal", tmp_path / "hands", "--rules", "hayes-3", "--number", "2")
    assert [row["record"].partition("\n")[0] for row in rows(tmp_path / "hands")] == (
        ['[Rules "hayes-3"]'] * 2
    )
    plain = pinochle("deal", "--rules", "hayes-3").out
    assert rows(tmp_path / "hands")[0]["record"] == plain
    done(pinochle, "deal", tmp_path / "leads", "--rules", "hayes-3", "--opening", "--number", "1")
    (row,) = rows(tmp_path / "leads")
    assert (row["act"], row["south_hidden"] + row["north_hidden"]) == ("play", 8)
    assert row["east_spades"] is None


def test_lines_of_these_games_are_read_and_a_wrong_one_has_no_answer(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "endings.pn"
    file.write_text(f"# three\n{ENDING}\n{TO_BURY.replace('west=A', 'west=AAA')}\ntrump=S\n")
    run = pinochle("bulk", "solve", str(file), str(tmp_path / "solved"), *ALONE)
    assert run.status == 2
    assert "2 rows are wrong, the first row 1" in run.err
    first, second, third = rows(tmp_path / "solved")
    assert (first["best"], first["side"], first["error"]) == ("JS", "south", None)
    assert second["position"] is None
    assert third["error"] == "rules: missing"


def test_the_jobs_go_to_other_processes() -> None:
    rules = with_options(TABLE_RULEBOOKS["auction"], ("kitty",))
    deal = TableDealJob(what=PLAYOFFS, rules=rules, seed=3, cards=2)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert deal.settings["options"] == ["kitty"]
    for job in (TableSolveJob(nodes=5), TableAnalyzeJob(worlds=8)):
        assert pickle.loads(pickle.dumps(job)) == job


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["deal", "out", "--rules", "auction", "--number", "1", "--playoff", "16"], "1 to 15"),
        (["deal", "out", "--rules", "auktion", "--number", "1"], "did you mean auction?"),
        (["deal", "out", "--number", "1", "--options", "kitty"], "is a two-handed game"),
        (["analyze", "endings.pn", "out", "--objective", "win"], "--objective: goes with"),
    ],
)
def test_bad_input_is_one_line(
    pinochle: Pinochle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("endings.pn").write_text(f"{ENDING}\n")
    run = pinochle("bulk", *arguments, *ALONE)
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1


def test_the_first_row_tells_the_game(tmp_path: Path) -> None:
    file = tmp_path / "some.pn"
    assert first_rulebook(file) is None
    file.write_text("")
    assert first_rulebook(file) is None
    file.write_text("# rules=check\n\ntrump=S south=A\n")
    assert first_rulebook(file) is None
    file.write_text(f"{ENDING}\n")
    assert first_rulebook(file) == "auction"
