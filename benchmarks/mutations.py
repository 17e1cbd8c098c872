"""Draws small changes of the program, makes each in a copy, and says whether a test notices.

    python benchmarks/mutations.py --seed 1 --number 10
    python benchmarks/mutations.py --seed 1 --number 100 --resume mutations.jsonl

Where planted bugs are chosen, these are drawn (`mutants`): from all files that the program is made
of, by a seed. What is compiled is built again. First the test files that name the changed module
are run, until one test fails; if none does, the whole suite, without the tests that read the
program's text or measure time. A change that no test notices is printed as a diff: it does not
change what the program does, or a test is missing. Exits with 1 if there is one.

Tests that take ten minutes, or half an hour for the whole suite, have failed: the program may go on
for ever.
"""

from __future__ import annotations

import re
import resource
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import click

from mutants import PLACES, Mutation, draw
from resumable import ResumeError, gather
from variants import ROOT, BuildError, Project, copied

SUITE = ("-n", "auto", "--dist", "worksteal")
_CHOSEN = ("-m", "not alone and not source")
_PASSED, _FAILED, _NONE_CHOSEN = 0, 1, 5
_NEAR_SECONDS, _SUITE_SECONDS = 600, 1800
# A changed program may want endless memory.
_MOST_MEMORY = 6 * 2**30
_FIRST_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation.

    Attributes:
        number: which of those drawn, from 0.
        caught: by which test, or "the build" or "the time"; None if by none.
        seconds: how long it took to find out.
    """

    number: int
    caught: str | None
    seconds: float


class Trial:
    """A copy of the project in which mutations are made one after the other.

    Args:
        mutations: all of them.
        stack: what removes the copy in the end.
    """

    def __init__(self, mutations: list[Mutation], stack: ExitStack) -> None:
        self._mutations = mutations
        self._stack = stack

    @cached_property
    def _project(self) -> Project:
        """The copy, built; made when first wanted.

        Raises:
            click.ClickException: if the tests fail in it without any mutation.
        """
        project = self._stack.enter_context(copied(ROOT))
        if any(not mutation.file.endswith(".py") for mutation in self._mutations):
            project.build()
        if failed := failing(project, SUITE, _SUITE_SECONDS):
            raise click.ClickException(f"the tests fail without any mutation: {failed}")
        return project

    def judge(self, number: int) -> Verdict:
        """Make the mutation of this number, and run the tests."""
        project = self._project
        begun = perf_counter()
        with project.changed([self._mutations[number]]):
            caught = _caught(project, self._mutations[number])
        return Verdict(number, caught, perf_counter() - begun)


def _caught(project: Project, mutation: Mutation) -> str | None:
    """What notices a mutation that is made in a copy; None if nothing does."""
    try:
        project.build_if_changed()
    except BuildError:
        return "the build"
    near = files_naming(project.folder, mutation.file)
    return (near and failing(project, near, _NEAR_SECONDS)) or failing(
        project, SUITE, _SUITE_SECONDS
    )


def files_naming(root: Path, file: str) -> tuple[str, ...]:
    """The test files that are named for the module of a file, or name it."""
    module = Path(file).with_suffix("")
    name = re.compile(rf"\b{module.parent.name}(?:\.| import .*\b){module.name}\b")
    return tuple(
        test.relative_to(root).as_posix()
        for test in sorted((root / "tests").rglob("test_*.py"))
        if test.stem == f"test_{module.name}" or name.search(test.read_text(encoding="utf-8"))
    )


def failing(project: Project, tests: tuple[str, ...], seconds: float) -> str | None:
    """The first of these tests that fails in a copy, or "the time"; None if they pass.

    Raises:
        click.ClickException: when they cannot be run.
    """
    run = project.run(
        *("-m", "pytest", "-x", "-p", "no:cacheprovider", *_CHOSEN, *tests), seconds=seconds
    )
    if run.returncode in (_PASSED, _NONE_CHOSEN):
        return None
    if run.returncode < 0:
        return "the time"
    if found := _FIRST_FAILED.search(run.stdout):
        return found[1]
    if run.returncode == _FAILED:
        return "a test"
    # A program that cannot be imported stops pytest itself.
    if "pinochle_solver" in run.stdout + run.stderr:
        return "the import"
    raise click.ClickException(f"the tests cannot be run\n{run.stdout}{run.stderr}")


def digest(root: Path) -> str:
    """What tells the program and its tests as they lie here from others."""
    files = sorted(
        file
        for place in (*PLACES, "tests")
        for file in (root / place).rglob("*")
        if file.suffix in (".py", ".pyx", ".pxd", ".h")
    )
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def diff(mutation: Mutation) -> str:
    """A mutation as a change of lines."""
    old, new = mutation.old.splitlines(), mutation.new.splitlines()
    _, _, _, *lines = unified_diff(old, new, lineterm="", n=0)
    return "\n".join(f"    {line}" for line in lines)


@click.command()
@click.option("--seed", default=1, show_default=True, help="What is drawn depends on it.")
@click.option("--number", default=10, show_default=True, type=click.IntRange(1))
@click.option("--only", multiple=True, metavar="PART", help="Only files with this in their name.")
@click.option("--list", "lists", is_flag=True, help="Only write the mutations.")
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what is done in this file, and go on with what it holds.",
)
def main(seed: int, number: int, only: tuple[str, ...], lists: bool, resume: Path | None) -> None:
    """Change the program a little in many ways, and say which changes no test notices."""
    mutations = draw(ROOT, seed, number, only)
    if not mutations:
        raise click.UsageError(f"--only: no file has {' or '.join(only)} in its name")
    if lists:
        for mutation in mutations:
            click.echo(f"{mutation.file}:{mutation.line}: {mutation.what}")
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, most))
    settings = {"mutations": seed, "only": only, "digest": digest(ROOT)}
    try:
        with ExitStack() as stack:
            judge = Trial(mutations, stack).judge
            verdicts = gather(judge, len(mutations), kind=Verdict, settings=settings, path=resume)
    except BuildError as error:
        raise click.ClickException(str(error)) from None
    except ResumeError as error:
        raise click.BadParameter(str(error), param_hint="--resume") from None
    except OSError as error:
        if resume is None or error.filename != str(resume):
            raise
        raise click.BadParameter(
            (error.strerror or str(error)).lower(), param_hint=f"--resume {resume}"
        ) from None
    for verdict in verdicts:
        _tell(mutations[verdict.number], verdict)
    missed = sum(verdict.caught is None for verdict in verdicts)
    click.echo(f"{len(verdicts)} mutations of seed {seed}, {missed} not caught")
    sys.exit(missed > 0)


def _tell(mutation: Mutation, verdict: Verdict) -> None:
    how = "caught" if verdict.caught else "NOT CAUGHT"
    what = f"{mutation.file}:{mutation.line}: {mutation.what}"
    click.echo(f"{how:<10}  {verdict.seconds:5.1f} s  {what}  ({verdict.caught or 'by none'})")
    if not verdict.caught:
        click.echo(diff(mutation))


if __name__ == "__main__":
    main()
