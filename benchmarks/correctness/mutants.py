"""Small changes of the program's own text, each of which should make some test fail.

In Python they are found in the syntax tree, in Cython by the text of the lines within functions:

- a comparison is another one, or the opposite;
- a sum is a difference, and the other way round;
- *and* is *or*, and the other way round;
- a condition is negated;
- a whole number is one more;
- a branch does not return.

Left out is what cannot change what the program does: annotations, what only a type checker reads,
``__slots__``, ``__all__``, assertions, what is raised with an error and f-strings (their words are
for people), how much a cache keeps, and what is done on Windows alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

PLACES = ("solver", "ext")
_ENDINGS = (".py", ".pyx", ".pxd")
_NEEDS_OPENSPIEL = re.compile(r"^ *(?:import|from) (?:pyspiel|open_spiel)\b", re.MULTILINE)


class Mutation(NamedTuple):
    """One small change.

    Attributes:
        file: where, from the project's root.
        line: in which line it begins, from 1.
        what: what is changed into what.
        old: whole lines around the place, as they are there once.
        new: the same lines, changed.
    """

    file: str
    line: int
    what: str
    old: str
    new: str

    @property
    def within(self) -> None:
        """Nothing: the lines are found as they stand."""


class _Place(NamedTuple):
    """A piece of a text, as places of its bytes, and what stands there instead."""

    start: int
    end: int
    new: str


def draw(
    root: Path, seed: int, number: int, is_chosen: Callable[[str], bool] = bool
) -> list[Mutation]:
    """Mutations of the program below a folder, drawn without repetition.

    Args:
        root: the project's folder.
        seed: what is drawn depends on it, and on the line that is changed, not on others.
        number: how many at the most; fewer are the first of more.
        is_chosen: whether a file, named from the root, is one of those to draw from.
    """
    files = [_File(root, name) for name in sources(root) if is_chosen(name)]
    places = [(file, place) for file in files for place in file.places()]
    places.sort(key=lambda drawn: drawn[0].lot(drawn[1], seed))
    drawn = (file.mutation(place) for file, place in places)
    return list(islice(filter(None, drawn), number))


def sources(root: Path) -> list[str]:
    """The files that the program is made of, but those that cannot be imported here."""
    files = sorted(
        file for place in PLACES for file in (root / place).rglob("*") if file.suffix in _ENDINGS
    )
    has_openspiel = find_spec("pyspiel") is not None
    return [
        file.relative_to(root).as_posix()
        for file in files
        if has_openspiel or not _NEEDS_OPENSPIEL.search(file.read_text(encoding="utf-8"))
    ]


class _File:
    """A file of the program, and what can be changed in it.

    Attributes:
        name: the file, from the project's root.
    """

    def __init__(self, root: Path, name: str) -> None:
        self.name = name
        self._raw = (root / name).read_bytes()

    def places(self) -> list[_Place]:
        """The places that can be changed, from the top to the end."""
        text = self._raw.decode()
        return sorted(_python_places(text) if self._is_python else _cython_places(text))

    def mutation(self, place: _Place) -> Mutation | None:
        """The change of a place; None if the text would not be a program, or the same one.

        It has as many whole lines before the place as make it a text that is there once.
        """
        raw = self._raw
        first = raw.rfind(b"\n", 0, place.start) + 1
        end = raw.find(b"\n", place.end)
        last = len(raw) if end < 0 else end
        while first and raw.count(raw[first:last]) > 1:
            first = raw.rfind(b"\n", 0, first - 1) + 1
        new = raw[first : place.start] + place.new.encode() + raw[place.end : last]
        if self._is_python and not _is_another_program(raw, raw[:first] + new + raw[last:]):
            return None
        return Mutation(
            self.name,
            raw[: place.start].count(b"\n") + 1,
            f"{' '.join(raw[place.start : place.end].decode().split())} -> {place.new}",
            raw[first:last].decode(),
            new.decode(),
        )

    def lot(self, place: _Place, seed: int) -> bytes:
        """What a place draws: in their order places are taken, whatever other lines are like."""
        before = self._raw.rfind(b"\n", 0, place.start) + 1
        line = self._raw[before : self._raw.find(b"\n", place.start)]
        column = place.start - before
        return sha256(f"{seed}/{self.name}/{column}/{place.new}/".encode() + line).digest()

    @property
    def _is_python(self) -> bool:
        return self.name.endswith(".py")


def _is_another_program(before: bytes, after: bytes) -> bool:
    """Whether a Python text can still be compiled, and is read as something else."""
    try:
        tree = ast.parse(after)
    except SyntaxError:
        return False
    return ast.dump(tree) != ast.dump(ast.parse(before))


# ---------------------------------------------------------------------------------------- Python

_COMPARED = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_ADDED = {"+": "-", "-": "+"}
_JOINED = {"and": "or", "or": "and"}
_COMPARISON = re.compile(rb"not\s+in|is\s+not|[<>=!]=|[<>]|\bin\b|\bis\b")
_SIZE_OF_CACHE = "maxsize"
_NAMES_OF_NO_ACCOUNT = {"__slots__", "__all__"}


def _python_places(text: str) -> Iterator[_Place]:
    return _Finder(text).places(ast.parse(text))


class _Finder:
    """Finds what can be changed in a Python file."""

    def __init__(self, text: str) -> None:
        self._raw = text.encode()
        self._starts = [0]
        for line in self._raw.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def places(self, node: ast.AST) -> Iterator[_Place]:
        """The places in a node and all that it is made of."""
        if _is_of_no_account(node):
            return
        yield from self._own_places(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.places(child)

    def _own_places(self, node: ast.AST) -> Iterator[_Place]:
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, right in pairwise(operands):
                yield from self._between(left, right, _COMPARISON, _COMPARED)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            yield from self._between(node.left, node.right, re.compile(rb"[+-]"), _ADDED)
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
            yield from self._between(node.target, node.value, re.compile(rb"[+-]"), _ADDED)
        elif isinstance(node, ast.BoolOp):
            for left, right in pairwise(node.values):
                yield from self._between(left, right, re.compile(rb"\b(?:and|or)\b"), _JOINED)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield _Place(*self._extent(node), str(node.value + 1))
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield from self._negated(node.test)
        elif isinstance(node, ast.comprehension):
            for condition in node.ifs:
                yield from self._negated(condition)
        if isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.ExceptHandler)):
            for child in node.body:
                if isinstance(child, ast.Return):
                    yield _Place(*self._extent(child), "pass")

    def _negated(self, condition: ast.expr) -> Iterator[_Place]:
        if isinstance(condition, ast.Compare) and not isinstance(condition.ops[0], _ORDERED):
            return  # the opposite comparison is the same
        start, end = self._extent(condition)
        yield _Place(start, end, f"not ({self._raw[start:end].decode()})")

    def _between(
        self,
        left: ast.expr,
        right: ast.expr,
        sign: re.Pattern[bytes],
        others: dict[str, str],
    ) -> Iterator[_Place]:
        """The sign between two operands."""
        behind = self._extent(left)[1]
        match = sign.search(self._raw, behind, self._extent(right)[0])
        assert match is not None, self._raw[behind:]
        other = others[" ".join(match[0].decode().split())]
        yield _Place(match.start(), match.end(), other)

    def _extent(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )


def _is_of_no_account(node: ast.AST) -> bool:
    """Whether nothing in it changes what the program does (see above)."""
    if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr)):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == _SIZE_OF_CACHE
    if isinstance(node, ast.Assign):
        return any(
            isinstance(target, ast.Name) and target.id in _NAMES_OF_NO_ACCOUNT
            for target in node.targets
        )
    return isinstance(node, ast.If) and (
        ast.unparse(node.test) in ("TYPE_CHECKING", "sys.platform == 'win32'")
    )


# ---------------------------------------------------------------------------------------- Cython

# What is no code, to be passed over; only what lies between the letters matters.
_NO_CODE = re.compile(r'"""(?:.|\n)*?"""|"[^"\n]*"|\'[^\'\n]*\'|#[^\n]*')
_HEADER = re.compile(r"(?:cdef(?! class)|cpdef|def)\b.*\(")
_DECLARES = re.compile(r"\s*cdef\b")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
# A `<` of a comparison has blanks around it, one of a cast has none.
_SIGN = re.compile(r"(?<= )(?:<=|>=|==|!=|<|>|not in|in|is not|is|and|or|\+=?|-=?)(?= )")
_CONDITION = re.compile(r"\b(?:if|elif|while) (.*):$")
_RETURN = re.compile(r"^ *(return\b.*)$")
_OLD = "\0"


def _cython_places(text: str) -> Iterator[_Place]:
    """What can be changed in the functions of a Cython file."""
    code = without_words(text)
    for start, line, is_in_branch in lines_of_functions(code):
        for place in _places_of_line(line, is_in_branch):
            before = len(text[: start + place.start].encode())
            length = len(text[start + place.start : start + place.end].encode())
            # A condition is written anew, and what it was may be no code.
            new = place.new.replace(_OLD, text[start + place.start : start + place.end])
            yield _Place(before, before + length, new)


def without_words(text: str) -> str:
    """A Cython text with tildes for its strings and comments, every line as long as before."""
    return _NO_CODE.sub(lambda match: re.sub(r"[^\n]", "~", match[0]), text)


def lines_of_functions(code: str) -> Iterator[tuple[int, str, bool]]:
    """The lines within functions: where they begin, their code, whether they are in a branch.

    Args:
        code: a Cython text without words.
    """
    start, is_in_header, brackets = 0, False, 0
    # How far the header is indented that was read last, and what it is of.
    header: int | None = None
    body: int | None = None
    for line in code.splitlines(keepends=True):
        depth = len(line) - len(line.lstrip())
        if line.strip(" ~\n") and not is_in_header:
            if header is not None and depth <= header:
                header = body = None
            if header is None and _HEADER.match(line.lstrip()):
                header, is_in_header, brackets = depth, True, 0
            elif header is not None:
                body = depth if body is None else body
                yield start, line.rstrip("\n"), depth > body
        if is_in_header:
            brackets += line.count("(") - line.count(")")
            is_in_header = brackets > 0
            if not is_in_header and not line.rstrip(" ~\n").endswith(":"):
                header = None  # it is declared, and written elsewhere
        start += len(line)


def _places_of_line(line: str, is_in_branch: bool) -> Iterator[_Place]:
    """What can be changed in a line of code; `_OLD` in the new text is for the old one."""
    first = 0
    if _DECLARES.match(line):
        # Before the equals sign there are types, and sizes of arrays.
        first = line.find(" = ") if " = " in line else len(line)
    for match in _SIGN.finditer(line, first):
        if match[0] == "in" and line.lstrip().startswith("for "):
            continue
        yield _Place(match.start(), match.end(), _other_sign(match[0]))
    for match in _NUMBER.finditer(line, first):
        yield _Place(match.start(), match.end(), str(int(match[0]) + 1))
    if condition := _CONDITION.search(line.rstrip(" ~")):
        yield _Place(condition.start(1), condition.end(1), f"not ({_OLD})")
    goes_on = line.count("(") > line.count(")")
    if is_in_branch and not goes_on and (returned := _RETURN.match(line.rstrip(" ~"))):
        yield _Place(returned.start(1), returned.end(1), "pass")


def _other_sign(sign: str) -> str:
    if sign in _COMPARED | _JOINED:
        return (_COMPARED | _JOINED)[sign]
    return _ADDED[sign[0]] + sign[1:]
