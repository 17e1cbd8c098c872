"""The text of hand records, of any game: files into records, and their tags by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TypeVar

from pinochle_solver.errors import GameError, NotationError, PositionError, quoted
from pinochle_solver.notation.sources import MARK, is_too_long
from pinochle_solver.notation.tokens import is_unicode
from pinochle_solver.rules.agreed import NO_TARGET, Agreed, GameTerms, HasGame
from pinochle_solver.sizes import MOST_RECORD, MOST_TAGS

_Record = TypeVar("_Record")

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"([^"]*)"\s*\]\s*')
_TAGS = re.compile(rf"(?:{_TAG.pattern})*")
_NO_TAG = "tag"
_RULES = re.compile(r'\[\s*rules\s+"([^"]*)"', re.IGNORECASE)
# A semicolon within quotation marks starts no comment; a single mark opens no quotation.
_BEFORE_COMMENT = re.compile(r'(?:"[^"\n]*"|[^";]+|"(?![^"\n]*"))*')


@dataclass
class RecordBlock:
    """The text of a record.

    Attributes:
        line: the line on which it begins.
        tags: the lines of its tags.
        tag_lines: the numbers of these lines.
        moves: the other lines.
        comments: the comments, once the record has begun, behind other text of a line as well.
        size: how many characters all of it has; what is beyond `MOST_RECORD` is not kept.
    """

    line: int = 1
    tags: list[str] = field(default_factory=list)
    tag_lines: list[int] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    size: int = 0

    def take(self, text: str, comment: str, number: int) -> None:
        """Add a line: what stands before its comment, that, and its number; texts may be empty."""
        begins = not self.has_begun
        if begins and not text:
            return  # a comment before the record is not of it
        self.size += len(text) + len(comment)
        if self.size > MOST_RECORD and not begins:
            return
        if text.startswith("["):
            self.tags.append(text)
            self.tag_lines.append(number)
        elif text:
            self.moves.append(text)
        if comment:
            self.comments.append(comment.removeprefix(";"))

    def check_size(self) -> None:
        """Raise `NotationError` for more text than a record may have."""
        if self.size > MOST_RECORD:
            raise NotationError("record", f"longer than {MOST_RECORD:,} characters")

    def line_of(self, error: PositionError) -> int:
        """The number of the line of the tag that an error is about, or of the first line."""
        lines = list(zip(self.tag_lines, self.tags, strict=True))
        if error.token == _NO_TAG:
            wrong = (number for number, text in lines if _TAGS.fullmatch(text) is None)
            return next(wrong, self.line)
        # If a tag is given twice, the second one is too many.
        tag = re.compile(rf"\[\s*{re.escape(error.token)}\s", re.IGNORECASE)
        return next((number for number, text in lines[::-1] if tag.search(text)), self.line)

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
        read = line.removeprefix(MARK) if number == 1 else line
        before = _BEFORE_COMMENT.match(read)
        assert before is not None  # it matches any text
        text = before[0].strip()
        if text.startswith("[") and (block.moves or (block.tags and blank)):
            yield block
            block = RecordBlock()
        if text and not block.has_begun:
            block.line = number
        block.take(text, read[before.end() :].strip(), number)
        if block.has_begun and is_too_long(line):
            block.size += MOST_RECORD  # there may be only its beginning, and that of blanks
        # A comment before the tags of the next record is no part of the tags before it.
        blank = not line.strip() or (blank and not text)
    if block.has_begun:
        yield block


def numbered_blocks(
    lines: Iterable[str], read: Callable[[RecordBlock], _Record]
) -> Iterator[tuple[int, _Record | PositionError]]:
    """Read the records of a file, lazily; with each the number of its first line, from 1.

    Args:
        lines: the lines of the file.
        read: reads a record; a `PositionError` that it raises stands in the record's place.
    """
    for block in record_blocks(lines):
        try:
            yield block.line, read(block)
        except PositionError as error:
            error.line = block.line_of(error)
            yield block.line, error


def read_tags(lines: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """The tags of a record by name, in their order.

    Args:
        lines: the lines of its tags.
        known: the tags that have a meaning; they may be written in either case.

    Raises:
        NotationError: for a line that is not a tag, for a tag that is given twice or is one slip of
            a letter away from a known one, for more than `MOST_TAGS`, and where there are no tags.
    """
    by_lower_case = {name.lower(): name for name in known}
    tags: dict[str, str] = {}
    for line in lines:
        place = 0
        while place < len(line):
            match = _TAG.match(line, place)
            if match is None or not is_unicode(match[0]):
                raise NotationError(_NO_TAG, f'{quoted(line[place:])} is not [Name "value"]')
            name, value = by_lower_case.get(match[1].lower(), match[1]), match[2]
            meant = None if name in known else _nearly(name, known)
            if meant is not None:
                raise NotationError(name, f"unknown tag, did you mean {meant}?")
            if not value.isprintable():
                raise NotationError(name, f"{quoted(value)} is not text")
            if name in tags:
                raise NotationError(name, "given twice")
            if len(tags) == MOST_TAGS:
                raise NotationError(name, f"more than {MOST_TAGS:,} tags")
            tags[name] = value
            place = match.end()
    if not tags:
        begins = 'a record begins with tags, such as [Dealer "south"]'
        raise NotationError("record", f"tricks without tags before them; {begins}")
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


def check_agreed_tags(
    tags: Mapping[str, str], terms: GameTerms, rules: HasGame, *, has_doubles: bool = False
) -> None:
    """Refuse a tag ``Agreed`` that the rulebook does not know, and tags that do not go with it.

    Args:
        tags: the texts of the tags by name.
        terms: what is agreed on, without the target.
        rules: the rulebook.
        has_doubles: whether the hand is played with doubles.

    Raises:
        NotationError: naming the tag that does not go.
    """
    is_single = Agreed.SINGLE_HAND in terms.agreed
    try:
        # What is said of a tag names the tag, below.
        checked = replace(terms, ahead=None) if is_single else terms
        checked.check(rules, has_doubles=has_doubles)
    except GameError as error:
        raise NotationError("Agreed", f"{error.token}, but {error.fact}") from None
    (word,) = Agreed.SINGLE_HAND.words
    facts = {"Target": NO_TARGET, "Ahead": NO_TARGET, "Score": "each hand is a game of its own"}
    for tag, fact in facts.items():
        if is_single and tag in tags:
            remedy = f"take out {tag}, or {word} in Agreed"
            raise NotationError(tag, f"{tags[tag]}, but {fact}; {remedy}")


def wrapped(words: Iterable[str], width: int = 100) -> Iterator[str]:
    """Lines of words that are at most so wide; no word is broken, and an empty one is left out."""
    line = ""
    for word in filter(None, words):
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
