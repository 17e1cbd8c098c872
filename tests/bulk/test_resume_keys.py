"""Whatever answers depend on is in the key of the file that keeps them.

Each class of settings is gone through field by field: with another value the key is another one, or
the field stands in `NEEDS_NO_KEY`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.handbook.opening_hands import PolicyHandsJob
from helpers.paths import BENCHMARKS
from helpers.rivals import SETTINGS
from pinochle_solver import COUNTS, RULEBOOKS, Seat
from pinochle_solver.bulk.jobs import (
    HANDS,
    PLAYOFFS,
    AnalyzeJob,
    DealJob,
    Job,
    ReviewJob,
    SolveJob,
)
from pinochle_solver.bulk.manifest import Asked
from pinochle_solver.bulk.openings import PlayedOpeningsJob
from pinochle_solver.bulk.running import asked_of
from pinochle_solver.bulk.sources import Numbers
from pinochle_solver.bulk.table.jobs import TableAnalyzeJob, TableDealJob, TableSolveJob
from pinochle_solver.bulk.table.openings import TriedHandsJob
from pinochle_solver.game.recording import record_of
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.ledger.jobs import LedgerJob
from pinochle_solver.limits import Limits
from pinochle_solver.matches.file import MatchFile, MatchFileError
from pinochle_solver.matches.results import MatchSettings
from pinochle_solver.reviews.annotations import comments_of, settings_text
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.tournaments.jobs import TournamentJob

FEW = ReviewSettings(Limits(worlds=16))
SCARNE, HAYES = RULEBOOKS["scarne"], RULEBOOKS["hayes"]
HOUSE = replace(SCARNE, name="house", target=1200)
# The same name, and not the same rules.
OTHER_HOUSE = replace(HOUSE, target=1500)
TABLE_HOUSE = replace(TABLE_RULEBOOKS["corners"], name="house", target=1200)
OTHER_TABLE_HOUSE = replace(TABLE_HOUSE, target=1500)

NEEDS_NO_KEY = {
    (DealJob, "default"): "a deal reads no rows that could name no rulebook",
    (TableDealJob, "default"): "a deal reads no rows that could name no rulebook",
    (PlayedOpeningsJob, "default"): "hands are dealt, not read",
    (TriedHandsJob, "default"): "hands are dealt, not read",
    (PolicyHandsJob, "default"): "hands are dealt, not read",
    (PolicyHandsJob, "rulebooks"): "hands are dealt, not read",
    (ReviewSettings, "cards"): "found anew beside what is kept",
    (ReviewSettings, "threads"): "a review limited by worlds is the same on any number of threads",
    (Limits, "nodes"): "a review is limited by seconds or by worlds",
    (Limits, "target_error"): "a review is limited by seconds or by worlds",
}
COMMON: dict[str, Any] = {"rulebooks": (HOUSE,), "default": HAYES}
JOBS: dict[Job, dict[str, Any]] = {
    SolveJob(): COMMON | {"moves": False, "nodes": 9, "table_mb": 4.0},
    AnalyzeJob(worlds=8): COMMON
    | {"worlds": 9, "seed": 2, "engine": "pimc", "belief": "uniform", "objective": "win"},
    ReviewJob(worlds=16): COMMON
    | {"worlds": 17, "seed": 2, "seat": Seat.NORTH, "belief": "uniform"},
    DealJob(what=PLAYOFFS, rules=SCARNE, count=SCARNE.count, cards=3): COMMON
    | {"what": HANDS, "rules": HAYES, "count": COUNTS["simplified"], "seed": 2, "cards": 4},
    PolicyHandsJob(rules=SCARNE): COMMON | {"rules": HAYES, "seed": 2},
    PlayedOpeningsJob(rules=SCARNE): COMMON | {"rules": HAYES, "seed": 2},
    TriedHandsJob(rules=TABLE_RULEBOOKS["auction"], worlds=8): COMMON
    | {"rules": TABLE_RULEBOOKS["corners"], "worlds": 9, "seed": 2},
    TableSolveJob(): COMMON | {"moves": False, "nodes": 9, "table_mb": 4.0},
    TableAnalyzeJob(worlds=8): COMMON | {"worlds": 9, "seed": 2},
    TableDealJob(what=PLAYOFFS, rules=TABLE_RULEBOOKS["auction"], cards=3): COMMON
    | {"what": HANDS, "rules": TABLE_RULEBOOKS["corners"], "seed": 2, "cards": 4},
}
# What these give is kept by files of their own, not as shards.
KEPT_ELSEWHERE = {LedgerJob: "the ledger", TournamentJob: "the file of a match"}


def check_every_field(own: Any, others: Mapping[str, Any], keys: Sequence[object]) -> None:
    """There is another value for each field, and another key with it unless that needs none."""
    kind = type(own)
    assert [*others] == [each.name for each in fields(kind)]
    for (name, value), key in zip(others.items(), keys[1:], strict=True):
        assert value != getattr(own, name)
        assert (key == keys[0]) == ((kind, name) in NEEDS_NO_KEY), name


def key_of(job: Job) -> str:
    return asked_of(job, Numbers(70)).checksum


def test_every_job_is_here() -> None:
    assert {*map(type, JOBS), *KEPT_ELSEWHERE} == {*Job.__subclasses__()}


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.command)
def test_of_jobs_in_bulk(job: Job) -> None:
    others = JOBS[job]
    changed = [replace(job, **{name: value}) for name, value in others.items()]
    check_every_field(job, others, [key_of(each) for each in (job, *changed)])
    told = asked_of(job, Numbers(70))
    for (name, value), other in zip(others.items(), changed, strict=True):
        fact = told.difference(asked_of(other, Numbers(70)))
        if (type(job), name) in NEEDS_NO_KEY:
            assert fact is None
        else:
            assert fact is not None
            names = {"default": "rules", "rulebooks": "the rulebooks"}
            assert fact.startswith(f"{names.get(name, name).replace('_', '-')} w"), value


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.command)
def test_of_rulebooks_of_one_name(job: Job) -> None:
    """A name says nothing of a rulebook that is not published."""
    fields_of_rules = [
        name
        for name in ("default", "rules")
        if hasattr(job, name) and (type(job), name) not in NEEDS_NO_KEY
    ]
    for name in fields_of_rules:
        is_table = isinstance(getattr(job, name), TableRules)
        houses = (TABLE_HOUSE, OTHER_TABLE_HOUSE) if is_table else (HOUSE, OTHER_HOUSE)
        given: list[dict[str, Any]] = [{name: rules} for rules in houses]
        one, other = (replace(job, **each) for each in given)
        assert key_of(one) != key_of(other), name
        assert asked_of(one, Numbers(7)).difference(asked_of(other, Numbers(7))) == (
            "the rulebooks were house, now others of these names"
        )
        # It is told once, whether or not it is among those that rows may name.
        assert key_of(replace(one, rulebooks=houses[:1])) == key_of(one)


def test_of_what_is_asked() -> None:
    asked = Asked(
        command="solve",
        rows=70,
        input_checksum="ab12",
        shard_rows=8,
        settings={"moves": True},
        rulebooks={},
        program="1.0",
    )
    others: dict[str, Any] = {
        "command": "analyze",
        "rows": 71,
        "input_checksum": "ab13",
        "shard_rows": 9,
        "settings": {"moves": False},
        "rulebooks": {"house": "target = 1200"},
        "program": "1.1",
    }
    changed = [replace(asked, **{name: value}) for name, value in others.items()]
    check_every_field(asked, others, [each.checksum for each in (asked, *changed)])
    assert [asked.difference(each) for each in (asked, *changed)] == [
        None,
        "the command was solve, now analyze",
        "the rows were 70, now 71",
        "the input's checksum was ab12, now ab13",
        "--shard-rows was 8, now 9",
        "moves was on, now off",
        "the rulebooks were none, now house",
        "pinochle-solver was 1.0, now 1.1",
    ]


OTHER_MATCH: dict[str, Any] = {
    "a": "random",
    "b": "greedy",
    "rules": ("hayes",),
    "count": "simplified",
    "seed": 2,
    "seconds": 0.5,
    "worlds": 65,
    "timeout": 61.0,
    "sprt": (0.0, 5.0),
    "version": "0.0.1",
    "names": ("Ann", "Bob"),
    "rulebooks": (HOUSE,),
    "game": True,
    "target": 600,
    "ahead": 300,
    "call_out": True,
    "doubles": "every",
}


def test_of_a_match(tmp_path: Path) -> None:
    assert [*OTHER_MATCH] == [each.name for each in fields(MatchSettings)]
    file = tmp_path / "results.jsonl"
    MatchFile(file, SETTINGS).close()
    for name, value in OTHER_MATCH.items():
        with pytest.raises(MatchFileError, match=f"other settings: .*{name}"):
            MatchFile(file, replace(SETTINGS, **{name: value}))
    other_house = replace(SETTINGS, rules=("house",), rulebooks=(HOUSE,))
    MatchFile(tmp_path / "house.jsonl", other_house).close()
    with pytest.raises(MatchFileError, match="its own rulebooks differ"):
        MatchFile(tmp_path / "house.jsonl", replace(other_house, rulebooks=(OTHER_HOUSE,)))
    MatchFile(file, SETTINGS).close()


def test_of_a_review() -> None:
    own = FEW
    others: dict[str, Any] = {
        "limits": Limits(worlds=17),
        "seed": 2,
        "threads": 2,
        "belief": "uniform",
        "cards": True,
    }
    changed = [replace(own, **{name: value}) for name, value in others.items()]
    check_every_field(own, others, [settings_text(each) for each in (own, *changed)])
    limits = Limits(seconds=0.1234567)
    of_limits = {"seconds": 0.1234568, "worlds": 16, "nodes": 5, "target_error": 0.5}
    texts = [
        settings_text(ReviewSettings(each))
        for each in (
            limits,
            Limits(seconds=0.1234568),
            Limits(worlds=16),
            replace(limits, nodes=5),
            replace(limits, target_error=0.5),
        )
    ]
    check_every_field(limits, of_limits, texts)
    assert texts[0].startswith("seconds 0.1234567 seed 1 belief inferred version ")


def test_of_the_hand_that_was_reviewed() -> None:
    """Of a rulebook that is not published its rules: by others a move loses something else."""
    kinds = [replace(kind, points=kind.points + 10) for kind in SCARNE.melds]
    published, house, other = (
        next(iter(comments_of(record_of(random_deal(1, 1, rules)), FEW, (), None)))
        for rules in (SCARNE, HOUSE, replace(HOUSE, melds=tuple(kinds)))
    )
    assert len({published, house, other}) == 3
    assert re.fullmatch(r"; review: worlds 16 .* hand [0-9a-f]{16}", house)


@pytest.mark.source
def test_measurements_are_kept_by_all_their_settings() -> None:
    """Each command that goes on with a file has in its head all the fields of its settings."""
    found = 0
    for file in sorted(BENCHMARKS.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "gathered(work" in text and re.search(r"\bsettings = (?!Match)\w*[Ss]ettings\(", text):
            assert "asdict(settings)" in text, file.name
            found += 1
    assert found >= 8
