"""The jobs of the tables of `pinochle openings`: what a row says, and who makes it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pinochle_solver import RULEBOOKS
from pinochle_solver.bulk.jobs import Job
from pinochle_solver.bulk.manifest import read_manifest
from pinochle_solver.bulk.openings import PlayedOpeningsJob, played_openings
from pinochle_solver.bulk.sources import Numbers
from pinochle_solver.bulk.table.openings import TriedHandsJob, class_dealt, tried_hands
from pinochle_solver.cli.commands.bulk_runs import RunOptions, run_job
from pinochle_solver.openings.played import by_advice
from pinochle_solver.openings.table.analyzed import tried_hand
from pinochle_solver.openings.table.classes import class_of, sum_of
from pinochle_solver.openings.table.dealt import by_advice as by_table_advice
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

CHECK, THREE = TABLE_RULEBOOKS["check"], TABLE_RULEBOOKS["hayes-3"]


def rows(*numbers: int) -> pa.Table:
    return pa.table({"row": pa.array(numbers, pa.int64())})


def test_a_row_has_the_hands_of_a_deal() -> None:
    two = PlayedOpeningsJob(rules=RULEBOOKS["scarne"], seed=3).answer(rows(5, 2), 0).table
    assert two["deal"].to_pylist() == [5, 2]
    played = [each for deal in (5, 2) for each in by_advice(deal, 3, RULEBOOKS["scarne"])]
    assert [*played_openings(two)] == played
    three = PlayedOpeningsJob(rules=THREE).answer(rows(1), 0).table
    assert [*played_openings(three)] == by_table_advice(1, 1, THREE)


def test_a_row_has_what_was_tried_with_the_first_hand() -> None:
    job = TriedHandsJob(rules=CHECK, worlds=2, seed=1)
    numbers = [deal for deal in range(9) if class_dealt(CHECK, deal, 1) is not None][:2]
    found = [*tried_hands(job.answer(rows(*numbers), 0).table)]
    for deal_number, (name, tried) in zip(numbers, found, strict=True):
        deal = random_deal(deal_number, 1, CHECK)
        turn = begun(deal).turn
        assert turn is not None
        best = sum_of(CHECK, deal.hands[turn])
        assert name == class_of(CHECK, best).text() == class_dealt(CHECK, deal_number, 1)
        assert tried == tried_hand(deal, best.trump, 2, 1 + deal_number)
        assert [each.bid for each in tried.bids] == sorted(each.bid for each in tried.bids)


def test_nobody_bids_without_a_marriage() -> None:
    told = [class_dealt(CHECK, deal, 1) for deal in range(20)]
    assert 0 < told.count(None) < 20


@pytest.mark.parametrize(
    "job",
    [
        PlayedOpeningsJob(rules=THREE),
        TriedHandsJob(rules=TABLE_RULEBOOKS["partnership-auction"], worlds=2),
    ],
)
def test_two_processes_write_what_one_writes(tmp_path: Path, job: Job) -> None:
    numbers, work = range(3, 7), partial(run_job, job)
    for folder, workers in (("alone", 0), ("two", 2)):
        assert work(numbers, tmp_path / folder, RunOptions(workers, None, 1)) == 0
    alone, two = (read_manifest(tmp_path / name) for name in ("alone", "two"))
    assert alone.checksum == two.checksum
    deals = [
        deal
        for file in sorted((tmp_path / "two").glob("*.parquet"))
        for deal in pq.read_table(file)["deal"].to_pylist()
    ]
    assert deals == [*numbers]
    # The rows that are there are not done again, and other rows are another output.
    (tmp_path / "two" / "part-000001.parquet").unlink()
    assert work(numbers, tmp_path / "two", RunOptions(0, None, 1)) == 0
    assert read_manifest(tmp_path / "two").checksum == alone.checksum


def test_numbered_rows_say_which() -> None:
    counted, listed = Numbers(3), Numbers([4, 9])
    assert [row for table in counted.tables() for row in table["row"].to_pylist()] == [0, 1, 2]
    assert [row for table in listed.tables() for row in table["row"].to_pylist()] == [4, 9]
    assert counted.checksum == "" != listed.checksum != Numbers([4, 8]).checksum
