"""Every rule of docs/RULES.md, sections 2 to 4 and 6, has its tests (see `rules_coverage`).

So has every rule of its section 7 (`irregularity_rules_coverage`), of docs/RULES-VARIANTS.md,
sections 1 to 5 (`variant_rules_coverage`), and of docs/RULES-TABLE.md, sections 1 to 7
(`table_rules_coverage`).

A rule is a row of a table, or a sentence of anything else; it is known by its text, so that a rule
that is changed has to be looked up again.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.common.variants import check
from helpers.broken_rules import BREAKS, Break
from helpers.irregularity_rules_coverage import COVERAGE as IRREGULARITY_COVERAGE
from helpers.paths import ROOT
from helpers.rules_coverage import COVERAGE
from helpers.table_rules_coverage import COVERAGE as TABLE_COVERAGE
from helpers.variant_rules_coverage import COVERAGE as VARIANT_COVERAGE


def section(number: int, page: str = "RULES.md") -> str:
    """The text of a section of the rules, without its heading."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.split(rf"^## {number}\. .*\n", text, flags=re.MULTILINE)[1].partition("\n## ")[0]


def rules_of(text: str) -> list[str]:
    """The rules that a section states, runs of blanks made one."""
    # A rule begins anew behind a blank line, and with a row of a table, a numbered item, a bullet.
    blocks = re.split(r"\n\s*\n|\n(?=\||\d+\. |- )", text)
    rules: list[str] = []
    for block in blocks:
        words = " ".join(re.sub(r"^\s*(\d+\. |- )", "", block).split())
        if re.fullmatch(r"[| -]+", words):
            rules.pop()  # below the line of dashes come the rows, above it stand their columns
        elif re.fullmatch(r"\*\*[^*]+\*\*", words):
            continue  # what a table is about
        elif words.startswith("|") or words.endswith(":"):
            rules.append(words)
        elif words:
            rules += re.split(r'(?<=[a-z0-9)*]\.) (?=[A-Z0-9*"])', words)
    return rules


RULES = [rule for number in (2, 3, 4, 6) for rule in rules_of(section(number))]
IRREGULARITY_RULES = rules_of(section(7))
VARIANT_RULES = [
    rule for number in range(1, 6) for rule in rules_of(section(number, "RULES-VARIANTS.md"))
]

TABLE_RULES = [
    rule for number in range(1, 8) for rule in rules_of(section(number, "RULES-TABLE.md"))
]


def test_rules_are_told_apart() -> None:
    text = """
A lead that goes over
two lines, e.g. like this. **So** this is the second.

**A table.**

| what | scarne |
|---|---|
| a row | 10. Or 20 |
1. **First**: one. Two (ruling). 23 are three.
2. Second,
   to be continued.
- A bullet.

Now follow those:
"""
    assert rules_of(text) == [
        "A lead that goes over two lines, e.g. like this.",
        "**So** this is the second.",
        "| a row | 10. Or 20 |",
        "**First**: one.",
        "Two (ruling).",
        "23 are three.",
        "Second, to be continued.",
        "A bullet.",
        "Now follow those:",
    ]
    assert len(RULES) == len(set(RULES)) > 70


@pytest.mark.parametrize(
    ("rules", "coverage"),
    [
        (RULES, COVERAGE),
        (IRREGULARITY_RULES, IRREGULARITY_COVERAGE),
        (VARIANT_RULES, VARIANT_COVERAGE),
        (TABLE_RULES, TABLE_COVERAGE),
    ],
    ids=["two hands", "what goes wrong", "goulash, glup and doubles", "three and four"],
)
def test_every_rule_has_its_tests(rules: list[str], coverage: Mapping[str, object]) -> None:
    assert [rule for rule in rules if not coverage.get(rule)] == []


def test_every_entry_has_its_rule() -> None:
    assert [rule for rule in TABLE_COVERAGE if rule not in TABLE_RULES] == []
    assert [rule for rule in VARIANT_COVERAGE if rule not in VARIANT_RULES] == []
    assert [rule for rule in COVERAGE if rule not in RULES] == []
    assert [rule for rule in IRREGULARITY_COVERAGE if rule not in IRREGULARITY_RULES] == []


def test_every_test_named_is_there() -> None:
    pages = (COVERAGE, IRREGULARITY_COVERAGE, VARIANT_COVERAGE, TABLE_COVERAGE)
    every = [names for page in pages for names in page.values()]
    named = {name for names in every for name in names}
    files = {name.partition("::")[0] for name in named}
    there = {f"{file}::{function}" for file in files for function in functions_of(ROOT / file)}
    assert sorted(named - there) == []


@pytest.mark.source
@pytest.mark.parametrize("by", BREAKS, ids=[by.what for by in BREAKS])
def test_a_break_changes_one_place_of_the_program(by: Break) -> None:
    check([by])
    assert by.new != by.old


def test_every_rule_is_broken_once() -> None:
    starts = [start for by in BREAKS for start in by.rules]
    matches = {start: [rule for rule in COVERAGE if rule.startswith(start)] for start in starts}
    assert [start for start, rules in matches.items() if len(rules) != 1] == []
    assert {rule for rules in matches.values() for rule in rules} == {*COVERAGE}


@pytest.mark.source
def test_a_broken_rule_is_noticed() -> None:
    """One of the breaks that need no compiler; the others are for the command."""
    program = str(ROOT / "benchmarks" / "correctness" / "check_rules_coverage.py")
    command = [sys.executable, program, "--only", "the lower score wins"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 breaks of" in done.stdout
    assert "0 not noticed" in done.stdout


def functions_of(file: Path) -> list[str]:
    """The tests of a module that are functions, as they are written in it."""
    return re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
