"""Hands in which seats bid in different ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.strength import table_bidding
from benchmarks.strength.table_bidding import Bidders, Settings, played_deal
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def settings(rules: str, first: str, second: str) -> Settings:
    return Settings(rules, first, second, worlds=8, open_worlds=1, seed=1)


@pytest.mark.parametrize(
    ("rules", "first", "second"), [("auction", "safe", "wild"), ("check", "advice", "default")]
)
def test_who_wins_is_what_the_other_loses(rules: str, first: str, second: str) -> None:
    for number in range(2):
        ahead = played_deal(number, settings(rules, first, second)).won
        behind = played_deal(number, settings(rules, second, first)).won
        assert ahead == pytest.approx(-behind)
        assert played_deal(number, settings(rules, first, first)).won == 0


def test_the_bolder_bids_more_often() -> None:
    calls = []
    for name in ("safe", "normal", "risk", "wild"):
        hands = [begun(random_deal(n, 1, TABLE_RULEBOOKS["auction"])) for n in range(40)]
        of = [
            Bidders(random_deal(0, 1, each.rules), settings("auction", name, name))
            for each in hands
        ]
        calls.append(sum(a.call(name, hand) != PASS for a, hand in zip(of, hands, strict=True)))
    assert calls == sorted(calls)
    assert calls[0] < calls[-1]


def test_bidders_meet_two_by_two_and_what_is_done_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "bids"
    words = ["--bidders", "safe,normal,risk", "--deals", "2", "--results", str(file)]
    runs = [CliRunner().invoke(table_bidding.main, words) for _ in range(2)]
    lines = [line for line in runs[1].stdout.splitlines() if line.startswith("auction, ")]
    assert [line.split(":")[0] for line in lines] == [
        "auction, safe against normal",
        "auction, safe against risk",
        "auction, normal against risk",
    ]
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "bids.normal-risk",
        "bids.safe-normal",
        "bids.safe-risk",
    ]
    refused = CliRunner().invoke(table_bidding.main, ["--rules", "check", "--bidders", "safe,wild"])
    assert refused.exit_code == 2
    assert "expected two or more of default, advice, open-average" in refused.stderr
