"""Breaks the rules one after the other, and runs the tests that are named for them.

    python benchmarks/correctness/check_rules_coverage.py

Each change of ``tests/helpers/broken_rules.py`` is made in a copy of the project, what has to be
compiled is compiled, and the tests that ``tests/helpers/rules_coverage.py`` names for the rules it
breaks are run: for every such rule one of them has to fail. At the end come the tests that have
failed for none of the breaks of their rule. Exits with 1 if a break went unnoticed. All breaks take
about a quarter of an hour on a machine of its own; ``--python`` leaves out those that need the
compiler.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import click

from benchmarks.common.starting import run
from benchmarks.common.variants import Project, copied
from helpers.broken_rules import BREAKS, Break
from helpers.rules_coverage import COVERAGE


def failing(project: Project, tests: Sequence[str]) -> set[str]:
    """Those of the tests, as pytest names functions, of which a case fails in a copy."""
    project.build_if_changed()
    report = project.folder / "report.xml"
    report.unlink(missing_ok=True)
    project.run("-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}", *tests)
    if not report.exists():
        return set()
    failed = set()
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            module = case.get("classname", "").replace(".", "/")
            failed.add(f"{module}.py::{case.get('name', '').partition('[')[0]}")
    return failed & {*tests}


def rules_of(by: Break) -> list[str]:
    """The rules that are broken, whole."""
    return [rule for start in by.rules for rule in COVERAGE if rule.startswith(start)]


@click.command()
@click.option("--python", is_flag=True, help="Only what needs no compiler.")
@click.option("--only", default="", metavar="WORDS", help="Only breaks described so.")
def main(python: bool, only: str) -> None:
    """Break the rules one after the other, and run the tests that are named for them."""
    breaks = [by for by in BREAKS if only in by.what and (by.file.endswith(".py") or not python)]
    noticed: set[tuple[str, str]] = set()
    named: set[tuple[str, str]] = set()
    unnoticed = 0
    with copied(with_build=any(not by.file.endswith(".py") for by in breaks)) as project:
        for by in breaks:
            rules = rules_of(by)
            tests = sorted({test for rule in rules for test in COVERAGE[rule]})
            with project.changed([by]):
                failed = failing(project, tests)
            missed = [rule for rule in rules if failed.isdisjoint(COVERAGE[rule])]
            unnoticed += bool(missed)
            click.echo(f"{len(failed):2} of {len(tests):2} tests fail: {by.what}")
            for rule in missed:
                click.echo(f"   NOT NOTICED by those of: {rule[:70]}")
            named |= {(rule, test) for rule in rules for test in COVERAGE[rule]}
            noticed |= {(rule, test) for rule in rules for test in failed & {*COVERAGE[rule]}}
    broken = {rule for rule, _ in named}
    click.echo(
        f"{len(breaks)} breaks of {len(broken)} rules of {len(COVERAGE)}, {unnoticed} not noticed"
    )
    click.echo(f"{len(noticed)} of {len(named)} tests named for these rules have failed; not:")
    for rule, test in sorted(named - noticed):
        click.echo(f"   {test.partition('::')[2]}: {rule[:40]}")
    raise SystemExit(unnoticed > 0)


if __name__ == "__main__":
    run(main)
