"""The stock-phase puzzles: what they record of the books' claims is what the engine finds."""

from __future__ import annotations

from math import hypot

import pytest

from benchmarks.handbook.stock_puzzles import (
    CLOSE,
    CONFIRMED,
    FILE,
    REFUTED,
    Claim,
    Found,
    read_claims,
    read_found,
)
from pinochle_solver.intervals import SURE

LINES = FILE.read_text(encoding="utf-8").splitlines()
CLAIMS = list(read_claims(LINES))
MAXIMS = {1, 2, 3, 4, 5, 6, 9, 10, 12, 13}
POSITIONS = {claim.position.id: claim.position for claim in CLAIMS}
# Other worlds than those of the record, and few: the error that is allowed grows with theirs.
WORLDS, SEED, MOST_ERRORS = 256, 2, 4.0


def recorded(claim: Claim) -> Found:
    found = read_found(LINES[claim.line + 1])
    assert found is not None, f"{FILE.name}:{claim.line + 2}"
    return found[0]


def test_the_maxims_are_covered_by_enough_positions() -> None:
    assert {claim.maxim for claim in CLAIMS} == MAXIMS
    assert len(POSITIONS) >= 20
    assert {position.rules.name for position in POSITIONS.values()} >= {
        "scarne",
        "hayes",
        "macdougall",
    }
    assert {recorded(claim).verdict for claim in CLAIMS} == {CONFIRMED, REFUTED, CLOSE}


def test_every_position_is_written_canonically_and_has_its_own_name_and_a_claim() -> None:
    lines = [line for line in LINES if line and not line.startswith("#")]
    assert lines == [position.text() for position in POSITIONS.values()]
    assert None not in POSITIONS
    assert all(len(line) <= 100 for line in LINES if line.startswith("#"))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.position.id}: {claim.text()}")
def test_a_claim_compares_two_legal_moves_and_its_verdict_is_that_of_the_numbers(
    claim: Claim,
) -> None:
    moves = [move.text() for move in claim.position.legal_moves()]
    assert claim.better in moves
    assert claim.other in moves
    assert claim.better != claim.other
    found = read_found(LINES[claim.line + 1])
    assert found is not None
    assert found[1] == found[0].verdict
    assert LINES[claim.line + 1] == f"# found: {found[0].text()}"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.position.id}: {claim.text()}")
def test_other_worlds_say_the_same(claim: Claim) -> None:
    record = recorded(claim)
    again = claim.find(WORLDS, SEED, threads=2)
    error = hypot(record.interval, again.interval) / SURE
    assert (again.worlds is None) == (record.worlds is None)
    # Both are rounded to tenths.
    assert abs(again.difference - record.difference) <= MOST_ERRORS * error + 0.1


def test_verdicts() -> None:
    assert Found(2.0, 1.9, 64, 1).text() == "+2.0 ± 1.9 (64 worlds, seed 1, inferred): confirmed"
    assert Found(-2.0, 1.9, 64, 1).verdict == REFUTED
    assert Found(1.9, 1.9, 64, 1).verdict == CLOSE
    assert Found(-2.5).text() == "-2.5 (exact): refuted"
    assert Found(0.0).verdict == CLOSE
    for found in (Found(2.0, 1.9, 64, 1), Found(-12.5)):
        assert read_found(f"# found: {found.text()}") == (found, found.verdict)
    assert read_found("# found: something else") is None
