"""Records reviewed for the board: the line of ``review``, and the curves of a review's page."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board.hand_part import curves
from pinochle_solver.board_server.answers import encoded
from pinochle_solver.board_server.requests import ReviewRequest
from pinochle_solver.board_server.searches import Report
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.all_games import (
    AnyRecord,
    is_table_record,
    numbered_records_of_all,
)
from pinochle_solver.reviews.review import review
from pinochle_solver.schema.lines import line_of
from pinochle_solver.schema.objects import JsonObject

# The page has the style of the curves in its own stylesheet.
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


class CurveView(JsonObject, kw_only=True):
    """A curve of a review: what it shows, as a picture in SVG."""

    who: str
    words: str
    picture: str


class ReviewingLine(JsonObject, kw_only=True):
    """How far a review is, and at the end its line."""

    done: int
    of: int
    hands: int
    line: Any = None
    curves: list[CurveView] = msgspec.field(default_factory=list)


def review_hand(
    asked: ReviewRequest,
    rulebooks: KnownRulebooks,
    threads: int,
    stop: StopFlag,
    report: Report,
) -> None:
    """Review a hand, and report how far it is, and at last the review.

    Raises:
        PositionError: for a record that cannot be read or reviewed.
    """
    records = _records(asked.record, rulebooks)
    if asked.hand > len(records):
        raise NotationError("hand", f"{asked.hand}, but there are {len(records)}")
    record = records[asked.hand - 1]
    hands = len(records)

    def progress(done: int, of: int, _: object) -> None:
        report(encoded(ReviewingLine(done=done, of=of, hands=hands)))

    if is_table_record(record):
        # A two-handed hand needs nothing of this.
        from pinochle_solver.reviews.table.review import review_table

        table = review_table(
            record, worlds=asked.worlds, threads=threads, stop=stop, progress=progress
        )
        line, pictures = line_of(table), list[CurveView]()
        decisions = len(table.decisions)
    else:
        assert isinstance(record, HandRecord)
        found = review(record, worlds=asked.worlds, threads=threads, stop=stop, progress=progress)
        line = line_of(found)
        pictures = [
            CurveView(who=each.who, words=each.words, picture=_STYLE.sub("", each.picture))
            for each in curves(found, [record.players.name(found.side)])
        ]
        decisions = len(found.decisions)
    told = ReviewingLine(done=decisions, of=decisions, hands=hands, line=line, curves=pictures)
    report(encoded(told))


def _records(text: str, rulebooks: KnownRulebooks) -> list[AnyRecord]:
    """The records of a text; raises the error of the first that is wrong."""
    found = []
    for _, record in numbered_records_of_all(text.splitlines(keepends=True), rulebooks):
        if isinstance(record, PositionError):
            raise record
        found.append(record)
    if not found:
        raise NotationError("record", "no hand in it; it begins with tags such as [Dealer ...]")
    return found
