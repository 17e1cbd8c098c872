"""Whether a test notices a mutation: made in a copy, judged by the tests that reach its line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic, perf_counter

from benchmarks.common.variants import ROOT, BuildError, Project, copied
from benchmarks.correctness.mutants import Mutation
from benchmarks.correctness.reach import PYTEST, Reach, ReachMap

TIME_UP = "the time"
_PASSED, _NONE_CHOSEN = 0, 5
# Without what stands in brackets, the case of a test.
_FIRST_FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s\[]+)", re.MULTILINE)
# Soon built; a mutation needs no more than that the right program passes its tests.
_BUILT = {"PINOCHLE_CFLAGS": "-O1"}
# A test file that is named for the module, or names it, may take so many times longer than others
# that come before it.
_NEARNESS = 5
# What goes on for so many times as long as it took with every line counted, and for so many
# seconds more, does not end.
_PATIENCE, _START = 3, 20


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation.

    Attributes:
        number: which of those drawn, from 0.
        caught: by which test, or "the build", "the import" or "the time"; None if by none.
        seconds: how long its tests ran.
        ran: how many of the test files that reach its line were begun.
        reaching: how many reach it.
    """

    number: int
    caught: str | None
    seconds: float
    ran: int
    reaching: int


class UntestableError(Exception):
    """Tests that cannot be run; the message is what pytest said."""


class Trials:
    """A copy of the project in which mutations are made one after the other.

    Args:
        mutations: all of them.
        reach: which tests reach what, of the same program.
        seconds: how long the tests of a mutation may take in all.
        stack: what removes the copies in the end.
    """

    def __init__(
        self, mutations: Sequence[Mutation], reach: ReachMap, seconds: float, stack: ExitStack
    ) -> None:
        self._mutations = mutations
        self._reach = reach
        self._seconds = seconds
        self._stack = stack
        # Whether a test passes in the right program, by its name.
        self._passes: dict[str, bool] = {}

    @cached_property
    def _right(self) -> Project:
        """A copy that stays as it is; made when first wanted."""
        project = self._stack.enter_context(copied(ROOT))
        if any(not mutation.file.endswith(".py") for mutation in self._mutations):
            project.build()
        project.compile()
        return project

    @cached_property
    def _project(self) -> Project:
        """The copy in which mutations are made."""
        project = self._stack.enter_context(copied(self._right.folder))
        project.compile()
        return project

    def judge(self, number: int) -> Verdict:
        """Make the mutation of this number, and run the tests that reach its line.

        Raises:
            BuildError: when the right program cannot be built.
            UntestableError: when tests cannot be run.
        """
        project, mutation = self._project, self._mutations[number]
        tests = self._tests(mutation)
        ran, begun = 0, perf_counter()
        try:
            with project.changed([mutation]):
                try:
                    project.build_if_changed(_BUILT)
                except BuildError:
                    return Verdict(number, "the build", 0.0, 0, len(tests))
                begun = perf_counter()
                caught = None
                for test in tests:
                    left = self._seconds - (perf_counter() - begun)
                    if caught or left <= 0:
                        break
                    ran += 1
                    caught = self._caught(test, left)
        finally:
            project.reset(self._right)
        return Verdict(number, caught, perf_counter() - begun, ran, len(tests))

    def _tests(self, mutation: Mutation) -> list[Reach]:
        """The test files that reach a mutation, the nearest and cheapest first."""
        place = self._reach.statement(mutation.file, mutation.line)
        near = files_naming(self._right.folder, mutation.file)
        reaching = self._reach.reaching(place) if place else []
        return sorted(
            (test for test in reaching if test.test not in test.failed),
            key=lambda test: test.seconds / (_NEARNESS if test.test in near else 1),
        )

    def _caught(self, test: Reach, left: float) -> str | None:
        """Which test of a file notices what is changed in the copy; None if none does in time."""
        ends = monotonic() + left
        known = [name for name in test.failed if "::" in name]
        while True:
            patience = _START + _PATIENCE * test.seconds
            seconds = min(ends - monotonic(), patience)
            found = failing(self._project, test.test, known, max(seconds, 1.0))
            if found == TIME_UP:
                # Where there was no time to be sure that it does not end, it tells nothing.
                return TIME_UP if seconds == patience else None
            if found is None or "::" not in found or self._is_right(found):
                return found
            known.append(found)

    def _is_right(self, name: str) -> bool:
        """Whether a test passes in the right program."""
        if name not in self._passes:
            self._passes[name] = failing(self._right, name, (), 600) is None
        return self._passes[name]


def failing(project: Project, test: str, without: Sequence[str], seconds: float) -> str | None:
    """The first test of a file that fails in a copy, or what else went wrong; None if all pass.

    Args:
        project: the copy.
        test: the file, or one test of it.
        without: tests of it that are left out.
        seconds: how long it may take.

    Returns:
        the name of a test, "the import" of the program, or "the time".

    Raises:
        UntestableError: when the tests cannot be run.
    """
    left_out = [f"--deselect={name}" for name in without]
    run = project.run(*PYTEST, "-x", *left_out, test, seconds=seconds)
    if run.returncode in (_PASSED, _NONE_CHOSEN):
        return None
    if run.returncode < 0:
        return TIME_UP
    if found := _FIRST_FAILED.search(run.stdout):
        return found[1]
    # A program that cannot be imported stops pytest itself.
    if "pinochle_solver" in run.stdout + run.stderr:
        return "the import"
    raise UntestableError(f"the tests cannot be run\n{run.stdout}{run.stderr}")


def files_naming(root: Path, file: str) -> tuple[str, ...]:
    """The test files that are named for the module of a file, or name it."""
    module = Path(file).with_suffix("")
    name = re.compile(rf"\b{module.parent.name}(?:\.| import .*\b){module.name}\b")
    return tuple(
        test.relative_to(root).as_posix()
        for test in sorted((root / "tests").rglob("test_*.py"))
        if test.stem == f"test_{module.name}" or name.search(test.read_text(encoding="utf-8"))
    )
