"""``--quick``: what tells most in little time, by what every test took when that was measured.

A test function is run with all its cases or not at all. The cheapest ones come first, until the
budget is spent; those that measure time or need a browser are left out. `tests/seconds.json` says
what each took; one that is not in it is new and is run. ``--keep-seconds`` writes the file anew for
what is run: processor time of the tests and of the programs that they have started.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import pytest

from helpers.paths import TESTS

FILE = TESTS / "seconds.json"
BUDGET = 8.0  # a minute on one core, with what it takes to find the tests and to report
_LEAST = 0.02  # of less nothing is kept: it is little more than what it takes to measure it
_OF_A_CASE = 0.003  # what it takes to run a case that does nothing

Seconds = dict[str, dict[str, float]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    group = parser.getgroup("quick")
    group.addoption("--quick", action="store_true", help="Only what goes into a minute.")
    group.addoption("--keep-seconds", action="store_true", help=f"Write {FILE.name} anew.")


def pytest_configure(config: pytest.Config) -> None:
    """Measure, if that is asked for."""
    if config.getoption("--keep-seconds"):
        config.pluginmanager.register(_Stopwatch())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what does not go into the budget."""
    if not config.getoption("--quick"):
        return
    functions = Counter(of(item.nodeid) for item in items if not is_apart(item))
    chosen = within(BUDGET, functions, json.loads(FILE.read_text(encoding="utf-8")))
    left_out = [item for item in items if is_apart(item) or of(item.nodeid) not in chosen]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if of(item.nodeid) in chosen and not is_apart(item)]


def is_apart(item: pytest.Item) -> bool:
    """Whether a test is run by a target of its own."""
    return any(item.get_closest_marker(name) for name in ("alone", "browser"))


def of(nodeid: str) -> tuple[str, str]:
    """The file of a test, from the folder of the tests, and its function, without the case."""
    file, _, function = nodeid.partition("::")
    return file.removeprefix("tests/"), function.partition("[")[0]


def within(
    budget: float, cases: Mapping[tuple[str, str], int], seconds: Seconds
) -> set[tuple[str, str]]:
    """Those of the functions, of so many cases each, that go into so many seconds."""
    took = {
        each: seconds.get(each[0], {}).get(each[1], 0.0) + number * _OF_A_CASE
        for each, number in cases.items()
    }
    chosen = set()
    for each in sorted(took, key=lambda each: (took[each], each)):
        budget -= took[each]
        if budget < 0:
            break
        chosen.add(each)
    return chosen


class _Stopwatch:
    """Measures the functions that are run, and keeps what they took."""

    def __init__(self) -> None:
        self._took: defaultdict[tuple[str, str], float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure a test."""
        begun = _used()
        try:
            return (yield)
        finally:
            self._took[of(item.nodeid)] += _used() - begun

    def pytest_sessionfinish(self) -> None:
        """Keep what was measured beside what is known of other files."""
        known: Seconds = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        for file in {file for file, _ in self._took}:
            known[file] = {}
        for (file, function), took in sorted(self._took.items()):
            if took >= _LEAST:
                known[file][function] = round(took, 2)
        there = {name: known[name] for name in sorted(known) if (TESTS / name).exists()}
        FILE.write_text(json.dumps(there, indent=1) + "\n", encoding="utf-8")


def _used() -> float:
    """The processor time of this process and of those that it has started and seen end."""
    return sum(os.times()[:4])
