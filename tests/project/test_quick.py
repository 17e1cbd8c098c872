"""What ``make quick`` runs (``helpers/quick.py``)."""

from __future__ import annotations

import json

import pytest

from helpers.quick import FILE, of, within

CHEAP, DEAR, NEW = (("rules/test_a.py", name) for name in ("test_cheap", "test_dear", "test_new"))
SECONDS = {"rules/test_a.py": {"test_cheap": 0.5, "test_dear": 3.0}}


@pytest.mark.parametrize(
    ("budget", "chosen"), [(0.2, {NEW}), (1, {NEW, CHEAP}), (9, {NEW, CHEAP, DEAR})]
)
def test_the_cheapest_go_first(budget: float, chosen: set[tuple[str, str]]) -> None:
    assert within(budget, dict.fromkeys((CHEAP, DEAR, NEW), 1), SECONDS) == chosen


def test_cases_are_of_one_function() -> None:
    assert of("tests/rules/test_a.py::test_cheap[1::2]") == CHEAP
    assert of("tests/rules/test_a.py::TestIt::test_it") == ("rules/test_a.py", "TestIt::test_it")


def test_what_is_kept_is_of_rooms_and_of_seconds() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert len(kept) > 150
    assert all(took > 0 for functions in kept.values() for took in functions.values())
