"""Records with one to three irregularities, written by the oracle, read and replayed here.

Every irregularity must be named with its kind, trick and seat, and nothing else; the hand must be
scored, open or void, and worth what the oracle says; positions must show what the seats know then,
and the next hand must have the right dealer and score.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from helpers.record_checks import _points, _tokens
from oracle.faulty_hands import FaultyRecord, faulty_record, next_deal
from oracle.table.faulty_hands import FaultyTable, faulty_table
from oracle.table.faulty_stock import faulty_stock
from pinochle_solver import (
    HandOutcome,
    HandRecord,
    Replay,
    Rulebook,
    Seat,
    parse_record,
    parse_table_record,
    replay_record,
    replay_table_record,
    score_game,
    score_table_game,
)

VIEWERS = (None, "south", "north")
TABLES = (
    "auction",
    "auction-score",
    "partnership",
    "firehouse",
    "partnership-auction",
    "corners",
    "check",
    "check-original",
)
STOCK_TABLES = ("macdougall-3", "hayes-3", "hayes-4", "hayes-3x", "hayes-4x")
_OUTCOMES = {
    "scored": HandOutcome.SCORED,
    "open": HandOutcome.UNFINISHED,
    "void": HandOutcome.VOID,
}
_NEVER = 999_999

Place = tuple[int, str, str | None]
"""Trick, kind and seat of a finding."""


def check_faulty_record(rules: str, seed: int) -> Counter[str]:
    """Compare one hand, whole or as one seat wrote it down; count what was planted.

    Raises:
        AssertionError: saying what differs, with the record.
    """
    viewer = VIEWERS[seed % 4] if seed % 4 < len(VIEWERS) else None
    written = faulty_record(rules, seed, viewer)
    compare(written)
    return Counter(written.planted) + Counter([written.outcome, f"{len(written.planted)} planted"])


def compare(written: FaultyRecord, house: Rulebook | None = None) -> None:
    """Replay a record: findings, outcome, points, positions and the hand after it.

    Args:
        written: the record.
        house: a rulebook of one's own to replay it by, in place of its own.

    Raises:
        AssertionError: saying what differs, with the record.
    """
    record = read(written.text, house)
    assert record.unread is None, (record.unread, written.text)
    assert read(record.text(), house) == record, written.text
    replay = replay_record(record)
    told = "\n".join(map(str, replay.findings))
    found = [
        (f.trick, f.kind.value, None if f.seat is None else f.seat.text()) for f in replay.findings
    ]
    _compare_findings(found, written.found, told, written.text)
    game = score_game([replay], target=_NEVER)
    outcome = game.hands[0].outcome
    assert outcome is _OUTCOMES[written.outcome], (outcome, written.outcome, told, written.text)
    if written.points is not None:
        points = _points(replay)
        assert points == written.points, (points, written.points, told, written.text)
    elif written.outcome == "void":
        assert replay.points is None, (told, written.text)
    if house is None:
        _compare_moments(written, replay)
    if written.outcome != "open":
        after = replay_record(read(next_deal(written, 1), house))
        hands = score_game([replay, after], target=_NEVER).hands
        assert hands[1].faults == (), (hands[1].faults, written.text)


def read(text: str, house: Rulebook | None) -> HandRecord:
    """A record of one of the rulebooks here, or of a rulebook of one's own."""
    if house is None:
        return parse_record(text)
    return parse_record(re.sub(r'(?<=\[Rules ")[^"]*', house.name, text), [house])


def _compare_findings(
    found: Sequence[Place], expected: Iterable[tuple[int, str, str | None]], told: str, text: str
) -> None:
    """The same irregularities, trick by trick; the page has no order for those of one trick."""
    tricks = [place[0] for place in found]
    assert tricks == sorted(tricks), (found, text)
    named, wanted = (
        Counter((t, kind, seat) for t, kind, seat in each) for each in (found, expected)
    )
    assert named == wanted, (
        f"found {[*(named - wanted)]}, expected {[*(wanted - named)]}\n{told}\n{text}"
    )


def _compare_moments(written: FaultyRecord, replay: Replay) -> None:
    shown = {(moment.trick, moment.act) for moment in replay.moments}
    for place, moment in written.moments.items():
        assert (place in shown) == (moment is not None), (place, moment, written.text)
        if moment is None:
            continue
        for view in VIEWERS:
            expected = moment.full if view is None else moment.views[view]
            tokens = _tokens(replay.at(*place, None if view is None else Seat.parse(view)))
            # The stock lay otherwise before it was shuffled; a claim is no part of a position.
            left_out = {"stock"} if written.is_shuffled and view is None else set()
            left_out |= {"points"} if written.is_claimed else set()
            differs = {
                token: (tokens.get(token), expected.get(token))
                for token in (tokens.keys() | expected.keys()) - left_out
                if tokens.get(token) != expected.get(token)
            }
            assert not differs, (place, view, differs, written.text)


def check_faulty_table(name: str, seed: int) -> Counter[str]:
    """The same for a hand of a game of three or four."""
    write = faulty_stock if name in STOCK_TABLES else faulty_table
    written = write(name, seed)
    compare_table(written)
    planted = f"{len(written.planted)} planted"
    return Counter(written.planted) + Counter([written.how or "open", planted])


def compare_table(written: FaultyTable) -> None:
    """Replay a record: findings, outcome, scores, checks, the kitty."""
    record = parse_table_record(written.text)
    assert parse_table_record(record.text()) == record, written.text
    replay = replay_table_record(record)
    told = "\n".join(map(str, replay.findings))
    found = [(f.trick, f.kind, None if f.seat is None else f.seat.text()) for f in replay.findings]
    _compare_findings(found, written.found, told, written.text)
    result = replay.result
    got = None if result is None else (result.outcome.value, list(result.scores))
    expected = None if written.how is None else (written.how, written.score)
    assert got == expected, (got, expected, told, written.text)
    if result is not None:
        assert list(result.checks) == written.checks, (result.checks, written.checks, written.text)
        if written.kitty is not None:
            assert result.kitty == written.kitty, (result.kitty, written.kitty, written.text)
        after = replay_table_record(parse_table_record(written.after))
        target = None if record.rules.target is None else _NEVER
        hands = score_table_game([replay, after], target=target).hands
        faults = [fault for fault in hands[1].faults if not fault.startswith("not finished")]
        assert not faults, (faults, written.text, written.after)
