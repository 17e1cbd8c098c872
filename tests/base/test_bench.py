"""The bench: its signature, its figures, its comparison with an earlier run."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from helpers.paths import BENCHMARKS
from pinochle_solver import PlayoffPosition, solve
from pinochle_solver.bench import (
    OPEN_NODES,
    BenchResult,
    Distribution,
    bench_hands,
    bench_sets,
    hard_positions,
    open_sets,
    run_bench,
)
from pinochle_solver.rules.rulebooks import RULEBOOKS


@cache
def whole_run() -> BenchResult:
    return run_bench(bench_sets(), open_sets())


def signatures() -> dict[Path, int]:
    """The signatures of this program, by the file that records each."""
    result = whole_run()
    found = {
        "signature": result.signature,
        "hand_signature": result.hand_signature,
        "open_signature": result.open_signature,
    }
    return {BENCHMARKS / "speed" / f"{name}.txt": signature for name, signature in found.items()}


def test_the_signatures_are_the_recorded_ones() -> None:
    """Whoever changes the search or the rules changes the files with it: see the end."""
    found = signatures()
    assert found == {file: int(file.read_text()) for file in found}


def test_open_hands_are_whole_ones_and_answered() -> None:
    sets = open_sets()
    deals = [question.hands.hands.values() for asked in sets.values() for question in asked]
    assert {tuple(map(len, hands)) for hands in deals} == {(15,) * 3, (12,) * 4}
    for result in whole_run().open_hands:
        assert result.stopped == 0
        assert result.nodes.max < OPEN_NODES
        assert result.cpu_milliseconds is not None
        assert 0 < result.cpu_milliseconds.mean <= result.cpu_milliseconds.max


def test_deals_that_the_limit_stops_are_told(
    monkeypatch: pytest.MonkeyPatch, pinochle: Pinochle
) -> None:
    monkeypatch.setattr("pinochle_solver.bench.OPEN_NODES", 9)
    monkeypatch.setattr("pinochle_solver.cli.commands.bench.bench_sets", dict)
    monkeypatch.setattr("pinochle_solver.bench.HANDS", 100)
    found = run_bench({}, open_sets())
    assert all(result.stopped for result in found.open_hands if result.name.endswith("value"))
    shown = pinochle("bench", "--ascii").out
    assert "auction 15 cards value: 5 of 5 stopped by the limit" in shown
    assert "CPU ms" in shown


def test_an_earlier_run_without_processor_time_is_compared(
    monkeypatch: pytest.MonkeyPatch, pinochle: Pinochle, tmp_path: Path
) -> None:
    monkeypatch.setattr("pinochle_solver.bench.OPEN_NODES", 9)
    monkeypatch.setattr("pinochle_solver.cli.commands.bench.bench_sets", dict)
    monkeypatch.setattr("pinochle_solver.bench.HANDS", 100)
    found = json.loads(pinochle("bench", "--json").out)
    for result in found["open_hands"]:
        del result["cpu_milliseconds"]
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(found))
    compared = pinochle("bench", "--ascii", "--compare", str(earlier))
    assert compared.status == 0
    assert "(1.00x)" in compared.out


def test_random_hands_are_whole_ones() -> None:
    for result in whole_run().hands:
        # Two plays a trick, and not one decision more than the deal and the melds give.
        cards = RULEBOOKS[result.name].deck.size
        assert cards * result.hands < result.moves < 1.25 * cards * result.hands


@pytest.mark.alone
def test_random_hands_are_played_at_two_million_moves_a_second_and_more() -> None:
    for result in bench_hands():
        assert result.millions_a_second > 2


def test_hard_positions_are_solved_as_noted() -> None:
    positions = hard_positions()
    assert len(positions) >= 20
    assert {position.rules.must_head_plain for position in positions} == {False, True}
    for position in positions:
        assert solve(position, moves=False).value == position.value


def test_distributions() -> None:
    assert Distribution.of([5.0]) == Distribution(5, 5, 5, 5)
    assert Distribution.of(range(1, 102)) == Distribution(51, 51, 100, 101)


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    monkeypatch.setattr(
        "pinochle_solver.cli.commands.bench.bench_sets",
        lambda: {"one": [PlayoffPosition.parse(line)]},
    )
    monkeypatch.setattr("pinochle_solver.cli.commands.bench.open_sets", dict)
    monkeypatch.setattr("pinochle_solver.bench.HANDS", 100)


@pytest.mark.usefixtures("few_positions")
def test_the_command_prints_figures_and_compares(pinochle: Pinochle, tmp_path: Path) -> None:
    plain = pinochle("bench", "--ascii")
    assert plain.status == 0
    assert plain.out.isascii()
    assert "node signature:" in plain.out
    saved = pinochle("bench", "--json")
    found = json.loads(saved.out)
    assert found["sets"][0]["name"] == "one"
    assert found["signature"] == found["sets"][0]["signature"]
    earlier = tmp_path / "earlier.json"
    earlier.write_text(saved.out)
    compared = pinochle("bench", "--compare", str(earlier))
    assert f"compared with: {found['machine']}" in compared.out
    assert "(1.00x)" in compared.out
    assert pinochle("bench", "--signature", str(found["signature"])).status == 0
    wrong = pinochle("bench", "--signature", "1")
    assert (wrong.status, wrong.err) == (1, f"signature: {found['signature']}, expected 1\n")
    assert pinochle("bench", "--open-signature", "0").status == 0
    wrong = pinochle("bench", "--open-signature", "1")
    assert (wrong.status, wrong.err) == (1, "open signature: 0, expected 1\n")
    hands = found["hand_signature"]
    assert pinochle("bench", "--hand-signature", str(hands)).status == 0
    wrong = pinochle("bench", "--hand-signature", "1")
    assert (wrong.status, wrong.err) == (1, f"hand signature: {hands}, expected 1\n")


@pytest.mark.usefixtures("few_positions")
def test_what_an_earlier_run_had_besides_is_named(pinochle: Pinochle, tmp_path: Path) -> None:
    found = json.loads(pinochle("bench", "--json").out)
    besides = ["two", "three", "four", "five", "six", "seven"]
    found["sets"] += [{**found["sets"][0], "name": name} for name in besides]
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(found))
    compared = pinochle("bench", "--compare", str(earlier)).out
    assert [line for line in compared.splitlines() if "not in this run" in line] == [
        f"not in this run: {name}" for name in besides
    ]


@pytest.mark.parametrize("content", [b"", b"{}", b'{"sets": 1}', b"\xff"])
def test_what_is_no_earlier_result_is_refused(
    pinochle: Pinochle, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "earlier.json"
    file.write_bytes(content)
    result = pinochle("bench", "--compare", str(file))
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"{file}: no result of pinochle bench")
    assert len(result.err.splitlines()) == 1
    missing = pinochle("bench", "--compare", str(tmp_path / "missing"))
    assert missing.err == f"{tmp_path / 'missing'}: no such file or directory\n"


if __name__ == "__main__":
    for file, signature in signatures().items():
        file.write_text(f"{signature}\n", encoding="utf-8")
