"""Places of a program found by what stands there, in Python and in Cython.

A place is known by what it is within (a function, a class, or a name that is given a value) and by
a piece of code. How the code is broken into lines, and its blanks and comments, do not matter. One
name of it may have another name by now, if there is no place left that has the old one; and what it
is within may have another name by now, or stand in another file, if the code is as it was. Anything
else that has changed is told and not guessed, and so is a piece of code that is there twice.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

_TOKEN = re.compile(
    r"""(?P<blank> \s+ | \#[^\n]* | \\\n )
      | (?P<text> [rbfuRBFU]{0,2}(?: \"{3}(?:\\.|[^\\])*?\"{3} | '{3}(?:\\.|[^\\])*?'{3}
                                   | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' ) )
      | (?P<name> [^\W\d]\w* )
      | (?P<number> \d(?:[eE][+-]?\d|[\w.])* )
      | (?P<sign> \*\*=? | //=? | <<=? | >>=? | -> | := | [-+*/%&|^<>=!@]= | . )""",
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = "([{", ")]}"
_BEGINS_A_BLOCK = {"def", "cdef", "cpdef", "class", "async", "ctypedef"}
_FIXED = {*keyword.kwlist, *dir(builtins), *_BEGINS_A_BLOCK, "self", "nogil", "noexcept", "inline"}
_ENDINGS = (".py", ".pyx", ".pxd")
_PLACES = ("solver", "ext")


class PlaceError(ValueError):
    """A place that is not there, or is there more than once; one line says which."""


class _Token(NamedTuple):
    """A word or a sign of code.

    Attributes:
        text: as it stands there.
        start: its first character, by number.
        end: the one behind its last.
        is_name: whether it is a name that somebody has chosen.
        indent: how far it is indented, where a line begins with it; None elsewhere.
    """

    text: str
    start: int
    end: int
    is_name: bool
    indent: int | None


@dataclass(frozen=True)
class _Block:
    """What has a name and is made of code.

    Attributes:
        name: with those of the blocks around it, joined by points.
        first: its first token, by number.
        last: the one behind its last.
    """

    name: str
    first: int
    last: int


class _Match(NamedTuple):
    """Where a piece of code stands.

    Attributes:
        start: its first character, by number.
        end: the one behind its last.
        renamed: a name of the piece and the one that stands in its place; None for none.
    """

    start: int
    end: int
    renamed: tuple[str, str] | None


def find_file(root: Path, file: str, within: str, old: str) -> Path:
    """The file that a place is in.

    Args:
        root: the project's folder.
        file: where the place was, from there; any file of the program if that is gone.
        within: the block that it is in, as `replaced` takes it.
        old: the code.

    Raises:
        PlaceError: if there is no such file, or more than one.
    """
    if (root / file).exists():
        return root / file
    found = [
        other
        for place in _PLACES
        for other in sorted((root / place).rglob("*"))
        if other.suffix in _ENDINGS and _is_in(other.read_text(encoding="utf-8"), within, old)
    ]
    if len(found) != 1:
        raise PlaceError(f"{file} is gone, and {len(found)} files have {within} with {old!r}")
    return found[0]


def replaced(text: str, within: str, old: str, new: str) -> str:
    """A file's text with another piece of code in one place.

    Args:
        text: of the whole file.
        within: the name of the function, class or value whose code it is in, behind those around
            it and points; empty for the whole file.
        old: the code that is there.
        new: what stands in its place; a name that has changed in the old code is changed here too.

    Raises:
        PlaceError: if the old code is not there once, or the new one has a name that the file
            does not have.
    """
    tokens = _tokens(text)
    match = _find(tokens, within, old)
    _check_names(tokens, old, new)
    if match.renamed is not None:
        new = _with_another_name(new, *match.renamed)
    line = text.rfind("\n", 0, match.start) + 1
    if text[line : match.start].strip():
        return text[: match.start] + new.strip() + text[match.end :]
    shift = match.start - line - (len(old) - len(old.lstrip(" ")))
    lines = new.rstrip().splitlines()
    return (
        text[:line] + "\n".join(_shifted(new_line, shift) for new_line in lines) + text[match.end :]
    )


def line_of(text: str, within: str, old: str) -> int:
    """The line in which a piece of code begins, from 1.

    Raises:
        PlaceError: if it is not there once.
    """
    return text.count("\n", 0, _find(_tokens(text), within, old).start) + 1


def blocks_of(text: str, old: str) -> list[str]:
    """The names of the blocks that a piece of code is in, the innermost one last.

    Raises:
        PlaceError: if it is not there once.
    """
    tokens = _tokens(text)
    start = _find(tokens, "", old).start
    return [
        block.name
        for block in _blocks(tokens)
        if tokens[block.first].start <= start < tokens[block.last - 1].end
    ]


def _is_in(text: str, within: str, old: str) -> bool:
    tokens = _tokens(text)
    scopes = [block for block in _blocks(tokens) if block.name == within]
    return len(_matches(tokens, scopes, _tokens(old), may_differ=False)) == 1


def _find(tokens: Sequence[_Token], within: str, old: str) -> _Match:
    pattern = _tokens(old)
    whole = [_Block("", 0, len(tokens))]
    scopes = [block for block in _blocks(tokens) if block.name == within] if within else whole
    # Without the block the code alone has to tell the place.
    found = _matches(tokens, scopes or whole, pattern, may_differ=False)
    if not found:
        found = _matches(tokens, scopes or whole, pattern, may_differ=True)
        if not scopes:  # what has another name by now is the block
            own = within.rpartition(".")[2]
            found = [match for match in found if match.renamed and match.renamed[0] == own]
    if len(found) != 1:
        where = f" in {within}" if within else ""
        raise PlaceError(f"this code is there {len(found)} times{where}, not once: {old!r}")
    return found[0]


@lru_cache(maxsize=64)
def _tokens(text: str) -> tuple[_Token, ...]:
    tokens = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "blank":
            start, is_name = match.start(), match.lastgroup == "name" and match[0] not in _FIXED
            line = text.rfind("\n", 0, start) + 1
            indent = None if text[line:start].strip() else start - line
            tokens.append(_Token(match[0], start, match.end(), is_name, indent))
    return tuple(tokens)


@lru_cache(maxsize=64)
def _blocks(tokens: tuple[_Token, ...]) -> list[_Block]:
    """The functions and classes, and outside of functions the values that have a name."""
    blocks: list[_Block] = []
    # Those that have not ended: how far each is indented, its name, its first token.
    around: list[tuple[int, str, int]] = []
    function: int | None = None
    for first, last in _lines(tokens):
        indent = tokens[first].indent or 0
        while around and around[-1][0] >= indent:
            _, name, begun = around.pop()
            blocks.append(_Block(name, begun, first))
        if function is not None and function >= indent:
            function = None
        line = tokens[first:last]
        own = _defined(line) or (_assigned(line) if function is None else None)
        if own is not None:
            around.append((indent, ".".join([*(name for _, name, _ in around[-1:]), own]), first))
            if function is None and "class" not in [token.text for token in line[:2]]:
                function = indent
    blocks += [_Block(name, begun, len(tokens)) for _, name, begun in around]
    return sorted(blocks, key=lambda block: block.first)


def _lines(tokens: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    """Where lines begin and end, by numbers of tokens; what is in brackets goes on with a line."""
    depth, first = 0, 0
    for i, token in enumerate(tokens):
        if depth == 0 and token.indent is not None and i > first:
            yield first, i
            first = i
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
    if first < len(tokens):
        yield first, len(tokens)


def _defined(line: Sequence[_Token]) -> str | None:
    """The name of the function or class whose header a line is."""
    if line[0].text not in _BEGINS_A_BLOCK or line[-1].text != ":":
        return None
    depth = 0
    for before, token in pairwise(line):
        if token.text in "(:" and depth == 0:
            return before.text
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
    return None


def _assigned(line: Sequence[_Token]) -> str | None:
    """The name that a line gives a value."""
    if len(line) > 2 and line[0].is_name and line[1].text in ("=", ":"):
        return line[0].text
    return None


def _matches(
    tokens: Sequence[_Token],
    scopes: Sequence[_Block],
    pattern: Sequence[_Token],
    may_differ: bool,
) -> list[_Match]:
    """Where a piece of code stands, but for one name if it may differ."""
    found = (
        _match_at(tokens, first, scope.last, pattern, may_differ)
        for scope in scopes
        for first in range(scope.first, scope.last)
    )
    return [match for match in found if match is not None]


def _match_at(
    tokens: Sequence[_Token], first: int, last: int, pattern: Sequence[_Token], may_differ: bool
) -> _Match | None:
    may_differ &= len(pattern) > 1  # of a name alone nothing would be left
    renamed: tuple[str, str] | None = None
    at = first
    for i, wanted in enumerate(pattern):
        if at < last and _is_trailing_comma(tokens, at) and wanted.text != ",":
            at += 1
        if at == last:
            return None
        if tokens[at].text != wanted.text:
            if _is_trailing_comma(pattern, i):
                continue
            pair = (wanted.text, tokens[at].text)
            both_are_names = wanted.is_name and tokens[at].is_name
            if not (may_differ and both_are_names and renamed in (None, pair)):
                return None
            renamed = pair
        at += 1
    return _Match(tokens[first].start, tokens[at - 1].end, renamed)


def _is_trailing_comma(tokens: Sequence[_Token], at: int) -> bool:
    return tokens[at].text == "," and at + 1 < len(tokens) and tokens[at + 1].text in _CLOSING


def _check_names(tokens: Sequence[_Token], old: str, new: str) -> None:
    """Whether names that come anew are those of a file; attributes and keywords may be others'."""
    known = {token.text for token in (*tokens, *_tokens(old))}
    code = [token.text for token in _tokens(new)]
    known |= {name for before, name in pairwise(code) if before in ("for", ".")}
    known |= {name for name, behind in pairwise(code) if behind == "="}
    for token in _tokens(new):
        if token.is_name and token.text not in known:
            raise PlaceError(f"the file has no {token.text}, which is to stand there: {new!r}")


def _with_another_name(code: str, old: str, new: str) -> str:
    for token in reversed(_tokens(code)):
        if token.is_name and token.text == old:
            code = code[: token.start] + new + code[token.end :]
    return code


def _shifted(line: str, shift: int) -> str:
    code = line.lstrip(" ")
    return " " * (len(line) - len(code) + shift) + code
