"""Files of records to be reviewed, and the same with what was found written into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli.input.record_sources import RecordText, record_texts
from pinochle_solver.cli.whole_files import check_target, fact_of, is_same_file, replace_file
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.table.all_games import AnyRecord
from pinochle_solver.reviews.annotations import comments_of, without_review
from pinochle_solver.reviews.doublings import AnyDecision
from pinochle_solver.reviews.review import Review

if TYPE_CHECKING:
    from pinochle_solver.reviews.table.review import TableReview


def annotated(text: RecordText, review: Review | TableReview) -> RecordText:
    """A record with a review behind its tricks, in place of any that stands there."""
    lines = list(without_review(text.lines))
    # Comments further down may belong to what follows.
    last = max(
        number
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lstrip().startswith(";")
    )
    lines[last:last] = _comments(review)
    return replace(text, lines=tuple(lines))


def _comments(review: Review | TableReview) -> Iterator[str]:
    if isinstance(review, Review):
        made: tuple[AnyDecision, ...] = (*review.decisions, *review.doublings)
        return comments_of(review.replay.record, review.settings, made, review.account)
    from pinochle_solver.reviews.table.annotations import table_comments_of

    return table_comments_of(review.replay.record, review.settings, review.decisions)


class AnnotatedFile:
    """The file that annotated records are written to, whole after every hand.

    It holds all the records to be reviewed at any time, and whatever else it held before.

    Args:
        name: the file.
        texts: the records to be reviewed.
        names: the files they come from; if it is one, it may be written to.
        resumes: whether to go on with what the file holds.
        rulebooks: those that its records may name besides the published ones.

    Raises:
        click.ClickException: when the file holds something and is not to be gone on with, or cannot
            be read or written.
    """

    def __init__(
        self,
        name: str,
        texts: Sequence[RecordText],
        names: Sequence[str],
        resumes: bool,
        rulebooks: Iterable[AnyRulebook],
    ) -> None:
        is_source = (
            list(names) != ["-"] and len(names) == 1 and is_same_file(Path(name), Path(names[0]))
        )
        self._name = name
        self._path = check_target(name, () if is_source else names, for_records=True)
        self._texts, self._places = list(texts), list(range(len(texts)))
        self._asked = texts
        if self._path.exists() and not is_source:
            if not resumes:
                fact = "there is such a file already; --resume goes on with it"
                raise click.ClickException(f"{name}: {fact}")
            if self._path.stat().st_size:
                self._go_on(record_texts(name, rulebooks))

    def _go_on(self, texts: Sequence[RecordText]) -> None:
        """Take what the file holds; hands that are not in it come behind."""
        self._texts = list(texts)
        free = [n for n, text in enumerate(texts) if not isinstance(text.record, PositionError)]
        for number, text in enumerate(self._asked):
            same = next((each for each in free if texts[each].record == text.record), None)
            if same is None:
                self._places[number] = len(self._texts)
                self._texts.append(text)
            else:
                self._places[number] = same
                free.remove(same)

    def record(self, number: int) -> AnyRecord | PositionError:
        """A record to be reviewed, with what the file says of it already."""
        asked = self._asked[number].record
        kept = self._texts[self._places[number]].record
        if isinstance(asked, PositionError) or isinstance(kept, PositionError):
            return asked
        return replace(kept, line=asked.line)

    def write(self, number: int, review: Review | TableReview) -> None:
        """Write the review of a hand, and all the other records as they stand.

        Args:
            number: of the record, from 0.
            review: what was found.

        Raises:
            click.ClickException: when the file cannot be written.
        """
        place = self._places[number]
        self._texts[place] = annotated(self._texts[place], review)
        try:
            replace_file(self._path, _apart(self._texts))
        except OSError as error:
            raise click.ClickException(f"{self._name}: {fact_of(error)}") from None


def _apart(texts: Sequence[RecordText]) -> str:
    """All records, with an empty line between those of different files."""
    written, file = "", ""
    for text in texts:
        before, file = file, text.place.rpartition(":")[0]
        if file != before and written and not written.endswith(("\n\n", "\n\r\n")):
            written += text.line_end
        written += text.text
    return written
