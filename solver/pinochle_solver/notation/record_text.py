"""The text of hand records, of any game: files into records, and their tags by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from pinochle_solver.errors import NotationError, quoted
from pinochle_solver.notation.tokens import is_unicode

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"([^"]*)"\s*\]')
_RULES = re.compile(r'\[\s*rules\s+"([^"]*)"', re.IGNORECASE)
# A semicolon within quotation marks starts no comment; a single mark opens no quotation.
_BEFORE_COMMENT = re.compile(r'(?:"[^"\n]*"|[^";]|"(?![^"\n]*"))*')


@dataclass
class RecordBlock:
    """The text of a record.

    Attributes:
        line: the line on which it begins.
        tags: the lines of its tags.
        moves: the other lines.
        comments: the comments, once the record has begun, behind other text of a line as well.
    """

    line: int = 1
    tags: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def has_begun(self) -> bool:
        """Whether anything but comments has been read."""
        return bool(self.tags or self.moves)

    @property
    def rulebook(self) -> str | None:
        """The name in its tag ``Rules``; None if there is no such tag with text."""
        named = _RULES.search("\n".join(self.tags))
        return named[1] if named is not None and is_unicode(named[1]) else None


def record_blocks(lines: Iterable[str]) -> Iterator[RecordBlock]:
    """The records of a file, lazily: tags begin one, ``;`` starts a comment."""
    block, blank = RecordBlock(), True
    for number, line in enumerate(lines, start=1):
        read = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}") if number == 1 else line
        before = _BEFORE_COMMENT.match(read)
        assert before is not None  # it matches any text
        text = before[0].strip()
        if text.startswith("[") and (block.moves or (block.tags and blank)):
            yield block
            block = RecordBlock()
        if text and not block.has_begun:
            block.line = number
        if text.startswith("["):
            block.tags.append(text)
        elif text:
            block.moves.append(text)
        comment = read[before.end() :].strip()
        if comment and block.has_begun:
            block.comments.append(comment.removeprefix(";"))
        blank = not line.strip()
    if block.has_begun:
        yield block


def read_tags(lines: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """The tags of a record by name, in their order.

    Args:
        lines: the lines of its tags.
        known: the tags that have a meaning; they may be written in either case.

    Raises:
        NotationError: for a line that is not a tag, for a tag that is given twice or is one slip of
            a letter away from a known one, and where there are no tags.
    """
    by_lower_case = {name.lower(): name for name in known}
    tags: dict[str, str] = {}
    for line in lines:
        rest = line
        while rest:
            match = _TAG.match(rest)
            if match is None or not is_unicode(rest):
                raise NotationError("tag", f'{quoted(rest)} is not [Name "value"]')
            name, value = by_lower_case.get(match[1].lower(), match[1]), match[2]
            meant = None if name in known else _nearly(name, known)
            if meant is not None:
                raise NotationError(name, f"unknown tag, did you mean {meant}?")
            if not value.isprintable():
                raise NotationError(name, f"{quoted(value)} is not text")
            if name in tags:
                raise NotationError(name, "given twice")
            tags[name] = value
            rest = rest[match.end() :].strip()
    if not tags:
        raise NotationError("record", "tricks without tags before them")
    return tags


def _nearly(name: str, known: Iterable[str]) -> str | None:
    """The tag that is meant by a name with one wrong letter; None if there is none."""
    return next((tag for tag in known if _is_one_slip(name.lower(), tag.lower())), None)


def _is_one_slip(text: str, meant: str) -> bool:
    """Whether one letter is added, missing or different, or two letters have changed places."""
    pairs = zip(text, meant, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    rest, meant_rest = text[same:], meant[same:]
    return (
        rest[1:] == meant_rest[1:]
        or rest[1:] == meant_rest
        or rest == meant_rest[1:]
        or (rest[1::-1] == meant_rest[:2] and rest[2:] == meant_rest[2:])
    )
