"""The statements of Cython sources, and which of them were reached, as gcov counted them.

Cython's own line tracing stops at every line of a function that runs without the GIL to take it,
which makes the searches hundreds of times slower. So the C is translated with ``#line`` of the
Cython sources in it, compiled with ``--coverage`` (``PINOCHLE_COVERAGE=1`` of `setup.py`), and read
by gcov, which then names the Cython lines. A function that stands in a ``.pxd`` file is compiled
into every module that uses it: it is reached where one of them reached it.

gcov also counts what Cython writes around the program: wrappers, conversions, what frees things.
That is given the lines of signatures and declarations, which are no statements here. A `return`,
`break` or `continue` that gives nothing leaves no code of its own, and is not counted.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from benchmarks.correctness.mutants import lines_of_functions, without_words

_SOURCES = (".pyx", ".pxd")
_DECLARES = re.compile(r"\s*cdef\b(?!.* = )")
_LEADS = re.compile(r"\s*(?:else|try|finally|with nogil|with gil)\s*:\s*$")


def statements(text: str) -> dict[int, int]:
    """The lines of the statements within the functions of a Cython source.

    Args:
        text: the source.

    Returns:
        for each line that belongs to a statement, from 1, the line in which that begins.
    """
    code = without_words(text)
    found: dict[int, int] = {}
    begins, depth = 0, 0
    for start, line, _ in lines_of_functions(code):
        number = code.count("\n", 0, start) + 1
        if depth <= 0:
            begins, depth = number, 0
            if not line.strip(" ~") or _DECLARES.match(line) or _LEADS.match(line):
                begins = 0
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        if begins:
            found[number] = begins
    return found


class Counter:
    """Reads what gcov counted in the compiled modules of a copy of the project.

    Args:
        project: the copy, built with ``PINOCHLE_COVERAGE=1``.

    Attributes:
        statements: of each source, from the project's root, the first lines of its statements;
            those in functions that no module uses are not among them. Known after the first `read`.
    """

    def __init__(self, project: Path) -> None:
        self.statements: dict[str, set[int]] = defaultdict(set)
        self._begins = {
            source.relative_to(project / "ext").as_posix(): statements(
                source.read_text(encoding="utf-8")
            )
            for source in sorted((project / "ext").rglob("*"))
            if source.suffix in _SOURCES
        }
        self._read: dict[bytes, dict[str, set[int]]] = {}

    def read(self, folder: Path) -> dict[str, set[int]]:
        """What processes reached that were started with ``GCOV_PREFIX`` of this folder.

        Returns:
            the reached statements of each source, from the project's root, by their first lines.

        Raises:
            subprocess.CalledProcessError: when gcov fails.
        """
        reached: dict[str, set[int]] = defaultdict(set)
        for counts in sorted(folder.rglob("*.gcda")):
            # Most tests import most modules, and use few of them.
            digest = sha256(counts.read_bytes()).digest()
            if digest not in self._read:
                notes = Path("/", counts.relative_to(folder)).with_suffix(".gcno")
                self._read[digest] = self._read_one(counts, notes)
            for file, lines in self._read[digest].items():
                reached[file] |= lines
        return reached

    def _read_one(self, counts: Path, notes: Path) -> dict[str, set[int]]:
        """What one file of counts says; the compiler's notes belong beside it."""
        beside = counts.with_suffix(".gcno")
        if not beside.exists():
            beside.symlink_to(notes)
        said = subprocess.run(
            ["gcov", "--json-format", "--stdout", counts.name],
            cwd=counts.parent,
            capture_output=True,
            check=True,
        )
        reached: dict[str, set[int]] = defaultdict(set)
        for file in json.loads(said.stdout)["files"]:
            begins = self._begins.get(file["file"])
            if begins is None:
                continue
            name = f"ext/{file['file']}"
            for line in file["lines"]:
                first = begins.get(line["line_number"])
                if first is not None:
                    self.statements[name].add(first)
                    if line["count"]:
                        reached[name].add(first)
        return reached
