"""Runs every test file by itself, and writes which lines of the program it reaches.

    python benchmarks/correctness/coverage_map.py coverage.jsonl
    python benchmarks/correctness/coverage_map.py coverage.jsonl --only test_rules --only test_melds

Python is counted by `coverage`, in the programs that tests start or fork too; the compiled modules
by gcov (`cython_lines.py` says how), in a copy of the project that is built for it. The file is
gone on with where it was left off; after Ctrl-C the status is 130. Tests that measure time and
those that read the program's text are left out; what Hypothesis makes up is cut to few examples. A
test file that goes on for longer than --seconds is stopped after the test that it is at, and counts
as far as it came: so what is shown is the least that the tests reach.

`coverage_report.py` shows what the file holds, and `mutate.py` takes from it which tests to run.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import re
from bisect import bisect_right
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from time import perf_counter

import click
from coverage import Coverage

from benchmarks.common.measurements import end_command, gathered
from benchmarks.common.starting import run
from benchmarks.common.variants import ROOT, BuildError, Project, copied
from benchmarks.correctness.cython_lines import Counter
from benchmarks.correctness.mutants import sources
from benchmarks.correctness.reach import PLACES, PYTEST, Reach, digest, written

COUNTED = {"PINOCHLE_COVERAGE": "1"}
_BRIEF = ("--hypothesis-profile", "brief")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
# As pytest ends: all tests passed, some failed, there were none.
_RAN = (0, 1, 5)
_STOPPED = "session-timeout"
# Beyond the time of a file, for the test it is at.
_GRACE = 330.0
_CONFIGURATION = """\
[run]
source = {source}
data_file = {data}
parallel = true
patch = subprocess, fork, _exit
disable_warnings = no-data-collected, module-not-measured, couldnt-parse
"""
_IMPORT = """\
import contextlib, importlib, pkgutil, pinochle_solver
for module in pkgutil.walk_packages(pinochle_solver.__path__, "pinochle_solver."):
    if not module.name.endswith("__main__"):
        with contextlib.suppress(ImportError):
            importlib.import_module(module.name)
"""


class Pass:
    """A copy of the project in which each line that is reached is counted.

    Args:
        tests: the test files, from the project's root; their numbers begin with 1.
        seconds: how long one may take.
        stack: what removes the copy in the end.
    """

    def __init__(self, tests: list[str], seconds: float, stack: ExitStack) -> None:
        self._tests = tests
        self._seconds = seconds
        self._stack = stack

    @cached_property
    def _project(self) -> Project:
        project = self._stack.enter_context(copied(ROOT, with_build=False))
        project.build(COUNTED)
        project.compile()
        return project

    @cached_property
    def _counter(self) -> Counter:
        return Counter(self._project.folder)

    def run(self, number: int) -> Reach:
        """Run the test file of a number, or for 0 import the program.

        Raises:
            BuildError: when the copy cannot be built.
        """
        project = self._project
        test = self._tests[number - 1] if number else ""
        options = (*_BRIEF, f"--session-timeout={self._seconds}")
        with TemporaryDirectory(prefix="coverage-") as name:
            folder = Path(name)
            configuration = folder / "coveragerc"
            configuration.write_text(
                _CONFIGURATION.format(source=project.folder / "solver", data=folder / "data")
            )
            script = folder / "import.py"
            script.write_text(_IMPORT)
            what = (*PYTEST, *options, test) if number else (str(script),)
            begun = perf_counter()
            run = project.run(
                *("-m", "coverage", "run", f"--rcfile={configuration}", *what),
                seconds=self._seconds + _GRACE,
                environment={"GCOV_PREFIX": str(folder / "counts")},
            )
            seconds = perf_counter() - begun
            reached = self._python_lines(configuration)
            compiled = self._counter.read(folder / "counts")
        return Reach(
            number,
            test,
            seconds,
            _failed(run, test) if number else (),
            run.returncode < 0 or _STOPPED in run.stdout,
            written({**reached, **compiled}),
            {} if number else written({**self._statements, **self._counter.statements}),
        )

    @cached_property
    def _statements(self) -> dict[str, list[int]]:
        """The first lines of the statements of all Python files, in order."""
        parsed = Coverage(data_file=None, config_file=False)
        folder = self._project.folder
        names = [name for name in sources(folder) if name.endswith(".py")]
        return {name: parsed.analysis2(str(folder / name))[1] for name in names}

    def _python_lines(self, configuration: Path) -> dict[str, set[int]]:
        """The first lines of the Python statements that were reached."""
        counted = Coverage(config_file=str(configuration))
        counted.combine()
        data = counted.get_data()
        reached = {}
        for name, statements in self._statements.items():
            lines = data.lines(str(self._project.folder / name)) or ()
            # A line that goes on with a statement comes after its first.
            places = {bisect_right(statements, line) for line in lines} - {0}
            reached[name] = {statements[place - 1] for place in places}
        return reached


def _failed(run: CompletedProcess[str], test: str) -> tuple[str, ...]:
    """The tests of a file that failed; the file itself if they could not be run."""
    found = tuple(_FAILED.findall(run.stdout))
    return found or (() if run.returncode in _RAN else (test,))


def files_of_tests(root: Path, only: tuple[str, ...]) -> list[str]:
    """The test files of a project, from its root, those with one of these parts in their name."""
    names = [
        file.relative_to(root).as_posix() for file in sorted((root / "tests").rglob("test_*.py"))
    ]
    return [name for name in names if not only or any(part in name for part in only)]


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--only", multiple=True, metavar="PART", help="Only test files with this in their name."
)
@click.option(
    "--seconds",
    default=60,
    show_default=True,
    type=click.IntRange(1),
    help="How long a test file may go on.",
)
def main(path: Path, only: tuple[str, ...], seconds: int) -> None:
    """Write to FILE which lines each test file reaches, or go on with what it holds."""
    tests = files_of_tests(ROOT, only)
    if not tests:
        raise click.UsageError(f"--only: no test file has {' or '.join(only)} in its name")
    settings = {
        "program": digest(ROOT, PLACES),
        "tests": digest(ROOT, ("tests",)),
        "only": only,
        "seconds": seconds,
    }
    try:
        with ExitStack() as stack:
            run = Pass(tests, seconds, stack).run
            pieces = gathered(run, len(tests) + 1, Reach, settings, path, 1)
    except BuildError as error:
        raise click.ClickException(str(error)) from None
    for piece in pieces:
        for failed in piece.failed:
            click.echo(f"failed: {failed}")
        if piece.stopped:
            click.echo(f"stopped: {piece.test}, after {piece.seconds:.0f} s")
    end_command(len(pieces) == len(tests) + 1)


if __name__ == "__main__":
    run(main)
