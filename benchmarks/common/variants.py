"""Copies of the project in which some of its text is changed, and what was compiled is built again.

What is shown by a change of the program is kept as data: a file, what is changed in it, a piece of
code that is there once, and what stands in its place. `check_rules_coverage.py` breaks the rules
so, `planted_bugs.py` all else, `ablation.py` takes techniques away from the search.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from benchmarks.common.code_places import PlaceError, find_file, replaced

ROOT = Path(__file__).parents[2]
_NOT_COPIED = (".*", "__pycache__", "*.egg-info", "dist", "releases")
_BUILT = ("build", "ext", "solver")


class Change(Protocol):
    """One place of the project, written differently."""

    @property
    def file(self) -> str:
        """Where it is, from the project's root."""

    @property
    def within(self) -> str | None:
        """The function, class or value whose code is changed; None if the text itself is meant."""

    @property
    def old(self) -> str:
        """Code that is there once, as `code_places` finds it; or a text that is."""

    @property
    def new(self) -> str:
        """What stands in its place."""


class Edit(NamedTuple):
    """A change that is nothing else."""

    file: str
    within: str | None
    old: str
    new: str


class ChangeError(ValueError):
    """What is to be changed is not there once; one line says what."""


class BuildError(Exception):
    """A copy that cannot be built; the message is what the build said."""


def changed(change: Change, text: str) -> str:
    """A file's text with one change.

    Raises:
        ChangeError: unless what is to be changed is there once.
    """
    if change.within is not None:
        try:
            return replaced(text, change.within, change.old, change.new)
        except PlaceError as error:
            raise ChangeError(f"{change.file}: {error}") from None
    if (found := text.count(change.old)) != 1:
        times = f"{found} times, not once"
        raise ChangeError(f"{change.file} has this text {times}: {change.old!r}")
    return text.replace(change.old, change.new)


def check(changes: Sequence[Change]) -> None:
    """Whether changes can be made in the project as it lies here, one after the other.

    Raises:
        ChangeError: if one cannot.
    """
    _changed_files(ROOT, changes)


def _changed_files(root: Path, changes: Sequence[Change]) -> dict[Path, str]:
    """The new texts of the files that changes change."""
    texts: dict[Path, str] = {}
    for change in changes:
        file = _file_of(root, change)
        texts[file] = changed(change, texts.get(file) or file.read_text(encoding="utf-8"))
    return texts


def _file_of(root: Path, change: Change) -> Path:
    if change.within is None:
        return root / change.file
    try:
        return find_file(root, change.file, change.within, change.old)
    except PlaceError as error:
        raise ChangeError(str(error)) from None


class Project:
    """A copy of the project, made by `copied`, of which the text may be changed for a while.

    Attributes:
        folder: where it is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._is_stale = False

    @contextmanager
    def changed(self, changes: Sequence[Change]) -> Iterator[None]:
        """The copy while these changes are made, one after the other.

        Raises:
            ChangeError: if one cannot be made; the copy is then as it was.
        """
        texts = _changed_files(self.folder, changes)
        before = {file: file.read_text(encoding="utf-8") for file in texts}
        self._write(texts)
        try:
            yield
        finally:
            self._write(before)

    def _write(self, texts: dict[Path, str]) -> None:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
            self._is_stale |= file.suffix != ".py"

    def build(self, environment: Mapping[str, str] | None = None) -> None:
        """Build the compiled modules whose sources are newer.

        Args:
            environment: further variables for `setup.py`, whose docstring tells them.

        Raises:
            BuildError: when that fails.
        """
        built = self.run("setup.py", "-q", "build_ext", "--inplace", environment=environment)
        if built.returncode:
            raise BuildError(built.stderr)
        self._is_stale = False

    def compile(self) -> None:
        """Have Python start sooner: it compiles no file again but those that are changed."""
        how = ("--invalidation-mode", "checked-hash")
        self.run("-m", "compileall", "-q", *how, "solver", "tests", "benchmarks")

    def build_if_changed(self, environment: Mapping[str, str] | None = None) -> None:
        """Build, if a source of compiled modules was written since it was built.

        Raises:
            BuildError: when that fails.
        """
        if self._is_stale:
            self.build(environment)

    def reset(self, original: Project) -> None:
        """Have all that is built, and what it is built of, as it is in the copy this is one of."""
        if not self._is_stale:
            return
        for place in _BUILT:
            for file in (original.folder / place).rglob("*"):
                here = self.folder / file.relative_to(original.folder)
                if file.is_file() and _stamp(file) != _stamp(here):
                    shutil.copy2(file, here)
        self._is_stale = False

    def run(
        self,
        *arguments: str,
        seconds: float | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy, which is imported from there.

        Args:
            *arguments: what Python is told.
            seconds: end it and all that it has started when it takes longer; None for never.
            environment: further variables for it.
        """
        command = [sys.executable, *arguments]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": str(self.folder / "solver"),
                # A file changed and changed back within a second may look the same.
                "PYTHONDONTWRITEBYTECODE": "1",
                **(environment or {}),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                out, err = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate()
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(command, process.returncode, out, err)


def _stamp(file: Path) -> tuple[int, int] | None:
    if not file.exists():
        return None
    status = file.stat()
    return status.st_mtime_ns, status.st_size


@contextmanager
def copied(source: Path = ROOT, with_build: bool = True) -> Iterator[Project]:
    """A copy of the project, or of a copy; what has been compiled in it is copied too.

    Args:
        source: the folder to copy.
        with_build: whether to copy what compiled modules are made from, so that only what changes
            is compiled again.
    """
    not_copied = _NOT_COPIED if with_build else (*_NOT_COPIED, "build")
    with TemporaryDirectory(prefix="variant-") as folder:
        copy = Path(folder) / "project"
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns(*not_copied))
        yield Project(copy)
