"""Files of records to be reviewed, and the same with what was found written into them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import click

from pinochle_solver.cli.lines import STDIN, Lines, open_input
from pinochle_solver.cli.whole_files import fact_of, replace_file
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.records import HandRecord, numbered_records
from pinochle_solver.reviews.annotations import comments_of, is_head
from pinochle_solver.reviews.review import Review
from pinochle_solver.rules.rules import Rulebook


@dataclass(frozen=True)
class RecordText:
    """A record as it stands in its file.

    Attributes:
        place: ``FILE:LINE``.
        record: what it says, or what is wrong with its tags.
        lines: its lines, and those before it where it is the first of its file.
    """

    place: str
    record: HandRecord | PositionError
    lines: tuple[str, ...]


def record_texts(names: Sequence[str], rulebooks: Iterable[Rulebook]) -> list[RecordText]:
    """The records of files with their text; ``-`` is standard input.

    Raises:
        click.ClickException: when a file cannot be read or holds no record.
    """
    found: list[RecordText] = []
    for name in names:
        place = STDIN if name == "-" else name
        with closing(Lines([open_input(name)])) as stream:
            lines = list(next(stream.by_stream()))
        records = list(numbered_records(lines, rulebooks))
        if not records:
            raise click.ClickException(f"{place}: no record in it")
        starts = [0, *(line - 1 for line, _ in records[1:]), len(lines)]
        for (line, record), begin, end in zip(records, starts[:-1], starts[1:], strict=True):
            found.append(RecordText(f"{place}:{line}", record, tuple(lines[begin:end])))
    return found


def annotated(text: RecordText, review: Review) -> RecordText:
    """A record with a review in place of any that stands there."""
    lines, is_review = list[str](), False
    for line in text.lines:
        is_review = is_head(line) or (is_review and line.lstrip().startswith(";"))
        if not is_review:
            lines.append(line.rstrip("\r\n"))
    blank = 0
    while lines and not lines[-1].strip():
        lines.pop()
        blank += 1
    lines += comments_of(review.settings, review.decisions, review.account)
    return replace(text, lines=tuple(f"{line}\n" for line in [*lines, *[""] * blank]))


class AnnotatedFile:
    """The file that annotated records are written to, whole after every hand.

    Args:
        name: the file.
        texts: the records to be reviewed; the file holds all of them at any time.
        names: the files they come from; one of these may be written to.
        resumes: whether to go on with what the file holds.
        rulebooks: those that its records may name besides the published ones.

    Raises:
        click.ClickException: when the file holds something that would be lost, or cannot be read.
    """

    def __init__(
        self,
        name: str,
        texts: Sequence[RecordText],
        names: Sequence[str],
        resumes: bool,
        rulebooks: Iterable[Rulebook],
    ) -> None:
        self._name, self._path = name, Path(name)
        self._texts = list(texts)
        is_source = any(each != "-" and _is_same(self._path, Path(each)) for each in names)
        if self._path.exists() and not is_source:
            if not resumes:
                fact = "there is such a file already; --resume goes on with it"
                raise click.ClickException(f"{name}: {fact}")
            self._take_over(record_texts([name], rulebooks))
        elif is_source and len(names) > 1:
            fact = "more than one file is reviewed, and it is one of them; give another"
            raise click.ClickException(f"{name}: {fact}")

    @property
    def records(self) -> list[HandRecord | PositionError]:
        """The records to be reviewed, with what the file says of them already."""
        return [text.record for text in self._texts]

    def _take_over(self, texts: Iterable[RecordText]) -> None:
        """Take the comments of the same hands."""
        known = [text for text in texts if isinstance(text.record, HandRecord)]
        for number, text in enumerate(self._texts):
            same = next((each for each in known if each.record == text.record), None)
            if same is not None:
                self._texts[number] = same
                known.remove(same)

    def write(self, number: int, review: Review) -> None:
        """Write the review of a hand, and all the other records as they stand.

        Args:
            number: of the record, from 0.
            review: what was found.

        Raises:
            click.ClickException: when the file cannot be written.
        """
        self._texts[number] = annotated(self._texts[number], review)
        try:
            replace_file(self._path, "".join(_apart(self._texts)))
        except OSError as error:
            raise click.ClickException(f"{self._name}: {fact_of(error)}") from None


def _apart(texts: Sequence[RecordText]) -> Iterable[str]:
    """The lines of all records, with an empty line between two."""
    for number, text in enumerate(texts):
        if number and texts[number - 1].lines[-1:] and texts[number - 1].lines[-1].strip():
            yield "\n"
        for line in text.lines:
            yield line if line.endswith("\n") else f"{line}\n"


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
