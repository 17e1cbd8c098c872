"""Places of a program are found again after what may happen to it, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks.common.code_places import PlaceError, blocks_of, find_file, line_of, replaced

PYTHON = '''\
"""return low: no code."""

LIMITS = Limits(
    low=1,
    high=2,  # low=1
)


class Range:
    start: int = 0

    def width(self, other):
        # return low
        low = min(self.start, other)
        return low

    def middle(self, low: int) -> int:
        if low > self.start:
            return (low
                    + self.start) // 2
        return low
'''
CYTHON = """\
cdef class Tree:
    cdef void grow(self, Node* node, int[:] counts) noexcept nogil:
        node.tried += <uint32_t> 1
        counts[0] = node.tried


cdef inline bint beats(int led, int reply,
                       int trump) noexcept nogil:
    cdef int best = led
    return reply > best
"""


@pytest.mark.parametrize(
    ("text", "within", "old", "new", "expected"),
    [
        (PYTHON, "Range.width", "return low", "return 0", "        return 0\n\n    def middle"),
        (PYTHON, "Range.middle", "return (low + self.start) // 2", "pass", "            pass\n"),
        (PYTHON, "LIMITS", "    low=1,\n", "    low=3,\n", "    low=3,\n    high"),
        (PYTHON, "LIMITS", "high=2)", "high=3)", "low=1,\n    high=3)\n"),
        (PYTHON, "LIMITS", "    high=2,\n", "", "    low=1,\n  # low=1\n)"),
        (PYTHON, "Range.start", "start: int = 0", "start: int = 1", "    start: int = 1\n"),
        (PYTHON, "Range", "int = 0", "int = 1", "    start: int = 1\n"),
        (
            PYTHON,
            "Range.middle",
            "if low > self.start:\n    return (low + self.start) // 2\n",
            "if low:\n    return self.start\n",
            "        if low:\n            return self.start\n        return low",
        ),
        (CYTHON, "Tree.grow", "+= <uint32_t> 1", "+= 2", "node.tried += 2\n"),
        (
            CYTHON,
            "beats",
            "return reply > best",
            "return reply >= best",
            "    return reply >= best\n",
        ),
    ],
)
def test_code_is_replaced_however_its_lines_are_broken(
    text: str, within: str, old: str, new: str, expected: str
) -> None:
    after = replaced(text, within, old, new)
    assert expected in after
    assert after.count("\n") - text.count("\n") <= max(0, new.count("\n") - old.count("\n"))
    if text is PYTHON:
        ast.parse(after)


@pytest.mark.parametrize(
    ("change", "within", "old", "new", "expected"),
    [
        (("low", "lowest"), "Range.width", "return low", "return -low", "return -lowest"),
        (("start", "begin"), "Range.width", "min(self.start, other)", "self.start", "= self.begin"),
        (("width", "size"), "Range.width", "low = min(self.start, other)", "low = 0", "low = 0"),
        (("Range", "Span"), "Range.middle", "if low > self.start", "if low", "if low:"),
        (
            ("LIMITS", "ENDS"),
            "LIMITS",
            "LIMITS = Limits(low=1,",
            "LIMITS = Limits(",
            "ENDS = Limits(",
        ),
    ],
)
def test_a_name_may_be_another(
    change: tuple[str, str], within: str, old: str, new: str, expected: str
) -> None:
    renamed = PYTHON.replace(*change)
    assert line_of(renamed, within, old) == line_of(PYTHON, within, old)
    assert expected in replaced(renamed, within, old, new)


@pytest.mark.parametrize(
    ("within", "old", "new", "fact"),
    [
        ("Range.middle", "low", "high", "this code is there 4 times in Range.middle, not once"),
        ("Range.width", "return low + 1", "", "this code is there 0 times in Range.width"),
        ("Range.width", "max(self.start, other)", "", "this code is there 0 times"),
        ("Range.width", "least = min(self.end, other)", "", "this code is there 0 times"),
        ("Range.height", "return low", "", "this code is there 2 times in Range.height"),
        ("Range.height", "return lowest", "", "this code is there 0 times"),
        ("Range.width", "return low", "return lowest", "the file has no lowest"),
    ],
)
def test_what_is_not_there_once_is_told(within: str, old: str, new: str, fact: str) -> None:
    with pytest.raises(PlaceError, match=fact):
        replaced(PYTHON, within, old, new)


def test_the_blocks_around_code_are_told() -> None:
    assert blocks_of(PYTHON, "min(self.start, other)") == ["Range", "Range.width"]
    assert blocks_of(CYTHON, "counts[0] =") == ["Tree", "Tree.grow"]


def test_a_file_that_has_gone_elsewhere_is_found_by_its_code(tmp_path: Path) -> None:
    for folder in ("solver/a", "solver/b", "ext"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "solver/a/spans.py").write_text(PYTHON)
    place = ("Range.width", "low = min(self.start, other)")
    assert find_file(tmp_path, "solver/ranges.py", *place) == tmp_path / "solver/a/spans.py"
    with pytest.raises(PlaceError, match=r"^solver/ranges.py is gone, and 0 files have Range.up"):
        find_file(tmp_path, "solver/ranges.py", "Range.up", place[1])
    (tmp_path / "solver/b/ranges.py").write_text(PYTHON)
    with pytest.raises(PlaceError, match=r"2 files have Range\.width"):
        find_file(tmp_path, "solver/ranges.py", *place)
    assert find_file(tmp_path, "solver/b/ranges.py", *place) == tmp_path / "solver/b/ranges.py"
